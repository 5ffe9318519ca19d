#!/usr/bin/python3
"""CUDA programs of others through `ihop run --check`: what is found in them, and what looking costs against the run without. A benchmark,
not a test: nothing here fails. Figures of doc/checked.md.

    checked_programs.py IHOP WORK [--only WORD] [--limit SECONDS] [--rounds N] [--json FILE] SUITE=CHECKOUT…

Programs are those that cuda_programs.py has built in the folder WORK. Each runs plainly, with races alone and with everything, each
once for its code to be made and, unless that took long, once more for its time: all on one processor thread, as checked blocks run on one, by the
processor's time, so that a busy machine matters little. A program that takes longer than LIMIT plainly is left out. Memory is what the checked process has
held at most beyond the plain one, over the most device memory that it had at a time (by strace, from the engine's own reservation)."""
import argparse
import importlib
import json
import math
import os
import pathlib
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "cuda"))

from cuda_programs import MODULES, known_rows

LONG = 20            # seconds beside which making code is nothing
MODES = {"plain": [], "races": ["--check=json,races"], "everything": ["--check=json"]}
RESERVED = (1 << 41) + (1 << 16)


def run_once(command, folder, limit):
    """(exit code or None: too long, processor seconds, most resident bytes)."""
    start = time.monotonic()
    with subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 2))) as process:
        while True:
            done, status, used = os.wait4(process.pid, os.WNOHANG)
            if done:
                break
            if time.monotonic() - start > 10 * limit:
                os.killpg(process.pid, 9)
            time.sleep(0.02)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = used.ru_utime + used.ru_stime
    return None if seconds >= limit or process.returncode in (-9, -24, 152) else process.returncode, seconds, used.ru_maxrss * 1024


def most_device_memory(lines):
    """Of what strace has seen: bytes that were to be used within the reservation, at most."""
    base, held, now, most = None, {}, 0, 0
    for line in lines:
        reserved = re.search(r"mmap\(NULL, (\d+), PROT_NONE.*= (0x[0-9a-f]+)", line)
        if reserved and int(reserved.group(1)) == RESERVED:
            base = int(reserved.group(2), 16)
        call = re.search(r"mprotect\((0x[0-9a-f]+), (\d+), (\S+)\)", line)
        if base is None or not call or not 0 <= int(call.group(1), 16) - base < RESERVED:
            continue
        place, size = call.group(1), int(call.group(2))
        now -= held.pop(place, 0)
        if "PROT_WRITE" in call.group(3):
            held[place] = size
            now += size
        most = max(most, now)
    return most


def device_memory(command, folder, limit):
    if not shutil.which("strace"):
        return None
    with tempfile.NamedTemporaryFile() as log:
        run_once(["strace", "-f", "-qq", "--seccomp-bpf", "-e", "trace=mmap,mprotect", "-e", "signal=none", "-o", log.name, *command], folder, limit)
        return most_device_memory(pathlib.Path(log.name).read_text(errors="replace").splitlines())


def measure_mode(program, options, mode, words, found):
    """Sums over the program's runs: exit codes, seconds, and the most of memory; or None."""
    codes, seconds, memory = [], 0, 0
    limit = options.limit if mode == "plain" else int(options.limit * 40)
    for number, command in enumerate(program.run):
        shown = found + f".{mode}.{number}"
        whole = [options.ihop, "run", "--threads", "1", *program.options, *words, *(["--check-output", shown] if words else []), *[str(word) for word in command]]
        code, took, held = run_once(whole, program.folder, limit)
        if took < LONG and code is not None:
            times = [run_once(whole, program.folder, limit) for _ in range(options.rounds)]
            took, held = statistics.median(one[1] for one in times), max(one[2] for one in times)
        if code is None:
            return None
        codes.append(code)
        seconds, memory = seconds + took, max(memory, held)
    return codes, seconds, memory


def findings_of(path):
    try:
        return json.loads(path.read_text())["findings"]
    except (OSError, ValueError, KeyError):
        return None


def measure(program, options):
    row = {"suite": program.suite, "name": program.name, "result": ""}
    found = str(options.work / "found" / f"{program.suite}.{program.name}")
    for mode, words in MODES.items():
        measured = measure_mode(program, options, mode, words, found)
        if measured is None:
            return dict(row, result=f"late: {mode}")
        row[mode] = {"codes": measured[0], "seconds": round(measured[1], 3), "memory": measured[2]}
    row["findings"] = [one for number in range(len(program.run)) for one in findings_of(pathlib.Path(found + f".everything.{number}")) or []]
    first = [options.ihop, "run", "--threads", "1", *program.options, "--check=json", "--check-output", "/dev/null", *[str(word) for word in program.run[0]]]
    row["device"] = device_memory(first, program.folder, int(options.limit * 40))
    return row


def mean(values):
    return math.exp(statistics.mean(math.log(value) for value in values)) if values else float("nan")


def ratios(rows, mode, least):
    return [row[mode]["seconds"] / row["plain"]["seconds"] for row in rows if "device" in row and row["plain"]["seconds"] >= least]


def memory_ratio(row):
    return (row["everything"]["memory"] - row["plain"]["memory"]) / row["device"] if row.get("device") else None


def summary(rows):
    whole = [row for row in rows if "device" in row]
    print(f"{len(whole)} programs of {len(rows)}")
    for least in (0, 0.3, 1):
        print(f"  those of {least} s and more plainly, {len(ratios(whole, 'races', least))}: races {mean(ratios(whole, 'races', least)):.2f} times, "
              f"everything {mean(ratios(whole, 'everything', least)):.2f} times")
    memory = [memory_ratio(row) for row in whole if row["device"] and row["device"] >= 1 << 20]
    print(f"  memory beyond the plain run over the device's, {len(memory)} programs with 1 MiB and more: {mean([max(one, 0.01) for one in memory]):.2f} times, at most {max(memory, default=0):.2f}")
    errors = [row for row in whole if any(one["severity"] == "error" for one in row["findings"])]
    print(f"  errors are reported in {len(errors)}: {' '.join(row['name'] for row in errors)}")


def show(row):
    if "device" not in row:
        print(f"{row['suite']:13} {row['name']:34} {row['result']}", flush=True)
        return
    kinds = sorted({f"{one['id']}/{one['kind']}" for one in row["findings"]})
    memory = memory_ratio(row)
    print(f"{row['suite']:13} {row['name']:34} {row['plain']['seconds']:8.2f} s, races {row['races']['seconds'] / row['plain']['seconds']:7.2f}, "
          f"everything {row['everything']['seconds'] / row['plain']['seconds']:7.2f}, memory {memory if memory is None else round(memory, 2)} of {row['device'] or 0:>11}, "
          f"exit {row['plain']['codes']} {row['everything']['codes']}  {' '.join(kinds)}", flush=True)


def programs_of(options):
    for checkout in options.checkouts:
        name, _, path = checkout.partition("=")
        made = importlib.import_module(MODULES[name]).programs(pathlib.Path(path).resolve(), options.work / name)
        yield from (one for one in made if options.only in one.name and (one.folder / (".built-" + one.name)).exists())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ihop", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("work", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("checkouts", nargs="+")
    parser.add_argument("--only", default="")
    parser.add_argument("--limit", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    (options.work / "found").mkdir(parents=True, exist_ok=True)
    known = {(row["suite"], row["name"]) for row in known_rows(options.json)}
    for program in programs_of(options):
        if (program.suite, program.name) in known:
            continue
        row = measure(program, options)
        show(row)
        if options.json:
            with options.json.open("a") as file:
                file.write(json.dumps(row) + "\n")
    summary(known_rows(options.json))


main()
