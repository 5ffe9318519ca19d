#!/bin/sh
# behave.sh SHOW CC FOLDER [FLAGS…]: every program under FOLDER, printed from its tree with all macros
# expanded, compiles and does what the original does. The order of results is "tap".
show=$1 cc=$2 folder=$3
shift 3
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
find "$folder/" -name '*.c' | sort > "$work/files"
echo "1..$(wc -l < "$work/files")"

# $1: source, $2: where its results go
run ()
{
  ${cc} -w -std=gnu17 -O1 "$@" -o "$work/program" "$source" -lm || return 1
  rm -f "$work/dump"
  BENCH_DUMP="$work/dump" timeout 60 "$work/program" > "$result" 2> /dev/null
  echo "exit $?" >> "$result"
  cat "$work/dump" >> "$result" 2> /dev/null
  return 0
}

while read -r file; do
  home=$(dirname "$file")
  source=$file result=$work/expected
  if ! run -I"$home" "$@" 2> /dev/null; then
    echo "ok - $file # SKIP no program for this compiler"
    continue
  fi
  source=$work/printed.c result=$work/actual
  if "$show" "$file" expand -I"$home" "$@" > "$work/printed.c" 2> "$work/messages" \
     && run -I"$home" "$@" 2> "$work/messages" && cmp "$work/expected" "$work/actual"; then
    echo "ok - $file"
  else
    sed 's/^/# /' "$work/messages" | head -5
    echo "not ok - $file"
  fi
done < "$work/files"
