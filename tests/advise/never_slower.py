#!/usr/bin/python3
"""No kernel comes out of the automatic mode predicted to be slower than it is without its steps.
(Slower than the host alone it may be, where somebody asked for a device: IHOP-S003 says so, and the
thorough search leaves it there; host.py.)

    never_slower.py IHOP POLYBENCH
"""
import json
import pathlib
import subprocess
import sys
import tempfile

MODES = [["--auto"], ["--pragma", "scop", "--search", "thorough"]]


def predicted(ihop, polybench, kernel, mode, folder):
    """What the plan predicts, and whether a function was said to be left on the host."""
    done = subprocess.run([ihop, "-v", *mode, "--emit", "json", "-I", str(polybench / "common"),
                           str(polybench / kernel), "-o", folder], capture_output=True, text=True,
                          check=False)
    if done.returncode:
        return None, f"exit code {done.returncode}: {done.stderr[-500:]}"
    plan = json.loads((pathlib.Path(folder) / (pathlib.Path(kernel).stem + ".json")).read_text())
    return plan["predicted"], done.stdout + done.stderr


def main():
    ihop, polybench = sys.argv[1], pathlib.Path(sys.argv[2])
    kernels = (polybench / "kernels.txt").read_text(encoding="utf-8").split()
    faults = better = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, kernel in enumerate(kernels):
            for mode in MODES[:2 if number % 4 == 0 else 1]:
                found, said = predicted(ihop, polybench, kernel, mode, folder)
                if found is None or found["seconds"] > found["seconds_without_steps"]:
                    print(f"{kernel} {' '.join(mode)}: {found or said}")
                    faults += 1
                elif found["seconds"] < found["seconds_without_steps"]:
                    better += 1
    print(f"{better} searches found something predicted to be quicker, {faults} something slower")
    return 1 if faults or not better else 0


if __name__ == "__main__":
    sys.exit(main())
