#!/usr/bin/python3
"""Programs of others through ihop, measured: the rows of doc/programs.md. A benchmark, not a test: nothing here fails.

    programs.py IHOP --inputs DIR [--recipes FILE] [--only WORD] [--limit SECONDS] [--json FILE] NAME=DIR…

Recipes are programs.txt beside this file unless others are given, in the form of tests/observe/recipes.txt; tests/observe/
inputs.py DIR large has made the inputs. Each program is observed (its trips and time), goes through `ihop --auto` with that
profile, and through `ihop verify`; what verify has compiled is run once more with its launches counted.

*Hot loops* are those with the most time of their own that together have nine tenths of the time of all loops, but for those of
files that the recipe calls a harness; of a run that is too short for the clock, iterations stand for time. They are *on the device* if a kernel spreads them, or a loop around them, over its threads.
"""
import argparse
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "observe"))

import recipes

COPY_BYTES_A_SECOND = 25e9  # copy_gbs of data/gpu/generic.ini


def run(command, folder, limit):
    """(exit code, 124 if it took too long; standard output; the last of standard error; seconds)"""
    start = time.monotonic()
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return 124, "", "", limit
    return done.returncode, done.stdout, done.stderr[-600:], time.monotonic() - start


def observe(ihop, recipe, folder, limit):
    code, text, error, _ = run([ihop, "observe", "--trips", "--profile", "profile.json", "--format", "json", *recipe.files,
                                *given(recipe, "--run"), "--", *recipe.flags], folder, limit)
    return json.loads(text) if code == 0 else {"failed": f"observe: {code} {error}"}


def given(recipe, option):
    return ([option, recipe.run] if recipe.run else []) + (["--input", recipe.given] if recipe.given else [])


def hot_loops(seen, recipe):
    loops = [loop for loop in seen["loops"] if os.path.realpath(loop["file"]) not in recipe.harness]
    is_timed = seen["program"]["seconds"] > 0.03 and sum(loop.get("own_share", 0) for loop in loops) > 0.1
    weight = (lambda loop: loop.get("own_share", 0)) if is_timed else (lambda loop: loop["trips"]["total"])
    total, sum_so_far, hot = sum(map(weight, loops)), 0, []
    for loop in sorted(loops, key=weight, reverse=True):
        if sum_so_far >= 0.9 * total or weight(loop) == 0:
            break
        sum_so_far += weight(loop)
        hot.append(dict(loop, weight=weight(loop) / total))
    return hot, is_timed


def owners_name(name):
    """Versions of functions that get members, stand in for another file's, or are a time loop's body, by the name of the function."""
    return re.sub(r"(_members|_here|_steps)+[_0-9]*$", "", name)


def owners_address(address):
    function, *loops = address.split("/")
    return "/".join([owners_name(function), *loops])


def is_spread(loop, plan):
    """Whether a kernel of the plan spreads the loop or one around it over threads, or a function with it is called by one."""
    for kernel in plan["kernels"]:
        if kernel["kind"] == "call" or not kernel["axes"]:
            continue
        if loop["function"] in map(owners_name, kernel.get("device_functions", [])):
            return True
        axes = [owners_address(axis["loop"]) for axis in kernel["axes"]]
        if any(loop["loop"] == axis or loop["loop"].startswith(axis + "/") for axis in axes):
            return True
    return False


def said_of(loop, plans):
    """What the plans say of the loop, else of the next loop around it that they have something to say of; None: nothing."""
    reasons = [left for plan in plans for left in plan["left_out"] if (loop["loop"] + "/").startswith(left["loop"] + "/")
               and left["reason"] != "it stands in a loop that is left out"]
    return max(reasons, key=lambda left: len(left["loop"]))["reason"] if reasons else None


def was_rebuilt(loop, plans):
    """Whether steps have made other loops of it, which are kernels: nothing is said of it, and its function has kernels."""
    return said_of(loop, plans) is None and any(kernel["function"] == loop["function"] and kernel["axes"]
                                                for plan in plans for kernel in plan["kernels"])


def why_left(loop, plans):
    reason = said_of(loop, plans)
    others = [left["reason"] for plan in plans for left in plan["left_out"] if left["loop"].split("/")[0] == loop["function"]]
    return reason or ("steps have made another loop of it, and " + others[0] if others else "nothing is said of it")


def generate(ihop, recipe, folder, limit):
    code, _, error, seconds = run([ihop, "-q", "--auto", "--profile", "profile.json", *recipe.files, "-o", "out", "--",
                                   *recipe.flags], folder, limit)
    plans = [json.loads(path.read_text()) for path in sorted(pathlib.Path(folder, "out").glob("*.json"))]
    return code, error, seconds, plans


def verify(ihop, recipe, folder, limit):
    copies = [word for path in recipe.input_files() for word in ("--copy", path)]
    code, text, error, seconds = run([ihop, "verify", "--auto", "--profile", "profile.json", "--keep", "keep", "--format", "json",
                                      "--time-limit", str(limit), *recipe.files, *given(recipe, "--args"), *copies, "--",
                                      *recipe.flags], folder, 4 * limit)
    try:
        document = json.loads(text)
    except ValueError:
        document = {"failure": error, "results": [], "original_seconds": None}
    return code, document, seconds


def count(ihop, recipe, folder, limit):
    """What the CUDA program asked of the card: (launches, seconds that its kernels are predicted to take)."""
    program = os.path.join(folder, "keep", "cuda-here", "program")
    if not os.path.exists(program):
        return None, None
    with tempfile.TemporaryDirectory() as new:
        recipe.copy_inputs(new)
        code = run([ihop, "run", "--count=json", "--count-output", "count.json", program, *shlex.split(recipe.run)], new, limit)[0]
        path = pathlib.Path(new, "count.json")
        if code == 124 or not path.exists():
            return None, None
        kernels = json.loads(path.read_text())["kernels"]
    return (sum(kernel["launches"] for kernel in kernels),
            sum(kernel["launches"] * kernel["predicted"]["seconds"] for kernel in kernels))


def state_of(result):
    is_unsteady = "but the original differs from itself" in (result["message"] or "")
    return "and the original differ as the original does from itself" if is_unsteady else result["state"]


def states(code, document):
    if code == 124:
        return "took too long"
    words = [f"{result['product']} {state_of(result)}" for result in document["results"]]
    return ", ".join(words) or f"exit code {code}: {document.get('failure')}"


def emulated(document):
    return next((result for result in document["results"] if "bytes_copied" in result), {})


def measure(ihop, recipe, folder, limit):
    recipe.copy_inputs(folder)
    seen = observe(ihop, recipe, folder, limit)
    row = {"name": recipe.name}
    if "failed" in seen:
        return dict(row, failed=seen["failed"])
    hot, is_timed = hot_loops(seen, recipe)
    code, error, seconds, plans = generate(ihop, recipe, folder, 4 * limit)
    row.update(generate=code, generate_seconds=seconds, error=error, is_timed=is_timed, seconds=seen["program"]["seconds"])
    for loop in hot:
        loop["on_device"] = any(is_spread(loop, plan) for plan in plans) or was_rebuilt(loop, plans)
    row["hot"] = [{"loop": loop["loop"], "file": os.path.basename(loop["file"]), "line": loop["line"], "weight": loop["weight"],
                   "verdict": loop["verdict"], "on_device": loop["on_device"],
                   "reason": None if loop["on_device"] else why_left(loop, plans)} for loop in hot]
    row["kernels"] = sum(kernel["kind"] != "call" for plan in plans for kernel in plan["kernels"])
    code, document, row["verify_seconds"] = verify(ihop, recipe, folder, limit)
    row.update(verify=code, states=states(code, document), original=document["original_seconds"],
               moved=emulated(document).get("bytes_copied"), least=emulated(document).get("bytes_least"),
               messages=[result["message"] for result in document["results"]])
    row["launches"], row["kernel_seconds"] = count(ihop, recipe, folder, limit)
    return row


def number(value, form="{:,}"):
    return "–" if value is None else form.format(value)


def seconds(value):
    return number(value, "{:.2g} s")


def show(row):
    """A row of the table, and what hot loops it has that stay on the host."""
    if "failed" in row:
        print(f"| {row['name']} | {row['failed']} |", flush=True)
        return
    there = [loop for loop in row["hot"] if loop["on_device"]]
    share = sum(loop["weight"] for loop in there)
    moved = row["moved"] / COPY_BYTES_A_SECOND if row["moved"] is not None else None
    device = None if row["kernel_seconds"] is None or moved is None else row["kernel_seconds"] + moved
    in_loops = "" if row["is_timed"] else " (iterations)"
    print(f"| {row['name']} | {len(there)} of {len(row['hot'])}, {share:.0%}{in_loops} | {row['kernels']} | {number(row['launches'])} "
          f"| {number(row['moved'])} / {number(row['least'])} | {seconds(device)} / {seconds(row['original'])} "
          f"| {seconds(row['generate_seconds'])} | {row['states']} |", flush=True)
    for loop in row["hot"]:
        if not loop["on_device"]:
            print(f"    {loop['file']}:{loop['line']} {loop['loop']} {loop['weight']:.0%} {loop['verdict']}: {loop['reason']}", flush=True)
    for message in row["messages"] if row["verify"] or row["generate"] else []:
        print(f"    {message}", flush=True)
    if row["generate"]:
        print(f"    --auto ended with {row['generate']}: {row['error']}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ihop")
    parser.add_argument("--inputs", required=True)
    parser.add_argument("--recipes", default=str(pathlib.Path(__file__).resolve().parent / "programs.txt"))
    parser.add_argument("--only", default="")
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--json")
    parser.add_argument("checkouts", nargs="+")
    options = parser.parse_intermixed_args()
    rows = []
    print("| program | hot loops on the device | kernels | launches | bytes moved / least | device predicted / host measured "
          "| generated in | verify |\n|---|---|---|---|---|---|---|---|", flush=True)
    for recipe in recipes.read(options.recipes, dict(word.split("=", 1) for word in options.checkouts), options.inputs):
        if not re.search(options.only, recipe.name):
            continue
        with tempfile.TemporaryDirectory() as folder:
            rows.append(measure(os.path.abspath(options.ihop), recipe, folder, options.limit))
        show(rows[-1])
        if options.json:
            pathlib.Path(options.json).write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
