# A few words for tests of the command line, in TAP. To be sourced; $1 of the test is ihop.
set -uo pipefail
ihop=$(realpath "$1")
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work"
number=0
failed=0

# ok WHAT COMMAND…: the command must succeed.
ok() {
    local what=$1
    shift
    number=$((number + 1))
    if "$@" > log 2>&1; then
        echo "ok $number - $what"
    else
        echo "not ok $number - $what"
        sed 's/^/# /' log
        failed=1
    fi
}

# code N COMMAND…: it ends with exit code N; its output is left in out and err.
code() {
    local want=$1 got=0
    shift
    "$@" > out 2> err || got=$?
    [ $got -eq "$want" ] && return 0
    echo "exit code $got instead of $want of: $*"
    cat out err
    return 1
}

# says N TEXT COMMAND…: exit code N, and TEXT on standard error or output.
says() {
    local want=$1 text=$2
    shift 2
    code "$want" "$@" || return 1
    grep -qF -- "$text" err out && return 0
    echo "nobody says: $text"
    cat out err
    return 1
}

finish() {
    echo "1..$number"
    exit $failed
}
