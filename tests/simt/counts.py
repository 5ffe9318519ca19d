#!/usr/bin/python3
"""What `ihop run --count` says of kernels whose requests are known: patterns.cu has one for each, here are their addresses,
and a plain loop that counts what they mean.

    counts.py IHOP COUNTS [--compiler NAME]"""
import collections
import json
import math
import pathlib
import subprocess
import sys
import tempfile

ihop, folder = sys.argv[1], pathlib.Path(sys.argv[2])
compiler = sys.argv[4] if len(sys.argv) > 4 else "clang"
AT = [i * 37 % 1000 for i in range(128)]
failures = []


# --- the plain loop --------------------------------------------------------------------------------

def of_global(lanes, size):
    touched = {byte for address in lanes for byte in range(address, address + size)}
    return {"requests": 1, "lanes": len(lanes), "bytes": len(lanes) * size, "distinct_bytes": len(touched),
            "sectors": len({byte // 32 for byte in touched}), "lines": len({byte // 128 for byte in touched})}


def wavefronts(group, size):
    banks = collections.defaultdict(set)
    for address in group:
        for byte in range(address, address + size):
            banks[byte // 4 % 32].add(byte // 4)
    return max(len(words) for words in banks.values())


def of_shared(by_lane, size):
    """by_lane: lane to address. Wide accesses go by halves and quarters of a warp."""
    width = 32 if size <= 4 else 128 // size
    groups = [[address for lane, address in by_lane.items() if first <= lane < first + width] for first in range(0, 32, width)]
    fronts = [wavefronts(group, size) for group in groups if group]
    touched = {byte for address in by_lane.values() for byte in range(address, address + size)}
    return {"requests": 1, "lanes": len(by_lane), "bytes": len(by_lane) * size, "distinct_bytes": len(touched),
            "wavefronts": sum(fronts), "bank_conflicts": sum(front - 1 for front in fronts)}


def of_constant(lanes, size):
    return {"requests": 1, "lanes": len(lanes), "places": len(set(lanes))}


def counted(space, size, where, is_atomic=False, blocks=2, threads=64, times=1):
    """where (block, thread): an address, or None where the thread does not ask."""
    total = collections.Counter()
    for block in range(blocks):
        for first in range(0, threads, 32):
            asked = {t - first: where(block, t) for t in range(first, first + 32)}
            asked = {lane: address for lane, address in asked.items() if address is not None}
            if not asked:
                continue
            one = of_shared(asked, size) if space == "shared" else \
                (of_constant if space == "constant" else of_global)(list(asked.values()), size)
            if is_atomic:
                one["collisions"] = len(asked) - len(set(asked.values()))
            for name, value in one.items():
                total[name] += value * times
    return dict(total)


def summed(*parts):
    total = collections.Counter()
    for part in parts:
        total.update(part)
    return dict(total)


def everywhere(size, times=1):
    """Each thread at its own number."""
    return counted("global", size, lambda b, t: size * (64 * b + t), times=times)


# --- what each kernel asks for ---------------------------------------------------------------------

def global_store(size, where, **more):
    return {("global", "stores"): counted("global", size, where, **more)}


def tile(pad):
    """Rows are written, columns are read: 16 turns of two warps."""
    row = 4 * (32 + pad)
    written = [counted("shared", 4, lambda b, t, j=j: row * (j + t // 32) + 4 * (t % 32), blocks=1) for j in range(0, 32, 2)]
    read = [counted("shared", 4, lambda b, t, j=j: row * (t % 32) + 4 * (j + t // 32), blocks=1) for j in range(0, 32, 2)]
    out = [counted("global", 4, lambda b, t, j=j: 128 * (j + t // 32) + 4 * (t % 32), blocks=1) for j in range(0, 32, 2)]
    return {("shared", "stores"): summed(*written), ("shared", "loads"): summed(*read), ("global", "stores"): summed(*out)}


def spread(b, t):
    return 4 * AT[64 * b + t]


WANTED = {
    "coalesced": {("global", "stores"): {"requests": 4, "lanes": 128, "bytes": 512, "distinct_bytes": 512, "sectors": 16, "lines": 4}},
    "strided": {("global", "stores"): {"requests": 8, "lanes": 256, "bytes": 1024, "distinct_bytes": 1024, "sectors": 64, "lines": 16}},
    "misaligned": {("global", "stores"): {"requests": 4, "lanes": 128, "bytes": 512, "distinct_bytes": 512, "sectors": 20, "lines": 8}},
    "reversed": global_store(4, lambda b, t: 4 * (127 - 64 * b - t)),
    "bytes": global_store(1, lambda b, t: 3 * (64 * b + t)),
    "doubles": {("global", "stores"): {"requests": 4, "lanes": 128, "bytes": 1024, "distinct_bytes": 1024, "sectors": 32, "lines": 8}},
    "fours": {("global", "stores"): {"requests": 4, "lanes": 128, "bytes": 2048, "distinct_bytes": 2048, "sectors": 64, "lines": 16}},
    "broadcast": {("global", "loads"): {"requests": 4, "lanes": 128, "bytes": 512, "distinct_bytes": 16, "sectors": 4, "lines": 4},
                  ("global", "stores"): everywhere(4)},
    "scattered": {("global", "loads"): everywhere(4), **global_store(4, spread)},
    "masked": global_store(4, lambda b, t: 8 * (64 * b + t) if (64 * b + t) % 3 == 0 else None),
    "early": {("global", ask): counted("global", 4, lambda b, t: 4 * (64 * b + t) if 64 * b + t < 77 else None)
              for ask in ("loads", "stores")},
    "guarded": global_store(4, lambda b, t: 4 * t if 64 * b + t < 5 else None),
    "collide": {("global", "atomics"): counted("global", 4, lambda b, t: 4 * (t % 5), is_atomic=True)},
    "collide_apart": {("global", "atomics"): {**everywhere(4), "collisions": 0}},
    "constants": {("constant", "loads"): {"requests": 4, "lanes": 128, "places": 16}, ("global", "stores"): everywhere(4)},
    "tile<0>": tile(0), "tile<1>": tile(1),
    "shared_doubles": {("shared", ask): counted("shared", 8, lambda b, t: 24 * t) for ask in ("loads", "stores")}
                      | {("global", "stores"): everywhere(8)},
    "shared_collide": {("shared", "atomics"): counted("shared", 4, lambda b, t: 4 * (t % 8), is_atomic=True),
                       ("global", "stores"): counted("global", 4, lambda b, t: 4 * t if t < 8 else None)},
    "either": {("shared", "stores"): summed(counted("shared", 4, lambda b, t: 4 * t),
                                            counted("shared", 4, lambda b, t: 4 * t if AT[64 * b + t] % 2 else None)),
               ("shared", "loads"): counted("shared", 4, lambda b, t: 4 * (t ^ 1)),
               ("global", "loads"): everywhere(4, times=2),
               ("global", "stores"): summed(everywhere(4), counted("global", 4, lambda b, t: 4 * (64 * b + t) if AT[64 * b + t] % 2 == 0 else None))},
}


def tiles(stride):
    """Each of 32 lanes names a row of 16 bytes that is loaded, each of 16 one that is stored."""
    return {("shared", "loads"): counted("shared", 16, lambda b, t: 2 * stride * (t % 32)),
            ("shared", "stores"): counted("shared", 16, lambda b, t: 2 * stride * (t % 32) if t % 32 < 16 else None),
            ("global", "stores"): everywhere(4)}


def pieces(row, stride, n, where=lambda b, t: 0):
    """Rows of small matrices, by pieces of 16 bytes."""
    asked = [counted("global", 16, lambda b, t, k=k: where(b, t) + (k + t % 32) * 16 // row * stride + (k + t % 32) * 16 % row) for k in range(0, n, 32)]
    return summed(*asked)


MATRICES = {
    "tiles<64>": tiles(64), "tiles<72>": tiles(72),
    "product": {("global", "loads"): summed(pieces(32, 48, 32), pieces(32, 48, 32, lambda b, t: 16 * 48)),
                ("global", "stores"): pieces(64, 64, 64, lambda b, t: 1024 * (2 * b + t // 32))},
}
assert WANTED["tile<0>"][("shared", "loads")]["bank_conflicts"] == 32 * 31 and WANTED["tile<1>"][("shared", "loads")]["bank_conflicts"] == 0
assert MATRICES["tiles<64>"][("shared", "loads")]["wavefronts"] == 4 * 32 and MATRICES["tiles<72>"][("shared", "loads")]["wavefronts"] == 4 * 4


# --- comparing -------------------------------------------------------------------------------------

def expect(what, got, wanted):
    if got != wanted:
        failures.append(f"{what}: {got}, not {wanted}")


def check_requests(name, kernel):
    wanted_of = {**WANTED, **MATRICES}[name]
    for (space, ask), wanted in wanted_of.items():
        got = kernel["sum"].get(space, {}).get(ask, {})
        for figure, value in wanted.items():
            expect(f"{name}: {figure} of {space} {ask}", got.get(figure), value)
    kinds = {(space, ask) for space in ("global", "local", "shared", "constant") for ask in kernel["sum"].get(space, {})}
    expect(f"{name}: kinds of requests", sorted(kinds - set(wanted_of)), [("shared", "loads"), ("shared", "stores")] if name == "shared_collide" else [])
    for space, ask in kinds:
        check_caches(f"{name}: {space} {ask}", space, ask, kernel["sum"][space][ask])


def check_caches(what, space, ask, figures):
    """Each sector is had from somewhere, or goes somewhere."""
    if space in ("global", "local"):
        expect(what + " had", figures["from_l1"] + figures["from_l2"] + figures["from_memory"], 0 if ask == "stores" else figures["sectors"])
        expect(what + " written", figures["written"], 0 if ask == "loads" else figures["sectors"])


def figures_of(kernel, instruction):
    return [one for one in kernel["instructions"] if one["instruction"].startswith(instruction)]


def check_sums(name, kernel):
    """Lines and instructions are the whole; no line is left out."""
    for part in ("lines", "instructions"):
        for figure in ("executions", "thread_executions", "branches", "divergent_branches"):
            expect(f"{name}: {figure} of all {part}", sum(one[figure] for one in kernel[part]), kernel["sum"][figure])
    expect(f"{name}: classes", sum(kernel["sum"]["classes"].values()), kernel["sum"]["executions"])


def check_flow(kernels):
    whole = kernels["coalesced"]["sum"]
    expect("threads of coalesced", whole["thread_executions"], 32 * whole["executions"])
    expect("branches of coalesced that part", whole["divergent_branches"], 0)
    store, = figures_of(kernels["masked"], "st.")
    expect("masked store", (store["executions"], store["thread_executions"]), (4, 43))
    store, = figures_of(kernels["guarded"], "st.")
    expect("guarded store", (store["executions"], store["thread_executions"]), (4, 5))
    early = kernels["early"]["sum"]
    expect("branches of early", (early["branches"], early["divergent_branches"]), (4, 1))
    parted = [one for one in kernels["turns"]["instructions"] if one["divergent_branches"]]
    expect("branches of turns that part", bool(parted), True)
    expect("lanes that add", kernels["turns"]["sum"]["global"]["stores"]["lanes"], 32 * (0 + 1 + 2 + 3))
    expect("waits of tile", kernels["tile<0>"]["sum"]["barrier_waits"], 2)
    expect("operations of early", kernels["early"]["sum"]["operations"], 77)
    expect("launches", {name: kernel["launches"] for name, kernel in kernels.items() if kernel["launches"] != 1}, {"strided": 2})


def check_locals(kernel):
    """Lanes have their words beside each other: one line where all are at the same place."""
    stores = kernel["sum"]["local"]["stores"]
    expect("local stores", (stores["requests"], stores["sectors"], stores["lines"]), (64 * 4, 64 * 4 * 4, 64 * 4))
    places = [[(AT[w + lane] + add * ((w + lane) % 64)) % 64 for lane in range(32)] for w in range(0, 128, 32) for add in (0, 1)]
    loads = kernel["sum"]["local"]["loads"]
    expect("local loads", (loads["requests"], loads["lines"]), (8, sum(len(set(row)) for row in places)))
    expect("local sectors", loads["sectors"], sum(len({(place, lane // 8) for lane, place in enumerate(row)}) for row in places))


def check_device(document):
    """A device without caches has all from memory; one multiprocessor's cache keeps what it has loaded."""
    expect("copies", document["copies"], [{"kind": "host to device", "calls": 1, "bytes": 512},
                                          {"kind": "device to host", "calls": 1, "bytes": 100}])
    lines = {one["line"] for kernel in document["kernels"] for one in kernel["lines"]}
    expect("lines known", min(lines) > 0, True)


def check_findings(kernels):
    """What strikes, and only where it does."""
    said = {name: " ".join(kernel["look_at"]) for name, kernel in kernels.items()}
    for name, words in {"scattered": "sectors", "tile<0>": "32.0 wavefronts where 1.0", "collide": "atomic", "turns": "lanes part"}.items():
        expect(f"findings of {name}", words in said[name], True)
    expect("silent kernels", [said[name] for name in ("coalesced", "misaligned", "tile<1>", "fours", "collide_apart", "early")], [""] * 6)


def check_matrices(kernels):
    """Four warps multiply once each, by an instruction that is of a class of its own."""
    for name, kernel in kernels.items():
        check_requests(name, kernel)
        check_sums(name, kernel)
    whole = kernels["product"]["sum"]
    expect("products", (whole["classes"]["matrix"], whole["matrix_operations"], whole["operations"]), (4, 4 * 2 * 16 * 16 * 16, 0))
    expect("classes of tiles", {one: kernels["tiles<64>"]["sum"]["classes"].get(one) for one in ("load", "store", "matrix")},
           {"load": 4, "store": 8, "matrix": None})


def check_waits(kernels):
    """How often blocks wait for each other, and from how far their loads come, from one barrier to the next."""
    expect("waits for blocks", {name: kernel["waits_for_blocks"] for name, kernel in kernels.items()},
           {"meets": 3 * 4, "chain": 3, "tries": 0, "steps": 0})
    steps = kernels["steps"]["intervals"]
    expect("intervals of steps", (sum(steps.values()), steps["without_loads"]), (2 * 4 * 3, 2 * 4))
    expect("last loads of steps", steps["from_l1"], 2 * 4)
    # Each meeting has two barriers; what is between them is the meeting itself.
    expect("intervals of meets", sum(kernels["meets"]["intervals"].values()), 4 * (3 + 1))
    for name, kernel in kernels.items():
        check_time(name, kernel)


def check_time(name, kernel):
    """The sum, by the seconds of src/profiler/waits.h: no kernel here has more blocks than multiprocessors."""
    blocks, said = kernel["launches"] * math.prod(kernel["grid"]), kernel["predicted"]
    way = sum(kernel["intervals"][reach] * seconds for reach, seconds in {"from_l1": 23e-9, "from_l2": 150e-9, "from_memory": 273e-9}.items())
    way = (way + 50e-9 * max(sum(kernel["intervals"].values()) - blocks, 0)) / blocks
    meetings = 1.5e-6 * kernel["waits_for_blocks"] / blocks
    work = max(said[part] for part in ("memory", "float", "double", "issue"))
    for what, got, wanted in (("intervals", said["intervals"], way), ("meetings", said["meetings"], meetings),
                              ("seconds", said["seconds"], said["launch"] + meetings + work + way)):
        expect(f"{name}: {what}", f"{got:.4g}", f"{wanted:.4g}")


def kernels_of(temporary, program):
    """What is said of the program's kernels, and all that is."""
    output = pathlib.Path(temporary) / "counts.json"
    done = subprocess.run([ihop, "run", "--compiler", compiler, "--count=json", "--count-output", str(output), "--gpu", "a100",
                           str(folder / program), *(["--", "-arch=sm_90"] if compiler == "nvcc" else [])], capture_output=True, text=True, check=True)
    expect("standard output", done.stdout, "OK\n")
    document = json.loads(output.read_text())
    return {short(kernel["kernel"]): kernel for kernel in document["kernels"]}, document


def short(name):
    return name.removeprefix("void ").split("(")[0]


def main():
    with tempfile.TemporaryDirectory() as temporary:
        check_matrices(kernels_of(temporary, "matrices.cu")[0])
        check_waits(kernels_of(temporary, "waits.cu")[0])
        kernels, document = kernels_of(temporary, "patterns.cu")
    expect("kernels", set(WANTED) - set(kernels), set())
    for name in WANTED:
        check_requests(name, kernels[name])
    for name, kernel in kernels.items():
        check_sums(name, kernel)
    check_flow(kernels)
    check_locals(kernels["locals"])
    check_device(document)
    check_findings(kernels)
    print("\n".join(failures))
    sys.exit(1 if failures else 0)


main()
