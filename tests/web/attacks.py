#!/usr/bin/python3
"""The attack list, each a test: an honest answer each time, nothing leaked, the server alive."""
import io
import json
import re
import socket
import tarfile
import zipfile

import service as web

OPTIONS = ["--upload-kb", "3000", "--unpacked-kb", "2048", "--files", "20", "--address-connections", "40",
           "--idle-seconds", str(web.PATIENCE)]
service, tap = web.begin(*OPTIONS, "--request-seconds", str(web.PATIENCE))
hasty, _ = web.begin(*OPTIONS, "--seconds", "4", "--request-seconds", "3")  # for what is to run out of time
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def alive(by=service):
    return by.get("/health")[0] == 200


def analyzed(source, by=service, **fields):
    """The job of one C file; and everything that its owner can see of it."""
    job = by.job(by.post_form("/api/v1/jobs", [("a.c", source)], mode="auto", **fields))
    seen = json.dumps(job)
    for command in (job["report"] or {"commands": []})["commands"]:
        seen += by.get(f"/api/v1/jobs/{job['id']}/results/{command['output']}")[2].decode()
    seen += by.get(f"/jobs/{job['id']}")[2].decode()
    return job, seen


def status_of(answer):
    return answer[0]


def oversize():
    big = b"x" * (3001 * 1024)
    tap.equal(status_of(service.post_form("/api/v1/jobs", [("a.c", big)])), 413, "an upload that is too large")
    head = b"POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    answer = service.raw(head + b"Content-Length: 99999999999\r\n\r\n{")
    tap.ok(answer.startswith(b"HTTP/1.1 413"), "  one that says so before", answer)
    chunked = (b"POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
               b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
               + b"".join(b"8000\r\n" + b" " * 0x8000 + b"\r\n" for _ in range(95)) + b"0\r\n\r\n")
    tap.ok(service.raw(chunked).startswith(b"HTTP/1.1 413"), "  the same in chunks")
    endless = chunked[:-5] + b"".join(b"8000\r\n" + b" " * 0x8000 + b"\r\n" for _ in range(400))
    answer = service.raw(endless)
    tap.ok(b" 200 " not in answer and alive(), "  without end: it is cut off")
    many = [(f"f{i}.h", "int a;") for i in range(30)]
    tap.equal(status_of(service.post_form("/api/v1/jobs", many)), 413, "too many files")
    tap.equal(status_of(service.post_json({"files": [{"name": n, "text": t} for n, t in many]})), 413,
              "  in JSON too")
    head = b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X-A: " + b"y" * 60000 + b"\r\n\r\n"
    tap.ok(re.match(rb"HTTP/1.1 (431|400|413|414)", service.raw(head)), "a head that is too large")


def zipped(files):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files:
            archive.writestr(name, text)
    return data.getvalue()


def archives():
    def fate(name, data):
        return service.job(service.post_form("/api/v1/jobs", [(name, data)], mode="auto"))

    bomb = fate("bomb.zip", zipped([("a.c", b"\0" * (50 << 20))]))
    tap.equal(bomb["message"], "the archive unpacks to more than a job may have", "a zip bomb")
    crowd = fate("crowd.zip", zipped([(f"d{i}/a.c", "int a;") for i in range(100)]))
    tap.equal(crowd["message"], "the archive holds more files than a job may have", "an archive of many files")
    inner = zipped([("in.zip", zipped([("a.c", "int a;")])), ("b.c", "int b;")])
    tap.equal(fate("nested.zip", inner)["report"]["sources"], ["b.c"], "an archive in an archive stays closed")
    for name in ["../a.c", "/tmp/a.c", "a/../../b.c", "..\\a.c", "a\nb.c", ".git/../../a.c", "-o.c"]:
        tap.ok((fate("x.zip", zipped([(name, "int a;")]))["message"] or "").startswith("the archive is refused"),
               f"a name in an archive: {name!r}")
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as archive:
        entry = tarfile.TarInfo("a.c")
        entry.type, entry.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(entry)
    tap.ok("link" in fate("link.tar.gz", data.getvalue())["message"], "a link in an archive")
    tap.ok("could be read" in fate("junk.zip", b"PK\3\4" + b"junk" * 1000)["message"], "a broken archive")
    tap.ok("could be read" in fate("empty.tar.gz", b"")["message"], "an empty one")


def names():
    for name in ["../a.c", "/etc/cron.d/a.c", "a/../../b.c", "a\\b.c", "..", ".htaccess", "-rf.c"]:
        answer = service.post_form("/api/v1/jobs", [(name, "int a;")])
        tap.equal(answer[0], 400, f"a file called {name!r}")
    job = service.job(service.post_form("/api/v1/jobs", [("a.c", "int a;")]))
    for path in ["../report.json", "..%2f..%2fupload%2fa.c", "%2e%2e/report.json", "/etc/passwd", "....//x",
                 "ihop-out/../../report.json"]:
        answer = service.get(f"/api/v1/jobs/{job['id']}/files/{path}")
        tap.equal(answer[0], 404, f"a path to a download: {path}")
    tap.equal(service.get("/static/..%2f..%2fetc%2fpasswd")[0], 404, "a path to the style")
    tap.equal(service.get(f"/api/v1/jobs/{job['id']}/results/..%2freport.json")[0], 404, "a path to a result")


def includes():
    for path in ["/etc/passwd", "/etc/shadow", "/proc/self/environ", "/dev/zero", "../../../../etc/passwd",
                 service.state + "/queue.db", "/root/.bashrc"]:
        if service.sandbox_fault:
            tap.skip(f'#include "{path}"', service.sandbox_fault)
            continue
        job, seen = analyzed(f'#include "{path}"\nint a;\n')
        tap.ok("root:" not in seen and "PATH=" not in seen and "file not found" in seen,
               f'#include "{path}" finds nothing', seen[:1500])
    probes = ["/etc/passwd", "/etc/shadow", "/proc/self/maps", "/usr/bin/bwrap", service.state + "/queue.db", "/root"]
    text = "".join(f'#if __has_include("{p}")\n#error "PRESENT {p}"\n#endif\n' for p in probes)
    text += "#include <stdint.h>\n#if __has_include_next(<passwd>)\n#error PRESENT\n#endif\n"
    text += '#ifdef __has_embed\n#if __has_embed("/etc/passwd")\n#error "PRESENT embed"\n#endif\n#endif\nint a;\n'
    if service.sandbox_fault:
        tap.skip("__has_include", service.sandbox_fault)
    else:
        job, seen = analyzed(text)
        tap.equal(job["report"]["commands"][0]["exit_code"], 0, "__has_include, __has_embed see nothing")
        job, seen = analyzed('const char a[] = {\n#embed "/etc/passwd"\n};\n')
        tap.ok("root:" not in seen and "not found" in seen, "#embed finds nothing", seen[:1500])
        job, seen = analyzed('#include_next "/etc/passwd"\n')
        tap.ok("root:" not in seen and "not found" in seen, "#include_next finds nothing", seen[:1500])


def hard_to_parse():
    cases = {
        "a file that includes itself": '#include "a.c"\n',
        "macros that grow": "#define A0 x x x x x x x x x x\n" + "".join(
            f"#define A{i + 1} " + f"A{i} " * 10 + "\n" for i in range(12)) + "int f (void) { A12; }\n",
        "10^6 parentheses": "int a = " + "(" * 1000000 + "1" + ")" * 1000000 + ";\n",
        "10^5 braces": "void f (void) " + "{" * 100000 + "}" * 100000 + "\n",
        "an expression of 10^5 operands": "int f (int a) { return a" + "+a" * 100000 + "; }\n",
        "bytes that are no text": bytes(range(256)) * 50,
        "one line of 400 KB": "int " + "a" * 400000 + ";\n",
        "nothing at all": "",
    }
    for what, source in cases.items():
        job, seen = analyzed(source, hasty)
        tap.ok(job["state"] in ("done", "failed") and (job["message"] or job["report"]), what, job)
    tap.ok(alive(hasty), "  and the server lives")


def flags():
    for flag in ["-fplugin=/tmp/x.so", "-Xclang -load", "-include /etc/passwd", "-I/etc", "-I../..", "@/etc/passwd",
                 "--config=/etc/passwd", "-o /tmp/x", "-DX;:(){ :|:& };:", "$(id)", "`id`", "--help", "--version"]:
        answer = service.post_form("/api/v1/jobs", [("a.c", "int a;")], flags=flag)
        tap.equal(answer[0], 400, "a fork bomb in the flags" if ":(" in flag else f"the flag {flag}")
    job, _ = analyzed("int a = X;\n", flags="-DX=1;:(){:|:&};:")
    tap.ok(job["report"]["commands"][0]["exit_code"] == 3, "what a shell would run is a macro's value", job)
    job, _ = analyzed("int a;\n", assume="--help")
    tap.ok(job["state"] == "done", "what looks like an option is none")


def slow():
    """Letters keep a connection from being silent: only its own time for saying what it wants ends it."""
    links = [socket.create_connection(("127.0.0.1", hasty.port), timeout=0.05) for _ in range(10)]
    for i, link in enumerate(links):
        link.sendall(b"GET / HT" if i % 2 else
                     b"POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                     b"Content-Length: 1000\r\n\r\n{")

    def is_open(link):
        try:
            link.sendall(b"x")
            return link.recv(4096) != b""
        except TimeoutError:
            return True
        except OSError:
            return False

    def are_cut():
        links[:] = [link for link in links if is_open(link)]
        return not links
    tap.ok(web.wait_until(are_cut), "a client that says a letter now and then is cut off")
    tap.ok("slow_clients_cut" in [event["event"] for event in hasty.log()], "  by who looks after that")
    silent = socket.create_connection(("127.0.0.1", hasty.port), timeout=web.PATIENCE)
    tap.equal(silent.recv(10), b"", "a silent one too")


def crowd():
    links = [socket.create_connection(("127.0.0.1", service.port), timeout=0.02) for _ in range(60)]

    def is_refused(link):
        try:
            return link.recv(1) == b""
        except TimeoutError:
            return False
        except OSError:
            return True
    refused = web.wait_until(lambda: sum(map(is_refused, links)) >= 15 and sum(map(is_refused, links)))
    tap.ok(refused <= 30, "no more connections of one address than it may have", refused)
    for link in links:
        link.close()
    hello = b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    tap.ok(web.wait_until(lambda: service.raw(hello)), "  until some have gone")


def flood():
    """Who asks for more than a page a second waits for each of them, once a burst is used up; others do not."""
    paced, _ = web.begin("--address-requests", "1")
    hello = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    first = socket.create_connection(("127.0.0.1", paced.port), timeout=web.PATIENCE)
    for _ in range(200):
        first.sendall(hello)
        first.recv(4096)
    links = [socket.create_connection(("127.0.0.1", paced.port), timeout=0.02) for _ in range(100)]
    for link in links:
        link.sendall(hello)
    tap.equal(paced.get("/health", client="127.0.0.2")[0], 200, "while an address floods with requests, another is answered")

    def is_answered(link):
        try:
            return link.recv(4096) != b""
        except TimeoutError:
            return False
    tap.ok(sum(map(is_answered, links)) < 90, "  whose own requests wait")
    tap.ok(web.wait_until(lambda: is_answered(links[0]) or is_answered(links[1])), "  and are answered in their turn")
    tap.equal(paced.stop(), 0, "  the service ends while some of them wait")


def malformed():
    def post(content_type, body, more=b""):
        head = (b"POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: " + content_type
                + b"\r\nContent-Length: %d\r\n" % len(body) + more + b"\r\n")
        return service.raw(head + body)

    multi = b"multipart/form-data; boundary=B"
    cases = {
        "no boundary": (b"multipart/form-data", b"--B\r\n\r\n"),
        "an empty body": (multi, b""),
        "no end": (multi, b'--B\r\nContent-Disposition: form-data; name="file"; filename="a.c"\r\n\r\nint a;'),
        "a part without a name": (multi, b"--B\r\nContent-Disposition: form-data\r\n\r\nx\r\n--B--\r\n"),
        "a boundary of 10 KB": (b"multipart/form-data; boundary=" + b"b" * 10000, b"x"),
        "zero bytes in a name": (multi, b'--B\r\nContent-Disposition: form-data; name="file"; filename="a\0.c"\r\n\r\nx\r\n--B--\r\n'),
        "a zero byte in a field": (multi, b'--B\r\nContent-Disposition: form-data; name="mode"\r\n\r\nau\0to\r\n--B--\r\n'),
        "JSON cut off": (b"application/json", b'{"files": [{"name": "a'),
        "JSON 10^5 deep": (b"application/json", b'{"a":' + b"[" * 100000),
        "JSON of the wrong kind": (b"application/json", b'{"files": {"name": 3}, "steps": 7}'),
        "JSON that is no UTF-8": (b"application/json", b'{"a": "\xff\xfe"}'),
        "no form at all": (b"text/plain", b"x"),
    }
    for what, (content_type, body) in cases.items():
        answer = post(content_type, body)
        tap.ok(re.match(rb"HTTP/1.1 4\d\d ", answer), what, answer[:300])
    answer = service.raw(b"NONSENSE\r\n\r\n")
    tap.ok(answer == b"" or re.match(rb"HTTP/1.1 4\d\d ", answer), "no HTTP at all", answer)
    tap.ok(service.raw(b"POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello").startswith(b"HTTP/1.1 405"),
           "a method that is not for that")
    tap.ok(alive(), "  and the server lives")


def ambiguous():
    """What another program on the way could read differently, and names that are not ours."""
    head = b"POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    answer = service.raw(head + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
                         b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
    tap.ok(answer.startswith(b"HTTP/1.1 400") and answer.count(b"HTTP/1.1") == 1, "two lengths: refused, and closed",
           answer)
    answer = service.raw(b"GET /health HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n")
    tap.ok(answer.startswith(b"HTTP/1.1 400"), "two hosts", answer)
    for host, want in [("evil.example", 421), (f"evil.example:{service.port}", 421), ("127.0.0.1", 200), ("[::1]:80", 200),
                       (f"localhost:{service.port}", 200), (web.socket.gethostname(), 200), ("", 421)]:
        answer = service.raw(f"GET /health HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        tap.ok(answer.startswith(b"HTTP/1.1 %d" % want), f"the name {host!r} (a rebound one is none of ours)", answer)
    named, _ = web.begin("--origin", "https://ihop.example")
    tap.equal([named.get("/health", headers={"Host": host})[0] for host in ("ihop.example", "evil.example")], [200, 421],
              "  with --origin")
    named.stop()
    for path in ("/health%00", "/static/style.css%00.html", "/api/v1/gpus%00x"):
        tap.equal(service.get(path)[0], 404, f"a zero byte in a path: {path}")
    answer = service.ask("PUT", "/api/v1/jobs/" + "a" * 32)
    tap.equal((answer[0], answer[1]["Allow"]), (405, "GET, HEAD, DELETE"), "405 says what may be done")
    for document in ({"files": [{"name": "a.c", "text": "int a;"}], "step": ["x"]},
                     {"files": [{"name": "a.c", "text": "int a;", "mode": "0777"}]}):
        tap.equal(service.post_json(document)[0], 400, "a member that nobody knows is refused")


def cross_site():
    host = f"http://127.0.0.1:{service.port}"
    for what, headers, want in [
            ("from another site", {"Origin": "https://evil.example"}, 403),
            ("from nowhere", {"Origin": "null"}, 403),
            ("as the browser says", {"Sec-Fetch-Site": "cross-site"}, 403),
            ("from a sister site", {"Sec-Fetch-Site": "same-site"}, 403),
            ("from our own page", {"Origin": host, "Sec-Fetch-Site": "same-origin"}, 303)]:
        answer = service.post_form("/jobs", [("a.c", "int a;")], headers=headers)
        tap.equal(answer[0], want, f"a form {what}")
    job = service.job(service.post_form("/api/v1/jobs", [("a.c", "int a;")]))
    tap.equal(service.ask("DELETE", f"/api/v1/jobs/{job['id']}", headers={"Origin": "https://evil.example"})[0], 403,
              "DELETE from another site")


def injection():
    answer = service.raw(b"GET /jobs/x%0d%0aSet-Cookie:%20a=b HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    tap.ok(answer.startswith(b"HTTP/1.1 404") and b"Set-Cookie" not in answer.split(b"\r\n\r\n")[0],
           "line ends in a path are no headers", answer[:500])
    script = "</code><script>alert(1)</script>"
    job, seen = analyzed(f'/* {script} */\n#define X "{script}"\nvoid f (int n, int *a)\n'
                         "{ for (int i = 0; i < n; i++) a[i] = i; }\n")
    page = service.get(f"/jobs/{job['id']}")[2].decode()
    tap.ok("<script>alert" not in page and "&lt;script&gt;alert" in page, "markup in a source is text")
    edit = service.get(f"/jobs/{job['id']}/edit")[2].decode()
    tap.ok("<script>alert" not in edit, "  in the editor too")
    headers = service.get("/")[1]
    policy = headers["Content-Security-Policy"]
    tap.ok("unsafe" not in policy and "default-src 'none'" in policy and "frame-ancestors 'none'" in policy,
           "the policy lets nothing in", policy)
    tap.equal((headers["X-Content-Type-Options"], headers["X-Frame-Options"], headers["Referrer-Policy"]),
              ("nosniff", "DENY", "same-origin"), "the other headers")
    evil = service.job(service.post_form("/api/v1/jobs", [("a.c", "int a;"), ("x.svg", "<svg onload='alert(1)'/>"),
                                                           ("x.html", "<script>alert(1)</script>")]))
    for name in ("x.svg", "x.html"):
        headers = service.get(f"/api/v1/jobs/{evil['id']}/files/{name}")[1]
        tap.ok(headers["Content-Disposition"].startswith("attachment"), f"an uploaded {name} is never shown")


def guessing():
    for name in ["a" * 32, "../../queue.db", "%00" * 10, "A" * 32]:
        tap.equal(service.get(f"/api/v1/jobs/{name}")[0], 404, f"a job nobody has: {name[:12]}")
    tap.equal(service.get("/metrics", headers={"X-Forwarded-For": "203.0.113.9"})[0], 404,
              "/metrics is not for those behind a proxy")


for attack in (oversize, archives, names, includes, hard_to_parse, flags, slow, crowd, flood, malformed, ambiguous, cross_site,
               injection, guessing):
    attack()
tap.equal([service.stop(), hasty.stop()], [0, 0], "the service has lived through all of it, and ends when told")
tap.done()
