#!/usr/bin/python3
"""Random programs in which a pointer goes as something else for a while, and a loop uses both names of the memory.

    disguises.py IHOP [--count N] [--seed FIRST]

It is put into numbers, halves of one, bytes, floating numbers, alone or in structs and unions, taken out of there by functions that return those
piece by piece, and made a pointer again. Then a loop reads by one name what it writes by the other, which nobody may take for parallel; another
loop has memory of its own. Each program has to be equal in all products (ihop verify).
"""
import pathlib
import random
import subprocess

import verified

# What holds a pointer: its declaration, the pieces that are taken out one by one (type, place, how many of them), and where it lies.
HOLDERS = [("struct h {{ long v; }}", [("long", "v", 1)], "v"), ("struct h {{ int tag; unsigned long v; }}", [("unsigned long", "v", 1)], "v"),
           ("struct h {{ unsigned lo, hi; }}", [("unsigned", "lo", 1), ("unsigned", "hi", 1)], "lo"),
           ("struct h {{ unsigned short v[4]; }}", [("unsigned short", "v[i]", 4)], "v"), ("struct h {{ double d; }}", [("double", "d", 1)], "d"),
           ("struct h {{ char kind; unsigned char b[8]; }}", [("unsigned char", "b[i]", 8)], "b"),
           ("struct h {{ char b[8]; }}", [("char", "b[i]", 8)], "b"), ("union h {{ {p} p; double d; }}", [("double", "d", 1)], "p"),
           ("union h {{ {p} p; long v; }}", [("long", "v", 1)], "p"), ("union h {{ {p} p; unsigned char b[8]; }}", [("int", "b[i]", 8)], "p"),
           ("union h {{ {p} p; struct {{ unsigned lo, hi; }} s; }}", [("unsigned", "s.lo", 1), ("unsigned", "s.hi", 1)], "p")]
PUTS = ["memcpy (&x.{at}, &a, sizeof a);", "memcpy (&x.{at}, &a, sizeof a);", "put_bytes (&x.{at}, &a);", "for (int i = 0; i < 8; i++) ((char *) &x.{at})[i] = ((char *) &a)[i];"]
GETS = ["memcpy (&q, &y.{at}, sizeof q);", "put_bytes (&q, &y.{at});", "q = *({p} *) memcpy (malloc (sizeof q), &y.{at}, sizeof q);"]
BETWEEN = ["", "{name} z[3]; z[1] = y; y = z[1];", "{name} *z = malloc (sizeof y); *z = y; y = *z;", "static {name} kept; kept = y; y = kept;"]
LOOPS = ["for (int i = 1; i < n; i++) a[i] = q[i - 1] * 0.5 + 1;", "for (int i = 1; i < n; i++) q[i] = a[i - 1] + i;",
         "for (int i = 0; i + 1 < n; i++) q[i + 1] += a[i] * 0.25;", "for (int i = 0; i < n; i++) a[i] += q[n - 1 - i];"]


def text_of(seed):
    rng = random.Random(seed)
    # Each holder in turn, so that a few programs have them all.
    holder, pieces, at = HOLDERS[seed % len(HOLDERS)]
    kind = rng.choice(["double", "float", "double"])
    name = " ".join(holder.split()[:2])
    takers, moves = [], []
    for number, (piece, place, count) in enumerate(pieces):
        takers.append(f"static {piece} take{number} (const {name} *h, int i) {{ (void) i; return h->{place}; }}")
        moves.append(f"  for (int i = 0; i < {count}; i++)\n    y.{place} = take{number} (&x, i);")
    words = {"at": at, "p": kind + " *", "name": name}
    put = rng.choice(PUTS if name.startswith("struct") else [*PUTS, "x.p = a;", "x.p = a;"])
    lines = [f"  {name} x, y;", "  " + put.format(**words), *moves, "  " + rng.choice(BETWEEN).format(**words), "  " + rng.choice(GETS).format(**words),
             "  for (int i = 0; i < n; i++)\n    a[i] = i % 5, spare[i] = i % 7;", "  " + rng.choice(LOOPS), "  for (int i = 0; i < n; i++)\n    spare[i] = spare[i] * 2 + i;"]
    rest = "\n".join(lines)
    return f"""#include <stdio.h>
#include <stdlib.h>
#include <string.h>
{holder.format(**words)};
static void put_bytes (void *to, const void *from)
{{
  char *p = to;
  const char *q = from;
  for (int i = 0; i < 8; i++)
    p[i] = q[i];
}}
{chr(10).join(takers)}
int main (void)
{{
  int n = {rng.randint(20, 90)};
  {kind} *a = malloc (n * sizeof *a), *spare = malloc (n * sizeof *a), *q;
{rest}
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * 0.875 + a[i] + 3 * spare[i];
  printf ("%.17g\\n", sum);
}}
"""


def run(ihop, seed, folder):
    path = pathlib.Path(folder, f"disguise_{seed}.c")
    path.write_text(text_of(seed))
    done = subprocess.run([ihop, "verify", "--auto", "--keep-slower", "--no-proof", "--no-cuda", str(path)], capture_output=True, text=True, timeout=300,
                          check=False)
    shown = subprocess.run([ihop, "--auto", "--keep-slower", "--dry-run", str(path)], capture_output=True, text=True, timeout=120, check=False)
    if done.returncode:
        print(f"seed {seed}: exit code {done.returncode}\n{path.read_text()}\n{done.stdout}{done.stderr}")
    return done.returncode == 0, "\n  kernel main" in shown.stdout


verified.main(__doc__, run, "with kernels", 2)
