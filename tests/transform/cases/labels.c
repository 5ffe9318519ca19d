/* Labels that nobody jumps to are only comments: loops behind them nest, and what is repeated is written without them.
 * One that somebody jumps to stays where it is. */
double a[64][64], b[64];

// RUN: interchange rows/i/j
void rows (void)
{
  int i, j;

outer:
  for (i = 0; i < 64; i++)
    inner: for (j = 0; j < 64; j++)
      a[i][j] += b[j];
}

// RUN: unroll twice/i 4
void twice (void)
{
  for (int i = 0; i < 64; i++)
    {
    set: b[i] = i;
    add: also: b[i] += a[0][i];
    }
}

// RUN: distribute parts/i all
void parts (void)
{
  for (int i = 0; i < 64; i++)
    {
    first: b[i] = i;
    second: for (int j = 0; j < 64; j++)
        a[i][j] = b[i];
    end:;
    }
}

// RUN: unroll jumped/i 4
void jumped (int n)
{
  for (int i = 0; i < 64; i++)
    {
      if (n > i)
        goto over;
      b[i] = i;
    over: b[i] += 1;
    }
}

// RUN: hoist constant/i 'n * n'
void constant (int n)
{
  for (int i = 0; i < 64; i++)
    here: b[i] = n * n;
}
