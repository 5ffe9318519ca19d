#!/usr/bin/env python3
"""Cases of steps and what they make.

    golden.py DRIVE CASE.c [--update]

Each "// RUN: STEP ; STEP" in a case is run on the case's file; CASE.out holds what changed in the
text, and what was said. What comes out has to compile (not asked where IHOP_TEST_TEXTS_ONLY is set: it is the
same text under sanitizers).
"""
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile


def run(drive, case, steps):
    return subprocess.run([drive, str(case), *steps], capture_output=True, text=True, timeout=100,
                          check=False)


def shown(case, line, done, before):
    text = [f"== {line}"]
    for said in done.stderr.splitlines():
        text.append(said.replace(str(case), case.name))
    if done.returncode not in (0, 1):
        text.append(f"exit code {done.returncode}")
    if done.returncode == 0:
        diff = difflib.unified_diff(before.splitlines(), done.stdout.splitlines(), n=1, lineterm="")
        text += [part for part in diff if not part.startswith(("---", "+++", "@@"))]
    return "\n".join(text) + "\n\n"


def compiles(text):
    if "IHOP_TEST_TEXTS_ONLY" in os.environ:
        return ""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "x.c")
        pathlib.Path(path).write_text(text, encoding="utf-8")
        done = subprocess.run(["cc", "-std=gnu17", "-fsyntax-only", "-Wno-unknown-pragmas", path],
                              capture_output=True, text=True, check=False)
        return done.stderr


def main():
    drive, case = sys.argv[1], pathlib.Path(sys.argv[2])
    before = case.read_text(encoding="utf-8")
    out, faults = "", 0
    for line in re.findall(r"// RUN: (.*)", before):
        done = run(drive, case, [step.strip() for step in line.split(";")])
        out += shown(case, line, done, before)
        trouble = compiles(done.stdout) if done.returncode == 0 else ""
        if trouble:
            faults += 1
            print(f"{line}: does not compile: {trouble}")
    golden = case.with_suffix(".out")
    if "--update" in sys.argv:
        golden.write_text(out, encoding="utf-8")
        return 0
    expected = golden.read_text(encoding="utf-8")
    if out != expected:
        faults += 1
        sys.stdout.writelines(difflib.unified_diff(expected.splitlines(True), out.splitlines(True),
                                                   str(golden), "now"))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
