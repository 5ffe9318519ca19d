#!/usr/bin/python3
"""CUDA programs of others through `ihop run`, measured: the rows of doc/cuda-programs.md. A benchmark, not a test: nothing here fails.

    cuda_programs.py IHOP WORK [--only WORD] [--limit SECONDS] [--jobs N] [--json FILE] SUITE=CHECKOUT…

SUITE is cuda-samples, polybenchGpu, gpu-rodinia, Hetero-Mark or graphBIG (cuda/ beside this file). Checkouts are only read:
programs are copied to the folder WORK, and what has been built there is not built again. FILE gets a row as soon as it is known,
and a program whose row it has already is left out, so that a measurement can be taken up again."""
import argparse
import concurrent.futures
import importlib
import json
import pathlib
import subprocess
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "cuda"))

import suite

MODULES = {"cuda-samples": "samples", "polybenchGpu": "polybench", "gpu-rodinia": "rodinia", "Hetero-Mark": "heteromark",
           "graphBIG": "graphbig"}


def one(program, options):
    """The row of PROGRAM."""
    row = {"suite": program.suite, "name": program.name, "kind": program.kind, "seconds": None, "processor": None}
    if program.needs:
        return dict(row, result="not counted", reason="needs " + program.needs)
    mark = program.folder / (".built-" + program.name)
    if not mark.exists():
        failed = suite.build(program, 900)
        if failed:
            return dict(row, result="not built", reason=failed)
        mark.write_text("")
    if options.build_only:
        return dict(row, result="built", reason="")
    result, reason, outcomes = suite.measure(program, options.ihop, options.limit)
    (program.folder / (".said-" + program.name)).write_text("\n".join(done.said + done.errors for done in outcomes))
    return dict(row, result=result, reason=reason, seconds=round(sum(done.seconds for done in outcomes), 2),
                processor=round(sum(done.processor for done in outcomes), 2))


def known_rows(path):
    return [json.loads(line) for line in path.read_text().splitlines()] if path and path.exists() else []


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ihop", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("work", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("checkouts", nargs="+")
    parser.add_argument("--only", default="")
    parser.add_argument("--limit", type=float, default=90)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--build-only", action="store_true")
    options = parser.parse_args()
    known = {(row["suite"], row["name"]) for row in known_rows(options.json)}
    writing = threading.Lock()

    def work(program):
        row = one(program, options)
        with writing:
            print(f"{row['suite']:13} {row['name']:34} {row['result']:12} {row['seconds'] or '':>7} {row['processor'] or '':>7}  {row['reason']}", flush=True)
            if options.json and not options.build_only:
                with options.json.open("a") as file:
                    file.write(json.dumps(row) + "\n")

    for checkout in options.checkouts:
        name, _, path = checkout.partition("=")
        commit = subprocess.run(["git", "-C", path, "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True, check=False).stdout.strip()
        print(f"# {name} {commit}", flush=True)
        place = options.work / name
        place.mkdir(parents=True, exist_ok=True)
        programs = importlib.import_module(MODULES[name]).programs(pathlib.Path(path).resolve(), place)
        wanted = [one for one in programs if options.only in one.name and (one.suite, one.name) not in known]
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            list(pool.map(work, wanted))


if __name__ == "__main__":
    main()
