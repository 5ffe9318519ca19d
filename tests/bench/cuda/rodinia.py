"""Rodinia 3.1: its CUDA programs held against its OpenMP versions on the same inputs, against their own checks, or against a loop of ours.
Names that CUDA dropped are mapped by -D. cuda_times.py runs what is built here beside the OpenMP versions."""
import pathlib
import re
import shutil
import subprocess

import rodinia_inputs
from suite import ARCHITECTURE, NVCC, Program, first_line

MAPPED = ["-DcudaThreadSynchronize=cudaDeviceSynchronize", "-DcudaThreadExit=cudaDeviceReset"]
HERE = pathlib.Path(__file__).resolve().parent
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|nan|inf)")
# name: folder, sources, flags, arguments | OpenMP: folder, sources, flags, arguments | what is compared
ROWS = {
    "b+tree": ("b+tree", "main.c kernel/kernel_gpu_cuda_wrapper.cu kernel/kernel_gpu_cuda_wrapper_2.cu util/timer/timer.c util/num/num.c util/cuda/cuda.cu", "",
               "file {in}/numbers.txt command {in}/queries.txt",
               "b+tree", "main.c kernel/kernel_cpu.c kernel/kernel_cpu_2.c util/timer/timer.c util/num/num.c", "",
               "core 2 file {in}/numbers.txt command {in}/queries.txt", "output.txt"),
    "backprop": ("backprop", "backprop.c facetrain.c imagenet.c backprop_cuda.cu", "", "65536",
                 "backprop", "backprop.c backprop_kernel.c facetrain.c imagenet.c", "-DOPEN", "65536", ""),
    "bfs": ("bfs", "bfs.cu", "", "{in}/graph.txt", "bfs", "bfs.cpp", "-DOPEN", "2 {in}/graph.txt", "result.txt"),
    "cfd": ("cfd", "euler3d.cu", "-I{samples}", "{in}/domain.txt", "cfd", "euler3d_cpu.cpp", "-Dblock_length=2", "{in}/domain.txt", "density"),
    "dwt2d": ("dwt2d", "main.cu dwt.cu components.cu dwt_cuda/fdwt53.cu dwt_cuda/fdwt97.cu dwt_cuda/common.cu dwt_cuda/rdwt97.cu dwt_cuda/rdwt53.cu", "-I.",
              "picture.bmp -d 512x512 -f -5 -l 3", "", "", "", "", ""),
    "gaussian": ("gaussian", "gaussian.cu", "-DclockRate=major -DdeviceOverlap=asyncEngineCount -DcomputeMode=major", "-s 512", "", "", "", "", ""),
    "heartwall": ("heartwall", "main.cu AVI/avilib.c AVI/avimod.c", "-IAVI -DOUTPUT", "{in}/film.avi 4",
                  "heartwall", "main.c AVI/avilib.c AVI/avimod.c", "-IAVI -DOUTPUT", "{in}/film.avi 4 2", "result.txt"),
    "hotspot": ("hotspot", "hotspot.cu", "", "512 2 100 {in}/temp.txt {in}/power.txt output.out",
                "hotspot", "hotspot_openmp.cpp", "", "512 512 100 2 {in}/temp.txt {in}/power.txt output.out", "plate"),
    "hotspot3D": ("hotspot3D", "3D.cu", "", "256 8 20 {in}/power8.txt {in}/temp8.txt output.out",
                  "hotspot3D", "3D.c", "", "256 8 20 {in}/power8.txt {in}/temp8.txt output.out", "output.out"),
    "huffman": ("huffman", "main_test_cu.cu stats_logger.cpp vlc_kernel_sm64huff.cu scan.cu pack_kernels.cu cpuencode.cpp", "-DTESTING -rdc=true -I{samples}", "{in}/words.in",
                "", "", "", "", "own:PASS! vectors are matching"),
    "hybridsort": ("hybridsort", "bucketsort.cu mergesort.cu main.cu", "-DVERIFY -I{samples}", "r", "", "", "", "", "own:PASSED"),
    "kmeans": ("kmeans", "cluster.c getopt.c kmeans.c kmeans_clustering.c kmeans_cuda.cu rmse.c", "", "", "", "", "", "", ""),
    "lavaMD": ("lavaMD", "main.c kernel/kernel_gpu_cuda_wrapper.cu util/num/num.c util/timer/timer.c util/device/device.cu", "-DOUTPUT -Xcompiler -fopenmp", "-boxes1d 6",
               "lavaMD", "main.c kernel/kernel_cpu.c util/timer/timer.c util/num/num.c", "-DOUTPUT", "-cores 2 -boxes1d 6", "result.txt"),
    "leukocyte": ("leukocyte/CUDA", "detect_main.c avilib.c find_ellipse.c find_ellipse_kernel.cu track_ellipse.c track_ellipse_kernel.cu misc_math.c", "-I../meschach_lib", "",
                  "", "", "", "", ""),
    "lud": ("lud/cuda", "lud.cu lud_kernel.cu ../common/common.c", "-I../common", "-s 1024 -v", "lud/omp", "lud.c lud_omp.c ../common/common.c", "-I../common -DOMP", "-s 1024 -n 2", "own:>>>Verify<<<<"),
    "mummergpu": ("mummergpu/src", "mummergpu.cu mummergpu_gold.cpp suffix-tree.cpp PoolMalloc.cpp", "-I.", "", "", "", "", "", ""),
    "myocyte": ("myocyte", "main.cu", "", "100 1 0", "myocyte", "main.c", "", "100 1 0 2", ""),
    "nn": ("nn", "nn_cuda.cu", "", "storms.txt -r 5 -lat 30 -lng 90", "nn", "nn_openmp.c", "", "storms.txt 5 30 90", "nearest"),
    "nw": ("nw", "needle.cu", "-DTRACEBACK", "2048 10", "nw", "needle.cpp", "-DTRACEBACK", "2048 10 2", "result.txt"),
    "particlefilter": ("particlefilter", "ex_particle_CUDA_float_seq.cu", "", "-x 128 -y 128 -z 10 -np 1000",
                       "particlefilter", "ex_particle_OPENMP_seq.c", "", "-x 128 -y 128 -z 10 -np 1000", "particles"),
    "pathfinder": ("pathfinder", "pathfinder.cu", "-DBENCH_PRINT", "20000 100 20", "pathfinder", "pathfinder.cpp", "-DBENCH_PRINT", "20000 100", "path"),
    "srad": ("srad/srad_v1", "main.cu", "", "20 0.5 512 512", "srad/srad_v1", "main.c", "", "20 0.5 512 512 2", "image_out.pgm"),
    "streamcluster": ("streamcluster", "streamcluster_cuda_cpu.cpp streamcluster_cuda.cu streamcluster_header.cu", "", "10 20 32 4096 4096 1000 none output.txt 1",
                      "streamcluster", "streamcluster_omp.cpp", "", "10 20 32 4096 4096 1000 none output.txt 2", "output.txt"),
}


def compared(ours, theirs, least=1e-6):
    """(result, reason) of two texts whose numbers ought to be the same, within a hundredth of them or of LEAST."""
    mine, other = NUMBER.findall(ours), NUMBER.findall(theirs)
    if not mine or len(mine) != len(other):
        return "wrong", f"{len(mine)} numbers, the reference has {len(other)}"
    largest = max((abs(float(a) - float(b)) / max(least, abs(float(b))) if a != b else 0) for a, b in zip(mine, other))
    return ("right", f"{len(mine)} numbers as the reference has them" + (f", to {largest:.0e}" if largest else "")) if largest < 0.0101 else ("wrong", f"the reference differs by {largest:.2g}")


def last_number(text):
    """The last line that is a number."""
    return [line for line in text.splitlines() if re.fullmatch(r"\d+\.\d+", line.strip())][-1]


def line_of(text, word):
    return [line for line in text.splitlines() if word in line]


def nearest(path, n, latitude, longitude):
    """The least distances of nn's records, by a loop of ours."""
    places = [(float(line[28:33]), float(line[33:38])) for line in path.read_text().splitlines()]
    return sorted(((a - latitude) ** 2 + (b - longitude) ** 2) ** 0.5 for a, b in places)[:n]


def judged(how, place, other, inputs):
    def judge(outcomes):
        said = outcomes[0].said
        if outcomes[0].code:
            return "wrong", f"exit {outcomes[0].code}: " + first_line(said + outcomes[0].errors, ["rror", "ihop"])
        if how.startswith("own:"):
            return ("right", "") if how[4:] in said and "FAIL" not in said and "dismatch" not in said else ("wrong", first_line(said, ["FAIL", "dismatch", "iff"]))
        if not how:
            return "ends", "checks nothing, writes nothing that OpenMP's writes"
        theirs = subprocess.run([other / "program-omp", *other.joinpath("arguments").read_text().split()], cwd=other, capture_output=True, text=True, check=False)
        if how == "nearest":
            return compared(" ".join(line.split("=")[1] for line in line_of(said, "Distance=")), " ".join(map(str, nearest(place / "storms.db", 5, 30, 90))))
        if how == "particles":
            ours, other_way = (float(NUMBER.findall(line)[-1]) for line in (last_number(said), last_number(theirs.stdout)))
            near = abs(ours - other_way) < 0.2 * other_way
            return "right" if near else "wrong", f"{ours:.1f} pixels off in the end, OpenMP's {other_way:.1f}; random by the clock"
        if how == "plate":
            subprocess.run(["gcc", "-O2", "-o", place / "plain", HERE / "hotspot.c"], check=True)
            plain = subprocess.run([place / "plain", "512", "100", inputs / "temp.txt", inputs / "power.txt"], capture_output=True, text=True, check=True)
            return compared((place / "output.out").read_text(), plain.stdout)
        if how == "path":
            return compared(said.strip().splitlines()[-1], line_of(theirs.stdout, " ")[-1])
        return compared((place / how).read_text(errors="replace"), (other / how).read_text(errors="replace"), 100 if how.endswith(".pgm") else 1e-6)
    return judge


def omp_build(row, other, filled):
    """Compiles the OpenMP version as its Makefile does, and notes its arguments."""
    sources, flags, arguments = row[5:8]
    compiler = "g++" if ".cpp" in sources else "gcc"
    done = subprocess.run([compiler, "-w", "-O3", "-fopenmp", *flags.split(), "-o", "program-omp", *sources.split(), "-lm"], cwd=other, capture_output=True, text=True, check=False)
    (other / "arguments").write_text(filled(arguments))
    return done.returncode == 0


def programs(checkout, work):
    inputs = work / "inputs"
    if not inputs.exists():
        rodinia_inputs.make(inputs, checkout)
        for folder in ("cuda", "openmp"):
            shutil.copytree(checkout / folder, work / folder, symlinks=True)
        for folder, name in (("srad", "image.pgm"), ("dwt2d", "picture.bmp")):
            (work / "data" / folder).mkdir(parents=True)
            shutil.copy(inputs / name, work / "data" / folder / name)
        for name in ("storms.txt", "storms.db"):
            shutil.copy(inputs / name, work / "cuda/nn" / name)
            shutil.copy(inputs / name, work / "openmp/nn" / name)
    samples = pathlib.Path(work).parent / "cuda-samples/Common"
    for name, row in ROWS.items():
        place, other = work / "cuda" / row[0], work / "openmp" / row[4]

        def filled(text):
            return text.replace("{in}", str(inputs)).replace("{samples}", str(samples))

        if row[4] and not (other / "program-omp").exists():
            omp_build(row, other, filled)
        yield Program("Rodinia", name, place, [[NVCC, *ARCHITECTURE, "-O3", *MAPPED, *filled(row[2]).split(), "-o", "program", *row[1].split(), "-lcuda"]],
                      [["./program", *filled(row[3]).split()]], judged(row[8], place, other, inputs))
