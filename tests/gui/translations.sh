#!/bin/sh
# translations.sh SOURCES: what the desktop and GTK read is well-formed (messages.py has the translations).
set -eu
cd "$1"
xmllint --noout data/gui/*.ui data/gui/*.xml data/desktop/*.xml data/desktop/*.svg
