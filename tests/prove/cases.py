#!/usr/bin/python3
"""ihop prove over cases/: each kernel has the verdict that its file says, and with -DFAULT is refuted in the way that it says; a
refuted race is reported by a run under --check, too, at lines that the witness names. Where "fences:" says so, its barriers are needed or not.

    cases.py IHOP FOLDER [--replay]"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ihop, folder = sys.argv[1], pathlib.Path(sys.argv[2])
replays = "--replay" in sys.argv
failures = 0
IDS = {"race": {"IHOP-K005"}, "block-race": {"IHOP-K005"}, "barrier": {"IHOP-K007"}, "mask": {"IHOP-K008"}, "outside": {"IHOP-K001"}}


def expected(text, word):
    """{kernel: words} behind "expect:", "bounded:", "supposed:", "fences:" or "fault:"."""
    found = re.search(r"\b" + word + r":(.*?)(?:bounded:|supposed:|fences:|fault:|\*/)", text, re.S)
    rows = [row.split() for row in found.group(1).split(";")] if found else []
    return {row[0]: row[1:] for row in rows if row}


def prove(path, *flags, options=()):
    result = subprocess.run([ihop, "prove", "--format", "json", *options, str(path), "--", *flags], capture_output=True, text=True)
    if not result.stdout.startswith("{"):
        print(result.stdout, result.stderr)
        sys.exit(1)
    return result.returncode, {kernel["kernel"]: kernel for kernel in json.loads(result.stdout)["kernels"]}


def complain(*words):
    global failures
    failures += 1
    print("not ok -", *words)


def check_right(path, text):
    code, kernels = prove(path)
    for name, (verdict,) in expected(text, "expect").items():
        if kernels[name]["verdict"] != verdict:
            complain(path.name, name, "is", kernels[name]["verdict"], "and not", verdict, [find["message"] for find in kernels[name]["findings"]])
    bounded = {name for name, kernel in kernels.items() if "no axis has more than 2^20 blocks or 2^26 threads" in kernel["assumptions"]}
    if bounded != set(expected(text, "bounded")):
        complain(path.name, "rests on modest grids in", bounded)
    supposed = {name: said for name, kernel in kernels.items() for said in kernel["assumptions"] if " is at least " in said}
    if supposed != {name: " ".join(words) for name, words in expected(text, "supposed").items()}:
        complain(path.name, "rests on", supposed)
    verdicts = {kernel["verdict"] for kernel in kernels.values()}
    if code != (4 if "refuted" in verdicts else 1 if "unknown" in verdicts else 0):
        complain(path.name, "ends with", code)


def errors_of(kernel):
    return [find for find in kernel["findings"] if find["severity"] == "error"]


def replay(path, kernels):
    """What a run finds, by id, with its lines."""
    with tempfile.TemporaryDirectory() as out:
        found = pathlib.Path(out) / "found.json"
        subprocess.run([ihop, "run", "--check=json", "--check-output", str(found), "--compiler", "clang", str(path), "--", "-DFAULT"],
                       capture_output=True, timeout=300)
        document = json.loads(found.read_text())
    ran = {(find["id"], frozenset(place["line"] for place in find["places"])) for find in document["findings"]}
    for name, kernel in kernels.items():
        if not any(find["kind"] in IDS and any(id in IDS[find["kind"]] and lines & {place["line"] for place in find["places"]}
                                               for id, lines in ran) for find in errors_of(kernel)):
            complain(path.name, name, "is refuted, but no run shows it", ran)


def check_fault(path, text):
    wanted = expected(text, "fault")
    if not wanted:
        return
    code, kernels = prove(path, "-DFAULT")
    for name, kinds in wanted.items():
        found = {find["kind"] for find in errors_of(kernels[name])}
        if kernels[name]["verdict"] != "refuted" or not set(kinds) <= found:
            complain(path.name, name, "with its fault is", kernels[name]["verdict"], found, [find["message"] for find in kernels[name]["findings"]])
    if code != 4:
        complain(path.name, "with faults ends with", code)
    if replays:
        replay(path, {name: kernels[name] for name in wanted})


def check_fences(path, text):
    """Each barrier that is needed is so by two threads that an error shows; those that are not need no words."""
    wanted = expected(text, "fences")
    kernels = prove(path, options=["--fences"])[1] if wanted else {}
    for name, needs in wanted.items():
        fences = kernels[name]["fences"]
        if [fence["need"] for fence in fences] != needs:
            complain(path.name, "fences of", name, "are", fences)
        for fence in fences:
            severities = [find["severity"] for find in fence["findings"]]
            if severities not in {"needed": (["error"],), "not-needed": ([],), "unknown": (["unknown"], [])}[fence["need"]]:
                complain(path.name, "a fence of", name, "is", fence["need"], "by", severities)


def check_sarif(path):
    """Each error of the JSON is one there, with its line, id and both threads; nothing else is."""
    result = subprocess.run([ihop, "prove", "--format", "sarif", str(path), "--", "-DFAULT"], capture_output=True, text=True)
    results = json.loads(result.stdout)["runs"][0]["results"]
    there = sorted((one["ruleId"], one["locations"][0]["physicalLocation"]["region"]["startLine"], len(one.get("relatedLocations", [])))
                   for one in results if one["level"] == "error")
    finds = [find for kernel in prove(path, "-DFAULT")[1].values() for find in errors_of(kernel)]
    wanted = sorted((*IDS[find["kind"]], find["places"][0]["line"], len(find["places"])) for find in finds)
    if not wanted or there != wanted or result.returncode != 4:
        complain("sarif of", path.name, there, wanted)


check_sarif(folder / "switches.cu")
for path in sorted(folder.glob("*.cu")):
    text = path.read_text()
    before = failures
    check_right(path, text)
    check_fault(path, text)
    check_fences(path, text)
    if failures == before:
        print("ok -", path.name)
sys.exit(failures > 0)
