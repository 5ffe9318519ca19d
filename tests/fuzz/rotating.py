#!/usr/bin/python3
"""Buffers that a time loop finds by a number that goes round: "u[t % 2]", "w->p[(w->cur + 1) % 3]", "grid[!now]".

    rotating.py IHOP [--count N] [--seed S] [--keep DIR]

Two or three buffers, in an array of pointers, in a struct or as rows; the number is the loop's counter or one of its own, in many spellings, some of which
do not go round after all (under a condition, with a jump past it, by two, with an exchange of the pointers meanwhile); what has been computed is looked at
behind the loop by the number. The emulated program must do what the original does, under the address sanitizer.
"""
import random
import sys

import member_sizes

HEAD = """#include <stdio.h>
#include <stdlib.h>

typedef struct { int n, cur; double h, *p[3]; } W;

static double rows[3][40];
static double work (int n, const double *from, double *to)
{
  for (int i = 1; i < n - 1; i++)
    to[i] = (from[i - 1] + from[i + 1]) * 0.5;
  return to[1];
}
static void add (int n, const double *old, const double *now, double *next)
{
  for (int i = 0; i < n; i++)
    next[i] = 2 * now[i] - old[i] * 0.5;
}
static double sum_of (const W *w) { double s = 0; for (int i = 0; i < w->n; i++) s += w->p[w->cur][i]; return s; }
"""
# How the number d further on is said, of a counter and of a number of its own; {x}: it.
BY_COUNTER = {2: [["{x} % 2", "{x} & 1", "!({x} % 2 == 0)", "1 - ({x} + 1) % 2"], ["({x} + 1) % 2", "1 - {x} % 2", "!({x} & 1)", "({x} + 3) & 1", "{x} % 2 ? 0 : 1"]],
              3: [["{x} % 3", "({x} + 3) % 3"], ["({x} + 1) % 3", "({x} % 3 + 1) % 3"], ["({x} + 2) % 3", "(2 + {x}) % 3", "({x} * 4 + 2) % 3"]]}
BY_NUMBER = {2: [["{x}", "{x} % 2", "!!{x}"], ["1 - {x}", "!{x}", "{x} ^ 1", "({x} + 1) % 2", "{x} == 0"]],
             3: [["{x}", "({x} + 3) % 3"], ["({x} + 1) % 3", "{x} == 2 ? 0 : {x} + 1"], ["({x} + 2) % 3", "{x} ? {x} - 1 : 2"]]}
GO_ON = {2: ["{x} = 1 - {x};", "{x} ^= 1;", "{x} = !{x};", "{x} = ({x} + 1) % 2;"], 3: ["{x} = ({x} + 1) % 3;", "{x} = ({x} + 2) % 3;", "{x} = {x} == 2 ? 0 : {x} + 1;"]}
WRONG = ["if (t % 3 == 1) continue;", "if (out > 1e9) break;", "if (t == 2) {x} = 0;", "{{ double *s = {a}[0]; {a}[0] = {a}[1]; {a}[1] = s; }}", "if (t == 1) t++;", "out += {a}[0][0];"]
MEANWHILE = ["out += {a}[{0}][1];", "if (t % 2) {{ for (int i = 0; i < n; i++) out += {a}[{0}][i]; }}", "{a}[{0}][0] = t;", "if (out > 1e9) break;", "if (t > 3) {{ {a}[{1}][0] *= 2; }}"]


class Program:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.pick = self.rng.choice

    def chance(self, p):
        return self.rng.random() < p

    def index(self, d):
        if self.own and self.chance(0.3) and f"at{d}" in self.names:
            return f"at{d}"
        return self.pick(self.says[d]).format(x=self.number)

    def sweep(self):
        f = [f"{self.array}[{self.index(d)}]" for d in range(self.k)]
        if self.k == 3:
            return self.pick([f"add (n, {f[2]}, {f[0]}, {f[1]});", f"for (int i = 1; i < n; i++) {f[1]}[i] = {f[0]}[i - 1] + {f[2]}[i] * 0.25;"])
        return self.pick([f"work (n, {f[0]}, {f[1]});", f"out += work (n, {f[0]}, {f[1]});", f"for (int i = 1; i < n - 1; i++) {f[1]}[i] = {f[0]}[i - 1] * 0.5 + {f[0]}[i + 1];",
                          f"{{ double *from = {f[0]}, *to = {f[1]}; for (int i = 0; i < n; i++) to[i] = from[n - 1 - i]; }}"])

    def loop(self):
        lines = []
        if self.own and self.chance(0.5):
            for d in self.rng.sample(range(self.k), self.rng.randint(1, self.k)):
                lines.append(f"int at{d} = {self.index(d)};")
                self.names.append(f"at{d}")
        lines.append(self.sweep())
        go_on = self.pick(GO_ON[self.k]).format(x=self.number)
        if self.own:
            if "at1" in self.names and self.chance(0.6):
                go_on = f"{self.number} = at1;"
            lines.append("{ " + go_on + " }" if self.chance(0.2) else go_on)
            self.names = []
        for extra in self.rng.sample(MEANWHILE, self.pick([0, 0, 1, 1, 2])):
            lines.insert(self.rng.randint(len(self.names), len(lines)), extra.format(self.index(0), self.index(1), a=self.array))
        if self.chance(0.3):
            wrong = [line for line in WRONG if self.array != "rows" or "double *s" not in line]
            lines.insert(self.rng.randint(0, len(lines)), self.pick(wrong).format(x=self.number if self.own else "out", a=self.array))
        head = self.pick(["for (int t = 0; t < steps; t++)", "for (int t = 1; t <= steps; t++)", "for (int t = 0; t < 5; t++)"])
        return f"  {head}\n  {{\n    " + "\n    ".join(lines) + "\n  }\n"

    def function(self, number):
        self.k, self.own, kind, self.names = self.pick([2, 2, 3]), self.chance(0.5), self.pick(["local", "member", "rows"]), []
        self.array = {"local": "u", "member": "w->p", "rows": "rows"}[kind]
        self.number = ("w->cur" if kind == "member" else "now") if self.own else "t"
        self.says = (BY_NUMBER if self.own else BY_COUNTER)[self.k]
        if self.own and kind == "member":
            self.says = [[s for s in says if "!!" not in s] for says in self.says]
        before = "double *u[3] = { w->p[0], w->p[1], w->p[2] };" if self.k == 3 else "double *u[2] = { w->p[0], w->p[1] };"
        lines = ["int n = w->n;", *[before] * (kind == "local"), "double out = 0;", *[f"int now = {self.rng.randrange(self.k)};"] * (self.own and kind != "member"),
                 *["w->cur %= 2;"] * (kind == "member" and self.k == 2)]
        after = f"out += {self.array}[{self.number if self.own else 'steps % 2'}][n / 2];"
        return f"double f{number} (W *w, int steps)\n{{\n  " + "\n  ".join(lines) + "\n" + self.loop() + f"  {after}\n  return out;\n}}\n"

    def text(self):
        functions = self.rng.randint(1, 3)
        parts = [HEAD, *(self.function(k) for k in range(functions))]
        lines = ["W w = { .n = 33, .cur = 1, .h = 0.5 };", "double s = 0;", "for (int k = 0; k < 3; k++) w.p[k] = malloc (w.n * sizeof (double));",
                 "for (int k = 0; k < 3; k++) for (int i = 0; i < w.n; i++) w.p[k][i] = rows[k][i] = (i * 7 + k) % 11;"]
        for k in range(functions):
            lines += [f"s += f{k} (&w, {self.rng.randint(0, 7)});", f"s += f{k} (&w, 4) + sum_of (&w);"]
        lines += ["for (int k = 0; k < 3; k++) for (int i = 0; i < w.n; i++) s = s * 0.99 + w.p[k][i] + rows[k][i];", 'printf ("%.15g\\n", s);']
        return "\n".join([*parts, "int main (void)\n{\n  " + "\n  ".join(lines) + "\n  return 0;\n}\n"])


if __name__ == "__main__":
    sys.exit(member_sizes.main(Program, ["--auto", "--keep-slower"]))
