#!/usr/bin/env python3
"""Nests that sweep over memory again and again: the fallback for the CPU does several sweeps on some rows while these are in the
cache, and gives the same bytes.

    time_tiles.py IHOP
"""
import os
import subprocess
import sys
import tempfile

faults = []

FRAME = """#include <stdio.h>
#include <stdlib.h>
#define N {n}
#define T {t}
static double A[N][N], B[N][N], e[T];
static void sweep(int t_max, int n)
{{
{body}
}}
int main(void)
{{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {{ A[i][j] = (i * 7 + j * 3) % 11 + (i == j) * 40; B[i][j] = (i + 5 * j) % 13; }}
  for (int t = 0; t < T; t++) e[t] = t % 5;
  sweep(T, N);
  fwrite(A, sizeof A, 1, stdout);
  fwrite(B, sizeof B, 1, stdout);
  return 0;
}}
"""

TWO_ARRAYS = """  for (int t = 0; t < t_max; t++) {
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        B[i][j] = 0.2 * (A[i][j] + A[i][j - 1] + A[i][j + 1] + A[i + 1][j] + A[i - 1][j]);
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[i][j] = 0.2 * (B[i][j] + B[i][j - 1] + B[i][j + 1] + B[i + 1][j] + B[i - 1][j]);
  }"""
FAR_ROWS = TWO_ARRAYS.replace("A[i + 1]", "A[i + 2]").replace("i < n - 1", "i < n - 2")
IN_PLACE = """  for (int t = 0; t < t_max; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        A[i][j] = (A[i - 1][j] + A[i][j - 1] + A[i][j] + A[i][j + 1] + A[i + 1][j]) / 5;"""
FACTORS = """  for (int k = 0; k < n; k++)
    for (int i = k + 1; i < n; i++) {
      A[i][k] /= A[k][k];
      for (int j = k + 1; j < n; j++)
        A[i][j] -= A[i][k] * A[k][j];
    }"""
# Each sweep begins with what the one before left in the last row.
MIRRORED = """  for (int t = 0; t < t_max; t++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        A[i][j] = 0.5 * A[n - 1 - i][j] + B[i][j];"""

CASES = [  # what, body, N, T, whether there are tiles
    ("two arrays in turn", TWO_ARRAYS, 500, 40, True),
    ("rows two apart", FAR_ROWS, 500, 40, True),
    ("in place", IN_PLACE, 500, 40, True),
    ("a factorization", FACTORS, 500, 1, True),
    ("rows that mirror each other", MIRRORED, 500, 40, False),
    ("what stays in the cache anyhow", TWO_ARRAYS, 100, 40, False),
]


def check(good, what):
    print(f"{'ok' if good else 'FAIL'}: {what}")
    if not good:
        faults.append(what)


def run(words, **more):
    return subprocess.run(words, capture_output=True, check=False, timeout=600, **more)


def output(source, binary, folder):
    built = run(["gcc", "-O1", "-fopenmp", "-w", source, "-o", os.path.join(folder, binary), "-lm"])
    if built.returncode:
        return built.stderr
    return run([os.path.join(folder, binary)], env={**os.environ, "OMP_NUM_THREADS": "4"}).stdout


def main():
    ihop = os.path.abspath(sys.argv[1])
    for what, body, n, t, tiled in CASES:
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, "a.c")
            with open(source, "w", encoding="utf-8") as file:
                file.write(FRAME.format(body=body, n=n, t=t))
            done = run([ihop, "--auto", "--emit", "cpu", "-q", source, "-o", folder])
            product = os.path.join(folder, "a_cpu.c")
            with open(product, encoding="utf-8") as file:
                text = file.read()
            check(done.returncode == 0 and ("in tiles" in text) == tiled,
                   f"{what}: {'in tiles' if tiled else 'no tiles'}")
            check(output(source, "one", folder) == output(product, "other", folder), "  the same bytes")
            both = run([ihop, "--auto", "--emit", "cu,cpu", "-q", source, "-o", folder])
            with open(product, encoding="utf-8") as file:
                check(both.returncode == 0 and "in tiles" not in file.read(),
                       "  beside CUDA's code nobody waits for that")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
