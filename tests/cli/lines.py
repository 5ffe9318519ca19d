#!/usr/bin/python3
"""What is said of a program names lines of the file that its owner has, also where ihop has read a text of its own again: structs
taken apart, types moved out of functions, steps taken, calls inlined.

    lines.py IHOP

Each loop has a name in a comment of its line, so that every number in a plan can be held against the file."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ihop = os.path.abspath(sys.argv[1])
folder = pathlib.Path(tempfile.mkdtemp(prefix="ihop-lines-"))
failed = 0

PROGRAMS = {
    # Members become variables of their own, in front of the loops.
    "structs": """#include <stdlib.h>

typedef struct
{
    int nx, ny;
    double *now, *next; /* two of them */
} Grid;

void step(Grid *g, double c)
{
    /* the inner part */
    for (int y = 1; y < g->ny - 1; y++) // LOOP step/y
        for (int x = 1; x < g->nx - 1; x++) { // LOOP step/y/x
            int i = y * g->nx + x;
            g->next[i] = g->now[i]
                         + c * (g->now[i - 1] + g->now[i + 1]);
        }

    double *t = g->now;
    g->now = g->next;
    g->next = t;
}

void halve(Grid *g)
{
    for (int i = 0; i < g->nx * g->ny; i++) // LOOP halve/i
        g->now[i] *= 0.5;
}
""",
    # A type that kernels need is moved in front of the function: all lines behind it are others then.
    "local_types": """void f(int n, double *restrict a, double *restrict b)
{
    typedef struct { double x; double y; } Pair;

    for (int i = 0; i < n; i++) { // LOOP f/i
        Pair p = { a[i], b[i] };
        b[i] = p.x + p.y;
    }
    for (int k = 0; k < n; k++) // LOOP f/k
        a[k] = 2 * b[k];
}
""",
    # A time loop that becomes a function of its own, with the body of what it calls; nobody calls that any more.
    "time_loop": """#include <stdio.h>
#include <stdlib.h>

typedef struct { int n; double *now, *next; } Field;

static void step(Field *f)
{
    int n = f->n;

    for (int i = 1; i < n - 1; i++) // LOOP main_steps/i
        f->next[i] = 0.5 * (f->now[i - 1] + f->now[i + 1]);
    double *t = f->now;
    f->now = f->next;
    f->next = t;
}

int main(int argc, char **argv)
{
    Field f = { 50000, malloc(50000 * 8), malloc(50000 * 8) };
    double sum = 0;

    if (!f.now || !f.next)
        return 1;
    for (int i = 0; i < f.n; i++) // LOOP main/i
        f.now[i] = f.next[i] = i % 3;

    for (int t = 0; t < 100 * argc; t++) { // LOOP main_steps/t
        step(&f);
        f.now[0] += 1; // LOOP main_steps/one
    }
    for (int i = 0; i < f.n; i++) // LOOP main/i#2
        sum += f.now[i];
    printf("%g\\n", sum);
}
""",
    # A step that is found: the loop is taken apart, and its parts are another text.
    "steps": """void g(int n, double a[n][n], double b[n][n], double c[n][n])
{
    for (int i = 0; i < n; i++) // LOOP g/i
        for (int j = 1; j < n; j++) { // LOOP g/i/j
            a[j][i] = a[j - 1][i] + b[j][i];
            c[i][j] = 2 * b[i][j];
        }
    for (int k = 0; k < n; k++) // LOOP g/k
        c[k][0] = 1;
}
""",
}


def check(good, what, why=""):
    global failed
    failed += not good
    print(f"{'ok' if good else 'not ok'} - {what}", *(["#", why] if not good else []), flush=True)


def of_plan(value, key="line"):
    """Every number under this name, and those of sentences ("the kernel at line 9")."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name == key and isinstance(inner, int):
                yield inner
            else:
                yield from of_plan(inner, key)
    elif isinstance(value, list):
        for inner in value:
            yield from of_plan(inner, key)


def look_at(name, text):
    (folder / f"{name}.c").write_text(text)
    own = {number: re.search(r"// LOOP (\S+)", line).group(1)
           for number, line in enumerate(text.split("\n"), 1) if "// LOOP" in line}
    done = subprocess.run([ihop, "--auto", "--keep-slower", f"{name}.c", "-o", "out"], cwd=folder, capture_output=True, text=True,
                          check=False, timeout=300)
    plan = json.loads((folder / "out" / f"{name}.json").read_text())
    kernels = plan["kernels"]
    check(done.returncode == 0 and kernels, f"{name}: there are kernels", done.stdout + done.stderr)
    for kernel in kernels:
        function = own.get(kernel["line"], "?").split("/")[0]
        check(function == kernel["function"], f"{name}: the kernel {kernel['name']} stands for a loop of its function",
              f"line {kernel['line']}")
    for loop in plan["left_out"]:
        check(own.get(loop["line"]) == loop["loop"], f"{name}: {loop['loop']}, which stays on the host, stands where it is said to",
              f"line {loop['line']}")
    told = [int(number) for number in re.findall(r"kernel at line (\d+)", json.dumps(plan))]
    check(told and all(number in own for number in told), f"{name}: sentences about kernels name lines of loops", str(told))
    most = text.count("\n")
    check(all(1 <= line <= most for line in of_plan(plan)), f"{name}: no line that the file does not have", str(list(of_plan(plan))))
    cuda = "".join(path.read_text() for path in (folder / "out").glob(f"{name}*.cu"))
    heads = [int(number) for number in re.findall(r"/\* Lines? (\d+)", cuda)]
    check(heads and all(number in own for number in heads), f"{name}: comments above kernels name lines of loops", str(heads))


for each, program in PROGRAMS.items():
    look_at(each, program)
sys.exit(failed > 0)
