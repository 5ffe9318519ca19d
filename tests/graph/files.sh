#!/bin/bash
# ihop graph: every kind in every format, and what is wrong with a request.
. "$(dirname "$0")/../cli/tap.sh"
root=$2
PATH=$PATH:/usr/sbin
cat > f.c <<'C'
static double g (double x) { return x * x; }
void f (int n, double A[n][n])
{
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n - 1; j++)
      A[i][j] = g (A[i-1][j+1]);
}
C
# valid FILE…: the JSON documents keep to their schema (members, kinds, values), the SVGs are XML.
valid() {
    PYTHONPATH=$root/tests python3 - "$@" <<'P'
import json, sys
from xml.dom import minidom
import schema
for name in sys.argv[1:]:
    if name.endswith(".svg"):
        minidom.parse(name)
    else:
        faults = schema.check(json.load(open(name)), "graph")
        assert not faults, f"{name}: {faults[:5]}"
P
}
for kind in deps calls flow iterations; do
    ok "$kind as SVG" code 0 "$ihop" graph f.c --kind $kind --function f -o $kind.svg
    ok "$kind as JSON" code 0 "$ihop" graph f.c --kind $kind -o $kind.json
    ok "$kind for Graphviz" code 0 "$ihop" graph f.c --kind $kind
    ok "  is taken by it" dot -Tjson0 -o /dev/null out
done
ok "--format json" code 0 "$ihop" graph f.c --kind deps --format json
ok "  is the same as -o" cmp out deps.json
ok "all are valid" valid {deps,calls,flow,iterations}.{svg,json}
ok "PNG" code 0 "$ihop" graph f.c --kind deps -o a.png
ok "  is one" grep -q PNG a.png
ok "PDF" code 0 "$ihop" graph f.c --kind iterations -o a.pdf
ok "  is one" grep -q '^%PDF-' a.pdf
ok "distances are in it" grep -q '"vector" : "(1, -1)"' deps.json
ok "sizes are said" says 0 "Sizes chosen: n = 5" "$ihop" graph f.c --kind iterations --size 4 -o b.svg
ok "no such function" says 2 "there is no function h" "$ihop" graph f.c --kind deps --function h
ok "no such loop" says 2 "there is no loop f/k" "$ihop" graph f.c --kind deps --loop f/k
ok "no such kind" says 2 "iterations" "$ihop" graph f.c --kind pie
ok "another ending" says 2 "must end in" "$ihop" graph f.c --kind deps -o a.gif
ok "without Graphviz" says 5 "Graphviz" env PATH=/nonexistent "$ihop" graph f.c --kind deps -o c.svg
ok "  leaves nothing" test ! -e c.svg
ok "  but iterations need none" code 0 env PATH=/nonexistent "$ihop" graph f.c --kind iterations -o d.svg
finish
