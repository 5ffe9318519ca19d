/* Conditions solved for the iterator. */
static double a[100], b[100];

// RUN: solve-bound forms/i
// RUN: solve-bound forms/i#2
// RUN: solve-bound forms/j
// RUN: solve-bound forms/j#2
// RUN: solve-bound forms/k
void forms (int n, long m)
{
  int k;

  for (int i = 0; 2 * i < n; i++)
    a[2 * i] = b[i];
  for (int i = 1; i * 3 <= n; i += 2)
    a[i] = b[3 * i];
  for (int j = 0; n - j > 0; j++)
    a[j] = b[j];
  for (int j = 0; n - 1 - j >= 0; j++)
    a[j] += b[j];
  for (k = 0; 4 * k < n + 2; ++k)
    a[k] = 1;
  a[k] = 2;
}

// RUN: solve-bound others/i
// RUN: solve-bound others/i#2
// RUN: solve-bound others/i#3
// RUN: solve-bound others/i#4
// RUN: solve-bound others/i#5
// RUN: solve-bound others/i#6
// RUN: solve-bound others/i#7
// RUN: solve-bound others/i#8
// RUN: solve-bound others/while
// RUN: solve-bound others/i 2
void others (int n, long m, unsigned u)
{
  for (int i = -3; 2 * i < n; i++) /* starts below zero */
    a[i + 3] = 1;
  for (int i = n; 2 * i < 50; i++) /* starts anywhere */
    a[i] = 1;
  for (int i = 0; 2 * i < m; i++) /* another type */
    a[i] = 1;
  for (int i = 0; u - i > 0; i++) /* unsigned */
    a[i] = 1;
  for (int i = 0; n - i > 0u; i++) /* compared unsigned */
    a[i] = 1;
  for (int i = 0; 2 * i < n; i++) { /* set in the body */
    a[i] = 1;
    i += a[i + 1] > 3;
  }
  for (int i = 0; 2 * i < n - i; i++) /* on both sides */
    a[i] = 1;
  for (int i = 0; 2 * i < n; i--) /* downwards */
    a[0] = 1;
  while (n > 0)
    n--;
}
