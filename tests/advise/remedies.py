#!/usr/bin/python3
"""A remedy offered is a remedy that works: each one of every loop is taken by `ihop transform`, and
what it is said to make parallel is parallel then.

    remedies.py IHOP CASE.c..."""
import json
import pathlib
import subprocess
import sys
import tempfile

REQUIRED = {"steps", "parallel", "statements", "parallel_statements_before", "parallel_statements",
            "seconds_before", "seconds", "device_bytes_before", "device_bytes"}

faults = []
offered = 0


def ask(ihop, *words):
    done = subprocess.run([ihop, *words], capture_output=True, text=True, check=False)
    if done.returncode:
        faults.append(f"{' '.join(words)}: exit code {done.returncode}: {done.stderr}")
        return None
    return json.loads(done.stdout)


def parallel_in(ihop, path):
    answer = ask(ihop, "analyze", "--format", "json", str(path))
    return {loop["loop"] for loop in answer["loops"] if loop["verdict"] == "parallel"}


def take(ihop, case, remedy, folder):
    out = f"{folder}/{case.name}"
    steps = [word for step in remedy["steps"] for word in ("--step", step)]
    if ask(ihop, "transform", "--format", "json", str(case), *steps, "-o", out) is None:
        return
    missing = set(remedy["parallel"]) - parallel_in(ihop, out)
    if missing:
        faults.append(f"{case.name}: {remedy['steps']}: not parallel: {missing}")


def check(ihop, case, folder):
    global offered
    for loop in ask(ihop, "analyze", "--format", "json", str(case))["loops"]:
        answer = ask(ihop, "explain", "--format", "json", str(case), loop["loop"])
        for remedy in answer["remedies"]:
            offered += 1
            if set(remedy) != REQUIRED or not remedy["steps"]:
                faults.append(f"{case.name} {loop['loop']}: {remedy}")
            take(ihop, case, remedy, folder)


def main():
    ihop, cases = sys.argv[1], [pathlib.Path(name) for name in sys.argv[2:]]
    with tempfile.TemporaryDirectory() as folder:
        for case in cases:
            check(ihop, case, folder)
    if offered < len(cases):
        faults.append(f"only {offered} remedies for {len(cases)} files")
    print("\n".join(faults) or f"{offered} remedies, all taken")
    return 1 if faults else 0


sys.exit(main())
