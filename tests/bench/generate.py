#!/usr/bin/python3
"""How long ihop takes, and how it grows. A benchmark, not a test: nothing here fails on a time.

    generate.py IHOP POLYBENCH [REPEATS]

Each PolyBench kernel analysed and generated (.cu, _cpu.c, plan) in a process of its own: best of
REPEATS, geometric mean, worst, peak memory; seconds of the processor, too, which say more on a
busy machine. Then 16, 32 and 64 stencils under one time loop."""
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import time


def run(command):
    """Seconds, seconds of processor and KiB of one process; its exit code must be 0 or 1."""
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    said = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)}: exit code {process.returncode}\n{said.decode(errors='replace')}")
    return time.perf_counter() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss


def best(command, repeats):
    results = [run(command) for _ in range(repeats)]
    return min(r[0] for r in results), min(r[1] for r in results), max(r[2] for r in results)


def stencils(count):
    """That many one-dimensional stencils, each reading what the one before wrote."""
    lines = [f"void f (int steps, int n, {', '.join(f'double A{k}[n]' for k in range(count))})", "{",
             "#pragma scop", "  for (int t = 0; t < steps; t++)", "    {"]
    for k in range(count):
        before = (k + count - 1) % count
        lines += ["      for (int i = 1; i < n - 1; i++)",
                  f"        A{k}[i] = (A{before}[i - 1] + A{before}[i] + A{before}[i + 1]) / 3;"]
    return "\n".join(lines + ["    }", "#pragma endscop", "}", ""])


def geometric_mean(values):
    return math.exp(sum(math.log(value) for value in values) / len(values))


def polybench(ihop, folder, repeats, out):
    times, processor, peak = {}, {}, 0
    for pragma in ("target", "scop"):
        for kernel in (folder / "kernels.txt").read_text().split():
            seconds, busy, memory = best([ihop, "-q", "--pragma", pragma, str(folder / kernel), "-o", out, "--",
                                    f"-I{folder}/common"], repeats)
            name = f"{pathlib.Path(kernel).stem} {pragma}"
            times[name], processor[name] = seconds, busy
            peak = max(peak, memory)
            print(f"{name:28} {seconds:7.3f} s, processor {busy:7.3f} s, {memory / 1024:5.0f} MiB")
    for what, values in (("elapsed", times), ("processor", processor)):
        worst = max(values, key=values.get)
        print(f"{what}: geometric mean {geometric_mean(values.values()):.3f} s, "
              f"worst {values[worst]:.3f} s ({worst})")
    print(f"peak {peak / 1024:.0f} MiB")


def growth(ihop, repeats, out):
    for count in (16, 32, 64):
        source = pathlib.Path(out) / f"stencils{count}.c"
        source.write_text(stencils(count))
        seconds, busy, memory = best([ihop, "-q", "--pragma", "scop", str(source), "-o", f"{out}/made"],
                                     repeats)
        print(f"{count} stencils under one time loop: {seconds:.3f} s, processor {busy:.3f} s, "
              f"{memory / 1024:.0f} MiB")


def main():
    ihop, folder = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    repeats = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    with tempfile.TemporaryDirectory() as out:
        polybench(ihop, folder, repeats, out)
        growth(ihop, repeats, out)


main()
