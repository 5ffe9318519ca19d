#!/usr/bin/python3
"""50 clients at once for a while, while jobs run: no failed request, 99 % of page answers under 100 ms,
memory that does not grow; one address floods the queue, and another one's jobs are done within 2 s.
    web_load.py IHOP-WEB IHOP [SECONDS [--check]]
Needs wrk. With --check the exit code says whether all of that held."""
import json
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "web"))
import service as web  # noqa: E402

SCRIPT = """
local paths = { %s }
local n = 0
request = function ()
  n = n + 1
  return wrk.format ("GET", paths[n %% #paths + 1])
end
"""

if not shutil.which("wrk"):
    print("wrk is not here")
    sys.exit(77)
seconds = int(sys.argv[3]) if len(sys.argv) > 3 else 60
check = "--check" in sys.argv
service, _ = web.begin("--address-connections", "100", "--keep-minutes", "5")
sources = [("gemm.c", web.GEMM.read_bytes()), ("bench.h", web.BENCH_H.read_bytes())]
done = [0, 0]
stop = threading.Event()


def work():
    """One job after the other, as long as it goes on."""
    while not stop.is_set():
        job = service.job(service.post_form("/api/v1/jobs", sources, mode="auto"))
        done[job["state"] != "done"] += 1


waits = []


def visit():
    """Somebody else, with a small job now and then: how long until it is done?"""
    while not stop.wait(1):
        begin = time.monotonic()
        answer = service.post_form("/api/v1/jobs", [("a.c", web.NEST)], client="127.0.0.2", mode="auto")
        done[service.job(answer)["state"] != "done"] += 1
        waits.append(time.monotonic() - begin)


def resident():
    text = service.get("/metrics")[2].decode()
    return int(float(re.search(r"^ihop_process_resident_memory_bytes (\S+)", text, re.M)[1])) // 1024


first = service.job(service.post_form("/api/v1/jobs", sources, mode="auto"))["id"]
paths = ["/", f"/jobs/{first}", "/static/style.css", f"/api/v1/jobs/{first}", f"/api/v1/jobs/{first}/results/analyze.json",
         f"/api/v1/jobs/{first}/files/ihop-out/gemm.cu", "/about"]
workers = [threading.Thread(target=work) for _ in range(4)] + [threading.Thread(target=visit)]
for worker in workers:
    worker.start()
base = f"http://127.0.0.1:{service.port}"
with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
    script.write(SCRIPT % ", ".join(f'"{path}"' for path in paths))
    script.flush()
    command = ["wrk", "-t1", "-c50", "--latency", "--timeout", "5s", "-s", script.name]
    subprocess.run([*command, "-d3s", base], check=True, capture_output=True)
    before = resident()
    text = subprocess.run([*command, f"-d{seconds}s", base], check=True, capture_output=True, text=True).stdout
    after = resident()
stop.set()
for worker in workers:
    worker.join()
service.stop()

UNITS = {"us": 0.001, "ms": 1, "s": 1000}
rows = {row[0]: float(row[1]) * UNITS[row[2]] for row in re.findall(r"(50|75|90|99)%\s+([\d.]+)(us|ms|s)\b", text)}
failed = sum(map(int, re.findall(r"(?:connect|read|write|timeout) (\d+)", text)))
failed += sum(map(int, re.findall(r"Non-2xx or 3xx responses: (\d+)", text)))
requests = int(re.search(r"(\d+) requests in", text)[1])
result = {"seconds": seconds, "clients": 50, "requests": requests, "per_second": round(requests / seconds),
          "failed": failed, "milliseconds": rows, "jobs_done": done[0], "jobs_failed": done[1],
          "jobs_of_another_address": len(waits), "longest_wait_of_one": round(max(waits, default=0), 2),
          "memory_kb_before": before, "memory_kb_after": after}
print(json.dumps(result, indent=2))
good = failed == 0 and max(waits, default=9) < 2 and rows["99"] < 100 and after < before * 1.2 + 4096 and done[1] == 0 and done[0] > 0
print("all of it holds" if good else "it does not hold")
sys.exit(0 if good or not check else 1)
