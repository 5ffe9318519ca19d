#!/usr/bin/python3
"""Who may include whom (rooms, rooms inside rooms, no files in circles), who may print, and where each outside library
lives (HACKING.md); names of scripts."""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])
# The way of the data: a room includes itself and what stands before it.
ROOMS = ["base", "ir", "frontend", "analysis", "transform", "profiler", "gpugen", "advise",
         "emulate", "collapse", "graph", "store", "execute", "simt", "cudart", "project", "check", "counts", "checks", "prove", "observe", "bench", "cli", "gui", "web"]
# Rooms inside a room, by the same rule. Files that stand in the room itself are its front and know all of them.
INSIDE = {
    "analysis": ["program", "memory", "scop", "context", "extract", "interpret", "dependence", "footprint", "verdict", "nest", "kernel"],
    "gpugen": ["plan", "kernel", "select", "memory", "transfer", "emit"],
    "transform": ["build", "legality", "order", "storage", "parallel", "text", "kernel"],
}
# Includes against that order which are still there: this list only gets shorter.
AGAINST_THE_ORDER = {
    "gpugen": {"memory emit", "memory transfer", "plan kernel"},
}
# Files that include each other in a circle (a file is its .c with its own .h), with the reason: at most three.
CIRCLES = {
}
# How many files of a room are in other circles still: these numbers only get smaller.
IN_CIRCLES = {"ir": 3, "gpugen": 14}
FACES = {"cli", "gui", "web"}
# What they know beside the engine: what is kept, and the rooms that run it for them.
FACES_MAY = {"base", "store", "execute", "simt", "cudart", "project", "check", "counts", "checks", "prove", "observe", "bench"}
HOMES = {"clang": {"frontend"}, "clang-c": {"frontend"}, "llvm-c": {"simt"}, "llvm": {"frontend", "observe"},
         "isl": {"analysis", "transform", "gpugen", "profiler", "advise", "prove"},
         "gtk": {"gui"}, "gtksourceview": {"gui"}, "adwaita": {"gui"},
         "graphviz": {"graph"}, "librsvg": {"graph"}, "sqlite3.h": {"store"}, "microhttpd.h": {"web"},
         "archive.h": {"web"}, "archive_entry.h": {"web"}, "seccomp.h": {"web"}}
PRINTS = re.compile(r"(?<![\w.>])(?:std::cout|std::cerr|llvm::(?:outs|errs)|(?:f?printf|vf?printf|puts|"
                    r"putchar|fputs|perror|g_print|g_printerr|exit|_exit|_Exit|quick_exit)\s*\()")
# What is pasted into, or linked with, programs of the user speaks to the user.
PRINTERS = {"cli", "emulate", "cudart"}
# _exit of a forked child, or while threads run, and what a program says before it has a log.
PRINTING_FILES = {"simt/run/services.c", "check/runtime.c", "check/process.c", "check/keeper.c", "observe/process.c", "execute/local.c", "web/sandbox.c", "web/command.c",
                  "web/config.c", "web/main.c", "gui/main.c"}
LONGEST = 900

problems = []


def code_of(text):
    """Without comments and string literals, line breaks kept."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match.group())
    return re.sub(r'/\*.*?\*/|//[^\n]*|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"', blank, text, flags=re.S)


def check_include(path, room, number, name):
    first = name.split("/")[0]
    where = f"{path}:{number}"
    if first in ROOMS:
        if first not in ROOMS[:ROOMS.index(room) + 1]:
            problems.append(f"{where}: {room} includes {name}, which stands below it")
        if room in FACES and first in FACES and first != room:
            problems.append(f"{where}: one face includes another: {name}")
        if room in FACES and first not in FACES_MAY | {room}:
            problems.append(f"{where}: a face includes {name}: it may know project/ and check/")
    check_inner_include(where, path.relative_to(ROOT / "src").parts, name.split("/"))
    home = HOMES.get(first)
    if home is not None and room not in home:
        problems.append(f"{where}: {name} belongs to {', '.join(sorted(home))}")


def check_inner_include(where, including, included):
    """Between two rooms of one room."""
    order = INSIDE.get(including[0])
    if order is None or included[0] != including[0] or len(including) < 3 or len(included) < 3:
        return
    here, there = including[1], included[1]
    if here not in order or there not in order:
        problems.append(f"{where}: {here} or {there} has no place in the order of {including[0]}'s rooms (INSIDE)")
    elif order.index(there) > order.index(here) and f"{here} {there}" not in AGAINST_THE_ORDER.get(including[0], ()):
        problems.append(f"{where}: {here} includes {'/'.join(included)}, which stands below it (INSIDE)")


def includes_of_files():
    """File without its suffix → the files that its .c, .cc and .h include; itself left out."""
    graph = {}
    for path in sorted((ROOT / "src").rglob("*")):
        if path.suffix in {".c", ".cc", ".h"}:
            name = str(path.relative_to(ROOT / "src").with_suffix(""))
            included = {str(pathlib.PurePath(found).with_suffix("")) for found in
                        re.findall(r'^\s*#\s*include\s*"([^"]+)"', path.read_text(encoding="utf-8"), re.M)}
            graph.setdefault(name, set()).update(included - {name})
    return {name: {other for other in included if other in graph} for name, included in graph.items()}


def circles_of(graph):
    """Strongly connected components of more than one file (Tarjan 1972, without recursion)."""
    number, low, stack, on_stack, circles = {}, {}, [], set(), []
    for start in graph:
        work = [(start, iter(sorted(graph[start])))] if start not in number else []
        while work:
            name, rest = work[-1]
            if name not in number:
                number[name] = low[name] = len(number)
                stack.append(name)
                on_stack.add(name)
            following = next((other for other in rest if other not in number or other in on_stack), None)
            if following is not None and following not in number:
                work.append((following, iter(sorted(graph[following]))))
            elif following is not None:
                low[name] = min(low[name], number[following])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[name])
                if low[name] == number[name]:
                    at = stack.index(name)
                    circle, stack[at:] = stack[at:], []
                    on_stack.difference_update(circle)
                    if len(circle) > 1:
                        circles.append(frozenset(circle))
    return circles


def check_circles():
    """No circle of files but those that are listed; what is listed is one."""
    found = circles_of(includes_of_files())
    left = {}
    for circle in found:
        if circle not in CIRCLES:
            left.setdefault(min(circle).split("/")[0], []).append(circle)
    if len(CIRCLES) > 3:
        problems.append(f"{len(CIRCLES)} circles of files are listed; three may be (CIRCLES)")
    for circle in set(CIRCLES) - set(found):
        problems.append(f"{', '.join(sorted(circle))}: no circle any more; take it from the list (CIRCLES)")
    for room in sorted(set(left) | set(IN_CIRCLES)):
        number, known = sum(map(len, left.get(room, []))), IN_CIRCLES.get(room, 0)
        if number > known:
            problems.append(f"src/{room}: files that include each other in a circle: " +
                            "; ".join(", ".join(sorted(circle)) for circle in left[room]))
        elif number < known:
            problems.append(f"src/{room}: {number} files in circles, not {known} any more: say so in IN_CIRCLES")


def check_file(path):
    relative = path.relative_to(ROOT / "src")
    room = relative.parts[0]
    text = path.read_text(encoding="utf-8")
    if room not in ROOMS:
        problems.append(f"{path}: {room} is no room of the design")
        return
    for match in re.finditer(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', text, re.M):
        check_include(path, room, text.count("\n", 0, match.start()) + 1, match.group(1))
    if room not in PRINTERS and str(relative) not in PRINTING_FILES:
        for match in PRINTS.finditer(code_of(text)):
            line = text.count("\n", 0, match.start()) + 1
            problems.append(f"{path}:{line}: library code prints or exits: {match.group()}")
    if text.count("\n") > LONGEST:
        problems.append(f"{path}: {text.count(chr(10))} lines; a file that grows so long is two files")


def check_schemas():
    """Every schema has a row and a file that the program carries, and its tables bear its name."""
    rows = set(re.findall(r'^  "(\w+)",', (ROOT / "src/store/schemas.c").read_text(), re.M))
    listed = set(re.findall(r"<file>(\w+)\.sql</file>",
                            (ROOT / "data/store/store.gresource.xml").read_text()))
    files = {path.stem for path in (ROOT / "data/store").glob("*.sql")}
    for name in sorted(rows ^ listed | rows ^ files):
        problems.append(f"data/store: {name} must be a file, a line of the gresource and a row of schemas.c")
    for name in sorted(files):
        text = (ROOT / "data/store" / f"{name}.sql").read_text()
        for table in re.findall(r"CREATE (?:TABLE|VIEW)\s+(\w+)", text):
            if not table.startswith(name + "_"):
                problems.append(f"data/store/{name}.sql: {table} must begin with {name}_")


def check_diagnostics():
    """Every id that src uses has its page, and the page is in the list."""
    listed = set(re.findall(r"<file>([\w-]+)\.md</file>",
                            (ROOT / "data/diagnostics/diagnostics.gresource.xml").read_text()))
    used = set()
    for path in (ROOT / "src").rglob("*"):
        if path.suffix in {".c", ".cc", ".h"}:
            code = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.S)
            used |= set(re.findall(r'"(IHOP-[A-Z]\d{3})"', code))
    for name in sorted(used - listed):
        problems.append(f"data/diagnostics: {name} has no page")
    for name in sorted(listed):
        page = ROOT / "data/diagnostics" / f"{name}.md"
        if not page.exists() or not page.read_text().startswith(f"# {name}: "):
            problems.append(f"{page}: must begin with '# {name}: '")


def check_guide():
    """HACKING.md names no file that is not there."""
    names = {path.name for folder in ("src", "tests", "tools", "doc", "data", "po") for path in (ROOT / folder).rglob("*")}
    text = (ROOT / "HACKING.md").read_text(encoding="utf-8")
    for name in sorted(set(re.findall(r"`(?:[\w./-]*/)?([a-z][a-z_\d]+\.(?:c|cc|h|py))`", text))):
        if name not in names:
            problems.append(f"HACKING.md: there is no {name}")


def check_script_names():
    """A script's folder is where Python looks first: none may have the name of one of its own modules."""
    for path in sorted((ROOT / "tests").rglob("*.py")):
        if path.stem in sys.stdlib_module_names:
            problems.append(f"{path}: Python has a module of this name, which others of this folder import")


for source in sorted((ROOT / "src").rglob("*")):
    if source.suffix in {".c", ".cc", ".h"}:
        check_file(source)
check_circles()
check_diagnostics()
check_schemas()
check_script_names()
check_guide()
print("\n".join(problems) or "every boundary holds")
sys.exit(1 if problems else 0)
