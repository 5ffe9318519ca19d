"""Rodinia's OpenCL programs, built to be run on whatever device there is: what cuda_times.py holds its CUDA programs against. Not here: cfd, which is no
C++ of today, streamcluster and heartwall, which do not run to their end, particlefilter, one of whose launches fails, myocyte, which has no input."""
import pathlib
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
# name, as in rodinia.py: where it is run, from there its folder, sources, arguments for what the CUDA program is run with | barriers or shared memory?
ROWS = {
    "b+tree": ("b+tree", ".", "main.c kernel/kernel_gpu_opencl_wrapper.c kernel/kernel_gpu_opencl_wrapper_2.c util/timer/timer.c util/num/num.c util/opencl/opencl.c",
               "file {in}/numbers.txt command {in}/queries.txt", True),
    "backprop": ("backprop", ".", "backprop_ocl.cpp backprop.c imagenet.c facetrain.c", "-n 65536", True),
    "bfs": ("bfs", ".", "bfs.cpp timer.cc", "{in}/graph.txt", False),
    "gaussian": ("gaussian", ".", "clutils.cpp gaussianElim.cpp utils.cpp", "-q -s 512", False),
    "hotspot": ("hotspot", ".", "OpenCL_helper_library.c hotspot.c", "512 2 100 {in}/temp.txt {in}/power.txt output.out", True),
    "hotspot3D": ("hotspot3D", ".", "3D.c CL_helper.c", "-n 256 -l 8 -i 20 -f {in}/power8.txt {in}/temp8.txt output.out", False),
    "lavaMD": ("lavaMD", ".", "main.c kernel/kernel_gpu_opencl_wrapper.c util/num/num.c util/timer/timer.c util/opencl/opencl.c", "-boxes1d 6", True),
    "lud": ("lud", "ocl", "lud.cpp ../common/common.c", "-s 1024", True),
    "nn": ("nn", ".", "nearestNeighbor.cpp clutils.cpp utils.cpp", "storms.txt -r 5 -lat 30 -lng 90 -q -t -f .", False),
    "nw": ("nw", ".", "nw.c", "2048 10 ./nw.cl", True),
    "pathfinder": ("pathfinder", ".", "main.cpp OpenCL.cpp", "-c 20000 -r 100 -h 20", True),
    "srad": ("srad", ".", "main.c kernel/kernel_gpu_opencl_wrapper.c util/opencl/opencl.c util/graphics/graphics.c util/graphics/resize.c util/timer/timer.c",
             "-n 20 -l 0.5 -s 512 512", True),
}


def shim(work):
    """What is loaded before each program, so that it tells the time of its kernels."""
    made = work / "opencl_time.so"
    subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "-o", made, HERE / "opencl_time.c"], check=True)
    return made


def build(name, checkout, work):
    """(folder, command) of the program, whose sources are copied and compiled as its Makefile does; None where that fails."""
    folder, beside, sources, arguments, _ = ROWS[name]
    everything = work / "opencl"
    if not everything.exists():
        shutil.copytree(checkout / "opencl", everything, symlinks=True)
        for storms in ("storms.txt", "storms.db"):
            shutil.copy(work / "inputs" / storms, everything / "nn" / storms)
    place = everything / folder
    util = everything / "util"
    compiler = ["g++", "-std=gnu++14", "-fpermissive"] if ".cpp" in sources or name == "nw" else ["gcc"]
    done = subprocess.run([*compiler, "-w", "-O3", "-fopenmp", "-DTIMING", "-DCL_TARGET_OPENCL_VERSION=120", "-I../common", "-I", util, "-o", "program-ocl",
                           *sources.split(), util / "timing.c", "-lOpenCL", "-lm"], cwd=place / beside, capture_output=True, text=True, check=False)
    if done.returncode:
        return None
    return place, [str(place / beside / "program-ocl"), *arguments.replace("{in}", str(work / "inputs")).split(), "-p", "0", "-d", "0"]
