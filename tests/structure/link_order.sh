#!/bin/sh
# libisl stands before everything of LLVM among the libraries that ihop needs, if it needs these: see isl_version.c.
set -eu
readelf -d "$1" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' | awk '
  /^libisl/ { isl = NR } /^lib(LLVM|clang)/ && !llvm { llvm = NR }
  END { print "libisl is number " isl ", LLVM number " llvm; exit llvm && !(isl && isl < llvm) }'
