#!/usr/bin/python3
"""Ours, PPCG's and cuBLAS's on a card: built, checked and timed by one script, on a machine that need not have ihop.

    card.py prepare IHOP FOLDER [--ppcg PATH] [--size LARGE] [--gpu h100] [--programs FILE.c…]   where ihop is
    card.py run FOLDER [--budget SECONDS] [--repeats N] [--limit SECONDS] [--only EXPRESSION] [--who LIST]   where the card is
    card.py table FOLDER                                                                        anywhere

"prepare" writes sources and how they are compiled. "run" compiles them, all processors at once, runs the originals, then
the others: what they leave in their arrays is compared to the bit, and what --programs print and end with; sums over threads,
and functions such as exp, may round otherwise, and by how much is told. Kernels run one after the other; times are medians:
of the whole region that PolyBench measures (allocations, copies, launches; the card was asked for before), and of the kernels
alone, from the first that follows a copy to the last before the next one (events.cu). "table" puts the model's prediction beside them. --only takes the names that the expression
finds, --who ours, ppcg or both."""
import argparse
import array
import concurrent.futures
import filecmp
import json
import math
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
WRAPS = [word for name in ("__cudaLaunchKernel", "cudaLaunchKernel", "cudaMemcpy", "cudaMemcpy2D", "cudaDeviceSynchronize")
         for word in ("-Xlinker", f"--wrap={name}")]
WARM = "#include <cuda_runtime.h>\nstatic int card_is_there = (cudaFree(0), 1);\n"


# ---- prepare ----

def call(command, folder, limit=600):
    try:
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, "", f"not done in {limit} s")


def sources_of(folder, *patterns):
    return sorted(str(path.name) for pattern in patterns for path in folder.glob(pattern))


def make_ours(options, source, folder, flags, how):
    """(sources, prediction) of the CUDA version; no sources where all stays on the host."""
    folder.mkdir()
    done = call([options.ihop, *how, str(source), "-o", str(folder), "--", *flags], folder)
    report = folder / (source.stem + ".json")
    if done.returncode or not report.exists():
        return [], None
    whole = sources_of(folder, source.stem + ".cu")
    predicted = json.loads(report.read_text()).get("predicted") or {}
    return whole or sources_of(folder, source.stem + "_kernels.cu", source.stem + ".c"), predicted.get("seconds")


def make_ppcg(options, source, folder, flags):
    folder.mkdir()
    text = re.sub(r"^\s*#pragma target.*$", "", source.read_text(), flags=re.M)
    (folder / source.name).write_text(text)
    done = call([options.ppcg, "--target=cuda", *flags, source.name], folder, 60)
    return sources_of(folder, "*_host.cu", "*_kernel.cu") if done.returncode == 0 else []


def add_kernel(options, source, plan):
    folder = options.folder / source.stem
    folder.mkdir()
    shutil.copy(source, folder)
    flags = [f"-D{options.size}_DATASET", f"-I{options.folder}/common"]
    mine = {"name": source.stem, "kind": "kernel", "flags": flags[:1], "builds": {"original": [source.name]}}
    mine["builds"]["ours"], mine["predicted"] = make_ours(options, source, folder / "ours", flags,
                                                          ["--auto", "--gpu", options.gpu])
    if options.ppcg:
        mine["builds"]["ppcg"] = make_ppcg(options, source, folder / "ppcg", flags)
    plan.append(mine)


def add_program(options, source, plan):
    folder = options.folder / ("program-" + source.stem)
    folder.mkdir()
    shutil.copy(source, folder)
    is_marked = "#pragma target" in source.read_text()
    ours, _ = make_ours(options, source, folder / "ours", [f"-I{source.parent}"],
                        ["--pragma", "target"] if is_marked else ["--auto", "--keep-slower"])
    if ours:
        for header in source.parent.glob("*.h"):
            shutil.copy(header, folder)
        plan.append({"name": folder.name, "kind": "program", "flags": [], "builds": {"original": [source.name], "ours": ours}})


def prepare(options):
    options.folder, options.ihop = options.folder.resolve(), str(pathlib.Path(options.ihop).resolve())
    options.folder.mkdir(parents=True)
    plan = []
    shutil.copytree(ROOT / "polybench/common", options.folder / "common")
    for name in ("src/bench/events.cu", "src/bench/cxx_alloc.h", "tests/bench/card_blas.cu", "tests/bench/card.py"):
        shutil.copy(ROOT / name, options.folder)
    (options.folder / "warm.cu").write_text(WARM)
    for name in (ROOT / "polybench/kernels.txt").read_text().split():
        add_kernel(options, ROOT / "polybench" / name, plan)
    for source in options.programs or []:
        add_program(options, source.resolve(), plan)
    (options.folder / "plan.json").write_text(json.dumps({"gpu": options.gpu, "size": options.size, "entries": plan}, indent=1))
    print(f"{len(plan)} entries, {sum(bool(s) for e in plan for s in e['builds'].values())} programs to build")


# ---- run ----

def commands(folder, entry):
    """What each program is compiled with, by whose it is."""
    home = folder / entry["name"]
    flags = [*entry["flags"], f"-I{folder}/common", f"-I{home}"]
    for who, sources in entry["builds"].items():
        if not sources:
            continue
        place = home if who == "original" else home / who
        files, output = [str(place / name) for name in sources], ["-o", str(home / who) + ".bin"]
        if who == "original":
            yield who, ["gcc", "-std=gnu17", "-w", "-O2", "-ffp-contract=off", *flags, *files, *output, "-lm"]
        else:
            more = [f"-include={folder}/cxx_alloc.h"] if who == "ppcg" else []
            more += [*WRAPS, str(folder / "events.cu"), str(folder / "warm.cu")] if entry["kind"] == "kernel" else []
            yield who, ["nvcc", "-O3", "-w", "-arch=native", "-fmad=false", "-Xcompiler", "-ffp-contract=off", *more, *flags,
                        *files, *output]


def build(folder, plan):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = {(entry["name"], who): pool.submit(call, command, folder) for entry in plan for who, command in commands(folder, entry)}
        jobs["blas", "blas"] = pool.submit(call, ["nvcc", "-O3", "-arch=native", "card_blas.cu", "-o", "blas.bin", "-lcublas"], folder)
    return {key: job.result() for key, job in jobs.items()}


def execute(folder, name, who, limit, **environment):
    """(exit status, standard output, standard error); a status of None: it took too long."""
    binary = folder / name / (who + ".bin")
    try:
        done = subprocess.run([str(binary)], cwd=folder / name, capture_output=True, timeout=limit, check=False,
                              env={**os.environ, "CUDA_MODULE_LOADING": "EAGER", **environment})
    except subprocess.TimeoutExpired:
        return None, b"", b""
    return done.returncode, done.stdout, done.stderr


def run_original(folder, entry):
    home = folder / entry["name"]
    dump = {"BENCH_DUMP": str(home / "original.dump")} if entry["kind"] == "kernel" else {}
    return execute(folder, entry["name"], "original", 200, BENCH_TIME="1", **dump)


def arrays_in(path):
    """Bytes of each array in a dump, by its name."""
    found, text = {}, path.read_bytes()
    while text:
        line, _, text = text.partition(b"\n")
        name, size = line.split()
        found[name], text = text[:int(size)], text[int(size):]
    return found


def difference(wanted, given):
    """The largest one of doubles, as a part of the largest number; infinite where they are not even the same arrays."""
    worst = 0.0
    for name, text in wanted.items():
        if len(given.get(name, b"")) != len(text) or len(text) % 8:
            return math.inf
        if text == given[name]:
            continue
        one, other = (array.array("d", each) for each in (text, given[name]))
        worst = max(worst, max(abs(a - b) for a, b in zip(one, other)) / max(max(map(abs, one)), 1e-300))
    return worst


def as_numbers(text):
    words = re.split(rb"[\s=:,]+", text)
    return [float.fromhex(word.decode()) if re.fullmatch(rb"-?0x[\da-f.]+p[+-]\d+", word)
            else float(word) if re.fullmatch(rb"-?\d+\.?\d*(e[+-]?\d+)?", word) else word for word in words]


def prints_alike(wanted, given):
    """But for the last digits of numbers: the card's exp is not the host's, and sums over threads round in their own order."""
    one, other = as_numbers(wanted), as_numbers(given)
    return len(one) == len(other) and all(
        a == b or (isinstance(a, float) and isinstance(b, float) and abs(a - b) <= 1e-9 * max(abs(a), abs(b)))
        for a, b in zip(one, other))


def judgement(folder, entry, who, original, done):
    home = folder / entry["name"]
    if done[0] is None:
        return "takes too long"
    if done[0] != original[0]:
        return f"ended with {done[0]}: {done[2].decode(errors='replace')[-200:]}"
    if entry["kind"] == "program":
        return "equal" if done[1] == original[1] else "rounded" if prints_alike(original[1], done[1]) else "prints something else"
    if filecmp.cmp(home / "original.dump", home / (who + ".dump"), shallow=False):
        return "equal"
    off = difference(arrays_in(home / "original.dump"), arrays_in(home / (who + ".dump")))
    return f"off by {off:.1g}"


def watched(errors):
    """Of a run with events: launches, seconds of kernels, copies, seconds and bytes of copies."""
    found = re.search(r"ihop: (\d+) launches ([\d.]+) s, (\d+) copies ([\d.]+) s (\d+) bytes", errors.decode(errors="replace"))
    return [float(word) for word in found.groups()] if found else None


def seconds_of(done):
    words = done[2].split()
    return float(words[-1]) if done[0] == 0 and words else None


def measure(folder, entry, who, original, options):
    """What takes long is run once, and without events."""
    name = entry["name"]
    dump = folder / name / (who + ".dump")
    done = execute(folder, name, who, options.limit, BENCH_DUMP=str(dump), BENCH_TIME="1")
    result = {"equal": judgement(folder, entry, who, original, done)}
    dump.unlink(missing_ok=True)
    first = seconds_of(done) if entry["kind"] == "kernel" else None
    if first is not None:
        repeats = options.repeats if first < 2 else 0
        times = [seconds_of(execute(folder, name, who, options.limit, BENCH_TIME="1")) for _ in range(repeats)] or [first]
        result["whole"] = statistics.median(times)
        result["watched"] = watched(execute(folder, name, who, options.limit, IHOP_EVENTS="1")[2]) if first < 10 else None
    return result


def run(options):
    folder = options.folder.resolve()
    plan = json.loads((folder / "plan.json").read_text())
    plan["entries"] = [entry for entry in plan["entries"] if re.search(options.only, entry["name"])]
    for entry in plan["entries"]:
        entry["builds"] = {who: sources for who, sources in entry["builds"].items() if who in options.who.split(",") + ["original"]}
    began, results = time.time(), {"card": call(["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"], folder).stdout.strip()}
    built = build(folder, plan["entries"])
    results["refused"] = {"/".join(key): done.stderr[-600:] for key, done in built.items() if done.returncode}
    print(f"built in {time.time() - began:.0f} s, {len(results['refused'])} refused", flush=True)
    with concurrent.futures.ThreadPoolExecutor(max(os.cpu_count() // 2, 1)) as pool:
        originals = dict(zip((e["name"] for e in plan["entries"]), pool.map(lambda e: run_original(folder, e), plan["entries"])))
    print(f"originals after {time.time() - began:.0f} s", flush=True)
    results["blas"] = dict(line.split() for line in call(["./blas.bin"], folder).stdout.splitlines())
    tasks = [(entry, who) for entry in plan["entries"] for who, sources in entry["builds"].items()
             if who != "original" and sources and f"{entry['name']}/{who}" not in results["refused"]]
    judged = lambda task: measure(folder, *task, originals[task[0]["name"]], options)
    programs, kernels = ([task for task in tasks if task[0]["kind"] == kind] for kind in ("program", "kernel"))
    with concurrent.futures.ThreadPoolExecutor(max(os.cpu_count() // 2, 1)) as pool:
        found = list(zip(programs, pool.map(judged, programs)))
    for task in kernels:
        if time.time() - began < options.budget:
            found.append((task, judged(task)))
    results["times"] = {f"{entry['name']}/{who}": result for (entry, who), result in found}
    (folder / "results.json").write_text(json.dumps(results, indent=1))
    print(f"all after {time.time() - began:.0f} s", flush=True)
    table(options)


# ---- table ----

def milliseconds(seconds):
    return "–" if seconds is None else f"{1e3 * seconds:.3g}"


def kernels_of(result):
    return result["watched"][1] if result and result.get("watched") else None


def mean(numbers):
    return math.exp(sum(map(math.log, numbers)) / len(numbers)) if numbers else math.nan


def print_rows(plan, results):
    errors, gains = [], []
    print(f"{plan['size']}, {results['card']}; milliseconds")
    print("program\tours: kernels\twhole\tlaunches\tPPCG: kernels\twhole\tlaunches\tcuBLAS\tpredicted\tours\tPPCG")
    for entry in (e for e in plan["entries"] if e["kind"] == "kernel"):
        ours, ppcg = (results["times"].get(f"{entry['name']}/{who}") for who in ("ours", "ppcg"))
        if not ours and not ppcg:
            continue
        row = [entry["name"]]
        for result in (ours, ppcg):
            row += [milliseconds(kernels_of(result)), milliseconds(result.get("whole") if result else None),
                    str(int(result["watched"][0])) if result and result.get("watched") else "–"]
        row += [results["blas"].get(entry["name"], "–"), milliseconds(entry["predicted"])]
        row += [result["equal"] if result else "–" for result in (ours, ppcg)]
        print("\t".join(row))
        if kernels_of(ours) and entry["predicted"]:
            errors.append(entry["predicted"] / kernels_of(ours))
        if kernels_of(ours) and kernels_of(ppcg):
            gains.append(kernels_of(ppcg) / kernels_of(ours))
    if gains:
        print(f"PPCG's kernels take {mean(gains):.2f} times ours (geometric mean of {len(gains)})")
    if errors:
        print(f"predicted over measured: {mean(errors):.2f}, off by {mean([max(e, 1 / e) for e in errors]):.2f} either way")


def table(options):
    folder = options.folder.resolve()
    plan, results = (json.loads((folder / name).read_text()) for name in ("plan.json", "results.json"))
    print_rows(plan, results)
    for name, why in results["refused"].items():
        print(f"not compiled: {name}: {why}")
    programs = [(name, result["equal"]) for name, result in results["times"].items() if name.startswith("program-")]
    alike = sum(equal in ("equal", "rounded") for _, equal in programs)
    print(f"{alike} of {len(programs)} programs do on the card what their originals do, "
          f"{sum(equal == 'rounded' for _, equal in programs)} of them but for rounding")
    for name, equal in programs:
        if equal not in ("equal", "rounded"):
            print(f"{name}: {equal}")


def main():
    parser = argparse.ArgumentParser()
    ways = parser.add_subparsers(dest="way", required=True)
    first = ways.add_parser("prepare")
    first.add_argument("ihop")
    second, third = ways.add_parser("run"), ways.add_parser("table")
    for way in (first, second, third):
        way.add_argument("folder", type=pathlib.Path)
    first.add_argument("--ppcg")
    first.add_argument("--size", default="LARGE")
    first.add_argument("--gpu", default="h100")
    first.add_argument("--programs", nargs="*", type=pathlib.Path)
    second.add_argument("--budget", type=float, default=3600)
    second.add_argument("--repeats", type=int, default=3)
    second.add_argument("--only", default="")
    second.add_argument("--who", default="ours,ppcg")
    second.add_argument("--limit", type=float, default=60, help="seconds of one run")
    options = parser.parse_args()
    {"prepare": prepare, "run": run, "table": table}[options.way](options)


if __name__ == "__main__":
    main()
