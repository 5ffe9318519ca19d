#!/usr/bin/python3
"""Verdicts of loops behind guards of every kind, held against many runs.

Each function has parameters that may be anything, variables worked out from them in ways that can be followed or
not, guards (branches and their else, flags, ways out, switches, while loops), and a nest over rows of run-time
length, a variable length array, a pointer that moves, or ranges that such a variable puts apart. It is printed as C
for ihop and as Python that tells of every access. Then

  - a loop called parallel has no two iterations that meet, in any run whose conditions hold where the loop starts;
  - a condition holds in some run in which the loop has two iterations: else it is worth nothing;
  - what a refutation says can be seen: some run has variables hold what it says when the loop starts, and just those two
    iterations, of it and all loops around, touch that element, in that order. What the witness does not name is searched
    for, among all that the guards of this grammar can ask for.

    guards.py IHOP [--count N] [--seed S] [--keep DIR]
"""
import argparse
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile

PARAMETERS = ["n", "m", "w", "k", "on"]
# What all functions see: numbers by any other name, and a function that is called but not followed.
OUTSIDE = ["#define FOUR 4", "enum { FIVE = 5, TWELVE = 12 };", "static const int six = 6;", "const int nine = 9;",
           "static int seven = 7;", "static int turned = 3; void turn (void) { turned = 8; }", "static int strange (int v) { return v * v % 5 + 1; }"]
NUMBERS = {"FOUR": 4, "FIVE": 5, "TWELVE": 12, "six": 6, "nine": 9, "seven": 7}
TURNED = (3, 8)                     # what the variable of this name may hold
NAMES = [*NUMBERS, "turned"]


def strange(v):
    return abs(v * v) % 5 + 1


def names_outside():
    """The same for the functions in Python."""
    return {"strange": strange, "now": TURNED[0], **NUMBERS}


RUNS = 60
MOST_TRIED = 400000                 # combinations of parameters, before a witness is called impossible


class Maker:
    def __init__(self, seed):
        self.random = random.Random(f"guards {seed}")
        self.c, self.py = [], []
        self.depth = 1
        self.locals = []
        self.close = []
        self.line = 0               # of the first line of C
        self.loops = []

    def pick(self, *choices):
        return self.random.choice(choices)

    def put(self, c, py=None):
        if c is not None:
            # A label that nobody jumps to is only a comment.
            named = len(self.c) % 7 == 3 and re.match(r"(if|while|for|switch) |\w+ = ", c)
            self.c.append("  " * self.depth + (f"line_{len(self.c)}: " if named else "") + c)
        if py is not None:
            self.py.append("  " * self.depth + py)

    # ---- conditions, as pairs of C and Python ----

    def comparison(self):
        name = self.pick("n", "m", "w", "k", "on", "on", "k", *self.locals)
        other = self.pick("0", "0", "0", "1", "3", "n", "w", *NAMES)
        form = self.random.randrange(9)
        if form == 0:
            return name, name
        if form == 1:
            return f"!{name}", f"not {name}"
        if form == 2:
            return f"({name} & 1)", f"({name} & 1)"
        if form == 3:
            return f"strange ({name}) > 2", f"strange ({name}) > 2"
        relation = self.pick("!=", "!=", "==", "<", ">", "<=", ">=")
        return f"{name} {relation} {other}", f"{name} {relation} {other}"

    def condition(self):
        a, b = self.comparison(), self.comparison()
        form = self.random.randrange(6)
        if form == 0:
            return f"{a[0]} || {b[0]}", f"({a[1]}) or ({b[1]})"
        if form == 1:
            return f"{a[0]} && {b[0]}", f"({a[1]}) and ({b[1]})"
        if form == 2:
            return f"!({a[0]})", f"not ({a[1]})"
        return a

    # ---- variables ----

    def local(self):
        name = "qrst"[len(self.locals)]
        source = self.pick("n", "k", "w", "m", *self.locals)
        value = self.pick(f"2 * {source}", f"{source} + 3", f"{source} + k", f"3 * {source} - 1", "10", "5", f"n - {source}",
                          f"{source} + {self.pick(*NAMES)}", f"{source} * {self.pick('k', 'm')}", f"strange ({source})")
        form = self.random.randrange(13)
        self.put(f"int {name} = {value};", f"{name} = {value}")
        if form == 0:
            c, py = self.condition()
            self.put(f"if ({c}) {name} = {source} + 7;", f"if {py}: {name} = {source} + 7")
        elif form == 1:
            self.put(f"{name} = {name} + {source};", f"{name} = {name} + {source}")
        elif form == 2:
            self.put(f"{name} = 2 * {source} + n;", f"{name} = 2 * {source} + n")
        elif form in (6, 7):
            self.set_in_branches(name, source)
        elif form == 8:
            self.set_by_cases(name, source)
        elif form == 9:
            self.set_in_loop(name)
        elif form == 10:
            (c, py), number = self.condition(), self.pick(*NAMES)
            self.put(f"{name} = {c} ? {source} : {number};", f"{name} = {source} if {py} else {number}")
        self.locals.append(name)

    def set_in_branches(self, name, source):
        (c, py), (d, py_d) = self.condition(), self.condition()
        first, second, third = (self.pick(f"{source} + 1", "n", "2 * w", "FIVE", "six", f"{name} + 2") for _ in range(3))
        self.put(f"if ({c}) {name} = {first};", f"if {py}: {name} = {first}")
        self.put(f"else if ({d}) {{ {name} = {second}; }}", f"elif {py_d}: {name} = {second}")
        if self.pick(True, False):
            self.put(f"else {name} = {third};", f"else: {name} = {third}")

    def set_by_cases(self, name, source):
        on, stop = self.pick("k", "on", "n"), self.pick("break;", "")
        self.put(f"switch ({on}) {{ case 1: {name} = {source}; {stop} case 2: {name} = {name} + 3; break; default: {name} = 8; }}",
                 f"{name} = {{1: {source}{'' if stop else ' + 3'}, 2: {name} + 3}}.get({on}, 8)")

    def set_in_loop(self, name):
        """A search: the loop is left when something is found."""
        bound, step, (c, py) = self.pick("w", "n", "TWELVE"), self.pick(1, 2), self.condition()
        self.put(f"{name} = 0; while ({name} < {bound}) {{ if (({c}) && {name} > 2) break; {name} += {step}; }}")
        self.put(None, f"{name} = 0")
        self.put(None, f"while {name} < {bound}:")
        self.put(None, f"  if ({py}) and {name} > 2: break")
        self.put(None, f"  {name} += {step}")

    # ---- guards ----

    def open(self, c, py, c_close="}", after=None):
        self.put(c, py)
        self.depth += 1
        self.close.append((c_close, after))

    def guard(self):
        form = self.random.randrange(11)
        c, py = self.condition()
        if form < 2:
            self.open(f"if ({c}) {{", f"if {py}:")
        elif form == 2:
            self.put(f"if ({c})", f"if {py}: T.write('x', 0)")
            self.put("  x[0] = 1;")
            self.open("else {", "else:")
        elif form == 3:
            self.put(f"if ({c})", f"if {py}: return")
            self.put("  return;")
        elif form == 4:
            self.put(f"if ({c}) {{ x[1] = 2; return; }}", f"if {py}: T.write('x', 1); return")
        elif form == 5:
            flag = f"f{len(self.c)}"
            self.put(f"int {flag} = {c};", f"{flag} = bool({py})")
            negate = self.pick(True, False)
            self.open(f"if ({'!' if negate else ''}{flag}) {{", f"if {'not ' if negate else ''}{flag}:")
        elif form == 6:
            name = self.pick("on", "k")
            bound = self.pick("0", "2")
            where = self.line + len(self.c)
            self.loops.append(where)
            self.open(f"while ({name} > {bound}) {{",
                      f"while T.turn({where}, '{name}', {name}, {bound}, locals()):", "}", name)
        elif form == 7:
            self.switch()
        elif form == 8:             # a way out among other branches
            d, py_d = self.condition()
            self.put(f"if ({c}) {{ if ({d}) return; k = k + 2; }}", f"if {py}:")
            self.put(None, f"  if {py_d}: return")
            self.put(None, "  k = k + 2")
        elif form == 9:             # a way out of a loop in front
            self.put(f"for (int f = 0; f < 4; f++) if (f == on && ({c})) return;",
                     f"if 0 <= on < 4 and ({py}): return")
        else:
            self.put(f"if ({c}) k = {self.pick('1', 'n', 'k + 1')};", None)
            self.put(None, f"if {py}: {self.c[-1].split(') ')[-1].strip(' ;')}")

    def switch(self):
        name = self.pick("on", "k", "n")
        first, second = self.random.sample([0, 1, 2, 3], 2)
        ends, default = self.pick("break", "return", "fall"), self.pick(True, False)
        stop = {"break": " break;", "return": " return;", "fall": ""}[ends]
        self.put(f"switch ({name}) {{")
        self.put(f"case {first}: x[2] = 1;{stop}")
        self.put("default:" if default else f"case {second}: case 7:")
        here = f"{name} != {first}" if default else f"{name} in ({second}, 7)"
        if ends == "fall":
            here = f"{name} == {first} or {here}"
        self.put(None, f"if {name} == {first}: T.write('x', 2)" + ("; return" if ends == "return" else ""))
        self.put(None, f"if {here}:")
        self.depth += 1
        self.close.append(("}", None))

    # ---- the nest ----

    def loop(self, var, bound, start="0"):
        where = self.line + len(self.c)
        self.loops.append(where)
        self.put(f"for (int {var} = {start}; {var} < {bound}; {var}++) {{",
                 f"for {var} in T.loop({where}, '{var}', {start}, {bound}, locals()):")
        self.depth += 1

    def done(self, count):
        for _ in range(count):
            self.depth -= 1
            self.put("}")

    def assign(self, array, to, where, other=None):
        name, read = (array, other or self.pick("x[i]", "1", f"{array}[{where}]"))
        value = "1"
        if "[" in read:
            a, index = read[:-1].split("[", 1)
            value = f"T.read('{a}', {index})"
        text = f"{read} * 2" if "[" in read else "1"
        self.put(f"{name}[{to}] = {text};", f"{value}; T.write('{name}', {to})")

    def offset(self):
        return self.pick("", "", "", " + 1", " - 1", " + k", *(f" + {q}" for q in self.locals))

    def nest(self):
        form = self.random.randrange(6)
        if form < 3:
            i, j = self.pick(("i", "j"), ("j", "i"))
            self.loop("i", self.pick("n", "m", "n - k"), self.pick("0", "1"))
            self.loop("j", self.pick("m", "n", "8"), self.pick("0", "1"))
            row = self.pick("w", "w", "w", *self.locals)
            self.assign("a", f"{i} * {row} + {j}{self.offset()}", f"{i} * {row} + {j}{self.offset()}")
            self.done(2)
        elif form == 3:
            start = self.pick("0", "1", *self.locals)
            self.put(f"double *p = a + {start};", f"p = {start}")
            self.loop("i", "n", self.pick("0", "1"))
            self.loop("j", self.pick("m", "w"), "0")
            ahead = self.pick("", "", "[-1]", "[1]")
            self.put(f"*p = {'p' + ahead if ahead else 'x[j]'} * 2; p++;",
                     f"T.read('{'a' if ahead else 'x'}', {'p + ' + ahead[1:-1] if ahead else 'j'}); T.write('a', p); p += 1")
            self.done(2)
        elif form == 4:
            self.put("if (n < 1 || m < 1) return;", "if n < 1 or m < 1: return")
            self.put("double (*v)[m] = (double (*)[m]) a;")
            self.loop("i", "n", "1")
            self.loop("j", "m", "1")
            d, e = self.pick(0, 1), self.pick(0, 1)
            self.put(f"v[i][j] = v[i - {d}][j - {e}] * 2;",
                     f"T.read('a', (i - {d}) * m + j - {e}); T.write('a', i * m + j)")
            self.done(2)
        else:
            apart = self.pick("k", "w", *self.locals, *self.locals)
            self.loop("i", self.pick("n", "8", "m", "k"), "0")
            base = self.pick("", "", *(f"{q} + " for q in self.locals))
            self.assign("a", f"{base}i", "i", f"a[{base}i + {apart}]")
            if self.pick(True, False):
                self.assign("a", f"{base}{apart} + i", "i", "x[i]")
            self.done(1)

    def function(self, name, line):
        self.line = line
        self.c.append(f"void {name} (int n, int m, int w, int k, int on, double *a, const double *restrict z, double *restrict x)")
        self.c.append("{")
        self.py.append(f"def {name}(T, n, m, w, k, on):")
        for _ in range(self.pick(0, 1, 2)):
            self.local()
        for _ in range(self.pick(1, 1, 1, 2)):
            self.guard()
        self.nest()
        for c_close, counter in reversed(self.close):
            if counter:
                self.put(f"{counter}--;", f"{counter} -= 1")
            self.depth -= 1
            self.put(c_close)
        if self.locals and self.pick(True, False):
            self.put(f"{self.locals[0]} = 4; if (on) x[{self.locals[0]}] = 3;")
        self.c.append("}")
        if "turned" in "\n".join(self.py):
            self.py.insert(1, "  turned = now")
        return self


class Trace:
    """What one run does: for each time a loop ran, where it started and who touched what."""

    def __init__(self, limit=1500):
        self.stack, self.times, self.limit = [], [], limit

    def start(self, line, var, held):
        time = {"line": line, "held": numbers_of(held), "around": tuple((f["var"], f["at"]) for f in self.stack),
                "touched": {}, "trips": 0, "var": var, "at": 0}
        self.count()
        self.times.append(time)
        self.stack.append(time)
        return time

    def loop(self, line, var, first, bound, held):
        time = self.start(line, var, held)
        for value in range(first, bound):
            time["at"], time["trips"] = value, time["trips"] + 1
            yield value
        self.stack.pop()

    def turn(self, line, var, value, bound, held):
        """Whether a loop that counts down goes on: it is asked in front of each iteration."""
        time = self.stack[-1] if self.stack and self.stack[-1]["line"] == line else self.start(line, var, held)
        self.count()
        time["at"] = value
        if value > bound:
            time["trips"] += 1
            return True
        self.stack.pop()
        return False

    def count(self):
        self.limit -= 1             # a while loop may not end
        if self.limit < 0:
            raise OverflowError()

    def touch(self, array, index, is_write):
        self.count()
        inside = tuple((f["var"], f["at"]) for f in self.stack)
        for time in self.stack:
            time["touched"].setdefault((array, index), []).append((time["at"], is_write, inside))

    def read(self, array, index):
        self.touch(array, index, False)

    def write(self, array, index):
        self.touch(array, index, True)


class Focus(Trace):
    """Only those iterations of the nest that a witness names; all of them where a pointer moves in it."""

    def __init__(self, ends):
        super().__init__(3000)
        self.ends = ends

    def loop(self, line, var, first, bound, held):
        named = sorted({end.get(var, first) for end in self.ends})
        time = self.start(line, var, held)
        for value in range(first, bound) if "p" in held else (v for v in named if first <= v < bound):
            time["at"], time["trips"] = value, time["trips"] + 1
            self.count()
            yield value
        self.stack.pop()


class Probe(Trace):
    """What variables hold where a loop starts; the nest itself does not run."""

    def __init__(self, line, nest):
        super().__init__(300)
        self.line, self.nest, self.found = line, nest, []

    def loop(self, line, var, first, bound, held):
        self.found.append(numbers_of(held))
        return ()

    def turn(self, line, var, value, bound, held):
        self.count()
        if line == self.line:
            self.found.append(numbers_of(held))
        return value > bound and line != self.line


def numbers_of(held):
    return {k: int(v) for k, v in held.items() if isinstance(v, (int, bool))}


def meetings(time):
    for place, touches in time["touched"].items():
        for a in touches:
            for b in touches:
                if a[0] < b[0] and (a[1] or b[1]):
                    yield place, a, b


def run(function, values, make=Trace):
    """One trace for each number that "turned" may hold, where the function asks for it."""
    for number in TURNED if "turned" in function.__code__.co_varnames else TURNED[:1]:
        function.__globals__["now"] = number
        trace = make()
        try:
            function(trace, *values)
        except OverflowError:       # a loop without end: what has been seen has happened
            pass
        yield trace


def times_of(function, values, make=Trace):
    return [time for trace in run(function, values, make) for time in trace.times]


def some_values(rng):
    small = lambda: rng.choice([-2, -1, 0, 1, 2, 3, 4, 5, 6])
    return [rng.choice([2, 3, 5, 6, small(), small()]), rng.choice([2, 3, 4, 7, small()]),
            rng.choice([1, 2, 5, 8, 20, 40, small()]), rng.choice([8, 1, 20, 3, small(), small()]), small()]


def holds(conditions, held):
    try:
        return all(eval(re.sub(r"!(?!=)", " not ", c.replace("&&", " and ").replace("||", " or ")),
                        {"__builtins__": {}}, dict(held)) for c in conditions)
    except (NameError, SyntaxError):
        return None


def is_worth(function, entry):
    """Whether some run has two iterations under the conditions: far more values are tried than else."""
    rng = random.Random(f"worth {entry['loop']}")
    for _ in range(20000):
        for time in times_of(function, [rng.randrange(-30, 40) for _ in PARAMETERS]):
            if time["line"] == entry["line"] and time["trips"] > 1 and holds(entry["conditions"], time["held"]):
                return True
    return False


def judge_parallel(maker, function, entry, times):
    if entry["reductions"] or {"a", "x"} & set(entry["private"]):
        return None
    worth = tried = 0
    for time in times:
        tried += time["trips"] > 1
        if not holds(entry["conditions"], time["held"]):
            continue
        worth += time["trips"] > 1
        for place, a, b in meetings(time):
            return f"iterations {a[2]} and {b[2]} meet in {place} with {time['held']}"
    if entry["conditions"] and tried >= 20 and not worth and holds(entry["conditions"], times[0]["held"]) is not None \
            and is_followed(maker, re.findall(r"[a-z]\w*", " ".join(entry["conditions"]))) \
            and not is_worth(function, entry):
        return f"its conditions {entry['conditions']} hold in none of {tried} runs"
    return None


def is_followed(maker, names):
    """Whether none of these is set to what it was before, under a condition, or by a call."""
    text = "\n".join(maker.c)
    return not any(re.search(rf"\b{name} = {name}\b|\) {name} = |\b{name}--|\b{name} = [^;]*strange|{{ {name} = ", text)
                   for name in names)


# ---- witnesses: is there a run that does what one says? ----

KINDS = {"flow": (True, False), "anti": (False, True), "output": (True, True)}


def is_changed(maker, name):
    return any(re.search(rf"\b{name}--|\b{name} = ", line) for line in maker.c)


def is_mentioned(maker, name):
    return any(re.search(rf"\b{name}\b", line) for line in maker.c[1:])


def numbers_in(maker):
    """Those in the function's text, by name too."""
    text = "\n".join(maker.c)
    return {0, *(int(n) for n in re.findall(r"\b\d+\b", text)), *(NUMBERS[n] for n in NUMBERS if n in text), *TURNED}


def numbers_near(maker, given, ends):
    """What parameters may have to be so that variables hold the numbers of a witness: these less up to two of the
    numbers in the function's text."""
    own = numbers_in(maker)
    less = {a + b for a in own for b in own}
    return {number - by for number in {*given.values(), *ends[0].values(), *ends[1].values()} for by in less}


def free_parameters(maker, given):
    """Those that the witness does not name, or that something changes."""
    return [name for name in PARAMETERS if is_mentioned(maker, name) and (name not in given or is_changed(maker, name))]


def numbers_of_witness(given, ends):
    return {*given.values(), *ends[0].values(), *ends[1].values()}


def numbers_far(maker, given, ends):
    """Those near the witness' numbers, and what products, halves and thirds in the function's text make of them."""
    stated = numbers_of_witness(given, ends)
    far = numbers_near(maker, given, ends)
    for number in stated:
        far |= {part + by for part in (number, 2 * number, number // 3, number - 7) for by in (-1, 0, 1)}
        far |= {(number - by) // 2 for by in numbers_in(maker)}
        far |= {number // other for other in stated if other}
    return far


def combinations(maker, given, ends, is_wide):
    """Values of all parameters: one each that the witness names and nothing changes; else small numbers, and for one
    or two of the others those that the guards of this grammar could ask for."""
    free = free_parameters(maker, given)
    near = numbers_far(maker, given, ends)
    if is_wide:
        near |= set(range(-30, 90)) if len(free) < 4 else set(range(-12, 24))
    by_size = lambda numbers: sorted(numbers, key=lambda number: (abs(number - 2), number))
    small = by_size({-2, -1, 0, 1, 2, 3, 5, 8} if len(free) > 2 else set(range(-6, 11)))
    # What changes a variable may be passed by: the numbers of the witness first.
    first = {name: [given[name], *small] if name in given else small for name in free}
    yield from itertools.product(*([given[name]] if name in given else small if name in free else [2]
                                   for name in PARAMETERS))
    for far in (f for count in range(min(3 if is_wide else 2, len(free)) + 1) for f in itertools.combinations(free, count)):
        yield from itertools.product(*(by_size(near) if name in far else first.get(name) or [given.get(name, 2)]
                                       for name in PARAMETERS))


def draws(maker, given, ends):
    """The same numbers in any combination, drawn: where guards ask something of each parameter."""
    rng, free = random.Random(f"draws {given} {ends}"), free_parameters(maker, given)
    kinds = [sorted(kind) for kind in (set(range(-2, 10)), numbers_in(maker), numbers_of_witness(given, ends),
                                       numbers_far(maker, given, ends))]
    for _ in range(MOST_TRIED):
        yield tuple(rng.choice(rng.choice(kinds)) if name in free else given.get(name, 2) for name in PARAMETERS)


def agrees(held, given):
    """Whether variables hold what the witness says of them."""
    return all(held.get(name, value) == value for name, value in given.items())


def place_of(dependence, held):
    """The element that a witness names, as the trace has it; None: it names none."""
    element, name = dependence["element"], dependence["variable"]
    if len(element) == 2:
        return ("a", element[0] * held["m"] + element[1])
    return None if name == "p" else (name, element[0])


def is_at(touch, end):
    """Whether the loops around, but those that do not count, are in the iteration that the witness says."""
    at = dict(touch[2])
    return all(at.get(name) == value for name, value in end.items())


def is_shown(time, dependence, given, ends):
    """Whether the time that the loop ran is the one that the witness tells of."""
    if not agrees(time["held"], given):
        return False
    place, (first, second) = place_of(dependence, time["held"]), KINDS[dependence["kind"]]
    for touches in [time["touched"].get(place, ())] if place else time["touched"].values():
        sources = [n for n, t in enumerate(touches) if t[1] == first and is_at(t, ends[0])]
        sinks = [n for n, t in enumerate(touches) if t[1] == second and is_at(t, ends[1])]
        if sources and sinks and min(sources) < max(sinks):
            return True
    return False


def search(maker, function, line, dependence, given, ends, candidates):
    tried, around = set(), {k: v for k, v in ends[0].items() if k in PARAMETERS and ends[1].get(k) == v}
    changed = [at for at, name in enumerate(PARAMETERS) if is_changed(maker, name)]
    for values in itertools.islice(candidates, MOST_TRIED):
        for held in [h for probe in run(function, values, lambda: Probe(line, maker.loops)) for h in probe.found]:
            if not agrees(held, given) or not agrees(held, around):
                continue
            # The nest does not run in a probe: what loops around it change may be the same on several ways to it.
            key = (tuple(sorted(held.items())), tuple(values[at] for at in changed))
            if key in tried:
                continue
            tried.add(key)
            if any(t["line"] == line and is_shown(t, dependence, given, ends)
                   for t in times_of(function, values, lambda: Focus(ends))):
                return True
            if len(tried) > 400:
                return False
    return False


def judge_witness(maker, function, line, dependence):
    given = {name: int(value) for name, value in (p.split(" = ") for p in dependence["parameters"])}
    ends = [dependence[e]["iteration"] for e in ("source", "sink")]
    ways = (combinations(maker, given, ends, False), draws(maker, given, ends), combinations(maker, given, ends, True))
    if any(search(maker, function, line, dependence, given, ends, way) for way in ways):
        return None
    return f"nothing shows its {dependence['kind']} witness {ends[0]}, {ends[1]} in {dependence['variable']}" \
           f"{dependence['element']} with {given}"


def check(ihop, path, makers, tally):
    done = subprocess.run([ihop, "analyze", "--format", "json", path], capture_output=True, text=True, timeout=600,
                          check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"ihop analyze ended with {done.returncode} on {path}:\n{done.stderr[-2000:]}")
    entries = {entry["line"]: entry for entry in json.loads(done.stdout)["loops"]}
    faults = []
    for name, maker in makers.items():
        rng, space = random.Random(f"runs {name}"), names_outside()
        exec("\n".join(maker.py), space)
        times = [t for _ in range(RUNS) for t in times_of(space[name], some_values(rng))]
        for line in maker.loops:
            entry, own = entries[line], [t for t in times if t["line"] == line]
            kind = entry["verdict"] + (" if" if entry["verdict"] == "parallel" and entry["conditions"] else "")
            tally[kind] = tally.get(kind, 0) + 1
            fault = None
            if entry["verdict"] == "parallel" and own:
                fault = judge_parallel(maker, space[name], entry, own)
            elif entry["verdict"] == "sequential":
                exact = [d for d in entry["dependences"] if d["exact"] and d["element"]]
                tally["refuted"] = tally.get("refuted", 0) + bool(exact)
                fault = next(filter(None, (judge_witness(maker, space[name], line, d) for d in exact)), None)
            if entry["verdict"] == "unknown" and own and not any(True for t in own for _ in meetings(t)):
                tally["timid"] = tally.get("timid", 0) + 1
            if fault:
                faults.append(f"{path}:{line}: {entry['loop']} is {entry['verdict']}: {fault}")
    return faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ihop")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="folder for the text")
    options = parser.parse_args()
    tally, lines, makers = {}, list(OUTSIDE), {}
    for seed in range(options.seed, options.seed + options.count):
        maker = Maker(seed).function(f"f{seed}", len(lines) + 1)
        makers[f"f{seed}"] = maker
        lines += maker.c
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(options.keep or folder, f"guards_{options.seed}.c")
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        faults = check(options.ihop, path, makers, tally)
    for fault in faults[:40]:
        print("not ok", fault)
    print(f"{options.count} functions, loops: {dict(sorted(tally.items()))}; {len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
