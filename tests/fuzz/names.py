"""Memory under other names, for the random nests: functions that read globals, pointers to rows and into
the middle of vectors, buffers that change places from step to step."""
import nests

HEAD = f"""static double g[{nests.LONG}], weight = 0.75, table[{nests.DIM}][{nests.DIM}];
static double peek (int i) {{ return g[i]; }}
static double weighed (const double *a, int i) {{ return a[i] * weight + table[i % 5][i % 3]; }}
static double mixed (double a, int i) {{ return a > 0 ? a + peek (i) : weight - a; }}
static void swap (double **a, double **b) {{ double *t = *a; *a = *b; *b = t; }}
"""


class Maker(nests.Maker):
    def __init__(self, seed):
        super().__init__(seed)
        self.rows = []          # pointers in scope, with the number of elements behind each

    def element(self):
        pick = self.random.random()
        if self.rows and pick < 0.3:
            name, size = self.random.choice(self.rows)
            return ("at", name, [self.subscript(size)])
        if pick < 0.38:
            return ("at", "g", [self.subscript(nests.LONG)])
        if pick < 0.42:
            return ("at", "table", [self.subscript(nests.DIM), self.subscript(nests.DIM)])
        return super().element()

    def value(self, depth=0):
        pick = self.random.random()
        if pick < 0.06:
            return ("call", "peek", [self.subscript(nests.LONG)])
        if pick < 0.1:
            array = self.random.choice(["x", "y", "g"] + [name for name, _ in self.rows])
            size = dict(self.rows).get(array, nests.LONG)
            return ("call", "weighed", [("var", array), self.subscript(size)])
        if pick < 0.13:
            return ("call", "mixed", [self.element(), self.subscript(nests.LONG)])
        return super().value(depth)

    def pointer(self):
        """A declaration of a pointer, its name and what is behind it."""
        self.count += 1
        name = f"p{self.count}"
        word = "double *const" if self.chance(0.3) else "double *"
        pick = self.random.random()
        if pick < 0.6:
            row = nests.text(self.subscript(nests.DIM))
            return f"{word} {name} = {self.random.choice(['A', 'B', 'C', 'table'])}[{row}];", (name, nests.DIM)
        if pick < 0.85:
            off = self.random.choice([0, 1, 7, 40])
            vector = self.random.choice("xyzg")
            return f"{word} {name} = {vector} + {off};", (name, nests.LONG - off)
        vector, at = self.random.choice("xyg"), nests.text(self.subscript(nests.DIM))
        return f"{word} {name} = &{vector}[{at}];", (name, nests.LONG - nests.DIM)

    def named(self, body):
        """A body that begins by giving some memory another name."""
        line, row = self.pointer()
        self.rows.append(row)
        inside = body()
        self.rows.pop()
        return [("block", [line], inside, [])]

    def body(self, loops, longest=3):
        make = super().body
        if self.chance(0.15):
            return self.named(lambda: make(loops, longest))
        return make(loops, longest)

    def statement(self):
        if self.depth == 0 or not self.chance(0.03):
            return super().statement()
        self.budget -= 1
        return ("set", ("var", "weight"), self.random.choice(["=", "+="]), ("num", 2))

    def steps(self):
        """Two buffers that change places behind every step, in one way or another."""
        exchange = self.random.choice([
            ["double *t_ = a_; a_ = b_; b_ = t_;"], ["swap (&a_, &b_);"],
            ["if (step_ % 2 == 0) { double *t_ = a_; a_ = b_; b_ = t_; }"],
            ["a_ = a_ == x ? y : x;", "b_ = b_ == x ? y : x;"]])
        self.rows += [("a_", nests.LONG), ("b_", nests.LONG)]
        inside = super().function()
        self.rows = self.rows[:-2]
        return [("block", ["double *a_ = x, *b_ = y;",
                           f"for (int step_ = 0; step_ < {self.random.choice([2, 3, 'm / 2'])}; step_++) {{"],
                 inside, exchange + ["}"])]

    def function(self):
        if self.chance(0.35):
            return self.steps()
        if self.chance(0.3):
            return self.named(super().function)
        return super().function()
