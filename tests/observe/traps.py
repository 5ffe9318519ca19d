#!/usr/bin/python3
"""What ihop observe tells of programs in which every loop says what happens in it.

Behind the head of a loop stands a comment "// runs 2 trips 5..7; flow A 3; anti A 1": how often it runs, its
least and most trips (left out: not held), and all meetings of its iterations: kind, name of what they meet in,
smallest distance. "// nothing": they do not meet; "settled by TEXT": what is said to settle an unknown loop has TEXT in it;
no comment: not held. A file may say "// STATUS n", "// ARGS …".

    traps.py IHOP FILE.c…
"""
import json
import re
import subprocess
import sys
import pathlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import schema


def wanted_of(line):
    """The runs, least and most trips (or None), the set of meetings, and what would settle it (or None); None: nothing is
    said."""
    comment = re.search(r"// (runs .*|nothing|(?:flow|anti|output) .*)$", line)
    if comment is None:
        return None
    trips, meets, settles = None, set(), None
    for part in comment.group(1).split(";"):
        words = part.split()
        if words[0] == "runs":
            least, _, most = words[3].partition("..")
            trips = (int(words[1]), int(least), int(most or least))
        elif words[0] == "settled":
            settles = " ".join(words[2:])
        elif words[0] != "nothing":
            meets.add((words[0], words[1], int(words[2])))
    return trips, meets, settles


def nearest(met):
    found = {}
    for one in met:
        name = one["object"] or one["sink"]["variable"]
        key = (one["kind"], name)
        found[key] = min(one["distance"], found.get(key, one["distance"]))
    return {key + (distance,) for key, distance in found.items()}


def check(ihop, path):
    text = pathlib.Path(path).read_text()
    status = re.search(r"^// STATUS (\d+)", text, re.M)
    command = [ihop, "observe", "--no-time", "--format", "json", path]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        return [f"{path}: ended with {done.returncode}: {done.stderr[-1500:]}"]
    document = json.loads(done.stdout)
    problems = [f"{path}: {problem}" for problem in schema.check(document, "observe")]
    if document["program"]["status"] != int(status.group(1) if status else 0):
        problems.append(f"{path}: the program ended with {document['program']['status']}")
    lines = text.split("\n")
    for loop in document["loops"]:
        wanted = wanted_of(lines[loop["line"] - 1])
        where = f"{path}:{loop['line']}: {loop['loop']}"
        if wanted is None:
            continue
        trips = (loop["runs"], loop["trips"]["least"], loop["trips"]["most"])
        if wanted[0] and wanted[0] != trips:
            problems.append(f"{where}: runs {trips[0]} trips {trips[1]}..{trips[2]}")
        if wanted[1] != nearest(loop["met"]):
            problems.append(f"{where}: met {sorted(nearest(loop['met'])) or 'nothing'}")
        if wanted[2] and wanted[2] not in (loop["assertion"] or ""):
            problems.append(f"{where}: what would settle it is said to be {loop['assertion']}")
    return problems


def main():
    ihop, files = sys.argv[1], sys.argv[2:]
    problems = [problem for path in files for problem in check(ihop, path)]
    print("\n".join(problems) or f"{len(files)} programs are observed as they say")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
