#!/usr/bin/python3
"""Verdicts on random nests, held against what really happens.

For every loop that ihop calls parallel, no two iterations may touch the same memory with a write
among them, save through what the verdict lists as private (and then every iteration writes before
it reads) or as reduction. For every loop it calls sequential, the witness must be a real
collision. What is independent in truth and still not called parallel is counted as timidity.

    verdicts.py IHOP [--count N] [--seed S] [--batch K] [--keep DIR]
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

import nests
import rich
import rounds


def make_batch(seeds, maker):
    lines, functions = nests.RICH.splitlines(), {}
    for seed in seeds:
        body = maker(seed).function()
        text, where = nests.print_function(f"f{seed}", body, len(lines) + 1, None)
        functions[f"f{seed}"] = (body, where)
        lines += text
    lines += ["int main (void)", "{"]
    lines += [f"  static double A[{nests.DIM}][{nests.DIM}], B[{nests.DIM}][{nests.DIM}],"
              f" C[{nests.DIM}][{nests.DIM}], x[{nests.LONG}], y[{nests.LONG}], z[{nests.LONG}];",
              f"  static int idx[{nests.DIM}], perm[{nests.DIM}];", "  double r = 0;",
              f"  for (int i = 0; i < {nests.DIM}; i++)", "    rows[i] = T[i];"]
    lines += [f"  r += {name} (9, 7, A, B, C, x, y, z, idx, perm);" for name in functions]
    lines += ["  return r > 0;", "}"]
    return "\n".join(lines) + "\n", functions


def analyze(ihop, path):
    done = subprocess.run([ihop, "analyze", "--format", "json", path], capture_output=True, text=True,
                          timeout=600)
    if done.returncode not in (0, 1):
        raise SystemExit(f"ihop analyze ended with {done.returncode} on {path}:\n{done.stderr[-2000:]}")
    return json.loads(done.stdout)


def root_name(variable):
    for stop in "[.-":
        variable = variable.split(stop)[0]
    return variable


def place_name(variable):
    """Members of records are places of their own here."""
    name = variable if variable in nests.MEMBERS else root_name(variable)
    return nests.SAME.get(name, name)


def updates_of(body, name):
    """The statements that update this variable by an operator, as a reduction may."""
    for s in body:
        if s[0] in ("for", "while"):
            yield from updates_of(s[6], name)
        elif s[0] == "if":
            yield from updates_of(s[2] + s[3], name)
        elif s[0] == "set" and root_name(s[1][1]) == name:
            yield id(s)


def stored(body):
    """id of each statement that stores a number → the number."""
    return {id(s): s[3][1] for s in sets_in(body) if s[2] == "=" and s[3][0] == "num"}


def sets_in(body):
    for s in body:
        if s[0] in ("for", "while"):
            yield from sets_in(s[6])
        elif s[0] == "if":
            yield from sets_in(s[2] + s[3])
        elif s[0] == "set":
            yield s


def holds(conditions):
    """Whether the conditions that a program would test hold for our parameters."""
    for condition in conditions:
        words = condition.replace("&&", " and ").replace("||", " or ").replace("/", "//")
        try:
            if not eval(words, {"__builtins__": {}}, dict(nests.PARAMETERS)):
                return False
        except Exception:  # an iterator of a loop around, or C that is not Python
            return False
    return True


def judge_inductions(run, loop, entry):
    """Whether what counts along holds first + step * number when an iteration starts."""
    for induction in entry.get("inductions", []):
        name = induction["variable"]
        try:
            step = eval(induction["by"].replace("/", "//"), {"__builtins__": {}}, dict(nests.PARAMETERS))
        except NameError:       # an iterator of a loop around
            continue
        for (which, _), starts in run.starts.items():
            if which == id(loop) and name in nests.COUNTERS:
                held = [counters[name] for counters in starts]
                if held != [held[0] + step * k for k in range(len(held))]:
                    return f"{name} does not count by {step}: {held}"
    return None


def judge_last(run, loop, names):
    """What iterations have copies of their own of has to be as the last one leaves it: whatever any of them writes there, the
    last one does. Of variables that may be dead behind the loop nothing is asked."""
    written, last = {}, {}
    for place, is_write, _, stack in run.events:
        level = next((k for k, frame in enumerate(stack) if frame[0] == id(loop)), None)
        if level is None:
            continue
        around = tuple(f[:2] for f in stack[:level])
        last[around] = max(last.get(around, 0), stack[level][1])
        if is_write and len(place) > 1 and place_name(place[0]).partition(".")[0] in names:
            written.setdefault((around, place), set()).add(stack[level][1])
    for (around, place), iterations in written.items():
        if last[around] not in iterations:
            return f"{place[0]}{list(place[1:])}: the last iteration does not write what iteration {max(iterations)} does"
    return None


def judge_parallel(run, loop, entry):
    conflicts, exposed = nests.carried(run, loop)
    privates = {place_name(p) for p in entry.get("private", [])}
    reduced = {root_name(r["variable"]) for r in entry.get("reductions", [])}
    set_alike = {root_name(r["variable"]) for r in entry.get("reductions", []) if r["operator"] == "="}
    numbers = stored(loop[6])
    for place, (a, b) in conflicts.items():
        name = root_name(place[0])
        if name in {d["variable"] for d in entry.get("inductions", [])}:
            continue
        if name in set_alike and not (a[2] in numbers and numbers[a[2]] == numbers.get(b[2])):
            return f"{name}: not one number is stored by iterations {a[3]} and {b[3]}"
        if name in reduced and {a[2], b[2]} <= set(updates_of(loop[6], name)):
            continue
        if name in privates and place not in exposed:
            continue
        return f"{name}{list(place[1:])}: iterations {a[3]} and {b[3]} collide"
    return judge_last(run, loop, {root_name(p) for p in entry.get("private", [])})


def lines_touched(run, where, names):
    """{(line, values of the named iterators, element)} for every access of the run."""
    variables = {id(s): nests.counter_name(s) for s in names}
    found = set()
    for place, is_write, statement, stack in run.events:
        if statement in where:
            iteration = tuple(sorted((variables[f[0]], f[2]) for f in stack))
            found.add((where[statement], iteration, place, is_write))
    return found


def runs_all(body):
    """Whether no loop is left before its end."""
    return not any(word in repr(body) for word in ("('stop',", "('out',"))


def judge_witness(body, where, dependence, around):
    """Of loops around that are left early no particular iteration is known to happen: "around" are left out then."""
    parameters = dict(nests.PARAMETERS)
    for given in dependence.get("parameters", []):
        name, _, value = given.partition("=")
        if name.strip() in parameters:
            parameters[name.strip()] = int(value)
        else:
            return None         # outer iterators as parameters: the ends tell them as well
    if not nests.is_certain(body):
        return None         # whether and where it happens is decided by data we do not have
    run = nests.Run(parameters, limit=400000)
    try:
        run.statements(body)
    except nests.TooLong:
        return None
    loops = [loop for loop, _ in nests.loops_of(body)]
    touched = lines_touched(run, where, loops)
    place = (place_name(dependence["variable"]),) + tuple(dependence["element"])
    if around:
        touched = {(line, iteration, place if p[0] == place[0] else p, w) for line, iteration, p, w in touched}
    kind = dependence["kind"]
    ends = (("source", kind in ("flow", "output")), ("sink", kind in ("anti", "output")))
    for end, is_write in ends:
        at = dependence[end]
        wanted = {pair for pair in at["iteration"].items() if pair[0] not in around}
        if not any(line == at["line"] and p == place and w == is_write and wanted <= set(iteration)
                   for line, iteration, p, w in touched):
            return f"the {kind} witness on {place}: no such {end} {at} with {parameters}"
    return None


def check(functions, report, tally):
    faults = []
    by_line = {entry["line"]: entry for entry in report["loops"]}
    for name, (body, where) in functions.items():
        run = nests.Run(nests.PARAMETERS)
        try:
            run.statements(body)
        except nests.TooLong:
            continue
        for loop, path in nests.loops_of(body):
            entry = by_line.get(where[id(loop)])
            if entry is None:
                faults.append(f"{name}: the loop at line {where[id(loop)]} is missing")
                continue
            tally[entry["verdict"]] = tally.get(entry["verdict"], 0) + 1
            fault = None
            if entry["verdict"] == "parallel" and not holds(entry.get("conditions", [])):
                tally["conditional"] = tally.get("conditional", 0) + 1
            elif entry["verdict"] == "parallel":
                fault = judge_parallel(run, loop, entry) or judge_inductions(run, loop, entry)
            elif entry["verdict"] == "sequential":
                exact = [d for d in entry["dependences"] if d.get("exact", True)]
                around = set() if runs_all(body) else {nests.counter_name(s) for s in path} | {s[1] for s in path}
                if not exact:
                    fault = "sequential without a witness"
                for dependence in exact:
                    fault = fault or judge_witness(body, where, dependence, around)
            if entry["verdict"] != "parallel":
                conflicts, exposed = nests.carried(run, loop)
                if not set(conflicts) & exposed:
                    tally["timid"] = tally.get("timid", 0) + 1
            if fault:
                faults.append(f"{entry['loop']} (line {entry['line']}) is {entry['verdict']}: {fault}")
    return faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ihop")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=50)
    parser.add_argument("--rich", action="store_true", help="counters, bits, records and odd heads")
    parser.add_argument("--rounds", action="store_true", help="rounds that set parts of what others have set")
    parser.add_argument("--keep", help="folder for the texts of failing batches")
    options = parser.parse_args()
    maker = rich.Maker if options.rich else rounds.Maker if options.rounds else nests.Maker
    tally, faults = {}, []
    with tempfile.TemporaryDirectory() as folder:
        for first in range(options.seed, options.seed + options.count, options.batch):
            seeds = range(first, min(first + options.batch, options.seed + options.count))
            text, functions = make_batch(seeds, maker)
            path = os.path.join(options.keep or folder, f"nests_{first}.c")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            found = check(functions, analyze(options.ihop, path), tally)
            faults += [f"{path}: {fault}" for fault in found]
    for fault in faults[:40]:
        print("not ok", fault)
    print(f"{options.count} functions, loops: {tally}; {len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
