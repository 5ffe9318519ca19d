#!/usr/bin/python3
"""The executor "slurm" against a real Slurm with two nodes on this machine, in TAP: ihop batch and ihop
bench, jobs that are killed, a node that dies, a driver that is killed and resumed.

    slurm.py IHOP POLYBENCH"""
import atexit
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

import cluster

ihop, polybench = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
why = cluster.missing()
if why:
    print(f"1..0 # SKIP {why}")
    sys.exit(0)
folder = pathlib.Path(tempfile.mkdtemp(prefix="ihop-slurm-"))
number = failed = 0


def check(good, what, why=""):
    global number, failed
    number += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {number} - {what}", flush=True)
    if not good:
        for line in str(why).splitlines()[-40:]:
            print("# " + line)


def wait_for(what, seconds=200):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        found = what()
        if found:
            return found
        time.sleep(0.1)
    return None


def script(name, text):
    path = folder / name
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(0o755)
    return str(path)


slurm = cluster.Cluster(folder / "cluster")
atexit.register(slurm.stop)
slurm.start()
environment = {**slurm.environment, "XDG_CACHE_HOME": str(folder / "cache"), "XDG_DATA_HOME": str(folder / "data")}


def run(*words):
    return subprocess.run([ihop, *map(str, words)], env=environment, capture_output=True, text=True, check=False,
                          timeout=600)


def running():
    """Ids of tasks that run now."""
    return slurm.call("squeue", "-h", "--array", "-t", "R", "-o", "%F_%K").stdout.split()


def nodes_in_use():
    return slurm.call("squeue", "-h", "--array", "-t", "R", "-o", "%N").stdout.split()


def stop_task(node):
    """The script of the task on a node, killed: nothing can tell of its end."""
    for pid, words, _ in cluster.processes():
        if ".sh " in words and f"{folder}/" in words and slurm.runs_on(pid, node):
            cluster.kill(pid)
            return True
    return False


def tree(path):
    """What was made; not what batch keeps about it to go on from."""
    return {str(p.relative_to(path)): p.read_text() for p in sorted(path.rglob("*"))
            if p.is_file() and ".ihop-batch" not in p.parts}


# ---- ihop batch ---------------------------------------------------------------------------------------
bad = folder / "bad.c"
bad.write_text("int f( {\n")
files = [polybench / line for line in (polybench / "kernels.txt").read_text().split()[:3]]
flags = ["--pragma", "target", "--format", "json", "--", f"-I{polybench}/common"]
here = run("batch", *files, "-o", folder / "here", *flags)
there = run("batch", *files, "-o", folder / "there", "--executor", "slurm", *flags)
check(here.returncode == 0 and there.returncode == 0 and len(json.loads(there.stdout)["files"]) == 3,
      "three files on the cluster", there.stderr + there.stdout)
check(tree(folder / "here") == tree(folder / "there") and len(tree(folder / "there")) >= 9,
      "the same products as here", sorted(tree(folder / "there")))
mixed = run("batch", files[0], bad, "-o", folder / "mixed", "--executor", "slurm", *flags)
ends = {f["file"].rsplit("/", 1)[-1]: f["end"] for f in json.loads(mixed.stdout)["files"]}
check(mixed.returncode == 3 and ends.get("bad.c") == "no C" and len(ends) == 2, "what is no C is told apart",
      mixed.stdout)
refused = run("batch", files[0], "-o", folder / "refused", "--executor", "slurm", "--sbatch", "--partition=none",
              *flags)
check(refused.returncode == 5 and "sbatch refused it" in refused.stdout, "sbatch's refusal is quoted",
      refused.stdout + refused.stderr)

# ---- ihop bench: killed jobs, a dead node ------------------------------------------------------------------
# A compiler that stands still at these kernels until the file is gone.
hold = folder / "hold"
slow_gcc = script("slow-gcc", f'''[ "$1" = --version ] && exec gcc "$@"
echo >> {folder}/compiles
while [ -e {hold} ] && echo "$*" | grep -qE "$(cat {hold} 2> /dev/null)"; do sleep 0.1; done
exec gcc "$@"
''')
BENCH = ["bench", "polybench", "gemm", "atax", "mvt", "--sizes", "mini", "--only", "gcc-O3", "--repeats", "1",
         "--kernels", polybench, "--gcc", slow_gcc, "--executor", "slurm", "--jobs", "0", "--store", folder / "bench.db"]


def report(name):
    shown = run("bench", "report", name, "--format", "json", "--store", folder / "bench.db")
    try:
        return json.loads(shown.stdout)
    except ValueError:
        return {"cases": [], "ended": None}


def started():
    path = folder / "compiles"
    return len(path.read_text().splitlines()) if path.exists() else 0


def compiles():
    """How often a compiler was started: twice for each kernel, and more where a task was tried again."""
    count = started()
    (folder / "compiles").unlink(missing_ok=True)
    return count


def start(name, *more):
    return subprocess.Popen([ihop, *map(str, BENCH), "--name", name, "--work", str(folder / "work"), *more],
                            env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


# One run, three misfortunes: a task is cancelled, a node dies with another, the third is killed by hand.
hold.write_text("gemm|atax|mvt")
driver = start("troubles")
wait_for(lambda: started() >= 4)  # both tasks are at their two compilers
check(sorted(nodes_in_use()) == ["n1", "n2"], "both nodes work", nodes_in_use())
cancelled = slurm.call("squeue", "-h", "--array", "-t", "R", "-w", "n1", "-o", "%F_%K").stdout.strip()
slurm.call("scancel", cancelled)
slurm.kill_node(2)
check(wait_for(lambda: started() >= 6) and stop_task(1), "what waited goes to the node that is left", running())
# Slurm finds out by itself, too, but only when it next asks the node, up to half a minute later.
slurm.call("scontrol", "update", "NodeName=n2", "State=DOWN", "Reason=dead")
slurm.start_node(2)
slurm.call("scontrol", "update", "NodeName=n2", "State=RESUME")
hold.unlink()
said = driver.communicate(timeout=600)[0]
result = report("troubles")
count = compiles()
check(driver.returncode == 0 and len(result["cases"]) == 6 and result["ended"] and count >= 12
      and all(c["state"] == "equal" for c in result["cases"]),
      "one task cancelled, one killed, one lost with its node: all tried again", f"{count} compiles, {cancelled}\n{said}")

# ---- A driver that is killed ---------------------------------------------------------------------------------
hold.write_text("mvt")
driver = start("killed-driver")
wait_for(lambda: len(report("killed-driver")["cases"]) >= 2 and started() >= 5)
driver.send_signal(signal.SIGKILL)
driver.communicate()
before = report("killed-driver")
left = running()
hold.unlink()
done = run("bench", "polybench", "--resume", "--name", "killed-driver", "--executor", "slurm", "--store",
           folder / "bench.db", "--work", folder / "work")
after = report("killed-driver")
check(0 < len(before["cases"]) < 6 and before["ended"] is None, "a driver is killed: what was done is kept",
      len(before["cases"]))
check(done.returncode == 0 and len(after["cases"]) == 6 and after["ended"], "resumed to its end",
      done.stdout + done.stderr)
check(wait_for(lambda: not slurm.call("squeue", "-h").stdout.strip()) is not None, "no job is left behind",
      (left, slurm.call("squeue").stdout))

slurm.stop()
environment["PATH"] = str(folder / "empty")
none = run("batch", files[0], "-o", folder / "none", "--executor", "slurm", *flags)
check(none.returncode == 5 and "slurm-client" in none.stderr, "without Slurm it says what is missing", none.stderr)
if not failed:
    subprocess.run(["rm", "-rf", folder], check=False)
print(f"1..{number}")
sys.exit(1 if failed else 0)
