"""Other words for what random nests say: an "if", a way out of a loop, a number.

A nest is the same whatever words it is printed in, so verdicts and products need to know nothing of this. What is
said here is said in blocks of its own: it stands wherever a statement may."""
import nests

# What a number can be written as: the text, its value (an expression of n and m), and what has to be declared in
# the function for it. The sizes are those of the functions' own parameters and variables.
TYPES = ["typedef double row_[6];", "enum kind_ { FIRST_ = 3, SECOND_ };", "struct pair_ { double a; short b[3]; };",
         "typedef struct { char c; union { int i; double d; }; } either_;"]
NUMBERS = [
    ("(int) sizeof 'a'", "4", None), ("(int) sizeof (n < m)", "4", None), ("(int) sizeof !n", "4", None),
    ("(int) sizeof (s > t)", "4", None), ("(int) sizeof A", "8", None), ("(int) (sizeof A[0] / sizeof A[0][0])", "40", None),
    ("(int) (sizeof T / sizeof *T)", "40", None), ("(int) (sizeof u / sizeof u[0])", "4400", None),
    ("(int) sizeof (0, T[1])", "8", None), ("(int) sizeof (n ? T[0] : T[1])", "8", None),
    ("(int) sizeof (*&T)[2]", "320", None), ("(int) sizeof *B", "320", None), ("(int) sizeof \"ab\"", "3", None),
    ("(int) sizeof (typeof (T[0]))", "320", None), ("(int) sizeof (double[n + 1])", "8 * n + 8", None),
    ("(int) (sizeof (int[m][3]) / 12)", "m", None), ("(int) _Alignof (double)", "8", None),
    ("(int) __alignof__ (T[0][0])", "8", None), ("_Generic (T[0], double *: 3, default: 5)", "3", None),
    ("_Generic (&T[0], double (*)[40]: 2, default: 4)", "2", None), ("_Generic ('a', char: 1, int: 2)", "2", None),
    ("_Generic (n < m, _Bool: 1, int: 6)", "6", None), ("_Generic (s, float: 1, double: 2, default: 3)", "2", None),
    ("__builtin_types_compatible_p (typeof (s), double)", "1", None), ("(int) (&T[2] - &T[0])", "2", None),
    ("(int) ((char *) (&T + 1) - (char *) &T)", "12800", None), ("(int) sizeof P[0]", "16", None),
    ("(int) (sizeof vla_ / sizeof *vla_)", "n + 2", "double vla_[n + 2];"), ("(int) sizeof vla_", "8 * n + 16", "double vla_[n + 2];"),
    ("(int) ((char *) (&vla_ + 1) - (char *) &vla_)", "8 * n + 16", "double vla_[n + 2];"),
    ("(int) (sizeof (row_) / sizeof (double))", "6", TYPES[0]), ("SECOND_", "4", TYPES[1]),
    ("(int) sizeof (enum kind_)", "4", TYPES[1]), ("(int) ((enum kind_) n - SECOND_ < 0)", "0", TYPES[1]),
    ("(int) sizeof (struct pair_)", "16", TYPES[2]), ("(int) __builtin_offsetof (struct pair_, b)", "8", TYPES[2]),
    ("(int) ((struct pair_) { 2, { 1, 5 } }).b[1]", "5", TYPES[2]), ("(int) sizeof ((struct pair_ *) 0)->b", "6", TYPES[2]),
    ("(int) sizeof (either_)", "16", TYPES[3]), ("((either_) { .i = 7 }).i", "7", TYPES[3]),
]


def number(rng):
    """("raw", text, value, what is to be declared for it)"""
    return ("raw",) + rng.choice(NUMBERS)


def declared(body):
    """What the function has to declare for the numbers in it."""
    found = []

    def look(e):
        if isinstance(e, str):      # some makers write lines themselves, with numbers in them
            found.extend(line for text, _, line in NUMBERS if line and line not in found and text in e)
        elif isinstance(e, (tuple, list)):
            for part in e:
                look(part)
    look(body)
    return found


# ---- ways to say "if" -----------------------------------------------------------------------------------------

def braced(printer, body, depth, close="}"):
    printer.put(depth, "{")
    printer.statements(body, depth + 1)
    printer.put(depth, close)


def say_flag(printer, s, depth, condition):
    name = f"f{len(printer.lines)}_"
    printer.put(depth, "{")
    printer.where[id(s)] = printer.put(depth + 1, f"int {name} = {condition};")
    turned = printer.random.random() < 0.4
    printer.put(depth + 1, f"if ({'!' if turned else ''}{name})")
    braced(printer, s[3 if turned else 2], depth + 1)
    if s[2 if turned else 3]:
        printer.put(depth + 1, "else")
        braced(printer, s[2 if turned else 3], depth + 1)
    printer.put(depth, "}")


def say_turned(printer, s, depth, condition):
    printer.put(depth, "{")
    printer.where[id(s)] = printer.put(depth + 1, f"if (!({condition}))")
    braced(printer, s[3], depth + 1)
    printer.put(depth + 1, "else")
    braced(printer, s[2], depth + 1)
    printer.put(depth, "}")


def say_switch(printer, s, depth, condition):
    printer.put(depth, "{")
    form = printer.random.randrange(3)
    printer.where[id(s)] = printer.put(depth + 1, f"switch ({condition}{' ? 1 : 0' if form else ''}) {{")
    if form == 0:               # a condition that need not be 0 or 1
        printer.put(depth + 1, "case 0:")
        braced(printer, s[3], depth + 1, "} break;")
        printer.put(depth + 1, "default:")
        braced(printer, s[2], depth + 1)
    elif form == 1 or s[3]:
        printer.put(depth + 1, printer.random.choice(["case 1: case 7:", "case 1 ... 7:"]))
        braced(printer, s[2], depth + 1, "} break;")
        printer.put(depth + 1, "case 0:")
        braced(printer, s[3], depth + 1)
    else:                       # falls through
        printer.put(depth + 1, "case 5:")
        printer.put(depth + 1, "case 1:")
        braced(printer, s[2], depth + 1)
        printer.put(depth + 1, "case 0: ;")
    printer.put(depth + 1, "}")
    printer.put(depth, "}")


def say_once(printer, s, depth, condition):
    printer.put(depth, "{")
    if printer.random.random() < 0.5:
        printer.where[id(s)] = printer.put(depth + 1, f"while ({condition}) {{")
        printer.statements(s[2], depth + 2)
        printer.put(depth + 2, "break;")
        printer.put(depth + 1, "}")
    else:
        printer.put(depth + 1, "do {")
        printer.where[id(s)] = printer.put(depth + 2, f"if (!({condition})) break;")
        printer.statements(s[2], depth + 2)
        printer.put(depth + 1, "} while (0);")
    printer.put(depth, "}")


def say_jump(printer, s, depth, condition):
    name = f"past{len(printer.lines)}_"
    printer.put(depth, "{")
    printer.where[id(s)] = printer.put(depth + 1, f"if (!({condition})) goto {name};")
    braced(printer, s[2], depth + 1)
    printer.put(depth + 1, f"{name}: ;")
    printer.put(depth, "}")


def say_expression(printer, s, depth, condition):
    one = s[2][0]
    act = f"({nests.text(one[1])} {one[2]} {nests.text(one[3])})"
    form = printer.random.choice([f"({condition}) && {act};", f"({condition}) ? (void) {act} : (void) 0;"])
    printer.where[id(s)] = printer.where[id(one)] = printer.put(depth, form)


def leaves(body, kinds=("on", "stop")):
    """Whether a continue or break in it ends an iteration of the loop that has this body."""
    return any(s[0] in kinds or (s[0] == "if" and (leaves(s[2], kinds) or leaves(s[3], kinds)))
               or (s[0] == "block" and leaves(s[2], kinds)) for s in body)


def say_if(printer, s, depth):
    """Prints it in some other way; False: it is to be said as it is."""
    if not printer.decide(s, "otherwise", 0.3):
        return False
    condition = nests.text(s[1])
    ways = [say_flag, say_flag, say_turned]
    if not leaves(s[2], ("stop",)) and not leaves(s[3], ("stop",)):
        ways += [say_switch, say_switch]
    if not s[3] and not leaves(s[2]):
        ways += [say_once]
    if not s[3]:
        ways += [say_jump] if printer.random.random() < 0.3 else []
        ways += [say_expression] if len(s[2]) == 1 and s[2][0][0] == "set" else []
    printer.random.choice(ways)(printer, s, depth, condition)
    return True


WORDS = {"on": "continue;", "stop": "break;", "out": "return s;"}


def say_way_out(printer, s, depth):
    """if (condition) continue; and the like."""
    condition, word = nests.text(s[1]), WORDS[s[0]]
    if not printer.decide(s, "otherwise", 0.3):
        printer.where[id(s)] = printer.put(depth, f"if ({condition})")
        printer.joined = printer.decide(s, "joined", 0.6)
        printer.put(depth + 1, word)
        return
    form = printer.random.randrange(2 if s[0] == "stop" else 3)
    printer.put(depth, "{")
    if form == 0:
        printer.where[id(s)] = printer.put(depth + 1, f"if (!({condition})) ; else {word}")
    elif form == 1:
        printer.where[id(s)] = printer.put(depth + 1, f"_Bool w_ = {condition}; if (w_ != 0) {word}")
    else:
        printer.where[id(s)] = printer.put(depth + 1, f"switch (({condition}) != 0) {{ case 0: break; default: {word} }}")
    printer.put(depth, "}")
