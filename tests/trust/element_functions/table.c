/* The variables that both files name are brought in with a function; a static variable has no name in the other file, and a type or a
 * number of the same name is another one there. */
#include "table.h"

enum { W = 4 };
typedef double real;
struct pair { int b; double a; };

int mode = 1;
float table[16];
static int period = 4;

static double
help (double x)
{
  return x + 2;
}

void
table_fill (int by)
{
  mode = by;
  for (int i = 0; i < 16; i++)
    table[i] = (float) (i * by % 5);
}

float
table_look (float v)
{
  int i = (int) v & 15;

  return mode & 1 ? table[i] : table[15 - i];
}

double
wave (double x, int i)
{
  struct pair p;
  real third = x / 3 + sizeof (struct pair);

  p.b = i % period;
  p.a = i % W;
  return help (third) + p.a * 3 + p.b;
}

void
set_period (int p)
{
  period = p;
}
