#!/usr/bin/python3
"""The README's two commands on a machine that has nothing: a root made of Debian's packages.

    bare.py SOURCE [--busy N] [--keep DIR] [--log FILE]

A Debian 12 with little more than apt is unpacked into a folder, with a clone of SOURCE's last commit in it, and
tools/run and tools/test run there, as root. What they need and do not install is missing here, whatever the
machine outside has. It is left as it came but for the ways to the network: names of servers, apt's settings, npm's,
and the certificates. --busy: beside so many endless loops. --keep: the folder stays, and is used again as it is.
Skipped (77) where one cannot be root or where mmdebstrap is missing; it takes half an hour.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
PLACE = "root/ihop"
NETWORK = ["etc/resolv.conf", "etc/hosts", "etc/apt/apt.conf.d", "etc/apt/auth.conf.d",
           "etc/ssl/certs/ca-certificates.crt", "usr/local/share/ca-certificates",
           "etc/npmrc", "usr/etc/npmrc", "usr/local/etc/npmrc", "root/.npmrc"]


def make_root(folder):
    sources = [str(path) for path in pathlib.Path("/etc/apt/sources.list.d").glob("*.sources")]
    sources += [path for path in ["/etc/apt/sources.list"] if os.path.exists(path)]
    subprocess.run(["mmdebstrap", "--quiet", "--variant=apt", "bookworm", folder, *sources], check=True)
    # Nobody needs it after a power cut: hundreds of packages wait for the disk otherwise.
    pathlib.Path(folder, "etc/dpkg/dpkg.cfg.d/unsafe").write_text("force-unsafe-io\n", encoding="ascii")
    for name in NETWORK:
        outside, inside = pathlib.Path("/", name), pathlib.Path(folder, name)
        if outside.is_dir():
            shutil.copytree(outside, inside, dirs_exist_ok=True)
        elif outside.exists():
            inside.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(outside, inside)


def inside(folder, command, log):
    """The exit status of a command at the project's place, with nothing of the outer machine in sight."""
    wall = ["bwrap", "--bind", folder, "/", "--dev", "/dev", "--proc", "/proc", "--ro-bind", "/sys", "/sys",
            "--unshare-pid", "--die-with-parent", "--cap-add", "ALL", "--clearenv",
            "--setenv", "PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "--setenv", "HOME", "/root", "--chdir", f"/{PLACE}"]
    with open(log, "ab") as kept:
        return subprocess.run([*wall, *command], stdin=subprocess.DEVNULL, stdout=kept, stderr=kept, check=False).returncode


def run_both(folder, log):
    """What is wrong with what the two commands said."""
    problems = []
    if status := inside(folder, ["tools/run"], log):
        problems.append(f"tools/run ended with {status}")
    status = inside(folder, ["tools/test"], log)
    last = pathlib.Path(log).read_text(errors="replace").rstrip().rsplit("\n", 1)[-1]
    if status or not re.match(r"\d+ passed, 0 failed", last):
        problems.append(f"tools/test ended with {status}: {last}")
    print(last)
    return problems


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source")
    parser.add_argument("--busy", type=int, default=0)
    parser.add_argument("--keep")
    parser.add_argument("--log")
    options = parser.parse_args()
    if os.geteuid() or not shutil.which("mmdebstrap") or not shutil.which("bwrap"):
        sys.exit(SKIPPED)
    folder = options.keep or tempfile.mkdtemp(prefix="ihop-bare-")
    log = options.log or f"{folder}.log"
    loops = []
    try:
        if not os.path.isdir(os.path.join(folder, "usr")):
            make_root(folder)
        shutil.rmtree(os.path.join(folder, PLACE), ignore_errors=True)
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", options.source, os.path.join(folder, PLACE)], check=True)
        loops = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(options.busy)]
        problems = run_both(folder, log)
    finally:
        for loop in loops:
            loop.kill()
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)
    print("\n".join(f"{problem}; see {log}" for problem in problems))
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
