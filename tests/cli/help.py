#!/usr/bin/python3
"""What is made from the commands' tables: help, man pages, completion; words that are no commands; the tree as JSON."""
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import schema  # noqa: E402

ihop, made = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
number = failed = 0


def ok(good, what, *instead):
    global number, failed
    number += 1
    failed += not good
    print(f"{'' if good else 'not '}ok {number} - {what}", flush=True)
    for thing in [] if good else instead:
        print("#", repr(thing)[:2000])


def run(*words, **more):
    done = subprocess.run([ihop, *words], capture_output=True, text=True, timeout=300, check=False, **more)
    return done.returncode, done.stdout, done.stderr


def names():
    return re.findall(r"^  (\w+)", run("help")[1].split("Commands")[1].split("\n\n")[0], re.MULTILINE)


OWN = [name for name in names() if name not in ("serve", "gui")]  # those two are programs of their own
PARTS = {"bench": ["polybench", "report", "compare", "list"]}


def words():
    ok(run("version") == run("-V") == run("--version") and run("version")[0] == 0, "version, -V, --version")
    ok(json.loads(run("version", "--format", "json")[1])["ihop"] in run("-V")[1], "  as JSON")
    ok(run("help")[1] == run("--help")[1], "help is --help")
    for word, meant in [("analyse", "analyze"), ("exlpain", "explain"), ("trans", "transform"), ("verfy", "verify")]:
        code, _, text = run(word, "f.c")
        ok(code == 2 and f"did you mean '{meant}'?" in text, f"{word} is not taken for a file", text)
        ok(run("help", word)[0] == 2, "  nor has it help")
    code, _, text = run("quux")
    ok(code == 2 and "there is no command 'quux'" in text and "mean" not in text, "what is like nothing is like nothing")
    code, _, text = run("missing.c")
    ok(code == 2 and "there is no such file" in text, "a file that is missing is one", text)
    for name in ("list", "help", "version", "completion"):
        ok(run(name, "--assume", "n > 0")[0] == 2, f"{name} takes nothing about C")
    ok(run("batch", "--script", "x", "-o", "o", "f.c")[0] == 2, "batch has no script")


def options(text):
    """Options of a help: (name, the word behind "=", what it says)."""
    return re.findall(r"^  (?:-\w, )?--([\w-]+)(?:=(.*?))?(?:  +|\n +)(.*)", text.split("Application Options:")[-1], re.MULTILINE)


def helps():
    for name in OWN:
        for part in PARTS.get(name, [None]):
            text = run(name, *([part] if part else []), "--help")[1]
            silent = [option for option, word, what in options(text)
                      if word and "default" not in what and "repeatable" not in what]
            ok(not silent and len(options(text)) > 3, f"{name} {part or ''} says what its options are without it", silent, text)
        ok(run("help", name)[1] == run(name, "--help")[1], f"help {name} is {name} --help")
    silent = [option for option, word, what in options(run("--help")[1])
              if word and "default" not in what and "repeatable" not in what]
    ok(not silent, "so does the main job", silent)


def pages():
    for name in [None, *names()]:
        page = made / (f"ihop-{name}.1" if name else "ihop.1")
        text = page.read_text(encoding="utf-8") if page.exists() else ""
        ok(text == run("help", "--format", "man", *([name] if name else []))[1] != "", f"{page.name} is made by the build")
        if not name or name in OWN:
            help_options = {option for part in PARTS.get(name, [None])
                            for option, _, _ in options(run(*[w for w in (name, part) if w], "--help")[1])}
            missing = {option for option in help_options if f"\\-\\-{option.replace('-', chr(92) + '-')}\\fR" not in text}
            ok(not missing, "  with every option", missing)
        if shutil.which("groff"):
            done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-K", "utf8", page], capture_output=True, text=True, check=False)
            ok(done.returncode == 0 and not done.stderr and "(1)" in done.stdout, "  and is one", done.stderr)


def complete(*line):
    """What bash offers for the last word."""
    script = (f'source "{made}/ihop.bash"; COMP_WORDS=({" ".join(map(repr, line))}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))\n'
              '_ihop; printf "%s\\n" "${COMPREPLY[@]}"')
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True).stdout.split()


def completion():
    for shell in ("bash", "zsh", "fish"):
        file = made / {"bash": "ihop.bash", "zsh": "_ihop", "fish": "ihop.fish"}[shell]
        text = file.read_text(encoding="utf-8")
        ok(text == run("completion", shell)[1], f"{file.name} is made by the build")
        if shutil.which(shell):
            done = subprocess.run([shell, "-n", file], capture_output=True, text=True, check=False)
            ok(done.returncode == 0, "  and can be read", done.stderr)
        ok(all(name in text for name in names()), "  with every command")
    ok(run("completion", "csh")[0] == 2, "no other shell")
    ok(complete("ihop", "ver") == ["verify", "version"], "bash: commands", complete("ihop", "ver"))
    ok(complete("ihop", "analyze", "--al") == ["--alias="], "  options of a command")
    ok(complete("ihop", "analyze", "--alias", "=", "") == ["check", "trust", "refuse"], "  their values")
    ok(complete("ihop", "analyze", "--format", "=", "s") == ["sarif"], "  as the command has them")
    ok(complete("ihop", "--sea") == ["--search=", "--search-seconds="], "  of the main job")
    ok(complete("ihop", "list", "g") == ["gpus"] and complete("ihop", "bench", "co") == ["compare"], "  words it expects")
    ok(complete("ihop", "list", "--alias") == [], "  and none that it has not")


SOURCE = """#include <math.h>
#define N 10
static double table[N];
double f (int n, double *a, const double *b)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    {
      a[i] = b[i] + table[i % N];
      if (a[i] > 0)
        s += sqrt (a[i]);
    }
  while (n-- > 0)
    a[n] = a[n + 1];
  return s;
}
"""


def nodes(node):
    yield node
    for child in node["children"]:
        if child:
            yield from nodes(child)


def tree():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "f.c"
        path.write_text(SOURCE, encoding="utf-8")
        code, text, _ = run("tree", "f.c", cwd=folder)
        own = json.loads(run("analyze", "--format", "json", "f.c", cwd=folder)[1])
        path.write_text("int f( {", encoding="utf-8")
        broken = run("tree", "f.c", cwd=folder)
    document = json.loads(text)
    wrong = schema.check(document, "tree")
    ok(code == 0 and not wrong, "the tree is as its schema says", wrong)
    file = document["files"][0]
    ok(file["loops"] == own["loops"], "  with the verdicts of analyze")
    function = file["functions"][0]
    seen = {(node.get("loop"), node.get("verdict"), node["line"]) for node in nodes(function["body"]) if "loop" in node}
    ok(seen == {(loop["loop"], loop["verdict"], loop["line"]) for loop in own["loops"]} and len(seen) == 2,
       "  at their loops", seen)
    ok([parameter["touched"] for parameter in function["parameters"]] == [[], ["reads", "writes"], ["reads"]],
       "  what a call does to memory", function["parameters"])
    ok(function["effects"]["globals_read"] == ["table"] and not function["effects"]["globals_written"], "  and to globals",
       function["effects"])
    ok({"for", "while", "if", "call", "assign", "index"} <= {node["kind"] for node in nodes(function["body"])}, "  every node")
    ok(broken[0] == 3 and json.loads(broken[1])["files"] == [] and json.loads(broken[1])["diagnostics"], "no C is none", broken)


words()
helps()
pages()
completion()
tree()
print(f"1..{number}")
sys.exit(1 if failed else 0)
