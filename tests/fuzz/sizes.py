"""Sizes and factors as programs have them, for the products: behind pointers, in a struct, in variables that other files
know, and in memory that the function itself may write. Between its loops a function may set the sizes anew. A vector
may be an array in the struct that holds the sizes, and is called by both names then."""
import random
import re

import nests

HEAD = f"""struct sizes {{ int n, m; double scale, *note, room[{nests.LONG}]; }};
struct sizes shared_;
int known_n, known_m;
double known_scale = 0.5;
"""


def scale(rng, struct):
    """What stands for numbers with a point, its parameter, and what is passed."""
    vector, at = rng.choice("xyz"), rng.choice([0, 2, 7, 11, 40])
    return rng.choice([(None, "", ""), ("known_scale", "", ""), ("(*scale_)", "const double *scale_, ", f"{vector} + {at}, ")]
                      + [(f"{struct}scale", "", "")] * 2 * bool(struct))


def styles(rng):
    """For n and m: the parameter, what is read, whether it may be set, and what is passed for a size. And the struct that
    they stand in; None: none."""
    struct = rng.choice([None] * 4 + ["sizes_->", "shared_."])
    found = {}
    for name, other in (("n", "9 : 4"), ("m", "7 : 3")):
        vector, at = rng.choice("xyz"), rng.choice([0, 3, 9, 12, 41])
        found[name] = ("", f"{struct}{name}", True, "") if struct else rng.choice([
            (f"int {name}", name, False, "{size}"),
            (f"int *{name}_", f"(*{name}_)", True, "&(int) {{ {size} }}"),
            (f"const int *{name}_", f"(*{name}_)", False, "&(const int) {{ {size} }}"),
            (f"long *{name}_", f"((int) *{name}_)", False, "&(long) {{ {size} }}"),
            ("", f"known_{name}", True, ""),
            # It may be written by the loop that it bounds.
            (f"const double *{name}_", f"(*{name}_ > 0.1 ? {other})", False, f"{vector} + {at}")])
    return found, struct


def in_room(line, vector, struct, rng):
    """Places of vectors are those of one of them, by its own name and by the struct's."""
    return re.sub(r"\b[xyz]\[", lambda found: rng.choice([found[0], f"{vector}[", f"{struct}room["]), line)


def hidden(text, seed):
    """The function's text with its sizes so, and what stands before a call, in it for n and m, for vectors, and behind it."""
    rng = random.Random(f"sizes {seed}")
    found, struct = styles(rng)
    factor, param, behind = scale(rng, struct)
    params = ["struct sizes *sizes_"] if struct == "sizes_->" else [row[0] for row in found.values() if row[0]]
    head = text[0].replace("int n, int m", ", ".join(params), 1).replace("(, ", "(").replace("double A[", param + "double A[", 1)
    if seed % 2:
        head = head.replace("static ", "", 1)
    body = [re.sub(r"\b[nm]\b", lambda name: found[name[0]][1], line) for line in text[1:]]
    if factor:
        body = [re.sub(r"\b\d+\.\d+\b", factor, line) if "double s =" not in line else line for line in body]
    room = rng.choice("xxyz") if struct and rng.random() < 0.7 else None
    if room:
        body = [in_room(line, room, struct, rng) for line in body]
    for name in [name for name in found if found[name][2] and rng.random() < 0.3]:
        places = [at for at, line in enumerate(body) if re.match(r"  for .*\{$", line)]
        if places:
            body.insert(rng.choice(places), f"  if ({found[name][1]} > 4) {found[name][1]}--;")

    def call(n, m):
        if struct:
            passed = "&shared_, " * (struct == "sizes_->") + behind
            start = f"shared_ = (struct sizes) {{ {n}, {m}, 0.5, x }}; "
            if room is None:
                return start, passed, "x, y, z", ""
            named = [re.sub(rf"\b{room}\b", "shared_.room", words) for words in (passed, "x, y, z")]
            return (f"{start}__builtin_memcpy (shared_.room, {room}, sizeof {room}); ", named[0], named[1],
                    f"__builtin_memcpy ({room}, shared_.room, sizeof {room}); ")
        words = [row[3].format(size=size) for row, size in zip(found.values(), (n, m)) if row[3]]
        return f"known_n = {n}; known_m = {m}; ", "".join(f"{word}, " for word in words) + behind, "x, y, z", ""
    return [head] + body, call
