#!/usr/bin/python3
"""Schedules of the usual ways in which threads work together, laid out by hand: each for itself, by halves of the threads, neighbours behind a fence, a warp that
fills a ring of buffers for the others, work between arriving and waiting. Each one is taken by the plan, and its CUDA proved for all sizes; with a fault
that makes two threads meet the plan refuses it. (The examples are those of a proposal for Exo, "GPU support in Exo".)

    intervals.py IHOP"""
import json
import pathlib
import subprocess
import sys
import tempfile

IHOP = sys.argv[1]
HEAD = "void work (int n, int m, float *restrict a, float *restrict b)\n{\n#pragma ihop block x\n  for (int k = 0; k < n; k++)\n    {\n"
TAIL = "    }\n}\n"
FENCE = "#pragma ihop fence\n"
SHARED = "#pragma ihop shared\n      float {};\n"


def threads(first, last, statements, depth=3):
    pad = "  " * depth
    return f"#pragma ihop thread x\n{pad}for (int t = {first}; t < {last}; t++)\n{pad}  {{\n{pad}    {statements}\n{pad}  }}\n"


def ring(stage):
    return (SHARED.format("buffer[2][32]") + "      for (int i = 0; i < m; i++)\n        {\n"
            + threads(0, 32, f"buffer[{stage}][t] = a[32 * i + t];", 5) + FENCE
            + threads(32, 96, f"b[64 * k + t - 32] += buffer[{stage}][(t - 32) / 2];", 5) + "        }\n")


def split(fences):
    between = [FENCE * (i in fences) for i in range(3)]
    return (SHARED.format("before[64]") + SHARED.format("between[64]") + threads(0, 64, "before[t] = a[64 * k + t];") + between[0]
            + threads(0, 64, "between[t] = before[63 - t];") + between[1] + threads(0, 64, "before[t] = between[(t + 1) % 64] + 1;") + between[2]
            + threads(0, 64, "b[64 * k + t] = before[63 - t];"))


def neighbours(fence):
    return SHARED.format("s[64]") + threads(0, 64, "s[t] = a[64 * k + t];") + fence + threads(0, 64, "b[64 * k + t] = s[t] + (t + 1 < 64 ? s[t + 1] : 0);")


# The schedule, and what is wrong with it: each with whether it is taken.
SCHEDULES = {
    "each for itself": (threads(0, 64, "b[64 * k + t] = a[64 * k + t] + a[64 * k + t + 1];"), True),
    "… but for its left neighbour": (threads(0, 64, "b[64 * k + t] = b[64 * k + t + 1] + 1;"), False),
    "by halves": (threads(0, 32, "b[64 * k + t] = 1;") + threads(32, 64, "b[64 * k + t] = 0;"), True),
    "… that share one element": (threads(0, 32, "b[64 * k + t] = 1;") + threads(32, 64, "b[64 * k + t - 1] = 0;"), False),
    "neighbours behind a fence": (neighbours(FENCE), True),
    "… without it": (neighbours(""), False),
    "a warp fills a ring": (ring("i % 2"), True),
    "… of one buffer": (ring("0"), False),
    "arriving, work, waiting": (split({0, 1, 2}), True),
    "… nobody has arrived": (split({1, 2}), False),
    "… nobody waits": (split({0, 1}), False),
}


def verdicts(path):
    done = subprocess.run([IHOP, "prove", "--format", "json", str(path)], capture_output=True, text=True, check=False)
    return [kernel["verdict"] for kernel in json.loads(done.stdout)["kernels"]] if done.stdout.startswith("{") else [done.stderr]


def problem(folder, body, is_right):
    path = folder / "work.c"
    path.write_text(HEAD + body + TAIL)
    done = subprocess.run([IHOP, str(path), "--auto", "--search", "off", "--keep-slower", "-o", str(folder / "out"), "--emit", "cu"],
                          capture_output=True, text=True, check=False)
    made = sorted((folder / "out").glob("*.cu"))
    if not is_right:
        return None if "IHOP-G002" in done.stderr else f"is not refused: {done.stderr}{done.stdout}"
    if "IHOP-G002" in done.stderr or not made:
        return f"is refused: {done.stderr}{done.stdout}"
    said = verdicts(made[-1])
    return None if said == ["proved"] else f"its CUDA is {said}:\n{made[-1].read_text()}"


def main():
    failures = 0
    with tempfile.TemporaryDirectory() as name:
        for number, (what, (body, is_right)) in enumerate(SCHEDULES.items()):
            folder = pathlib.Path(name) / str(number)
            folder.mkdir()
            wrong = problem(folder, body, is_right)
            failures += wrong is not None
            print(f"{'not ok' if wrong else 'ok'} - {what}{': ' + wrong if wrong else ''}")
    sys.exit(failures > 0)


main()
