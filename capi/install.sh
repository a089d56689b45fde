#!/bin/sh
# Builds the libraries and installs them with header and pkg-config file: `sh capi/install.sh [PREFIX]`, /usr/local if none is named.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
prefix=${1:-/usr/local}
cargo build --release --locked --manifest-path "$here/Cargo.toml"
target=${CARGO_TARGET_DIR:-$here/../target}/release
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$here/Cargo.toml" | head -n 1)
mkdir -p "$prefix/lib/pkgconfig" "$prefix/include"
for library in libpetrov.so libpetrov.dylib libpetrov.a; do
    if [ -f "$target/$library" ]; then cp "$target/$library" "$prefix/lib/"; fi
done
cp "$here/include/petrov.h" "$here/include/egdb_compat.h" "$prefix/include/"
sed -e "s|@PREFIX@|$prefix|" -e "s|@VERSION@|$version|" "$here/petrov.pc.in" > "$prefix/lib/pkgconfig/petrov.pc"
echo "installed in $prefix"
