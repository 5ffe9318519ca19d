#!/usr/bin/python3
"""Many loops at once, and what is said before anybody generates: badges, patterns of names, units, old results.

    loops.py IHOP-GUI TRANSLATIONS
"""
import os
import pathlib
import sys
import tempfile

from robot import Atspi, Gone, Robot, run, wait

GUI, TRANSLATIONS = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
FOLDER = tempfile.TemporaryDirectory()
PATH = pathlib.Path(FOLDER.name, "many.c")
PATH.write_text("""double a[4000], b[4000];
static long double acc[100]; /* no device has such numbers */
void solve_one(void)
{
    for (int i = 0; i < 4000; i++)
        a[i] = b[i] * 2.0;
}
void solve_two(double m[60][60])
{
    for (int i = 0; i < 60; i++)
        for (int j = 0; j < 60; j++)
            m[i][j] = 1.0;
}
void scatter(int n, double *to, const int *where)
{
    for (int i = 0; i < n; i++)
        to[where[i]] = 1.0;
}
void exact(void)
{
    for (int i = 0; i < 100; i++)
        acc[i] = acc[i] * 2.0L;
}
int main(void)
{
    for (int i = 1; i < 4000; i++)
        b[i] = b[i - 1] + 1.0;
    solve_one();
    exact();
    return a[7] > 0 && acc[3] > 1;
}
""")
robot = Robot(str(GUI), str(PATH), environment=os.environ)


def source():
    return robot.text("Source")


def type_into(entry, text):
    """What stood there goes."""
    robot.press_at(entry)
    robot.has_keyboard(entry)
    robot.keys("ctrl+a", "Delete")
    if text:
        robot.type(text)


def open_group():
    robot.press_at("All of these")
    robot.expanded("All of these")


def see_badge(loop, badge):
    """Of a row of the list of issues."""
    wait(f"“{badge}” at {loop}", lambda: robot.find(f"{loop}, parallel: *", None, robot.find("Issues", "list")).get_name()
         .endswith("; " + badge))


def refused_before():
    """what the device would refuse is not offered: neither in the list, nor by the key; and the list says so"""
    robot.see("exact/i, parallel")
    robot.action("win.show-issues")
    robot.see("Put on GPU: solve_one/i")
    see_badge("exact/i", "not for the GPU")
    if robot.find("Put on GPU: exact/i"):
        raise Gone("no button for a loop that the device refuses")
    robot.choose("Explorer", "exact/i, parallel")
    robot.keys("ctrl+g")
    robot.choose("Explorer", "solve_one/i, parallel")
    robot.keys("ctrl+g")
    wait("one mark, in front of the other loop", lambda: source().count("#pragma target") == 1
         and source().index("#pragma target") < source().index("solve_two"))
    see_badge("solve_one/i", "✓ on the GPU")
    robot.action("win.undo")
    wait("no mark", lambda: "#pragma" not in source())


def badge_is_red():
    """a mark that generating will refuse is red before that"""
    robot.choose("Explorer", "exact/i, parallel")
    robot.action("win.gpu-serial")
    see_badge("exact/i", "✗ refused on the GPU")
    robot.see_part("✗ “Generate” refuses it: ")
    robot.action("win.undo")
    wait("no mark", lambda: "#pragma" not in source())


def by_pattern():
    """loops by a pattern of names, put on the GPU together, and taken off again"""
    robot.action("win.show-issues")
    type_into("Search issues", "solve*/i")
    robot.see("2 of 6 loops")
    open_group()
    robot.keys("Return")  # “Put 2 loops on the GPU”
    wait("two marks", lambda: source().count("#pragma target") == 2)
    robot.see_part("after 2 steps")
    see_badge("solve_two/i", "✓ on the GPU")
    open_group()
    robot.keys("Return")  # “Take 2 loops off the GPU”: the first that can be pressed
    wait("no marks", lambda: "#pragma target\n" not in source())
    type_into("Search issues", "")


def by_verdict():
    """all loops of one verdict are given the same step"""
    type_into("Search issues", "*_one*")
    robot.see("1 of 6 loops")
    open_group()
    robot.keys("Tab")  # from “Put 1 loop on the GPU” past what nobody can press
    robot.type("unroll 4")
    robot.keys("Return")
    wait("an unrolled loop", lambda: "b[i + 3]" in source())
    robot.action("win.undo")
    wait("the loop as before", lambda: "i + 3" not in source())
    type_into("Search issues", "")


def old_result():
    """the result of a run says what it is of, and that it is out of date as soon as the text is another"""
    robot.action("win.show-run")
    robot.click("Compile and run")
    robot.see_part("✓ Emulated device: equal in every bit")
    robot.see_part("The run of many.c, target solve_one/i off")
    def titles():
        names = ("Original", "Fallback (CPU)", "Emulated device")
        boxes = [(robot.find(name, "label", robot.find("Times")).get_component_iface()
                  .get_extents(Atspi.CoordType.WINDOW).y, name) for name in names]
        return [name for _, name in sorted(boxes)]
    robot.click("Sort by: Variant")
    wait("the rows by their names", lambda: titles() == ["Emulated device", "Fallback (CPU)", "Original"])
    robot.click("Sort by: Variant")
    wait("the rows turned round", lambda: titles() == ["Original", "Fallback (CPU)", "Emulated device"])
    robot.choose("Explorer", "solve_one/i, parallel")
    robot.keys("ctrl+g")
    robot.see_part("Out of date: this was the run of many.c")
    robot.action("win.undo")
    robot.see_part("The run of many.c")
    wait("no word of an old result", lambda: not robot.find("Out of date*"))


def vouched_for():
    """a reason carries its remedy as a button that was tried: it says what it frees, does that, and undo takes it back"""
    robot.choose("Explorer", "scatter/i, unknown")
    robot.action("win.show-loop")
    robot.see_part("1 loop becomes parallel")
    robot.click("I vouch that no two elements of where are equal", "push button")
    robot.see("scatter/i, parallel")
    robot.action("win.undo")
    robot.see("scatter/i, unknown")


def preview_tells():
    """the preview of a step tells what it changes: verdicts, the predicted time, what is copied"""
    robot.choose("Explorer", "solve_two/i, parallel")
    robot.action("win.step")
    robot.choose("Steps", "interchange: can be taken")
    robot.click("Preview", "push button")
    line = robot.see_part("Loops of solve_two: ✓ 2 → ✓ 2 · predicted with the GPU: ").get_name()
    if "µs → " not in line and "ms → " not in line or "copied: " not in line:
        raise Gone(f"times and bytes in “{line}”")
    robot.action("win.dismiss")
    wait("the end of that", lambda: not robot.find("Loops of solve_two*"))


def units():
    """bytes as kB, and in Russian: кБ and мкс, nowhere the English words"""
    robot.choose("Explorer", "solve_one/i, parallel")
    robot.action("win.show-gpu")
    robot.click("Copies")
    robot.see_part("b to the device, line 5: 32 kB")
    robot.close()
    russian = Robot(str(GUI), str(PATH), environment={**os.environ, "LANGUAGE": "ru", "IHOP_LOCALE": str(TRANSLATIONS)})
    russian.choose("Обозреватель", "solve_one/i, параллелен")
    russian.action("win.show-gpu")
    russian.click("Копии")
    russian.see_part("32 кБ")
    russian.action("win.port")
    russian.see_part(" мкс")
    if russian.find("*µs*"):
        raise Gone("µs in no Russian sentence")
    russian.close()


run([refused_before, badge_is_red, by_pattern, by_verdict, old_result, vouched_for, preview_tells, units], chain=True)
FOLDER.cleanup()
