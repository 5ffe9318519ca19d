#!/usr/bin/python3
"""doc/command-line.md and the program say the same: commands, options, exit codes.

    contract.py IHOP
"""
import pathlib
import re
import subprocess
import sys

PAGE = pathlib.Path(__file__).resolve().parent.parent.parent / "doc/command-line.md"
ELSEWHERE = {"bench", "serve", "gui"}  # their options have pages of their own, or none


def help_of(ihop, *command):
    done = subprocess.run([ihop, *command, "--help"], capture_output=True, text=True, timeout=60)
    return done.stdout if done.returncode == 0 else ""


def options_of(text):
    return set(re.findall(r"^  (?:-\w, )?(--[\w-]+)", text, re.M))


def main():
    ihop, page, problems = sys.argv[1], PAGE.read_text(), []
    top = help_of(ihop)
    commands = re.findall(r"^  (\w+) .*", top[top.index("Commands"):top.index("Options:")], re.M)
    known = options_of(top)
    for name in commands:
        if not re.search(rf"^    ihop {name}\b", page, re.M):
            problems.append(f"the page does not know the command {name}")
        text = help_of(ihop, name)
        if not text:
            problems.append(f"ihop {name} --help says nothing")
        known |= options_of(text) if name not in ELSEWHERE else set()
    short = {"--database": "-p", "--output": "-o", "--quiet": "-q", "--verbose": "-v"}
    known -= {long for long, word in short.items() if f"`{word}" in page}
    said = set(re.findall(r"(?<![\w-])(--[a-z][\w-]*)", page)) - short.keys()
    problems += [f"the page does not know {option}" for option in sorted(known - said)]
    problems += [f"no command knows {option}" for option in sorted(said - known)]
    codes = page[page.index("## Exit codes"):]
    problems += [f"the page does not know exit code {code}" for code in re.findall(r"(\d+) (?:done|[a-z])", top)
                 if not re.search(rf"\b{code} ", codes)]
    print("\n".join(problems) or f"{len(commands)} commands and {len(known)} options are as the page says")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
