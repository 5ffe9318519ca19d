#!/usr/bin/python3
"""How long the engine takes beside others, in turns within one run, so that a busy machine slows both down: medians, and their ratio.

    cuda_times.py IHOP WORK pocl POLYBENCHGPU [NAME…] [--rounds N]  polybenchGpu's CUDA programs against its OpenCL programs on POCL: the seconds
                                                             that the programs say their kernels took
    cuda_times.py IHOP WORK openmp [NAME…] [--rounds N]         Rodinia's CUDA programs against its OpenMP programs: kernels against parallel
                                                             regions, and whole runs, by the clock, the best of each, as threads that wait
                                                             busily for one that somebody else holds up are no measure; WORK is the
                                                             folder gpu-rodinia of what cuda_programs.py has built
    cuda_times.py IHOP WORK opencl RODINIA [NAME…] [--rounds N]  Rodinia's CUDA programs against its OpenCL programs on POCL: kernels, the best of
                                                             each; WORK as above, RODINIA a checkout
    cuda_times.py IHOP WORK start PROGRAM       a small program, with code from the cache and with code made anew
    cuda_times.py IHOP WORK processors KERNELS  tests/bench/simt/kernels.cu, built: one thread against all"""
import argparse
import math
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "cuda"))

import polybench
import suite


LONGEST = 10  # seconds, of a program whose kernels are timed
# OpenMP programs that do not compute what they are to, so that their times are shown but not counted.
NO_MEASURE = {"myocyte": "its threads look for their work by a private variable that nothing sets"}


def kernel_seconds(text):
    found = re.search(r"GPU (?:Time in seconds:\s*|Runtime:\s*)([\d.]+)", text)
    return float(found.group(1)) if found else None


def alternate(rounds, *measures):
    """Medians of what each of MEASURES returns, taken in turns; None where one is None."""
    taken = [[measure() for measure in measures] for _ in range(rounds)]
    return [None if any(one is None for one in column) else statistics.median(column) for column in zip(*taken)]


def say(name, ours, theirs, note=""):
    if ours and theirs:
        print(f"{name:16} {1e3 * ours:10.2f} ms {1e3 * theirs:10.2f} ms  {theirs / ours:6.2f}  {note}", flush=True)
    return theirs / ours if ours and theirs else None


def mean(ratios):
    ratios = [one for one in ratios if one]
    if ratios:
        print(f"geometric mean of {len(ratios)}: {math.exp(sum(map(math.log, ratios)) / len(ratios)):.2f}, least {min(ratios):.2f}, {sum(one < 0.9 for one in ratios)} under 0.9")


def without_host_loops(folder, place):
    """A copy of a program that runs its kernels alone, on whatever device there is."""
    if place.exists():
        shutil.rmtree(place)
    shutil.copytree(folder, place)
    for file in [*place.glob("*.c*"), *place.glob("*.h")]:
        text = re.sub(r"#define RUN_ON_CPU", "", file.read_text(errors="replace"))
        text = re.sub(r"\n\s*print_array\([^;{]*\);", "", text)  # it prints all results where it compares none
        file.write_text(text.replace("CL_DEVICE_TYPE_GPU", "CL_DEVICE_TYPE_ALL"))


def pocl(ihop, work, checkout, rounds, only):
    ratios = []
    if not (work / "common").exists():
        shutil.copytree(checkout / "common", work / "common")
    for folder in sorted((checkout / "OpenCL").iterdir()):
        sources = sorted(folder.glob("*.c"))
        if not sources or not (checkout / "CUDA" / folder.name).exists() or (only and folder.name not in only):
            continue
        cl, cuda = work / "OpenCL" / folder.name, work / "CUDA" / folder.name
        without_host_loops(folder, cl)
        without_host_loops(checkout / "CUDA" / folder.name, cuda)
        built = suite.run(["gcc", "-w", "-O3", "-DCL_TARGET_OPENCL_VERSION=120", "-I../../common", "-o", "program", sources[0].name, "-lOpenCL", "-lm"], cl, 100)
        made = suite.run([suite.NVCC, *suite.ARCHITECTURE, "-O3", *polybench.MAPPED, "-o", "program", next(cuda.glob("*.cu")).name], cuda, 300)
        if built.code or made.code:
            print(folder.name, "not built:", suite.first_line(built.errors + made.errors, ["error"]))
            continue
        ours, theirs = (lambda: kernel_seconds(suite.run([ihop, "run", "./program"], cuda, LONGEST).said)), (lambda: kernel_seconds(suite.run(["./program"], cl, LONGEST).said))
        if ours() is None or theirs() is None:  # the first of each: both keep compiled code
            print(f"{folder.name:16} not in {LONGEST} s by both")
            continue
        ratios.append(say(folder.name, *alternate(rounds, ours, theirs)))
    mean(ratios)


def kernels_of(ihop, program, arguments, folder):
    """(seconds of the kernels, of the whole run), or None where it failed."""
    times = folder / "kernel-times"
    times.unlink(missing_ok=True)
    done = suite.run([ihop, "run", program, *arguments], folder, 60, {"IHOP_SIMT_TIMES": str(times)})
    return (sum(float(line.split()[2]) for line in times.read_text().splitlines()), done.seconds) if done.code == 0 else None


def regions_of(shim, program, arguments, folder):
    """(seconds of the parallel regions, of the whole run) of an OpenMP program, or None."""
    times = folder / "parallel-time"
    done = suite.run([program, *arguments], folder, 60, {"LD_PRELOAD": str(shim), "PARALLEL_TIME": str(times)})
    return (float(times.read_text()), done.seconds) if done.code == 0 else None


def openmp(ihop, work, rounds, only):
    import rodinia
    kernels, wholes = [], []
    shim = work / "parallel_time.so"
    subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "-o", shim, pathlib.Path(__file__).resolve().parent / "cuda/parallel_time.c"], check=True)
    print(f"{'':16} {'kernels':>13} {'regions':>13}  {'':6}  whole runs")
    for name, row in rodinia.ROWS.items():
        place, other = work / "cuda" / row[0], work / "openmp" / (row[4] or "none")
        if not (place / "program").exists() or not (other / "program-omp").exists() or (only and name not in only):
            continue
        arguments, others = row[3].replace("{in}", str(work / "inputs")).split(), (other / "arguments").read_text().split()
        kernels_of(ihop, "./program", arguments, place)
        taken = [(kernels_of(ihop, "./program", arguments, place), regions_of(shim, "./program-omp", others, other)) for _ in range(rounds)]
        if any(None in pair for pair in taken):
            print(f"{name:16} one of the two fails")
            continue
        (ours, whole), (theirs, other_whole) = ([min(column) for column in zip(*who)] for who in zip(*taken))
        ratio = say(name, ours, theirs, f"{1e3 * whole:10.2f} ms {1e3 * other_whole:10.2f} ms  {other_whole / whole:6.2f}  {NO_MEASURE.get(name, '')}")
        if name not in NO_MEASURE:
            kernels.append(ratio)
            wholes.append(other_whole / whole)
    mean(kernels)
    mean(wholes)


def opencl_of(shim, folder, command):
    """Seconds of the kernels of an OpenCL program, or None."""
    times = folder / "kernel-time"
    times.unlink(missing_ok=True)
    done = suite.run(command, folder, 60, {"LD_PRELOAD": str(shim), "KERNEL_TIME": str(times)})
    return float(times.read_text()) if done.code == 0 and "is not launched" not in done.errors else None


def opencl(ihop, work, checkout, rounds, only):
    import rodinia
    import rodinia_opencl
    ratios = {True: [], False: []}
    shim = rodinia_opencl.shim(work)
    for name, row in rodinia_opencl.ROWS.items():
        place, built = work / "cuda" / rodinia.ROWS[name][0], rodinia_opencl.build(name, checkout, work)
        if (only and name not in only) or built is None or not (place / "program").exists():
            continue
        arguments = rodinia.ROWS[name][3].replace("{in}", str(work / "inputs")).split()
        taken = [(kernels_of(ihop, "./program", arguments, place), opencl_of(shim, *built)) for _ in range(rounds + 1)][1:]  # both keep compiled code
        if any(None in pair for pair in taken):
            print(f"{name:16} one of the two fails")
            continue
        ratios[row[4]].append(say(name, min(ours[0] for ours, _ in taken), min(theirs for _, theirs in taken), "barriers or shared memory" if row[4] else ""))
    mean(ratios[True])
    mean(ratios[False])


def start(ihop, program, rounds):
    for name, words in {"cached": {}, "made anew": {"IHOP_SIMT_CACHE": "off"}}.items():
        runs = [suite.run([ihop, "run", program], ".", 60, words) for _ in range(rounds)]
        wall, used = [one.seconds for one in runs], [one.processor for one in runs]
        print(f"{name:10} clock {min(wall):.3f} s at best, {statistics.median(wall):.3f} in the median; processors {min(used):.3f}, {statistics.median(used):.3f}")


def processors(ihop, kernels, rounds):
    def clock(threads):
        begun = time.monotonic()
        subprocess.run([ihop, "run", "--threads", str(threads), *kernels], check=True, capture_output=True)
        return time.monotonic() - begun
    clock(1)
    taken = [(clock(1), clock(os.cpu_count())) for _ in range(rounds)]
    one, all_ = (min(column) for column in zip(*taken))
    print(f"one processor {one:.2f} s, {os.cpu_count()} {all_:.2f} s: {one / all_:.2f} times, at best of {rounds}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ihop", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("work", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("what", choices=["pocl", "openmp", "opencl", "start", "processors"])
    parser.add_argument("given", nargs="*")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    if options.what == "pocl":
        pocl(options.ihop, options.work, pathlib.Path(options.given[0]).resolve(), options.rounds, options.given[1:])
    elif options.what == "openmp":
        openmp(options.ihop, options.work, options.rounds, options.given)
    elif options.what == "opencl":
        opencl(options.ihop, options.work, pathlib.Path(options.given[0]).resolve(), options.rounds, options.given[1:])
    elif options.what == "start":
        start(options.ihop, options.given[0], options.rounds)
    else:
        processors(options.ihop, options.given, options.rounds)


main()
