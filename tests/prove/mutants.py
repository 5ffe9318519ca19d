#!/usr/bin/python3
"""Faults put into the prover: the cases or the random kernels have to notice each of them.

    mutants.py BUILD SOURCE [--only TEXT] [--fits]      --fits: only whether the texts are there

Each fault is one exchange of text in one file of src/prove, which is compiled anew and linked into a copy of ihop."""
import argparse
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

# File, what stands there, what is put there, what that is.
MUTANTS = [
    ("relations.c", "    meet = isl_map_intersect (meet, isl_map_copy (threads->two_threads));\n", "    ;\n",
     "a thread taken to race with itself"),
    ("relations.c", "  if (one->position < other->position)\n", "  if (TRUE)\n", "every barrier taken to stand between"),
    ("relations.c", "      same = equal_dims (same, DIM_TRIP + i, 1);\n", "", "barriers of other iterations taken for those of this one"),
    ("relations.c", "  while (common < one->depth && common < other->depth && one->loop[common].serial == other->loop[common].serial)\n    common++;\n", "",
     "loops around both not seen"),
    ("relations.c", "  gboolean none = pairs && isl_map_is_empty (pairs) == isl_bool_true;\n\n  if (pairs == NULL)", "  gboolean none = TRUE;\n\n  if (pairs == NULL)",
     "barriers taken to be reached by all"),
    ("relations.c", "  if (a->array->space == IHOP_SPACE_SHARED)\n", "  if (TRUE)\n", "blocks not compared"),
    ("relations.c", "  if (!barrier->is_exact)\n", "  if (FALSE)\n", "barriers under conditions that are not known taken to be reached"),
    ("relations.c", "  return a->is_exact && b->is_exact && are", "  return a->is_exact && are", "what may happen taken to happen"),
    ("walk.c", "  gboolean lost = !is_exact && walk->n_leaves > n_leaves;", "  gboolean lost = FALSE;", "whoever may have left taken to be there"),
    ("walk.c", "  walk->domain = is_exact ? isl_set_subtract (isl_set_copy (all), isl_set_copy (holds)) : isl_set_copy (all);",
     "  walk->domain = isl_set_subtract (isl_set_copy (all), isl_set_copy (holds));", "nobody behind a condition that is not known"),
    ("walk.c", "  walk->is_behind_return = TRUE;\n", "", "returns forgotten"),
    ("loops.c", "  if (!is_exact || head->leaves)\n", "  if (!is_exact)\n", "loops that are left taken to run to their end"),
    ("loops.c", "  int sign = update->op == IHOP_OP_ADD ? 1 : -1;\n\n  if", "  int sign = 1;\n  by = NULL;\n\n  if", "steps forgotten"),
    ("bounds.c", "prove_number (model, n)));", "prove_number (model, n + 1)));", "arrays one element longer"),
    ("expressions.c", "  if (node->op != IHOP_OP_NONE)\n    prove_access (walk, left, FALSE, NULL);\n", "", "\"+=\" taken to read nothing"),
]


def compiled(build, source, changed, folder):
    for entry in json.loads((build / "compile_commands.json").read_text()):
        if (build / entry["file"]).resolve() == source:
            words = shlex.split(entry["command"])
            original = words[words.index("-o") + 1]
            words[words.index("-o") + 1] = str(folder / "changed.o")
            words[-1] = str(changed)
            words = [word for word in words if word != "-Werror" and not re.match(r"-M", word) and word not in (original, original + ".d")]
            subprocess.run(words, cwd=build, check=True)
            return (build / original).resolve()
    sys.exit(f"{source} is not compiled")


def link(build, folder, original):
    """The build's own command with the changed object in front of the archive, which has the others."""
    command = subprocess.run(["ninja", "-t", "commands", "src/cli/ihop"], cwd=build, capture_output=True, text=True, check=True)
    words = shlex.split(command.stdout.splitlines()[-1])
    archive = folder / "prove.a"
    archive.unlink(missing_ok=True)
    kept = [str(path) for path in original.parent.glob("*.o") if path != original]
    subprocess.run(["ar", "rcs", str(archive), *kept, str(folder / "changed.o")], check=True)
    (folder / "src/cli").mkdir(parents=True, exist_ok=True)
    words = [str(archive) if word.endswith("libihop-prove.a") else word for word in words]
    words[words.index("-o") + 1] = str(folder / "src/cli/ihop")
    subprocess.run(words, cwd=build, check=True)


def notices(source, program):
    tests = source / "tests/prove"
    for words in [[tests / "cases.py", program, tests / "cases"], [tests / "random_kernels.py", program, "--count", "200", "--seed", "5"]]:
        done = subprocess.run(["timeout", "-k", "5", "300", sys.executable, *map(str, words)], capture_output=True, check=False)
        if done.returncode != 0:
            return pathlib.Path(words[0]).stem
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--fits", action="store_true")
    options = parser.parse_args()
    source, build, missed = options.source.resolve(), options.build.resolve(), 0
    for file, old, new, what in MUTANTS:
        path = source / "src/prove" / file
        text = path.read_text()
        if text.count(old) != 1:
            sys.exit(f"{file}: the text of the fault is there {text.count(old)} times:\n{old}")
        if options.fits or options.only not in what:
            continue
        with tempfile.TemporaryDirectory(dir=build) as name:
            folder = pathlib.Path(name)
            (folder / path.name).write_text(text.replace(old, new))
            link(build, folder, compiled(build, path, folder / path.name, folder))
            (folder / "src/x/y").mkdir(parents=True, exist_ok=True)
            seen = notices(source, str(folder / "src/cli/ihop"))
        print(f"{'noticed by ' + seen if seen else 'MISSED'}: {file}: {what}", flush=True)
        missed += seen is None
    sys.exit(1 if missed else 0)


main()
