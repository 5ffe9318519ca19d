#!/usr/bin/python3
"""Whether the window can say what the engine says: every pattern of src/project/phrases.c stands in the
engine's code, and every sentence of the rooms below has its pattern there and a Russian text in po/.

    phrases.py SOURCE-ROOT
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(sys.argv[1])
PIECES = re.compile(r'(?:"(?:[^"\\\n]|\\.)*"\s*)+')
# Put together of more than two pieces, in witness.c, study.c, vectorize.c, hoist_proof.c, nest.c, copies.c,
# kernel.c, deps.c, space.c, storage.c, record.c.
COMPOSED = ("the %s dependence from", "a possible %s dependence from", "%s: %s in (", "%s, distance (%s)", "iteration %s",
            "%s; ", "%s, written by", "%s, set", "%s, its value", "the kernel at", "the host at", "line %u: ", "the loop changes",
            "%s (%s) reduced", "A dependence", "Possibly a", "%s, %s, may change", "the iterations of a strip",
            "flow of", "anti of", "output of", "entry of", "exit of", "line %u of %s calls nothing of")
# Rooms whose sentences a window shows. The writers write C, CUDA, JSON, SVG and DOT and are silent otherwise.
SPEAKING = ("src/transform/**/*.c", "src/gpugen/**/*.c", "src/graph/*.c", "src/profiler/choose.c",
            "src/profiler/pattern.c", "src/analysis/verdict/reasons.c", "src/analysis/verdict/verdict.c",
            "src/analysis/scop/counted_loop.c", "src/analysis/memory/device_code.c", "src/analysis/memory/device_addresses.c",
            "src/analysis/memory/effects.c",
            "src/analysis/memory/effects_function.c", "src/analysis/memory/alias.c", "src/analysis/extract/calls.c")
WRITERS = ("kernel_axes kernel_body kernel_params kernel_reduce kernel_text host host_file host_launch "
           "host_copy host_unused assumption_tests helpers print_cuda printing single_thread device_functions "
           "shape text_names text_words plan_json svg dot json").split()
# What is no sentence for a window, and why not.
EXEMPT = {
    line for line in (ROOT / "tests/gui/unspoken.txt").read_text().split("\n") if line and line[0] != "#"
}


def strings(text):
    """Adjacent literals are one; comments and inclusions are none."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r'#include.*', "", text)
    text = re.sub(r'" G_GU?INT64_FORMAT\b', 'd"', text)
    for found in PIECES.finditer(text):
        yield "".join(part[1:-1] for part in re.findall(r'"(?:[^"\\]|\\.)*"', found.group()))


def read(pattern):
    return {path: set(strings(path.read_text())) for path in sorted(ROOT.glob(pattern))}


def is_sentence(text):
    return re.search(r"[a-z]{2,} [a-z]{2,}", re.sub(r"%[sducg]", "", text)) is not None


def form(text):
    """What the engine may say with this format: gaps hold anything, also nothing."""
    return re.compile(re.sub(r"%[sducg]", ".*?", re.escape(text.strip(" :;,."))), re.S)


def lost(phrases):
    """Patterns that nobody says."""
    said = set()
    for pattern in ("src/**/*.c", "src/**/*.cc"):
        for path, found in read(pattern).items():
            if path.name != "phrases.c" and path.parent.name != "gui":
                said |= found
    forms = [form(text) for text in said if is_sentence(text)]
    for phrase in phrases:
        bare = phrase.strip(" :;,.")
        if phrase.startswith(COMPOSED) or phrase in said or phrase.removeprefix("%s ") in said:
            continue
        if not any(known.fullmatch(bare) for known in forms):
            yield phrase


def unsaid(phrases):
    """Sentences without a pattern; a part of a composed one stands within its pattern."""
    for pattern in SPEAKING:
        for path, found in read(pattern).items():
            if path.relative_to(ROOT).parts[1] in ("gpugen", "graph") and path.stem in WRITERS:
                continue
            for text in sorted(found):
                if is_sentence(text) and text not in EXEMPT and not any(map(form(text).search, phrases)):
                    yield f"{path.relative_to(ROOT)}: {text}"


def untranslated(phrases):
    done = subprocess.run(["msgattrib", "--translated", "--no-obsolete", "--no-wrap", ROOT / "po/ru.po"],
                          capture_output=True, text=True, check=True).stdout
    known = set(re.findall(r'^msgid "(.*)"$', done, re.M))
    return [phrase for phrase in phrases if phrase not in known]


patterns = [text for text in strings((ROOT / "src/project/phrases.c").read_text())]
wrong = [f"nobody says this any more: {text}" for text in lost(patterns)]
wrong += [f"no pattern in phrases.c, no line in tests/gui/unspoken.txt: {text}" for text in unsaid(patterns)]
wrong += [f"no Russian text: {text}" for text in untranslated(patterns)]
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
