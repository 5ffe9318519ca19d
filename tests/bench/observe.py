#!/usr/bin/python3
"""How much slower programs are under ihop observe, over PolyBench of MEDIUM size: processor time of the program with
trips and time taken, and with all accesses recorded, over that of the plain one (same compiler, -O2). The bars are 1.1
and 40 in the geometric mean.

    observe.py IHOP [KERNEL.c…]
"""
import math
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

POLYBENCH = pathlib.Path(__file__).resolve().parents[2] / "polybench"
FLAGS = [f"-I{POLYBENCH}/common", "-DMEDIUM_DATASET"]


def processor_seconds(program, environment, times):
    best = math.inf
    for _ in range(times):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([program], env=dict(os.environ, **environment), stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best


def measure(ihop, kernel):
    with tempfile.TemporaryDirectory() as folder:
        file = str(POLYBENCH / kernel)
        subprocess.run([ihop, "observe", "-q", "--keep", folder, file, "--", *FLAGS], stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=True)
        subprocess.run(["clang-19", "-O2", "-w", "-ffp-contract=off", *FLAGS, file, "-o", f"{folder}/plain", "-lm"],
                       check=True)
        trips, accesses = f"{folder}/trips", f"{folder}/accesses"
        plain = processor_seconds(f"{folder}/plain", {}, 5)
        return (processor_seconds(f"{trips}/program",
                                  {"IHOP_OBSERVE_RECORD": f"{trips}/record", "IHOP_OBSERVE_TRIPS": "1"}, 5) / plain,
                processor_seconds(f"{accesses}/program", {"IHOP_OBSERVE_RECORD": f"{accesses}/record"}, 2) / plain)


def main():
    ihop = os.path.abspath(sys.argv[1])
    kernels = sys.argv[2:] or (POLYBENCH / "kernels.txt").read_text().split()
    logs = []
    for kernel in kernels:
        trips, accesses = measure(ihop, kernel)
        logs.append((math.log(trips), math.log(accesses)))
        print(f"{kernel:50} trips {trips:6.3f}  accesses {accesses:7.2f}", flush=True)
    means = [math.exp(sum(column) / len(logs)) for column in zip(*logs)]
    print(f"geometric mean of {len(logs)}: trips {means[0]:.3f}, accesses {means[1]:.2f}")
    sys.exit(0 if means[0] <= 1.1 and means[1] <= 40 else 1)


if __name__ == "__main__":
    main()
