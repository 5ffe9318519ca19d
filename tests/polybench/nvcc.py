#!/usr/bin/python3
"""The .cu of one PolyBench kernel compiles under nvcc without a warning, in TAP.

    nvcc.py IHOP POLYBENCH KERNEL.c"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

ihop, polybench, kernel = sys.argv[1:]
nvcc = shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc")
if nvcc is None:
    print("1..0 # SKIP nvcc is not installed")
    sys.exit(0)
failed = 0
source = pathlib.Path(polybench) / kernel
flags = [f"-I{polybench}/common", "-DMINI_DATASET"]
for number, pragma in enumerate(("target", "scop"), 1):
    with tempfile.TemporaryDirectory() as folder:
        generated = subprocess.run([ihop, "-q", "--emit", "cu", "--pragma", pragma, str(source), "-o", folder,
                                    "--", *flags], capture_output=True, text=True, check=False)
        texts = sorted(pathlib.Path(folder).iterdir())
        said = generated.stderr
        good = generated.returncode == 0 and bool(texts)
        for text in texts:
            done = subprocess.run([nvcc, "-Wno-deprecated-gpu-targets", "-Xcompiler", "-Wall", "-O1", "-c", str(text), "-o",
                                   f"{folder}/out.o", "-I", str(source.parent), *flags],
                                  capture_output=True, text=True, check=False)
            said += done.stdout + done.stderr
            good = good and done.returncode == 0 and not (done.stdout + done.stderr).strip()
    print(f"{'ok' if good else 'not ok'} {number} - {source.stem} --pragma {pragma} compiles without a word")
    for line in said.splitlines()[:20]:
        print("# " + line)
    failed += not good
print("1..2")
sys.exit(1 if failed else 0)
