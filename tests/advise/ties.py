#!/usr/bin/python3
"""A function that alone is quicker on the host goes to the device where others that are called beside it have its array there:
else the array would travel at each call. Where none of them has, it stays.

    ties.py IHOP
"""
import json
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = """#include <stdio.h>

#define N 2000
double a[N][N], b[N][N];

void border (void)
{
  for (int i = 0; i < N; i++)
    a[0][i] = a[N - 2][i];
}

void sweep (double from[N][N], double to[N][N])
{
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      to[i][j] = (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]) / 4;
}

int main (void)
{
  for (int t = 0; t < 100; t++)
    {
      border ();
#ifdef SWEEPS
      sweep (a, b);
      sweep (b, a);
#endif
    }
  printf ("%f\\n", a[5][5]);
  return 0;
}
"""


def kernels(ihop, folder, *flags):
    subprocess.run([ihop, "--auto", "--emit", "json", "ties.c", "-o", "out", "--", *flags], capture_output=True, cwd=folder, check=True)
    plan = json.loads(pathlib.Path(folder, "out", "ties.json").read_text())
    return {kernel["function"] for kernel in plan["kernels"]}, {row["loop"] for row in plan["left_out"]}


def main():
    ihop = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "ties.c").write_text(PROGRAM)
        beside, _ = kernels(ihop, folder, "-DSWEEPS")
        alone, left = kernels(ihop, folder)
    print(beside, alone, left)
    wrong = [what for what, holds in [
        ("beside the sweeps the border is on the device", {"border", "sweep"} <= beside),
        ("alone it stays on the host, and that is said", "border" not in alone and "border/i" in left),
    ] if not holds]
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
