#!/usr/bin/python3
"""Everything has its place: no widget beyond the window, none with less than it needs, none that could only be seen by
scrolling sideways; in every pane, in both languages, at several sizes, after shrinking and growing, and after a restart.

    layout.py IHOP-GUI POLYBENCH TRANSLATIONS
"""
import gettext
import os
import pathlib
import subprocess
import sys
import tempfile

from robot import Atspi, Gone, Robot, run, wait

GUI, POLYBENCH, TRANSLATIONS = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
FILES = ["linear-algebra/blas/gemm/gemm.c", "linear-algebra/solvers/lu/lu.c", "stencils/seidel-2d/seidel-2d.c"]
PANES = ["loop", "steps", "graph", "iterations", "issues", "port", "preview", "products", "variants", "script", "gpu", "run", "cuda"]
FOLDER = tempfile.TemporaryDirectory()
REPORT = pathlib.Path(FOLDER.name, "report")
PROGRAM = pathlib.Path(FOLDER.name, "full.c")
SMALL = """#include <stdio.h>
static double A[60][60], B[60][60];
static void shift(void)
{
    for (int i = 1; i < 60; i++)
        for (int j = 0; j < 59; j++)
            A[i][j] = A[i - 1][j + 1] * 2.0 + B[i][j];
}
static void fill(void)
{
    for (int i = 0; i < 60; i++)
        for (int j = 0; j < 60; j++)
            B[i][j] = i + j;
}
int main(void)
{
    fill();
    shift();
    printf("%g\\n", A[59][0]);
    return 0;
}
"""
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
                         or line.startswith("cut GtkViewport<GtkScrolledWindow<GtkBox<GtkStack<IhopGpuPane")
                         or line.startswith("cut GtkViewport<GtkScrolledWindow<GtkBox<GtkViewport<GtkScrolledWindow<GtkBox<IhopRunPane"))


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


def words(language):
    """What the window says for a sentence."""
    return (lambda text: text) if language == "en" else gettext.translation("ihop", TRANSLATIONS, ["ru"]).gettext


def full():
    """at 200 %, in both languages: panes that are full of what a run, a search, a step, a graph have brought; dialogs"""
    PROGRAM.write_text(SMALL)
    for language in WORDS:
        say = words(language)
        more = {} if language == "en" else {"LANGUAGE": "ru", "IHOP_LOCALE": str(TRANSLATIONS)}
        robot = Robot(str(GUI), str(PROGRAM), environment={**os.environ, "IHOP_LAYOUT": str(REPORT), "GDK_SCALE": "2", **more})
        robot.choose(say("Explorer"), f"shift/i, {say('sequential')}")
        resize(robot, 1280, 800, 2)

        def look(what):
            robot.shot(f"full-{language}-{what}")
            fits(robot, f"{what}, {language}, 200 %", True)
            _, width, _, height = report(robot)[-1].split()
            if int(width) > 640 or int(height) > 400:
                raise Gone(f"a window no larger than the screen with {what}, {language}: {width} × {height}")
        robot.action("win.step")
        robot.choose(say("Steps"), f"interchange: {say('refused')}")
        robot.click(say("Preview"), "push button")
        robot.see(say("✗ refused"))
        look("refused")
        robot.action("win.show-iterations")
        robot.get("(2, 1)", "push button")
        look("iterations")
        robot.action("win.dismiss")
        robot.action("win.show-graph")
        robot.get("S1*", "push button")
        look("graph")
        robot.action("win.port")
        robot.see_part(say("Predicted for all loops: %s → %s.%s").split("%")[0])
        look("port")
        robot.action("win.generate")
        robot.see_text(say("Product"), "dim3")
        look("generated")
        robot.action("win.prove-cuda")
        robot.see_part(say("What is proved of %s").split("%")[0])
        look("cuda")
        robot.action("win.count-cuda")
        robot.see_part(say("What a run of %s asks of a card").split("%")[0])
        look("counted")
        robot.action("win.show-run")
        robot.click(say("Compile and run"))
        robot.see_part("✓ " + say("Emulated device"))
        look("run")
        robot.action("win.show-gpu")
        look("gpu")
        for dialog, title in (("observe", "Observe a run"), ("flags", "Compiler flags and assertions"), ("about", None)):
            robot.action(f"win.{dialog}")
            if title:
                robot.await_keyboard(say(title))
            look(dialog)
            robot.keys("Escape")
            if title:
                robot.gone_part(say(title))
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


run([english, russian, twice, full, sizes])
FOLDER.cleanup()
