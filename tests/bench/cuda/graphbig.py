"""GraphBIG's GPU workloads on the small graph that it brings, their output compared with what it keeps as reference; of a workload
that stands there in several versions each is a row."""
import re
import shutil

from suite import ARCHITECTURE, NVCC, Program

ARGUMENTS = {"gpu_BFS": ["--root", "31"], "gpu_SSSP": ["--root", "31"], "gpu_kCore": ["--kcore", "3"]}


def lines(text):
    """Of an output what is a result: numbers of iterations depend on which thread comes first."""
    return [line for line in text.splitlines() if line.startswith("== ") and "iteration" not in line]


def colours(text):
    return {int(vertex): int(colour) for vertex, colour in re.findall(r"== vertex (\d+): color[- ](\d+)", text)}


def judged(reference):
    def judge(outcomes):
        if outcomes[0].code:
            return "wrong", f"exit {outcomes[0].code}"
        ours, theirs = lines(outcomes[0].said), lines(reference.read_text())
        different = [pair for pair in zip(ours, theirs) if pair[0] != pair[1]]
        if len(ours) != len(theirs) or different:
            return "wrong", f"{len(different)} of {len(theirs)} lines differ from ref_output: {different[0] if different else len(ours)}"
        return "right", ""
    return judge


def programs(checkout, work):
    for folder in ("common", "openG", "dataset"):
        if not (work / folder).exists():
            shutil.copytree(checkout / folder, work / folder)
    bench = work / "gpu_bench"
    if not bench.exists():
        shutil.copytree(checkout / "gpu_bench", bench)
    for folder in sorted(bench.glob("gpu_*")):
        for source in sorted(folder.glob("*.cu")):
            flags = ["-DNO_PFM", "-DENABLE_VERIFY", "-DENABLE_OUTPUT", "-O3", "-I../../common", "-I../../openG", "-I../cudalib"]
            build = [[NVCC, *ARCHITECTURE, *flags, "-o", source.stem, "main.cpp", source.name]]
            yield Program("graphBIG", source.stem, folder, build,
                          [["./" + source.stem, "--dataset", "../../dataset/small", *ARGUMENTS.get(folder.name, [])]],
                          judged(folder / "ref_output"))
