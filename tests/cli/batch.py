#!/usr/bin/python3
"""ihop batch: many files, a compile_commands.json, refusals, a run that is killed and resumed, in TAP.

    batch.py IHOP"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import schema  # noqa: E402

ihop = os.path.abspath(sys.argv[1])
folder = pathlib.Path(tempfile.mkdtemp(prefix="ihop-batch-"))
number = failed = 0


def check(good, what, why=""):
    global number, failed
    number += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {number} - {what}", flush=True)
    if not good:
        for line in str(why).splitlines()[:30]:
            print("# " + line)


def batch(*words):
    return subprocess.run([ihop, "batch", *map(str, words)], capture_output=True, text=True, cwd=folder, check=False)


def write(name, text):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


GOOD = "void f (int n, float a[n])\n{\n#pragma target\n  for (int i = 0; i < n; i++)\n    a[i] = SCALE * a[i];\n}\n"
BAD = ("void f (int n, float a[n])\n{\n#pragma target\n  for (int i = 1; i < n; i++)\n"
       "    a[i] = a[i - 1] + SCALE;\n}\n")
write("src/one/x.c", GOOD)
write("src/two/x.c", GOOD.replace("a[i];", "a[i] + 1;"))
write("src/two/carried.c", BAD)
write("src/broken.c", "int f( {\n")

done = batch("src/one/x.c", "src/two/x.c", "./src/one/x.c", "-o", "out", "--", "-DSCALE=2")
check(done.returncode == 0 and "2 files: 2 kernels in 2 of them; 2 done" in done.stdout,
      "two files of one name, one of them named twice", done.stdout + done.stderr)
check((folder / "out/one/x_cpu.c").exists() and "+ 1" in (folder / "out/two/x_cpu.c").read_text()
      and {p.name for p in (folder / "out").iterdir()} == {"one", "two", ".ihop-batch"}, "their folders are kept apart")

done = batch("src/one/x.c", "src/two/carried.c", "src/broken.c", "absent.c", "-o", "mixed", "--format", "json", "--html",
             "mixed.html", "-j", "2", "--", "-DSCALE=2")
files = {pathlib.Path(f["file"]).name: f for f in json.loads(done.stdout)["files"]}
check(done.returncode == 3 and [files[n]["end"] for n in ("x.c", "carried.c", "broken.c", "absent.c")]
      == ["done", "refused", "no C", "no file"], "each end is told apart", done.stdout)
wrong = schema.check(json.loads(done.stdout), "batch")
check(not wrong, "the JSON keeps to its schema", "\n".join(wrong))
check("IHOP-" in files["carried.c"]["remark"] and files["carried.c"]["remark"].startswith("line 4:"),
      "with its reason", files["carried.c"])

page = (folder / "mixed.html").read_text()
check(all(word in page for word in ("src/broken.c", "no valid C", 'href="mixed/src/one/x_cpu.c"', "line 4:", "absent.c")),
      "the page says the same", page)
check(page.count("<li>") == sum(len(f["errors"]) for f in files.values()) > 3 and len(files["broken.c"]["errors"]) > 1,
      "all errors of all files", page)

# ---- compile_commands.json ------------------------------------------------------------------------------
entries = [{"directory": str(folder / "src"), "file": f"{d}/x.c", "arguments": ["cc", f"-DSCALE={n}", "-c", f"{d}/x.c"]}
           for n, d in ((3, "one"), (4, "two"))]
write("build/compile_commands.json", json.dumps(entries + [{"directory": "/", "file": "z.cc", "command": "c++ z.cc"}]))
done = batch("-p", "build", "-o", "base")
check(done.returncode == 0 and "2 done" in done.stdout and (folder / "base/two/x_cpu.c").exists(),
      "every C file of a compile_commands.json, under its own flags", done.stdout + done.stderr)
twice = entries[:1] + [{**entries[0], "arguments": ["cc", "-DSCALE=7", "-c", "one/x.c"]}] + entries[:1]
write("build/compile_commands.json", json.dumps(twice))
done = batch("-p", "build", "-o", "twice")
check(done.returncode == 0 and "2 done" in done.stdout and "entry 2" in done.stdout
      and all((folder / "twice" / place / "x_cpu.c").exists() for place in (".", "x-2")),
      "a file that is compiled in two ways has two products", done.stdout + done.stderr)
write("none/compile_commands.json", "[]")
for what, words in {"no files": ["-o", "out"], "no folder": ["src/one/x.c"], "an empty database": ["-p", "none", "-o", "o"],
                    "no such executor": ["src/one/x.c", "-o", "o", "--executor", "cloud"],
                    "a script": ["src/one/x.c", "-o", "o", "--script", "s.ihop"]}.items():
    wrong = batch(*words)
    check(wrong.returncode == 2 and wrong.stderr.startswith("ihop: "), "misuse: " + what, wrong.stderr)

# ---- Killed and resumed -----------------------------------------------------------------------------------
# From the fourth on each file asks for one that nobody writes: there it stands still.
names = []
for i in range(6):
    names.append(write(f"many/f{i:02}.c", GOOD if i < 3 else '#include "held.h"\n' + GOOD))
held = folder / "many/held.h"
os.mkfifo(held)
process = subprocess.Popen([ihop, "batch", *map(str, names), "-o", "many-out", "--jobs", "1", "-q", "--", "-DSCALE=2"],
                           cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
work = folder / "many-out/.ihop-batch"


def results():
    """Stamps of what is finished."""
    return {p.name: p.stat().st_mtime_ns for p in work.glob("f*.stamp")} if work.exists() else {}


deadline = time.monotonic() + 300
while len(results()) < 3 and time.monotonic() < deadline:
    time.sleep(0.01)
process.send_signal(signal.SIGKILL)
process.wait()
held.unlink()
held.touch()
before = results()
check(3 <= len(before) < 6, "killed in the middle", before)
done = batch(*names, "-o", "many-out", "--jobs", "1", "--resume", "--", "-DSCALE=2")
check(done.returncode == 0 and "6 done" in done.stdout and f"{len(before)} of them as they were" in done.stdout
      and all(results()[name] == time_of for name, time_of in before.items()), "resumed: what was done is not done again",
      done.stdout + done.stderr)


def kept(*words):
    """Stems of the files that the same call leaves as they were."""
    document = json.loads(batch(*names, "-o", "many-out", "--resume", "--format", "json", *words).stdout)
    return {pathlib.Path(f["file"]).stem for f in document["files"] if f["kept"]}


everyone = {n.stem for n in names}
check(kept("--", "-DSCALE=2") == everyone, "what is finished is kept")
names[5].write_text(names[5].read_text() + "/* another */\n")
check(kept("--", "-DSCALE=2") == everyone - {"f05"}, "a file that was changed is done again")
held.write_text("#define MORE 1\n")
check(kept("--", "-DSCALE=2") == {"f00", "f01", "f02"}, "so are those that include what was changed")
(folder / "many-out/f01.json").unlink()
(folder / "many-out/f02_cpu.c").write_text("/* by another call */\n")
check(kept("--", "-DSCALE=2") == everyone - {"f01", "f02"}, "so are those whose products are gone, or others")
check("another call" not in (folder / "many-out/f02_cpu.c").read_text(), "  which are as they should be then")
check(kept("--", "-DSCALE=3") == set() and kept("--math", "fast", "--", "-DSCALE=3") == set(),
      "with other flags or options all are done again")

# ---- Stopped ------------------------------------------------------------------------------------------------
held.unlink()
os.mkfifo(held)
process = subprocess.Popen([ihop, "batch", *map(str, names), "-o", "stopped", "-j", "1", "-v", "--format", "json", "--", "-DSCALE=2"],
                           cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
told = [process.stderr.readline()]
while "3 of 6" not in told[-1] and told[-1]:
    told.append(process.stderr.readline())
work = folder / "stopped/.ihop-batch"
while not list(work.glob("f03*.part")) and time.monotonic() < deadline:
    time.sleep(0.01)
process.send_signal(signal.SIGINT)
out, err = process.communicate()
ends = [f["end"] for f in json.loads(out)["files"]]
check(process.returncode == 130 and ends == ["done"] * 3 + ["stopped"] + ["not begun"] * 2, "what was not begun has not failed", out + err)
check("done " + str(names[0]) in "".join(told) and " left" in told[-1], "with -v each is told when it ends, and what is left", told)
wrong = schema.check(json.loads(out), "batch")
check(not wrong, "  by the schema", "\n".join(wrong))
held.unlink()

# ---- A task that is killed ---------------------------------------------------------------------------------
os.mkfifo(folder / "never.h")
write("stands.c", '#include "never.h"\n')
done = batch("stands.c", "-o", "slow", "--time-limit", "0.3")
check(done.returncode == 5 and "ran longer than" in done.stdout, "a time limit is kept and told", done.stdout)

subprocess.run(["rm", "-rf", folder], check=False)
print(f"1..{number}")
sys.exit(1 if failed else 0)
