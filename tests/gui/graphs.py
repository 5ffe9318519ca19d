"""The graphs and the iteration space of a stencil, by their names."""
import os
import pathlib
import sys
import tempfile

from robot import Gone, Robot, run

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
robot = Robot(sys.argv[1], path)


def select_loop():
    robot.choose("Issues", "st/i/j, parallel*")


def dependences_are_drawn_and_told():
    """dependences are drawn, and told when an edge is pressed"""
    select_loop()
    robot.action("win.show-graph")
    robot.see("S1, line 5 A[i][j] = *")
    robot.click("flow A (1, -1)")
    robot.see_part("A dependence on A, carried by st/i")


def levels_are_filtered():
    """edges of one level"""
    robot.click("Level: 0")
    robot.gone_part("flow A (1, -1)")
    robot.click("Level: 1")
    robot.see("flow A (1, -1)")


def calls_and_control_flow():
    """who calls whom; the ways through a function"""
    robot.click("Calls")
    robot.get("main", "push button")
    robot.click("st", "push button")
    robot.see_part("st.c, line 1")
    robot.click("Control flow")
    robot.click("j < m - 1")


def iterations_are_counted_out():
    """which iterations run at once, and could"""
    select_loop()
    robot.action("win.show-iterations")
    robot.click("(3, 2)")
    robot.see_part("as the code stands it runs in round 3, by its dependences it could in round 3")
    robot.click("(7, 6)")
    robot.see_part("as the code stands it runs in round 7, by its dependences it could in round 1")
    robot.see_part("Sizes chosen: n = 8, m = 8.")
    robot.click("By dependences")
    robot.set("Round to show", 2)


def another_size_is_another_picture():
    """another size is another picture"""
    robot.set("Iterations to show", 4)
    robot.see_part("16 points")
    robot.gone_part("(7, 6)")


def a_refused_step_shows_its_iterations():
    """a refused step shows its iterations"""
    robot.choose("Issues", "st/i, sequential*")
    robot.action("win.show-steps")
    robot.choose("Steps", "interchange: refused")
    robot.click("Preview", "push button")
    robot.action("win.show-iterations")
    robot.see_part("The step was refused because of the red arrow: flow of A from (1, 1) to (2, 0), distance (1, -1)")


def pictures_are_saved():
    """pictures are saved: SVG by the command, PNG and PDF by the button"""
    robot.action("win.show-graph")
    robot.click("Dependences")
    robot.click("Level: all")
    robot.see("flow A (1, -1)")
    save("deps.svg", b"<svg", lambda: robot.action("win.save-picture"))
    save("deps.png", b"\x89PNG", lambda: by_button(1))
    save("deps.pdf", b"%PDF", lambda: by_button(2))


def by_button(down):
    robot.press_at("Save the graph")
    robot.expanded("Save the graph")
    robot.keys(*["Down"] * down, "Return")


def save(name, magic, ask):
    picture = pathlib.Path(folder.name, name)
    ask()
    robot.fill("Name:", str(picture))
    robot.click("_Save Save", "push button")
    robot.see_part("The picture is in " + str(picture))
    if magic not in picture.read_bytes()[:400]:
        raise Gone(f"{name}: a picture of its kind")


def ends():
    """a clean end"""
    robot.close()


run([dependences_are_drawn_and_told, levels_are_filtered, calls_and_control_flow, iterations_are_counted_out,
     another_size_is_another_picture, a_refused_step_shows_its_iterations, pictures_are_saved, ends], chain=True)
folder.cleanup()
