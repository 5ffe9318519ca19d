#!/usr/bin/python3
"""The time that observe gives to loops: with what runs inside, also in called functions, and without.

    shares.py IHOP
"""
import json
import os
import subprocess
import sys
import tempfile

PROGRAM = """double a[1000];

static void inner (void)
{
  for (int i = 0; i < 1000; i++)
    a[i] = a[i] * 0.5 + i;
}

int main (void)
{
  for (int t = 0; t < 300000; t++)
    inner ();
  return a[7] < 0;
}
"""


def main():
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "shares.c")
        with open(file, "w") as text:
            text.write(PROGRAM)
        done = subprocess.run([sys.argv[1], "observe", "--trips", "--format", "json", file], capture_output=True, text=True, check=True)
    loops = {loop["loop"]: loop for loop in json.loads(done.stdout)["loops"]}
    outer, inner = loops["main/t"], loops["inner/i"]
    print({name: (loop["share"], loop["own_share"]) for name, loop in loops.items()})
    wrong = [what for what, holds in [
        ("nearly all time is inside the outer loop", outer["share"] > 0.9),
        ("the outer loop's share has the called function's loop in it", outer["share"] >= inner["share"]),
        ("the inner loop's time is its own", inner["own_share"] == inner["share"] > 0.5),
        ("the outer loop's own time is the rest", abs(outer["own_share"] - (outer["share"] - inner["share"])) < 1e-9),
    ] if not holds]
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
