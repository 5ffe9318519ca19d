#!/usr/bin/python3
"""Verdicts on nests whose arrays have several dimensions in one subscript, "x[i + (M + 2) * (j + N * k)]", held against
what really happens: the same loops are run here with many sizes, negative ones too.

  - a loop called parallel has no two iterations that meet in any run whose conditions hold (reductions and private arrays are left out);
  - a loop called sequential has a run in which two meet.
What never meets and is not called parallel is counted as timidity.

    linearised.py IHOP [--count N] [--seed S] [--batch K] [--keep DIR]
"""
import argparse
import collections
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile

ITERATORS = "ijk"
# Quotients of sizes are lengths of rows, too, as in a picture that is half as wide.
SIZES = {"i": ["M", "M", "M", "M + 1", "M + 2", "2 * M", "2 * M + 1", "M - 1", "P", "4", "M / 2", "M / 2", "M >> 1", "(M + 1) / 2", "M / 2 + 1"],
         "j": ["N", "N", "N", "N + 1", "N + 2", "2 * N", "P", "3", "N / 2"]}
BOUNDS = {"i": [("0", "< M")] * 3 + [("1", "< M - 1"), ("1", "<= M"), ("0", "<= M"), ("0", "< P"), ("0", "< 4")]
               + [("0", "< M / 2")] * 4 + [("0", "< (M + 1) / 2"), ("1", "< M / 2"), ("0", "<= M / 2"), ("0", "< M >> 1")],
          "j": [("0", "< N")] * 3 + [("1", "< N - 1"), ("1", "<= N"), ("0", "<= N"), ("0", "< 3"), ("i", "< N"), ("0", "< N / 2")],
          "k": [("0", "< O")] * 3 + [("1", "< O - 1"), ("1", "<= O"), ("j", "< O")]}
# Of S, which rows of M elements are divided into: most are M / N, and N rows of S fit into one of M.
DIVIDED = ["{0} / {1}"] * 5 + ["{0} / {2}", "{1} / {0}", "({0} + 1) / {1}", "{0} / {1} + 1", "({0} + {1} - 1) / {1}", "{0} / ({1} + 1)"]
# Of S, the length of rows: a sum of sizes, and how far the loop over a row goes.
SUMMED = ["M - P", "M - P", "M + P", "M - 2 * P", "M + N - P", "P - M"]
INSIDE = [("0", "<", "S")] * 4 + [("0", "<", "M - P")] * 2 + [("P", "<", "M - P"), ("0", "<", "M + P"), ("0", "<", "M - 2 * P"), ("P", "<", "M"),
                                  ("0", "<=", "S"), ("0", "<", "S + 1"), ("1", "<", "M - P")]
# Functions that subscripts are made of, as C and Python have them.
HELPERS = ["static int clip (int v, int low) { if (v < low) v = low; return v; }",
           "static int lower (int v, int high) { return v > high ? high : v; }",
           "static unsigned char byte_of (int v) { return v; }",
           "static const int shift[4] = { 0, 1, 0, -1 }, pair[2][2] = { { 1, 0 }, { -1 } };",
           "int M = 2;", "static int behind (int v) { return v + M; }"]
NAMES = {"__builtins__": {}, "clip": lambda v, low: Whole(max(v, low)), "lower": lambda v, high: Whole(min(v, high)),
         "shift": [0, 1, 0, -1], "pair": [[1, 0], [-1, 0]], "byte_of": lambda v: Whole(v & 255), "behind": lambda v: Whole(v + 2)}
TABLES = ["({} + shift[{} & 3])", "({} + shift[{} & 3])", "({} + pair[{} & 1][0])", "({} + pair[1][{} & 1])", "(({} + shift[{} & 3] + {rows}) % {rows})",
          "(({} + 1 + {rows}) % {rows})", "(({} - 1 + {rows}) % {rows})", "(({} + 1) % {rows})", "({} / {rows})"]
CALLS = ["clip ({}, 0)", "clip ({}, 1)", "lower ({}, M)", "lower (clip ({}, 0), N)", "byte_of ({})", "behind ({})"]
BODIES = ["return {};", "int r = {}; return r;", "int r; if ({0} > N) r = {0}; else r = {0}; return r;",
          "if ({0} < 3) return {0}; {{ return {0}; }}", "long r = {}, one = 1; return (int) (r * one);"]
WALLS = ["0", "0", "1", "N", "(N - 1)", "(N + 1)", "(N - 2)", "M", "(M - 1)", "(M + 1)", "O", "(O - 1)"]
PATHS = ["x[{}]", "x[{}]", "x[{}]", "c[{}].s[{}]", "c[{}].t", "w[{}][{}]", "g->u[{}]"]


class Maker:
    """One function; every expression is C and Python alike."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.divided = self.rng.choice(DIVIDED) if seed % 4 == 3 else None
        self.summed = self.rng.choice(SUMMED) if seed % 4 == 1 else None
        self.changed = self.rng.choice(["", "", "", "", "M -= 1", "N += 1", "S += 1", "O += 1"])
        # One loop along a row that sizes choose, as boundaries of grids are written.
        self.walls = seed % 8 == 6
        self.n = 3 if self.divided else 1 if self.walls else self.rng.choice([2, 3, 3])
        self.sizes = {name: f"({self.rng.choice(SIZES[name])})" for name in "ij"}
        order = list(ITERATORS[:self.n])
        if self.rng.random() < 0.4:
            self.rng.shuffle(order)
        self.order = order
        self.bounds = {}
        for at, name in enumerate(order):
            low, high = self.rng.choice(BOUNDS[name])
            if low in ITERATORS and low not in order[:at]:
                low = "0"
            self.bounds[name] = (low, *high.split(" ", 1))
        if self.divided:
            self.bounds = {"i": self.rng.choice([("0", "<", "S")] * 5 + [("0", "<=", "S"), ("1", "<", "S"), ("0", "<", "N")]),
                           "j": self.rng.choice([("0", "<", "N")] * 5 + [("0", "<=", "N"), ("1", "<", "N"), ("0", "<", "O")]),
                           "k": ("0", "<", "O")}
        if self.summed:
            self.sizes["i"] = self.rng.choice(["S", "S", f"({self.summed})", "(M - P)"])
            self.bounds["i"] = self.rng.choice(INSIDE)
        paths = self.rng.sample(PATHS, 2) if self.rng.random() < 0.3 else [self.rng.choice(PATHS)]
        # Edges of grids: the last row or plane in the place of one that a loop counts.
        self.edges = not self.divided and self.rng.random() < 0.3
        self.calls, self.tables = self.rng.random() < 0.2, self.rng.random() < 0.2
        self.statements = [self.statement(paths) for _ in range(self.rng.choice([1, 1, 2]))]
        self.functions = [] if self.rng.random() < 0.3 else None

    def length(self):
        """What S is set to, if it is."""
        return self.divided.format("M", "N", "O") if self.divided else self.summed

    def part(self, name, shifted):
        if self.edges and self.rng.random() < 0.3:
            return self.rng.choice({"i": ["0", "M", "(M - 1)", "(M + 1)"], "j": ["0", "1", "M", "N", "(N - 1)", "(N + 1)"],
                                    "k": ["0", "1", "M", "N", "(N + 1)"]}[name])
        shift = self.rng.choice([-1, 1, 1]) if shifted and self.rng.random() < (0.1 if self.divided else 0.4) else 0
        text = f"({name} {'+-'[shift < 0]} 1)" if shift else name
        if self.tables and self.rng.random() < 0.5:
            return self.rng.choice(TABLES).format(text, self.rng.choice(self.order), rows=self.rng.choice("MNO"))
        return self.rng.choice(CALLS).format(text) if self.calls and self.rng.random() < 0.4 else text

    def subscript(self, shifted):
        names = list(ITERATORS[:self.n])
        if self.rng.random() < 0.1:
            self.rng.shuffle(names)
        others = [self.rng.choice(WALLS) for _ in "jk"] if self.walls else ["0"] * (3 - self.n)
        i, j, k = [self.part(name, shifted) for name in names] + others
        rows, planes = self.sizes["i"], self.sizes["i" if self.edges and self.rng.random() < 0.5 else "j"]
        if self.divided:
            forms = [f"{k} * M + {j} * S + {i}", f"{i} + S * {j} + M * {k}", f"{j} * S + {k} * M + {i}",
                     f"{k} * M + ({j} * S + {i})", f"{k} * S + {j} * M + {i}"]
            return self.rng.choice(forms[:4] * 4 + forms)
        if self.n == 2 or (self.walls and self.rng.random() < 0.7):
            forms = [f"{i} + {rows} * {j}", f"{j} * {rows} + {i}", f"{i} + {rows} * {j} + {rows} * {planes}",
                     f"{j} + {i} * {rows}"]
            return self.rng.choice(forms[:2] * 3 + forms)
        forms = [f"{i} + {rows} * {j} + {rows} * {planes} * {k}", f"{i} + {rows} * ({j} + {planes} * {k})",
                 f"({k} * {planes} + {j}) * {rows} + {i}", f"{k} * ({rows} * {planes}) + {j} * {rows} + {i}",
                 f"{k} * {rows} * {planes} + {rows} * {j} + {i}", f"{i} + {planes} * {j} + {rows} * {planes} * {k}"]
        return self.rng.choice(forms[:5] * 3 + forms)

    def access(self, paths, shifted):
        path = self.rng.choice(paths)
        member = self.rng.choice(["0", "1", "2", "1", "(i & 1)"])
        return path.split("[")[0] + ("->u" if "->" in path else "") * 0, path, self.subscript(shifted), member

    def statement(self, paths):
        reads = [self.access(paths, True) for _ in range(self.rng.choice([0, 1, 1, 2]))]
        return self.access(paths, self.rng.random() < 0.2), reads

    def called(self, function, subscript):
        """The subscript as the call of a function of its own."""
        names = sorted(set(re.findall(r"\b[ijkMNOPS]\b", subscript)) | {"N"})
        self.rng.shuffle(names)
        name = f"at_{len(self.functions)}_{function}"
        parameters = ", ".join(self.rng.choice(["int ", "int ", "const int ", "long "]) + one for one in names)
        self.functions.append(f"static int {name} ({parameters}) {{ {self.rng.choice(BODIES).format(subscript)} }}")
        return f"{name} ({', '.join(names)})"

    def shown(self, function, access):
        _, path, subscript, member = access
        return path.format(subscript if self.functions is None else self.called(function, subscript), member)

    def c_text(self, name):
        words = [f"void {name} (int M, int N, int O, int P, int *x, struct c *c, int (*w)[3], struct g *g)", "{"]
        if self.divided or self.summed:
            words.append(f"  int S = {self.length()};")
            words += [f"  {self.changed};"] if self.changed else []
        for depth, loop in enumerate(self.order):
            low, compare, high = self.bounds[loop]
            words.append("  " * (depth + 1) + f"for (int {loop} = {low}; {loop} {compare} {high}; {loop}++)")
        indent = "  " * (self.n + 1)
        body = [f"{indent}{self.shown (name, write)} = {' + '.join ([self.shown (name, read) for read in reads] + ['1'])};"
                for write, reads in self.statements]
        return (self.functions or []) + words + ["  " * self.n + "  {"] + body + ["  " * self.n + "  }", "}"]


def place(access, names):
    """Elements of one array are told apart; members too."""
    base, path, subscript, member = access
    element = eval(subscript, NAMES, names)
    return base, element, eval(member, NAMES, names) if path.count("{}") == 2 else path[-2:]


class Whole(int):
    """Divides as C does."""

    def __add__(self, other):
        return Whole(int(self) + other)

    def __sub__(self, other):
        return Whole(int(self) - other)

    def __mod__(self, other):
        return Whole(int(self) - int(other) * int(self / other))

    def __truediv__(self, other):
        return Whole(abs(int(self)) // abs(int(other)) * (1 if (self < 0) == (other < 0) else -1))


def start(maker, sizes):
    """What all variables hold in front of the loops; None: C does not say."""
    names = {name: Whole(value) for name, value in zip("MNOP", sizes)}
    if maker.length():
        try:
            names["S"] = eval(maker.length(), {"__builtins__": {}}, names)
        except ZeroDivisionError:
            return None
        if maker.changed:
            name, _, change = maker.changed.split()
            names[name] = names[name] + int(change) if "+=" in maker.changed else names[name] - int(change)
    return names


class Run:
    """What the iterations of each loop touch, for one choice of sizes."""

    def __init__(self, maker, names):
        self.maker, self.meets, self.steps = maker, collections.defaultdict(list), 0
        try:
            if names:
                self.loop(0, names)
        except ZeroDivisionError:
            self.meets.clear() # C does not say what it does

    def loop(self, depth, names):
        """(place, is a write) of all that is touched inside."""
        maker = self.maker
        if depth == maker.n:
            touched = [(place(read, names), False) for _, reads in maker.statements for read in reads]
            return touched + [(place(write, names), True) for write, _ in maker.statements]
        name = maker.order[depth]
        low, compare, high = maker.bounds[name]
        start, end = (eval(text, {"__builtins__": {}}, names) for text in (low, high))
        before, everything, met = {}, [], False
        for value in map(Whole, range(start, end + (compare == "<="))):
            inside = self.loop(depth + 1, {**names, name: value})
            everything += inside
            for where, writes in inside:
                first, written = before.get(where, (value, False))
                met |= first != value and (writes or written)
                if where not in before or (writes and not written):
                    before[where] = (first, written or writes)
                if written is False and writes and first != value:
                    before[where] = (first, True)
        if end + (compare == "<=") - start > 1:
            self.meets[name].append((met, names))
        return everything


def holds(conditions, names):
    words = (text.replace("&&", " and ").replace("||", " or ") for text in conditions)
    return all(eval(text, {"__builtins__": {}}, names) for text in words)


def some_sizes(rng, count):
    fixed = list(itertools.product([1, 2, 3], [1, 2, 3], [2, 3], [1, 3]))
    some = [tuple(rng.choice([-2, -1, 0, 1, 2, 3, 4, 5]) for _ in range(4)) for _ in range(count)]
    return some + rng.sample(fixed, 12) + [(4, 4, 3, 5), (5, 3, 3, 2), (3, 5, 4, 8), (2, 6, 3, 4)]


def judge(maker, loop, runs):
    """(what is wrong, or None; whether it was timid)."""
    times = [time for run in runs for time in run.meets[loop["iterator"]]]
    met = any(one for one, _ in times)
    if loop["reductions"] or loop["private"]:
        return None, False
    if loop["verdict"] == "parallel":
        for one, names in times:
            if one and holds(loop["conditions"], names):
                return f"called parallel under {loop['conditions']}, and iterations meet with {names}", False
    if loop["verdict"] == "sequential" and not met and not shown_meeting(maker, loop):
        return "called sequential, and no two iterations meet where its witnesses say so", False
    return None, loop["verdict"] == "unknown" and bool(times) and not met


def shown_meeting(maker, loop):
    """Whether iterations meet with the sizes, and in the iterations around the loop, that some witness names."""
    for dependence in loop["dependences"]:
        # What is said of "M + P" and "(j + 1) % N" follows from their names.
        named = {name: number for name, number in (text.split(" = ") for text in dependence["parameters"]) if name.isidentifier()}
        if not dependence["exact"] or not set(named) <= set("MNOPS" + ITERATORS) or \
                any(abs(int(number)) > 60 for number in named.values()):
            continue
        around = {name: number for name, number in dependence["source"]["iteration"].items()
                  if maker.order.index(name) < maker.order.index(loop["iterator"])}
        for names in starts_with(maker, {name: int(number) for name, number in named.items() if name in "MNOPS"}):
            run = Run(maker, names)
            if any(met and around.items() <= names.items() for met, names in run.meets[loop["iterator"]]):
                return True
    return False


def starts_with(maker, named):
    """What variables may hold in front of the loops where they hold what is named."""
    if not maker.length():
        return [start(maker, [named.get(name, 3) for name in "MNOP"])]
    wide = range(-1, 1 + max(12, *(2 * abs(number) for number in named.values())))
    some_n, some_o = (sorted({*range(1, 6), *(named.get(name, 1) + change for change in (-1, 0, 1))}) for name in "NO")
    found = (start(maker, (m, n, o, named.get("P", 3))) for n in some_n for m in wide for o in some_o)
    return itertools.islice((names for names in found if names and named.items() <= names.items()), 40)


def analyze(ihop, path):
    done = subprocess.run([ihop, "analyze", "--format", "json", "--alias", "trust", path], capture_output=True, text=True,
                          timeout=900, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"ihop analyze ended with {done.returncode} on {path}:\n{done.stderr[-2000:]}")
    return json.loads(done.stdout)["loops"]


def check_batch(ihop, seeds, folder, totals):
    makers = {f"f{seed}": Maker(seed) for seed in seeds}
    lines = ["struct c { int s[3], t; };", "struct g { int n, *u; };", *HELPERS]
    for name, maker in makers.items():
        lines += maker.c_text(name)
    path = os.path.join(folder, f"linearised_{seeds[0]}.c")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    loops = collections.defaultdict(list)
    for loop in analyze(ihop, path):
        loops[loop["function"]].append(loop)
    wrong = []
    for seed, (name, maker) in zip(seeds, makers.items()):
        runs = [Run(maker, start(maker, sizes)) for sizes in some_sizes(random.Random(seed), 25)]
        for loop in loops[name]:
            fault, timid = judge(maker, loop, runs)
            totals[loop["verdict"] + (" if" if loop["conditions"] else "")] += 1
            totals["timid"] += timid
            if fault:
                wrong.append(f"{path}: {loop['loop']} (line {loop['line']}): {fault}")
    return wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ihop")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=25)
    parser.add_argument("--keep")
    options = parser.parse_args()
    totals, wrong = collections.Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        folder = options.keep or folder
        os.makedirs(folder, exist_ok=True)
        seeds = list(range(options.seed, options.seed + options.count))
        for at in range(0, len(seeds), options.batch):
            wrong += check_batch(os.path.abspath(options.ihop), seeds[at:at + options.batch], folder, totals)
    print("\n".join(wrong))
    print(", ".join(f"{count} {what}" for what, count in sorted(totals.items())) + f"; {len(wrong)} faults")
    sys.exit(1 if wrong or not totals["parallel"] or not totals["parallel if"] or not totals["sequential"] else 0)


if __name__ == "__main__":
    main()
