#!/usr/bin/python3
"""Random loops that count, add up and fill (analysis/dependence/compaction.h), most of them with something wrong: what is
called parallel is run in other orders and watched, as run.py does with the classic loops.

    counted.py IHOP CLASSIC COUNT SEED

A fifth of them where IHOP_TEST_TEXTS_ONLY is set (under sanitizers).
"""
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
FILLS = {1: ["a[at++] = i;", "a[at] = i; at++;", "a[at] += i; at += 1;", "{ c[at] = a[at]; a[at] = i; at++; }"],
         2: ["a[at] = i; a[at + 1] = 2; at += 2;", "a[at++] = i; a[at++] = s;", "a[at + 1] = i; at = at + 2;"]}
WRONG = ["a[at] = i;", "at++; a[at] = i;", "a[at + 2] = i; at++;", "a[at++] = i; at--;", "a[at++] = i; at++;",
         "if (i > 3) a[at++] = i; else at++;", "a[++at] = i;", "a[at++ + 1] = i;"]
ELSE = {0: [""], 1: ["at++;", "a[at++] = 9;"], 2: ["at += 2;", "{ a[at] = 4; a[at + 1] = 5; at++; at++; }"]}


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def rarely(self, wrong, right=""):
        return self.random.choice(wrong) if self.random.random() < 0.08 else right

    def function(self, name):
        pick = self.random.choice
        asked = pick(["b", "b", "ia"])
        temporary = pick([f"double t = {asked}[i] - 1;", ""])
        conditions = ["t > 1", "t > 0 && t < 3"] if temporary else [f"{asked}[i] > 2", "i & 1", f"{asked}[i] > 1"]
        condition, step, other = pick(conditions), pick([1, 1, 2]), pick([0, 0, 1, 2])
        head = pick(["for (int i = s; i < n; i += 8)", "for (int i = s * 2; i < s * 2 + 2; i++)"])
        inner = pick(["", "", "", "for (int j = 0; j < (i & 3); j++) "])
        kind = pick(["int", "int", "long", "unsigned long", "unsigned"])
        otherwise = f" else count[s] += {other};" if other else ""
        counts = f"{temporary} {inner}if ({condition}) count[s] += {step};{otherwise}"
        otherwise = f" else {{ {pick(ELSE[other])} }}" if other else ""
        fills = (f"{temporary} {self.rarely(['d[i] = at;', asked + '[i] = 1;', 't = 0;' if temporary else ''])} "
                 f"{inner}if ({self.rarely(conditions, condition)}) "
                 f"{{ {self.rarely(WRONG, pick(FILLS[self.rarely([3 - step], step)]))} }}{otherwise} "
                 f"{self.rarely(['e[i] = 3;', 'a[at] = 0;', 'd[i] = a[at];', 'a[i] = 1;'])}")
        wrong_head = self.rarely(["for (int i = s; i <= n; i += 8)"], head)
        between = self.rarely(["c[0] = 2;", asked + "[1] = 0;", "count[2] = 0;", "from[1] = 0;", "k++;"])
        behind = self.rarely(["d[0] = 1;", asked + "[3] = 5;", "from[2] = 1;", "count[3] = 0;"])
        add = self.rarely(["k += count[s] / 2;", "k += 1;"], "k += count[s];")
        return (f"void {name} (int n) {{ {kind} count[8], from[8] = {{ 0 }}, k = 0; "
                f"for (int s = 0; s < 8; s++) {{ count[s] = {self.rarely('1', '0')}; {head} {{ {counts} }} }} {between} "
                f"for (int s = 0; s < {self.rarely('7', '8')}; s++) {{ from[s] = k; {add} }} {behind} "
                f"for (int s = 0; s < 8; s++) {{ {kind} at = from[s]; {wrong_head} {{ {fills} }} }} }}")


def main():
    ihop, classic, count, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    if "IHOP_TEST_TEXTS_ONLY" in os.environ:
        count //= 5
    with tempfile.TemporaryDirectory() as folder:
        path, maker = pathlib.Path(folder) / "counted.c", Maker(seed)
        shutil.copy(HERE / "classic.h", folder)
        path.write_text('#include "classic.h"\n' + "\n".join(maker.function(f"f{i}") for i in range(count)) + "\n",
                        encoding="utf-8")
        done = subprocess.run([ihop, "analyze", str(path)], capture_output=True, text=True, check=False)
        found = sum("✓ parallel" in line and line.split()[3].endswith("/s#3") for line in done.stdout.splitlines())
        print(f"{found} of {count} are found to fill places of their own", flush=True)
        right = subprocess.run([sys.executable, str(HERE / "run.py"), ihop, classic, str(path)], check=False)
    return right.returncode or found < count // 8


if __name__ == "__main__":
    sys.exit(main())
