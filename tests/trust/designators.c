/* Initializers in braces that name their places, in loops that become kernels: in C++ every place stands in order,
 * and a union has its first member only. KERNELS: 5 */
#include <stdint.h>
#include <stdio.h>

struct point { int x, y; int v[4]; union { int i; float f; } w; };
struct bits { int a : 3; int : 5; unsigned b : 4; double d; };
union pun { float f; uint32_t u; unsigned char b[4]; };
enum kind { FIRST = 3, SECOND };
struct item { enum kind kind; struct { short s; double d; } in; };
static struct point base[] = { [3] = { .y = 4, .x = 1, .v = { [2] = 7, 1 }, .w.f = 1.5f }, [1].v[3] = 9, [0 ... 1].y = 2 };
static const int weights[8] = { [5] = 1, 2, [0] = 3, [2 ... 3] = 8 };
static int out[400];
static uint32_t words[400];
static enum kind kinds[400];

static void orders (int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    {
      struct point q = { .v = { [1] = i, i + 1 }, .y = i * 2, .x = 3 };
      int k[4] = { [2] = q.v[2], [0] = q.y };
      out[i] = base[i % 4].x + base[i % 4].v[2] * 3 + q.x + q.y + q.v[1] * 5 + k[2] + k[0] + k[1] + weights[i % 8];
    }
#pragma target
  for (int i = 0; i < n; i++)
    {
      struct point r = { .v[1] = 5, .v[0] = i, .w = { .f = i } };
      struct bits b = { .d = i, .a = i & 3 };
      struct item t = { .in.s = i, .kind = i & 1 ? SECOND : FIRST }, empty = { };
      short narrow[3] = { [1] = i, i * 2 };
      out[i] += r.v[0] + r.v[1] + (int) r.w.f + r.x + b.a + b.b + (int) b.d + t.in.s + t.kind + (t.in.d == 0)
                + empty.kind + narrow[2];
    }
}

static void unions (int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    {
      union pun p = { .f = i * 0.37f }, q = { .u = i & 0x3fff }, many[2] = { { .u = i }, { .f = 1 } };
      words[i] = p.u ^ p.b[2] ^ q.u ^ many[0].u ^ many[1].u;
    }
}

/* Only the types of static constants are asked for, so that no part of the tree names them. */
static void asked (int n)
{
  static const int constant = 3;
  static const char table[3] = { 1, 2, 3 };

#pragma target
  for (int i = 0; i < n; i++)
    out[i] += _Generic (constant, int: 7, default: 9) + (int) sizeof (table) + _Generic (table, const char *: 3, default: 5);
}

/* C makes an enumeration of any number. */
static void converted (int n)
{
#pragma target
  for (int i = 0; i < n; i++)
    {
      enum kind k = i % 5, l;
      l = k + 1;
      words[i] += l;
      l = out[i] & 3;
      kinds[i] = l;
      out[i] += kinds[i];
    }
}

int main (void)
{
  unsigned long s = 0;

  orders (400);
  unions (400);
  for (int i = 0; i < 400; i++)
    s = s * 31 + words[i];
  asked (400);
  converted (400);
  for (int i = 0; i < 400; i++)
    s = s * 31 + out[i] + words[i];
  printf ("%lu\n", s);
  return 0;
}
