#!/usr/bin/python3
"""Whether the window can say in Russian all that ihop says: what xgettext finds in the source (po/keywords lists the calls
that take a sentence) has a translation in po/ru.po with the same gaps, and each translation is still of something.

    messages.py SOURCE-ROOT [--pot FILE]    --pot: writes the template that translators merge (msgmerge po/ru.po FILE)
"""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(sys.argv[1])
# What these rooms say is never shown by the window: pages and requests of the service, tables and the command line's own.
SILENT = {"web", "bench", "cli", "check", "store", "execute", "simt", "cudart", "emulate", "counts"}
# What makes an argument of words, ours or the program's, says which they are.
MAKERS = {"ihop_argument_phrase", "ihop_argument_word_or", "ihop_message_phrase"}
MADE = re.compile(r"\b(?:N_|ihop_argument_\w+|ihop_message\w*) \((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")
WORDS = re.compile(r'"[^"\n]*[a-z]{3}[^"\n]*"(?!\[)')
LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"')


def sources():
    for path in sorted((ROOT / "src").rglob("*")):
        if path.suffix in (".c", ".cc", ".h") and path.relative_to(ROOT / "src").parts[0] not in SILENT:
            yield path
    yield from sorted((ROOT / "data/gui").glob("*.ui"))


def keywords():
    return (ROOT / "po/keywords").read_text().split()


def extract(template):
    subprocess.run(["xgettext", "--from-code=UTF-8", "--no-wrap", "--add-location=file", "--keyword", "-o", template]
                   + [f"--keyword={word}" for word in keywords()] + [path.relative_to(ROOT) for path in sources()],
                   cwd=ROOT, check=True, capture_output=True)


def ids(file, *which):
    """The ids in a catalogue; those of several lines are one."""
    text = subprocess.run(["msgattrib", "--no-wrap", "--no-obsolete", *which, file], capture_output=True, text=True,
                          check=True).stdout
    found = re.findall(r'^msgid ((?:"(?:[^"\\]|\\.)*"\n)+)', text, re.M)
    return {"".join(part[1:-1] for part in one.split("\n")) for one in found} - {""}


def says_something(message):
    """More than gaps and signs."""
    return re.search(r"[A-Za-z]", re.sub(r"%[-0-9.]*(?:l|z)?[a-z]", "", message)) is not None


def arguments(text, start):
    """The arguments of the call whose bracket opens right before "start", as texts."""
    depth, parts, at = 0, [""], start
    while depth >= 0:
        literal = LITERAL.match(text, at)
        piece = literal.group() if literal else text[at]
        depth += (piece in "([{") - (piece in ")]}") if len(piece) == 1 else 0
        if piece == "," and depth == 0:
            parts.append("")
        elif depth >= 0:
            parts[-1] += piece
        at += len(piece)
    return parts


def unmarked(path):
    """Alternatives: of "a ? "…" : "…"" xgettext finds the first one only, unless each is marked. And words of ours in gaps."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.S)
    places = dict(word.split(":") for word in keywords() if ":" in word and "," not in word)
    for call in re.finditer(r"\b(" + "|".join(places) + r") \(", text):
        parts = arguments(text, call.end())
        if len(parts) < int(places[call.group(1)]):
            continue
        sentence = parts[int(places[call.group(1)]) - 1]
        bare = re.sub(r'\bN_ \((?:\s*"(?:[^"\\\n]|\\.)*")+\s*\)', "", sentence)
        if "?" in LITERAL.sub("", bare) and LITERAL.search(bare):
            yield f"{path.relative_to(ROOT)}: mark each alternative with N_: {' '.join(bare.split())}"
        for argument in parts[int(places[call.group(1)]):]:
            if call.group(1) not in MAKERS and WORDS.search(MADE.sub("", argument)):
                yield f"{path.relative_to(ROOT)}: words of ours in a gap are ihop_argument_phrase: {' '.join(argument.split())}"


def main():
    with tempfile.TemporaryDirectory() as folder:
        template = pathlib.Path(folder) / "ihop.pot"
        extract(template)
        if "--pot" in sys.argv:
            pathlib.Path(sys.argv[sys.argv.index("--pot") + 1]).write_text(template.read_text())
            return 0
        said = ids(template)
    known = ids(ROOT / "po/ru.po")
    done = ids(ROOT / "po/ru.po", "--translated", "--no-fuzzy")
    wrong = [f"no Russian text: {one}" for one in sorted(said - done) if says_something(one)]
    wrong += [f"nobody says this any more: {one}" for one in sorted(known - said)]
    for path in sources():
        if path.suffix == ".c":
            wrong += unmarked(path)
    fit = subprocess.run(["msgfmt", "--check-format", "-o", "/dev/null", ROOT / "po/ru.po"], capture_output=True, text=True)
    print("\n".join(wrong + fit.stderr.splitlines()) or f"{len(said)} sentences, all in Russian")
    return 1 if wrong or fit.returncode else 0


sys.exit(main())
