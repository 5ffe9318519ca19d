#include "analysis/program/isl_operations.h"
#include <isl/val.h>

/* Whether isl still works where it may do fewer than "most" operations in all; if so, it has done one more. */
static gboolean
works_below (isl_ctx *ctx, guint64 most)
{
  isl_ctx_set_max_operations (ctx, (unsigned long) most);

  isl_val *value = isl_val_zero (ctx);

  isl_val_free (value);
  return value != NULL;
}

/* isl tells nobody its count, but it keeps limits: the lowest one under which it works is just above the count. */
static guint64
find_count (isl_ctx *ctx, guint64 low)
{
  guint64 high = low + 1;

  for (guint64 stride = 1; !works_below (ctx, high); stride *= 2)
    {
      low = high;
      high += stride;
    }
  for (low++, high++; high - low > 1;)
    {
      guint64 middle = low + (high - low) / 2;
      if (works_below (ctx, middle))
        {
          low++;
          high = middle + 1;
        }
      else
        low = middle;
    }
  return low;
}

guint64
ihop_operations_count (isl_ctx *ctx, guint64 at_least)
{
  unsigned long limit = isl_ctx_get_max_operations (ctx);
  gboolean was_fine = isl_ctx_last_error (ctx) == isl_error_none;
  guint64 count = find_count (ctx, at_least);

  isl_ctx_set_max_operations (ctx, limit);
  if (was_fine)
    isl_ctx_reset_error (ctx);
  return count;
}

void
ihop_operations_limit (isl_ctx *ctx, guint64 most)
{
  isl_ctx_set_max_operations (ctx, (unsigned long) (ihop_operations_count (ctx, 0) + most));
}

void
ihop_operations_free (isl_ctx *ctx)
{
  isl_ctx_set_max_operations (ctx, 0);
  isl_ctx_reset_error (ctx);
}
