"""What random nests have between and around their loops: calls of the library that keep or give out memory, stores
through pointers to rows, calls that do not return, cleanups at the ends of scopes, types of a block and in each other,
jumps over initializations. Only printed: for the products."""

HEAD = f"""#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
static FILE *stream_, *watch_;
static jmp_buf out_;
static char words_[200];
static void bye_ (int *k) {{ u[*k & 31] += 0.5; T[*k & 7][1] -= v[*k & 15]; }}
static void leave_ (int yes) {{ if (yes) longjmp (out_, 1); }}
static void poke_ (double **r, int k) {{ r[k][k & 3] += 2; }}
static int compare_ (const void *a, const void *b) {{ return (*(double *) a > *(double *) b) - (*(double *) a < *(double *) b); }}
static ssize_t put_ (void *c, const char *t, size_t n) {{ ((double *) c)[9] += t[0]; kept[0] += v[11]; return n; }}
"""
# What has to be done before each call of a function: all of it starts anew.
RESET = """  if (stream_) fclose (stream_);
  if (watch_) fclose (watch_);
  stream_ = fmemopen (u, sizeof u / 2, "w+");
  setvbuf (stream_, NULL, _IONBF, 0);
  watch_ = fopencookie (u, "w", (cookie_io_functions_t) { .write = put_ });
  setvbuf (watch_, NULL, _IONBF, 0);
  strcpy (words_, "ab cd ef gh ij kl mn op");
  strtok (words_, " ");
"""
LINES = ["fseek (stream_, 8 * (n % 7), SEEK_SET); fwrite (&y[2], 8, 2, stream_);",
         "fseek (stream_, 16, SEEK_SET); if (fread (&x[3], 8, 4, stream_) != 4) return s;",
         "fputs (\"x\", watch_);", "poke_ (rows, m % 5);", "poke_ ((double *[]) { A[1], T[2], B[3], T[0], C[1], x, y }, n % 7);",
         "leave_ (n == 14);", "leave_ (m == 7);", "qsort (x, n, sizeof *x, compare_);", "memmove (y + 1, y, 8 * n);",
         "{ char *word_ = strtok (NULL, \" \"); s += word_ ? word_[0] : 1; }", "rows[m % 5] = T[n % 9];",
         "{ double *p_ = rows[2]; memcpy (&p_, &rows[n % 3], sizeof p_); p_[1] += 3; }", "memset (T[1], 0, sizeof T[1]);",
         "s += *(double *) bsearch (&x[1], &x[1], 1, sizeof *x, compare_);"]
SCOPES = [("{ __attribute__ ((cleanup (bye_))) int c1_ = n + 3;", "}"), ("{ struct local_ { double a; } l1_ = { 2 }; s += l1_.a;", "}"),
          ("if (n > 1) { __attribute__ ((cleanup (bye_))) int c2_ = m;", "}"), ("for (int t_ = 0; t_ < 2; t_++) {", "}"),
          ("{ enum { LOCAL_ = 3 }; typedef double real_; real_ w1_ = LOCAL_; t += w1_;", "}"),
          ("for (int t_ = 0; t_ < 2; t_++) { __attribute__ ((cleanup (bye_))) int c3_ = t_; if (m == 11) break;", "}"),
          ("{ struct outer_ { struct inner_ { double a; } in; enum { LOW_ = 2, HIGH_ } e; } o_ = { { 1.5 }, HIGH_ };"
           " struct inner_ i_ = o_.in; s += i_.a + LOW_ + o_.e;", "}"),
          ("{ struct { double a, b[3]; } d_ = { .b = { [2] = 1.5, [0] = 2 }, .a = n }; t += d_.b[2] * d_.a + d_.b[1];", "}"),
          ("switch (m % 3) { case 0:; int over_ = n; s += over_; default:", "}"),
          ("do { __attribute__ ((cleanup (bye_))) int c4_ = m; if (n == 9) continue;", "} while (0);")]


def between(rng, body):
    """The loops of a function with such lines between them, some of them in such scopes."""
    lines = []
    for s in body:
        if rng.random() < 0.35:
            lines.append(("host", rng.choice(LINES)))
        if rng.random() < 0.3:
            first, last = rng.choice(SCOPES)
            s = ("block", [first], [s] + ([("host", rng.choice(LINES))] if rng.random() < 0.4 else []), [last])
        lines.append(s)
    return lines + ([("host", rng.choice(LINES))] if rng.random() < 0.3 else [])
