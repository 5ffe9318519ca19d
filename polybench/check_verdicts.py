#!/usr/bin/env python3
"""Check verdicts.tsv against what the kernels really do.

Every kernel function is interpreted at two tiny sizes; each read and write is
noted with the iterations of all loops around it. From that follows, loop by
loop, which memory dependences the loop carries. A location that several
iterations of a loop touch, at least one of them writing, is

  a reduction   if all these accesses belong to updates  x = x op e  with one op;
  private       if every iteration that touches it writes it first;
  a dependence  otherwise: the loop is sequential.

Both branches of a ?: count as read, whatever the condition. The script also
checks that every `#pragma target` before a loop stands before a parallel one,
and that no subscript leaves its array.

Needs python3-pycparser and a C preprocessor (cc -E). Run it from anywhere:

    check_verdicts.py           compare, exit status 1 on any difference
    check_verdicts.py --print   print the table that the traces give
"""

import csv
import math
import operator
import random
import re
import subprocess
import sys
from pathlib import Path

from pycparser import c_ast, c_generator, c_parser

HERE = Path(__file__).resolve().parent
TIME_LIKE = {"TSTEPS", "TMAX", "NITER"}
ARITHMETIC = {
    "+": operator.add, "-": operator.sub, "*": operator.mul,
    "/": lambda a, b: a / (b or 1),
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "==": operator.eq, "!=": operator.ne,
}
text_of = c_generator.CGenerator().visit


class LoopRun:
    """One execution of one loop: who touched what in which iteration."""

    def __init__(self):
        self.iteration = -1
        self.touched = {}

    def note(self, location, kind, update):
        self.touched.setdefault(location, []).append((self.iteration, kind, update))

    def findings(self):
        """Yields (what, name) with what one of 'reduction OP', 'private', 'carried'."""
        for (name, _), events in self.touched.items():
            iterations = {e[0] for e in events}
            if len(iterations) < 2 or all(e[1] == "read" for e in events):
                continue
            updates = {e[2] for e in events}
            first = {}
            for iteration, kind, _ in events:
                first.setdefault(iteration, kind)
            if len(updates) == 1 and None not in updates:
                op, target = next(iter(updates))
                yield f"reduction {op}", target
            elif all(kind == "write" for kind in first.values()):
                yield "private", name
            else:
                yield "carried", name


class Kernel:
    """Interpreter of one kernel function that keeps a trace per loop."""

    def __init__(self, function, sizes):
        self.function = function
        self.name = function.decl.name
        self.scalars, self.arrays, self.memory = {}, {}, {}
        self.iterators = {loop_head(loop)[0] for loop, _, _ in loops_below(function, "")}
        self.runs, self.findings = [], {}
        self.random = random.Random(1)
        for parameter in function.decl.type.args.params:
            name = parameter.name
            if isinstance(parameter.type, c_ast.ArrayDecl):
                self.arrays[name] = self.extents(parameter.type)
            elif name == "float_n":
                self.scalars[name] = sizes["N"]
            else:
                self.scalars[name] = sizes.get(name.upper(), self.random.uniform(0.5, 1.5))

    def extents(self, array):
        extents = []
        while isinstance(array, c_ast.ArrayDecl):
            extents.append(self.value(array.dim))
            array = array.type
        return extents

    # -- memory

    def location(self, node):
        if isinstance(node, c_ast.ID):
            return node.name, ()
        if isinstance(node, c_ast.UnaryOp) and node.op == "*":
            return node.expr.name, ()
        subscripts = []
        while isinstance(node, c_ast.ArrayRef):
            subscripts.insert(0, self.value(node.subscript))
            node = node.name
        extents = self.arrays[node.name]
        if len(extents) != len(subscripts) or any(
            not 0 <= s < e for s, e in zip(subscripts, extents)
        ):
            raise IndexError(f"{self.name}: {node.name}{subscripts} with extents {extents}")
        return node.name, tuple(subscripts)

    def access(self, location, kind, update=None):
        if location[0] not in self.iterators:
            for run in self.runs:
                run.note(location, kind, update)

    def read(self, node, update=None):
        location = self.location(node)
        self.access(location, "read", update)
        if not location[1] and location[0] in self.scalars:
            return self.scalars[location[0]]
        return self.memory.setdefault(location, self.random.uniform(1, 2))

    def write(self, node, value, update=None):
        location = self.location(node)
        self.access(location, "write", update)
        if location[1]:
            self.memory[location] = value
        else:
            self.scalars[location[0]] = value

    # -- expressions

    def value(self, node, update=None):
        """update: (operator, text of the target) inside an update of that target."""
        if isinstance(node, c_ast.Constant):
            return float(node.value.rstrip("fF")) if node.type != "int" else int(node.value)
        if isinstance(node, (c_ast.ID, c_ast.ArrayRef)):
            return self.read(node, update if update and text_of(node) == update[1] else None)
        if isinstance(node, c_ast.Cast):
            return self.value(node.expr, update)
        if isinstance(node, c_ast.UnaryOp):
            return {"-": operator.neg, "+": operator.pos}[node.op](self.value(node.expr, update))
        if isinstance(node, c_ast.BinaryOp) and node.op == "&&":
            return self.value(node.left) and self.value(node.right)
        if isinstance(node, c_ast.BinaryOp):
            left, right = self.value(node.left, update), self.value(node.right, update)
            return ARITHMETIC[node.op](left, right)
        if isinstance(node, c_ast.TernaryOp):
            condition = self.value(node.cond, update)
            branches = self.value(node.iffalse, update), self.value(node.iftrue, update)
            return branches[bool(condition)]
        if isinstance(node, c_ast.FuncCall):
            function = node.name.name.removesuffix("f")
            arguments = [self.value(a) for a in node.args.exprs]
            if function == "sqrt":
                return math.sqrt(abs(arguments[0]))
            return getattr(math, function)(*arguments)
        raise NotImplementedError(f"{type(node).__name__} at {node.coord}")

    @staticmethod
    def summands(node, sign=1):
        if isinstance(node, c_ast.BinaryOp) and node.op in "+-":
            right = sign if node.op == "+" else -sign
            return Kernel.summands(node.left, sign) + Kernel.summands(node.right, right)
        return [(sign, text_of(node))]

    @staticmethod
    def update_operator(node):
        """The operator of  x = x op e, or None. Further reads of x in e are caught in the trace."""
        target = text_of(node.lvalue)
        if node.op != "=":
            return {"+=": "+", "-=": "+", "*=": "*"}.get(node.op)
        if Kernel.summands(node.rvalue).count((1, target)) == 1:
            return "+"
        if isinstance(node.rvalue, c_ast.TernaryOp):
            choice = node.rvalue
            sides = text_of(choice.cond.left), text_of(choice.cond.right)
            if sides == (text_of(choice.iftrue), text_of(choice.iffalse)) and target in sides:
                return "max" if choice.cond.op[0] == ">" else "min"
        return None

    # -- statements

    def assign(self, node):
        if isinstance(node.rvalue, c_ast.Assignment):
            self.assign(node.rvalue)
            self.write(node.lvalue, self.value(node.rvalue.lvalue))
            return
        op = self.update_operator(node)
        update = (op, text_of(node.lvalue)) if op else None
        value = self.value(node.rvalue, update)
        if node.op != "=":
            value = ARITHMETIC[node.op[0]](self.read(node.lvalue, update), value)
        self.write(node.lvalue, value, update)

    def execute(self, node):
        if isinstance(node, c_ast.Compound):
            for child in node.block_items or []:
                self.execute(child)
        elif isinstance(node, c_ast.For):
            self.loop(node)
        elif isinstance(node, c_ast.Assignment):
            self.assign(node)
        elif isinstance(node, c_ast.If):
            branch = node.iftrue if self.value(node.cond) else node.iffalse
            if branch is not None:
                self.execute(branch)
        elif isinstance(node, c_ast.Decl):
            if isinstance(node.type, c_ast.ArrayDecl):
                self.arrays[node.name] = self.extents(node.type)
            elif node.init is not None:
                self.scalars[node.name] = self.value(node.init)
        elif not isinstance(node, c_ast.Pragma):
            raise NotImplementedError(f"{type(node).__name__} at {node.coord}")

    def loop(self, node):
        iterator, start = loop_head(node)
        run = LoopRun()
        self.scalars[iterator] = self.value(start)
        while self.value(node.cond):
            run.iteration += 1
            self.runs.append(run)
            self.execute(node.stmt)
            self.runs.pop()
            self.scalars[iterator] += -1 if "--" in node.next.op else 1
        self.findings.setdefault(node, set()).update(run.findings())

    def trace(self):
        self.execute(self.function.body)
        return self.findings


def loop_head(node):
    """Iterator of a for loop and its first value."""
    if isinstance(node.init, c_ast.DeclList):
        return node.init.decls[0].name, node.init.decls[0].init
    return node.init.lvalue.name, node.init.rvalue


def loops_below(node, path, names=None):
    """Yields (loop, its path, whether a target mark stands before it), outermost first."""
    names = {} if names is None else names
    marked = False
    for _, child in node.children():
        if isinstance(child, c_ast.For):
            iterator, _ = loop_head(child)
            names[iterator] = names.get(iterator, 0) + 1
            number = f"#{names[iterator]}" if names[iterator] > 1 else ""
            inner = f"{path}/{iterator}{number}"
            yield child, inner, marked
            yield from loops_below(child, inner, {})
        else:
            yield from loops_below(child, path, names)
        marked = isinstance(child, c_ast.Pragma) and child.string == "target"


def kernel_function(path, sizes):
    """The kernel function of a file, parsed, with the given sizes put in."""
    command = ["cc", "-E", "-P", f"-I{HERE / 'common'}", str(path)]
    command += [f"-D{name}={value}" for name, value in sizes.items()]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    start = re.search(r"^static void kernel_", text, re.M).start()
    end = text.index("\n}", start) + 2
    types = "typedef char base;\n"
    unit = c_parser.CParser().parse(types + text[start:end])
    return unit.ext[-1]


def trace_file(path):
    """All loops of a file as {path: (marked, findings)}."""
    names = re.findall(r"^#define (\w+) BENCH_SIZE", path.read_text(), re.M)
    loops = {}
    for base in 4, 6:
        sizes = {n: 3 if n in TIME_LIKE else base + i % 3 for i, n in enumerate(names)}
        function = kernel_function(path, sizes)
        findings = Kernel(function, sizes).trace()
        for loop, name, marked in loops_below(function, function.decl.name):
            _, seen = loops.setdefault(name, (marked, set()))
            seen.update(findings[loop])
    return loops


def describe(findings):
    """Verdict and note, in the words of the table."""
    carried = sorted({name for what, name in findings if what == "carried"})
    if carried:
        return "sequential", "carried: " + ", ".join(carried)
    notes = []
    private = sorted({name for what, name in findings if what == "private"})
    if private:
        notes.append("private: " + ", ".join(private))
    notes += sorted(f"{what}: {name}" for what, name in findings if what.startswith("reduction"))
    return "parallel", "; ".join(notes)


def main():
    files = (HERE / "kernels.txt").read_text().split()
    rows, problems = [], []
    for file in files:
        for loop, (marked, findings) in trace_file(HERE / file).items():
            verdict, note = describe(findings)
            rows.append((file, loop.split("/")[0], loop, verdict, note))
            if marked and verdict != "parallel":
                problems.append(f"{file}: {loop} is marked, but {verdict} ({note})")

    if "--print" in sys.argv[1:]:
        for row in rows:
            print(*row, sep="\t")
        return 0

    with open(HERE / "verdicts.tsv", newline="") as table:
        stated = {(r["file"], r["loop"]): r for r in csv.DictReader(table, delimiter="\t")}
    for file, function, loop, verdict, note in rows:
        row = stated.pop((file, loop), None)
        if row is None:
            problems.append(f"{file}: {loop} is missing")
        elif (row["function"], row["verdict"]) != (function, verdict):
            problems.append(f"{file}: {loop} is stated {row['verdict']}, traced {verdict} ({note})")
        elif verdict == "parallel" and row["note"] != note:
            problems.append(f"{file}: {loop} notes '{row['note']}', traced '{note}'")
    problems += [f"{file}: there is no loop {loop}" for file, loop in stated]

    for problem in problems:
        print(problem)
    print(f"{len(rows)} loops in {len(files)} files, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
