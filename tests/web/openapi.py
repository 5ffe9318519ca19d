#!/usr/bin/python3
"""data/web/openapi.json against the running server: every operation is called, every answer must be one
that is described, in its status, its type and its shape; and what is described must be all there is."""
import json
import re
import sys
from pathlib import Path

import service as web

sys.path.insert(0, str(web.ROOT / "tests"))
import schema as schemas  # noqa: E402

service, tap = web.begin("--upload-kb", "64", "--address-jobs", "6", "--workers", "1")
API = json.loads(service.get("/api/v1/openapi.json")[2])
SCHEMA = schemas.Schema(API)
called = set()


def resolve(schema):
    return SCHEMA.resolve(schema)[0]


def check(method, pattern, answer, want, what):
    """One answer of one operation."""
    status, headers, data = answer
    operation = API["paths"][pattern][method.lower()]
    called.add((method.lower(), pattern, status))
    if not tap.equal(status, want, f"{method} {pattern}: {what}"):
        print("#", data[:300])
        return
    described = operation["responses"].get(str(status))
    described = resolve(described) if described else None
    kind = headers["Content-Type"].split(";")[0]
    good = described is not None and kind in described["content"]
    tap.ok(good, "  of a kind that is described", status, kind)
    if good and kind == "application/json":
        wrong = list(SCHEMA.faults(json.loads(data), described["content"][kind]["schema"]))
        tap.ok(not wrong, "  and of its shape", wrong)


JOBS, JOB = "/api/v1/jobs", "/api/v1/jobs/{id}"


def jobs():
    answer = service.post_form(JOBS, [("m.c", web.NEST)], mode="auto")
    check("POST", JOBS, answer, 201, "a form")
    made = json.loads(answer[2])
    tap.equal(answer[1]["Location"], f"{JOBS}/{made['id']}", "  says where it is")
    job = service.wait(made["id"])
    check("GET", JOB, service.get(f"{JOBS}/{job['id']}"), 200, "a job that is done")
    answer = service.post_json({"from": job["id"], "steps": ["interchange m/i/j"], "gpu": None})
    check("POST", JOBS, answer, 201, "JSON, from another job")
    later = service.wait(json.loads(answer[2])["id"])
    check("GET", JOB, service.get(f"{JOBS}/{later['id']}"), 200, "  which is done")
    answer = service.ask("POST", JOBS, "text=int+a%3B&name=a.c", {"Content-Type": "application/x-www-form-urlencoded"})
    check("POST", JOBS, answer, 201, "a plain form")
    failed = service.job(service.post_form(JOBS, [("x.zip", b"junk")]))
    check("GET", JOB, service.get(f"{JOBS}/{failed['id']}"), 200, "a job that has failed")
    return later


def refusals():
    check("POST", JOBS, service.post_form(JOBS, []), 400, "no file")
    check("POST", JOBS, service.post_json({"files": [], "mode": "nonsense"}), 400, "a mode that is none")
    check("POST", JOBS, service.post_form(JOBS, [("a.c", "x")], headers={"Origin": "http://evil"}), 403, "cross-site")
    check("POST", JOBS, service.post_form(JOBS, [("a.c", "x" * 70000)]), 413, "too large")
    check("POST", JOBS, service.ask("POST", JOBS, "x", {"Content-Type": "text/plain"}), 415, "no form")
    for _ in range(200):  # they are done one by one meanwhile
        answer = service.post_form(JOBS, [("a.c", web.NEST)], mode="auto")
        if answer[0] != 201:
            break
    check("POST", JOBS, answer, 429, "too many at once")
    for path, item in API["paths"].items():
        answer = service.ask("PUT", path.replace("{id}", "a" * 32).replace("{name}", "x").replace("{path}", "x"))
        for method in set(item) - {"parameters"}:
            check(method.upper(), path, answer, 405, "PUT instead")
    incoming = Path(service.state) / "incoming"
    incoming.rename(f"{incoming}-away")
    incoming.touch()
    check("POST", JOBS, service.post_form(JOBS, [("a.c", "x")]), 507, "no room")
    cancel = JOB + "/cancel"
    check("POST", cancel, service.ask("POST", f"{JOBS}/{'a' * 32}/cancel"), 404, "cancel no job")
    check("POST", cancel, service.ask("POST", f"{JOBS}/x/cancel", headers={"Origin": "http://evil"}), 403, "cross-site")
    for method in ("GET", "DELETE"):
        check(method, JOB, service.ask(method, f"{JOBS}/{'a' * 32}"), 404, "no such job")


def results(job):
    base = f"{JOBS}/{job['id']}"
    events, result, file = (JOB + "/events", JOB + "/results/{name}", JOB + "/files/{path}")
    check("GET", events, service.get(base + "/events"), 200, "events")
    check("GET", events, service.get(f"{JOBS}/{'a' * 32}/events"), 404, "events of no job")
    for command in job["report"]["commands"]:
        if command["exit_code"] == 0 and not command["name"].startswith("graph"):
            check("GET", result, service.get(f"{base}/results/{command['output']}"), 200, command["output"])
    if "graph" in [c["name"] for c in job["report"]["commands"] if c["exit_code"] == 0]:
        check("GET", result, service.get(base + "/results/graph.svg"), 200, "the drawing")
    check("GET", result, service.get(base + "/results/none.json"), 404, "no result")
    for name in ("m.c", "ihop-out/m_kernels.cu", "ihop-out/m.json", "now/m.c"):
        answer = service.get(f"{base}/files/{name}")
        check("GET", file, answer, 200, name)
    check("GET", file, service.get(base + "/files/none.c"), 404, "no file")
    check("GET", JOB + "/archive.zip", service.get(base + "/archive.zip"), 200, "the archive")
    check("GET", JOB + "/archive.zip", service.get(f"{JOBS}/{'a' * 32}/archive.zip"), 404, "of no job")
    check("POST", JOB + "/cancel", service.ask("POST", base + "/cancel"), 200, "cancelled, too late")
    check("DELETE", JOB, service.ask("DELETE", base), 200, "deleted")


def cli_schemas(job):
    """data/schema describes the CLI's JSON: so it describes this."""
    for name, schema in {"analyze.json": "loops", "generate.json": "generate"}.items():
        wrong = schemas.check(service.result(job, name), schema)
        tap.ok(not wrong, f"{name} is what {schema}.schema.json says", wrong)


def whole():
    routes = (web.ROOT / "src/web/routes.c").read_text()
    served = set()
    for method, path in re.findall(r'\{ "(\w+)", "(/api/v1[^"]*)"', routes):
        served.add((method.lower(), re.sub(r"\{[^}]*\}|\*\*?", "*", path)))
    described = {(method, re.sub(r"\{[^}]*\}", "*", path)) for path, item in API["paths"].items()
                 for method in item if method != "parameters"}
    tap.equal(described, served, "described is what is served")
    missed = {(method, path, int(status)) for path, item in API["paths"].items() for method, operation in item.items()
              if method != "parameters" for status in operation["responses"]} - called
    # 503 is crashes.py's, 409 needs a worker that does not die, 403 of DELETE is attacks.py's.
    missed = {entry for entry in missed if entry[2] not in (503, 409) and entry[:1] + entry[2:] != ("delete", 403)}
    tap.equal(missed, set(), "every answer that is described was seen")


check("GET", "/api/v1/openapi.json", service.get("/api/v1/openapi.json"), 200, "itself")
check("GET", "/api/v1/transforms", service.get("/api/v1/transforms"), 200, "the catalogue")
check("GET", "/api/v1/gpus", service.get("/api/v1/gpus"), 200, "the devices")
last = jobs()
cli_schemas(last)
results(last)
refusals()
whole()
tap.done()
