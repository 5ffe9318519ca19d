#!/usr/bin/python3
"""Programs run under ihop observe: no verdict may be refuted.

    corpus.py IHOP [--flags '-DX …'] [--run 'ARGS'] [--together] FILE.c…
    corpus.py IHOP --recipes FILE [NAME=DIR…]

Each FILE is a program of its own (--together: all are one). A file of recipes has a program a line,
"name | folder | files | flags | arguments | input": files and the folder may have wildcards, "folder" and what stands
behind -I in flags are relative to the DIR that is given for the name before the first "/" of the program's name. Whoever
has checkouts of other people's programs holds the verdicts on them against what they do: see recipes.txt.
"""
import argparse
import concurrent.futures
import glob
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

WORDS = ["confirmed", "refuted", "assumption failed", "shown", "not shown", "met", "apart", "unseen"]


def observe(ihop, files, flags=(), run="", folder=None, given=None, limit=600):
    """(the loops' judgements, what is wrong) of one program."""
    command = [ihop, "observe", "--no-time", "--format", "json", *files]
    command += ["--run", run] if run else []
    command += ["--input", given] if given else []
    done = subprocess.run([*command, "--", *flags], capture_output=True, text=True, timeout=limit, cwd=folder, check=False)
    name = os.path.basename(files[-1])
    if done.returncode not in (0, 70) or not done.stdout:
        return {}, [f"{name}: ihop observe ended with {done.returncode}: {done.stderr[-800:]}"]
    document = json.loads(done.stdout)
    count = {word: sum(loop["judgement"] == word for loop in document["loops"]) for word in WORDS}
    count["iterations"] = sum(loop["trips"]["total"] for loop in document["loops"])
    count["status"] = document["program"]["status"]
    wrong = [f"{loop['file']}:{loop['line']}: {loop['loop']}: {loop['message']}" for loop in document["loops"]
             if loop["judgement"] == "refuted"]
    if done.returncode == 70 and not wrong:
        wrong = [f"{name}: ihop observe ended with 70: {done.stderr[-800:]}"]
    return count, wrong


def read_recipes(path, folders):
    for line in pathlib.Path(path).read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        name, where, files, flags, run, given = (field.strip() for field in (line + " | | | | |").split("|")[:6])
        root = folders.get(name.split("/")[0])
        if root is None:
            continue
        folder = os.path.join(root, where)
        found = [file for word in files.split() for file in sorted(glob.glob(os.path.join(folder, word)))]
        flags = [re.sub("^-I(?!/)", f"-I{folder}/", flag) for flag in shlex.split(flags)]
        yield name, {"files": found, "flags": flags, "run": run, "folder": folder,
                     "given": os.path.join(folder, given) if given else None}


def programs(options):
    if options.recipes:
        folders = dict(word.split("=", 1) for word in options.files)
        yield from read_recipes(options.recipes, {name: os.path.abspath(path) for name, path in folders.items()})
        return
    files = [os.path.abspath(file) for file in options.files]
    for group in [files] if options.together else [[file] for file in files]:
        yield os.path.basename(group[0]), {"files": group, "flags": shlex.split(options.flags), "run": options.run}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ihop")
    parser.add_argument("--flags", default="")
    parser.add_argument("--run", default="")
    parser.add_argument("--recipes")
    parser.add_argument("--together", action="store_true")
    parser.add_argument("files", nargs="*")
    options = parser.parse_intermixed_args()
    ihop, total, problems = os.path.abspath(options.ihop), {}, []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        started = [(name, pool.submit(observe, ihop, **one)) for name, one in programs(options)]
        for name, one in started:
            count, wrong = one.result()
            problems += wrong
            if options.recipes:
                print(name, *(f"{word} {n}" for word, n in count.items() if n), flush=True)
            for word, n in count.items():
                total[word] = total.get(word, 0) + n
    print("\n".join(problems))
    total.pop("status", None)
    print(f"{len(started)} programs:", ", ".join(f"{word} {n}" for word, n in total.items() if n))
    sys.exit(1 if problems or not started else 0)


if __name__ == "__main__":
    main()
