#!/usr/bin/python3
"""Every sentence with which a step is refused, and every remedy, stands in some golden output of the steps: what
nobody has seen is nobody's to vouch for.

    refusals.py SOURCE-ROOT
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])
# Strings of two words and more that say nothing to anybody, or that no case can bring about, and why.
SILENT = {
    # a builder's mistake, which the judge has to refuse whatever it was
    "what is done here cannot be found again in the new code",
    "it cannot be shown that the new code runs this in the right iterations: its iterators are not affine there",
    "it cannot be shown that the new code runs this no more often than before",
    "this step changes on which", "the condition does not stay around it",
    "%s has built a malformed tree: %s",
    "unpack has built a malformed tree: %s",
    # a second look, should the first one ever see less
    "%s may change in the loop",
    "%s is stored where it cannot be followed",
    # depends on how much work the proof is; a case for it takes half a minute
    "the proof would take too long",
    # words of pragmas
    "target begin", "target end", "GCC novector", "omp threadprivate", "omp declare", "omp allocate",
    "parallel teams task taskloop kernels",
    "for sections section single master masked critical barrier ordered atomic workshare distribute scope taskwait loop",
    # names of a type and of a piece of text
    "a test whether rows overlap",
}
# What a step says of itself, and the C that it writes as a text.
OTHER = re.compile(r'\.(?:usage|summary)\s*=\s*(?:N_ \()?(?:"(?:[^"\\\n]|\\.)*"\s*)+|ihop_flatten_\w*text\w*')
LITERALS = re.compile(r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*')


def code_of(path):
    text = re.sub(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"',
                  lambda found: found.group() if found.group()[0] == '"' else re.sub(r"[^\n]", " ", found.group()),
                  path.read_text(encoding="utf-8"), flags=re.S)
    text = re.sub(r"^[ \t]*#[^\n]*", "", text, flags=re.M)
    text = OTHER.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)
    return re.sub(r'%" G_GU?INT64_FORMAT(?: ")?', "%d", text)


def strings(path):
    """Adjacent literals are one. With the lines that they start in."""
    text = code_of(path)
    for found in LITERALS.finditer(text):
        said = "".join(part[1:-1] for part in re.findall(r'"(?:[^"\\]|\\.)*"', found.group()))
        yield text.count("\n", 0, found.start()) + 1, said.replace('\\"', '"').replace("\\n", "\n")


def is_sentence(text):
    """Two words; C that a step writes as a text has semicolons or ends in a bracket."""
    bare = re.sub(r"%l?[sudc]", "", text)
    return re.search(r"[A-Za-z]{2,} [a-z]{2,}", bare) and not re.search(r";|\(\w+ \*+\)", bare)


def is_in(text, seen):
    parts = re.split(r"%l?[sudc]", re.sub(r"^(%l?[sudc]\s*)+|(\s*%l?[sudc])+$", "", text.strip()))
    return (all(part in seen for part in parts)
            and (len(parts) == 1 or re.search(".*?".join(map(re.escape, parts)), seen) is not None))


def main():
    seen = "\n".join(path.read_text(encoding="utf-8") for path in sorted(ROOT.glob("tests/transform/cases/*.out")))
    known, problems = set(), []
    for path in sorted(ROOT.glob("src/transform/**/*.c")):
        for line, text in strings(path):
            known.add(text)
            if is_sentence(text) and text not in SILENT and not is_in(text, seen):
                problems.append(f"{path.relative_to(ROOT)}:{line}: no case in tests/transform/cases is refused so: {text}")
    problems += [f"tests/structure/refusals.py: nobody says this any more: {text}" for text in sorted(SILENT - known)]
    print("\n".join(problems) or "every refusal has been seen")
    return 1 if problems else 0


sys.exit(main())
