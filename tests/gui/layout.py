#!/usr/bin/python3
"""Everything has its place: no widget beyond the window, none with less than it needs, none that could only be seen by
scrolling sideways; in every pane, in both languages, at several sizes, after shrinking and growing, and after a restart.

    layout.py IHOP-GUI POLYBENCH TRANSLATIONS
"""
import os
import pathlib
import subprocess
import sys
import tempfile

from robot import Atspi, Gone, Robot, run, wait

GUI, POLYBENCH, TRANSLATIONS = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
FILES = ["linear-algebra/blas/gemm/gemm.c", "linear-algebra/solvers/lu/lu.c", "stencils/seidel-2d/seidel-2d.c"]
PANES = ["loop", "steps", "graph", "iterations", "issues", "port", "preview", "products", "variants", "script", "gpu", "run"]
FOLDER = tempfile.TemporaryDirectory()
REPORT = pathlib.Path(FOLDER.name, "report")
WORDS = {"en": ("Explorer", "kernel_lu/i, sequential"), "ru": ("Обозреватель", "kernel_lu/i, последователен")}


def start(language, **more):
    environment = {**os.environ, "IHOP_LAYOUT": str(REPORT), **more}
    if language == "ru":
        environment |= {"LANGUAGE": "ru", "IHOP_LOCALE": str(TRANSLATIONS)}
    robot = Robot(str(GUI), *(str(POLYBENCH / name) for name in FILES), f"-I{POLYBENCH}/common", "-DSMALL_DATASET",
                  environment=environment)
    robot.choose(*WORDS[language])
    return robot


def report(robot):
    REPORT.unlink(missing_ok=True)
    robot.action("win.measure-layout")
    wait("the report", lambda: REPORT.exists() and REPORT.read_text().strip().splitlines()[-1].startswith("window"))
    return REPORT.read_text().splitlines()


def resize(robot, width, height, scale=1):
    """As the owner does it by an edge; the window's shadow is not counted by GTK, and is by X. Asked for again, should the
    window manager have lost it; a window that needs more is a little larger."""
    def ask():
        subprocess.run(["xdotool", "search", "--sync", "--onlyvisible", "--name", "ihop", "windowmove", "0", "0", "windowsize",
                        str(width), str(height)], check=True)
        _, is_wide, _, is_high = report(robot)[-1].split()
        return abs(int(is_wide) * scale - width) < 60 and abs(int(is_high) * scale - height) < 60
    try:
        wait("", ask)
    except Gone:
        raise Gone(f"a window of {width} × {height}; it is a {report(robot)[-1]}") from None


def may_be(line, is_small):
    """Where there is little room, words are shortened, and a table of numbers is scrolled."""
    return is_small and (line.startswith("shortened") or "GtkGrid<GtkViewport" in line
                         or line.startswith("cut GtkViewport<GtkScrolledWindow<GtkBox<GtkStack<IhopGpuPane"))


def fits(robot, what, is_small):
    def ask():
        nonlocal bad
        *lines, window = report(robot)
        bad = [line for line in lines if not may_be(line, is_small)] + [window]
        return len(bad) == 1
    bad = []
    try:
        wait("", ask, 2)
    except Gone:
        raise Gone(f"a place for everything in {what}:\n" + "\n".join(bad[:int(os.environ.get("LINES_SHOWN", "12"))])) from None


def all_panes(robot, what, is_small=False):
    troubles = []
    for pane in PANES:
        robot.action(f"win.show-{pane}")
        try:
            fits(robot, f"{pane}, {what}", is_small)
        except Gone as trouble:
            troubles.append(str(trouble))
    if troubles:
        raise Gone("\n".join(troubles))


def are(before, places, what):
    try:
        wait("", lambda: places() == before, 10)
    except Gone:
        raise Gone(f"the places of before, {before}; {what} they are {places()}") from None


def english():
    """in English at 1280 × 800 and 1920 × 1080: every pane, all its words"""
    robot = start("en")
    for size in ((1280, 800), (1920, 1080)):
        resize(robot, *size)
        all_panes(robot, f"English, {size}")
    robot.close()


def russian():
    """in Russian at 1280 × 800: every pane, all its words; smaller and larger again; after a restart"""
    robot = start("ru")
    resize(robot, 1280, 800)
    all_panes(robot, "Russian")
    resize(robot, 900, 620)
    all_panes(robot, "Russian, made smaller", is_small=True)
    resize(robot, 1280, 800)
    all_panes(robot, "Russian, made larger again")
    robot.close()
    robot = start("ru")
    all_panes(robot, "Russian, started again")
    robot.close()


def twice():
    """at 200 %, which is 640 × 400 of such a screen: every pane, in both languages"""
    for language in WORDS:
        robot = start(language, GDK_SCALE="2")
        resize(robot, 1280, 800, 2)
        all_panes(robot, f"{language}, 200 %", is_small=True)
        robot.close()


def sizes():
    """what the owner has given a pane stays when the window gets small and large again, and at the next start"""
    robot = start("en")
    resize(robot, 1280, 800)

    def places():
        parts = [("Explorer", "list"), ("Source", "text"), ("Issues", "list")]
        boxes = [robot.get(*part).get_component_iface().get_extents(Atspi.CoordType.WINDOW) for part in parts]
        return [(box.width, box.height) for box in boxes]
    robot.action("win.show-issues")
    before = wait("places", places)
    resize(robot, 760, 480)
    wait("a smaller window", lambda: places() != before)
    resize(robot, 1280, 800)
    are(before, places, "larger again")
    robot.close()
    robot = start("en")
    robot.action("win.show-issues")
    are(before, places, "started again")
    robot.close()


run([english, russian, twice, sizes])
FOLDER.cleanup()
