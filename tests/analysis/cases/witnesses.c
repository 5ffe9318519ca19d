// A refutation names values under which two iterations meet: they must be values that the program can have.
#include <assert.h>

double y[64], x[64], yy[64][16], xx[64][16];

// A variable that is set again elsewhere still holds what was set last.
// expect constant/k: parallel
// expect linked/k: parallel private j
// expect by_sum/i/k: parallel private j
void constant (int c)
{
  int k, b;
  b = 10;
  for (k = 0; k < 8; k++)
    {
      y[k] = x[k];
      y[b + k] = 2 * x[k];
    }
  b = 5;
  if (c)
    x[b] = 1;
}

void linked (int lk, int ny)
{
  int j, k, a, b;
  a = 3 * lk;
  b = a + lk;
  for (k = 0; k < lk; k++)
    for (j = 0; j < ny; j++)
      {
        yy[a + k][j] = xx[k][j];
        yy[b + k][j] = 2 * xx[k][j];
      }
}

void by_sum (int l, int ny, int li)
{
  int i, j, k, lk, lj, i21, i22;
  if (l == 1)
    lk = 1;
  else
    lk = 2 << (l - 2);
  lj = 2 * lk;
  for (i = 0; i < li; i++)
    {
      i21 = i * lj;
      i22 = i21 + lk;
      for (k = 0; k < lk; k++)
        for (j = 0; j < ny; j++)
          {
            yy[i21 + k][j] = xx[k][j];
            yy[i22 + k][j] = 2 * xx[k][j];
          }
    }
}

// What is worked out in a way that no set follows: a run with small numbers may show two iterations that meet.
// expect one_of_two/k: parallel
// expect one_of_many/k: sequential IHOP-D020 may-output y output y
// expect searched/k: sequential flow x
// expect often/k: sequential flow x
// expect halved/q/k: sequential flow x
// expect tied/k: sequential output y output y
void one_of_two (int c)
{
  int b = 20;
  if (c)
    b = 30;
  for (int k = 0; k < 8; k++)
    {
      y[k] = x[k];
      y[b + k] = 2;
    }
}

void one_of_many (int c)
{
  int b = 20;
  if (c)
    b = c * c + c;
  for (int k = 0; k < 8; k++)
    {
      y[k] = x[k];
      y[b + k] = 2;
    }
}

void searched (int n)
{
  int h = 0;
  while (h * h < n)
    h++;
  for (int k = 1; k < n; k++)
    x[k + h] = x[k];
}

void often (int n)
{
  int h = 0;
  while (h * h < n)
    h++;
  for (int k = 1; k < h; k++)
    x[k] = x[k - 1];
}

void halved (int n)
{
  for (int q = n; q > 1; q /= 2)
    for (int k = 1; k < q; k++)
      x[k] = x[k - 1];
}

void tied (int n, int m)
{
  if (n % m == 0)
    for (int k = 0; k < n; k++)
      {
        y[k] = x[k];
        y[m + k] = 2;
      }
}

// Input and callers may give any value; but only they, and only what they give.
int strange (const char *);
// expect read_in/k: sequential output y
// expect given/k: sequential output y
// expect called/k: parallel
// expect called_both/k: sequential output y
// expect called_tied/k: unknown IHOP-D020
// expect never_changed/k: parallel
// expect changed/k: sequential output y output y
// expect uses/k: sequential output y
void read_in (int n, char **argv)
{
  int s = strange (argv[1]);
  for (int k = 0; k < n; k++)
    {
      y[k] = x[k];
      y[s + k] = 2;
    }
}

void given (int n, int s)
{
  for (int k = 0; k < n; k++)
    {
      y[k] = x[k];
      y[s + k] = 2;
    }
}

static void called (int n, int s)
{
  for (int k = 0; k < n; k++)
    {
      y[k] = x[k];
      y[s + k] = 2;
    }
}

static void called_both (int n, int s)
{
  for (int k = 0; k < n; k++)
    {
      y[k] = x[k];
      y[s + k] = 2;
    }
}

static void called_tied (int n, int s)
{
  for (int k = 0; k < n; k++)
    {
      y[k] = x[k];
      y[s + k] = 2;
    }
}

void caller (int n)
{
  int twelve = 12;
  called (8, 9);
  called (4, twelve);
  called_both (8, 9);
  called_both (8, 4);
  called_tied (n, n);
  called_tied (n, 2 * n);
}

static int ten = 10, other = 10, third;
void never_changed (void)
{
  for (int k = 0; k < 8; k++)
    {
      y[k] = x[k];
      y[ten + k] = 2;
    }
}

void changed (int n)
{
  other = n;
  for (int k = 0; k < 8; k++)
    {
      y[k] = x[k];
      y[other + k] = 2;
    }
}

void sets (int n)
{
  third = n;
}

void uses (void)
{
  for (int k = 0; k < 8; k++)
    {
      y[k] = x[k];
      y[third + k] = 2;
    }
}

// Nothing gets there.
// expect contradicted/k: parallel
void contradicted (int n, int on)
{
  if (on < 0)
    {
      if (on != 0)
        return;
      for (int k = 1; k < n; k++)
        y[k] = y[k - 1];
    }
}

// A way out in a block of its own, and one that leaves the loop around before iterations that a witness would need.
// expect in_a_block/i/k: parallel
// expect left_early/i/k: unknown
// expect flagged/i/k: parallel
void in_a_block (int n)
{
  for (int i = 0; i < n; i++)
    {
      {
        if (i < 8) ; else continue;
      }
      for (int k = 0; k < 8; k++)
        {
          y[k] = x[k];
          y[k + 16 - i] = 2;
        }
    }
}

void left_early (void)
{
  for (int i = 0; i < 20; i++)
    {
      for (int k = 0; k < 8; k++)
        {
          y[k] = x[k];
          y[k + 16 - i] = 2;
        }
      if (i == 5)
        break;
    }
}

void flagged (void)
{
  for (int i = 0; i < 20; i++)
    {
      int late = (i > 7) + (i > 9);
      if (late)
        continue;
      for (int k = 0; k < 8; k++)
        {
          y[k] = x[k];
          y[k + 16 - i] = 2;
        }
    }
}

// A loop around that is left early, whatever is given: its first iteration is the only one that is known to happen.
// expect left_before/i/k: unknown IHOP-D020
// expect left_later/i/k: sequential flow y
// expect left_if_given/i/k: sequential flow y
// expect too_far/i/k: unknown IHOP-D020
void left_before (int n)
{
  for (int i = 0; i < 9; i++)
    {
      if (i == 5)
        for (int k = 1; k < n; k++)
          y[k] = y[k - 1];
      if (i > 1)
        return;
    }
}

void left_later (int n)
{
  for (int i = 3; i < 9; i++)
    {
      for (int k = i; k < n; k++)
        y[k] = y[k - 1];
      if (i > 1)
        return;
    }
}

void left_if_given (int n, int m)
{
  for (int i = 0; i < 9; i++)
    {
      if (i > m)
        return;
      if (i == 5)
        for (int k = 1; k < n; k++)
          y[k] = y[k - 1];
    }
}

void too_far (int n)
{
  for (int i = 0; i < n; i++)
    {
      for (int k = 1; k < 9; k++)
        if (i > 7)
          y[k] = y[k - 1];
      if (i % 2 == 0)
        break;
    }
}

// What decides whether a loop is reached is not followed, and nobody can turn it as he likes; or somebody can.
// expect never_gets_by/i/k: unknown IHOP-D020
// expect behind_return/k: parallel
// expect behind_switch/i/k: unknown IHOP-D020
// expect starts_below/while: parallel
// expect starts_below/while/k: parallel
// expect starts_above/while/k: sequential flow y
// expect flag_given/k: sequential flow y
// expect flag_read/k: sequential flow y
void never_gets_by (int n)
{
  for (int i = 0; i < 8; i += 3)
    {
      {
        _Bool first = i == 0;
        if (first)
          break;
      }
      for (int k = 1; k < n; k++)
        y[k] = y[k - 1];
    }
}

void behind_return (int n)
{
  for (int i = 0; i < 4; i++)
    if (i != 5)
      return;
  for (int k = 1; k < n; k++)
    y[k] = y[k - 1];
}

static void behind_switch (int n)
{
  for (int i = 0; i < 8; i++)
    {
      switch ((i < n) != 0)
        {
        case 0:
          break;
        default:
          continue;
        }
      for (int k = 1; k < 9; k++)
        y[k] = y[k - 1];
    }
}

void starts_below (int q)
{
  if (q < 0)
    while (q > 2)
      {
        for (int k = 1; k < 9; k++)
          y[k] = y[k - 1];
        q--;
      }
}

void starts_above (int q)
{
  if (q > 0)
    while (q > 2)
      {
        for (int k = 1; k < 9; k++)
          y[k] = y[k - 1];
        q--;
      }
}

void flag_given (int n, int on)
{
  int flag = on * on > 7;
  if (flag)
    return;
  for (int k = 1; k < n; k++)
    y[k] = y[k - 1];
}

void flag_read (int n)
{
  int flag = x[3] > 0;
  if (flag)
    return;
  for (int k = 1; k < n; k++)
    y[k] = y[k - 1];
}

void calls_behind_switch (void)
{
  behind_switch (9);
}

// A label in the function: the witness is still an iteration that the head of the loop around starts.
// expect with_label/i/k: sequential output y
// expect with_label_below/i/k: unknown IHOP-D018
void with_label (int n)
{
  int i = 2;
  for (; i < 9; i++)
    {
      for (int k = 0; k < n; k++)
        y[k | 1] = x[k + i];
      if (i < 4)
        goto past;
      x[i] = 3;
    past:;
    }
}

void with_label_below (int n)
{
  for (int i = 2; i < 9; i++)
    {
      for (int k = 0; k < n; k++)
        if (i < 1)
          y[k | 1] = x[k + i];
      if (i < 4)
        goto past;
      x[i] = 3;
    past:;
    }
}

// A way out that rests on what decides about the loop, though by another name: no k is a third.
// expect by_another_name/i: parallel
void by_another_name (int n, int k)
{
  int q = 3 * k - 1;
  if (q)
    return;
  for (int i = 0; i < n; i++)
    y[k + i] = y[k + i + k];
}

// What is set more than once, or differently in different branches, is followed all the same.
// expect adds_itself/i: parallel
// expect sets_in_branches/k: parallel
// expect sets_in_switch/k: parallel
// expect counted_since/while/i: unknown
// expect asserted/k: parallel
// expect asserted_after/k: parallel
// expect steps_along/i/k: parallel
// expect by_ternary/k: parallel
// expect stepped_in_head/while/k: parallel
// expect shadowed/k: sequential output y
// expect searched_for/k: parallel
void adds_itself (int n, int w)
{
  int q = 3 * n - 1;
  q = q + n;
  int r = n - q;
  if (r)
    return;
  for (int i = 0; i < 8; i++)
    y[i] = y[i + w] * 2;
  q = 4;
  x[q] = 3;
}

void sets_in_branches (int n)
{
  int b;
  if (n > 3 && n != 9)
    b = n + 5;
  else
    b = 9;
  b += 2;
  for (int k = 0; k < 8; k++)
    y[k] = y[b + k];
}

void sets_in_switch (int n)
{
  int b = 30;
  switch (n)
    {
    case 0:
      b = 20;
      break;
    case 1:
    case 4:
      b = 8;
    default:
      b++;
    }
  for (int k = 0; k < 8; k++)
    y[k] = y[b + k];
}

void counted_since (int n, int w, int k, double *a, const double *restrict z)
{
  int r = 3 * k - 1;
  while (k > 2)
    {
      double *p = a + r;
      for (int i = 1; i < n; i++)
        for (int j = 0; j < w; j++)
          {
            *p = z[j] * 2;
            p++;
          }
      k--;
    }
  r = 4;
  x[r] = 3;
}

void asserted (int b)
{
  assert (b > 7 || b < -7);
  for (int k = 0; k < 8; k++)
    y[k] = y[b + k];
}

void asserted_after (int b, int n)
{
  b = b + n;
  assert (b >= 8 && "far enough");
  for (int k = 0; k < 8; k++)
    y[k] = y[b + k];
}

void steps_along (int n)
{
  int b = 8;
  for (int i = 0; i < n; i++)
    {
      for (int k = 0; k < 8; k++)
        y[k] = y[b + k];
      b += 2;
    }
}

void by_ternary (int n)
{
  int b = n;
  b = b > 7 ? b : b < -20 ? -b : 12;
  for (int k = 0; k < 8; k++)
    y[k] = y[b + k];
}

void stepped_in_head (int n)
{
  int m = n;
  while (n-- > 8)
    for (int k = 0; k < 8; k++)
      y[k] = y[n + k];
  x[m] = 1;
}

void shadowed (int n)
{
  int b = 20;
  {
    int b = n;
    x[b] = 1;
    b += 7;
  }
  b = b - 16;
  for (int k = 0; k < 8; k++)
    {
      y[k] = x[k];
      y[b + k] = 2;
    }
}

void searched_for (int n)
{
  int b;
  for (b = 9; b < 20; b++)
    if (x[b] > n)
      break;
  for (int k = 0; k < 8; k++)
    y[k] = y[b + k];
}

// What the function itself has put into memory, nobody chooses; what a constant table holds is known.
// expect filled_here/i: unknown IHOP-D020
// expect filled_here/i#2: unknown IHOP-D020
// expect filled_here/i#3: sequential flow x
// expect filled_here/i#4: sequential flow x
int places[4], other_places[4];
static const int table[3] = { 700, 800, 900 };

void filled_here (int n, int k)
{
  int two[2] = { 0, 0 };
  two[1] = 100;
  places[0] = 100;
  int from_own = two[1], from_global = places[0], from_table = table[k], from_input = other_places[k];
  for (int i = 10; i < n; i++)
    x[i] = x[i - from_own];
  for (int i = 10; i < n; i++)
    x[i] = x[i - from_global];
  for (int i = 10; i < n; i++)
    x[i] = x[i - from_table];
  for (int i = 10; i < n; i++)
    x[i] = x[i - from_input];
}

// What a function that is not seen makes of a number may be anything or nothing; one that is seen is run.
// expect unseen/k: unknown IHOP-D020 may-output y may-output y
// expect seen/k: sequential output y output y
int worked_out (int n);
int squared (int n) { return n * n; }
void unseen (int n)
{
  int b = worked_out (n);
  for (int k = 0; k < 8; k++)
    {
      y[k] = x[k];
      y[b + k] = 2;
    }
}

void seen (int n)
{
  int b = squared (n);
  for (int k = 0; k < 8; k++)
    {
      y[k] = x[k];
      y[b + k] = 2;
    }
}

// Behind a search the loop has been left where it was found: q is 3 there, and not what a search to the end leaves.
// expect left_at_three/i: unknown IHOP-D020 may-flow x
int left_at_three (double *restrict x)
{
  int q = 0;
  for (int j = 0; j < 10; j++)
    {
      q = j;
      if (j == 3)
        break;
    }
  for (int i = 0; i < q + 2; i++)
    x[i + 6] = x[i];
  return q;
}

// Rows of k + 3 elements: the element is that of the text, 1 * 11 + 1.
// expect sized_rows/i: sequential anti a at [12]
void sized_rows (int k, double *a)
{
  int q = k + 3;
  if (k != 8)
    return;
  for (int i = 1; i < 3; i++)
    for (int j = 1; j < 2; j++)
      a[j * q + i - 1] = a[j * q + i] * 2;
}

// Iterations meet whatever m is, but nobody knows which numbers m may be: neither it nor an element is named.
// expect odd_offset/i: sequential flow y at nowhere
// expect any_offset/i: sequential flow y at [1]
int odd (int);

void odd_offset (int n, int c)
{
  int m = 2 * odd (c) + 1;
  for (int i = 1; i < n; i++)
    y[m + i] = y[m + i - 1] + 1;
}

void any_offset (int n, int m)
{
  for (int i = 1; i < n; i++)
    y[m + i] = y[m + i - 1] + 1;
}
