#!/usr/bin/python3
"""Every transformation has its page, and every page its transformation.

    pages.py SOURCES PAGES
"""
import pathlib
import re
import sys

sources, pages = map(pathlib.Path, sys.argv[1:3])
names = {name for path in sources.rglob("*.c")
         for name in re.findall(r'^  \.name = "([^"]+)"', path.read_text(encoding="utf-8"), re.M)}
found = {path.stem for path in pages.glob("*.md")} - {"README"}
index = (pages / "README.md").read_text(encoding="utf-8")
for name in sorted(names ^ found):
    print(f"{name}: {'no page' if name in names else 'no such transformation'}")
missing = [name for name in sorted(names) if f"({name}.md)" not in index]
print(f"{len(names)} transformations; not in the index: {missing}")
sys.exit(bool(names ^ found or missing))
