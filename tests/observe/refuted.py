#!/usr/bin/python3
"""Refuted verdicts are told: refuted.c is observed as it stands, and with a fault that only the compiler of the observed
program sees. Assumptions that do not hold in a run are not our fault; trips of a run are used for predictions.

    refuted.py IHOP
"""
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ihop, problems = sys.argv[1], []


def ok(good, what, *instead):
    if not good:
        problems.append(f"{what}: {instead}")


def observe(*words):
    done = subprocess.run([ihop, "observe", "--format", "json", "--no-time", *words], capture_output=True, text=True,
                          timeout=300, check=False)
    return done.returncode, json.loads(done.stdout) if done.stdout else {"loops": []}, done.stderr


def judgements(document):
    return {loop["loop"]: loop["judgement"] for loop in document["loops"]}


code, document, text = observe(str(HERE / "refuted.c"))
ok(code == 0 and set(judgements(document).values()) == {"confirmed"}, "the text as it stands", code, text, document)
for fault, loop in [(1, "shifted/i"), (2, "private_value/i"), (3, "sum/i"), (4, "on_condition/i")]:
    code, document, text = observe(f"--cflags=-DFAULT={fault}", str(HERE / "refuted.c"))
    found = [name for name, judgement in judgements(document).items() if judgement == "refuted"]
    ok(code == 70 and found == [loop] and "IHOP-O001" in text, f"fault {fault}", code, found, text)

code, document, text = observe(str(HERE / "conditions.c"))
ok(code == 0 and judgements(document)["apart/i"] == "assumption failed", "pointers that overlap", code, document)
code, document, text = observe("--assume", "m <= 10", str(HERE / "conditions.c"))
ok(code == 0 and judgements(document)["rows/i"] == "assumption failed", "a condition that fails", code, document)

with tempfile.TemporaryDirectory() as folder:
    profile = f"{folder}/profile.json"
    source = pathlib.Path(folder) / "trips.c"
    source.write_text("double x[5000], y[5000];\nvoid w (int n, int m)\n{\n  for (int i = 0; i < n; i++)\n    {\n      double s = 0;\n"
                      "      for (int j = 0; j < m; j++)\n        s += x[(i * 7 + j) % 5000];\n      y[i] = s;\n    }\n}\n"
                      "int main (void) { w (4000, 7); return 0; }\n")
    subprocess.run([ihop, "observe", "-q", "--trips", "--profile", profile, source], stdout=subprocess.DEVNULL, check=True)
    guessed = subprocess.run([ihop, "profile", "--auto", source], capture_output=True, text=True, check=False).stdout
    known = subprocess.run([ihop, "profile", "--auto", "--profile", profile, source], capture_output=True, text=True,
                           check=False).stdout
    ok("100 iterations are assumed" in guessed and "are assumed" not in known.replace("are assumed to lie", ""),
       "trips of a run are used", guessed, known)
print("\n".join(problems) or "what is refuted is told, and nothing else")
sys.exit(1 if problems else 0)
