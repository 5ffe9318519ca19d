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
        for _ in range(600):
            for event in self.log()[begin:]:
                if event["event"] == "listening":
                    self.port = int(event["port"])
                    return
                if event["event"] == "start":
                    raise RuntimeError(event["why"])
            time.sleep(0.02)
        raise RuntimeError("the service does not start")

    def log(self):
        lines = pathlib.Path(self.log_path).read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines if line.startswith("{")]

    def stop(self, how=signal.SIGTERM):
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            try:
                return self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
        return self.process.wait()

    def clear(self):
        self.stop()
        shutil.rmtree(self.state, ignore_errors=True)
        if os.path.exists(self.log_path):
            os.unlink(self.log_path)

    def ask(self, method, path, body=None, headers=None, timeout=20):
        """(status, headers, bytes)"""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, answer.headers, data

    def ask_tls(self, path):
        trusting = ssl.create_default_context()
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        connection = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=10, context=trusting)
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read(), connection.sock.version() if connection.sock else None

    def get(self, path, **more):
        return self.ask("GET", path, **more)

    def post_form(self, path, files=(), headers=None, **fields):
        body, boundary = form(files, fields)
        return self.ask("POST", path, body, {"Content-Type": f"multipart/form-data; boundary={boundary}",
                                             **(headers or {})})

    def post_json(self, document, path="/api/v1/jobs"):
        text = document if isinstance(document, (str, bytes)) else json.dumps(document)
        return self.ask("POST", path, text, {"Content-Type": "application/json"})

    def job(self, status_and_answer):
        """The job that was just made, once it is over."""
        status, _, data = status_and_answer
        assert status == 201, (status, data)
        return self.wait(json.loads(data)["id"])

    def wait(self, name, seconds=60):
        until = time.time() + seconds
        while time.time() < until:
            job = json.loads(self.get(f"/api/v1/jobs/{name}")[2])
            if job["state"] in ("done", "failed"):
                return job
            time.sleep(0.03)
        raise RuntimeError(f"the job does not end: {job}")

    def result(self, job, name):
        status, _, data = self.get(f"/api/v1/jobs/{job['id']}/results/{name}")
        assert status == 200, (status, data)
        return json.loads(data)

    def raw(self, data, seconds=5):
        """Bytes as they are, and what comes back until the other side closes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=seconds) as link:
            link.sendall(data)
            return read_all(link)


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
