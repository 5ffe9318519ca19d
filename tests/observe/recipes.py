"""Programs of others, as recipes.txt describes them."""
import glob
import os
import pathlib
import re
import shlex
import shutil


class Recipe:
    """One program: name, files and flags for its compiler, run (its arguments), given (its standard input or None).

    harness: real paths of those of the files that only read, write and time (marked by ~)."""

    def __init__(self, line, folders, inputs):
        fields = [field.strip() for field in (line + " | | | | |").split("|")[:6]]
        self.name, where, files, flags, self.run, given = fields
        self.program = self.name.split("/")[0]
        self.folder = os.path.join(os.path.abspath(folders[self.program]), where)
        self.inputs = os.path.join(os.path.abspath(inputs), self.program) if inputs else None
        self.files = [file for word in files.split() for file in self.found(self.filled(word.lstrip("~")))]
        self.harness = {os.path.realpath(file) for word in files.split() if word.startswith("~")
                        for file in self.found(self.filled(word[1:]))}
        self.flags = [re.sub("^-I(?!/)", f"-I{self.folder}/", flag) for flag in shlex.split(self.filled(flags))]
        self.run = self.filled(self.run)
        self.given = os.path.join(self.folder, self.filled(given)) if given else None

    def filled(self, text):
        return text.replace("{folder}", self.folder).replace("{inputs}", self.inputs or "{inputs}")

    def found(self, pattern):
        return sorted(glob.glob(os.path.join(self.folder, pattern))) or [os.path.join(self.folder, pattern)]

    def input_files(self):
        """What the program finds where it runs: files and folders."""
        if not self.inputs or not os.path.isdir(self.inputs):
            return []
        return [os.path.join(self.inputs, name) for name in sorted(os.listdir(self.inputs))]

    def copy_inputs(self, to):
        for path in self.input_files():
            (shutil.copytree if os.path.isdir(path) else shutil.copy)(path, os.path.join(to, os.path.basename(path)))


def read(path, folders, inputs=None):
    """The recipes whose name begins with one of FOLDERS, a dictionary from names to checkouts."""
    for line in pathlib.Path(path).read_text().splitlines():
        if line.strip() and not line.startswith("#") and line.split("|")[0].strip().split("/")[0] in folders:
            yield Recipe(line, folders, inputs)
