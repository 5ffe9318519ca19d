#!/usr/bin/python3
"""How long steps take, and the automatic mode. A benchmark, not a test: nothing fails on a time.

    steps.py STEPS IHOP POLYBENCH [REPEATS]

Steps, each with its proof, on functions of 200 statements in three shapes (many small nests, few
larger ones, all statements in one nest); a script of 50 steps on a file of 5,000 lines; the search
of the automatic mode, thorough, for each PolyBench kernel (STEPS is tests/bench/steps.c)."""
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

ARRAYS = [f"A{k}" for k in range(12)]
HEAD = "".join(f"static double {name}[200][200];\n" for name in ARRAYS)


def statement(number, names):
    """What a stencil or an update looks like; arrays come round."""
    target, left, right = (ARRAYS[(number * step + shift) % len(ARRAYS)]
                           for step, shift in ((1, 0), (5, 3), (7, 1)))
    i, j = names
    return (f"{target}[{i}][{j}] = {left}[{i}][{j}] * 0.5 + {right}[{i}][{j}]"
            f" + {target}[{i}][{j}] * {number % 7};")


def nest(indent, names, first, count):
    i, j = names
    pad = " " * indent
    lines = [f"{pad}for (int {i} = 0; {i} < n; {i}++)",
             f"{pad}  for (int {j} = 0; {j} < n; {j}++)", f"{pad}    {{"]
    lines += [f"{pad}      {statement(k, names)}" for k in range(first, first + count)]
    return lines + [f"{pad}    }}"]


def function(name, nests, count):
    """That many nests of that many statements."""
    lines = [f"void {name} (int n)", "{"]
    for k in range(nests):
        lines += nest(2, ("i", "j"), k * count, count)
    return "\n".join(lines + ["}", ""])


def address(function_name, number):
    return f"{function_name}/i" + (f"#{number}" if number > 1 else "")


def steps_on(name, number, count):
    """One of each of the usual steps on one nest."""
    at = address(name, number)
    steps = [f"interchange {at}/j", f"reverse {at}", f"skew {at}/j 1", f"tile {at}/j 16 16",
             f"strip-mine {at} 8", f"unroll {at}/j 2", f"peel {at} first", f"split {at} 'i < 7'",
             f"shift {at} 3", f"collapse {at}/j", f"unroll-and-jam {at} 2", f"normalize {at}",
             f"wavefront {at}/j"]
    if count > 1:
        steps += [f"distribute {at}/j all", f"distribute {at}/j @{count // 2 + 1}",
                  f"vectorize {at}/j"]
    return steps


def run(tool, folder, name, text, steps, repeats):
    source, script = folder / f"{name}.c", folder / f"{name}.ihop"
    source.write_text(text)
    script.write_text("\n".join(steps) + "\n")
    done = subprocess.run([tool, str(source), str(script), str(repeats)], capture_output=True,
                          text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"{tool} {source}: exit code {done.returncode}\n{done.stderr}")
    return done.stdout


def single_steps(tool, folder, repeats):
    everything = []
    for nests, count in ((50, 4), (8, 25), (1, 200)):
        name = f"f{nests}x{count}"
        text = HEAD + function(name, nests, count)
        said = run(tool, folder, name, text, steps_on(name, (nests + 1) // 2, count), repeats)
        found = re.findall(r"(?m)^\s*([\d.]+) ms  (taken|IHOP-\S+)\s+(.*)$", said)
        times = sorted((float(ms), outcome, step) for ms, outcome, step in found)
        everything += [ms for ms, _, _ in times]
        print(f"{nests} nests of {count} statements: median {statistics.median(t[0] for t in times):.1f}"
              f" ms, worst {times[-1][0]:.1f} ms ({times[-1][2]})")
        for ms, outcome, step in times:
            print(f"    {ms:8.1f} ms  {outcome:9} {step}")
    print(f"steps on 200 statements: median {statistics.median(everything):.1f} ms")


def long_script(tool, folder):
    """Functions of 50 lines; steps that leave room for each other."""
    functions, steps = [], []
    for k in range(100):
        functions.append(function(f"g{k}", 4, 8) + "\n")
    for k in range(0, 100, 2):
        at = address(f"g{k}", k % 4 + 1)
        steps.append([f"interchange {at}/j", f"tile {at}/j 16 16", f"distribute {at}/j @5",
                      f"strip-mine {at} 8", f"unroll {at}/j 2"][k // 2 % 5])
    text = HEAD + "\n".join(functions)
    said = run(tool, folder, "long", text, steps, 0)
    lines = text.count("\n")
    print(f"{len(steps)} steps on {lines} lines: {said.strip()}")


def automatic(ihop, polybench, folder):
    times = {}
    for kernel in (polybench / "kernels.txt").read_text().split():
        began = time.perf_counter()
        done = subprocess.run([ihop, "-q", "--pragma", "scop", "--search", "thorough",
                               str(polybench / kernel), "-o", str(folder / "out"), "--",
                               f"-I{polybench}/common"], capture_output=True, text=True, check=False)
        times[pathlib.Path(kernel).stem] = time.perf_counter() - began
        if done.returncode not in (0, 1):
            sys.exit(f"{kernel}: exit code {done.returncode}\n{done.stderr}")
    for name, seconds in sorted(times.items(), key=lambda item: item[1]):
        print(f"    {name:16} {seconds:6.2f} s")
    print(f"the automatic mode, thorough: median {statistics.median(times.values()):.2f} s, "
          f"worst {max(times.values()):.2f} s ({max(times, key=times.get)})")


def main():
    tool, ihop = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    repeats = int(sys.argv[4]) if len(sys.argv) > 4 else 3
    with tempfile.TemporaryDirectory() as folder:
        single_steps(tool, pathlib.Path(folder), repeats)
        long_script(tool, pathlib.Path(folder))
        automatic(ihop, pathlib.Path(sys.argv[3]).resolve(), pathlib.Path(folder))


main()
