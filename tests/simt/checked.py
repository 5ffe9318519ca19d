#!/usr/bin/python3
"""ihop run --check: each program of checked/ is right, and with -DFAULT wrong in one way, which has to be found, with its
thread and line, and nothing else; the programs of programs/ are right, and nothing is found in them."""
import json
import pathlib
import subprocess
import sys

ihop, folder = sys.argv[1], pathlib.Path(sys.argv[2])
# What is found in the faulty version: id, and the words of its kind.
FAULTS = {"bounds": ("IHOP-K001", "outside"), "host": ("IHOP-K001", "host-memory"), "freed": ("IHOP-K002", "freed"),
          "twice": ("IHOP-K002", "free"), "misaligned": ("IHOP-K003", "misaligned"), "bytes": ("IHOP-K004", "unwritten"),
          "shared": ("IHOP-K005", "race"), "blocks": ("IHOP-K005", "race"), "scope": ("IHOP-K005", "race"),
          "warp": ("IHOP-K005", "race"), "lanes": ("IHOP-K005", "race"), "barrier": ("IHOP-K007", "ended"), "apart": ("IHOP-K007", "barrier"),
          "mask": ("IHOP-K008", "mask"), "spin": ("IHOP-K009", "spins"), "copy": ("IHOP-K010", "copy"), "direction": ("IHOP-K010", "copy"),
          "launch": ("IHOP-K011", "launch"), "leak": ("IHOP-K012", "leak"),
          "streams": ("IHOP-K005", "race"), "legacy": ("IHOP-K005", "race"), "early": ("IHOP-K005", "race"),
          "buffer": ("IHOP-K005", "race"), "async": ("IHOP-K005", "race"), "left": ("IHOP-K013", "left")}
NOTES = {"IHOP-K006", "IHOP-K012", "IHOP-K013", ("IHOP-K007", "ended")}
# Those of the host have no thread.
OF_THE_HOST = {"twice", "copy", "direction", "launch", "leak", "early", "buffer", "async", "left"}
failures = 0


def run(path, *flags):
    command = [ihop, "run", "--check=json", "--budget", "1", "--compiler", "clang", str(path), "--", "-ffp-contract=off", *flags]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300)
    start = result.stderr.find("{\n")
    return result.returncode, json.loads(result.stderr[start:])["findings"] if start >= 0 else None


def fail(text):
    global failures
    print("not ok:", text)
    failures += 1


def check_right(path):
    code, findings = run(path)
    if findings is None or code or any(one["severity"] == "error" for one in findings):
        fail(f"{path.stem} is right: exit {code}, {findings}")
    elif path.stem == "lanes" and [one["id"] for one in findings] != ["IHOP-K006"]:
        fail(f"lanes: the same value is noted: {findings}")


def check_faulty(path, wanted):
    code, findings = run(path, "-DFAULT")
    found = {(one["id"], one["kind"]) for one in findings or []}
    if wanted not in found or code != (0 if wanted in NOTES or wanted[0] in NOTES else 4):
        fail(f"{path.stem} with its fault: exit {code}, {findings}")
        return
    others = {one for one in found if one[0] not in NOTES and one != wanted}
    if others:
        fail(f"{path.stem} with its fault: {others}, too")
    place = next(one for one in findings if one["id"] == wanted[0])["places"]
    if path.stem not in OF_THE_HOST and not (place[0]["line"] and place[0]["thread"] and place[0]["file"].endswith(path.name)):
        fail(f"{path.stem}: where? {place}")
    if path.stem in OF_THE_HOST and wanted[1] == "race" and not (len(place) == 2 and place[0]["function"].startswith("cuda")):
        fail(f"{path.stem}: the two sides? {place}")
    if wanted[1] == "race" and path.stem not in OF_THE_HOST and not (len(place) == 2 and place[1]["line"] and place[1]["thread"]):
        fail(f"{path.stem}: the other side? {place}")


names = {path.stem for path in (folder / "checked").glob("*.cu")}
assert names == set(FAULTS), names ^ set(FAULTS)
for path in sorted((folder / "checked").glob("*.cu")):
    check_right(path)
    check_faulty(path, FAULTS[path.stem])
for name in sys.argv[3:]:
    check_right(folder / "programs" / (name + ".cu"))
sys.exit(failures > 0)
