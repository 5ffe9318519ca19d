#!/bin/sh
# with_screen.sh SIZE COMMAND…: a screen, a window manager, a bus and a home of their own.
set -eu
size=$1
shift
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
export HOME="$home" XDG_STATE_HOME="$home/state" XDG_DATA_HOME="$home/data" XDG_CONFIG_HOME="$home/config" \
    XDG_CACHE_HOME="$home/cache" XDG_RUNTIME_DIR="$home/run"
mkdir -m 700 "$XDG_RUNTIME_DIR"
export GDK_BACKEND=x11 GSK_RENDERER=cairo GSETTINGS_BACKEND=memory G_DEBUG=fatal-criticals NO_AT_BRIDGE=0 \
    LC_ALL="${IHOP_TEST_LOCALE:-C.UTF-8}"
# What daemons say is not the test's output.
exec 3>&1
dbus-run-session -- xvfb-run -a -s "-screen 0 ${size}x24 -nolisten tcp" sh -c '
    openbox > /dev/null 2>&1 &
    manager=$!
    status=0
    "$@" >&3 || status=$?
    kill $manager 2> /dev/null || true
    exit $status' with_screen "$@" > /dev/null 2> "$home/said" || { status=$?; grep -v "^dbus-daemon\|^SpiRegistry" "$home/said" >&2; exit $status; }
