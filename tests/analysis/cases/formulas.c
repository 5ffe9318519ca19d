// Subscripts, bounds and conditions by called functions: the verdict is that of the expression they stand for.

extern int width;
static int at (int y, int x) { return y * width + x; }
static int flat (int y, int x, int n) { int row = y * n; return row + x; }
static int clamped (int v, int low, int high)
{
  if (v < low)
    v = low;
  return v > high ? high : v;
}
static int is_inside (int y, int x, int h, int w) { return y > 0 && y < h && x > 0 && x < w; }
static unsigned char byte_of (int v) { return v; }
static int byte_taken (unsigned char v) { return v; }
static int next (int v);
static int next (int v) { return v + 1; }
static int twice_next (int v) { return next (next (v)); }
static int doubled (int n) { return n < 2 ? n : doubled (n - 1) + 2; }
static int loops (int n) { int k = 0; while (k < n) k += 2; return k; }
static int chosen (int v) { static int last; last = v; return last; }
__attribute__ ((weak)) int other (int v) { return v; }
static int odd_one (int v, int w) { if (v < w) return v; else if (v == w) return w; return v; }

// expect rows/y: parallel strict assume "w <= width"
// expect rows/y/x: parallel
void rows (double *a, int h, int w)
{
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      a[at (y, x)] = x;
}

// The caller's width is another one: what is worked out could not be said here.
// expect shadowed/y: unknown
// expect shadowed/y/x: unknown
void shadowed (double *a, int h, int width)
{
  for (int y = 0; y < h; y++)
    for (int x = 0; x < width; x++)
      a[at (y, x)] = x;
}

// expect shifted/y: sequential flow a
// expect shifted/y/x: parallel
void shifted (double *a, int h, int w)
{
  for (int y = 1; y < h; y++)
    for (int x = 0; x < w; x++)
      a[flat (y, x, w)] = a[flat (y - 1, x, w)] + 1;
}

// expect smooth/x: parallel
void smooth (double *restrict a, const double *restrict b, int w)
{
  for (int x = 0; x < w; x++)
    a[x] = b[clamped (x - 1, 0, w - 1)] + b[clamped (x + 1, 0, w - 1)];
}

// expect gathered/x: sequential output a
void gathered (double *a, int w)
{
  for (int x = 0; x < w; x++)
    a[clamped (x, 1, 5)] = x;
}

// expect interior/y: sequential flow a
// expect interior/y/x: parallel
void interior (int h, int w, double a[h][w])
{
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      if (is_inside (y, x, h, w))
        a[y][x] = a[y - 1][x];
}

// expect bytes/i: parallel strict assume "n < 257"
void bytes (double *a, int n)
{
  for (int i = 0; i < n; i++)
    a[byte_of (i)] = i;
}

// expect bytes_taken/i: parallel strict assume "n < 257"
void bytes_taken (double *a, int n)
{
  for (int i = 0; i < n; i++)
    a[byte_taken (i)] = i;
}

// expect nexts/i: sequential flow a
void nexts (double *a, int n)
{
  for (int i = 0; i < n; i++)
    a[twice_next (i)] = a[i];
}

// expect recursive/i: unknown
void recursive (double *a, int n)
{
  for (int i = 0; i < n; i++)
    a[doubled (i)] = i;
}

// expect looping/i: unknown
void looping (double *a, int n)
{
  for (int i = 0; i < n; i++)
    a[loops (i)] = i;
}

// expect effects/i: unknown
void effects (double *a, int n)
{
  for (int i = 0; i < n; i++)
    a[chosen (i)] = i;
}

// expect replaced/i: unknown
void replaced (double *a, int n)
{
  for (int i = 0; i < n; i++)
    a[other (i)] = i;
}

// expect ways/i: parallel
void ways (double *a, int n, int m)
{
  for (int i = 0; i < n; i++)
    a[odd_one (i, m)] = i;
}

// expect bounded/i: parallel
void bounded (double *a, int n)
{
  for (int i = 0; i < next (n); i++)
    a[i] = a[i] + next (n);
}

// What changes in the loop changes the call's value.
// expect moving/y: sequential flow width
void moving (double *a, int h)
{
  for (int y = 0; y < h; y++)
    {
      a[at (y, 0)] = y;
      width--;
    }
}

// Definitions of the old style convert what they are given.
static int old_style (v) unsigned char v; { return v; }
// expect olds/i: parallel strict assume "n < 257"
void olds (double *a, int n)
{
  for (int i = 0; i < n; i++)
    a[old_style (i)] = i;
}

// expect in_range/x: parallel strict
void in_range (double *a, int n)
{
  for (int x = 0; x < n; x++)
    a[clamped (x, 0, n - 1)] = x;
}

// Another file's function may run instead.
// expect elsewhere/i: unknown
void elsewhere (double *a, int n)
{
  int m = other (n);
  for (int i = 0; i < m; i++)
    a[i] = a[i + n];
}
// expect known/i: parallel strict
void known (double *a, int n)
{
  int m = next (n) - 1;
  for (int i = 0; i < m; i++)
    a[i] = a[i + n];
}
