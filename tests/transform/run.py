#!/usr/bin/python3
"""Programs that say the same after steps as before.

    run.py DRIVE CASE.c

Every "// STEP: …" of the case is taken, in order. Both programs are built with checks for undefined
behaviour, run, and what they print is compared: what a step makes may not overflow where the
owner's code does not.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

CHECKS = ["-fsanitize=undefined", "-fno-sanitize-recover=all"]


def printed(source, folder):
    binary = os.path.join(folder, "program")
    subprocess.run(["gcc", "-std=gnu17", "-O1", "-w", *CHECKS, str(source), "-o", binary, "-lm"],
                   check=True)
    done = subprocess.run([binary], capture_output=True, text=True, timeout=100, check=False)
    return done.stdout, done.stderr, done.returncode


def main():
    drive, case = sys.argv[1], pathlib.Path(sys.argv[2])
    steps = [step.strip() for step in re.findall(r"// STEP: (.*)", case.read_text(encoding="utf-8"))]
    with tempfile.TemporaryDirectory() as folder:
        expected = printed(case, folder)
        done = subprocess.run([drive, str(case), *steps], capture_output=True, text=True,
                              timeout=100, check=False)
        if done.returncode:
            print(done.stderr)
            return 1
        after = pathlib.Path(folder) / "after.c"
        after.write_text(done.stdout, encoding="utf-8")
        actual = printed(after, folder)
    print(f"{len(steps)} steps, {len(expected[0].splitlines())} lines")
    if expected[2] or not expected[0] or actual != expected:
        print(expected, actual, done.stdout, sep="\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
