#!/usr/bin/python3
"""Structs that say how much there is to do, and are null pointers where there is nothing to do; solvers that step while a call tells them to.

    absent_structs.py IHOP [--count N] [--seed S] [--keep DIR]

Functions read sizes, buffers and factors of structs (or "*n", "d[1]") under conditions of many kinds, and are called with null pointers where
those do not hold: whoever looks into the struct earlier than the program does is killed. Others step a pair of buffers in a time loop that is left
by what the step returns, in all the ways to write that. The emulated program must do what the original does, under the address sanitizer.
"""
import random
import sys

import member_sizes

HEAD = """#include <stdio.h>
#include <stdlib.h>

typedef struct { int n, m, on; double h, *u, *v; } S;

static int calls;
int more (void) { return ++calls; }

static void fill (S *s, int n, int m)
{
  *s = (S) { .n = n, .m = m, .on = n > 2, .h = 0.5 };
  s->u = malloc (n * m * sizeof *s->u);
  s->v = malloc (n * m * sizeof *s->v);
  for (int i = 0; i < n * m; i++)
    s->u[i] = i % 5, s->v[i] = i % 3;
}
"""
# Under which a struct is looked into: with k of at least 3, never with k of 0. {}: what is under it.
GUARDS = ["if (k > 2) {{ {} }}", "if (k) {}", "if (k > 1 && k < 9) {}", "for (int t = 0; t < k; t++) {{ {} }}", "for (; k > 0; k--) {}", "while (k > 0) {{ {} k--; }}",
          "while (k--) {{ {} }}", "for (int t = k; t > 1; t -= 2) {{ {} }}", "if (more () <= k) {}", "if (k == 0) more (); else {}", "if (k < 3) return;\n  {}", "if (k < 1) goto end;\n  {}\n  end: ;",
          "switch (k) {{ case 4: case 5: {} break; case 0: calls++; }}", "do {{ if (k > 2) {} }} while (k-- > 3);", "for (int t = 0; t < k; t++) {{ if (t == 1) continue; {} }}",
          "if (k && s->on) {}", "for (int t = 0; t < k && s->n > 1; t++) {}", "int left = k; while (left) {{ left--; {} }}"]
ASKED = ["if (s) {}", "if (s != NULL) {{ {} }}", "if (s == NULL) return;\n  {}", "if (s && s->n > 1) {}", "if (!s) more (); else {{ {} }}", "if (s && k > 2) {}"]
NESTS = ["for (int i = 0; i < s->n; i++) a[i] = b[i] * s->h + a[i];", "for (int i = 0; i < s->n * s->m; i++) a[i] += b[i];",
         "for (int j = 0; j < s->m; j++) for (int i = 0; i < s->n; i++) a[j * s->n + i] = b[j * s->n + i] - s->h;",
         "for (int i = 0; i < s->n; i++) s->u[i] = b[i] * s->v[i];", "for (int i = 0; i < s->n; i++) a[i] += s->u[i] * s->h;",
         "{ double h = s->h; int n = s->n; for (int i = 0; i < n; i++) a[i] *= h; }", "{ S *r = s; for (int i = 1; i < r->n; i++) a[i] = b[i - 1] + r->m; }",
         "{ double sum = 0; for (int i = 0; i < s->n; i++) sum += a[i] * s->v[i]; b[0] = sum; }"]
STEPS = ["for (int i = 1; i < s->n - 1; i++) s->v[i] = (s->u[i - 1] + s->u[i + 1]) * s->h;", "for (int i = 0; i < s->n; i++) s->v[i] = s->u[i] * 0.75;",
         "for (int i = 0; i < s->n; i++) s->v[i] = s->u[s->n - 1 - i] * s->h;"]
SWAP = "double *w = s->u; s->u = s->v; s->v = w;"
# {e}: the call; {n}: how often at most; {swap}: where the buffers change places, if the step does not do it.
LOOPS = ["for (int t = 0; t < {n}; t++) {{ {swap} if ({e} < 0.1) break; }}", "int t = 0; while (t < {n} && {e} > 0.1) {{ {swap} t++; }}",
         "int t = 0; while ({e} > 0.1 && t < {n}) {{ t++; {swap} }}", "for (int t = 0; t < {n} && {e} > 0.1; t++) {{ {swap} }}",
         "int t = 0; do {{ t++; {swap} }} while (t < {n} && {e} > 0.1);", "int t = 0; for (;;) {{ {swap} if ({e} < 0.1 || ++t >= {n}) break; }}",
         "int t = 0; double e; while (t++ < {n} && (e = {e}) > 0.1) {{ {swap} }}", "int t = {n}; while (t--) {{ {swap} if (!({e} > 0.1)) return; }}",
         "for (int t = 0; t < {n}; t++) {{ {swap} double e = {e} * 2; if (t % 2) calls += e > 1; if (e < 0.1) break; }}",
         "for (int t = 0; t < {n}; t++) {{ {swap} switch ((int) {e}) {{ case 0: calls++; }} }}", "int t = 0; while (t < {n}) {{ {swap} if (t > 1 && {e} < 0.1) break; t++; }}",
         "int t = 0; while (1) {{ if (t >= {n}) break; {swap} if (t % 2 == 0 && {e} < 0.1) break; else calls++; t++; }}"]


class Program:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.pick = self.rng.choice

    def guarded(self, number):
        """Called as f (5, &s, a, b) and f (0, NULL, a, b)."""
        text = self.pick(NESTS)
        for depth in range(self.pick([1, 1, 2])):
            text = "{ " + self.pick(GUARDS if self.rng.random() < 0.7 else ASKED).format(text).replace("end", f"end{depth}") + " }"
        quiet = self.pick(["", "", "restrict "])
        return f"void f{number} (int k, S *s, double *{quiet}a, double *{quiet}b)\n{{\n  {text}\n}}\n"

    def direct(self, number):
        return f"void f{number} (int k, S *s, double *a, double *b)\n{{\n  {self.pick(NESTS)}\n}}\n"

    def handing(self, number, callee):
        text = self.pick(GUARDS + ASKED).format(f"f{callee} (k, s, a, b);")
        return f"void f{number} (int k, S *s, double *a, double *b)\n{{\n  {text}\n}}\n"

    def solver(self, number):
        """A step that returns how much has changed, and its time loop; without a struct where k is 0."""
        in_step = self.rng.random() < 0.6
        step = (f"static double step{number} (S *s)\n{{\n  double most = 0;\n  {self.pick(STEPS)}\n  for (int i = 0; i < s->n; i++) {{ double d = s->v[i] - s->u[i]; if (d < 0) d = -d; "
                f"if (d > most) most = d; }}\n  {SWAP if in_step else ''}\n  return most;\n}}\n")
        loop = self.pick(LOOPS).format(e=f"step{number} (s)", n="k", swap="" if in_step else "{ " + SWAP + " }")
        return step + f"void f{number} (int k, S *s, double *a, double *b)\n{{\n  {self.pick(['if (k == 0) return;', 'if (!s) return;'])}\n  {loop}\n}}\n"

    def text(self):
        kinds = [self.pick("gggds") for _ in range(self.rng.randint(2, 4))]
        parts = [HEAD]
        for number, kind in enumerate(kinds):
            parts.append({"g": self.guarded, "d": self.direct, "s": self.solver}[kind] (number))
        called = self.rng.randrange(len(kinds))
        parts.append(self.handing(len(kinds), called))
        lines = ["S s, z;", f"fill (&s, {self.rng.randint(3, 40)}, {self.rng.randint(1, 4)});", "fill (&z, 1, 1);", "int n = s.n * s.m;",
                 "double *a = malloc (n * sizeof *a), *b = malloc (n * sizeof *b), sum = 0;", "for (int i = 0; i < n; i++) a[i] = i % 7, b[i] = i % 4;"]
        for number, kind in [*enumerate(kinds), (len(kinds), "h")]:
            lines += [f"calls = 0; f{number} (5, &s, a, b);"] + [f"f{number} (1, &z, a, b);"] * self.pick([0, 1])
            if kind != "d":
                lines.append(f"calls = 9; f{number} (0, NULL, a, b);")
        lines += ["for (int i = 0; i < n; i++) sum = sum * 0.9 + a[i] + b[i] + s.u[i] + s.v[i];", 'printf ("%.17g %d\\n", sum, calls);']
        return "\n".join([*parts, "int main (void)\n{\n  " + "\n  ".join(lines) + "\n  return 0;\n}\n"])


if __name__ == "__main__":
    sys.exit(member_sizes.main(Program, ["--auto", "--keep-slower"]))
