#!/usr/bin/python3
"""Random loops along rows, some of them in order, laid out by the search and run: sums, largest values and their places, running sums,
filters forth and back, recurrences through elements, values with a name, and what is done with all of these in the row's next loops;
variables of a row or of all rows, rows counted by hand (also longer ones, in wider types), of arrays, or behind pointers.

    row_loops.py IHOP [--count N] [--seed FIRST]

The program's sizes come from its arguments, so that nobody knows them; awkward ones are run. Each has to be equal in all products
(ihop verify), clean under ihop run --check, and some have to be laid out over blocks at all."""
import pathlib
import random
import subprocess

import verified

SIZES = ["1 1", "33 65", "97 131", "64 128", "0 5", "70 129", "5 0", "40 300", "200 3", "131 127"]
MOST = 300
PROGRAM = """#include <stdio.h>
#include <stdlib.h>
static {type} a2[{most}][{most}], c2[{most}][{most}];
void f(int m, int n, const {type} *restrict a, {type} *restrict c, {type} *restrict e)
{{
{code}
}}
int main(int argc, char **argv)
{{
  int m = atoi(argv[1]), n = atoi(argv[2]), size = (m + 2) * (n + 3);
  {type} *a = ({type} *) malloc(size * sizeof *a), *c = ({type} *) malloc(size * sizeof *c);
  {type} *e = ({type} *) malloc((m + 1) * sizeof *e);
  for (int i = 0; i < size; i++) {{
    a[i] = (i * 7 % 31 - 11) * 0.25;
    c[i] = i % 13 - 5;
  }}
  for (int i = 0; i < m; i++) {{
    e[i] = i % 5;
    for (int j = 0; j < n; j++) {{
      a2[i][j] = (i * 11 + j * 3) % 37 * 0.5 - 3;
      c2[i][j] = (i + j) % 7;
    }}
  }}
  f(m, n, a, c, e);
  double t = 0;
  for (int i = 0; i < size; i++)
    t += c[i] * (i % 101 + 1);
  for (int i = 0; i < m; i++) {{
    t += e[i] * (i % 17 + 1);
    for (int j = 0; j < n; j++)
      t += c2[i][j] * (j % 11 + 1);
  }}
  printf("%.17g\\n", t);
  return 0;
}}
"""


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.type = self.one("float", "double", "double", "int")
        self.wide = self.one("", "", "(size_t) ", "(long) ")
        self.row = self.one("n", "n + 1", "n")
        self.is_array = self.one(True, False, False)
        self.has_pointer = not self.is_array and self.one(True, False)
        self.arguments = self.one(*SIZES)
        self.variables = [("s", self.type), ("t", self.one(self.type, "double")), ("most", self.type), ("at", "int")]
        self.code = self.function()

    def one(self, *these):
        return self.random.choice(these)

    def text(self):
        return PROGRAM.format(type=self.type, most=MOST, code=self.code)

    # -- references and values --
    def element(self, name, j="j"):
        if self.is_array:
            return f"{name}2[i][{j}]"
        if self.has_pointer and name == "a":
            return f"row[{j}]"
        return f"{name}[{self.wide}i * ({self.row}) + {j}]"

    def x(self):
        return self.element(self.one("a", "a", "a", "c"))

    def value(self):
        return self.one("s", "t", "most", "1", "0.5f", "e[i]", "at")

    def head(self):
        return self.one("for (int j = 0; j < n; j++)", "for (int j = 0; j < n; j++)", "for (int j = 1; j < n; j++)", "for (int j = 0; j < n - 1; j++)",
                        "for (int j = n - 1; j >= 0; j--)")

    # -- loops along a row --
    def sums(self):
        return f"{self.one('s', 't')} += {self.x()} * {self.value()};"

    def conditional(self):
        return f"if ({self.x()} > {self.value()})\ns += {self.x()};"

    def largest(self):
        x, relation = self.x(), self.one("<", ">", ">=")
        return self.one(f"if ({x} {relation} most) {{\nmost = {x};\nat = j;\n}}", f"most = {x} {relation} most ? {x} : most;")

    def running(self):
        return f"s += {self.x()};\n{self.element('c')} = s;"

    def filter(self):
        return f"{self.element('c')} = 0.5f * {self.x()} + 0.25f * t;\nt = {self.element('c')};"

    def spread(self):
        return f"{self.element('c')} {self.one('=', '+=', '-=')} {self.x()} * {self.value()};"

    def mixed(self):
        return f"{self.element('c')} = {self.x()} - {self.value()};\ns += {self.element('c')};"

    def named(self):
        return f"{self.type} d = {self.x()} - {self.value()};\n{self.element('c')} = d;\nt += d * d;"

    def recurrence(self):
        return f"{self.element('c')} = {self.element('c', 'j - 1')} * 0.5f + {self.x()};"

    def loop(self):
        kind = self.one(self.sums, self.sums, self.largest, self.running, self.filter, self.spread, self.spread, self.mixed, self.named,
                        self.recurrence, self.conditional)
        head = "for (int j = 1; j < n; j++)" if kind == self.recurrence else self.head()
        return f"{head} {{\n{kind()}\n}}"

    def between(self):
        return self.one("", "", "s = s * 0.25f + 1;", "t = s;", "s = 0;", f"t += {self.value()} * 2;", "e[i] = s;", "s = e[i];")

    def function(self):
        outside = self.one(True, False, False)
        declare = "".join(f"{kind} {name};\n" for name, kind in self.variables) if outside else ""
        begin = "".join(f"{'' if outside else kind + ' '}{name} = {self.one('0', '1', 'e[i]')};\n" for name, kind in self.variables)
        if self.has_pointer:
            begin += f"const {self.type} *row = a + {self.wide}i * ({self.row});\n"
        body = "\n".join(f"{self.loop()}\n{self.between()}" for _ in range(self.one(1, 2, 2, 3, 4)))
        return f"{declare}for (int i = {self.one('0', '0', '1')}; i < m; i++) {{\n{begin}{body}\ne[i] = s + t + most + at;\n}}"


def checked(ihop, path, arguments, folder, verified):
    """What the check of the product says, if anything; else what verify has said. Where the host's part is a file of its own,
    it would have to be linked: those are left out."""
    made = pathlib.Path(folder, f"made_{path.stem}")
    subprocess.run([ihop, "--auto", "--keep-slower", "-o", str(made), str(path)], capture_output=True, timeout=120, check=False)
    for product in made.glob(f"{path.stem}.cu"):
        done = subprocess.run([ihop, "run", "--check", "--compiler", "clang", f"--run={arguments}", str(product)],
                              capture_output=True, text=True, timeout=300, check=False)
        if done.returncode:
            return done
    return verified


def run(ihop, seed, folder):
    program = Program(seed)
    path = pathlib.Path(folder, f"random_{seed}.c")
    path.write_text(program.text())
    done = subprocess.run([ihop, "verify", "--auto", "--keep-slower", f"--args={program.arguments}", str(path)], capture_output=True, text=True,
                          timeout=300, check=False)
    if done.returncode == 0:
        done = checked(ihop, path, program.arguments, folder, done)
    if done.returncode:
        print(f"seed {seed}, {program.arguments}: exit code {done.returncode}\n{program.text()}\n{done.stdout}{done.stderr}")
    return done.returncode == 0, "fences f/" in done.stdout + done.stderr


verified.main(__doc__, run, "laid out over blocks", 4)
