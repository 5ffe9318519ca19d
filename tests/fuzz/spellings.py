"""Loops in all their spellings, for the products: heads that say less or more than for (i = first; i < last;
i++), variables and pointers that count along, second names of arrays, and neighbours of each that are not
what they look like. What is left in every variable at the end is returned.

Sizes are at most 14; vectors are read and written around their middle."""
import random

LEAST, MOST = 40, 150           # where subscripts of vectors begin and end, at most
SIGNED = ["int", "int", "int", "long", "short"]
ANY = SIGNED + ["unsigned", "unsigned long", "unsigned char"]


class Speller:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines, self.names, self.count = [], [], 0

    def pick(self, *words):
        return self.random.choice(words)

    def chance(self, share):
        return self.random.random() < share

    def put(self, line):
        self.lines.append("  " + line)

    def fresh(self, word):
        self.count += 1
        return f"{word}{self.count}"

    # ---- what loops do ----

    def read(self, at):
        vector = self.pick("x", "y", "z")
        return self.pick(f"{vector}[{at}]", f"B[({at}) % 7 + 1][2]", f"{vector}[{at} + 1] * 0.5", "t", "2.0")

    def element(self, i, counted):
        """Something written: by the iterator, or by what counts along."""
        if counted and self.chance(0.6):
            return self.pick(*counted)
        return f"{self.pick('x', 'y')}[{LEAST} + {i}]"

    def value(self, i, counted):
        words = [self.read(f"{LEAST} + {i}"), f"(double) {i}", self.read(f"{LEAST} + {i}")] + counted * 2
        return f"{self.pick(*words)} {self.pick('+', '-', '*')} {self.pick(*words)}"

    def statement(self, i, counted):
        into = self.element(i, counted)
        if self.chance(0.1):
            return f"s += {self.value(i, counted)};"
        return f"{into} {self.pick('=', '=', '=', '+=')} {self.value(i, counted)};"

    # ---- what counts along ----

    def counter(self):
        """Declares one; gives the elements that are reached by it, how it is changed, and its name."""
        if self.chance(0.5):
            word, name = self.pick("int", "int", "long", "unsigned"), self.fresh("k")
            start = self.pick("400", "401", "400 + m", "n + 450")
            step = self.pick("++", "++", "--", " += 2", " -= 1", " += m", " += 3")
            self.names.append(name)
            self.put(f"{word} {name} = {start};")
            vector = self.pick("x", "y", "z")
            return [f"{vector}[{name}]"], f"{name}{step}", name
        name, vector = self.fresh("p"), self.pick("x", "y", "z")
        at = self.pick("400", "470", "450 + m")
        self.names.append(f"({name} - {vector})")
        declared = self.pick(f"double *{name} = {vector} + {at};", f"double *{name} = &{vector}[{at}];",
                             f"double *{name}; {name} = {vector} + {at};")
        self.put(declared)
        step = self.pick("++", "++", " += 2", "--", " += m", " += 1")
        return [f"*{name}", f"{name}[0]", f"{name}[1]"], f"{name}{step}", name

    def other_name(self):
        name, vector = self.fresh("q"), self.pick("x", "y", "z")
        self.put(self.pick(f"double *{name} = {vector};", f"double *{name}; {name} = {vector} + 3;",
                           f"double *{name} = {vector} + m;"))
        return name

    # ---- heads ----

    def head(self, unsafe):
        """The iterator, the lines around its loop's body: before, opening, behind the body."""
        word = self.pick(*(ANY if self.chance(0.3) else SIGNED))
        i, up = self.fresh("i"), self.chance(0.75)
        first, last = (self.pick("0", "1", "2", "m / 3"), self.pick("n", "m", "n - 1"))
        step = self.pick(1, 1, 1, 2, 3)
        kind = self.pick("for", "while", "while", "empty", "empty", "ahead", "two", "post")
        self.names.append(i)
        if "unsigned" in word:
            last = self.pick("n", "m")
        if up:
            compare, move, start = f"{i} {self.pick('<', '<=') if last == 'n - 1' else '<'} {last}", None, first
            move = f"{i}++" if step == 1 else f"{i} += {step}"
        else:
            compare = f"{i} >= {first}" if "unsigned" not in word else f"{i} > {first}"
            move, start = (f"{i}--" if step == 1 or "unsigned" in word else f"{i} -= {step}"), last
        if kind == "ahead" and up:
            compare = f"{i} + {step} < {last}"
        if kind == "two" and up:
            compare = f"{i} < {last} && {i} < {self.pick('m', 'n', '9')}"
        before = [self.pick(f"{word} {i} = {start};", f"{word} {i}; {i} = {start};",
                            f"{word} {i} = {start}; t += {i};")]
        if kind in ("for", "ahead", "two"):
            return i, [f"{word} {i};"], f"for ({i} = {start}; {compare}; {move})", None
        if kind == "empty":
            return i, before, f"for (; {compare}; {move})", None
        if kind == "post" and not up and "unsigned char" not in word:
            return i, before, f"while ({i}-- > {first})", None
        if kind == "post" and up and not unsafe:
            return i, [f"{word} {i} = 0;"], f"while (++{i} < {last})", None
        return i, before, f"while ({compare})", f"{move};"

    def unsafe_line(self, i, head, changes):
        """Loops end all the same."""
        names = [name for _, _, name in changes]
        lines = [f"if (x[{LEAST} + {i}] > 9) break;", f"y[{LEAST} + {i} + 1] = y[{LEAST} + {i}];"]
        if names:
            name = self.pick(*names)
            lines += [f"if ({i} == 3) {name}++;", f"if (z[{i}] > 0) {name} += 1;", f"{name} = {name};"]
        if head.startswith("for"):
            lines.append(f"if ({i} % 3 == 1) continue;")
        return self.pick(*lines)

    def loop(self):
        unsafe = self.chance(0.2)
        changes = [self.counter() for _ in range(self.pick(0, 0, 1, 1, 2))]
        counted = [element for elements, _, _ in changes for element in elements]
        if self.chance(0.3):
            counted.append(f"{self.other_name()}[45]")
        i, before, head, last = self.head(unsafe)
        body = [self.statement(i, counted) for _ in range(self.pick(1, 1, 2))]
        if unsafe:
            body.insert(self.pick(0, len(body)), self.unsafe_line(i, head, changes))
        in_head = []
        for elements, change, name in changes:
            if head.startswith("for") and self.chance(0.3):
                in_head.append(change)
            elif self.chance(0.25) and change.endswith(("++", "--")) and elements[0][0] == "*":
                body.append(f"*{change} = {self.value(i, [])};")
            elif self.chance(0.25):
                body = self.inner(body, change)
            else:
                body.insert(self.pick(0, len(body)), change + ";")
        for change in in_head:
            head = f"{head[:-1]}, {change})"
        for line in before:
            self.put(line)
        self.put("#pragma target")
        lines = body + ([last] if last else [])
        bare = self.chance(0.5) and (len(lines) == 1 or (len(lines) == 3 and lines[2] == "}"))
        self.put(head + " {" * (not bare))
        for line in lines:
            self.put("  " + line)
        if not bare:
            self.put("}")

    def inner(self, body, change):
        """The body in a loop of its own, with what is changed in it."""
        j = self.fresh("j")
        head = self.pick(f"for (int {j} = 0; {j} < {self.pick('m', '3', 'n - 4')}; {j}++) {{",
                         f"for (int {j} = 1; {j} <= 4; {j}++) {{")
        if any(word in line for line in body for word in ("break", "continue")):
            return body + [change + ";"]
        if not change.endswith(("++", "--")) or "p" == change[0]:
            return [head] + body + ["}", change + ";"]
        return [head] + body + [change + ";", "}"]

    def function(self, name, header):
        self.lines = []
        for _ in range(self.pick(1, 2, 2, 3)):
            self.loop()
        left = " + ".join(f"{k + 1} * (double) {name}" for k, name in enumerate(self.names)) or "0"
        return ([f"static double {name} (int n, int m, {', '.join(header)})", "{",
                 "  double s = 1.5, t = -0.5;"] + self.lines + [f"  return s + 2.0 * t + {left};", "}"])
