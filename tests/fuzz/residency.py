#!/usr/bin/python3
"""Functions with kernels, called in time loops at several levels, with host code, conditions, ways out, exchanges,
second names, pointers into the middle and rows that may overlap between and inside them: what the emulated program and the fallback print is compared with what the
program prints. Emulated programs see by themselves which copy is the newer one.

    residency.py IHOP [--count N] [--seed S] [--keep DIR]
"""
import argparse
import json
import os
import random
import subprocess
import sys
import tempfile

GLOBALS = ["ga", "gb"]
POINTERS = ["gp"]


class Function:
    """One function: its arrays are parameters (p, q), or variables outside of functions."""

    def __init__(self, program, number):
        self.program, self.name = program, f"f{number}"
        self.arrays = ["p", "q"][:program.pick(0, 1, 2, 2, 2)]
        self.outside = [name for name in program.outside if program.chance(0.3)]
        if not self.arrays and not self.outside:
            self.outside = [program.pick(*program.outside)]
        self.returns = program.chance(0.25)
        self.is_static = program.chance(0.6)
        self.lines = self.body()

    def known(self):
        return self.arrays + self.outside

    def kernel(self, indent):
        pick = self.program.pick
        to, other, third = (pick(*self.known()) for _ in range(3))
        low, high = pick(("1", "n - 1"), ("0", "n"), ("0", "n"), ("2", "m"), ("k", "n"), ("0", self.last), ("0", self.last))
        near = f"{other}[i - 1] + {other}[i]" if low == "1" else f"{other}[i] * 0.5"
        called = f"at_{other} (i) * 0.5" if other in GLOBALS else near
        value = pick(near, called, f"{other}[i] - {third}[i] * 0.25", "i + k", f"{other}[ix[i]] + 1", f"{to}[i] + c",
                     *self.program.numbers(other))
        lines = ["#pragma target", f"for (int i = {low}; i < {high}; i++)"]
        if self.program.chance(0.2):
            lines += [f"  if ({pick('i % 3', 'ix[i] > 4', 'k % 2 == 0', 'OFF', 'OFF && i % 2', '!OFF || i > 3')})", f"    {to}[i] = {value};"]
        else:
            lines += [f"  {to}[i] = {value};"]
        if self.program.chance(0.2):
            lines = [f"if ({pick('k % 2', 'm > 6', 'c > 0', 'n > 100')}) {{"] + lines + ["}"]
        return [indent + line for line in lines]

    def rows(self, indent):
        """Rows that run into each other where they are longer than the way from one to the next."""
        pick = self.program.pick
        to, other = pick(*self.known()), pick(*self.known())
        width, row = pick(("m", "m"), ("k + 5", "m"), ("m", "k + 5"), ("5", "k + 3"))
        value = pick(f"{other}[i * {row} + j] * 0.5 + j" if row == "m" else f"{other}[i + j] + i", f"{to}[i * ({row}) + j] * 0.75", "i - j * k")
        lines = ["#pragma target", "for (int i = 0; i < 4; i++)", f"  for (int j = 0; j < {width}; j++)", f"    {to}[i * ({row}) + j] = {value};"]
        return [indent + line for line in lines]

    def reduction(self, indent):
        name = self.program.pick(*self.known())
        return [indent + line for line in ("#pragma target", "for (int i = 0; i < n; i++)",
                                           f"  sum += {name}[i];")]

    def host(self, indent):
        name, other = (self.program.pick(*self.known()) for _ in range(2))
        return [indent + self.program.pick(f"{name}[3] += 1;", f"sum += {name}[2];", f"{name}[0] = {other}[1];",
                                           f"if ({name}[4] > 1e7) return{' sum' if self.returns else ''};",
                                           f"double *way = {name}; way[5] = 2;", *self.program.changes,
                                           f"for (int i = 0; i < n; i += 4) {name}[i] = {other}[i] * 0.5;")]

    def call(self, indent):
        callee = self.program.pick(*self.program.functions)
        arguments = [self.program.pick(*self.known()) for _ in callee.arrays]
        return [indent + self.program.call(callee, arguments, "k")]

    def body(self):
        program = self.program
        end = " sum" if self.returns else ""
        lines = ["  double sum = 0;"]
        self.last = "n"
        if program.chance(0.4):
            self.last = "last + 1"
            lines += [f"  int last = {program.pick('n - 2', 'm + 1', 'n - 1 - k')};"]
        if program.chance(0.2):
            lines += [f"  if ({program.pick('k > 3', 'n < 3', 'c < 0')})", f"    return{end};"]
        if program.chance(0.15):
            lines += ["  if (k == 99) { printf (\"stops\\n\"); exit (0); }"]
        for _ in range(program.pick(1, 1, 2, 2, 3)):
            if program.functions and program.chance(0.35):
                lines += self.call("  ")
            else:
                lines += self.rows("  ") if program.chance(0.25) else self.kernel("  ")
        if program.chance(0.15):
            lines += self.host("  ")
        if self.returns:
            lines += self.reduction("  ")
        if program.chance(0.15) and program.functions:
            lines = lines[:1] + ["  for (int r = 0; r < 2; r++) {"] + ["  " + line for line in lines[1:]] + ["  }"]
        return lines + ([f"  return{end};"] if self.returns else ["  total += sum;"])

    def head(self):
        parameters = ", ".join(["int n", "int m", "int k", "double c"] + [f"double *{a}" for a in self.arrays])
        return f"{'static ' if self.is_static else ''}{'double' if self.returns else 'void'} {self.name} ({parameters})"


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.outside = GLOBALS + (POINTERS if self.chance(0.4) else [])
        self.changes = ["factor *= 0.75;", "st.f += 0.125;"] if self.chance(0.4) else []
        self.functions = []
        for number in range(self.pick(2, 3, 4, 5)):
            self.functions.append(Function(self, number))

    def pick(self, *words):
        return self.random.choice(words)

    def chance(self, share):
        return self.random.random() < share

    def numbers(self, name):
        """Values with numbers that a kernel is given by value: "room" lies beside one of them."""
        return [f"{name}[i] * factor", f"{name}[i] * st.f"] if self.changes else []

    def call(self, callee, arguments, k):
        numbers = [self.pick("n", "n", "n", "n - 3"), "m", self.pick(k, k, "1"), self.pick("c", "0.5")]
        text = f"{callee.name} ({', '.join(numbers + arguments)})"
        if callee.returns:
            return self.with_value(text)
        return text + ";"

    def with_value(self, text):
        number = self.random.randrange(10000)
        return self.pick(f"sum += {text};", f"sum = {text};", f"if ({text} > 1e9) sum = 1;",
                         f"double s{number} = {text}; sum += s{number};", f"{text};", f"sums[2] = {text};",
                         f"sum += m > 7 ? {text} : 2;", f"do sum += 1; while ({text} > sum && sum < 9);",
                         f"for (int s{number} = {text} > 5; s{number} < 2; s{number}++) sum += 1;")

    def argument(self, names):
        name = self.pick(*names)
        return self.pick(name, name, name, name, name, f"{name} + 0", f"&{name}[0]")

    def main_call(self, indent):
        callee = self.pick(*self.functions)
        names = self.names + (self.outside if self.chance(0.2) else [])
        arguments = [self.argument(names) for _ in callee.arrays]
        if len(callee.arrays) == 2 and self.chance(0.8):
            arguments = self.random.sample(self.names, 2)
        if self.changes and arguments and self.chance(0.25):
            arguments[self.random.randrange(len(arguments))] = "st.room"
        return [indent + self.call(callee, arguments, "t")]

    def host(self, indent):
        name, other = self.pick(*self.names), self.pick(*self.names, *self.outside)
        return [indent + self.pick(f"{name}[t + 2] += 1;", f"sum += {name}[3];", f"{name}[0] = {other}[1];",
                                   f"for (int i = 0; i < n; i += 3) {name}[i] += {other}[i];", *self.changes,
                                   f"if ({name}[4] > 1e7) break;", f"if (t == {self.pick(1, 4)}) continue;",
                                   f"printf (\"%a\\n\", {name}[7]);", f"double *way = {name}; way[6] = t;")]

    def kernel(self, indent):
        to, other = self.random.sample(self.names, 2)
        return [indent + "#pragma target", indent + "for (int i = 0; i < n; i++)",
                indent + f"  {to}[i] = {other}[i] * 0.5 + t;"]

    def exchange(self, indent):
        a, b = self.random.sample([name for name in self.names if name != "own"], 2)
        return [indent + f"double *kept = {a};", indent + f"{a} = {b};", indent + f"{b} = kept;"]

    def loop(self, indent):
        count = self.pick(0, 1, 3, 5)
        head = self.pick(f"for (int t = 0; t < {count}; t++) {{", f"for (int t = 0; t < {count}; t++) {{",
                         f"for (int t = 0; t < {count} && sum < 1e6; t++) {{")
        parts = [self.main_call(indent + "  ") for _ in range(self.pick(1, 2, 2, 3))]
        if self.chance(0.3):
            parts.insert(self.random.randrange(len(parts) + 1), self.host(indent + "  "))
        if self.chance(0.2):
            parts.insert(self.random.randrange(len(parts) + 1), self.kernel(indent + "  "))
        if self.chance(0.25):
            parts.append(self.exchange(indent + "  "))
        return [indent + head] + [line for part in parts for line in part] + [indent + "}"]

    def memory(self, name):
        """Sometimes the pointers lead into the middle of what is allocated; n elements are behind them all the same, and
        the address sanitizer sees whoever copies others."""
        return {"": self.pick(f"malloc (n * sizeof *{name})", f"calloc (n, sizeof *{name})"),
                "at once": f"(double *) malloc ((n + 3) * sizeof *{name}) + 3",
                "later": f"malloc ((n + 3) * sizeof *{name})"}[self.moved]

    def text(self):
        self.moved = self.pick("", "", "", "at once", "later")
        self.names = ["u", "v"] + (["own"] if self.chance(0.4) else [])
        size = self.pick(40, 61)
        lines = ["#include <stdio.h>", "#include <stdlib.h>", "", f"double ga[{size}], gb[{size}], sums[4], total;",
                 f"static int ix[{size}];", "enum { OFF = 0 };"]
        lines += [f"static double at_{name} (int i) {{ return {name}[i]; }}" for name in GLOBALS]
        if "gp" in self.outside:
            lines += ["double *gp;"]
        if self.changes:
            lines += [f"double factor = 0.5; struct {{ double f, room[{size}], l; }} st = {{ 0.75, {{ 1, 2 }}, 3 }};"]
        order = self.functions[:]
        if self.chance(0.3):
            lines += [function.head() + ";" for function in order]
            self.random.shuffle(order)
        for function in order:
            lines += ["", function.head(), "{"] + function.lines + ["}"]
        lines += ["", "int main (void)", "{", f"  int n = {size}, m = {self.pick(7, 9)};", "  double sum = 0, c = 0.25;",
                  f"  double *u = {self.memory('u')}, *v = {self.memory('v')};"]
        if self.moved == "later":
            lines += ["  u += 3;", "  v = &v[3];"]
        if "own" in self.names:
            lines += [f"  double own[{size}];"]
        if "gp" in self.outside:
            lines += ["  gp = malloc (n * sizeof *gp);"]
        lines += ["  for (int i = 0; i < n; i++) {", "    ix[i] = i * 7 % (n - 3);"]
        lines += [f"    {name}[i] = (i * {k + 3}) % 7 * 0.5;" for k, name in enumerate(self.names + self.outside)]
        lines += ["  }"]
        for _ in range(self.pick(1, 2, 2)):
            lines += self.loop("  ")
            if self.chance(0.3):
                lines += [f"  printf (\"%a\\n\", {self.pick(*self.names)}[9]);"]
        for name in self.names + self.outside:
            if self.chance(0.8):
                lines += [f"  for (int i = 0; i < n; i++) printf (\"%.10g\\n\", {name}[i]);"]
        if self.changes:
            lines += ["  for (int i = 0; i < n; i++) sum += st.room[i] * i + st.f * factor;"]
        if self.chance(0.7):
            lines += [f"  free ({name}{' - 3' if self.moved else ''});" for name in "uv"]
        return "\n".join(lines + ["  printf (\"%.9g %.9g %.9g\\n\", sum, total, sums[2]);", "  return 0;", "}", ""])


def check(ihop, path):
    done = subprocess.run([ihop, "verify", "--no-cuda", "--pragma", "target", path, "--", "-fsanitize=address"], capture_output=True,
                          text=True, timeout=240, check=False, env=dict(os.environ, ASAN_OPTIONS="detect_leaks=0"))
    said = done.stdout + done.stderr
    if done.returncode not in (0, 1):
        return f"{path}: {done.returncode}: {said[-800:]}"
    return f"{path}: {said[-800:]}" if "IHOP-G090" in said else None


def calls_of(ihop, path, folder):
    """How many calls hand copies over."""
    subprocess.run([ihop, "--pragma", "target", "--emit", "json", "-o", folder, path], capture_output=True,
                   timeout=120, check=False)
    made = os.path.join(folder, os.path.basename(path)[:-2] + ".json")
    if not os.path.exists(made):
        return 0
    with open(made, encoding="utf-8") as file:
        return len(json.load(file)["calls"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ihop")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    options = parser.parse_args()
    faults, calls, programs = [], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.seed, options.seed + options.count):
            path = os.path.join(options.keep or folder, f"resident_{seed}.c")
            with open(path, "w", encoding="utf-8") as file:
                file.write(Program(seed).text())
            fault = check(options.ihop, path)
            if fault:
                faults.append(fault)
            found = calls_of(options.ihop, path, os.path.join(folder, "made"))
            calls, programs = calls + found, programs + (found > 0)
    for fault in faults:
        print("not ok", fault)
    print(f"{options.count} programs, {programs} with {calls} calls that hand copies over: {len(faults)} faults")
    sys.exit(1 if faults or programs * 4 < options.count else 0)


if __name__ == "__main__":
    main()
