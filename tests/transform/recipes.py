#!/usr/bin/python3
"""polybench/recipes: every step is accepted, twice to the same bytes, and results stay the same.

    recipes.py DRIVE POLYBENCH

Every fourth of them where IHOP_TEST_TEXTS_ONLY is set (under sanitizers).
"""
import os
import pathlib
import struct
import subprocess
import sys
import tempfile


def results(source, polybench, folder, name, flags):
    binary, dump = folder / name, folder / (name + ".dump")
    subprocess.run(["cc", "-std=gnu17", "-O1", "-w", "-ffp-contract=off", "-I", polybench / "common",
                    *flags, source, "-o", binary, "-lm"], check=True)
    subprocess.run([binary, "3"], check=True, env={"BENCH_DUMP": str(dump)})
    return dump.read_bytes()


def numbers_of(dump):
    """Lines "NAME BYTES", each with that many bytes of doubles behind it."""
    found, at = [], 0
    while at < len(dump):
        end = dump.index(b"\n", at) + 1
        size = int(dump[at:end].split()[1])
        found += struct.unpack(f"{size // 8}d", dump[end:end + size])
        at = end + size
    return found


def close(one, two):
    """What was rounded anew: to nine digits of the largest number."""
    a, b = numbers_of(one), numbers_of(two)
    scale = max(map(abs, a))
    return len(a) == len(b) and all(abs(x - y) <= 1e-9 * scale for x, y in zip(a, b))


def check(drive, polybench, recipe, kernel, folder):
    flags = ["-DSMALL_DATASET"]
    command = [drive, kernel, "-s", recipe, "--", "-I", polybench / "common", *flags]
    runs = [subprocess.run(command, capture_output=True, text=True, check=False) for _ in range(2)]
    if runs[0].returncode:
        return runs[0].stderr
    if runs[0].stdout != runs[1].stdout:
        return "two replays differ"
    after = folder / (recipe.stem + ".c")
    after.write_text(runs[0].stdout, encoding="utf-8")
    if runs[0].stdout == kernel.read_text(encoding="utf-8"):
        return "nothing changed"
    one = results(kernel, polybench, folder, recipe.stem + "_before", flags)
    two = results(after, polybench, folder, recipe.stem + "_after", flags)
    if "reassociate" in recipe.read_text(encoding="utf-8"):
        return None if close(one, two) else "the results differ by more than rounding"
    return None if one == two else "the results differ"


def main():
    drive, polybench = sys.argv[1], pathlib.Path(sys.argv[2])
    kernels = {pathlib.Path(line).stem: polybench / line
               for line in (polybench / "kernels.txt").read_text(encoding="utf-8").split()}
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        recipes = sorted((polybench / "recipes").glob("*.ihop"))
        for recipe in recipes[::4 if "IHOP_TEST_TEXTS_ONLY" in os.environ else 1]:
            fault = check(drive, polybench, recipe, kernels[recipe.stem], pathlib.Path(folder))
            print(f"{recipe.stem}: {fault or 'fine'}")
            faults += fault is not None
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
