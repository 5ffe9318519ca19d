#!/bin/bash
# flags.sh IHOP FILE.c: flags that CUDA's C++ does not have, and those of C90, where no loop declares its counter: all
# products are written, built and right.
set -uo pipefail
failed=0
for flags in -std=gnu89 -ansi --std=c99 '-std=gnu99 -fgnu89-inline'; do
    # shellcheck disable=SC2086
    if ! "$1" verify --pragma target --cuda-compiler clang "$2" -- $flags > out.$$ 2>&1; then
        echo "not ok: $flags"
        tail -n 20 out.$$
        failed=1
    fi
    rm -f out.$$
done
exit $failed
