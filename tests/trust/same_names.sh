#!/bin/bash
# same_names.sh IHOP DIR: files of one program whose static functions are called alike are linked as what they become.
set -u
ihop=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
mkdir -p first second
cp "$2"/*.h first && cp "$2"/*.h second && cp "$2/first.c" first/solver.c && cp "$2/second.c" second/solver.c
for files in "$2/first.c $2/second.c" "first/solver.c second/solver.c"; do
    # shellcheck disable=SC2086
    "$ihop" verify --auto --keep-slower --no-proof --cuda-compiler clang $files > out 2>&1 || { echo "not ok: $files"; cat out; failed=1; }
    # shellcheck disable=SC2086
    grep -q 'runs on the device' out && { echo "not ok: no kernels"; failed=1; }
done
exit ${failed:-0}
