#!/usr/bin/python3
"""Random nests, random steps: the program before and the program after, run and compared.

    fuzz.py FUZZ [--count N] [--pairs P] [--seed S] [--batch K] [--steps T] [--force] [--storage]
            [--only STEP] [--keep DIR]

--count is the number of functions; each gets up to T random steps, those that are accepted are
taken. The program is run before, and after each of the steps: a pair is a nest and a sequence of
steps. It ends when P pairs have been run. All memory is compared, bit for bit. With --force, a step
that the judge refused is taken in each function, and the share of those that do no harm at these
sizes is shown: how timid the judge is. Nothing is a fault then. With --keep, the files of batches that hold
faults stay in DIR.

The long run that soundness is claimed on (two hours of one core):

    fuzz.py build/tests/transform/transform-fuzz --pairs 100000 --count 100000 --seed 1000000
"""
import argparse
import collections
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "fuzz"))
import nests  # noqa: E402
import products  # noqa: E402


# What calls call: plain, with returns in the middle, with an effect, through a pointer.
HELPERS = f"""
#include <stdlib.h>
static double *R[{nests.DIM}];
struct box {{ int w, h; double *d, *e; long s; }};
static struct box box_;
""" + """
static int calls;
static double refill[8];
static double half (double v) { return v * 0.5; }
static double clamp (double v, double most)
{
  if (v < -most)
    return -most;
  if (v > most)
    {
      calls++;
      return most;
    }
  return v;
}
static void blend (double *into, double with, int n)
{
  double part = with * n;
  if (n > 8)
    return;
  *into = *into * 0.5 + part * 0.125;
}
static float narrow (double n)
{
  n = n + 1;
  return n;
}
"""


SIGNED = ["int", "int", "int", "long", "short", "signed char"]
UNSIGNED = ["unsigned", "unsigned long", "unsigned char"]


class Orderly(nests.Maker):
    """Perfect nests, loops that count alike behind each other, triangles, invariant conditions:
    what most steps want. Subscripts are those of stencils."""

    def near(self, name):
        """A subscript near an iterator, inside the array whatever the iterator is."""
        low, high = self.ranges[name]
        choices = [k for k in (-2, -1, 0, 0, 0, 1, 2) if low + k >= 0 and high + k < nests.DIM]
        k = self.random.choice(choices) if choices else 0
        if k == 0:
            return ("var", name)
        return ("bin", "+" if k > 0 else "-", ("var", name), ("num", abs(k)))

    def element(self):
        names = list(self.ranges)
        array = self.random.choice(["A", "A", "B", "C", "x", "y"])
        rank = nests.ARRAYS[array]
        return ("at", array, [self.near(self.random.choice(names)) for _ in range(rank)])

    def value(self, *_):
        value = self.element()
        for _ in range(self.random.randrange(3)):
            value = ("bin", self.random.choice("+-"), value,
                     self.random.choice([self.element(), self.element(), ("var", "t"), ("num", 2)]))
        return value

    def fixed(self, arrays):
        """An element that is the same in all iterations."""
        array = self.random.choice(arrays)
        return ("at", array, [("num", self.random.choice([2, 3, 5]))
                              for _ in range(nests.ARRAYS[array])])

    def assignment(self):
        if self.chance(0.06):
            return ("set", self.fixed(["z", "z", "x", "A"]), "=",
                    ("bin", "+", self.fixed(["x", "B"]), self.fixed(["y", "C"])))
        if self.chance(0.06):
            return ("set", self.element(), "=", ("bin", "*", self.fixed(["x", "z"]),
                                                 self.element()))
        if self.chance(0.12):
            return ("set", ("var", "t"), self.random.choice(["=", "=", "+="]), self.element())
        return ("set", self.element(), self.random.choice(["=", "=", "+="]), self.value())

    def idiom(self):
        """What storage steps look for: integers that are summed up, counters beside the iterator,
        values from the iteration before, recurrences, values that live for one iteration."""
        i = ("var", list(self.ranges)[-1])
        at = ("at", "z", [("bin", "+", i, ("num", self.random.randrange(3)))])
        whole = ("at", "idx", [("bin", "%", i, ("num", 13))])
        k = ("at", "y", [("bin", "%", ("var", "c"), ("num", 1000))])
        up = ("set", ("var", "c"), "+=", self.random.choice([("num", 1), ("num", 2), ("var", "m")]))
        use = ("set", k, self.random.choice(["=", "+="]), self.element())
        v = ("at", "v", [i])
        pick = self.random.choice([*range(20), 15])
        if pick == 0:
            return [("set", ("var", "q"), self.random.choice(["+=", "+=", "-=", "^="]), whole)]
        if pick == 1:
            return [("if", ("bin", ">", whole, ("var", "r")), [("set", ("var", "r"), "=", whole)], [])]
        if pick == 2:
            return self.random.choice([[use, up], [up, use], [up, use, up]])
        if pick == 3:
            return [("set", at, "=", ("bin", "+", ("at", "x", [("var", "w")]), self.element())),
                    ("set", ("var", "w"), "=", i)]
        if pick == 4:
            return [("set", ("var", "q"), self.random.choice(["+=", "-="]), whole),
                    ("set", at, "=", ("var", "q"))]
        if pick == 5:
            return [("set", ("var", "t"), "=", ("bin", "+", ("bin", "*", self.element(), ("var", "t")),
                                                self.element())),
                    ("set", at, "=", ("var", "t"))]
        if pick == 6:
            return [("set", v, "=", self.element()),
                    ("set", self.element(), self.random.choice(["=", "+="]), v)]
        if pick == 7:
            return [("set", ("var", "u"), "=", self.element()), ("set", self.element(), "=", ("var", "u")),
                    ("set", ("var", "u"), "=", self.element()), ("set", self.element(), "=", ("var", "u"))]
        if pick == 8:
            h = [("at", "h", [("num", 0)]), ("at", "h", [("num", 1)])]
            order = self.random.sample(h, 2)
            return [("set", order[0], "=", self.element()), ("set", order[1], "=", self.element()),
                    ("set", self.element(), self.random.choice(["=", "+="]),
                     ("bin", "-", h[0], h[1]))]
        if pick == 9:
            before = ("at", "z", [("bin", "+", i, ("num", 5))])
            now = ("at", "z", [("bin", "+", i, ("num", 6))])
            return [("set", now, "=", ("bin", "+", ("bin", "*", self.element(), before), whole))]
        if pick == 10:
            fixed = ("at", "x", [("num", self.random.randrange(20))])
            return [("set", fixed, self.random.choice(["=", "+=", "-="]), self.element())]
        if pick == 11:
            array = self.random.choice("xyz")
            here, later = ("at", array, [i]), ("at", array, [("bin", "+", i, ("num", 1))])
            return [("set", here, "=", ("bin", "+", later, self.element())),
                    ("set", self.element(), "=", later)]
        if pick == 12:
            best = self.random.choice([whole, ("at", "idx", [i])])
            return [("if", ("bin", self.random.choice(["<", "<=", ">", ">="]), best, ("var", "r")),
                     self.random.sample([("set", ("var", "r"), "=", best), ("set", ("var", "w"), "=", i)], 2), [])]
        if pick == 13:
            array = self.random.choice("xyz")
            condition = ("bin", self.random.choice(["<", "<=", ">", ">="]), ("at", array, [i]),
                         ("at", array, [("var", "w")]))
            found = ("if", condition, [("set", ("var", "w"), "=", i)], [])
            return [found] if self.chance(0.6) else [("if", ("bin", ">", self.element(), ("num", 0)), [found], [])]
        if pick == 14:
            return [("if", ("bin", ">", self.element(), ("num", 0)), [("set", ("var", "w"), "=", i)],
                     [self.assignment()] if self.chance(0.3) else [])]
        if pick == 15:
            fits = ("bin", ">", self.random.choice([whole, self.element()]), ("num", self.random.choice([0, 4])))
            return [("if", fits, [use, up] if self.chance(0.7) else [up, use],
                     [up] if self.chance(0.3) else [])] + ([use] if self.chance(0.2) else [])
        if pick == 16:
            places = [("at", "v", [i]), ("at", "v", [("bin", "+", i, ("num", self.random.randrange(1, 3)))]),
                      ("at", "v", [("num", self.random.randrange(3))])]
            first, second = self.random.choice(places), self.random.choice(places)
            return [("set", first, "=", self.element()), ("set", self.element(), "=", first),
                    ("set", second, "+=" if first == second and self.chance(0.3) else "=", self.element()),
                    ("set", self.element(), self.random.choice(["=", "+="]),
                     self.random.choice([second, second, first]))]
        if pick == 17:
            return self.refilled()
        if pick == 18 and len(self.ranges) < 3:
            return self.looked_ahead()
        return [("set", ("var", "s"), "+=", self.element())]

    def refilled(self):
        """Memory that each iteration fills anew, or now and then only a part of it, or too late."""
        low, high = self.random.choice([(0, 2), (0, 5), (2, 6)])
        if len(self.ranges) < 3 and self.chance(0.7):
            var = "ijk"[len(self.ranges)]
            bound = self.random.choice([("num", high), ("num", high), ("var", list(self.ranges)[-1])])
            fill = [("for", var, ("num", low), "<", bound, 1, [("set", ("at", "refill", [("bin", "%", ("var", var), ("num", 8)) if bound[0] == "var"
                                                                                      else ("var", var)]), "=", self.element())], False)]
        else:
            fill = [("set", ("at", "refill", [("num", k)]), "=", self.element()) for k in range(low, low + 2)]
        one, other = (("at", "refill", [("num", self.random.choice([low, low, low + 1, 7] if self.chance(0.2) else [low, low + 1]))]) for _ in range(2))
        use = [("set", self.element(), self.random.choice(["=", "+="]), ("bin", "-", one, other))]
        return use + fill if self.chance(0.1) else fill + use

    def looked_ahead(self):
        """What an inner loop reads, later iterations overwrite; or earlier ones have."""
        i, var = ("var", list(self.ranges)[-1]), "ijk"[len(self.ranges)]
        array = self.random.choice("xyzAB")
        first, bound = self.random.choice([(("bin", "+", i, ("num", 1)), ("var", "n"))] * 4 + [(("num", 0), i), (i, ("var", "m"))])
        other = [("var", self.random.choice(list(self.ranges)))] if nests.ARRAYS[array] == 2 else []
        ahead = ("at", array, [("var", var)] + other)
        if other and self.chance(0.3):
            ahead = ("at", array, other + [("var", var)])
        return [("for", var, first, "<", bound, 1,
                 [("set", ("at", array, [i] + other), "+=", ("bin", "*", ahead, self.element()) if self.chance(0.6) else ahead)], False)]

    def elsewhere(self):
        """Rows behind pointers, members of structs, and names for elements and subscripts."""
        i = ("var", list(self.ranges)[-1])
        j = ("var", self.random.choice(list(self.ranges)))
        box = self.random.choice(["box.", "far->"])
        pick = self.random.choice([0, 1, 2, 3, 4, 4, 5, 5])
        if pick < 2:
            r = ("at", "R", [i, self.random.choice([j, ("num", 3), ("bin", "+", j, ("num", 1))])])
            return [("set", r, self.random.choice(["=", "+="]), self.value()),
                    ("set", self.element(), "=", r)][:self.random.choice([1, 2])]
        if pick < 4:
            d = ("at", box + "d", [("bin", "+", ("bin", "*", i, ("var", box + "w")), j)])
            return [("set", self.element(), "=", ("bin", "+", d, ("var", box + "h")))] + \
                ([("set", d, "=", self.element())] if self.chance(0.4) else []) + self.kept(box)
        if pick == 4:
            array = self.random.choice("ABC")
            return [("block", [f"double *row = {array}[{nests.text(self.near(i[1]))}];"],
                     [("set", ("at", "row", [j]), self.random.choice(["=", "+="]), self.element()),
                      ("set", self.element(), "=", ("at", "row", [("bin", "+", j, ("num", 1))]))], [])]
        return [("block", [f"int at_ = {i[1]} + {self.random.randrange(3)};"],
                 [("set", ("at", self.random.choice("xyz"), [("var", "at_")]), "=", self.element())] +
                 ([("set", ("var", "at_"), "=", ("num", 3))] if self.chance(0.1) else []) +
                 [("set", self.element(), "=", ("at", "x", [("var", "at_")]))], [])]

    def kept(self, box):
        """Members that a loop sets, which promote is about: now and then only sometimes, or by another name."""
        pick = self.random.randrange(8)
        count = ("set", ("var", box + "s"), "+=", ("var", list(self.ranges)[-1]))
        exchange = ("block", [f"double *kept_ = {box}d;"],
                    [("set", ("var", box + "d"), "=", ("var", box + "e")), ("set", ("var", box + "e"), "=", ("var", "kept_"))], [])
        if pick == 0:
            other = self.random.choice(["box.", "far->", "box_."])
            return [count, ("set", self.element(), "=", ("var", other + "s"))]
        return [[count], [exchange], [exchange, count]][pick - 1] if pick < 4 else []

    def header(self, depth):
        outer = list(self.ranges)
        first = self.random.choice([0, 0, 1, 2])
        if outer and self.chance(0.25):
            name = self.random.choice(outer)
            low, high = self.ranges[name]
            if self.chance(0.5):
                return ("var", name), "<", ("var", "n"), (low, 13)
            return ("num", 0), self.random.choice(["<", "<="]), ("var", name), (0, high)
        bound = self.random.choice([("var", "n"), ("var", "m"), ("num", 8), ("num", 12)])
        if self.chance(0.06):
            return ("num", first), "<", ("num", first + 1), (first, first)
        return ("num", first), "<", bound, (first, 13)

    def call(self):
        """A call, as the name of a variable: that prints as it is written."""
        what, element = self.random.randrange(5), nests.text(self.element())
        target = self.element() if self.chance(0.7) else ("var", "t")
        if what == 0:
            return ("set", target, self.random.choice(["=", "+="]), ("var", f"half ({element})"))
        if what == 1:
            return ("set", target, "=", ("var", f"clamp ({element}, {self.random.choice([1, 0.5])})"))
        if what == 2:
            return ("set", target, "=", ("var", f"narrow ({element} + t)"))
        if what == 3:
            return ("set", ("var", "u"), "=", ("var", f"(blend (&t, {element}, n), t)"))
        return ("set", ("var", "t"), "+=", ("var", f"clamp (half ({element}), m)"))

    def worked_out(self):
        """A value that is worked out in a variable, and stored when it is ready."""
        u, place = ("var", "u"), self.element()
        change = ("set", u, self.random.choice(["+=", "-=", "="]), self.value())
        body = [("set", u, "=", self.random.choice([place, place, self.element(), ("num", 0)]))]
        if len(self.ranges) < 3 and self.chance(0.6):
            var = "ijk"[len(self.ranges)]
            first, relation, bound, values = self.header(1)
            before = dict(self.ranges)
            self.ranges[var] = values
            body.append(("for", var, first, relation, bound, 1, [("set", u, "-=", self.value())], False))
            self.ranges = before
        else:
            body.append(change)
        return body + [("set", place, "=", self.random.choice([u, u, ("bin", "*", u, self.element())]))]

    def block(self):
        if self.chance(0.15):
            return self.elsewhere()
        if self.chance(0.08):
            return self.worked_out() + ([self.assignment()] if self.chance(0.2) else [])
        if self.chance(0.3):
            return self.idiom() + ([self.assignment()] if self.chance(0.2) else [])
        body = [self.assignment() for _ in range(self.random.choice([1, 1, 2, 3]))]
        if self.chance(0.12):
            body.append(self.call())
        if self.chance(0.2):
            condition = ("bin", "<", ("var", "m"), ("num", self.random.randrange(12)))
            body = [("if", condition, body, [self.assignment()] if self.chance(0.5) else [])]
        elif self.chance(0.15):
            body.append(("set", ("var", "u"), "=", self.element()))
            body.append(("set", self.element(), self.random.choice(["=", "+="]),
                         ("bin", "*", ("var", "u"), self.element())))
        elif self.chance(0.1):
            condition = ("bin", ">", self.element(), ("num", 0))
            body.append(("if", condition, [self.assignment()], []))
        return body

    def nest(self, depth):
        var = "ijk"[len(self.ranges)]
        first, relation, bound, values = self.header(depth)
        step = 1 if self.chance(0.85) else 2
        before = dict(self.ranges)
        self.ranges[var] = values
        bodies = []
        for _ in range(2 if self.chance(0.25) else 1):
            inner = [self.nest(depth - 1)] if depth > 1 else self.block()
            if depth > 1 and self.chance(0.3):
                inner.insert(self.random.randrange(2), self.assignment())
            if depth > 1 and self.chance(0.1):
                inner += self.idiom()
            if depth > 1 and self.chance(0.2):
                inner.append(self.nest(1))
            if self.chance(0.06):
                self.go_on(inner, "for")
            bodies.append(inner)
        self.ranges = before
        loops = [("for", var, first, relation, bound, step, body, False) for body in bodies]
        return loops[0] if len(loops) == 1 else ("if", ("num", 1), loops, [])

    def function(self):
        found = []
        for _ in range(self.random.choice([1, 2])):
            nest = self.nest(self.random.choice([1, 2, 2, 3]))
            found += nest[2] if nest[0] == "if" else [nest]
        return found


class Storing(Orderly):
    """Mostly idioms."""
    everywhere = False

    def block(self):
        body = self.idiom() if self.chance(0.8) else [self.assignment()]
        return body + ([self.assignment()] if self.chance(0.3) else [])

    def function(self):
        return [self.nest(self.random.choice([1, 1, 2])) for _ in range(2)]


def old_style(text):
    """Iterators declared at the top, as in C89: their last values are there to be lost."""
    names = sorted(set(re.findall(r"for \(int (\w+) =", text)))
    text = re.sub(r"for \(int (\w+) =", r"for (\1 =", text)
    return re.sub(r"(?m)^(  double s = 1.5.*)$", r"\1\n  int " + ", ".join(names) + ";", text) if names \
        else text


def unsolved(text, number):
    """Loops whose conditions are about twice the iterator, or a difference."""
    condition = r"2 * \1 < \3 + \3" if number % 2 else r"\3 - \1 > 0"
    return re.sub(r"for \(int (\w) = (\d+); \1 < (\w+); \1\+\+\)",
                  rf"for (int \1 = \2; {condition}; \1++)", text, count=2)


def retyped(text, seed):
    """Parameters, iterators and counters of other types, in the function that the text begins with."""
    text, end, behind = text.partition("\n}\n")
    chosen = random.Random(f"types {seed}")
    if "unsigned" in text:      # what is done with it there may be wide in another type
        return text + end + behind

    def head(found):
        goes_up = re.match(r"\(int (\w+) = \d+; (\d+ \* )?\1 <=? .*; \1(\+\+| \+=)", found.group(1))
        if goes_up and re.search(rf"- {goes_up.group(1)}\b|\b{goes_up.group(1)} - ", text):
            goes_up = None      # a difference would be too large a number
        return f"for ({chosen.choice(SIGNED + UNSIGNED * bool(goes_up))}{found.group(1)[4:]}"
    text = re.sub(r"\(int n, int m,", lambda _: f"({chosen.choice(SIGNED)} n, {chosen.choice(SIGNED)} m,", text, count=1)
    text = re.sub(r"(?m)^  int q = 3", lambda _: f"  {chosen.choice(SIGNED)} q = 3", text)
    return re.sub(r"\bfor (\(int .*)", head, text) + end + behind


def program(seeds):
    """Functions that start with "static" and end with "}" on lines of their own."""
    # Here u is a variable of the function: the number is said without it.
    size = f"sizeof T / sizeof T[0] * {2 * nests.MIDDLE // nests.DIM}"
    text = products.program(seeds, SIZES, maker).replace("sizeof u / sizeof u[0]", size)
    text = text.replace("  double s = 1.5, t = -0.0;", "  double s = 1.5, t = -0.0, u = 0.25, v[40], h[2] = {0.5, 0.25};\n"
                        "  int q = 3, r = 1, c = 2, w = 1;\n"
                        "  struct box box = { 11, 2, g, T[0], 0 }, *far = &box_;")
    # The rows of every fourth call overlap.
    text = text.replace("  weight = 0.75;", "  static int round_;\n  weight = 0.75;\n  box_ = (struct box) { 7, 3, u, u + 200, 0 };\n"
                        "  for (int i = 0; i < 8; i++)\n    refill[i] = i;\n"
                        f"  for (int i = 0; i < {nests.DIM}; i++)\n"
                        "    R[i] = table[round_ % 4 == 1 ? i / 2 : i];\n  round_++;")
    text = text.replace("return s + 2.0 * t", "return s + 0.5 * box.s + 0.25 * box_.s + 2.0 * t + 3.0 * q + 5.0 * r + 7.0 * c + 11.0 * w + h[0] - h[1] + refill[0] - 3.0 * refill[1] + 0.5 * refill[2] + refill[5] - refill[7]")
    text = text.replace("\n", "\n" + HELPERS, 1)
    parts = re.split(r"(?m)^(?=static double f\d)", text)
    parts = [unsolved(part, number) if number % 5 == 2 else part for number, part in enumerate(parts)]
    parts = [old_style(part) if number % 3 == 0 else part for number, part in enumerate(parts)]
    return "".join(retyped(part, seeds[0] + number) if number % 4 == 1 else part for number, part in enumerate(parts))


def maker(seed):
    if seed % 4 == 3 or Storing.everywhere:
        return Storing(seed)
    return Orderly(seed) if seed % 3 else nests.Maker(seed)

SIZES = [(9, 7), (14, 11), (1, 0), (0, 3)]


def steps_of(report):
    """function → its lines; what was refused and why."""
    found, counts = collections.defaultdict(list), collections.Counter()
    for line in report.splitlines():
        words = line.split()
        if not words or words[0] not in "+-!":
            continue
        rest = words[2:] if words[0] == "-" and words[1].startswith("IHOP") else words[1:]
        counts[words[0], rest[0], words[1] if words[0] == "-" else ""] += 1
        if words[0] != "-":
            found[re.split("[/_]", rest[1])[0]].append(words[0] + " " + " ".join(rest))
    return found, counts


def build_and_run(options, path, folder, first):
    """Most batches at once, some as a compiler that knows vectors would have them. Not of straight
    code: there gcc 12.2 forgets to round a double that goes through a float."""
    vectors = (first // options.batch) % 8 == 7
    return products.build_and_run(options.cc, path, folder,
                                  ["-O2", "-fopenmp-simd", "-fno-tree-slp-vectorize"] if vectors
                                  else ["-O0"])


def differ(expected, actual, lines):
    """As products.differ, of one function after these steps."""
    wrong = products.differ(expected, actual, True)
    if not wrong or not any("reassociate" in line for line in lines):
        return wrong
    rounded = products.differ(expected, actual, False)
    return {name: what for name, what in rounded.items() if not re.search("inf|nan", what)}


def records_of(dump):
    """function → its records, in the order of SIZES."""
    found = collections.defaultdict(bytes)
    for start in range(0, len(dump), products.RECORD):
        record = dump[start:start + products.RECORD]
        found[record[:8].decode().strip()] += record
    return found


def made_functions(after):
    """What steps put in front of functions of the program's own."""
    return "\n".join(re.findall(r"(?ms)^static int ihop_rows_apart.*?^}\n", after))


def versions_program(before, versions, made):
    """A program that runs every version of every function, as it was at first (0) and behind each of
    its steps; (function, number) of each, in that order."""
    text = pathlib.Path(before).read_text(encoding="utf-8")
    head = text[:re.search(r"(?m)^static double f\d", text).start()] + made
    tail = text[text.index(products.MEMORY):text.index("int main (")]
    body, calls, names = "", "", []
    found = [(name, "0", code)
             for code, name in re.findall(r"(?ms)^(static double (f\d+) .*?^}\n)", text)]
    for name, number, code in found + re.findall(r"(?ms)^//@ (\w+) (\d+)\n(.*?)(?=^//@|\Z)", versions):
        body += re.sub(rf"\b{name}((?:_\d+)?)\b", rf"{name}v{number}\1", code)
        names.append((name, int(number)))
        for n, m in SIZES:
            calls += (f'  reset ();\n  dump ("{name:<8.8}", {name}v{number} ({n}, {m}, A, B, C, x, y, z,'
                      " idx, perm));\n")
    main_text = ("int main (int argc, char **argv)\n{\n  out = fopen (argv[1], \"wb\");\n" + calls
                 + "  return fclose (out);\n}\n")
    return head + body + tail + main_text, names


def check_versions(options, first, folder, steps, versions):
    """Faults of what each function was after one, two, three … of its steps; how many of these there
    were; and what each function computes."""
    path = os.path.join(folder, f"versions_{first}.c")
    after = pathlib.Path(folder, f"after_{first}.c").read_text(encoding="utf-8")
    text, names = versions_program(os.path.join(folder, f"before_{first}.c"), versions, made_functions(after))
    pathlib.Path(path).write_text(text, encoding="utf-8")
    actual, fault = build_and_run(options, path, folder, first)
    if fault:
        return [fault], 0, {}
    length, faults, expected = products.RECORD * len(SIZES), [], {}
    for at, (name, number) in enumerate(names):
        taken, memory = steps[name][:number], actual[at * length:(at + 1) * length]
        if number == 0:
            expected[name] = memory
            continue
        wrong = differ(expected[name], memory, taken)
        faults += [f"{path}: {name}: {what}\n    " + "\n    ".join(taken) for what in wrong.values()]
    return faults, len(names) - len(expected), expected


def check_after(options, first, folder, steps, expected):
    """Faults of the whole program as it is printed in the end."""
    after = os.path.join(folder, f"after_{first}.c")
    actual, fault = build_and_run(options, after, folder, first)
    if fault:
        return [fault]
    actual = records_of(actual)
    return [f"{after}: {name}:\n    " + "\n    ".join(steps[name]) for name in expected
            if differ(expected[name], actual[name], steps[name])]


def check_forced(options, first, folder, steps, counts):
    """How many forced steps there were, and how many did harm."""
    before, after = (os.path.join(folder, f"{kind}_{first}.c") for kind in ("before", "after"))
    expected, fault = build_and_run(options, before, folder, first)
    actual, fault2 = (None, None) if fault else build_and_run(options, after, folder, first)
    if fault2:
        return one_by_one(options, first, folder) if options.batch > 1 else ([], counts, 0, 1, 1)
    if fault:
        return [fault], counts, 0, 0, 0
    expected, actual = records_of(expected), records_of(actual)
    wrong = {name for name in expected if differ(expected[name], actual[name], steps[name])}
    forced = {name for name, lines in steps.items() if any(line[0] == "!" for line in lines)}
    return [], counts, 0, len(forced), len(forced & wrong)


def one_by_one(options, first, folder):
    """A forced step may well end the program that it is in."""
    alone = argparse.Namespace(**{**vars(options), "batch": 1})
    results = [check_batch(alone, seed, folder) for seed in range(first, first + options.batch)]
    counts = sum((result[1] for result in results), collections.Counter())
    return (sum((result[0] for result in results), []), counts,
            *(sum(result[k] for result in results) for k in (2, 3, 4)))


def least_taken(total):
    """Steps that the next batch should take oftener."""
    taken = collections.Counter({name: 0 for _, name, _ in total})
    for (sign, name, _), n in total.items():
        taken[name] += n * (sign != "-")
    return [name for name, _ in sorted(taken.items(), key=lambda item: (item[1], item[0]))[:12]]


def registered():
    """The names of all steps."""
    sources = pathlib.Path(__file__).resolve().parents[2] / "src/transform"
    return {name for path in sources.rglob("*.c")
            for name in re.findall(r'^  \.name = "([^"]+)"', path.read_text(encoding="utf-8"), re.M)}


def never_taken(total):
    """Steps that nothing is known of, as none of them was ever accepted. Those of kernels that are laid out want marks, which
    random programs have none of: tests/kernel has its own."""
    return sorted(registered() - {"fences", "stage", "unguard"} - {name for (sign, name, _), n in total.items() if sign != "-" and n})


def wants_all(options, done):
    """Enough random steps of every kind for the rarest to be taken."""
    return done >= 300 and not (options.only or options.force or options.storage)


def check_batch(options, first, folder, wanted=()):
    """Faults, counts of steps, pairs of nest and steps run, forced steps, those that did harm."""
    seeds = range(first, first + options.batch)
    Storing.everywhere = options.storage
    before, after, between = (os.path.join(folder, f"{kind}_{first}.c")
                              for kind in ("before", "after", "steps"))
    pathlib.Path(before).write_text(program(seeds), encoding="utf-8")
    mode = options.only or ("force" if options.force else "storage" if options.storage else "any")
    command = [options.fuzz, before, str(first), str(options.steps), mode, between, " ".join(wanted)]
    done = products.run(command)
    steps, counts = steps_of(done.stderr)
    if done.returncode:
        return ([f"{' '.join(command)} ends with {done.returncode}: {done.stderr[-2000:]}"], counts,
                0, 0, 0)
    pathlib.Path(after).write_text(done.stdout, encoding="utf-8")
    if options.force:
        return check_forced(options, first, folder, steps, counts)
    faults, pairs, expected = check_versions(options, first, folder, steps,
                                             pathlib.Path(between).read_text(encoding="utf-8"))
    # The last versions are what the whole file holds: to print it is tried now and then.
    if not faults and (first // options.batch) % 4 == 0:
        faults = check_after(options, first, folder, steps, expected)
    return faults, counts, pairs, 0, 0


def show_steps(total):
    """What was taken of each step, and why not."""
    for name in sorted({key[1] for key in total}):
        taken = sum(n for key, n in total.items() if key[1] == name and key[0] != "-")
        why = ", ".join(f"{n} {key[2]}" for key, n in sorted(total.items())
                        if key[1] == name and key[0] == "-")
        print(f"{name:16} {taken:5} taken; refused: {why}")


def run(options, folder):
    """The batches, until there are enough pairs or faults."""
    faults, total, pairs, forced, harmful, done = 0, collections.Counter(), 0, 0, 0, 0
    for first in range(options.seed, options.seed + options.count, options.batch):
        own = os.path.join(folder, str(first))
        os.makedirs(own, exist_ok=True)
        found, counts, tried_pairs, tried, hurt = check_batch(options, first, own, least_taken(total))
        total += counts
        pairs, forced, harmful = pairs + tried_pairs, forced + tried, harmful + hurt
        faults, done = faults + len(found), done + options.batch
        for fault in found:
            print(fault, flush=True)
        if not found:
            shutil.rmtree(own)
        if faults >= options.faults or (options.pairs and pairs >= options.pairs):
            break
    show_steps(total)
    taken = sum(n for key, n in total.items() if key[0] == "+")
    missing = never_taken(total) if wants_all(options, done) else []
    if missing:
        print("never taken:", ", ".join(missing))
    print(f"{done} functions, {taken} steps taken, {pairs} pairs of nest and steps run, {faults} faults")
    if options.force:
        print(f"{forced} refused steps forced, {forced - harmful} did no harm at these sizes:"
              f" timidity {(forced - harmful) / max(forced, 1):.2f}")
    return 1 if faults or missing or (not options.force and taken < done // 4) else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("fuzz")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=10)
    parser.add_argument("--pairs", type=int, default=0)
    parser.add_argument("--faults", type=int, default=10)
    parser.add_argument("--steps", type=int, default=8)
    parser.add_argument("--force", action="store_true")
    parser.add_argument("--storage", action="store_true")
    parser.add_argument("--only", help="this step alone")
    parser.add_argument("--keep")
    parser.add_argument("--cc", default="gcc")
    options = parser.parse_args()
    if "IHOP_TEST_TEXTS_ONLY" in os.environ:
        options.count //= 5
    if options.seed + options.count > 10_000_000:
        parser.error("names of functions hold seven digits: seeds end at 9999999")
    with tempfile.TemporaryDirectory() as folder:
        return run(options, options.keep or folder)


if __name__ == "__main__":
    sys.exit(main())
