#!/usr/bin/python3
"""Random sums of products, as people write them, laid out by the search and run: matrices by matrices and by vectors, with the sum in a
variable or an element, several sums in one pass, least values under conditions, rows counted by hand (also longer ones, in wider types, by columns) or behind pointers, in
other loops, below conditions, over parts.

    tiled_products.py IHOP [--count N] [--seed FIRST]

The program's sizes come from its arguments, so that nobody knows them; awkward ones are run. Each has to be equal in all products
(ihop verify), and some have to be laid out in tiles at all."""
import pathlib
import random
import re
import subprocess

import verified

SIZES = ["1 1 1 1", "33 65 17 65", "97 31 50 40", "64 64 32 64", "0 5 3 5", "70 130 33 131", "5 3 0 9", "40 200 19 200"]
PROGRAM = """#include <stdio.h>
#include <stdlib.h>
void f(int m, int n, int k, int ld, const {type} *{restrict}a, const {type} *{restrict}b, const {type} *bias, {type} *{restrict}c)
{{
{code}
}}
int main(int argc, char **argv)
{{
  int m = atoi(argv[1]), n = atoi(argv[2]), k = atoi(argv[3]), ld = atoi(argv[4]);
  int s = m + n + k + ld + 8, size = 3 * s * s;
  {type} *a = malloc(size * sizeof *a), *b = malloc(size * sizeof *b), *c = malloc(size * sizeof *c), *bias = malloc(7 * sizeof *bias);
  for (int i = 0; i < size; i++) {{
    a[i] = (i * 7 % 31 - 11) * 0.25;
    b[i] = (i * 5 % 29 - 9) * 0.375;
    c[i] = i % 13 - 5;
  }}
  for (int i = 0; i < 7; i++)
    bias[i] = i - 2;
{call}
  double t = 0;
  for (int i = 0; i < size; i++)
    t += c[i] * (i % 101 + 1);
  printf("%.17g\\n", t);
  return 0;
}}
"""
ROWS = """  {type} **ra = malloc(s * sizeof *ra), **rb = malloc(s * sizeof *rb), **rc = malloc(s * sizeof *rc);
  for (int i = 0; i < s; i++) {{
    ra[i] = a + i * s;
    rb[i] = b + (s - 1 - i) * (s + 1);
    rc[i] = c + i * s;
  }}
  f(m, n, k, ld, ra, rb, bias, rc);"""


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.type = self.one("float", "double")
        self.sum = self.one(self.type, "double")
        self.wide = self.one("", "", "(size_t) ", "(long) ")
        self.outer = self.one("", "", "for (int t = 0; t < 2; t++)\n")
        self.operator = self.one("+=", "-=")
        self.condition = self.one("", "", "", "if (ld)\n", "if (k != 7)\n")
        form = self.one(self.product, self.product, self.several, self.several, self.rows, self.rows_first, self.vector, self.least, self.least)
        self.has_rows = form == self.rows
        self.code = f"{self.condition}{{\n{form()}\n}}"
        self.arguments = self.one(*SIZES)

    def one(self, *these):
        return self.random.choice(these)

    def text(self):
        call = ROWS.format(type=self.type) if self.has_rows else "  f(m, n, k, ld, a, b, bias, c);"
        text = PROGRAM.format(type=self.type, restrict=self.one("", "restrict "), code=self.code, call=call)
        for name in "abc" if self.has_rows else "":
            text = re.sub(rf"(const )?({self.type}) \*(restrict )?{name}([,)])(?=.*\n{{)", rf"\2 **{name}\4", text, count=1)
        return text

    def a(self):
        return self.wide + self.one("i * k + l", "i * (k + 2) + l", "l * m + i")

    def b(self):
        row = self.one("n", "n + 1", "ld", "2 * n")
        return self.wide + self.one(f"l * ({row}) + j", "j * (k + 1) + l")

    def c(self):
        row = self.one("n", "n + 1", "ld", "n")
        return self.wide + self.one(f"i * ({row}) + j", f"i * ({row}) + j", "j * m + i")

    def first(self):
        return self.one("0", "0", "1", "i", "3")

    def term(self, a, b):
        return self.one(f"{a} * {b}", f"{a} * {b} * 0.5f", f"({a} - {b}) * ({a} - {b})", f"{a} > {b} ? {a} : {b}", f"{a} + {b}")

    def head(self, name, first, bound):
        return f"for (int {name} = {first}; {name} < {bound}; {name}++)"

    def product(self):
        i, j = self.head("i", self.one("0", "1"), "m"), self.head("j", self.one("0", "2"), "n")
        loops = [i, j] if self.one(True, True, False) else [j, i]
        left, right, result = f"a[{self.a()}]", f"b[{self.b()}]", f"c[{self.c()}]"
        sums = self.head("l", self.first(), self.one("k", "k - 1", "(i + 1 < k ? i + 1 : k)"))
        if self.one(True, False, False):
            return f"{self.outer}{loops[0]}\n{loops[1]} {{\n{result} = 0;\n{sums}\n{result} {self.operator} {self.term(left, right)};\n}}"
        start = self.one("0", result, "1.5", "bias ? bias[j % 7] : 0")
        end = self.one(f"{result} = sum;", f"{result} = 2 * sum + 0.5 * {result};", f"{result} += sum;", f"{result} = sum > 3 ? sum : 3;")
        outside = self.one("", f"{self.sum} sum;\n")
        begin = f"sum = {start};" if outside else f"{self.sum} sum = {start};"
        return (f"{outside}{self.outer}{loops[0]}\n{loops[1]} {{\n{begin}\n{sums}\nsum {self.operator} {self.term(left, right)};\n{end}\n}}")

    def update(self, result, term):
        if self.one(True, True, False):
            return f"{result} {self.operator} {term};"
        return f"{result} = {result} {self.operator[0]} ({term});"

    def several(self):
        """Two sums or three, in variables, in elements, or some in these and some in those."""
        number, results, begins, updates, ends = self.one(2, 2, 3), [], "", "", ""
        kinds = self.one(["variable"], ["variable"], ["element"], ["variable", "element"])
        lefts, rights = [f"a[{self.a()}]" for _ in range(2)], [f"b[{self.b()}]" for _ in range(2)]
        row = self.one("n", "n", "n + 1")
        for at in range(number):
            element = f"c[({at} * m + i) * ({row}) + j]"
            kind = self.one(*kinds)
            results.append(f"sum{at}" if kind == "variable" else element)
            if kind == "variable":
                begins += f"{self.sum} sum{at} = {self.one('0', element, '1.5')};\n"
                ends += self.one(f"{element} = sum{at};\n", f"{element} = 2 * sum{at} + {element};\n")
            elif self.one(True, False):
                begins += f"{element} = {at};\n"
        for at, result in enumerate(results):
            term = self.term(self.one(*lefts), self.one(*rights))
            mixed = f"{self.one(*lefts)} * {self.one(*rights)} - {self.one(*lefts)} * {self.one(*rights)}"
            chained = f"{results[at - 1]} * 0.125f + {term}" if at else term
            updates += self.update(result, self.one(term, mixed, mixed, chained)) + "\n"
        sums = self.head("l", self.first(), self.one("k", "k - 1", "(i + 1 < k ? i + 1 : k)"))
        i, j = self.head("i", self.one("0", "1"), "m"), self.head("j", self.one("0", "2"), "n")
        return f"{self.outer}{i}\n{j} {{\n{begins}{sums} {{\n{updates}}}\n{ends}}}"

    def least(self):
        """Least and greatest values, and where they are, under a condition or chosen."""
        left, right, result = f"a[{self.a()}]", f"b[{self.b()}]", f"c[{self.c()}]"
        term, relation = self.term(left, right), self.one("<", ">", "<=", ">=")
        if "?" in term:
            term = f"({term})"
        named, place = self.one(True, False), self.one(True, False, False)
        name = f"{self.type} d = {term};\n" if named else ""
        term = "d" if named else term
        finds = "at = l;\n" if place else ""
        update = self.one(f"if ({term} {relation} best) {{\n{finds}best = {term};\n}}", f"if ({term} {relation} best) {{\n{finds}best = {term};\n}}",
                          f"best = {term} {relation} best ? {term} : best;", f"if ({left} {relation} {right})\nbest += {term};")
        start = self.one(result, "0", "1e9f", "-1e9f")
        end = self.one(f"{result} = best + at;", f"{result} = best - 2 * at;") if place else f"{result} = best;"
        i, j = self.head("i", self.one("0", "1"), "m"), self.head("j", self.one("0", "2"), "n")
        sums = self.head("l", self.first(), self.one("k", "k - 1"))
        at = "int at = -1;\n" if place else ""
        return f"{self.outer}{i}\n{j} {{\n{self.type} best = {start};\n{at}{sums} {{\n{name}{update}\n}}\n{end}\n}}"

    def rows(self):
        """Rows behind pointers, wherever they lie."""
        left, right = self.one("a[i][l]", "a[l][i]"), self.one("b[l][j]", "b[j][l]")
        begin, end = self.one("0", "c[i][j]"), self.one("c[i][j] = sum;", "c[i][j] += 0.5 * sum;")
        i, j = self.head("i", self.one("0", "1"), "m"), self.head("j", "0", "n")
        return (f"{i}\n{j} {{\n{self.sum} sum = {begin};\n{self.head('l', self.one('0', '1'), 'k')}\n"
                f"{self.update('sum', self.term(left, right))}\n{end}\n}}")

    def rows_first(self):
        return (f"{self.outer}{self.head('i', '0', 'm')}\n{self.head('l', '0', 'k')} {{\n{self.type} part = 2 * a[{self.a()}];\n"
                f"{self.head('j', self.one('0', '2'), 'n')}\nc[{self.c()}] {self.operator} part * b[{self.b()}];\n}}")

    def vector(self):
        named = self.one(True, False)
        row = f"const {self.type} *row = a + i * k;\n" if named else ""
        element = "row[l]" if named else f"a[{self.a()}]"
        start, end = self.one("0", "c[i]", "1"), self.one("c[i] = sum;", "c[i] = sum * 0.5 + c[i];")
        return (f"{self.outer}{self.head('i', self.one('0', '1'), 'm')} {{\n{row}{self.sum} sum = {start};\n{self.head('l', self.first(), 'k')}\n"
                f"sum {self.operator} {element} * b[l];\n{end}\n}}")


def run(ihop, seed, folder):
    program = Program(seed)
    path = pathlib.Path(folder, f"random_{seed}.c")
    path.write_text(program.text())
    done = subprocess.run([ihop, "verify", "--auto", "--keep-slower", f"--args={program.arguments}", str(path)], capture_output=True, text=True,
                          timeout=300, check=False)
    if done.returncode:
        print(f"seed {seed}, {program.arguments}: exit code {done.returncode}\n{program.text()}\n{done.stdout}{done.stderr}")
    return done.returncode == 0, "fences " in done.stdout + done.stderr


verified.main(__doc__, run, "laid out in tiles", 4)
