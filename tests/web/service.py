"""A service to test, on a port of its own, and words to speak to it. Python's own library only."""
import atexit
import http.client
import json
import os
import pathlib
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
GEMM = ROOT / "polybench/linear-algebra/blas/gemm/gemm.c"
BENCH_H = ROOT / "polybench/common/bench.h"
SKIPPED = 77
PATIENCE = 200  # seconds for what happens at once on a machine that does little else

SIMPLE = "void f (int n, int *a)\n{\n  for (int i = 0; i < n; i++)\n    a[i] = i;\n}\n"
NEST = ("void m (int n, double a[n][n])\n{\n  for (int i = 0; i < n; i++)\n    for (int j = 0; j < n; j++)\n"
        "      a[i][j] = i + j;\n}\n")


def sandbox_fault(program, ihop):
    """Why no sandbox can be made here; None if it can."""
    with tempfile.TemporaryDirectory() as state:
        service = subprocess.Popen([program, "--ihop", ihop, "--state", state, "--port", "0"],
                                   stderr=subprocess.PIPE, text=True)
        line = json.loads(service.stderr.readline())
        service.kill()
        service.wait()
        return None if line["event"] == "listening" else line["why"]


class Service:
    def __init__(self, program, ihop, *options, state=None):
        self.words = [program, "--ihop", ihop, "--port", "0", *options]
        self.state = state or tempfile.mkdtemp(prefix="ihop-web-test-")
        self.log_path = tempfile.NamedTemporaryFile(prefix="ihop-web-log-", delete=False).name
        self.process = None
        atexit.register(self.clear)
        self.start()

    def start(self):
        begin = len(self.log())
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen([*self.words, "--state", self.state], stderr=log)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            for event in self.log()[begin:]:
                if event["event"] == "listening":
                    self.port = int(event["port"])
                    return
                if event["event"] == "start":
                    raise RuntimeError(event["why"])
            time.sleep(0.02)
        raise RuntimeError("the service does not start")

    def log(self):
        lines = pathlib.Path(self.log_path).read_text(encoding="utf-8").split("\n")[:-1]  # the last is being written
        return [json.loads(line) for line in lines if line.startswith("{")]

    def stop(self, how=signal.SIGTERM):
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            try:
                return self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
        return self.process.wait()

    def clear(self):
        self.stop()
        shutil.rmtree(self.state, ignore_errors=True)
        if os.path.exists(self.log_path):
            os.unlink(self.log_path)

    def ask(self, method, path, body=None, headers=None, timeout=PATIENCE, client="127.0.0.1"):
        """(status, headers, bytes)"""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout, source_address=(client, 0))
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, answer.headers, data

    def ask_tls(self, path):
        trusting = ssl.create_default_context()
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        connection = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=PATIENCE, context=trusting)
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read(), connection.sock.version() if connection.sock else None

    def get(self, path, **more):
        return self.ask("GET", path, **more)

    def post_form(self, path, files=(), headers=None, client="127.0.0.1", **fields):
        body, boundary = form(files, fields)
        return self.ask("POST", path, body, {"Content-Type": f"multipart/form-data; boundary={boundary}",
                                             **(headers or {})}, client=client)

    def post_json(self, document, path="/api/v1/jobs"):
        text = document if isinstance(document, (str, bytes)) else json.dumps(document)
        return self.ask("POST", path, text, {"Content-Type": "application/json"})

    def job(self, status_and_answer):
        """The job that was just made, once it is over."""
        status, _, data = status_and_answer
        assert status == 201, (status, data)
        return self.wait(json.loads(data)["id"])

    def state_of(self, name):
        return json.loads(self.get(f"/api/v1/jobs/{name}")[2])

    def wait(self, name):
        def end():
            job = self.state_of(name)
            return job if job["state"] in ("done", "failed") else None
        return wait_until(end, lambda: f"the end of job {self.state_of(name)}")

    def workers(self, name=None):
        """Processes that are this service's workers (at this job), also those of a server that is gone."""
        state = f"--state={self.state}"
        return [pid for pid, parent, words in processes()
                if len(words) > 2 and words[1] == "work" and state in words and name in (None, words[2])
                and not is_copy(parent, words)]

    def hold(self, name, stages=("analyze", "generate", "explain")):
        """The worker of a job, made to stand still at one of these stages. None: the job was over before."""
        while self.state_of(name)["state"] in ("queued", "running"):
            for pid in self.workers(name):
                if stand_still(pid):
                    job = self.state_of(name)
                    if job["state"] == "running" and job["stage"] in stages:
                        return pid
                    os.kill(pid, signal.SIGCONT)
            time.sleep(0.01)
        return None

    def result(self, job, name):
        status, _, data = self.get(f"/api/v1/jobs/{job['id']}/results/{name}")
        assert status == 200, (status, data)
        return json.loads(data)

    def raw(self, data, seconds=PATIENCE):
        """Bytes as they are, and what comes back until the other side closes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=seconds) as link:
            try:
                link.sendall(data)
            except (BrokenPipeError, ConnectionResetError):
                pass  # it has heard enough
            return read_all(link)


def wait_until(good, what=lambda: "what is waited for"):
    """The first true answer of good."""
    until = time.monotonic() + PATIENCE
    while not (found := good()):
        if time.monotonic() > until:
            raise RuntimeError(f"it does not happen: {what()}")
        time.sleep(0.02)
    return found


def stat_of(pid):
    """(state, parent, when it was started) of a process, or None."""
    try:
        words = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    except OSError:
        return None
    return words[0], int(words[1]), words[19]


def processes():
    """(pid, parent, words) of everything that is alive."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        stat = stat_of(entry.name) if entry.name.isdigit() else None
        try:
            words = (entry / "cmdline").read_bytes().decode(errors="replace").split("\0") if stat else []
        except OSError:
            continue
        if stat and stat[0] not in "ZX":
            found.append((int(entry.name), stat[1], words))
    return found


def is_copy(parent, words):
    """Its parent looks the same: it is one that has not become its own program yet."""
    try:
        return pathlib.Path(f"/proc/{parent}/cmdline").read_bytes().decode(errors="replace").split("\0") == words
    except OSError:
        return False


def stand_still(pid):
    """Whether it does; else it has ended."""
    try:
        os.kill(pid, signal.SIGSTOP)
    except ProcessLookupError:
        return False
    return wait_until(lambda: (stat_of(pid) or "X")[0] in "TZX") and (stat_of(pid) or "X")[0] == "T"


def read_all(link):
    answer = b""
    try:
        while piece := link.recv(65536):
            answer += piece
    except (TimeoutError, ConnectionResetError):
        pass
    return answer


def form(files, fields):
    boundary = "----ihop-test-boundary"
    parts = []
    for name, value in fields.items():
        parts.append(f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'.encode()
                     + value.encode() + b"\r\n")
    for name, data in files:
        data = data.encode() if isinstance(data, str) else data
        parts.append(f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
                     "Content-Type: application/octet-stream\r\n\r\n".encode() + data + b"\r\n")
    return b"".join(parts) + f"--{boundary}--\r\n".encode(), boundary


def quote(text):
    return urllib.parse.quote(text)


def output_of(source, *more):
    """What a PolyBench program computes: its arrays, as text; built from this file."""
    with tempfile.TemporaryDirectory() as folder:
        program, dump = os.path.join(folder, "program"), os.path.join(folder, "dump")
        subprocess.run(["gcc", "-O2", "-fopenmp", "-DMINI_DATASET", "-I", BENCH_H.parent, *more, "-o", program,
                        source, "-lm"], check=True)
        subprocess.run([program], check=True, capture_output=True, env={**os.environ, "BENCH_DUMP": dump})
        return pathlib.Path(dump).read_bytes()


class Tap:
    """Test lines in TAP; a failure is told with what there was instead."""

    def __init__(self):
        self.number = self.failed = 0

    def ok(self, good, what, *instead):
        self.number += 1
        print(f"{'' if good else 'not '}ok {self.number} - {what}", flush=True)
        if not good:
            self.failed += 1
            for thing in instead:
                print("#", repr(thing)[:2000])
        return good

    def skip(self, what, why):
        self.number += 1
        print(f"ok {self.number} - {what} # SKIP {why}", flush=True)

    def equal(self, got, want, what):
        return self.ok(got == want, what, got, want)

    def done(self):
        print(f"1..{self.number}")
        sys.exit(1 if self.failed else 0)


def begin(*options, **more):
    """The service that argv names (ihop-web, ihop), in its sandbox if one can be made here."""
    program, ihop = sys.argv[1:3] = [os.path.abspath(word) for word in sys.argv[1:3]]
    fault = sandbox_fault(program, ihop)
    usual = ["--address-jobs", "100", "--address-per-hour", "10000", "--address-connections", "200"]
    unsafe = ["--unsafe-no-sandbox"] if fault else []
    service = Service(program, ihop, *usual, *unsafe, *options, **more)
    service.sandbox_fault = fault
    return service, Tap()
