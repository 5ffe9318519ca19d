#!/usr/bin/python3
"""Programs run under ihop observe: no verdict may be refuted.

    corpus.py IHOP [--flags '-DX …'] [--run 'ARGS'] [--together] FILE.c…
    corpus.py IHOP --recipes FILE [--inputs DIR] [--only WORD] [NAME=DIR…]

Each FILE is a program of its own (--together: all are one). A file of recipes has a program a line (recipes.txt says how):
whoever has checkouts of other people's programs holds the verdicts on them against what they do. inputs.py has made what is
in the folder of --inputs. --only takes the programs with WORD in their name.
"""
import argparse
import concurrent.futures
import functools
import json
import os
import shlex
import subprocess
import sys
import tempfile

import recipes

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


def observe_recipe(ihop, recipe):
    """A program of others, in a new folder with its inputs."""
    with tempfile.TemporaryDirectory() as folder:
        recipe.copy_inputs(folder)
        return observe(ihop, recipe.files, recipe.flags, recipe.run, folder, recipe.given)


def programs(options):
    """(name, function that observes it) of each."""
    if options.recipes:
        folders = dict(word.split("=", 1) for word in options.files)
        for recipe in recipes.read(options.recipes, folders, options.inputs):
            if options.only in recipe.name:
                yield recipe.name, functools.partial(observe_recipe, recipe=recipe)
        return
    files = [os.path.abspath(file) for file in options.files]
    for group in [files] if options.together else [[file] for file in files]:
        yield os.path.basename(group[0]), functools.partial(observe, files=group, flags=shlex.split(options.flags), run=options.run)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ihop")
    parser.add_argument("--flags", default="")
    parser.add_argument("--run", default="")
    parser.add_argument("--recipes")
    parser.add_argument("--inputs")
    parser.add_argument("--only", default="")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--together", action="store_true")
    parser.add_argument("files", nargs="*")
    options = parser.parse_intermixed_args()
    ihop, total, problems = os.path.abspath(options.ihop), {}, []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        started = [(name, pool.submit(one, ihop)) for name, one in programs(options)]
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
