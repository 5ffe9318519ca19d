#!/usr/bin/python3
"""What kernels ask for, of what kernels.py has measured: the other tables of doc/kernels.md.

    kernel_rows.py FOLDER [--who ours] [NAME…]

For each kernel, of the instructions that are executed as often as its busiest one of FP64 (the inner loop): loads from global and shared
memory, stores there, and FP64 instructions for each product that is added. Then conflicts of banks, bytes spilled, blocks that stand on a
multiprocessor; and of all kernels of a program sectors of memory beside those of the arrays that are copied in or out."""
import argparse
import json
import pathlib
import re

SMS = 132  # of an H100, for which the kernels are counted
SECTOR = 32


def inner(kernel):
    """{first word of the instruction, type: executions} of the inner loop; the products that are added there."""
    double = [one["executions"] for one in kernel["instructions"] if re.match(r"(mul|add|sub|fma|mad)\..*f64", one["instruction"])]
    most, asked = max(double, default=0), {}
    for one in kernel["instructions"]:
        if most and one["executions"] >= 0.9 * most:
            word = one["instruction"].split(".")
            of_memory = "global" in word or "shared" in word
            key = "fp64" if re.match(r"(mul|add|sub|fma|mad)\..*f64", one["instruction"]) else \
                "load" if word[0] == "ld" and of_memory else "store" if word[0] == "st" and of_memory else "other"
            asked[key] = asked.get(key, 0) + one["executions"]
            if re.match(r"(add|sub|fma|mad)\..*f64", one["instruction"]):
                asked["added"] = asked.get("added", 0) + one["executions"]
    return asked


def conflicts(kernel):
    return sum(ask.get("bank_conflicts", 0) for ask in kernel["sum"].get("shared", {}).values())


def moved(kernel):
    return sum(kernel["sum"].get(space, {}).get(ask, {}).get("from_memory", 0) for space in ("global", "local")
               for ask in ("loads", "stores", "atomics")) + kernel["written_back_sectors"]


def blocks(kernel):
    """That stand on a multiprocessor at once: there are no more of them, or no more find room."""
    there = kernel["grid"][0] * kernel["grid"][1] * kernel["grid"][2]
    return min(kernel["occupancy"]["blocks"], there / SMS)


def show(folder):
    document = json.loads((folder / "counts.json").read_text())
    copied = sum(one["bytes"] for one in document["copies"]) / SECTOR
    kernels = [kernel for kernel in document["kernels"] if not kernel["kernel"].startswith("main_")]
    for kernel in kernels:
        asked, registers = inner(kernel), kernel["registers"] or {}
        added = asked.get("added", 0)
        cells = [kernel["kernel"].split("(")[0], "×".join(map(str, kernel["grid"])), "×".join(map(str, kernel["block"])), kernel["launches"],
                 *(f"{asked.get(key, 0) / added:.2f}" if added else "–" for key in ("load", "store", "fp64")), conflicts(kernel),
                 registers.get("spill_store_bytes", "?"), f"{blocks(kernel):.2f}"]
        print("| " + " | ".join(map(str, cells)) + " |")
    print(f"| {folder.stem}, all | | | {sum(kernel['launches'] for kernel in kernels)} | | | | {sum(map(conflicts, kernels))} | | "
          f"sectors {sum(map(moved, kernels)):.0f}, copied {copied:.0f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--who", default="ours")
    options = parser.parse_args()
    heads = ["kernel", "grid", "block", "launches", "loads a product", "stores", "FP64", "conflicts", "spilled", "blocks a multiprocessor"]
    print("| " + " | ".join(heads) + " |\n|" + "---|" * len(heads))
    for folder in sorted(options.folder.glob(f"*.{options.who}")):
        if (folder / "counts.json").exists() and (not options.names or folder.stem in options.names):
            show(folder)


main()
