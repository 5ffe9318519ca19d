"""CUDA programs of others, built and run: what the modules beside this one describe, one suite each."""
import dataclasses
import os
import pathlib
import resource
import signal
import subprocess
import time
import typing

NVCC = os.environ.get("NVCC", "/usr/local/cuda/bin/nvcc" if os.path.exists("/usr/local/cuda/bin/nvcc") else "nvcc")
ARCHITECTURE = ["-Wno-deprecated-gpu-targets", "-w", "-gencode", "arch=compute_90,code=compute_90"]
"""PTX alone: it is all that the engine reads, and machine code takes longest to make."""


@dataclasses.dataclass
class Outcome:
    """Of one command: code (124: it took too long), what it has said, seconds of the clock and of processors."""
    code: int
    said: str
    errors: str
    seconds: float
    processor: float


def run(command, folder, limit, environment=None):
    """Runs COMMAND in a session of its own, so that a program that takes too long goes with its children. LIMIT is in seconds of a
    quiet machine with all its processors: it is told by the time of processors, so that a busy machine gives the same answers."""
    used = int(limit * (os.cpu_count() or 1))
    start, before = time.monotonic(), os.times()
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                          start_new_session=True, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (used, used + 5)), env=dict(os.environ, **(environment or {}))) as process:
        try:
            said, errors = process.communicate(timeout=10 * limit)
            code = 124 if process.returncode in (-signal.SIGXCPU, 128 + signal.SIGXCPU) else process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            said, errors = process.communicate()
            code = 124
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return Outcome(code, said.decode(errors="replace"), errors.decode(errors="replace"), time.monotonic() - start, spent)


@dataclasses.dataclass
class Program:
    """One program of a suite. Everything happens in FOLDER, a copy that may be written to.

    build: commands in their order; run: commands of which each goes through `ihop run`; options: of ihop run.
    judge takes the Outcomes of the runs and says (result, reason): "right", "ends" (it checks nothing and nothing is
    compared), "waived" or "wrong". needs: what is not here, so that the program is neither built nor counted.
    kind: a word by which rows are counted apart."""
    suite: str
    name: str
    folder: pathlib.Path
    build: list
    run: list
    judge: typing.Callable
    options: list = dataclasses.field(default_factory=list)
    needs: str = ""
    kind: str = ""


def first_line(text, words):
    """The first line in TEXT that has one of WORDS, else its last line."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return next((line for line in lines if any(word in line for word in words)), lines[-1] if lines else "")[:160]


def build(program, limit):
    """None, or why PROGRAM could not be built."""
    for command in program.build:
        done = run([str(word) for word in command], program.folder, limit)
        if done.code != 0:
            return "not built: " + first_line(done.errors + done.said, ["error", "fatal", "undefined"])
    return None


def measure(program, ihop, limit):
    """(result, reason, Outcomes) of a program that has been built."""
    outcomes = []
    for command in program.run:
        done = run([ihop, "run", *program.options, *[str(word) for word in command]], program.folder, limit)
        outcomes.append(done)
        if done.code == 124:
            return "late", f"no end in {limit * (os.cpu_count() or 1):.0f} s of processors", outcomes
        if done.code < 0 or 128 < done.code < 160:
            return "wrong", f"signal {-done.code if done.code < 0 else done.code - 128}: {first_line(done.errors, ['ihop'])}", outcomes
    try:
        result, reason = program.judge(outcomes)
    except (OSError, ValueError, IndexError) as error:  # an output that is not what its programs write
        result, reason = "wrong", f"output not understood: {error}"
    return result, reason, outcomes
