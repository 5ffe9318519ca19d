#!/usr/bin/python3
"""How time grows with a program's length. A benchmark, not a test: nothing here fails on a time.

    lengths.py IHOP [KIND…]

Each kind of program once, twice, up to sixteen times as long, analysed and generated (all of it, without the
search, and with it): seconds of the processor, and by how much the last doubling made them grow. 2 is in proportion to the length.
What grows faster does so within one function; see the rows that say so."""
import os
import pathlib
import subprocess
import sys
import tempfile

ARRAYS = "double a[1000], b[1000], c[1000], d[1000], q[10], e[500][500], f[500][500], g[500][500];\n"
LOOPS = """\
  for (int i = 0; i < n; i++)
    a[i] = b[i] + c[i] * d[i];
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1] + b[i];
  s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * b[i];
  q[0] = s;
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      g[i][j] = (e[i - 1][j] + e[i + 1][j] + e[i][j - 1] + e[i][j + 1]) / 4;
  for (int i = 0; i < n; i++)
    if (b[i] > 0)
      c[i] = b[i] / d[i];
    else
      c[i] = -b[i];
"""


def main_of(calls):
    return "int main (void)\n{\n" + calls + "  return 0;\n}\n"


def functions(n):
    return (ARRAYS + "".join(f"void w{k} (int n, int m)\n{{\n  double s;\n{LOOPS}}}\n" for k in range(n))
            + main_of("".join(f"  w{k} (900, 400);\n" for k in range(n))))


def one_function(n):
    return ARRAYS + f"void w (int n, int m)\n{{\n  double s;\n{LOOPS * n}}}\n" + main_of("  w (900, 400);\n")


def variables(n):
    return ("".join(f"double a{k}[1000]; int n{k};\n" for k in range(n))
            + "".join(f"void w{k} (void) {{ for (int i = 0; i < n{k}; i++) a{k}[i] += a{(k + 1) % n}[i]; }}\n"
                      for k in range(n)) + main_of("".join(f"  w{k} ();\n" for k in range(n))))


def arrays_in_one(n):
    return ("".join(f"double a{k}[1000];\n" for k in range(n)) + "void w (int n)\n{\n"
            + "".join(f"  for (int i = 0; i < n; i++)\n    a{k}[i] += a{(k + 1) % n}[i];\n" for k in range(n))
            + "}\n" + main_of("  w (900);\n"))


def structs(n):
    return ("".join(f"struct s{k} {{ double *x, *y; int n; double w[100]; }};\nstruct s{k} v{k};\n" for k in range(n))
            + "".join(f"void w{k} (struct s{k} *p) {{ for (int i = 0; i < p->n; i++) p->x[i] += p->y[i]; "
                      f"for (int i = 0; i < 100; i++) v{k}.w[i] *= 2; }}\n" for k in range(n))
            + main_of("".join(f"  w{k} (&v{k});\n" for k in range(n))))


def chain(n):
    return (ARRAYS + "void w0 (double *p, int n) { for (int i = 0; i < n; i++) p[i] *= 2; }\n"
            + "".join(f"void w{k} (double *p, int n) {{ for (int i = 0; i < n; i++) p[i] += {k}; w{k - 1} (p, n); }}\n"
                      for k in range(1, n)) + main_of(f"  w{n - 1} (a, 900);\n"))


def pointers(n):
    return ("#include <stdlib.h>\n" + main_of(
        "  int n = 1000;\n" + "".join(f"  double *p{k} = malloc (n * sizeof *p{k});\n" for k in range(n))
        + "".join(f"  for (int i = 0; i < n; i++)\n    p{k}[i] = p{(k + n - 1) % n}[i] + 1;\n" for k in range(n))
        + "".join(f"  free (p{k});\n" for k in range(n))))


def cases(n):
    return (ARRAYS + "void w (int n, int x)\n{\n  switch (x)\n    {\n" + "".join(
        f"    case {k}:\n      for (int i = 0; i < n; i++)\n        a[i] = b[i] + {k};\n      break;\n"
        for k in range(n)) + "    }\n}\n" + main_of("  w (900, 4);\n"))


def layers(n):
    """Six levels of functions, of which each calls all of the next: ways from main to a loop are n to the sixth."""
    text = ARRAYS + "".join(f"void w0_{k} (int n) {{ for (int i = 0; i < n; i++) a[i] += i; }}\n" for k in range(n))
    for level in range(1, 6):
        calls = " ".join(f"w{level - 1}_{k} (n);" for k in range(n))
        text += "".join(f"void w{level}_{k} (int n) {{ for (int t = 0; t < n; t++) {{ {calls} }} }}\n" for k in range(n))
    return text + main_of("".join(f"  w5_{k} (10);\n" for k in range(n)))


def tiles(n):
    """Tiled loops as tools write them: divisions rounded down by hand, the smaller of two bounds by ?:."""
    last = [f"((({size} + -1) * 16 < 0 ? -((-({size} + -1) + 16 - 1) / 16) : ({size} + -1) / 16))" for size in "nmkl"]
    text = ""
    for number in range(n):
        size, other = "nmkl"[number % 4], "nmkl"[(number + 1) % 4]
        text += (f"  for (c1 = 0; c1 <= {last[number % 4]}; c1++)\n"
                 f"    if (c1 >= {last[(number + 2) % 4]} && c1 <= ({last[0]} < {last[1]} ? {last[0]} : {last[1]}))\n"
                 f"      for (c2 = 16 * c1; c2 <= (16 * c1 + 15 < {size} + -1 ? 16 * c1 + 15 : {size} + -1); c2++)\n"
                 f"        for (c3 = 0; c3 < {other}; c3++)\n          g[c2][c3] = e[c2][c3] * {number} + f[c2][c3];\n")
    return (ARRAYS + f"void w (int n, int m, int k, int l)\n{{\n  int c1, c2, c3;\n{text}}}\n"
            + main_of("  w (500, 500, 500, 500);\n"))


KINDS = {"functions": (functions, 4), "loops of one function": (one_function, 4), "globals": (variables, 60),
         "arrays of one function": (arrays_in_one, 20), "structs": (structs, 20), "calls": (chain, 20),
         "pointers of one function": (pointers, 10), "cases of one switch": (cases, 10), "layers of calls": (layers, 1), "tiles": (tiles, 2)}


def seconds(command):
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    return usage.ru_utime + usage.ru_stime


def measure(ihop, kind, folder):
    make, base = KINDS[kind]
    for what, options in (("analyzed", ["analyze"]), ("generated", ["-q", "--auto", "--search=off", "-o", folder]),
                          ("searched", ["-q", "--auto", "-o", folder])):
        times = []
        for times_as_long in (1, 2, 4, 8, 16):
            source = pathlib.Path(folder) / "long.c"
            source.write_text(make(base * times_as_long))
            times.append(seconds([ihop, *options, str(source)]))
        print(f"{kind + ', ' + what:40} {' '.join(f'{one:7.2f}' for one in times)} s, last × {times[-1] / times[-2]:.1f}",
              flush=True)


def main():
    ihop = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        for kind in sys.argv[2:] or KINDS:
            measure(ihop, kind, folder)


main()
