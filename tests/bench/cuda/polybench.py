"""PolyBench/GPU's 21 CUDA programs. Each compares its kernels with loops on the host and says how many elements differ. Names that
CUDA dropped are mapped by -D. Where a program's loops on the host alone would take minutes, its arrays are smaller, by a header
that stands before its own; nothing else is changed."""
import re
import shutil

from suite import ARCHITECTURE, NVCC, Program

MAPPED = ["-DcudaThreadSynchronize=cudaDeviceSynchronize"]
SMALLER = {"2MM": "NI NJ NK NL", "3MM": "NI NJ NK NL NM", "CORR": "M", "COVAR": "M", "GRAMSCHM": "NI NJ", "LU": "",
           "FDTD-2D": "NX NY", "SYR2K": "NI NJ"}
"""Programs of the suite whose headers take sizes of ours where N is defined, and which sizes beside it."""


def judge(outcomes):
    said = outcomes[0].said
    found = re.findall(r"(?:Beyond Error Threshold of .*?|Number of misses): (\d+)", said)
    if outcomes[0].code or not found:
        return "wrong", f"exit {outcomes[0].code}, no comparison"
    return ("right", "") if not any(map(int, found)) else ("wrong", f"{max(map(int, found))} elements differ")


def sizes(name):
    """A header's text."""
    headers = "#include <unistd.h>\n#include <stdio.h>\n#include <math.h>\n#include <string.h>\n#include <stdlib.h>\n#include <sys/time.h>\n#include <cuda.h>\n"
    return headers + "".join(f"#define {word} 512\n" for word in ["N", *SMALLER[name].split()]) + ("#define TMAX 100\n" if name == "FDTD-2D" else "")


def programs(checkout, work):
    if not (work / "common").exists():
        shutil.copytree(checkout / "common", work / "common")
    for folder in sorted((checkout / "CUDA").iterdir()):
        sources = sorted(folder.glob("*.cu"))
        if not sources:
            continue
        place, flags = work / "CUDA" / folder.name, [*MAPPED, *(["-Drtclock=clock"] if folder.name == "DOITGEN" else [])]  # the one without the suite's clock
        if not place.exists():
            shutil.copytree(folder, place)
        if folder.name in SMALLER:
            (place / "sizes.h").write_text(sizes(folder.name))
            flags += ["-include", "sizes.h"]
        yield Program("polybenchGpu", folder.name, place, [[NVCC, *ARCHITECTURE, "-O3", *flags, "-o", "program", sources[0].name]],
                      [["./program"]], judge)
