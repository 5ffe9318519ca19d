#!/usr/bin/python3
"""Random functions over pointers behind which there is just as much memory as they touch.

    reach.py IHOP [--count N] [--seed S] [--keep DIR]

Some change places in the host loop, so that each buffer is touched as its names are, for none, one or more turns.
What each call touches is worked out by running it here. A pointer of which nothing is touched is null,
or the end of some other object; so whoever copies more than is touched is seen by the address sanitizer.
The emulated program must do what the original does.
"""
import argparse
import contextlib
import os
import random
import subprocess
import sys
import tempfile

POINTERS = "abcd"
VALUES = [0, 0, 1, 2, 3, 5, 8, -1]
# Where loops end, in C and in Python. What is no sum of sizes is one size of its own, also as a factor.
ENDS = [(text, text) for text in ["n", "n", "n", "n", "m", "m", "n - 1", "n - 1", "m - 2", "m - 2", "n + m", "n + m", "6"]] + [
    ("2 * (n / (m | 1))", "2 * int (n / (m | 1))"), ("9 - (n ^ m)", "9 - (n ^ m)"), ("3 * (m & 3) - 2", "3 * (m & 3) - 2"),
    ("2 * (f > 0 ? n : m)", "2 * (n if f > 0 else m)")]
ORIGINAL = ["-std=gnu17", "-O1", "-w", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
HEAD = """#include <stdio.h>
#include <stdlib.h>

static unsigned seed = 1;

/* As long as asked for; of no elements: null, or an address at which there is nothing. */
static double *memory (int n, int is_null)
{
  double *p = malloc ((n > 0 ? n : 1) * sizeof (double));
  for (int i = 0; i < n; i++)
    p[i] = (seed = seed * 1664525 + 1013904223) / 1.0e9 - 2;
  return n > 0 ? p : is_null ? NULL : p + 1;
}

static void show (const double *p, int n)
{
  for (int i = 0; i < n; i++)
    printf ("%.17g ", p[i]);
  printf ("\\n");
}

"""


class Function:
    """Lines of C, and the same as Python that notes what is touched."""

    def __init__(self, rng, name):
        self.rng, self.name, self.c, self.py, self.parts = rng, name, [], [], []
        self.pointers = POINTERS[:rng.randint(2, 4)]
        # A flat array is one everywhere in a function: all of its rows are as long.
        self.row = {p: rng.choice(["", "", "n", "m", "4"]) for p in self.pointers}
        self.steps()

    def line(self, depth, c, py):
        self.c.append("  " * (depth + 1) + c)
        self.py.append("    " * (depth + 1) + py)

    def steps(self):
        """Nests, perhaps under a host loop."""
        kind = self.rng.choice(["none", "none", "for", "for", "while", "data"])
        if kind == "for":
            self.line(0, "for (int s = 0; s < t; s++) {", "for s in range(t):")
        elif kind == "while":
            self.line(0, "for (int s = t; s > 0; s -= 2) {", "for s in range(t, 0, -2):")
        elif kind == "data":
            self.line(0, "double left = t;", "pass")
            self.line(0, "while (left > 0.5) {", "with under(t > 0):")
            self.line(1, "left -= 1;", "pass")
        depth = 0 if kind == "none" else 1
        if kind == "for" and self.rng.random() < 0.7:
            self.turns()
        else:
            for _ in range(self.rng.randint(1, 3)):
                if depth and kind == "for" and self.rng.random() < 0.3:
                    self.part(depth, *self.rng.sample(self.pointers, 2))
                else:
                    self.guarded(depth)
        if depth:
            self.line(0, "}", "pass")

    def turns(self):
        """Nests, mostly over two or three names that change places behind them."""
        r = self.rng
        names = self.pointers[:r.choice([2, 2, 3])]
        for p in names:
            self.row[p] = self.row[names[0]]
        for _ in range(r.randint(len(names) - 1, 3)):
            if r.random() < 0.1:
                self.guarded(1)
            elif r.random() < 0.25:
                self.part(1, *r.sample(names, 2))
            else:
                self.nest(1, *r.sample(names, 2), plain=r.random() < 0.9)
        self.exchange(names)
        if r.random() < 0.15:
            self.nest(1, *r.sample(names, 2))
        if r.random() < 0.1:
            self.exchange(names[:2])

    def part(self, depth, target, source):
        """A nest in a function of its own, which gets device pointers."""
        r, name = self.rng, f"{self.name}_part{len(self.parts)}"
        low, get, size = r.choice([0, 0, 1]), r.choice(["i", "i", "i + 1"]), r.choice(["n", "n", "m", "n - 1"])
        self.parts.append(f"static void {name} (double *to, const double *from, int size)\n{{\n#pragma target\n"
                          f"  for (int i = {low}; i < size; i++)\n    to[i] = from[{get}] * 0.5 + 1;\n}}\n\n")
        self.line(depth, f"{name} ({target}, {source}, {size});",
                  f"for i in range({low}, {size}): touch('{target}', i); touch('{source}', {get})")

    def exchange(self, names):
        names, kept = self.rng.sample(names, len(names)), f"kept{len(self.c)}"
        moves = [f"double *{kept} = {names[0]};"] + [f"{a} = {b};" for a, b in zip(names, names[1:])]
        self.line(1, " ".join(moves + [f"{names[-1]} = {kept};"]), f"turn({', '.join(map(repr, names))})")

    def guarded(self, depth):
        r = self.rng
        test = r.choice(["", "", "", "f", "n > 2", "f != 1 && m > 1", "pointer"])
        target, sources = r.choice(self.pointers), [p for p in self.pointers]
        sources.remove(target)
        source = r.choice(sources)
        if test == "pointer":
            self.line(depth, f"if ({source} != NULL) {{", f"with under(given[where['{source}']]):")
        elif test:
            self.line(depth, f"if ({test}) {{", f"if {test.replace('&&', 'and')}:")
        self.nest(depth + (test != ""), target, source)
        if test:
            self.line(depth, "}", "pass")

    def nest(self, depth, target, source, plain=False):
        r = self.rng
        low, (high, in_python) = r.choice(["0", "0", "1", "2"]), r.choice(ENDS)
        row = self.row[target]
        self.c.append("#pragma target")
        self.line(depth, f"for (int i = {low}; i < {high}; i++)" + " {" * (not row),
                  f"for i in range({low}, {in_python}):")
        if row:
            high2 = r.choice([row, row, f"{row} - 1"])
            self.line(depth + 1, f"for (int j = 0; j < {high2}; j++) {{", f"for j in range({high2}):")
            put = f"i * {row} + j"
        else:
            put = r.choice(["i", "i", "2 * i", "i + 3"])
        self.body(depth + 1 + (row != ""), target, put, source, self.taken(source, row, low, high), plain)
        self.line(depth, "}", "pass")

    def taken(self, source, row, low, high):
        r = self.rng
        if self.row[source]:
            return f"i * {self.row[source]} + " + ("j" if self.row[source] == row else "0")
        if row:
            return r.choice(["i", "j"])
        return r.choice(["i", "i", "i + 1", "3 * i", "0", "n - 1" if high == "n" else "i",
                         "i - 1" if low != "0" else "i"])

    def body(self, depth, target, put, source, get, plain):
        r = self.rng
        kind = r.choice(["set", "add"] if plain else ["set", "set", "add", "flag", "data", "choose"])
        if kind == "flag":
            self.line(depth, "if (f > 0)", "if f > 0:")
            depth += 1
        if kind == "data":
            self.line(depth, f"if ({target}[{put}] > 0)", f"if (touch('{target}', {put}), True)[1]:")
            depth += 1
        if kind == "choose":
            self.line(depth, f"{target}[{put}] = f > 1 ? {source}[{get}] : 0.25;",
                      f"touch('{target}', {put}); f > 1 and touch('{source}', {get})")
            return
        self.line(depth,
                  f"{target}[{put}] {'+=' if kind == 'add' else '='} {source}[{get}] * 0.5 + 1;",
                  f"touch('{target}', {put}); touch('{source}', {get})")

    def text(self):
        names = ", ".join(f"double *{p}" for p in self.pointers)
        return "".join(self.parts) + f"void {self.name} ({names}, int n, int m, int t, int f)\n{{\n" + "\n".join(self.c) + "\n}\n"

    def needs(self, given, n, m, t, f):
        """Elements a pointer, or None where something is touched that is not given, or before its start.

        What only data decide (a null pointer, a loop until something is small) may be taken to happen:
        then all that would be touched has to be there, but for pointers that are null."""
        need, bad, real = dict.fromkeys(self.pointers, 0), [], [True]

        where = {p: p for p in self.pointers}

        def turn(*names):
            held = [where[p] for p in names]
            where.update(zip(names, held[1:] + held[:1]))

        def touch(name, index):
            pointer = where[name]
            if index < 0 or (real[-1] and not given[pointer]):
                bad.append(pointer)
            if given[pointer]:
                need[pointer] = max(need[pointer], index + 1)

        @contextlib.contextmanager
        def under(condition):
            real.append(real[-1] and condition)
            yield
            real.pop()
        space = {"touch": touch, "given": given, "under": under, "turn": turn, "where": where}
        code = f"def call(n, m, t, f):\n    pass\n" + "\n".join(self.py)
        exec(code, space)  # our own text
        space["call"](n, m, t, f)
        return None if bad else need


def calls(rng, function):
    out = []
    for _ in range(40):
        if len(out) == 8:
            break
        given = {p: rng.random() < 0.7 for p in function.pointers}
        values = [rng.choice(VALUES) for _ in range(3)] + [rng.choice([0, 1, 2])]
        need = function.needs(given, *values)
        if need is None:
            continue
        lines = [f"    double *{p} = memory ({need[p]}, {int(not given[p])});" for p in function.pointers]
        arguments = ", ".join([*function.pointers, *map(str, values)])
        lines += [f"    {function.name} ({arguments});"]
        lines += [f"    show ({p}, {need[p]});" for p in function.pointers if need[p]]
        out.append("  {\n" + "\n".join(lines) + "\n  }\n")
    return "".join(out)


def program(rng, count):
    functions = [Function(rng, f"f{k}") for k in range(count)]
    text = HEAD + "\n".join(f.text() for f in functions)
    return text + "\nint main (void)\n{\n" + "".join(calls(rng, f) for f in functions) + "  return 0;\n}\n"


def run(source, folder, flags):
    binary = os.path.join(folder, "program")
    subprocess.run(["gcc", *flags, source, "-o", binary, "-lm"], check=True)
    done = subprocess.run([binary], capture_output=True, text=True, timeout=100, check=False,
                          env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"})
    return done.returncode, done.stdout, done.stderr[:3000]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ihop")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    options = parser.parse_args()
    bad = kernels = turned = 0
    for seed in range(options.seed, options.seed + options.count):
        with tempfile.TemporaryDirectory() as folder:
            folder = options.keep or folder
            os.makedirs(folder, exist_ok=True)
            source = os.path.join(folder, "reach.c")
            with open(source, "w", encoding="utf-8") as file:
                file.write(program(random.Random(seed), 8))
            before = run(source, folder, ORIGINAL)
            done = subprocess.run([options.ihop, "--pragma", "target", "--emit", "emu,cpu", "-o", folder, source],
                                  capture_output=True, text=True, timeout=300, check=False)
            kernels += done.stdout.count("\n  kernel ")
            turned += done.stdout.count("\n  swap ")
            for product in ("emu", "cpu"):
                after = run(os.path.join(folder, f"reach_{product}.c"), folder, ORIGINAL)
                if before[0] or done.returncode not in (0, 1) or before != after:
                    bad += 1
                    print(f"seed {seed}, {product}: differs", done.returncode, done.stderr[:500], before[2],
                          after[0], after[2], before[1] == after[1], sep="\n")
    print(f"{options.count} programs, {kernels} kernels, {turned} exchanges on the device, {bad} faults")
    return 1 if bad or kernels < options.count else 0


if __name__ == "__main__":
    sys.exit(main())
