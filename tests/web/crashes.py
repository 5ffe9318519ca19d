#!/usr/bin/env python3
"""kill -9 of a worker and of the server in mid-job, SIGTERM, limits, time that is over: a job is done,
done again, or said to have failed; nothing is lost, nothing stays."""
import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import service as web

NEIGHBOURS = " + ".join(f"A[i + {a}][j + {b}]" for a in (-1, 0, 1) for b in (-1, 0, 1))
SLOW = "".join(f"void f{k} (int n, int t, double A[n][n])\n{{\n  for (int s = 0; s < t; s++)\n"
               "    for (int i = 1; i < n - 1; i++)\n      for (int j = 1; j < n - 1; j++)\n"
               f"        A[i][j] = ({NEIGHBOURS}) / 9;\n}}\n" for k in range(2))

service, tap = web.begin("--workers", "1", "--address-jobs", "3", "--queue", "2")


def workers():
    """Processes that are this service's workers, also those of a server that is gone."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0") if entry.name.isdigit() else []
            is_dead = words and "(zombie)" in (entry / "status").read_text()
        except OSError:
            continue
        if len(words) > 2 and words[1] == b"work" and f"--state={service.state}".encode() in words and not is_dead:
            found.append(int(entry.name))
    return found


def send(text=SLOW):
    status, _, data = service.post_form("/api/v1/jobs", [("a.c", text)], mode="auto")
    assert status == 201, data
    return json.loads(data)["id"]


def wait_until(good, seconds=20):
    until = time.time() + seconds
    while time.time() < until:
        found = good()
        if found:
            return found
        time.sleep(0.02)
    raise RuntimeError("it does not happen")


def state_of(name):
    return json.loads(service.get(f"/api/v1/jobs/{name}")[2])


def in_the_middle(name):
    wait_until(lambda: state_of(name)["stage"] in ("analyze", "generate", "explain"))
    return wait_until(workers)[0]


def kill_worker():
    name = send()
    os.kill(in_the_middle(name), signal.SIGKILL)
    job = service.wait(name)
    tap.equal((job["state"], job["attempts"]), ("done", 2), "kill -9 of the worker: the job is done again")
    name = send()
    for _ in range(2):
        pid = in_the_middle(name)
        os.kill(pid, signal.SIGKILL)
        wait_until(lambda: pid not in workers())
    job = service.wait(name)
    tap.equal(job["state"], "failed", "twice: it is given up")
    tap.ok("our fault" in job["message"], "  and says so", job["message"])
    tap.ok(service.get(f"/jobs/{name}")[0] == 200, "  on its page too")
    left = subprocess.run(["pgrep", "-f", f"ihop-job-.*{name}"], capture_output=True, check=False).stdout
    tap.equal(left, b"", "  nothing of it runs on")


def kill_server():
    name = send()
    in_the_middle(name)
    service.stop(signal.SIGKILL)
    tap.equal(len(workers()), 1, "kill -9 of the server: its worker goes on")
    service.start()
    job = service.wait(name)
    tap.equal((job["state"], job["attempts"]), ("done", 1), "  and its job is there for the next server")
    name, second = send(), send(web.NEST)
    pid = in_the_middle(name)
    service.stop(signal.SIGKILL)
    os.kill(pid, signal.SIGKILL)
    service.start()
    job = service.wait(name)
    tap.equal((job["state"], job["attempts"]), ("done", 2), "kill -9 of both: the next server does it again")
    tap.equal(service.wait(second)["state"], "done", "  and what was waiting too")


def drain():
    name, second = send(), send(web.NEST)
    in_the_middle(name)
    service.process.send_signal(signal.SIGTERM)
    time.sleep(0.2)
    tap.equal(service.post_form("/api/v1/jobs", [("a.c", "int a;")])[0], 503, "SIGTERM: no more jobs are taken")
    listener = threading.Thread(target=lambda: heard.append(service.get(f"/api/v1/jobs/{second}/events")[2]))
    heard = []
    listener.start()
    tap.equal(service.process.wait(30), 0, "  those that run are done first")
    listener.join(10)
    tap.ok(heard and b"event: stage" in heard[0], "  who listens is let go", heard)
    service.start()
    tap.equal(state_of(name)["state"], "done", "  and are there")
    tap.equal(service.wait(second)["state"], "done", "  what waited is done by the next server")


def limits():
    names = [send()]
    wait_until(lambda: state_of(names[0])["state"] != "queued") # two may wait
    names += [send(), send()]
    answer = service.post_form("/api/v1/jobs", [("a.c", "int a;")])
    tap.equal((answer[0], answer[1]["Retry-After"]), (429, "10"), "more jobs of one address than it may have")
    for name in names:
        service.wait(name)
    folder = Path(service.state) / "jobs" / names[0]
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    with sqlite3.connect(Path(service.state) / "queue.db", timeout=10) as store:
        noted = store.execute("SELECT bytes FROM jobs_job WHERE id = ?", (names[0],)).fetchone()[0]
        store.execute("UPDATE jobs_job SET bytes = ? WHERE id = ?", (512 << 20, names[0]))
    tap.ok(size > 1000 and noted == size, "what a job keeps on the disk is noted", (noted, size))
    answer = service.post_form("/api/v1/jobs", [("a.c", "int a;")])
    tap.ok(answer[0] == 429 and b"512 MB" in answer[2], "  more than an address may keep is refused", answer)
    service.ask("DELETE", f"/api/v1/jobs/{names[0]}")
    answer = service.post_form("/api/v1/jobs", [("a.c", "int a;")])
    tap.equal(answer[0], 201, "  until something is deleted")
    service.wait(json.loads(answer[2])["id"])


def expiry():
    name = service.job(service.post_form("/api/v1/jobs", [("a.c", "int a;")]))["id"]
    folder = Path(service.state) / "jobs" / name
    assert folder.exists()
    with sqlite3.connect(Path(service.state) / "queue.db", timeout=10) as store:
        store.execute("UPDATE jobs_job SET expires = 1 WHERE id = ?", (name,))
    store.close()
    wait_until(lambda: service.get(f"/api/v1/jobs/{name}")[0] == 404 and not folder.exists())
    tap.ok(True, "what is over is deleted, with its files")


def full_disk():
    full, _ = web.begin("--free-mb", "1000000000")
    tap.equal(full.post_form("/api/v1/jobs", [("a.c", "int a;")])[0], 503, "no job is taken when the disk is full")
    full.stop()


def refuses():
    def start(*options, path=os.environ["PATH"]):
        with tempfile.TemporaryDirectory() as state:
            run = subprocess.run([sys.argv[1], "--ihop", sys.argv[2], "--state", state, "--port", "0", *options],
                                 env={"PATH": path}, capture_output=True, text=True, timeout=30, check=False)
            return run.returncode, run.stderr

    code, text = start(path="/nonexistent")
    tap.ok(code == 5 and "sandbox does not work" in text and "--unsafe-no-sandbox" in text,
           "without bwrap it does not start, and says what to do", code, text)
    for what, options in {"a port that is none": ["--port", "99999"], "no workers": ["--workers", "0"],
                          "half a certificate": ["--tls-key", "x"], "an unknown option": ["--nonsense"],
                          "no program ihop": ["--ihop", "/nonexistent"]}.items():
        tap.equal(start(*options)[0], 2, f"wrong use: {what}")


kill_worker()
kill_server()
drain()
limits()
expiry()
tap.equal(service.stop(), 0, "it ends when told")
full_disk()
refuses()
tap.done()
