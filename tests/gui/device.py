"""The GPU pane and the run pane, by their names: blocks changed, copies and products shown, variants
compiled, run, compared, cancelled, their times kept."""
import os
import pathlib
import sys
import tempfile

from robot import Atspi, Robot, run, wait

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
# A compiler that stands still as long as there is this file.
hold = pathlib.Path(folder.name, "hold")
compiler = pathlib.Path(folder.name, "cc")
compiler.write_text(f"#!/bin/sh\nwhile [ -e {hold} ]; do sleep 0.05; done\nexec cc \"$@\"\n")
compiler.chmod(0o755)
robot = Robot(sys.argv[1], path, environment={**os.environ, "CC": str(compiler)})


def fragments_and_copies_are_shown():
    """fragments with their threads; copies with bytes and reason"""
    robot.see("mm/i/j, parallel*")
    robot.action("win.show-gpu")
    robot.see("mm_kernel_1, lines 5 to 7 of mm, i→y, j→x; block 256 × 1 × 1")
    robot.see("mm_kernel_2, lines 8 to 9*")
    robot.click("Copies")
    robot.click("B to the device, line 5: n * m * sizeof(double) bytes")
    robot.click("copy A back to the host n * m * sizeof(double)")
    robot.see_part("A is visible after the function has returned")


def products_are_linked():
    """the generated code, file by file"""
    robot.click("Code")
    robot.click_until("mm_kernels.cu", robot.has_text("Generated code", "__global__"), "the kernels' text")


def a_block_is_changed():
    """another block, chosen and typed"""
    robot.click("Blocks")
    robot.click("Use i→y, j→x, block 64 × 4")
    robot.see("mm_kernel_1, lines 6 to 8 of mm, i→y, j→x; block 64 × 4 × 1")
    robot.see("mm_kernel_2, lines 10 to 11*")  # what else was there stays there
    robot.set("Threads along x", 48)
    robot.click("Take this block")
    robot.see("mm_kernel_1, lines 6 to 8 of mm, i→y, j→x; block 48 × 4 × 1")
    robot.action("win.undo")
    robot.see("mm_kernel_1, lines 6 to 8 of mm, i→y, j→x; block 64 × 4 × 1")


def a_run_can_be_cancelled():
    """a run is cancelled"""
    hold.touch()
    robot.action("win.show-run")
    robot.click("Compile and run")
    robot.click("Cancel")
    robot.see_part("cancelled")
    hold.unlink()


def variants_run_and_are_kept():
    """original, fallback and emulated program: run, compared, kept"""
    robot.click("Compile and run")
    robot.see_part("✓ Fallback (CPU): equal in every bit")
    robot.see_part("✓ Emulated device: equal in every bit")
    wait("the output", lambda: robot.text("Output of the programs").count("the answer is 42") >= 3)
    robot.see("Sort by: Speed-up")
    robot.see_part("× 1.00")
    robot.action("win.undo")
    robot.action("win.redo")
    robot.see_part("× 1.00")


def times_are_sorted():
    """the table of times is sorted by a column, and turned round"""
    def variants():
        """From top to bottom."""
        table = robot.find("Times")
        labels = [table.get_child_at_index(i) for i in range(table.get_child_count())]
        places = [(node.get_component_iface().get_extents(Atspi.CoordType.WINDOW).y, node.get_name()) for node in labels
                  if node.get_role_name() == "label"]
        return [name for _, name in sorted(places) if name in ("Original", "Fallback (CPU)", "Emulated device", "CUDA")]
    rows = wait("the rows", lambda: len(variants()) == 4 and variants())
    robot.click("Sort by: Variant")
    wait("the variants by their names", lambda: variants() == sorted(rows))
    robot.click("Sort by: Variant")
    wait("the other way round", lambda: variants() == sorted(rows, reverse=True))


def ends():
    """a clean end"""
    robot.close()


run([fragments_and_copies_are_shown, products_are_linked, a_block_is_changed, a_run_can_be_cancelled,
     variants_run_and_are_kept, times_are_sorted, ends], chain=True)
folder.cleanup()
