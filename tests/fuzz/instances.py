#!/usr/bin/python3
"""Functions that allocate structs and what hangs on them, keep some of it, and share some of it: where a loop is said to be
parallel, what it writes and what it reads must be apart in every run of it.

    instances.py IHOP [--count N] [--seed S] [--keep DIR]
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stddef.h>
typedef struct image { int n; double *p, *q; struct image *in; double *both[2]; } image;
typedef struct { double *first, *second; } pair;
typedef struct { long before; pair two; union { double *one; double *other; }; } holder;
static image kept;
static double *last, **slot;
static int apart (const double *x, const double *y, int n) { return x + n <= y || y + n <= x; }
static void keep_last (double **way) { double *old = last; last = *way; if (old) *way = old; }
static void exchange (image *x) { double *t = x->p; x->p = x->q; x->q = t; }
static image copy_of (image x) { double *t = x.p; x.p = x.q; x.q = t; return x; }
static double *numbers (int n) { double *x = malloc (4 * n * sizeof *x); for (int i = 0; i < 4 * n; i++) x[i] = i; return x; }
static image *inner (int n)
{
  image *x = malloc (sizeof *x);
  x->p = numbers (n), x->q = malloc (4 * n * sizeof *x->q), x->in = x, x->both[0] = numbers (n), x->both[1] = numbers (n);
  return x;
}
"""

# {m}: a pointer to a struct, {o}: another one, {w}: a double **.
STEPS = ["{m}->q = {m}->p;", "{m}->p = {o}->q;", "{m}->q = {o}->p + 1;", "{o}->p = {m}->q;", "*{m} = *{o};", "*{w} = {m}->q;", "{m}->p = *{w};",
         "last = {m}->p;", "if (last) {m}->q = last;", "kept = *{m};", "if (kept.p) *{m} = kept;", "keep_last (&{m}->p);",
         "{{ static image here; if (here.p) *{m} = here; else here = *{m}; }}", "memcpy (&{m}->p, &{o}->q, sizeof {m}->p);",
         "memcpy ({m}, {o}, sizeof *{m});", "*slot = {m}->p;", "{m}->q = *slot;", "{m}->in = {o}->in;", "{m}->in->p = {o}->q;", "{m}->p = {m}->in->q;",
         "{o}->in = {m};",
         # The same bytes under other names: as bytes, by a pointer to them, as another struct, through a union.
         "memcpy ((char *) {m} + offsetof (image, q), &{o}->p, sizeof {o}->p);", "*(double **) ((char *) {m} + offsetof (image, p)) = {o}->q;",
         "{{ double **t = &{m}->p; t[0] = {o}->q; }}", "{{ void *t = &{m}->p; pair *u = t; u->second = {o}->p; }}",
         "{{ pair *u = (pair *) &{m}->p; u->first = {m}->q; }}", "{{ holder h = {{ 0, {{ {m}->p, {o}->q }}, {{ {m}->q }} }}; {m}->q = h.two.first; }}",
         "{{ holder h; h.one = {m}->p; {o}->q = h.other; }}", "{{ holder h; h.two = (pair) {{ {o}->p, {m}->p }}; {m}->q = h.two.second; }}",
         "{{ pair u[2]; u[1].second = {m}->p; pair v = u[n > 3]; {m}->q = v.second; }}", "{{ char *t = (char *) {m}; image *u = (image *) t; u->q = {m}->p; }}",
         "{{ void *t = &{m}->p; pair *u = t; {m}->q = u->first; }}", "{{ void *t = &{m}->p; pair *u = t; {o}->p = u->second; }}",
         "{{ void *t = (char *) {m} + offsetof (image, q) - offsetof (image, p); image *u = t; u->p = {o}->q; }}",
         "{{ void *t = {m}; char *u = t; u += offsetof (image, q) - offsetof (image, p); t = u; image *v = t; v->p = {o}->q; }}",
         "{{ image *u = (image *) ((char *) {m} + offsetof (image, q) - offsetof (image, p)); u->p = {o}->q; *{o} = *{m}; }}",
         "{m}->both[n & 1] = {m}->p;", "{m}->p = {o}->both[1];", "{{ double **t = {m}->both; *t = {o}->q; {m}->p = t[1]; }}",
         "{{ image t = *{m}; t.p = {o}->q; *{m} = t; }}", "{{ image t = {{ n, {m}->q, {m}->p, {o}->in, {{ {m}->both[0], {m}->both[1] }} }}; *{m} = t; }}",
         "*{m} = (image) {{ n, {o}->q, {m}->q, {m}->in, {{ {m}->p, {m}->q }} }};", "{m}->q = copy_of (*{m}).p;", "{{ image t[2] = {{ *{m}, *{o} }}; *{m} = t[n > 99]; }}"]
HARMLESS = ["{m}->p = numbers (n);", "{m}->q = malloc (4 * n * sizeof *{m}->q);", "exchange ({m});", "{{ double *t = {m}->p; {m}->p = {m}->q; {m}->q = t; }}",
            "for (int i = 0; i < n; i++) {m}->p[i] = i;", "memcpy ({m}->p, {o}->p, n * sizeof (double));", "{m}->n = {o}->n;", "{m}->in->q = numbers (n);", "{m}->in = inner (n);",
            "{m}->both[1] = numbers (n);", "{{ image t = *{m}; t.n++; *{m} = t; }}", "{{ holder h = {{ 0, {{ {m}->p, {m}->q }} }}; {m}->p = h.two.first; }}"]


class Program:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.harm = self.rng.choice([0.1, 0.5, 0.8])
        self.pick, self.functions, self.lines, self.loops = self.rng.choice, [], HEAD.splitlines(), []
        self.harmful = self.rng.sample(STEPS, self.pick([1, 3, 8])) # so that nothing else hides what one of them does

    def chance(self, p):
        return self.rng.random() < p

    def steps(self, number, m, o, w, harm):
        for _ in range(number):
            self.lines.append("  " + self.pick(self.harmful if self.chance(harm) else HARMLESS).format(m=m, o=o, w=w))

    def call(self, o, w):
        name, by_value = self.pick(self.functions)
        return f"{name} (n, {o}, {w})", by_value

    def begin(self):
        """m, allocated."""
        kinds = ["image *m = malloc (sizeof *m); m->n = n; m->p = malloc (4 * n * sizeof *m->p); m->q = numbers (n); m->in = inner (n); m->both[0] = numbers (n); m->both[1] = m->both[0];",
                 "double *x = numbers (n), *y = malloc (4 * n * sizeof *y); image *m = malloc (sizeof *m); m->p = x; m->q = y; m->in = inner (n); m->both[0] = numbers (n), m->both[1] = numbers (n);"]
        if self.functions and self.chance(0.4):
            call, by_value = self.call("o", "w")
            return f"image *m = malloc (sizeof *m); *m = {call};" if by_value else f"image *m = {call};"
        return self.pick(kinds)

    def function(self):
        name, by_value = f"made{len(self.functions)}", self.chance(0.25)
        self.lines += [f"static image {'' if by_value else '*'}{name} (int n, image *o, double **w)", "{", "  " + self.begin()]
        self.steps(self.pick([0, 1, 1, 2, 3]), "m", "o", "w", self.harm)
        if not by_value and self.chance(0.1):
            self.lines.append(f"  if (n > 5) m->q = {name} (n - 5, m, w)->p;")
        self.lines += [f"  return {'*' if by_value else ''}m;", "}"]
        self.functions.append((name, by_value))

    def loop(self, x, y):
        self.lines += [f'  printf ("%d %d\\n", __LINE__ + 1, apart ({x}, {y}, n));', f"  for (int i = 0; i < n - 1; i++) {x}[i] = {y}[i + 1];"]
        self.loops.append(len(self.lines))

    def main(self):
        self.lines += ["int main (void)", "{", "  int n = 8;", "  double *w = numbers (n);",
                       "  image first = { n, numbers (n), numbers (n), inner (n), { numbers (n), numbers (n) } }, *o = &first;", "  double *place = numbers (n);", "  slot = &place;"]
        names = []
        for name in "abcd":
            call, by_value = self.call("o", "&w")
            self.lines.append(f"  image v{name} = {call}, *{name} = &v{name};" if by_value else f"  image *{name} = {call};")
            names.append(name)
        for _ in range(4):
            if self.chance(0.3):
                m, o = self.pick(names), self.pick(names + ["o"])
                self.steps(1, m, o, "(&w)", self.harm)
                self.loop(m + "->q", self.pick([m + "->p", o + "->p", o + "->q"]))
                self.loop(m + "->p", self.pick([m + "->q", o + "->p", o + "->q"]))
            if self.chance(0.1):
                self.lines.append("  {0} = {1};".format(*self.rng.sample(names, 2)))
            if self.chance(0.3):
                self.lines.append("  shift ({0}, {1}, n);".format(*self.rng.sample(names, 2)))
            if self.chance(0.15):
                call, by_value = self.call("o", "&w")
                to = self.pick(names)
                self.lines.append(f"  for (int k = 0; k < 2; k++) {'*' if by_value else ''}{to} = {call};")
            if self.chance(0.5):
                name = self.pick(names)
                self.loop(*[name + way for way in self.rng.sample(["->p", "->q", "->in->p", "->both[0]", "->both[1]"], 2)])
            self.loop(*[name + self.pick(["->p", "->q", "->in->p", "->in->q", "->both[0]"]) for name in self.rng.sample(names, 2)])
        self.lines += ["  return 0;", "}"]

    def text(self):
        for _ in range(self.pick([1, 2, 3])):
            self.function()
        self.lines += ["static void shift (image *x, image *y, int n)", "{"]
        self.loop("x->p", "y->q")
        self.lines += ["}"]
        self.main()
        return "\n".join(self.lines) + "\n"


def run(words):
    return subprocess.run(words, capture_output=True, text=True, check=False)


def check(ihop, folder, seed, tally):
    program, path = Program(seed), os.path.join(folder, f"instances_{seed}.c")
    with open(path, "w", encoding="utf-8") as file:
        file.write(program.text())
    done = run(["cc", "-w", "-o", path[:-2], path])
    if done.returncode:
        return [f"{path}: {done.stderr}"]
    seen = {}
    for line, is_apart in (map(int, row.split()) for row in run([path[:-2]]).stdout.splitlines()):
        seen[line] = seen.get(line, True) and is_apart
    report = json.loads(run([ihop, "analyze", "--format", "json", path]).stdout)
    verdicts = {loop["line"]: loop["verdict"] for loop in report["loops"]}
    for line, is_apart in seen.items():
        word = f"{verdicts[line]}, {'apart' if is_apart else 'meeting'}"
        tally[word] = tally.get(word, 0) + 1
    return [f"{path}:{line}: parallel, but memory meets" for line in seen if verdicts[line] == "parallel" and not seen[line]]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ihop")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="folder for the programs")
    options = parser.parse_args()
    tally, faults = {}, []
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.seed, options.seed + options.count):
            faults += check(options.ihop, options.keep or folder, seed, tally)
    for fault in faults[:20]:
        print("not ok", fault)
    print(f"{options.count} programs, loops: {tally}; {len(faults)} faults")
    sys.exit(1 if faults or "parallel, apart" not in tally else 0)


if __name__ == "__main__":
    main()
