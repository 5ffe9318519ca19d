"""Hetero-Mark's CUDA versions, each with its own check against a loop on the host (-v); inputs, which the suite's server no longer
gives, are made here from fixed seeds. ga collects its matches over all runs, so it has one."""
import random
import shutil

from suite import ARCHITECTURE, NVCC, Program, first_line

ARGUMENTS = {"aes": ["-i", "plain.txt", "-k", "key.txt"], "be": ["-i", "none"], "bs": ["-x", "65536"], "bst": [], "ep": ["-x", "512", "-m", "20"],
             "fir": ["-y", "16", "-x", "4096"], "ga": ["-w", "0", "-i", "genes.txt"], "hist": ["-x", "1048576"], "kmeans": ["-i", "points.txt"],
             "knn": ["-i", "files.txt", "-lat", "30", "-lng", "90"], "pr": ["-i", "pages.txt", "-m", "50"]}
COMMON = ["benchmark/benchmark_runner.cc", "time_measurement/time_keeper_impl.cc", "time_measurement/time_keeper_summary_printer.cc",
          "time_measurement/time_measurement_impl.cc", "time_measurement/timer_impl.cc"]
OPTIONS = ["benchmark_command_line_options", "command_line_option", "option_parser_impl", "option_setting_help_printer", "option_setting_impl"]


def judge(outcomes):
    said = outcomes[0].said
    if outcomes[0].code:
        return "wrong", f"exit {outcomes[0].code}: " + first_line(said + outcomes[0].errors, ["rror", "xpected", "ihop"])
    return ("right", "") if "assed" in said else ("ends", "checks nothing itself")


def sparse(pages):
    rows = [sorted(random.sample(range(pages), random.randint(1, 24))) for _ in range(pages)]
    starts = [0]
    for row in rows:
        starts.append(starts[-1] + len(row))
    columns = [page for row in rows for page in row]
    share = [0] * pages
    for page in columns:
        share[page] += 1
    return "\n".join(" ".join(map(str, line)) for line in [[len(columns), pages], starts, columns, [f"{1 / share[page]:.6f}" for page in columns]]) + "\n"


def place_record():
    """49 bytes of the form that knn reads: latitude and longitude from the 29th on."""
    return f"{'storm':28}{random.uniform(0, 60):5.1f}{random.uniform(10, 99):5.1f}{'':10}"[:48] + "\n"


def inputs(folder):
    random.seed(16)
    genes = "".join(random.choices("ACGT", k=61440))
    made = {"plain.txt": "".join(random.choices("0123456789abcdef", k=65536)), "key.txt": "".join(f"{i:02x}" for i in range(32)),
            "genes.txt": genes[2000:2064] + "\n" + genes + "\n", "pages.txt": sparse(2048), "files.txt": "storms.db\n",
            "points.txt": "".join(f"{i} " + " ".join(f"{random.uniform(0, 255):.3f}" for _ in range(8)) + "\n" for i in range(4000)),
            "storms.db": "".join(place_record() for _ in range(20000))}
    for name, text in made.items():
        (folder / name).write_text(text)


def programs(checkout, work):
    if not (work / "src").exists():
        shutil.copytree(checkout / "src", work / "src")
        inputs(work)
    for name, arguments in ARGUMENTS.items():
        sources = [f"src/{name}/cuda/main.cc", f"src/{name}/cuda/{name}_cuda_benchmark.cu", f"src/{name}/{name}_benchmark.cc",
                   f"src/{name}/{name}_command_line_options.cc", *("src/common/" + file for file in COMMON),
                   *(f"src/common/command_line_option/{file}.cc" for file in OPTIONS)]
        yield Program("Hetero-Mark", name, work, [[NVCC, *ARCHITECTURE, "-O3", "-std=c++17", "-I.", "-include", "stdexcept", "-Xcompiler", "-pthread", "-o", name, *sources]],
                      [["./" + name, "-v", *arguments]], judge, needs="OpenCV" if name == "be" else "")
