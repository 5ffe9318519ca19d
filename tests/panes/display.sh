#!/bin/bash
# A screen and a bus of their own: display.sh PROGRAM ARGUMENT…
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
export XDG_CONFIG_HOME=$home/config XDG_DATA_HOME=$home/data XDG_STATE_HOME=$home/state XDG_CACHE_HOME=$home/cache
export GDK_BACKEND=x11 GSK_RENDERER=cairo GSETTINGS_BACKEND=memory G_DEBUG=fatal-criticals LC_ALL=C.UTF-8
export NO_AT_BRIDGE=0 GTK_A11Y=atspi
size=${IHOP_SCREEN:-1280x800}
# The bus' servants write to standard output, too; only the test's own words count.
exec 7>&1
dbus-run-session -- xvfb-run -a -s "-screen 0 ${size}x24" bash -c '"$@" >&7' bash "$@" > /dev/null
