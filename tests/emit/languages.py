#!/usr/bin/python3
"""Every row of the table where C and C++ differ (src/gpugen/emit/languages.c, doc/languages.md) has a program here: its
products mean what it means, and what stays of it stays C where C++ would read it otherwise.

    languages.py IHOP SOURCE_ROOT"""
import pathlib
import re
import subprocess
import sys
import tempfile

IHOP, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
HEAD = "#include <math.h>\n#include <stdio.h>\n#include <string.h>\nstatic double z[2000];\nstatic float w[2000];\n"

# Row: what stands in front, the loop's statement, what main prints besides.
ROWS = {
    "the size of a character, a comparison or a choice":
        ("", "z[i] = i + sizeof 'a' + 10 * sizeof (i < 3) + 100 * sizeof (!i) + sizeof (0, w) + sizeof (i ? w : w + 1);",
         'printf ("%zu %zu\\n", sizeof (0, w), sizeof (1 && z[1]));'),
    "typeof and _Generic":
        ("", "__typeof__ (i < 3) t = i; z[i] = t + _Generic (i, int: 1, default: 2) + _Generic (&w, float **: 3, default: 4);",
         '__typeof__ (1 < 2) t = 7; printf ("%d\\n", t);'),
    "arithmetic with an enumeration":
        ("enum colour { RED, GREEN };", "enum colour e = i % 2 ? GREEN : RED; z[i] = (e - 1 < 0) + e * -3.0 + (e - 2) / 2; e += 3; z[i] += e; e <<= i & 3; z[i] -= e;",
         'enum colour e = z[0] > 5 ? GREEN : RED; printf ("%d\\n", e - 1 < 0);'),
    "arithmetic with a bit-field of more bits than an int":
        ("struct { unsigned long long b : 33; } few = { -1 };", "z[i] = i * 6;",
         'few.b = -1; printf ("%d %zu\\n", few.b * 4 < few.b, (size_t) (few.b << 3));'),
    "isinf and signbit":
        ("", "z[i] = i * 2;", 'printf ("%d\\n", isinf (-INFINITY * (z[1] + 1)));'),
    "functions of which GNU has another version":
        ("", "z[i] = i * 3;", 'char text[80] = ""; printf ("%d\\n", (int) (long) strerror_r (1, text, sizeof text) == 0);'),
    "a compound literal whose address is kept":
        ("struct pair { int a, b; };", "z[i] = i * 4;",
         'struct pair *p = &(struct pair) { 3, 4 }; int *q = (int[]) { 5, 6 }; printf ("%d\\n", p->b + q[1]);'),
    "a struct without members":
        ("struct nothing { }; struct some { int a; struct nothing n; int b; };", "z[i] = i * 5;",
         'struct nothing n[3]; (void) n; printf ("%zu %zu\\n", sizeof n, sizeof (struct nothing));'),
    "a range of cases":
        ("static int few (int i) { switch (i) { case 2 ... 4: return 7; default: return i; } }",
         "z[i] = few (i % 9); switch (i % 5) { case 1 ... 3: z[i] += 20; }", 'printf ("%d\\n", few (3));'),
    "a call that C++ takes another function for":
        ("", "z[i] = sqrt (w[i] + 2.0f);", 'float x = 2; printf ("%.17g\\n", sqrt (x));'),
    "a type's name that hides another one":
        ("static int hidden = 3;", "z[i] = i + sizeof hidden;",
         'struct hidden { char c[9]; }; struct hidden h; (void) h; printf ("%zu %d\\n", sizeof (hidden), hidden);'),
    "text that depends on the language it is read as":
        ("#ifdef __cplusplus\n#define SIZE 10\n#else\n#define SIZE 20\n#endif", "z[i] = i + SIZE;",
         'printf ("%d\\n", SIZE);'),
    "a constant that other files may name":
        ("const int size = 5;", "z[i] = i + size;", None),
    "sizes and values of declarations":
        ("static char line[3 * sizeof 'a']; enum { WIDE = sizeof (1 < 2) };", "z[i] = i + sizeof line + WIDE;",
         'printf ("%zu %d\\n", sizeof line, WIDE);'),
}


def program(front, statement, rest):
    return (f"{HEAD}{front}\nstatic void f (int n)\n{{\n  for (int i = 0; i < n; i++)\n    {{ {statement} }}\n}}\n\n"
            f"int main (void)\n{{\n  for (int i = 0; i < 2000; i++)\n    w[i] = i * 0.1f;\n  f (2000);\n  {rest}\n"
            '  double s = 0;\n  for (int i = 0; i < 2000; i++)\n    s += z[i] * (i % 7);\n  printf ("%.9g\\n", s);\n'
            "  return 0;\n}\n")


def one_file(front, statement):
    """The same without a main, which another file has."""
    return (f"{HEAD}{front}\nvoid f (int n)\n{{\n  for (int i = 0; i < n; i++)\n    {{ {statement} }}\n}}\n"
            "double g (int i)\n{\n  return z[i] + w[i];\n}\n")


OTHER = ("#include <stdio.h>\nextern const int size;\nvoid f (int);\ndouble g (int);\nint main (void)\n{\n  f (2000);\n"
         '  printf ("%g %d\\n", g (7), size);\n  return 0;\n}\n')


def run(folder, source, name):
    files = [source] + ([folder / "other.c"] if (folder / "other.c").exists() else [])
    subprocess.run(["gcc", "-w", "-O1", "-fopenmp", *files, "-o", folder / name, "-lm"], check=True)
    return subprocess.run([folder / name], check=True, capture_output=True, text=True).stdout


def check(row, folder):
    source, out = folder / "row.c", folder / "out"
    front, statement, rest = ROWS[row]
    source.write_text(program(front, statement, rest) if rest else one_file(front, statement))
    if rest is None:
        (folder / "other.c").write_text(OTHER)
    done = subprocess.run([IHOP, "-q", "--auto", "--keep-slower", "--emit", "cu,cpu,emu", source, "-o", out], capture_output=True, text=True)
    expected, faults = run(folder, source, "c"), []
    for product in ("row_cpu", "row_emu"):
        if not (out / f"{product}.c").exists():
            faults.append(f"{row}: no {product}.c\n{done.stderr}")
        elif run(folder, out / f"{product}.c", product) != expected:
            faults.append(f"{row}: {product}.c prints something else")
    if (out / "row.cu").exists():
        faults.append(f"{row}: all of it is in one C++ file")
    if done.returncode > 1:
        faults.append(f"{row}: exit code {done.returncode}\n{done.stderr}")
    refused = row == "sizes and values of declarations"
    if (out / "row_kernels.cu").exists() == refused:
        faults.append(f"{row}: kernels {'are' if refused else 'are not'} written\n{done.stderr}")
    return faults


table = (ROOT / "src/gpugen/emit/languages.c").read_text()
rows = re.findall(r'^  \{ "([^"]*)", \w+ \},$', table, re.M) + re.findall(r'^    return "(.*)";$', table, re.M)
page = (ROOT / "doc/languages.md").read_text()
wrong = [f"no program for: {row}" for row in rows if row not in ROWS]
wrong += [f"no line in doc/languages.md for: {row}" for row in rows if f"| {row} |" not in page]
for row in ROWS:
    with tempfile.TemporaryDirectory() as name:
        wrong += check(row, pathlib.Path(name))
print("\n".join(wrong) or f"{len(ROWS)} rows")
sys.exit(1 if wrong else 0)
