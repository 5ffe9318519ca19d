#!/usr/bin/python3
"""Golden and running tests of the printers: run.py EMIT-TOOL SOURCE-DIR [--update] [--slow] [CASE...]

For each cases/X.c: the products are compared with golden/, and the original, X_cpu.c and X_emu.c
(plain, and telling of its accesses under the race detector) are compiled, run, and must print the
same. Where nvcc is installed the CUDA program is compiled without a warning."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile


def call(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=300, **more)


# Set where the printers run under sanitizers, which have nothing to say about what is printed.
TEXTS_ONLY = "IHOP_TEST_TEXTS_ONLY" in os.environ


def build_and_run(source, target, *flags):
    built = call(os.environ.get("CC", "gcc"), "-std=gnu17", "-Wall", "-Wextra", "-Werror",
                 "-Wno-unknown-pragmas", "-Wno-unused-parameter", "-ffp-contract=off", *flags,
                 str(source), "-o", str(target), "-lm")
    if built.returncode:
        return f"does not compile: {built.stderr[:3000]}"
    ran = call(str(target), env={**os.environ, "OMP_NUM_THREADS": "2", "IHOP_EMU_LEAKS": "1"})
    return f"{ran.stdout}{ran.stderr}[exit {ran.returncode}]"


class Case:
    def __init__(self, tool, folder, source, update):
        self.tool, self.folder, self.source, self.update = tool, folder, source, update
        self.name = source.stem
        self.failures = []

    def fail(self, what, detail=""):
        self.failures.append(f"{self.name}: {what}\n{detail}")

    def emit(self, out, options=""):
        out.mkdir(exist_ok=True)
        made = call(str(self.tool), str(self.source), str(out), options, cwd=self.source.parent)
        if made.returncode:
            self.fail("is refused", made.stderr)
        return made.returncode == 0

    def compare_golden(self, out):
        golden = self.folder / "golden"
        for made in sorted(out.iterdir()):
            if made.name.endswith("_emu.c"):
                continue
            kept = golden / made.name
            if self.update:
                kept.write_text(made.read_text())
            elif not kept.exists() or kept.read_text() != made.read_text():
                shown = call("diff", "-u", str(kept), str(made)).stdout
                self.fail(f"{made.name} differs from golden/", shown[:3000])

    def compare_runs(self, out):
        expected = build_and_run(self.source, out / "original", "-O2")
        told = out / "told"
        self.emit(told, "sites,bounds")
        variants = [
            ("cpu", out / f"{self.name}_cpu.c", ("-O2", "-fopenmp")),
            ("cpu, vectors", out / f"{self.name}_cpu.c", ("-O3", "-fopenmp")),
            ("emu", out / f"{self.name}_emu.c", ("-O1",)),
            ("emu, races", told / f"{self.name}_emu.c", ("-O1", "-DIHOP_EMU_RACE")),
        ]
        for label, source, flags in variants:
            printed = build_and_run(source, out / "product", *flags)
            if printed != expected:
                self.fail(f"{label} prints something else",
                          f"original: {expected[:1500]}\n{label}: {printed[:1500]}")

    def compile_cuda(self, out):
        if not shutil.which("nvcc"):
            return
        files = [f for f in out.iterdir() if f.suffix == ".cu" or f.name == f"{self.name}.c"]
        for file in files:
            built = call("nvcc", "-O2", "-arch=sm_80", "-Werror", "all-warnings", "-Xcompiler",
                         "-Wall", "-c", str(file), "-o", str(out / "object.o"))
            if built.returncode:
                self.fail(f"nvcc refuses {file.name}", built.stderr[:3000])

    def run(self):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "out"
            if self.emit(out):
                self.compare_golden(out)
                if TEXTS_ONLY:
                    self.emit(out / "told", "sites,bounds")
                elif not self.update:
                    self.compare_runs(out)
                    self.compile_cuda(out)
        return self.failures


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    tool, folder = pathlib.Path(words[0]).resolve(), pathlib.Path(words[1]).resolve()
    cases = [c for c in sorted((folder / "cases").glob("*.c")) if not words[2:] or c.stem in words[2:]]
    failures = []
    for case in cases:
        failed = Case(tool, folder, case, "--update" in sys.argv).run()
        print(f"{'not ok' if failed else 'ok'} - {case.stem}", flush=True)
        failures += failed
    print("\n".join(failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
