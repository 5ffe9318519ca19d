#!/usr/bin/python3
"""Steps in groups, by the keyboard alone; branches of the tree with their parents; flags that Enter takes.

    steps.py IHOP-GUI
"""
import os
import pathlib
import sys
import tempfile

from robot import Atspi, Gone, Robot, run, wait

FOLDER = tempfile.TemporaryDirectory()
PATH = pathlib.Path(FOLDER.name, "steps.c")
PATH.write_text("""#ifndef N
#define N 400
#endif
void columns(double m[N][N])
{
    for (int j = 0; j < N; j++)
        for (int i = 1; i < N; i++)
            m[i][j] = m[i - 1][j] + 1.0;
}
void mixed(double *restrict a, double *restrict b)
{
    for (int i = 1; i < N; i++) {
        a[i] = a[i - 1] + 1.0;
        b[i] = b[i] * 2.0;
    }
}
""")
robot = Robot(sys.argv[1], str(PATH), environment=os.environ)
HEADINGS = ("Helps here", "Possible", "Being tried…", "Refused, because", "Does not fit here")


def rows():
    """Names of the rows that are shown, from top to bottom."""
    box = robot.find("Steps", "list")
    children = [box.get_child_at_index(i) for i in range(box.get_child_count())]
    places = [(child.get_component_iface().get_extents(Atspi.CoordType.WINDOW).y, child.get_name()) for child in children
              if child.get_state_set().contains(Atspi.StateType.VISIBLE)]
    return [name for _, name in sorted(places)]


def group_of(step):
    shown = rows()
    at = next((i for i, name in enumerate(shown) if name.startswith(step + ":")), None)
    return next((name for name in reversed(shown[:at]) if name in HEADINGS), None) if at is not None else None


def grouped():
    """what helps stands first, then what is possible, then what is refused, with the reason beside it"""
    robot.choose("Explorer", "mixed/i, sequential")
    robot.action("win.step")
    wait("distribution among what helps", lambda: group_of("distribute") == "Helps here")
    wait("a step that is only possible", lambda: group_of("strip-mine") == "Possible")
    wait("a loop in a function of its own helps nobody", lambda: group_of("outline") == "Possible")
    wait("a step that is refused", lambda: group_of("reverse") == "Refused, because")
    wait("all groups in their order", lambda: (lambda shown: shown == [name for name in HEADINGS if name in shown])(
        [name for name in rows() if name in HEADINGS]))
    robot.see_part("the flow dependence from a[i] (line 13)")
    robot.shot("steps-grouped")


def by_keyboard():
    """Down leads from the search into the list, Enter shows what a step would do, and its row stays in sight"""
    robot.action("win.step")
    robot.has_keyboard("Search steps")
    robot.type("strip-mine")
    wait("one step and its heading", lambda: len(rows()) == 2)
    robot.keys("Down", "Return")
    robot.see("Take this step")
    robot.see_part("strip-mine mixed/i")
    robot.action("win.dismiss")
    robot.action("win.step")
    robot.keys("ctrl+a", "Delete")
    wait("all steps", lambda: len(rows()) > 20)
    robot.choose("Steps", "unroll: can be taken")
    row, box = robot.find("unroll: can be taken"), robot.find("Steps", "list").get_parent()
    if box.get_role_name() == "filler":
        raise Gone("the list inside its scrolled window")

    def in_sight():
        inner, outer = (node.get_component_iface().get_extents(Atspi.CoordType.WINDOW) for node in (row, box))
        return outer.y <= inner.y and inner.y + inner.height <= outer.y + outer.height
    wait("the row in sight", in_sight)
    robot.shot("steps-chosen")


def by_words():
    """the preview marks which words of a line differ, not only the line"""
    robot.choose("Explorer", "columns/j, parallel")
    robot.action("win.step")
    robot.choose("Steps", "interchange: can be taken")
    robot.click("Preview", "push button")
    robot.see("✓ proved: the program means the same")
    robot.see_text("After the step", "for (int i")

    def marked(view, line):
        """The line, with what is marked in it in brackets: the paper of most of its characters is the line's."""
        papers = robot.papers(view, line)
        plain = max(papers, key=papers.count)
        words = "".join(c if paper == plain or c == " " else f"[{c}]" for c, paper in zip(line, papers))
        return words.replace("][", "").replace("] [", " ")

    def ask():
        nonlocal seen
        seen = marked("Now", "for (int j = 0; j < N; j++)"), marked("After the step", "for (int i = 1; i < N; i++)")
        return seen == ("for (int [j] = [0]; [j] < N; [j]++)", "for (int [i] = [1]; [i] < N; [i]++)")
    seen = None
    try:
        wait("", ask)
    except Gone:
        raise Gone(f"the words that differ; marked are {seen}") from None
    robot.shot("steps-words")
    robot.action("win.dark")
    robot.shot("steps-words-dark")
    robot.action("win.dark")
    robot.action("win.dismiss")


def branches():
    """a branch of the tree says behind what it stands"""
    robot.choose("Explorer", "mixed/i, sequential")
    robot.choose("Steps", "strip-mine: can be taken")
    robot.click("Take", "push button")
    robot.action("win.show-variants")
    robot.see("strip-mine mixed/i *")
    robot.action("win.undo")
    robot.choose("Explorer", "columns/j, parallel")
    robot.action("win.gpu-parallel")
    robot.see("target columns/j, from what you wrote, current")
    robot.shot("variants-branches")
    robot.action("win.undo")


def enter_takes_flags():
    """Enter in the dialog of flags takes them"""
    robot.action("win.flags")
    robot.await_keyboard("Compiler flags and assertions")
    robot.fill("Compiler flags", "-DN=0x")
    robot.has_keyboard("Compiler flags", "text")
    robot.keys("Return")
    robot.gone_part("Compiler flags and assertions")
    robot.see_part("invalid suffix")
    robot.action("win.undo")
    robot.see("columns/j, parallel")


def ends():
    """a clean end"""
    robot.close()


run([grouped, by_keyboard, by_words, branches, enter_takes_flags, ends], chain=True)
FOLDER.cleanup()
