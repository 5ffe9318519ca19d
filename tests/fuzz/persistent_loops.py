#!/usr/bin/python3
"""Random loops of the host around small kernels, which the search makes kernels of one block, run: loops and pairs of loops over rows
and planes, also from the outer iterator on; sums into variables and elements, their results in what follows; values that one thread
sets; loops of the host in each other; types that round and types that do not.

    persistent_loops.py IHOP [--count N] [--seed FIRST]

Sizes are constants of the calls, as such kernels are made only where it is known how much there is to do. Each has to be equal in all
products (ihop verify, also with blocks and warps from the last to the first), clean under ihop run --check, and some have to become
such kernels at all."""
import os
import pathlib
import random
import subprocess

import verified

PROGRAM = """#include <stdio.h>
#include <stdlib.h>
#define MOST 330
static {type} a[MOST], b[MOST], c[MOST], A[MOST][MOST], B[MOST][MOST], e[4];
void f(int times, int n)
{{
  {type} s = 1, t = 2;
{code}
  e[0] = s;
  e[1] = t;
}}
int main(void)
{{
  for (int i = 0; i < MOST; i++) {{
    a[i] = (i * 7 % 31 - 11) * 0.25;
    b[i] = i % 13 - 5;
    c[i] = i % 5;
    for (int j = 0; j < MOST; j++) {{
      A[i][j] = (i * 11 + j * 3) % 37 * 0.5 - 3;
      B[i][j] = (i + j) % 7;
    }}
  }}
  f({times}, {n});
  f({times} / 2, {n} - 1);
  double sum = e[0] + 3 * e[1];
  for (int i = 0; i < MOST; i++) {{
    sum += a[i] * (i % 101 + 1) + b[i] * (i % 17 + 1) + c[i] * (i % 11 + 1);
    for (int j = 0; j < MOST; j++)
      sum += A[i][j] * (j % 19 + 1) + B[i][j] * (i % 7 + 1);
  }}
  printf("%.12g\\n", sum);
  return 0;
}}
"""


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.type = self.one("double", "double", "float", "int")
        self.times = self.one(65, 70, 96, 129)
        self.n = self.times + self.one(1, 2, 31, 34, 64, 130, 201)

    def one(self, *choices):
        return self.random.choice(choices)

    def half(self):
        return "/ 2" if self.type == "int" else self.one("* 0.5", "* 0.25")

    def row(self):
        return self.one("a", "b", "c")

    def first(self):
        return self.one("0", "0", "1", "k", "k + 1")

    def end(self):
        return self.one("n", "n", "n - 1", "k", "k + 1")

    def along(self):
        x, y = self.random.sample(["a", "b", "c"], 2)
        value = self.one(f"{y}[i]", f"{y}[n - 1 - i]", f"{y}[i] + s", f"{y}[k]", f"A[i][k] - {y}[i]", f"A[k][i] + {y}[i]", "t")
        return f"for (int i = {self.first()}; i < {self.end()}; i++)\n{x}[i] = {x}[i] {self.half()} + ({value}) {self.half()};"

    def stencil(self):
        x, y = self.random.sample(["a", "b", "c"], 2)
        return f"for (int i = 1; i < n - 1; i++)\n{x}[i] = ({y}[i - 1] + {y}[i + 1]) {self.half()};"

    def plane(self):
        x, y = self.random.sample(["A", "B"], 2)
        place = self.one("[i][j]", "[i][j]", "[j][i]")
        value = self.one(f"{y}[i][j]", f"{y}[j][i]", f"{y}[i][k] - {y}[k][j]", "a[i] + b[j]", "s", f"{x}[i][k]")
        begin = "k + 1" if value == f"{x}[i][k]" else self.first()
        return (f"for (int i = {begin}; i < n; i++)\nfor (int j = {self.one(begin, begin, 'i' if begin != '1' else '1')}; j < n; j++)\n"
                f"{x}{place} = {x}{place} {self.half()} + ({value}) {self.half()};")

    def rows_in_order(self):
        return (f"for (int i = {self.first()}; i < n; i++) {{\nfor (int j = 1; j < n; j++)\n"
                f"B[i][j] = (B[i][j - 1] - a[i]) {self.half()};\nc[i] = B[i][n - 1];\n}}")

    def sum(self):
        place = self.one("s", "s", "t", "c[k]")
        x, y = self.one("a[i]", "A[i][k]", "B[k][i]"), self.one("1", "b[i]", "a[i]")
        begin = f"{place} = {place} {self.half()};\n" if self.one(True, False) else f"{place} = 0;\n"
        return (f"{begin}for (int i = {self.first()}; i < {self.end()}; i++)\n{place} += {x} * {y};\n"
                f"{place} = {place} / {self.one(64, 100)};")

    def largest(self):
        x = self.row()
        return f"for (int i = 0; i < n; i++)\nif ({x}[i] > t)\nt = {x}[i];\nt = t {self.half()};"

    def lone(self):
        return self.one(f"s = s {self.half()} + 1;", "a[k] = s;", "b[k] = t - s;", f"t = A[k][k] {self.half()};",
                        f"if (s > t)\ns = t {self.half()};", "e[2] = c[k];")

    def again(self):
        x = self.row()
        return f"for (int r = 0; r < {self.one('2', 'k % 3', 'k')}; r++)\nfor (int i = {self.one('0', 'r')}; i < n; i++)\n{x}[i] = {x}[i] {self.half()} + r % 3;"

    def body(self):
        kinds = [self.along, self.along, self.stencil, self.plane, self.sum, self.sum, self.lone, self.lone, self.rows_in_order, self.largest,
                 self.again]
        return "\n".join(self.one(*kinds)() for _ in range(self.one(2, 2, 3, 4, 5)))

    def text(self):
        declared = self.one(True, True, False)
        counter = "int k" if declared else "k"
        head = self.one(f"for ({counter} = 0; k < times; k++)", f"for ({counter} = 1; k < times; k++)", f"for ({counter} = times - 1; k > 0; k--)")
        code = f"{'' if declared else 'int k;'}\n{head} {{\n{self.body()}\n}}"
        return PROGRAM.format(type=self.type, code=code, times=self.times, n=self.n)


def verify(ihop, path, backwards):
    more = {"IHOP_SIMT_BACKWARDS": "1"} if backwards else {}
    return subprocess.run([ihop, "verify", "--auto", "--keep-slower", "--gpu", "h100", str(path)], capture_output=True, text=True, timeout=300,
                          check=False, env={**os.environ, **more})


def checked(ihop, path, folder, done):
    """What the check of the product says, if anything; else what verify has said."""
    made = pathlib.Path(folder, f"made_{path.stem}")
    subprocess.run([ihop, "--auto", "--keep-slower", "--gpu", "h100", "-o", str(made), str(path)], capture_output=True, timeout=120, check=False)
    for product in made.glob(f"{path.stem}.cu"):
        check = subprocess.run([ihop, "run", "--check", "--compiler", "clang", str(product)], capture_output=True, text=True, timeout=300,
                               check=False)
        if check.returncode:
            return check
    return done


def run(ihop, seed, folder):
    program = Program(seed)
    path = pathlib.Path(folder, f"random_{seed}.c")
    path.write_text(program.text())
    done = verify(ihop, path, False)
    found = "persistent f/" in done.stdout + done.stderr
    if done.returncode == 0 and found:
        done = verify(ihop, path, True)
    if done.returncode == 0 and found:
        done = checked(ihop, path, folder, done)
    if done.returncode:
        print(f"seed {seed}: exit code {done.returncode}\n{program.text()}\n{done.stdout}{done.stderr}")
    return done.returncode == 0, found


verified.main(__doc__, run, "of which a loop became a kernel of one block", 4)
