/* Macros that begin, end, or change in a function, and macros with the names of other things. */
static double a[100], b[100];
static double scale (double x)
{
  return 2 * x;
}
static void later (int n);

#define at(i) b[i]
#define scale(x, y) scale (x)

// RUN: outline defines/i own
// RUN: outline defines/i#2 own
// RUN: outline defines @2 own
// RUN: reverse defines/i#2
void defines (int n)
{
#undef at
#define at(i) a[(i) + 1]
#define LOCAL 3
  for (int i = 0; i < n; i++)
    at (i) = b[i];
  for (int i = 0; i < n; i++)
    {
#define two(i) b[(i) * 2]
      two (i) = LOCAL; /* kept */
      at (i) += two (i);
    }
#undef LOCAL
}

double asks (int n)
{
  return at (n) + two (n);
}

// RUN: reverse masked/i
// RUN: unroll masked/i 2
// RUN: outline masked/i own
void masked (int n)
{
#define LOCAL 1
  for (int i = 0; i < n; i++)
    a[i] = scale (b[i], LOCAL);
}

// RUN: inline early 53
// RUN: inline late 67
// RUN: outline later/i cut ; inline early 53
// RUN: outline later/i cut ; inline late 67
void early (int n)
{
  later (n);
}

static int unknown;

static void later (int n)
{
  for (int i = 0; i < n; i++)
    a[i] = unknown;
}

// RUN: outline late @1 call
void late (int n)
{
  later (n);
}
