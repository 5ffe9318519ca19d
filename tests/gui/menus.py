#!/usr/bin/python3
"""Context menus, the gutter, the buttons of the issues list, any two variants side by side: by the mouse and by
the keyboard.

    menus.py IHOP-GUI
"""
import pathlib
import sys
import tempfile

from robot import Gone, Robot, run

FOLDER = tempfile.TemporaryDirectory()
PATH = pathlib.Path(FOLDER.name, "work.c")
PATH.write_text("""double A[99][99], B[99][99], s[99];
void f(void)
{
    for (int i = 0; i < 99; i++)
        for (int j = 0; j < 99; j++)
            A[i][j] = 2.0 * B[j][i];
    for (int i = 1; i < 99; i++)
        s[i] = s[i - 1] + A[i][0];
}
""")
robot = Robot(str(pathlib.Path(sys.argv[1]).resolve()), str(PATH))
INTERCHANGED = "for (int j = 0; j < 99; j++)\n        for (int i = 0; i < 99; i++)"


def explorer_by_mouse():
    """a menu in the explorer, by the mouse: what fits can be taken, what does not says why"""
    robot.choose("Explorer", "f/i, parallel")
    robot.press_at("f/i, parallel", 3, x=60)
    robot.get("interchange: can be taken", "push button")
    robot.click("interchange: can be taken", "push button")
    robot.see("✓ proved: the program means the same")
    robot.action("win.take-step")
    robot.see_text("Source", INTERCHANGED)


def source_by_keyboard():
    """the same menu in the source, by the keyboard"""
    robot.see("f/j, parallel")
    robot.keys("alt+0", "End", "alt+9")
    robot.see("✗ sequential")
    robot.keys("shift+F10")
    robot.see("What can be done here")
    robot.get("reverse: refused", "push button")
    parallel = robot.get("Put on GPU", "push button", robot.get("What can be done here"))
    if "not proved" not in parallel.get_description():
        raise Gone("why a sequential loop cannot run in parallel")
    robot.keys("Escape")
    robot.gone_part("What can be done here")


def gutter():
    """what the gutter says: what, why, which iterations, what helps; by the keyboard and by the mouse"""
    robot.keys("alt+Return")
    popover = robot.get("What is known of this loop")
    robot.get("Iterations that collide", None, popover)
    robot.get("Put on GPU", "push button", popover)
    robot.keys("Escape")
    robot.gone_part("What is known of this loop")
    robot.press_gutter(4)
    popover = robot.get("What is known of this loop")
    robot.get("✓ parallel", None, popover)
    robot.keys("Escape")
    robot.gone_part("What is known of this loop")


def issues():
    """the buttons of the issues list"""
    robot.action("win.show-issues")
    robot.click_until("Put on GPU: f/j", robot.has_text("Source", "#pragma target\n"), "the mark")
    robot.action("win.undo")
    robot.choose("Explorer", "f/j/i, parallel")
    robot.action("win.gpu-serial")
    robot.see_text("Source", "#pragma target serial")


def variants():
    """any two variants beside each other"""
    robot.action("win.show-variants")
    robot.choose("Variants", "as you wrote it")
    robot.click("Pin", "push button")
    robot.see("as you wrote it, pinned")
    robot.choose("Variants", "target f/j")
    robot.click("Compare with the pinned", "push button")
    robot.see_text("as you wrote it", "5          for (int j = 0; j < 99; j++)")
    robot.see_text("target f/j", "#pragma target\n")
    robot.press_at("target f/j", 3, "list item")
    robot.click("Go to the chosen variant", "push button")
    robot.see_text("Source", "#pragma target\n")


def type_where_a_step_wrote():
    """What is said may be gone before a slow machine looks, or a key gets lost there: then it is typed again."""
    for seconds in (20, 20, None):
        robot.see_text("Source", "#pragma target\n")
        robot.keys("alt+9", "ctrl+Home", "Down", "Down", "Down", "End")
        robot.type(" /* not mine */")
        try:
            robot.see_part("Line 4 was made by a step", **({"seconds": seconds} if seconds else {}))
            return
        except Gone as gone:
            if seconds is None:
                raise Gone(f"{gone}; the source says: {robot.text('Source')}") from None


def typing_after_steps():
    """the owner types after steps were taken: what is theirs changes, and the steps are taken anew"""
    robot.keys("alt+9", "ctrl+End", "Up", "Up", "Up")
    robot.type("/* mine */")
    robot.keys("Return")
    robot.see("line 9")
    robot.see_text("Source", "#pragma target\n")
    type_where_a_step_wrote()
    robot.see_text("Source", "#pragma target\n")
    robot.choose("Variants", "as you wrote it, pinned")
    robot.action("win.go-variant")
    robot.see_text("Source", "for (int i = 0; i < 99; i++)\n        for (int j")
    robot.see_text("Source", "/* mine */")


def ends():
    """a clean end"""
    robot.close()


run([explorer_by_mouse, source_by_keyboard, gutter, issues, variants, typing_after_steps, ends], chain=True)
FOLDER.cleanup()
