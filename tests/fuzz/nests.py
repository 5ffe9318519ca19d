#!/usr/bin/python3
"""Random loop nests, their text in C, and their brute-force execution.

A nest is a small tree of tuples. It can be printed as a C function and it can be run here, step by
step, so that every access to memory is seen. From the run follows, for every loop, whether two of
its iterations really touch the same memory: the truth that verdicts are held against.

Statements:   ("for", var, first, relation, bound, step, body, unsigned)   ("while", …same)
              ("if", condition, then, otherwise)     ("set", target, operator, value)
              ("on", condition): if (condition) continue; in a for loop, or under an if in one
              ("stop", condition): the same with break   ("out", condition): the same with return
              ("block", [lines], body, [lines])    only printed: names.py
              ("host", line)    runs outside of all loops and is only printed: hooks.py
Expressions:  ("num", k)  ("var", name)  ("bin", operator, a, b)  ("at", array, [subscripts])  ("not", a)
              ("raw", text, value, declaration): phrasing.py
              ("call", function, [arguments])      only printed
The array "P.x" is the member x of the records in P; rows[i] points to T[i]. "unsigned" is a word about the head:
True, or "ahead" (i + 1 is compared), or "post" (i-- is). How an if or a number is said is left to phrasing.py.
"""
import random

import phrasing

DIM = 40        # rows and columns of a matrix
LONG = 1600     # elements of a vector
ARRAYS = {"A": 2, "B": 2, "C": 2, "x": 1, "y": 1, "z": 1}
MEMBERS = {"P.x": 1, "P.y": 1}
COUNTED = {"u": 1, "v": 1}      # subscripted by counters, which stay within MIDDLE of their middle
MIDDLE = 2200
COUNTERS = ["k_", "l_"]         # whole numbers that statements count with
FLAGS = ["c_", "d_"]            # ints that logical reductions are taken into
SHARED = {"T": 2, "rows": 2}    # globals: a matrix, and pointers to its rows
SAME = {"rows": "T"}
INT_ARRAYS = {"idx": 1, "perm": 1}
PARAMETERS = {"n": 9, "m": 7}  # what nests are run with here
LARGEST = 14                    # no caller passes more; subscripts stay inside for 0 … LARGEST


# ---- making ---------------------------------------------------------------------------------

class Maker:
    """Makes one function. "ranges" holds, for each iterator in scope, the values it can take."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.ranges = {}
        self.count = 0
        self.depth = 0
        self.scalars = ["s", "t"]
        self.budget = 12

    def chance(self, probability):
        return self.random.random() < probability

    def affine(self, low, high):
        """An affine subscript whose value stays inside low … high, or None."""
        names = [n for n in self.ranges]
        terms, minimum, maximum = None, 0, 0
        picked = self.random.sample(names, min(len(names), self.random.choice([0, 1, 1, 1, 2])))
        for name in picked:
            factor = self.random.choice([1, 1, 1, 1, 2, -1, 3])
            term = ("var", name)
            if factor == -1:
                term = ("bin", "-", ("num", 0), term)
            elif factor != 1:
                term = ("bin", "*", ("num", factor), term)
            ends = [factor * v for v in self.ranges[name]]
            minimum, maximum = minimum + min(ends), maximum + max(ends)
            terms = term if terms is None else ("bin", "+", terms, term)
        offset = self.random.choice([0, 0, 0, 1, -1, 2])
        if minimum + offset < low:
            offset = low - minimum + self.random.choice([0, 1])
        if terms is None:
            return ("num", max(low, min(high, offset + self.random.randrange(4))))
        if maximum + offset > high:
            return None
        if offset > 0:
            terms = ("bin", "+", terms, ("num", offset))
        elif offset < 0:
            terms = ("bin", "-", terms, ("num", -offset))
        if self.chance(0.04):
            plain = phrasing.number(self.random)
            if plain[2].isdigit():
                terms = ("bin", "-", ("bin", "+", terms, plain), ("num", int(plain[2])))
        if minimum + offset >= 0 and self.chance(0.08):
            terms = ("bin", self.random.choice("/%"), terms, ("num", self.random.choice([2, 3, 5])))
        return terms

    def subscript(self, limit):
        for _ in range(6):
            e = self.affine(0, limit - 1)
            if e is not None:
                return e
        return ("num", self.random.randrange(3))

    def linear(self):
        """x[i * K + j], K a number or a parameter."""
        names = list(self.ranges)
        if len(names) < 2:
            return None
        i, j = self.random.sample(names, 2)
        if self.ranges[i][0] < 0 or self.ranges[j][0] < 0:
            return None
        width = self.random.choice([("num", 11), ("num", 20), ("var", "m"), ("var", "n")])
        size = width[1] if width[0] == "num" else LARGEST
        if self.ranges[i][1] * size + self.ranges[j][1] >= LONG:
            return None
        return ("bin", "+", ("bin", "*", ("var", i), width), ("var", j))

    def element(self):
        if self.chance(0.04):
            return ("at", self.random.choice(list(SHARED)), [self.subscript(DIM), self.subscript(DIM)])
        name = self.random.choice(list(ARRAYS))
        if ARRAYS[name] == 2:
            return ("at", name, [self.subscript(DIM), self.subscript(DIM)])
        if self.chance(0.15):
            e = self.linear()
            if e is not None:
                return ("at", name, [e])
        if self.chance(0.08):
            return ("at", name, [("at", self.random.choice(list(INT_ARRAYS)), [self.subscript(DIM)])])
        return ("at", name, [self.subscript(LONG)])

    def value(self, depth=0):
        pick = self.random.random()
        if depth > 1 or pick < 0.45:
            return self.element()
        if pick < 0.55:
            return ("var", self.random.choice(self.scalars))
        if pick < 0.62:
            return ("num", self.random.randrange(1, 5))
        if pick < 0.66:
            return phrasing.number(self.random)
        return ("bin", self.random.choice("+-*"), self.value(depth + 1), self.value(depth + 1))

    def condition(self):
        if self.chance(0.14):
            a, b = self.comparison(), self.comparison()
            return self.random.choice([("bin", "&&", a, b), ("bin", "||", a, b), ("not", a), ("not", ("bin", "||", a, b))])
        return self.comparison()

    def comparison(self):
        names = list(self.ranges) + (["n", "m"] if self.chance(0.2) else [])
        if names and self.chance(0.75):
            a = ("var", self.random.choice(names))
            if self.chance(0.25):
                return ("bin", "==", ("bin", "%", a, ("num", 2)), ("num", self.random.randrange(2)))
            b = (("var", self.random.choice(names + ["n", "m"])) if self.chance(0.5)
                 else ("num", self.random.randrange(8)))
            return ("bin", self.random.choice(["<", "<=", ">", "==", "!="]), a, b)
        return ("bin", ">", self.element(), ("num", 0))

    def bound(self):
        """A loop's bound with the range of its values."""
        names = [n for n in self.ranges if self.ranges[n][0] >= 0]
        pick = self.random.random()
        if pick < 0.4:
            name = self.random.choice(["n", "m"])
            return ("var", name), 0, LARGEST
        if pick < 0.6 and names:
            name = self.random.choice(names)
            low, high = self.ranges[name]
            if high < LARGEST:
                if self.chance(0.5):
                    return ("bin", "+", ("var", name), ("num", 1)), low + 1, high + 1
                return ("var", name), low, high
        k = self.random.randrange(2, 11)
        return ("num", k), k, k

    def loop(self):
        self.count += 1
        var = "ijkl"[self.depth] if self.chance(0.9) else f"v{self.count}"
        if var in self.ranges:
            var = f"v{self.count}"
        bound, low, high = self.bound()
        step = self.random.choice([1, 1, 1, 1, 1, 2, 3])
        down = self.chance(0.15)
        unsigned = not down and self.chance(0.08)
        if down:
            first, relation, last = ("bin", "-", bound, ("num", 1)), ">=", ("num", self.random.choice([0, 0, 1]))
            values = (last[1], max(high - 1, last[1]))
            step = -step
        else:
            start = self.random.choice([0, 0, 0, 1, 2])
            first, relation, last = ("num", start), "<", bound
            if self.chance(0.15):
                relation = "<="
                values = (start, max(start, high))
            else:
                values = (start, max(start, high - 1))
        kind = "while" if self.chance(0.05) else "for"
        self.ranges[var] = values
        self.depth += 1
        body = self.body(1 if self.depth < 3 and self.chance(0.5) else 0)
        self.depth -= 1
        if body and self.chance(0.12):
            self.go_on(body, kind)
        del self.ranges[var]
        return (kind, var, first, relation, last, step, body, unsigned)

    def go_on(self, body, kind):
        """Puts a way out somewhere into a loop's body; a continue only into a for loop's."""
        inner = [s[2] for s in body if s[0] == "if" and s[2]]
        if inner and self.chance(0.4):
            body = self.random.choice(inner)
        word = self.random.choice((["on"] * 5 if kind == "for" else []) + ["stop", "stop", "out"])
        body.insert(self.random.randrange(len(body) + 1), (word, self.condition()))

    def chain(self, target):
        """target OP e OP e …, the target anywhere in it: what reductions and atomic updates are made of."""
        sum_of = target
        for _ in range(self.random.randrange(1, 4)):
            term = self.value(1)
            sum_of = self.random.choice([("bin", "+", sum_of, term), ("bin", "-", sum_of, term),
                                         ("bin", "+", term, sum_of)])
        return sum_of

    def update(self):
        target = ("var", self.random.choice(self.scalars)) if self.chance(0.4) else self.element()
        if target[0] == "at" and len(target[2]) == 1 and self.chance(0.5):
            target = ("at", target[1], [("at", "idx", [self.subscript(DIM)])])
        return ("set", target, "=", self.chain(target))

    def statement(self):
        self.budget -= 1
        if self.chance(0.1):
            return self.update()
        pick = self.random.random()
        if self.depth < 3 and pick < 0.25 and self.budget > 0:
            return self.loop()
        if pick < 0.35 and self.budget > 0:
            return self.branch()
        if pick < 0.5:
            return ("set", ("var", self.random.choice(self.scalars)),
                    self.random.choice(["=", "=", "+=", "-="]), self.value())
        return ("set", self.element(), self.random.choice(["=", "=", "=", "+=", "-="]), self.value())

    def branch(self, longest=3):
        """An if; now and then one of a chain: else if, else if."""
        other = []
        if longest and self.chance(0.1):
            other = [self.branch(longest - 1)]
        elif self.chance(0.3):
            other = self.body(0, 1)
        return ("if", self.condition(), self.body(0, 2), other)

    def body(self, loops, longest=3):
        statements = [self.loop() for _ in range(loops) if self.budget > 0]
        for _ in range(self.random.randrange(0 if statements else 1, longest + 1)):
            statements.insert(self.random.randrange(len(statements) + 1), self.statement())
        return statements

    def function(self):
        return [self.loop() for _ in range(self.random.choice([1, 1, 2]))]


# ---- printing -------------------------------------------------------------------------------

LEVEL = {"||": -5, "&&": -4, "|": -3, "^": -2, "&": -1, ">>": 2.5, "<<": 2.5, "==": 1, "!=": 1, "<": 2, "<=": 2, ">": 2, ">=": 2, "+": 3, "-": 3, "*": 4, "/": 4, "%": 4}


def text(e, outer=-9):
    if e[0] == "num":
        return str(e[1])
    if e[0] == "var":
        return e[1]
    if e[0] == "raw":
        return e[1] if outer < 0 or e[1].isidentifier() else f"({e[1]})"
    if e[0] == "not":
        return f"!({text(e[1], -9)})"
    if e[0] == "at":
        array, dot, member = e[1].partition(".") if e[1] in MEMBERS else (e[1], "", "")
        return array + "".join(f"[{text(s)}]" for s in e[2]) + dot + member
    if e[0] == "call":
        return f"{e[1]} ({', '.join(text(a) for a in e[2])})"
    level = LEVEL[e[1]]
    inside = f"{text(e[2], level)} {e[1]} {text(e[3], level + 1)}"
    return f"({inside})" if level < outer else inside


def counter_name(s):
    """What a loop counts with: a while loop has a counter that outlives it, hence its own name."""
    return s[1] if s[0] == "for" else f"{s[1]}_{id(s) % 9973}"


class Printer:
    """Prints statements one a line, mostly, and remembers the line of each (by identity).

    With a seed, braces around a single statement are left out here and there, on the same line or the
    next, there are empty statements, empty branches, blocks that need not be and comments, and a for is
    said in other ways."""

    def __init__(self, first_line=1, seed=None):
        self.lines, self.first, self.where = [], first_line, {}
        self.random = seed is not None and random.Random(f"braces {seed}")
        self.decided = {}
        self.joined = False         # the next line goes behind the last one
        self.comments = []          # numbers of lines that get one

    def put(self, depth, line):
        if self.random and self.random.random() < 0.03:
            self.comments.append(len(self.lines))
        if self.joined:
            self.lines[-1] += " " + line
        else:
            self.lines.append("  " * depth + line)
        self.joined = False
        return self.first + len(self.lines) - 1

    def commented(self):
        """The lines, with what is said behind some of them."""
        for number in set(self.comments):
            if number + 1 < len(self.lines):
                self.lines[number] += self.random.choice([" // so (it) goes", " /* { */", "   // { if (x) ;"])
        return self.lines

    def decide(self, s, what, share):
        """The same whenever it is asked again."""
        key = (id(s), what)
        if key not in self.decided:
            self.decided[key] = bool(self.random) and self.random.random() < share
        return self.decided[key]

    def is_bare(self, s, part):
        """Whether s[part], the statements under a head, stands without braces."""
        body = s[part]
        if len(body) > 1 or (body and body[0][0] in ("while", "block", "host")):
            return False
        if part == 2 and body and self.has_else(s) and self.takes_else(body[0]):
            return False        # the else would be another one's
        return self.decide(s, f"bare {part}", 0.4)

    def has_else(self, s):
        return bool(s[3]) or self.decide(s, "else ;", 0.04)

    def takes_else(self, s):
        """Whether an else right behind this statement would belong to an if in it."""
        if s[0] == "for":
            return bool(s[6]) and self.is_bare(s, 6) and self.takes_else(s[6][0])
        if s[0] != "if":
            return s[0] in phrasing.WORDS
        if self.has_else(s):
            return self.is_bare(s, 3) and bool(s[3]) and self.takes_else(s[3][0])
        return True

    def under(self, s, part, depth, close="}"):
        """What stands under the head that was printed last."""
        body = s[part]
        if not self.is_bare(s, part):
            self.joined = True
            self.put(depth, "{")
            self.statements(body, depth + 1)
            self.put(depth, close)
            return
        self.joined = (not body or body[0][0] == "set" or (part == 3 and body[0][0] == "if")) \
            and self.decide(s, f"joined {part}", 0.6)
        if body:
            self.statement(body[0], depth + 1 - (self.joined and body[0][0] == "if"))
        else:
            self.put(depth + 1, ";")

    def step(self, var, step):
        return f"{var}++" if step == 1 else f"{var}--" if step == -1 else \
            f"{var} += {step}" if step > 0 else f"{var} -= {-step}"

    def loop(self, s, depth):
        kind, var, first, relation, bound, step, body, unsigned = s
        word = "unsigned" if unsigned is True else "int"
        if kind == "while":
            name = counter_name(s)
            self.put(depth, f"{word} {name} = {text(first)};")
            self.where[id(s)] = self.put(depth, f"while ({name} {relation} {text(bound)}) {{")
            self.put(depth + 1, f"const {word} {var} = {name};")
            self.statements(body, depth + 1)
            self.put(depth + 1, f"{self.step(name, step)};")
            self.put(depth, "}")
            return
        if unsigned == "post":
            head = f"for ({word} {var} = {text(first)} + 1; {var}-- > {text(bound)};)"
        else:
            ahead = unsigned == "ahead"
            compared, with_what = (f"{var} + 1", f"{text(bound, 3)} + 1") if ahead else (var, text(bound))
            head = (f"for ({word} {var} = {text(first)}; {compared} {relation} {with_what};"
                    f" {self.step(var, step)})")
        if unsigned is False and not phrasing.leaves(body) and self.decide(s, "odd head", 0.05):
            self.odd_loop(s, depth)
            return
        # A label that nobody jumps to is only a comment.
        named = f"line_{len(self.lines)}_: " if self.random and len(self.lines) % 11 == 3 else ""
        self.where[id(s)] = self.put(depth, named + head)
        self.under(s, 6, depth)

    def odd_loop(self, s, depth):
        """The same iterations under a head that says less, and the iterator in a block of its own."""
        _, var, first, relation, bound, step, body, _ = s
        self.put(depth, "{")
        self.put(depth + 1, f"int {var} = {text(first)};")
        if self.decide(s, "while", 0.5):
            self.where[id(s)] = self.put(depth + 1, f"while ({var} {relation} {text(bound)}) {{")
            self.statements(body, depth + 2)
            self.put(depth + 2, f"{self.step(var, step)};")
            self.put(depth + 1, "}")
        else:
            self.where[id(s)] = self.put(depth + 1, f"for (; {var} {relation} {text(bound)}; {self.step(var, step)})")
            self.under(s, 6, depth + 1)
        self.put(depth, "}")

    def branch(self, s, depth):
        if self.random and phrasing.say_if(self, s, depth):
            return
        self.where[id(s)] = self.put(depth, f"if ({text(s[1])})")
        self.under(s, 2, depth)
        if self.has_else(s):
            self.joined = not self.is_bare(s, 2)
            self.put(depth, "else")
            self.under(s, 3, depth)

    def statement(self, s, depth):
        if s[0] in ("for", "while"):
            self.loop(s, depth)
        elif s[0] == "block":
            for line in s[1]:
                self.put(depth, line)
            self.statements(s[2], depth)
            for line in s[3]:
                self.put(depth, line)
        elif s[0] == "if":
            self.branch(s, depth)
        elif s[0] in phrasing.WORDS:
            phrasing.say_way_out(self, s, depth)
        elif s[0] == "host":
            self.put(depth, s[1])
        else:
            self.where[id(s)] = self.put(depth, f"{text(s[1])} {s[2]} {text(s[3])};")

    def statements(self, body, depth):
        for s in body:
            if self.decide(s, "; before", 0.015):
                self.put(depth, ";")
            if s[0] != "block" and self.decide(s, "in a block", 0.015):
                self.put(depth, "{")
                self.statement(s, depth + 1)
                self.put(depth, "}")
            else:
                self.statement(s, depth)


def counts(body):
    """Whether counters, flags or records occur: they are declared only then."""
    return any(e in repr(body) for e in COUNTERS + FLAGS + list(MEMBERS) + list(COUNTED))


RICH = (f"typedef struct {{ double x, y; }} Pair;\nstatic Pair P[{LONG}];\n"
        f"static double u[{2 * MIDDLE}], v[{2 * MIDDLE}], T[{DIM}][{DIM}], *rows[{DIM}];\n"
        "static double kept[2];\n")

HEADER = [f"double A[{DIM}][{DIM}], double B[{DIM}][{DIM}], double C[{DIM}][{DIM}]",
          f"double x[{LONG}], double y[{LONG}], double z[{LONG}]",
          f"const int idx[{DIM}], const int perm[{DIM}]"]


def print_function(name, body, first_line, pragma=None):
    """The C lines of a function, and a map from id(statement) to its line. The name is the seed of what is
    left to the printer."""
    printer = Printer(first_line, name)
    printer.put(0, f"static double {name} (int n, int m, {', '.join(HEADER)})")
    printer.put(0, "{")
    printer.put(1, "double s = 1.5, t = -0.0;")
    for line in phrasing.declared(body):
        printer.put(1, line)
    rich = counts(body)
    if rich:
        printer.put(1, "int k_ = 0, l_ = 3, c_ = 5, d_ = -3;")
    if pragma:
        printer.put(0, f"#pragma {pragma}")
    printer.statements(body, 1)
    if pragma == "scop":
        printer.put(0, "#pragma endscop")
    printer.put(1, "kept[0] = s; kept[1] = t;")
    printer.put(1, "return s + 2.0 * t + k_ - 3 * l_ + 5 * c_ - 7 * d_;" if rich else "return s + 2.0 * t;")
    printer.put(0, "}")
    return printer.commented(), printer.where


# ---- running --------------------------------------------------------------------------------

def noise(k):
    mask = (1 << 64) - 1
    z = (k * 0x9E3779B97F4A7C15 + 1) & mask
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    return float((z ^ (z >> 31)) >> 11) / 9007199254740992.0 - 0.5


class TooLong(Exception):
    pass


class Run:
    """Executes a function and records for every access which iteration of which loops it was in."""

    def __init__(self, parameters, same=None, limit=60000):
        self.values = dict(parameters)
        self.scalars = {"s": 1.5, "t": -0.0, "k_": 0, "l_": 3, "c_": 5, "d_": -3}
        self.starts = {}            # (loop id, iterations around) → counters at each iteration's start
        self.memory = {}
        self.same = same or SAME    # array → array it shares storage with
        self.stack = []             # (loop id, iteration number, iterator value)
        self.events = []            # (place, is_write, statement id, stack)
        self.limit = limit

    def load(self, place):
        if place not in self.memory:
            self.memory[place] = (
                {"idx": lambda k: (k * 7) % 13, "perm": lambda k: (k * 17) % DIM}[place[0]](place[1])
                if place[0] in INT_ARRAYS else
                noise(sum(ord(c) for c in place[0]) * 100003 + hash_of(place[1:])))
        return self.memory[place]

    def record(self, place, is_write, statement):
        self.limit -= 1
        if self.limit < 0:
            raise TooLong()
        self.events.append((place, is_write, statement, tuple(self.stack)))

    def place(self, e, statement):
        return (self.same.get(e[1], e[1]),) + tuple(self.value(s, statement) for s in e[2])

    def value(self, e, statement):
        if e[0] == "num":
            return e[1]
        if e[0] == "var":
            if e[1] in self.scalars:
                self.record((e[1],), False, statement)
                return self.scalars[e[1]]
            return self.values[e[1]]
        if e[0] == "raw":
            return int(e[2]) if e[2].isdigit() else eval(e[2], {}, self.values)
        if e[0] == "not":
            return not self.value(e[1], statement)
        if e[0] == "bin" and e[1] in ("&&", "||"):
            if bool(self.value(e[2], statement)) == (e[1] == "||"):
                return e[1] == "||"
            return bool(self.value(e[3], statement))
        if e[0] == "at":
            place = self.place(e, statement)
            if place[0] not in INT_ARRAYS:
                self.record(place, False, statement)
            return self.load(place)
        return operate(e[1], self.value(e[2], statement), self.value(e[3], statement))

    def assign(self, s):
        target, operator, value = s[1], s[2], self.value(s[3], id(s))
        place = (target[1],) if target[0] == "var" else self.place(target, id(s))
        if operator != "=":
            self.record(place, False, id(s))
            old = self.scalars[target[1]] if target[0] == "var" else self.load(place)
            value = operate(operator[0], old, value)
        self.record(place, True, id(s))
        if target[0] == "var":
            self.scalars[target[1]] = value if target[1] in COUNTERS + FLAGS else float(value)
        else:
            self.memory[place] = float(value)

    def loop(self, s):
        _, var, first, relation, bound, step, body, _ = s
        current, number, left = self.value(first, id(s)), 0, None
        while operate(relation, current, self.value(bound, id(s))):
            self.values[var] = current
            around = (id(s), tuple(f[:2] for f in self.stack))
            self.starts.setdefault(around, []).append({c: self.scalars[c] for c in COUNTERS})
            self.stack.append((id(s), number, current))
            left = self.statements(body)
            self.stack.pop()
            if left in ("stop", "out"):
                break
            current, number = current + step, number + 1
            self.limit -= 1
        self.values.pop(var, None)
        return left

    def statements(self, body):
        """What has ended them: "on", "stop", "out"; None: their end."""
        for s in body:
            left = None
            if s[0] in ("for", "while"):
                left = "out" if self.loop(s) == "out" else None
            elif s[0] == "if":
                left = self.statements(s[2] if self.value(s[1], id(s)) else s[3])
            elif s[0] in phrasing.WORDS:
                left = s[0] if self.value(s[1], id(s)) else None
            elif s[0] == "set":
                self.assign(s)
            if left:
                return left
        return None


def is_affine(e):
    """Whether no array is read in it: where a subscript is not, nobody can name the element, and
    where a condition is not, nobody knows whether what it guards runs."""
    if e[0] == "bin" and not is_affine(e[3]):
        return False
    return e[0] in ("num", "var", "raw") or (e[0] == "not" and is_affine(e[1])) or (e[0] == "bin" and is_affine(e[2]))


def is_certain(body):
    """Whether all of a body's conditions and subscripts are affine."""
    for s in body:
        if s[0] in ("for", "while"):
            if not is_certain(s[6]):
                return False
        elif s[0] == "if":
            if not (is_affine(s[1]) and is_certain(s[2]) and is_certain(s[3])):
                return False
        elif s[0] in phrasing.WORDS:
            if not is_affine(s[1]):
                return False
        elif not all(is_affine(i) for e in elements(s) for i in e[2]):
            return False
    return True


def elements(e):
    """Every array element named in a statement or expression."""
    if isinstance(e, tuple):
        if e[0] == "at":
            yield e
        for part in e:
            yield from elements(part)
    elif isinstance(e, list):
        for part in e:
            yield from elements(part)


def hash_of(parts):
    value = 0
    for p in parts:
        value = value * 1009 + int(p)
    return value


def operate(operator, a, b):
    if operator in ("&", "|", "^", ">>", "<<"):
        return {"&": int.__and__, "|": int.__or__, "^": int.__xor__, ">>": int.__rshift__,
                "<<": int.__lshift__}[operator](a, b)
    if operator in ("/", "%"):          # C's: the quotient is cut towards zero
        q = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        return q if operator == "/" else a - q * b
    return {"+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b, "<": lambda: a < b,
            "<=": lambda: a <= b, ">": lambda: a > b, ">=": lambda: a >= b,
            "==": lambda: a == b, "!=": lambda: a != b}[operator]()


def loops_of(body, path=()):
    """Every loop of a body in the order of the text, with the loops around it."""
    for s in body:
        if s[0] in ("for", "while"):
            yield s, path
            yield from loops_of(s[6], path + (s,))
        elif s[0] == "if":
            yield from loops_of(s[2], path)
            yield from loops_of(s[3], path)


def carried(run, loop):
    """Pairs of events in different iterations of this loop (same iteration of those around it) that
    touch one place, at least one writing: {place: (earlier event, later event)}; and the places that
    some iteration reads before it writes them."""
    conflicts, exposed, last = {}, set(), {}
    for event in run.events:
        place, is_write, _, stack = event
        level = next((k for k, frame in enumerate(stack) if frame[0] == id(loop)), None)
        if level is None:
            continue
        iteration = stack[level][1]
        before = last.setdefault((place, tuple(f[:2] for f in stack[:level])), [])
        if not is_write and not any(e[1] and e[3][level][1] == iteration for e in before):
            exposed.add(place)
        for other in before:
            if other[3][level][1] != iteration and (is_write or other[1]):
                conflicts.setdefault(place, (other, event))
        before[:] = [e for e in before if e[1:3] != event[1:3] or e[3][level][1] != iteration][-12:]
        before.append(event)
    return conflicts, exposed
