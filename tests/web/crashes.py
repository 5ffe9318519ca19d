#!/usr/bin/python3
"""kill -9 of a worker and of the server in mid-job, SIGTERM, limits, time that is over: a job is done,
done again, or said to have failed; nothing is lost, nothing stays."""
import contextlib
import http.client
import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import service as web

NEIGHBOURS = " + ".join(f"A[i + {a}][j + {b}]" for a in (-1, 0, 1) for b in (-1, 0, 1))
SLOW = "".join(f"void f{k} (int n, int t, double A[n][n])\n{{\n  for (int s = 0; s < t; s++)\n"
               "    for (int i = 1; i < n - 1; i++)\n      for (int j = 1; j < n - 1; j++)\n"
               f"        A[i][j] = ({NEIGHBOURS}) / 9;\n}}\n" for k in range(2))

service, tap = web.begin("--workers", "1", "--address-jobs", "3", "--queue", "2")


def send(text=SLOW):
    status, _, data = service.post_form("/api/v1/jobs", [("a.c", text)], mode="auto")
    assert status == 201, data
    return json.loads(data)["id"]


def in_the_middle(deaths=0):
    """A job at work, and its worker, which stands still, so that nothing ends before it may; this many
    workers before it were killed at the same job. Jobs that are too quick for us are let go."""
    while True:
        name = send()
        pid = service.hold(name)
        for _ in range(deaths):
            if pid:
                end(pid)
                pid = service.hold(name)
        if pid:
            return name, pid


def end(pid):
    os.kill(pid, signal.SIGKILL)
    web.wait_until(lambda: pid not in service.workers())


def go_on(pid):
    os.kill(pid, signal.SIGCONT)


def below(pid):
    """Everything that a process has started, each by when it began."""
    every, found = web.processes(), {pid}
    while more := {child for child, parent, _ in every if parent in found} - found:
        found |= more
    return {(child, web.stat_of(child)[2]) for child in found - {pid} if web.stat_of(child)}


def niceness_of(pid):
    """Of a process, and of its session, which counts where Linux shares the processors among sessions (None: it does not)."""
    path = Path(f"/proc/{pid}/autogroup")
    session = path.read_text(encoding="utf-8").split() if os.path.exists("/proc/self/autogroup") else None
    return os.getpriority(os.PRIO_PROCESS, pid), int(session[-1]) if session else None


def is_alive(process):
    stat = web.stat_of(process[0])
    return stat and stat[0] not in "ZX" and stat[2] == process[1]


def kill_worker():
    name, pid = in_the_middle()
    os.kill(pid, signal.SIGKILL)
    job = service.wait(name)
    tap.equal((job["state"], job["attempts"]), ("done", 2), "kill -9 of the worker: the job is done again")
    name, pid = in_the_middle(deaths=1)
    own = below(pid)
    os.kill(pid, signal.SIGKILL)
    job = service.wait(name)
    tap.equal(job["state"], "failed", "twice: it is given up")
    tap.ok("our fault" in job["message"], "  and says so", job["message"])
    tap.ok(service.get(f"/jobs/{name}")[0] == 200, "  on its page too")
    tap.ok(own and web.wait_until(lambda: not any(map(is_alive, own))), "  nothing of it runs on", own)


def kill_server():
    name, pid = in_the_middle()
    service.stop(signal.SIGKILL)
    tap.equal(service.workers(), [pid], "kill -9 of the server: its worker goes on")
    service.start()
    go_on(pid)
    job = service.wait(name)
    tap.equal((job["state"], job["attempts"]), ("done", 1), "  and its job is there for the next server")
    name, pid = in_the_middle()
    second = send(web.NEST)
    service.stop(signal.SIGKILL)
    os.kill(pid, signal.SIGKILL)
    service.start()
    job = service.wait(name)
    tap.equal((job["state"], job["attempts"]), ("done", 2), "kill -9 of both: the next server does it again")
    tap.equal(service.wait(second)["state"], "done", "  and what was waiting too")


class Listener(threading.Thread):
    """Hears what is said of a job until nothing more comes."""

    def __init__(self, name):
        super().__init__(daemon=True)
        self.path, self.heard, self.begun = f"/api/v1/jobs/{name}/events", b"", threading.Event()
        self.start()

    def run(self):
        connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=web.PATIENCE)
        connection.request("GET", self.path)
        answer = connection.getresponse()
        while piece := answer.read1():
            self.heard += piece
            self.begun.set()
        connection.close()


def drain():
    name, pid = in_the_middle()
    second = send(web.NEST)
    before = len(service.log())
    service.process.send_signal(signal.SIGTERM)
    web.wait_until(lambda: "draining" in [event["event"] for event in service.log()[before:]])
    tap.equal(service.post_form("/api/v1/jobs", [("a.c", "int a;")])[0], 503, "SIGTERM: no more jobs are taken")
    listener = Listener(second)
    listener.begun.wait(web.PATIENCE)
    go_on(pid)
    tap.equal(service.process.wait(web.PATIENCE), 0, "  those that run are done first")
    listener.join(web.PATIENCE)
    tap.ok(not listener.is_alive() and b"event: stage" in listener.heard, "  who listens is let go", listener.heard)
    service.start()
    tap.equal(service.state_of(name)["state"], "done", "  and are there")
    tap.equal(service.wait(second)["state"], "done", "  what waited is done by the next server")


def limits():
    first, pid = in_the_middle()
    names = [first, send(), send()]
    answer = service.post_form("/api/v1/jobs", [("a.c", "int a;")])
    tap.equal((answer[0], answer[1]["Retry-After"]), (429, "10"), "more jobs of one address than it may have")
    go_on(pid)
    for name in names:
        service.wait(name)
    folder = Path(service.state) / "jobs" / names[0]
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    with sqlite3.connect(Path(service.state) / "queue.db", timeout=web.PATIENCE) as store:
        noted = store.execute("SELECT bytes FROM jobs_job WHERE id = ?", (names[0],)).fetchone()[0]
        store.execute("UPDATE jobs_job SET bytes = ? WHERE id = ?", (512 << 20, names[0]))
    tap.ok(size > 1000 and noted == size, "what a job keeps on the disk is noted", (noted, size))
    answer = service.post_form("/api/v1/jobs", [("a.c", "int a;")])
    tap.ok(answer[0] == 429 and b"512 MB" in answer[2], "  more than an address may keep is refused", answer)
    service.ask("DELETE", f"/api/v1/jobs/{names[0]}")
    answer = service.post_form("/api/v1/jobs", [("a.c", "int a;")])
    tap.equal(answer[0], 201, "  until something is deleted")
    service.wait(json.loads(answer[2])["id"])


def one_at_a_time():
    """Two services would give out the same jobs, or one would get the other's requests."""
    def second(*options):
        run = subprocess.run([*service.words[:3], *options, *service.words[5:]], capture_output=True, text=True,
                             timeout=web.PATIENCE, check=False)
        return run.returncode, run.stderr

    code, text = second("--port", "0", "--state", service.state)
    tap.ok(code == 5 and "another ihop-web" in text, "a second service in the same folder does not start", code, text)
    with tempfile.TemporaryDirectory() as state:
        code, text = second("--port", str(service.port), "--state", state)
        tap.ok(code == 5 and "listening" not in text, "  nor one on the same port", code, text)


def cancel():
    name, pid = in_the_middle()
    waiting = send(web.NEST)
    tap.equal(json.loads(service.ask("POST", f"/api/v1/jobs/{waiting}/cancel")[2])["stage"], "cancelled",
              "a job that waits is cancelled")
    own = below(pid)
    status, _, data = service.ask("POST", f"/api/v1/jobs/{name}/cancel")
    job = json.loads(data)
    tap.equal((status, job["state"], job["stage"], job["attempts"]), (200, "failed", "cancelled", 1),
              "  and one that runs")
    web.wait_until(lambda: not any(is_alive(process) for process in own))
    tap.ok(pid not in service.workers(), "  with all its processes")
    tap.ok(b"was cancelled" in service.get(f"/jobs/{name}")[2], "  which its page says")
    name, pid = in_the_middle()
    tap.equal(service.ask("DELETE", f"/api/v1/jobs/{name}")[0], 200, "a job that runs is deleted")
    tap.ok(pid not in service.workers() and not (Path(service.state) / "jobs" / name).exists(), "  with all it has")


def turns():
    """While one address holds all the workers that it may have, another is served."""
    fair, _ = web.begin()
    first = json.loads(fair.post_form("/api/v1/jobs", [("a.c", SLOW)])[2])["id"]
    pid = fair.hold(first, ("unpack", "analyze", "generate", "explain"))
    flood = [json.loads(fair.post_form("/api/v1/jobs", [("a.c", SLOW)])[2])["id"] for _ in range(3)]
    answer = fair.post_form("/api/v1/jobs", [("a.c", web.NEST)], client="127.0.0.2")
    tap.equal(json.loads(answer[2])["ahead"], 0, "nobody is before the first job of another address")
    tap.equal(fair.job(answer)["state"], "done", "  which is done while one address floods")
    tap.equal([fair.state_of(name)["state"] for name in flood], ["queued"] * 3, "  whose own jobs wait")
    tap.equal(os.getpriority(os.PRIO_PROCESS, pid), 0, "whose address has nothing else to do waits no longer than a page")
    go_on(pid)
    pid = fair.hold(flood[0], ("unpack", "analyze", "generate", "explain"))
    tap.equal(os.getpriority(os.PRIO_PROCESS, pid), 10, "  and whoever waits for several jobs comes behind")
    inside = []
    for process in below(pid):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            inside.append(niceness_of(process[0]))
    tap.ok(inside and all(found in ((10, 10), (10, None)) for found in inside), "  with all that runs in the sandbox", inside)
    go_on(pid)
    fair.stop()


def expiry():
    name = service.job(service.post_form("/api/v1/jobs", [("a.c", "int a;")]))["id"]
    folder = Path(service.state) / "jobs" / name
    assert folder.exists()
    with sqlite3.connect(Path(service.state) / "queue.db", timeout=web.PATIENCE) as store:
        store.execute("UPDATE jobs_job SET expires = 1 WHERE id = ?", (name,))
    store.close()
    web.wait_until(lambda: service.get(f"/api/v1/jobs/{name}")[0] == 404 and not folder.exists())
    tap.ok(True, "what is over is deleted, with its files")


def full_disk():
    full, _ = web.begin("--free-mb", "1000000000")
    tap.equal(full.post_form("/api/v1/jobs", [("a.c", "int a;")])[0], 503, "no job is taken when the disk is full")
    full.stop()


def refuses():
    def start(*options, path=os.environ["PATH"]):
        with tempfile.TemporaryDirectory() as state:
            run = subprocess.run([sys.argv[1], "--ihop", sys.argv[2], "--state", state, "--port", "0", *options],
                                 env={"PATH": path}, capture_output=True, text=True, timeout=web.PATIENCE, check=False)
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
one_at_a_time()
cancel()
turns()
expiry()
tap.equal(service.stop(), 0, "it ends when told")
full_disk()
refuses()
tap.done()
