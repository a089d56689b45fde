#!/bin/sh
# Builds the wheel and tests it in clean environments: sh python/check.sh [FOLDER]
# FOLDER (target/python if none is named) holds the environments. PETROV_POSITIONS=20000 makes the comparison with the boards
# of pydraughts as long as that with py-draughts, which takes about half an hour.
set -eux
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
work=${1:-$root/target/python}
rm -rf "$work"
mkdir -p "$work"
work=$(cd "$work" && pwd)

python3 -m venv "$work/build"
"$work/build/bin/pip" install -q "maturin>=1.9,<2"
(cd "$root" && "$work/build/bin/maturin" build --release --locked -o "$work")

environment() {
    python3 -m venv "$work/$1"
    # The boards are of use to the tests alone.
    "$work/$1/bin/pip" install -q "$work"/petrov-*.whl pytest "$2"
}
# From a folder without the source, so that the wheel is what is imported.
run() { (cd "$work" && "$work/$@"); }

environment pydraughts pydraughts==0.6.7
environment py-draughts py-draughts==1.10.1
"$work/pydraughts/bin/pip" install -q mypy
run pydraughts/bin/python -m mypy.stubtest petrov --concise
PETROV=${PETROV:-$root/target/release/petrov}
if [ ! -x "$PETROV" ]; then (cd "$root" && cargo build --release --locked --bin petrov); fi
export PETROV
run pydraughts/bin/python -m pytest -q -rP "$here/tests/test_petrov.py" "$here/tests/test_hub.py"
run pydraughts/bin/python -m pytest -q -rP "$here/tests/test_boards.py"
run py-draughts/bin/python -m pytest -q -rP "$here/tests/test_boards.py"
