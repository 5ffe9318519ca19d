#!/usr/bin/python3
"""Code of kernels is kept between runs: LLVM is opened only where there is none, whatever is damaged, foreign or out of
date is made again, and many programs may begin at once.

    cache.py IHOP PROGRAMS"""
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ihop, programs = sys.argv[1], pathlib.Path(sys.argv[2])
SMALL = """
#include <stdio.h>
__global__ void twice (int *x) { x[threadIdx.x] *= 2; }
int main (int argc, char **argv) {
  int n = argc > 1 ? 64 : 32, h[64], *d;
  for (int i = 0; i < n; i++) h[i] = i;
  cudaMalloc ((void **) &d, sizeof h);
  cudaMemcpy (d, h, n * sizeof *h, cudaMemcpyHostToDevice);
  twice<<<1, n>>> (d);
  cudaMemcpy (h, d, n * sizeof *h, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; i++) if (h[i] != 2 * i) { printf ("wrong\\n"); return 1; }
  printf ("fine\\n");
}
"""


def compile_program(folder, source):
    program = folder / source.stem
    subprocess.run([ihop, "run", "--compiler", "clang", "--output", str(program), str(source)], check=True, capture_output=True,
                   env={**os.environ, "IHOP_SIMT_CACHE": "off"})
    return program


class Kept:
    def __init__(self, folder):
        self.folder = folder
        self.home = folder / "kept"

    def start(self, program, *arguments, home=None):
        environment = {**os.environ, "IHOP_SIMT_CACHE": str(home or self.home), "LD_DEBUG": "files",
                       "LD_DEBUG_OUTPUT": str(self.folder / "opened")}
        return subprocess.Popen([str(program), *arguments], env=environment, stdout=subprocess.PIPE, text=True)

    def run(self, program, *arguments, home=None):
        """TRUE: LLVM was opened."""
        for path in self.folder.glob("opened.*"):
            path.unlink()
        process = self.start(program, *arguments, home=home)
        said = process.communicate()[0]
        assert process.returncode == 0 and said.endswith(("fine\n", "OK\n")), said
        return any("libihop-simt-llvm" in path.read_text(errors="replace") for path in self.folder.glob("opened.*"))

    def files(self):
        return sorted(self.home.iterdir())


def change_last_digit(match):
    return match.group(1) + (b"7" if match.group(2) != b"7" else b"8") + b"\0"


def by_another_llvm(path):
    """What LLVM's library says of itself is another, the checksum right."""
    contents = path.read_bytes()[32:]
    other, n = re.subn(rb"(libihop-simt-llvm[^\0]*)(\d)\0", change_last_digit, contents)
    assert n == 1
    path.write_bytes(hashlib.sha256(path.name.encode() + b"\0" + other).digest() + other)


def spoil_each(kept, program):
    file, = kept.files()
    good = file.read_bytes()
    middle = len(good) // 2
    damages = {"a bit": good[:middle] + bytes([good[middle] ^ 4]) + good[middle + 1:], "a torn end": good[:middle],
               "an empty file": b"", "only a checksum": good[:32], "a long tail": good + b"more"}
    for name, damaged in damages.items():
        file.write_bytes(damaged)
        assert kept.run(program), name + " was believed"
        assert file.read_bytes() == good, name + " stayed"
        assert not kept.run(program), name + " was not mended"
    by_another_llvm(file)
    assert kept.run(program), "code that another LLVM has made was taken"
    assert not kept.run(program)
    file.chmod(0o666)
    assert kept.run(program), "what anybody may write to was believed"


def many_at_once(kept, program):
    for path in kept.files():
        path.unlink()
    together = [kept.start(program) for _ in range(8)]
    assert all(process.communicate()[0] == "fine\n" for process in together)
    assert len(kept.files()) == 1, "something was left behind"
    assert not kept.run(program)


def exact_code(kept, program):
    """Quick code hands over to exact code, which was made for it; either may be there without the other."""
    before = set(kept.files())
    assert kept.run(program) and not kept.run(program)
    made = sorted(set(kept.files()) - before)
    assert len(made) >= 2
    for path in made:
        path.unlink()
        assert kept.run(program) and path.exists() and not kept.run(program)


def exact_code_of_each(kept, program):
    """Whole blocks, in either order, and single warps have quick code of their own, each with exact code that fits no other."""
    for way in {}, {"IHOP_SIMT_BACKWARDS": "1"}, {"IHOP_SIMT_BY_WARP": "1"}:
        os.environ.update(way)
        assert kept.run(program) and not kept.run(program)
        for name in way:
            del os.environ[name]


def checked_code(kept, program):
    """What is found tells of the same places whether the code is new or kept."""
    before, found = set(kept.files()), []
    for was_kept in (False, True):
        with tempfile.TemporaryDirectory() as finds:
            os.environ["IHOP_SIMT_CHECK"] = finds
            assert kept.run(program) != was_kept
            del os.environ["IHOP_SIMT_CHECK"]
            found += [path.read_bytes() for path in pathlib.Path(finds).iterdir()]
    assert len(set(kept.files()) - before) == 1, "checked code is other code"
    assert len(found) == 2 and found[0] == found[1] and b"ld.global" in found[0]


def kept_by_verify(folder):
    """Its runs share what they compile, which is none of the files that a program leaves; another verify finds it again."""
    source, home = folder / "scaled.c", folder / "kept by verify"
    source.write_text("#include <stdio.h>\nstatic float x[4096];\nint main (void) {\n#pragma target\n"
                      "  for (int i = 0; i < 4096; i++) x[i] = 2 * i;\n  printf (\"%g\\n\", x[4095]);\n}\n")
    command = [ihop, "verify", "--pragma", "target", "--no-proof", "--cuda-compiler", "clang", str(source)]
    for was_kept in (False, True):
        before = [(path.name, path.stat().st_ino) for path in home.glob("*")]
        done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "IHOP_SIMT_CACHE": str(home)}, check=False)
        assert done.returncode == 0 and str(home) not in done.stdout + done.stderr, done.stdout + done.stderr
        after = [(path.name, path.stat().st_ino) for path in home.glob("*")]
        assert after and (sorted(after) == sorted(before)) == was_kept


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        kept = Kept(folder)
        source = folder / "small.cu"
        source.write_text(SMALL)
        small = compile_program(folder, source)
        for path in kept.home.glob("*"):
            path.unlink()
        assert kept.run(small) and not kept.run(small)
        spoil_each(kept, small)
        assert kept.run(small, "64") and len(kept.files()) == 2, "code for other shapes of blocks is other code"
        first, second = kept.files()
        second.write_bytes(first.read_bytes())
        assert [kept.run(small), kept.run(small, "64")].count(True) == 1, "a file stood for another one"
        assert kept.run(small, home="off") and kept.run(small, home="/proc/nowhere")
        many_at_once(kept, small)
        reads = folder / "reads.cu"
        reads.write_text(SMALL.replace("*= 2;", "*= 2; if (x[63] == 12345) x[0] = 0;"))
        checked_code(kept, compile_program(folder, reads))
        exact_code(kept, compile_program(folder, programs / "wrapping.cu"))
        exact_code_of_each(kept, compile_program(folder, programs / "regions.cu"))
        kept_by_verify(folder)


main()
