#!/usr/bin/python3
"""Sweeps that are too small for their launches and too large for a block become one kernel of a grid whose blocks wait for each other:
the search finds it, it is launched so that all blocks are there at once, it works on cards that hold fewer blocks or launch no such
grids, and a fence too few is noticed by the plan and by a checked run.

    grid.py IHOP SOURCE_ROOT"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

IHOP, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
SOURCE = ROOT / "tests/kernel/grid.c"
FENCE = "ihop_grid_wait ();"
TEXTS_ONLY = "IHOP_TEST_TEXTS_ONLY" in os.environ  # under sanitizers: no program that is run there is linked with their runtime


def run(*arguments, **more):
    return subprocess.run([IHOP, *map(str, arguments)], capture_output=True, text=True, timeout=280, check=False, **more)


def found(folder):
    done = run(SOURCE, "--auto", "--keep-slower", "--gpu", "h100", "-o", folder, "--emit", "cu", "--script-out", folder / "found.ihop")
    path = folder / "grid.cu"
    text = path.read_text() if path.exists() else ""
    kernel = re.search(r"^sweep_kernel_1.*?^}", text, re.MULTILINE | re.DOTALL)
    if "persistent sweep/t 132" not in done.stderr + done.stdout + (folder / "found.ihop").read_text() or kernel is None:
        return [f"no grid:\n{done.stdout}{done.stderr}{text}"]
    head, body = kernel.group(0).split("{", 1)
    wanted = {
        "one kernel": "sweep_kernel_2" not in text,
        "all blocks at once": "cudaLaunchCooperativeKernel" in text and "cudaOccupancyMaxActiveBlocksPerMultiprocessor" in text,
        "three fences in a round": body.count(FENCE) == 3 and "__syncthreads" not in body,
        "threads through all blocks": "+= gridDim.x * blockDim.x" in body,
        "a and b are others' as well": re.search(r"__restrict__ ?(a|b)\b", head) is None,
    }
    return [f"{what}: not so in\n{text}" for what, is_so in wanted.items() if not is_so]


def cards(folder):
    """One has places for two of the blocks, one launches no grids whose blocks wait."""
    known = (ROOT / "data/gpu/h100.ini").read_text()
    (folder / "gpu").mkdir(exist_ok=True)
    (folder / "gpu/small.ini").write_text(re.sub(r"sm_count=\d+", "sm_count=1", known))
    (folder / "gpu/old.ini").write_text(re.sub(r"architecture=\w+", "architecture=sm_52", known))
    return os.environ | {"IHOP_DATA": str(folder)}


def works(folder):
    """Also with fewer blocks than it asks for; and what is missing where a fence is, a checked run says."""
    if TEXTS_ONLY:
        return []
    text = (folder / "grid.cu").read_text().replace("#define TIMES 120", "#define TIMES 3")
    short, spoken, unfenced, plain = (folder / name for name in ("short.cu", "spoken.cu", "unfenced.cu", "plain.cu"))
    short.write_text(text)
    told = 'if (blockIdx.x + threadIdx.x == 0) printf ("%d blocks\\n", (int) gridDim.x);'
    spoken.write_text(re.sub(r"(?m)^  for \(int t = 0; t < TIMES; t\+\+\)$", lambda loop: told + "\n" + loop.group(0), text, count=1))
    unfenced.write_text(text.replace(FENCE, "", 1))
    plain.write_text(text.replace("ihop_cooperates &&", ""))
    right, faulty = run("run", "--compiler", "clang", short), run("run", "--check", "--compiler", "clang", unfenced)
    failures = [f"nobody misses the fence:\n{faulty.stdout}{faulty.stderr}"] * ("IHOP-K005" not in faulty.stdout + faulty.stderr)
    for card, blocks in (("h100", 132), ("small", 2), ("old", 1)):
        done = run("run", "--compiler", "clang", "--gpu", card, spoken, env=cards(folder))
        if done.stdout != f"{blocks} blocks\n{right.stdout}" or not right.stdout:
            failures.append(f"{card}: {done.stdout}{done.stderr} and not {blocks} blocks and {right.stdout}{right.stderr}")
    refused = run("run", "--compiler", "clang", "--gpu", "old", plain, env=cards(folder))
    if "not supported" not in refused.stderr:
        failures.append(f"an old card launches a grid that waits:\n{refused.stdout}{refused.stderr}")
    return failures


def is_refused(folder):
    """The tree without a fence is no kernel."""
    done = run("transform", "-q", "--script", folder / "found.ihop", SOURCE)
    path = folder / "less.c"
    path.write_text(done.stdout.replace("#pragma ihop fence\n", "\n", 1))
    done = run(path, "--auto", "--gpu", "h100", "--dry-run", "--search", "off")
    said = done.stdout + done.stderr
    return [] if "with no fence in between" in said and "kernel sweep" not in said else [said]


def is_right(folder):
    if TEXTS_ONLY:
        return []
    done = run("verify", SOURCE, "--auto", "--keep-slower", "--gpu", "h100", "--cuda-compiler", "clang")
    said = done.stdout + done.stderr
    return [] if done.returncode == 0 and said.count("✓") >= 3 and "persistent sweep/t 132" in said else [said]


def main():
    failures = []
    with tempfile.TemporaryDirectory() as name:
        for part in (found, works, is_refused, is_right):
            failures += part(pathlib.Path(name))
            if failures:
                break
    print("\n".join(failures))
    print(f"4 cases, {len(failures)} failed")
    return bool(failures)


sys.exit(main())
