// Conditions that a program could test, under guards of every kind: one that contradicts what is known where the loop
// stands is none, and neither is one that leaves the loops nothing to do.

// expect under_ne/i: parallel strict assume "M <= I"
// expect under_ne/i/j: sequential flow H
void under_ne (double *H, long I, long J, long M, long n)
{
  if (n != 0)
    for (long i = 0; i < J; ++i)
      for (long j = 1; j < M; ++j)
        H[j + i * I] = H[j - 1 + i * I] + 1;
}

// expect under_flag/i: parallel strict assume "M <= I"
// expect under_flag/i/j: sequential flow H
void under_flag (double *H, long I, long J, long M, int on)
{
  if (on)
    for (long i = 0; i < J; ++i)
      for (long j = 1; j < M; ++j)
        H[j + i * I] = H[j - 1 + i * I] + 1;
}

// expect in_else/i: sequential flow H
// expect in_else/i/j: parallel
void in_else (double *H, long I, long J, long L)
{
  static long n = 0;
  if (0 == n)
    H[0] = 0;
  else
    for (long i = 1; i < I - L; ++i)
      for (long j = 0; j < J; ++j)
        H[i + j * I] = H[i - 1 + j * I] + 1;
  ++n;
}

// expect one_or_other/i/j: sequential flow H
// expect one_or_other/i: parallel strict assume "M <= I"
void one_or_other (double *H, long I, long J, long M, int n, int m)
{
  if (n < 0 || m > 3)
    for (long i = 0; i < J; ++i)
      for (long j = 1; j < M; ++j)
        H[j + i * I] = H[j - 1 + i * I] + m;
}

// expect in_while/while/i: parallel strict assume "M <= I"
// expect in_while/while/i/j: sequential flow H
void in_while (double *H, long I, long J, long M, int n)
{
  while (n != 0)
    {
      for (long i = 0; i < J; ++i)
        for (long j = 1; j < M; ++j)
          H[j + i * I] = H[j - 1 + i * I] + 1;
      n--;
    }
}

// What the way out leaves is known: no row is that long, or all are.
// expect behind_return/i: unknown IHOP-D012
// expect no_way_out/i: parallel strict
void behind_return (double *H, long I, long J, long M)
{
  if (M <= I)
    return;
  for (long i = 0; i < J; ++i)
    for (long j = 0; j < M; ++j)
      H[j + i * I] = 1;
}

void no_way_out (double *H, long I, long J, long M)
{
  if (M > I)
    return;
  for (long i = 0; i < J; ++i)
    for (long j = 0; j < M; ++j)
      H[j + i * I] = 1;
}

// expect in_case/k: parallel strict
// expect in_default/k: sequential anti x
// expect falls_through/k: sequential anti x
// expect behind_break/k: parallel strict
void in_case (double *x, int n)
{
  switch (n)
    {
    case 0:
      x[0] = 1;
    case 8: case 9 ... 12:
      break;
    case 20:
    case 30:
      for (int k = 0; k < 10; k++)
        x[k] = x[k + n];
    }
}

void in_default (double *x, int n)
{
  switch (n)
    {
    case 0:
      return;
    default:
      for (int k = 0; k < 10; k++)
        x[k] = x[k + n];
    }
}

void falls_through (double *x, int n)
{
  switch (n)
    {
    case 1:
      x[0] = 1;
    case 20:
      for (int k = 0; k < 10; k++)
        x[k] = x[k + n];
    }
}

void behind_break (double *x, int n)
{
  switch (n)
    {
    case 1:
      x[0] = 1;
      break;
    case 20:
      for (int k = 0; k < 10; k++)
        x[k] = x[k + n];
    }
}

// expect out_at_label/i: parallel strict
void out_at_label (double *x, int n, int k)
{
  switch (k)
    {
    case 1:
    default:
      if (n < 20)
        return;
      for (int i = 0; i < 10; i++)
        x[i] = x[i + n];
    }
}

// Control may come past what stands in front: with k = 2 no way out is passed, and nothing sets n.
// expect jumped_over/i: sequential anti x flow x
void jumped_over (double *x, int n, int k)
{
  switch (k)
    {
    case 1:
      n = 30;
      if (n < 20)
        return;
    case 2:
      for (int i = 0; i < 10; i++)
        x[i] = x[i + n];
    }
}

// What changes behind the condition is not known any more.
// expect changed_since/k: sequential anti x
// expect changed_before/k: parallel strict
void changed_since (double *x, int n, int m)
{
  if (n < 20)
    return;
  n = m;
  for (int k = 0; k < 10; k++)
    x[k] = x[k + n];
}

void changed_before (double *x, int n, int m)
{
  n = m;
  if (n < 20)
    return;
  for (int k = 0; k < 10; k++)
    x[k] = x[k + n];
}

// An iteration of a loop around has changed it (n = m), or may have made what was cut needless.
// expect changed_around/q/k: sequential anti x flow x
// expect cut_in_vain/i: parallel strict
void changed_around (double *x, int n, int m)
{
  if (n < 20)
    return;
  for (int q = 0; q < 3; q++)
    {
      for (int k = 0; k < 10; k++)
        x[k] = x[k + n];
      n = m;
    }
}

void cut_in_vain (double *restrict x, const double *restrict H, long I, long J, long M)
{
  for (long i = 0; i < J; ++i)
    {
      double s = 0;
      for (long j = 0; j < M; ++j)
        s += H[j + i * I];
      for (long j = -3; j < 0; ++j)
        s += H[j + i * I];
      x[i] = s;
    }
}

// Rows as long as a sum or a multiple; one that is longer than its subscripts go is none.
// expect one_row/i: parallel strict
// expect one_row/i/j: parallel strict
// expect longer_row/j: unknown IHOP-D012
// expect two_lengths/i/j: parallel strict
// expect cube/i: parallel strict
// expect cube/i/j: parallel strict
// expect cube/i/j/k: sequential flow E
// expect sixteen/y: parallel strict
void one_row (double *E, long I, long J)
{
  for (long i = 1; i < I; ++i)
    for (long j = 0; j < J; ++j)
      E[i + j * (I + 1)] = 1;
}

void longer_row (double *E, long I, long J)
{
  if (I > 0 && J > 1)
    for (long j = 0; j < J; ++j)
      for (long i = 0; i < I + 2; ++i)
        E[i + j * (I + 1)] = j;
}

void two_lengths (double *E, int n, int m)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      E[(2 * n + 3) * i + 2 * j + 1] = E[(2 * n + 3) * i + 2 * j] * 2;
}

void cube (double *E, int n)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 1; k < n; k++)
        E[(i * (n + 1) + j) * (n + 1) + k] = E[(i * (n + 1) + j) * (n + 1) + k - 1];
}

void sixteen (unsigned short *frame, int w)
{
  int width = w * 16;
  if (w > 0)
    for (int y = 0; y < 8; y++)
      for (int x = 0; x < 16; x++)
        frame[width * y + x] = x;
}

// A product comes up behind what is known: isl writes past its own memory where basic sets have other parameters.
// expect product_later/while: unknown IHOP-D003
// expect product_later/i: unknown IHOP-D012 may-output a
// expect product_later/i/j: parallel
void product_later (int n, int m, int k, int on, double *a, const double *restrict x)
{
  int q = 0;
  while (q < n) { if (m != 0 && q > 2) break; q += 1; }
  int r = k * k;
  if (m >= 4)
    if (q || on)
      for (int i = 1; i < n - k; i++)
        for (int j = 0; j < n; j++)
          a[i * r + j] = x[i] * 2;
}

/* Behind a loop a variable holds what it started with, or what its last iteration made of it: q is max (n, 0) in
 * front of the last loop, whatever stands between that does not set it. */
// expect counted_up/i: parallel strict
// expect counted_apart/i: parallel strict
// expect counted_or_left/i: unknown
// expect goes_on/i: sequential flow a
void counted_up (int n, double *a) { int q = 0; while (q < n) q++; for (int i = 0; i < n; i++) a[i - q] = a[i]; }
void counted_apart (int n, int k, int on, double *a)
{
  int q = 0;
  while (q < n) { if (k == 9 && q > 2) break; q += 1; }
  for (int f = 0; f < 4; f++) if (f == on && on >= 5) return;
  if (k == 9)
    return;
  for (int i = 0; i < n; i++)
    a[i - q] = a[i];
}
void counted_or_left (int n, int k, double *a)
{
  int q = 0;
  while (q < n) { if (k == 9 && q > 2) break; q += 1; }
  for (int i = 0; i < n; i++)
    a[i - q] = a[i];
}
void goes_on (int n, int k, double *a)
{
  int q = 0;
  while (q < n) { q += 2; if (k) continue; q += 5; }
  for (int i = 0; i < 6; i++)
    a[i - q + n + 1] = a[i];
}

/* "n < 2" would keep each row to itself, and leave one row. */
// expect longer_rows/i: unknown
// expect longer_rows/i/j: parallel strict
void longer_rows (int n, int w, double *a) { for (int i = 0; i < n; i++) for (int j = 0; j < w + i; j++) a[i * w + j] = j; }

/* A way out in a block of its own is one all the same. */
// expect out_of_block/i: parallel strict
void out_of_block (int m, double *a) { { if (m < 100) return; } for (int i = 0; i < 100; i++) a[i + m] = a[i]; }

/* Whoever comes here may come from the case in front, or by either label. */
// expect fallen/i: parallel strict
// expect fallen_low/i: sequential flow a
void fallen (int m, int k, double *a)
{
  switch (k)
    {
    case 100: m = 100;
    case 200: for (int i = 0; i < 100; i++) a[i + (k > 100 ? k : 100)] = a[i]; break;
    }
}
void fallen_low (int k, double *a)
{
  switch (k)
    {
    case 1: a[0] = 1;
    case 200: for (int i = 0; i < 100; i++) a[i + k] = a[i]; break;
    }
}

/* The last iteration may have gone on from within, with what it had set by then. */
// expect goes_on_marked/i: sequential flow a
void goes_on_marked (int n, int k, double *a)
{
  int q = 0, r = 100;
  while (q < n) { q += 2; if (k) { r = 1; continue; } r = 100; }
  for (int i = 0; i < 50; i++)
    a[i + r] = a[i];
}

// A label that nobody jumps to hides nothing of what stands behind it.
// expect behind_labels/i: parallel strict
// expect behind_jumped_to/i: unknown IHOP-D020
void behind_labels (int n, double *x)
{
  int q = 1;
here:
  q = n + 5;
there:
  if (n < 3)
    return;
  for (int i = 0; i < n; i++)
    x[i] = x[i + q] * 2;
}

void behind_jumped_to (int n, double *x)
{
  int q = 1;
  q = n + 5;
  if (n > 100)
    goto there;
  q = n + 6;
there:
  if (n < 3)
    return;
  for (int i = 0; i < n; i++)
    x[i] = x[i + q] * 2;
}

/* Whoever has come to the next iteration has not left before it: r is no more than 3, though n may be anything. */
// expect not_left/i: parallel strict
void not_left (int n, double *a)
{
  int r = 0;
  while (r < n) { if (r > 2) break; r += 1; }
  for (int i = 0; i < 50; i++)
    a[5 * i] = a[5 * i + r + 1];
}
/* So rows are never so long that iterations stay apart. */
// expect never_so_long/i: unknown IHOP-D012
void never_so_long (int n, int k, int q, int w, double *a)
{
  int r = 0;
  if (!k) q = 6; else q = 2 * w;
  while (r < n) { if (q && r > 2) break; r += 1; }
  if (q)
    for (int i = 1; i < n; i++)
      for (int j = 0; j < 8; j++)
        a[i * r + j + 1] = a[i * r + j] * 2;
}
/* The first iteration has come from nowhere else. */
// expect left_at_once/i: unknown IHOP-D020
void left_at_once (int n, int k, double *a)
{
  int r = k;
  while (r < n) { if (r > 50) break; r += 1; }
  if (r > 60 && r < n)
    for (int i = 0; i < 100; i++)
      a[i + r] = a[i];
}

/* A loop in front need not run, a branch in front comes back, and a switch is left in the middle. */
// expect not_run/i: sequential flow a
// expect comes_back/i: sequential flow a
// expect comes_back_too/i: sequential flow a
// expect out_of_switch/i: sequential flow a
void not_run (int n, double *a)
{
  int r = 1;
  for (int k = 0; k < n; k++)
    r = 100;
  for (int i = 0; i < 50; i++)
    a[i + r] = a[i];
}
void comes_back (int k, double *a, double *restrict x)
{
  if (k < 100)
    x[0] = 1;
  for (int i = 0; i < 50; i++)
    a[i + k] = a[i];
}
void comes_back_too (int k, double *a, double *restrict x)
{
  if (k > 0 && k < 50)
    x[0] = 1;
  for (int i = 0; i < 50; i++)
    a[i + k] = a[i];
}
void out_of_switch (int k, double *a)
{
  int r = 100;
  switch (k)
    {
    case 1: r = 1; break;
    case 2: r = 200; break;
    default: r = 300;
    }
  for (int i = 0; i < 50; i++)
    a[i + r] = a[i];
}
