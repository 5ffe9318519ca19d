#!/usr/bin/python3
"""Source and what is generated, line by line: the pane opens at the first kernel, the pointer and the cursor on one side
light up the other, and a pane can have the whole window.

    linked.py IHOP-GUI
"""
import os
import pathlib
import sys
import tempfile

from robot import Atspi, Gone, Robot, run, wait

FOLDER = tempfile.TemporaryDirectory()
PATH = pathlib.Path(FOLDER.name, "two.c")
PATH.write_text("""double a[4000], b[4000], c[4000];
void f(void)
{
    for (int i = 0; i < 4000; i++)
        a[i] = b[i] * 2.0;
    for (int i = 0; i < 4000; i++)
        c[i] = a[i] + 1.0;
}
""")
robot = Robot(str(pathlib.Path(sys.argv[1]).resolve()), str(PATH), environment=os.environ)


def product():
    return robot.find("Product", "text")


def lit():
    """What the view of the product says of itself: "Made of line 5 of the source: 40, 41"."""
    return product().get_description()


def line_of(text, part):
    return 1 + next(i for i, line in enumerate(text.split("\n")) if part in line)


def place(name, line):
    """Of a line's first letter, in the window."""
    text = robot.text(name)
    offset = sum(len(each) + 1 for each in text.split("\n")[:line - 1])
    offset += len(text.split("\n")[line - 1]) - len(text.split("\n")[line - 1].lstrip())
    return Atspi.Text.get_character_extents(robot.find(name, "text").get_text_iface(), offset, Atspi.CoordType.WINDOW)


def is_seen(name, line):
    """The line is inside of the view."""
    box, view = place(name, line), robot.find(name, "text").get_component_iface().get_extents(Atspi.CoordType.WINDOW)
    return view.y <= box.y and box.y + box.height <= view.y + view.height


def is_shown(name):
    return robot.find(name, "text") is not None


def first_kernel():
    """what is generated opens at the first kernel"""
    robot.see("f/i, parallel")
    robot.action("win.generate")
    robot.see_text("Product", "__global__")
    wait("the first kernel in sight", lambda: is_seen("Product", line_of(robot.text("Product"), "__global__")))


def by_selection():
    """a loop that is selected in the source lights up what was made of it, and the other side scrolls there"""
    robot.choose("Explorer", "f/i#2, parallel")
    wait(f"lines of the second loop, not “{lit()}”", lambda: lit().startswith("Made of lines 6 to 7 of the source: "))
    line = int(lit().rsplit(": ", 1)[1].split(", ")[0])
    wait("these lines in sight", lambda: is_seen("Product", line))
    lines = robot.text("Product").split("\n")
    if not any("c[i] = a[i] + 1.0" in lines[int(number) - 1] for number in lit().rsplit(": ", 1)[1].split(", ")):
        raise Gone(f"the loop's statement among the lines {lit()}")


def by_cursor():
    """the cursor in a line of the product points to its source"""
    text = robot.text("Product")
    line = line_of(text, "a[i] = b[i] * 2.0")
    offset = sum(len(each) + 1 for each in text.split("\n")[:line - 1])
    Atspi.Text.set_caret_offset(product().get_text_iface(), offset + 1)
    wait(f"line 5 of the source, not “{lit()}”", lambda: lit().startswith("Made of line 5 of the source: ")
         and str(line) in lit())


def by_pointer():
    """the pointer over a line of the source lights up what was made of it, for as long as it is there"""
    robot.choose("Explorer", "f: 2 parallel, 0 sequential, 0 unknown")
    box = place("Source", 7)
    robot.move(box.x + 4, box.y + box.height // 2)
    wait(f"line 7, not “{lit()}”", lambda: lit().startswith("Made of line 7 of the source: "))
    box = place("Source", 5)
    robot.move(box.x + 4, box.y + box.height // 2)
    wait("line 5", lambda: lit().startswith("Made of line 5 of the source: "))
    box = place("Source", 1)
    robot.move(box.x + 4, box.y + box.height // 2)
    wait("the end of that", lambda: "line 5" not in lit())


def copies_in_the_margin():
    """beside the source stands what is copied in which line"""
    def margin():
        return robot.find("Source", "text").get_description()
    wait(f"32 kB to the device and twice as much back, not “{margin()}”", lambda: margin() == "line 4: ↓32 kB; line 8: ↑64 kB")
    robot.choose("Explorer", "f/i, parallel")
    robot.action("win.gpu-parallel")
    robot.see_text("Source", "#pragma target")
    robot.action("win.undo")
    robot.see("f/i, parallel")


def whole_window():
    """a pane takes the whole window, and gives it back"""
    def size(name, role):
        box = robot.find(name, role).get_component_iface().get_extents(Atspi.CoordType.WINDOW)
        return box.width, box.height
    robot.action("win.show-products")
    before = wait("a size", lambda: size("Product", "text"))
    robot.action("win.maximize-pane")
    wait("a larger product", lambda: size("Product", "text")[0] > before[0] + 150 and size("Product", "text")[1] > before[1] + 200)
    if is_shown("Source"):
        raise Gone("no source beside a pane that has the whole window")
    robot.keys("F11")
    wait("the size of before", lambda: size("Product", "text") == before)
    robot.click("Give this pane the whole window: Generated", "push button")
    wait("a larger product", lambda: size("Product", "text")[1] > before[1] + 200)
    robot.action("win.focus-source")
    wait("the source again", lambda: is_shown("Source"))


def ends():
    """a clean end"""
    robot.close()


run([first_kernel, by_selection, by_cursor, by_pointer, copies_in_the_margin, whole_window, ends], chain=True)
FOLDER.cleanup()
