/* Memory that data decide to touch: as large as the loop goes where all callers pass as much, else the program's allocations are asked. */
double small[100], large[200], one[1];

static void enough (int n, const unsigned char *mask, double *v)
{
#pragma target
  for (int i = 0; i < n; i++)
    if (mask[i])
      v[i] *= 3;
}

static void less (int n, const unsigned char *mask, double *v)
{
#pragma target
  for (int i = 0; i < n; i++)
    if (mask[i])
      v[i] *= 4;
}

void optional (int n, double *v, const double *bias)
{
#pragma target
  for (int i = 0; i < n; i++)
    v[i] += bias ? bias[i] : 1;
}

void in_any_case (int n, const unsigned char *mask, double *v)
{
#pragma target
  for (int i = 0; i < n; i++)
    if (mask[i])
      v[i] = 0;
#pragma target
  for (int i = 0; i < n; i++)
    v[i] += i;
}

void calls (const unsigned char *mask)
{
  enough (100, mask, small);
  enough (100, mask, large);
  less (100, mask, one);
  less (100, mask, large);
}

/* What one called function touches in any case is there for those that the data send there, too; what is touched sometimes is not. */
static void some (int n, const unsigned char *mask, double *v)
{
#pragma target
  for (int i = 0; i < n; i++)
    if (mask[i])
      v[i] += 2;
}

static void all (int n, double *v)
{
#pragma target
  for (int i = 0; i < n; i++)
    v[i] *= 2;
}

static void sometimes (int n, int whether, double *v)
{
  if (whether)
    {
#pragma target
      for (int i = 0; i < n; i++)
        v[i] = 3;
    }
}

void in_steps (int n, const unsigned char *mask, double *v, int steps)
{
  for (int t = 0; t < steps; t++)
    {
      all (n, v);
      some (n, mask, v);
    }
}

void not_in_steps (int n, const unsigned char *mask, double *v, int steps)
{
  for (int t = 0; t < steps; t++)
    {
      sometimes (n, mask[0], v);
      some (n, mask, v);
    }
}
