#!/usr/bin/python3
"""Random programs whose fragments work on memory that the C library keeps or hands out, that comes back by the bytes
of its address, or that a cleanup changes at the end of a scope: what they print, beside what their products print.

    kept.py IHOP [--count N] [--seed S] [--keep DIR]
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

HEAD = """#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
static unsigned mixed;
static void mix (int x) { mixed = mixed * 31 + x; }
static int other[200];
"""

LETTERS = "for (int i = {low}; i < {high}; i++) {m}[i] = i % {gap} == 2 ? ' ' : 'a' + ({m}[i] + i) % 26;"
NUMBERS = "for (int i = {low}; i < {high}; i++) {m}[i] = {m}[i] * 3 + i - {gap};"
WORD = 'mix (word ? word[0] * 16 + (int) strlen (word) : 1);'


class Kind:
    """Memory "m": its declarations outside and in the function, what hands it over, fragments on it, uses of it."""

    def __init__(self, outside, inside, fragment, length, touches, end=""):
        self.outside, self.inside, self.fragment, self.length = outside, inside, fragment, length
        self.touches, self.end = touches, end


TEXT = "static char {m}[80] = \"ab cd ef gh ij kl mn op qr st uv wx\";"
ARRAY = "static int {m}[100];"
FILE_OF = ("FILE *f{m} = tmpfile (); setvbuf (f{m}, NULL, _IONBF, 0); if (ftruncate (fileno (f{m}), 4096)) return; "
           "int *{m} = mmap (NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fileno (f{m}), 0), x{m} = 5;")
KINDS = {
    "strtok": Kind(TEXT, "strtok ({m}, \" \");", LETTERS, 30, ["{{ char *word = strtok (NULL, \" \"); " + WORD + " }}"]),
    "strtok_r": Kind(TEXT, "char *rest{m}; strtok_r ({m}, \" \", &rest{m});", LETTERS, 30,
                     ["{{ char *word = strtok_r (NULL, \" \", &rest{m}); " + WORD + " }}"]),
    "strsep": Kind(TEXT, "char *rest{m} = {m}; strsep (&rest{m}, \" \");", LETTERS, 30,
                   ["{{ char *word = strsep (&rest{m}, \" \"); " + WORD + " }}"]),
    "gmtime": Kind("", "time_t t{m} = 86400; int *{m} = (int *) gmtime (&t{m});", NUMBERS, 6,
                   ["t{m} += 86400 * 9; gmtime (&t{m});", "mix ({m}[3]);"]),
    "ctime": Kind("", "time_t t{m} = 86400; char *{m} = ctime (&t{m});", LETTERS, 20,
                  ["t{m} += 86400 * 9; ctime (&t{m});", "mix ({m}[5]);"]),
    "strerror": Kind("", "char *{m} = strerror (4711);", LETTERS, 12, ["strerror (4712);", "mix ({m}[3]);"]),
    "random": Kind("static int {m}[32];", "initstate (5, (char *) {m}, 128); random ();",
                   "for (int i = {low}; i < {high}; i++) {m}[i] ^= i * {gap};", 30, ["mix (random () % 1000);"]),
    "getenv": Kind("static char {m}[80] = \"KEPT{m}=abcdefghijklmnop\";", "putenv ({m});",
                   "for (int i = {low} + 8; i < {high} + 8; i++) {m}[i] = 'a' + (i * {gap} + {m}[i]) % 26;", 9,
                   ["{{ char *found = getenv (\"KEPT{m}\"); mix (found ? found[3] : 1); }}"]),
    "percent_n": Kind(ARRAY, "char t{m}[90];", NUMBERS, 100, ["sprintf (t{m}, \"abc%n\", &{m}[{at}]);"]),
    "percent_p": Kind("", "int {m}[100] = {{ 0 }}; void *q{m} = other; char t{m}[50]; sprintf (t{m}, \"%p\", (void *) {m}); "
                      "sscanf (t{m}, \"%p\", &q{m});", NUMBERS, 100, ["((int *) q{m})[{at}] += 9;"]),
    "bytes": Kind("", "int {m}[100] = {{ 0 }}, *q{m} = other, *w{m} = {m}; unsigned long b{m}[1], c{m}; "
                  "memcpy (b{m}, &w{m}, 8); c{m} = b{m}[0]; memcpy (&q{m}, &c{m}, 8);", NUMBERS, 100,
                  ["q{m}[{at}] += 9;"]),
    "fread": Kind("", "int {m}[100] = {{ 0 }}, *q{m} = other, *w{m} = {m}; FILE *f{m} = tmpfile (); "
                  "fwrite (&w{m}, 8, 1, f{m}); rewind (f{m}); if (fread (&q{m}, 8, 1, f{m}) != 1) return;", NUMBERS, 100,
                  ["q{m}[{at}] += 9;"], "fclose (f{m});"),
    "fmemopen": Kind("static char {m}[200];", "FILE *f{m} = fmemopen ({m}, 200, \"w+\");", LETTERS, 150,
                     ["fputs (\"hello\", f{m}); fflush (f{m});", "fflush (NULL);", "rewind (f{m});", "mix (fgetc (f{m}));"],
                     "fclose (f{m});"),
    "memstream": Kind("", "char *{m} = NULL; size_t n{m} = 0; FILE *f{m} = open_memstream (&{m}, &n{m}); "
                      "fprintf (f{m}, \"%050d\", 7); fflush (f{m});", LETTERS, 40,
                      ["fputs (\"more and more\", f{m}); fflush (f{m});", "mix ((int) n{m});"], "fclose (f{m}); free ({m});"),
    "mmap": Kind("", FILE_OF, NUMBERS, 100,
                 ["fseek (f{m}, 4 * {at}, SEEK_SET); fwrite (&x{m}, 4, 1, f{m});",
                  "fseek (f{m}, 4 * {at}, SEEK_SET); if (fread (&x{m}, 4, 1, f{m}) == 1) mix (x{m});"],
                 "munmap ({m}, 4096); fclose (f{m});"),
    "cookie": Kind(ARRAY + "\nstatic ssize_t put{m} (void *c, const char *t, size_t n) "
                   "{{ ((int *) c)[7] += t[0]; mix ({m}[9]); return n; }}",
                   "cookie_io_functions_t io{m} = {{ NULL, put{m}, NULL, NULL }}; "
                   "FILE *f{m} = fopencookie ({m}, \"w\", io{m}); setvbuf (f{m}, NULL, _IONBF, 0);", NUMBERS, 100,
                   ["fputs (\"x\", f{m});"], "fclose (f{m});"),
    "cleanup": Kind(ARRAY + "\nstatic void bye{m} (int *k) {{ {m}[(*k & 31) + 8] += 5; mix ({m}[*k & 31]); }}", "", NUMBERS,
                    100, ["mix ({m}[{at}]);"]),
}


class Program:
    def __init__(self, rng):
        self.rng = rng
        self.lines, self.calls = [], []
        for number, name in enumerate(rng.sample(sorted(KINDS), rng.choice([1, 2, 2, 3]))):
            self.function(KINDS[name], name, number)

    def fragment(self, kind, m, indent):
        low = self.rng.randrange(0, max(kind.length // 3, 1))
        high = self.rng.randrange(kind.length // 2 + 1, kind.length)
        text = kind.fragment.format(m=m, low=low, high=high, gap=self.rng.choice([4, 5, 7]))
        return ["#pragma target", indent + text]

    def touch(self, kind, m, indent):
        return [indent + self.rng.choice(kind.touches).format(m=m, at=self.rng.randrange(2, 60))]

    def steps(self, kind, m, indent, depth):
        lines = []
        for _ in range(self.rng.choice([2, 3, 4])):
            pick = self.rng.random()
            if pick < 0.45:
                lines += self.fragment(kind, m, indent)
            elif pick < 0.8 or depth > 1:
                lines += self.touch(kind, m, indent)
            elif pick < 0.9:
                lines += [indent + f"if (n > {self.rng.choice([0, 0, 5])})", indent + "  {",
                          *self.steps(kind, m, indent + "    ", depth + 1), indent + "  }"]
            else:
                lines += [indent + f"for (int t{depth} = 0; t{depth} < 2; t{depth}++)", indent + "  {",
                          *self.steps(kind, m, indent + "    ", depth + 1), indent + "  }"]
        return lines

    def scope(self, m, indent, inside):
        """A variable with a cleanup around the steps, which may be left by a jump."""
        way = self.rng.choice(["end", "end", "break", "continue", "goto", "return"])
        leave = {"end": [], "goto": [indent + f"  if (n > {self.rng.choice([0, 5])}) goto out{m};"],
                 "return": [indent + f"  if (n > {self.rng.choice([0, 5])}) return;"]}
        leave = leave.get(way, [indent + f"  if (n > {self.rng.choice([0, 5])}) {way};"])
        cut = self.rng.choice([0, len(inside)])
        # A mark and its loop stay together.
        block = (leave + inside) if cut == 0 else (inside + leave)
        head = [indent + f"for (int s = 0; s < 2; s++)"] if way in ("break", "continue") else []
        variable = f"__attribute__ ((cleanup (bye{m}))) int k = n + {self.rng.randrange(9)};"
        return head + [indent + "{", indent + "  " + variable, *block, indent + "}"]

    def function(self, kind, name, number):
        m = f"m{number}"
        self.lines += [kind.outside.format(m=m)] if kind.outside else []
        self.lines += [f"static void f{number} (int n)", "{", "  " + kind.inside.format(m=m)]
        body = self.steps(kind, m, "  ", 0)
        if name == "cleanup":
            for _ in range(self.rng.choice([1, 2])):
                body = self.scope(m, "  ", body) + self.fragment(kind, m, "  ") + self.touch(kind, m, "  ")
            body = [line.replace(f"out{m}", f"out{m}") for line in body]
            body += [f"  out{m}:;"] + self.fragment(kind, m, "  ")
        self.lines += body + [f"  for (int i = 0; i < {kind.length - 1}; i++)", f"    mix ({m}[i]);"]
        self.lines += [("  " + kind.end.format(m=m)) if kind.end else "  ;", "}"]
        self.calls += [f"  f{number} ({self.rng.choice([1, 3])});", '  printf ("%u\\n", mixed);']

    def text(self):
        return HEAD + "\n".join(self.lines + ["int main (void)", "{", *self.calls, "  return 0;", "}", ""])


def run(words, **more):
    return subprocess.run(words, capture_output=True, text=True, timeout=120, **more)


def check(ihop, folder, seed):
    source = os.path.join(folder, f"kept{seed}.c")
    with open(source, "w", encoding="utf-8") as file:
        file.write(Program(random.Random(seed)).text())
    programs = {"original": source}
    made = run([ihop, "--pragma", "target", "--search", "off", "--emit", "cpu,emu", "-o", folder, source])
    if made.returncode > 1:
        return f"ihop ends with {made.returncode}: {made.stderr[-500:]}", 0
    programs.update({kind: source[:-2] + f"_{kind}.c" for kind in ("cpu", "emu")})
    said = {}
    for kind, path in programs.items():
        flags = [] if kind == "original" else ["-fopenmp"]
        built = run(["gcc", "-std=gnu17", "-O1", "-w", *flags, path, "-o", path[:-2], "-lm"])
        if built.returncode:
            return f"{kind} does not compile: {built.stderr[:500]}", 0
        done = run([path[:-2]], env={**os.environ, "OMP_NUM_THREADS": "2"})
        said[kind] = (done.returncode, done.stdout)
    wrong = [kind for kind in ("cpu", "emu") if said[kind] != said["original"]]
    return (f"{wrong[0]} says {said[wrong[0]]}, the original {said['original']}" if wrong else None,
            made.stdout.count("\n  kernel "))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ihop")
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    args = parser.parse_args()
    faults = kernels = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = args.keep or temporary
        os.makedirs(folder, exist_ok=True)
        for seed in range(args.seed, args.seed + args.count):
            wrong, found = check(os.path.abspath(args.ihop), folder, seed)
            kernels += found
            if wrong:
                faults += 1
                print(f"not ok: seed {seed}: {wrong}")
    print(f"{args.count} programs, {kernels} kernels, {faults} faults")
    sys.exit(1 if faults or kernels < args.count else 0)


if __name__ == "__main__":
    main()
