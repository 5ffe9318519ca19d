#!/usr/bin/python3
"""Our kernels beside PPCG's, counted (ihop run --count): the tables of doc/kernels.md.

    kernels.py measure IHOP FOLDER [--ppcg PATH] [--size MEDIUM] [--gpu h100] [--only NAME…] [--who ours,ppcg,fast] [--limit SECONDS]
    kernels.py table FOLDER [--over FOLDER]

"measure" generates each PolyBench program's CUDA by ihop and by PPCG at their defaults, has nvcc compile both with the same flags (-fmad=false, as
our kernels are exact; "fast": ours by --math fast, contracted) and runs them by the engine. What was measured is kept in FOLDER, one file a
program; a program that is there is measured anew. "table" prints the Markdown; --over: a folder with older figures beside.

A program's time is the predicted time of its kernels and what is left of its function on the host, by ihop's own price of the host (0.2 ns an
operation). Copies are not in it. PPCG's programs are taken as they come: headers of old Clang are asked of $PPCG_INCLUDE."""
import argparse
import collections
import json
import math
import os
import pathlib
import re
import statistics
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
NVCC = ["nvcc", "-O3", "-w", "-arch=sm_90", "-gencode=arch=compute_90,code=[sm_90,compute_90]"]
EXACT = ["-fmad=false", "-Xcompiler", "-ffp-contract=off"]
CUT = 10  # ratios beyond this, either way, are taken for it


# ---- measure ----

def call(command, folder, limit):
    try:
        return subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, "", f"not done in {limit} s")


def failed(what, done):
    return {"failed": what, "why": (done.stderr or done.stdout).strip()[-400:]}


def generate_ours(options, source, folder, flags, more):
    """(sources, what they are compiled with beside, seconds on the host), or (none, a failure, 0)."""
    done = call([options.ihop, "--auto", *more, "--gpu", options.gpu, source, "-o", folder, "--emit", "cu,json", "--script-out", folder / "found.ihop",
                 "--", *flags], folder, options.limit)
    report = folder / f"{source.stem}.json"
    if not report.exists():
        return [], failed("ihop", done), 0
    told = json.loads(report.read_text())["predicted"]["host_seconds"]
    host = sum(seconds for name, seconds in told.items() if name.startswith("kernel"))
    both = [folder / f"{source.stem}.c"] if (folder / f"{source.stem}_kernels.cu").exists() else []
    return sorted(folder.glob("*.cu")) + both, [], host


def generate_ppcg(options, source, folder, flags):
    (folder / source.name).write_text(re.sub(r"^\s*#pragma target.*$", "", source.read_text(), flags=re.M))
    include = [f"-I{os.environ['PPCG_INCLUDE']}"] if "PPCG_INCLUDE" in os.environ else []
    done = call([options.ppcg, "--target=cuda", *flags, *include, source.name], folder, options.limit)
    files = sorted(folder.glob("*_host.cu")) + sorted(folder.glob("*_kernel.cu"))
    return files, [f"-include={ROOT}/src/bench/cxx_alloc.h"] if files else failed("PPCG", done), 0


def count(options, folder, files, flags):
    """The kernels that belong to the program's function, by the engine."""
    done = call([*NVCC, *flags, f"-I{folder}", *files, "-o", folder / "program"], folder, options.limit)
    if done.returncode:
        return failed("nvcc", done)
    output = folder / "counts.json"
    done = call([options.ihop, "run", "--count=json", "--gpu", options.gpu, "--count-output", output, folder / "program"], folder, options.limit)
    if "nothing was counted" in done.stderr:
        return {"kernels": []}
    if not output.exists():
        return failed("counting", done)
    return {"kernels": [slim(kernel) for kernel in json.loads(output.read_text())["kernels"]]}


def slim(kernel):
    """Without single instructions and lines."""
    return {key: value for key, value in kernel.items() if key not in ("lines", "instructions", "look_at")}


def measure_one(options, source, who):
    folder = options.folder / f"{source.stem}.{who}"
    subprocess.run(["rm", "-rf", folder], check=True)
    folder.mkdir()
    flags = [f"-D{options.size}_DATASET", f"-I{ROOT}/polybench/common"]
    files, beside, host = generate_ppcg(options, source, folder, flags) if who == "ppcg" else \
        generate_ours(options, source, folder, flags, ["--math", "fast"] if who == "fast" else [])
    result = count(options, folder, files, [*([] if who == "fast" else EXACT), *beside, *flags]) if files else beside or {"kernels": []}
    result.update(program=source.stem, who=who, size=options.size, gpu=options.gpu, host_seconds=host)
    # What the program itself computes before and behind is no part of it.
    result["kernels"] = [kernel for kernel in result.get("kernels", []) if who == "ppcg" or not kernel["kernel"].startswith("main_")]
    (options.folder / f"{source.stem}.{who}.json").write_text(json.dumps(result, indent=1))
    return result


def measure(options):
    options.folder, options.ihop = options.folder.resolve(), options.ihop.resolve()
    options.folder.mkdir(parents=True, exist_ok=True)
    for name in (ROOT / "polybench/kernels.txt").read_text().split():
        source = ROOT / "polybench" / name
        if options.only and source.stem not in options.only:
            continue
        for who in options.who.split(","):
            if who != "ppcg" or options.ppcg:
                result = measure_one(options, source, who)
                print(source.stem, who, result.get("failed") or f"{microseconds(result):.2f} us", result.get("why", "").replace("\n", " "), flush=True)


# ---- figures ----

def launches(result):
    return sum(kernel["launches"] for kernel in result["kernels"])


def microseconds(result):
    return 1e6 * (result["host_seconds"] + sum(kernel["predicted"]["seconds"] * kernel["launches"] for kernel in result["kernels"]))


def asked(kernel, space, ask, figure):
    return kernel["sum"].get(space, {}).get(ask, {}).get(figure, 0)


def total(result, space, asks, figure):
    return sum(asked(kernel, space, ask, figure) for kernel in result["kernels"] for ask in asks)


def moved(result):
    """Sectors between memory and the second level."""
    return sum(asked(kernel, space, ask, "from_memory") for kernel in result["kernels"] for space in ("global", "local")
               for ask in ("loads", "stores", "atomics")) + sum(kernel["written_back_sectors"] for kernel in result["kernels"])


def bound(result):
    """(what takes most of the time, its microseconds)."""
    parts = collections.Counter({"host": 1e6 * result["host_seconds"]})
    for kernel in result["kernels"]:
        for part in ("launch", "meetings", "intervals"):
            parts[part] += 1e6 * kernel["launches"] * kernel["predicted"][part]
        work = {part: kernel["predicted"][part] for part in ("memory", "float", "double", "issue")}
        longest = max(work, key=work.get)
        parts[longest] += 1e6 * kernel["launches"] * work[longest]
    return parts.most_common(1)[0]


def roofline(result, description):
    """The longer of moving the sectors and computing, on a card that is busy, as a share of the time."""
    seconds = microseconds(result) * 1e-6
    operations = sum(kernel["sum"]["double_operations"] for kernel in result["kernels"]) / (description["double_gflops"] * 1e9)
    least = max(moved(result) * 32 / (description["memory_gbs"] * 1e9), operations)
    return least / seconds if seconds else 0


def card(name):
    text = (ROOT / f"data/gpu/{name}.ini").read_text()
    return {key: float(value) for key, value in re.findall(r"^(\w+)=([\d.]+)$", text, re.M)}


# ---- table ----

def read(folder):
    results = collections.defaultdict(dict)
    for path in sorted(folder.glob("*.json")):
        result = json.loads(path.read_text())
        results[result["program"]][result["who"]] = result
    return results


def fine(results, who):
    return who in results and "failed" not in results[who]


def number(value):
    return f"{value:.3g}" if value < 1000 else f"{value:.0f}"


def cell(results, who):
    if who not in results:
        return "not measured"
    if not fine(results, who):
        return f"{results[who]['failed']} fails"
    return f"{number(microseconds(results[who]))} ({launches(results[who])})"


def counts(result):
    sums = [kernel["sum"] for kernel in result["kernels"]]
    return [number(sum(one["executions"] for one in sums)), number(sum(one["double_operations"] for one in sums)),
            number(moved(result)), number(total(result, "global", ("loads", "stores", "atomics"), "sectors")),
            number(total(result, "shared", ("loads", "stores", "atomics"), "bank_conflicts")),
            number(sum(kernel["waits_for_blocks"] for kernel in result["kernels"]))]


def row(name, results, older, description):
    cells = [name, cell(results, "ours"), cell(results, "ppcg")]
    ratio = None
    if fine(results, "ours") and fine(results, "ppcg"):
        ratio = microseconds(results["ppcg"]) / microseconds(results["ours"])
    cells.append(f"{ratio:.2f}" if ratio else "–")
    if older is not None:
        cells.append(cell(older, "ours"))
    if fine(results, "ours"):
        what, _ = bound(results["ours"])
        cells += [f"{100 * roofline(results['ours'], description):.1f} %", what, *counts(results["ours"])]
    print("| " + " | ".join(cells) + " |")
    return ratio


def table(options):
    results = read(options.folder)
    older = read(options.over) if options.over else None
    some = next(iter(next(iter(results.values())).values()))
    heads = ["program", "ours µs (launches)", "PPCG µs (launches)", "ratio", *(["before"] if older is not None else []), "of the roofline", "most of it",
             "warp instructions", "FP64", "sectors of memory", "sectors asked", "conflicts", "waits for blocks"]
    print(f"{some['size']}, {some['gpu']}\n\n| " + " | ".join(heads) + " |\n|" + "---|" * len(heads))
    ratios = {name: row(name, both, older.get(name, {}) if older is not None else None, card(some["gpu"])) for name, both in results.items()}
    ratios = {name: ratio for name, ratio in ratios.items() if ratio}
    cut = [min(CUT, max(1 / CUT, ratio)) for ratio in ratios.values()]
    if cut:
        mean = math.exp(sum(map(math.log, cut)) / len(cut))
        print(f"\n{len(cut)} programs with both, ratios cut to {1 / CUT:g} to {CUT}: geometric mean {mean:.2f}, median {statistics.median(cut):.2f}; behind: "
              + (", ".join(f"{name} ({ratio:.2f})" for name, ratio in ratios.items() if ratio < 1) or "none"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("measure")
    one.add_argument("ihop", type=pathlib.Path)
    one.add_argument("folder", type=pathlib.Path)
    one.add_argument("--ppcg")
    one.add_argument("--size", default="MEDIUM")
    one.add_argument("--gpu", default="h100")
    one.add_argument("--only", nargs="*")
    one.add_argument("--who", default="ours,ppcg")
    one.add_argument("--limit", type=int, default=900)
    one.set_defaults(do=measure)
    one = commands.add_parser("table")
    one.add_argument("folder", type=pathlib.Path)
    one.add_argument("--over", type=pathlib.Path)
    one.set_defaults(do=table)
    options = parser.parse_args()
    options.do(options)


main()
