#!/usr/bin/python3
"""Memory that hangs on members of structs, with as many elements as other members say, or do not say any more.

    member_sizes.py IHOP [--count N] [--seed S] [--keep DIR]

Structs are made in many ways, some of which get pointer and number out of step; kernels read the memory by what stands in it, so that
only the members tell how large it is. Whoever copies more than there is, is seen by the address sanitizer. The emulated program
must do what the original does.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

FLAGS = ["-std=gnu17", "-O1", "-w", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
# la, lb, lt: how long a, b and at really are; nothing else is said in them.
HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { int n, m; int *at; double *a, *b; double scale; int la, lb, lt; } S;

static double out[64], spare[40], few[3];

static void show (void)
{
  double sum = 0;
  for (int i = 0; i < 64; i++)
    sum = sum * 0.9 + out[i];
  printf ("%.17g\\n", sum);
}

static inline double element (const S *s, int i) { return s->a[i]; }
static inline void put (S *s, int i, double v) { s->b[i] = v; }

static void fill (S *s)
{
  if (s->at == NULL || s->a == NULL)
    return;
  for (int i = 0; i < s->lt; i++)
    s->at[i] = s->la > 0 ? i * 7 % s->la : 0;
  for (int i = 0; i < s->la; i++)
    s->a[i] = i * 0.5;
  for (int i = 0; s->b && i < s->lb; i++)
    s->b[i] = 3 - i;
}
"""
# {f}: of s; k: at most as many as "at" has.
USES = ["out[i] = s->a[s->at[i]] + s->scale;", "out[i] += s->a[s->at[i]] * s->n;",
        "for (int j = 0; j < s->at[i] % 3 && j < s->lb; j++) out[i] += s->b[j];",
        "{ double x = 0; for (int j = s->at[i] / 2; j < s->at[i]; j++) x += s->a[j]; out[i] = x; }",
        "if (s->lb > 0) out[i] = s->b[s->at[i] % s->lb]; else out[i] = s->at[i];",
        "out[i] = s->at[i] < s->lb ? s->b[s->at[i]] : s->a[s->at[i]];"]
# Rounds of a loop in which a and b change places; {last}: as many as both have.
ROUNDS = ["for (int i = 0; i < last; i++) s->b[i] = s->a[i] * 0.5 + i;", "for (int i = 1; i < last; i++) s->b[i] = element (s, i - 1) + s->scale;",
          "for (int i = 0; i < last; i++) put (s, i, s->a[i] - 1);", "for (int i = 0; i < last; i++) s->b[i] += s->a[last - 1 - i];",
          "for (int i = 0; i < last; i++) { if (s->a[i] < 2) continue; s->b[i] = s->a[i] - 2; }",
          "for (int i = 0; i < last; i++) { if (i > k) continue; s->b[i] = s->a[i] - 2; }"]
MEANWHILE = ["if (t % 2) {{ double r = 0; {mark}for (int i = 0; i < last; i++) r += s->b[i]; out[1] = r; }}",
             "{{ double r = 0; {mark}for (int i = 0; i < last; i++) {{ double d = s->b[i] - s->a[i]; if (d > r) r = d; }} if (r > k) break; }}",
             "if (t == 1) {{ {mark}for (int i = 0; i < last; i++) s->a[i] = 2; }}", "if (last < 3) break;", "if (t + k == 4) continue;",
             "out[2] += s->b[0];", "if (k > 5) return;", "if (t > 1 && last > 2) s->b[1] = t;", "if (s->scale > 1) exit (3);"]
# Where a and b have one size and only they change: kernels that not every round comes to, or only under a condition; other memory, less of it.
CALM = ["if (k > 2) {{ {mark}for (int i = 0; i < last; i++) s->b[i] += i; }}", "if (last == 0) break;", "if (last == 0) continue;", "if (k + t > 4) continue;",
        "if (t == 1) s->a = few;", "if (t == 1) {{ {mark}for (int i = 0; i < last; i++) s->b[i] = few[i]; }}", "if (s->scale > 1) break;"]
HEADS = ["for (int t = 0; t < k; t++)", "for (int t = 0; t < k; t++)", "for (int t = k; t > 0; t--)", "while (t < k)", "do", "for (int t = 0; t < 3; t++)"]
COUNTS = ["n", "n", "m", "n * m", "s->n", "s->n", "s->m", "s->n * s->m", "2 * n", "n + 1", "(s->n + 1)", "3 * s->n", "n - 1", "9"]
BETWEEN = ["if (n > 5) return;", "n++;", "use0 (s, 0);", "if (m > 3) return;", "s->m = 1;", "{ int *q = &s->n; *q += 3; }", "s->n += 2;", "s->n = m;",
           "if (s->a) use0 (s, s->lt < 3 ? s->lt : 3);", "n = n > 2 ? n - 1 : n;", "make0 (s, n + 1, m);"]
AFTER = ["s->n = s->n + 3;", "s->m++;", "{ double *t = s->a; int l = s->la; s->a = s->b; s->la = s->lb; s->b = t; s->lb = l; }",
         "if (s->la > 1) { s->a = s->a + 1; s->la--; }", "s->a = spare; s->la = 4;", "s->b = NULL; s->lb = 0;", "{ int *q = &s->n; *q = 50; }",
         "memset (s, 0, sizeof *s);", "s->n = 40;", "{ int *q = (int *) s; q[1] = 60; }", "{ void *v = s; memcpy (v, &(int) { 70 }, sizeof (int)); }",
         "{ S t = *s; t.n = 33; *s = t; }", "*s = (S) { .n = 50, .m = 50 };"]


class Program:
    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.pick, self.harm = self.rng.choice, self.rng.choice([0.0, 0.0, 0.1, 0.3])
        self.between, self.after = self.rng.sample(BETWEEN, 2), self.rng.sample(AFTER, 2)
        self.makers = self.changers = 0
        self.uses = self.rng.randint(1, 3)
        self.sets_m = self.chance(0.75) # else it is what structs are made with
        self.is_calm = self.chance(0.4)
        if self.is_calm:
            self.harm, self.sets_m, self.after = 0, True, ["s->b = NULL; s->lb = 0;"]

    def chance(self, p):
        return self.rng.random() < p

    def memory(self, member, length, element, count):
        """Lines that store memory; at times through a variable, or under a condition."""
        if self.chance(0.3):
            lines = [f"{element} *t{member} = malloc (({count}) * sizeof ({element}));", f"s->{member} = t{member};"]
        elif self.chance(0.2):
            lines = [f"if ((s->{member} = calloc ({count}, sizeof *s->{member})) == NULL) exit (1);"]
        elif self.chance(self.harm):
            lines = [f"if (m > 3) {{ s->{member} = malloc (({count}) * sizeof *s->{member}); s->{length} = {count}; return; }}",
                     f"s->{member} = calloc ({count}, sizeof *s->{member});"]
        else:
            lines = [f"s->{member} = malloc (({count}) * sizeof *s->{member});"]
        return lines, f"s->{length} = {count};"

    def maker(self):
        """Numbers first, memory first, or in turn; lengths at once."""
        fresh = self.chance(0.3) and not self.is_calm
        own = self.counts if self.is_calm or self.chance(0.6) else [self.pick(COUNTS) for _ in range(3)]
        lines = ["s->n = n;", "s->m = m;"]
        if self.chance(self.harm) or not self.sets_m:
            lines.pop()
        for (member, length, element), count in zip((("at", "lt", "int"), ("a", "la", "double"), ("b", "lb", "double")), own):
            if member == "b" and self.chance(2 * self.harm):
                continue
            new, said = self.memory(member, length, element, count)
            at = len(lines) if self.chance(0.7) or "s->" in count else self.rng.randint(0, len(lines))
            lines[at:at] = [*new, said]
        if self.chance(self.harm):
            lines.insert(self.rng.randint(0, len(lines)), self.pick(self.between))
        if self.makers == 0:
            lines = [line for line in lines if "make0" not in line]
        lines.append("s->scale = 0.5;")
        name = f"make{self.makers}"
        self.makers += 1
        head = f"static void {name} (S *s, int n, int m)"
        if not fresh:
            return f"{head}\n{{\n  " + "\n  ".join(lines) + "\n}\n"
        text = "\n  ".join(line.replace("return;", "return s;") for line in lines)
        return (f"static S *new_{name} (int n, int m)\n{{\n  S *s = calloc (1, sizeof *s);\n  {text}\n  return s;\n}}\n"
                f"{head}\n{{\n  S *t = new_{name} (n, m);\n  *s = *t;\n}}\n")

    def rounds(self, number):
        """A function in which buffers change places, some rounds long."""
        mark, head = "\n#pragma target\n    ", self.pick(HEADS)
        lines = [mark + self.pick(ROUNDS), *(line.format(mark=mark) for line in self.rng.sample(CALM if self.is_calm else MEANWHILE, self.pick([0, 1, 1, 2])))]
        if self.chance(0.4):
            self.rng.shuffle(lines)
        own = head in ("do", "while (t < k)")
        lines = ["t++;"] * own + lines + ["double *kept = s->a; s->a = s->b; s->b = kept; moves++;"]
        before = ["int moves = 0, last = s->la < s->lb ? s->la : s->lb;", *["int t = 0;"] * own]
        if "few" in "".join(lines):
            before.append("if (last > 3) last = 3;")
        elif self.chance(0.4 if self.is_calm else 1 - self.harm):
            before.append("if (s->a == NULL || s->b == NULL || last < 1) return;" if self.chance(0.6) else "if (last < 1) k = 0;")
        body = "\n    ".join(lines)
        behind = "if (moves % 2) { int l = s->la; s->la = s->lb; s->lb = l; }"
        tail = " while (t < k);" if head == "do" else ""
        return (f"static void use{number} (S *s, int k)\n{{\n  k %= 6;\n  " + "\n  ".join(before)
                + f"\n  {head} {{\n    {body}\n  }}{tail}\n  {behind}\n  for (int i = 0; i < last; i++) out[i % 64] += s->a[i];\n}}\n")

    def use(self, number):
        if self.chance(0.8 if self.is_calm else 0.4):
            return self.rounds(number)
        return (f"static void use{number} (S *s, int k)\n{{\n#pragma target\n  for (int i = 0; i < k; i++)\n    "
                f"{self.pick(USES)}\n}}\n")

    def changer(self, step=None):
        name = f"change{self.changers}"
        self.changers += 1
        return f"static void {name} (S *s, int n, int m)\n{{\n  {step or self.pick(self.after)}\n}}\n"

    def body(self):
        lines = ["S x, y;", "memset (&x, 0, sizeof x);", "memset (&y, 0, sizeof y);", "S *z = calloc (3, sizeof *z);"]
        if not self.sets_m:
            lines[:2] = ["S x = { .m = 5, .n = 2 }, y;"]
        names = ["&x", "&y", "z", "(z + 1)"]
        for _ in range(self.rng.randint(4, 9)):
            name = self.pick(names)
            n, m = self.rng.randint(1, 7), self.rng.randint(1, 7)
            lines.append(f"make{self.rng.randrange(self.makers)} ({name}, {n}, {m});")
            lines.append(f"fill ({name});")
            if self.changers and self.chance(0.6):
                lines.append(f"change{self.rng.randrange(self.changers)} ({name}, {n}, {m});")
            for other in (name, self.pick(names)):
                use, place = f"use{self.rng.randrange(self.uses)}", f"({other})->"
                lines.append(f"{use} ({other}, {place}at && {place}a && {place}la > 0 ? {place}lt : 0);")
            lines.append("show ();")
            if self.chance(self.harm):
                lines.append("x = y;" if self.chance(0.5) else f"*z = *{name};")
        return "int main (void)\n{\n  " + "\n  ".join(lines) + "\n  return 0;\n}\n"

    def text(self):
        self.counts = [self.pick(COUNTS) for _ in range(3)]
        if self.is_calm:
            self.counts[1:] = [self.pick(["n", "m", "n * m", "s->n", "2 * n"])] * 2 if self.chance(0.7) else ["n", self.pick(["m", "2 * n", "n * m"])]
        elif self.chance(0.5):
            self.counts[2] = self.counts[1]
        parts = [HEAD, *(self.use(k) for k in range(self.uses))]
        parts += [self.maker() for _ in range(1 if self.is_calm else self.pick([1, 1, 2, 3]))]
        parts += [self.changer() for _ in range(2) if self.chance(0.3 if self.is_calm else 2 * self.harm)]
        if not self.is_calm and self.chance(0.4):
            parts.append(self.changer(AFTER[2]))
        return "\n".join([*parts, self.body()])


def run(source, folder):
    binary = os.path.join(folder, "program")
    built = subprocess.run(["gcc", *FLAGS, source, "-o", binary, "-lm"], capture_output=True, text=True, check=False)
    if built.returncode:
        return -1, "", built.stderr[:2000]
    done = subprocess.run([binary], capture_output=True, text=True, timeout=100, check=False,
                          env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"})
    return done.returncode, done.stdout, done.stderr[:2000]


def check(ihop, folder, text, seed, options):
    source = os.path.join(folder, f"sizes_{seed}.c")
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    return check_file(ihop, folder, source, options)


def check_file(ihop, folder, source, options=("--pragma", "target")):
    """(what is wrong, or None; kernels; whether the program is one that may be asked)"""
    before = run(source, folder)
    if before[0] > 0:
        return None, 0, False # what the program does itself is not right
    done = subprocess.run([ihop, *options, "--emit", "emu", "-o", folder, source], capture_output=True, text=True, timeout=300, check=False)
    after = run(source[:-2] + "_emu.c", folder)
    wrong = before[0] != 0 or done.returncode not in (0, 1) or before[:2] != after[:2]
    return (f"{done.returncode} {done.stderr[:500]} {before[2]} {after}" if wrong else None), done.stdout.count("\n  kernel "), True


def main(program=Program, how=("--pragma", "target")):
    """program: a class whose objects have a text; how: the options with which it is generated."""
    parser = argparse.ArgumentParser()
    parser.add_argument("ihop")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    options = parser.parse_args()
    bad = kernels = asked = 0
    for seed in range(options.seed, options.seed + options.count):
        with tempfile.TemporaryDirectory() as folder:
            wrong, more, is_right = check(options.ihop, options.keep or folder, program(seed).text(), seed, how)
            kernels, asked = kernels + more, asked + is_right
            if wrong:
                bad += 1
                print(f"seed {seed}: {wrong}")
    print(f"{options.count} programs, {asked} without faults of their own, {kernels} kernels, {bad} faults")
    return 1 if bad or 4 * kernels < options.count or 2 * asked < options.count else 0


if __name__ == "__main__":
    sys.exit(main())
