#!/usr/bin/python3
"""Memory as large as members of a struct say that is handed over by value beside it, or do not say any more.

    passed_sizes.py IHOP [--count N] [--seed S] [--keep DIR]

Kernels read memory by what stands in it, so that only the callers tell how large it is: in members that are set once, twice, in
loops, through pointers, with the struct as a whole, or anew in the function that is called. Whoever copies more than there is, or
less than is needed, is seen by the address sanitizer. The emulated program must do what the original does.
"""
import argparse
import os
import random
import sys
import tempfile

import member_sizes

# Of "x" there are "many" elements, which no kernel is told.
HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { int a; long n, m; unsigned long bytes; int pair[2]; union { int few; long lots; } u; } D;

static double out[64];

static void show (void)
{
  double sum = 0;
  for (int i = 0; i < 64; i++)
    sum = sum * 0.9 + out[i];
  printf ("%.17g\\n", sum);
}

static void fill (int *at, int k, double *x, int many)
{
  for (int i = 0; i < k; i++)
    at[i] = many > 0 ? i * 7 % many : 0;
  for (int i = 0; i < many; i++)
    x[i] = i * 0.5;
}

static D made (long n, long m) { D d = { 1, n, m, n * sizeof (double), { 2, 3 }, { 4 } }; return d; }
static void changes (D *d) { d->n += 9; }
"""
# How long x is.
COUNTS = ["d.n", "d.n", "d.m", "d.n * d.m", "2 * d.n", "d.n + 1", "d.n + d.m", "n", "d.u.few", "d.pair[0]"]
USES = ["out[i] = x[at[i]] + d.a;", "out[i] += x[at[i]] * 0.5;", "{ double s = 0; for (int j = at[i] / 2; j <= at[i]; j++) s += x[j]; out[i] = s; }",
        "if (at[i] % 2) out[i] = x[at[i]]; else out[i] = d.n;"]
HARMLESS = ["d.a++;", "d.a = d.a * 2;", "d.pair[1] = 3;", "if (d.n > 5) d.a = 7;", "D t = d; t.n = 70; d.a = t.n % 3;", "show ();"]
HARMS = ["d.n += 20;", "d.n = d.n > 1 ? 1 : d.n;", "d.bytes = 8;", "{ long *q = &d.n; *q = 50; }", "changes (&d);", "d = made (60, 2);", "d.m++;",
         "if (d.m > 3) d.n = 40;", "for (int r = 0; r < 3; r++) d.n++;", "d.u.lots = 30;", "d.pair[0]--;", "memset (&d, 0, sizeof d);"]


class Program:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.pick, self.harm = self.rng.choice, self.rng.choice([0.0, 0.0, 0.15, 0.4])
        self.count = self.pick(COUNTS)

    def chance(self, p):
        return self.rng.random() < p

    def between(self):
        return ([self.pick(HARMLESS)] if self.chance(0.4) else []) + ([self.pick(HARMS)] if self.chance(self.harm) else [])

    def callee(self, name, called):
        """A function that works on the memory, or hands it on."""
        work = [f"{called} (d, at, x, k);"] if called else ["#pragma target", "for (int i = 0; i < k; i++)", f"  {self.pick(USES)}"]
        lines = [*self.between(), *work]
        return f"static void {name} (D d, const int *at, const double *x, int k)\n{{\n  " + "\n  ".join(lines) + "\n}\n"

    def setting(self):
        """Lines that make a struct and set its members."""
        if self.chance(0.25):
            lines = ["D d = made (n, m);"]
        else:
            lines = ["D d;", "d.a = 2;", "d.n = n;", "d.m = m;", f"d.bytes = {self.count} * sizeof (double);", "d.pair[0] = n;", "d.u.few = m;"]
            lines[4], lines[5], lines[6] = lines[5], lines[6], lines[4]
        return lines

    def caller(self, name):
        count = self.count if self.chance(0.8) else self.pick(COUNTS)
        size = "d.bytes" if self.chance(0.3) else f"({count}) * sizeof (double)"
        lines = [*self.setting(), *self.between(), f"int k = n + 2, many = {size} / sizeof (double);",
                 f"double *x = malloc ({size});", "int *at = malloc (k * sizeof *at);", "fill (at, k, x, many);", *self.between()]
        calls = ["if (many > 0) use0 (d, at, x, k);", "show ();"]
        if self.chance(self.harm):
            calls = ["for (int r = 0; r < 2; r++) {", *calls, *self.between(), "}"]
        lines += calls
        if self.chance(0.3):
            lines = ["for (int l = 0; l < 2; l++, n++) {", *lines, "}"]
        return f"static void {name} (int n, int m)\n{{\n  " + "\n  ".join(lines) + "\n}\n"

    def text(self):
        depth, callers = self.pick([1, 1, 2, 3]), self.pick([1, 1, 2])
        parts = [self.callee(f"use{level}", f"use{level + 1}" if level + 1 < depth else None) for level in reversed(range(depth))]
        parts += [self.caller(f"call{number}") for number in range(callers)]
        runs = [f"call{self.rng.randrange(callers)} ({self.rng.randint(1, 7)}, {self.rng.randint(1, 7)});" for _ in range(5)]
        return "\n".join([HEAD, *parts, "int main (void)\n{\n  " + "\n  ".join(runs) + "\n  return 0;\n}\n"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ihop")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    options = parser.parse_args()
    bad = kernels = asked = 0
    for seed in range(options.seed, options.seed + options.count):
        with tempfile.TemporaryDirectory() as folder:
            folder = options.keep or folder
            source = os.path.join(folder, f"sizes_{seed}.c")
            with open(source, "w", encoding="utf-8") as file:
                file.write(Program(seed).text())
            wrong, more, is_right = member_sizes.check_file(options.ihop, folder, source)
            kernels, asked = kernels + more, asked + is_right
            if wrong:
                bad += 1
                print(f"seed {seed}: {wrong}")
    print(f"{options.count} programs, {asked} without faults of their own, {kernels} kernels, {bad} faults")
    return 1 if bad or 4 * kernels < options.count or 2 * asked < options.count else 0


if __name__ == "__main__":
    sys.exit(main())
