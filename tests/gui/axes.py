#!/usr/bin/python3
"""Axes of an iteration space are dragged: what the step would change is shown while it is dragged, what collides lights up, and
what is let go is a step of the catalogue, proved.

    axes.py IHOP-GUI
"""
import os
import pathlib
import subprocess
import sys
import tempfile

from robot import Robot, run, wait

FOLDER = tempfile.TemporaryDirectory()
PATH = pathlib.Path(FOLDER.name, "axes.c")
PATH.write_text("""double A[50][50], B[50][50];
void copy(void)
{
    for (int i = 0; i < 50; i++)
        for (int j = 0; j < 50; j++)
            A[i][j] = B[i][j] * 2.0;
}
void stencil(int n, int m, double C[n][m])
{
    for (int i = 1; i < n; i++)
        for (int j = 0; j < m - 1; j++)
            C[i][j] = C[i - 1][j + 1] * 2.0;
}
""")
robot = Robot(sys.argv[1], str(PATH), environment=os.environ)


def place_of(name):
    box = wait(f"the place of “{name}”", lambda: robot._place(name, "push button"))
    return box.x + box.width // 2, box.y + box.height // 2


def onto(name):
    """From one axis to where the other one's name is."""
    start = robot.hold("Axis i", "push button")
    end = place_of(name)
    robot.pull(start, end[0] - start[0], end[1] - start[1])


def interchanged():
    """an axis dragged onto the other one: the difference while it is held, the step when it is let go"""
    robot.choose("Explorer", "copy/i, parallel")
    robot.action("win.show-preview")
    robot.action("win.show-iterations")
    robot.get("Axis j", "push button")
    onto("Axis j")
    robot.see_part("interchange copy/i/j · arrows that run backwards: 0 · ✓ proved")
    robot.see_text("After the step", "for (int j = 0; j < 50; j++)\n    5          for (int i")
    robot.shot("axes-interchange")
    robot.let_go()
    robot.see_text("Source", "for (int j = 0; j < 50; j++)\n        for (int i = 0; i < 50; i++)\n            A[i][j] = B")


def refused():
    """what would collide lights up while it is held; let go it is refused, and the two iterations stay in sight"""
    robot.choose("Explorer", "stencil/i, sequential")
    robot.get("(7, 6)", "push button")
    before = robot.text("Source")
    onto("Axis j")
    robot.see_part("interchange stencil/i/j · arrows that run backwards: 36 · ✗ refused")
    robot.shot("axes-refused")
    robot.let_go()
    robot.see_part("The step was refused because of the red arrow")
    if robot.text("Source") != before:
        raise AssertionError("a refused step changes nothing")
    robot.action("win.dismiss")


def called_off():
    """Escape while an axis is held: nothing is taken, also not when it is let go"""
    robot.choose("Explorer", "copy/j, parallel")
    robot.get("Tile j and i", "push button")
    before = robot.text("Source")
    start, end = place_of("Axis j"), place_of("Axis i")
    robot.hold("Axis j", "push button")
    robot.pull(start, end[0] - start[0], end[1] - start[1])
    robot.see_part("interchange copy/j/i · arrows that run backwards: 0 · ✓ proved")
    subprocess.run(["xdotool", "key", "Escape"], check=True)  # robot.keys would let go of the button first
    robot.gone_part("Take this step")
    robot.move(end[0] + 5, end[1] + 5)
    robot.let_go()
    robot.see("Drag an axis, ⇥ or ▦ to interchange, skew or tile")
    if robot.text("Source") != before:
        raise AssertionError("what was called off changes nothing: " + robot.text("Source"))
    robot.choose("Explorer", "stencil/i, sequential")


def skewed():
    """the second row is dragged along: what was refused is allowed then"""
    robot.get("(7, 6)", "push button")
    start = robot.hold("Skew j by i", "push button")
    one, other = place_of("(1, 0)"), place_of("(1, 1)")
    robot.pull(start, other[0] - one[0], 0)
    robot.see_part("skew stencil/i/j 1 · arrows that run backwards: 0 · ✓ proved")
    robot.shot("axes-skew")
    robot.let_go()
    robot.see_text("Source", "for (int j = i; j < m - 1 + i; j++)")
    robot.get("Axis j", "push button")
    onto("Axis j")
    robot.see_part("interchange stencil/i/j · arrows that run backwards: 0 · ✓ proved")
    robot.shot("axes-skewed")
    robot.pull(place_of("Axis i"), 0, 0)
    robot.let_go()


def tiled_by_keys():
    """by the keyboard: arrow keys, Escape, Enter"""
    robot.choose("Explorer", "copy/j, parallel")
    robot.press_at("Tile j and i", role="push button")
    robot.has_keyboard("Tile j and i", "push button")
    robot.keys("Left", "Left")
    robot.see_part("tile copy/j/i")
    robot.shot("axes-tile")
    robot.keys("Escape")
    robot.gone_part("Take this step")
    robot.press_at("Tile j and i", role="push button")
    robot.has_keyboard("Tile j and i", "push button")
    robot.keys("Left", "Left", "Left", "Left", "Left", "Return")
    robot.see_text("Source", "for (int jt = 0; jt < 50; jt += 2)")


def ends():
    """a clean end"""
    robot.close()


run([interchanged, refused, called_off, skewed, tiled_by_keys, ends], chain=True)
FOLDER.cleanup()
