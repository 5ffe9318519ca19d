#!/usr/bin/python3
"""Small random programs of kernels, streams and copies, each with seeded faults, and whether --check reports all that can change
anything, and nothing else. What can change is said by an enumerator of all orders (class Orders), which knows barriers as
waiting and nothing of ihop: at most eight threads, every order of their accesses that no barrier, stream or event forbids; a
program can change if two orders differ in what a thread reads or in the values that a place holds one after the other.

    orders.py IHOP [--count N] [--seed N] [--keep FOLDER]"""
import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile
from collections import Counter

BATCH = 40
# atomicAdd_block, without a toolkit.
NARROW = """static __device__ void
add_in_block (int *place)
{
  asm volatile ("red.relaxed.cta.add.s32 [%0], 1;" ::"l" (place) : "memory");
}

"""
MOST_STATES = 30000
# Blocks and threads of a block that do something; blocks of two warps have four such lanes in each.
SHAPES = [(1, 8, 1), (2, 4, 1), (4, 2, 1), (8, 1, 1), (1, 8, 2), (1, 4, 1), (2, 2, 1), (1, 6, 2)]
INDICES = ["t", "(t + 1) % n", "n - 1 - t", "t / 2", "0", "(t + n / 2) % n", "t ^ 1", "(t * 3 + 1) % n"]


def index_of(text, t, n):
    return eval(text.replace("/", "//"), {"t": t, "n": n})  # pylint: disable=eval-used


class Statement:
    """r, w, a (atomic of the device), b (atomic of the block), B (barrier of the block), S (of the warp)."""

    def __init__(self, kind, space="", index="", guard="", add=0):
        self.kind, self.space, self.index, self.guard, self.add = kind, space, index, guard, add

    def copy(self, **changes):
        return Statement(**{**self.__dict__, **changes})

    def acts(self, t):
        return not self.guard or bool(eval(self.guard, {"t": t}))  # pylint: disable=eval-used


class Case:
    """Tasks in streams: fill (of all), kernels, copy back; each waits for those before it that "after" names."""

    def __init__(self, shape, tasks):
        self.shape, self.tasks = shape, tasks

    @property
    def n(self):
        return self.shape[0] * self.shape[1]


class Task:
    def __init__(self, kind, statements=(), after=(), value=0):
        self.kind, self.statements, self.after, self.value = kind, list(statements), list(after), value

    def copy(self, **changes):
        return Task(**{**self.__dict__, **changes})


# --- the enumerator ------------------------------------------------------------------------------


class Thread:
    def __init__(self, task, block, warp, ops):
        self.task, self.block, self.warp, self.ops = task, block, warp, ops


def threads_of(case, number):
    """Each with what it does: (kind, place, value)."""
    task, n = case.tasks[number], case.n
    if task.kind == "fill":
        return [Thread(number, 0, 0, [("w", ("g", i), 7) for i in range(n)])]
    if task.kind in ("copy", "free"):
        return [Thread(number, 0, 0, [("r" if task.kind == "copy" else "w", ("g", i), -1) for i in range(n)])]
    threads = []
    blocks, each, warps = case.shape
    for block in range(blocks):
        for own in range(each):
            ops = []
            for k, one in enumerate(task.statements):
                t, size = (block * each + own, n) if one.space != "s" else (own, each)
                if one.kind in "BS":
                    ops.append((one.kind, None, 0))
                elif one.acts(block * each + own):
                    at = index_of(one.index, t, size) + one.add
                    ops.append((one.kind, ("g", at) if one.space == "g" else ("s", number, block, at), 1000 * number + 100 * k + t))
            threads.append(Thread(number, block, own * warps // each, ops))
    return threads


class Orders:
    def __init__(self, case):
        self.case = case
        self.threads = [one for number in range(len(case.tasks)) for one in threads_of(case, number)]
        self.size = {"g": case.n, "s": case.shape[1]}
        self.seen, self.outcome, self.n_states = set(), None, 0
        self.before = [self.all_before(number) for number in range(len(case.tasks))]

    def all_before(self, number):
        before = set()
        for one in self.case.tasks[number].after:
            before |= {one} | self.all_before(one)
        return before

    def is_outside(self):
        return any(place and not 0 <= place[-1] < self.size[place[0]] for one in self.threads for _, place, _ in one.ops)

    def is_narrow(self):
        """A place that atomics of a block use, and another block, too."""
        users = {}
        for one in self.threads:
            for kind, place, _ in one.ops:
                users.setdefault((one.task, place), set()).add((one.block, kind == "b"))
        return any(len({block for block, _ in who}) > 1 and any(is_narrow for _, is_narrow in who) for (_, place), who in users.items() if place)

    def is_done(self, task, pcs):
        return all(pcs[i] == len(one.ops) for i, one in enumerate(self.threads) if one.task == task)

    def meet(self, pcs):
        """Barriers that all have come to let them go on."""
        pcs, moved = list(pcs), True
        while moved:
            moved = False
            for i, one in enumerate(self.threads):
                if pcs[i] < len(one.ops) and one.ops[pcs[i]][0] in "BS":
                    kind = one.ops[pcs[i]][0]
                    group = [j for j, other in enumerate(self.threads) if other.task == one.task and other.block == one.block
                             and (kind == "B" or other.warp == one.warp)]
                    if all(pcs[j] < len(self.threads[j].ops) and self.threads[j].ops[pcs[j]][0] == kind for j in group):
                        for j in group:
                            pcs[j] += 1
                        moved = True
        return tuple(pcs)

    def can_run(self, i, pcs):
        one = self.threads[i]
        return pcs[i] < len(one.ops) and one.ops[pcs[i]][0] not in "BS" and all(self.is_done(task, pcs) for task in self.before[one.task])

    @staticmethod
    def conflict(a, b):
        return a[1] is not None and a[1] == b[1] and not (a[0] == "r" and b[0] == "r") and not (a[0] in "ab" and b[0] in "ab")

    def may_meet(self, i, pcs):
        """Is there anything that others can do before i moves and that its next access conflicts with?"""
        one = self.threads[i]
        for j, other in enumerate(self.threads):
            if j == i or one.task in self.before[other.task]:
                continue
            for op in other.ops[pcs[j]:]:
                if op[0] == "B" and other.task == one.task and other.block == one.block:
                    break
                if op[0] == "S" and other.task == one.task and other.block == one.block and other.warp == one.warp:
                    break
                if self.conflict(one.ops[pcs[i]], op):
                    return True
        return False

    def step(self, i, pcs, held, read):
        one = self.threads[i]
        kind, place, value = one.ops[pcs[i]]
        held, now = dict(held), dict(held).get(place, ())
        if kind == "r":
            read = read + ((i, pcs[i], now[-1] if now else None),)
        else:
            if kind != "w" and not now:
                read = read + ((i, pcs[i], None),)
            value = value if kind == "w" else (now[-1] if now else 0) + 1
            if not now or now[-1] != value:
                held[place] = now + (value,)
        after = list(pcs)
        after[i] += 1
        return self.meet(after), tuple(sorted(held.items())), tuple(sorted(read))

    def can_change(self):
        """"outside", "narrow", "unwritten", "orders", "" or None: there are too many orders."""
        if self.is_outside():
            return "outside"
        if self.is_narrow():
            return "narrow"
        todo = [(self.meet((0,) * len(self.threads)), (), ())]
        while todo:
            state = todo.pop()
            if state in self.seen:
                continue
            self.seen.add(state)
            if len(self.seen) > MOST_STATES:
                return None
            pcs, held, read = state
            able = [i for i in range(len(self.threads)) if self.can_run(i, pcs)]
            if not able:
                if self.outcome is not None and (held, read) != self.outcome:
                    return "orders"
                self.outcome = (held, read)
            alone = next((i for i in able if not self.may_meet(i, pcs)), None)
            todo += [self.step(i, *state) for i in (able if alone is None else [alone])]
        # What nobody has written may be copied, as long as nobody looks at it.
        if any(value is None and self.case.tasks[self.threads[i].task].kind == "kernel" for i, _, value in self.outcome[1]):
            return "unwritten"
        return ""


# --- programs ------------------------------------------------------------------------------------


def random_kernel(rng, spaces):
    statements = []
    for _ in range(rng.randint(2, 5)):
        kind = rng.choice("wwrrra")
        space = rng.choice(spaces)
        statements.append(Statement(kind, space, rng.choice(INDICES), rng.choice(["", "", "", "t % 2 == 0", "t < 2"])))
        if rng.random() < 0.6:
            statements.append(Statement(rng.choice("BBBS")))
    if any(one.space == "s" for one in statements):
        statements[:0] = [Statement("w", "s", "t"), Statement("B")]
    return statements


def random_case(rng):
    shape = rng.choice(SHAPES)
    tasks = [Task("fill", after=[])]
    for _ in range(rng.randint(1, 2)):
        tasks.append(Task("kernel", random_kernel(rng, rng.choice([["g"], ["s"], ["g", "s"]])), [len(tasks) - 1]))
    tasks.append(Task("copy", after=[len(tasks) - 1]))
    tasks.append(Task("free", after=[len(tasks) - 1]))
    return Case(shape, tasks)


def with_task(case, number, **changes):
    tasks = list(case.tasks)
    tasks[number] = tasks[number].copy(**changes)
    return Case(case.shape, tasks)


def with_statement(case, number, k, new):
    statements = case.tasks[number].statements
    return with_task(case, number, statements=statements[:k] + new + statements[k + 1:])


def mutants(case):
    """All seeded faults: (what, case)."""
    for number, task in enumerate(case.tasks):
        for k, one in enumerate(task.statements):
            if one.kind in "BS":
                yield "barrier out", with_statement(case, number, k, [])
            elif one.kind == "a":
                yield "scope narrowed", with_statement(case, number, k, [one.copy(kind="b")])
            if one.kind in "wra":
                yield "index off by one", with_statement(case, number, k, [one.copy(add=1)])
            if one.kind == "w" and one.space == "s":
                yield "initialisation left out", with_statement(case, number, k, [])
        if task.kind == "kernel":
            yield "event dropped", with_task(case, number, after=[])
        if task.kind == "copy":
            yield "copy too early", with_task(case, number, after=[0])
        if task.kind == "free":
            yield "free too early", with_task(case, number, after=[0])
        if task.kind == "fill":
            yield "initialisation left out", Case(case.shape, [Task("nothing")] + case.tasks[1:])


# --- as CUDA -------------------------------------------------------------------------------------


def statement_text(one, k):
    if one.kind == "B":
        return "  __syncthreads ();\n"
    if one.kind == "S":
        return "  __syncwarp ();\n"
    index = f"{one.index}" if not one.add else f"({one.index}) + {one.add}"
    index = index.replace("t", "own").replace("n", "each") if one.space == "s" else index
    index = index.replace("oweach", "own")
    place = f"{one.space}[{index}]"
    value = f"STEP + {100 * k} + {'own' if one.space == 's' else 't'}"
    what = {"w": f"{place} = {value};", "r": f"out[{k} * 64 + t] = {place};", "a": f"atomicAdd (&{place}, 1);", "b": f"add_in_block (&{place});"}
    return f"  if (acts{' && ' + one.guard if one.guard else ''})\n    {what[one.kind]}\n"


def kernel_text(case, number, name):
    blocks, each, warps = case.shape
    task = case.tasks[number]
    own = "threadIdx.x" if warps == 1 else f"threadIdx.x / 32 * {each // warps} + threadIdx.x % 32"
    acts = "true" if warps == 1 else f"threadIdx.x % 32 < {each // warps}"
    body = "".join(statement_text(one, k) for k, one in enumerate(task.statements))
    shared = "  extern __shared__ int s[];\n" if any(one.space == "s" for one in task.statements) else ""
    return (f"__global__ void\n{name} (int *g, int *out)\n{{\n{shared}  const int each = {each}, n = {case.n}, own = {own}, t = blockIdx.x * each + own, STEP = {1000 * number};\n"
            f"  const bool acts = {acts};\n  (void) n, (void) t, (void) acts, (void) g, (void) out, (void) STEP;\n{body}}}\n\n")


def host_text(case, c):
    """Each task has a stream of its own, and waits for events of those before it. The block of memory has this case's number."""
    blocks, each, warps = case.shape
    threads = each if warps == 1 else 64
    text = f"static void\nrun_{c} (void)\n{{\n  int *g;\n  cudaMalloc (&g, {case.n} * sizeof *g);\n"
    for number, task in enumerate(case.tasks):
        text += "".join(f"  cudaStreamWaitEvent (streams[{number}], events[{one}], 0);\n" for one in task.after)
        text += {"fill": f"  cudaMemsetAsync (g, 7, {case.n} * sizeof *g, streams[{number}]);\n",
                 "kernel": f"  k{c}_{number}<<<{blocks}, {threads}, {each} * sizeof (int), streams[{number}]>>> (g, out);\n",
                 "copy": f"  cudaMemcpyAsync (host, g, {case.n} * sizeof *g, cudaMemcpyDeviceToHost, streams[{number}]);\n",
                 "free": f"  cudaFreeAsync (g, streams[{number}]);\n", "nothing": ""}[task.kind]
        text += f"  cudaEventRecord (events[{number}], streams[{number}]);\n"
    return text + "  cudaDeviceSynchronize ();\n}\n\n"


def source(cases):
    text = "#include <cuda_runtime.h>\n\n" + NARROW + "static cudaStream_t streams[8];\nstatic cudaEvent_t events[8];\nstatic int *out, *host;\n\n"
    for c, case in enumerate(cases):
        text += "".join(kernel_text(case, number, f"k{c}_{number}") for number, task in enumerate(case.tasks) if task.kind == "kernel")
        text += host_text(case, c)
    text += "int\nmain (void)\n{\n  for (int i = 0; i < 8; i++)\n    {\n      cudaStreamCreateWithFlags (&streams[i], cudaStreamNonBlocking);\n      cudaEventCreate (&events[i]);\n    }\n"
    text += "  cudaMallocHost (&host, 64 * sizeof *host);\n  cudaMalloc (&out, 4096 * sizeof *out);\n"
    return text + "".join(f"  run_{c} ();\n  cudaMemset (out, 0, 4096 * sizeof *out);\n  cudaDeviceSynchronize ();\n" for c in range(len(cases))) + "}\n"


def case_of(find):
    for place in find["places"]:
        if place["function"].startswith("k") and "_" in place["function"]:
            return int(place["function"][1:place["function"].index("_")])
    return find["memory"]["allocation"] - 3 if "memory" in find else None


def errors_of(ihop, cases, folder):
    """By case: the ids of what is found."""
    path = folder / "cases.cu"
    path.write_text(source(cases))
    command = [ihop, "run", "--check=json", "--budget", "1", "--compiler", "clang", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    if "{\n" not in done.stderr:
        sys.exit(f"not run: exit {done.returncode}: {done.stderr}")
    found = [set() for _ in cases]
    for find in json.loads(done.stderr[done.stderr.index("{\n"):])["findings"]:
        if find["severity"] == "error":
            c = case_of(find)
            if c is None or not 0 <= c < len(cases):
                sys.exit(f"of no case: {find}")
            found[c].add(find["id"])
    return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ihop")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    todo, tallies, wrong = [], Counter(), 0
    while len(todo) < options.count:
        case = random_case(rng)
        if Orders(case).can_change() == "":
            faults = list(mutants(case))
            todo.append(("right", case))
            todo += rng.sample(faults, min(len(faults), 4))
        elif rng.random() < 0.2:
            todo.append(("random", case))
    with tempfile.TemporaryDirectory() as name:
        folder = options.keep or pathlib.Path(name)
        for start in range(0, len(todo), BATCH):
            batch = [(what, case, Orders(case).can_change()) for what, case in todo[start:start + BATCH]]
            batch = [one for one in batch if one[2] is not None]
            for c, (found, (what, case, changes)) in enumerate(zip(errors_of(options.ihop, [one[1] for one in batch], folder), batch)):
                tallies[what, "changes" if changes else "changes nothing"] += 1
                if bool(found) != bool(changes):
                    wrong += 1
                    print(f"{'MISSED' if changes else 'FALSE ALARM'}: {what}, case {c}: {changes or 'nothing changes'}, found {sorted(found)}")
                    print("".join(kernel_text(case, number, f"k{c}_{number}") for number, task in enumerate(case.tasks) if task.kind == "kernel"), end="")
                    print("  streams:", [(task.kind, task.after) for task in case.tasks], "shape:", case.shape, flush=True)
                    if options.keep:
                        (folder / f"wrong{wrong}.cu").write_text(source([one[1] for one in batch]))
    for (what, changes), n in sorted(tallies.items()):
        print(f"{what}, {changes}: {n}")
    print(f"{sum(tallies.values())} programs, {wrong} wrong")
    sys.exit(wrong > 0)


main()
