// if-convert: what it takes, and each of its refusals.
int twice (int);

float convert_least (int n, const float *restrict a, const float *restrict b)
{
  float best = a[0];
  // RUN: if-convert convert_least/i
  for (int i = 0; i < n; i++)
    if (a[i] + b[i] < best) /* the least sum */
      best = a[i] + b[i];
  return best;
}

double convert_several (int n, const double *restrict a, int *where)
{
  double best = 0, sum = 0;
  int at = 0, count = 0;
  // RUN: if-convert convert_several/i
  for (int i = 0; i < n; i++)
    {
      double d = a[i] * a[i];
      if (d > best)
        {
          at = i;
          count += 1;
          best = d;
        }
      sum += d;
      if (d < 0.5)
        sum -= d;
    }
  *where = at + count;
  return best + sum;
}

/* The value is converted before it is chosen: x is no float in between. */
long convert_types (int n, const float *restrict a)
{
  long x = 0;
  // RUN: if-convert convert_types/i
  for (int i = 0; i < n; i++)
    if (a[i] > 1)
      x = a[i];
  return x;
}

void convert_nothing (int n, double *restrict a)
{
  // RUN: if-convert convert_nothing/i
  for (int i = 0; i < n; i++)
    if (i > 3)
      a[i] = 1;
}

void convert_otherwise (int n, double *restrict a)
{
  double x = 0;
  // RUN: if-convert convert_otherwise/i
  for (int i = 0; i < n; i++)
    {
      if (a[i] > 3)
        x = a[i];
      else
        x = 3;
      a[i] = x;
    }
}

int seen;

void convert_seen (int n, const double *restrict a)
{
  // RUN: if-convert convert_seen/i
  for (int i = 0; i < n; i++)
    if (a[i] > 3)
      seen = 1;
}

int convert_pointed (int n, const double *restrict a)
{
  int x = 0, *p = &x;
  // RUN: if-convert convert_pointed/i
  for (int i = 0; i < n; i++)
    if (a[i] > 3)
      x = *p + 1;
  return x;
}

int convert_effects (int n, int *restrict a)
{
  int x = 0, k = 0;
  // RUN: if-convert convert_effects/i
  // RUN: if-convert convert_effects/i#2
  for (int i = 0; i < n; i++)
    if (a[k++] > 3)
      x = 1;
  for (int i = 0; i < n; i++)
    if (a[i] > 3)
      x = twice (i);
  return x + k;
}

int convert_asked_again (int n, const int *restrict a)
{
  int best = 0, at = 0;
  // RUN: if-convert convert_asked_again/i
  for (int i = 0; i < n; i++)
    if (a[i] > best)
      {
        best = a[i];
        at = best + i;
      }
  return at;
}

/* What the condition asks for is set last. */
int convert_place (int n, const int *restrict a)
{
  int best = 0, at = 0;
  // RUN: if-convert convert_place/i
  for (int i = 0; i < n; i++)
    if (a[i] > best)
      {
        best = a[i];
        at = i;
      }
  return at;
}

int convert_both (int n, const int *restrict a)
{
  int best = 0, last = 0;
  // RUN: if-convert convert_both/i
  for (int i = 0; i < n; i++)
    if (a[i] > best)
      {
        best = last;
        last = a[i];
      }
  return best;
}
