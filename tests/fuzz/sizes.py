"""Sizes and factors as programs have them, for the products: behind pointers, in a struct, in variables that other files
know, and in memory that the function itself may write. Between its loops a function may set the sizes anew."""
import random
import re

HEAD = """struct sizes { int n, m; double scale, *note; };
int known_n, known_m;
double known_scale = 0.5;
"""


def scale(rng, together):
    """What stands for numbers with a point, its parameter, and what is passed."""
    vector, at = rng.choice("xyz"), rng.choice([0, 2, 7, 11, 40])
    return rng.choice([(None, "", ""), ("known_scale", "", ""), ("(*scale_)", "const double *scale_, ", f"{vector} + {at}, ")]
                      + [("sizes_->scale", "", "")] * 2 * together)


def styles(rng):
    """For n and m: the parameter, what is read, whether it may be set, and what is passed for a size."""
    together = rng.random() < 0.3
    found = {}
    for name, other in (("n", "9 : 4"), ("m", "7 : 3")):
        vector, at = rng.choice("xyz"), rng.choice([0, 3, 9, 12, 41])
        found[name] = ("", f"sizes_->{name}", True, "") if together else rng.choice([
            (f"int {name}", name, False, "{size}"),
            (f"int *{name}_", f"(*{name}_)", True, "&(int) {{ {size} }}"),
            (f"const int *{name}_", f"(*{name}_)", False, "&(const int) {{ {size} }}"),
            (f"long *{name}_", f"((int) *{name}_)", False, "&(long) {{ {size} }}"),
            ("", f"known_{name}", True, ""),
            # It may be written by the loop that it bounds.
            (f"const double *{name}_", f"(*{name}_ > 0.1 ? {other})", False, f"{vector} + {at}")])
    return found, together


def hidden(text, seed):
    """The function's text with its sizes so, and what stands in front of a call and in it for n and m."""
    rng = random.Random(f"sizes {seed}")
    found, together = styles(rng)
    factor, param, behind = scale(rng, together)
    params = ["struct sizes *sizes_"] if together else [row[0] for row in found.values() if row[0]]
    head = text[0].replace("int n, int m", ", ".join(params), 1).replace("(, ", "(").replace("double A[", param + "double A[", 1)
    if seed % 2:
        head = head.replace("static ", "", 1)
    body = [re.sub(r"\b[nm]\b", lambda name: found[name[0]][1], line) for line in text[1:]]
    if factor:
        body = [re.sub(r"\b\d+\.\d+\b", factor, line) if "double s =" not in line else line for line in body]
    for name in [name for name in found if found[name][2] and rng.random() < 0.3]:
        places = [at for at, line in enumerate(body) if re.match(r"  for .*\{$", line)]
        if places:
            body.insert(rng.choice(places), f"  if ({found[name][1]} > 4) {found[name][1]}--;")

    def call(n, m):
        if together:
            return "", f"&(struct sizes) {{ {n}, {m}, 0.5, x }}, " + behind
        words = [row[3].format(size=size) for row, size in zip(found.values(), (n, m)) if row[3]]
        return f"known_n = {n}; known_m = {m}; ", "".join(f"{word}, " for word in words) + behind
    return [head] + body, call
