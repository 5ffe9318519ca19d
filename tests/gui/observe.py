"""A run is observed: what was seen stands beside the verdicts, is kept with the text, and goes when the text changes."""
import os
import sys
import tempfile

from robot import Gone, Robot, run

PROGRAM = """#include <stdio.h>
#include <stdlib.h>

static void scatter(int n, const int *where, double *to)
{
    for (int i = 0; i < n; i++)
        to[where[i]] = i;
}

static void twice(int n, double *a)
{
    for (int i = 0; i < n; i++)
        a[i] = 2 * a[i];
}

static void sums(int n, double *a)
{
    for (int i = 1; i < n; i++)
        a[i] += a[i - 1];
}

int main(int argc, char **argv)
{
    static int where[2000];
    static double a[2000];
    int n = argc > 1 ? atoi(argv[1]) : 0;
    if (n < 0)
        for (;;)
            ;
    for (int i = 0; i < n; i++)
        where[i] = n - 1 - i;
    for (int t = 0; t < 3; t++)
        scatter(n, where, a);
    twice(n, a);
    sums(n, a);
    double hot = 0;
    for (int r = 0; n > 0 && r < 20000000; r++)
        hot += r * 1e-9;
    printf("%g %d\\n", a[5], hot > 1);
    return 0;
}
"""
folder = tempfile.TemporaryDirectory()
path = os.path.join(folder.name, "seen.c")
with open(path, "w", encoding="utf-8") as file:
    file.write(PROGRAM)
robot = Robot(sys.argv[1], path)


def a_run_is_observed():
    """a run with arguments, started from the dialog"""
    robot.choose("Issues", "scatter/i, unknown*")
    robot.action("win.observe")
    robot.see("Standard input")
    robot.shot("observe-dialog")
    robot.fill("Arguments", "'1000")
    robot.click("Build and observe")
    robot.see_part("quot")  # an unmatched quote is told in the dialog
    robot.fill("Arguments", "1000")
    robot.click("Build and observe")
    robot.see_part("Observed: the program ended with status 0")


def a_run_is_stopped():
    """a run without end is stopped by its command, and another one can be observed"""
    robot.choose("Issues", "scatter/i, unknown*")
    robot.action("win.observe")
    robot.fill("Arguments", "-1")
    robot.click("Build and observe")
    robot.action("win.stop-observing")
    robot.see_part("The run is no longer observed.")


def what_was_seen_stands_beside_the_verdict():
    """unknown, parallel and sequential loops say what was seen of them, and what that is worth"""
    robot.see_part("seen: runs 3, iterations 3000; none met")
    if "%" not in robot.find("Source", "text").get_description():
        raise Gone("shares of the run's time in the margin")
    robot.see_part("In one run, which proves nothing for others.")
    robot.shot("observed-unknown")
    robot.choose("Issues", "sums/i, sequential*")
    robot.see_part("seen: runs 1, iterations 999; iterations 0 and 1, counted from 0, met in a[1] (line 19)")
    robot.shot("observed-sequential")
    robot.choose("Issues", "twice/i, parallel*")
    robot.see_part("seen: runs 1, iterations 1000; none met")


def it_goes_with_the_text_and_comes_back():
    """after a step nothing is said of the new text; undone, it is there again"""
    robot.action("win.gpu-parallel")
    robot.see_part("#pragma target")
    robot.gone_part("seen: runs 1, iterations 1000; none met")
    robot.action("win.undo")
    robot.choose("Issues", "twice/i, parallel*")
    robot.see_part("seen: runs 1, iterations 1000; none met")


def it_is_kept():
    """another window over the same files knows it"""
    global robot
    robot.close()
    robot = Robot(sys.argv[1], path)
    robot.choose("Issues", "twice/i, parallel*")
    robot.see_part("seen: runs 1, iterations 1000; none met")
    robot.close()


run([a_run_is_stopped, a_run_is_observed, what_was_seen_stands_beside_the_verdict, it_goes_with_the_text_and_comes_back, it_is_kept],
    chain=True)
folder.cleanup()
