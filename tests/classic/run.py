#!/usr/bin/python3
"""The verdicts of the classic loops, held against what happens when they run.

A loop called parallel is run backwards and shuffled, its private variables poisoned (or, if their last
value counts, begun from the old one and left by the last iteration) and its inductions set: all memory
must come out as before. Its iterations are also watched: no two may touch the same byte with a write
among them, save in what is listed as private or reduced. A loop called sequential must have such a
pair, in the variable of its witness. What steps made of a function must do what the function did.

    run.py IHOP CLASSIC FILE.c...
"""
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SIZES = [{"n": 12, "m": 5, "k": 3, "inc": 2}, {"n": 1, "m": 1, "k": 0, "inc": 1},
         {"n": 0, "m": 0, "k": 2, "inc": 3}, {"n": 20, "m": 7, "k": 1, "inc": 1}]
POINTERS = {"p": "a", "q": "b", "r": "c", "rows": "rows"}
GLOBALS = ["a", "b", "c", "d", "e", "aa", "bb", "cc", "flat", "ia", "ib", "idx", "perm", "pts"]

# ---- Text ---------------------------------------------------------------------------------------


def closing(text, at):
    """Behind the bracket that closes the one at "at"."""
    depth = 0
    for i in range(at, len(text)):
        depth += text[i] in "({["
        depth -= text[i] in ")}]"
        if depth == 0:
            return i + 1
    raise ValueError("a bracket is not closed")


def end_of_statement(text, at):
    at += len(text[at:]) - len(text[at:].lstrip())
    if text[at] == "{":
        return closing(text, at)
    word = re.match(r"\w*", text[at:]).group()
    if word in ("if", "for", "while", "switch"):
        end = end_of_statement(text, closing(text, text.index("(", at)))
        other = re.match(r"\s*else\b", text[end:])
        return end_of_statement(text, end + other.end()) if word == "if" and other else end
    if word == "do":
        end = end_of_statement(text, at + 2)
        return text.index(";", closing(text, text.index("(", end))) + 1
    while text[at] != ";":
        at = closing(text, at) if text[at] in "({[" else at + 1
    return at + 1


def parts_of(head):
    """init, condition, step"""
    depth, parts = 0, [""]
    for c in head:
        depth += c in "([{"
        depth -= c in ")]}"
        if c == ";" and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return [p.strip() for p in parts]


class Loop:
    """A loop in the text of its function."""

    def __init__(self, entry, text, at):
        self.entry, self.text, self.at = entry, text, at
        self.kind = re.match(r"\w+", text[at:]).group()
        head = text.index("(", at)
        self.body_at = closing(text, head)
        self.head = text[head + 1:self.body_at - 1]
        self.end = end_of_statement(text, at)
        self.body = text[self.body_at:self.end]
        self.init, self.condition, self.step = parts_of(self.head) if self.kind == "for" \
            else ("", self.head, "")

    def counts_in_head(self):
        return bool(self.step) or "++" in self.condition or "--" in self.condition

    def with_loop(self, name, new):
        """The function under another name with another loop in this one's place."""
        text = self.text[:self.at] + new + self.text[self.end:]
        return re.sub(r"\b%s\b" % self.entry["function"], name, text, count=1)

    def watched(self, name):
        if self.kind == "do":
            return None
        new = f"for ({self.init}; ({self.condition or 1}) && watch_next (); {self.step}) {self.body}"
        return self.with_loop(name, f"{{ watch_begin (); {new} watch_end (); }}")

    def permuted(self, name, privates):
        """privates: name → whether its last value counts."""
        i = self.entry["iterator"]
        counted = [(d["variable"], d["by"]) for d in self.entry.get("inductions", [])]
        lines = [f"{{ {self.init};", "long p_all[2048]; int p_n = 0;"]
        lines += [f"__typeof__ ({v}) p_first_{v} = {v};" for v, _ in counted]
        lines += [f"for (; {self.condition}; {self.step}) p_all[p_n++] = {i};",
                  f"__typeof__ ({i}) p_end = {i};"]
        lines += [f"char p_old_{v}[sizeof {v}], p_last_{v}[sizeof {v}];"
                  f" memcpy (p_old_{v}, &{v}, sizeof {v}); memcpy (p_last_{v}, &{v}, sizeof {v});"
                  for v in privates]
        lines += ["for (int p_k = 0; p_k < p_n; p_k++) {", "int p_this = permute (p_k, p_n);",
                  f"{i} = p_all[p_this];"]
        lines += [f"{v} = p_first_{v} + ({step}) * p_this;" for v, step in counted]
        lines += [f"memcpy (&{v}, p_old_{v}, sizeof {v});" if last else
                  f"memset (&{v}, 0x7b, sizeof {v});" for v, last in privates.items()]
        lines += [f"do {{ {self.body} }} while (0);"]
        lines += [f"if (p_this == p_n - 1) memcpy (p_last_{v}, &{v}, sizeof {v});"
                  for v, last in privates.items() if last]
        lines += ["}"]
        lines += [f"memcpy (&{v}, p_last_{v}, sizeof {v});" for v, last in privates.items() if last]
        lines += [f"{v} = p_first_{v} + ({step}) * p_n;" for v, step in counted]
        lines += [f"{i} = p_end; }}"]
        return self.with_loop(name, " ".join(lines))


def functions_of(source):
    """name → (offset of its text, text, type, parameters)"""
    found = {}
    for m in re.finditer(r"^(void|double|int) (\w+) \(([^)]*)\)\s*", source, re.M):
        end = closing(source, m.end())
        found[m.group(2)] = (m.start(), source[m.start():end], m.group(1), m.group(3))
    return found


def privates_expected(source, address):
    """What "// expect ADDRESS: parallel private x(last)" lists."""
    m = re.search(r"^// expect %s: (.*)$" % re.escape(address), source, re.M)
    words = re.findall(r"private (\w+)(\(last\))?", m.group(1)) if m else []
    return {name: bool(last) for name, last in words}


# ---- The program --------------------------------------------------------------------------------

RUNTIME = """
#include <stdio.h>
#include <string.h>
enum { TABLE = 1 << 16 };
typedef struct { const char *at; int reader, writer, is_hit; } Byte;
static Byte bytes[TABLE];
static int is_on, iteration;
int permutation_order;

int permute (int k, int n)
{
  static const int steps[] = { 7, 11, 13, 17 };
  if (permutation_order == 0)
    return n - 1 - k;
  for (int i = 0; i < 4; i++)
    if (n % steps[i])
      return (k * steps[i] + n / 2) % n;
  return n - 1 - k;
}
static Byte *find (const char *at)
{
  unsigned long h = (unsigned long) at * 0x9E3779B97F4A7C15ul >> 48;
  while (bytes[h].at && bytes[h].at != at)
    h = (h + 1) % TABLE;
  if (bytes[h].at == NULL)
    bytes[h] = (Byte) { at, -1, -1, 0 };
  return &bytes[h];
}
static void touch (void *at, int is_write)
{
  if (!is_on || iteration < 0)
    return;
  Byte *b = find (at);
  if ((b->writer >= 0 && b->writer != iteration)
      || (is_write && b->reader >= 0 && b->reader != iteration))
    b->is_hit = 1;
  if (is_write)
    b->writer = iteration;
  else if (b->reader < 0 || b->reader == iteration)
    b->reader = iteration;
}
static char hits[1 << 16];
void watch_reset (void) { hits[0] = 0; }
void watch_begin (void) { memset (bytes, 0, sizeof bytes); is_on = 1; iteration = -1; }
int watch_next (void) { iteration++; return 1; }
typedef struct { const char *name; char *from; unsigned long size; } Place;
extern Place places[];
void watch_end (void)
{
  is_on = 0;
  for (Place *p = places; p->name; p++)
    for (int i = 0; i < TABLE; i++)
      if (bytes[i].is_hit && bytes[i].at >= p->from && bytes[i].at < p->from + p->size)
        {
          char word[64];
          snprintf (word, sizeof word, " %s", p->name);
          strcat (word, " ");
          if (strstr (hits, word) == NULL)
            strcat (hits, word);
          break;
        }
}
void watch_report (const char *name, int size) { printf ("hits %s %d%s\\n", name, size, hits); }
#define HOOKS(n) \\
  void __tsan_read##n (void *p) { touch (p, 0); } \\
  void __tsan_write##n (void *p) { touch (p, 1); } \\
  void __tsan_unaligned_read##n (void *p) { touch (p, 0); } \\
  void __tsan_unaligned_write##n (void *p) { touch (p, 1); }
HOOKS (1) HOOKS (2) HOOKS (4) HOOKS (8) HOOKS (16)
void __tsan_read_range (void *p, unsigned long n) { for (unsigned long i = 0; i < n; i += 4) touch ((char *) p + i, 0); }
void __tsan_write_range (void *p, unsigned long n) { for (unsigned long i = 0; i < n; i += 4) touch ((char *) p + i, 1); }
void __tsan_func_entry (void *p) { (void) p; }
void __tsan_func_exit (void) { }
void __tsan_init (void) { }
"""

HARNESS = """
#include <stdio.h>
#include <string.h>
extern int permutation_order;
int permute (int, int);
void watch_reset (void); void watch_begin (void); int watch_next (void); void watch_end (void);
void watch_report (const char *, int);
typedef struct { const char *name; char *from; unsigned long size; } Place;
Place places[] = { %(places)s { 0, 0, 0 } };
static double *rows[N];
static double result;

static void fill (double *x, int n, int seed)
{
  for (int i = 0; i < n; i++)
    x[i] = (i * i + seed * i + seed) %% 5 + 1;
}
static void reset (void)
{
  fill (a, LEN, 3); fill (b, LEN, 8); fill (c, LEN, 1); fill (d, LEN, 5); fill (e, LEN, 9);
  fill (&aa[0][0], N * N, 2); fill (&bb[0][0], N * N, 6); fill (&cc[0][0], N * N, 4);
  fill (flat, N * N, 7);
  for (int i = 0; i < LEN; i++)
    {
      ia[i] = i * 5 %% 17; ib[i] = i * 3 %% 11; idx[i] = i * 7 %% 13;
      perm[i] = i < N ? (i * 5 + 3) %% N : i;
      pts[i].x = i %% 7; pts[i].y = i %% 5; pts[i].z = i %% 3; pts[i].tag = i;
    }
  for (int i = 0; i < N; i++)
    rows[i] = cc[i];
  result = 0;
}
static char before[16 * (5 * LEN + 4 * N * N) + 64 * LEN];
static unsigned long save_all (char *to)
{
  char *at = to;
  for (Place *p = places; p->name; p++)
    {
      memcpy (at, p->from, p->size);
      at += p->size;
    }
  memcpy (at, &result, sizeof result);
  return at + sizeof result - to;
}
static void compare (const char *name, int size)
{
  static char after[sizeof before];
  unsigned long n = save_all (after);
  if (memcmp (before, after, n))
    printf ("differs %%s %%d\\n", name, size);
}
"""


def call(name, kind, parameters, size):
    values = []
    for p in parameters.split(","):
        word = re.findall(r"\w+", p)[-1]
        if word != "void":
            values.append(POINTERS.get(word) or str(size.get(word, 2)))
    text = f"{name} ({', '.join(values)});"
    return text if kind == "void" else f"result = {text}"


class File:
    def __init__(self, ihop, classic, path, folder):
        self.path, self.folder = path, folder
        with open(path, encoding="utf-8") as file:
            self.source = file.read()
        options = re.findall(r"^// options (.*)$", self.source, re.M)
        words = [w.strip("'\"") for o in options for w in re.findall(r"'[^']*'|\"[^\"]*\"|\S+", o)]
        done = subprocess.run([ihop, "analyze", "--format", "json", *words, path],
                              capture_output=True, text=True, check=False)
        self.entries = json.loads(done.stdout)["loops"]
        self.functions = functions_of(self.source)
        steps = os.path.join(folder, "steps.c")
        subprocess.run([classic, path, steps], capture_output=True, check=False)
        with open(steps, encoding="utf-8") as file:
            self.steps = file.read()
        self.texts, self.calls, self.tests = [], [], {}
        self.faults, self.tally = [], {}

    def count(self, what):
        self.tally[what] = self.tally.get(what, 0) + 1

    def conditions_hold(self, entry, size):
        for condition in entry.get("conditions", []):
            try:
                if not eval(condition.replace("&&", " and ").replace("||", " or "), {}, dict(size)):
                    return False
            except Exception:
                return False
        return True

    def add_variant(self, text, base, name, how):
        _, _, kind, parameters = self.functions[base]
        self.texts.append(text)
        for number, size in enumerate(SIZES):
            original, variant = call(base, kind, parameters, size), call(name, kind, parameters, size)
            if how == "watch":
                self.calls.append(f"reset (); watch_reset (); {variant} watch_report (\"{name}\", {number});")
            else:
                orders = range(2) if how == "permute" else range(1)
                for order in orders:
                    self.calls.append(f"reset (); {original} save_all (before); reset ();"
                                      f" permutation_order = {order}; {variant}"
                                      f" compare (\"{name}\", {number});")

    def add_loop(self, number, entry):
        base = entry["function"]
        if base not in self.functions:
            return
        offset, text, _, _ = self.functions[base]
        lines = self.source.splitlines(keepends=True)
        at = sum(len(l) for l in lines[:entry["line"] - 1]) + entry["column"] - 1 - offset
        loop = Loop(entry, text, at)
        watched = loop.watched(f"{base}__w{number}")
        if watched:
            self.tests[f"{base}__w{number}"] = entry
            self.add_variant(watched, base, f"{base}__w{number}", "watch")
        privates = {g: True for g in GLOBALS if g in entry["private"]}
        privates.update(privates_expected(self.source, entry["loop"]))
        if entry["verdict"] == "parallel" and loop.kind != "do" and loop.counts_in_head() \
                and not set(privates) & set(POINTERS):
            self.tests[f"{base}__p{number}"] = entry
            self.count("run in other orders")
            self.add_variant(loop.permuted(f"{base}__p{number}", privates), base,
                             f"{base}__p{number}", "permute")

    def build(self):
        for number, entry in enumerate(self.entries):
            self.add_loop(number, entry)
        for name in re.findall(r"^\w+ (\w+__\d+) \(", self.steps, re.M):
            self.tests[name] = None
            self.count("changed by steps")
            self.add_variant("", name.split("__")[0], name, "steps")
        places = " ".join(f'{{ "{g}", (char *) {g}, sizeof {g} }},' for g in GLOBALS)
        return (f'#include "{self.path}"\n' + HARNESS % {"places": places} + "\n".join(self.texts)
                + "\n" + self.steps + "\nint main (void)\n{\n" + "\n".join(self.calls)
                + "\nreturn 0;\n}\n")

    def run(self, runtime):
        program = os.path.join(self.folder, "program.c")
        with open(program, "w", encoding="utf-8") as file:
            file.write(self.build())
        done = subprocess.run(["cc", "-std=gnu17", "-O0", "-w", "-fwrapv", "-fsanitize=thread", "-I", HERE,
                               "-c", program, "-o", program + ".o"], capture_output=True, text=True,
                              check=False)
        if done.returncode == 0:
            done = subprocess.run(["cc", program + ".o", runtime, "-o", program + ".out", "-lm"],
                                  capture_output=True, text=True, check=False)
        if done.returncode == 0:
            done = subprocess.run([program + ".out"], capture_output=True, text=True, check=False)
        if done.returncode:
            self.faults.append(f"{self.path} cannot be run: {done.returncode} {done.stderr[:2000]}")
            return
        self.judge(done.stdout)

    def judge(self, output):
        hits = {}
        for line in output.splitlines():
            words = line.split()
            name, size = words[1], SIZES[int(words[2])]
            entry = self.tests[name]
            if words[0] == "differs":
                if entry is None or self.conditions_hold(entry, size):
                    what = "what steps made of it" if entry is None else "in another order"
                    self.faults.append(f"{self.path}: {entry['loop'] if entry else name} differs {what},"
                                       f" with {size}")
            elif entry["verdict"] != "parallel" or self.conditions_hold(entry, size):
                hits.setdefault(name, set()).update(words[3:])
        for name, found in hits.items():
            self.judge_hits(self.tests[name], found)

    def judge_hits(self, entry, found):
        place = f"{self.path}: {entry['loop']} is {entry['verdict']}"
        explained = set(entry["private"]) | {r["variable"] for r in entry["reductions"]}
        self.count(entry["verdict"])
        if entry["verdict"] == "parallel" and not found <= explained:
            self.faults.append(f"{place}, but iterations meet in {sorted(found - explained)}")
        if entry["verdict"] == "sequential":
            names = {re.split(r"[.\-\[]", d["variable"])[0] for d in entry["dependences"]
                     if d.get("exact", True)}
            if not names:
                self.faults.append(f"{place} without a witness")
            elif names <= set(GLOBALS) and not names & found:
                self.faults.append(f"{place}, but iterations do not meet in {sorted(names)}")
        if entry["verdict"] == "unknown" and not found:
            self.count("unknown without a meeting")


def main():
    ihop, classic, files = sys.argv[1], sys.argv[2], sys.argv[3:]
    tally, faults = {}, []
    with tempfile.TemporaryDirectory() as folder:
        runtime = os.path.join(folder, "runtime.o")
        subprocess.run(["cc", "-O2", "-w", "-x", "c", "-", "-c", "-o", runtime], input=RUNTIME, text=True,
                       check=True)
        for path in files:
            file = File(os.path.abspath(ihop), os.path.abspath(classic), os.path.abspath(path), folder)
            file.run(runtime)
            faults += file.faults
            for what, n in file.tally.items():
                tally[what] = tally.get(what, 0) + n
    for fault in faults:
        print("not ok", fault)
    print(", ".join(f"{n} {what}" for what, n in sorted(tally.items())) + f"; {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
