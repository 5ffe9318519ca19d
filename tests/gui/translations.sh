#!/bin/sh
# translations.sh SOURCES: placeholders of translations agree with the sentences, each source
# file is listed; sentences that have no Russian yet are named, which is no failure.
set -eu
cd "$1"
pot=$(mktemp)
trap 'rm -f "$pot"' EXIT
xgettext --from-code=UTF-8 --keyword=_ --keyword=N_ --keyword=g_dngettext:2,3 -o "$pot" -f po/POTFILES
for file in $(grep -l '_ ("' src/gui/*.c); do
    grep -qx "$file" po/POTFILES || { echo "$file is not in po/POTFILES"; exit 1; }
done
msgcmp po/ru.po "$pot" || true
msgfmt --check-format -o /dev/null po/ru.po
xmllint --noout data/gui/*.ui data/gui/*.xml data/desktop/*.xml data/desktop/*.svg
