#!/usr/bin/python3
"""ihop bench from end to end, on small sizes, in TAP: rivals absent, present and wrong; reports; a run
that is killed and resumed.

    run.py IHOP POLYBENCH"""
import csv
import io
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import schema  # noqa: E402

ihop, polybench = sys.argv[1:]
folder = pathlib.Path(tempfile.mkdtemp(prefix="ihop-bench-"))
number = failed = 0
environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), "XDG_DATA_HOME": str(folder / "data")}


def check(good, what, why=""):
    global number, failed
    number += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {number} - {what}", flush=True)
    if not good:
        for line in str(why).splitlines()[:40]:
            print("# " + line)


def bench(*words, store="bench.db"):
    return subprocess.run([ihop, "bench", *words, "--store", folder / store], capture_output=True, text=True,
                          env=environment, check=False)


def script(name, text):
    path = folder / name
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(0o755)
    return str(path)


# A stand-in for PPCG: right for gemm, wrong for atax, and it fails on mvt.
FAKE = r"""
[ "$1" != --version ] || { echo "ppcg version fake"; exit 0; }
while [ $# -gt 1 ]; do [ "$1" != -o ] || out=$2; shift; done
case $1 in
*/gemm.c) cp "$1" "$out" ;;
*/atax.c) sed 's/tmp\[i\] += /tmp[i] -= /; s/tmp\[i\] + A/tmp[i] - A/' "$1" > "$out" ;;
*) echo "cannot do this" >&2; exit 3 ;;
esac
"""
ppcg = script("fake-ppcg", FAKE)
RIVALS = "gcc-O3,gcc-openmp,ihop-scop,ihop-script,ihop-scop-emu,ppcg-openmp,pluto"

# ---- A run ---------------------------------------------------------------------------------------
report = {kind: folder / f"report.{kind}" for kind in ("html", "svg", "csv", "json")}
done = bench("polybench", "gemm", "atax", "mvt", "--sizes", "mini", "--only", RIVALS, "--ppcg", ppcg, "--name",
             "first", "--repeats", "3", "--threads", "2", "--kernels", polybench,
             *[word for kind, path in report.items() for word in (f"--{kind}", path)])
check(done.returncode == 0, "a run of three kernels", done.stdout + done.stderr)
data = json.loads(report["json"].read_text()) if report["json"].exists() else {"cases": [], "rivals": []}
cases = {(c["kernel"], c["rival"]): c for c in data["cases"]}
state = {key: c["state"] for key, c in cases.items()}
check(all(state.get((k, r)) in ("equal", "within") for k in ("gemm", "atax", "mvt")
          for r in ("gcc-O2", "gcc-O3", "gcc-openmp", "ihop-scop", "ihop-scop-emu")), "they compute the same", state)
check(state.get(("atax", "ppcg-openmp")) == "different" and "speedup" not in cases["atax", "ppcg-openmp"]
      and not cases["atax", "ppcg-openmp"]["samples"], "a wrong rival is found out, and its times do not count",
      cases.get(("atax", "ppcg-openmp")))
check(state.get(("gemm", "ppcg-openmp")) == "equal", "a rival given by its path takes part", state)
check(state.get(("mvt", "ppcg-openmp")) == "broken" and "cannot do this" in cases["mvt", "ppcg-openmp"]["message"],
      "a generator that fails is quoted", cases.get(("mvt", "ppcg-openmp")))
check(state.get(("gemm", "ihop-script")) == "refused" and state.get(("atax", "ihop-script")) == "equal",
      "recipes where there are any", state)
check("absent: Pluto" in done.stdout, "an absent rival is named", done.stdout)
turns = [len(cases["gemm", r]["samples"]) for r in ("gcc-O2", "gcc-O3", "ihop-scop")]
check(turns == [3, 3, 3], "as many measured runs as asked for", turns)
figures = {(f["part"], f["name"]): f["value"] for f in cases["gemm", "ihop-scop-emu"]["figures"]}
size = 8 * (20 * 25 + 20 * 30 + 30 * 25)
check(figures.get(("", "bytes to device")) == size and figures.get(("", "bytes to host")) == 8 * 20 * 25
      and figures.get(("", "launches"), 0) >= 1 and figures.get(("", "generate"), 0) > 0
      and any(name == "sectors" and value > 0 for (_, name), value in figures.items())
      and any(name == "predicted cost" for _, name in figures), "the emulated device has counted", figures)

# ---- Reports ---------------------------------------------------------------------------------------
page = report["html"].read_text() if report["html"].exists() else ""
check(page.count("<svg") == 1 and "gemm_cpu.c" in page and "gemm.cu" in page
      and not re.search(r'(src|href)="(?!#)', page) and "@import" not in page,
      "the page holds figure and products, and needs nothing else")
root = xml.etree.ElementTree.parse(report["svg"]).getroot()
titles = [e.text for e in root.iter("{http://www.w3.org/2000/svg}title")]
check(any(t.startswith("gemm: ihop") for t in titles), "the figure has a mark for each", titles)
rows = list(csv.DictReader(io.StringIO(report["csv"].read_text())))
check(len(rows) == len(data["cases"]) and all(None not in r for r in rows), "as many rows as cases", len(rows))
wrong = schema.check(data, "bench")
check(not wrong, "the JSON keeps to its schema", "\n".join(wrong))
again = bench("report", "first", "--format", "json")
check(again.returncode == 0 and json.loads(again.stdout)["cases"] == data["cases"], "report shows it again")
same = bench("compare", "first", "first")
check(same.returncode == 0 and " 0 better, 0 worse" in same.stdout, "compared with itself nothing changed",
      same.stdout)
wrong = schema.check(json.loads(bench("compare", "first", "first", "--format", "json").stdout), "compare")
check(not wrong, "and so does the comparison", "\n".join(wrong))
check("first" in bench("list").stdout, "list names it")

# ---- Wrong use ----------------------------------------------------------------------------------------
for what, words in {"unknown kernel": ["nothing"], "unknown size": ["--sizes", "huge"],
                    "unknown rival": ["--only", "icc"], "unknown executor": ["--executor", "cloud"],
                    "taken name": ["--name", "first"], "no repeats": ["--repeats", "0"]}.items():
    wrong = bench("polybench", "--kernels", polybench, "--sizes", "mini", "gemm", *words) if what != "unknown kernel" \
        else bench("polybench", "--kernels", polybench, *words)
    check(wrong.returncode == 2 and wrong.stderr.startswith("ihop: "), what, (wrong.returncode, wrong.stderr))
(folder / "text.db").write_text("not a database" * 1000)
foreign = bench("list", store="text.db")
check(foreign.returncode == 5 and "is no database" in foreign.stderr, "a store that is none", foreign.stderr)

# ---- Killed and resumed ---------------------------------------------------------------------------------
words = [ihop, "bench", "polybench", "gemm", "atax", "mvt", "bicg", "--sizes", "mini", "--only", "gcc-O3",
         "--name", "broken", "--repeats", "1", "--kernels", polybench, "--store", str(folder / "killed.db")]
process = subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                           start_new_session=True)


def kept():
    shown = bench("report", "broken", "--format", "json", store="killed.db")
    try:
        return json.loads(shown.stdout)
    except ValueError:
        return {"cases": [], "ended": None}


deadline = time.monotonic() + 60
while not kept()["cases"] and time.monotonic() < deadline:
    time.sleep(0.05)
process.send_signal(signal.SIGKILL)
process.wait()
before = kept()
check(0 < len(before["cases"]) < 8 and before["ended"] is None, "killed in the middle: what was done is kept",
      len(before["cases"]))
done = bench("polybench", "--resume", "--name", "broken", store="killed.db")
after = kept()
check(done.returncode == 0 and len(after["cases"]) == 8 and after["ended"], "resumed to its end",
      done.stdout + done.stderr)
samples = {(c["kernel"], c["rival"]): c["samples"] for c in after["cases"]}
check(all(samples[c["kernel"], c["rival"]] == c["samples"] for c in before["cases"]), "nothing was measured twice")

# ---- More rivals for a run -------------------------------------------------------------------------------
late = bench("polybench", "--resume", "--name", "broken", "--only", "polly", store="killed.db")
check(late.returncode == 2 and "in turns" in late.stderr, "who is timed cannot join later", late.stderr)
done = bench("polybench", "--resume", "--name", "broken", "--only", "ihop-scop-emu", store="killed.db")
wider = kept()
states = {(c["kernel"], c["rival"]): c["state"] for c in wider["cases"]}
check(done.returncode == 0 and len(states) == 12 and states["mvt", "ihop-scop-emu"] == "equal" and wider["ended"]
      and all({(c["kernel"], c["rival"]): c["samples"] for c in wider["cases"]}[k] == v for k, v in samples.items()),
      "who only counts can, and nothing is measured again", done.stdout + done.stderr)

subprocess.run(["rm", "-rf", folder], check=False)
print(f"1..{number}")
sys.exit(1 if failed else 0)
