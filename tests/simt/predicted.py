#!/usr/bin/python3
"""What the static profiler says of ihop's own kernels, against what is counted when they run: sectors and lines a warp are
the same numbers. They are not quite where rows begin at different places of a line and these do not come up equally often
(the profiler has the mean over the places: lines of "ragged"), and not at all where an index is not affine or an array's row
is as long as a number that only the run knows.

    predicted.py IHOP NESTS.c"""
import json
import pathlib
import subprocess
import sys
import tempfile

ihop, source = sys.argv[1:]
TOLERANCE = {("ragged_kernel_1", "lines"): 0.01}  # 50 rows, eight places of a row's start


def run(*words):
    return subprocess.run([ihop, *words], capture_output=True, text=True, check=True).stdout


def asked(kernel, figure):
    return sum(kinds.get(figure, 0) for kinds in kernel["sum"]["global"].values())


def main():
    failures = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        said = {one["kernel"]: one["candidates"] for one in json.loads(run("profile", "--format", "json", source))["kernels"]}
        run(source, "-o", str(folder / "out"))
        cuda, = (folder / "out").glob("*.cu")
        counts = folder / "counts.json"
        run("run", "--compiler", "clang", "--count=json", "--count-output", str(counts), str(cuda), "--", "-ffp-contract=off")
        kernels = json.loads(counts.read_text())["kernels"]
    assert len(kernels) == len(said) == 8, [kernel["kernel"] for kernel in kernels]
    for kernel in kernels:
        name = kernel["kernel"].split("(")[0]
        best = said[name][0]
        assert best["block"] == kernel["block"], name
        warps = kernel["sum"]["global"]["stores"]["requests"]
        for figure in ("sectors", "lines"):
            predicted, counted = best[figure], asked(kernel, figure) / warps
            print(f"{name} {figure}: predicted {predicted:.6g}, counted {counted:.6g}")
            if abs(predicted - counted) > TOLERANCE.get((name, figure), 1e-9) * counted:
                failures.append(name)
    sys.exit(1 if failures else 0)


main()
