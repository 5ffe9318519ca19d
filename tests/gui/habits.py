#!/usr/bin/python3
"""What happens besides: a killed program, a file that changes, a file that is no C, typing, commands.

    habits.py IHOP-GUI POLYBENCH TRANSLATIONS
"""
import os
import pathlib
import shutil
import sys
import tempfile

from robot import Gone, Robot, run

GUI, POLYBENCH, TRANSLATIONS = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
FOLDER = pathlib.Path(tempfile.mkdtemp())
FLAGS = [f"-I{POLYBENCH}/common", "-DSMALL_DATASET"]
SOURCE = """double A[100][100], B[100][100];
void f(void)
{
    for (int i = 0; i < 100; i++)
        for (int j = 0; j < 100; j++)
            A[i][j] = B[j][i];
}
"""


def file_named(name, text=SOURCE):
    path = FOLDER / name
    path.write_text(text)
    return path


def killed():
    """what was done before a kill -9 is there at the next start"""
    path = file_named("killed.c")
    robot = Robot(GUI, str(path))
    robot.see("f/i, parallel")
    robot.choose("Explorer", "f/i, parallel")
    robot.action("win.gpu-parallel")
    robot.see_text("Source", "#pragma target")
    robot.kill()
    robot = Robot(GUI, str(path))
    robot.see_text("Source", "#pragma target")
    robot.see_part("The steps of last time are here again")
    robot.action("win.start-afresh")
    robot.see_text("Source", "{\n    for")
    robot.close()


def changed_on_disk():
    """a file that changes on the disk is read again, and its steps are taken anew"""
    path = file_named("disk.c")
    robot = Robot(GUI, str(path))
    robot.see("f/i, parallel")
    robot.choose("Explorer", "f/i, parallel")
    robot.action("win.gpu-parallel")
    robot.see_text("Source", "#pragma target")
    path.write_text("/* changed */\n" + SOURCE)
    robot.see_text("Source", "/* changed */")
    robot.see_text("Source", "#pragma target")
    robot.close()


def no_c():
    """a file that Clang refuses opens all the same, with the messages"""
    robot = Robot(GUI, str(file_named("bad.c", "int f( { return; }\n")))
    robot.see_text("Source", "int f( {")
    robot.see_part("expected")
    robot.close()


def of_no_line():
    """what is said of a whole file is said of no line"""
    folder = FOLDER / "listed"
    folder.mkdir()
    (folder / "compile_commands.json").write_text(
        f'[{{"directory": "{folder}", "file": "other.c", "command": "cc -c other.c"}}]')
    (folder / "one.c").write_text(SOURCE)
    robot = Robot(GUI, str(folder / "one.c"))
    robot.see_part("The compilation database does not list")
    robot.see("line 4")
    if robot.find("line 0"):
        raise Gone("no line 0")
    robot.close()


def closed_at_work():
    """closed while it works: what runs on other threads is not pulled from under them"""
    nest = "    for (int i = 1; i < n; i++)\n        for (int j = 1; j < i; j++)\n            a[i * n + j] += a[i * n + j - %d];\n"
    text = "".join(f"void f{k}(int n, double *a)\n{{\n{nest % k}}}\n" for k in range(400))
    for _ in range(3):
        robot = Robot(GUI, str(file_named("long.c", text)))
        robot.see_text("Source", "void f0")
        robot.close()


def commands():
    """the example; the palette; typing in the source; dark and light"""
    robot = Robot(GUI)
    robot.click("Try the example", "push button")
    robot.see("kernel_gemm/i, parallel")
    robot.keys("ctrl+shift+p")
    robot.has_keyboard("Search commands")
    robot.type("dark")
    robot.keys("Return")
    robot.gone("Search commands")
    robot.keys("alt+9", "ctrl+Home")
    robot.type("int typed;")
    robot.keys("Return")
    robot.see_text("Source", "int typed;")
    robot.see("kernel_gemm/i, parallel")
    robot.keys("ctrl+shift+d")
    robot.close()


def russian():
    """in Russian: the window's words, and what the engine says"""
    path = file_named("russian.c", "void f(int n, double *a, int *x)\n{\n    for (int i = 1; i < n; i++)\n"
                      "        a[x[i]] = a[i - 1];\n}\n")
    robot = Robot(GUI, str(path), environment={**os.environ, "LANGUAGE": "ru", "IHOP_LOCALE": str(TRANSLATIONS)})
    robot.see("f/i, неизвестно")
    robot.choose("Обозреватель", "f/i, неизвестно")
    robot.see_part("индекс a[x[i]] не аффинный: итерации могут встретиться в одном элементе")
    robot.action("win.step")
    robot.see("Отказано, потому что")
    robot.action("win.show-graph")
    robot.click("истинная a (<)")
    robot.see_part("Возможная зависимость по a, несёт f/i")
    robot.close()
    built = {name: value for name, value in os.environ.items() if name != "IHOP_LOCALE"}
    robot = Robot(GUI, str(path), environment={**built, "LANGUAGE": "ru"})
    robot.see("f/i, неизвестно")  # from the build folder, without being told where the words are
    robot.close()


try:
    run([killed, changed_on_disk, no_c, of_no_line, closed_at_work, commands, russian])
finally:
    shutil.rmtree(FOLDER, ignore_errors=True)
