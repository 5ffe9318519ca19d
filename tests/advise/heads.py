#!/usr/bin/python3
"""A kernel in a host loop whose launches take longer than the host, in a function that is quicker with the device for what else there
is in the loop: it stays on the host, and the function does not. With a profile the function is on the device, too: loops that
steps have made of a nest are not taken to run as often as the nest's outermost one did. A sum that two host loops launch a million times stays
on the host, too, where sizes are not known: that it would be a little quicker on the device if each of them were ten times as large does not help.

    heads.py IHOP
"""
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCE = """#include <stdio.h>
#include <stdlib.h>
static double settled (double x)
{
  while (x > 3)
    x = x * 0.5 + 1;
  return x;
}
static void work (int layers, int heads, int n, double *w, double *x, double *part)
{
  for (int l = 0; l < layers; l++)
    {
      for (int i = 0; i < n; i++)
        {
          double s = 0;
          for (int j = 0; j < n; j++)
            s += w[i * n + j] * x[j];
          part[i] = s;
        }
      for (int h = 0; h < heads; h++)
        {
          for (int i = 0; i < 16; i++)
            part[h * 16 + i] = part[h * 16 + i] * 0.5 + (h > 0 ? part[h * 16 - 16 + i] : 0);
        }
      for (int i = 0; i < n; i++)
        x[i] = part[i] / n;
      x[0] = settled (x[0]);
    }
}
int main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 640;
  double *w = malloc (n * n * sizeof *w), *x = malloc (n * sizeof *x), *part = malloc (n * sizeof *part);
  for (int i = 0; i < n * n; i++)
    w[i] = i % 7;
  for (int i = 0; i < n; i++)
    x[i] = i % 5;
  work (argc > 2 ? atoi (argv[2]) : 12, n / 16, n, w, x, part);
  printf ("%g\\n", x[3]);
  return 0;
}
"""


SUMS = """double settled (double x);
void sums (long n, const double *a, double *c)
{
  for (long i = 0; i < n; i++)
    for (long j = 0; j < n; j++)
      {
        double s = settled (c[i]);
        for (long k = 0; k < n; k++)
          s += a[i * n + k] * a[j * n + k];
        c[i] = s;
      }
}
"""


def plan(ihop, path, *options):
    done = subprocess.run([ihop, "-v", "--auto", "--dry-run", *options, str(path)], capture_output=True, text=True, check=True)
    return done.stdout


def main():
    ihop, faults = str(pathlib.Path(sys.argv[1]).resolve()), []
    with tempfile.TemporaryDirectory() as folder:
        path, profile = pathlib.Path(folder, "heads.c"), pathlib.Path(folder, "profile.json")
        path.write_text(SOURCE)
        subprocess.run([ihop, "observe", "--trips", "--profile", str(profile), str(path)], cwd=folder, capture_output=True, check=True)
        for how in ([], ["--profile", str(profile)]):
            said = plan(ihop, path, *how)
            if not how and not re.search(r"host   (work/l/\S+), line 2[02]: it is parallel, but \1 is predicted to be quicker on the host", said):
                faults.append(f"{how}: the loop over a head is not left on the host: {said}")
            if "kernel work_kernel_" not in said:
                faults.append(f"{how}: nothing of the function is on the device: {said}")
        path.write_text(SUMS)
        said = plan(ihop, path)
        if "kernel sums" in said or "quicker on the host as a whole" not in said:
            faults.append(f"a sum is launched for each element: {said}")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
