#!/bin/bash
# run.sh IHOP FILE.c [OPTIONS]: what ihop makes of a program, marked or automatic, must do what the program
# does. A refusal (exit code 1) is an honest answer, but where the file says "REFUSED: nothing"; a difference (4) or
# anything else is not.
set -uo pipefail
ihop=$1 file=$2 failed=0
shift 2

# What is marked is verified, if there are marks, else what is found. With ALL_WAYS the other way is tried, too, without CUDA.
if grep -q '#pragma target' "$file"; then
    ways=("--pragma target" "--auto --keep-slower --no-cuda")
else
    ways=("--auto --keep-slower" "--pragma target --no-cuda")
fi
[ -n "${ALL_WAYS:-}" ] || ways=("${ways[0]}")
# By CUDA, too, compiled by Clang or by the compiler that CUDA_COMPILER names: each third program, or all of them (IHOP_TEST_WHOLE,
# as tools/test --long sets it, or CUDA_COMPILER). The emulator runs the same kernels.
cuda=(--cuda-compiler "${CUDA_COMPILER:-clang}")
if [ -z "${IHOP_TEST_WHOLE:-}${CUDA_COMPILER:-}" ] && [ $(($(basename "$file" | cksum | cut -d' ' -f1) % 3)) != 0 ]; then
    cuda=(--no-cuda)
fi
worst=1
! grep -q 'REFUSED: nothing' "$file" || worst=0
for how in "${ways[@]}"; do
    # shellcheck disable=SC2086
    "$ihop" verify $how --no-proof "${cuda[@]}" "$@" "$file" > out.$$ 2>&1
    code=$?
    if [ $code -gt $worst ]; then
        echo "not ok: verify $how ends with $code"
        tail -n 30 out.$$
        failed=1
    fi
    # What checks the placement of copies complains of right ones, or has found a wrong one.
    if grep IHOP-G090 out.$$; then
        failed=1
    fi
    rm -f out.$$
done
# "KERNELS: N" of marked loops, "FOUND: N" of those that are found.
for kind in "KERNELS --pragma target" "FOUND --auto --keep-slower"; do
    wanted=$(sed -n "s/.*${kind%% *}: \([0-9]*\).*/\1/p" "$file")
    [ -n "$wanted" ] || continue
    # shellcheck disable=SC2086
    found=$("$ihop" ${kind#* } --dry-run "$@" "$file" 2> /dev/null | grep -c '^  kernel ')
    if [ "$wanted" != "$found" ]; then
        echo "not ok: $found kernels, not $wanted"
        failed=1
    fi
done
# "HANDED: N" calls by which what is on the device is handed over.
wanted=$(sed -n 's/.*HANDED: \([0-9]*\).*/\1/p' "$file")
if [ -n "$wanted" ]; then
    found=$("$ihop" --auto --keep-slower --dry-run "$@" "$file" 2> /dev/null | grep -c '^  call ')
    if [ "$wanted" != "$found" ]; then
        echo "not ok: $found calls hand copies over, not $wanted"
        failed=1
    fi
fi
# "GONE: name": what nobody calls any more is in no product.
gone=$(sed -n 's/.*GONE: \([a-z_]*\).*/\1/p' "$file")
if [ -n "$gone" ]; then
    "$ihop" --auto --keep-slower -o out.$$ "$@" "$file" > /dev/null 2>&1
    if grep -l "^$gone (" out.$$/*.c out.$$/*.cu; then
        echo "not ok: $gone is still there"
        failed=1
    fi
    rm -rf out.$$
fi
exit $failed
