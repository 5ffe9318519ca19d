"""Drives the window as a person does: through what it shows to assistive technology (AT-SPI), and
through keys that reach the X server. Never sleeps for a fixed time: asks again until a deadline."""
import os
import subprocess
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

PATIENCE = float(os.environ.get("IHOP_TEST_PATIENCE", "150"))  # seconds, for a machine that does much else


class Gone(Exception):
    """What was looked for did not come."""


def wait(what, ask, seconds=PATIENCE):
    """The first true answer of ask."""
    end = time.monotonic() + seconds
    while True:
        try:
            answer = ask()
        except (GLib.Error, AttributeError):  # a widget that went away while we looked
            answer = None
        if answer:
            return answer
        if time.monotonic() > end:
            raise Gone(what)
        time.sleep(0.02)


LEAVES = {"scroll bar", "label", "image", "text", "push button", "toggle button", "radio button", "icon", "spin button"}


def walk(node, depth=40, most_children=120):
    """Every accessible below; long lists are cut, and what has nothing of interest inside."""
    yield node
    try:
        if depth == 0 or node.get_role_name() in LEAVES:
            return
        count = min(node.get_child_count(), most_children)
    except GLib.Error:
        return
    for i in range(count):
        try:
            child = node.get_child_at_index(i)
        except GLib.Error:
            continue
        if child:
            yield from walk(child, depth - 1, most_children)


def settled(path):
    """Two pictures in a row that are the same: nothing moves any more."""
    before = None

    def ask():
        nonlocal before
        subprocess.run(["import", "-window", "root", str(path)], check=True)
        with open(path, "rb") as file:
            now = file.read()
        same, before = now == before, now
        return same
    wait("a picture that stands still", ask)


class Robot:
    running = []

    def __init__(self, program, *arguments, environment=None):
        self.process = subprocess.Popen([program, *arguments], env=environment, stderr=subprocess.PIPE,
                                        text=True)
        self.running.append(self.process)
        self.kept = {}
        self.frame = wait("the window", self._find_frame)

    def _find_frame(self):
        desktop = Atspi.get_desktop(0)
        for i in range(desktop.get_child_count()):
            application = desktop.get_child_at_index(i)
            if application is None or application.get_process_id() != self.process.pid:
                continue
            for k in range(application.get_child_count()):
                frame = application.get_child_at_index(k)
                if frame and frame.get_role_name() == "frame":
                    return frame
        if self.process.poll() is not None:
            raise Gone("the program ended: " + self.process.stderr.read())
        return None

    # ---- finding ----

    def windows(self):
        application = self.frame.get_application()
        return [application.get_child_at_index(i) for i in range(application.get_child_count())]

    def find(self, name, role=None, root=None):
        """A name that ends in * is a beginning."""
        for top in [root] if root else reversed(self.windows()):
            for node in walk(top):
                try:
                    own = node.get_name() or ""
                    fits = own.startswith(name[:-1]) if name.endswith("*") else own == name
                    if fits and (role is None or node.get_role_name() == role):
                        return node
                except GLib.Error:
                    continue
        return None

    def get(self, name, role=None, root=None):
        return wait(f"{role or 'something'} called “{name}”", lambda: self.find(name, role, root))

    # ---- doing ----

    def action(self, name):
        """A command of the window, by its action; waits until it can be done."""
        def ask():
            interface = self.frame.get_action_iface()
            for i in range(interface.get_n_actions()):
                if interface.get_action_name(i) == name:
                    return interface.do_action(i)
            return False
        wait(f"the action {name}", ask)

    def able(self, name):
        """What does a command, once it can be done; else None."""
        interface = self.frame.get_action_iface()
        for i in range(interface.get_n_actions()):
            if interface.get_action_name(i) == name:
                return lambda: interface.do_action(i)
        return None

    def click(self, name, role=None):
        """Found anew until it can be pressed: a part may be made anew at any time."""
        def ask():
            node = self.find(name, role)
            interface = node.get_action_iface()
            return node.get_state_set().contains(Atspi.StateType.SENSITIVE) and interface \
                and interface.do_action(0)
        wait(f"a click on “{name}”", ask)

    def click_until(self, name, condition, what):
        """A click, and another one if nothing comes of it: a button that is just being shown takes none."""
        for _ in range(4):
            self.click(name, "push button")
            try:
                return wait(what, condition, 5)
            except Gone:
                pass
        return wait(what, condition)

    def set(self, name, value):
        wait(f"setting “{name}”",
             lambda: self.find(name, "spin button").get_value_iface().set_current_value(value))

    def press_at(self, name, button=1, role=None, x=None):
        """The mouse goes there and presses: 1 left, 3 right. x: so far from the left end, else in the middle."""
        box = wait(f"the place of “{name}”", lambda: self._place(name, role))
        self._press(box.x + (box.width // 2 if x is None else x), box.y + min(box.height // 2, 60), button)

    def press_gutter(self, line):
        """The mouse presses beside a line of the source."""
        text = self.text("Source")
        offset = sum(len(each) + 1 for each in text.split("\n")[:line - 1])
        box = Atspi.Text.get_character_extents(self.find("Source", "text").get_text_iface(), offset,
                                               Atspi.CoordType.WINDOW)
        self._press(box.x - 16, box.y + box.height // 2, 1)

    def move(self, x, y):
        """The mouse goes to a place of the window, and presses nothing."""
        subprocess.run(["xdotool", "mousemove", str(x + self.EDGE), str(y + self.EDGE)], check=True)

    def hold(self, name, role=None):
        """The mouse goes there and its button stays down; moves are told from here. Gives the place."""
        box = wait(f"the place of “{name}”", lambda: self._place(name, role))
        place = box.x + box.width // 2, box.y + min(box.height // 2, 60)
        self.move(*place)
        subprocess.run(["xdotool", "mousedown", "1"], check=True)
        return place

    def pull(self, place, x, y):
        """With the button down, over some places between, as a hand does it."""
        for part in (0.2, 0.5, 0.8, 1):
            self.move(round(place[0] + part * x), round(place[1] + part * y))

    def let_go(self):
        subprocess.run(["xdotool", "mouseup", "1"], check=True)

    EDGE = 5  # the window's own shadow, which its coordinates leave out

    def _press(self, x, y, button):
        subprocess.run(["xdotool", "mousemove", str(x + self.EDGE), str(y + self.EDGE), "click", str(button)],
                       check=True)

    def _place(self, name, role):
        box = self.find(name, role).get_component_iface().get_extents(Atspi.CoordType.WINDOW)
        return box if box.width > 0 else None

    def expanded(self, name):
        """What a button opens is open, so that keys go there."""
        open_states = (Atspi.StateType.EXPANDED, Atspi.StateType.CHECKED)  # of it, or of the button inside it

        def ask():
            node = self.find(name)
            return any(part.get_state_set().contains(state) for part in (node, node.get_child_at_index(0)) if part
                       for state in open_states)
        wait(f"what “{name}” opens", ask)

    def fill(self, name, text):
        wait(f"filling “{name}”",
             lambda: self.find(name, "text").get_editable_text_iface().set_text_contents(text))

    def keep(self, name, role):
        """As find, for parts that stay as long as the window: they are looked for once."""
        if (name, role) not in self.kept:
            node = self.find(name, role)
            if node is None:
                return None
            self.kept[name, role] = node
        return self.kept[name, role]

    def choose(self, container, row):
        """Selects a row of a list by its name."""
        def ask():
            box = self.keep(container, "list")
            for i in range(box.get_child_count() if box else 0):
                child = box.get_child_at_index(i)
                if child and self.find(row, root=child):
                    return box.get_selection_iface().select_child(i)
            return False
        wait(f"the row “{row}” of “{container}”", ask)

    def gone_part(self, name):
        wait(f"the end of “{name}”", lambda: self.find(name) is None)

    def gone(self, name):
        """What was there is there no more, and the window has the keyboard back."""
        wait(f"the end of “{name}”", lambda: self.find(name) is None)
        subprocess.run(["xdotool", "search", "--sync", "--onlyvisible", "--name", "— ihop$", "windowfocus",
                        "--sync"], check=False, timeout=PATIENCE)

    def await_keyboard(self, title=None):
        """Keys go to whoever has the keyboard by the X server: that is to be one of our windows, or the one with
        this title."""
        def asked(what):
            return subprocess.run(["xdotool", "getwindowfocus", what], capture_output=True, text=True,
                                  check=False).stdout.strip()
        wait(f"the keyboard in {title or 'one of our windows'}", lambda: asked("getwindowpid") == str(self.process.pid)
             and title in (None, asked("getwindowname")))

    def keys(self, *keys):
        self.await_keyboard()
        subprocess.run(["xdotool", "key", "--clearmodifiers", *keys], check=True)

    def type(self, text):
        self.await_keyboard()
        subprocess.run(["xdotool", "type", "--delay", "4", text], check=True)

    # ---- seeing ----

    def text(self, name):
        node = self.keep(name, "text") if name in ("Source", "Script", "Product") else self.find(name, "text")
        if node is None or node.get_text_iface() is None:
            return ""
        return Atspi.Text.get_text(node.get_text_iface(), 0, -1)

    def has_text(self, name, part):
        return lambda: part in self.text(name)

    def see_text(self, name, part):
        try:
            wait("", self.has_text(name, part))
        except Gone:
            raise Gone(f"“{part}” in “{name}”, which says: {self.text(name)[:3000]}") from None

    def see(self, name):
        return self.get(name)

    def has_keyboard(self, name, role=None):
        """The keyboard has come there: a window that has just opened gets it a little later. (The text inside an
        entry is what has it.)"""
        def ask():
            return any(node.get_state_set().contains(Atspi.StateType.FOCUSED)
                       for node in walk(self.find(name, role), 3))
        wait(f"the keyboard in “{name}”", ask)

    def see_part(self, part, seconds=PATIENCE):
        """A label that holds this."""
        def ask():
            for top in self.windows():
                for node in walk(top):
                    if part in (node.get_name() or ""):
                        return node
            return None
        return wait(f"a label with “{part}”", ask, seconds)

    def shot(self, name):
        """A picture for people to look at, where they asked for it: IHOP_SHOTS."""
        folder = os.environ.get("IHOP_SHOTS")
        if folder:
            os.makedirs(folder, exist_ok=True)
            settled(f"{folder}/{name}.png")

    def papers(self, name, part):
        """The colours behind each character of the first place where a text says this, as they are on the screen."""
        text, at = self.find(name, "text").get_text_iface(), self.text(name).index(part)
        boxes = [Atspi.Text.get_character_extents(text, at + i, Atspi.CoordType.WINDOW) for i in range(len(part))]
        size = subprocess.run(["xdotool", "getdisplaygeometry"], check=True, capture_output=True, text=True).stdout
        width = int(size.split()[0])
        screen = subprocess.run(["import", "-window", "root", "-depth", "8", "rgb:-"], check=True, capture_output=True).stdout

        def pixel(x, y):
            place = 3 * ((y + self.EDGE) * width + x + self.EDGE)
            return screen[place:place + 3].hex()
        return [pixel(box.x, box.y + 1) for box in boxes]

    def close(self):
        """As its owner closes it. What it said on standard error is an error of ours."""
        def ask():
            try:
                interface = self.frame.get_action_iface()
                names = [interface.get_action_name(i) for i in range(interface.get_n_actions())]
                interface.do_action(names.index("win.quit"))
            except (GLib.Error, AttributeError, ValueError):
                pass
            return self.process.poll() is not None
        wait("the program's end", ask)
        try:
            _, said = self.process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise Gone("the program's end") from None
        # GTK 4.8 may draw a scroll bar once before it has a size, and says so.
        worth = [line for line in said.splitlines() if "current allocation" not in line and ("CRITICAL" in line or "WARNING" in line
                 or "Sanitizer" in line or "runtime error" in line)]
        if self.process.returncode or worth:
            raise Gone(f"a clean end (exit code {self.process.returncode}):\n" + said)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()


def run(tests, chain=False):
    """Runs functions; TAP on standard output. chain: each goes on where the one before has ended."""
    print(f"1..{len(tests)}")
    failed = 0
    for number, test in enumerate(tests, 1):
        start = time.monotonic()
        try:
            test()
            print(f"ok {number} - {test.__doc__} ({time.monotonic() - start:.1f} s)", flush=True)
        except Exception as error:  # noqa: BLE001  whatever it is, the others still run
            failed += 1
            print(f"not ok {number} - {test.__doc__}", flush=True)
            for line in f"{type(error).__name__}: {error}".splitlines():
                print("#", line, flush=True)
            shot = os.environ.get("IHOP_SHOTS")
            if shot:
                subprocess.run(["import", "-window", "root", f"{shot}/failed-{number}.png"], check=False)
            for process in Robot.running:
                process.kill()
            if chain:
                print("Bail out! The tests after this one build on it.")
                break
    if failed:
        sys.exit(1)
