/* A later read hides an earlier one that another loop carries: only the last read before a write is not enough. */
int a[10], b[10], c[10], sum;

static void
first_in_outer (void)
{
  for (int i = 0; i < 3; i++) // runs 1 trips 3; anti a 1; flow sum 1; output sum 1
    {
      sum += a[0]; /* read in every iteration, written in the last one behind a read of its own */
      if (i == 2)
        a[0] = 1;
    }
}

static void
three_levels (void)
{
  for (int i = 0; i < 2; i++) // runs 1 trips 2; anti b 1; flow sum 1; output sum 1
    for (int j = 0; j < 3; j++) // runs 2 trips 3; anti b 1; flow sum 1; output sum 1
      for (int k = 0; k < 4; k++) // runs 6 trips 4; anti b 1; flow sum 1; output sum 1
        {
          sum += b[0];
          if (i == 1 && j == 2 && k == 3)
            b[0] = 2;
        }
}

/* Read in iteration 0 of i, then in an inner loop that is over, then written: the inner reads are of the same
 * iteration. */
static void
inner_is_over (void)
{
  for (int i = 0; i < 2; i++) // runs 1 trips 2; anti c 1; flow sum 1; output sum 1
    {
      for (int j = 0; j < 3; j++) // runs 2 trips 3; flow sum 1; output sum 1
        sum += c[0];
      if (i == 1)
        c[0] = 3;
    }
}

/* The read that the outer loop carries is older than one that the inner loop carries, the inner loop begins anew. */
static void
begins_anew (void)
{
  static int d[4], e[4];
  for (int i = 0; i < 3; i++) // runs 1 trips 3; anti d 1; output e 1
    for (int j = 0; j < 4; j++) // runs 3 trips 4; anti d 1
      {
        e[j] = d[j < 2 ? 0 : 1];
        if (i == 2 && j == 3)
          d[0] = d[1] = 5;
      }
}

int
main (void)
{
  first_in_outer ();
  three_levels ();
  inner_is_over ();
  begins_anew ();
  return 0;
}
