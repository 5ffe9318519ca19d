#!/bin/bash
# run.sh IHOP FILE.c [OPTIONS]: what ihop makes of a program, marked and automatic, must do what the program
# does. A refusal (exit code 1) is an honest answer; a difference (4) or anything else is not.
set -uo pipefail
ihop=$1 file=$2 failed=0
shift 2

for how in "--pragma target" "--auto"; do
    # shellcheck disable=SC2086
    "$ihop" verify $how "$@" "$file" > out.$$ 2>&1
    code=$?
    if [ $code -gt 1 ]; then
        echo "not ok: verify $how ends with $code"
        tail -n 30 out.$$
        failed=1
    fi
    rm -f out.$$
done
exit $failed
