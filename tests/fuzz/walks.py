#!/usr/bin/python3
"""Random programs whose loops walk through memory with pointers ("*to++ = *from++;").

    walks.py IHOP [--count N] [--seed FIRST]

Loops count down, up, in their conditions or with a pointer; pointers are declared in the loop or before it, move once, several times, on both
sides of an if, in inner loops, by what the loop does not change ("p += w - 3"), behind a continue. Where every iteration moves them as far they
are said by the iterator (project/prepare/straighten.h, transform/text/induction.c). Some move otherwise: only under a condition, by what is
read, by what changes, over what they wrote before. Each program has to be equal in all products (ihop verify); without such a loop it has to
have a kernel that walks.
"""
import pathlib
import random
import re
import subprocess

import verified

MAIN = """
int main (int argc, char **argv)
{
  int w = argc > 1 ? atoi (argv[1]) : 20, h = argc > 2 ? atoi (argv[2]) : 10, size = 8 * (w + 8) * (h + 8);
  TYPE *a = malloc (size * sizeof *a), *b = malloc (size * sizeof *b), *c = malloc (size * sizeof *c);
  Item *items = malloc (size / 4 * sizeof *items);
  long sum = 0;

  for (int i = 0; i < size / 4; i++)
    items[i] = (Item){ i % 31, i % 17, i % 5 };
  for (int i = 0; i < size; i++)
    {
      a[i] = i * 7 % 101;
      b[i] = i * 5 % 53;
      c[i] = i % 11;
    }
CALLS  for (int i = 0; i < size; i++)
    sum = sum * 3 % 1000003 + (long) (a[i] + 2 * b[i] + 3 * c[i]);
  for (int i = 0; i < size / 4; i++)
    sum = sum * 3 % 1000003 + (long) (items[i].x + 2 * items[i].y) + items[i].n;
  printf ("%ld\\n", sum);
  return 0;
}
"""
# What turns in the head, what the iterator is declared as, and what has to stand at the body's end.
COUNTED = [
    ("for (int i = 0; i < n; i++)", "", ""),
    ("for (i = 0; i < n; ++i)", "int i;", ""),
    ("while (n--)", "", ""),
    ("while (n-- > 0)", "", ""),
    ("while (n > 0)", "", "n--;"),
    ("while (n)", "", "--n;"),
    ("for (; n; n--)", "", ""),
    ("for (i = n; i--;)", "int i;", ""),
    ("while (i < n)", "int i = 0;", "i++;"),
    ("for (left = n; left > 0; left--)", "unsigned left;", ""),
    ("while (left--)", "unsigned left = n;", ""),
    ("for (int i = start++; i < n; i++)", "int start = 0;", ""),
    ("for (i = left--; i > 0; i--)", "int i, left = n;", ""),
    ("for (int i = (start -= 2); i < n; i++)", "int start = 2;", ""),
]


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.type = self.one("int", "unsigned char", "double", "short")
        self.has_trap = self.random.random() < 0.35
        self.calls = []

    def one(self, *words):
        return self.random.choice(words)

    def value(self, source):
        return self.one(f"{source}", f"{source} * 3 + 1", f"({source} > 20 ? {source} - 20 : {source})", f"(int) {source} % 7")

    def test(self, source):
        return self.one(f"{source} > 30", f"(int) {source} % 3 == 1", "v > 25")

    # What an iteration does, as lines: it moves "from" and "to".
    def writes_once(self):
        moved = self.one("*to++ = {};", "*to = {}; to++;", "*to = {}; to += 1;")
        return moved.format(self.value("v"))

    def work(self):
        take = self.one("v = *from++;", "v = *from; from++;", "v = from[0] + from[1]; from += 2;", "v = *from; from += s;")
        both = f"if ({self.test('v')})\n  *to++ = {self.value('v')};\nelse\n  *to++ = {self.value('v')};"
        three = f"if (v < 10)\n  *to++ = 1;\nelse if (v < 30)\n  {{\n    *to = {self.value('v')};\n    to++;\n  }}\nelse\n  *to++ = v;"
        left = f"if ({self.test('v')})\n  {{\n    *to++ = {self.value('v')};\n    continue;\n  }}\n{self.writes_once()}"
        put = self.one(self.writes_once(), both, three, left, "to[0] = v; to[1] = v + 1; to += 2;", "*to = v; to += s;", "*to++ = v; *to++ = 2;")
        return [take, put]

    def trap(self):
        return [self.one("v = *from++;", "v = *from; from += s; s = s % 3 + 1;", "v = *from++; if (v > 90) from++;"),
                self.one("if (v > 25)\n  *to++ = v;", "*to = v; to += (int) v & 1;", "*to++ = v; if (v == 7) to = first;", "if (v > 25)\n  *to++ = 1;\nelse\n  { *to++ = 2; *to++ = 3; }",
                         "to[1] = to[0] + v; to++;", "*to++ = v; if (v == 77) break;", "if (v > 25)\n  { *to = 4; continue; }\n*to++ = v;")]

    def flat(self, name):
        head, declared, end = self.one(*COUNTED)
        has_trap = self.has_trap and self.random.random() < 0.7
        lines = self.trap() if has_trap else self.work()
        if end:
            lines = [line for line in lines if "continue" not in line] + ([] if all("continue" not in line for line in lines) else [self.writes_once()])
            lines.insert(len(lines) if self.random.random() < 0.5 else 0, end)
        inner = "\n".join(lines).replace("\n", "\n      ")
        own = self.one("TYPE v;", "") or None
        before = f"  TYPE v;\n  TYPE *first = to;\n  {declared}\n" if own is None else f"  TYPE *first = to;\n  {declared}\n"
        inner = (f"{own}\n      " if own else "") + inner
        back = self.one("", "  *last = to - first;\n")
        return (f"{self.one('static ', '')}void {name} (int n, int s, const TYPE *{self.one('', 'restrict ')}from, TYPE *to, long *last)\n{{\n{before}  (void) first;\n  {head}\n    {{\n      {inner}\n    }}\n"
                f"{back}}}\n")

    def image(self, name):
        outside = self.one(True, False)
        window = ("sum = 0;\nfor (int y = 0; y < 3; y++)\n  {\n    for (int x = 0; x < 3; x++)\n      sum += *at++;\n    at += w - 3;\n  }",
                  "sum = *at++;\nsum += *at++;\nsum += *at;\nat += w - 2;\nsum += *at++;\nsum += 2 * *at++;\nat += w - 2;\nsum += *at;",
                  "sum = at[0];\nat += w;\nsum += at[1];\nat += w;\nsum += at[2];")
        put = self.one("*to++ = sum / 9;", "if (sum > 200)\n  *to++ = 255;\nelse\n  *to++ = sum / 9;", "*to = sum % 50;\nto++;", "if (sum % 2)\n  {\n    *to++ = 1;\n    continue;\n  }\n*to++ = sum / 4;")
        if self.has_trap:
            put = self.one("if (sum > 200)\n  *to++ = sum / 9;", "*to++ = sum;\nif (sum == 99)\n  to += 2;", put)
        row = self.one("", "", "to += 2;", "to += w - 1;")
        lines = ["const TYPE *at = from + (i - 1) * w + j - 1;" if not outside else "at = from + (i - 1) * w + j - 1;",
                 "int sum;", self.one(*window), put]
        inner = "\n".join(lines).replace("\n", "\n            ")
        before = "  const TYPE *at;\n" if outside else ""
        if row:
            body = (f"    {{\n      for (int j = 1; j < w - 1; j++)\n          {{\n            {inner}\n          }}\n      {row}\n    }}\n")
        else:
            body = f"      for (int j = 1; j < w - 1; j++)\n          {{\n            {inner}\n          }}\n"
        return (f"{self.one('static ', '')}void {name} (int w, int h, const TYPE *from, TYPE *to)\n{{\n{before}  for (int i = 1; i < h - 1; i++)\n{body}}}\n")

    def rows(self, name):
        head = self.one("for (y = 0; y < h; y++, p += s)", "for (y = 0; y < h; p += s, y++)", "for (y = h; y > 0; y--, p += w + 2)")
        step = "" if not self.has_trap else self.one("", "s++;", "if (p[0] > 50) p++;")
        return (f"void {name} (int w, int h, int s, TYPE *p)\n{{\n  int x, y;\n  {head}\n    {{\n      for (x = 0; x < w; x++)\n        p[x] = {self.value('p[x]')};\n"
                f"      {step}\n    }}\n}}\n")

    # The head does some of the work.
    def heads(self, name):
        step = self.one("*p++ += 2", "*p++ = w", "sum += *p++", "p++", "p += 1", "*p += 3, p++", "*p = w, p += 1", "p++, s++", "*p++ += s")
        work = self.one(";", ";", f"*p = {self.value('*p')};", "sum += (long) *p;", "{ *p += 1; }")
        if self.has_trap:
            work = self.one(work, "*p = p[1];", "{ if (*p == 5) break; *p = 5; }", "if (*p > 20) continue; else *p = 20;", "if (*p > 9) p++;")
        return (f"long {name} (int w, int h, int s, TYPE *from)\n{{\n  long sum = 0;\n  TYPE *end = from + w * h;\n  (void) end;\n"
                f"  for (TYPE *p = from{self.one('', ' + 1')}; {self.one('p < from + w * h', 'p < end', 'p != end')}; {step})\n"
                f"    {work}\n  return sum + s;\n}}\n")

    def items(self, name):
        work = [self.one("p->x = p->y + p->n;", "p->x += 3;", "(*p).y = p->x > 9 ? p->n : 2;", "p->n++;") for _ in range(self.one(1, 2))]
        if self.has_trap:
            work.append(self.one("if (p->x > 9)\n        p++;", "p[1].x = p->x;", "if (p->n == 3)\n        q = p;", "q->y = p->x;"))
        head, last = self.one(("for (i = 0, p = from; i < n; i++, p++)", ""), ("for (p = from; p < from + n; p++)", ""), ("for (p = from; p != end; ++p)", ""),
                              ("while (n--)", "p++;"), ("for (i = 0; i < n; i++)", "p++;"), ("for (i = 0; i < n; i++)", None))
        if last is None:
            work.insert(0, self.one("p = &from[i];", "p = from + i;", "p = from + n - 1 - i;"))
        elif last:
            work.append(last)
        if self.random.random() < 0.3 and not self.has_trap:
            work.append("q = p;")
        lines = "\n      ".join(work)
        behind = self.one("", "  p = from;\n  p->n = 1;\n", "  for (i = 0, p = from + 1; i < n - 1; i++, p++)\n    p->y = i;\n")
        return (f"{self.one('static ', '')}void {name} (Item *from, int n)\n{{\n  int i = 0;\n  Item *p = from, *q = from, *end = from + n;\n  (void) i;\n  (void) q;\n  (void) end;\n"
                f"  {head}\n    {{\n      {lines}\n    }}\n{behind}}}\n")

    def text(self):
        texts, calls = [], []
        for number in range(self.one(1, 2, 3)):
            name, kind = f"walk{number}", self.one("flat", "flat", "image", "rows", "items", "items", "heads")
            a, b = self.random.sample("abc", 2)
            if self.has_trap and self.random.random() < 0.2:
                b = f"{a} + 1"
            walk = getattr(self, kind)(name)
            texts.append(walk if len(b) == 1 else walk.replace("restrict ", ""))
            calls.append({"flat": f"  walk{number} (w * h, {self.one(1, 2, 3)}, {a}, {b}, &last);\n  printf (\"%ld\\n\", last);\n",
                          "heads": f"  printf (\"%ld\\n\", walk{number} (w, h, 2, {a}));\n",
                          "image": f"  walk{number} (w, h, {a}, {b});\n", "items": f"  walk{number} (items + {self.one(0, 2)}, w * h);\n", "rows": f"  walk{number} (w, h, w + {self.one(0, 1, 3)}, {a});\n"}[kind])
        if self.random.random() < 0.3:
            calls = ["  for (int t = 0; t < 3; t++)\n    {\n", *calls, "    }\n"]
        main = MAIN.replace("CALLS", "  long last = 0;\n\n" + "".join(calls))
        return ("#include <stdio.h>\n#include <stdlib.h>\n\ntypedef struct { TYPE x, y; int n; } Item;\n\n" + "\n".join(texts) + main).replace("TYPE", self.type)


def run(ihop, seed, folder):
    program = Program(seed)
    place = pathlib.Path(folder) / f"walks_{seed}"
    place.mkdir()
    source = place / "walks.c"
    source.write_text(program.text())
    arguments = random.Random(seed).choice(["13 9", "1 1", "2 5", "40 31", "3 3", "33 4"])
    done = subprocess.run([ihop, "verify", "--auto", "--keep-slower", "--no-proof", "--cuda-compiler", "clang", f"--args={arguments}", str(source)],
                          capture_output=True, text=True, timeout=300, check=False)
    shown = subprocess.run([ihop, "--auto", "--keep-slower", "-o", str(place / "made"), str(source)], capture_output=True, text=True,
                           timeout=120, check=False)
    right = done.returncode == 0 and shown.returncode == 0
    if not right:
        print(f"seed {seed}, {arguments}: exit code {done.returncode}", source.read_text(), done.stdout + done.stderr + shown.stderr, sep="\n")
    walks = bool(re.search(r"^  kernel walk", shown.stdout, re.MULTILINE))
    if right and not walks and not program.has_trap:
        print(f"seed {seed}: no kernel walks", *(line for line in shown.stdout.splitlines() if line.startswith("  host   walk")), sep="\n")
    return right, walks


if __name__ == "__main__":
    verified.main(__doc__, run, "with a kernel that walks", 2)
