#!/usr/bin/python3
"""Does tools/packages name what building and testing really use?   packages.py ROOT BUILD
A machine that was used before hides what is missing there. So the files that the build has read (ninja knows), the
libraries it was linked with, and the programs, run-time libraries and modules that build and tests name are looked up
in dpkg's lists, and each has to come from a listed package, from what one of these needs, or from the system's base.
What is looked for before it is used (shutil.which, command -v) may be absent; then its test is skipped."""
import ast
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

root, build = Path(sys.argv[1]), Path(sys.argv[2])
if not shutil.which("dpkg-query"):
    print("dpkg is not here")
    sys.exit(77)

TEXTS = [p for room in ("tests", "tools", "src") for p in (root / room).rglob("*")
         if p.is_file() and "node_modules" not in p.parts and not p.is_relative_to(build)]
TEXTS.append(root / "meson.build")
RUNNERS = {"run", "Popen", "check_output", "check_call", "call"}
BEFORE_COMMAND = r"(?:^|[|;&(`!]|\b(?:if|then|else|do|while|exec|env|nice|xargs)\s)\s*([a-z][\w.+-]*)(?=\s|$)"


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def read(path):
    try:
        return path.read_text()
    except UnicodeDecodeError:
        return ""


def files_of_build():
    """Headers that were read, and libraries that were linked."""
    yield from re.findall(r"^ +(/usr/\S+)", output("ninja", "-C", str(build), "-t", "deps"), re.M)
    names = set(re.findall(r" (-L\S+|-l\S+|/usr\S+\.(?:so|a))", " ".join(
        line for line in read(build / "build.ninja").splitlines() if line.startswith(" LINK_ARGS"))))
    folders = [n[2:] for n in names if n.startswith("-L")] + ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"]
    for name in names:
        if name.startswith("-l"):
            file = name[3:] if name.startswith("-l:") else f"lib{name[2:]}.so"
            yield from (path for path in (f"{folder}/{file}" for folder in folders) if os.path.exists(path))
        elif not name.startswith("-L"):
            yield name


def run_by_python(text):
    """The first words of lists given to subprocess, the modules, and the typelibs."""
    asked = set(re.findall(r"which\(['\"]([\w.+-]+)", text))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in RUNNERS and node.args:
            first = node.args[0].left if isinstance(node.args[0], ast.BinOp) else node.args[0]
            word = first.elts[0] if isinstance(first, ast.List) and first.elts else None
            if isinstance(word, ast.Constant) and word.value not in asked:
                yield program(str(word.value))
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            for name in [node.module] if isinstance(node, ast.ImportFrom) else [n.name for n in node.names]:
                found = importlib.util.find_spec(name.split(".")[0]) if name else None
                yield found.origin if found else None
    for name, version in re.findall(r"require_version\(['\"](\w+)['\"], ['\"]([\d.]+)", text):
        yield from map(str, Path("/usr/lib").glob(f"*/girepository-1.0/{name}-{version}.typelib"))


def run_by_shell(text):
    """The words that stand where a command stands, but those that the shell or the script itself knows."""
    lines = re.sub(r"<<-?\s*['\"]?(\w+)['\"]?.*?^\s*\1$", "", text, flags=re.M | re.S)
    lines = re.sub(r"'[^']*'", "''", re.sub(r"(^|\s)#.*", "", lines))
    own = set(re.findall(r"^(\w+) ?\(\)", lines, re.M))
    asked = set(re.findall(r"command -v ([\w.+-]+)", lines))
    for word in re.findall(BEFORE_COMMAND, lines, re.M):
        if word not in own | asked:
            yield program(word)


def run_by_c(text):
    """{ "dot", "-Tsvg", … }: lists of arguments, which end in NULL."""
    for word in re.findall(r'\bargv\[\]\s*=\s*\{\s*"([\w.+-]+)"', text):
        yield program(word)


def named_by_meson(text):
    for words in re.findall(r"find_program\(([^)]*)\)", text):
        yield next(filter(None, map(program, re.findall(r"'([\w.+-]+)'", words))), None)


def runtimes(text):
    """What compilers link for sanitizers and OpenMP, whether it is there or not."""
    for flag in re.findall(r"-fsanitize=[a-z,]*[a-z]|-fopenmp\b", text):
        for clang in filter(shutil.which, ["clang-19"]):
            said = subprocess.run([clang, "-###", flag, "-x", "c", "/dev/null", "-o", "/dev/null"],
                                  capture_output=True, text=True, check=False).stderr
            yield from re.findall(r'"(/\S*libclang_rt\.\S*?)"', said)


def program(word):
    return shutil.which(word, path="/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin")


def files_of_tests():
    for path in TEXTS:
        text = read(path)
        if path.suffix == ".py":
            yield from ((file, path) for file in run_by_python(text))
        elif path.suffix == ".sh" or text.startswith(("#!/bin/sh", "#!/bin/bash")) or path.name == "common.sh":
            yield from ((file, path) for file in run_by_shell(text))
        elif path.suffix == ".c":
            yield from ((file, path) for file in run_by_c(text))
        elif path.name == "meson.build":
            yield from ((file, path) for file in named_by_meson(text))
        yield from ((file, path) for file in runtimes(text))


def installed():
    """Package → what it needs, the first choice of each kind that is there; and the system's base."""
    needs, base, provides = {}, set(), {}
    fields = "${Package}\t${db:Status-Status}\t${Essential}\t${Priority}\t${Provides}\t${Pre-Depends}, ${Depends}\n"
    rows = [row.split("\t") for row in output("dpkg-query", "-W", "-f", fields).splitlines()]
    rows = [row for row in rows if row[1] == "installed"]
    for name, _, essential, priority, provided, _ in rows:
        for virtual in [name, *re.findall(r"([\w.+-]+)(?: \([^)]*\))?(?:,|$)", provided)]:
            provides.setdefault(virtual, []).append(name)
        if essential == "yes" or priority == "required":
            base.add(name)
    for name, *_, wanted in rows:
        choices = [[re.match(r"[\w.+-]*", one.strip()).group() for one in group.split("|")] for group in wanted.split(",")]
        needs[name] = [there for group in choices for there in [next((provides[o] for o in group if o in provides), [])]]
    return needs, base


def closure(needs, first):
    reached, open_ones = set(), list(first)
    while open_ones:
        name = open_ones.pop()
        if name not in reached:
            reached.add(name)
            open_ones += [one for group in needs.get(name, []) for one in group]
    return reached


def owners(files):
    """File → packages, by the names that dpkg may know a file by."""
    spellings = {}
    for file in files:
        for one in {file, os.path.realpath(file), os.path.normpath(file)}:
            for name in {one, re.sub(r"^/usr(?=/s?bin/|/lib)", "", one), re.sub(r"^(?=/s?bin/|/lib)", "/usr", one)}:
                spellings.setdefault(name, set()).add(file)
    found, names = {}, sorted(spellings)
    for i in range(0, len(names), 500):
        for line in output("dpkg", "-S", *names[i:i + 500]).splitlines():
            if ": " in line and not line.startswith("diversion "):
                packages, name = line.rsplit(": ", 1)
                for file in spellings.get(name, []):
                    found.setdefault(file, set()).update(p.split(":")[0] for p in packages.split(", "))
    return found


def main():
    listed = [line for line in read(root / "tools/packages").split("\n") if line and not line.startswith("#")]
    used = {file: "the build" for file in files_of_build()}
    for file, path in files_of_tests():
        if file and file.startswith("/"):
            used.setdefault(file, str(path.relative_to(root)))
    needs, base = installed()
    known = closure(needs, set(listed) | base)
    owned = owners(used)
    wrong = {}
    for file, packages in owned.items():
        if not packages & known:
            wrong.setdefault(" or ".join(sorted(packages)), []).append(f"{file} ({used[file]})")
    for file, where in used.items():
        if "libclang_rt" in file and not os.path.exists(file):
            wrong.setdefault("a package that is not installed", []).append(f"{file} ({where})")
    print(f"{len(owned)} of {len(used)} files belong to packages, {len(known)} packages are known")
    for package, files in sorted(wrong.items()):
        print(f"tools/packages does not bring {package}, which is used: {', '.join(sorted(files)[:4])}")
    return 1 if wrong or len(owned) < 500 else 0


sys.exit(main())
