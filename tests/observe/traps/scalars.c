/* What compilers keep in registers: private variables, sums, counters, values that go on. */
int a[100], n = 100;

static int
recursive (int depth)
{
  int sum = 0;
  for (int i = 0; i < 2; i++) // runs 15 trips 2; flow sum 1; output sum 1
    sum += depth ? recursive (depth - 1) : 1;
  return sum;
}

int
main (void)
{
  int t, u, last = 0, max = 0, k = 0;
  for (int i = 0; i < n; i++) // runs 1 trips 100; nothing
    {
      u = i * 2;
      a[i] = u;
    }
  for (int i = 0; i < n; i++) // runs 1 trips 100; flow last 1; output last 1
    {
      a[i] = last;
      last = i;
    }
  for (int i = 0; i < n; i++) // runs 1 trips 100; flow max 1; anti max 1; output max 1
    if (a[i] > max)
      max = a[i];
  for (int i = 0; i < n; i += 2) // runs 1 trips 50; flow k 1; output k 1
    a[k++] = i;
  for (int i = 0; i < n; i++) // runs 1 trips 100; nothing
    {
      if (i % 2)
        u = 1;
      else
        u = 2;
      a[i] = u;
    }
  for (int i = 0; i < n; i++) // runs 1 trips 100; flow t 1; anti t 1
    {
      if (i == 50)
        t = 1;
      a[i] = t;
    }
  int i;
  for (int j = 0; j < 3; j++) // runs 1 trips 3; output a 1
    for (i = 0; i < 10; i++) // runs 3 trips 10; nothing
      a[i] = j;
  return recursive (3) + max > 1000;
}
