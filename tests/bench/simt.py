#!/usr/bin/python3
"""Kernels on one processor by `ihop run` against the same collapsed by hand, compiled by clang -O3 -march=native: processor
time of each, the best of several runs in turns, and how much of the hand-written one's speed the engine reaches.

    simt.py IHOP FOLDER [--compiler nvcc|clang] [--rounds N] [--scalar]

FOLDER is simt (kernels as people write them), or warps (votes and shuffles). With --scalar gcc makes the one by hand, without vectors (clang
makes some all the same): then it is what vectors give to code that is collapsed warp by warp."""
import argparse
import pathlib
import subprocess
import tempfile


def measure(command):
    """Name to (seconds, a value that it has computed)."""
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return {name: (float(seconds), value) for name, seconds, value in (line.split() for line in said.splitlines())}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ihop")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--compiler", default="clang")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--scalar", action="store_true")
    options = parser.parse_args()
    best = {}
    with tempfile.TemporaryDirectory() as temporary:
        collapsed, program = temporary + "/collapsed", temporary + "/kernels"
        compiler = ["gcc", "-fno-tree-vectorize"] if options.scalar else ["clang-19"]
        subprocess.run([*compiler, "-O3", "-march=native", "-o", collapsed, str(options.folder / "collapsed.c")], check=True)
        subprocess.run([options.ihop, "run", "--compiler", options.compiler, "--output", program, str(options.folder / "kernels.cu")],
                       check=True, capture_output=True)
        for _ in range(options.rounds):
            for who, command in {"hand": [collapsed], "engine": [options.ihop, "run", "--threads", "1", program]}.items():
                for name, (seconds, value) in measure(command).items():
                    known = best.setdefault(name, {}).setdefault(who, (seconds, value))
                    best[name][who] = min(known, (seconds, value))
    print(f"{'kernel':12} {'by hand':>10} {'engine':>10}  speed")
    for name, both in best.items():
        (hand, x), (engine, y) = both["hand"], both["engine"]
        same = abs(float(x) - float(y)) <= 1e-4 * abs(float(x))
        print(f"{name:12} {1e3 * hand:7.2f} ms {1e3 * engine:7.2f} ms  {hand / engine:.2f}{'' if same else '  OTHER RESULT: ' + x + ' ' + y}")


main()
