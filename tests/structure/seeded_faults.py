#!/usr/bin/python3
"""Each seeded fault (tests/*/mutants.py) replaces text that stands in its file: what is renamed in the source is renamed there.

    seeded_faults.py SOURCE-ROOT
"""
import ast
import pathlib
import sys

ROOT = pathlib.Path(sys.argv[1])
NAMES = ("BLIND", "MUTANTS")


def faults_of(path):
    """Of (file, text, …): the lists that the script begins with."""
    known = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        if isinstance(target, ast.Name) and target.id in NAMES:
            exec(compile(ast.Module([node], []), str(path), "exec"), known)  # pylint: disable=exec-used
    for fault in known["MUTANTS"]:
        yield from fault[0] if isinstance(fault[0], list) else [fault]


def source_of(name, room):
    """A file below src, or below the script's own room."""
    return next((path for path in (ROOT / "src" / name, ROOT / "src" / room / name) if path.exists()), None)


def main():
    problems, count = [], 0
    for script in sorted(ROOT.glob("tests/*/mutants.py")):
        for fault in faults_of(script):
            count += 1
            source = source_of(fault[0], script.parent.name)
            if source is None or fault[1] not in source.read_text(encoding="utf-8"):
                problems.append(f"{script.relative_to(ROOT)}: {fault[0]} does not have {fault[1]!r}")
    print("\n".join(problems) or f"{count} seeded faults stand in the source")
    return 1 if problems else 0


sys.exit(main())
