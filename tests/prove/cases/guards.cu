/* Tests that control has passed on the way to a launch: what they say of its arguments holds in the kernel.
   expect: tested proved; just proved; short_of unknown; left_before proved; other_branch proved; both proved; either unknown; neither proved; turned proved;
   moved proved; by_sum proved; looped proved; last_round proved; set_between unknown; set_behind proved; set_in_loop unknown; set_around proved;
   handed unknown; unsigned_one unknown; narrowed unknown; by_case unknown; jumped unknown; called_later unknown; asked unknown; other_name unknown; differs unknown;
   twice unknown */

/* Each thread reads what none writes, if d is at least n. */
#define SHIFT(NAME) \
  __global__ void NAME (float *a, int n, int d) \
  { \
    int i = blockIdx.x * 32 + threadIdx.x; \
    if (i < n) \
      a[i] = a[i + d]; \
  }
SHIFT (tested)
SHIFT (just)
SHIFT (short_of)
SHIFT (left_before)
SHIFT (other_branch)
SHIFT (both)
SHIFT (either)
SHIFT (neither)
SHIFT (turned)
SHIFT (moved)
SHIFT (by_sum)
SHIFT (looped)
SHIFT (last_round)
SHIFT (set_between)
SHIFT (set_behind)
SHIFT (set_in_loop)
SHIFT (set_around)
SHIFT (handed)
SHIFT (unsigned_one)
SHIFT (narrowed)
SHIFT (by_case)
SHIFT (jumped)
SHIFT (called_later)
SHIFT (asked)
SHIFT (other_name)
SHIFT (differs)
SHIFT (twice)

static int number (void);

static void
launch_left (float *a, int n, int d)
{
  if (n > d)
    return;
  left_before<<<4, 32>>> (a, n, d);
}

static void
launch_in_case (float *a, int n, int d, int which)
{
  switch (which)
    {
    case 0:
      if (d >= n)
        {
        case 1:
          by_case<<<4, 32>>> (a, n, d);
        }
    }
}

static void
launch_jumped (float *a, int n, int d, int which)
{
  if (which)
    goto there;
  if (d >= n)
    {
    there:
      jumped<<<4, 32>>> (a, n, d);
    }
}

static void
launch_later (float *a, int n, int d)
{
  auto later = [&] { called_later<<<4, 32>>> (a, n, d); };
  if (d >= n)
    d--;
  later ();
}

static void
launch_handed (float *a, int n, int d, void (*change) (int *))
{
  int *other = &d;
  if (d >= n)
    {
      change (other);
      handed<<<4, 32>>> (a, n, d);
    }
}

/* Where a loop comes round what it changes has changed. */
static void
launch_in_loops (float *a, int n, int d)
{
  int rounds = n, shift = d;
  if (d >= rounds)
    for (int k = 0; k < 4; k++)
      {
        set_in_loop<<<4, 32>>> (a, rounds, d);
        rounds++;
      }
  while (shift >= n)
    {
      set_around<<<4, 32>>> (a, n, shift);
      shift--;
    }
}

int
main (int argc, char **argv)
{
  float *a;
  cudaMalloc (&a, 1 << 20);
  int n = argc, d = argc * 2, m = argc, e = argc;
  unsigned u = argc;
  long wide = argc;

  if (d >= n)
    tested<<<4, 32>>> (a, n, d);
  if (n - 1 < d)
    just<<<4, 32>>> (a, n, d);
  if (n - 1 <= d)
    short_of<<<4, 32>>> (a, n, d);
  launch_left (a, n, d);
  if (d < n)
    cudaFree (0);
  else
    other_branch<<<4, 32>>> (a, n, d);
  if (n > 0 && d >= n)
    both<<<4, 32>>> (a, n, d);
  if (n == 100 || d >= n)
    either<<<4, 32>>> (a, n, d);
  if (n > d || n == 100)
    cudaFree (0);
  else
    neither<<<4, 32>>> (a, n, d);
  if (!(n > d))
    turned<<<4, 32>>> (a, n, d);
  if (2 * d + 5 >= 2 * n + 5)
    moved<<<4, 32>>> (a, n, d);
  if (n < d + 2)
    by_sum<<<4, 32>>> (a, n, d + 1);
  for (int k = n; k < 100; k++)
    looped<<<4, 32>>> (a, k - 99, 0);
  for (int k = 0; k < n; k++)
    last_round<<<4, 32>>> (a, k, n);
  if (e >= m)
    {
      m++;
      set_between<<<4, 32>>> (a, m, e);
    }
  if (e >= m)
    {
      set_behind<<<4, 32>>> (a, m, e);
      m++;
    }
  launch_in_loops (a, n, d);
  launch_handed (a, n, d, nullptr);
  if (u >= 5 + (unsigned) n)
    unsigned_one<<<4, 32>>> (a, n, u);
  if (wide >= n)
    narrowed<<<4, 32>>> (a, n, wide);
  launch_in_case (a, n, d, argc);
  launch_jumped (a, n, d, argc);
  launch_later (a, n, d);
  if ((d = number ()) >= n)
    asked<<<4, 32>>> (a, n, d);
  if (d >= n)
    other_name<<<4, 32>>> (a, m, d);
  if (d != n)
    differs<<<4, 32>>> (a, n, d);
  if (d >= n)
    twice<<<4, 32>>> (a, n, d);
  else
    twice<<<4, 32>>> (a, n, d);
  return cudaDeviceSynchronize ();
}
