#!/usr/bin/python3
"""Whether the engine still says the sentences that the window translates (src/project/phrases.c).

    phrases.py SOURCE-ROOT
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])
STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
PIECES = re.compile(r'(?:"(?:[^"\\]|\\.)*"\s*)+')
# Put together piece by piece in judge_order.c and witness.c.
COMPOSED = ("the %s dependence from",)


def strings(text):
    """Adjacent literals are one."""
    for found in PIECES.finditer(text):
        yield "".join(part[1:-1] for part in STRING.findall(found.group()))


said = set()
for path in [*ROOT.glob("src/*/*.c"), *ROOT.glob("src/*/*.cc")]:
    if path.name != "phrases.c" and path.parent.name != "gui":
        said.update(strings(path.read_text()))
lost = []
for phrase in strings(re.sub(r'/\*.*?\*/|#include.*', "", (ROOT / "src/project/phrases.c").read_text(), flags=re.S)):
    # "%s%s" in the engine is nothing, or a colon and a reason.
    forms = {phrase, phrase.removesuffix(": %s") + "%s%s", phrase + "%s%s"}
    if not phrase.startswith(COMPOSED) and not forms & said:
        lost.append(phrase)
for phrase in lost:
    print("nobody says this any more:", phrase)
sys.exit(1 if lost else 0)
