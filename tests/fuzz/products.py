#!/usr/bin/python3
"""Products of random nests, run against the original.

Each batch is one C file of many functions. ihop generates the fallback and the emulated program
from it; all three are compiled and run, and after every call all memory is compared, to the bit
where no floating-point sum was taken across threads, closely where one was.

    products.py IHOP [--rich|--rounds|--names|--spellings] [--records|--sizes] [--hooks] [--foreign] [--count N] [--seed S] [--batch K] [--keep DIR] [--cc CC]
                [-- IHOP'S OPTIONS]
"""
import argparse
import math
import os
import random
import re
import struct
import subprocess
import sys
import tempfile

import foreign
import hooks
import names
import nests
import rich
import rounds
import sizes
import spellings
import watched

DUMP = f"""
static FILE *out;

static int element (int k, int m) {{ return (int) ((unsigned) k * 2654435761u >> 8) % m; }}

static void fill (double *a, int n, int seed)
{{
  for (int i = 0; i < n; i++)
    a[i] = element (i + seed, 4001) / 1024.0 - 1.9;
}}

static void dump (const char *name, double r)
{{
  fwrite (name, 1, 8, out);
  fwrite (&r, sizeof r, 1, out);
  fwrite (A, sizeof A, 1, out);
  fwrite (B, sizeof B, 1, out);
  fwrite (C, sizeof C, 1, out);
  fwrite (x, sizeof x, 1, out);
  fwrite (y, sizeof y, 1, out);
  fwrite (z, sizeof z, 1, out);
  fwrite (P, sizeof P, 1, out);
  fwrite (u, sizeof u, 1, out);
  fwrite (v, sizeof v, 1, out);
  fwrite (g, sizeof g, 1, out);
  fwrite (table, sizeof table, 1, out);
  fwrite (T, sizeof T, 1, out);
  fwrite (kept, sizeof kept, 1, out);
}}

static void reset (void)
{{
  fill (&A[0][0], {nests.DIM * nests.DIM}, 1);
  fill (&B[0][0], {nests.DIM * nests.DIM}, 20000);
  fill (&C[0][0], {nests.DIM * nests.DIM}, 40000);
  fill (x, {nests.LONG}, 60000);
  fill (y, {nests.LONG}, 80000);
  fill (z, {nests.LONG}, 100000);
  fill ((double *) P, {2 * nests.LONG}, 120000);
  fill (u, {2 * nests.MIDDLE}, 140000);
  fill (v, {2 * nests.MIDDLE}, 160000);
  fill (g, {nests.LONG}, 180000);
  fill (&table[0][0], {nests.DIM * nests.DIM}, 200000);
  fill (&T[0][0], {nests.DIM * nests.DIM}, 220000);
  weight = 0.75;
  kept[0] = kept[1] = 0;
  for (int i = 0; i < {nests.DIM}; i++)
    {{
      idx[i] = (i * 7) % 13;
      perm[i] = (i * 17) % {nests.DIM};
      rows[i] = T[i];
    }}
{hooks.RESET}}}
"""
MEMORY = (f"static double A[{nests.DIM}][{nests.DIM}], B[{nests.DIM}][{nests.DIM}],"
          f" C[{nests.DIM}][{nests.DIM}], x[{nests.LONG}], y[{nests.LONG}], z[{nests.LONG}];\n"
          f"static int idx[{nests.DIM}], perm[{nests.DIM}];\n")
RECORD = 8 + 8 * (1 + 5 * nests.DIM * nests.DIM + 2 + 6 * nests.LONG + 4 * nests.MIDDLE)


RECORDS = "struct memory { double *x, *y, *z; int n; };\n"


def in_records(text):
    """The same function with x, y and z in a struct."""
    head = re.sub(r"double x\[.*double z\[[^]]*\]", "struct memory *mem", text[0])
    return [head] + [re.sub(r"\b([xyz])\[", r"mem->\1[", line) for line in text[1:]]


def made_public(text, seed):
    """Half of the functions are not static: nothing is known of their callers, who tell at run time."""
    return [text[0].replace("static ", "", 1) if seed % 2 else text[0]] + text[1:]


def arguments(seed, n, how):
    """The three vectors as they are passed: z lies in x now and then, and y may be what functions read. None: as ever."""
    third = "z" if seed % 3 else "x + 1"
    if how == "records":
        return f"&(struct memory) {{ x, y, {third}, {n} }}"
    if how == "names":
        return f"x, {'y' if seed % 5 else 'g'}, {third}"
    return None


def program(seeds, given, maker=nests.Maker, how="", hooked=False):
    """A C file with a function a seed, each called on fresh memory for every size."""
    head = ("#define _GNU_SOURCE\n#include <stdio.h>\n\n" + nests.RICH + hooks.HEAD + "\n" + names.HEAD
            + (RECORDS if how == "records" else sizes.HEAD if how == "sizes" else ""))
    lines, calls = [], {}
    for seed in seeds:
        if how == "spellings":
            lines += spellings.Speller(seed).function(f"f{seed}", nests.HEADER) + [""]
            continue
        body = maker(seed).function()
        if hooked:
            body = hooks.between(random.Random(f"hooks {seed}"), body)
        text, _ = nests.print_function(f"f{seed}", body, 1, "scop")
        if how == "sizes":
            text, calls[seed] = sizes.hidden(text, seed)
        elif how:
            text = made_public(in_records(text) if how == "records" else text, seed)
        lines += text + [""]
    tail = MEMORY + DUMP + "\nint main (int argc, char **argv)\n{\n  volatile double r;\n  out = fopen (argv[1], \"wb\");\n"
    for seed in seeds:
        for n, m in given:
            before, passed, vectors, behind = calls[seed](n, m) if how == "sizes" else ("", f"{n}, {m}, ", "x, y, z", "")
            tail += (f"  reset ();\n  {before}r = -1;\n  if (setjmp (out_) == 0)\n    r = f{seed} ({passed}A, B, C,"
                     f" {arguments(seed, n, how) or vectors}, idx, perm);\n  {behind}dump (\"{f'f{seed}':<8.8}\", r);\n")
    return head + "\n".join(lines) + tail + "  return fclose (out);\n}\n"


def run(command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=900, check=False, **more)


def build_and_run(cc, source, folder, flags):
    binary = os.path.join(folder, os.path.basename(source) + ".out")
    if source.endswith("_emu.c"):
        wrong = watched.build(cc, source, binary)
    else:
        done = run([cc, "-std=gnu17", "-O1", "-w", "-ffp-contract=off", *flags, source, "-o", binary, "-lm"])
        wrong = done.stderr[:1500] if done.returncode else None
    if wrong:
        return None, f"{os.path.basename(source)} does not compile: {wrong}"
    done = run([binary, binary + ".dump"], env={**os.environ, "OMP_NUM_THREADS": "3"})
    if done.returncode:
        return None, f"{os.path.basename(source)} ends with {done.returncode}: {done.stderr[:600]}"
    with open(binary + ".dump", "rb") as file:
        return file.read(), None


def close(a, b):
    return a == b or (a != a and b != b) or abs(a - b) <= 1e-9 * max(abs(a), abs(b), 1e-3)


def zero_of_another_sign(a, b):
    return a == b == 0 and math.copysign(1, a) != math.copysign(1, b)


def differ(expected, actual, exact):
    """The functions whose memory differs, each with its first differing number."""
    found = {}
    if len(expected) != len(actual):
        return {"?": "dumps of different length"}
    for start in range(0, len(expected), RECORD):
        one, two = expected[start:start + RECORD], actual[start:start + RECORD]
        if one == two:
            continue
        name = one[:8].decode().strip()
        pairs = zip(struct.iter_unpack("d", one[8:]), struct.iter_unpack("d", two[8:]))
        for at, ((p,), (q,)) in enumerate(pairs):
            if struct.pack("d", p) != struct.pack("d", q) and not (p != p and q != q):
                if exact or not close(p, q) or zero_of_another_sign(p, q):
                    found.setdefault(name, f"number {at}: {p!r} became {q!r}")
                    break
    return found


def how_of(options):
    return next((word for word in ("records", "names", "spellings", "sizes") if getattr(options, word)), "")


def check_batch(options, seeds, folder):
    given = [(9, 7), (14, 11), (1, 0)]
    source = os.path.join(folder, f"batch_{seeds[0]}.c")
    with open(source, "w", encoding="utf-8") as file:
        maker = (names.Maker if options.names else rich.Maker if options.rich
                 else rounds.Maker if options.rounds else nests.Maker)
        text = program(seeds, given, maker, how_of(options), options.hooks)
        file.write(foreign.program(text, seeds[0]) if options.foreign else text)
    done = run([options.ihop, "--pragma", "target" if options.spellings else "scop", "--emit", "cpu,cu,emu,json", source, "-o",
                os.path.join(folder, "made"), *(["--search", options.search] if options.search else [])])
    if done.returncode not in (0, 1):
        return [f"{source}: ihop ends with {done.returncode}: {done.stderr[-1500:]}"]
    if "IHOP-G090" in done.stderr:
        return [f"{source}: the check of copies complains: {done.stderr[-1500:]}"]
    if "IHOP-E002" in done.stderr:
        return [f"{source}: kernels are no C++: {done.stderr[-1500:]}"]
    expected, fault = build_and_run(options.cc, source, folder, [])
    if fault:
        return [fault]
    faults = []
    for kind, flags in (("cpu", ["-fopenmp"]), ("emu", [])):
        product = os.path.join(folder, "made", os.path.basename(source)[:-2] + f"_{kind}.c")
        actual, fault = build_and_run(options.cc, product, folder, flags)
        if fault:
            faults.append(fault)
            continue
        faults += [f"{product}: {name}: {what}"
                   for name, what in differ(expected, actual, False).items()]
    return faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ihop")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=25)
    parser.add_argument("--rich", action="store_true")
    parser.add_argument("--rounds", action="store_true")
    parser.add_argument("--names", action="store_true", help="rows, globals in functions, exchanged buffers")
    parser.add_argument("--spellings", action="store_true", help="heads, what counts along, second names")
    parser.add_argument("--records", action="store_true", help="arrays behind pointers in a struct")
    parser.add_argument("--sizes", action="store_true", help="n and m behind pointers, in structs, in globals")
    parser.add_argument("--hooks", action="store_true", help="library calls, cleanups, jumps between the loops")
    parser.add_argument("--foreign", action="store_true", help="names that mean something else in C++ or CUDA")
    parser.add_argument("--keep")
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--search", help="how steps are searched for")
    options = parser.parse_args()
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        for first in range(options.seed, options.seed + options.count, options.batch):
            seeds = list(range(first, min(first + options.batch, options.seed + options.count)))
            faults += check_batch(options, seeds, options.keep or folder)
    for fault in faults:
        print("not ok", fault)
    print(f"{options.count} functions, 3 sizes each: {len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
