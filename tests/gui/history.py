#!/usr/bin/python3
"""One history for typing and steps; orders that wait for each other; nothing that goes blank while the window works.

    history.py IHOP-GUI
"""
import os
import pathlib
import sys
import tempfile

from robot import Atspi, Gone, Robot, run, wait

GUI = str(pathlib.Path(sys.argv[1]).resolve())
FOLDER = tempfile.TemporaryDirectory()
PATH = pathlib.Path(FOLDER.name, "many.c")
HEADER = pathlib.Path(FOLDER.name, "held.h")  # who reads the program waits for it as long as it is a pipe
N = 20
NEST = """void nest(double m[40][40])
{
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 40; j++)
            m[j][i] = 1.0;
}
"""
PATH.write_text('#include "held.h"\ndouble a[100], b[100];\n' + "".join(
    f"void f{k}(void)\n{{\n    for (int i = 0; i < 100; i++)\n        a[i] = b[i] * {k};\n}}\n" for k in range(N)) + NEST)
HEADER.write_text("")
robot = Robot(GUI, str(PATH), environment=os.environ)


def hold():
    HEADER.unlink()
    os.mkfifo(HEADER)


def let_go():
    """Whoever waits goes on; whoever comes later finds a file."""
    with open(HEADER, "w", encoding="ascii"):
        HEADER.unlink()
        HEADER.write_text("")


def source():
    return robot.text("Source")


def source_is(text, what):
    wait(f"{what}: {source()[:200]}", lambda: source() == text)


def is_busy(name, role=None):
    return robot.find(name, role).get_state_set().contains(Atspi.StateType.BUSY)


def typed_and_undone():
    """what is typed is undone and done again like a step, by the same keys and in the order in which it was done"""
    robot.see("f0/i, parallel")
    as_written = source()
    robot.keys("alt+9", "ctrl+Home", "Down")
    robot.type("int first;")
    robot.see_text("Source", "int first;")
    robot.keys("ctrl+z")  # at once, before the text is looked at
    source_is(as_written, "the typing taken back")
    robot.keys("ctrl+shift+z")
    robot.see_text("Source", "int first;")
    robot.choose("Explorer", "f0/i, parallel")
    robot.keys("ctrl+g")
    robot.see_text("Source", "#pragma target")
    marked = source()
    robot.keys("alt+9", "ctrl+Home", "Down", "End")
    robot.type(" int second;")
    robot.see_text("Source", "int first;double a[100], b[100]; int second;")
    robot.see_part("after 1 step")
    robot.keys("ctrl+z")
    source_is(marked, "the second typing taken back, the step kept")
    robot.keys("ctrl+z")
    wait("the mark taken back", lambda: "#pragma" not in source() and "int first;" in source())
    robot.keys("ctrl+z")
    source_is(as_written, "everything taken back")
    for _ in range(3):
        robot.keys("ctrl+shift+z")
    wait("everything done again", lambda: "#pragma target" in source() and "int first;double a[100], b[100]; int second;" in source())
    for _ in range(3):
        robot.action("win.undo")
    source_is(as_written, "everything taken back")


def quick_orders():
    """orders that are given while one is at work are carried out, all of them and in their order"""
    for k in range(N):
        robot.choose("Explorer", f"f{k}/i, parallel")
        robot.action("win.gpu-parallel")
    wait("all marks", lambda: source().count("#pragma target") == N)
    robot.see_part(f"after {N} steps")
    for _ in range(N):
        robot.action("win.undo")
    wait("no mark", lambda: "#pragma" not in source())


def other_names():
    """an order about a loop that a step has just given another name is not carried out on the loop that has its name now"""
    robot.choose("Explorer", "nest/i, parallel")
    robot.action("win.step")
    robot.choose("Steps", "interchange: can be taken")
    wait("the end of all work on the steps", lambda: not is_busy("Background work"))  # it would be held up, too
    hold()
    robot.click("Take", "push button")
    wait("the explorer at work", lambda: is_busy("Explorer", "list"))
    wait("background work", lambda: is_busy("Background work"))
    robot.choose("Explorer", "f3/i, parallel")
    robot.choose("Explorer", "nest/i, parallel")  # that is "nest/j/i" by now
    robot.action("win.gpu-parallel")
    robot.see_part("has given nest/i another name")
    let_go()
    robot.choose("Explorer", "nest/j, parallel")
    if "#pragma" in source():
        raise Gone("a text without a mark")
    robot.action("win.undo")
    robot.choose("Explorer", "nest/i, parallel")


def never_blank():
    """while a text is looked at, what was known of the one before stays, and is said to be old"""
    robot.see("f3/i, parallel")
    robot.choose("Explorer", "f3/i, parallel")
    hold()
    robot.keys("alt+9", "ctrl+End")
    robot.type("int more;")
    wait("the explorer at work", lambda: is_busy("Explorer", "list"))
    for name in ("f0/i, parallel", f"f{N - 1}/i, parallel", "f3/i, parallel: *"):
        if not robot.find(name):
            raise Gone(f"“{name}”, which was known before")
    if not robot.find("f3/i", None, robot.find("Explorer")) and not robot.find("f3/i", "label"):
        raise Gone("the card of the selected loop")
    let_go()
    wait("news in the explorer", lambda: not is_busy("Explorer", "list"))
    robot.see("f3/i, parallel")


def half_typed():
    """text that is no C for a moment wipes nothing: neither what is known, nor the steps"""
    robot.choose("Explorer", "f2/i, parallel")
    robot.action("win.gpu-parallel")
    robot.see_text("Source", "#pragma target")
    robot.keys("alt+9", "ctrl+End")
    robot.type("void g(void) {")
    robot.see_part("cannot be read as C just now")
    if "#pragma target" not in source() or "void g(void) {" not in source():
        raise Gone("what was typed, and the mark, in the text")
    robot.see("f2/i, parallel")
    robot.type(" }")
    wait("the step again", lambda: "#pragma target" in source() and "void g(void) { }" in source())
    robot.see("g: 0 parallel, 0 sequential, 0 unknown")
    robot.action("win.undo")
    robot.action("win.undo")
    wait("the typing gone", lambda: "void g" not in source() and "#pragma target" in source())
    robot.action("win.undo")
    wait("the mark gone", lambda: "#pragma" not in source())
    robot.keys("alt+9", "ctrl+End")
    robot.type("void h(void) {")  # without steps
    robot.see_part("expected '}'")
    robot.see("f2/i, parallel")


def ends():
    """a clean end"""
    robot.close()


run([typed_and_undone, quick_orders, other_names, never_blank, half_typed, ends], chain=True)
FOLDER.cleanup()
