#!/usr/bin/python3
"""The list of names of CUDA's headers (src/frontend/cuda_names.txt) has all that the toolkit of this machine declares.

    cuda_names.py SOURCE_ROOT"""
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(sys.argv[1])


def names(text):
    return {line.split()[1] for line in text.split("\n") if line and line[0] in "ftevm"}


if not shutil.which("nvcc") or not shutil.which("clang-19"):
    print("no toolkit to ask")
    sys.exit(77)
here = subprocess.run([ROOT / "tools/cuda-names"], capture_output=True, text=True, check=True).stdout
missing = names(here) - names((ROOT / "src/frontend/cuda_names.txt").read_text())
if missing or len(names(here)) < 1000:
    sys.exit(f"not ok: run tools/cuda-names again; the list lacks {sorted(missing)[:20]}")
print(len(names(here)), "names")
