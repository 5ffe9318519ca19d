"""Kernels of random_kernels.py, played thread by thread: who touches what behind how many barriers, who collides, and which barriers part."""
WARP = 32
GROUPS = (0, WARP, 2, 1)


# Rows of lengths that are passed, and bits of numbers, as text and as what is played.
PRODUCTS = {"tn": ("t * n", lambda v: v["t"] * v["n"]), "tm": ("t * (n + 1)", lambda v: v["t"] * (v["n"] + 1)),
            "btn": ("(b * n + t) * n", lambda v: (v["b"] * v["n"] + v["t"]) * v["n"]), "gm": ("g * (n - 1)", lambda v: v["g"] * (v["n"] - 1)),
            "tx": ("t ^ 1", lambda v: v["t"] ^ 1), "ta": ("t & 5", lambda v: v["t"] & 5), "go": ("g | 2", lambda v: v["g"] | 2), "gx": ("g ^ 6", lambda v: v["g"] ^ 6),
            "lb": ("(t - 3) & 5", lambda v: (v["t"] - 3) & 5), "lx": ("(g - 4) ^ 3", lambda v: (v["g"] - 4) ^ 3), "lo": ("(1 - t) | 2", lambda v: (1 - v["t"]) | 2),
            "tt": ("__mul24 (t - 1, 3)", lambda v: (v["t"] - 1) * 3), "bb": ("__mul24 (b, w)", lambda v: v["b"] * v["w"])}
# What comes round again, and what does not: as text behind "x = ", and as what is played.
TURNS = {"1 - x": lambda x, i: 1 - x, "x ^ 1": lambda x, i: x ^ 1, "(x + 1) % 3": lambda x, i: (x + 1) % 3, "i - x": lambda x, i: i - x, "x / 2": lambda x, i: x // 2 if x >= 0 else -(-x // 2)}
statement_lines = {} # of stores and barriers, by id, where they stand in the file
left_out = set()     # lines of barriers that are not there


def value_of(value, variables):
    return sum(factor * (1 if name == "" else variables[name]) for name, factor in value.items())


def holds(condition, variables):
    if condition[0] == "data":
        return (value_of(condition[1], variables) * 2654435761 + variables["data"] * 40503) % 7 < 3
    left, relation, right = value_of(condition[0], variables), condition[1], value_of(condition[2], variables)
    return {"<": left < right, "<=": left <= right, ">": left > right, "==": left == right, "!=": left != right}[relation]


class Return(Exception):
    pass


class Break(Exception):
    pass


class Continue(Exception):
    pass


LEAVES = {"return": Return, "break": Break, "continue": Continue}


def play(statements, variables, events):
    for statement in statements:
        kind = statement[0]
        if kind == "store":
            _, array, to, other, of, constant = statement
            line = statement_lines[id(statement)]
            if not constant:
                events.append(("read", other, value_of(of, variables), line, None))
            events.append(("write", array, value_of(to, variables), line, 7 if constant else None))
        elif kind in ("copy", "clear"):
            line = statement_lines[id(statement)]
            for k in range(max(0, value_of(statement[3], variables))):
                if kind == "copy":
                    events.append(("read", statement[4], value_of(statement[5], variables) + k, line, None))
                events.append(("write", statement[1], value_of(statement[2], variables) + k, line, 0 if kind == "clear" else None))
        elif kind == "barrier":
            if statement_lines[id(statement)] not in left_out:
                events.append(("barrier", statement_lines[id(statement)], statement[1]))
        elif kind == "if":
            play(statement[2] if holds(statement[1], variables) else statement[3], variables, events)
        elif kind == "switch":
            play_switch(statement, variables, events)
        elif kind == "add":
            variables[statement[1]] += value_of(statement[2], variables)
        elif kind == "turn":
            variables[statement[1]] = TURNS[statement[2]](variables[statement[1]], variables[statement[3]])
        elif kind == "bump":
            if holds(statement[3], variables):
                variables[statement[1]] += 1 if statement[2] == "+" else -1
        elif kind in LEAVES:
            if holds(statement[1], variables):
                raise LEAVES[kind]
        else:
            play_loop(statement, variables, events)


def play_switch(statement, variables, events):
    _, value, modulus, arms = statement
    number = value_of(value, variables)
    if modulus:
        number = abs(number) % modulus * (1 if number >= 0 else -1)
    first = next((i for i, arm in enumerate(arms) if number in arm[0]), None)
    if first is None:
        first = next((i for i, arm in enumerate(arms) if None in arm[0]), len(arms))
    try:
        for _, body, goes_on in arms[first:]:
            play(body, variables, events)
            if not goes_on:
                break
    except Break:
        pass


def goes_on(kind, number, last, operator):
    return number > last if (kind, operator) in (("powers", "/"), ("strides", "-")) else number < last


def moved(number, operator, by):
    return {"+": number + by, "-": number - by, "*": number * by}.get(operator) if operator != "/" else int(number / by)


def play_loop(statement, variables, events):
    """Of any kind: what is added or multiplied, and to what end."""
    kind, name, first, last = statement[:4]
    operator, by = ("+", statement[4]) if kind in ("for", "counted") else statement[4:6]
    if kind == "counted":
        variables["c" + name] = value_of(statement[5], variables)
    variables[name] = value_of(first, variables)
    while goes_on(kind, variables[name], value_of(last, variables), operator):
        try:
            play(statement[-1], variables, events)
        except Continue:
            pass
        except Break:
            break
        variables[name] = moved(variables[name], operator, value_of(by, variables) if kind == "strides" else by)


def events_of(kernel, block, thread, grid, size, n, data):
    events = []
    numbers = {"K": kernel.tile, "bK": block * kernel.tile, "t": thread, "w": size, "g": block * size + thread, "b": block, "h": grid,
               "W": grid * size, "bw": block * size, "n": n, "data": data}
    numbers.update({name: worth(numbers) for name, (_, worth) in PRODUCTS.items()})
    try:
        play(kernel.body, numbers, events)
    except Return:
        pass
    return events


def run(kernel, who, grid, size, n, data=0):
    """Of these threads: the groups in which barriers part, (block, size of the group, its number); and who touches what, behind how many
    barriers of each size of groups."""
    touched, orders = {}, {}
    for block, thread in who:
        passed, events = dict.fromkeys(GROUPS, 0), events_of(kernel, block, thread, grid, size, n, data)
        for event in events:
            if event[0] == "barrier":
                passed[event[2]] += 1
                continue
            key = (event[1], event[2]) if event[1] != "s" else (event[1], block, event[2])
            touched.setdefault(key, []).append((block, thread, dict(passed), event))
        for group in GROUPS:
            orders.setdefault((block, group, number_of(thread, group)), set()).add(order_of(events, group))
    return {group for group, order in orders.items() if is_parted(group[1], order)}, touched


def number_of(thread, group):
    """The number of its group; the block is one."""
    return thread // group if group else 0


def order_of(events, group):
    """To which barriers of a group a thread comes, each behind how many of the block, and to how many of these it comes at all."""
    order, of_block = [], 0
    for event in events:
        if event[0] == "barrier" and event[2] == group:
            order.append((event[1], of_block))
        of_block += event[0] == "barrier" and event[2] == 0
    return tuple(order), of_block


def is_parted(group, orders):
    """Whether threads come to different barriers; a warp does not wait for those that have ended, as they do behind their last barrier of the block."""
    longest = max((order for order, _ in orders), key=len)
    return any(order != longest[:len(order)] or (len(order) < len(longest) and (group == 0 or longest[len(order)][1] < of_block))
               for order, of_block in orders)


def are_ordered(one, other):
    """By a barrier of some group that both are in."""
    return one[0] == other[0] and any(number_of(one[1], group) == number_of(other[1], group) and one[2][group] != other[2][group] for group in GROUPS)


def collisions(touched):
    """All that collide, (place, one, other)."""
    for key, all_of_it in touched.items():
        writes = [one for one in all_of_it if one[3][0] == "write"]
        for one in writes:
            for other in all_of_it:
                if one[:2] == other[:2]:
                    continue
                if are_ordered(one, other):
                    continue
                same = one[3][4] is not None and one[3][4] == other[3][4]
                if not same:
                    yield key, one, other
