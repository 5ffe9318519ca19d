/* guard: continues become ifs. */
double a[100], b[100], c[100][100];

// RUN: guard plain/i
// RUN: guard plain/i ; distribute plain/i all
// RUN: guard plain/i ; unroll plain/i 2
void plain (int n)
{
  for (int i = 0; i < n; i++)
    {
      b[i] = 0;
      if (a[i] < 0)
        continue; /* not negative */
      /* the rest */
      double r = a[i] + 1;
      b[i] = r * r;
    }
}

// RUN: guard nested/i/j
// RUN: guard nested/i/j ; interchange nested/i/j
// RUN: guard nested/i/j ; tile nested/i/j 8 8
// RUN: interchange nested/i/j
// RUN: guard nested/i
void nested (int n)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
        if (i == j)
          continue;
        if (b[j] > 1)
          {
            c[i][j] = 0;
            continue;
          }
        c[i][j] += a[i] * b[j];
      }
}

// RUN: guard shapes/i
// RUN: guard shapes/i#2
// RUN: guard shapes/i#3
// RUN: guard shapes/i#4
// RUN: guard shapes/i#5
// RUN: guard shapes/i#6
// RUN: guard shapes/while
// RUN: guard shapes/do
void shapes (int n, int m)
{
  int k = 0;

  for (int i = 0; i < n; i++)
    {
      if (i > m)
        continue;
    }
  for (int i = 0; i < n; i++)
    if (!(i > m && a[i] > 0))
      continue;
    else
      a[i] = 1;
  for (int i = 0; i < n; i++)
    {
      if (i > m)
        a[i] = 1;
      else if (i > 2)
        continue;
      else
        a[i] = 2;
      if (a[i] > b[i])
        {
          if (m)
            {
              b[i] = 1;
              continue;
            }
          else
            continue;
        }
      a[i] = 3;
    }
  for (int i = 0; i < n; i++)
    {
      {
        if (b[i] != 0)
          continue;
        a[i] = 4;
      }
      for (int j = 0; j < n; j++)
        if (j == i)
          continue;
        else
          c[i][j] = 4;
      if (k++ > 3)
        continue;
    }
  for (int i = 0; i < n; i++)
    {
      if (m)
        {
          a[i] = 5;
          if (i == m)
            continue;
          a[i] = 6;
        }
    }
  for (int i = 0; i < n; i++)
    {
      a[i] = 1;
      continue;
      b[i] = 2;
    }
  while (k < n)
    {
      k++;
      if (a[k] > 0)
        continue;
      a[k] = 7;
    }
  do
    {
      if (a[k] > 0)
        continue;
      a[k] = 8;
    }
  while (k-- > 0);
}

// RUN: guard refused/i
// RUN: guard refused/i#2
// RUN: unroll refused/i#2 2
// RUN: guard refused/i#3
// RUN: guard refused/i#4
// RUN: guard refused/i#9
void refused (int n, int m)
{
  for (int i = 0; i < n; i++)
    a[i] = 0;
  for (int i = 0; i < n; i++)
    {
      if (m)
        {
          if (i == m)
            continue;
          a[i] = 6;
        }
      b[i] = 7;
    }
  for (int i = 0; i < n; i++)
    {
      switch (m)
        {
        case 1:
          continue;
        default:
          a[i] = 1;
        }
      b[i] = 7;
    }
  for (int i = 0; i < n; i++)
    {
      {
        double b = a[i];
        if (b > 0)
          continue;
        a[i] = b + 1;
      }
      a[i] += b[i];
    }
}
