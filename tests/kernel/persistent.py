#!/usr/bin/python3
"""A loop of the host whose kernels are small becomes one kernel of one block, where it is known how much there is to do: the search
finds it, the kernel waits where it has to, no pointer to what one thread leaves for another is said to be the only one, and the
products do what the program does.

    persistent.py IHOP SOURCE_ROOT"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

IHOP, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
PROGRAM = (ROOT / "tests/kernel/persistent.c").read_text()
KNOWN, UNKNOWN = PROGRAM.replace("= N;", "= 300;"), PROGRAM.replace("= N;", "= atoi (argv[1]);")


def run(folder, text, *arguments):
    path = pathlib.Path(folder) / "solve.c"
    path.write_text(text)
    return subprocess.run([IHOP, *[str(path) if word == "FILE" else word for word in arguments]], capture_output=True, text=True)


def found(folder):
    out = pathlib.Path(folder) / "out"
    done = run(folder, KNOWN, "FILE", "--auto", "--keep-slower", "--gpu", "h100", "-o", str(out), "--emit", "cu")
    text = "".join(path.read_text() for path in out.glob("*.cu"))
    kernel = re.search(r"^solve_kernel_1.*?^}", text, re.MULTILINE | re.DOTALL)
    if "persistent solve/k" not in done.stderr or kernel is None or "solve_kernel_2" in text:
        return [f"not one kernel:\n{done.stdout}{done.stderr}"]
    head, body = kernel.group(0).split("{", 1)
    wanted = {
        "one block": "<<<grid, launch_block>>>" in text and "blockIdx" not in body,
        "the loop": "for (int k = 1; k < n; k++)" in body,
        "fences": body.count("__syncthreads ();") >= 4,
        "a single thread's work": "== 0" in body,
        "a shared array for the sum": "__shared__ double sum_part[" in body,
        "y and alpha are others' as well": re.search(r"__restrict__ (y|alpha)\b", head) is None,
        "r is nobody else's": "__restrict__ r" in head,
    }
    return [f"{what}: not so in\n{text}" for what, is_so in wanted.items() if not is_so]


def not_without_sizes(folder):
    done = run(folder, UNKNOWN, "FILE", "--auto", "--keep-slower", "--gpu", "h100", "--dry-run")
    return [f"one block for any size:\n{done.stdout}"] if done.returncode or "persistent" in done.stdout + done.stderr else []


def is_right(folder):
    """Not where IHOP_TEST_TEXTS_ONLY is set (under sanitizers): no program that is run there is linked with their runtime."""
    if "IHOP_TEST_TEXTS_ONLY" in os.environ:
        return []
    done = run(folder, KNOWN, "verify", "FILE", "--auto", "--keep-slower", "--gpu", "h100")
    said = done.stdout + done.stderr
    return [] if done.returncode == 0 and "proved" in said and said.count("✓") >= 4 else [said]


def main():
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        for part in (found, not_without_sizes, is_right):
            failures += part(folder)
    print("\n".join(failures))
    print(f"3 cases, {len(failures)} failed")
    return bool(failures)


sys.exit(main())
