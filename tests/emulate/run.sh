#!/bin/bash
# Every check of the emulated CUDA runtime must fire: one line per case, exit
# status 1 if any case fails. Builds as generated programs are built, with the
# runtime's text pasted in front: by gcc, by clang, and under the sanitizers.
# With arguments, only the builds named: plain, clang, sanitize, watched, linked. "linked" are programs over the object
# that ihop has, EMULATOR_OBJECT in the environment.
set -u
here=$(cd "$(dirname "$0")" && pwd)
source=$here/../../src/emulate
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# The order of pasting is the one the generator reads from Meson.
headers=$(grep -o "ihop_emu[a-z_]*\.h" "$source/meson.build")

result () { # ok|FAIL name [file with details]
  printf '%-4s %s\n' "$1" "$2"
  if [ "$1" = FAIL ]; then
    failed=1
    [ $# -lt 3 ] || sed 's/^/       /' "$3"
  fi
}

paste_unit () { # NAME [preamble file]: the runtime, then the unit
  for header in $headers; do cat "$source/$header"; done
  for file in ${2:+"$2"} "$1"; do
    echo "#line 1 \"$file\""
    cat "$here/$file"
  done
}

one_case () { # build program name status says environment
  local build=$1 program=$2 name=$3 status=$4 says=$5 environment=$6 got
  # Leaks of the host are no concern of these cases, most of which end abruptly.
  env ASAN_OPTIONS=detect_leaks=0 ${environment:+"$environment"} \
    "$work/$build-$program" "$name" >"$work/out" 2>&1
  got=$?
  { tr '\n' ' ' <"$work/out"; echo; } >"$work/line"
  if [ "$status" = -1 ] && [ $got -ne 0 ] && [ $got -ne 86 ]; then status=$got; fi
  if [ $got -ne "$status" ] || ! grep -q -e "$says" "$work/line"; then
    echo "status $got, not $status; or does not say: $says" >>"$work/out"
    result FAIL "$build $program $name" "$work/out"
  else
    result ok "$build $program $name"
  fi
}

wraps=-Wl,--wrap=memset,--wrap=memcpy,--wrap=memmove,--wrap=fread,--wrap=fwrite

compile () { # source, program, compiler and flags: linked without the sanitizer's own runtime
  local source=$1 program=$2
  shift 2
  "$@" -std=gnu17 -Wall -Wextra -Werror -g -DIHOP_EMU_RACE -c "$source" -o "$program.o" || return
  case $* in
  *-DIHOP_EMU_LINKED*) "$1" "$EMULATOR_OBJECT" "$program.o" $wraps -o "$program" -lm ;;
  *-DIHOP_EMU_ACCESSES*) "$1" "$program.o" $wraps -o "$program" -lm ;;
  *) "$@" "$program.o" -o "$program" -lm ;;
  esac
}

build_and_run () { # build, compiler and flags
  local build=$1 program programs="memory watch report host"
  shift
  case $build in
  watched) programs="memory host" ;;
  sanitize) programs="memory watch report" ;;
  esac
  for program in $programs; do
    paste_unit $program.c case.h >"$work/$program.c"
    if ! compile "$work/$program.c" "$work/$build-$program" "$@" 2>"$work/out"; then
      result FAIL "$build $program compiles" "$work/out"
      continue
    fi
    while IFS='|' read -r name status says environment; do
      one_case "$build" $program "$name" "$status" "$says" "$environment" </dev/null 2>/dev/null
    done < <("$work/$build-$program" --list)
  done
}

units () { # compiler and standard: two units in one program, and nothing used
  for unit in units_a units_b; do paste_unit $unit.c >"$work/$unit.c"; done
  if "$@" -O2 -Wall -Wextra -Werror "$work/units_a.c" "$work/units_b.c" -o "$work/units" -lm \
       >"$work/out" 2>&1 \
     && [ "$(IHOP_EMU_LEAKS=1 "$work/units" 2>&1)" = "b 1" ]; then
    result ok "units under $*"
  else
    result FAIL "units under $*" "$work/out"
  fi
}

have_clang=$(command -v clang)
builds=${*:-plain clang sanitize watched linked}
for build in $builds; do
  case $build in
  plain)
    build_and_run plain gcc -O2
    for std in c99 gnu99 gnu11 c17 gnu17; do units gcc -std=$std; done ;;
  clang)
    if [ -z "$have_clang" ]; then echo "skip clang: not here"; continue; fi
    build_and_run clang clang -O2
    for std in c99 gnu17; do units clang -std=$std; done ;;
  sanitize)
    build_and_run sanitize gcc -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined ;;
  watched)
    build_and_run watched gcc -Og -fsanitize=thread -DIHOP_EMU_ACCESSES -fno-builtin-memset \
      -fno-builtin-memcpy -fno-builtin-memmove ;;
  linked)
    if [ -z "${EMULATOR_OBJECT-}" ]; then echo "skip linked: no object is given"; continue; fi
    build_and_run linked gcc -Og -fsanitize=thread -DIHOP_EMU_ACCESSES -DIHOP_EMU_LINKED -fno-builtin-memset \
      -fno-builtin-memcpy -fno-builtin-memmove ;;
  *)
    echo "run.sh: no build is called $build" >&2
    exit 2 ;;
  esac
done
exit $failed
