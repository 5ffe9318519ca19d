/* What Clang takes, and another compiler may not: refusals only. */
static double a[100];

// RUN: canonicalize typed/i
void typed (int n)
{
  for (enum way { up, down } i = up, j = down; i < n; i++)
    a[i] = j;
}
