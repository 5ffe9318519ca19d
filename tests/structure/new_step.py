#!/usr/bin/env python3
"""tools/new-step writes all that a transformation consists of, in a copy of the tree.

    new_step.py SOURCE BUILD           what is written fits together, and the new file compiles
    new_step.py SOURCE BUILD --whole   the copy is built before and after: few files are compiled anew, and the tests of
                                       the room pass
"""
import json
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

SOURCE, BUILD = map(pathlib.Path, sys.argv[1:3])
STEPS = {"turn-over": "order", "store-twice": "storage", "run-beside": "parallel", "write-anew": "text"}
# Compiled anew after a step has been added: its file, the registry, the table of random arguments.
MOST_COMPILED = 3

problems = []


def check(holds, what):
    if not holds:
        problems.append(what)


def run(command, folder):
    return subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True, check=False)


def new_step(copy, name, room):
    return run([copy / "tools/new-step", name, "--room", room, "--summary", f"The loop is built again for {name}",
                "--russian", f"Цикл строится заново для {name}"], copy)


def text_of(copy, path):
    return (copy / path).read_text(encoding="utf-8")


def check_written(copy, name, room):
    """Each place that knows of all steps knows of this one."""
    symbol = name.replace("-", "_")
    for path, row in ((f"src/transform/{room}/{symbol}.c", f'.name = "{name}"'),
                      ("src/transform/meson.build", f"'{room}/{symbol}.c'"),
                      ("src/transform/registry.c", f"X ({symbol})"),
                      (f"tests/transform/cases/{name}.out", f"== {name} {symbol}_taken/i"),
                      ("tests/transform/meson.build", f"'{name}'"),
                      ("tests/transform/fuzz_arguments.c", f'"{name}"'),
                      ("po/ru.po", f'msgid "The loop is built again for {name}"')):
        check(row in text_of(copy, path), f"{path}: {row} is missing")
    registry = text_of(copy, "src/transform/registry.c")
    check(not re.search(r"^  X \(\w+\)\n  X", registry, re.M), "registry.c: the list of steps is cut in two")


def compiles(copy, path):
    """With the options that another file of the room is compiled with."""
    commands = json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8"))
    command = next(shlex.split(entry["command"]) for entry in commands
                   if entry["file"].endswith("src/transform/registry.c"))
    command[command.index("-o") + 1] = "/dev/null"
    command[command.index("-c") + 1] = str(copy / path)
    for option in ("-MF", "-MQ"):
        command[command.index(option) + 1] = "/dev/null"
    done = run(command, BUILD)
    check(done.returncode == 0, f"{path} does not compile: {done.stderr[:800]}")


def check_texts(folder):
    copy = folder / "copy"
    for part in ("tools", "src/transform", "doc/transforms", "tests/transform", "po"):
        shutil.copytree(SOURCE / part, copy / part)
    for name, room in STEPS.items():
        done = new_step(copy, name, room)
        check(done.returncode == 0, f"new-step {name} --room {room}: {done.stderr}")
        check_written(copy, name, room)
        compiles(copy, f"src/transform/{room}/{name.replace('-', '_')}.c")
    pages = run([sys.executable, copy / "tests/transform/pages.py", copy / "src/transform", copy / "doc/transforms"], copy)
    check(pages.returncode == 0, pages.stdout)
    check("is there already" in new_step(copy, "turn-over", "order").stderr, "a step is written over another one")
    check("small letters" in new_step(copy, "Turn_Over", "order").stderr, "a name of another form is taken")


def step(command, folder, what):
    """What comes next needs this one: without it there is nothing to try."""
    done = run(command, folder)
    if done.returncode != 0:
        sys.exit(f"{what}: {done.stdout[-3000:]}{done.stderr[-1000:]}")
    return done.stdout


def check_whole(folder):
    copy, build = folder / "copy", folder / "copy/build"
    # Build folders stand at the top; src/transform/build is a room.
    shutil.copytree(SOURCE, copy, symlinks=True, ignore=lambda where, names: [
        name for name in names if name == ".git" or (pathlib.Path(where) == SOURCE and name.startswith("build"))])
    step(["meson", "setup", build], copy, "meson setup")
    targets = ["src/cli/ihop", *(f"tests/transform/transform-{kind}" for kind in ("drive", "fuzz", "rewrites"))]
    step(["ninja", "-C", build, *targets], copy, "the build before")
    check(new_step(copy, "turn-over", "order").returncode == 0, "new-step fails")
    step(["ninja", "-C", build, "build.ninja"], copy, "meson, once more")
    anew = re.findall(r"Compiling \S+ object (\S+)", step(["ninja", "-C", build, "-n", *targets], copy, "ninja -n"))
    check(0 < len(anew) <= MOST_COMPILED, f"{len(anew)} files are compiled for one step: {anew}")
    print(f"{len(anew)} files compiled for a new step")
    step(["ninja", "-C", build, *targets], copy, "the build after")
    step(["meson", "test", "-C", build, "--no-rebuild", "--suite", "transform", "--no-suite", "deep", "--no-suite", "bulk"],
         copy, "the tests of the room")
    listed = step([build / "src/cli/ihop", "list", "transforms"], copy, "ihop list")
    check("turn-over" in listed, "ihop list does not know the step")


with tempfile.TemporaryDirectory() as name:
    (check_whole if "--whole" in sys.argv else check_texts)(pathlib.Path(name))
print("\n".join(problems) or "a new step is complete")
sys.exit(1 if problems else 0)
