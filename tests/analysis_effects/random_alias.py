"""Random pointer programs, run: two variables judged never to overlap never held one address.

    random_alias.py ANSWERS CC FIRST LAST

Each program is judged (every pair of variables of every function) and then run with a line of
output for each value that a pointer has; addresses are compared call by call. In a third of the
programs the caller is in a file that the judge does not see.
"""
import itertools
import os
import random
import re
import subprocess
import sys
import tempfile

LOG = r"""
#include <stdio.h>
static int calls, open_calls[64], depth_of_log;
static const char *names[64];
#define IN(f) (open_calls[depth_of_log] = ++calls, names[depth_of_log] = f, depth_of_log++)
#define OUT (depth_of_log--)
#define L(v, p) printf ("%s %d %s %p\n", names[depth_of_log - 1], open_calls[depth_of_log - 1], \
                        v, (void *) (p))
"""

HEAD = r"""
#include <stdlib.h>
#include <string.h>
#ifdef RUN
#include "log.h"
/* Never at one address twice, so that an address that outlived its array is not taken for another's. */
#define LOCALS double *a0 = calloc (2, 8), *a1 = calloc (2, 8), *result
#else
#define LOCALS double a0[2] = { 0 }, a1[2] = { 0 }, *result
#define IN(f)
#define L(v, p)
#define OUT
#endif
struct s { double *a, *b; };
static double X0[2], X1[2];
static double *G0, *G1;
static struct s S0;
static int depth;
static double *fresh (void) { double *p = malloc (16); p[0] = 0; return p; }
static double *kept (void) { double *p = malloc (16); G1 = p; return p; }
static double *either (double *q)
{ double *p = 0; if (depth & 1) p = malloc (16); else p = q; return p; }
static double *same (double *q) { return q; }
static void put (struct s *d, double *q) { d->a = q; }
static void set (double **d, double *q) { *d = q; }
"""

RECORDS = ["&r", "&S0", "s0", "s1"]
MEMBERS = ["s0->a", "s0->b", "s1->a", "s1->b"]


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.is_split = self.random.random() < 0.33
        self.arity = {f"f{i}": self.random.randint(1, 3)
                      for i in range(self.random.randint(2, 4))}
        self.linkage = "" if self.is_split else "static "
        # Little is known where addresses of pointers go round: some programs only hand arrays on by way of t0 and t1.
        self.is_plain = self.random.random() < 0.4
        self.questions = []

    def pick(self, *choices):
        return self.random.choice(choices)

    def call(self, values, records):
        name = self.pick(*self.arity)
        arguments = [self.pick(*values) for _ in range(self.arity[name])]
        return f"{name} ({', '.join(arguments + [self.pick(*records), self.pick(*records)])})"

    def pointer(self, names):
        v = self.pick(*names)
        return self.pick(
            v, v, v, v, v, self.pick("a0", "a1", "X0", "X1"), self.pick("G0", "G1"), "fresh ()",
            self.pick("kept ()", f"either ({v})"), f"same ({v})",
            self.pick("r.a", "r.b", "S0.a", "S0.b"), self.pick(*MEMBERS), self.pick(*MEMBERS), "*w",
            self.pick("tab[0]", "tab[1]"),
            self.pick(f"(double *) (long) {v}", v, v, v, v),
            f"(depth < 4 ? {self.call(names + ['a0', 'a1'], RECORDS)} : {v})")

    def statement(self, names):
        if self.is_plain:
            t = self.pick("t0", "t1")
            return self.pick(f"{t} = {self.pick('a0', 'a1', 'X0', 'X1')};", f"{self.pick(*names)} = {t};")
        p, t = self.pointer(names), self.pick("v0", "v1", "v0", "v1", *names)
        return self.pick(
            f"{t} = {p};", f"{t} = {p};", f"{t} = {p};", f"{self.pick('G0', 'G1')} = {p};",
            f"{self.pick('r.a', 'r.b', 'S0.a', 'S0.b', 'tab[0]', 'tab[1]')} = {p};",
            f"{self.pick(*MEMBERS)} = {p};", f"{self.pick(*MEMBERS)} = {p};",
            f"w = &{self.pick('v0', 'v1', 'G0', 'r.a', 'tab[1]')};", f"*w = {p};",
            f"put ({self.pick(*RECORDS)}, {p});",
            f"set ({self.pick('&v0', '&v1', 'w', '&G1', 'tab')}, {p});",
            f"memcpy (&{self.pick('v0', 'r.a')}, &{self.pick('v1', 'S0.a', 'r.b')}, sizeof w);",
            f"if (({self.pick(*names)})[0] < 1) {t} = {p};",
            self.pick("r = S0;", "S0 = r;", "*s0 = *s1;", "*s1 = r;"))

    def exchange(self, names):
        a, b, t = self.pick(*names), self.pick(*names), self.pick("t0", "t1")
        return [f"{t} = {a};", f"{a} = {b};", f"{b} = {t};"]

    def piece(self, names, depth):
        """Statements, each followed by a look at what the pointers hold."""
        kind = self.random.random()
        if depth > 0 and kind < 0.25:
            inner = self.pieces(names, self.random.randint(2, 4), depth - 1)
            again = "for (int k = 0; k < 2; k++)"
            return [self.pick(again, again, "if (depth & 1)", "if (v0 == v1) ; else", ""), "{"] + inner + ["}"]
        if depth > 0 and kind < 0.32:
            cases = [self.pieces(names, self.random.randint(1, 2), depth - 1) for _ in range(3)]
            ends = [self.pick([], ["break;"]) for _ in range(2)]
            return (["switch (depth & 3)", "{"] + cases[0] + ["case 1:"] + cases[1] + ends[0] + ["default:"]
                    + cases[2] + ends[1] + ["}"])
        lines = self.exchange(names) if kind < 0.5 and not self.is_plain else [self.statement(names)]
        return lines + [f'L ("{v}", {v});' for v in names]

    def pieces(self, names, n, depth):
        return sum((self.piece(names, depth) for _ in range(n)), [])

    def function(self, name):
        params = [f"p{k}" for k in range(self.arity[name])]
        names = params + ["v0", "v1", "t0", "t1"]
        lines = [self.prototype(name) + " { LOCALS;",
                 "if (++depth > 6) { depth--; return p0; }", f'IN ("{name}");',
                 "G0 = G0 ? G0 : X0; G1 = G1 ? G1 : X1;",
                 "S0.a = S0.a ? S0.a : X0; S0.b = S0.b ? S0.b : X0;",
                 "double *t0 = X0, *t1 = X1, *v0 = X0, *v1 = X1, *tab[2] = { X0, X1 };",
                 "double **w = tab;" if self.is_plain else "double **w = &v0;",
                 "struct s r = { X0, X1 };",
                 'L ("a0", a0); L ("a1", a1); L ("X0", X0); L ("X1", X1);']
        lines += self.pieces(names, self.random.randint(3, 7), 2)
        lines.append(f"result = {self.pick(*params, 'v0', 'v1', 'X0')}; OUT; depth--;")
        lines.append("return result; }")
        self.questions += [(name, a, b) for a, b in
                           itertools.combinations(names + ["a0", "a1", "X0", "X1"], 2)]
        return lines

    def prototype(self, name):
        params = ", ".join(f"double *p{k}" for k in range(self.arity[name]))
        return f"{self.linkage}double *{name} ({params}, struct s *s0, struct s *s1)"

    def texts(self):
        """What the judge sees, and what it does not."""
        seen = [HEAD] + [self.prototype(name) + ";" for name in self.arity]
        for name in self.arity:
            seen += self.function(name)
        main = ["#include <stdlib.h>\nstruct s { double *a, *b; };"] if self.is_split else []
        main += [self.prototype(name) + ";" for name in self.arity]
        main += ["int main (void) { double m0[2] = { 0 }, m1[2] = { 0 };",
                 "double *h = calloc (2, 8), *g = calloc (2, 8), *x = calloc (2, 8);",
                 "struct s r = { m0, h }, t = { m1, g };"]
        main += [self.call(["m0", "m1", "h", "g", "x"], ["&r", "&t"]) + ";"
                 for _ in range(self.random.randint(2, 4))]
        main.append("return 0; }")
        questions = [f"//! alias {f} {a} {b} = ?" for f, a, b in self.questions]
        if self.is_split:
            return "\n".join(questions + seen) + "\n", "\n".join(main) + "\n"
        return "\n".join(questions + seen + main) + "\n", "\n"


def judge(answers, path):
    out = subprocess.run([answers, path], capture_output=True, text=True).stdout
    found = re.findall(r'alias (\S+) (\S+) (\S+): expected "\?", got "([\w-]+)"', out)
    return {(f, a, b): verdict for f, a, b, verdict in found}


def run(cc, folder):
    program = os.path.join(folder, "program")
    subprocess.run(cc.split() + ["-w", "-O0", "-DRUN", "-I", folder, "-o", program,
                                 os.path.join(folder, "seen.c"),
                                 os.path.join(folder, "unseen.c")], check=True)
    values = {}
    out = subprocess.run([program], capture_output=True, text=True, timeout=60).stdout
    for line in out.splitlines():
        words = line.split()
        if len(words) == 4 and words[3] != "(nil)":
            values.setdefault((words[0], words[1]), {}).setdefault(words[2], set()).add(words[3])
    return values


def collisions(verdicts, values):
    for (function, _), held in values.items():
        for a, b in itertools.permutations(held, 2):
            if verdicts.get((function, a, b)) == "never" and held[a] & held[b]:
                yield function, a, b


def main():
    answers, cc, first, last = sys.argv[1:5]
    n_never = n_wrong = 0
    for seed in range(int(first), int(last)):
        with tempfile.TemporaryDirectory() as folder:
            program = Program(seed)
            for name, text in zip(("seen.c", "unseen.c", "log.h"), (*program.texts(), LOG)):
                with open(os.path.join(folder, name), "w") as file:
                    file.write(text)
            verdicts = judge(answers, os.path.join(folder, "seen.c"))
            if len(verdicts) != len(program.questions):
                print(f"seed {seed}: {len(verdicts)} of {len(program.questions)} answered")
                n_wrong += 1
            n_never += sum(verdict == "never" for verdict in verdicts.values())
            for function, a, b in set(collisions(verdicts, run(cc, folder))):
                print(f"seed {seed}: {a} and {b} of {function} held one address")
                n_wrong += 1
    print(f"{n_never} pairs judged never to overlap, {n_wrong} wrongly")
    return n_wrong > 0


sys.exit(main())
