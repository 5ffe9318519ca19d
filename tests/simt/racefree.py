#!/usr/bin/python3
"""Random kernels that are free of races by construction, and --check, which has to find nothing in them.

The construction: memory is cut into sections, as threads are into groups (tiles of a warp, warps, pairs of warps, blocks, the grid), and
a group only touches its own section. In a step each thread keeps to places of its own (another set of them each time), or nobody writes, or all
use atomic operations whose scope is the group's. Between two steps that do not agree there is whatever makes the larger of the two groups meet: a
barrier in one of its many forms, the end of a kernel; between kernels and the host a stream, an event, a wait. What is no barrier stands by itself: flags with
fences along a chain of blocks, the last block that has all results, locks.

With --faulty one of the meetings that the construction asked for is left out, and what is found is counted: of a checker that sees
nothing all is free of races.

    racefree.py IHOP [--count KERNELS] [--seed N] [--faulty] [--keep FOLDER]"""
import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile
from collections import Counter
from math import gcd

BATCH = 24           # programs of a file
SHAPES = ["64", "128", "96", "dim3 (16, 8)", "dim3 (8, 4, 4)", "dim3 (32, 2)", "dim3 (4, 8)", "160"]
THREADS = {"64": 64, "128": 128, "96": 96, "dim3 (16, 8)": 128, "dim3 (8, 4, 4)": 128, "dim3 (32, 2)": 64, "dim3 (4, 8)": 32, "160": 160}
GRID = 1 << 20       # a level above all blocks
TYPES = {"int": 4, "float": 4, "double": 8, "signed char": 1, "short": 2, "long long": 8}

PRELUDE = r"""#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;
static cudaStream_t streams[4];
static volatile int told;

static __device__ int
number_in_block (void)
{
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

static __device__ unsigned
in_shared (const void *place)
{
  unsigned offset;
  asm ("{ .reg .u64 p; cvta.to.shared.u64 p, %1; cvt.u32.u64 %0, p; }" : "=r"(offset) : "l"(place));
  return offset;
}

/* All blocks meet: a counter that only grows. */
static __device__ void
meet_by_counter (unsigned *counter, unsigned blocks)
{
  __syncthreads ();
  if (number_in_block () == 0)
    {
      __threadfence ();
      unsigned last = atomicAdd (counter, 1) / blocks * blocks + blocks;
      while (*(volatile unsigned *) counter < last)
        ;
      __threadfence ();
    }
  __syncthreads ();
}

"""


class Array:
    """Of c places for each thread; space g (global), m (managed), s (shared)."""

    def __init__(self, name, kind, space, c):
        self.name, self.kind, self.space, self.c = name, kind, space, c


class Step:
    """What is done with an array at a level: own (each thread its places), read, or atomic. "met": the largest groups that have met since."""

    def __init__(self, array, level, mode, text, key=None, is_narrow=False):
        self.array, self.level, self.mode, self.text, self.key, self.is_narrow, self.met = array, level, mode, text, key, is_narrow, 1

    def agrees(self, other):
        if self.mode != other.mode or self.mode == "own":
            return self.mode == other.mode and self.key == other.key
        return GRID not in (self.level, other.level) or not (self.is_narrow or other.is_narrow)

    def needs(self, other):
        """At which level threads have to meet between the two; 0: they need not."""
        level = max(self.level, other.level)
        return level if level > self.met and not self.agrees(other) else 0


# --- kernels -------------------------------------------------------------------------------------


class Kernel:
    """Its text, and the arrays that it uses ("r" or "w")."""

    def __init__(self, rng, name, shape, blocks, arrays, faulty):
        self.rng, self.name, self.shape, self.blocks, self.faulty = rng, name, shape, blocks, faulty
        self.threads = THREADS[shape]
        self.arrays = list(arrays)
        self.is_cooperative = False
        self.levels = [level for level in (1, 2, 4, 8, 16, 32, 64) if self.threads % level == 0 and level <= self.threads] + [self.threads, GRID]
        self.shared = [Array(f"s{i}", rng.choice(list(TYPES)), "s", rng.choice([1, 1, 1, 2])) for i in range(rng.choice([0, 0, 1, 1, 2]))]
        self.uses, self.lines, self.dropped, self.open = {}, [], None, []
        self.kinds, self.done = Counter(), []
        self.body()

    # Meetings: text that makes all threads of groups of a level meet.

    def meetings(self, level):
        """(level, kind, text) of those that meet in groups of that size."""
        if level == GRID:
            yield "grid.sync", "cg::this_grid ().sync ();"
            yield "grid by a counter", f"meet_by_counter (counter, {self.blocks});"
        if level == self.threads:
            yield "__syncthreads", "__syncthreads ();"
            yield "block.sync", "cg::this_thread_block ().sync ();"
            yield "__syncthreads_or", "sink += __syncthreads_or (t == 3);"
            yield "__syncthreads_count", "sink += __syncthreads_count (t < 7);"
            yield "bar.sync of the block", f'asm volatile ("bar.sync 5, {self.threads};" ::: "memory");'
            yield "barrier object", ('{ unsigned long long token; int over = 0; asm volatile ("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(token) : "r"(in_shared (&meeting)) : "memory");'
                                     ' while (!over) asm volatile ("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }" : "=r"(over)'
                                     ' : "r"(in_shared (&meeting)), "l"(token) : "memory"); }')
        if level == 64 and self.threads > 64:
            yield "named barrier", 'asm volatile ("bar.sync %0, 64;" :: "r"(1 + t / 64) : "memory");'
        if level == 32:
            yield "__syncwarp", "__syncwarp ();"
            yield "tile of 32", "cg::tiled_partition<32> (cg::this_thread_block ()).sync ();"
        if level in (2, 4, 8, 16):
            yield f"tile of {level}", f"cg::tiled_partition<{level}> (cg::this_thread_block ()).sync ();"
            yield "mask of a tile", f"__syncwarp ({(1 << level) - 1}u << (t % 32 / {level} * {level}));"
            yield "mask in a branch", f"if (t / {level} % 2) __syncwarp ({(1 << level) - 1}u << (t % 32 / {level} * {level})); else __syncwarp ({(1 << level) - 1}u << (t % 32 / {level} * {level}));"

    def can_meet(self, level):
        return next(self.meetings(level), None) is not None and (level != GRID or self.allows_grid)

    def meet(self, level, is_needed):
        rng = self.rng
        wider = [one for one in self.levels if one >= level and self.can_meet(one)]
        if level == 1 and rng.random() < 0.7:
            return
        at = wider[0] if rng.random() < 0.7 else rng.choice(wider)
        kind, text = rng.choice(list(self.meetings(at)))
        if is_needed:
            self.needed.append((len(self.lines), kind))
        self.kinds[kind] += 1
        self.is_cooperative |= at == GRID
        self.lines.append(f"  {text}")
        self.passed(at)

    def passed(self, level):
        for one in self.open:
            one.met = max(one.met, level)
        self.open = [one for one in self.open if one.met < GRID]

    # Steps.

    def permuted(self, level, c, inside):
        """Text of a place of thread "r" of m, and a key: equal keys are equal places."""
        rng, m = self.rng, "m" if level == GRID else str(level)
        size = self.blocks * self.threads if level == GRID else level
        factor = rng.choice([one for one in range(1, 12) if gcd(one, size) == 1])
        shift = rng.choice([0, 0, 1, 3, size // 2])
        move = rng.choice(["", "", f"({m} - 1 - r)"])
        moved = f"(({move or 'r'} * {factor} + {shift}{inside}) % {m})"
        return moved, (level, move, factor % size, shift % size, inside)

    def place(self, array, level, key_text, layout, j):
        if array.c == 1:
            return f"base + {key_text}"
        m = "m" if level == GRID else str(level)
        return f"base * {array.c} + {key_text} * {array.c} + {j}" if layout == 0 else f"base * {array.c} + {j} * {m} + {key_text}"

    def prefix(self, array, level):
        number = "t" if array.space == "s" else "g"
        if level == GRID:
            return "int r = g, base = 0, m = gridDim.x * " + str(self.threads) + "; (void) m;"
        return f"int r = {number} % {level}, base = {number} - r;"

    def guard(self):
        return self.rng.choice(["", "", "", "if (r % 3 != 1) ", "if (r < 5) ", "if (t % 64 >= 20) ", "if (r & 1) "])

    def step_text(self, array, level, statement):
        return f"  {{ {self.prefix(array, level)} {statement} }}"

    def own_step(self, array, level, inside, is_first=False):
        rng = self.rng
        moved, key = self.permuted(level, array.c, inside)
        layout = rng.randrange(2) if array.c > 1 else 0
        guard = "" if is_first else self.guard()
        how = "=" if is_first or rng.random() < 0.5 else "+="
        value = rng.choice(["1", "t", "sink", "r + 2"]) if not is_first else "t"
        if rng.random() < 0.15 and not is_first and level == 32 and self.threads % 32 == 0:
            value, guard = f"__shfl_xor_sync (0xffffffffu, (int) sink, {rng.choice([1, 2, 16])})", ""
        statement = guard + "{ " + " ".join(f"{array.name}[{self.place(array, level, moved, layout, j)}] {how} {value};" for j in range(array.c)) + " }"
        return Step(array, level, "own", self.step_text(array, level, statement), (key, layout) if array.c > 1 else key)

    def read_step(self, array, level, inside):
        rng, size = self.rng, f"({'m' if level == GRID else level} * {array.c})"
        index = rng.choice([f"(r * {rng.randrange(1, 9)} + {rng.randrange(9)}{inside}) % {size}", f"(r + {size} - 1) % {size}", "0", f"{size} - 1 - r", f"(r / 2) % {size}"])
        access = f"{array.name}[base * {array.c} + {index}]"
        read = rng.choice([f"sink += {access};", f"sink += {access} > 0;"])
        if level == 32 and rng.random() < 0.2:
            read = f"sink += __ballot_sync (0xffffffffu, {access} > 3);"
            return Step(array, level, "read", self.step_text(array, level, read))
        return Step(array, level, "read", self.step_text(array, level, self.guard() + "{ " + read + " }"))

    def atomic_step(self, array, level, inside):
        rng, size = self.rng, f"({'m' if level == GRID else level} * {array.c})"
        scopes = ["", "_system"] + ([""] if level == GRID else ["_block"])
        names = ["atomicAdd"] if array.kind == "float" else ["atomicAdd", "atomicMax", "atomicXor", "atomicExch"]
        scope = rng.choice(scopes)
        name = rng.choice(names) + scope
        index = rng.choice([f"(r * {rng.randrange(1, 9)}{inside}) % {size}", "0", f"(r / 4) % {size}"])
        uses = rng.choice(["", "", "sink += "])
        return Step(array, level, "atomic", self.step_text(array, level, f"{self.guard()}{{ {uses}{name} (&{array.name}[base * {array.c} + {index}], 1); }}"), None, scope == "_block")

    def need(self, step):
        """The level at which threads have to meet before the step; 0: they need not."""
        return max([one.needs(step) for one in self.open if one.array is step.array], default=0)

    def do(self, step):
        needed = self.need(step)
        if needed > 1:
            self.meet(needed, True)
        elif self.rng.random() < 0.15:
            self.meet(self.rng.choice([one for one in self.levels if one < GRID]), False)
        self.open.append(step)
        self.done.append(step)
        self.lines.append(step.text)
        if step.array.space != "s":
            self.uses[step.array.name] = "w" if step.mode != "read" or self.uses.get(step.array.name) == "w" else "r"

    def random_step(self, inside=""):
        rng = self.rng
        array = rng.choice(self.arrays + self.shared * 2)
        levels = [one for one in self.levels if one != GRID or array.space != "s"]
        levels = [one for one in levels if one == 1 or self.can_meet(one) or (one == GRID and not self.touched(array))]
        level = rng.choice(levels)
        kinds = ["own", "own", "read", "read"] + (["atomic"] if array.kind in ("int", "float") else [])
        return {"own": self.own_step, "read": self.read_step, "atomic": self.atomic_step}[rng.choice(kinds)](array, level, inside)

    def touched(self, array):
        return any(one.array is array for one in self.open)

    def steps(self, n, inside=""):
        for _ in range(n):
            for _ in range(8):
                step = self.random_step(inside)
                needed = self.need(step)
                if needed <= 1 or any(one >= needed and self.can_meet(one) for one in self.levels):
                    self.do(step)
                    break

    def loop(self):
        """Several rounds of the same: behind each one all meet that have to, whatever they do first in the next."""
        before, at, n_needed = list(self.open), len(self.lines), len(self.needed)
        held = [(one, one.met) for one in before]
        self.lines.append("#pragma unroll 1\n  for (int k = 0; k < 3; k++) {")
        self.done = []
        self.steps(self.rng.randrange(1, 4), self.rng.choice(["", " + k"]))
        written = {one.array for one in self.done if one.mode == "own"} | {one.array for one in self.done for other in self.done
                                                                           if one.array is other.array and not one.agrees(other)}
        worst = max([one.level for one in self.done if one.array in written], default=1)
        if worst == 1 or any(one >= worst and self.can_meet(one) for one in self.levels):
            if worst > 1:
                self.meet(worst, False)
            self.lines.append("  }")
            return
        del self.lines[at:]
        del self.needed[n_needed:]
        self.open = before
        for one, met in held:
            one.met = met

    # What is no barrier.

    def specials(self):
        plain = [array for array in self.arrays if not any(one.array is array and one.level == GRID for one in self.open)]
        if self.blocks > 1 and plain:
            yield "chain of flags", self.chain, plain
            yield "the last block", self.last_block, plain
        if not self.has_lock:
            yield "lock", self.lock, [None]

    def settle(self, array):
        """What single blocks have done with it is done for all of the block."""
        if any(one.array is array for one in self.open):
            self.lines.append("  __syncthreads ();")
            self.passed(self.threads)

    def chain(self, array):
        """Each block reads what the one before it has written, by a flag."""
        rng = self.rng
        self.settle(array)
        told, seen = rng.choice([("__threadfence (); atomicExch (flags + blockIdx.x, 1);", "while (atomicAdd (flags + blockIdx.x - 1, 0) == 0) ; __threadfence ();"),
                                 ("__threadfence (); *(volatile int *) (flags + blockIdx.x) = 1;", "while (*(volatile int *) (flags + blockIdx.x - 1) == 0) ; __threadfence ();"),
                                 ('asm volatile ("st.release.gpu.s32 [%0], 1;" :: "l"(flags + blockIdx.x) : "memory");',
                                  'int seen = 0; while (!seen) asm volatile ("ld.acquire.gpu.s32 %0, [%1];" : "=r"(seen) : "l"(flags + blockIdx.x - 1) : "memory");')])
        self.lines += ["  if (t == 0) { " + told + " }", "  if (t == 0 && blockIdx.x > 0) { " + seen + " }", "  __syncthreads ();",
                       f"  if (blockIdx.x > 0) sink += {array.name}[(g - {self.threads}) * {array.c}];"]
        self.note(array, "read")

    def last_block(self, array):
        self.settle(array)
        how = self.rng.choice(["atomicAdd (counter + 1, 1)", "atomicInc (counter + 1, 1000)"])
        self.lines += ["  { __shared__ int is_last; __threadfence (); __syncthreads ();",
                       f"  if (t == 0) is_last = {how} == gridDim.x - 1;", "  __syncthreads ();",
                       f"  if (is_last) {{ __threadfence (); for (int k = t; k < gridDim.x * {self.threads} * {array.c}; k += {self.threads}) sink += {array.name}[k]; }} __syncthreads (); }}"]
        self.note(array, "read")

    def lock(self, _):
        take, give = self.rng.choice([("while (atomicCAS (counter + 2, 0, 1) != 0) ; __threadfence ();", "__threadfence (); atomicExch (counter + 2, 0);"),
                                      ('int had = 1; while (had) asm volatile ("atom.acquire.gpu.cas.b32 %0, [%1], 0, 1;" : "=r"(had) : "l"(counter + 2) : "memory");',
                                       'asm volatile ("st.release.gpu.u32 [%0], 0;" :: "l"(counter + 2) : "memory");')])
        self.lines.append(f"  if (t % 64 == 0) {{ {take} counter[3] += 1; {give} }}")
        self.has_lock = True

    def note(self, array, mode):
        self.open.append(Step(array, GRID, mode, ""))
        self.uses[array.name] = "w" if self.uses.get(array.name) == "w" else "r"

    # The whole.

    def body(self):
        rng = self.rng
        self.needed, self.has_lock, self.allows_grid = [], False, rng.random() < 0.3
        for array in self.shared:
            self.do(self.own_step(array, self.threads if rng.random() < 0.5 else 1, "", True))
        self.parts()
        if self.faulty and self.needed:
            at, self.dropped = rng.choice(self.needed)
            self.lines[at] = "  ;"

    def parts(self):
        rng = self.rng
        used = set()
        for _ in range(rng.randrange(1, 4)):
            specials = [one for one in self.specials() if one[0] not in used]
            if specials and rng.random() < 0.2:
                kind, make, arrays = rng.choice(specials)
                used.add(kind)
                self.kinds[kind] += 1
                make(rng.choice(arrays))
            elif rng.random() < 0.3:
                self.loop()
            else:
                self.steps(rng.randrange(1, 4))

    def text(self, globals_of):
        shared = "".join(f"  __shared__ {one.kind} {one.name}[{self.threads * one.c}];\n" for one in self.shared)
        body = "\n".join(self.lines)
        if "&meeting" in body:
            shared += ("  __shared__ unsigned long long meeting;\n  if (number_in_block () == 0) asm volatile (\"mbarrier.init.shared.b64 [%0], %1;\" :: \"r\"(in_shared (&meeting)),"
                       f" \"r\"({self.threads}) : \"memory\");\n  __syncthreads ();\n")
        parameters = ", ".join(f"{one.kind} *{one.name}" for one in globals_of)
        return (f"static __global__ void\n{self.name} ({parameters}, long long *out, unsigned *counter, int *flags)\n{{\n{shared}"
                f"  const int t = number_in_block (), g = blockIdx.x * {self.threads} + t;\n  long long sink = 0;\n  (void) g, (void) counter, (void) flags;\n{body}\n"
                f"  out[g] = sink;\n}}\n\n")


# --- the host ------------------------------------------------------------------------------------


class Host:
    """Tasks in streams, and who knows what: before each task there is what makes those be done that it must not meet."""

    def __init__(self, rng, number, faulty):
        self.rng, self.number, self.lines, self.kinds = rng, number, [], Counter()
        self.kernels, self.tasks = [], []  # tasks: what each uses, {name: "r" or "w"}
        self.known = [set() for _ in range(4)]  # by stream: tasks that are done when the next one begins; 3 is the null stream
        self.host, self.events = set(), 0
        self.is_blocking = rng.random() < 0.4   # streams 1 and 2 wait for the null stream, and it for them
        self.shape, self.blocks = rng.choice(SHAPES), rng.randrange(1, 5)
        self.arrays = [Array(f"p{i}", rng.choice(list(TYPES)), rng.choice("gggm"), rng.choice([1, 1, 1, 1, 2, 3])) for i in range(rng.randrange(2, 5))]
        self.faulty_kernel = rng.randrange(2) if faulty else -1
        self.run()

    def elements(self, array):
        return self.blocks * THREADS[self.shape] * array.c

    def stream(self, s):
        return "0" if s == 3 else f"streams[{s + (0 if self.is_blocking else 2) if s < 2 else s}]"

    def order(self, stream, missing):
        """What makes the stream, or the host (None), wait for these tasks."""
        rng = self.rng
        for s in range(4):
            own = missing & self.known[s]
            if not own or s == stream:
                continue
            missing = missing - own
            kind = rng.choice(["event", "event", "stream", "device", "event on the host", "query"] if stream is not None else ["stream", "device", "event on the host", "query", "callback"])
            self.kinds[kind] += 1
            if kind == "device":
                self.lines.append("  cudaDeviceSynchronize ();")
                self.host |= set().union(*self.known)
            elif kind == "stream":
                self.lines.append(f"  cudaStreamSynchronize ({self.stream(s)});")
                self.host |= self.known[s]
            elif kind == "callback":
                self.lines.append(f"  told = 0;\n  cudaLaunchHostFunc ({self.stream(s)}, [] (void *) {{ told = 1; }}, NULL);\n  while (!told)\n    ;")
                self.host |= self.known[s]
            else:
                self.events += 1
                event = f"event{self.events}"
                self.lines.append(f"  cudaEvent_t {event};\n  cudaEventCreate (&{event});\n  cudaEventRecord ({event}, {self.stream(s)});")
                if kind == "event":
                    self.lines.append(f"  cudaStreamWaitEvent ({self.stream(stream)}, {event}, 0);")
                    self.known[stream] |= self.known[s]
                else:
                    self.lines.append(f"  cudaEventSynchronize ({event});" if kind != "query" else f"  while (cudaEventQuery ({event}) == cudaErrorNotReady)\n    ;")
                    self.host |= self.known[s]
                self.lines.append(f"  cudaEventSynchronize ({event});\n  cudaEventDestroy ({event});" if kind == "event" and rng.random() < 0.2 else "")
                if kind == "event" and self.lines[-1]:
                    self.host |= self.known[s]

    def conflicts(self, uses):
        return {i for i, other in enumerate(self.tasks) if any(name in other and "w" in (how, other[name]) for name, how in uses.items())}

    def add(self, uses, text, kind):
        rng, s = self.rng, self.rng.choice([0, 1, 0, 1, 3])
        missing = self.conflicts(uses) - self.host - self.known[s]
        if s == 3 and self.is_blocking:
            missing -= self.known[0] | self.known[1]
        if s < 2 and self.is_blocking:
            missing -= self.known[3]
        self.order(s, missing)
        self.tasks.append(uses)
        if s == 3 and self.is_blocking:
            self.known[3] |= self.known[0] | self.known[1]
        if s < 2 and self.is_blocking:
            self.known[s] |= self.known[3]
        self.known[s] |= self.host | {len(self.tasks) - 1}
        self.kinds[kind] += 1
        self.lines.append("  " + text.replace("STREAM", self.stream(s)))

    def touch(self, array):
        """The host itself uses managed memory; work on other memory may run meanwhile."""
        uses = {array.name: "w"}
        self.order(None, self.conflicts(uses) - self.host)
        self.kinds["host"] += 1
        self.lines.append(f"  for (int i = 0; i < {self.elements(array)}; i += 3)\n    {array.name}[i] += 1;")

    def task(self):
        rng, array = self.rng, self.rng.choice(self.arrays)
        kind = rng.choice(["kernel", "kernel", "kernel", "fill", "copy", "back", "to", "touch"])
        size = f"{self.elements(array)} * sizeof *{array.name}"
        others = [one for one in self.arrays if one.kind == array.kind and one.c == array.c and one is not array]
        if kind == "touch" and array.space == "m":
            self.touch(array)
        elif kind == "fill":
            self.add({array.name: "w"}, f"cudaMemsetAsync ({array.name}, 0, {size}, STREAM);", "fill")
        elif kind == "copy" and others:
            self.add({array.name: "w", others[0].name: "r"}, f"cudaMemcpyAsync ({array.name}, {others[0].name}, {size}, cudaMemcpyDeviceToDevice, STREAM);", "copy")
        elif kind == "back":
            self.add({array.name: "r", "pinned": "w"}, f"cudaMemcpyAsync (pinned, {array.name}, {size}, cudaMemcpyDefault, STREAM);", "copy back")
        elif kind == "to":
            self.add({array.name: "w", "pinned": "r"}, f"cudaMemcpyAsync ({array.name}, pinned, {size}, cudaMemcpyDefault, STREAM);", "copy to")
        else:
            self.kernel()

    def kernel(self):
        rng, n = self.rng, len(self.kernels)
        given = rng.sample(self.arrays, rng.randrange(1, len(self.arrays) + 1))
        kernel = Kernel(rng, f"k{self.number}_{n}", self.shape, self.blocks, given, n == self.faulty_kernel)
        self.kernels.append((kernel, given))
        self.kinds.update(kernel.kinds)
        names = ", ".join(one.name for one in given)
        uses = dict(kernel.uses, **{f"out{n}": "w"})
        self.lines.append(f"  long long *out{n};\n  unsigned *counter{n};\n  int *flags{n};\n  cudaMalloc (&out{n}, {self.blocks * THREADS[self.shape]} * sizeof *out{n});\n"
                          f"  cudaMalloc (&counter{n}, 64);\n  cudaMalloc (&flags{n}, 64);\n  cudaMemset (counter{n}, 0, 64);\n  cudaMemset (flags{n}, 0, 64);\n  cudaDeviceSynchronize ();")
        self.host = set(range(len(self.tasks)))
        self.known = [one | self.host for one in self.known]
        if kernel.is_cooperative:
            addresses = ", ".join(f"&{one.name}" for one in given)
            self.lines.append(f"  void *given{n}[] = {{ {addresses}, &out{n}, &counter{n}, &flags{n} }};")
            self.add(uses, f"cudaLaunchCooperativeKernel ((void *) {kernel.name}, dim3 ({self.blocks}), dim3 ({self.shape}), given{n}, 0, STREAM);", "cooperative launch")
        else:
            self.add(uses, f"{kernel.name}<<<{self.blocks}, {self.shape}, 0, STREAM>>> ({names}, out{n}, counter{n}, flags{n});", "launch")

    def run(self):
        for array in self.arrays:
            self.lines.append(f"  {array.kind} *{array.name};\n  cudaMalloc{'Managed' if array.space == 'm' else ''} (&{array.name}, {self.elements(array)} * sizeof *{array.name});\n"
                              f"  cudaMemset ({array.name}, 0, {self.elements(array)} * sizeof *{array.name});")
        self.lines.append("  cudaDeviceSynchronize ();")
        self.kernel()
        for _ in range(self.rng.randrange(1, 6)):
            self.task()
        if len(self.kernels) < 2:
            self.kernel()
        self.lines.append("  cudaDeviceSynchronize ();")
        self.lines += [f"  cudaFree ({array.name});" for array in self.arrays]
        self.lines += [f"  cudaFree (out{n});\n  cudaFree (counter{n});\n  cudaFree (flags{n});" for n in range(len(self.kernels))]

    def text(self):
        kernels = "".join(kernel.text(given) for kernel, given in self.kernels)
        body = "\n".join(line for line in self.lines if line)
        return f"{kernels}static void\nrun_{self.number} (char *pinned)\n{{\n{body}\n}}\n\n"


def source(programs):
    text = PRELUDE + "".join(one.text() for one in programs)
    text += "int\nmain (void)\n{\n  char *pinned;\n  cudaMallocHost (&pinned, 1 << 16);\n  cudaMemset (pinned, 0, 1 << 16);\n  for (int i = 0; i < 4; i++)\n"
    text += "    i < 2 ? cudaStreamCreate (&streams[i]) : cudaStreamCreateWithFlags (&streams[i], cudaStreamNonBlocking);\n"
    return text + "".join(f"  run_{one.number} (pinned);\n" for one in programs) + "  for (int i = 0; i < 4; i++)\n    cudaStreamDestroy (streams[i]);\n  cudaFreeHost (pinned);\n  return 0;\n}\n"


def findings_of(ihop, programs, path):
    path.write_text(source(programs))
    done = subprocess.run([ihop, "run", "--check=json", "--budget", "20", "--compiler", "clang", str(path)], capture_output=True, text=True, timeout=900, check=False)
    if "{\n" not in done.stderr or "did not run" in done.stderr or "was stopped" in done.stderr:
        sys.exit(f"not run: exit {done.returncode}: {done.stderr[-3000:]}")
    return [one for one in json.loads(done.stderr[done.stderr.index("{\n"):])["findings"] if one["severity"] == "error"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ihop")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faulty", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path)
    options = parser.parse_args()
    kernels, alarms, number, kinds = 0, 0, 0, Counter()
    dropped, reported = Counter(), Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = options.keep or pathlib.Path(name)
        while kernels < options.count:
            programs = [Host(random.Random(options.seed * 1000003 + number + i), i, options.faulty) for i in range(BATCH)]
            found = findings_of(options.ihop, programs, folder / "programs.cu")
            guilty = {place["function"].split("(")[0] for one in found for place in one["places"]}
            for one in programs:
                kinds.update(one.kinds)
                for kernel, _ in one.kernels:
                    kernels += 1
                    if kernel.dropped:
                        dropped[kernel.dropped] += 1
                        reported[kernel.dropped] += kernel.name in guilty
            if found and not options.faulty:
                alarms += len(found)
                (folder / f"alarm{number}.cu").write_text(source(programs))
                for one in found:
                    print(f"FALSE ALARM: seed {options.seed}, programs from {number}: {one['message']}")
                    print("   ", [(place["function"], place["instruction"], place["line"], place.get("block"), place.get("thread")) for place in one["places"]], flush=True)
            number += BATCH
    print(", ".join(f"{kind}: {n}" for kind, n in sorted(kinds.items())))
    if options.faulty:
        print(", ".join(f"{kind}: {reported[kind]} of {n}" for kind, n in sorted(dropped.items())))
        print(f"{sum(dropped.values())} meetings left out, {sum(reported.values())} reported")
        sys.exit(2 * sum(reported.values()) < sum(dropped.values()))
    print(f"{kernels} kernels in {number} programs, {alarms} false alarms")
    sys.exit(alarms > 0)


main()
