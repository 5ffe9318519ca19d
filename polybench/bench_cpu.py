#!/usr/bin/env python3
"""How fast the CPU fallback is: the kernel's seconds in the original and in NAME_cpu.c.

Both are compiled with gcc -O3 -march=native and run in turn (A B A B …), the fallback on two
threads; the ratio of each pair counts, and the median of the ratios is what is printed. Above 1
the fallback is faster.

    bench_cpu.py IHOP [--size LARGE] [--runs 5] [--mode target|scop] [--threads 2] [KERNEL …]
"""
import argparse
import math
import os
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def seconds(binary, threads):
    env = {**os.environ, "BENCH_TIME": "1", "OMP_NUM_THREADS": str(threads), "OMP_PROC_BIND": "true"}
    done = subprocess.run([binary], env=env, capture_output=True, text=True, timeout=1800, check=True)
    return float(done.stderr.split()[-1])


def build(source, binary, size, more):
    subprocess.run(["gcc", "-std=gnu17", "-O3", "-march=native", f"-D{size}_DATASET", "-w",
                    f"-I{HERE}/common", *more, source, "-o", binary, "-lm"], check=True)


def ratio(ihop, path, options, folder):
    name = os.path.basename(path)[:-2]
    subprocess.run([ihop, "--pragma", options.mode, "--emit", "cpu", "-q", f"-I{HERE}/common",
                    f"-D{options.size}_DATASET", path, "-o", folder], check=False)
    product = os.path.join(folder, f"{name}_cpu.c")
    original, fallback = os.path.join(folder, name), os.path.join(folder, name + "_cpu")
    build(path, original, options.size, [])
    build(product, fallback, options.size, ["-fopenmp"])
    seconds(fallback, options.threads)
    pairs = [(seconds(original, 1), seconds(fallback, options.threads)) for _ in range(options.runs)]
    return (statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs),
            statistics.median(a / b for a, b in pairs))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ihop")
    parser.add_argument("kernels", nargs="*")
    parser.add_argument("--size", default="LARGE")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--mode", default="scop")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    with open(os.path.join(HERE, "kernels.txt"), encoding="utf-8") as file:
        paths = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    ratios = []
    print(f"{'kernel':<18} {'original s':>11} {'fallback s':>11} {'ratio':>7}")
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            name = os.path.basename(path)[:-2]
            if options.kernels and name not in options.kernels:
                continue
            full = path if os.path.exists(path) else os.path.join(HERE, path)
            if not os.path.exists(full):
                full = os.path.join(os.path.dirname(HERE), path)
            one, two, r = ratio(os.path.abspath(options.ihop), full, options, folder)
            ratios.append(r)
            print(f"{name:<18} {one:11.4f} {two:11.4f} {r:7.2f}{'  SLOWER' if r < 0.9 else ''}",
                  flush=True)
    mean = math.exp(statistics.fmean(math.log(r) for r in ratios))
    print(f"geometric mean {mean:.2f}, worst {min(ratios):.2f}, {len(ratios)} kernels, {options.size}")
    sys.exit(0)


if __name__ == "__main__":
    main()
