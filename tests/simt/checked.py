#!/usr/bin/python3
"""ihop run --check: each program of checked/ is right, and with -DFAULT wrong in one way, which has to be found, with its
thread and line, and nothing else; the programs of programs/ are right, and nothing is found in them.

    checked.py IHOP FOLDER [PROGRAM of programs/]... [--only=PROGRAM of checked/] [--some=N: each Nth of checked/]"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ihop, folder = sys.argv[1], pathlib.Path(sys.argv[2])
# What is found in the faulty version: id, and the words of its kind.
FAULTS = {"bounds": ("IHOP-K001", "outside"), "host": ("IHOP-K001", "host-memory"), "freed": ("IHOP-K002", "freed"), "node": ("IHOP-K002", "freed"),
          "twice": ("IHOP-K002", "free"), "misaligned": ("IHOP-K003", "misaligned"), "bytes": ("IHOP-K004", "unwritten"),
          "shared": ("IHOP-K005", "race"), "tile": ("IHOP-K005", "race"), "blocks": ("IHOP-K005", "race"), "scope": ("IHOP-K005", "race"),
          "warp": ("IHOP-K005", "race"), "lanes": ("IHOP-K005", "race"), "barrier": ("IHOP-K007", "ended"), "apart": ("IHOP-K007", "barrier"),
          "mask": ("IHOP-K008", "mask"), "spin": ("IHOP-K009", "spins"), "copy": ("IHOP-K010", "copy"), "direction": ("IHOP-K010", "copy"),
          "launch": ("IHOP-K011", "launch"), "leak": ("IHOP-K012", "leak"),
          "streams": ("IHOP-K005", "race"), "legacy": ("IHOP-K005", "race"), "early": ("IHOP-K005", "race"),
          "buffer": ("IHOP-K005", "race"), "async": ("IHOP-K005", "race"), "left": ("IHOP-K013", "left"),
          "managed": ("IHOP-K005", "race"), "taken": ("IHOP-K005", "race"), "refilled": ("IHOP-K005", "race"), "told": ("IHOP-K005", "race"),
          "unasked": ("IHOP-K015", "unasked"), "failed": ("IHOP-K015", "failed"), "big": ("IHOP-K011", "launch"), "together": ("IHOP-K011", "launch"),
          "destroyed": ("IHOP-K016", "destroyed"), "ended": ("IHOP-K016", "destroyed"), "dropped": ("IHOP-K016", "not-waited"),
          "never": ("IHOP-K016", "not-recorded"), "followed": ("IHOP-K005", "race"), "behind": ("IHOP-K005", "race"), "asked": ("IHOP-K005", "race"), "pool": ("IHOP-K001", "outside"), "back": ("IHOP-K002", "freed"),
          "named": ("IHOP-K001", "outside"), "given": ("IHOP-K004", "unwritten"), "again": ("IHOP-K002", "free"), "partial": ("IHOP-K005", "race"), "forked": ("IHOP-K005", "race"), "apiece": ("IHOP-K005", "race"), "ticket": ("IHOP-K005", "race"), "called": ("IHOP-K005", "race"),
          "branches": ("IHOP-K005", "race"), "callback": ("IHOP-K016", "callback"), "query": ("IHOP-K005", "race"), "many": ("IHOP-K005", "race"),
          "loadmatrix": ("IHOP-K005", "race"), "storematrix": ("IHOP-K001", "outside"), "odd": ("IHOP-K001", "outside"), "guarded": ("IHOP-K005", "race"), "phases": ("IHOP-K005", "race"), "arrived": ("IHOP-K005", "race"), "wmmaload": ("IHOP-K004", "unwritten"), "wmmastore": ("IHOP-K005", "race"),
          "seen": ("IHOP-K005", "race"), "polled": ("IHOP-K009", "spins"), "counter": ("IHOP-K001", "outside")}
NOTES = {"IHOP-K006", "IHOP-K012", "IHOP-K013", ("IHOP-K007", "ended"), ("IHOP-K015", "failed"), ("IHOP-K016", "not-waited"),
         ("IHOP-K016", "not-recorded")}
# Those of the host have no thread.
OF_THE_HOST = {"twice", "again", "copy", "direction", "launch", "leak", "early", "buffer", "async", "left", "unasked", "failed", "big", "together", "destroyed", "ended", "dropped", "never",
               "callback", "seen"}
# The host's own accesses: its function, and what the device's side is.
BY_THE_HOST = {"managed": ("main", "fill"), "taken": ("main", "cudaMemcpyAsync"), "refilled": ("fill(int*, int)", "cudaMemcpyAsync"), "told": ("main", "work"),
               "called": ("take(int*)", "cudaMemcpyAsync")}
# How the compiler has to be told beside that.
FLAGS = {"apiece": ["-Xclang", "-fgpu-default-stream=per-thread"], "polled": ["-O0"]}
failures = 0


def run_as(path, form, *flags, options=(), **environment):
    """The exit code, and the document of that form. What is right may wait for the host as long as that takes, on a busy machine."""
    budget = "1" if "-DFAULT" in flags else "100"
    command = [ihop, "run", "--check=" + form, "--budget", budget, *options, "--compiler", "clang", str(path), "--", "-ffp-contract=off", *FLAGS.get(path.stem, []), *flags]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300, env={**os.environ, **environment})
    start = result.stderr.find("{\n")
    return result.returncode, json.loads(result.stderr[start:]) if start >= 0 else None


def run(path, *flags, **environment):
    code, document = run_as(path, "json", *flags, **environment)
    return code, document and document["findings"]


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
    if path.stem == "many" and len(findings) != 1000:
        fail(f"many with its fault: {len(findings)} are kept, expected 1000")
    place = next(one for one in findings if one["id"] == wanted[0])["places"]
    if path.stem in BY_THE_HOST:
        function, other = BY_THE_HOST[path.stem]
        if len(findings) != 1 or place[0]["function"] not in (function, "main", "the host") or not place[0]["line"] or not place[0]["file"].endswith(path.name) or "thread" in place[0] \
                or not place[1]["function"].startswith(other) or (other[0] != "c" and not (place[1]["line"] and place[1]["thread"])):
            fail(f"{path.stem}: the host and the device? {findings}")
        return
    if path.stem not in OF_THE_HOST and not (place[0]["line"] and place[0]["thread"] and place[0]["file"].endswith(path.name)):
        fail(f"{path.stem}: where? {place}")
    if path.stem in OF_THE_HOST and wanted[1] == "race" and not (len(place) == 2 and place[0]["function"].startswith("cuda")):
        fail(f"{path.stem}: the two sides? {place}")
    if wanted[1] == "race" and path.stem not in OF_THE_HOST and not (len(place) == 2 and place[1]["line"] and place[1]["thread"]):
        fail(f"{path.stem}: the other side? {place}")


def check_parts():
    """What is not asked for is not found, and all else is."""
    for name, part, wanted in (("shared", "memory", []), ("shared", "races", ["IHOP-K005"]), ("bytes", "memory", ["IHOP-K004"]), ("bytes", "races", []),
                               ("bounds", "races", ["IHOP-K001"]), ("streams", "memory", []), ("leak", "races", []), ("leak", "memory", ["IHOP-K012"])):
        code, document = run_as(folder / "checked" / (name + ".cu"), f"json,{part}", "-DFAULT")
        found = sorted({one["id"] for one in document["findings"]})
        if found != wanted or (code == 4) != (wanted not in ([], ["IHOP-K012"])):
            fail(f"{name} with --check={part}: exit {code}, {found}")


def check_registers():
    """What machine code beside the PTX says of a launch, where nvcc is here to make it."""
    path = folder / "by_nvcc" / "registers.cu"
    for flags, wanted in ([], []), (["-DFAULT"], [["IHOP-K011", "launch"]]):
        command = [ihop, "run", "--check=json", "--compiler", "nvcc", str(path), "--", "-gencode", "arch=compute_80,code=sm_80", *flags]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        if "nvcc is not installed" in done.stderr:
            return
        findings = json.loads(done.stderr[done.stderr.index("{\n"):])["findings"]
        if [[one["id"], one["kind"]] for one in findings] != wanted or done.returncode != (4 if wanted else 0) \
                or ("too many resources" in done.stdout) != bool(wanted) or any("registers" not in one["message"] for one in findings):
            fail(f"registers: exit {done.returncode}, {done.stdout}, {findings}")


def check_names():
    """What memory is called: by the program, and by the line that has asked for it."""
    for name, called, line in (("pool", "first", "cudaMalloc (&pool"), ("named", "the matrix", "cudaMalloc (place"), ("leak", None, "cudaMalloc")):
        path = folder / "checked" / (name + ".cu")
        memory = next(one["memory"] for one in run(path, "-DFAULT")[1] if "memory" in one)
        lines = [number for number, text in enumerate(path.read_text().splitlines(), 1) if line in text]
        if memory["name"] != called or memory["allocated"]["line"] not in lines or not memory["allocated"]["file"].endswith(path.name):
            fail(f"{name}: what is it called? {memory}")


def check_end_of_clock():
    code, findings = run(folder / "checked" / "shared.cu", "-DFAULT", IHOP_SIMT_CLOCK="4294967290")
    if code or [one["id"] for one in findings] != ["IHOP-K014"]:
        fail(f"the clock's end: exit {code}, {findings}")


def check_sarif():
    """Both places of a race are there, with lines, and one find is the document's result."""
    path = folder / "checked" / "warp.cu"
    with tempfile.TemporaryDirectory() as out:
        code, nothing = run_as(path, "sarif", "-DFAULT", options=("--check-output", out + "/found.sarif"))
        document = json.loads(pathlib.Path(out, "found.sarif").read_text())
    results = document["runs"][0]["results"]
    places = [(place["physicalLocation"]["artifactLocation"]["uri"], place["physicalLocation"]["region"]["startLine"])
              for one in results for place in one["locations"] + one["relatedLocations"]]
    lines = {number for number, line in enumerate(path.read_text().splitlines(), 1) if line.strip() in ("place[lane] = lane;", "int other = place[31 - lane];")}
    if code != 4 or nothing or document["version"] != "2.1.0" or [one["ruleId"] for one in results] != ["IHOP-K005"] or len(places) != 3 \
            or places[0] != places[1] or {place[0] for place in places} != {path.resolve().as_uri()} or len({place[1] for place in places} & lines) != 2:
        fail(f"SARIF: exit {code}, {places}, {lines}, {document}")


names = {path.stem for path in (folder / "checked").glob("*.cu")}
assert names == set(FAULTS), names ^ set(FAULTS)
only = [word[len("--only="):] for word in sys.argv[3:] if word.startswith("--only=")]
step = next((int(word[len("--some="):]) for word in sys.argv[3:] if word.startswith("--some=")), 1)
for path in sorted((folder / "checked").glob("*.cu"))[::step]:
    if not only or path.stem in only:
        check_right(path)
        check_faulty(path, FAULTS[path.stem])
if not only and step == 1:
    check_parts()
    check_names()
    check_registers()
if not only:
    check_end_of_clock()
    check_sarif()
for name in sys.argv[3:]:
    if not name.startswith("--"):
        check_right(folder / "programs" / (name + ".cu"))
sys.exit(failures > 0)
