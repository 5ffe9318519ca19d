"""The GPU pane and the run pane, by their names: blocks changed, copies and products shown, variants
compiled, run, compared, cancelled, their times kept."""
import os
import sys
import tempfile

from drive import Window, run, wait

PROGRAM = """#include <stdio.h>

void mm(int n, int m, double A[n][m], double B[n][m], double *s)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            A[i][j] = 2.0 * B[i][j];
    for (int i = 0; i < n; i++)
        s[i] = A[i][0];
}

int main(void)
{
    static double A[30][20], B[30][20], s[30];
    B[3][0] = 21;
    mm(30, 20, A, B, s);
    printf("the answer is %g\\n", s[3]);
    return 0;
}
"""
folder = tempfile.TemporaryDirectory()
path = os.path.join(folder.name, "mm.c")
with open(path, "w", encoding="utf-8") as file:
    file.write(PROGRAM)
window = Window(sys.argv[1], path)


def fragments_and_copies_are_shown():
    window.find("mm/i/j, parallel*")
    window.act("show-gpu")
    window.find("mm_kernel_1, lines 5 to 7 of mm, i→y, j→x; block 256 × 1 × 1")
    window.find("mm_kernel_2, lines 8 to 9*")
    window.press("Copies")
    window.press("B to the device, line 5: n * m * sizeof(double)")
    window.press("copy A back to the host n * m * sizeof(double)")
    window.says("A is visible after the function has returned")
    window.screenshot("gpu-copies")


def products_are_linked():
    window.press("Code")
    view = window.find("Generated code")
    window.press_until("mm_kernels.cu", lambda: "__global__" in view.get_text_iface().get_text(0, -1),
                       "the kernels' text")
    window.screenshot("gpu-code")


def a_block_is_changed():
    window.press("Blocks")
    window.press("Use i→y, j→x, block 64 × 4")
    window.find("mm_kernel_1, lines 6 to 8 of mm, i→y, j→x; block 64 × 4 × 1")
    window.find("mm_kernel_2, lines 10 to 11*")  # what else was there stays there
    window.set("Threads along x", 48)
    window.press("Take this block")
    window.find("mm_kernel_1, lines 6 to 8 of mm, i→y, j→x; block 48 × 4 × 1")
    window.screenshot("gpu-blocks")
    window.act("undo")
    window.find("mm_kernel_1, lines 6 to 8 of mm, i→y, j→x; block 64 × 4 × 1")


def a_run_can_be_cancelled():
    window.act("show-run")
    window.press("Compile and run")
    window.press("Cancel")
    window.says("cancelled")


def variants_run_and_are_kept():
    window.press("Compile and run")
    window.says("✓ Fallback (CPU): equal in every bit")
    window.says("✓ Emulated device: equal in every bit")
    output = window.find("Output of the programs")
    wait(lambda: output.get_text_iface().get_text(0, -1).count("the answer is 42") >= 3, "the output")
    window.find("Speed-up")
    window.says("× 1.00")
    window.screenshot("run")
    window.act("undo")
    window.act("redo")
    window.says("× 1.00")


run(fragments_and_copies_are_shown, products_are_linked, a_block_is_changed, a_run_can_be_cancelled,
    variants_run_and_are_kept, window=window)
