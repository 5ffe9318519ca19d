#!/usr/bin/python3
"""What --script-out writes makes the same products again with --script: also where structs were taken apart, local
types were lifted, names were settled, and loops stay on the host.

    replay.py IHOP LINE=FILE.c…

LINE: how a line of the script has to begin.
"""
import pathlib
import subprocess
import sys
import tempfile

faults = []


def run(ihop, *words):
    done = subprocess.run([ihop, "-q", *words], capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def products(folder):
    return {path.name: path.read_text() for path in pathlib.Path(folder).iterdir()}


def compare(ihop, begins, case, folder):
    """A script is found and replayed."""
    one, two, script = f"{folder}/one", f"{folder}/two", pathlib.Path(folder, "found.ihop")
    options = ["--auto", "--emit", "cu,cpu", str(case)]
    code, said = run(ihop, *options, "--script-out", str(script), "-o", one)
    again, said_again = run(ihop, *options, "--script", str(script), "-o", two)
    if code or again:
        faults.append(f"{case}: exit codes {code} and {again}: {said}{said_again}")
    elif products(one) != products(two):
        faults.append(f"{case}: its script makes other products:\n{script.read_text()}")
    if not any(line.startswith(begins) for line in script.read_text().splitlines()):
        faults.append(f"{case}: no line “{begins}” in\n{script.read_text()}")


def refuse(ihop, case, folder, steps, part):
    """A script that says what cannot be."""
    script = pathlib.Path(folder, "refused.ihop")
    script.write_text(steps)
    code, said = run(ihop, "--auto", "--script", str(script), "-o", f"{folder}/none", str(case))
    if code == 0 or part not in said:
        faults.append(f"{case}: {steps!r}: exit code {code}, expected “{part}”: {said}")


def main():
    ihop = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        for word in sys.argv[2:]:
            begins, case = word.split("=")
            own = pathlib.Path(folder, pathlib.Path(case).stem)
            own.mkdir()
            compare(ihop, begins, case, own)
        case = sys.argv[2].split("=")[1]
        refuse(ihop, case, folder, "prepare auto\nprepare auto\n", "prepare auto")
        refuse(ihop, case, folder, "host nobody/i\n", "no function and no loop nobody/i")
        plain = pathlib.Path(folder, "plain.c")
        plain.write_text("void f (double *restrict a, int n)\n{\n  for (int i = 0; i < n; i++)\n    a[i] = 1;\n}\n")
        refuse(ihop, plain, folder, "reverse f/i\nprepare auto\n", "stands in front of all steps")
    print("\n".join(faults))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
