#!/usr/bin/python3
"""Random programs whose kernels read and change memory of which only the allocations say how large it is.

    blocks.py IHOP [--count N] [--seed FIRST]

Pointers lead to the start or into the middle of a block, to memory that is static, on the stack or mapped, or nowhere; blocks have grown,
were aligned, come from the program's own pool, or lie where a larger one was; several pointers share one. Host code changes what lies
beside them between the calls. The functions get them as parameters, in structs by value and behind pointers to structs. Each
program has to be equal in all products (ihop verify), and some have to ask for sizes.
"""
import pathlib
import random
import subprocess

import verified

HEAD = """#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

typedef struct { int n, m; double *x, *h; int *at; } Parts;
static double fixed[900], out[64];
static double *pool;
static long used;

static void show (const char *name, const double *x, int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 0.75 + x[i];
  printf ("%s %.17g\\n", name, sum);
}

static double *from_pool (int n)
{
  if (pool == NULL)
    {
      pool = malloc (6000 * sizeof *pool);
      for (int i = 0; i < 6000; i++)
        pool[i] = i % 19;
    }
  used += n;
  return pool + used - n;
}

static double *grown (int n)
{
  double *x = NULL;
  for (int m = 1; m < 2 * n; m *= 2)
    x = realloc (x, (m < n ? m : n) * sizeof *x);
  return x ? x : malloc (sizeof *x);
}

static double *where_more_was (int n)
{
  double *x = malloc (40000 * sizeof *x);
  memset (x, 0, 40000 * sizeof *x);
  free (x);
  return malloc (n * sizeof *x);
}

static double *mapped (int n)
{
  return mmap (NULL, n * sizeof (double), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static double *aligned (int n)
{
  void *x = NULL;
  return posix_memalign (&x, 128, n * sizeof (double)) ? NULL : x;
}
"""
# An expression for memory of at least n numbers, and how many there are before the place that it points to.
SOURCES = {"malloc (n * sizeof (double))": 0, "(double *) malloc ((n + 9) * sizeof (double)) + 4": 4, "calloc (n + 1, sizeof (double))": 0,
           "from_pool (n)": 0, "from_pool (n + 7) + 7": 7, "grown (n)": 0, "where_more_was (n)": 0, "mapped (n)": 0, "aligned (n)": 0, "fixed + 3": 3,
           "near": 0, "near + 2": 2, "reallocarray (grown (n / 2 + 1), n, 8)": 0, "(double *) ((char *) malloc (n * sizeof (double) + 24) + 8)": 1,
           "shared": 0, "shared + 5": 5}
# Subscripts of x are from -m to n - 1 - m, those of h from 0 on.
READS = ["out[i] = x[at[i]] * 0.5 + i;", "out[i] += x[at[i]] - h[at[n - 1 - i] + m];",
         "{ double s = 0; for (int j = -m; j <= at[i]; j++) s += x[j]; out[i] = s; }", "if (at[i] % 3) out[i] = x[at[i]];",
         "{ double s = 0; for (int j = (at[i] + m) / 3; j <= at[i] + m; j++) s += h[j]; out[i] = s; }"]
WRITES = ["h[at[i] + m] += 1;", "h[at[i] + m] += x[i % 3 % n];", "h[(at[i] + m) / 2] += i;"]
BESIDE = ["fixed[{k}] = {k};", "if (pool) pool[{k}] += 2;", "near[{k} % 300] = 5;", "shared[{k} % 500] -= 1;", "show (\"shared\", shared, 500);",
          "if (pool) show (\"pool\", pool, 800);", "a.x[a.n - 1] += {k};", "show (\"fixed\", fixed, 900);"]
HOW = {"plain": ("int n, int m, const double *x, double *h, const int *at", "", "a.n, a.m, a.x, a.h, a.at"),
       "value": ("Parts p", "  int n = p.n, m = p.m;\n", "a"), "pointer": ("const Parts *p", "  int n = p->n, m = p->m;\n", "&a")}


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.functions = []

    def one(self, *choices):
        return self.random.choice(choices)

    def function(self, name):
        how = self.one(*HOW)
        head, first, arguments = HOW[how]
        loop = self.one(*READS, *WRITES)
        if how != "plain":
            sign = "." if how == "value" else "->"
            for member in ("x", "h", "at"):
                loop = loop.replace(f"{member}[", f"p{sign}{member}[")
        text = f"static void {name} ({head})\n{{\n{first}  for (int i = 0; i < n; i++)\n    {loop}\n}}\n"
        return text, f"{name} ({arguments});"

    def setting(self, number):
        n = self.random.randint(1, 60)
        x, h = self.one(*SOURCES), self.one(*SOURCES)
        before = SOURCES[x] if self.random.random() < 0.7 else 0
        if self.random.random() < 0.1:
            x, before = "a.h", 0
        return f"""  {{
    int n = {n};
    Parts a = {{ n, {before}, NULL, {h}, malloc (n * sizeof (int)) }};
    a.x = {x};
    for (int i = 0; i < n; i++)
      a.at[i] = (i * 7 + {number}) % n - {before};
    for (int i = -{before}; i < n; i++)
      a.x[i] = i * 0.25 + {number};
    for (int i = 0; i < n; i++)
      a.h[i] = i % 4;
"""

    def text(self):
        calls, parts = [], [HEAD]
        for number in range(self.one(1, 2, 2, 3)):
            text, call = self.function(f"work{number}")
            parts.append(text)
            calls.append(call)
        body = ["  double near[300], *shared = malloc (500 * sizeof *shared);", "  for (int i = 0; i < 500; i++)\n    shared[i] = i % 23, near[i % 300] = i % 7;"]
        for number in range(self.one(2, 3, 4)):
            body.append(self.setting(number))
            lines = [self.one(*calls) if self.random.random() < 0.6 else self.one(*BESIDE).format(k=self.random.randint(0, 290))
                     for _ in range(self.one(3, 5, 7))]
            if self.random.random() < 0.4:
                lines = ["for (int t = 0; t < 3; t++)\n      {", *lines, "}"]
            body += ["    " + line for line in lines] + ['    show ("x", a.x, n), show ("h", a.h, n), show ("out", out, 64);\n  }']
        parts.append("int main (void)\n{\n" + "\n".join(body) + "\n  return 0;\n}\n")
        return "\n".join(parts)


def run(ihop, seed, folder):
    text = Program(seed).text()
    path = pathlib.Path(folder, f"blocks_{seed}.c")
    path.write_text(text)
    made = pathlib.Path(folder, f"made_{seed}")
    # GCC 12 loses stores to "out" in some of them as written (seed 2): its partial redundancy elimination is at fault.
    done = subprocess.run([ihop, "verify", "--auto", "--keep-slower", "--no-proof", "--cuda-compiler", "clang", "--cflags=-fno-tree-pre", str(path)],
                          capture_output=True, text=True, timeout=300, check=False)
    subprocess.run([ihop, "--auto", "--keep-slower", "-o", str(made), str(path)], capture_output=True, timeout=120, check=False)
    asks = any("ihop_elements" in product.read_text() for product in made.glob("*.c"))
    if done.returncode:
        print(f"seed {seed}: exit code {done.returncode}\n{text}\n{done.stdout}{done.stderr}")
    return done.returncode == 0, asks


verified.main(__doc__, run, "that ask for sizes", 2)
