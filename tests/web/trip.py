#!/usr/bin/python3
"""Upload, job, result, download: by the API and by the pages' own forms, without JavaScript."""
import gzip
import io
import json
import re
import shutil
import subprocess
import tempfile
import zipfile
from pathlib import Path

import service as web

service, tap = web.begin()


def sources():
    return [("gemm.c", web.GEMM.read_bytes()), ("bench.h", web.BENCH_H.read_bytes())]


def check_downloads(job):
    archive = service.get(f"/api/v1/jobs/{job['id']}/archive.zip")
    names = zipfile.ZipFile(io.BytesIO(archive[2])).namelist()
    tap.ok({"gemm.c", "bench.h", "ihop-out/gemm.cu", "ihop-out/gemm_cpu.c"} <= set(names),
           "the archive holds sources and products", names)
    status, headers, text = service.get(f"/api/v1/jobs/{job['id']}/files/ihop-out/gemm_cpu.c")
    tap.equal((status, headers["Content-Disposition"]), (200, 'attachment; filename="gemm_cpu.c"'),
              "a single file")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "gemm_cpu.c").write_bytes(text)
        want = web.output_of(web.GEMM)
        tap.ok(len(want) > 1000, "the original says what it computes")
        tap.equal(web.output_of(Path(folder) / "gemm_cpu.c"), want,
                  "what came back computes what the original does")


def by_api():
    job = service.job(service.post_form("/api/v1/jobs", sources(), mode="auto"))
    tap.equal(job["state"], "done", "a job is done")
    tap.equal([c["exit_code"] for c in job["report"]["commands"] if c["name"] not in ("graph", "prove")], [0, 0],
              "  every command ended well")
    with tempfile.TemporaryDirectory() as folder:
        for name, data in sources():
            (Path(folder) / name).write_bytes(data)
        own = subprocess.run([web.sys.argv[2], "analyze", "--format", "json", "gemm.c"], cwd=folder,
                             capture_output=True, check=True).stdout
    tap.equal(service.result(job, "analyze.json"), json.loads(own), "the CLI's JSON is the API's JSON")
    check_downloads(job)
    return job


def by_no_c():
    """A job whose file does not compile is not done, and what could be seen of the others is there."""
    job = service.job(service.post_form("/api/v1/jobs", [("bad.c", "int f( {\n"), ("m.c", web.NEST)], mode="auto"))
    tap.ok(job["state"] == "failed" and job["message"].startswith("bad.c is no valid C"), "a file that is no C", job)
    page = service.get(f"/jobs/{job['id']}")[2].decode()
    tap.ok("The job failed: bad.c is no valid C" in page and "✓ 2 parallel" in page, "  is told on the page of the rest", page)
    job = service.job(service.post_form("/api/v1/jobs", [("binary.c", b"\x7fELF\0\0\1\2")], mode="auto"))
    tap.equal(job["message"], "binary.c: this is a binary file, not C text", "  and of no line where the file is none of text")


def by_proofs():
    """What was generated is proved, and the page says so at each kernel."""
    files = [("m.c", web.NEST), ("upper.c", web.SIMPLE.replace("f (", "g ("))]
    job = service.job(service.post_form("/api/v1/jobs", files, mode="auto"))
    commands = [(c["name"], c["exit_code"] in (0, 1)) for c in job["report"]["commands"] if c["name"].startswith("prove")]
    tap.equal(commands, [("prove", True), ("prove-2", True)], "each CUDA source is proved, or it is said why not")
    kernels = service.result(job, "prove.json")["kernels"] + service.result(job, "prove-2.json")["kernels"]
    page = service.get(f"/jobs/{job['id']}")[2].decode().split('<section id="proofs"')[1].split("</section>")[0]
    for kernel in kernels:
        sign = {"proved": "✓", "refuted": "✗", "unknown": "?"}[kernel["verdict"]]
        tap.ok(f"{sign} {kernel['kernel']}: {kernel['verdict']}" in page, "  and the page says the same of a kernel", page)
        tap.ok(all(finding["message"] in page for finding in kernel["findings"]), "  with what stands against it", page)
    tap.ok({"proved"} <= {kernel["verdict"] for kernel in kernels} and len(kernels) == 2, "  of both", kernels)


STRUCTS = """typedef struct { int n; double *now, *next; } Grid;
void step (Grid *g)
{
  for (int i = 1; i < g->n - 1; i++)
    g->next[i] = g->now[i - 1] + g->now[i] + g->now[i + 1];
}
"""


def by_what_matters():
    """A loop that is unknown as it stands, and spread over threads behind a test, is said to be so; nothing is told twice."""
    job = service.job(service.post_form("/api/v1/jobs", [("grid.c", STRUCTS)], mode="auto"))
    page = service.get(f"/jobs/{job['id']}")[2].decode()
    table = page.split('<section id="loops"')[-1].split("</section>")[0]
    kernel = service.result(job, "generate.json")["files"][0]["plan"]["kernels"][0]
    tap.ok(f"its iterations are threads of <code>{kernel['name']}</code>" in table, "an unknown loop that is a kernel's axis", table)
    told = re.findall(r"<li><b>\w+</b> dependence on .*</li>", page)
    tap.ok(told and len(told) == len(set(told)), "  with each dependence told once", told)


def by_cache():
    """Results are not sent twice, and small where that is taken."""
    job = service.job(service.post_form("/api/v1/jobs", sources(), mode="auto"))
    for path in (f"/jobs/{job['id']}", f"/api/v1/jobs/{job['id']}/files/ihop-out/gemm.cu", "/static/style.css"):
        plain, small = service.get(path), service.get(path, headers={"Accept-Encoding": "br, gzip;q=0.8"})
        tap.ok(small[1]["Content-Encoding"] == "gzip" and gzip.decompress(small[2]) == plain[2]
               and len(small[2]) < len(plain[2]) / 2, f"{path.split('/')[-1]} as gzip", small[1].items())
        tap.ok(plain[1]["ETag"] != small[1]["ETag"] and small[1]["Vary"] == "Accept-Encoding", "  under another tag")
        again = service.get(path, headers={"If-None-Match": f'"x", W/{plain[1]["ETag"]}'})
        tap.equal((again[0], again[2]), (304, b""), "  and once is enough")
        tap.equal(service.get(path, headers={"Accept-Encoding": "gzip;q=0"})[1]["Content-Encoding"], None, "  nor forced on anybody")


def by_json():
    files = [{"name": "m.c", "text": web.NEST}]
    first = service.job(service.post_json({"files": files, "mode": "auto"}))
    job = service.job(service.post_json({"from": first["id"], "steps": ["interchange m/i/j"]}))
    tap.equal(job["report"]["applied_steps"], 1, "a step is taken")
    now = service.get(f"/api/v1/jobs/{job['id']}/files/now/m.c")[2].decode()
    tap.ok(now.index("int j") < now.index("int i = 0"), "  the loops are interchanged", now)
    tap.equal([loop["loop"] for loop in service.result(job, "analyze.json")["loops"]], ["m/j", "m/j/i"],
              "  and analyzed as they are now")
    steps = ["interchange m/i/j", "tile m/q 8", "interchange m/j/i"]
    more = service.job(service.post_json({"from": job["id"], "steps": steps}))
    tap.equal((more["report"]["applied_steps"], more["report"]["refused_step"]), (1, 2),
              "a step that is refused leaves those before it")
    page = service.get(f"/jobs/{more['id']}")[2].decode()
    tap.ok("Step 2 was refused" in page and "taken: <code>tile m/q 8</code>" in page, "  and is named", page)
    return job


def by_profile():
    """What a run has shown, uploaded beside the program, stands beside the verdicts and is escaped."""
    loop = {"file": "m.c", "line": 3, "loop": "m/i", "runs": 2, "trips": {"total": 14},
            "message": "in this run none of 14 iterations met <b>"}
    other = {**loop, "line": 4, "message": "of another text"}
    files = [{"name": "m.c", "text": web.NEST}, {"name": "ihop-profile.json", "text": json.dumps({"loops": [other, loop]})}]
    job = service.job(service.post_json({"files": files, "mode": "auto"}))
    page = service.get(f"/jobs/{job['id']}")[2].decode()
    tap.ok('<p class="seen">seen in one run: runs 2, iterations 14; in this run none of 14 iterations met &lt;b&gt;</p>' in page,
           "what a run has shown stands beside the verdict", page[:4000])
    tap.ok("no verdict rests on it" in page and "of another text" not in page, "  and what it is worth", page[:4000])
    stepped = service.job(service.post_json({"from": job["id"], "file": "m.c", "steps": ["interchange m/i/j"]}))
    page = service.get(f"/jobs/{stepped['id']}")[2].decode()
    tap.ok("seen in one run" not in page, "  behind a step nothing is said: the loops are others", page[:4000])


def follow(answer):
    status, headers, _ = answer
    tap.equal(status, 303, "a form leads on to its job's page")
    name = headers["Location"].rsplit("/", 1)[1]
    service.wait(name)
    return name, service.get(f"/jobs/{name}")[2].decode()


def by_pages():
    start = service.get("/")[2].decode()
    tap.ok('action="/jobs"' in start and 'type="file"' in start, "the start page has its form")
    name, page = follow(service.post_form("/jobs", [("m.c", web.NEST)], mode="auto", flags="", steps="",
                                          text="", name="pasted.c", gpu="generic", assume=""))
    tap.ok("✓ 2 parallel" in page, "verdicts are counted", page[:3000])
    tap.ok(re.search(r'<details class="verdict parallel" data-loop="m/i">', page), "  and stand at their loops")
    tap.ok("Transfers" in page and "host" in page, "transfers with their reasons")
    tap.ok("__global__" in page, "the CUDA text is shown")
    stepped, page = follow(service.ask("POST", f"/jobs/{name}/steps", "step=interchange+m%2Fi%2Fj",
                                       {"Content-Type": "application/x-www-form-urlencoded"}))
    tap.ok("m/j/i" in page, "a step by its form")
    back, _ = follow(service.ask("POST", f"/jobs/{stepped}/steps", "back=1",
                                 {"Content-Type": "application/x-www-form-urlencoded"}))
    tap.equal(back, name, "taken back: the job before it")
    _, page = follow(service.post_form("/jobs", text="#include <stdio.h>\r\nint a;\r\n", name="b.c"))
    tap.ok("b.c" in page, "pasted text")
    marked, page = follow(service.ask("POST", f"/jobs/{name}/mark", "file=m.c&line=3&mode=target&keep=1",
                                      {"Content-Type": "application/x-www-form-urlencoded"}))
    text = service.get(f"/api/v1/jobs/{marked}/files/m.c")[2].decode()
    tap.equal(text, web.NEST.replace("  for (int i", "  #pragma target\n  for (int i"), "a loop is marked")
    tap.ok("__global__" in page, "  and generated")
    status = service.ask("POST", f"/jobs/{name}/mark", "file=m.c&line=99&mode=target&keep=1",
                         {"Content-Type": "application/x-www-form-urlencoded"})[0]
    tap.equal(status, 400, "  but only where there is a line")
    edit = service.get(f"/jobs/{name}/edit")[2].decode()
    tap.ok("a[i][j] = i + j;" in edit, "the edit page shows the source")
    status = service.ask("POST", f"/jobs/{name}/delete", "", {"Content-Type": "application/x-www-form-urlencoded"})[0]
    tap.equal((status, service.get(f"/jobs/{name}")[0]), (200, 404), "deleted when its owner says so")


def by_events():
    job = json.loads(service.post_form("/api/v1/jobs", sources(), mode="auto")[2])
    status, headers, data = service.get(f"/api/v1/jobs/{job['id']}/events")
    text = data.decode()
    tap.equal((status, headers["Content-Type"]), (200, "text/event-stream"), "events")
    tap.ok(text.rstrip().rsplit("\n\n", 1)[-1].startswith("event: end\ndata: {"), "  end with the end", text[-500:])
    last = json.loads(text.rstrip().rsplit("data: ", 1)[1])
    tap.equal(last["state"], "done", "  which says how it ended")


def by_archive():
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("code/src/m.c", '#include "own.h"\n' + web.NEST)
        archive.writestr("code/include/own.h", "#define OWN 1\n")
    job = service.job(service.post_form("/api/v1/jobs", [("code.zip", data.getvalue())], mode="auto"))
    tap.equal(job["report"]["sources"], ["code/src/m.c"], "a .zip with headers elsewhere")
    ordinary(data)
    tap.equal(job["report"]["commands"][0]["exit_code"], 0, "  is analyzed")
    tap.ok(b"#include &quot;own.h&quot;" in service.get(f"/jobs/{job['id']}/edit")[2], "  its file can be edited")
    _, page = follow(service.post_form("/jobs", text=web.SIMPLE, name="code/src/m.c", keep="1", **{"from": job["id"]}))
    tap.ok('data-loop="f/i"' in page and "code/include/own.h" in page, "  and replaced, beside the others")
    job = service.job(service.post_form("/api/v1/jobs", [("a.c", web.SIMPLE), ("b.c", web.NEST)], mode="auto"))
    page = service.ask("POST", f"/jobs/{job['id']}/steps", "step=interchange+m%2Fi%2Fj&file=b.c",
                       {"Content-Type": "application/x-www-form-urlencoded"})
    _, page = follow(page)
    tap.ok('data-loop="m/j/i"' in page and 'data-loop="f/i"' in page, "of several files a step changes one")


def ordinary(data):
    """What people have in archives: a repository, a Mac's own files, spaces and accents, many headers, links."""
    with zipfile.ZipFile(data, "a") as archive:
        for name in (".git/config", "code/.gitignore", "__MACOSX/code/._m.c", "code/.DS_Store"):
            archive.writestr(name, "x")
        archive.writestr("code/src/fu\u0308r alle (1).c", web.SIMPLE)  # the accent apart, as a Mac writes it
        for i in range(300):
            archive.writestr(f"code/include/part {i}/h{i}.h", "#pragma once\n")
        link = zipfile.ZipInfo("code/link.c")
        link.create_system, link.external_attr = 3, 0o120777 << 16
        archive.writestr(link, "src/m.c")
    job = service.job(service.post_form("/api/v1/jobs", [("mein Code.zip", data.getvalue())], mode="auto"))
    tap.equal((job["state"], job["report"]["sources"]), ("done", ["code/src/für alle (1).c", "code/src/m.c"]), "an ordinary archive")
    tap.equal(job["report"]["notes"], [".git/config and 3 more were left out: each is hidden",
                                       "code/link.c was left out: it is a link or a device"], "  says what it leaves out")
    page = service.get(f"/jobs/{job['id']}")[2].decode()
    link = re.search(r'href="(/api/v1/jobs/\w+/files/ihop-out/[^"]*_cpu.c)"', page)[1]
    answer = service.get(link)
    tap.ok("for (int i" in answer[2].decode() and "f%C3%BCr%20alle" in link and "UTF-8''f%C3%BCr%20alle" in
           answer[1]["Content-Disposition"], "  products have names as theirs", link, answer)
    tap.ok(b"int *a" in service.get(f"/jobs/{job['id']}/edit?file={web.quote('code/src/für alle (1).c')}")[2], "  and can be edited")


def by_tls():
    if not shutil.which("openssl"):
        tap.skip("TLS", "openssl is not here")
        return
    with tempfile.TemporaryDirectory() as folder:
        key, certificate = f"{folder}/key.pem", f"{folder}/certificate.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=x",
                        "-keyout", key, "-out", certificate], check=True, capture_output=True)
        secure, _ = web.begin("--tls-certificate", certificate, "--tls-key", key)
        status, headers, _, _ = secure.ask_tls("/")
        tap.equal((status, "max-age" in (headers["Strict-Transport-Security"] or "")), (200, True), "TLS")
        secure.stop()


def behind_proxy():
    proxied, _ = web.begin("--behind-proxy", "--address-per-hour", "1", "--origin", "https://ihop.example")

    def send(address, **more):
        return proxied.post_form("/api/v1/jobs", [("a.c", web.NEST)], headers={"X-Forwarded-For": address, **more})[0]

    tap.equal([send("198.51.100.1"), send("10.0.0.1, 198.51.100.2"), send("198.51.100.9, 198.51.100.1")],
              [201, 201, 429], "behind a proxy: jobs are counted by the address that the proxy has seen")
    tap.equal([send("198.51.100.4", Origin="https://ihop.example"), send("198.51.100.5", Origin="http://ihop.example")],
              [201, 403], "  and forms come from its own name")
    tap.ok("max-age" in proxied.get("/")[1]["Strict-Transport-Security"], "  which is https only")
    proxied.stop()


unit = Path(web.sys.argv[1]).parent / "ihop-web.service"
if shutil.which("systemd-analyze"):
    said = subprocess.run(["systemd-analyze", "security", "--offline=true", str(unit)], capture_output=True, text=True,
                          check=False).stdout
    score = re.search(r"Overall exposure level.*: ([\d.]+)", said)
    tap.ok(score and float(score[1]) <= 2.5, "systemd finds the unit's exposure low", score and score[0])
else:
    tap.skip("systemd finds the unit's exposure low", "systemd-analyze is not here")
serve = subprocess.run([web.sys.argv[2], "serve", "--version"], capture_output=True, text=True, check=False)
tap.ok(serve.stdout.startswith("ihop-web "), "ihop serve is ihop-web", serve)
by_api()
by_no_c()
by_proofs()
by_what_matters()
by_cache()
by_json()
by_profile()
by_pages()
by_events()
by_archive()
by_tls()
behind_proxy()
status, _, text = service.get("/metrics")
tap.ok(status == 200 and b"ihop_jobs_added_total" in text, "/metrics")
tap.equal(json.loads(service.get("/health")[2]), {"state": "ok"}, "/health")
tap.equal(service.stop(), 0, "SIGTERM ends it")
text = Path(service.log_path).read_text(encoding="utf-8")
tap.ok("127.0.0.1" not in text.replace('"address":"127.0.0.1"', "")
       and not re.search(r"/jobs/[a-z2-7]{32}", text), "no address and no job's secret is in the log")
tap.done()
