#!/usr/bin/python3
"""ihop prove on affine kernels as people write them (staged tiles, stencils, transposes, products, reductions, scans, buffers that take turns) and on
each with one seeded fault: a barrier out, or in a branch, an index off by one, a guard out or off by one, an array one shorter. Whether that is a fault is
said by playing all threads of small grids, which knows nothing of ihop: of those it calls wrong nine tenths have to be refuted, of those that it
calls right nine tenths proved; none may be the other way round.

    affine.py IHOP [--count N] [--seed S] [--show]"""
import argparse
import copy
import json
import pathlib
import random
import subprocess
import sys
import tempfile
from collections import Counter

FILE = 25  # kernels of a file

# Statements are lists: ["set", place, [places that are read]], ["get", name, place], ["if", condition, body], ["bar"], ["warp"],
# ["for", name, first, condition, next, body]. A place is [array, [subscripts]]. Expressions are C and, but for "/" and "&&", Python.


def each(body):
    """All lists of statements, inner ones too."""
    yield body
    for one in body:
        if isinstance(one[-1], list) and one[0] in ("if", "for"):
            yield from each(one[-1])


def places_of(statement):
    return {"set": lambda: [statement[1], *statement[2]], "get": lambda: [statement[2]]}.get(statement[0], list)()


class Kernel:
    def __init__(self, family, block, shared, body, parameters="", values=()):
        self.family, self.block, self.shared, self.body = family, block, shared, body  # block: (x, y); shared: {name: extents}
        self.parameters, self.values = parameters, values  # "int n", of which nobody knows more than the kernel asks; [{"n": number}]
        self.fault = ""

    def text(self, name):
        x, y = self.block
        arrays = sorted({place[0] for body in each(self.body) for one in body for place in places_of(one)} - set(self.shared))
        given = ", ".join([f"float *__restrict__ {one}" for one in arrays] + ([self.parameters] if self.parameters else []))
        lines = [f"__global__ void {name} ({given})", "{"]
        lines += [f"  __shared__ float {array}{''.join(f'[{n}]' for n in extents)};" for array, extents in self.shared.items()]
        lines.append(f"  int t = threadIdx.x, y = threadIdx.y, b = blockIdx.x, c = blockIdx.y, g = blockIdx.x * {x} + threadIdx.x; float v = 0; (void) t, (void) y, (void) b, (void) c, (void) g;")
        print_body(self.body, 1, lines)
        lines += ["}"]
        return "\n".join(lines), f"  {name}<<<dim3 (2, {2 if y > 1 else 1}), dim3 ({x}, {y})>>> ({', '.join(['memory'] * len(arrays) + ['argc'] * bool(self.parameters))});"


def place_text(place):
    return place[0] + "".join(f"[{one}]" for one in place[1])


def print_body(body, depth, lines):
    pad = "  " * depth
    for one in body:
        if one[0] == "set":
            lines.append(f"{pad}{place_text(one[1])} = {' + '.join([place_text(place) for place in one[2]] + ['v'])};")
        elif one[0] == "get":
            lines.append(f"{pad}v += {place_text(one[2])};")
        elif one[0] in ("bar", "warp"):
            lines.append(pad + ("__syncthreads ();" if one[0] == "bar" else "__syncwarp ();"))
        else:
            lines.append(f"{pad}if ({one[1]})" if one[0] == "if" else f"{pad}for (int {one[1]} = {one[2]}; {one[3]}; {one[1]} = {one[4]})")
            lines.append(pad + "{")
            print_body(one[-1], depth + 1, lines)
            lines.append(pad + "}")


# --- playing -------------------------------------------------------------------------------------


def worth(text, names):
    return eval(text.replace("/", "//").replace("&&", " and "), {}, names)  # pylint: disable=eval-used


def play(body, names, events):
    for one in body:
        if one[0] == "set":
            events += [("r", place[0], tuple(worth(i, names) for i in place[1])) for place in one[2]]
            events.append(("w", one[1][0], tuple(worth(i, names) for i in one[1][1])))
        elif one[0] == "get":
            events.append(("r", one[2][0], tuple(worth(i, names) for i in one[2][1])))
        elif one[0] in ("bar", "warp"):
            events.append((one[0], id(one)))
        elif one[0] == "if":
            if worth(one[1], names):
                play(one[2], names, events)
        else:
            names[one[1]] = worth(one[2], names)
            while worth(one[3], names):
                play(one[5], names, events)
                names[one[1]] = worth(one[4], names)


def place_in(kernel, array, subscripts):
    """Its number in the shared array; None: outside of it. That a row is not left is what proofs rest on."""
    at, size = 0, 1
    for n, i in zip(kernel.shared[array], subscripts):
        at, size = at * n + i, size * n
    return at if 0 <= at < size else None


def wrong_with(kernel, values):
    x, y = kernel.block
    touched, ways = {}, {}
    for b in range(2):
        for c in range(2 if y > 1 else 1):
            for t in range(x * y):
                names, events, blocks, warps, way = dict(values, t=t % x, y=t // x, b=b, c=c, g=b * x + t % x), [], 0, 0, []
                play(kernel.body, names, events)
                for event in events:
                    if event[0] == "bar":
                        blocks += 1
                        way.append(event)
                    elif event[0] == "warp":
                        warps += 1
                    else:
                        place = (event[1], event[2])
                        if event[1] in kernel.shared:
                            at = place_in(kernel, *place)
                            if at is None:
                                return "outside"
                            place = (event[1], b, c, at)
                        touched.setdefault(place, set()).add((event[0], b, c, t, blocks, warps))
                ways.setdefault((b, c), set()).add(tuple(way))
    if any(len(each_way) > 1 for each_way in ways.values()):
        return "barrier"
    return "race" if any(races(one) for one in touched.values()) else ""


def races(all_of_it):
    for one in all_of_it:
        for other in all_of_it if one[0] == "w" else ():
            same_block, same_warp = one[1:3] == other[1:3], one[3] // 32 == other[3] // 32
            if one[1:4] == other[1:4] or (same_block and one[4] != other[4]) or (same_block and same_warp and one[5] != other[5]):
                continue
            return True
    return False


def find_wrong(kernel):
    return next((wrong for wrong in (wrong_with(kernel, values) for values in kernel.values or [{}]) if wrong), "")


# --- families ------------------------------------------------------------------------------------


def staged(rng):
    n = rng.choice([8, 16, 32, 64])
    other = rng.choice([f"{n - 1} - t", f"(t + {rng.randrange(1, n)}) % {n}", "t / 2", f"{n} - 1 - t / 2 * 2"])
    return Kernel("staged", (n, 1), {"s": [n]}, [["set", ["s", ["t"]], [["in", ["g"]]]], ["bar"], ["set", ["out", ["g"]], [["s", [other]]]]])


def tile_loop(rng):
    n = rng.choice([8, 16, 32])
    inner = ["for", "j", "0", f"j < {n}", "j + 1", [["get", "v", ["s", ["j"]]]]]
    body = [["for", "k", "0", "k < n", f"k + {n}", [["set", ["s", ["t"]], [["in", ["k + t"]]]], ["bar"], inner, ["bar"]]], ["set", ["out", ["g"]], []]]
    return Kernel("tile loop", (n, 1), {"s": [n]}, body, "int n", [{"n": n}, {"n": 2 * n + 1}])


def stencil(rng):
    n, r = rng.choice([8, 16, 32, 64]), rng.choice([1, 2, 3])
    reads = [["s", [f"t + {r + j}"]] for j in range(-r, r + 1)]
    halo = ["if", f"t < {r}", [["set", ["s", ["t"]], [["in", ["g"]]]], ["set", ["s", [f"t + {n + r}"]], [["in", [f"g + {n + r}"]]]]]]
    body = [["set", ["s", [f"t + {r}"]], [["in", [f"g + {r}"]]]], halo, ["bar"], ["if", "g < n", [["set", ["out", ["g"]], reads]]]]
    return Kernel("stencil", (n, 1), {"s": [n + 2 * r]}, body, "int n", [{"n": n}, {"n": 2 * n}])


def transpose(rng):
    n, rows = rng.choice([(8, 8), (8, 4), (16, 4), (8, 2)])
    pad = rng.choice([0, 1])
    into = ["for", "j", "0", f"j < {n}", f"j + {rows}", [["set", ["s", ["y + j", "t"]], [["in", [f"(c * {n} + y + j) * {2 * n} + b * {n} + t"]]]]]]
    back = ["for", "j", "0", f"j < {n}", f"j + {rows}", [["set", ["out", [f"(b * {n} + y + j) * {2 * n} + c * {n} + t"]], [["s", ["t", "y + j"]]]]]]
    return Kernel("transpose", (n, rows), {"s": [n, n + pad]}, [into, ["bar"], back])


def reduction(rng):
    n = rng.choice([8, 16, 32, 64])
    if rng.random() < 0.5:
        step = ["for", "d", str(n // 2), "d > 0", "d / 2", [["if", "t < d", [["set", ["s", ["t"]], [["s", ["t"]], ["s", ["t + d"]]]]]], ["bar"]]]
    else:
        step = ["for", "d", "1", f"d < {n}", "d * 2", [["if", "t % (2 * d) == 0", [["set", ["s", ["t"]], [["s", ["t"]], ["s", ["t + d"]]]]]], ["bar"]]]
    body = [["set", ["s", ["t"]], [["in", ["g"]]]], ["bar"], step, ["if", "t == 0", [["set", ["out", ["b"]], [["s", ["0"]]]]]]]
    return Kernel("reduction", (n, 1), {"s": [n]}, body)


def product(rng):
    n = rng.choice([4, 8])
    k = ["for", "k", "0", f"k < {n}", "k + 1", [["get", "v", ["s", ["y", "k"]]], ["get", "v", ["u", ["k", "t"]]]]]
    body = [["for", "m", "0", "m < n", "m + 1", [["set", ["s", ["y", "t"]], [["in", [f"m * {n} + t"]]]], ["set", ["u", ["y", "t"]], [["more", [f"m * {n} + y"]]]], ["bar"], k, ["bar"]]],
            ["set", ["out", [f"(c * {n} + y) * {2 * n} + b * {n} + t"]], []]]
    return Kernel("product", (n, n), {"s": [n, n], "u": [n, n]}, body, "int n", [{"n": 1}, {"n": 3}])


def turns(rng):
    n = rng.choice([8, 16, 32])
    step = ["for", "k", "0", "k < n", "k + 1", [["set", ["s", ["(k + 1) % 2", "t"]], [["s", ["k % 2", f"(t + 1) % {n}"]]]], ["bar"]]]
    body = [["set", ["s", ["0", "t"]], [["in", ["g"]]]], ["bar"], step, ["set", ["out", ["g"]], [["s", ["n & 1", "t"]]]]]
    return Kernel("turns", (n, 1), {"s": [2, n]}, body, "int n", [{"n": 2}, {"n": 5}])


def scan(rng):
    n = rng.choice([8, 16, 32])
    step = ["for", "d", "1", f"d < {n}", "d * 2", [["if", "t >= d", [["get", "v", ["s", ["t - d"]]]]], ["bar"], ["set", ["s", ["t"]], [["s", ["t"]]]], ["bar"]]]
    return Kernel("scan", (n, 1), {"s": [n]}, [["set", ["s", ["t"]], [["in", ["g"]]]], ["bar"], step, ["set", ["out", ["g"]], [["s", ["t"]]]]])


def warp(rng):
    n = rng.choice([32, 64])
    step = ["for", "d", "16", "d > 0", "d / 2", [["if", "t % 32 < d", [["set", ["s", ["t"]], [["s", ["t"]], ["s", ["t + d"]]]]]], ["warp"]]]
    body = [["set", ["s", ["t"]], [["in", ["g"]]]], ["warp"], step, ["if", "t % 32 == 0", [["set", ["out", [f"b * {n} + t"]], [["s", ["t"]]]]]]]
    return Kernel("warp", (n, 1), {"s": [n]}, body)


def in_place(rng):
    n, f = rng.choice([8, 32, 64]), rng.choice([2, 3])
    body = [["if", "g < n", [["set", ["p", [f"{f} * g"]], [["p", [f"{f} * g"]], ["p", [f"{f} * g + {f - 1}"]]]], ["set", ["p", [f"{f} * g + 1"]], [["in", ["g + 1"]]]]]]]
    return Kernel("in place", (n, 1), {}, body, "int n", [{"n": n}, {"n": 2 * n}])


def rows(rng):
    n = rng.choice([8, 16])
    body = [["for", "j", "t", "j < n", f"j + {n}", [["set", ["s", ["j"]], [["in", ["b * n + j"]]]]]], ["bar"],
            ["for", "j", "t", "j < n", f"j + {n}", [["set", ["out", [f"b * {4 * n} + j"]], [["s", ["n - 1 - j"]]]]]]]
    return Kernel("rows", (n, 1), {"s": [4 * n]}, [["if", f"n > 0 && n <= {4 * n}", body]], "int n", [{"n": 4 * n}, {"n": n + 1}])


FAMILIES = [staged, tile_loop, stencil, transpose, reduction, product, turns, scan, warp, in_place, rows]


# --- faults --------------------------------------------------------------------------------------


def changed(kernel, what, change):
    other = copy.deepcopy(kernel)
    change(other)
    other.fault = what
    return other


def body_at(kernel, number):
    return list(each(kernel.body))[number]


def drop(number, i):
    return lambda kernel: body_at(kernel, number).pop(i)


def into_branch(number, i):
    def change(kernel):
        body = body_at(kernel, number)
        body[i] = ["if", f"t < {kernel.block[0] - 1}", [body[i]]]
    return change


def open_guard(number, i):
    def change(kernel):
        body = body_at(kernel, number)
        body[i:i + 1] = body[i][2]
    return change


def widen_guard(number, i):
    def change(kernel):
        one = body_at(kernel, number)[i]
        one[1] = one[1].replace("t < ", "t <= ").replace("t >= d", "t >= d - 1") if "<" in one[1] or ">=" in one[1] else one[1]
    return change


def move_index(number, i, place, axis):
    def change(kernel):
        found = places_of(body_at(kernel, number)[i])[place]
        found[1][axis] = f"({found[1][axis]}) + 1"
    return change


def shorten(array):
    def change(kernel):
        kernel.shared[array][0] -= 1
    return change


def faults(kernel):
    for number, body in enumerate(each(kernel.body)):
        for i, one in enumerate(body):
            if one[0] in ("bar", "warp"):
                yield changed(kernel, "barrier out", drop(number, i))
            if one[0] == "bar":
                yield changed(kernel, "barrier in a branch", into_branch(number, i))
            if one[0] == "if":
                yield changed(kernel, "guard out", open_guard(number, i))
                yield changed(kernel, "guard off by one", widen_guard(number, i))
            for place, found in enumerate(places_of(one)):
                for axis in range(len(found[1])):
                    yield changed(kernel, "index off by one", move_index(number, i, place, axis))
    for array in kernel.shared:
        yield changed(kernel, "array one shorter", shorten(array))


# --- asking --------------------------------------------------------------------------------------


def verdicts(ihop, kernels, path):
    texts = [kernel.text(f"k{i}") for i, kernel in enumerate(kernels)]
    path.write_text("\n".join(text for text, _ in texts) + "\nint main (int argc, char **argv)\n{\n  float *memory;\n  cudaMalloc (&memory, 1 << 20);\n" + "\n".join(call for _, call in texts) + "\n}\n")
    done = subprocess.run([ihop, "prove", "--format", "json", str(path)], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1, 4):
        sys.exit(f"exit {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)["kernels"]


def share(part, whole):
    return f"{part} of {whole}" + (f" ({100 * part / whole:.1f} %)" if whole else "")


def main():
    words = argparse.ArgumentParser()
    words.add_argument("ihop")
    words.add_argument("--count", type=int, default=200)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--show", action="store_true")
    options = words.parse_args()
    rng, todo = random.Random(options.seed), []
    while len(todo) < options.count:
        kernel = rng.choice(FAMILIES)(rng)
        all_faults = list(faults(kernel))
        todo += [kernel, *rng.sample(all_faults, min(3, len(all_faults)))]
    counted, bad = Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        for start in range(0, len(todo), FILE):
            batch = todo[start:start + FILE]
            for kernel, said in zip(batch, verdicts(options.ihop, batch, pathlib.Path(folder) / "kernels.cu")):
                wrong, verdict = find_wrong(kernel), said["verdict"]
                counted["wrong" if wrong else "right", verdict] += 1
                counted[kernel.fault or "no fault", "wrong" if wrong else "right", verdict] += 1
                counted[kernel.family, "wrong" if wrong else "right", verdict] += 1
                is_bad = verdict == ("proved" if wrong else "refuted")
                bad += is_bad
                if is_bad or (options.show and verdict == "unknown"):
                    print(f"{kernel.family}, {kernel.fault or 'no fault'}: {verdict}, played: {wrong or 'right'}")
                    print(kernel.text("k")[0], *[(find["message"], find.get("values")) for find in said["findings"] if find["severity"] != "note"][:2], sep="\n", flush=True)
    for key, n in sorted((key, n) for key, n in counted.items() if len(key) == 3):
        print(f"  {key[0]}, {key[1]}: {key[2]} {n}")
    right = [counted["right", one] for one in ("proved", "unknown", "refuted")]
    wrong = [counted["wrong", one] for one in ("refuted", "unknown", "proved")]
    print(f"right: proved {share(right[0], sum(right))}, refuted {right[2]}; wrong: refuted {share(wrong[0], sum(wrong))}, proved {wrong[2]}")
    sys.exit(bad > 0 or 10 * right[0] < 9 * sum(right) or 10 * wrong[0] < 9 * sum(wrong))


main()
