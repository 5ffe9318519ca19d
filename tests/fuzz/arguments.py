#!/usr/bin/python3
"""Functions that are given structs, and work on what members point to: some get versions that are given the members.

    arguments.py IHOP [--count N] [--seed S] [--keep DIR]

Functions read members directly, by local names, by value, by small functions; they call each other, change members before, between and behind their
loops, in themselves and in what they call; structs share memory, lie in arrays and globals, and are handed over in expressions with
effects. The emulated program, each of whose accesses is looked at, must do what the original does.
"""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

import watched

ENVIRONMENT = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}
HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rim { int n; double *edge; };
typedef struct plate { int w, h; double k; double *now, *next; int *mark; struct rim rim; struct plate *twin; } S;

static S board;
static int calls;

static void show (const S *s)
{
  double sum = 0;
  for (int i = 0; i < s->w * s->h; i++)
    sum = sum * 0.9 + s->now[i] + s->next[i] + s->mark[i];
  printf ("%.17g %d %d %g %d\\n", sum, s->w, s->h, s->k, calls);
}

static S *plate_new (int w, int h)
{
  S *s = malloc (sizeof *s);
  *s = (S) { .w = w, .h = h, .k = 0.25, .now = malloc (64 * sizeof (double)), .next = malloc (64 * sizeof (double)),
             .mark = malloc (64 * sizeof (int)), .rim = { 8, malloc (8 * sizeof (double)) } };
  for (int i = 0; i < 64; i++)
    s->now[i] = i % 7, s->next[i] = i % 5, s->mark[i] = i % 3;
  for (int i = 0; i < 8; i++)
    s->rim.edge[i] = i;
  s->twin = s;
  return s;
}

static int taller (S *s) { return s->h < 8 ? ++s->h : s->h; }
static double *other (S *s) { double *t = s->now; s->now = s->next; s->next = t; return s->now; }
static S *same (S *s) { calls++; return s; }
static int id (const S *s, int y, int x) { return y * s->w + x; }
static double at (const S *s, int y, int x) { int k = id (s, y, x); double v = s->now[k]; return v * s->k; }
"""
# How functions take what they read: head, what stands for a member, lines in front.
TAKES = [("S *s", "s->{}", []), ("const S *s", "s->{}", []), ("S s", "s.{}", []), ("S *restrict s", "s->{}", []), ("S *s", "(*s).{}", []),
         ("S *s", "{}", ["double *now = s->now, *next = s->next;", "int w = s->w, h = s->h, *mark = s->mark; double k = s->k;"])]
LOOPS = ["for (int i = 0; i < W * H; i++)\n    NEXT[i] = NOW[i] * K + {c};",
         "for (int y = 1; y < H - 1; y++)\n    for (int x = 1; x < W - 1; x++)\n      NEXT[y * W + x] = NOW[y * W + x - 1] + NOW[y * W + x + 1] * K;",
         "for (int i = 0; i < W; i++)\n    MARK[i] = NOW[i] > {c};",
         "for (int i = 0; i < H * W; i++)\n    NOW[i] += MARK[i] ? K : -{c};",
         "for (int i = 0; i < W * H; i++)\n    sum += NOW[i] * {c};",
         "for (int i = 0; i < W; i++)\n    NOW[i] = NOW[i] * {c} + AFTER;",
         "for (int y = 0; y < H; y++)\n    for (int x = 0; x < W; x++)\n      NEXT[id (STRUCT, y, x)] = at (STRUCT, y, x) + {c};",
         "for (int x = 0; x < W; x++)\n    NOW[id (STRUCT, 0, x)] = NOW[id (STRUCT, 1, x)], NOW[id (STRUCT, H - 1, x)] = at (STRUCT, H - 2, x);",
         "for (int x = 0; x < W; x++)\n    sum += at (STRUCT, 1, x) * {c};",
         "memcpy (NEXT, NOW, W * H * sizeof (double));", "memset (MARK, 0, W * sizeof (int));"]
# In functions that are given a pointer: before a loop, or behind it.
CHANGES = ["s->k += 1;", "if (s->w > 2) s->w--;", "{ double *t = s->now; s->now = s->next; s->next = t; }", "other (s);", "taller (s);",
           "{ int *q = &s->w; *q = 4; }", "s->now[0] = s->k;", "s->mark[1] = s->w;", "same (s)->k = 0.5;", "if (s->w > 6) return sum;",
           "*s = *s->twin;", "s->now = s->now + 1;", "s->rim.edge[1] = s->k;", "s = s->twin;"]
HARMLESS = ["calls++;", "if (calls > 1000) return sum;", "sum += s->h;", "printf (\"%d\\n\", s->w);", "static int times; times++; sum += times;",
            "if (s == NULL) return sum;", "for (int i = 0; i < s->rim.n; i++) s->rim.edge[i] += s->now[i];"]
EFFECTS = ["f{n} (same ({s}), {c})", "f{n} ({s}, taller ({s}))", "f{n} ({s}, (other ({s}), {c}))", "f{n} ({s}, calls++)"]


class Program:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.pick, self.harm = self.rng.choice, self.rng.choice([0.0, 0.0, 0.1, 0.3])
        self.heads = []

    def chance(self, p):
        return self.rng.random() < p

    def call(self, by_value, expression, effects):
        number = self.rng.randrange(len(self.heads))
        pointer = expression if not by_value else f"&{expression}"
        if effects and not self.heads[number].startswith("S s") and self.chance(effects):
            return self.pick(EFFECTS).format(n=number, s=pointer, c=2)
        if self.heads[number].startswith("S s"):
            return f"f{number} ({expression if by_value else '*' + pointer}, {self.rng.randint(1, 3)})"
        return f"f{number} ({pointer}, {self.rng.randint(1, 3)})"

    def function(self):
        head, member, lines = self.pick(TAKES)
        number, lines = len(self.heads), list(lines)
        by_value, is_const = head == "S s", "const" in head
        for _ in range(self.rng.randint(1, 2)):
            if number and self.chance(0.4):
                lines.append(f"sum += {self.call(by_value, 's', 0 if is_const or by_value else self.harm)};")
                if is_const:
                    lines[-1] = f"sum += {self.call(False, '((S *) s)', 0)};"
            if not is_const and not by_value and self.chance(self.harm):
                lines.append(self.pick(CHANGES))
            if not by_value and self.chance(0.3):
                lines.append(self.pick(HARMLESS))
            loop = self.pick(LOOPS).replace("{c}", self.pick(["c", "0.5", "0.25"]))
            lines.append(re.sub("NOW|NEXT|MARK|W|H|K", lambda name: member.format(name[0].lower()) if "s" in member
                                else name[0].lower(), loop.replace("AFTER", "c")).replace("STRUCT", "&s" if by_value else "s"))
        if not is_const and not by_value and self.chance(self.harm):
            lines.append(self.pick(CHANGES))
        self.heads.append(head)
        static = "static " if self.chance(0.8) else ""
        body = "\n  ".join(["double sum = 0;", *lines, "return sum;"])
        return f"{static}double f{number} ({head}, int c)\n{{\n  {body}\n}}\n"

    def loop(self, name):
        calls = [f"sum += {self.call(name in ('board', '*p'), name if name != '*p' else 'p[0]', self.harm)};"
                 for _ in range(self.rng.randint(1, 3))]
        if self.chance(self.harm):
            calls.append(self.pick(["other (a);", "taller (b);", "show (a);", "a->k *= 2;", "if (sum > 1e9) break;"]))
        if self.chance(0.2):
            calls[0] = f"if (t % 2) {calls[0]}"
        inside = "\n      ".join(calls)
        return self.pick([f"for (int t = 0; t < 3; t++)\n    {{\n      {inside}\n    }}",
                          f"{{\n  int t = 0;\n  while (t < 3)\n    {{\n      {inside}\n      t++;\n    }}\n  }}",
                          f"{{\n  int t = 0;\n  do\n    {{\n      {inside}\n    }}\n  while (++t < 3 && sum < 1e30);\n  }}"])

    def body(self):
        lines = ["S *a = plate_new (5, 6), *b = plate_new (8, 4), p[2];", "double sum = 0;", "board = *plate_new (6, 5);", "p[0] = p[1] = *b;",
                 "board.twin = a;"]
        if self.chance(0.3):
            lines.append(self.pick(["b->next = a->now;", "a->next = a->now;", "a->next = a->now + 3;", "a->twin = b;", "board.now = &board.k;"
                                    " board.w = board.h = 1;", "a->rim.edge = &a->k; a->rim.n = 1;"]))
        if self.chance(self.harm):
            lines.append("double (*f) (S *, int) = (double (*) (S *, int)) 0;")
        for _ in range(self.rng.randint(1, 3)):
            lines.append(self.loop(self.pick(["a", "a", "b", "board", "*p", "(p + 1)"])))
            lines.append("show (a);\n  show (&board);")
        lines.append('printf ("%.17g\\n", sum);')
        return "int main (void)\n{\n  " + "\n  ".join(lines) + "\n  show (b);\n  show (p);\n  return 0;\n}\n"

    def text(self):
        parts = [HEAD, *(self.function() for _ in range(self.rng.randint(2, 5)))]
        return "\n".join([*parts, self.body()])


def run(binary):
    done = subprocess.run([binary], capture_output=True, text=True, timeout=100, env=ENVIRONMENT, check=False)
    return done.returncode, done.stdout, done.stderr[:1000]


def build(source, binary):
    done = subprocess.run(["gcc", "-std=gnu17", "-O1", "-w", "-ffp-contract=off", "-fsanitize=address,undefined", "-fno-sanitize-recover=all",
                           source, "-o", binary, "-lm"], capture_output=True, text=True, check=False)
    return done.stderr[:1000] if done.returncode else None


def check(ihop, folder, seed):
    """(what is wrong, or None; calls of versions that hand data over; whether the program is one that may be asked)"""
    source, binary = os.path.join(folder, f"arguments_{seed}.c"), os.path.join(folder, "program")
    with open(source, "w", encoding="utf-8") as file:
        file.write(Program(seed).text())
    failed = build(source, binary)
    if failed:
        return failed, 0, True
    before = run(binary)
    if before[0]:
        return None, 0, False # what the program does itself is not right
    done = subprocess.run([ihop, "--auto", "--keep-slower", "--emit", "emu", "-o", folder, source], capture_output=True, text=True, timeout=600, check=False)
    if done.returncode:
        return f"{done.returncode} {done.stderr[:1000]}", 0, True
    failed = watched.build("gcc", os.path.join(folder, f"arguments_{seed}_emu.c"), binary)
    after = run(binary) if failed is None else failed
    return (f"{before[1]} {after}" if before[:2] != after[:2] else None), len(re.findall(r"\n  call .*_members", done.stdout)), True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ihop")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    options = parser.parse_args()
    bad = calls = asked = 0
    for seed in range(options.seed, options.seed + options.count):
        with tempfile.TemporaryDirectory() as folder:
            wrong, more, is_right = check(options.ihop, options.keep or folder, seed)
            calls, asked = calls + more, asked + is_right
            if wrong:
                bad += 1
                print(f"seed {seed}: {wrong}")
    print(f"{options.count} programs, {asked} without faults of their own, {calls} calls of versions with members, {bad} faults")
    return 1 if bad or 8 * calls < options.count or 2 * asked < options.count else 0


if __name__ == "__main__":
    sys.exit(main())
