"""What generators of whole programs for "ihop verify" share: options, seeds, and what is said in the end."""
import argparse
import os
import pathlib
import random
import subprocess
import sys
import tempfile


def rows_in_blocks(ihop, place, seed, files, sizes):
    """Writes the program of these files (name → text), verifies it with one of the arguments, and says whether it is right, whether rows are
    kept in one block, and what the plan says of rows."""
    place = pathlib.Path(place)
    place.mkdir()
    for name, text in files.items():
        (place / name).write_text(text)
    sources = sorted(str(path) for path in place.glob("*.c"))
    arguments = random.Random(seed).choice(sizes)
    done = subprocess.run([ihop, "verify", "--auto", "--keep-slower", "--no-proof", "--cuda-compiler", "clang", f"--args={arguments}", *sources],
                          capture_output=True, text=True, timeout=300, check=False)
    shown = subprocess.run([ihop, "--auto", "--keep-slower", "-o", str(place / "made"), *sources], capture_output=True,
                           text=True, timeout=120, check=False)
    right = done.returncode == 0 and shown.returncode == 0
    if not right:
        print(f"seed {seed}: exit code {done.returncode}", *files.values(), done.stdout + done.stderr + shown.stderr, sep="\n")
    told = [line for line in shown.stdout.splitlines() if line.startswith("  rows")]
    return right, any("kept in one block of memory, as" in line for line in told), told


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
