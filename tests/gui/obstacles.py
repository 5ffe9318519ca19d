#!/usr/bin/python3
"""Cures at the obstacle: a header that is not found, a step that is refused, a loop of which too little is known.

    obstacles.py IHOP-GUI
"""
import os
import pathlib
import sys
import tempfile

from robot import Gone, Robot, run, wait, walk

FOLDER = tempfile.TemporaryDirectory()
SOURCE = pathlib.Path(FOLDER.name, "src", "grid.c")
HEADERS = pathlib.Path(FOLDER.name, "where the headers are")
for folder in (SOURCE.parent, HEADERS):
    folder.mkdir()
(HEADERS / "grid.h").write_text("#define N 400\n")
SOURCE.write_text("""#include "grid.h"
double a[N], b[N];
void twice(void)
{
    for (int i = 0; i < N; i++)
        a[i] = b[i] * 2.0;
}
void shift(int n, double *p, double *q)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            p[i * n + j] = q[j * n + i];
}
struct pair { double *a, *b; };
void copy(int n, struct pair *g)
{
    for (int i = 0; i < n; i++)
        g->a[i] = g->b[i];
}
""")
robot = Robot(sys.argv[1], str(SOURCE), environment=os.environ)


def header():
    """a header that is not found: a button at the message adds its folder, and all is analysed; undo takes it back"""
    robot.see_part("'grid.h' file not found")
    robot.click("Add include folder…: grid.c", "push button")
    robot.await_keyboard("Folder with headers")
    robot.shot("include-folder")
    robot.type(str(HEADERS))
    robot.keys("Return")
    robot.gone_part("Folder with headers")
    robot.see("twice/i, parallel")
    robot.gone_part("'grid.h' file not found")
    robot.action("win.undo")
    robot.see_part("'grid.h' file not found")
    robot.action("win.redo")
    robot.see("twice/i, parallel")


def kept():
    """the folder is there at the next start"""
    global robot
    robot.close()
    robot = Robot(sys.argv[1], str(SOURCE), environment=os.environ)
    robot.see("twice/i, parallel")


def words():
    """what could only be vouched for is a button in words, at a loop and at a step that is refused; no option is shown"""
    robot.choose("Explorer", "copy/i, unknown")
    robot.action("win.show-loop")
    robot.see("I vouch that pointers never overlap")
    robot.see_part("1 loop becomes parallel")
    robot.shot("unknown-loop")
    no_options()
    robot.choose("Explorer", "shift/i, parallel")
    robot.action("win.show-steps")
    robot.choose("Steps", "reverse: refused")
    robot.click("Preview", "push button")
    robot.see_part("this is right only if p and q do not overlap")
    robot.shot("refused-step")
    no_options()
    robot.click("I vouch that pointers never overlap", "push button")
    robot.choose("Steps", "reverse: can be taken")


def no_options():
    for top in robot.windows():
        for node in walk(top):
            name = node.get_name() or ""
            if any(option in name for option in ("--alias", "--assume", "--search", "--keep")):
                raise Gone(f"no option of the command line in “{name}”")


def ends():
    """a clean end"""
    robot.close()


run([header, kept, words, ends], chain=True)
FOLDER.cleanup()
