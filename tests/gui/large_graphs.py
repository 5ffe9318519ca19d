#!/usr/bin/python3
"""Graphs of a large function: folded to what can be read, unfolded by hand, only what is near the selection, searched, zoomed
with the wheel; calls of the selected loop's function.

    large_graphs.py IHOP-GUI
"""
import os
import pathlib
import sys
import tempfile

from robot import Atspi, Robot, run, wait

FOLDER = tempfile.TemporaryDirectory()
PATH = pathlib.Path(FOLDER.name, "large.c")
LOOPS = "\n".join(f"    for (int i = 1; i < n; i++) {{\n        if (a[i] > {k}.0)\n            a[i] = a[i - 1] + {k}.0;\n"
                  f"        for (int j = 0; j < n; j++)\n            b[j] = b[j] + a[i];\n    }}" for k in range(20))
PATH.write_text(f"""void large(int n, double *restrict a, double *restrict b)
{{
{LOOPS}
    for (int last = 0; last < n; last++)
        b[last] = 7.5;
}}
void apart(int n, double *a)
{{
    for (int i = 0; i < n; i++)
        a[i] = 0.0;
}}
int main(void)
{{
    static double a[100], b[100];
    large(100, a, b);
    return 0;
}}
""")
robot = Robot(sys.argv[1], str(PATH), environment=os.environ)


def gone(name):
    wait(f"the end of “{name}”", lambda: robot.find(name, "push button") is None)


def size_of(name):
    return wait(f"the place of “{name}”", lambda: robot._place(name, "push button"))


def folded_by_itself():
    """what is too large to be read is folded"""
    robot.choose("Explorer", "large/last, parallel")
    robot.action("win.show-graph")
    robot.click("Control flow")
    robot.see_part("Loops are folded: ")
    robot.get("Unfold large/i#2", "push button")
    robot.shot("large-folded")


def unfolded_by_hand():
    """a loop is unfolded where it stands, and folded again by its label; all of them by buttons"""
    robot.click("Unfold large/i", "push button")
    robot.get("Fold large/i", "push button")
    robot.see("a[i] > 0.0")
    robot.get("Unfold large/i#2", "push button")
    robot.shot("large-unfolded")
    robot.click("Fold large/i", "push button")
    robot.get("Unfold large/i", "push button")
    robot.click("Unfold all loops", "push button")
    robot.get("a[i] > 1.0", "push button")
    robot.click("Fold the innermost loops", "push button")
    robot.get("Unfold large/i/j", "push button")


def near():
    """only what is near the selection"""
    robot.click("Unfold all loops", "push button")
    robot.get("a[i] > 1.0", "push button")
    robot.choose("Explorer", "large/last, parallel")
    robot.click("Nearby")
    robot.see_part("parts are shown: those near the selection.")
    robot.get("last < n", "push button")
    gone("a[i] > 0.0")
    robot.shot("large-near")
    robot.click("Nearby")
    robot.get("a[i] > 0.0", "push button")


def searched():
    """a part is found by its text, brought close, and so is the next one"""
    robot.press_at("Search the graph")
    robot.has_keyboard("Search the graph")
    robot.type("b[j] = b[j]")
    robot.see("1 of 20")
    before = size_of("a[i] > 0.0")
    robot.keys("Return")
    robot.see("2 of 20")
    robot.keys("Return")
    robot.see("3 of 20")
    wait("another part in sight", lambda: (lambda box: (box.x, box.y) != (before.x, before.y))(size_of("a[i] > 0.0")))
    robot.shot("large-searched")
    robot.keys("ctrl+a")
    robot.type("nowhere")
    robot.see("none")
    robot.keys("ctrl+a", "Delete")


def scale():
    """How far two parts are from each other: GTK 4.8 tells places, but not sizes as they are on the screen."""
    one, other = size_of("a[i] > 0.0"), size_of("a[i] > 1.0")
    return abs(one.x - other.x) + abs(one.y - other.y)


def wheel(button, times=1):
    for _ in range(times):
        robot.press_at("Graph", button, "filler")


def zoomed():
    """the wheel zooms where the pointer is; one press shows all again"""
    robot.click("Show all (0)", "push button")
    all_of_it = wait("all of it", lambda: (lambda now: now if 0 < now < 60 else None)(scale()))
    wheel(4, 4)
    larger = wait("larger parts", lambda: (lambda now: now if now > 1.9 * all_of_it else None)(scale()))
    wheel(5)
    wait("smaller parts", lambda: scale() < 0.9 * larger)
    robot.click("Show all (0)", "push button")
    wait("all of it again", lambda: scale() == all_of_it)


def calls_of_the_function():
    """the call graph of a selected loop is its function's; of a file it is everybody's"""
    robot.click("Calls")
    robot.get("main", "push button")
    robot.get("large", "push button")
    gone("apart")
    robot.choose("Explorer", "large.c")
    robot.get("apart", "push button")
    robot.choose("Explorer", "apart/i, parallel")
    gone("main")
    robot.get("apart", "push button")


def ends():
    """a clean end"""
    robot.close()


run([folded_by_itself, unfolded_by_hand, near, searched, zoomed, calls_of_the_function, ends], chain=True)
FOLDER.cleanup()
