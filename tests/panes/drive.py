"""Drives the window through its accessible names (AT-SPI), as a person with a screen reader would."""
import os
import subprocess
import sys
import time

import warnings

import gi
gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib

warnings.simplefilter("ignore", DeprecationWarning)
PATIENCE = 30 * float(os.environ.get("IHOP_TEST_PATIENCE", "1"))


# What lies inside these has no name of its own; not to look there halves the walk.
LEAVES = {Atspi.Role.PUSH_BUTTON, Atspi.Role.LABEL, Atspi.Role.TEXT, Atspi.Role.SPIN_BUTTON,
          Atspi.Role.SCROLL_BAR, Atspi.Role.TOGGLE_BUTTON, Atspi.Role.ENTRY, Atspi.Role.COMBO_BOX}


class Window:
    def __init__(self, program, *arguments):
        self.process = subprocess.Popen([program, *arguments])
        self.frame = wait(self._find_frame, "the window")

    def _find_frame(self):
        desktop = Atspi.get_desktop(0)
        for i in range(desktop.get_child_count()):
            application = desktop.get_child_at_index(i)
            if application and application.get_process_id() == self.process.pid:
                for k in range(application.get_child_count()):
                    child = application.get_child_at_index(k)
                    if child and child.get_role_name() == "frame":
                        return child
        return None

    def parts(self, root=None, depth=40):
        """Everything below, parents first; what belongs to nobody's sight is left out by name only."""
        todo = [(root or self.frame, 0)]
        while todo:
            part, level = todo.pop()
            yield part
            if level < depth and part.get_role() not in LEAVES:
                for i in reversed(range(part.get_child_count())):
                    child = part.get_child_at_index(i)
                    if child:
                        todo.append((child, level + 1))

    def find(self, name, role=None, root=None):
        """The part of this name, waiting for it; a name that ends in * is a beginning."""
        return wait(lambda: self.seek(name, role, root), f"{role or 'part'} {name!r}")

    def seek(self, name, role=None, root=None):
        for part in self.parts(root):
            try:
                own = part.get_name() or ""
                if (own.startswith(name[:-1]) if name.endswith("*") else own == name) and (
                        role is None or part.get_role_name() == role):
                    return part
            except GLib.Error:
                continue  # it has gone meanwhile
        return None

    def texts(self, root=None):
        """All texts that are shown."""
        found = []
        for part in self.parts(root):
            try:
                if part.get_role_name() in ("label", "text", "push button", "toggle button"):
                    found.append(part.get_name() or "")
            except GLib.Error:
                continue
        return found

    def says(self, words, root=None):
        return wait(lambda: any(words in text for text in self.texts(root)), f"the words {words!r}")

    def act(self, name):
        """A command of the window: a GAction win.NAME."""
        self.do(self.frame, "win." + name)

    def do(self, part, action=None):
        interface = part.get_action_iface()
        for i in range(interface.get_n_actions()):
            if action is None or interface.get_action_name(i) == action:
                interface.do_action(i)
                return
        raise AssertionError(f"{part.get_name()!r} has no action {action!r}")

    def press(self, name, role=None, root=None):
        """Waits for the part, and until it can be pressed."""
        def ready():
            part = self.seek(name, role, root)
            return part if part and part.get_state_set().contains(Atspi.StateType.SENSITIVE) else None
        self.do(wait(ready, f"{role or 'part'} {name!r} to press"))

    def press_until(self, name, condition, what):
        """A part may be made anew between being found and being pressed: then it is pressed again."""
        for attempt in range(5):
            self.press(name)
            try:
                return wait(condition, what, PATIENCE / 5)
            except AssertionError:
                continue
        raise AssertionError(f"pressed {name!r} in vain for {what}")

    def choose(self, container, row):
        """Selects the row of a list that holds a part of this name."""
        def ask():
            box = self.seek(container, "list")
            for i in range(box.get_child_count() if box else 0):
                child = box.get_child_at_index(i)
                if child and self.seek(row, root=child):
                    return box.get_selection_iface().select_child(i)
            return False
        wait(ask, f"the row {row!r} of {container!r}")

    def set(self, name, value, role="spin button"):
        self.find(name, role).get_value_iface().set_current_value(value)

    def screenshot(self, name):
        folder = os.environ.get("IHOP_SCREENSHOTS")
        if folder:
            os.makedirs(folder, exist_ok=True)
            settle()
            subprocess.run(["import", "-window", "root", os.path.join(folder, name + ".png")], check=False)

    def close(self):
        self.process.terminate()
        self.process.wait(20)


def wait(condition, what, patience=PATIENCE):
    end = time.monotonic() + patience
    while True:
        try:
            found = condition()
        except GLib.Error:
            found = None
        if found:
            return found
        if time.monotonic() > end:
            raise AssertionError(f"waited in vain for {what}")
        time.sleep(0.02)


def settle():
    """For pictures only: nothing in a test depends on it."""
    time.sleep(0.3)


def run(*tests, window=None):
    """Each test is a function; TAP. The window must still be there at the end."""
    failed = 0
    print(f"1..{len(tests)}")
    for number, test in enumerate(tests, 1):
        try:
            test()
            print(f"ok {number} - {test.__name__}", flush=True)
        except Exception as error:
            failed = 1
            settle()
            print(f"not ok {number} - {test.__name__}\n# {type(error).__name__}: {error}", flush=True)
    if window:
        window.close()
        if window.process.returncode not in (0, -15):
            print(f"# the window ended with {window.process.returncode}")
            failed = 1
    sys.exit(failed)
