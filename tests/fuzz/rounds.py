"""Rounds over elements of which each round sets some: members of records, rows of a matrix, elements of a vector. Later rounds set
again what earlier ones have set, or leave it, in which case a copy of the last round alone does not do."""
import nests


class Maker(nests.Maker):
    def place(self, i):
        subscript = i if self.chance(0.9) else ("bin", "+", i, ("num", 1))
        name = self.random.choice(["P.x", "P.y", "P.x", "P.y", "x", "A", "A"])
        return ("at", name, [("num", self.random.randrange(3))] * (name == "A") + [subscript])

    def condition_of(self, r, i):
        pick = self.random.random()
        if pick < 0.7:
            return ("bin", self.random.choice(["==", "<", ">", "!="]), r, ("num", self.random.randrange(3)))
        if pick < 0.9:
            return ("bin", "<", i, ("var", "m"))
        return ("bin", "==", ("bin", "%", i, ("num", 2)), ("num", 0))

    def assignment(self, r, i):
        value = self.random.choice([r, i, ("num", 3), ("at", "y", [i]), self.place(i)])
        if self.chance(0.3):
            value = ("bin", self.random.choice("+-*"), value, self.random.choice([i, ("num", 2), self.place(i)]))
        return ("set", self.place(i), "+=" if self.chance(0.05) else "=", value)

    def step(self, r, i):
        if self.chance(0.5):
            return self.assignment(r, i)
        other = [self.assignment(r, i)] if self.chance(0.4) else []
        return ("if", self.condition_of(r, i), [self.assignment(r, i)], other)

    def rounds(self):
        r, i = ("var", "r_"), ("var", "i")
        body = [self.step(r, i) for _ in range(self.random.randrange(1, 4))]
        inner = ("for", "i", ("num", 0), "<", self.random.choice([("var", "n"), ("num", 9)]), 1, body, False)
        count = self.random.choice([("num", 3), ("num", 2), ("var", "m")])
        return ("for", "r_", ("num", 0), "<", count, 1, [inner], False)

    def function(self):
        return [self.rounds() for _ in range(self.random.choice([1, 1, 2]))]
