#!/usr/bin/python3
"""Random programs with matrices whose rows are allocated one by one ("double **u").

    matrices.py IHOP [--count N] [--seed FIRST]

Where all that happens to such a matrix is understood, its rows are kept in one block (project/prepare/row_tables.h). The programs declare,
allocate, check, hand over, exchange and free them in the ways that people do, and some do what only pointers to rows can: rows
change places or are shared, lengths differ or change, a row moves, grows, is freed early, or is there for some only. Some have all of it but main in another file. Each program
has to be equal in all products (ihop verify), and where none of that happens its rows have to be in a block.
"""
import random
import re

import verified

HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>

"""
# Texts say TYPE for that of an element. What makes a matrix, and how it is called for one of ROWS rows of COLS elements.
MAKERS = {
    "plain": ("""static TYPE **make (int rows, int cols)
{
  TYPE **a = malloc (rows * sizeof (TYPE *));
  for (int i = 0; i < rows; i++)
    a[i] = malloc (cols * sizeof (TYPE));
  return a;
}
""", "make (ROWS, COLS)"),
    "checked": ("""TYPE **make (int cols, int rows)
{
  int i, j;
  TYPE **a;
  a = (TYPE **) malloc (sizeof (TYPE *) * rows);
  if (a == NULL)
    {
      fprintf (stderr, "no memory\\n");
      exit (1);
    }
  for (i = 0; i < rows; ++i)
    {
      a[i] = (TYPE *) malloc (sizeof (TYPE) * (cols + 1));
      if (a[i] == NULL)
        exit (1);
      for (j = 0; j < cols; j++)
        a[i][j] = 1;
    }
  return a;
}
""", "make (COLS, ROWS)"),
    "zero": ("""static TYPE **make (size_t rows, size_t cols)
{
  TYPE **a = malloc (rows * sizeof *a);
  size_t i;
  if (!a)
    return NULL;
  for (i = 0; i < rows; i++)
    a[i] = calloc (cols, sizeof *a[i]);
  return a;
}
""", "make (ROWS, COLS)"),
    "wrapped": ("""static void *need (size_t bytes)
{
  void *p = malloc (bytes);
  if (p == NULL)
    exit (1);
  return p;
}
static TYPE **make (int rows, int cols)
{
  TYPE **a = need (rows * sizeof *a);
  for (int i = 0; i < rows; i++)
    a[i] = need (cols * sizeof **a);
  return a;
}
""", "make (ROWS, COLS)"),
    "commented": ("""static TYPE **make (int rows, int cols)
{
  int k = 0;
  TYPE **a = malloc (rows * sizeof *a);
  for (int i = 0; i < rows; i++)
    {
      // a row
      a[i] = malloc (cols * sizeof **a); k += i;
    } // all
  printf ("%d\\n", k);
  return a;
}
""", "make (ROWS, COLS)"),
    "narrow": ("""static void *need (int bytes)
{
  void *p = malloc (bytes);
  if (p == NULL)
    exit (1);
  return p;
}
static TYPE **make (int rows, int cols)
{
  TYPE **a = malloc (rows * sizeof *a);
  for (int i = 0; i < rows; i++)
    a[i] = need (cols * sizeof **a);
  return a;
}
""", "make (ROWS, COLS)"),
    "counted": ("""static long made;
static void *count (size_t bytes)
{
  made += bytes;
  return malloc (bytes);
}
static TYPE **make (int rows, int cols)
{
  TYPE **a = count (rows * sizeof *a);
  for (int i = 0; i < rows; i++)
    a[i] = count (cols * sizeof **a);
  printf ("%ld\\n", made);
  return a;
}
""", "make (ROWS, COLS)"),
    "through": ("""static TYPE **inner (int n, int cols)
{
  TYPE **a = malloc (n * sizeof *a);
  int i;
  for (i = 0; i < n; i++)
    if ((a[i] = malloc (cols * sizeof (TYPE))) == NULL)
      return NULL;
  return a;
}
static TYPE **make (int rows, int cols)
{
  TYPE **made = inner (rows, cols + 2);
  return made;
}
""", "make (ROWS, COLS)"),
}
# The same where rows are parts of one allocation.
CUT = {
    "before": ("""static TYPE **make (int rows, int cols)
{
  TYPE **a = (TYPE **) malloc (rows * sizeof (TYPE *));
  a[0] = (TYPE *) malloc (rows * cols * sizeof (TYPE));
  for (int i = 1; i < rows; i++)
    a[i] = a[i - 1] + cols;
  return a;
}
""", "make (ROWS, COLS)"),
    "first": ("""TYPE **make (int cols, int rows)
{
  int i;
  TYPE **a = malloc (sizeof *a * rows);
  if (a == NULL)
    exit (1);
  a[0] = calloc (rows * cols, sizeof (TYPE));
  if (!a[0])
    exit (1);
  for (i = 0; i < rows; i++)
    a[i] = a[0] + i * cols;
  return a;
}
""", "make (COLS, ROWS)"),
    "element": ("""static TYPE **make (int rows, int cols)
{
  TYPE **a = malloc (rows * sizeof *a);
  *a = malloc (sizeof (TYPE) * rows * cols);
  for (int i = 1; i < rows; i++)
    a[i] = &a[0][cols * i];
  return a;
}
""", "make (ROWS, COLS)"),
}
CUT_FREE = """static void give_back (TYPE **a, int rows)
{
  if (rows > 0)
    free (a[0]);
  free (a);
}
"""
FREE = """static void give_back (TYPE **a, int rows)
{
  for (int i = 0; i < rows; i++)
    free (a[i]);
  free (a);
}
"""
COUNTING_FREE = """static void give_back (TYPE **a, int rows)
{
  int freed = 0;
  for (int i = 0; i < rows; i++, freed++)
    free (a[i]);
  // the table
  free (a); printf ("%d\\n", freed);
}
"""
# Its subscript counts, too.
BACKWARD_FREE = """static void give_back (TYPE **a, int rows)
{
  while (rows > 0)
    free (a[--rows]);
  free (a);
}
"""
# Functions over matrices of n rows and m columns: head, body, arguments, of matrices A and B.
WORK = {
    "step": ("TYPE **x, TYPE **y, int n, int m, TYPE r", "  for (int i = 1; i < n - 1; i++)\n    for (int j = 1; j < m - 1; j++)\n"
             "      y[i][j] = x[i][j] + r * (x[i - 1][j] + x[i][j + 1]);\n", "A, B, n, m, 2"),
    "scale": ("int n, int m, TYPE **x", "  for (int i = 0; i < n; i++)\n    {\n      TYPE *row = x[i];\n      for (int j = 0; j < m; j++)\n"
              "        row[j] = row[j] / 2 + i;\n    }\n", "n, m, A"),
    "line": ("TYPE *row, int m", "  for (int j = 0; j < m; j++)\n    row[j] += j % 3;\n", "A[n / 2], m"),
    "both": ("TYPE **x, const int m, TYPE **y, int n", "  int i, j;\n  for (i = 0; i < n; i++)\n    for (j = 0; j < m; j++)\n"
             "      (*(x + i))[j] += *(y[i] + j);\n", "A, m, B, n"),
    "rows": ("TYPE **x, int n, int m", "  for (int i = 1; i < n; i++)\n    memcpy (x[i], x[i - 1], m * sizeof (TYPE));\n", "A, n, m"),
}
# What a block of rows cannot do, in the middle of main: it has to be seen, and the matrix left alone.
TRAPS = ["{ TYPE *row = u[0]; u[0] = u[n - 1]; u[n - 1] = row; }", "v[n / 2] = u[n / 2];", "u[n - 1] = realloc (u[n - 1], (m + 8) * sizeof (TYPE));",
         "memcpy (v, u, n * sizeof *u);", "{ TYPE **from = u + 1; from[0][0] += 3; }", "{ TYPE **w = &u[n / 2]; w[0][m - 1] = 4; }",
         "printf (\"%d\\n\", (int) sizeof (u[0]));", "{ TYPE *old = u[0]; u[0] = calloc (m, sizeof (TYPE)); free (old); }",
         "for (int i = 0; i < n; i++) u[i]++, u[i]--;", "show (memcpy (malloc (n * sizeof *u), u, n * sizeof *u), n, m);",
         "{ static TYPE **kept; kept = u; kept[0][0] += 9; }"]
# What cut rows allow: to go on behind one.
CUT_TRAPS = ["for (int k = 0; k < n * m; k++) u[0][k] += k % 3;", "if (n > 1) u[0][m] = 3;", "{ TYPE *all = u[0]; for (int k = 0; k < n * m; k++) all[k] -= 1; }",
             "for (int i = 0; i < n - 1; i++) for (int j = 0; j < m; j++) u[i][j + 1] = u[i][j];", TRAPS[0], TRAPS[1], TRAPS[4], TRAPS[-2]]
# What is freed by another name, at the end.
LATE = "  if (n > 2)\n    {\n      TYPE *last = v[n - 1];\n      free (last);\n    }\n"
# What it can.
FINE = ["memset (u[n / 2], 0, m * sizeof (TYPE));", "{ TYPE *p = u[n - 1]; p[0] = 5; }", "if (u != NULL) u[0][0] += 1;",
        "printf (\"%g\\n\", (double) *u[n - 1]);", "{ TYPE **other = v; other[0][m - 1] = 7; }", "(*u)[m / 2] += 2;",
        "fwrite (v[0], 0, m, stdout);"]
SHOW = """static void show (TYPE **a, int n, int m)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      sum = sum * 0.5 + a[i][j];
  printf ("%.15g\\n", sum);
}
"""


MAIN = """int main (int argc, char **argv)
{
  int n = 30, m = 17;
  if (argc > 2)
    n = atoi (argv[1]), m = atoi (argv[2]);
DECLARED  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      {
        u[i][j] = (i * 7 + j) % 11;
        v[i][j] = i + j;
      }
CHANGED  LINES
  show (u, n, m);
  show (v, n, m);
FREED  return 0;
}
"""


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.type = self.one("double", "double", "float", "int", "unsigned char", "long")
        self.has_trap = self.random.random() < 0.4
        self.is_cut = self.random.random() < 0.3
        self.is_split = self.random.random() < 0.25

    def one(self, *choices):
        return self.random.choice(choices)

    def declared(self, made):
        """How u and v come to their rows."""
        width = self.one("m", "m", "m + 3")
        make = made.replace("ROWS", "n").replace("COLS", width)
        how = self.random.randrange(3 if self.is_cut else 6)
        if how == 0:
            return f"  TYPE **u = {make}, **v = {make}, other = 1;\n"
        if how == 1:
            return f"  TYPE **u, **v, **s;\n  int k = 0;\n  n += k;\n  u = {make};\n  v = {make};\n"
        if how == 2:
            return f"  TYPE **v = NULL;\n  TYPE **u = (TYPE **) {make};\n  v = {make};\n"
        own = ("  TYPE **u = malloc (n * sizeof *u), **v = malloc (n * sizeof *v);\n" if how == 3 else
               "  int i;\n  TYPE **u, **v;\n  u = malloc (n * sizeof (TYPE *));\n"
               "  if ((v = malloc (n * sizeof (TYPE *))) == NULL)\n    return 1;\n")
        loop = "for (int i = 0; i < n; i++)" if how == 3 else "for (i = 0; i < n; i++)"
        rows = [f"      {x}[i] = {self.one(f'malloc (({width}) * sizeof (TYPE))', f'calloc ({width}, sizeof (TYPE))')};\n" for x in "uv"]
        if how == 5:  # in loops of their own
            return own + "".join(f"  {loop}\n{row}" for row in rows)
        return own + f"  {loop}\n    {{\n{''.join(rows)}    }}\n"

    def work(self):
        """Functions, and calls of them."""
        texts, calls = [], []
        names = [name for name in WORK if name != "both"] if self.is_cut and not self.has_trap else list(WORK)
        for name in self.random.sample(names, self.one(1, 2, 3)):
            head, body, arguments = WORK[name]
            texts.append(f"{self.one('static ', '')}void {name} ({head})\n{{\n{body}}}\n")
            a, b = self.one("uv", "vu")
            calls.append(f"{name} ({arguments.replace('A', a).replace('B', b)});")
        if self.random.random() < 0.3:
            calls.append("{ TYPE **swap = u; u = v; v = swap; }")
        return texts, calls

    def text(self):
        makers = CUT if self.is_cut else MAKERS
        maker, made = makers[self.one(*makers)]
        texts, calls = self.work()
        lines = [self.one(*calls) if self.random.random() < 0.7 else self.one(*FINE[:4 if self.is_cut else None]) for _ in range(self.one(2, 4, 6))]
        if self.random.random() < 0.5:
            lines = ["for (int t = 0; t < 5; t++)", "{", *lines, "}"]
        if self.has_trap:
            lines.insert(self.random.randrange(len(lines) + 1), self.one(*(CUT_TRAPS if self.is_cut else TRAPS)))
        main = MAIN.replace("DECLARED", self.declared(made)).replace("CHANGED", self.one("", "", "", "  m = m - 1;\n", "  n--;\n"))
        main = main.replace("LINES", "\n  ".join(lines))
        main = main.replace("FREED", self.one("", "" if self.is_cut else LATE) if self.has_trap else self.one("", "  give_back (u, n);\n  give_back (v, n);\n"))
        parts = [maker, CUT_FREE if self.is_cut else self.one(FREE, FREE, COUNTING_FREE, COUNTING_FREE, BACKWARD_FREE), *texts, SHOW, main]
        return HEAD + "\n".join(parts).replace("TYPE", self.type)

    def files(self):
        """Name and text of each."""
        text = self.text()
        if not self.is_split:
            return {"main.c": text}
        names = "|".join(["make", "give_back", *WORK])
        text = re.sub(rf"^static (?=.*\b(?:{names}) \()", "", text, flags=re.MULTILINE)
        heads = re.findall(rf"^[a-z].*\b(?:{names}) \(.*\)$", text, flags=re.MULTILINE)
        cut = text.index("static void show")
        return {"work.h": ";\n".join(heads) + ";\n", "work.c": text[:cut].replace(HEAD, HEAD + '#include "work.h"\n'),
                "main.c": HEAD + '#include "work.h"\n\n' + text[cut:]}


def run(ihop, seed, folder):
    right, is_block, _ = verified.rows_in_blocks(ihop, f"{folder}/matrices_{seed}", seed, Program(seed).files(),
                                                 ["33 65", "4 200", "70 5", "3 3", "2 2"])
    return right, is_block


if __name__ == "__main__":
    verified.main(__doc__, run, "whose rows are kept in one block", 3)
