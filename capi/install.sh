#!/bin/sh
# Installs library, header and pkg-config file: sh capi/install.sh [PREFIX [FOLDER]]
# PREFIX is /usr/local if none is named. The libraries are built, or taken from FOLDER where they were built already.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
prefix=${1:-/usr/local}
mkdir -p "$prefix"
prefix=$(cd "$prefix" && pwd)
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$here/Cargo.toml" | head -n 1)
major=${version%%.*}
if [ $# -ge 2 ]; then
    built=$2
else
    cargo build --release --locked --manifest-path "$here/Cargo.toml"
    built=${CARGO_TARGET_DIR:-$here/../target}/release
fi
mkdir -p "$prefix/lib/pkgconfig" "$prefix/include"
cp "$built/libpetrov_c.a" "$prefix/lib/libpetrov.a"
if [ -f "$built/libpetrov_c.dylib" ]; then
    cp "$built/libpetrov_c.dylib" "$prefix/lib/libpetrov.$major.dylib"
    ln -sf "libpetrov.$major.dylib" "$prefix/lib/libpetrov.dylib"
else
    cp "$built/libpetrov_c.so" "$prefix/lib/libpetrov.so.$version"
    ln -sf "libpetrov.so.$version" "$prefix/lib/libpetrov.so.$major"
    ln -sf "libpetrov.so.$major" "$prefix/lib/libpetrov.so"
fi
# What only a debugger reads is the larger part of them.
if command -v strip >/dev/null; then
    for library in "$prefix/lib/libpetrov.a" "$prefix/lib/libpetrov.so.$version"; do
        if [ -f "$library" ]; then strip -g "$library"; fi
    done
fi
cp "$here/include/petrov.h" "$here/include/egdb_compat.h" "$prefix/include/"
sed -e "s|@PREFIX@|$prefix|" -e "s|@VERSION@|$version|" "$here/petrov.pc.in" > "$prefix/lib/pkgconfig/petrov.pc"
echo "libpetrov $version is installed in $prefix; programs find it with: PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config --cflags --libs petrov"
echo "If the linker of the system does not look in $prefix/lib when they start: LD_LIBRARY_PATH=$prefix/lib ./program"
