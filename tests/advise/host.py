#!/usr/bin/python3
"""A function that is predicted to be quicker on the host: the quick search says so, the thorough one
leaves it there; what is marked, and what has sizes that nobody knows, goes to the device.

    host.py IHOP CASE.c
"""
import pathlib
import subprocess
import sys
import tempfile

faults = []


def generate(ihop, case, folder, *options):
    """What was said, and whether anything is launched."""
    done = subprocess.run([ihop, "-v", *options, str(case), "-o", folder], capture_output=True,
                          text=True, check=False)
    if done.returncode:
        faults.append(f"{options}: exit code {done.returncode}: {done.stderr}")
    text = "".join(path.read_text() for path in pathlib.Path(folder).glob(f"{case.stem}*.cu"))
    return done.stdout + done.stderr, "<<<" in text


def expect(what, said, launches, says, launched):
    if ("IHOP-S003" in said) != says:
        faults.append(f"{what}: S003 is {'not ' if says else ''}said: {said}")
    if launches != launched:
        faults.append(f"{what}: {'nothing' if launched else 'something'} is launched")


def main():
    ihop, case = sys.argv[1], pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        said, launches = generate(ihop, case, folder, "--pragma", "scop")
        expect("quick", said, launches, True, True)
        fallback = (pathlib.Path(folder) / f"{case.stem}_cpu.c").read_text()
        said, launches = generate(ihop, case, folder, "--pragma", "scop", "--search", "thorough")
        expect("thorough", said, launches, True, False)
        if (pathlib.Path(folder) / f"{case.stem}_cpu.c").read_text() != fallback:
            faults.append("the fallback is another one")
        if "quicker on the host as a whole" not in said:
            faults.append(f"the report does not say why: {said}")
        (pathlib.Path(folder) / "in").mkdir()
        unknown = pathlib.Path(folder) / "in" / "unknown.c"
        text = case.read_text()
        unknown.write_text(text[:text.index("int main")].replace("static void", "void"))
        said, launches = generate(ihop, unknown, folder, "--pragma", "scop", "--search", "thorough")
        expect("unknown sizes", said, launches, False, True)
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
