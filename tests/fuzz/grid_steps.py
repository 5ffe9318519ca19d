#!/usr/bin/python3
"""Time loops over a grid in rows, as people write them: a struct or parameters, a step that works on the inner elements, elements
that are set or read by hand (in rows that are counted from either end), edges by a function of their own, buffers that change
places in the step or beside it. All lies in one piece of memory, in which the buffers may follow each other closely or overlap,
and grids may be so small that the row before the last one lies before the buffer. In some programs the time loop and what it calls stand
in two files. What the products compute is compared with the
program.

    grid_steps.py IHOP [--count N] [--seed S]
"""
import pathlib
import random
import re
import subprocess

import verified

PLACES = ["(ny / 2) * nx + nx / 4", "(ny / 2) * nx + 3 * nx / 4", "(ny - 1) * nx + 1", "(ny - 2) * nx + 1", "nx + 1", "3", "ny * nx - 1",
          "(ny - 1) * nx + nx - 2", "(ny - 2) * nx + nx / 2", "2 * nx - 1"]
EDGES = ["for (int y = 0; y < ny; y++) p[y * nx] = p[y * nx + 1];", "for (int y = 0; y < ny; y++) p[y * nx + nx - 1] = p[y * nx + nx - 2];",
         "for (int x = 0; x < nx; x++) p[x] = p[nx + x];", "for (int x = 0; x < nx; x++) p[(ny - 1) * nx + x] = p[(ny - 2) * nx + x];",
         "for (int x = 0; x < nx; x++) p[(ny - 1) * nx + x] = 0.25 * x;"]


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.has_struct = self.chance(0.7)
        self.p, self.q, self.nx, self.ny = ("f->p", "f->q", "f->nx", "f->ny") if self.has_struct else ("p", "q", "nx", "ny")

    def pick(self, *words):
        return self.random.choice(words)

    def chance(self, share):
        return self.random.random() < share

    def by_hand(self):
        name, other = self.random.sample([self.p, self.q], 2)
        place, second = self.random.sample(PLACES, 2)
        row = f"for (int x = 1; x < nx; x++) {name}[({self.pick('ny - 2', 'ny - 2', 'ny - 1', '1')}) * nx + x] = next_of ({name}[x]);"
        return self.pick(row, row, f"{name}[{place}] += 0.5;", f"{name}[{place}] = {other}[{second}];", f"{name}[{place}] = next_of ({name}[{second}]);",
                         f"sum += {name}[{place}];")

    def exchange(self):
        return f"{{ double *kept = {self.p}; {self.p} = {self.q}; {self.q} = kept; }}"

    def inner(self):
        beside = self.random.sample(["c + 1", "c - 1", "c + nx", "c - nx", "c"], self.pick(2, 3, 5))
        terms = " + ".join(f"{self.p}[{where}]" for where in beside)
        return [f"for (int y = 1; y < {self.pick('ny', self.ny)} - 1; y++)", "  for (int x = 1; x < nx - 1; x++) {", "    int c = y * nx + x;",
                f"    {self.q}[c] = {self.pick(self.p, self.q)}[c] + 0.125 * ({terms});", "  }"]

    def first_row(self):
        """It is there in grids of one row, too."""
        to, other = self.random.sample([self.p, self.q], 2)
        return [f"for (int x = 0; x < nx; x++) {to}[x] = 0.5 * {to}[x] + {other}[x];"]

    def step(self, has_exchange):
        lines = [f"int nx = {self.nx}, ny = {self.ny};"] if self.has_struct else []
        parts = [self.inner()] + [[self.by_hand()] for _ in range(self.pick(0, 0, 1, 2))]
        if self.chance(0.6):
            parts.insert(self.random.randrange(1, len(parts) + 1), [f"edges ({self.q}, nx, ny);"])
        if self.chance(0.4):
            parts.insert(self.pick(0, len(parts)), self.first_row())
        if self.chance(0.2):
            parts.insert(0, [self.by_hand()])
        return lines + [line for part in parts for line in part] + ([self.exchange()] if has_exchange else [])

    def text(self):
        takes, gives = ("field *f", "f") if self.has_struct else ("double *p, double *q, int nx, int ny", "p, q, nx, ny")
        where = self.pick("step", "loop", "loop" if self.has_struct else "none") if self.has_struct else self.pick("loop", "none")
        is_apart = where != "loop" or self.has_struct and self.chance(0.6)
        step = self.step(where == "step" and self.has_struct)
        loop = [f"step ({gives});"] if is_apart else ["{"] + step + ["}"]
        loop += [self.exchange()] if where == "loop" else []
        own = [f"static void step ({takes})", "{"] + ["  " + line for line in step] + ["}"] if is_apart else []
        edges = self.random.sample(EDGES, self.pick(1, 2, 3))
        lines = ["#include <stdio.h>", "typedef struct { int nx, ny; double rate; double *p, *q; } field;", "static double memory[2000], sum;",
                 "static int calls;", "static double next_of (double x) { if (++calls < 0) puts (\"many\"); return 0.5 * x + 1; }",
                 "static void edges (double *p, int nx, int ny)", "{"] + ["  " + line for line in edges] + ["}"] + own
        lines += [f"{self.pick('static ', '')}void advance ({takes}, int steps)", "{", f"  for (int t = 0; t < {self.pick('steps', 'steps', '3')}; t++) {{"]
        lines += ["    " + line for line in loop] + ["  }"]
        over_time = len(lines)
        lines += ["}"]
        far = self.pick("300", "300", "nx * ny", "nx * ny - 1", "-nx", "-nx", "7")
        call = "advance (&f, steps);" if self.has_struct else "advance (memory + 500, memory + 500 + far, nx, ny, steps);"
        lines += ["int main (void)", "{", "  for (int ny = 1; ny < 7; ny += 1 + (ny > 3))", "    for (int steps = 0; steps < 4; steps++) {",
                  f"      int nx = {self.pick('4', '5', '9')} + steps, far = {far};",
                  "      for (int i = 0; i < 2000; i++) memory[i] = i % 17 * 0.5;", "      sum = 0;"]
        if self.has_struct:
            lines.append("      field f = { nx, ny, 0.5, memory + 500, memory + 500 + far };")
        lines += ["      " + call, "      for (int i = 0; i < 2000; i++) printf (\"%a%c\", memory[i], i % 20 == 19 ? '\\n' : ' ');",
                  "      printf (\"%a\\n\", sum);", "    }", "}"]
        if self.chance(0.3): # the time loop stands in another one
            head = over_time - len(loop) - 2
            between = self.pick([], [f"  {self.p}[0] += r;"], ["  sum += r;"])
            lines[head:over_time] = ["  for (int r = 0; r < 2; r++) {"] + between + lines[head:over_time] + ["  }"]
        return "\n".join(lines) + "\n"


def in_two_files(text):
    """The functions that the time loop calls in a file of their own: text of each file by its name."""
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if re.match(r"(static )?void advance ", line))
    record, memory = lines[1], "static double memory[2000];"
    own = [line.removeprefix("static ") if line.startswith(("static void", "static double next_of")) else line for line in lines[3:at]]
    heads = [re.sub(r" *\{.*", "", line) + ";" for line in own if re.match(r"(void|double) \w+ \(", line)]
    return {"field.h": "\n".join([record, "extern double sum;"] + heads) + "\n",
            "steps.c": "\n".join(["#include <stdio.h>", '#include "field.h"', "double sum;"] + own) + "\n",
            "main.c": "\n".join(["#include <stdio.h>", '#include "field.h"', memory] + lines[at:]) + "\n"}


def run(ihop, seed, folder):
    text = Program(seed).text()
    files = in_two_files(text) if seed % 4 == 0 and "void step (" in text else {"random.c": text}
    place = pathlib.Path(folder, f"random_{seed}")
    place.mkdir()
    for name, content in files.items():
        (place / name).write_text(content)
    sources = [str(place / name) for name in files if name.endswith(".c")]
    done = subprocess.run([ihop, "verify", "--auto", "--keep-slower", "--no-proof", "--no-cuda", *sources], capture_output=True, text=True, timeout=300,
                          check=False)
    if done.returncode not in (0, 1):
        print(f"seed {seed}: exit code {done.returncode}\n{''.join(files.values())}\n{done.stdout}{done.stderr}")
    plan = subprocess.run([ihop, "--auto", "--keep-slower", "--dry-run", "-o", str(place / "out"), *sources], capture_output=True, text=True, timeout=300,
                          check=False)
    return done.returncode in (0, 1), "\n  swap " in plan.stdout or "\n  call " in plan.stdout


verified.main(__doc__, run, "whose buffers stay on the device", 8)
