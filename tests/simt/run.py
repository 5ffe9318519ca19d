#!/usr/bin/python3
"""Runs each CUDA program of programs/ without a card: compiled by Clang with ihop's headers and, where nvcc is
installed, by nvcc in its usual ways, static runtime and all (two of them; --all-ways: each). A program compares
with the host itself.

    run.py IHOP PROGRAMS [--all-ways] [--some N: each Nth]"""
import os
import pathlib
import shutil
import subprocess
import sys

ihop, folder = sys.argv[1], pathlib.Path(sys.argv[2])
all_ways = "--all-ways" in sys.argv
step = int(sys.argv[sys.argv.index("--some") + 1]) if "--some" in sys.argv else 1
SAYS = {"library": "42  1.50 words x 1099511627776 7%\n" * 2}
# What is on standard error beside other words.
ERRORS = {"asserted": "block: [41,3,0], thread: [6,2,0] Assertion `i != n` failed"}
# Ways to link and pack; each way is tried with one program.
WAYS = {"divergence": [], "asserted": [], "barriers": ["-cudart", "shared"], "atomics": ["-rdc=true"], "wrapping": ["-G"],
        "numbers": ["-Xfatbin", "-compress-all", "--fmad=false"], "library": ["-lineinfo"], "errors": ["-O1"],
        "calls": ["-rdc=true", "-G"], "waiting": [],
        "small": [], "driver": ["-lcuda"], "groups": ["-arch=sm_80"],
        "graphs": [], "mbarriers": ["-arch=sm_90"], "devices": [], "children": ["-lcuda"], "pools": [], "pending": [], "pipeline": ["-O2"], "texture": [], "conjugate": ["-O3"], "packs": ["-O3"], "pieces": ["-O3"],
        "functions": [], "mathematics": [], "halves": ["-arch=sm_80"], "integers": ["-arch=sm_90"], "rounding": ["-O3"], "regions": [], "rows": ["-O3"], "edges": ["-O3"], "clusters": ["-O3", "--fmad=false"], "shuffles": ["-O2"], "matrices": ["-arch=sm_80"],
        "products": ["-arch=sm_90"], "large": ["-O2"], "ending": [], "tiles": ["-arch=sm_90"]}
# What no other compiler takes: kernels that launch kernels, and the toolkit's libraries.
BY_NVCC = {"children": ["-rdc=true", "-arch=sm_80"], "conditional": ["-rdc=true", "-arch=sm_80"], "blas": ["-lcublas"], "blas_mixed": ["-lcublas"], "blas_streams": ["-lcublas"], "fft": ["-lcufft"], "rand": ["-lcurand"],
           "driver_textures": ["-lcuda"], "solver": ["-lcusolver"], "sparse": ["-lcusparse"]}
# Each library's header, and what tells the version that ihop answers for.
HEADERS = {"blas": ("cublas_api.h", "CUBLAS_VER_MAJOR 13"), "blas_mixed": ("cublas_api.h", "CUBLAS_VER_MAJOR 13"),
           "blas_streams": ("cublas_api.h", "CUBLAS_VER_MAJOR 13"),
           "fft": ("cufft.h", "CUFFT_VER_MAJOR 12"), "rand": ("curand.h", "CURAND_VER_MAJOR 10"),
           "solver": ("cusolver_common.h", "CUSOLVER_VER_MAJOR 12"), "sparse": ("cusparse.h", "CUSPARSE_VER_MAJOR 12")}
failures = 0


def run(name, compiler, flags, environment=None, where=folder):
    global failures
    command = [ihop, "run", *(["--devices", "3"] if name == "devices" else []), "--compiler", compiler, str(where / (name + ".cu")), "--", *flags]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300, env={**os.environ, **(environment or {})})
    wanted = SAYS.get(name, "") + "OK\n"
    if result.returncode or result.stdout != wanted or ERRORS.get(name, "") not in result.stderr:
        print(f"not ok: {name} by {compiler}: exit {result.returncode}\n{result.stdout[-600:]}{result.stderr[-600:]}")
        failures += 1


nvcc = pathlib.Path(shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc")
has_nvcc = nvcc.exists()
names = sorted(path.stem for path in folder.glob("*.cu"))
assert names == sorted(WAYS), "each program has its row"
for name in names[::step]:
    run(name, "clang", ["-ffp-contract=off"])
    if name == "ending":  # nothing that is kept: LLVM makes code when the program has ended
        run(name, "clang", ["-ffp-contract=off"], {"IHOP_SIMT_CACHE": "off"})
    if name == "waiting":  # who comes first decides what a wrong barrier does
        run(name, "clang", ["-ffp-contract=off"], {"IHOP_SIMT_BACKWARDS": "1"})
    if name in ("regions", "barriers", "rows", "edges", "clusters"):  # code that users run by whole blocks, the other way round and by warps
        run(name, "clang", ["-ffp-contract=off"], {"IHOP_SIMT_BACKWARDS": "1"})
        run(name, "clang", ["-ffp-contract=off"], {"IHOP_SIMT_BY_WARP": "1"})  # behind the others: none of their code that is kept fits
    if has_nvcc and (all_ways or name in ("calls", "atomics", "waiting")):
        run(name, "nvcc", WAYS[name])
if has_nvcc:
    for name, flags in list(BY_NVCC.items())[::step]:
        header, version = HEADERS.get(name, (None, None))
        path = header and nvcc.resolve().parent.parent / "include" / header
        if path and not (path.exists() and version in path.read_text()):
            print(f"skipped: {name}, as no {header} with {version} is installed")
            continue
        run(name, "nvcc", flags, where=folder.parent / "by_nvcc")
sys.exit(failures > 0)
