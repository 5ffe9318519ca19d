/* What every iteration stores is one constant: partial results, and what OpenMP cannot say. */
int a[64], flag;
static const int big = 257;

// RUN: reduction found/i found
int found (int n)
{
  int found = n;
  for (int i = 0; i < 64; i++)
    if (a[i] > 7)
      found = 1;
  return found;
}

// RUN: reduction atomic/i flag atomic
void atomic (void)
{
  for (int i = 0; i < 64; i++)
    if (a[i] > 7)
      flag = 1;
}

// RUN: vectorize simd/i
int simd (int n)
{
  int found = n;
  for (int i = 0; i < 64; i++)
    if (a[i] > 7)
      found = -1;
  return found;
}

// RUN: reduction two/i found
int two (int n)
{
  int found = n;
  for (int i = 0; i < 64; i++)
    {
      if (a[i] > 7)
        found = 1;
      if (a[i] < 0)
        found = 2;
    }
  return found;
}

// RUN: reduction cut/i found
int cut (int n)
{
  unsigned char found = n;
  for (int i = 0; i < 64; i++)
    if (a[i] > 7)
      found = big;
  return found;
}

// RUN: reduction read/i found
int read (int n)
{
  int found = n, k = 0;
  for (int i = 0; i < 64; i++)
    {
      if (a[i] > 7)
        found = 1;
      k += found;
    }
  return k;
}
