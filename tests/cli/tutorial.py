#!/usr/bin/python3
"""doc/tutorial.md is typed in as it stands, and each answer has to be the one that is printed there.

    tutorial.py IHOP

A line with "$" is a command; the lines behind it are its answer. "…" stands for what differs from run to run, on a
line of its own for any number of lines."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PAGES = pathlib.Path(__file__).resolve().parents[2] / "doc"


def commands(page):
    """Each command with the answer that the page gives."""
    found = []
    for block in re.findall(r"(?m)(?:^    .*\n|^\n(?=    (?! *\$)))+", page):
        for line in block.splitlines():
            line = line[4:]
            if line.startswith("$ "):
                found.append((line[2:], []))
            elif found:
                found[-1][1].append(line)
    return [(command, "\n".join(answer).rstrip()) for command, answer in found]


def pattern(answer):
    """What fits the answer: a line of "…" alone any lines, in a line anything."""
    lines = ["(?:.*\n)*?" if line.strip() == "…" else re.escape(line).replace("…", ".*") + "\n"
             for line in answer.splitlines()]
    return "".join(lines)


def main():
    ihop = pathlib.Path(sys.argv[1]).resolve()
    page = (PAGES / "tutorial.md").read_text()
    failures = 0
    typed = commands(page)
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(PAGES / "tutorial/photo.c", folder)
        environment = dict(os.environ, PATH=f"{ihop.parent}:{os.environ['PATH']}", LC_ALL="C.UTF-8")
        for command, answer in typed:
            done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, text=True, check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
            if not re.fullmatch(pattern(answer), done.stdout + "\n" * (done.stdout[-1:] not in ("\n", ""))):
                print(f"not ok: {command}\nthe page says:\n{answer}\nit says:\n{done.stdout}")
                failures += 1
    if len(typed) < 10:
        print(f"not ok: only {len(typed)} commands were found on the page")
        failures += 1
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
