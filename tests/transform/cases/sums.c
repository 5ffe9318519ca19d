/* Vectors that sum up. */
static double A[100], total;
static int k[100], most, bits, count;
static unsigned hash;

// RUN: vectorize whole/i 4
// RUN: vectorize whole/i#2 4
// RUN: vectorize whole/i#3 4
// RUN: vectorize whole/i#4 4
// RUN: vectorize whole/i#4 4 reassociate
// RUN: vectorize whole/i#5 4 reassociate
void whole (int n)
{
  for (int i = 0; i < n; i++)
    hash += (unsigned) k[i] * 31u;
  for (int i = 0; i < n; i++)
    if (k[i] > most)
      most = k[i];
  for (int i = 0; i < n; i++)
    {
      int t = k[i] >> 1;
      bits ^= t;
    }
  for (int i = 0; i < n; i++)
    count += k[i];
  for (int i = 0; i < n; i++)
    k[3] += i;
}

// RUN: vectorize rounded/i
// RUN: vectorize rounded/i 8 reassociate
// RUN: vectorize rounded/i reassociate
// RUN: vectorize rounded/i 8 reassociate ; strip-mine rounded/it/i 2
// RUN: vectorize rounded/i#2 8 reassociate
void rounded (int n)
{
  for (int i = 0; i < n; i++)
    total += A[i];
  for (int i = 0; i < n; i++)
    total = A[i] > total ? A[i] : total;
}
