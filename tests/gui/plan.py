"""The plan in words: what came from another file, what stays on the device, sizes that are asked when the program runs, kernels that
are launched once; a press on a sentence shows its line."""
import os
import pathlib
import sys
import tempfile

from robot import Gone, Robot, run

MAIN = """#include <stdio.h>
#include <stdlib.h>
void step(double *a, double *b, int n);
void halve(int n, double *c);
int main(void)
{
    int n = 1000;
    double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    if (!a || !b)
        return 1;
#pragma target
    for (int i = 0; i < n; i++)
        a[i] = b[i] = i % 7 * 0.5;
    for (int t = 0; t < 10; t++)
        step(a, b, n);
    halve(n, a);
    printf("%g\\n", a[3]);
    free(a);
    free(b);
    return 0;
}
"""
STEP = """void step(double *a, double *b, int n)
{
#pragma target
    for (int i = 1; i < n - 1; i++)
        b[i] = 0.3 * (a[i - 1] + a[i] + a[i + 1]);
#pragma target
    for (int i = 1; i < n - 1; i++)
        a[i] = b[i];
}

void halve(int n, double c[n])
{
    int old = n;

    n = n / 2;
#pragma target
    for (int i = 0; i < old; i++)
        c[i] = c[i] / 2;
}
"""
# A kernel of a grid whose blocks wait for each other, as the step "persistent" writes it.
ROUNDS = """#include <stdio.h>
static double a[4096], b[4096];

static void rounds(void)
{
#pragma ihop grid 16
    for (int grid = 0; grid < 1; grid++)
        for (int t = 0; t < 50; t++) {
#pragma ihop fence
#pragma ihop thread x
            for (int i = 0; i < 4096; i++)
                b[i] = a[4095 - i] + 1;
#pragma ihop fence
#pragma ihop thread x
            for (int i = 0; i < 4096; i++)
                a[i] = b[i] * 0.5;
        }
}

int main(void)
{
    rounds();
    printf("%g\\n", a[7]);
    return 0;
}
"""
folder = tempfile.TemporaryDirectory()
for name, text in (("main.c", MAIN), ("step.c", STEP), ("rounds.c", ROUNDS)):
    pathlib.Path(folder.name, name).write_text(text, encoding="utf-8")


def opened(*names):
    robot = Robot(sys.argv[1], *(os.path.join(folder.name, name) for name in names))
    robot.action("win.show-gpu")
    robot.click("Plan")
    return robot


def functions_of_other_files():
    """what came from another file, and what that leaves on the device"""
    robot = opened("main.c", "step.c")
    robot.see("step_here_kernel_1, line 15: step of step.c, i→x; block 256 × 1 × 1")
    robot.see("step of step.c has a copy in this file (step_here), so that data stays on the device over calls of it.")
    robot.click("line 15: The call of step_here leaves on the device what it works on there: a, b.")
    robot.shot("plan-imports")
    robot.close()


def sizes_and_tests():
    """sizes that nobody knows before the program runs, and what is tested"""
    robot = opened("step.c")
    robot.see_part("How large c is stands nowhere in the text: the program notes what malloc and its like give out")
    robot.see_part("halve: tested when it begins: the memory was given out by malloc or its like (ihop_elements(c, sizeof (double)) >= 0)")
    robot.see_part("step: tested when it begins: a and b do not overlap; else the original runs.")
    robot.shot("plan-sizes")
    robot.close()


def kernels_that_stay():
    """a kernel that stays on the card"""
    robot = opened("rounds.c")
    robot.see_part("rounds_kernel_1 stays on the card until its loop is done: one launch of up to 16 blocks of ")
    robot.shot("plan-grid")
    robot.click("Blocks")
    robot.see("Its blocks and threads are loops of the text*")
    if robot.find("Use grid→x*"):
        raise Gone("no blocks to choose for a kernel whose threads stand in the text")
    robot.shot("plan-grid-blocks")
    robot.close()


run([functions_of_other_files, sizes_and_tests, kernels_that_stay])
