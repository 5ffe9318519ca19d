#!/usr/bin/python3
"""Random loops over rows behind arrays of pointers, before and after "flatten".

    rows.py IHOP [--count N] [--seed S] [--verify N]

Every row is allocated just as long as the loop needs it (worked out by running the loop here), so
that the address sanitizer sees whoever reads more. Some programs let rows overlap, or pass one table
twice: then the loop as it was has to run. Some nests stand in a while or do loop, which is flattened as a whole;
where it does not run at all, there are no rows. With --verify the first so many programs also go through
generation and "ihop verify".
"""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

N, M = 7, 9
FLAGS = ["-std=gnu17", "-O1", "-w", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]


def bounds(rng, depth):
    low = rng.choice(["0", "0", "1", "2"])
    high = rng.choice(["n", "n", "n - 1", "m - 1" if depth else "n - 2", "5"])
    if depth and rng.random() < 0.4:
        outer = "ijk"[rng.randrange(depth)]
        low, high = rng.choice([(low, f"{outer} + 1"), (outer, "n"), (f"{outer} + 1", "n")])
    return low, high


def subscript(rng, depth):
    it = "ijk"[rng.randrange(depth)]
    return rng.choice([it, it, it, f"{it} + 1", f"{it} - 1", f"n - 1 - {it}", f"2 * {it}", "0", "3", "n - 1"])


def element(rng, depth):
    return rng.choice("aab"), subscript(rng, depth), subscript(rng, depth)


class Nest:
    """Loops with statements at any depth; reads and writes as (table, row, column)."""

    def __init__(self, rng):
        self.depth = rng.choice([1, 2, 2, 2, 3])
        self.around = rng.choice([None, None, None, "while", "while", "do"])
        self.rounds = rng.choice([0, 1, 2]) if self.around == "while" else rng.choice([1, 2])
        self.moves = self.around and rng.random() < 0.2
        self.loops = [bounds(rng, d) for d in range(self.depth)]
        self.condition = rng.choice([None] * 6 + ["(i + n) % 2 == 0", "x[i] > 0.5"])
        self.statements = []
        for _ in range(rng.choice([1, 1, 2, 3])):
            at = rng.choice([self.depth] * 3 + list(range(1, self.depth + 1)))
            reads = [element(rng, at) for _ in range(rng.choice([0, 1, 2]))]
            if reads and self.moves:
                reads[0] = (reads[0][0], "go", reads[0][2])
            self.statements.append((at, element(rng, at), rng.choice(["=", "+="]), reads,
                                    rng.random() < 0.3))
        self.statements.sort(key=lambda s: s[0])
        self.point(rng)

    def point(self, rng):
        """Some rows get a pointer of their own, set in the loop whose iterator they are said by."""
        self.pointers = {d: {} for d in range(self.depth)}
        for at, target, _, reads, _ in self.statements:
            for t, r, _ in [target, *reads]:
                level = max((d for d in range(3) if "ijk"[d] in r), default=0)
                if r != "go" and level < at - 1 and rng.random() < 0.4:
                    self.pointers[level].setdefault((t, r), f"row{level}_{len(self.pointers[level])}")

    def element(self, at, t, r, c):
        for level in range(at - 1):
            if (t, r) in self.pointers[level]:
                return f"{self.pointers[level][t, r]}[{c}]"
        return f"{t}[{r}][{c}]"

    def value(self, at, reads, vector):
        parts = [f"{k}.25 * {self.element(at, t, r, c)}" for k, (t, r, c) in enumerate(reads, 1)]
        parts += [f"0.5 * {'ijk'[at - 1]}"] + ([f"x[{'ijk'[at - 1]} + 1]"] if vector else [])
        return " + ".join(parts)

    def text(self, name):
        lines = [f"void {name} (double **a, double **b, const double *x, int n, int m)", "{"]
        lines += {None: [], "while": [f"  int go = m - {M - self.rounds};", "  while (go > 0) {"],
                  "do": [f"  int go = m - {M - self.rounds};", "  do {"]}[self.around]
        for d in range(self.depth):
            low, high = self.loops[d]
            it = "ijk"[d]
            if d == 0:
                lines.append("#pragma target")
            lines.append("  " * (d + 1) + f"for (int {it} = {low}; {it} < {high}; {it}++) {{")
            lines += ["  " * (d + 2) + f"double *{name} = {t}[{r}];"
                      for (t, r), name in self.pointers[d].items()]
            for at, (t, r, c), op, reads, vector in self.statements:
                if at == d + 1:
                    guard = f"if ({self.condition}) " if self.condition and at == self.depth else ""
                    lines.append("  " * (d + 2)
                                 + f"{guard}{self.element(at, t, r, c)} {op} {self.value(at, reads, vector)};")
        for d in reversed(range(self.depth)):
            lines.append("  " * (d + 1) + "}")
        lines += {None: [], "while": ["  go--;", "  }"], "do": ["    go--;\n  } while (go > 0);"]}[self.around]
        return "\n".join(lines + ["}"])

    def touched(self, x):
        """Rows and their lengths, or None where the loop leaves its arrays on the low side."""
        need = {"a": {}, "b": {}}
        env = {"n": N, "m": M, "x": x}

        def visit(d):
            if d == self.depth:
                return True
            low, high = (eval(e, {}, env) for e in self.loops[d])
            for value in range(low, high):
                env["ijk"[d]] = value
                if any(eval(r, {}, env) < 0 for _, r in self.pointers[d]):
                    return False
                for at, target, _, reads, vector in self.statements:
                    if at != d + 1:
                        continue
                    if vector and value + 1 >= len(x):
                        return False
                    if at == self.depth and self.condition and not eval(self.condition, {}, env):
                        continue
                    for t, r, c in [target, *reads]:
                        row, column = eval(r, {}, env), eval(c, {}, env)
                        if row < 0 or column < 0:
                            return False
                        need[t][row] = max(need[t].get(row, 0), column + 1)
                if not visit(d + 1):
                    return False
            return True

        for go in range(self.rounds, 0, -1):
            env["go"] = go
            if not visit(0):
                return None
        return need

    def loop(self, name):
        """Addresses of the whole and of the nest in it."""
        return (f"{name}/{self.around}", f"{name}/{self.around}/i") if self.around else (f"{name}/i", f"{name}/i")


MAIN = """
static double **table (int rows)
{
  double **t = malloc (rows * sizeof *t);
  for (int i = 0; i < rows; i++)
    t[i] = NULL;
  return t;
}

static double *row (int length, double *seed)
{
  double *r = malloc (length * sizeof *r);
  for (int i = 0; i < length; i++)
    r[i] = *seed += 0.375;
  return r;
}

static void show (const double *r, int length)
{
  for (int i = 0; i < length; i++)
    printf ("%.17g ", r[i]);
  printf ("\\n");
}

int main (void)
{
  double seed = 0, x[] = { XS };
BODY  return 0;
}
"""


def calls(nest, name, need, how):
    """Tables as long as they need be; "how" makes rows meet."""
    rows = {t: 2 * max(N, M) + 3 for t in "ab"} if any(nest.pointers.values()) else {
        t: max(need[t], default=0) + 1 for t in "ab"}
    out = ["  {", f"    double **a = table ({rows['a']}), **b = table ({rows['b']});"]
    shown = []
    for t in "ab":
        for r, length in sorted(need[t].items()):
            out.append(f"    {t}[{r}] = row ({length}, &seed);")
            shown.append((t, r, length))
    a, b = "a", "b"
    if how == "twice" and need["a"]:
        long, short = sorted(need["a"], key=lambda r: -need["a"][r])[0], min(need["a"])
        out.append(f"    a[{short}] = a[{long}];")
    elif how == "same" and all(need["a"].get(r, 0) >= n for r, n in need["b"].items()):
        b = "a"
    elif how == "shifted" and need["a"] and need["b"]:
        ra, rb = max(need["a"]), min(need["b"])
        both = need["a"][ra] + need["b"][rb]
        out += [f"    a[{ra}] = row ({both}, &seed);", f"    b[{rb}] = a[{ra}] + 1;"]
        shown.append(("a", ra, both))
    out.append(f"    {name} ({a}, {b}, x, {N}, {M});")
    if how != "apart":
        shown = [(t, r, n) for t, r, n in shown if how != "twice" or t != "a" or r != min(need["a"])]
        shown = [(t, r, n) for t, r, n in shown if how != "shifted" or (t, r) != ("b", min(need["b"], default=-1))]
    out += [f"    show ({t}[{r}], {n});" for t, r, n in shown]
    return "\n".join(out + ["  }\n"])


def program(rng, n):
    xs = [round(rng.random(), 3) for _ in range(16)]
    text, body, names = "#include <stdio.h>\n#include <stdlib.h>\n\n", "", {}
    while len(names) < n:
        nest = Nest(rng)
        need = nest.touched(xs)
        if need is None or (nest.rounds and not (need["a"] or need["b"])):
            continue
        name = f"f{len(names)}"
        text += nest.text(name) + "\n\n"
        body += calls(nest, name, need, rng.choice(["apart", "apart", "twice", "same", "shifted"]))
        names[name] = nest
    return text + MAIN.replace("XS", ", ".join(map(str, xs))).replace("BODY", body), names


def run(source, folder):
    binary = os.path.join(folder, "program")
    subprocess.run(["gcc", *FLAGS, source, "-o", binary, "-lm"], check=True)
    done = subprocess.run([binary], capture_output=True, text=True, timeout=100, check=False,
                          env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"})
    return done.returncode, done.stdout, done.stderr[:2000]


def function_of(text, name):
    start = text.index(f"void {name} (")
    return text[start:text.index("\n}", start)]


def flattened(ihop, source, names):
    """The program with every loop flattened that can be, and how many there were."""
    text, taken = open(source, encoding="utf-8").read(), 0
    for name, nest in names.items():
        whole, inner = nest.loop(name)
        rows = sorted({row for row in re.findall(r"double \*(row\d_\d)", function_of(text, name))})
        steps = [f"--step=substitute {inner} {row}" for row in rows] + [f"--step=flatten {whole}"]
        done = subprocess.run([ihop, "transform", "-q", *steps, source],
                              capture_output=True, text=True, timeout=100, check=False)
        if done.returncode not in (0, 1):
            raise RuntimeError(done.stderr)
        if done.returncode == 0:
            text, taken = done.stdout, taken + 1
            with open(source, "w", encoding="utf-8") as file:
                file.write(text)
    return taken


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ihop")
    parser.add_argument("--count", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verify", type=int, default=0)
    options = parser.parse_args()
    taken = loops = bad = 0
    for seed in range(options.seed, options.seed + options.count):
        text, names = program(random.Random(seed), 8)
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, "rows.c")
            with open(source, "w", encoding="utf-8") as file:
                file.write(text)
            before = run(source, folder)
            if seed - options.seed < options.verify:
                done = subprocess.run([options.ihop, "verify", "--no-cuda", "--pragma", "target", source],
                                      capture_output=True, text=True, timeout=300, check=False)
                if done.returncode not in (0, 1): # 1: a marked loop is not parallel
                    bad += 1
                    print(f"seed {seed}: verify says {done.returncode}\n{done.stdout}{done.stderr}")
            n = flattened(options.ihop, source, names)
            after = run(source, folder)
            if before[0] or before != after:
                bad += 1
                print(f"seed {seed}: differs", text, before, after, sep="\n")
            taken, loops = taken + n, loops + len(names)
    print(f"{loops} loops, {taken} flattened, {bad} programs differ")
    return 1 if bad or taken < loops // 5 else 0


if __name__ == "__main__":
    sys.exit(main())
