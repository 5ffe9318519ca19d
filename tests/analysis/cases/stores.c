/* One constant, stored by whichever iterations store: their order does not matter. */
#include <stdbool.h>
struct state { int changed, other; bool more; unsigned low : 3; };
extern int table[64], flag;
// expect found/i: parallel reduction = found
int found (int n, const int *a) { int found = 0; for (int i = 0; i < n; i++) if (a[i] > 7) found = 1; return found; }
// expect lost/i: parallel reduction = ok
int lost (int n, const int *a, int ok) { for (int i = 0; i < n; i++) if (a[i] > 7) ok = 0; return ok; }
// expect said/i: parallel reduction = changed
bool said (int n, const int *a) { bool changed = false; for (int i = 0; i < n; i++) { if (a[i] == 3) changed = true; if (a[i] > 7) changed = 1; } return changed; }
// expect outside/i: parallel reduction = flag
void outside (int n, const int *restrict a) { for (int i = 0; i < n; i++) if (a[i] > 7) flag = -1; }
// expect seen/i: parallel reduction []~= seen
void seen (int n, const int *restrict to, int *restrict seen) { for (int i = 0; i < n; i++) seen[to[i]] = 1; }
// expect members/i: parallel reduction []~= s reduction []~= s
void members (struct state *restrict s, int n, const int *restrict a) { for (int i = 0; i < n; i++) if (a[i] > 7) { s->changed = 1; s->more = 0; } }
// expect inside/i: parallel
// expect inside/i/j: parallel reduction = found
void inside (int n, const int *restrict a, int *restrict b)
{
  for (int i = 0; i < n; i++)
    {
      int found = 0;
      for (int j = 0; j < n; j++)
        if (a[j] == i)
          found = 1;
      b[i] = found;
    }
}
// expect two/i: unknown
int two (int n, const int *a) { int found = 0; for (int i = 0; i < n; i++) { if (a[i] > 7) found = 1; if (a[i] < 0) found = 2; } return found; }
// expect undone/i: unknown
int undone (int n, const int *a) { int found = 0; for (int i = 0; i < n; i++) { if (a[i] > 7) found = 1; if (a[i] < 0) found = 0; } return found; }
// expect read/i: unknown
int read (int n, const int *a) { int found = 0, k = 0; for (int i = 0; i < n; i++) { if (a[i] > 7) found = 1; k += found; } return k; }
// expect counted/i: unknown
int counted (int n, const int *a) { int found = 0; for (int i = 0; i < n; i++) { if (a[i] > 7) found = 1; else found++; } return found; }
// expect cut/i: unknown
int cut (int n, const int *a) { unsigned char found = 0; for (int i = 0; i < n; i++) if (a[i] > 7) found = 256 + 1; return found; }
// expect bits/i: unknown
void bits (struct state *restrict s, int n, const int *restrict a) { for (int i = 0; i < n; i++) if (a[i] > 7) s->low = 1; }
// expect looked/i: unknown
void looked (int n, const int *restrict to, int *restrict seen) { for (int i = 0; i < n; i++) if (!seen[to[i] / 2]) seen[to[i]] = 1; }
// expect rounded/i: unknown
double rounded (int n, const int *a) { double found = 0; for (int i = 0; i < n; i++) if (a[i] > 7) found = 1; return found; }

/* A function that touches one element through its address touches what the subscripts name; one that goes on from there may leave the row. */
unsigned seeds[256][256];
static unsigned next_seed (unsigned *s) { *s ^= *s << 13; return *s; }
static unsigned second_seed (unsigned *s) { return s[1]++; }
// expect seeds_by_address/i: parallel
// expect seeds_by_address/i/j: parallel
void seeds_by_address (int color, double u[256][256])
{
  for (int i = 0; i < 256; i++)
    for (int j = (i + color) % 2; j < 256; j += 2)
      u[i][j] = next_seed (&seeds[i][j]);
}
// expect seeds_behind_address/i: unknown
void seeds_behind_address (int color, double u[256][256])
{
  for (int i = 0; i < 256; i++)
    for (int j = (i + color) % 2; j < 256; j += 2)
      u[i][j] = second_seed (&seeds[i][j]);
}
// expect seeds_by_arithmetic/i: unknown
void seeds_by_arithmetic (int color, double u[256][256])
{
  for (int i = 0; i < 256; i++)
    for (int j = (i + color) % 2; j < 256; j += 2)
      u[i][j] = next_seed (&seeds[i][0] + j);
}
