#!/bin/bash
# files.sh IHOP DIR: the program whose files are in the folder does as all its products what it does.
set -u
out=$(mktemp)
trap 'rm -f "$out"' EXIT
"$1" verify --auto --keep-slower --no-proof --cuda-compiler clang "$2"/*.c > "$out" 2>&1
code=$?
[ $code = 0 ] || { echo "not ok: it ends with $code"; cat "$out"; }
exit $code
