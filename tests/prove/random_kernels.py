#!/usr/bin/python3
"""ihop prove against an enumerator that knows nothing of it: random small kernels are played thread by thread for all small
sizes. What is called proved has no collision and no barrier that some thread misses in any of them; what is called refuted has
it just where the witness says. How many are unknown is counted.

    random_kernels.py IHOP [--count N] [--seed S] [--show]"""
import argparse
import itertools
import json
import pathlib
import random
import subprocess
import sys
import tempfile

MOST = 64            # threads of a block
WARP = 32
GROUPS = (0, WARP, 2, 1)


# Rows of lengths that are passed, and bits of numbers, as text and as what is played.
PRODUCTS = {"tn": ("t * n", lambda v: v["t"] * v["n"]), "tm": ("t * (n + 1)", lambda v: v["t"] * (v["n"] + 1)),
            "btn": ("(b * n + t) * n", lambda v: (v["b"] * v["n"] + v["t"]) * v["n"]), "gm": ("g * (n - 1)", lambda v: v["g"] * (v["n"] - 1)),
            "tx": ("t ^ 1", lambda v: v["t"] ^ 1), "ta": ("t & 5", lambda v: v["t"] & 5), "go": ("g | 2", lambda v: v["g"] | 2), "gx": ("g ^ 6", lambda v: v["g"] ^ 6)}
# What comes round again, and what does not: as text behind "x = ", and as what is played.
TURNS = {"1 - x": lambda x, i: 1 - x, "x ^ 1": lambda x, i: x ^ 1, "(x + 1) % 3": lambda x, i: (x + 1) % 3, "i - x": lambda x, i: i - x, "x / 2": lambda x, i: x // 2 if x >= 0 else -(-x // 2)}


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
            body.insert(rng.randrange(len(body) + 1), ("add", "c" + name, by))
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
                statements.append(self.store(names))
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


statement_lines = {}


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


def value_of(value, variables):
    return sum(factor * (1 if name == "" else variables[name]) for name, factor in value.items())


def holds(condition, variables):
    if condition[0] == "data":
        return (value_of(condition[1], variables) * 2654435761 + variables["data"] * 40503) % 7 < 3
    left, relation, right = value_of(condition[0], variables), condition[1], value_of(condition[2], variables)
    return {"<": left < right, "<=": left <= right, ">": left > right, "==": left == right, "!=": left != right}[relation]


class Return(Exception):
    pass


class Break(Exception):
    pass


class Continue(Exception):
    pass


LEAVES = {"return": Return, "break": Break, "continue": Continue}


def play(statements, variables, events):
    for statement in statements:
        kind = statement[0]
        if kind == "store":
            _, array, to, other, of, constant = statement
            line = statement_lines[id(statement)]
            if not constant:
                events.append(("read", other, value_of(of, variables), line, None))
            events.append(("write", array, value_of(to, variables), line, 7 if constant else None))
        elif kind == "barrier":
            events.append(("barrier", statement_lines[id(statement)], statement[1]))
        elif kind == "if":
            play(statement[2] if holds(statement[1], variables) else statement[3], variables, events)
        elif kind == "switch":
            play_switch(statement, variables, events)
        elif kind == "add":
            variables[statement[1]] += value_of(statement[2], variables)
        elif kind == "turn":
            variables[statement[1]] = TURNS[statement[2]](variables[statement[1]], variables[statement[3]])
        elif kind == "bump":
            if holds(statement[3], variables):
                variables[statement[1]] += 1 if statement[2] == "+" else -1
        elif kind in LEAVES:
            if holds(statement[1], variables):
                raise LEAVES[kind]
        else:
            play_loop(statement, variables, events)


def play_switch(statement, variables, events):
    _, value, modulus, arms = statement
    number = value_of(value, variables)
    if modulus:
        number = abs(number) % modulus * (1 if number >= 0 else -1)
    first = next((i for i, arm in enumerate(arms) if number in arm[0]), None)
    if first is None:
        first = next((i for i, arm in enumerate(arms) if None in arm[0]), len(arms))
    try:
        for _, body, goes_on in arms[first:]:
            play(body, variables, events)
            if not goes_on:
                break
    except Break:
        pass


def goes_on(kind, number, last, operator):
    return number > last if (kind, operator) in (("powers", "/"), ("strides", "-")) else number < last


def moved(number, operator, by):
    return {"+": number + by, "-": number - by, "*": number * by}.get(operator) if operator != "/" else int(number / by)


def play_loop(statement, variables, events):
    """Of any kind: what is added or multiplied, and to what end."""
    kind, name, first, last = statement[:4]
    operator, by = ("+", statement[4]) if kind in ("for", "counted") else statement[4:6]
    inner = dict(variables)
    if kind == "counted":
        inner["c" + name] = value_of(statement[5], variables)
    inner[name] = value_of(first, variables)
    while goes_on(kind, inner[name], value_of(last, variables), operator):
        try:
            play(statement[-1], inner, events)
        except Continue:
            pass
        except Break:
            break
        inner[name] = moved(inner[name], operator, value_of(by, variables) if kind == "strides" else by)


def events_of(kernel, block, thread, grid, size, n, data):
    events = []
    numbers = {"K": kernel.tile, "bK": block * kernel.tile, "t": thread, "w": size, "g": block * size + thread, "b": block, "h": grid,
               "W": grid * size, "bw": block * size, "n": n, "data": data}
    numbers.update({name: worth(numbers) for name, (_, worth) in PRODUCTS.items()})
    try:
        play(kernel.body, numbers, events)
    except Return:
        pass
    return events


def run(kernel, who, grid, size, n, data=0):
    """Of these threads: the groups in which barriers part, (block, size of the group, its number); and who touches what, behind how many
    barriers of each size of groups."""
    touched, orders = {}, {}
    for block, thread in who:
        passed, events = dict.fromkeys(GROUPS, 0), events_of(kernel, block, thread, grid, size, n, data)
        for event in events:
            if event[0] == "barrier":
                passed[event[2]] += 1
                continue
            key = (event[1], event[2]) if event[1] != "s" else (event[1], block, event[2])
            touched.setdefault(key, []).append((block, thread, dict(passed), event))
        for group in GROUPS:
            order = tuple(event[1] for event in events if event[0] == "barrier" and event[2] == group)
            orders.setdefault((block, group, number_of(thread, group)), set()).add(order)
    return {group for group, order in orders.items() if is_parted(group[1], order)}, touched


def number_of(thread, group):
    """The number of its group; the block is one."""
    return thread // group if group else 0


def is_parted(group, orders):
    """Whether threads come to different barriers; a warp does not wait for those that have ended."""
    longest = max(orders, key=len)
    return any(order != longest if group == 0 else order != longest[:len(order)] for order in orders)


def are_ordered(one, other):
    """By a barrier of some group that both are in."""
    return one[0] == other[0] and any(number_of(one[1], group) == number_of(other[1], group) and one[2][group] != other[2][group] for group in GROUPS)


def collisions(touched):
    """All that collide, (place, one, other)."""
    for key, all_of_it in touched.items():
        writes = [one for one in all_of_it if one[3][0] == "write"]
        for one in writes:
            for other in all_of_it:
                if one[:2] == other[:2]:
                    continue
                if are_ordered(one, other):
                    continue
                same = one[3][4] is not None and one[3][4] == other[3][4]
                if not same:
                    yield key, one, other


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


def main():
    words = argparse.ArgumentParser()
    words.add_argument("ihop")
    words.add_argument("--count", type=int, default=100)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--show", action="store_true")
    options = words.parse_args()
    counted, failures, per_file = {}, 0, 20
    with tempfile.TemporaryDirectory() as folder:
        for first in range(0, options.count, per_file):
            statement_lines.clear()
            kernels = [Kernel(random.Random(options.seed * 1000003 + i), i) for i in range(first, min(first + per_file, options.count))]
            path = pathlib.Path(folder) / "kernels.cu"
            path.write_text(print_file(kernels))
            result = subprocess.run([options.ihop, "prove", "--format", "json", str(path)], capture_output=True, text=True)
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
