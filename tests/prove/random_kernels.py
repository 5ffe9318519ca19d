#!/usr/bin/python3
"""ihop prove against an enumerator that knows nothing of it: random small kernels are played thread by thread for all small
sizes. What is called proved has no collision and no barrier that some thread misses in any of them; what is called refuted has
it just where the witness says. How many are unknown is counted. With --fences the same is asked of each kernel without each of its barriers.

    random_kernels.py IHOP [--count N] [--seed S] [--fences] [--show]"""
import argparse
import itertools
import json
import pathlib
import random
import subprocess
import sys
import tempfile

from playing import LEAVES, PRODUCTS, TURNS, WARP, collisions, left_out, run, statement_lines

MOST = 64            # threads of a block


def places_in(body):
    """The body and all lists of statements in it, but those of a switch."""
    inner = [part for statement in body if isinstance(statement, tuple) and statement[0] in ("if", "for", "counted", "strides", "powers")
             for part in statement if isinstance(part, list)]
    return [body] + [place for part in inner for place in places_in(part)]


class Kernel:
    """A body as a list of statements: tuples of a kind, and what belongs to it."""

    def __init__(self, rng, number):
        self.rng, self.name, self.names = rng, f"k{number}", 0
        self.in_groups = rng.choice([0, 0, 0.5, 1]) # how many of its barriers are of warps and tiles
        self.tile = rng.choice([1, 2, 3, 4]) if rng.random() < 0.3 else 0  # a template's constant; 0: it is none
        self.body = self.block(0, ["t", "n"] + (["g", "b"] if rng.random() < 0.6 else []) + (["w"] if rng.random() < 0.3 else [])
                               + (["W"] if rng.random() < 0.15 else []) + (["K", "bK"] if self.tile else [])
                               + ([rng.choice(list(PRODUCTS))] * 2 if rng.random() < 0.3 else []))

    def affine(self, names):
        """{name: factor}, with "" for the constant."""
        rng = self.rng
        value = {rng.choice(names): rng.choice([1, 1, 1, 1, 2, -1])}
        if rng.random() < 0.25:
            value[rng.choice(names)] = rng.choice([1, 2])
        if rng.random() < 0.5:
            value[""] = rng.choice([-2, -1, 1, 2, 3])
        return value

    def subscript(self, names):
        return self.affine([name for name in names if name != "n"] if self.rng.random() < 0.85 else names)

    def condition(self, names):
        """(left, relation, right), or of data that no thread writes."""
        if self.rng.random() < 0.12:
            return ("data", self.affine(names))
        return (self.affine(names), self.rng.choice(["<", "<=", ">", "==", "!="]), self.rng.choice([{"n": 1}, {"": self.rng.randrange(5)}]))

    def store(self, names):
        rng = self.rng
        array = rng.choice("sp" if rng.random() < 0.8 else "pq")
        return ("store", array, self.subscript(names), rng.choice("spp"), self.subscript(names), rng.random() < 0.1)

    def copy(self, names):
        """memset and memcpy of a few elements: how many, a number or what is passed."""
        _, array, to, other, of, _ = self.store(names)
        count = self.rng.choice([{"": 1}, {"": 2}, {"": 3}, {"n": 1}])
        return ("clear", array, to, count) if self.rng.random() < 0.5 else ("copy", array, to, count, other, of)

    def barrier(self):
        """A list of its own: what it is known by is its place. Its kind, and how many threads that follow each other meet there (0: the block)."""
        return ["barrier", self.rng.choice([WARP, WARP, 2, 1]) if self.rng.random() < self.in_groups else 0]

    def powers(self, depth, names):
        """A loop whose variable shrinks or grows by a factor."""
        rng = self.rng
        self.names += 1
        name, factor = f"i{self.names}", rng.choice([2, 2, 3])
        if rng.random() < 0.65:
            first = rng.choice([{"n": 1}, {"w": 1}, {"n": 1, "": 2}, {"": 9}, {"w": 1, "t": 1}])
            last, operator = rng.choice([{"": 0}, {"": 0}, {"": 2}, {"t": 1, "": 1}]), "/"
        else:
            first, last, operator = rng.choice([{"": 1}, {"": 2}, {"w": 1}]), rng.choice([{"n": 1}, {"w": 2}, {"": 7}, {"w": 4}]), "*"
        body = self.block(depth + 1, names + [name], True)
        if rng.random() < 0.6:
            body.append(self.barrier())
        return ("powers", name, first, last, operator, factor, body)

    def counted(self, depth, names):
        """A loop with a second variable that a statement of its body moves; it is its name with a c in front."""
        rng = self.rng
        self.names += 1
        name, by = f"i{self.names}", rng.choice([{"n": 1}, {"": 1}, {"": 3}, {"w": 1}, {"n": 1, "": 1}])
        body = self.block(depth + 1, names + ["c" + name], True)
        if rng.random() < 0.35:
            body.insert(rng.randrange(len(body) + 1), ("turn", "c" + name, rng.choice(list(TURNS)), name))
        elif rng.random() < 0.8:
            for _ in range(rng.choice([1, 1, 2])):
                place = rng.choice(places_in(body)) if rng.random() < 0.6 else body
                place.insert(rng.randrange(len(place) + 1), ("add", "c" + name, by if place is body else rng.choice([by, {"": 1}])))
        else:
            body.append(("bump", "c" + name, "+", self.condition(names)))
        return ("counted", name, {"": 0}, rng.choice([{"n": 1}, {"": 3}]), 1, rng.choice([{"t": 1}, {"g": 1}, {"": 0}]), body)

    def strides(self, depth, names):
        """A loop that a block's or all threads share out, or would if its step were another; "relation" says in which direction."""
        rng = self.rng
        self.names += 1
        name, up = f"i{self.names}", rng.random() < 0.8
        step = rng.choice([{"W": 1}, {"W": 1}, {"w": 1}, {"h": 1}, {"W": 2}, {"w": 1, "h": 1}, {"w": 1, "": 1}])
        first = rng.choice([{"g": 1}, {"g": 1}, {"t": 1}, {"b": 1}, {"bw": 1}, {"g": 2}, {"g": 1, "": 1}, {"t": 1, "b": 1}])
        last = rng.choice([{"n": 1}, {"n": 2, "": 3}, {"": 6}, {"n": 1, "w": 1}])
        if not up:
            first, last = {"n": 2, "": rng.choice([-1, 4]), **{key: -factor for key, factor in first.items() if key}}, {"": -1}
        body = self.block(depth + 1, names + [name, name], True)
        if rng.random() < 0.1:
            body.append(("bump", name, "+" if up else "-", self.condition(names + [name])))
        if rng.random() < 0.15:
            body.append(self.barrier())
        return ("strides", name, first, last, "+" if up else "-", step, body)

    def switch(self, depth, names, is_loop):
        """Cases with what they run, and whether they go on into the next one; None stands for the default."""
        rng, labels = self.rng, [0, 1, 2, 3, None]
        rng.shuffle(labels)
        arms = []
        while labels and len(arms) < 4 and (not arms or rng.random() < 0.6):
            own = [labels.pop() for _ in range(rng.randrange(1, 1 + min(2, len(labels))))]
            arms.append((own, self.block(depth + 1, names, is_loop), rng.random() < 0.06))
        value = {"n": 1} if rng.random() < 0.4 else self.affine(names)
        return ("switch", value, rng.choice([0, 0, 2, 3]), arms)

    def tiles(self, depth, names):
        """A loop over tiles of the template's size, with a barrier at its end, mostly."""
        self.names += 1
        name = f"i{self.names}"
        body = self.block(depth + 1, names + [name], True)
        if self.rng.random() < 0.7:
            body.append(self.barrier())
        return ("for", name, self.rng.choice([{"": 0}, {"t": 1}, {"bK": 1}]), self.rng.choice([{"n": 1}, {"K": 3}]), self.tile, body)

    def block(self, depth, names, is_loop=False):
        rng, statements = self.rng, []
        for _ in range(rng.randrange(1, 4)):
            choice = rng.random()
            if choice < 0.45 or depth > 2:
                statements.append(self.store(names) if rng.random() < 0.9 else self.copy(names))
            elif choice < 0.62:
                statements.append(self.barrier())
            elif choice < 0.8:
                statements.append(("if", self.condition(names if rng.random() < 0.8 else ["n"]), self.block(depth + 1, names, is_loop),
                                   self.block(depth + 1, names, is_loop) if rng.random() < 0.3 else []))
            elif choice < 0.85:
                statements.append((rng.choice(["return", "break", "continue"]) if is_loop else "return", self.condition(names)))
            elif choice < 0.89:
                statements.append(self.powers(depth, names))
            elif choice < 0.93:
                statements.append(self.switch(depth, names, is_loop))
            elif self.tile and choice < 0.95:
                statements.append(self.tiles(depth, names))
            elif choice < 0.96 and rng.random() < 0.5:
                statements.append(self.counted(depth, names))
                names = names + ["c" + statements[-1][1]] * 2
            elif choice < 0.97 or (depth == 0 and rng.random() < 0.3):
                statements.append(self.strides(depth, names))
            else:
                self.names += 1
                name = f"i{self.names}"
                first = {"": 0} if rng.random() < 0.7 else {"t": 1}
                last = rng.choice([{"n": 1}, {"": rng.randrange(1, 4)}, {"n": 1, "t": 1}])
                statements.append(("for", name, first, last, rng.choice([1, 1, 2]), self.block(depth + 1, names + [name], True)))
        return statements


def text_of(value):
    parts = [str(factor) if name == "" else name if factor == 1 else f"{factor} * {name}" for name, factor in value.items()]
    return " + ".join(parts) if parts else "0"


def condition_text(condition):
    if condition[0] == "data":
        return f"d[{text_of(condition[1])} + M] > 0"
    return f"{text_of(condition[0])} {condition[1]} {text_of(condition[2])}"


def print_block(statements, indent, lines):
    pad = "  " * indent
    for statement in statements:
        kind = statement[0]
        if kind == "store":
            _, array, to, other, of, constant = statement
            lines.append(f"{pad}{array}[{text_of(to)} + M] = {'7' if constant else f'{other}[{text_of(of)} + M] + 1'};")
            statement_lines[id(statement)] = len(lines)
        elif kind in ("copy", "clear"):
            _, array, to, count = statement[:4]
            what = f"{statement[4]} + ({text_of(statement[5])} + M)" if kind == "copy" else "0"
            lines.append(f"{pad}{'memcpy' if kind == 'copy' else 'memset'} (&{array}[{text_of(to)} + M], {what}, ({text_of(count)}) * sizeof (int));")
            statement_lines[id(statement)] = len(lines)
        elif kind == "barrier":
            lines.append(pad + {0: "__syncthreads ();", WARP: "__syncwarp ();"}.get(statement[1], f"tile{statement[1]}.sync ();"))
            statement_lines[id(statement)] = len(lines)
        elif kind == "if":
            _, condition, yes, no = statement
            lines.append(f"{pad}if ({condition_text(condition)})")
            lines.append(pad + "{")
            print_block(yes, indent + 1, lines)
            lines.append(pad + "}")
            if no:
                lines.append(pad + "else {")
                print_block(no, indent + 1, lines)
                lines.append(pad + "}")
        elif kind in LEAVES:
            lines.append(f"{pad}if ({condition_text(statement[1])}) {kind};")
        elif kind == "switch":
            _, value, modulus, arms = statement
            lines.append(f"{pad}switch (({text_of(value)}){f' % {modulus}' if modulus else ''})")
            lines.append(pad + "{")
            for labels, body, goes_on in arms:
                lines.append(pad + " ".join("default:" if label is None else f"case {label}:" for label in labels))
                lines.append(pad + "{")
                print_block(body, indent + 1, lines)
                lines.append(pad + "}")
                if not goes_on:
                    lines.append(pad + "break;")
            lines.append(pad + "}")
        elif kind == "add":
            lines.append(f"{pad}{statement[1]} += {text_of(statement[2])};")
        elif kind == "turn":
            lines.append(f"{pad}{statement[1]} = {statement[2].replace('x', statement[1]).replace('i ', statement[3] + ' ')};")
        elif kind == "bump":
            lines.append(f"{pad}if ({condition_text(statement[3])}) {statement[1]} {statement[2]}= 1;")
        elif kind == "strides":
            _, name, first, last, operator, step, body = statement
            relation = "<" if operator == "+" else ">"
            lines.append(f"{pad}for (int {name} = {text_of(first)}; {name} {relation} {text_of(last)}; {name} {operator}= {text_of(step)})")
            lines.append(pad + "{")
            print_block(body, indent + 1, lines)
            lines.append(pad + "}")
        elif kind == "powers":
            _, name, first, last, operator, factor, body = statement
            relation = ">" if operator == "/" else "<"
            lines.append(f"{pad}for (int {name} = {text_of(first)}; {name} {relation} {text_of(last)}; {name} {operator}= {factor})")
            lines.append(pad + "{")
            print_block(body, indent + 1, lines)
            lines.append(pad + "}")
        else:
            _, name, first, last, step = statement[:5]
            body = statement[-1]
            if kind == "counted":
                lines.append(f"{pad}int c{name} = {text_of(statement[5])};")
            lines.append(f"{pad}for (int {name} = {text_of(first)}; {name} < {text_of(last)}; {name} += {step})")
            lines.append(pad + "{")
            print_block(body, indent + 1, lines)
            lines.append(pad + "}")


def print_file(kernels):
    lines = ["#include <cooperative_groups.h>", "#define M 1000"]
    for kernel in kernels:
        parameters = "(int *__restrict__ p, int *__restrict__ q, const int *__restrict__ d, int n)"
        if kernel.tile:
            lines.append("template <int K>")
        lines.append(f"__global__ void __launch_bounds__({MOST}) {kernel.name} {parameters}")
        lines.append("{")
        lines.append("  __shared__ int s[4000];")
        lines.append("  int t = threadIdx.x, b = blockIdx.x, g = blockIdx.x * blockDim.x + t, w = blockDim.x;"
                     " int h = gridDim.x, W = gridDim.x * blockDim.x, bw = blockIdx.x * blockDim.x;"
                     + (" int bK = b * K;" if kernel.tile else ""))
        if kernel.in_groups:
            lines.extend(f"  auto tile{n} = cooperative_groups::tiled_partition<{n}> (cooperative_groups::this_thread_block ());" for n in (1, 2))
        lines.append("  int " + ", ".join(f"{name} = {text}" for name, (text, _) in PRODUCTS.items()) + ";")
        print_block(kernel.body, 1, lines)
        lines.append("}")
        if kernel.tile:
            lines.append(f"template __global__ void {kernel.name}<{kernel.tile}> {parameters};")
    return "\n".join(lines) + "\n"


def check_witness(kernel, find):
    values = find["values"]
    places = find["places"]
    who = sorted({(place["block"][0], place["thread"][0]) for place in places})
    if values["n"] > 70: # loops in loops: it would take too long to play
        return "large"
    parted, touched = run(kernel, who, values["gridDim.x"], values["blockDim.x"], values["n"])
    if find["kind"] == "barrier":
        return None if any(group == 0 for _, group, _ in parted) else "no barrier parts there"
    if find["kind"] == "mask":
        return None if any(group for _, group, _ in parted) else "no barrier of a warp parts there"
    if find["kind"] == "outside":
        element = find["element"][0]
        return None if ("s", who[0][0], element - 1000) in touched and not 0 <= element < 4000 else "it is not outside"
    want = {(place["block"][0], place["thread"][0], place["line"], "write" if place["write"] else "read") for place in places}
    for key, one, other in collisions(touched):
        got = {(each[0], each[1], each[3][3], each[3][0]) for each in (one, other)}
        if got == want and key[0] == find["array"] and key[-1] + 1000 == find["element"][0]:
            return None
    return "these two do not meet"


def find_problem(kernel):
    sizes = list(itertools.product((1, 2, 3), (1, 2, 3, 4), (-1, 0, 1, 2, 3, 5)))
    if kernel.in_groups: # more than one warp, and a part of one
        sizes += [(1, WARP + 4, 1), (1, WARP + 4, 3)]
    for blocks, size, n in sizes:
        parted, touched = run(kernel, list(itertools.product(range(blocks), range(size))), blocks, size, n, blocks + size + n)
        if parted:
            return f"barriers part: grid {blocks}, block {size}, n = {n}"
        for key, one, other in collisions(touched):
            return f"{key}: {one} and {other}: grid {blocks}, block {size}, n = {n}"
    return None


def problem_of_fences(kernel, proof, counted):
    """What is said of a barrier, played without it."""
    wrong = None
    for fence in proof.get("fences", []):
        left_out.add(fence["line"])
        counted[fence["need"]] = counted.get(fence["need"], 0) + 1
        if fence["need"] == "not-needed":
            wrong = wrong or find_problem(kernel)
        elif fence["need"] == "needed":
            said = check_witness(kernel, fence["findings"][0])
            wrong = wrong or (said if said != "large" else None)
        left_out.clear()
        if wrong:
            return f"barrier of line {fence['line']} {fence['need']}: {wrong}"
    return None


def main():
    words = argparse.ArgumentParser()
    words.add_argument("ihop")
    words.add_argument("--count", type=int, default=100)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--fences", action="store_true")
    words.add_argument("--show", action="store_true")
    options = words.parse_args()
    counted, failures, per_file = {}, 0, 20
    with tempfile.TemporaryDirectory() as folder:
        for first in range(0, options.count, per_file):
            statement_lines.clear()
            kernels = [Kernel(random.Random(options.seed * 1000003 + i), i) for i in range(first, min(first + per_file, options.count))]
            path = pathlib.Path(folder) / "kernels.cu"
            path.write_text(print_file(kernels))
            result = subprocess.run([options.ihop, "prove", "--format", "json", *["--fences"] * options.fences, str(path)], capture_output=True, text=True)
            if result.returncode not in (0, 1, 4):
                print(result.stderr, result.returncode)
                sys.exit(1)
            for kernel, proof in zip(kernels, json.loads(result.stdout)["kernels"]):
                verdict, problem = proof["verdict"], find_problem(kernel)
                counted[verdict, problem is None] = counted.get((verdict, problem is None), 0) + 1
                wrong = problem if verdict == "proved" else None
                if verdict == "refuted":
                    said = [check_witness(kernel, find) for find in proof["findings"] if find["severity"] == "error"]
                    wrong = next((one for one in said if one and one != "large"), None)
                    counted["large"] = counted.get("large", 0) + said.count("large")
                wrong = wrong or problem_of_fences(kernel, proof, counted)
                if wrong:
                    failures += 1
                    print(f"{kernel.name} of seed {options.seed} is {verdict}: {wrong}")
                    if options.show:
                        lines = print_file([kernel])
                        print(lines, json.dumps(proof["findings"], indent=1))
                if options.show and verdict == "unknown":
                    print([find["message"] for find in proof["findings"] if find["severity"] == "unknown"][:2])
    print(f"{options.count} kernels:", ", ".join(f"{key}: {value}" for key, value in sorted(counted.items(), key=str)))
    sys.exit(failures > 0)


main()
