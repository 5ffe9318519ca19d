#!/usr/bin/python3
"""Programs that the other tests make, run under ihop observe: no verdict may be refuted.

    random.py IHOP [--count N] [--seed S] nests|rich|products|spellings|classic…

nests, rich: the functions of tests/fuzz/verdicts.py; products, spellings: the programs of tests/fuzz/products.py, with
every function called on fresh memory; classic: the loops of tests/classic, called in several sizes.
"""
import sys

sys.path.pop(0)  # this folder: our name is that of a module of Python's

import argparse  # noqa: E402
import os  # noqa: E402
import pathlib  # noqa: E402
import re  # noqa: E402
import tempfile  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
for folder in ("tests/observe", "tests/fuzz", "tests/classic"):
    sys.path.append(str(ROOT / folder))

import corpus  # noqa: E402
import nests  # noqa: E402
import products  # noqa: E402
import rich  # noqa: E402
import run as classic  # noqa: E402
import verdicts  # noqa: E402

BATCH = 25


def fuzzed(kind, first, count):
    for start in range(first, first + count, BATCH):
        seeds = range(start, min(start + BATCH, first + count))
        if kind in ("nests", "rich"):
            yield f"{kind}{start}.c", verdicts.make_batch(seeds, rich.Maker if kind == "rich" else nests.Maker)[0], []
        else:
            yield f"{kind}{start}.c", products.program(seeds, [(9, 7), (3, 2)], how=kind if kind == "spellings" else ""), []


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
        yield path.name, source + harness + "int main (void)\n{\n" + "\n".join(calls) + "\n  return 0;\n}\n", options


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ihop")
    parser.add_argument("--count", type=int, default=25)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("kinds", nargs="+")
    options = parser.parse_intermixed_args()
    problems, total = [], {}
    with tempfile.TemporaryDirectory() as folder:
        for kind in options.kinds:
            for name, text, words in classics() if kind == "classic" else fuzzed(kind, options.seed, options.count):
                path = os.path.join(folder, name)
                pathlib.Path(path).write_text(text)
                flags = [f"-I{ROOT}/tests/classic", "-fwrapv"]
                count, wrong = corpus.observe(os.path.abspath(options.ihop), [*words, path], flags=flags,
                                              run=os.path.join(folder, "out"), folder=folder)
                problems += wrong
                for word, n in count.items():
                    total[word] = total.get(word, 0) + n
    total.pop("status", None)
    print("\n".join(problems))
    print(", ".join(f"{word} {n}" for word, n in total.items() if n))
    sys.exit(1 if problems or not total.get("confirmed") else 0)


if __name__ == "__main__":
    main()
