#!/usr/bin/python3
"""How often statements are executed, by the profiler's mean trips: as often as they are in a run, also where a program's loops have
been tiled, skewed, dealt out to threads or made fronts, and what is tiled has tiles of tiles.

    trips.py IHOP EXECUTIONS"""
import pathlib
import subprocess
import sys
import tempfile

IHOP, EXECUTIONS = sys.argv[1:3]
CLOSE = 0.05  # of what a run counts; twice as far where hardly a thread has something to do

PROGRAM = """#include <stdio.h>
static long hits[2048][2048];
static void f(int n)
{{
{code}
}}
int main(void)
{{
  long all = 0;
  f({n});
  for (int i = 0; i < 2048; i++)
    for (int j = 0; j < 2048; j++)
      all += hits[i][j];
  printf("%ld\\n", all);
  return 0;
}}
"""
SQUARE = "for (int i = 0; i < n; i++)\nfor (int j = 0; j < n; j++)\nhits[i][j] += 1;"
TRIANGLE = "for (int i = 0; i < n; i++)\nfor (int j = 0; j < i; j++)\nhits[i][j] += 1;"
PYRAMID = "for (int k = 0; k < n; k++)\nfor (int i = k + 1; i < n; i++)\nfor (int j = k + 1; j < i; j++)\nhits[i][j] += 1;"
ROWS = "for (int k = 0; k < n; k++)\nfor (int i = k + 1; i < n; i++)\nhits[k][i] += 1;"
SWEEP = ("for (int t = 0; t < 40; t++)\nfor (int i = 1; i < n - 1; i++)\n"
         "for (int j = 1; j < n - 1; j++)\nhits[i][j] += 1 + 0 * (hits[i - 1][j] + hits[i + 1][j] + hits[i][j - 1]);")
FRONTS = "for (int i = 1; i < n; i++)\nfor (int j = 1; j < n; j++)\nhits[i][j] += 1 + 0 * (hits[i - 1][j] + hits[i][j - 1]);"

CASES = [
    ("a square", SQUARE, []),
    ("a square in tiles", SQUARE, ["tile f/i/j 32 48"]),
    ("a square in tiles of tiles", SQUARE, ["tile f/i/j 64 64", "tile f/it/jt/i/j 8 8"]),
    ("a square in tiles that start in front of it", SQUARE, ["skew f/i/j 1", "tile f/i/j 32 32"]),
    ("a triangle", TRIANGLE, []),
    ("a triangle in tiles", TRIANGLE, ["tile f/i/j 32 32"]),
    ("a triangle dealt out", TRIANGLE, ["cyclic f/i/j 64 open"]),
    ("a pyramid", PYRAMID, []),
    ("a pyramid dealt out in planes", PYRAMID, ["cyclic f/k/i/j 8 32 open", "collapse f/k/ti/tj"]),
    ("a pyramid, its rows dealt out", PYRAMID, ["cyclic f/k/i 128 open"]),
    ("rows dealt out to more threads than there are", ROWS, ["cyclic f/k/i 1024 open"]),
    ("rows dealt out to a grid", ROWS, ["cyclic f/k/i 33792 open"]),
    ("a pyramid dealt out to a grid", PYRAMID, ["cyclic f/k/i/j 264 256 open", "collapse f/k/ti/tj"]),
    ("rows dealt out to a block", ROWS, ["cyclic f/k/i 256 open"]),
    ("a sweep, skewed", SWEEP, ["skew f/t/i 1", "skew f/t/i/j 1"]),
    ("a sweep, skewed and in tiles", SWEEP, ["skew f/t/i 1", "skew f/t/i/j 1", "tile f/t/i/j 8 16 16"]),
    ("fronts", FRONTS, ["wavefront f/i/j"]),
    ("fronts of tiles", FRONTS, ["tile f/i/j 16 16", "normalize f/it", "normalize f/it/jt", "wavefront f/it/jt"]),
    ("fronts of tiles, dealt out", FRONTS, ["tile f/i/j 16 16", "normalize f/it", "normalize f/it/jt", "wavefront f/it/jt",
                                            "cyclic f/jt/it 64 open"]),
]


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def executed(folder, text):
    path = pathlib.Path(folder, "run.c")
    path.write_text(text)
    built = run("cc", "-O1", "-o", f"{folder}/run", str(path))
    return int(run(f"{folder}/run").stdout) if built.returncode == 0 else built.stderr


def fault(folder, code, steps, n):
    source, script, out = (pathlib.Path(folder, name) for name in ("f.c", "f.ihop", "after.c"))
    source.write_text(PROGRAM.format(code=code, n=n))
    script.write_text("".join(f"{step}\n" for step in steps))
    done = run(IHOP, "transform", "-q", "--script", str(script), str(source))
    if done.returncode:
        return done.stderr
    out.write_text(done.stdout)
    predicted = run(EXECUTIONS, str(out), "f")
    if predicted.returncode:
        return predicted.stderr
    right, found = executed(folder, done.stdout), float(predicted.stdout)
    close = CLOSE * (2 if any("33792" in step for step in steps) else 1)
    return None if abs(found - right) <= close * right else f"{found:g} executions, and in a run {right}\n{done.stdout}"


def main():
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, code, steps in CASES:
            for n in 150, 400, 1999:
                why = fault(folder, code, steps, n)
                failures += why is not None
                if why:
                    print(f"{name}, n = {n}: {why}")
    print(f"{3 * len(CASES)} counts, {failures} too far away")
    return bool(failures)


sys.exit(main())
