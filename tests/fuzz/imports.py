#!/usr/bin/python3
"""Time loops over functions of other files, and loops over functions of one element, which are brought in where they mean the same in the
file that calls them. Each trait that may stand in the way of that is tried alone: is it brought in, or does it stay, as the trait says?
Then random programs with several traits are verified: what they print by the fallback and the emulated program is compared with what
they print.

    imports.py IHOP [--count N] [--seed S]
"""
import pathlib
import random
import re
import subprocess

import verified

# "third" is the text of a third file, whose function is called, too: what all files print is asked then, as of random programs.
# Name: (whether it may be brought in; None: it does not matter, then what is special of both files.) Of main.c: "first" stands before the
# prototype, "before" before main, "call" in the time loop, "end" behind it. Of step.c: "pre" before the function, "local" at its
# begin, "value" is added to an element, "after" at its end.
TRAITS = {
    "nothing": (True, {}),
    "macro of another value": (True, {"first": "#define N 3", "end": "s += N;", "pre": "#define N 5", "value": "N"}),
    "macro that changes": (True, {"pre": "#define K 2\n#define W(x) ((x) * K)\n#undef K\n#define K 3", "value": "W (a[i]) * 0.01"}),
    "macro of a macro": (True, {"pre": "#define M 2\n#define V(x) ((x) * M)", "value": "V (a[i]) * 0.01"}),
    "count of calls": (False, {"local": "static int calls; calls++;", "value": "calls"}),
    "state": (False, {"pre": "static int kept;", "local": "kept++;", "value": "kept"}),
    "helper of one name": (True, {"before": "static double help (double x) { return x * 2; }", "end": "s += help (1);",
                                  "pre": "static double help (double x) { return x * 3; }", "value": "help (a[i]) * 0.01"}),
    "record of another layout": (False, {"first": "struct p { int x; double y; };", "end": "struct p q = { 1, 2 }; s += q.y;",
                                         "pre": "struct p { double y; int x; };", "local": "struct p q = { 2, 1 };", "value": "q.y"}),
    "type of another size": (False, {"first": "typedef double real;", "end": "real r = 1e-9; s += r;", "pre": "typedef float real;",
                                     "value": "(real) a[i] * 0.01"}),
    "name of the file": (False, {"pre": "#include <stdio.h>", "local": "static const char *file = __FILE__; if (n < 0) puts (file);"}),
    "number of the line": (None, {"local": "int line = __LINE__;", "value": "line"}),
    "enumerators": (None, {"pre": "enum { E = 4 };", "value": "E"}),
    "enumerator of another value": (False, {"first": "enum { F = 2 };", "end": "s += F;", "pre": "enum { F = 4 };", "value": "F"}),
    "table of all files": (True, {"pre": "double table[4] = { 1, 2, 3, 4 };", "local": "table[1] += 1;", "value": "table[i % 4]"}),
    "table of its own": (True, {"pre": "#define L 3\nstatic const double w[L] = { 1, 2, 3 };", "value": "w[i % L]"}),
    "table of another content": (False, {"before": "static const double u[3] = { 1, 2, 3 };", "end": "s += u[1];",
                                         "pre": "static const double u[3] = { 4, 5, 6 };", "value": "u[i % 3]"}),
    "same table": (True, {"before": "static const double v[3] = { 1, 2, 3 };", "end": "s += v[1];",
                          "pre": "static const double v[3] = { 1, 2, 3 };", "value": "v[i % 3]"}),
    "pointer to it": (True, {"before": "void (*by_pointer) (double *, double *, int) = step;", "end": "by_pointer (a, b, n);"}),
    "recursion": (False, {"pre": "static int f (int n) { return n < 2 ? 1 : n * f (n - 1); }", "local": "int k = f (4);", "value": "k"}),
    "loose arithmetic": (False, {"pre": "#pragma GCC optimize (\"no-fast-math\")"}),
    "name that is taken": (True, {"before": "static int step_here = 4;", "end": "s += step_here;"}),
    "name that is taken in between": (None, {"call": "int step_here = t; STEP; a[0] += step_here;"}),
    "call in a macro": (False, {"before": "#define DO(x) step (x, b, n)", "call": "DO (a);"}),
    "static of the caller": (True, {"before": "static int runs;\nstatic int next (void) { static int n; return ++n; }",
                                    "call": "runs += next (); STEP;", "end": "s += runs;"}),
    "variable of that name": (True, {"before": "static double scale = 3;", "end": "s *= scale;",
                                      "pre": "static double scale (double x) { return x / 2; }", "value": "scale (a[i]) * 0.01"}),
    "header": (True, {"pre": "#include <math.h>\n#include <string.h>", "local": "memset (b, 0, n * sizeof *b);",
                      "value": "sqrt (fabs (a[i])) * 0.01"}),
    "function that is a macro": (False, {"first": "#define exp2(x) (x)", "end": "s += exp2 (2);", "pre": "#include <math.h>",
                                         "value": "exp2 (fabs (a[i]) * 0.001)"}),
    "header that changes the caller": (False, {"end": "#ifdef M_PI\n  s += 1;\n#endif", "pre": "#include <math.h>",
                                               "value": "sqrt (fabs (a[i])) * 0.01"}),
    "end of the program": (True, {"pre": "#include <stdio.h>\n#include <stdlib.h>",
                                  "local": "if (n < 3) { fprintf (stderr, \"small\\n\"); exit (3); }"}),
    "macro of a header": (True, {"first": "#define true 0", "pre": "#include <stdbool.h>", "local": "bool yes = true;", "value": "yes"}),
    "another int": (None, {"first": "#define long int", "local": "long big = 5000000000; big /= 1000000000;", "value": "big"}),
    "constant": (True, {"pre": "static const int C = 7;", "value": "C"}),
    "constant of all files": (True, {"pre": "const int D = 7;", "value": "D"}),
    "other pointer": (None, {"local": "double *same = a; a = same;"}),
    "function that both call": (True, {"first": "void wall (double *a, int n);", "call": "STEP; wall (a, n);", "local": "wall (a, n);",
                                       "pre": "void wall (double *a, int n) { for (int i = 0; i < n; i += 7) a[i] *= 0.5; }"}),
    "function whose name another file has": (True, {"first": "void other (double *a, int n);", "call": "STEP; other (a, n);",
                                                    "pre": "static double cbrt (double x) { return x + 1; }", "value": "cbrt (a[i]) * 0.01",
                                                    "third": "#include <math.h>\nvoid other (double *a, int n) { for (int i = 0; i < n; i++) a[i] = cbrt (a[i]); }"}),
    "state of one name": (False, {"before": "static double own = 3;", "first": "void set (double x);", "end": "s += own;",
                                  "call": "if (t == 4) set (5); STEP;", "pre": "static double own = 2;\nvoid set (double x) { own = x; }",
                                  "value": "own"}),
    "variable that both name": (True, {"first": "extern double level[4];\nextern int mode;", "call": "level[t % 4] += 0.5; mode ^= 1; STEP;",
                                       "pre": "double level[4] = { 1, 2, 3 };\nint mode;", "value": "(mode ? level[i % 4] : 1)"}),
    "variable that may change": (None, {"pre": "volatile int tick;", "local": "tick++;"}),
}
MAIN = """#include <stdio.h>
#include <stdlib.h>
{first}
{prototype}
{before}
{sweep}
int main (void)
{{
  int n = {n};
  double *a = malloc (n * sizeof *a), *b = malloc (n * sizeof *b);
  if (!a || !b)
    return 1;
  for (int i = 0; i < n; i++)
    {{
      a[i] = i % 7 * 0.5;
      b[i] = 0;
    }}
  for (int t = 0; t < 10; t++)
    {{
      {call}
    }}
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * (i % 5);
  {end}
  printf ("%.10g\\n", s);
  free (a);
  free (b);
  return 0;
}}
"""
STEP = """{pre}
void step (double *a, double *b, int n)
{{
  {local}
  for (int i = 1; i < n - 1; i++)
    b[i] = 0.3 * (a[i - 1] + a[i] + a[i + 1]){value};
  for (int i = 1; i < n - 1; i++)
    a[i] = b[i];
  {after}
}}
"""
PROTOTYPE = "void step (double *a, double *b, int n);"
# The function is that of one element, and the loop is the caller's.
OF_ELEMENTS = "double step (double *a, double *b, int i, int n);"
SWEEP = """static void sweep (double *a, double *b, int n)
{
  for (int i = 0; i < n; i++)
    b[i] = step (a, b, i, n);
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}
"""
ELEMENT = """{pre}
double step (double *a, double *b, int i, int n)
{{
  {local}
  return 0.5 * a[i]{value};
}}
"""
# Traits that say what the function takes.
SHAPED = ("pointer to it", "call in a macro")


def write(folder, traits, n, of_elements=False):
    parts = {key: "" for key in ("first", "before", "end", "pre", "local", "value", "after")} | {"call": "STEP;", "n": n}
    for trait in traits:
        for key, text in trait[1].items():
            if key == "value":
                parts[key] += f" + {text}"
            elif key == "call":
                parts[key] = text
            elif key == "third":
                continue
            else:
                parts[key] += text + "\n"
    parts["call"] = parts["call"].replace("STEP", "sweep (a, b, n)" if of_elements else "step (a, b, n)")
    parts["prototype"] = OF_ELEMENTS if of_elements else PROTOTYPE
    parts["sweep"] = SWEEP if of_elements else ""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "main.c").write_text(MAIN.format(**parts))
    (folder / "step.c").write_text((ELEMENT if of_elements else STEP).format(**parts))
    (folder / "other.c").write_text("".join(trait[1].get("third", "") for trait in traits) + "\nextern int nothing_else;\n")


def ihop(program, folder, *words):
    return subprocess.run([program, *words, "--auto", "--keep-slower", "--search", "off", "main.c", "step.c", "other.c", "--", "-lm"], cwd=folder,
                          capture_output=True, text=True, timeout=300, check=False)


def is_brought_in(program, folder):
    ran = ihop(program, folder, "-v", "--dry-run", "-o", "out")
    if ran.returncode:
        raise SystemExit(f"not ok: it cannot be planned:\n{ran.stdout}{ran.stderr}")
    return re.search(r"^  from +step.c: step\b", ran.stdout, re.M) is not None


def is_right(program, folder, what):
    ran = ihop(program, folder, "verify", "--no-cuda")
    if ran.returncode:
        print(f"not ok: {what}:\n{ran.stdout}{ran.stderr}")
    return ran.returncode == 0


def try_alone(program, folder):
    """Each trait; how many are wrong."""
    wrong = 0
    for name, trait in TRAITS.items():
        place = pathlib.Path(folder, re.sub(r"\W", "_", name))
        write(place, [trait], 1000)
        found = is_brought_in(program, place)
        if trait[0] is not None and found != trait[0]:
            print(f"not ok: {name}: it is {'' if found else 'not '}brought in")
            wrong += 1
        if "third" in trait[1]:
            wrong += not is_right(program, place, name)
    return wrong


def try_together(program, seed, folder):
    pick = random.Random(seed)
    calls = [name for name, trait in TRAITS.items() if "call" in trait[1] and "third" not in trait[1]]
    others = [name for name, trait in TRAITS.items() if name not in calls and "third" not in trait[1]]
    moves = [name for name in others if TRAITS[name][0]]
    names = pick.sample(moves, pick.choice((2, 3, 4))) + pick.sample(calls, pick.choice((0, 0, 1)))
    names += pick.sample([name for name in others if name not in moves], pick.choice((0, 0, 0, 1)))
    traits = [TRAITS[name] for name in names]
    of_elements = pick.random() < 0.5 and not set(SHAPED) & set(names)
    place = pathlib.Path(folder, f"random{seed}")
    write(place, traits, pick.choice((3, 4, 33, 1000)), of_elements)
    found = is_brought_in(program, place)
    stays = any(trait[0] is False for trait in traits)
    if found and stays:
        print(f"not ok: {seed}, {names}: it is brought in")
    return is_right(program, place, f"{seed}, {names}") and not (found and stays), found


verified.main(__doc__, try_together, "in which a function was brought in", 4, first=try_alone)
