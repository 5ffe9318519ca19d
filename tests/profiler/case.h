/* Patterns without code, for tests of the counting alone. */
#pragma once
#include "profiler/coalesce.h"

/* One access of "bytes" bytes whose address is offset + Σ stride[k] * counter k, all in bytes. */
static inline IhopPattern *
case_pattern (guint n, const gint64 *strides, gint64 offset, guint bytes, const double *trips)
{
  IhopPattern *pattern = ihop_pattern_new_empty (n);
  IhopPatternAccess access = { .bytes = bytes, .executions = 1, .varying = 1 };

  access.address = ihop_form_constant (offset);
  for (guint k = 0; k < n; k++)
    {
      access.address.count[k].value = strides[k];
      pattern->trips[k] = trips[k];
      pattern->is_known[k] = TRUE;
    }
  g_array_append_val (pattern->accesses, access);
  return pattern;
}
