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
loops = re.findall(r"#pragma unroll 8\n\s*for \(int k = [^\n]*\n\s*#pragma unroll\n[^\n]*\n\s*#pragma unroll\n[^\n]*\n\s*(\w+_own)([^;]*);", device)
faults = [] if [name for name, _ in loops] == ["C_own", "D_own", "E_own"] else [f"loops {loops}"]
for name, update in loops:
    has_factor = "alpha" in update or "beta" in update
    if has_factor:
        faults.append(f"{name}{update}")
# Nothing else in there is unrolled by a number: staging is, as a whole.
if device.count("unroll 8") != len(loops):
    faults.append("other loops are unrolled so, too")
print("\n".join(faults) or "ok")
sys.exit(1 if faults else 0)
