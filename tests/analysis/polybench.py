#!/usr/bin/python3
"""Every loop of the PolyBench kernels against the count by hand in polybench/verdicts.tsv.

    polybench.py ANALYSIS-VERDICTS POLYBENCH-FOLDER
"""
import csv
import os
import re
import subprocess
import sys


def loops_of(tool, folder, file):
    done = subprocess.run([tool, "-v", os.path.join(folder, file),
                           "-I" + os.path.join(folder, "common")], capture_output=True, text=True)
    found = {}
    for line in done.stdout.splitlines():
        match = re.match(r"(\S+): (parallel|sequential|unknown)(.*)", line)
        if match:
            found[match[1]] = (match[2], match[3])
    return found


def fault_of(row, found):
    if row["loop"] not in found:
        return "no such loop"
    verdict, rest = found[row["loop"]]
    if verdict != row["verdict"]:
        return f"is {verdict}{rest}"
    if verdict != "parallel":
        return None
    for kind, names in re.findall(r"(private|reduction [^:]+): ([^;]+)", row["note"] or ""):
        for name in re.findall(r"([A-Za-z_]\w*)(?:\[[^,]*)?", names):
            word = kind.split()[0]
            if not re.search(rf"{word} (?:\S+ )?{name}\b", rest) and f"[{name}]" not in names:
                return f"{name} is not listed as {word}:{rest}"
    return None


def main():
    tool, folder = sys.argv[1:]
    with open(os.path.join(folder, "verdicts.tsv"), encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    cache, faults = {}, 0
    for row in rows:
        if row["file"] not in cache:
            cache[row["file"]] = loops_of(tool, folder, row["file"])
        fault = fault_of(row, cache[row["file"]])
        if fault:
            faults += 1
            print(f"not ok {row['file']}: {row['loop']} should be {row['verdict']}: {fault}")
    print(f"{len(rows)} loops, {faults} faults")
    sys.exit(1 if faults or not rows else 0)


if __name__ == "__main__":
    main()
