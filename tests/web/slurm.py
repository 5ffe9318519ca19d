#!/usr/bin/env python3
"""The service's jobs through a real Slurm with two nodes on this machine."""
import atexit
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import service as web

sys.path.insert(0, str(web.ROOT / "tests/execute"))
import cluster  # noqa: E402

why = cluster.missing()
if why:
    print(f"1..0 # SKIP {why}")
    sys.exit(0)
folder = tempfile.TemporaryDirectory(prefix="ihop-web-slurm-")
os.chmod(folder.name, 0o755)
slurm = cluster.Cluster(Path(folder.name) / "cluster")
atexit.register(slurm.stop)
slurm.start()
os.environ.update(slurm.environment)
service, tap = web.begin("--executor", "slurm", "--workers", "4")
SLOW = "".join(f"void f{k} (int n, double A[n][n])\n{{\n  for (int i = 1; i < n - 1; i++)\n    for (int j = 1; j < n - 1; j++)\n"
               "      A[i][j] = (A[i - 1][j - 1] + A[i - 1][j] + A[i][j - 1] + A[i][j] + A[i + 1][j + 1]) / 5;\n}\n"
               for k in range(20))


def workers():
    found = subprocess.run(["pgrep", "-f", f"ihop-web work-at .*{service.state}"], capture_output=True, text=True, check=False)
    return [int(pid) for pid in found.stdout.split()
            if b"work-at" in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")[1:2]]


def wait_until(good, seconds=60):
    until = time.time() + seconds
    while time.time() < until:
        if found := good():
            return found
        time.sleep(0.1)
    raise RuntimeError("it does not happen")


def send(text):
    return json.loads(service.post_form("/api/v1/jobs", [("a.c", text)], mode="auto")[2])["id"]


names = [send(web.NEST) for _ in range(3)]
jobs = [service.wait(name) for name in names]
tap.equal([job["state"] for job in jobs], ["done"] * 3, "jobs are done")
tap.ok(b"m/i" in service.get(f"/jobs/{names[0]}")[2], "  with their pages")
tap.ok(any(event.get("node", "").startswith("n") for event in service.log() if event["event"] == "job_done"),
       "  on the cluster's nodes", service.log()[-5:])
failed = service.job(service.post_form("/api/v1/jobs", [("x.zip", b"junk")]))
tap.ok("could be read" in failed["message"], "what fails there says so here", failed)
name = send(SLOW)
os.kill(wait_until(workers)[0], signal.SIGKILL)
job = service.wait(name, 120)
tap.equal((job["state"], job["attempts"]), ("done", 2), "a worker that is killed there: the job is done again")
tap.equal(service.stop(), 0, "it ends when told")
slurm.stop()
with tempfile.TemporaryDirectory() as state:
    path = Path(folder.name) / "path"
    path.mkdir()
    if shutil.which("bwrap"):
        (path / "bwrap").symlink_to(shutil.which("bwrap"))
    run = subprocess.run([sys.argv[1], "--ihop", sys.argv[2], "--state", state, "--port", "0", "--executor", "slurm",
                          *(["--unsafe-no-sandbox"] if service.sandbox_fault else [])],
                         env={"PATH": str(path)}, capture_output=True,
                         text=True, timeout=60, check=False)
tap.ok(run.returncode == 5 and "jobs cannot be given out" in run.stderr, "without Slurm it does not start", run)
tap.done()
