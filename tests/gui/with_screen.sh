#!/bin/sh
# with_screen.sh SIZE COMMAND…: a screen, a window manager, a bus and a home of their own. What the command
# says goes through a file: a daemon that lives longer must not keep our reader waiting.
set -eu
size=$1
shift
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
export HOME="$home" XDG_STATE_HOME="$home/state" XDG_DATA_HOME="$home/data" XDG_CONFIG_HOME="$home/config" \
    XDG_CACHE_HOME="$home/cache" XDG_RUNTIME_DIR="$home/run"
mkdir -m 700 "$XDG_RUNTIME_DIR"
export GDK_BACKEND=x11 GSK_RENDERER=cairo GSETTINGS_BACKEND=memory G_DEBUG=fatal-criticals NO_AT_BRIDGE=0 \
    LC_ALL="${IHOP_TEST_LOCALE:-C.UTF-8}" IHOP_SAID="$home/said"
status=0
# The server takes a number that nobody has, and says it when it is ready; the window manager is ready when
# there are desktops to ask for. Windows that come before it get no keyboard. Without -noreset the server would
# end whoever is just coming when the one who has asked goes.
mkfifo "$home/number"
dbus-run-session -- sh -c '
    size=$1
    shift
    Xvfb -displayfd 3 -screen 0 "${size}x24" -nolisten tcp -noreset -ac 3> "$HOME/number" &
    server=$!
    read -r number < "$HOME/number"
    export DISPLAY=":$number"
    openbox &
    manager=$!
    tries=0
    while ! xdotool get_num_desktops && [ $tries -lt 1000 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    status=0
    "$@" > "$IHOP_SAID" || status=$?
    kill $manager $server
    exit $status' with_screen "$size" "$@" < /dev/null > /dev/null 2> "$home/errors" || status=$?
cat "$home/said"
[ $status -eq 0 ] || grep -v "^dbus-daemon\|^SpiRegistry\|dbind" "$home/errors" >&2 || true
exit $status
