"""The graphs and the iteration space of a stencil, by their names."""
import os
import sys
import tempfile

from drive import Window, run, wait

STENCIL = """void st(int n, int m, double A[n][m])
{
    for (int i = 1; i < n; i++)
        for (int j = 0; j < m - 1; j++)
            A[i][j] = A[i - 1][j + 1] * 2.0;
}

int main(void)
{
    static double A[8][8];
    st(8, 8, A);
    return 0;
}
"""
folder = tempfile.TemporaryDirectory()
path = os.path.join(folder.name, "st.c")
with open(path, "w", encoding="utf-8") as file:
    file.write(STENCIL)
window = Window(sys.argv[1], path)


def select_loop():
    window.find("st/i/j, parallel*")
    window.find("Issues", "list").get_selection_iface().select_child(1)


def dependences_are_drawn_and_told():
    select_loop()
    window.act("show-graph")
    window.find("S1, line 5 A[i][j] = *")
    window.press("flow A (1, -1)")
    window.says("A dependence on A, carried by st/i")
    window.screenshot("graph-dependences")


def levels_are_filtered():
    window.press("Level: 0")
    wait(lambda: window.seek("flow A (1, -1)") is None, "the carried edge to go")
    window.press("Level: 1")
    window.find("flow A (1, -1)")


def calls_and_control_flow():
    window.press("Calls")
    window.find("main", "push button")
    window.press("st", "push button")
    window.says("st.c, line 1")
    window.press("Control flow")
    window.press("j < m - 1")
    window.screenshot("graph-control-flow")


def iterations_are_counted_out():
    select_loop()
    window.act("show-iterations")
    window.press("(3, 2)")
    window.says("as the code stands it runs in round 3, by its dependences it could in round 3")
    window.press("(7, 6)")
    window.says("as the code stands it runs in round 7, by its dependences it could in round 1")
    window.says("Sizes chosen: n = 8, m = 8.")
    window.press("By dependences")
    window.set("Round to show", 2)
    window.screenshot("iterations")


def another_size_is_another_picture():
    window.set("Iterations to show", 4)
    window.says("16 points")
    assert window.seek("(7, 6)") is None


def a_refused_step_shows_its_iterations():
    window.choose("Issues", "st/i, sequential*")
    window.act("show-steps")
    window.choose("Steps", "interchange: refused")
    window.press("Preview", "push button")
    window.act("show-iterations")
    window.says("The step was refused because of the red arrow: flow of A from (1, 1) to (2, 0), distance (1, -1)")
    window.screenshot("iterations-refused")
    window.act("dark")
    window.screenshot("iterations-dark")
    window.act("show-graph")
    window.press("Dependences")
    window.press("Level: all")
    window.find("flow A (1, -1)")
    window.screenshot("graph-dark")
    window.act("dark")


run(dependences_are_drawn_and_told, levels_are_filtered, calls_and_control_flow,
    iterations_are_counted_out, another_size_is_another_picture,
    a_refused_step_shows_its_iterations, window=window)
