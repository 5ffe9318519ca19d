#!/usr/bin/python3
"""libFuzzer on forms, JSON and whole requests for some seconds.   fuzz.py SECONDS ROOT BUILD
Builds fuzz.c with the service's own files by clang, sanitizers on; skipped where there is no clang."""
import glob
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

seconds, root, build = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
clang = shutil.which("clang-19") or shutil.which("clang")
if not clang or not glob.glob("/usr/lib/llvm-*/lib/clang/*/lib/*/libclang_rt.fuzzer*.a"):
    print("clang with libFuzzer is not here")
    sys.exit(77)

SEEDS = [
    b'\0--B\r\nContent-Disposition: form-data; name="file"; filename="a.c"\r\n\r\nint a;\r\n--B\r\n'
    b'Content-Disposition: form-data; name="mode"\r\n\r\nauto\r\n--B--\r\n',
    b'\0--B\r\nContent-Disposition: form-data; name="text"\r\n\r\nint a;\r\n--B--\r\n',
    b'\1{"files": [{"name": "a.c", "text": "int a;"}], "flags": ["-DX=1"], "steps": ["tile f/i 8"], "mode": "auto"}',
    b'\1{"from": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "assume": ["n > 0"]}',
    b'\2text=int+a%3B&name=a.c&mode=auto&flags=-DX+-Iinclude&steps=%23x%0Atile+f%2Fi+8',
    b'\3GET / HTTP/1.1\r\nHost: localhost\r\n\r\n', b'\3GET /api/v1/jobs/x/files/..%2f HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 1\r\n\r\n',
    b'\3POST /jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n'
    b'Transfer-Encoding: chunked\r\n\r\n5\r\na=b&c\r\n0\r\n\r\n',
]
WORDS = ["multipart/form-data", "Content-Disposition: form-data; ", 'name=\\"file\\"', 'filename=\\"a.c\\"', "--B",
         "--B--", "\\x0d\\x0a", '\\"files\\"', '\\"name\\"', '\\"text\\"', "Transfer-Encoding: chunked", "/api/v1/jobs/",
         "/static/style.css", "Content-Transfer-Encoding: binary", "multipart/mixed; boundary=C"]

with tempfile.TemporaryDirectory() as folder:
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "libmicrohttpd", "libarchive", "libseccomp",
                            "json-glib-1.0", "gio-2.0", "sqlite3"], check=True, capture_output=True, text=True)
    sources = [p for room in ("web", "store", "execute") for p in sorted(map(str, (root / "src" / room).glob("*.c")))
               if not p.endswith(("/main.c", "/log.c"))]
    (Path(folder) / "log.c").write_text('#include "web/log.h"\nvoid ihop_web_log (const char *level, '
                                        'const char *event, ...) {}\n')
    base = sorted(map(str, (root / "src/base").glob("*.c")))
    generated = [str(next(build.glob(f"src/*/{name}.c"))) for name in ("web_data", "store_data")]
    program = os.path.join(folder, "fuzz")
    subprocess.run([clang, "-g", "-O1", "-D_GNU_SOURCE", '-DIHOP_VERSION="0"', "-w",
                    "-fsanitize=fuzzer,address,undefined", "-I", str(root / "src"), "-I", str(build / "src/web"), "-I", str(build / "src/store"), "-o", program,
                    str(root / "tests/web/fuzz.c"), str(Path(folder) / "log.c"), *sources, *base, *generated,
                    *flags.stdout.split()], check=True)
    corpus = Path(folder) / "corpus"
    corpus.mkdir()
    for i, seed in enumerate(SEEDS):
        (corpus / f"seed{i}").write_bytes(seed)
    (Path(folder) / "words").write_text("".join(f'"{word}"\n' for word in WORDS))
    run = subprocess.run([program, f"-max_total_time={seconds}", f"-dict={folder}/words", "-max_len=4096",
                          "-timeout=100", "-rss_limit_mb=2000", f"-artifact_prefix={folder}/", "-print_final_stats=1",
                          corpus], stderr=subprocess.PIPE, check=False, cwd=folder,
                         env={**os.environ, "TMPDIR": folder, "UBSAN_OPTIONS": "halt_on_error=1"})
    lines = run.stderr.decode(errors="replace").splitlines()
    print("\n".join(lines[-12:] if run.returncode == 0 else lines[-60:]))
    for found in Path(folder).glob("*-*"):
        if found.name.startswith(("crash", "leak", "timeout", "oom", "slow")):
            print(found.name, found.read_bytes()[:3000])
sys.exit(1 if run.returncode else 0)
