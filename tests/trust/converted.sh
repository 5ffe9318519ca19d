#!/bin/bash
# converted.sh IHOP FILE.c: what C converts an argument to is written where C++ would choose by the argument.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$1" -q --pragma target "$2" -o "$work" --emit cu || exit 1
for text in 'exp ((double) f[i])' 'fmax ((double) f[i], (double) 0)' 'fmax ((double) k[i], (double) 0)' \
            'sqrt ((double) i)' 'pow ((double) 2, (double) (k[i] % 7))' 'abs ((int) (x[i] * 10 - 100))' \
            'exp ((double) v) / (sqrt ((double) (v * v + 1)) + 1)'; do
    grep -qF -- "$text" "$work"/*_kernels.cu || { echo "not ok: $text"; failed=1; }
done
# The host's own calls are C's: it stays a C file.
grep -qF 'exp (f[3])' "$work/converted_arguments.c" || { echo "not ok: no C file"; failed=1; }
exit ${failed:-0}
