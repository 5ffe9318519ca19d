#!/usr/bin/python3
"""The automatic mode puts on the device what is predicted to be quicker there, loop by loop, and says what it left and why.

    prices.py IHOP CASE.c
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile


def lines_with(case, word):
    return {number for number, line in enumerate(case.read_text().splitlines(), 1) if f"/* {word} */" in line}


def with_loops_around(case, line):
    """The line and those of loops around it: a step may have exchanged them or made one kernel of the whole nest, so that another one of it is the kernel."""
    lines = case.read_text().splitlines()
    nest, depth = {line}, len(lines[line - 1]) - len(lines[line - 1].lstrip())
    for number in range(line - 1, 0, -1):
        text = lines[number - 1]
        own = len(text) - len(text.lstrip())
        if text.strip() and own < depth:
            depth = own
            nest |= {number} if text.lstrip().startswith("for ") else set()
    return nest


def generate(ihop, case, *options):
    """Lines whose loops are kernels, and what was said."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([ihop, "-v", "--auto", "--search", "quick", *options, "--emit", "json", str(case), "-o", folder],
                              capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"exit code {done.returncode}: {done.stderr}")
        plan = json.loads((pathlib.Path(folder) / f"{case.stem}.json").read_text())
    return {kernel["line"] for kernel in plan["kernels"]}, done.stdout + done.stderr


def main():
    ihop, case = sys.argv[1], pathlib.Path(sys.argv[2])
    device, host = lines_with(case, "device"), lines_with(case, "host")
    faults = []
    found, said = generate(ihop, case)
    faults += [f"line {line} is not on the device" for line in sorted(device) if not with_loops_around(case, line) & found]
    faults += [f"line {line} is on the device" for line in sorted(host & found)]
    for line in sorted(host - found):
        if not re.search(rf"line {line}: it is parallel, but \S+ is predicted to be quicker on the host as a whole: "
                         r"[\d.]+ \S+ instead of [\d.]+ \S+$", said, re.M):
            faults.append(f"the report does not say why line {line} is left")
    line = min(device)
    found, said = generate(ihop, case, "--assume", "add: n <= 64")
    faults += ["sizes that are asserted are not used"] if line in found else []
    found, _ = generate(ihop, case, "--keep-slower")
    faults += [f"line {line} is not on the device with --keep-slower" for line in sorted(device | host)
               if not with_loops_around(case, line) & found]
    print("\n".join(faults) if not faults else "\n".join([*faults, said]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
