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
typedef struct { int n, steps; double h, *u; } V;

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
static void flip (W *w) { double *x = w->p[0]; w->p[0] = w->p[1]; w->p[1] = x; }
static double relax (const V *from, V *to)
{
  double most = 0;
  for (int i = 1; i < from->n; i++)
    to->u[i] = from->u[i - 1] * from->h + 1;
  for (int i = 0; i < from->n; i++)
    if (to->u[i] - from->u[i] > most)
      most = to->u[i] - from->u[i];
  return most;
}
static void mix (const V *a, const V *b, V *c) { for (int i = 0; i < a->n; i++) c->u[i] = a->u[i] * 0.5 + b->u[i] * b->h; }
static double look (const V *v) { double s = 0; for (int i = 0; i < v->n; i++) s = s * 0.9 + v->u[i]; return s; }
static V *made (int n, double h)
{
  V *v = malloc (sizeof *v);
  v->n = n;
  v->steps = 0;
  v->h = h;
  v->u = malloc (n * sizeof *v->u);
  for (int i = 0; i < n; i++)
    v->u[i] = i * 5 % 9;
  return v;
}
static double sum_of (const W *w) { double s = 0; for (int i = 0; i < w->n; i++) s += w->p[w->cur][i]; return s; }
"""
# How the number d further on is said, of a counter and of a number of its own; {x}: it.
BY_COUNTER = {2: [["{x} % 2", "{x} & 1", "!({x} % 2 == 0)", "1 - ({x} + 1) % 2"], ["({x} + 1) % 2", "1 - {x} % 2", "!({x} & 1)", "({x} + 3) & 1", "{x} % 2 ? 0 : 1"]],
              3: [["{x} % 3", "({x} + 3) % 3"], ["({x} + 1) % 3", "({x} % 3 + 1) % 3"], ["({x} + 2) % 3", "(2 + {x}) % 3", "({x} * 4 + 2) % 3"]]}
BY_NUMBER = {2: [["{x}", "{x} % 2", "!!{x}"], ["1 - {x}", "!{x}", "{x} ^ 1", "({x} + 1) % 2", "{x} == 0"]],
             3: [["{x}", "({x} + 3) % 3"], ["({x} + 1) % 3", "{x} == 2 ? 0 : {x} + 1"], ["({x} + 2) % 3", "{x} ? {x} - 1 : 2"]]}
GO_ON = {2: ["{x} = 1 - {x};", "{x} ^= 1;", "{x} = !{x};", "{x} = ({x} + 1) % 2;"], 3: ["{x} = ({x} + 1) % 3;", "{x} = ({x} + 2) % 3;", "{x} = {x} == 2 ? 0 : {x} + 1;"]}
WRONG = ["if (t % 3 == 1) continue;", "if (out > 1e9) break;", "if (t == 2) {x} = 0;", "{{ double *s = {a}[0]; {a}[0] = {a}[1]; {a}[1] = s; }}", "if (t == 1) t++;", "out += {a}[0][0];", "if (t == 2) flip (w);"]
MEANWHILE = ["out += {a}[{0}][1];", "if (t % 2) {{ for (int i = 0; i < n; i++) out += {a}[{0}][i]; }}", "{a}[{0}][0] = t;", "if (out > 1e9) break;", "if (t > 3) {{ {a}[{1}][0] *= 2; }}"]

# Structs whose pointers change places; what may be in the loop besides, some of which forbids it.
STEPS = {2: ["relax (a, b);", "out += relax (a, b);", "if (relax (a, b) > 1e9) break;", "for (int i = 1; i < a->n; i++) b->u[i] = a->u[i - 1] * a->h;",
             "{ const double *u = a->u; for (int i = 0; i < b->n; i++) b->u[i] = u[i] + a->h; }"],
         3: ["mix (a, b, c);", "for (int i = 0; i < a->n; i++) c->u[i] = 2 * b->u[i] - a->u[i] * a->h;", "relax (a, b); relax (b, c);"]}
TURNS = {2: "V *x = a; a = b; b = x;", 3: "V *x = a; a = b; b = c; c = x;"}
BESIDE = ["a->h += 0.25;", "b->steps++; out += a->steps;", "if (t == 2) b = d;", "b->n = 20;", "if (t % 3 == 1) continue;", "out += look (a);", "b->u[2] = t;", "{ V keep = *a; out += keep.h; }",
          "if (t == 3) *b = *d;", "out += a->n + b->steps;", "if (t == 1) { double *s = a->u; a->u = b->u; b->u = s; }", "d->h = a->h;", "if (out > 1e9) return out;", "{ V *q = b; q->h = 0.5; }", "if (t == 4) a = NULL, a = d;"]


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

    def structs(self, number):
        k = self.pick([2, 2, 3])
        lines = [self.pick(STEPS[k])]
        for extra in self.rng.sample(BESIDE, self.pick([0, 0, 0, 1, 1, 2])):
            lines.insert(self.rng.randint(0, len(lines)), extra)
        lines.append(TURNS[k] if self.chance(0.8) else "if (t % 2 == 0) { " + TURNS[k] + " }")
        head = self.pick(["for (int t = 0; t < steps; t++)", "for (int t = 0; t < 5; t++)", "int t = 0; while (t++ < steps)", "for (int t = steps; t > 0; t--)"])
        here = "V *a = made (30, 0.5), *b = made (30, 0.25), *c = made (30, 0.75), *d = made (24, 0.125);"
        params, before = ("int steps", here) if self.chance(0.5) else ("V *a, V *b, V *c, V *d, int steps", "")
        call = f"g{number} (" + ("" if before else "made (30, 0.5), made ({}, 0.25), made (30, 0.5), made (40, 1), ".format(self.pick([30, 30, 31]))) + "{})"
        body = f"  {before}\n  double out = 0;\n  {head}\n  {{\n    " + "\n    ".join(lines) + "\n  }\n  return out + look (a) + 2 * look (b) + 3 * look (c) + look (d) + a->h + b->h;\n"
        return f"static double g{number} ({params})\n{{\n{body}}}\n", call

    def text(self):
        functions = self.rng.randint(1, 3)
        parts = [HEAD, *(self.function(k) for k in range(functions))]
        lines = ["W w = { .n = 33, .cur = 1, .h = 0.5 };", "double s = 0;", "for (int k = 0; k < 3; k++) w.p[k] = malloc (w.n * sizeof (double));",
                 "for (int k = 0; k < 3; k++) for (int i = 0; i < w.n; i++) w.p[k][i] = rows[k][i] = (i * 7 + k) % 11;"]
        for k in range(functions):
            lines += [f"s += f{k} (&w, {self.rng.randint(0, 7)});", f"s += f{k} (&w, 4) + sum_of (&w);"]
        for k in range(self.rng.randint(0, 2)):
            text, call = self.structs(k)
            parts.append(text)
            lines += [f"s += {call.format(self.rng.randint(0, 6))};"]
        lines += ["for (int k = 0; k < 3; k++) for (int i = 0; i < w.n; i++) s = s * 0.99 + w.p[k][i] + rows[k][i];", 'printf ("%.15g\\n", s);']
        return "\n".join([*parts, "int main (void)\n{\n  " + "\n  ".join(lines) + "\n  return 0;\n}\n"])


if __name__ == "__main__":
    sys.exit(member_sizes.main(Program, ["--auto", "--keep-slower"]))
