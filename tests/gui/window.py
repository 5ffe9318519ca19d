#!/usr/bin/python3
"""From opening a file to generated code and back, by mouse and again by keyboard alone.

    window.py IHOP-GUI IHOP POLYBENCH [mouse|keys]
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from robot import Gone, Robot, run

GUI, IHOP, POLYBENCH = (pathlib.Path(word).resolve() for word in sys.argv[1:4])
FOLDER = pathlib.Path(tempfile.mkdtemp())
FLAGS = [f"-I{POLYBENCH}/common", "-DSMALL_DATASET"]


def sources(name):
    """gemm without its marks, and a stencil, in a folder of their own."""
    folder = FOLDER / name
    folder.mkdir()
    gemm = (POLYBENCH / "linear-algebra/blas/gemm/gemm.c").read_text()
    (folder / "gemm.c").write_text("".join(line for line in gemm.splitlines(True)
                                           if "#pragma" not in line))
    shutil.copy(POLYBENCH / "stencils/seidel-2d/seidel-2d.c", folder)
    return folder


def check_products(folder, script):
    """What the window wrote is what the command line makes of the script: the same bytes."""
    (folder / "steps.ihop").write_text(script)
    subprocess.run([IHOP, "--script", str(folder / "steps.ihop"), "-q", "-o", str(folder / "again"),
                    str(folder / "gemm.c"), "--", *FLAGS], check=True)
    for name in ("gemm.cu", "gemm_cpu.c", "gemm.json"):
        if (folder / "out" / name).read_bytes() != (folder / "again" / name).read_bytes():
            raise Gone(f"{name}: the same bytes as from --script")


def check_reopened(folder, robot_text, script):
    robot = Robot(GUI, str(folder / "work.ihop"))
    robot.see_text("Script", script)
    robot.see_text("Source", "block(16,8)")
    if robot.text("Source") != robot_text:
        raise Gone("the same text after reopening")
    robot.close()


def by_mouse():
    """by mouse: verdicts, interchange, refusal, undo, GPU, block, generate, save, reopen"""
    folder = sources("mouse")
    robot = Robot(GUI, str(folder / "gemm.c"), str(folder / "seidel-2d.c"), *FLAGS)
    robot.see("kernel_gemm/i/k/j, parallel")
    robot.see("kernel_seidel_2d/t, sequential")
    robot.choose("Explorer", "kernel_gemm/i/k, parallel")
    robot.click("Steps")
    robot.see("interchange: can be taken")
    robot.choose("Steps", "interchange: can be taken")
    robot.click("Preview", "push button")
    robot.see("✓ proved: the program means the same")
    robot.click("Take this step")
    robot.see_text("Source", "for (j = 0; j < LOOP_NJ; j++)\n            for (k = 0; k < LOOP_NK; k++)")
    robot.see_text("Script", "interchange kernel_gemm/i/k/j")
    robot.choose("Explorer", "kernel_seidel_2d/t, sequential")
    robot.see("interchange: refused")
    robot.choose("Steps", "interchange: refused")
    robot.click("Preview", "push button")
    robot.see("✗ refused")
    robot.see_part("would run")
    robot.click("Dismiss")
    robot.click("Undo")
    robot.choose("Explorer", "kernel_gemm/i, parallel")
    robot.see_text("Source", "for (k = 0; k < LOOP_NK; k++)\n            for (j = 0; j < LOOP_NJ; j++)")
    robot.click("Loop")
    robot.click_until("Put on GPU", robot.has_text("Source", "#pragma target"), "#pragma target")
    robot.fill("Block size", "16,8")
    robot.click_until("Set block", robot.has_text("Source", "#pragma target block(16,8)"), "#pragma target block(16,8)")
    robot.click_until("Generate", robot.has_text("Product", "dim3"), "dim3")
    robot.action("win.write-products")
    robot.see_part("files were written")
    text, script = robot.text("Source"), robot.text("Script")
    check_products(folder, script)
    robot.action("win.save-as")
    robot.fill("Name:", str(folder / "work.ihop"))
    robot.click("_Save Save", "push button")
    robot.see_part("from now on every change is kept")
    robot.close()
    check_reopened(folder, text, script)


def by_keyboard():
    """by keyboard alone: the same"""
    folder = sources("keys")
    robot = Robot(GUI, str(folder / "gemm.c"), str(folder / "seidel-2d.c"), *FLAGS)
    robot.see("kernel_seidel_2d/t, sequential")
    robot.keys("alt+9", "alt+Down", "alt+Right", "alt+Down")  # i, j inside, k beside it
    robot.see_part("kernel_gemm/i/k")
    robot.keys("ctrl+t")
    robot.see("interchange: can be taken")
    robot.type("interchange")
    robot.keys("Return")
    robot.see("✓ proved: the program means the same")
    robot.keys("ctrl+Return")
    robot.see_text("Source", "for (j = 0; j < LOOP_NJ; j++)\n            for (k = 0; k < LOOP_NK; k++)")
    robot.keys("ctrl+z")
    robot.see_text("Source", "for (k = 0; k < LOOP_NK; k++)\n            for (j = 0; j < LOOP_NJ; j++)")
    robot.keys("alt+0", "End")  # the explorer's last rows: the other file
    robot.see_text("Source", "kernel_seidel_2d")
    robot.see("kernel_seidel_2d/t, sequential")  # after the undo it is analysed anew
    robot.keys("alt+9", "alt+Down")
    robot.see("kernel_seidel_2d/t")
    robot.keys("ctrl+t")
    robot.see("interchange: refused")
    robot.keys("ctrl+a")
    robot.type("interchange")
    robot.keys("Return")
    robot.see("✗ refused")
    robot.see_part("would run")
    robot.keys("ctrl+BackSpace", "alt+0", "Home", "alt+9")
    robot.see_text("Source", "kernel_gemm")
    robot.keys("alt+Down")
    robot.see("kernel_gemm/i")
    robot.keys("ctrl+g")
    robot.see_text("Source", "#pragma target")
    robot.see("Block size")
    robot.keys("ctrl+b")
    robot.type("16,8")
    robot.keys("Return")
    robot.see_text("Source", "#pragma target block(16,8)")
    robot.keys("F5")
    robot.see_text("Product", "dim3")
    robot.keys("ctrl+e")
    robot.see_part("files were written")
    text, script = robot.text("Source"), robot.text("Script")
    check_products(folder, script)
    robot.keys("ctrl+s")
    robot.has_keyboard("Name:", "text")
    robot.await_keyboard("Save as a project")
    robot.keys("ctrl+a")
    robot.type(str(folder / "work.ihop"))
    robot.keys("Return")
    robot.see_part("from now on every change is kept")
    robot.keys("ctrl+q")
    robot.close()
    check_reopened(folder, text, script)


os.chdir(FOLDER)
try:
    ways = {"mouse": [by_mouse], "keys": [by_keyboard]}
    run(ways[sys.argv[4]] if len(sys.argv) > 4 else [by_mouse, by_keyboard])
finally:
    shutil.rmtree(FOLDER, ignore_errors=True)
