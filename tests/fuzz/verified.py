"""What generators of whole programs for "ihop verify" share: options, seeds, and what is said in the end."""
import argparse
import os
import sys
import tempfile


def main(description, run, counted, least, first=None):
    """run (IHOP, SEED, FOLDER): whether the program of that seed is right, and whether it is one of those that are "counted" (in
    words), of which there have to be one in "least". first (IHOP, FOLDER): how many programs of its own are wrong; in every run."""
    words = argparse.ArgumentParser(description=description.split("\n", maxsplit=1)[0])
    words.add_argument("ihop")
    words.add_argument("--count", type=int, default=4)
    words.add_argument("--seed", type=int, default=1)
    options = words.parse_args()
    options.ihop = os.path.abspath(options.ihop)
    with tempfile.TemporaryDirectory() as folder:
        wrong = first(options.ihop, folder) if first else 0
        results = [run(options.ihop, seed, folder) for seed in range(options.seed, options.seed + options.count)]
    found = sum(one for _, one in results)
    print(f"{options.count} programs, {sum(not right for right, _ in results)} faults, {found} {counted}")
    if wrong or not all(right for right, _ in results) or least * found < options.count:
        sys.exit(1)
