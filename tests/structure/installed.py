#!/usr/bin/python3
"""What is installed works by itself, in a place it was not built for, with neither sources nor build in sight.

    installed.py SOURCE BUILD           meson install of the build
    installed.py SOURCE BUILD --deb     the package that tools/deb makes

Skipped (77) where bubblewrap cannot hide them."""
import pathlib
import subprocess
import sys
import tempfile

SKIPPED = 77
C = """#include <stdio.h>
#define N 1000
static double a[N], b[N];
int main (void)
{
  for (int i = 0; i < N; i++)
    b[i] = i * 0.5;
#pragma target
  for (int i = 0; i < N; i++)
    a[i] = 2 * b[i] + 1;
  printf ("%g\\n", a[7]);
}
"""
# What is called, what it says.
CALLS = [
    ("ihop version", "ihop "),
    ("ihop analyze f.c", "2 loops: 2 parallel"),
    ("ihop verify --cuda-compiler clang f.c", "✓ cuda-here equal"),
    ("ihop observe f.c", "none of 1000 iterations met"),
    ("ihop --pragma target f.c -o out && ihop run --compiler clang out/f.cu", "\n8\n"),
    ("ihop graph f.c --kind calls -o calls.svg && head -c 100 calls.svg", "<svg"),
    ("ihop list gpus", "generic"),
    ("ihop-web --help", "web service"),
    ("ihop gui --help && test -x $SHARE/../bin/ihop-gui", "window"),
    ("ihop-gui --version", "ihop "), # without a display
    ("LC_ALL= LANG=C.UTF-8 LANGUAGE=ru ihop-gui --help", "окно"),
    ("ls $SHARE/man/man1 $SHARE/applications $SHARE/locale/ru/LC_MESSAGES", "ihop.mo"),
]


def install(source, build, folder, as_package):
    """Where the program's bin and share lie then."""
    if as_package:
        subprocess.run([source / "tools/deb"], cwd=folder, check=True)
        package, = pathlib.Path(folder).glob("ihop_*.deb")
        subprocess.run(["dpkg-deb", "-x", package, f"{folder}/root"], check=True)
        return pathlib.Path(folder, "root/usr")
    subprocess.run(["meson", "install", "-C", build, "--no-rebuild", "--quiet", "--destdir", f"{folder}/root"], check=True,
                   stdout=subprocess.DEVNULL)
    return next(pathlib.Path(folder, "root").rglob("bin")).parent


def main():
    source, build = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        place = install(source, build, folder, "--deb" in sys.argv)
        work = pathlib.Path(folder, "work")
        work.mkdir()
        (work / "f.c").write_text(C)
        wall = ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", str(source), "--tmpfs", str(build),
                "--tmpfs", "/tmp", "--tmpfs", "/mnt", "--ro-bind", str(place), "/mnt/ihop", "--bind", str(work), "/mnt/work",
                "--chdir", "/mnt/work", "--setenv", "PATH", "/mnt/ihop/bin:/usr/bin:/bin", "--setenv", "SHARE", "/mnt/ihop/share",
                "--setenv", "LC_ALL", "C.UTF-8"]
        if subprocess.run([*wall, "true"], stderr=subprocess.DEVNULL, check=False).returncode:
            sys.exit(SKIPPED)
        for command, said in CALLS:
            done = subprocess.run([*wall, "sh", "-c", command], text=True, check=False, timeout=120,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if done.returncode or said not in "\n" + done.stdout:
                print(f"not ok: {command}: exit {done.returncode}, without {said!r}:\n{done.stdout[-800:]}")
                failures += 1
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
