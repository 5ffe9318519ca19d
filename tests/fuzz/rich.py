"""More situations for the random nests: counters (induction variables, wrap-around ones), bits in
subscripts, remainders by a parameter, members of records, heads that compare i + 1 or i--, logical reductions."""
import nests


class Maker(nests.Maker):
    def __init__(self, seed):
        super().__init__(seed)
        self.below_n = []       # iterators of loops that run only where n > 0

    def affine(self, low, high):
        if self.below_n and self.chance(0.06) and high >= nests.LARGEST:
            e = super().affine(0, 2 * nests.LARGEST)
            return e and ("bin", "%", e, ("var", "n"))
        e = super().affine(low, high - 4)
        if e is None or low < 0 or not self.chance(0.1):
            return e
        operator = self.random.choice(["&", "|", "^", ">>", "|", "^"])
        return ("bin", operator, e, ("num", self.random.choice([1, 2, 3])))

    def counter(self):
        return self.random.choice(nests.COUNTERS)

    def element(self):
        pick = self.random.random()
        if pick < 0.22:
            place = ("bin", "+", ("var", self.counter()), ("num", nests.MIDDLE))
            if self.ranges and self.chance(0.25):
                place = ("bin", "+", place, ("var", self.random.choice(list(self.ranges))))
            return ("at", self.random.choice(list(nests.COUNTED)), [place])
        if pick < 0.32:
            return ("at", self.random.choice(list(nests.MEMBERS)), [self.subscript(nests.LONG)])
        return super().element()

    def condition(self):
        if self.ranges and self.chance(0.08):
            return ("bin", "&", ("var", self.random.choice(list(self.ranges))), ("num", 1))
        return super().condition()

    def logical(self):
        """c = c || condition, or c = 1, from a value that is neither 0 nor 1: what no iteration reaches stays as it is."""
        name = ("var", self.random.choice(nests.FLAGS))
        if self.chance(0.4):
            return ("set", name, "=", ("num", self.random.choice([0, 1, 1, 1])))
        return ("set", name, "=", ("bin", self.random.choice(["||", "&&"]), name, self.comparison()))

    def statement(self):
        if self.chance(0.05):
            self.budget -= 1
            return self.logical()
        if not self.chance(0.22):
            return super().statement()
        self.budget -= 1
        name = ("var", self.counter())
        if self.depth < 3 and self.chance(0.6):
            return ("set", name, self.random.choice(["+=", "+=", "-="]), ("num", self.random.choice([1, 1, 2, 3])))
        if self.ranges and self.chance(0.6):
            return ("set", name, "=", ("var", self.random.choice(list(self.ranges))))
        if len(self.ranges) > 1 and self.chance(0.5):
            i, j = self.random.sample(list(self.ranges), 2)
            return ("set", name, "=", ("bin", "-", ("bin", "*", ("num", 3), ("var", i)), ("var", j)))
        return ("set", name, "=", ("num", self.random.randrange(5)))

    def loop(self):
        state = self.random.getstate()
        before = list(self.below_n)
        s = super().loop()
        if s[3] == "<" and s[4] == ("var", "n") and s[0] == "for" and not before and self.chance(0.5):
            # Once more, now that it is known to run only for n > 0.
            self.random.setstate(state)
            self.below_n = before + [s[1]]
            s = super().loop()
            self.below_n = before
            if s[4] != ("var", "n") or s[3] != "<":
                return ("for", s[1], ("num", 0), "<", ("num", 0), 1, [], False)
        kind, var, first, relation, bound, step, body, unsigned = s
        if kind == "for" and unsigned is False and step == -1 and self.chance(0.3):
            return (kind, var, first, relation, bound, step, body, "post")
        if kind == "for" and unsigned is False and step > 0 and self.chance(0.15):
            return (kind, var, first, relation, bound, step, body, "ahead")
        return s
