#include "simt/run/rounded.h"
#include <fenv.h>
#include <math.h>

enum { LANES = 32 };

/* How the processor rounds has been changed, or will be: what is in memory is read behind this, and written before it. The compiler
 * does not know that sums depend on it. */
#define NOTHING_PASSES __asm__ volatile ("" : : : "memory")

#define COMPUTE(TYPE, fma, sqrt)                                                                   \
  static void compute_##TYPE (guint operation, const TYPE *a, TYPE *results)                       \
  {                                                                                                \
    const TYPE *b = a + LANES, *c = b + LANES;                                                     \
    for (guint i = 0; operation == IHOP_ROUNDED_FMA && i < LANES; i++)                             \
      results[i] = fma (a[i], b[i], c[i]);                                                         \
    for (guint i = 0; operation == IHOP_ROUNDED_MUL && i < LANES; i++)                             \
      results[i] = a[i] * b[i];                                                                    \
    for (guint i = 0; operation == IHOP_ROUNDED_DIV && i < LANES; i++)                             \
      results[i] = a[i] / b[i];                                                                    \
    for (guint i = 0; operation == IHOP_ROUNDED_SQRT && i < LANES; i++)                            \
      results[i] = sqrt (a[i]);                                                                    \
  }
COMPUTE (float, fmaf, sqrtf)
COMPUTE (double, fma, sqrt)

void
ihop_rounded (guint32 asked, gconstpointer operands, gpointer results)
{
  static const int ways[] = { [IHOP_ROUNDED_TO_ZERO] = FE_TOWARDZERO, [IHOP_ROUNDED_DOWN] = FE_DOWNWARD, [IHOP_ROUNDED_UP] = FE_UPWARD };
  guint operation = asked % IHOP_ROUNDED_WAY;
  int before = fegetround ();

  fesetround (ways[asked % IHOP_ROUNDED_DOUBLE / IHOP_ROUNDED_WAY]);
  NOTHING_PASSES;
  if (asked & IHOP_ROUNDED_DOUBLE)
    compute_double (operation, operands, results);
  else
    compute_float (operation, operands, results);
  NOTHING_PASSES;
  fesetround (before);
}
