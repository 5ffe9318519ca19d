#!/usr/bin/python3
"""Cases of steps and what they make.

    golden.py DRIVE CASE.c [--update]

Each "// RUN: STEP ; STEP" in a case is run on the case's file; CASE.out holds what changed in the
text, and what was said. "-s NAME.steps" runs a script that stands beside the case. What comes out has to
compile, and a remedy that reads as a step has to be one that is taken there (not asked where
IHOP_TEST_TEXTS_ONLY is set: it is the same text under sanitizers).
"""
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile


SOURCES = pathlib.Path(__file__).parents[2] / "src/transform"
NAMES = {name for path in SOURCES.rglob("*.c")
         for name in re.findall(r'^  \.name = "([^"]+)"', path.read_text(encoding="utf-8"), re.M)}


def run(drive, case, runs):
    """Lists of steps, each on the file as it stands: what comes out of each. In one process, unless it dies."""
    words = [[str(case.parent / step) if step.endswith(".steps") else step for step in steps] for steps in runs]
    joined = [word for steps in words for word in ["-n", *steps]][1:]
    done = call(drive, case, joined)
    if len(runs) == 1:
        return [done]
    out, err = (re.split(r"\f(\d+)\n", text) for text in (done.stdout, done.stderr))
    if not len(out) == len(err) == 2 * len(runs) + 1:
        return [call(drive, case, steps) for steps in words]
    return [subprocess.CompletedProcess(words[i], int(out[2 * i + 1]), out[2 * i], err[2 * i])
            for i in range(len(runs))]


def call(drive, case, words):
    return subprocess.run([drive, str(case), *words], capture_output=True, text=True, timeout=200, check=False)


def false_remedies(drive, case, runs, done):
    """Remedies that are steps, word by word, but are refused in their turn."""
    offered = []
    for steps, one in zip(runs, done):
        for remedy in re.findall(r"^    remedy: (.*)$", one.stderr, re.M):
            words = remedy.split(" ")
            if words[0] in NAMES and "," not in remedy and not any(word.isupper() for word in words[1:]):
                offered.append([*steps[:-1], remedy])
    if "IHOP_TEST_TEXTS_ONLY" in os.environ or not offered:
        return []
    return [steps[-1] for steps, one in zip(offered, run(drive, case, offered)) if one.returncode]


def shown(case, line, done, before):
    text = [f"== {line}"]
    for said in done.stderr.splitlines():
        text.append(said.replace(f"{case.parent}/", ""))
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
    lines = re.findall(r"// RUN: (.*)", before)
    runs = [[step.strip() for step in line.split(";")] for line in lines]
    results = run(drive, case, runs)
    for line, done in zip(lines, results):
        out += shown(case, line, done, before)
        trouble = compiles(done.stdout) if done.returncode == 0 else ""
        if trouble:
            faults += 1
            print(f"{line}: does not compile: {trouble}")
    for remedy in false_remedies(drive, case, runs, results):
        faults += 1
        print(f"a remedy is refused: {remedy}")
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
