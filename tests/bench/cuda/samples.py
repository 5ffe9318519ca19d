"""NVIDIA's cuda-samples: what each CMakeLists.txt names, compiled by nvcc. A sample's exit code says how its own check went (2: it
has waived itself); those that print nothing of a check only end."""
import json
import pathlib
import re
import shutil

from suite import ARCHITECTURE, NVCC, Program, first_line

INCLUDE = pathlib.Path(NVCC).parent.parent / "include"

FOREIGN = {"OPENGL": "OpenGL", "OpenGL": "OpenGL", "GLUT": "OpenGL", "EGL": "EGL", "Vulkan": "Vulkan", "FreeImage": "FreeImage",
           "NVSCI": "NvSci", "CUDLA": "cuDLA", "npp": "NPP", "nvjpeg": "nvJPEG", "MPI": "MPI", "d3d1": "Direct3D",
           "X11": "X11", "NVVM": "libNVVM", "NVJITLINK": "nvJitLink"}
LIBRARIES = ["cublas", "cufft", "cusparse", "cusolver", "curand"]
CHECKED = re.compile(r"pass|success|verif|correct|match|PASS|OK|error = |L1 norm|L2 norm|close enough|equal|identical|within tolerance", re.I)
FAILED = re.compile(r"\bFAIL(ED|URE)?\b|Test failed|does not match|incorrect|mismatch", re.I)


def judge(outcomes):
    said = "\n".join(done.said + done.errors for done in outcomes)
    codes = [done.code for done in outcomes]
    if any(code == 2 for code in codes) and all(code in (0, 2) for code in codes):
        return "waived", first_line(said, ["aiv", "support", "requires", "need"])
    if any(codes):
        return "wrong", f"exit {max(codes)}: " + first_line(said, ["ihop:", "rror", "FAIL", "fail"])
    if FAILED.search(said) and not re.search(r"0 (failed|mismatch)|failed as expected", said):
        return "wrong", first_line(said, ["FAIL", "failed", "mismatch", "does not match", "incorrect"])
    return ("right", "") if CHECKED.search(said) else ("ends", "prints no check of its own")


def sample(folder, work, arguments):
    text = re.sub(r"#.*", "", (folder / "CMakeLists.txt").read_text())
    added = re.search(r"add_executable\s*\(\s*(\S+)([^)]*)\)", text)
    if not added:
        return None
    name, place = added.group(1), work / "Samples" / folder.parent.name / folder.name
    sources = [word for word in added.group(2).split() if re.search(r"\.(cu|cpp|c|cc)$", word)]
    linked = " ".join(re.findall(r"target_link_libraries\s*\(([^)]*)\)", text) + re.findall(r"find_package\s*\(([^)]*)\)", text))
    needs = sorted({what for word, what in FOREIGN.items() if word in linked})
    libraries = sorted({word for word in LIBRARIES + ["nvrtc"] if "CUDA::" + word in linked})
    libraries += ["cusparse", "cublas"] if "cusolver" in libraries else []
    inside = re.findall(r"include_directories\s*\([^)]*?(?:\$\{CMAKE_CURRENT_SOURCE_DIR\}/|\./|\s)(inc)\b", text)
    flags = ["-std=c++17", "--extended-lambda", "-I../../../Common", *("-I" + one for one in inside), *(["-Xcompiler", "-fopenmp"] if "OpenMP" in linked else []),
             *(["-rdc=true"] if "CUDA_SEPARABLE_COMPILATION ON" in text and any(s.endswith(".cu") for s in sources) else [])]
    if "cooperative_groups.h" in text:  # copied beside the program, for the compiler that it has in itself
        copied = f"cp -r {INCLUDE}/cooperative_groups.h {INCLUDE}/cooperative_groups {INCLUDE}/cccl/nv {INCLUDE}/cccl/cuda ."
        build_first = [["sh", "-c", copied]]
    else:
        build_first = []
    build = [*build_first, [NVCC, *ARCHITECTURE, *flags, "-o", name, *sources, *("-l" + one for one in libraries), "-lcuda", "-lrt", "-lpthread"]]
    for option, made, source in made_beside(text):
        build.append([NVCC, *(ARCHITECTURE if option == "-fatbin" else []), option, "-w", "-I../../../Common", "-o", made, source])
    given = arguments.get(folder.name, {})
    if not place.exists():
        shutil.copytree(folder, place)
    return Program("cuda-samples", folder.name, place, build, runs(name, given), judge,
                   options=["--devices", "2"] if given.get("min_gpus") == 2 else [], needs=", ".join(needs),
                   kind="library" if set(libraries) - {"nvrtc"} else "plain")


def made_beside(text):
    """(option, file, source) of PTX files and fat binaries that a sample loads when it runs."""
    names = dict(re.findall(r"set\s*\(\s*(\w+)\s+\"?\$\{CMAKE_CURRENT_(?:BINARY|SOURCE)_DIR\}/([^\")]+)\"?\s*\)", text))
    for command in re.findall(r"COMMAND\s+\$\{CMAKE_CUDA_COMPILER\}([^\n]*)", text):
        option = re.search(r"-(fatbin|ptx)\b", command)
        made, source = re.search(r"-o \$\{(\w+)\}", command), re.search(r"\$\{(\w+SOURCE\w*)\}", command)
        if option and made and source:
            yield option.group(0), names[made.group(1)], names[source.group(1)]


def runs(name, given):
    return [["./" + name, *one.get("args", [])] for one in given.get("runs", [given])]


def programs(checkout, work):
    arguments = json.loads((checkout / "test_args.json").read_text())
    for folder in ("Common", "bin"):
        if (checkout / folder).exists() and not (work / folder).exists():
            shutil.copytree(checkout / folder, work / folder)
    for text in sorted(checkout.glob("Samples/[0-6]_*/*/CMakeLists.txt")):
        made = sample(text.parent, work, arguments)
        if made:
            yield made
