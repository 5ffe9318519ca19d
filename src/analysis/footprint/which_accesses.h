/* Reads, writes, or both. */
#pragma once
#include "analysis/scop/access.h"

typedef enum
{
  IHOP_FLAT_READS = 1 << 0,
  IHOP_FLAT_WRITES = 1 << 1,
  IHOP_FLAT_BOTH = IHOP_FLAT_READS | IHOP_FLAT_WRITES
} IhopFlat;

/* Whether an access is one of these. */
static inline gboolean
ihop_flat_is_one (const IhopAccess *access, IhopFlat which)
{
  return (which & (access->is_write ? IHOP_FLAT_WRITES : IHOP_FLAT_READS)) != 0;
}
