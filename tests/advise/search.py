#!/usr/bin/python3
"""What the automatic mode finds, held against golden scripts.

    search.py IHOP CASE.c [--update]

CASE.ihop holds the steps. Replaying them gives the same bytes; what is found is never predicted to
be slower than the code as it stands; no more steps are tried than the mode allows itself; and the
products do what the original does (ihop verify)."""
import json
import pathlib
import subprocess
import sys
import tempfile

MOST_STEPS = 48  # tried, by default
MOST_OF_PRODUCT = 40  # more for each product that is laid out in tiles
AUTO = ["-q", "--pragma", "scop", "--search-seconds", "100"]  # steps are the limit, not time
THOROUGH = ["tiles"]  # cases for the ideas that the quick search does not have
MORE = {"storage": ["--math", "fast"]}  # what is to be found besides with other options

faults = []


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        faults.append(f"{' '.join(command)}: exit code {done.returncode}: {done.stderr}")
    return done.stdout


def products(folder):
    """Without what is predicted, which only the search knows."""
    found = {}
    for path in sorted(pathlib.Path(folder).iterdir()):
        found[path.name] = path.read_text()
        if path.suffix == ".json":
            plan = json.loads(found[path.name])
            plan.pop("predicted", None)
            found[path.name] = json.dumps(plan)
    return found


def check_plan(plan):
    predicted = plan["predicted"]
    if predicted["seconds"] > predicted["seconds_without_steps"]:
        faults.append(f"predicted to be slower: {predicted}")
    most = MOST_STEPS + MOST_OF_PRODUCT * sum(step.startswith("fences ") for step in plan["steps"])
    if predicted["steps_tried"] > most:
        faults.append(f"{predicted['steps_tried']} steps tried, {most} are allowed")


def check_transform(ihop, case, script):
    """The code alone has no test: what rests on one is not written."""
    done = subprocess.run([ihop, "transform", "-q", "--script", script, str(case)], capture_output=True,
                          text=True, check=False)
    if done.returncode != 1 or "IHOP-T014" not in done.stderr or done.stdout:
        faults.append(f"transform writes what rests on a test: {done.returncode} {done.stderr}")


def main():
    ihop, case = sys.argv[1], pathlib.Path(sys.argv[2])
    if case.stem in THOROUGH:
        AUTO.extend(["--search", "thorough"])
    with tempfile.TemporaryDirectory() as folder:
        one, two, script = f"{folder}/one", f"{folder}/two", f"{folder}/found.ihop"
        run(ihop, *AUTO, "--emit", "cu,cpu,emu,json", "--script-out", script, str(case), "-o", one)
        run(ihop, "-q", "--pragma", "scop", "--emit", "cu,cpu,emu,json", "--script", script,
            str(case), "-o", two)
        steps = "".join(line for line in open(script, encoding="utf-8") if not line.startswith("#"))
        first, second = products(one), products(two)
        faults.extend(f"{name} differs when replayed" for name in first
                      if first[name] != second.get(name))
        if "apart " in steps:
            check_transform(ihop, case, script)
        plan = json.loads(pathlib.Path(f"{one}/{case.stem}.json").read_text())
        check_plan(plan)
        if plan["steps"] != steps.splitlines():
            faults.append("the plan names other steps than the script")
    # Whether it is quick is not asked here: emulated programs take half a minute where others work beside them.
    run(ihop, "verify", *AUTO, "--no-cuda", "--time-limit", "400", str(case))
    if case.stem in MORE:
        run(ihop, "verify", *AUTO, *MORE[case.stem], "--no-cuda", "--time-limit", "400", str(case))
    golden = case.with_suffix(".ihop")
    if "--update" in sys.argv:
        golden.write_text(steps)
    elif golden.read_text() != steps:
        faults.append(f"expected:\n{golden.read_text()}\nfound:\n{steps}")
    print("\n".join(faults) or f"{case.stem}: {steps.count(chr(10))} steps, as expected")
    return 1 if faults else 0


sys.exit(main())
