#!/usr/bin/python3
"""The inner loops of products on tiles: each thread goes through shared memory some iterations at a time, and factors stand in front.

    inner_loops.py IHOP factors.c"""
import pathlib
import re
import subprocess
import sys
import tempfile

ihop, case = sys.argv[1:]
with tempfile.TemporaryDirectory() as folder:
    subprocess.run([ihop, "-q", "--pragma", "scop", case, "-o", folder, "--emit", "cu", "--search-seconds", "100"], check=True)
    text = (pathlib.Path(folder) / "factors.cu").read_text()
device = text[:text.index("static void multiply")]
found = re.findall(r"#pragma unroll (\d+)\n\s*for \(int k = [^\n]*(?:\n\s*#pragma unroll\n[^\n]*)+\n\s*(\w+_own)([^;]*);", device)
loops = [(name, update) for _, name, update in found]
# Tiles whose rows are even begin where pairs do: along columns in the first one, along the sum in all.
faults = [] if [(name, times) for times, name, _ in found] == [("C_own", "8"), ("D_own", "8"), ("E_own", "8")] else [f"loops {found}"]
if len(re.findall(r"__shared__ __align__\(16\) double \w+\[\d+\]\[\d*[02468]\];", device)) != device.count("__shared__") or device.count("(128, 8)") != 3:
    faults.append("a product does not read pairs")
for name, update in loops:
    has_factor = "alpha" in update or "beta" in update
    if has_factor:
        faults.append(f"{name}{update}")
# Nothing else in there is unrolled by a number: staging is, as a whole.
if len(re.findall(r"unroll \d", device)) != len(loops):
    faults.append("other loops are unrolled so, too")
print("\n".join(faults) or "ok")
sys.exit(1 if faults else 0)
