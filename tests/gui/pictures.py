#!/usr/bin/python3
"""Pictures of the main states, light and dark, to be looked at.

    pictures.py IHOP-GUI POLYBENCH FOLDER SIZE
"""
import pathlib
import subprocess
import sys
import time

from robot import Robot, run, settled, wait

GUI, POLYBENCH, FOLDER = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
SIZE = sys.argv[4]
FILES = ["linear-algebra/blas/gemm/gemm.c", "linear-algebra/solvers/lu/lu.c",
         "stencils/seidel-2d/seidel-2d.c"]


def large(robot):
    wait("the window's place", lambda: subprocess.run(
        ["xdotool", "search", "--onlyvisible", "--name", "ihop"], capture_output=True).returncode == 0)
    width, height = SIZE.split("x")
    subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "ihop", "windowmove", "0", "0",
                    "windowsize", width, height], check=True)


def states():
    """pictures of the main states"""
    FOLDER.mkdir(parents=True, exist_ok=True)
    shot = lambda name: settled(FOLDER / f"{name}-{SIZE}.png")  # noqa: E731
    robot = Robot(GUI)
    large(robot)
    shot("welcome")
    robot.close()
    robot = Robot(GUI, *(str(POLYBENCH / name) for name in FILES), f"-I{POLYBENCH}/common", "-DSMALL_DATASET")
    large(robot)
    robot.choose("Explorer", "kernel_lu/i, sequential")
    robot.see("Issues")
    shot("verdicts")
    robot.action("win.dark")
    shot("verdicts-dark")
    robot.action("win.dark")
    robot.choose("Explorer", "kernel_gemm/i/k, parallel")
    robot.action("win.step")
    robot.see("interchange: can be taken")
    robot.choose("Steps", "interchange: can be taken")
    robot.click("Preview", "push button")
    robot.see("✓ proved: the program means the same")
    shot("preview")
    robot.action("win.take-step")
    robot.choose("Explorer", "kernel_seidel_2d/t, sequential")
    robot.see("interchange: refused")
    robot.choose("Steps", "interchange: refused")
    robot.click("Preview", "push button")
    robot.see("✗ refused")
    shot("refused")
    robot.choose("Explorer", "kernel_gemm/i, parallel")
    robot.action("win.generate")
    robot.see_text("Product", "dim3")
    shot("generated")
    robot.action("win.dark")
    robot.action("win.show-variants")
    shot("variants-dark")
    robot.close()


if __name__ == "__main__":
    start = time.monotonic()
    run([states])
