#!/usr/bin/python3
"""Random programs with tables of rows ("double **u") that are members of a struct or variables outside of functions.

    tables.py IHOP [--count N] [--seed FIRST]

The numbers that say how long rows are stand beside them. Where all that happens to both is understood, the rows are kept in one block, and
subscripts are written out ("t->u[(long) i * t->m + j]", project/prepare/row_tables_members.c, row_tables_globals.c). The programs
set, allocate, hand over, exchange and free them in the ways that people do, and some do what must not happen to rows, or to the
numbers: they change meanwhile, are set elsewhere or too late, another variable hides them. Each program has to be equal in all
products (ihop verify), and where none of that happens its rows have to be in a block.
"""
import random

import verified

HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>

"""
# Texts say TYPE for that of an element, and "@" for what leads to a member in a function that has one: "t->", "T." or nothing.
RECORD = ["typedef struct\n{\n  int n, m;\n  TYPE **u, **v;\n  double time;\n} Table;\n",
          "typedef struct table Table;\nstruct table\n{\n  TYPE **u;\n  TYPE **v; /* the next one */\n  long n;\n  int m, more;\n};\n"]
OUTSIDE = ["static int n, m;\nstatic TYPE **u, **v;\n", "int m;\nint n = 5;\nTYPE **u;\nTYPE **v = NULL;\n"]
ALLOCATE = {
    "plain": """static TYPE **rows_of (int rows, int cols)
{
  TYPE **a = malloc (rows * sizeof (TYPE *));
  for (int i = 0; i < rows; i++)
    a[i] = malloc (cols * sizeof (TYPE));
  return a;
}
""",
    "checked": """TYPE **rows_of (int rows, int cols)
{
  int i;
  TYPE **a = (TYPE **) malloc (sizeof (TYPE *) * rows);
  if (a == NULL)
    exit (1);
  for (i = 0; i < rows; i++)
    {
      a[i] = (TYPE *) calloc (cols, sizeof (TYPE));
      if (a[i] == NULL)
        exit (1);
    }
  return a;
}
""",
}
# How a struct comes to its numbers and rows, in a function that is given rows and cols.
MAKE = {
    "beside": "  @n = rows;\n  @m = cols;\n  @u = rows_of (rows, cols);\n  @v = rows_of (rows, cols);\n",
    "own words": "  @n = rows;\n  @m = cols;\n  @u = rows_of (@n, @m);\n  @v = rows_of (@n, @m);\n",
    "margin": "  @n = rows;\n  @m = cols;\n  @u = rows_of (rows + 2, cols + 2);\n  @v = rows_of (rows + 2, cols + 2);\n",
    "in place": "  @n = rows;\n  @m = cols;\n  @u = malloc (rows * sizeof *@u);\n  @v = malloc (rows * sizeof (TYPE *));\n  for (int i = 0; i < rows; i++)\n    {\n"
                "      @u[i] = malloc (cols * sizeof (TYPE));\n      @v[i] = calloc (cols, sizeof **@v);\n    }\n",
    "checked": "  @n = rows, @m = cols;\n  @u = (TYPE **) malloc (rows * sizeof (TYPE *));\n  if (!@u)\n    exit (1);\n  for (int i = 0; i < rows; i++)\n"
               "    @u[i] = (TYPE *) malloc (cols * sizeof (TYPE));\n  @v = rows_of (rows, cols);\n",
    "cut": "  @m = cols;\n  @n = rows;\n  @v = rows_of (rows, cols);\n  @u = malloc (rows * sizeof *@u);\n  @u[0] = malloc (sizeof (TYPE) * rows * cols);\n"
           "  for (int i = 1; i < rows; i++)\n    @u[i] = @u[i - 1] + cols;\n",
}
MAKE_STRUCT = {"late": "  @u = rows_of (rows, cols);\n  @v = rows_of (rows, cols);\n  @m = cols;\n  @n = rows;\n"}
# Which rows are as long in another function's words.
MAKE_TRAPS = {
    "used before": "  @n = rows;\n  @u = rows_of (rows, cols);\n  @v = rows_of (rows, cols);\n  for (int i = 0; i < rows; i++)\n    @u[i][cols - 1] = i;\n  @m = cols;\n",
    "used too early": "  @u = rows_of (rows, cols);\n  @v = rows_of (rows, cols);\n  @m = 1;\n  for (int i = 0; i < rows; i++)\n    @u[i][cols - 1] = i;\n  @m = cols;\n  @n = rows;\n",
    "shorter": "  @n = rows;\n  @m = cols;\n  @u = rows_of (rows, cols);\n  @v = rows_of (rows, cols + 3);\n  @v[rows - 1][cols + 2] = 1;\n",
    "changed": "  @n = rows;\n  @m = cols + 4;\n  @u = rows_of (rows, cols + 4);\n  @v = rows_of (rows, cols + 4);\n  @v[0][cols] = 2;\n  @m = cols;\n",
    "ragged": "  @n = rows;\n  @m = cols;\n  @v = rows_of (rows, cols);\n  @u = malloc (rows * sizeof *@u);\n  for (int i = 0; i < rows; i++)\n"
              "    @u[i] = calloc (cols + i % 3, sizeof (TYPE));\n",
}
FILL = """  for (int i = 0; i < @n; i++)
    for (int j = 0; j < @m; j++)
      {
        @u[i][j] = (i * 5 + j) % 13;
        @v[i][j] = i + j;
      }
"""
WORK = {
    "step": "  for (int i = 1; i < @n - 1; i++)\n    for (int j = 1; j < @m - 1; j++)\n      @v[i][j] = @u[i][j] + 2 * (@u[i - 1][j] + @u[i][j + 1]);\n",
    "scale": "  int i, j;\n  for (i = 0; i < @n; i++)\n    for (j = 0; j < @m; j++)\n      @u[i][j] = @u[i][j] / 2 + @v[i][j];\n",
    "row": "  for (int i = 0; i < @n; i++)\n    {\n      TYPE *row = @u[i];\n      for (int j = 0; j < @m; j++)\n        row[j] += j % 3 + i;\n    }\n",
    "edges": "  for (int j = 0; j < @m; j++)\n    @u[0][j] = @u[@n - 1][j] = 1;\n  for (int i = 0; i < @n; i++)\n    @u[i][0] = @u[i][@m - 1];\n",
    "shift": "  for (int i = 1; i < @n; i++)\n    memcpy (@v[i], @u[i - 1], @m * sizeof (TYPE));\n",
    "nested": "  for (int i = 0; i < @n; i++)\n    for (int j = 0; j < @m; j++)\n      @v[i][j] = @u[(int) @v[i][j] < 0 || (int) @v[i][j] >= @n ? 0 : (int) @v[i][j]][j] + 1;\n",
    "alias": "  TYPE **a = @u, **b;\n  b = @v;\n  for (int i = 0; i < @n; i++)\n    for (int j = 1; j < @m; j++)\n      b[i][j] += a[i][j - 1];\n",
    "handed": "  add (@u, @v, @n, @m);\n  if (@n > 2)\n    add (@v, @u, @n - 2, @m);\n",
    "swap": "  TYPE **x = @u;\n  @u = @v;\n  @v = x;\n",
}
# In the middle of a function.
TRAPS = ["  { TYPE *row = @u[0]; @u[0] = @u[@n - 1]; @u[@n - 1] = row; }\n", "  @v[@n / 2] = @u[@n / 2];\n", "  if (@m > 2)\n    @m--;\n",
         "  @m = @m > 3 ? @m - 2 : @m;\n", "  for (int i = 0; i < @n; i++)\n    @u[i] = realloc (@u[i], (@m + 1) * sizeof (TYPE));\n  @m++;\n"
         "  for (int i = 0; i < @n; i++)\n    @u[i][@m - 1] = 0;\n  for (int i = 0; i < @n; i++)\n    { @v[i] = realloc (@v[i], @m * sizeof (TYPE)); @v[i][@m - 1] = 1; }\n",
         "  { int *p = (int *) &@m; if (*p > 2) *p -= 1; }\n", "  { TYPE **old = @u; @m++; @u = rows_of (@n, @m); for (int i = 0; i < @n; i++)\n"
         "    for (int j = 0; j < @m; j++)\n      @u[i][j] = j < @m - 1 ? old[i][j] : 1; @v = rows_of (@n, @m); }\n",
         "  { int m = 1; @u[@n - 1][m] += m; if (@n > 1) @u[1][m - 1] = @u[0][m]; }\n"]
TRAPS += ["  { TYPE **a = @u; if (@m > 2) @m -= 1; a[@n - 1][1] += 2; }\n", "  { TYPE **a = @u; @u = @v; @v = a; a[0][0] += 1; @u[@n - 1][0] -= 1; }\n",
          "  { TYPE **a = @u + 1; if (@n > 1) a[0][@m - 1] = 3; }\n", "  add (@u, @v, @n, 1);\n"]
STRUCT_TRAPS = ["  { TYPE **a = @u; Table other = *t, kept = *t; other.m = 1; *t = other; a[@n - 1][1] += 2; *t = kept; }\n", "  { Table other = *t; other.m = 1; other.u[@n - 1][0] = other.m; }\n", "  { Table other = *t; other.u[@n - 1][@m - 1] += 3; }\n",
                "  { Table *other = malloc (sizeof *other); memcpy (other, t, sizeof *t); other->m -= 1; other->u[@n - 1][@m - 1] += 3; free (other); }\n"]
ADD = """static void add (TYPE **a, TYPE **b, int rows, int cols)
{
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++)
      a[i][j] = a[i][j] / 2 + b[i][j];
}
"""
SHOW = """  double sum = 0;
  for (int i = 0; i < @n; i++)
    for (int j = 0; j < @m; j++)
      sum = sum * 0.5 + @u[i][j] + 2 * @v[i][j];
  printf ("%.15g\\n", sum);
"""
FREE = "  for (int i = 0; i < @n; i++)\n    {\n      free (@u[i]);\n      free (@v[i]);\n    }\n  free (@u);\n  free (@v);\n"


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.type = self.one("double", "double", "float", "int", "unsigned char")
        self.kind = self.one("pointer", "pointer", "local", "global", "outside", "outside")
        self.has_trap = self.random.random() < 0.4
        self.frees = False

    def one(self, *choices):
        return self.random.choice(choices)

    def function(self, name, body, heads="", result="void"):
        """Its text; the struct is its first parameter."""
        given = {"pointer": "Table *t", "local": "Table *t", "global": "", "outside": ""}[self.kind]
        head = ", ".join(part for part in (given, heads) if part) or "void"
        return f"{self.one('', 'static ')}{result} {name} ({head})\n{{\n{body}}}\n".replace("@", self.lead())

    def lead(self):
        return {"pointer": "t->", "local": "t->", "global": "T.", "outside": ""}[self.kind]

    def call(self, name, *arguments):
        given = {"pointer": ["t"], "local": ["&t"], "global": [], "outside": []}[self.kind]
        return f"{name} ({', '.join([*given, *arguments])});"

    def maker(self):
        """The body of what makes the tables, and whether their rows are all of one length that is said beside them."""
        ways = dict(MAKE) if self.kind == "outside" else {**MAKE, **MAKE_STRUCT}
        if self.has_trap and self.random.random() < 0.3:
            return self.one(*MAKE_TRAPS.values()), True
        way = self.one(*ways)
        self.frees = way not in ("cut", "margin")
        return ways[way], way == "cut"

    def trap(self):
        traps = TRAPS + (STRUCT_TRAPS if self.kind in ("pointer", "local") else [])
        return self.one(*traps)

    def text(self):
        made, is_odd = self.maker()
        self.has_trap, trap = self.has_trap or is_odd, self.trap() if self.has_trap and not is_odd else ""
        names = self.random.sample(list(WORK), self.one(2, 3, 4))
        works = [self.function(name, WORK[name]) for name in names]
        if trap:
            works.append(self.function("odd", trap))
        calls = [self.call(self.one(*names)) for _ in range(self.one(2, 3, 5))]
        if self.random.random() < 0.5:
            calls = ["for (int k = 0; k < 4; k++)", "{", *calls, "}"]
        if trap:
            calls.insert(self.random.randrange(len(calls) + 1) if calls[0] != "for (int k = 0; k < 4; k++)" else 2, self.call("odd"))
        declared = {"pointer": "  Table *t = malloc (sizeof *t);\n", "local": "  Table t;\n"}.get(self.kind, "")
        last = [self.call("give_back")] if self.frees and not trap and self.random.random() < 0.6 else []
        lines = [self.call("set_up", "rows", "cols"), self.call("fill"), *calls, self.call("show"), *last]
        main = ("int main (int argc, char **argv)\n{\n  int rows = argc > 1 ? atoi (argv[1]) : 9, cols = argc > 2 ? atoi (argv[2]) : 7;\n"
                + declared + "".join(f"  {line}\n" for line in lines) + "  return 0;\n}\n")
        types = self.one(*(OUTSIDE if self.kind == "outside" else RECORD)) + ("static Table T;\n" if self.kind == "global" else "")
        parts = [types, ALLOCATE[self.one(*ALLOCATE)], self.function("set_up", made, "int rows, int cols"), self.function("fill", FILL), ADD, *works,
                 self.function("show", SHOW), self.function("give_back", FREE) if last else "", main]
        return HEAD + "\n".join(part for part in parts if part).replace("TYPE", self.type)


def run(ihop, seed, folder):
    program = Program(seed)
    right, is_block, told = verified.rows_in_blocks(ihop, f"{folder}/tables_{seed}", seed, {"tables.c": program.text()},
                                                    ["33 65", "4 200", "70 5", "3 3", "2 2"])
    if right and not is_block and not program.has_trap:
        print(f"seed {seed}: its rows are not kept in one block", told)
    return right, is_block


if __name__ == "__main__":
    verified.main(__doc__, run, "whose rows are kept in one block", 3)
