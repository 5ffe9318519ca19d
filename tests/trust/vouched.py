#!/usr/bin/python3
"""What owners vouch for is written into the products and tested by the emulated program: by the command
line, by a mark's clauses, and where a step of a script rests on it.

    vouched.py IHOP
"""
import pathlib
import subprocess
import sys
import tempfile

CASE = """#include <stdio.h>
static double a[200], b[200];
static int idx[50];
void copies (int n, double *p, double *q, double *r)
{
#pragma scop
  for (int i = 0; i < n; i++)
    {
      p[i] = q[i] * 2;
      r[i] = i;
    }
#pragma endscop
}
void moves (int n, int m, double *restrict p)
{
#pragma scop
  for (int i = 0; i < n; i++)
    p[i] = p[i + m] * 2;
#pragma endscop
}
void scatters (int n, double p[restrict 200], const int *restrict to)
{
#pragma scop
  for (int i = 0; i < n; i++)
    p[to[i]] = i;
#pragma endscop
}
void marked (int n, int m, double *restrict p)
{
#pragma target MARK
  for (int i = 0; i < n; i++)
    p[i] = p[i + m] + 1;
}
int main (void)
{
  for (int i = 0; i < 50; i++)
    idx[i] = i / SAME;
  copies (50, b, a, a + GAP);
  moves (50, GAP, a);
  scatters (50, a, idx);
  marked (50, GAP, a);
  printf ("%g %g\\n", a[3], b[4]);
  return 0;
}
"""
RIGHT = ("-DGAP=60", "-DSAME=1")
# The owner's words, a script, flags under which they do not hold, and what is said then.
CASES = [
    (["--alias", "trust"], "distribute copies/i @2", ("-DGAP=1", "-DSAME=1"), "q and r do not overlap"),
    (["--assume", "moves: m >= n"], "reverse moves/i", ("-DGAP=1", "-DSAME=1"), "m >= n"),
    (["--assume", "m >= n"], "", ("-DGAP=49", "-DSAME=1"), "m >= n"),
    (["--assume", "permutation to"], "", ("-DGAP=60", "-DSAME=2"), "permutation to"),
    (["--pragma", "target"], "", ("-DGAP=1", "-DSAME=1"), "m >= n"),
    # Versions that take what is on the device test it, too.
    (["--auto", "--keep-slower", "--assume", "permutation to"], "", ("-DGAP=60", "-DSAME=2"), "permutation to"),
    (["--auto", "--keep-slower", "--assume", "m >= n"], "", ("-DGAP=49", "-DSAME=1"), "m >= n"),
]


def check(ihop, folder, words, script, wrong, said):
    source, steps = folder / "case.c", folder / "steps.ihop"
    source.write_text(CASE.replace("MARK", "assume(m >= n)" if "target" in words else ""))
    steps.write_text(script + "\n")
    pragma = [] if "--pragma" in words or "--auto" in words else ["--pragma", "scop"]
    command = [ihop, "-q", *pragma, "--search", "off", *words, "--emit", "cpu,emu", str(source), "-o",
               str(folder)] + (["--script", str(steps)] if script else [])
    faults = []
    for flags, expected in ((RIGHT, None), (wrong, said)):
        done = subprocess.run([*command, "--", *flags], capture_output=True, text=True, check=False)
        if done.returncode:
            return [f"{command}: {done.stderr}"]
        if script and "owner" not in (folder / "case_cpu.c").read_text():
            faults.append(f"{words}: the fallback does not name the owner's word")
        subprocess.run(["gcc", "-w", *flags, "-o", str(folder / "run"),
                        str(folder / "case_emu.c"), "-lm"], check=True)
        done = subprocess.run([str(folder / "run")], capture_output=True, text=True, check=False)
        if expected is None and done.returncode:
            faults.append(f"{words}: it holds, but: {done.stderr}")
        if expected and (done.returncode == 0 or expected not in done.stderr):
            faults.append(f"{words}: it does not hold, but: {done.returncode} {done.stderr}")
    return faults


def main():
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            faults += check(sys.argv[1], pathlib.Path(folder), *case)
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
