#!/usr/bin/python3
"""Loops that a run never came to cost nothing where the loop around them ran: the other branch of a choice that is made once.
Of functions that were never called nothing is known.

    idle.py IHOP
"""
import json
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = """#include <stdio.h>
#include <stdlib.h>

double a[1000000], b[1000000];

void unused (int n)
{
  for (int i = 0; i < n; i++)
    a[i] = a[i] * 1.5 + i;
}

int main (int argc, char **argv)
{
  int tile = argc > 5 ? atoi (argv[5]) : 0;

  for (int t = 0; t < 50; t++)
    {
      if (tile == 0)
        for (int i = 1; i < 999999; i++)
          b[i] = b[i] * 0.5 + a[i - 1] + a[i + 1];
      else
        for (int k = 1; k < 999; k += tile)
          for (int j = k; j < 999; j += tile)
            for (int i = j; i < (j + tile < 999 ? j + tile : 999); i++)
              b[i] = b[i] * 0.5 + a[i - 1];
    }
  if (argc > 7)
    unused (argc);
  printf ("%f\\n", b[7]);
  return 0;
}
"""


def main():
    ihop = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        def run(*words):
            return subprocess.run([ihop, *words], capture_output=True, text=True, cwd=folder, check=True).stdout
        pathlib.Path(folder, "idle.c").write_text(PROGRAM)
        run("observe", "--trips", "--profile", "idle.json", "idle.c")
        run("--auto", "--profile", "idle.json", "--emit", "json", "idle.c", "-o", "out")
        plan = json.loads(pathlib.Path(folder, "out", "idle.json").read_text())
    spread = {axis["loop"] for kernel in plan["kernels"] for axis in kernel["axes"]}
    left = {row["loop"]: row["reason"] for row in plan["left_out"]}
    print(spread, left)
    wrong = [what for what, holds in [
        ("the loop that ran is on the device", "main/t/i" in spread),
        ("the function that was never called is priced at the usual size", "unused/i" in spread),
    ] if not holds]
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
