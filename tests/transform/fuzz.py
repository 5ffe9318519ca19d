#!/usr/bin/env python3
"""Random nests, random steps: the program before and the program after, run and compared.

    fuzz.py FUZZ [--count N] [--seed S] [--batch K] [--steps T] [--force] [--keep DIR]

--count is the number of functions; each gets up to T random steps, those that are accepted are
taken. All memory is compared, bit for bit. With --force, a step that the judge refused is taken in
each function, and the share of those that do no harm at these sizes is shown: how timid the judge
is. Nothing is a fault then.
"""
import argparse
import collections
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "fuzz"))
import products  # noqa: E402

SIZES = [(9, 7), (14, 11), (1, 0), (0, 3)]


def steps_of(report):
    """function → its lines; what was refused and why."""
    found, counts = collections.defaultdict(list), collections.Counter()
    for line in report.splitlines():
        words = line.split()
        if not words or words[0] not in "+-!":
            continue
        rest = words[2:] if words[0] == "-" and words[1].startswith("IHOP") else words[1:]
        counts[words[0], rest[0], words[1] if words[0] == "-" else ""] += 1
        if words[0] != "-":
            found[rest[1].split("/")[0]].append(words[0] + " " + " ".join(rest))
    return found, counts


def check_batch(options, first, folder):
    seeds = range(first, first + options.batch)
    before, after = (os.path.join(folder, f"{kind}_{first}.c") for kind in ("before", "after"))
    pathlib.Path(before).write_text(products.program(seeds, SIZES), encoding="utf-8")
    command = [options.fuzz, before, str(first), str(options.steps)]
    done = products.run(command + (["force"] if options.force else []))
    steps, counts = steps_of(done.stderr)
    if done.returncode:
        return [f"{' '.join(command)} ends with {done.returncode}: {done.stderr[-2000:]}"], counts, 0, 0
    pathlib.Path(after).write_text(done.stdout, encoding="utf-8")
    expected, fault = products.build_and_run(options.cc, before, folder, [])
    actual, fault2 = (None, None) if fault else products.build_and_run(options.cc, after, folder, [])
    if fault or fault2:
        return [fault or fault2 + "\n" + done.stderr], counts, 0, 0
    wrong = products.differ(expected, actual, True)
    faults = [f"{after}: {name}: {what}\n    " + "\n    ".join(steps[name])
              for name, what in wrong.items()]
    forced = {name for name, lines in steps.items() if any(line[0] == "!" for line in lines)}
    return faults, counts, len(forced), len(forced & set(wrong))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("fuzz")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=10)
    parser.add_argument("--steps", type=int, default=8)
    parser.add_argument("--force", action="store_true")
    parser.add_argument("--keep")
    parser.add_argument("--cc", default="gcc")
    options = parser.parse_args()
    folder = options.keep or tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=True)
    faults, total, forced, harmful = 0, collections.Counter(), 0, 0
    for first in range(options.seed, options.seed + options.count, options.batch):
        found, counts, tried, hurt = check_batch(options, first, folder)
        total += counts
        forced, harmful = forced + tried, harmful + hurt
        if not options.force:
            faults += len(found)
            for fault in found:
                print(fault, flush=True)
    names = sorted({key[1] for key in total})
    for name in names:
        taken = sum(n for key, n in total.items() if key[1] == name and key[0] != "-")
        why = ", ".join(f"{n} {key[2]}" for key, n in sorted(total.items())
                        if key[1] == name and key[0] == "-")
        print(f"{name:16} {taken:5} taken; refused: {why}")
    taken = sum(n for key, n in total.items() if key[0] == "+")
    print(f"{options.count} functions, {taken} steps taken, {faults} faults")
    if options.force:
        print(f"{forced} refused steps forced, {forced - harmful} did no harm at these sizes")
    return 1 if faults or (not options.force and taken < options.count // 4) else 0


if __name__ == "__main__":
    sys.exit(main())
