#!/usr/bin/python3
"""Kernels on tiles at sizes that are no multiples of them: run by the engine under --check, and their results held against the C's, bit by bit.

    awkward.py IHOP FOLDER [--gpu h100] [--limit SECONDS] [NAME…]

The steps are those that are found for LARGE; the sizes are put in by -D. Exit code 1: something differs, or the check has found something."""
import argparse
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
NVCC = ["nvcc", "-O2", "-w", "-arch=sm_90", "-gencode=arch=compute_90,code=[sm_90,compute_90]", "-fmad=false", "-Xcompiler", "-ffp-contract=off"]
SIZES = [(1, 1, 1, 1, 1), (33, 31, 37, 35, 34), (67, 97, 41, 53, 71), (129, 64, 35, 33, 65)]
NAMES = ["gemm", "syrk", "syr2k", "symm", "2mm"]


def call(options, command, **environment):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=options.limit, check=False,
                          env={**os.environ, **environment})


def flags_of(source, sizes):
    """-D for each size that the program has a default for."""
    names = re.findall(r"^#ifndef (\w+)$", source.read_text(), re.M)
    return [f"-D{name}={size}" for name, size in zip(names, sizes)]


def compare(options, source, folder, sizes):
    """What is wrong; "": nothing."""
    common = [*flags_of(source, sizes), "-DLARGE_DATASET", f"-I{ROOT}/polybench/common"]
    made = [(options.ihop, "-q", "--script", folder / "found.ihop", "--gpu", options.gpu, source, "-o", folder, "--emit", "cu", "--", *common),
            (*NVCC, *common, *folder.glob("*.cu"), "-o", folder / "ours"),
            ("gcc", "-w", "-O1", "-ffp-contract=off", *common, source, "-o", folder / "plain", "-lm")]
    for command in made:
        done = call(options, command)
        if done.returncode:
            return f"{command[0]}: {done.stderr[-300:]}"
    dumps = [folder / "ours.dump", folder / "plain.dump"]
    for dump in dumps:
        dump.unlink(missing_ok=True)
    checked = call(options, [options.ihop, "run", "--check", "--check-output", folder / "check", folder / "ours"], BENCH_DUMP=str(dumps[0]))
    call(options, [folder / "plain"], BENCH_DUMP=str(dumps[1]))
    if checked.returncode or (folder / "check").exists() and (folder / "check").read_text().strip():
        return f"checked: {checked.stderr[-300:]}"
    return "" if dumps[0].read_bytes() == dumps[1].read_bytes() != b"" else "results differ"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ihop", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*", default=NAMES)
    parser.add_argument("--gpu", default="h100")
    parser.add_argument("--limit", type=int, default=300)
    options = parser.parse_args()
    failed = False
    for name in options.names:
        source, folder = next((ROOT / "polybench").glob(f"**/{name}.c")), options.folder / name
        folder.mkdir(parents=True, exist_ok=True)
        call(options, [options.ihop, "-q", "--auto", "--gpu", options.gpu, source, "-o", folder, "--emit", "cu", "--script-out", folder / "found.ihop", "--",
                       "-DLARGE_DATASET", f"-I{ROOT}/polybench/common"])
        for sizes in SIZES:
            wrong = compare(options, source, folder, sizes)
            failed |= bool(wrong)
            print(name, *flags_of(source, sizes), wrong or "equal, nothing found", flush=True)
    sys.exit(failed)


main()
