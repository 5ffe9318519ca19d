#!/usr/bin/python3
"""How observed programs are built and how they end: exit codes and signals are told apart, files that are no program are
refused with what to give, and each file is compiled with the flags of its compilation database.

    ends.py IHOP
"""
import json
import pathlib
import subprocess
import sys
import tempfile

ihop, problems = str(pathlib.Path(sys.argv[1]).resolve()), []


def ok(good, what, *instead):
    if not good:
        problems.append(f"{what}: {instead}")


def observe(folder, text, *words, name="a.c"):
    (folder / name).write_text(text)
    done = subprocess.run([ihop, "observe", "--format", "json", "--no-time", *words, name], capture_output=True, text=True,
                          timeout=300, check=False, cwd=folder)
    return done.returncode, json.loads(done.stdout)["program"] if done.stdout else {}, done.stderr


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    for status in (127, 128, 139, 255):
        code, program, text = observe(folder, f"int main (void) {{ return {status}; }}\n")
        ok(code == 0 and program["status"] == status and program["signal"] == 0 and "IHOP-O003" not in text,
           f"exit code {status}", code, program, text)
    code, program, text = observe(folder, "#include <stdlib.h>\nint main (void) { abort (); }\n")
    ok(code == 0 and program["status"] == 134 and program["signal"] == 6 and "ended by signal 6" in text, "abort", code,
       program, text)

    code, program, text = observe(folder, "void f (void) {}\n")
    ok(code == 2 and "no function 'main'" in text and "give all files of the program" in text, "no main", code, text)

    (folder / "inc").mkdir()
    (folder / "inc/n.h").write_text("#define N 5\n")
    entries = [{"directory": name, "file": "a.c", "command": "cc -Iinc -DSTATUS=N -fcommon -O0 -c a.c -o a.o"},
               {"directory": name, "file": "b.c", "command": "cc -fcommon -c b.c"}]
    (folder / "compile_commands.json").write_text(json.dumps(entries))
    (folder / "b.c").write_text("int common;\nint f (void) { return common; }\n")
    code, program, text = observe(folder, '#include "n.h"\nint common;\nint f (void);\n'
                                  "int main (void) { common = STATUS; return f (); }\n", "-p", ".", "b.c")
    ok(code == 0 and program["status"] == 5, "flags of the database", code, program, text)

print("\n".join(problems) or "programs are built as they say, and end as they did")
sys.exit(1 if problems else 0)
