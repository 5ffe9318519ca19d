#!/usr/bin/python3
"""Kernels laid out by hand, and by steps: the plan takes them, the products do what the program does, and a kernel in which two
threads meet is refused with both of them.

    trees.py IHOP SOURCE_ROOT"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

IHOP, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
PRODUCT = (ROOT / "tests/kernel/product.c").read_text()
STEPS = str(ROOT / "tests/kernel/product.steps")
FENCE = "#pragma ihop fence\n"


def without_fence(number):
    parts = PRODUCT.split(FENCE)
    return "".join(part + (FENCE if i < len(parts) - 1 and i != number else "") for i, part in enumerate(parts))


# What is changed, and what the refusal has to say of it.
REFUSED = {
    "the fence before the product": (without_fence(0), "with no fence in between"),
    "the fence behind the product": (without_fence(1), "with no fence in between"),
    "both fences": (PRODUCT.replace(FENCE, ""), "with no fence in between"),
    "two threads fill one row":
        (PRODUCT.replace("a[ty + 16 * r][tx] = ", "a[ty + 15 * r][tx] = "), "of the same block writes"),
    "a fence in a thread loop":
        (PRODUCT.replace("for (int k = 0; k < (l", FENCE + "for (int k = 0; k < (l"), "stands in a thread loop"),
    "registers of another thread":
        (PRODUCT.replace("c[ty][tx][r][s] +=", "c[tx][ty][r][s] +="), "c is one a thread"),
    "a number that each thread has for itself":
        (PRODUCT.replace("double c[16][16][4][4];", "double c[16][16][4][4];\n      double last;")
         .replace("for (int ty = 0; ty < 16; ty++)", "for (int ty = 0; ty < 1; ty++)", 1)
         .replace("for (int tx = 0; tx < 16; tx++)", "for (int tx = 0; tx < 1; tx++)", 1)
         .replace("c[ty][tx][r][s] = 0;", "c[ty][tx][r][s] = last = 0;"), "each thread has its own"),
    "registers by another name":
        (PRODUCT.replace("double c[16][16][4][4];", "double c[16][16][4][4];\n      double *d = &c[0][0][0][0];")
         , "c is one a thread"),
    "more threads than there are":
        (PRODUCT.replace("ty < 16; ty++", "ty < l; ty++", 2).replace("ty < l; ty++", "ty < 16; ty++", 1),
         "no constant bounds from 0 to 1023"),
    "a statement outside of thread loops":
        (PRODUCT.replace("#pragma ihop fence\n", "#pragma ihop fence\n        C[bi][bj] += 0;\n", 1),
         "stands in no thread loop"),
    "blocks that depend on each other":
        (PRODUCT.replace("= C[bi + ty + 16 * r][bj + tx + 16 * s] * beta", "= C[0][0] * beta"), "the loop is sequential"),
    "an axis twice":
        (PRODUCT.replace("#pragma ihop thread x", "#pragma ihop thread y", 1), "marked with the same axis"),
    "a mark that nobody knows":
        (PRODUCT.replace("#pragma ihop shared", "#pragma ihop shard"), "nobody knows this mark"),
    "no threads":
        (PRODUCT.replace("#pragma ihop thread", "#pragma omp_thread").replace(FENCE, ""), "stands in no thread loop"),
    "too much shared memory":
        (PRODUCT.replace("a[64][17]", "a[640][17]"), "bytes of a block's"),
    "a loop that not all threads run equally often":
        (PRODUCT.replace("bk < l; bk += 16", "bk < l && A[0][0] > bk; bk += 16"), "have to run it equally often"),
}


def run(*arguments):
    return subprocess.run([IHOP, *arguments], capture_output=True, text=True)


def generate(folder, text, *options):
    path = pathlib.Path(folder) / "product.c"
    path.write_text(text)
    return run(str(path), "--auto", "--search", "off", "--keep-slower", "-o", folder + "/out", "--emit", "cu", *options)


def lacks(folder, done, parts):
    text = (pathlib.Path(folder) / "out/product_kernels.cu").read_text()
    return [f"the kernel has no {part!r}: {done.stderr}" for part in parts if part not in text]


def laid_out_by_hand(folder):
    return lacks(folder, generate(folder, PRODUCT),
                 ["__shared__ double a[64][17];", "double c[4][4];", "const int tx = threadIdx.x;",
                  "const int bj = 64 * blockIdx.x;", "__syncthreads ();"])


def laid_out_by_steps(folder):
    done = run(str(pathlib.Path(folder) / "product.c"), "--auto", "--keep-slower", "-o", folder + "/out", "--emit", "cu",
               "--script", STEPS)
    return lacks(folder, done,
                 ["__shared__ double A_tile[16][9];", "double C_own[4][4];", "const int ty = threadIdx.y;",
                  "          C_own[ri][rj] += alpha * A_tile[ty + 4 * ri][k - kt] * B_tile[k - kt][tx + 4 * rj];"])


def refused(folder):
    failures = []
    for name, (changed, reason) in REFUSED.items():
        done = generate(folder, changed, "--dry-run")
        if "IHOP-G002" not in done.stderr or reason not in done.stderr.replace("\n", " "):
            failures.append(f"{name}: not refused with {reason!r}:\n{done.stderr}{done.stdout}")
    return failures


def products_are_equal(folder):
    """Not where IHOP_TEST_TEXTS_ONLY is set (under sanitizers): no program that is run there is linked with their runtime."""
    if "IHOP_TEST_TEXTS_ONLY" in os.environ:
        return []
    path = pathlib.Path(folder) / "product.c"
    path.write_text(PRODUCT.replace("#pragma ihop fence\n", "#pragma ihop fence\n#pragma ihop fence\n", 1))
    done = run("verify", str(path), "--auto", "--keep-slower", "--script", STEPS)
    lines = [int(line) for line in re.findall(r"gemm_kernel_1: the barrier of line (\d+) is not needed", done.stdout)]
    if not any(line + 1 in lines for line in lines):
        return [f"of two fences in a row each one is not needed:\n{done.stdout}{done.stderr}"]
    if done.returncode or done.stdout.count(" equal ") < 3:
        return [f"the products differ:\n{done.stdout}{done.stderr}"]
    return []


def main():
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        for part in (laid_out_by_hand, laid_out_by_steps, refused, products_are_equal):
            failures += part(folder)
    print("\n".join(failures))
    print(f"{len(REFUSED) + 3} cases, {len(failures)} failed")
    return bool(failures)


sys.exit(main())
