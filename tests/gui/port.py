#!/usr/bin/python3
"""“Port this program”: the search in the window, its steps ticked and taken, and the same products as the command line's.

    port.py IHOP-GUI IHOP
"""
import os
import pathlib
import subprocess
import sys
import tempfile

from robot import Atspi, Gone, Robot, run, wait

GUI, IHOP = (str(pathlib.Path(word).resolve()) for word in sys.argv[1:3])
FOLDER = tempfile.TemporaryDirectory()
PATH = pathlib.Path(FOLDER.name, "world.c")
HEADER = pathlib.Path(FOLDER.name, "held.h")  # a search reads it, and waits as long as it is a pipe
HEADER.write_text("")
PATH.write_text("""#include <stdio.h>
#include <stdlib.h>
#include "held.h"

typedef struct
{
    int nx, ny;
    double *old, *now;
} World;

static void fill(World *w)
{
    for (int y = 0; y < w->ny; y++)
        for (int x = 0; x < w->nx; x++)
            w->old[y * w->nx + x] = x * 0.5 + y;
}

static void relax(World *w)
{
    for (int y = 1; y < w->ny - 1; y++)
        for (int x = 1; x < w->nx - 1; x++)
            w->now[y * w->nx + x] = 0.5 * (w->old[y * w->nx + x - 1] + w->old[y * w->nx + x + 1]);
}

static void sweep(int n, double a[n][n], double b[n][n], double c[n][n])
{
    for (int i = 0; i < n; i++)
        for (int j = 1; j < n; j++) {
            a[j][i] = a[j - 1][i] + b[j][i];
            c[i][j] = 2 * b[i][j];
        }
}

static double short_sum(const double *a)
{
    double s = 0;
    for (int i = 0; i < 2000; i++)
        s += a[i];
    return s;
}

static long double acc[100]; /* no device has such numbers */

static void told(void)
{
    for (int i = 0; i < 100; i++)
        acc[i] = acc[i] * 2;
}

int main(void)
{
    double *both = malloc(2 * 600 * 400 * sizeof(double)); /* which is which only addresses tell */
    World w = { 600, 400, both, both + 600 * 400 };
    static double a[500][500], b[500][500], c[500][500], few[2000]; /* few: nobody else has it on the device */
    fill(&w);
    relax(&w);
    told();
    for (int t = 0; t < 100; t++)
        sweep(500, a, b, c);
    printf("%g %g %g\\n", w.now[700], a[3][4] + c[1][2], short_sum(few));
    return 0;
}
""")
STEPS = ["prepare auto", "distribute sweep/i/j all", "distribute sweep/i all"]
robot = Robot(GUI, str(PATH), environment=os.environ)


def products(folder):
    return {path.name: path.read_text() for path in pathlib.Path(folder).iterdir()
            if path.suffix in (".c", ".cu")}


def expected():
    folder = f"{FOLDER.name}/cli"
    subprocess.run([IHOP, "-q", "--auto", str(PATH), "-o", folder], check=True, stderr=subprocess.DEVNULL)
    return products(folder)


def tick(step):
    """By the mouse."""
    robot.press_at(f"{step}: *", role="check box", x=8)


def is_ticked(step):
    return robot.find(f"{step}: *", "check box").get_state_set().contains(Atspi.StateType.CHECKED)


def offered_at_the_loop():
    """where only the search's own preparation helps, the loop's card says so"""
    robot.choose("Explorer", "relax/y, unknown")
    robot.get("prepare auto", "push button")
    robot.see_part("relax/y becomes parallel: this is what")
    robot.see("What could not be excluded")
    if robot.find("Iterations that collide"):
        raise Gone("nothing that is called a collision without a proof")
    robot.shot("port-loop")


def refused_before_generating():
    """a loop that Generate would refuse: no button, and the reason; a mark on it is red before anybody generates"""
    robot.choose("Explorer", "told/i, parallel")
    robot.see_part("✗ “Generate” refuses it: ")
    robot.action("win.gpu-serial")
    robot.see_text("Source", "#pragma target")
    robot.see_part("✗ “Generate” refuses it: ")
    robot.shot("port-marked")
    robot.action("win.undo")
    robot.see("relax/y, unknown")


def searched():
    """the search lists what the command line takes, with what each step is worth"""
    robot.keys("F4")
    for step in STEPS:
        robot.see(f"{step}: *")
        if not is_ticked(step):
            raise Gone(f"a tick at {step}")
    robot.see_part("Predicted for all loops: ")
    robot.see("host short_sum: *")
    robot.shot("port")


def refused_without_another():
    """a step that is left out takes those with it that stand on it; by the keyboard and by the mouse"""
    robot.has_keyboard("prepare auto: *", "check box")
    robot.keys("space")
    robot.see("prepare auto: left out")
    tick("distribute sweep/i/j all")
    robot.see("distribute sweep/i/j all: left out")
    robot.see("distribute sweep/i all: ✗*")
    robot.shot("port-refused")
    tick("distribute sweep/i/j all")
    tick("prepare auto")
    robot.see("Take 4 steps")


def taken():
    """what is ticked becomes steps of the history"""
    robot.click("Take 4 steps", "push button")
    robot.see_text("Source", "w_old")
    robot.see_part("after 4 steps")
    robot.see("relax/y, parallel")


def same_products():
    """what is generated then is what the command line makes of the file"""
    robot.action("win.generate")
    robot.see_part("4 kernels")
    robot.action("win.write-products")
    robot.see_part("files were written to")
    if products(f"{FOLDER.name}/out") != expected():
        raise Gone("the command line's products")
    robot.shot("port-generated")


def told_what_stays():
    """which loops stay on the host, and why, is told where the products are: as many as the command line names"""
    text = subprocess.run([IHOP, "--auto", "--dry-run", str(PATH)], check=True, capture_output=True, text=True).stdout
    n = text.count("\n  host  ")
    robot.press_at(f"{n} loops stay on the host")
    robot.expanded(f"{n} loops stay on the host")
    button = robot.get(f"{n} loops stay on the host")
    wait("the loop and its reason", lambda: any(
        robot.find("told/i, line *", None, button.get_child_at_index(i)) for i in range(button.get_child_count())))
    robot.shot("port-host")
    robot.keys("Escape")


def undone():
    """each of them can be undone and done again"""
    for n in (3, 2, 1):
        robot.action("win.undo")
        robot.see_part(f"after {n} step")
    robot.action("win.undo")
    robot.see("relax/y, unknown")
    robot.action("win.redo")
    robot.see("relax/y, parallel")
    robot.action("win.undo")


def called_off():
    """a search is called off while it is at work, and the next one goes as ever"""
    HEADER.unlink()
    os.mkfifo(HEADER)
    robot.action("win.port")
    robot.see_part("Searching…")
    robot.click("Call off", "push button")
    robot.see_part("The search was called off.")
    HEADER.write_text("")  # whoever reads it goes on
    HEADER.unlink()
    HEADER.write_text("")
    robot.action("win.port")
    robot.see("prepare auto: *")
    robot.see_part("Predicted for all loops: ")


def ends():
    """a clean end"""
    robot.close()


run([offered_at_the_loop, refused_before_generating, searched, refused_without_another, taken, same_products, told_what_stays, undone, called_off, ends], chain=True)
FOLDER.cleanup()
