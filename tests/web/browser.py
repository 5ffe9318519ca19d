#!/usr/bin/python3
"""The whole trip in a real browser (browser.mjs); what it downloads is compiled and compared.
    browser.py IHOP-WEB IHOP [FOLDER for the screenshots]"""
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import service as web

HERE = Path(__file__).parent
chromium = shutil.which("chromium") or shutil.which("chromium-browser")
node = shutil.which("node") or shutil.which("nodejs")
if not chromium or not node or not (HERE / "node_modules/playwright-core").exists():
    print("1..0 # SKIP needs chromium, node and playwright-core (tools/test installs them)")
    sys.exit(0)

service, _ = web.begin()
with tempfile.TemporaryDirectory() as scratch:
    folder = Path(sys.argv[3] if len(sys.argv) > 3 else scratch)
    folder.mkdir(exist_ok=True)
    run = subprocess.run([node, HERE / "browser.mjs", f"http://127.0.0.1:{service.port}/", chromium, folder,
                          web.GEMM, web.BENCH_H], stdout=subprocess.PIPE, text=True, check=False)
    lines = run.stdout.splitlines()
    print("\n".join(line for line in lines if not line.startswith("1..")))
    tap = web.Tap()
    tap.number = sum(line.startswith(("ok", "not ok")) for line in lines)
    tap.failed = run.returncode

    if tap.ok((folder / "gemm_cpu.c").exists(), "the fallback was downloaded"):
        want = web.output_of(web.GEMM)
        tap.ok(len(want) > 1000, "the original prints its arrays")
        tap.equal(web.output_of(folder / "gemm_cpu.c"), want, "the fallback computes the same")
        with zipfile.ZipFile(folder / "archive.zip") as archive:
            archive.extractall(scratch)
        tap.equal(web.output_of(Path(scratch) / "ihop-out/gemm_emu.c"), want, "and so does the emulated CUDA program")
tap.done()
