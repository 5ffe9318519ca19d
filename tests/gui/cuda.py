"""A CUDA source in the window: opened, its kernels proved, a run checked and counted; and so is what was generated."""
import os
import sys
import tempfile

from robot import Robot, run, wait

CUDA = """#include <cstdio>

__global__ void good(int n, float *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = 2 * a[i];
}

__global__ void shifts(float *a)
{
    __shared__ float s[64];
    s[threadIdx.x] = a[threadIdx.x];
    a[threadIdx.x] = s[63 - threadIdx.x];
}

int main(int argc, char **argv)
{
    float *a;
    volatile int wait = argc > 1 && argv[1][0] == 'w';
    while (wait)
        ;
    cudaMalloc((void **) &a, 64 * sizeof(float));
    cudaMemset(a, 0, 64 * sizeof(float));
    good<<<2, 32>>>(64, a);
    shifts<<<1, 64>>>(a);
    cudaDeviceSynchronize();
    cudaFree(a);
    printf("the program has ended\\n");
    return 0;
}
"""
MENDED = CUDA.replace("    a[threadIdx.x] = s", "    __syncthreads();\n    a[threadIdx.x] = s")
C = """#include <stdio.h>
int main(void)
{
    static double a[1000];
#pragma target
    for (int i = 0; i < 1000; i++)
        a[i] = 2.0 * i;
    printf("%g\\n", a[7]);
    return 0;
}
"""
folder = tempfile.TemporaryDirectory()


def file(name, text):
    path = os.path.join(folder.name, name)
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    return path


source, program = file("here.cu", CUDA), file("made.c", C)
robot = Robot(sys.argv[1], source)


def it_is_shown():
    """a .cu file is opened and shown, without any C"""
    robot.see_text("CUDA source", "__shared__ float s[64]")
    robot.shot("cuda-opened")


def it_is_proved():
    """one kernel is proved; of the other one both places stand side by side, with their lines"""
    robot.action("win.prove-cuda")
    robot.see_part("✓ good: proved, for blocks of any size")
    robot.see_part("✗ shifts: refuted")
    robot.see_part("Line 13: write, block (0, 0, 0), thread")
    robot.see_part("Line 14: read, block (0, 0, 0), thread")
    robot.click("Line 14: read*", "push button")
    robot.shot("cuda-proved")


def a_run_is_checked():
    """a run is checked, and what it shows stands at its lines, beside what the program says"""
    robot.click("Check a run")
    robot.see_part("✗ two threads use the same memory, one of them writes it, and nothing orders them")
    robot.see_part("Line 14: shifts(float*): ld.shared")
    robot.see_text("Counts, and output of the program", "the program has ended")
    robot.shot("cuda-checked")


def a_run_is_stopped():
    """a run without end is stopped by its command, and another one can be counted"""
    robot.fill("Arguments of the program", "w")
    robot.action("win.count-cuda")
    robot.see_part("running, and counting")
    robot.action("win.stop-cuda")
    robot.see_part("cancelled")
    robot.fill("Arguments of the program", "")
    robot.action("win.count-cuda")
    robot.see_part("Grid (2, 1, 1), blocks of (32, 1, 1) threads, launches: 1.")
    robot.see_text("Counts, and output of the program", "counts of PTX")
    robot.shot("cuda-counted")


def what_is_old_says_so():
    """the file changes: what was said of it is out of date, and said anew"""
    file("here.cu", MENDED)
    robot.see_part("Out of date: What a run of here.cu asks of a card")
    robot.see_text("CUDA source", "__syncthreads")
    robot.action("win.prove-cuda")
    robot.see_part("✓ shifts: proved")
    robot.gone_part("Out of date: *")
    robot.click("Check a run")
    robot.see_part("✓ This run has no faults")
    robot.close()


def what_is_generated():
    """what was generated is proved and checked by a button, and is out of date after a step"""
    global robot
    if not runs:
        robot.close()
    robot = Robot(sys.argv[1], program)
    robot.see("main/i, parallel")
    robot.action("win.generate")
    robot.see_text("Product", "__global__")
    robot.click("Prove: what was generated", "push button")
    robot.see_part("proved, for blocks of")
    if runs:
        robot.action("win.check-cuda")
        robot.see_part("✓ This run has no faults")
        robot.see_text("Counts, and output of the program", "14")
    robot.shot("cuda-generated")
    robot.choose("Explorer", "main/i, parallel")
    robot.action("win.gpu-off")
    robot.see_part("Out of date: What ")
    robot.action("win.undo")
    wait("the text as it was", lambda: "#pragma" in robot.text("Source"))


def by_keys():
    """by the keyboard alone"""
    robot.keys("F5")
    robot.see_text("Product", "__global__")
    robot.keys("F7")
    robot.see_part("proved, for blocks of")
    robot.close()


# Sanitizers have nothing to say about programs that are run.
runs = [] if os.environ.get("IHOP_TEST_TEXTS_ONLY") else [a_run_is_checked, a_run_is_stopped, what_is_old_says_so]
run([it_is_shown, it_is_proved] + runs + [what_is_generated, by_keys], chain=True)
folder.cleanup()
