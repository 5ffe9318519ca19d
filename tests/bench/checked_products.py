#!/usr/bin/python3
"""What ihop makes of programs, through `ihop run --check`: nothing may be found in it. A benchmark: it fails where something is. Figures of doc/checked.md.

    checked_products.py IHOP [--limit SECONDS] [--log FILE] FILE.c…

A product of one file is compiled and run as its owner would; one of two (where the program is no C++) is linked by `ihop verify`, as for the tests of
tests/trust, and what this leaves is run once more, checked. The log has a line of JSON for each program."""
import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

HOW = ["--auto", "--keep-slower"]
VERIFY = ["verify", *HOW, "--no-proof", "--cuda-compiler", "clang"]
CHECK = ["run", "--check=json", "--check-output", "found.json"]


def run(command, limit, folder=None):
    """The exit code (None: too long), and all that it says."""
    try:
        done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return None, ""
    return done.returncode, (done.stdout + done.stderr).decode(errors="replace")


def check_product(ihop, path, limit, folder):
    """What its checked run says; what has come of it, if it has none."""
    code, said = run([ihop, *HOW, "--emit", "cu", "-o", str(folder / "product"), str(path)], limit)
    product = folder / "product" / (path.stem + ".cu")
    if code != 0:
        return "refused" if code == 1 else "too long" if code is None else "not generated", said
    if product.exists():
        code, said = run([ihop, *CHECK, "--compiler", "clang", str(product), "--", "-I" + str(path.parent), "-I" + str(product.parent)], limit, folder)
        return "too long" if code is None else "", said
    if not list((folder / "product").glob("*.cu")):
        return "no kernels", said
    code, said = run([ihop, *VERIFY, "--keep", str(folder), str(path)], limit)
    if not (folder / "cuda-here" / "program").exists(): # results that differ are the tests' affair: a program may print its addresses
        return "too long" if code is None else "not linked", said
    code, said = run([ihop, *CHECK, str(folder / "cuda-here" / "program")], limit, folder)
    return "too long" if code is None else "", said


def examine(ihop, path, limit):
    """A row: what has come of the program, and what was found."""
    with tempfile.TemporaryDirectory() as name:
        outcome, said = check_product(ihop, path, limit, pathlib.Path(name))
        found = pathlib.Path(name, "found.json")
        if outcome or not found.exists():
            return {"program": path.stem, "outcome": outcome or "no report", "said": said[-500:]}
        finds = json.loads(found.read_text())["findings"]
    errors = [one for one in finds if one["severity"] == "error"]
    return {"program": path.stem, "outcome": "found" if errors else "nothing found", "errors": errors, "notes": sorted({one["id"] for one in finds if one not in errors})}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ihop", type=pathlib.Path)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--limit", type=int, default=120)
    parser.add_argument("--log", type=argparse.FileType("w"))
    options = parser.parse_args()
    counts = {}
    for path in options.files:
        row = examine(options.ihop.resolve(), path.resolve(), options.limit)
        counts[row["outcome"]] = counts.get(row["outcome"], 0) + 1
        if options.log:
            print(json.dumps(row), file=options.log, flush=True)
        for one in row.get("errors", []):
            print(f"{path.stem}: {one['id']} {one['message']} {one['places']}", flush=True)
    print(", ".join(f"{outcome}: {n}" for outcome, n in sorted(counts.items())))
    sys.exit(1 if "found" in counts else 0)


main()
