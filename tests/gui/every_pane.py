#!/usr/bin/python3
"""Pictures of every pane with something in it, light and dark, in both languages, to be looked at.

    every_pane.py IHOP-GUI POLYBENCH TRANSLATIONS FOLDER SIZE [SCALE]
"""
import gettext
import os
import pathlib
import subprocess
import sys

from robot import Robot, run, settled, wait

GUI, POLYBENCH, TRANSLATIONS, FOLDER = (pathlib.Path(word).resolve() for word in sys.argv[1:5])
SIZE = sys.argv[5]
SCALE = sys.argv[6] if len(sys.argv) > 6 else "1"
FILES = ["linear-algebra/blas/gemm/gemm.c", "linear-algebra/solvers/lu/lu.c", "stencils/seidel-2d/seidel-2d.c"]


class Window:
    """One language's."""

    def __init__(self, language):
        self.language = language
        self.say = gettext.translation("ihop", TRANSLATIONS, ["ru"]).gettext if language == "ru" else str
        words = {"LANGUAGE": "ru", "IHOP_LOCALE": str(TRANSLATIONS)} if language == "ru" else {}
        home = f"{os.environ['HOME']}/{language}"  # a start of its own: steps are there again at the next one
        self.robot = Robot(GUI, *(str(POLYBENCH / name) for name in FILES), f"-I{POLYBENCH}/common", "-DSMALL_DATASET",
                           environment={**os.environ, "GDK_SCALE": SCALE, "XDG_STATE_HOME": home,
                                        "XDG_DATA_HOME": home, **words})
        width, height = SIZE.split("x")
        wait("the window's place", lambda: subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--name", "ihop", "windowmove", "0", "0", "windowsize", width, height],
            capture_output=True).returncode == 0)

    def loop(self, address, verdict):
        self.robot.choose(self.say("Explorer"), f"{address}, {self.say(verdict)}")

    def shot(self, name):
        for look in ("", "-dark"):
            settled(FOLDER / f"{name}{look}-{self.language}-{SIZE}@{SCALE}.png")
            self.robot.action("win.dark")

    def preview(self, step, answer, judged):
        self.robot.action("win.step")
        self.robot.choose(self.say("Steps"), f"{step}: {self.say(answer)}")
        self.robot.click(self.say("Preview"), "push button")
        self.robot.see(self.say(judged))

    def sees_beginning(self, sentence):
        """Of a sentence with a name in it."""
        self.robot.see_part(self.say(sentence).split("%")[0])


def loops_and_steps(window):
    robot = window.robot
    window.loop("kernel_lu/i", "sequential")
    window.shot("loop")
    window.loop("kernel_seidel_2d/t", "sequential")
    window.preview("interchange", "refused", "✗ refused")
    window.shot("refused")
    robot.action("win.show-iterations")
    robot.get("(*", "push button")
    window.shot("iterations")
    window.loop("kernel_gemm/i/k", "parallel")
    window.preview("interchange", "can be taken", "✓ proved: the program means the same")
    window.shot("preview")
    robot.action("win.take-step")
    for pane in ("issues", "variants", "script"):
        robot.action(f"win.show-{pane}")
        window.shot(pane)


def graphs(window):
    robot = window.robot
    window.loop("kernel_lu/i", "sequential")
    robot.action("win.show-graph")
    robot.get("S1*", "push button")
    window.shot("graph")
    for kind, part in (("Control flow", "i < LOOP_N*"), ("Calls", "main*")):
        robot.click(window.say(kind))
        robot.get(part, "push button")
        window.shot(kind.lower().replace(" ", "-"))


def device(window):
    robot = window.robot
    window.loop("kernel_gemm/i", "parallel")
    robot.action("win.show-gpu")
    window.shot("blocks")
    robot.click(window.say("Copies"))
    window.shot("copies")
    robot.click(window.say("Plan"))
    window.shot("plan")
    robot.action("win.generate")
    robot.see_text(window.say("Product"), "dim3")
    window.shot("generated")
    for action, sentence in (("prove", "What is proved of %s"), ("count", "What a run of %s asks of a card")):
        robot.action(f"win.{action}-cuda")
        window.sees_beginning(sentence)
        window.shot(f"cuda-{action}")
    robot.action("win.show-run")
    robot.click(window.say("Compile and run"))
    robot.see_part("✓ " + window.say("Emulated device"))
    window.shot("run")


def all_of(language):
    window = Window(language)
    for part in (loops_and_steps, graphs, device):
        part(window)
    window.robot.kill()


def english():
    """pictures of every pane in English"""
    all_of("en")


def russian():
    """pictures of every pane in Russian"""
    all_of("ru")


FOLDER.mkdir(parents=True, exist_ok=True)
run([english, russian])
