#!/usr/bin/python3
"""Pictures of the main states, light and dark, to be looked at.

    pictures.py IHOP-GUI POLYBENCH FOLDER SIZE [-contrast|-contrast-dark|-200]
"""
import os
import pathlib
import subprocess
import sys

from robot import Robot, run, settled, wait

GUI, POLYBENCH, FOLDER = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
SIZE = sys.argv[4]
LOOK = sys.argv[5] if len(sys.argv) > 5 else ""
LOOKS = {"": {}, "-contrast": {"GTK_THEME": "Default:hc"},
         "-contrast-dark": {"GTK_THEME": "Default:hc-dark"}, "-200": {"GDK_SCALE": "2"}}
FILES = ["linear-algebra/blas/gemm/gemm.c", "linear-algebra/solvers/lu/lu.c",
         "stencils/seidel-2d/seidel-2d.c"]


def large(robot):
    wait("the window's place", lambda: subprocess.run(
        ["xdotool", "search", "--onlyvisible", "--name", "ihop"], capture_output=True).returncode == 0)
    width, height = SIZE.split("x")
    subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "ihop", "windowmove", "0", "0",
                    "windowsize", width, height], check=True)


def shot(name):
    settled(FOLDER / f"{name}-{SIZE}{LOOK}.png")


def open_files():
    robot = Robot(GUI, *(str(POLYBENCH / name) for name in FILES), f"-I{POLYBENCH}/common", "-DSMALL_DATASET",
                  environment={**os.environ, **LOOKS[LOOK]})
    large(robot)
    robot.see("kernel_seidel_2d/t, sequential")
    return robot


def tutorial():
    """pictures: what doc/tutorial.md shows, a loop of its program with the step that helps"""
    robot = Robot(GUI, str(POLYBENCH.parent / "doc/tutorial/photo.c"), environment={**os.environ, **LOOKS[LOOK]})
    large(robot)
    robot.choose("Explorer", "shade/y, sequential")
    robot.action("win.step")
    robot.choose("Steps", "interchange: can be taken")
    robot.click("Preview", "push button")
    robot.see("✓ proved: the program means the same")
    shot("tutorial")
    robot.close()


def welcome():
    """pictures: the first page"""
    robot = Robot(GUI, environment={**os.environ, **LOOKS[LOOK]})
    large(robot)
    shot("welcome")
    robot.close()


def verdicts_and_steps():
    """pictures: verdicts, what the gutter says, a menu, a step that is legal and one that is not"""
    robot = open_files()
    robot.choose("Explorer", "kernel_lu/i, sequential")
    shot("verdicts")
    robot.action("win.dark")
    shot("verdicts-dark")
    robot.action("win.dark")
    robot.action("win.explain")
    robot.get("Iterations that collide", None, robot.get("What is known of this loop"))
    shot("gutter")
    robot.keys("Escape")
    robot.choose("Explorer", "kernel_gemm/i/k, parallel")
    robot.action("win.context-menu")
    robot.get("interchange: can be taken", "push button")
    shot("menu")
    robot.keys("Escape")
    robot.action("win.step")
    robot.choose("Steps", "interchange: can be taken")
    robot.click("Preview", "push button")
    robot.see("✓ proved: the program means the same")
    shot("preview")
    robot.action("win.take-step")
    robot.choose("Explorer", "kernel_seidel_2d/t, sequential")
    robot.choose("Steps", "interchange: refused")
    robot.click("Preview", "push button")
    robot.see("✗ refused")
    robot.action("win.show-iterations")
    shot("refused")
    robot.action("win.show-variants")
    robot.choose("Variants", "as you wrote it")
    robot.action("win.compare-variants")
    robot.action("win.dark")
    shot("variants-dark")
    robot.action("win.dark")
    robot.close()


def graphs_and_device():
    """pictures: graphs, the GPU, products, a run"""
    robot = open_files()
    robot.choose("Explorer", "kernel_lu/i, sequential")
    robot.action("win.show-graph")
    shot("graph")
    robot.action("win.dark")
    robot.click("Control flow")
    shot("flow-dark")
    robot.action("win.dark")
    robot.choose("Explorer", "kernel_gemm/i, parallel")
    robot.action("win.show-gpu")
    robot.see("kernel_gemm_1, lines*")
    shot("blocks")
    robot.click("Copies")
    shot("copies")
    robot.action("win.generate")
    robot.see_text("Product", "dim3")
    shot("generated")
    robot.action("win.show-run")
    robot.click("Compile and run")
    robot.see_part("✓ Emulated device: equal in every bit")
    shot("run")
    robot.action("win.dark")
    robot.action("win.palette")
    robot.has_keyboard("Search commands")
    shot("palette-dark")
    robot.keys("Escape")
    robot.gone("Search commands")
    robot.action("win.dark")
    robot.action("win.shortcuts")
    shot("shortcuts")
    robot.kill()


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    # What differs between sizes are the main states.
    run([welcome, verdicts_and_steps] + ([tutorial, graphs_and_device] if SIZE == "1280x800" else []))
