#!/usr/bin/python3
"""Programs that the other tests make, run under ihop observe: no verdict may be refuted.

    programs.py IHOP [--count N] [--seed S] KIND[=N]…

nests, rich: the functions of tests/fuzz/verdicts.py; products, spellings, names, records: the programs of
tests/fuzz/products.py, with every function called on fresh memory; exits, guards, kept, reach, rotations, rows: those of the
test of that name; classic: the loops of tests/classic, called in several sizes. A program counts one function, or one
program where the test makes one a seed.
"""
import argparse
import os
import pathlib
import random
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
for folder in ("tests/observe", "tests/fuzz", "tests/classic"):
    sys.path.append(str(ROOT / folder))

import corpus  # noqa: E402
import exits  # noqa: E402
import guards  # noqa: E402
import kept  # noqa: E402
import names  # noqa: E402
import nests  # noqa: E402
import products  # noqa: E402
import reach  # noqa: E402
import rich  # noqa: E402
import rotations  # noqa: E402
import rows  # noqa: E402
import run as classic  # noqa: E402
import verdicts  # noqa: E402

BATCH = 25
OUT = "OUT"  # an argument that becomes the name of a file


def guarded(seeds):
    """The functions of guards.py, each called with values for which it ends; a lies amid much memory."""
    text, calls = [], []
    for seed in seeds:
        rng, space = random.Random(f"observed {seed}"), guards.names_outside()
        maker = guards.Maker(seed).function(f"f{seed}", 1)
        exec("\n".join(maker.py), space)  # as guards.py does
        text += maker.c
        for _ in range(8):
            values = guards.some_values(rng)
            try:
                space[f"f{seed}"](guards.Trace(), *values)
            except OverflowError:
                continue
            calls.append(f"  f{seed} ({', '.join(map(str, values))}, a + 2000, z + 2000, x + 2000);")
    head = [*guards.OUTSIDE, "static double a[4000], x[4000], z[4000];"]
    return "\n".join(head + text + ["int main (void)", "{", *calls, "  return 0;", "}", ""])


def one_by_one(kind, seed):
    if kind == "kept":
        return kept.Program(random.Random(seed)).text()
    if kind == "rotations":
        return rotations.Program(seed).text()
    if kind == "reach":
        return reach.program(random.Random(seed), 8)
    return rows.program(random.Random(seed), 8)[0]


def batch(kind, seeds):
    if kind in ("nests", "rich"):
        return verdicts.make_batch(seeds, rich.Maker if kind == "rich" else nests.Maker)[0]
    if kind == "guards":
        return guarded(seeds)
    how = "" if kind == "products" else kind
    return products.program(seeds, [(9, 7), (3, 2)], maker=names.Maker if kind == "names" else nests.Maker, how=how)


def fuzzed(kind, first, count):
    """(name, text, options, arguments) of each program."""
    if kind in ("kept", "rotations", "reach", "rows"):
        for seed in range(first, first + count):
            yield f"{kind}{seed}.c", one_by_one(kind, seed), [], ""
        return
    size = 4 if kind == "exits" else BATCH
    for start in range(first, first + count, size):
        seeds = range(start, min(start + size, first + count))
        if kind != "exits":
            yield f"{kind}{start}.c", batch(kind, seeds), [], OUT
            continue
        text, ways = exits.program(list(seeds))
        for which, n in enumerate(ways):
            yield f"exits{start}_{which}.c", text, [], f"{which} {(start + which) % (n + 1)}"


def classics():
    """Each file with a main behind it that calls every function; vouched for is what the file vouches for."""
    places = " ".join(f'{{ "{g}", (char *) {g}, sizeof {g} }},' for g in classic.GLOBALS)
    harness = classic.HARNESS % {"places": places}
    harness = harness[harness.index("static double *rows"):harness.index("static char before")]
    for path in sorted((ROOT / "tests/classic").glob("*.c")):
        source = path.read_text()
        functions = classic.functions_of(source)
        if path.name == "classic.c" or not functions:
            continue
        calls = [f"  reset (); {classic.call(name, kind, parameters, size)}"
                 for name, (_, _, kind, parameters) in functions.items() for size in classic.SIZES]
        options = [word.strip("'\"") for line in re.findall(r"^// options (.*)$", source, re.M)
                   for word in re.findall(r"'[^']*'|\"[^\"]*\"|\S+", line)]
        yield path.name, source + harness + "int main (void)\n{\n" + "\n".join(calls) + "\n  return 0;\n}\n", options, ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ihop")
    parser.add_argument("--count", type=int, default=25)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("kinds", nargs="+")
    options = parser.parse_intermixed_args()
    problems, total = [], {}
    with tempfile.TemporaryDirectory() as folder:
        for word in options.kinds:
            kind, _, own = word.partition("=")
            count = int(own or options.count)
            for name, text, words, run in classics() if kind == "classic" else fuzzed(kind, options.seed, count):
                path = os.path.join(folder, name)
                pathlib.Path(path).write_text(text)
                flags = [f"-I{ROOT}/tests/classic", "-fwrapv"]
                count, wrong = corpus.observe(os.path.abspath(options.ihop), [*words, path], flags=flags,
                                              run=run.replace(OUT, os.path.join(folder, "out")), folder=folder)
                problems += wrong
                for word, n in count.items():
                    total[word] = total.get(word, 0) + n
    total.pop("status", None)
    print("\n".join(problems))
    print(", ".join(f"{word} {n}" for word, n in total.items() if n))
    sys.exit(1 if problems or not total.get("confirmed") else 0)


if __name__ == "__main__":
    main()
