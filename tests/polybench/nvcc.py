#!/usr/bin/python3
"""The .cu of PolyBench kernels compile under nvcc without a warning, in TAP.

    nvcc.py IHOP POLYBENCH KERNEL.c...

nvcc takes most of its time for its own headers: texts with the same headers are compiled as one, each in a
namespace of its own. Where that does not go without a word, each is compiled alone: what is said then counts."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

INCLUDE = re.compile(r"^[ \t]*#[ \t]*include\b.*$", re.M)


def generate(ihop, polybench, kernel, pragma, folder):
    """The texts of one kernel that nvcc reads, and what ihop said if there are none."""
    out = folder / pragma / kernel.stem
    done = subprocess.run([ihop, "-q", "--emit", "cu", "--pragma", pragma, str(kernel), "-o", str(out), "--",
                           f"-I{polybench}/common", "-DMINI_DATASET"], capture_output=True, text=True, check=False)
    texts = sorted(out.iterdir()) if done.returncode == 0 else []
    return texts, "" if texts else done.stderr or "nothing was written"


class Compiler:
    def __init__(self, nvcc, polybench, folder):
        self.words = [nvcc, "-Wno-deprecated-gpu-targets", "-Xcompiler", "-Wall", "-O1", "-DMINI_DATASET",
                      f"-I{polybench}/common", "-o", f"{folder}/out.o", "-c"]
        self.folder = folder
        self.said = {}  # text → what nvcc says of it

    def compile(self, path, homes):
        done = subprocess.run([*self.words, str(path), *(f"-I{home}" for home in homes)], capture_output=True,
                              text=True, check=False)
        return (done.stdout + done.stderr).strip() or ("" if done.returncode == 0 else "it ends with an error")

    def compile_together(self, texts):
        """texts: text → (its path, the folder it is from)."""
        path = self.folder / "together.cu"
        parts = INCLUDE.findall(next(iter(texts)))
        for number, (text, (source, _)) in enumerate(texts.items()):
            own = sorted(set(re.findall(r"^[ \t]*#[ \t]*(?:define|undef)[ \t]+(\w+)", text, re.M)))
            parts += [f'#pragma push_macro("{name}")' for name in own]
            parts += [f"namespace text{number} {{", f'#include "{source}"', "}"]
            parts += [f'#pragma pop_macro("{name}")' for name in own]
        path.write_text("\n".join(parts) + "\n")
        if len(texts) > 1 and not self.compile(path, {home for _, home in texts.values()}):
            self.said.update(dict.fromkeys(texts, ""))
            return
        for text, (source, home) in texts.items():
            self.said[text] = self.compile(source, [home])

    def compile_all(self, texts):
        groups = {}
        for text, place in texts.items():
            alone = place[0].suffix != ".cu" or 'extern "C"' in text
            groups.setdefault(str(place[0]) if alone else tuple(INCLUDE.findall(text)), {})[text] = place
        for group in groups.values():
            self.compile_together(group)


def main():
    ihop, polybench, *kernels = sys.argv[1:]
    nvcc = shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc")
    if nvcc is None:
        print("1..0 # SKIP nvcc is not installed")
        return 0
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder, made, texts = pathlib.Path(name), [], {}
        for kernel in (pathlib.Path(polybench) / kernel for kernel in kernels):
            for pragma in ("target", "scop"):
                paths, fault = generate(ihop, polybench, kernel, pragma, folder)
                own = [path.read_text() for path in paths]
                texts.update(zip(own, ((path, kernel.parent) for path in paths)))
                made.append((f"{kernel.stem} --pragma {pragma} compiles without a word", own, fault))
        compiler = Compiler(nvcc, polybench, folder)
        compiler.compile_all(texts)
    for number, (what, own, fault) in enumerate(made, 1):
        said = fault or "\n".join(filter(None, map(compiler.said.get, own)))
        print(f"{'not ok' if said else 'ok'} {number} - {what}")
        for line in said.splitlines()[:20]:
            print("# " + line)
        failed += bool(said)
    print(f"1..{len(made)}")
    return 1 if failed else 0


sys.exit(main())
