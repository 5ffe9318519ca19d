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


# A stand-in for PPCG: right for gemm, wrong for atax, and it fails on mvt. Like the real one it names its
# libraries' versions before its own, and copies the owner's C into a host part that nvcc reads as C++.
FAKE = r"""
[ "$1" != --version ] || { printf '%s\n' 'Debian clang version 14.0.6' pet-0.11.4-22 isl-0.24-338-GMP ppcg-0.08.4-42
                           exit 0; }
[ "$1" != --target=cuda ] || cuda=1
while [ $# -gt 1 ]; do [ "$1" != -o ] || out=$2; shift; done
if [ "$cuda" ]; then
    name=$(basename "$1" .c)
    cp "$1" "${name}_host.cu"
    echo > "${name}_kernel.cu"
    [ "$name" != mvt ] || echo 'base *unknown;' >> "${name}_host.cu"
    exit
fi
case $1 in
*gemm.c) cp "$1" "$out" ;;
*atax.c) sed 's/tmp\[i\] += /tmp[i] -= /; s/tmp\[i\] + A/tmp[i] - A/' "$1" > "$out" ;;
*) echo "cannot do this" >&2; exit 3 ;;
esac
"""
ppcg = script("fake-ppcg", FAKE)

# And one for polycc, with the habits of the real one: it moves its input away and leaves things about, splits
# names at spaces, does not read other people's pragmas inside a scop, knows neither -I nor -D. Of the two
# parsers one has no idea of mvt; gemm is too much for both.
POLYCC = r"""
[ "$1" != --version ] || { echo "PLUTO version 0.12.0-33-gdc46216 - An automatic parallelizer"; exit 0; }
[ $# = 5 ] || [ "$6" = --pet ] || exit 9
case $1 in */*|*' '*) echo "cannot be opened: $1" >&2; exit 1 ;; esac
if [ "$6" != --pet ] && { [ "$1" = mvt.c ] || [ "$1" = gemm.c ] || grep -q 'pragma target' "$1"; }; then
    echo "[Clan] Error: syntax error at line 26, column 18." >&2; exit 1
fi
if [ "$6" = --pet ]; then
    [ "$1" != gemm.c ] || { echo "no scop" >&2; exit 1; }
    gcc -fsyntax-only -x c "$1" && gcc -E "$1" | grep -q '\[40\]' || exit 1
fi
mv "$1" "$1_temp"
cp "$1_temp" "$5"
echo > .srcfilename
"""
polycc = script("fake-polycc", POLYCC)

# nvcc's front end is that of C++.
NVCC = r"""
[ "$1" != --version ] || { echo "nvcc: NVIDIA (R) Cuda compiler driver"; echo "release 13.0, V13.0.88"; exit 0; }
for word; do
    case $last in -include) before=$word ;; -o) out=$word ;; esac
    case $word in -I*|-D*) flags="$flags $word" ;; *_host.cu|*polybench.cu)
        g++ -fsyntax-only -w -x c++ -include "$before" $flags "$word" || exit 2 ;;
    esac
    last=$word
done
touch "$out"
"""
nvcc = script("fake-nvcc", NVCC)
RIVALS = "gcc-O3,gcc-openmp,ihop-scop,ihop-script,ihop-scop-emu,ppcg-openmp,polly"

# ---- A run ---------------------------------------------------------------------------------------
report = {kind: folder / f"report.{kind}" for kind in ("html", "svg", "csv", "json")}
done = bench("polybench", "gemm", "atax", "mvt", "--sizes", "mini", "--only", RIVALS, "--ppcg", ppcg, "--name",
             "first", "--repeats", "3", "--threads", "2", "--kernels", polybench, "--clang", "/no/clang",
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
check("absent: clang with Polly" in done.stdout and "/no/clang is no program" in done.stdout,
      "an absent rival is named", done.stdout)
check([r["version"].split(";")[0] for r in data["rivals"] if r["name"] == "ppcg-openmp"] == ["ppcg-0.08.4-42"],
      "its version is its own, not its libraries'", data["rivals"])
check(any(r["command"].startswith("fake-ppcg --target=c --openmp; gcc -O3") for r in data["rivals"]
          if r["name"] == "ppcg-openmp"), "its flags are kept", data["rivals"])
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
side = bench("compare", "first", "first", "--html", folder / "compare.html")
page = (folder / "compare.html").read_text() if (folder / "compare.html").exists() else ""
check(side.returncode == 0 and page.count("<tr>") == 1 + len(json.loads(bench("compare", "first", "first", "--format", "json").stdout)["cases"]),
      "the comparison as a page has a row for each case", side.stderr)
check("first" in bench("list").stdout, "list names it")

# ---- Rivals with habits of their own ----------------------------------------------------------------------
done = bench("polybench", "gemm", "atax", "mvt", "covariance", "--sizes", "mini", "--only", "pluto,ppcg-cuda",
             "--ppcg", ppcg, "--pluto", polycc, "--nvcc", nvcc, "--name", "habits", "--repeats", "1", "--threads", "1",
             "--kernels", polybench, "--work", folder / "a work folder", "--json", folder / "habits.json")
data = json.loads((folder / "habits.json").read_text()) if done.returncode == 0 else {"cases": [], "rivals": []}
cases = {(c["kernel"], c["rival"]): c for c in data["cases"]}
state = {key: c["state"] for key, c in cases.items()}
check(state.get(("atax", "pluto")) == "equal", "marks that are not theirs do not disturb them, nor do spaces",
      cases.get(("atax", "pluto"), done.stderr))
check(state.get(("mvt", "pluto")) == "equal", "where Clan gives up, pet is tried, with headers and definitions",
      cases.get(("mvt", "pluto")))
check(state.get(("gemm", "pluto")) == "broken" and "[Clan] Error" in cases["gemm", "pluto"]["message"]
      and "no scop" in cases["gemm", "pluto"]["message"], "where both give up, both are quoted",
      cases.get(("gemm", "pluto")))
check(not any(str(folder) in (c["message"] or "") for c in data["cases"]) and state.get(("mvt", "ppcg-cuda")) == "broken",
      "messages name no folder of the run", cases.get(("mvt", "ppcg-cuda")))
check(all((pathlib.Path(polybench) / "linear-algebra" / "kernels" / k / f"{k}.c").exists() for k in ("atax", "mvt")),
      "a rival that moves its input moves a copy")
check(state.get(("covariance", "ppcg-cuda")) == "unrun", "C whose malloc has no cast goes through C++",
      cases.get(("covariance", "ppcg-cuda")))

# ---- An original tree --------------------------------------------------------------------------------------
# Laid out as PolyBench/C is: a list, a runtime with its clock and its dump, a header beside each kernel.
TREE = {
    "utilities/benchmark_list": "./blas/gemm/gemm.c\n./kernels/atax/atax.c\n",
    "utilities/polybench.h": """
#include <stdio.h>
#ifdef POLYBENCH_TIME
void polybench_timer_print (void);
#else
#define polybench_timer_print()
#endif
void *polybench_alloc_data (unsigned long n);
""",
    "utilities/polybench.c": """
#include "polybench.h"
#include <stdlib.h>
void polybench_timer_print (void)
{
  printf ("%0.6f\\n", 0.25);
}
void *polybench_alloc_data (unsigned long n)
{
  void *new = NULL;
  return posix_memalign (&new, 32, n) ? NULL : new;
}
""",
}
KERNEL = """
#include <polybench.h>
#include <stdlib.h>
#include "NAME.h"
static void kernel_NAME (int n, double A[N][N], double tmp[N])
{
  int i, j;
#pragma scop
  for (i = 0; i < n; i++)
    for (j = 0; j < n; j++)
      tmp[i] += A[i][j] / 3;
#pragma endscop
}
int main (int argc, char **argv)
{
  double (*A)[N][N] = (double (*)[N][N]) polybench_alloc_data (sizeof *A), *tmp = (double *) calloc (N, sizeof *tmp);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      (*A)[i][j] = i - j / 7.;
  kernel_NAME (N, *A, tmp);
  polybench_timer_print ();
#ifdef POLYBENCH_DUMP_ARRAYS
  fprintf (stderr, "begin dump: tmp");
  for (int i = 0; i < N; i++)
    fprintf (stderr, "%s%0.2lf ", i % 20 ? "" : "\\n", tmp[i]);
#endif
  return 0;
}
"""
for path in ("blas/gemm/gemm", "kernels/atax/atax"):
    TREE[path + ".c"] = KERNEL.replace("NAME", path.rsplit("/", 1)[1])
    TREE[path + ".h"] = "#ifdef MINI_DATASET\n#define N 30\n#else\n#define N 300\n#endif\n"
for path, text in TREE.items():
    (folder / "tree" / path).parent.mkdir(parents=True, exist_ok=True)
    (folder / "tree" / path).write_text(text)
done = bench("polybench", "--polybench", folder / "tree", "--sizes", "mini", "--only",
             "gcc-O3,gcc-openmp,ihop-scop,ihop-target,ihop-script,ihop-scop-emu,ppcg-openmp,ppcg-cuda,pluto", "--ppcg", ppcg,
             "--pluto", polycc, "--nvcc", nvcc, "--name", "tree", "--repeats", "2", "--threads", "2", "--json",
             folder / "tree.json")
data = json.loads((folder / "tree.json").read_text()) if done.returncode == 0 else {"cases": []}
cases = {(c["kernel"], c["rival"]): c for c in data["cases"]}
state = {key: c["state"] for key, c in cases.items()}
check(all(state.get((k, r)) in ("equal", "within") for k in ("gemm", "atax")
          for r in ("gcc-O2", "gcc-O3", "ihop-scop", "ihop-scop-emu")), "the kernels of an original tree",
      (state, done.stderr))
check([c["seconds"] for c in data["cases"] if c["rival"] == "gcc-O2"] == [0.25] * 2, "  timed by their own clock", cases)
check(state.get(("atax", "ppcg-openmp")) == "different" and state.get(("gemm", "ppcg-openmp")) == "equal",
      "  compared by what they print", state)
check(state.get(("gemm", "ppcg-cuda")) == "unrun", "  whose runtime is C++ where its caller is",
      cases.get(("gemm", "ppcg-cuda")))
check(state.get(("atax", "pluto")) == "equal", "  for rivals, too", cases.get(("atax", "pluto")))
check(all(state.get(("gemm", r)) == "refused" for r in ("ihop-target", "ihop-script", "gcc-openmp")),
      "  without what was written by hand for ours", state)
one = bench("polybench", "kernels/atax/atax.c", "--polybench", os.path.relpath(folder / "tree"), "--sizes", "mini", "--only", "gcc-O3",
            "--repeats", "1", "--format", "json")
check({c["kernel"] for c in json.loads(one.stdout or '{"cases": []}')["cases"]} == {"atax"}
      and not one.stderr, "  one, by its path, in a folder named from here", one.stderr)
counted = folder / "counted"
clock = script("clock-gcc", f"""out= last=
for word; do [ "$last" = -o ] && out=$word; last=$word; done
gcc "$@" && case $out in "" | *.o) ;; *) mv "$out" "$out-own"; printf '#!/bin/sh\\necho run >> {counted}\\nexec %s-own\\n' "$out" > "$out"
chmod +x "$out" ;; esac
""")
short = bench("polybench", "kernels/atax/atax.c", "--polybench", folder / "tree", "--sizes", "mini", "--only", "gcc-O2",
              "--gcc", clock, "--least-time", "600", "--repeats", "2", "--format", "json")
case = [c for c in json.loads(short.stdout or '{"cases": []}')["cases"] if c["rival"] == "gcc-O2"]
check(len(counted.read_text().splitlines() if counted.exists() else []) == 1 + 2 * 3 and case and case[0]["seconds"] == 0.25,
      "  several runs of a short one make a sample", (case, short.stderr))
both = bench("polybench", "--polybench", folder / "tree", "--kernels", polybench)
check(both.returncode == 2 and "only one of them" in both.stderr, "  or ours, not both", both.stderr)

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
# Two kernels' compilers stand still until it is killed.
hold = folder / "hold"
hold.touch()
held_gcc = script("held-gcc", f'''case "$*" in *mvt*|*bicg*) while [ -e {hold} ]; do sleep 0.05; done ;; esac
exec gcc "$@"
''')
words = [ihop, "bench", "polybench", "gemm", "atax", "mvt", "bicg", "--sizes", "mini", "--only", "gcc-O3",
         "--name", "broken", "--repeats", "1", "--gcc", held_gcc, "--kernels", polybench, "--store", str(folder / "killed.db")]
process = subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                           start_new_session=True)


def kept():
    shown = bench("report", "broken", "--format", "json", store="killed.db")
    try:
        return json.loads(shown.stdout)
    except ValueError:
        return {"cases": [], "ended": None}


deadline = time.monotonic() + 300
while not kept()["cases"] and time.monotonic() < deadline:
    time.sleep(0.05)
process.send_signal(signal.SIGKILL)
process.wait()
hold.unlink()
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
