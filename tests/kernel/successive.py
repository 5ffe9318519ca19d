#!/usr/bin/python3
"""Blocks that take several iterations of the block loops: a barrier stands between two of them where threads would write into shared
memory that others still read, and none where the fences of the iteration separate them already. The prover, which knows nothing of
how the text was made, has to prove the kernel, and to find each barrier needed. Then fences that stand in front of loops.

    successive.py IHOP SOURCE_ROOT"""
import json
import pathlib
import subprocess
import sys
import tempfile

IHOP, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
HEAD = "#pragma ihop block y\n  for (int b = 0; b < n; b++) {\n#pragma ihop shared\n    double row[32], other[32];\n"
NEST = "#pragma ihop thread x\n    for (int t = 0; t < 32; t++)\n      %s;\n"
FENCE = "#pragma ihop fence\n"
FILL, USE = NEST % "row[t] = a[b][t]", NEST % "a[b][t] = row[31 - t]"
OTHER = NEST % "other[t] = a[b][31 - t]", NEST % "a[b][t] += other[31 - t]"


def within(head, *parts):
    return "    " + head + " {\n" + "".join(parts) + "    }\n"


# What a block does; how many barriers its kernel has.
BODIES = {
    "read in the end": ([FILL, FENCE, USE], 2),
    "a fence in the end": ([FILL, FENCE, USE, FENCE], 2),
    "a fence in the beginning": ([FENCE, FILL, FENCE, USE], 2),
    "two arrays in turn": ([FILL, FENCE, USE, FENCE, OTHER[0], FENCE, OTHER[1]], 3),
    "the second one is filled ahead": ([OTHER[0], FILL, FENCE, USE, FENCE, OTHER[1]], 3),
    "fences of a loop that always runs": ([within("for (int k = 0; k < 3; k++)", FENCE, FILL, FENCE, USE)], 2),
    "fences of a loop that may not run": ([within("for (int k = 0; k < m; k++)", FENCE, FILL, FENCE, USE)], 2),
    "filled in front of a loop": ([FILL, within("for (int k = 0; k < m; k++)", FENCE, NEST % "a[b][t] += row[31 - t]")], 2),
    "a thread's own element": ([FILL, NEST % "a[b][t] = row[t] + 1"], 1),
}


def source(parts):
    return f"void turn (int n, int m, double a[n][32])\n{{\n{HEAD}{''.join(parts)}  }}\n}}\n"


def generate(folder, text, *options):
    path = pathlib.Path(folder) / "turn.c"
    path.write_text(text)
    done = subprocess.run([IHOP, str(path), "--auto", "--search", "off", "--keep-slower", "-o", folder + "/out", "--emit", "cu", *options],
                          capture_output=True, text=True, check=False)
    made = pathlib.Path(folder) / "out/turn_kernels.cu"
    return made if done.returncode == 0 and made.exists() else done.stdout + done.stderr


def judge(name, made, barriers):
    if isinstance(made, str):
        return [f"{name}: {made}"]
    text = made.read_text()
    done = subprocess.run([IHOP, "prove", "--fences", "--format", "json", str(made)], capture_output=True, text=True, check=False)
    kernels = json.loads(done.stdout)["kernels"]
    made.unlink()
    if text.count("__syncthreads") != barriers:
        return [f"{name}: {text.count('__syncthreads')} barriers, not {barriers}:\n{text}"]
    return [f"{name}: {kernel['kernel']} is {kernel['verdict']}\n{text}" for kernel in kernels if kernel["verdict"] != "proved"]


def main():
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        for name, (parts, barriers) in BODIES.items():
            failures += judge(name, generate(folder, source(parts)), barriers)
        script = pathlib.Path(folder) / "steps"
        script.write_text("fences turn/b\n")
        sum_up = within("for (int k = 0; k < m; k++)", NEST % "a[b][t] += row[31 - t] * k")
        made = generate(folder, source([FILL, sum_up]), "--script", str(script))
        if not isinstance(made, str) and made.read_text().find("__syncthreads") > made.read_text().find("for (int k"):
            failures.append("the fence stands in a loop of which only the first iteration needs it")
        failures += judge("fences by a step", made, 2)
    print("\n".join(failures))
    print(f"{len(BODIES) + 1} cases, {len(failures)} failed")
    return bool(failures)


sys.exit(main())
