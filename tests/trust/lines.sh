#!/bin/bash
# lines.sh IHOP FILE.c: products print the numbers of lines that the program itself prints. Not by verify, whose
# original has lines of its own.
set -euo pipefail
ihop=$1 file=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$ihop" -q --auto --emit cpu,emu "$file" -o "$folder"
gcc -w -O1 "$file" -o "$folder/original" -lm
"$folder/original" > "$folder/expected"
for product in "$folder"/*_cpu.c "$folder"/*_emu.c; do
    gcc -w -O1 -fopenmp "$product" -o "$folder/product" -lm
    "$folder/product" | diff "$folder/expected" -
done
