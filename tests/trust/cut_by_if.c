/* Loops of which an #if has one end only, as where one head is for OpenMP and another one is not. REFUSED: nothing
 * FOUND: 4 */
#include <stdio.h>

static double a[4000], b[4000];

void two_heads (int n)
{
#ifdef EVERY_OTHER
  for (int i = 0; i < n; i += 2) {
#else  // one after the other
  for (int i = 0; i < n; i++) {
#endif // EVERY_OTHER
    a[i] = b[i] * 2 + i;
  }
}

void three_heads (int n)
{
#if KIND == 1
#ifdef EVERY_OTHER
  for (int i = 1; i < n; i += 2)
#else
  for (int i = 2; i < n; i++)
#endif
#elif KIND == 2
  for (int i = 3; i < n; i++)
#else
  for (int i = 4; i < n; i++)
#endif
    b[i] += a[i] \
            * 0.5;
}

/* The end belongs to another #if than the head does. */
void two_ends (int n)
{
  for (int i = 0; i < n; i++) {
    a[i] += b[i];
#ifdef TWICE
    a[i] += b[i];
  }
  for (int i = 0; i < n; i++) {
#endif
#if 1
    b[i] -= 1; }
#else
  }
#endif
}

/* All of it stands inside: this one stays as it is. */
void whole (int n)
{
  for (int i = 0; i < n; i++)
    {
#ifdef TWICE
      a[i] *= 2;
#else
      a[i] *= 3;
#endif
    }
}

int main (void)
{
  double sum = 0;
  for (int i = 0; i < 100; i++)
    b[i * 40] = i;
  two_heads (4000);
  three_heads (3999);
  two_ends (4000);
  whole (4000);
  for (int i = 0; i < 100; i++)
    sum += a[i * 40] * (i % 3) - b[i * 39];
  printf ("%.17g %d\n", sum, __LINE__);
  return 0;
}
