#!/usr/bin/python3
"""Random programs whose calls do not all return, run against their products.

A scenario is a function of marked loops and host code in between: calls that now and then leave by exit, longjmp,
abort, a handler of a signal or a failed assertion, also through pointers; callees that store through rows of
pointers into arrays which are on the device; logical reductions, and flags, that no iteration touches. What runs then
(functions given to atexit, handlers, destructors, the code behind setjmp) prints the arrays. Each place that may be
left is left in one run. The emulated program is built so that it sees by itself which copy is the newer one.

    exits.py IHOP [--count N] [--seed S] [--batch K] [--keep DIR] [--cc CC]
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

import watched

HEAD = """#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 300
static int a[N], b[N], c[N];
static int *heap, *shared[2] = { c, a };
struct holder { int *at; struct holder *next; };
static jmp_buf out;
static sigjmp_buf aborted;
static void show (const char *who)
{
  unsigned sum = 0;
  for (int i = 0; i < N; i++) sum = sum * 31 + a[i] + 7 * b[i] + 49 * c[i] + 343 * heap[i];
  printf ("%s: %u %d %d %d %d\\n", who, sum, a[5], b[21], c[7], heap[2]);
}
static void at_exit (void) { show ("atexit"); fflush (stdout); }
static void at_signal (int s) { (void) s; show ("signal"); a[6] += 1; }
static void at_abort (int s) { (void) s; show ("abort"); siglongjmp (aborted, 1); }
static void at_jump (int s) { (void) s; siglongjmp (aborted, 1); }
static void at_last_abort (int s) { (void) s; show ("last"); fflush (stdout); _Exit (3); }
static void stop (int k, int at) { if (k == at) exit (at); }
static void fail (int k, int at) { if (k == at) longjmp (out, at); }
static void deep (int k, int at) { if (at > 1) fail (k, at); }
static void check (int k, int at) { assert (k != at); }
static void tell (int k, int at) { if (k == at) raise (SIGUSR1); }
static void (*through) (int, int) = THROUGH;
static void poke_rows (int **r, int k) { r[2][k % 9] += 5; }
static void poke_shared (int k) { shared[k % 2][3] += 7; }
static void poke_holder (struct holder *h, int k) { h->next->at[4 + k % 3] += 9; }
static int sum_rows (int **r) { int s = 0; for (int i = 0; i < 3; i++) s += r[i][i]; return s; }
void other (int n, int *x, int *y)
{
#pragma target
  for (int i = 0; i < n; i++)
    x[i] = y[i];
}
"""


class Scenario:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.ways, self.lines = 0, []
        self.arrays = ["a", "b", "c", "heap"] + self.random.choice([["p"], ["p", "q"], []])

    def put(self, indent, text):
        self.lines.append("  " * indent + text)

    def array(self):
        return self.random.choice(self.arrays)

    def kernel(self, indent):
        x, y, r = self.array(), self.array(), self.random
        first, last = r.choice([("0", "n"), ("0", "n"), ("3", "n - 2"), ("0", "m")])
        self.put(0, "#pragma target")
        self.put(indent, f"for (int i = {first}; i < {last}; i++)")
        value = r.choice([f"i * {r.randrange(1, 9)}", f"({x}[i] * 3 + i) % 1000", f"({x}[i] + {r.randrange(9)}) % 777"]
                         + ([f"({y}[i] + i) % 500"] if x != y else []))
        self.put(indent + 1, f"{x}[i] = {value};")

    def reduction(self, indent):
        r, op = self.random, self.random.choice(["||", "&&", "="])
        guard = r.choice(["", f"if ({self.array()}[i] < {r.choice([-1, 500])}) ", f"for (int j = 0; j < {r.choice('mn')}; j++) "])
        self.put(indent, "{")
        self.put(indent + 1, f"int s = {r.choice([0, 1, 5, -3])};")
        self.put(0, "#pragma target")
        self.put(indent + 1, f"for (int i = 0; i < {r.choice(['n', 'm', 'n'])}; i++)")
        if op == "=":
            self.put(indent + 2, f"if ({self.array()}[i] < {r.choice([-1, 300, 500])}) s = {r.choice([0, 1, 7])};")
        else:
            self.put(indent + 2, f"{guard}s = s {op} {self.array()}[i];")
        self.put(indent + 1, 'printf ("%d\\n", s);')
        self.put(indent, "}")

    def leave(self, indent):
        self.ways += 1
        way = self.random.choice(["stop", "fail", "deep", "through", "check", "tell", "if", "abort"])
        if way == "if":
            self.put(indent, f"if (k == {self.ways}) {{ puts (\"bad\"); stop (k, k); }}")
        elif way == "abort":
            self.put(indent, f"if (k == {self.ways}) abort ();")
        else:
            self.put(indent, f"{way} (k, {self.ways});")

    def poke(self, indent):
        r = self.random
        self.put(indent, r.choice([f"poke_rows (rows, {r.randrange(9)});", f"poke_shared ({r.randrange(9)});",
                                   f"poke_holder (&first, {r.randrange(9)});", 'printf ("%d\\n", sum_rows (rows));']))

    def host(self, indent):
        r, x = self.random, self.array()
        self.put(indent, r.choice([f'printf ("%d\\n", {x}[{r.randrange(40)}]);', f"{x}[{r.randrange(40)}] = k;",
                                   f"memset ({x}, 0, n * sizeof *{x});"]))

    def statements(self, indent, n):
        for _ in range(n):
            make = self.random.choices([self.kernel, self.leave, self.poke, self.host, self.reduction, self.loop],
                                       [6, 4, 2, 2, 1, 1])[0]
            make(indent)

    def loop(self, indent):
        if indent > 1:
            return self.kernel(indent)
        t = f"t{len(self.lines)}"
        self.put(indent, f"for (int {t} = 0; {t} < 3; {t}++) {{")
        self.statements(indent + 1, self.random.randrange(2, 5))
        return self.put(indent, "}")

    def function(self, name):
        r = self.random
        self.put(0, f"static int {name} (int n, int m, int k, int *p, int *q)")
        self.put(0, "{")
        if "q" not in self.arrays:
            self.put(1, "(void) q;")
        x, y = r.sample(["a", "b", "c", "heap"], 2)
        self.put(1, f"int *rows[3] = {{ {x}, {y} + 10, {x} + 20 }};")
        self.put(1, f"struct holder last = {{ {y}, 0 }}, first = {{ {x}, &last }};")
        if r.randrange(4) == 0:
            self.arrays += ["own", "own"]
            self.put(1, "int *own = calloc (N, sizeof *own);")
            self.put(1, "if (setjmp (out)) return a[5] + own[7];")
        self.kernel(1)
        self.statements(1, r.randrange(3, 8))
        self.put(1, f"return {self.array()}[3] + first.at[1] + rows[1][0] + m;")
        self.put(0, "}")
        return self.lines


def main_function(count, rng):
    registered = [line for line in ("atexit (at_exit);", "signal (SIGUSR1, at_signal);",
                                    rng.choice(["signal (SIGABRT, at_abort);", "signal (SIGABRT, at_last_abort);"]))
                  if rng.randrange(3)]
    if rng.randrange(3) == 0: # nobody looks but who is jumped to
        registered = rng.choice([[], ["signal (SIGABRT, at_jump);"]])
    cases = "\n".join(f"    case {i}: r = f{i} (n, m, k, {rng.choice(['a', 'heap', 'v'])}, w); break;"
                      for i in range(count))
    destructor = rng.choice(["", "static void at_end (void) __attribute__ ((destructor));\n"
                                 "static void at_end (void) { show (\"end\"); fflush (stdout); }\n"])
    return f"""{destructor}int main (int argc, char **argv)
{{
  int which = atoi (argv[1]), k = atoi (argv[2]), n = N - argc, m = argc - 3;
  volatile int r = 0;
  static int v[N], w[N];
  heap = malloc (N * sizeof *heap);
  for (int i = 0; i < N; i++) {{ a[i] = i; b[i] = 2 * i; c[i] = 3 * i; heap[i] = 4 * i; v[i] = w[i] = i % 50; }}
  {" ".join(registered)}
  int s = setjmp (out);
  if (s == 0 && sigsetjmp (aborted, 1) == 0)
    switch (which) {{
{cases}
    }}
  else
    show ("jumped");
  printf ("%d %d %d %d\\n", (int) r, v[5], v[21], w[3]);
  show ("done");
  return 0;
}}
"""


def program(seeds):
    rng = random.Random(seeds[0])
    scenarios = [Scenario(seed) for seed in seeds]
    bodies = "\n".join("\n".join(scenario.function(f"f{i}")) for i, scenario in enumerate(scenarios))
    head = HEAD.replace("THROUGH", rng.choice(["fail", "stop", "check"]))
    return head + bodies + "\n" + main_function(len(seeds), rng), [scenario.ways for scenario in scenarios]


def result(binary, which, k):
    done = subprocess.run([binary, str(which), str(k)], capture_output=True, text=True, timeout=60, check=False,
                          env={**os.environ, "OMP_NUM_THREADS": "2"})
    return done.returncode, done.stdout, done.stderr


def check_batch(options, seeds, folder):
    text, ways = program(seeds)
    source = os.path.join(folder, f"exits_{seeds[0]}.c")
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    made = os.path.join(folder, "made")
    done = subprocess.run([options.ihop, "--pragma", "target", "--emit", "cpu,emu", source, "-o", made],
                          capture_output=True, text=True, timeout=900, check=False)
    if done.returncode not in (0, 1):
        return [f"{source}: ihop ends with {done.returncode}: {done.stderr[-1500:]}"], 0
    if "IHOP-G090" in done.stderr:
        return [f"{source}: the check of copies complains: {done.stderr[-1500:]}"], 0
    stem = os.path.join(made, f"exits_{seeds[0]}")
    wrong = watched.build(options.cc, stem + "_emu.c", stem + "_emu")
    for text, binary, flags in ((source, stem, []), (stem + "_cpu.c", stem + "_cpu", ["-fopenmp"])):
        wrong = wrong or subprocess.run([options.cc, "-std=gnu17", "-O1", "-w", *flags, text, "-o", binary, "-lm"],
                                        capture_output=True, text=True, check=False).stderr
    if wrong:
        return [f"{source}: {wrong[:1500]}"], 0
    faults, runs = [], 0
    for which, n in enumerate(ways):
        for k in range(n + 1):
            expected, runs = result(stem, which, k), runs + 1
            for kind in ("_cpu", "_emu"):
                actual = result(stem + kind, which, k)
                if actual[:2] != expected[:2]:
                    faults.append(f"{stem}{kind} {which} {k}: {expected[:2]} became {actual}")
    return faults, runs


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ihop")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--keep")
    parser.add_argument("--cc", default="gcc")
    options = parser.parse_args()
    faults, runs = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for first in range(options.seed, options.seed + options.count, options.batch):
            found, n = check_batch(options, list(range(first, min(first + options.batch, options.seed + options.count))),
                                   options.keep or folder)
            faults, runs = faults + found, runs + n
    for fault in faults:
        print("not ok", fault)
    print(f"{options.count} functions, {runs} runs: {len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
