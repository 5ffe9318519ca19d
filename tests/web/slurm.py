#!/usr/bin/python3
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


def worker_of(name):
    """The process that is at this job on its node, made to stand still; None: the job was over before."""
    while service.state_of(name)["state"] in ("queued", "running"):
        for pid, parent, words in web.processes():
            if words[1:3] == ["work-at", name] and not web.is_copy(parent, words) and web.stand_still(pid):
                return pid
        time.sleep(0.02)
    return None


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
pid = None
while not pid:
    name = send(web.NEST)
    pid = worker_of(name)
os.kill(pid, signal.SIGKILL)
job = service.wait(name)
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
                         text=True, timeout=web.PATIENCE, check=False)
tap.ok(run.returncode == 5 and "jobs cannot be given out" in run.stderr, "without Slurm it does not start", run)
tap.done()
