#!/usr/bin/python3
"""Buffers that change places in a time loop, with kernels, host code, conditions and ways out between: what
the emulated program and the fallback print is compared with what the program prints. They are allocated
beside the loop, or parameters of a function that is called with memory that overlaps or does not, or members of
a struct that functions get, which others may know, too. Or they are of different lengths, and names are bound to others of
them under conditions.

    rotations.py IHOP [--count N] [--seed S] [--keep DIR]
"""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile


MACROS = """#define SWAP(a, b) { double *kept_ = a; a = b; b = kept_; }
#define SWAP_ONCE(a, b) do { double *kept_ = a; a = b; b = kept_; } while (0)
"""


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.n = self.random.choice([2, 2, 3])
        self.names = ["u", "v", "w"][:self.n]

    def pick(self, *words):
        return self.random.choice(words)

    def chance(self, share):
        return self.random.random() < share

    def kernel(self, indent):
        to, other = self.random.sample(self.names, 2)
        last = self.random.choice(self.names)
        value = self.pick(f"{other}[i - 1] + {other}[i + 1]", f"{other}[i] * 2 - {to}[i]",
                          f"{other}[i] + {last if last != to else other}[i] * 0.25", "i + t")
        low, high = self.pick(("1", "n - 1"), ("1", "n - 1"), ("1", "m"))
        return [f"{indent}#pragma target", f"{indent}for (int i = {low}; i < {high}; i++)",
                f"{indent}  {to}[i] = {value};"]

    def host(self, indent):
        name, other = self.random.sample(self.names, 2)
        return [indent + self.pick(f"{name}[t + 2] += 1;", f"sum += {name}[3];", f"{name}[0] = {other}[1];",
                                   f"for (int i = 0; i < n; i += 3) {name}[i] += {other}[i];",
                                   f"if ({name}[4] > 1e6) break;", f"if (t == {self.pick(1, 4)}) continue;")]

    def exchange(self, indent):
        kept = f"t{self.random.randrange(1000)}_"
        names = self.names[:]
        self.random.shuffle(names)
        names = names[:self.pick(2, len(names))]
        moves = [f"double *{kept} = {names[0]};"]
        moves += [f"{a} = {b};" for a, b in zip(names, names[1:])] + [f"{names[-1]} = {kept};"]
        if len(names) == 2 and self.chance(0.25):
            lines = [f"{indent}{self.pick('SWAP', 'SWAP_ONCE')} ({names[0]}, {names[1]});"]
        elif self.chance(0.5):
            lines = [indent + " ".join(moves)]
        else:
            lines = [indent + move for move in moves]
        if self.chance(0.2):
            return [f"{indent}if ({self.pick('t % 2', 'm > 5', f'{self.names[0]}[2] > 0')}) {{"] + \
                ["  " + line for line in lines] + [indent + "}"]
        return lines

    def block(self, indent):
        parts = [self.kernel(indent) for _ in range(self.pick(1, 1, 2))]
        if self.chance(0.35):
            parts.insert(self.random.randrange(len(parts) + 1), self.host(indent))
        parts.insert(self.random.randrange(1, len(parts) + 1), self.exchange(indent))
        if self.chance(0.15):
            parts.insert(self.random.randrange(len(parts) + 1), self.exchange(indent))
        if self.chance(0.2):
            parts.append(self.kernel(indent))
        return [line for part in parts for line in part]

    def steps(self, ends):
        if self.chance(0.2):
            lines = ["  {", "  int t = 0;"] + self.kernel("  ") + [f"  for (t = 0; t < {ends}; t++) {{"]
        else:
            lines = [f"  for (int t = 0; t < {ends}; t++) {{"]
        return lines + self.block("    ") + ["  }"] * (1 + (lines[0] == "  {"))

    def text(self):
        text = [self.function_text, self.local_text, self.struct_text, self.short_text][self.random.randrange(4)]()
        return MACROS + text if "SWAP" in text else text

    def renamed(self, lines, struct):
        """The members instead of the names."""
        more = {"n": self.pick(f"{struct}n", "n"), "sum": self.pick(f"{struct}sum", "sum")}
        return [re.sub(r"(?<!%)\b(u|v|w|n|sum)\b(?! = \d)", lambda word: more.get(word[0], struct + word[0]), line)
                if "#" not in line else line for line in lines]

    def put_aside(self, lines, functions):
        """Some of a block's lines in functions of their own, some exchanges by a function."""
        out = []
        while lines:
            own = 3 if "#pragma" in lines[0] else 1
            part, lines = lines[:own], lines[own:]
            swap = re.fullmatch(r" *double \*(\w+) = (\S+); (\S+) = (\S+); (\S+) = \1;", part[0])
            if swap and self.chance(0.5):
                part = [f"    change (&{swap[2]}, &{swap[4]});"]
            if "#pragma" in part[0] and self.chance(0.6):
                name = f"part{len(functions)}"
                functions += ["", f"{self.pick('static ', '')}void {name} (struct grid *s, int n, int m, int t)", "{"] + part + ["}"]
                part = [f"    {name} (s, n, m, t);"]
            out += part
        return out

    def time_loop(self, struct, body):
        """Head, body and end of a loop that may count in the struct, or ask for something else than a count."""
        ends = self.pick("steps", "steps", "steps", "4", f"{struct}more")
        kind = self.random.randrange(6)
        if kind == 0:
            return [f"  for ({struct}more = 0; {struct}more < steps; {struct}more++) {{", f"    int t = {struct}more;"] + body + ["  }"]
        if kind == 1 and not any("continue" in line for line in body):
            more = self.pick("", f" && {struct}sum < 1e5", f" && {struct}u[2] < 1e4")
            return ["  int t = 0;", f"  while (t < {ends}{more}) {{"] + body + ["    t++;", "  }"]
        if kind == 2 and not any("continue" in line for line in body):
            return ["  int t = 0;", "  do {"] + body + [f"  }} while (++t < {ends});"]
        return [f"  for (int t = 0; t < {ends}; t++) {{"] + body + ["  }"]

    def struct_text(self):
        """The members of a struct that is handed over or global, or global variables; whoever else knows them may be
        asked for one."""
        struct = self.pick("s->", "s->", "s->", "whole.", "all_")
        functions = ["#include <stdio.h>", f"struct grid {{ int n, more; double {self.pick('sum, ', '')}*u, *v, *w{self.pick('', ', last')}; }};",
                     "static struct grid *known;", "static double sum;",
                     "static void change (double **a, double **b) { double *kept = *a; *a = *b; *b = kept; }",
                     "static double look (void) { return known->u[2]; }"]
        if "sum, " not in functions[1]:
            functions[1] = functions[1].replace("more;", "more; double sum;")
        functions += {"s->": [], "whole.": [self.pick("static ", "") + "struct grid whole;"],
                      "all_": ["static int all_n, all_more; static double all_sum, *all_u, *all_v, *all_w;"]}[struct]
        body = self.put_aside(self.renamed(self.block("    "), struct), functions)
        if self.chance(0.25):
            body.insert(self.pick(0, len(body)),
                        "    " + self.pick("s->sum += look ();", "sum += other->u[2];", "other->v[3] += 1;", f"if (t < 5) {struct}more++;",
                                           f"if (t % 2) other->u = {struct}v;", "{ struct grid all = *s; sum += all.u[1]; }",
                                           f"{{ double **at = &{struct}u; *at = {struct}v; }}"))
        if self.chance(0.3):
            body.insert(self.pick(0, len(body)), "    " + self.pick(f"{struct}sum += 0.5;", f"if (t % 2) {struct}sum += 1;", f"sum += {struct}sum;"))
        if self.chance(0.2):
            functions += ["", "static void whole_step (struct grid *s, struct grid *other, int n, int m, int t)", "{"] + \
                [line for line in body if "break" not in line and "continue" not in line] + ["}"]
            body = ["    whole_step (s, other, n, m, t);"]
        lines = functions + ["", f"{self.pick('static ', '')}void step (struct grid *s, struct grid *other, int n, int m, int steps)", "{"]
        lines += self.pick([], [], ["  sum += 1;"], ["  printf (\"%d\\n\", steps);"])
        lines += self.time_loop(struct, body) + ["}", "", "int main (void)", "{", "  static double pool[400];"]
        before, behind = {"s->": ("", ""), "whole.": ("whole = g;", "g = whole;"),
                          "all_": ("all_n = g.n; all_more = g.more; all_u = g.u; all_v = g.v; all_w = g.w; all_sum = 0;",
                                   "g.more = all_more; g.u = all_u; g.v = all_v; g.w = all_w; g.sum = all_sum;")}[struct]
        for _ in range(6):
            n = self.pick(40, 61)
            places = [0, 70, 140]
            self.random.shuffle(places)
            if self.chance(0.4):
                one, other = self.random.sample(range(3), 2)
                places[one] = places[other] + self.pick(0, 1, n // 2, n - 2, n - 1, n, n + 1)
            steps = self.pick(0, 1, 2, 3, 4, 6)
            lines += ["  for (int i = 0; i < 400; i++)", "    pool[i] = (i * 37) % 101 * 0.5;", "  {",
                      f"    struct grid g = {{ .n = {n}, .more = {steps}, .u = pool + {places[0]}, .v = pool + {places[1]}, "
                      f".w = pool + {places[2]} }}, h = g;", f"    known = &{self.pick('g', 'h')};", f"    {before}",
                      f"    step ({self.pick('&g, &h', '&g, &h', '&g, &g')}, {n}, {self.pick(5, 9)}, {steps});", f"    {behind}",
                      "    printf (\"%ld %ld %ld %a %a %d\\n\", (long) (g.u - pool), (long) (g.v - pool), (long) (g.w - pool), g.sum, sum, g.more);",
                      "    for (int i = 0; i < 400; i++)", "      printf (\"%a\\n\", pool[i]);", "  }"]
        return "\n".join(lines + ["  return 0;", "}", ""])

    def function_text(self):
        """In a function; its calls hand over parts of one array, in any order and distance."""
        own = self.names[:]
        lines = ["#include <stdio.h>", "", f"double step (double *{', double *'.join(own)}, int n, int m, int steps)", "{",
                 "  double sum = 0;"]
        if self.chance(0.25):
            lines[2] = f"double step (double *{', double *'.join('p' + name for name in own)}, int n, int m, int steps)"
            lines += [f"  double *{name} = p{name};" for name in own]
        lines += self.steps("steps")
        if self.chance(0.2):
            lines += self.steps(self.pick("m", "2"))
        lines += [f"  sum += {name}[1];" for name in own if self.chance(0.3)]
        lines += ["  return sum;", "}", "", "int main (void)", "{", "  static double pool[400];"]
        for _ in range(8):
            n = self.pick(40, 61)
            places = [0, 70, 140]
            self.random.shuffle(places)
            if self.chance(0.5):
                one, other = self.random.sample(range(3), 2)
                places[one] = places[other] + self.pick(0, 1, n // 2, n - 2, n - 1, n, n + 1)
            pointers = ", ".join(f"pool + {place}" for place in places[:self.n])
            lines += ["  for (int i = 0; i < 400; i++)", "    pool[i] = (i * 37) % 101 * 0.5;",
                      f"  printf (\"%a\\n\", step ({pointers}, {n}, {self.pick(5, 9)}, {self.pick(0, 1, 2, 3, 4, 6)}));",
                      "  for (int i = 0; i < 400; i++)", "    printf (\"%a\\n\", pool[i]);"]
        return "\n".join(lines + ["  return 0;", "}", ""])

    def condition(self):
        return self.pick("flip", "!flip", "t == 1", "t == 0", "t == 0", "t >= 2", "t % 2 == 1", "m > 6")

    def short_parts(self):
        """What a time loop does: (condition, kernel or binding), of which one at least binds a name anew."""
        parts = []
        for kind in ["kernel", "binding", "kernel"] + [self.pick("kernel", "binding", "host") for _ in range(self.pick(0, 1, 2, 3))]:
            names = self.random.sample(self.names, 2)
            parts.append({"kind": kind, "names": names, "swaps": self.chance(0.6), "uses": self.pick(1, 1, 2),
                          "when": self.condition() if self.chance({"binding": 0.8, "kernel": 0.3, "host": 0.3}[kind]) else ""})
        return parts

    @staticmethod
    def holds(condition, t, flip, m):
        return not condition or eval(condition.replace("!flip", "not flip"), {"t": t, "flip": flip, "m": m})  # pylint: disable=eval-used

    def measure(self, parts, lengths, calls):
        """How many elements each part may touch: of the shortest buffer that one of its names stands for in any call."""
        for part in parts:
            part["long"] = True
        for steps, flip, m in calls:
            held = dict(lengths)
            for t in range(steps):
                for part in parts:
                    a, b = part["names"]
                    if not self.holds(part["when"], t, flip, m):
                        continue
                    if part["kind"] == "binding":
                        held[a], held[b] = held[b], held[a] if part["swaps"] else held[b]
                    else:
                        part["long"] &= all(held[name] == "n" for name in part["names"][:part["uses"]])

    def short_line(self, part, number):
        a, b = part["names"]
        end = "n" if part["long"] else "m"
        if part["kind"] == "binding":
            text = [f"{{ double *kept{number} = {a}; {a} = {b}; {b} = kept{number}; }}" if part["swaps"] else f"{a} = {b};"]
        elif part["kind"] == "host":
            text = [self.pick(f"{a}[{end} - 1] += 1;", f"sum += {a}[{end} - 1];")]
        else:
            value = self.pick(f"{a}[i] + 1", f"{a}[i] * 0.5 + t", "i + t") if part["uses"] == 1 else \
                self.pick(f"{b}[i] + t", f"2 * {a}[i] + {b}[i]")
            text = ["#pragma target", f"for (int i = {self.pick(0, 1)}; i < {end}; i++)", f"  {a}[i] = {value};"]
        if part["when"]:
            text = [f"if ({part['when']})", "  {"] + ["    " + line for line in text] + ["  }"]
        return ["    " + line for line in text]

    def short_text(self):
        """Buffers of different lengths side by side: a name that has been bound anew reaches further than it did before, or
        less far. Who copies too much puts old values into the neighbour."""
        parts = self.short_parts()
        lengths = {**{name: self.pick("n", "m") for name in self.names}, self.names[0]: "m", self.names[1]: "n"}
        flips = self.pick([0, 1], [0], [1])
        calls = [(self.pick(0, 1, 1, 2, 3, 4), self.pick(*flips, *flips), m) for m in (self.pick(5, 9),) * 4]
        self.measure(parts, lengths, calls)
        star = self.pick("*restrict ", "*restrict ", "*")
        own = self.names
        lines = ["#include <stdio.h>", "", f"static double step (double {star}{f', double {star}'.join(own)}, int n, int m, int flip, int steps)",
                 "{", "  double sum = 0;", "  for (int t = 0; t < steps; t++) {"]
        lines += [line for number, part in enumerate(parts) for line in self.short_line(part, number)]
        lines += ["  }", "  return sum;", "}", "", "int main (void)", "{", "  static double pool[400];"]
        order = sorted(own, key=lambda name: lengths[name]) if self.chance(0.5) else self.random.sample(own, len(own))
        for steps, flip, m in calls:
            n, at, place = self.pick(40, 61), 0, {}
            for name in order:
                place[name], at = at, at + (n if lengths[name] == "n" else m)
            pointers = ", ".join(f"pool + {place[name]}" for name in own)
            lines += ["  for (int i = 0; i < 400; i++)", "    pool[i] = (i * 37) % 101 * 0.5;",
                      f"  printf (\"%a\\n\", step ({pointers}, {n}, {m}, {flip}, {steps}));",
                      "  for (int i = 0; i < 400; i++)", "    printf (\"%a\\n\", pool[i]);"]
        return "\n".join(lines + ["  return 0;", "}", ""])

    def local_text(self):
        call = self.pick("malloc (n * sizeof (double))", "malloc (n * sizeof (double))",
                         "calloc (n, sizeof (double))")
        lines = ["#include <stdio.h>", "#include <stdlib.h>", "", "int main (void)", "{",
                 f"  int n = {self.pick(40, 61)}, m = {self.pick(5, 9)};", "  double sum = 0;"]
        lines += [f"  double *{name} = {call};" for name in self.names]
        lines += ["  for (int i = 0; i < n; i++) {"]
        lines += [f"    {name}[i] = (i * {k + 3}) % 7 * 0.5;" for k, name in enumerate(self.names)] + ["  }"]
        lines += self.steps(self.pick(0, 1, 5, 6))
        if self.chance(0.3):
            lines += [f"  for (int t = 0; t < {self.pick(2, 3)}; t++) {{"] + self.block("    ") + ["  }"]
        shown = [name for name in self.names if self.chance(0.8)]
        for name in shown:
            lines += [f"  for (int i = 0; i < n; i++) printf (\"%a\\n\", {name}[i]);"]
        if self.chance(0.7):
            lines += [f"  free ({name});" for name in self.names]
        return "\n".join(lines + ["  printf (\"%a\\n\", sum);", "  return 0;", "}", ""])


def check(ihop, path):
    done = subprocess.run([ihop, "verify", "--no-cuda", "--pragma", "target", path], capture_output=True,
                          text=True, timeout=120, check=False)
    return None if done.returncode in (0, 1) else f"{path}: {done.returncode}: {done.stdout[-600:]}"


def is_rotated(ihop, path, folder):
    subprocess.run([ihop, "--pragma", "target", "--emit", "cu", "-o", folder, path], capture_output=True,
                   timeout=120, check=False)
    stem = os.path.join(folder, os.path.basename(path)[:-2])
    for made in (stem + ".c", stem + ".cu"):
        if os.path.exists(made):
            with open(made, encoding="utf-8") as file:
                if "change places, too" in file.read():
                    return True
    return False


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ihop")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    options = parser.parse_args()
    faults, rotated = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.seed, options.seed + options.count):
            path = os.path.join(options.keep or folder, f"rotate_{seed}.c")
            with open(path, "w", encoding="utf-8") as file:
                file.write(Program(seed).text())
            fault = check(options.ihop, path)
            if fault:
                faults.append(fault)
            rotated += is_rotated(options.ihop, path, os.path.join(folder, "made"))
    for fault in faults:
        print("not ok", fault)
    print(f"{options.count} programs, {rotated} with copies that change places: {len(faults)} faults")
    sys.exit(1 if faults or rotated == 0 else 0)


if __name__ == "__main__":
    main()
