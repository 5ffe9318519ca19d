#!/usr/bin/python3
"""Random programs with cubes whose planes and rows are allocated one by one ("double ***a").

    cubes.py IHOP [--count N] [--seed FIRST]

Where all that happens to such a cube is understood, it is kept in one block (project/prepare/row_tables.h). Programs allocate, check, hand over,
exchange and free cubes in the ways that people do, with planes that go to functions of matrices; some do what only pointers to planes
or rows can. Each program has to be equal in all products (ihop verify), and where none of that happens its cubes have to be in blocks.
"""
import random

import verified

HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>

"""
MAKERS = [
    """static TYPE ***make (int p, int n, int m)
{
  TYPE ***a = malloc (p * sizeof (TYPE **));
  for (int i = 0; i < p; i++)
    {
      a[i] = malloc (n * sizeof (TYPE *));
      for (int j = 0; j < n; j++)
        a[i][j] = malloc (m * sizeof (TYPE));
    }
  return a;
}
""",
    """TYPE ***make (int p, int n, int m)
{
  int i, j, k;
  TYPE ***a = (TYPE ***) malloc (sizeof (TYPE **) * p);
  if (a == NULL)
    {
      fprintf (stderr, "no memory\\n");
      exit (1);
    }
  for (i = 0; i < p; ++i)
    {
      a[i] = (TYPE **) malloc (sizeof (TYPE *) * n);
      if (a[i] == NULL)
        exit (1);
      for (j = 0; j < n; ++j)
        {
          a[i][j] = (TYPE *) malloc (sizeof (TYPE) * (m + 1));
          if (a[i][j] == NULL)
            exit (1);
          for (k = 0; k < m; k++)
            a[i][j][k] = k;
        }
    }
  return a;
}
""",
    """static TYPE ***make (size_t p, size_t n, size_t m)
{
  TYPE ***a = malloc (p * sizeof *a);
  for (size_t i = 0; i < p; i++)
    a[i] = malloc (n * sizeof *a[i]);
  for (size_t i = 0; i < p; i++)
    for (size_t j = 0; j < n; j++)
      a[i][j] = calloc (m, sizeof ***a);
  return a;
}
""",
    """static TYPE ***make (int p, int n, int m)
{
  TYPE ***a = malloc (p * sizeof *a);
  for (int i = 0; i < p; i++)
    {
      a[i] = malloc (n * sizeof **a);
      for (int j = 0; j < n; j++)
        a[i][j] = calloc (m, sizeof (TYPE));
    }
  return a;
}
"""]
# The third one fills its planes in another loop than it makes them: that is not followed.
APART = 2
FREE = """static void give_back (TYPE ***a, int p, int n)
{
  for (int i = 0; i < p; i++)
    {
      for (int j = 0; j < n; j++)
        free (a[i][j]);
      free (a[i]);
    }
  free (a);
}
"""
WORK = {
    "step": ("TYPE ***x, TYPE ***y, int p, int n, int m", "  for (int i = 1; i < p - 1; i++)\n    for (int j = 1; j < n - 1; j++)\n      for (int k = 1; k < m - 1; k++)\n"
             "        y[i][j][k] = x[i][j][k] + 2 * (x[i - 1][j][k] + x[i][j + 1][k] + x[i][j][k - 1]);\n", "A, B, p, n, m"),
    "plane": ("TYPE **x, int n, int m", "  for (int i = 0; i < n; i++)\n    for (int j = 0; j < m; j++)\n      x[i][j] += i - j;\n", "A[p / 2], n, m"),
    "planes": ("int p, int n, int m, TYPE ***x", "  for (int i = 0; i < p; i++)\n    {\n      TYPE **q = x[i];\n      for (int j = 0; j < n; j++)\n        for (int k = 0; k < m; k++)\n"
               "          q[j][k] = q[j][k] / 2 + i;\n    }\n", "p, n, m, A"),
    "line": ("TYPE *row, int m", "  for (int k = 0; k < m; k++)\n    row[k] += k % 3;\n", "A[p - 1][n / 2], m"),
    "rows": ("TYPE ***x, int p, int n, int m", "  for (int i = 0; i < p; i++)\n    for (int j = 1; j < n; j++)\n      memcpy (x[i][j], x[i][j - 1], m * sizeof (TYPE));\n", "A, p, n, m"),
}
TRAPS = ["{ TYPE **q = u[0]; u[0] = u[p - 1]; u[p - 1] = q; }", "{ TYPE *r = u[0][0]; u[0][0] = u[p - 1][n - 1]; u[p - 1][n - 1] = r; }", "v[p / 2] = u[p / 2];",
         "v[0][n - 1] = u[p - 1][0];", "u[0][0] = realloc (u[0][0], (m + 4) * sizeof (TYPE));", "memcpy (v[0], u[0], n * sizeof (TYPE *));",
         "{ TYPE ***w = u + 1; if (p > 1) w[0][0][0] += 3; }", "{ TYPE **w = u[0] + 1; w[0][m - 1] += 3; }", "(*u)[0][m - 1] = 1;", "**u[0] = 2;", "*(*(u[0] + 1)) = 5;",
         "{ TYPE **w = calloc (n, sizeof *w); for (int j = 0; j < n; j++) w[j] = calloc (m, sizeof **w); u[0] = w; }"]
SHOW = """static void show (TYPE ***a, int p, int n, int m)
{
  double sum = 0;
  for (int i = 0; i < p; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < m; k++)
        sum = sum * 0.5 + a[i][j][k];
  printf ("%.15g\\n", sum);
}
"""
MAIN = """int main (int argc, char **argv)
{
  int p = argc > 1 ? atoi (argv[1]) : 5, n = 6, m = argc > 2 ? atoi (argv[2]) : 7;
DECLARED  for (int i = 0; i < p; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < m; k++)
        {
          u[i][j][k] = (i * 7 + j * 3 + k) % 11;
          v[i][j][k] = i + j - k;
        }
LINES  show (u, p, n, m);
  show (v, p, n, m);
FREED  return 0;
}
"""


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.type = self.one("double", "double", "float", "int")
        self.has_trap = self.random.random() < 0.4

    def one(self, *choices):
        return self.random.choice(choices)

    def declared(self):
        way = self.random.randrange(4)
        if way == 0:
            return "  TYPE ***u = make (p, n, m), ***v = make (p, n, m);\n"
        if way == 1:
            return "  TYPE ***u, ***v;\n  n++;\n  u = make (p, n, m);\n  v = make (p, n, m);\n"
        if way == 2:
            return "  TYPE ***u = (TYPE ***) make (p, n, m + 2);\n  TYPE ***v = NULL;\n  v = make (p, n, m + 2);\n"
        rows = "".join(f"      {x}[i] = malloc (n * sizeof (TYPE *));\n" for x in "uv") + "      for (int j = 0; j < n; j++)\n        {\n"
        rows += "".join(f"          {x}[i][j] = {self.one('malloc (m * sizeof (TYPE))', 'calloc (m, sizeof (TYPE))')};\n" for x in "uv")
        return ("  TYPE ***u = malloc (p * sizeof *u), ***v = malloc (p * sizeof *v);\n  for (int i = 0; i < p; i++)\n    {\n" + rows + "        }\n    }\n")

    def text(self):
        number = self.random.randrange(len(MAKERS))
        declared = self.declared()
        self.has_trap |= number == APART and "make" in declared
        texts, calls = [], []
        for name in self.random.sample(list(WORK), self.one(1, 2, 3)):
            head, body, arguments = WORK[name]
            texts.append(f"{self.one('static ', '')}void {name} ({head})\n{{\n{body}}}\n")
            a, b = self.one("uv", "vu")
            calls.append(f"{name} ({arguments.replace('A', a).replace('B', b)});")
        if self.random.random() < 0.3:
            calls.append("{ TYPE ***swap = u; u = v; v = swap; }")
        lines = [self.one(*calls) for _ in range(self.one(2, 4))]
        if self.random.random() < 0.5:
            lines = ["for (int t = 0; t < 5; t++)", "{", *lines, "}"]
        if self.has_trap and number != APART:
            lines.insert(self.random.randrange(len(lines) + 1), self.one(*TRAPS))
        freed = "" if self.has_trap else self.one("", "  give_back (u, p, n);\n  give_back (v, p, n);\n")
        main = MAIN.replace("DECLARED", declared).replace("LINES", "".join(f"  {line}\n" for line in lines)).replace("FREED", freed)
        return HEAD + "\n".join([MAKERS[number], FREE, *texts, SHOW, main]).replace("TYPE", self.type)


def run(ihop, seed, folder):
    program = Program(seed)
    right, is_block, told = verified.rows_in_blocks(ihop, f"{folder}/cubes_{seed}", seed, {"cubes.c": program.text()},
                                                    ["13 35", "4 100", "30 5", "3 3", "2 2"])
    if right and not is_block and not program.has_trap:
        print(f"seed {seed}: its cubes are not kept in blocks", told)
    return right, is_block


if __name__ == "__main__":
    verified.main(__doc__, run, "whose rows are kept in one block", 3)
