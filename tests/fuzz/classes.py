#!/usr/bin/python3
"""Classes of verdicts that were wrong once, fifteen programs each, made from what a class has in common: the guard that a
nest stands behind, the length of its rows, what its variables were set to.

Of each program is said which verdicts its loop may have, and a state of its variables in which the loop runs and
iterations do not meet: there, the conditions of a loop called parallel hold. What 'analyze' prints, what 'explain' prints
and what JSON says (of two programs of each class) is one verdict with one condition.

    classes.py IHOP
"""
import argparse
import json
import os
import re
import subprocess
import sys
import tempfile

COUNT = 15

# Ways to say that a variable is not zero (%s), around a nest: what stands in front, and behind.
GUARDS = [("if (%s != 0) {", "}"), ("if (%s) {", "}"), ("if (%s == 0) return; {", "}"), ("if (!%s) return; else {", "}"),
          ("if (0 == %s) { A[0] = 1; } else {", "}"), ("switch (%s) { case 0: break; default: {", "} }"),
          ("if (%s > 0 || %s < 0) {", "}"), ("{ if (%s != 0) ; else return;", "}"), ("if (!(%s == 0)) {", "}"),
          ("int f = %s != 0; if (f) {", "}"), ("do { if (%s == 0) break;", "} while (0);"),
          ("switch (%s) { case 0: return; } {", "}"), ("while (%s != 0) {", "break; }"), ("if (1 && %s) {", "}"),
          ("int g = %s; if (g != 0) {", "}")]


def guarded(at, name, nest):
    before, behind = GUARDS[at % len(GUARDS)]
    return f"{before.replace('%s', name)} {nest} {behind}"


def row_under_ne(at):
    back, kind = 1 + at % 3, ["long", "int"][at % 2]
    nest = f"for ({kind} i = 0; i < J; ++i) for ({kind} j = {back}; j < M; ++j) A[j + i * I] = A[j - {back} + i * I] + 1;"
    return f"void F (double *A, {kind} I, {kind} J, {kind} M, {kind} n) {{ {guarded(at, 'n', nest)} }}", "i/j", ["sequential"], None


def vacuous_wrong(at):
    back, less = 1 + at // 5, ["I - L", "I", "I - 1"][at % 3]
    nest = f"for (i = {back}; i < {less}; ++i) for (j = 0; j < J; ++j) A[i + j * I] = A[i - {back} + j * I] + 1;"
    return (f"void F (double *A, long I, long J, long L) {{ static long n = 0; long i, j; {guarded(at, 'n', nest)} ++n; }}",
            "i", ["sequential"], None)


def moving_pointer(at):
    first, step, guard = at % 4, 1 + at % 2, guarded(at, "on", "%s")
    nests = [f"int k = {first + step}; for (int i = 0; i < h; i++) for (int j = 0; j < w; j++) {{ A[k] = A[k - {step}] * 3 + x[i * w + j]; k += {step}; }}",
             f"double *p = A + {step}; for (int i = 0; i < h; i++) for (int j = 0; j < w; j++) {{ *p = p[-{step}] + x[i * w + j]; p++; }}",
             f"int s = {first}; double *q = A; for (int i = 1; i < h - 1; i++) for (int j = 1; j < w - 1; j++) {{ s = s * 31 + (int) x[i * w + j]; *q++ = s; }}"]
    return (f"void F (int on, double *restrict A, const double *restrict x, int w, int h) {{ {guard.replace('%s', nests[at % 3])} }}",
            "i", ["sequential", "unknown"], None)


def never_holds(at):
    more, to = at % 5, at % (at % 5 + 1)
    nests = [(f"for (long i = 1; i < I + {to}; ++i) for (long j = 0; j < J; ++j) A[i + j * (I + {more})] += 1;", []),
             (f"for (long j = 0; j < J; ++j) for (long i = 0; i < I + {to}; ++i) A[i + j * (I + {more})] = j;", []),
             (f"long W = I * {more + 2}; for (long j = 0; j < J; ++j) for (long i = 0; i < {more + 2}; ++i) A[W * j + i] = i;", ["I"])]
    nest, names = nests[at % 3]
    return (f"void F (double *A, long I, long J) {{ {nest} }}", "i" if at % 3 == 0 else "j", ["parallel"],
            ({"I": 9, "J": 7}, names))


def vacuous_condition(at):
    more, width = at % 4, ["I", "I + 2", "L"][at % 3]
    nest = f"for (i = {more}; i < K; ++i) for (j = 0; j < J; ++j) A[i + j * ({width})] = {more};"
    return (f"void F (double *A, long I, long J, long K, long L) {{ static long n = 0; long i, j; {guarded(at, 'n', nest)} ++n; }}",
            "i", ["parallel"], ({"I": 20, "J": 4, "K": 18, "L": 30, "n": 1}, ["I", "J", "K", "L", "n"]))


def refuted_by_constant(at):
    length, first = 4 + at % 5, 10 + at
    ways = [f"b = {first};", f"b = 3; b = {first};", f"b = {first - 1}; b++;", f"if (c) b = {first}; else b = {first + 7};",
            f"switch (c) {{ case 0: b = {first}; break; default: b = {first + 3}; }}"]
    return (f"void F (double *restrict A, const double *restrict x, int c) {{ int k, b; {ways[at % 5]} "
            f"for (k = 0; k < {length}; k++) {{ A[k] = x[k]; A[b + k] = 2 * x[k]; }} b = 5; if (c) A[b] = 1; }}", "k", ["parallel"], ({}, []))


def refuted_by_links(at):
    by = 1 + at % 4
    ways = [f"a = {by} * m; b = a + m;", f"a = m * {by}; b = a; b += m;", f"b = {by + 1} * m; a = b - m;",
            f"a = 0; b = a + m + {by};", f"if (m < {by}) return; a = c; b = a + m;"]
    return (f"void F (double (*restrict A)[16], double (*restrict x)[16], int m, int c) {{ int j, k, a, b; {ways[at % 5]} "
            "for (k = 0; k < m; k++) for (j = 0; j < 16; j++) { A[a + k][j] = x[k][j]; A[b + k][j] = 2 * x[k][j]; } "
            "a = 1; b = 2; if (c) A[a][b] = 3; }", "k", ["parallel"], ({"m": 4, "c": 3}, ["m"]))


CLASSES = [row_under_ne, vacuous_wrong, moving_pointer, never_holds, vacuous_condition, refuted_by_constant, refuted_by_links]


def holds(condition, state):
    text = re.sub(r"!(?!=)", " not ", condition.replace("&&", " and ").replace("||", " or ")).replace("/", "//")
    return eval(text, {"__builtins__": {}}, dict(state))


def run(ihop, *arguments):
    done = subprocess.run([ihop, *arguments], capture_output=True, text=True, timeout=300, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"ihop {' '.join(arguments)} ended with {done.returncode}:\n{done.stderr[-2000:]}")
    return done.stdout


def fault_of_verdict(entry, verdicts, state):
    if entry["verdict"] not in verdicts:
        return f"is {entry['verdict']} if {entry['conditions']}, not {' or '.join(verdicts)}"
    if entry["verdict"] != "parallel" or state is None:
        return entry["conditions"] and f"has conditions {entry['conditions']}"
    values, names = state
    for condition in entry["conditions"]:
        if not holds(condition, values):
            return f"its condition {condition} does not hold with {values}"
        if not set(re.findall(r"[A-Za-z]\w*", condition)) <= set(names):
            return f"needs no condition, but has {condition}"
    return None


def fault_of_texts(ihop, path, entry, shown):
    """Whether people are told what programs are."""
    explained = run(ihop, "explain", path, entry["loop"])
    own = json.loads(run(ihop, "explain", "--format", "json", path, entry["loop"]))["loop"]
    for field in ("verdict", "conditions", "assumptions"):
        if own[field] != entry[field]:
            return f"explain --format json says {own[field]}, analyze {entry[field]}"
    for name, text in (("analyze", shown), ("explain", explained)):
        if entry["verdict"] not in text.split("\n")[0]:
            return f"{name} says {text}, JSON {entry['verdict']}"
        if not all(assumption in text for assumption in entry["assumptions"]):
            return f"{name} does not say {entry['assumptions']}: {text}"
        if not entry["assumptions"] and re.search(r"\bif \S+ stays|\(tested", text):
            return f"{name} has a condition that JSON has not: {text}"
    return None


def check(ihop, folder, make):
    programs = [make(at) for at in range(COUNT)]
    path = os.path.join(folder, make.__name__ + ".c")
    with open(path, "w", encoding="utf-8") as file:
        file.write("".join(text.replace("void F ", f"void f{at} ") + "\n" for at, (text, *_) in enumerate(programs)))
    entries = {entry["loop"]: entry for entry in json.loads(run(ihop, "analyze", "--format", "json", path))["loops"]}
    lines = run(ihop, "analyze", path).split("\n")
    faults = []
    for at, (text, loop, verdicts, state) in enumerate(programs):
        name = next(n for n in entries if re.fullmatch(rf"f{at}/((while|do|n)/)?{loop}", n))
        entry = entries[name]
        shown = next(line for line in lines if re.search(rf"\s{re.escape(name)}(\s|$)", line))
        fault = fault_of_verdict(entry, verdicts, state)
        if fault is None and at % 7 == 3:
            fault = fault_of_texts(ihop, path, entry, shown)
        if fault:
            faults.append(f"{make.__name__} {at}: {name} {fault}\n  {text}")
    return faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ihop")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        faults = [fault for make in CLASSES for fault in check(options.ihop, folder, make)]
    for fault in faults:
        print("not ok", fault)
    print(f"{len(CLASSES) * COUNT} programs of {len(CLASSES)} classes; {len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
