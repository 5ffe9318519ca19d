#!/usr/bin/python3
"""ihop run --check --schedules: of each program of schedules/ nothing is said, and with -DFAULT one thing: what depends on the order,
with the two blocks or warps whose change of places is enough; and a program prints and computes what it does without."""
import json
import pathlib
import subprocess
import sys

ihop, folder = sys.argv[1], pathlib.Path(sys.argv[2])
# What is said with -DFAULT: kind, the blocks and threads, the byte of the allocation, the values.
WANTED = {"last": ("order", [[4, 0, 0], [11, 0, 0]], [None, None], 4, ["0000000b", "00000004"]),
          "warps": ("order", [[3, 0, 0], [3, 0, 0]], [[32, 0, 0], [192, 0, 0]], 4, ["000000c8", "00000020"]),
          "turns": ("order", [[0, 0, 0], [1, 0, 0]], [None, None], 4, ["00000000", "00000001"]),
          "chain": ("order", [[0, 0, 0], [1, 0, 0]], [None, None], 0, ["00000009", "00000003"]),
          "clock": ("unsteady", [None], [None], 0, None), "heap": ("untried", [None], [None], None, None)}
failures = 0


def run(path, *flags, options=()):
    command = [ihop, "run", "--check=json", "--budget", "1", *options, "--compiler", "clang", str(path), "--", *flags]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    findings = json.loads(done.stderr[done.stderr.index("{\n"):])["findings"]
    return done.returncode, done.stdout, findings


def fail(*what):
    global failures
    print("not ok:", *what)
    failures += 1


def check(path):
    for flags in [], ["-DFAULT"]:
        plain, tried = run(path, *flags), run(path, *flags, options=["--schedules", "6"])
        if plain[:2] != tried[:2] or plain[0] or not plain[1]:
            fail(path.stem, flags, "exit or output:", plain[:2], tried[:2])
        if plain[2] or (not flags and tried[2]):
            fail(path.stem, flags, "without a reason:", plain[2], tried[2])
    kind, blocks, threads, offset, values = WANTED[path.stem]
    if len(tried[2]) != 1:
        fail(path.stem, tried[2])
        return
    find = tried[2][0]
    places = find["places"]
    if (find["id"], find["kind"], find["severity"]) != ("IHOP-K017", kind, "note") or [one.get("block") for one in places] != blocks \
            or [one.get("thread") for one in places] != threads or find.get("memory", {"offset": None})["offset"] != offset \
            or (values and find["values"] != values) or (kind == "order" and ("it is enough" in find["message"]) != (path.stem != "chain")):
        fail(path.stem, find)


def check_few():
    """Of one order the second one's fault is not seen."""
    if run(folder / "warps.cu", "-DFAULT", options=["--schedules", "1"])[2]:
        fail("one order alone is of blocks")


names = {path.stem for path in folder.glob("*.cu")}
assert names == set(WANTED), names ^ set(WANTED)
for one in sorted(folder.glob("*.cu")):
    check(one)
check_few()
sys.exit(failures > 0)
