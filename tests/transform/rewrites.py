#!/usr/bin/python3
"""The judge without steps: arbitrary rewrites of random nests, most of them wrong.

    rewrites.py REWRITES [--count N] [--seed S] [--batch K] [--each R] [--faults F] [--only KIND] [--show KIND] [--keep DIR]

REWRITES (rewrites.c) changes each of K functions in R ways, as no sane builder would, tells the judge where
everything comes from as a builder would, and asks it. Whatever is well-formed C is then run beside the
original at several sizes, and all memory is compared, bit for bit. A rewrite that was accepted and differs is
a fault. It ends when N rewrites have been judged. Then, for each kind of rewrite: how many there were, how
many of them running found harmless, and how many of those were accepted; on functions in which everything is
affine, and on others. At least nine tenths of the harmless affine ones have to be accepted, and each kind has
to be a fiftieth of all. --show KIND prints harmless rewrites of that kind that were refused.

The long run (suite deep): --count 100000 --seed 1000000. Where IHOP_TEST_TEXTS_ONLY is set (under sanitizers) a
fifth is taken.
"""
import argparse
import collections
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

DIM = 24
LONG = 40
SIZES = [(0, 3), (1, 0), (-2, 5), (2, 9), (9, 2), (3, 8), (8, 3), (4, 5), (6, 4), (11, 12), (12, 1)]
MATRICES, VECTORS = ["A", "B", "C"], ["x", "y", "z"]
HEAD = (f"static double A[{DIM}][{DIM}], B[{DIM}][{DIM}], C[{DIM}][{DIM}], x[{LONG}], y[{LONG}], z[{LONG}];\n"
        f"static int idx[{LONG}];\nstatic int big = 2147483646;\n")

# What the functions are run in: numbers that no two sums make equal, and room around all arrays.
PROGRAM = f"""
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>

struct memory
{{
  double before[64], A[{DIM}][{DIM}], B[{DIM}][{DIM}], C[{DIM}][{DIM}], x[{LONG}], y[{LONG}], z[{LONG}], behind[64];
}};
static struct memory *mem;
static const int *idx;
static int big = 2147483646;
#define A mem->A
#define B mem->B
#define C mem->C
#define x mem->x
#define y mem->y
#define z mem->z
"""
MAIN = f"enum {{ LONG = {LONG} }};" + """
#undef A
#undef B
#undef C
#undef x
#undef y
#undef z
enum { SIZES = sizeof sizes / sizeof *sizes, PAGE = 4096, ROOM = 1 << 24 };

/* What functions are compared with: nothing that they do wrong can change it. */
static struct kept
{
  struct memory start, wanted[SIZES];
  double results[SIZES];
  int idx[LONG];
} *kept;
static sigjmp_buf env;
static volatile int ticks;

/* Too long, or outside of all memory. */
static void stop (int signal) { if (signal != SIGVTALRM || ++ticks > 5) siglongjmp (env, 1); }

/* In the middle of much that cannot be touched. */
static void *alone (unsigned long size)
{
  char *room = mmap (0, 2 * ROOM + size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect (room + ROOM, (size + PAGE - 1) / PAGE * PAGE, PROT_READ | PROT_WRITE);
  return room + ROOM;
}

static void protect (int how) { mprotect (kept, (sizeof *kept + PAGE - 1) / PAGE * PAGE, how); }

static void prepare (void)
{
  unsigned long long k = 1;
  mem = alone (sizeof *mem);
  kept = alone (sizeof *kept);
  for (double *at = (double *) &kept->start; at < (double *) (&kept->start + 1); at++)
    {
      k = k * 6364136223846793005u + 1442695040888963407u;
      *at = (double) (k >> 11) / (1ull << 53) - 0.4;
    }
  for (int i = 0; i < LONG; i++)
    kept->idx[i] = i * 7 % 11;
  idx = kept->idx;
  struct sigaction action = { .sa_handler = stop, .sa_flags = SA_NODEFER };
  sigaction (SIGSEGV, &action, 0);
  sigaction (SIGBUS, &action, 0);
  sigaction (SIGFPE, &action, 0);
  sigaction (SIGVTALRM, &action, 0);
  setitimer (ITIMER_VIRTUAL, &(struct itimerval) { { 0, 20000 }, { 0, 20000 } }, 0);
}

/* Whether it ended. */
static int call (double (*run) (int, int), const int *size, double *result)
{
  *mem = kept->start;
  ticks = 0;
  if (sigsetjmp (env, 0))
    return 0;
  *result = run (size[0], size[1]);
  return 1;
}

static int differs (double (*run) (int, int), int k)
{
  double result;
  return !call (run, sizes[k], &result) || memcmp (mem, kept->wanted + k, sizeof *mem)
         || memcmp (&result, kept->results + k, sizeof result);
}

/* What the original does. */
static void keep (double (*run) (int, int), const char *name)
{
  double result = 0;
  for (int k = 0; k < SIZES; k++)
    {
      if (!call (run, sizes[k], &result))
        printf ("%s 0 %d\\n", name, k);
      protect (PROT_READ | PROT_WRITE);
      kept->wanted[k] = *mem;
      kept->results[k] = result;
      protect (PROT_READ);
    }
}

int main (void)
{
  prepare ();
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i].number == 0)
      keep (all[i].run, all[i].name);
    else
      for (int k = 0; k < SIZES; k++)
        if (differs (all[i].run, k))
          {
            printf ("%s %d %d\\n", all[i].name, all[i].number, k);
            break;
          }
  return 0;
}
"""


class Maker:
    """One function. "ranges" holds, for each iterator in scope, the least and the largest value it takes."""

    def __init__(self, seed):
        self.random = random.Random(f"rewrites {seed}")
        self.affine = seed % 4 != 3
        self.converting = seed % 4 == 3
        self.old_style = seed % 5 == 2
        self.between_numbers = seed % 4 == 1    # such loops may count in a type without a sign
        # Where one number is refused, no other is looked at: some functions have one kind of them only, and no sums beside.
        self.plain = seed % 8 in (3, 5)
        self.form = self.random.random()
        self.ranges, self.lines, self.locals, self.tops, self.wide, self.made = {}, [], [], set(), set(), 0
        self.last = None    # what was set last

    def chance(self, probability):
        return self.random.random() < probability

    def put(self, depth, line):
        self.lines.append("  " * (depth + 1) + line)

    def near(self, name):
        low, _ = self.ranges[name]
        if low < 0:
            return f"{name} + {-low}"
        if self.plain:
            return name
        k = self.random.choice([k for k in (-2, -1, 0, 0, 0, 0, 1, 2) if low + k >= 0])
        return name if k == 0 else f"{name} {'+' if k > 0 else '-'} {abs(k)}"

    def subscript(self):
        names = list(self.ranges)
        if not names or self.chance(0.03):
            return str(self.random.randrange(4))
        name = self.random.choice(names[-2:])
        if not self.affine and self.chance(0.1):
            return f"idx[{self.near(name)}]"
        if len(names) > 1 and self.chance(0.15):
            return " + ".join(self.near(name) if self.ranges[name][0] < 0 else name for name in self.random.sample(names, 2))
        if not self.affine and self.chance(0.1):
            return f"({self.random.choice(['unsigned char', 'short', 'unsigned'])}) ({self.near(name)})"
        return self.near(name)

    def element(self):
        names = list(self.ranges)
        if len(names) > 1 and self.chance(0.6):
            a, b = (self.near(name) for name in self.random.sample(names[-2:], 2))
            return f"{self.random.choice(MATRICES)}[{a}][{b}]"
        if self.chance(0.3):
            return f"{self.random.choice(MATRICES)}[{self.subscript()}][{self.subscript()}]"
        return f"{self.random.choice(VECTORS)}[{self.subscript()}]"

    def one_of(self, texts):
        return texts[int(self.form * len(texts))]

    def number(self):
        """Of an integer, which a type may hold or not."""
        names = list(self.ranges)
        name = self.random.choice(names if names and (self.between_numbers or self.plain) else names + ["m", "n"])
        if name in self.wide:
            return self.one_of([f"({name} * big / 9)", f"({name} << 34 >> 33)", f"(({name} + big) % 17)",
                                f"({name} + big)", f"({name} + 9 + big)", f"(2 * {name} + big)"])
        text = f"{name} - 3", f"2 * {name} - m", f"n - {name}", f"{name} / 2", f"{name} % 3", f"{name} / (n - 13)", \
            f"{name} * (m - 13)", f"(n - 13) * {name}"
        text = self.one_of(text) if self.between_numbers else self.random.choice(text)
        if self.converting and not self.plain and self.chance(0.8):
            return self.random.choice([f"(((long) {name} + big) % 17)", f"((long) {name} * big / 9)", f"(({name} - 3) % 5u)",
                                       f"((unsigned) ({name} - 3) / 2)", f"((long) {name} * m << 34 >> 33)"])
        return f"({'' if self.affine else self.random.choice(['', '(unsigned char) ', '(short) ', '(unsigned) '])}({text}))"

    def term(self):
        if self.chance(0.4 if self.converting or self.between_numbers or self.wide else 0.1):
            return self.number()
        if self.chance(0.15):
            return self.random.choice(["s", "t"] + self.locals)
        return self.last if self.last and self.chance(0.25) else self.element()

    def value(self):
        text = f"{self.random.choice(['0.5', '0.375', '0.625'])} * {self.element()}"
        for factor in self.random.sample(["0.25", "0.125", "0.0625"], self.random.choice([0, 1, 1, 2])):
            text += f" {self.random.choice('+-')} {factor} * {self.term()}"
        return text + f" + 0.{self.random.randrange(100, 999)}"

    def assignment(self, depth):
        what = self.random.random()
        if what < 0.1:
            self.put(depth, f"s += {self.value()};")
        elif what < 0.2:
            self.put(depth, f"t {self.random.choice(['= 0.5 * t +', '= 0.5 * t +', '=', '-='])} {self.value()};")
        else:
            self.store(depth, "")

    def store(self, depth, more):
        """Mostly of what was there before: then nothing is done twice unnoticed."""
        target = self.element()
        if self.chance(0.6):
            self.put(depth, f"{target} = 0.5 * {target} + {more}{self.value()};")
        else:
            self.put(depth, f"{target} {self.random.choice(['=', '+='])} {more}{self.value()};")
        self.last = target

    def condition(self):
        if not self.affine and self.chance(0.6):
            return f"{self.element()} > 0.{self.random.randrange(10, 99)}"
        name = self.random.choice(list(self.ranges) + ["m", "n"])
        return self.random.choice([f"{name} < {self.random.choice(['m', 'n', '4', '6'])}", f"{name} > 2", f"{name} == 3",
                                   f"{name} != 2", f"{name} % 2 == 0", f"{name} + 2 < m"])

    def branch(self, depth):
        self.put(depth, f"if ({self.condition()}) {{")
        self.statements(depth + 1, self.random.choice([1, 1, 2]), loops=False)
        if self.chance(0.3):
            self.put(depth, "} else {")
            self.statements(depth + 1, 1, loops=False)
        self.put(depth, "}")

    def local(self, depth):
        """A variable that is a new one in each iteration."""
        self.made += 1
        name = f"u{self.made}"
        if self.chance(0.5):
            self.put(depth, f"double {name} = {self.value()};")
        else:
            self.put(depth, f"double {name};")
            if self.chance(0.3):
                self.assignment(depth)
            self.put(depth, f"{name} = {self.value()};")
        if self.chance(0.5):
            self.assignment(depth)
        self.store(depth, f"0.375 * {name} + ")
        self.locals.append(name)

    def strange(self, depth):
        """What is not affine."""
        self.made += 1
        what, q = self.random.randrange(6), f"q{self.made}"
        if what == 0:
            self.put(depth, f"int {q} = {self.random.randrange(3)};")
            self.put(depth, f"while ({q} < m) {{")
            self.put(depth + 1, f"{self.random.choice(VECTORS)}[{q}] {self.random.choice(['=', '+='])} {self.value()};")
            self.put(depth + 1, f"{q} += {self.random.choice([1, 2])};")
            self.put(depth, "}")
        elif what == 1 and self.ranges:
            self.put(depth, f"if ({self.condition()})")
            self.put(depth + 1, "continue;")
        elif what == 2:
            first = f"idx[{self.subscript()}]" if self.chance(0.4) else "0"
            bound = "n" if first != "0" else f"idx[{self.subscript()}]"
            self.loop(depth, q, first, bound, (0, 13), "++")
        elif what == 3 and self.ranges and min(self.ranges.values())[0] >= 0:
            self.put(depth, f"int {q} = {self.random.choice(list(self.ranges))};")
            self.ranges[q] = (0, 13)
            for bound in (self.random.choice("46"), self.random.choice("nm")):
                self.put(depth, f"for (; {q} < {bound}; {q}++)")
                self.put(depth + 1, f"{self.element()} {self.random.choice(['=', '+='])} {self.value()};")
            del self.ranges[q]
        elif what == 4:
            self.put(depth, f"switch (idx[{self.subscript()}] % 3) {{")
            self.put(depth, "case 0:")
            self.assignment(depth + 1)
            if self.chance(0.5):
                self.put(depth + 1, "break;")
            self.put(depth, "case 1:")
            self.assignment(depth + 1)
            self.assignment(depth + 1)
            self.put(depth, "}")
        else:
            self.put(depth, f"{self.random.choice(VECTORS)}[idx[{self.subscript()}]] = {self.value()};")

    def statements(self, depth, count, loops=True):
        known = len(self.locals)
        for _ in range(count):
            what = self.random.random()
            if loops and what < 0.12:
                self.branch(depth)
            elif loops and what < 0.26:
                self.local(depth)
            elif not self.affine and loops and what < 0.4:
                self.strange(depth)
            else:
                self.assignment(depth)
        del self.locals[known:]

    def header(self):
        if self.between_numbers and self.chance(0.15):
            return "m - 3", "8", (-3, 8), "++"
        outer = [name for name, (low, _) in self.ranges.items() if low >= 0]
        if outer and self.chance(0.2):
            name = self.random.choice(outer)
            low, high = self.ranges[name]
            return (name, "n", (low, 13), "++") if self.chance(0.5) else ("0", name, (0, high), "++")
        if self.chance(0.1):
            return self.random.choice(["n", "m"]) + " - 1", "0", (0, 13), "--"
        first = self.random.choice([0, 0, 0, 1, 2])
        bound = self.random.choice(["8", "11"] if self.between_numbers else ["n", "n", "m", "8", "n - 1"])
        return str(first), bound, (first, 13), " += 2" if self.chance(0.1) else "++"

    def loop(self, depth, name, first, bound, values, step, inside=None):
        relation = ">=" if step == "--" else "<"
        declare = not (self.old_style and name in "ijk")
        if not declare:
            self.tops.add(name)
        self.wide.discard(name)
        if declare and self.converting and self.chance(0.9 if self.plain else 0.4):
            self.wide.add(name)
        kind = ("long " if name in self.wide else "int ") if declare else ""
        self.put(depth, f"for ({kind}{name} = {first}; {name} {relation} {bound}; {name}{step}) {{")
        before = dict(self.ranges)
        self.ranges[name], self.last = values, None
        if inside:
            inside()
        else:
            self.statements(depth + 1, self.random.choice([1, 2, 2, 3]))
        self.ranges, self.last = before, None
        self.wide.discard(name)
        self.put(depth, "}")

    def nest(self, depth, levels):
        name = "ijk"[len(self.ranges)]

        def inside():
            if levels == 1:
                self.statements(depth + 1, self.random.choice([1, 2, 2, 3]))
                return
            known = len(self.locals)
            if self.chance(0.4):
                self.statements(depth + 1, 1, loops=self.chance(0.5))
            self.nest(depth + 1, levels - 1)
            if self.chance(0.35):
                self.statements(depth + 1, 1, loops=self.chance(0.5))
            if self.chance(0.3):
                self.nest(depth + 1, 1)
            if self.old_style and self.chance(0.1) and len(self.ranges) > 1:
                self.put(depth + 1, f"x[{'ijk'[len(self.ranges) - 1]}] = s;")
            del self.locals[known:]
        first, bound, values, step = self.header()
        self.loop(depth, name, first, bound, values, step, inside)
        # A second one that counts alike.
        if self.chance(0.3 if depth == 0 else 0.2):
            self.loop(depth, name, first, bound, values, step)

    def function(self, name):
        for _ in range(self.random.choice([1, 1, 1, 2])):
            self.nest(0, self.random.choice([1, 2, 2, 2, 2, 3]))
        tops = f"  int {', '.join(sorted(self.tops))};\n" if self.tops else ""
        return (f"static double {name} (int n, int m)\n{{\n  double s = 1.5, t = -0.5;\n{tops}" + "\n".join(self.lines)
                + "\n  return s + 2.0 * t;\n}\n")


class Rewrite:
    """What the judge said of it, and what running it did."""

    def __init__(self, name, number, kind, verdict, why, text):
        self.name, self.number, self.kind = name, int(number), kind
        self.accepted, self.why, self.text, self.differs = verdict == "accepted", why, text, False


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=1800, check=False, **more)


def judged(options, first, count, folder):
    """The rewrites of so many functions; those with the number 0 are the originals."""
    functions = [f"//@ f{seed}\n" + Maker(seed).function(f"f{seed}") for seed in range(first, first + count)]
    return judged_text(options.rewrites, "".join(functions), [first, options.each, *([options.only] if options.only else [])],
                       folder)


def judged_text(rewrites, functions, words, folder):
    """words: a seed, how many rewrites of each, and of which kind."""
    path = folder / "functions.c"
    path.write_text(HEAD + functions, encoding="utf-8")
    command = [rewrites, str(path), *map(str, words)]
    done = run(command)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} ends with {done.returncode}: {done.stderr[-2000:]}")
    found = re.findall(r"(?ms)^//@ (\w+) (\d+) (\w+) ?(\w*) ?([^\n]*)\n(.*?)(?=^//@|\Z)", done.stdout)
    return [Rewrite(*parts) for parts in found]


def runs_all(name):
    """Of every fourth function all rewrites are run, to know which of the refused ones are harmless; of the others
    those that were accepted."""
    return int(name[1:]) // 4 % 4 == 0


def execute(rewrites, folder):
    """Notes which of them differ from their originals."""
    text, table, by_key = PROGRAM, "", {}
    for one in rewrites:
        if not (one.number == 0 or one.accepted or runs_all(one.name)):
            continue
        name = f"{one.name}v{one.number}"
        text += re.sub(rf"\b{one.name}\b", name, one.text)
        table += f'  {{ {name}, "{one.name}", {one.number} }},\n'
        by_key[one.name, one.number] = one
    sizes = ", ".join(f"{{ {n}, {m} }}" for n, m in SIZES)
    text += (f"static const int sizes[][2] = {{ {sizes} }};\nstatic struct {{ double (*run) (int, int); const char *name;"
             f" int number; }} all[] = {{\n{table}}};\n" + MAIN)
    source, binary = folder / "all.c", folder / "all"
    source.write_text(text, encoding="utf-8")
    done = run(["gcc", "-std=gnu17", "-O0", "-w", "-ffp-contract=off", str(source), "-o", str(binary)])
    if done.returncode:
        raise SystemExit(f"{source} does not compile: {done.stderr[:3000]}")
    done = run([str(binary)])
    if done.returncode:
        raise SystemExit(f"{binary} ends with {done.returncode}")
    for line in done.stdout.splitlines():
        name, number, _ = line.split()
        by_key[name, int(number)].differs = True


# What running cannot find harmless: the small numbers of a run fit into every type.
UNTOLD = ["convert", "retype"]


class Tally:
    """Of one kind of rewrite, on affine functions or on others."""

    def __init__(self):
        self.all = self.accepted = self.harmless = self.both = 0

    def add(self, one):
        self.all += 1
        self.accepted += one.accepted
        if runs_all(one.name) and one.kind not in UNTOLD:
            self.harmless += not one.differs
            self.both += one.accepted and not one.differs

    def text(self):
        share = f"{100 * self.both / self.harmless:5.1f} %" if self.harmless else "      -"
        return f"{self.all:7} {self.harmless:8} {self.both:8} {share}"


# Of fewer rewrites, chance decides how many there are of a kind.
ENOUGH = 2000


def report(tallies, total):
    """Prints the table; what is wrong with it."""
    kinds = sorted({kind for kind, _ in tallies})
    print(f"{'':12} {'affine':>7} {'harmless':>8} {'accepted':>8} {'':7}   {'others':>7} {'harmless':>8} {'accepted':>8}")
    sums, rare = {True: Tally(), False: Tally()}, []
    for kind in kinds:
        print(f"{kind:12} {tallies[kind, True].text()}   {tallies[kind, False].text()}")
        for affine, own in sums.items():
            for field in vars(own):
                setattr(own, field, getattr(own, field) + getattr(tallies[kind, affine], field))
        if 50 * sum(tallies[kind, affine].all for affine in sums) < total and total >= ENOUGH:
            rare.append(kind)
    print(f"{'all':12} {sums[True].text()}   {sums[False].text()}")
    problems = [f"less than a fiftieth: {kind}" for kind in rare]
    # What chance may do to few of them: two standard deviations.
    harmless = sums[True].harmless
    chance = 0.6 * harmless ** 0.5 if harmless < 1000 else 0
    if sums[True].both < 0.9 * harmless - chance:
        problems.append("less than nine tenths of what is affine and harmless was accepted")
    return problems


def explain(options, one, original):
    print(f"--- {one.name} {one.number} {one.kind}: {'accepted' if one.accepted else one.why}")
    print(original.text + "becomes\n" + one.text, flush=True)


def wrong_again(options, folder):
    """How many rewrites are wrong of functions of which one was accepted once that was wrong, or would be if a part of
    the judge were missing that few random functions need (mutants.py): found/KIND_SEED.c."""
    faults = 0
    for path in sorted((pathlib.Path(__file__).parent / "found").glob("*.c")):
        kind, seed = path.stem.split("_")
        rewrites = judged_text(options.rewrites, path.read_text(encoding="utf-8"),
                               [seed, 25, *([] if kind == "any" else [kind])], folder)
        execute(rewrites, folder)
        originals = {one.name: one for one in rewrites if one.number == 0}
        for one in rewrites:
            if one.number and one.accepted and one.differs:
                faults += 1
                explain(options, one, originals[one.name])
    return faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rewrites")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=80)
    parser.add_argument("--each", type=int, default=25)
    parser.add_argument("--faults", type=int, default=5)
    parser.add_argument("--show", help="print harmless rewrites of this kind that were refused")
    parser.add_argument("--only", help="rewrites of this kind alone")
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    if "IHOP_TEST_TEXTS_ONLY" in os.environ:
        options.count //= 5
    tallies, total, faults, shown = collections.defaultdict(Tally), 0, 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = options.keep or pathlib.Path(name)
        folder.mkdir(exist_ok=True)
        faults += wrong_again(options, folder)
        first = options.seed
        while total < options.count and faults < options.faults:
            count = min(options.batch, (options.count - total) // options.each + 2)
            rewrites = judged(options, first, count, folder)
            execute(rewrites, folder)
            originals = {one.name: one for one in rewrites if one.number == 0}
            for one in rewrites:
                affine = int(one.name[1:]) % 4 != 3
                if one.number == 0:
                    faults += one.differs
                    continue
                total += 1
                tallies[one.kind, affine].add(one)
                if one.accepted and one.differs:
                    faults += 1
                    explain(options, one, originals[one.name])
                elif not one.accepted and not one.differs and affine and runs_all(one.name) \
                        and options.show in (one.kind, "all") and shown < 30:
                    shown += 1
                    explain(options, one, originals[one.name])
            first += count
    problems = report(tallies, total)
    print(f"{total} rewrites, {sum(t.accepted for t in tallies.values())} accepted, {faults} faults")
    for problem in problems:
        print(problem)
    return 1 if faults or problems else 0


if __name__ == "__main__":
    sys.exit(main())
