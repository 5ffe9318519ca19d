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

    # ---- loops that pointers count, or that move them at two levels ----

    def along(self):
        """A second pointer, and how it goes on; or none."""
        if self.chance(0.5):
            return [], ""
        q, vector = self.fresh("q"), self.pick("x", "y", "z")
        self.names.append(f"({q} - {vector})")
        self.put(f"double *{q} = {vector} + {self.pick('400', '430', '41')};")
        return [f"*{q}", f"{q}[1]"], self.pick(f"{q}++", f"{q} += 2", f"++{q}")

    def pointer_body(self, p, others):
        values = [f"*{p}", f"{p}[0]", "t", f"{p}[{self.pick('1', '-1', '20')}]", "z[45]"] + others * 2
        lines = [f"{self.pick(f'*{p}', f'*{p}', f'{p}[0]', f'{p}[1]', *others[:1])} {self.pick('=', '+=')} "
                 f"{self.pick(*values)} {self.pick('+', '-', '*')} {self.pick(*values)};" for _ in range(self.pick(1, 1, 2))]
        if self.chance(0.15):
            lines.insert(0, self.pick(f"if (*{p} > 9) break;", f"if (*{p} > 2) continue;", f"if (t > 3) {p}++;", f"s += *{p};"))
        return lines

    def pointer_loop(self):
        p, vector, step = self.fresh("p"), self.pick("x", "y", "z"), self.pick(1, 1, 1, 2, 3)
        start = self.pick(f"{vector} + 40", f"&{vector}[41]", f"{vector} + m + 40")
        end = self.pick(f"{vector} + 40 + n", f"&{vector}[52]", f"{vector} + m + 44", f"{vector} + n + 38")
        compare = f"{p} < {end}"
        if self.chance(0.2):
            start, compare, step = f"{vector} + 40", f"{p} != {vector} + {self.pick(40, 52)}", 1
        elif self.chance(0.3):
            name = self.fresh("e")
            self.put(f"double *{name} = {end};")
            compare = self.pick(f"{p} < {name}", f"{name} > {p}")
        others, more = self.along()
        body, move = self.pointer_body(p, others), f"{p}++" if step == 1 else f"{p} += {step}"
        kind = self.pick("declared", "set", "while", "inside")
        if kind != "declared":
            self.names.append(f"({p} - {vector})")
            self.put(f"double *{p};" if kind == "set" else f"double *{p} = {start};")
        if kind in ("while", "inside"):
            body = [line.replace("continue", "break") for line in body]
            body += ([f"{more};"] if more else []) + ([f"*{p}++ = {self.pick('t', '2.0')};"] if kind == "inside" and step == 1
                                                     else [f"{move};"])
            head = f"while ({compare})"
        else:
            first = f"double *{p} = {start}" if kind == "declared" else f"{p} = {start}"
            head = f"for ({first}; {compare}; {move}{f', {more}' if more else ''})"
        for line in ["#pragma target", head + " {"] + ["  " + line for line in body] + ["}"]:
            self.put(line)

    def moving_rows(self):
        """Rows one behind the other, by a pointer that goes on within them and between them."""
        p, vector, i, j = self.fresh("p"), self.pick("x", "y", "z"), self.fresh("i"), self.fresh("j")
        others, more = self.along()
        self.names.append(f"({p} - {vector})")
        self.put(f"double *{p} = {vector} + {self.pick('40', 'm + 41')};")
        inner = self.pick("m", "3", "n / 2", "m - 1", f"{i}")
        lines = [f"for (int {i} = {self.pick('0', '1')}; {i} < {self.pick('4', 'm / 2')}; {i}++) {{",
                 f"  for (int {j} = {self.pick('0', '0', '1', '-1')}; {j} < {inner}; {j}++)",
                 f"    *{p}++ {self.pick('=', '+=')} {self.pick('t', f'{i} * 2.0', *others)};"]
        if self.chance(0.5):
            lines.append(f"  {p} {self.pick('+= 2', '+= m', '-= 1', '+= n - m')};")
        if more:
            lines.append(f"  {more};")
        for line in ["#pragma target"] + lines + ["}"]:
            self.put(line)

    def function(self, name, header):
        self.lines = []
        for _ in range(self.pick(1, 2, 2, 3)):
            self.pick(self.loop, self.loop, self.loop, self.pointer_loop, self.pointer_loop, self.moving_rows)()
        left = " + ".join(f"{k + 1} * (double) {name}" for k, name in enumerate(self.names)) or "0"
        return ([f"static double {name} (int n, int m, {', '.join(header)})", "{",
                 "  double s = 1.5, t = -0.5;"] + self.lines + [f"  return s + 2.0 * t + {left};", "}"])
