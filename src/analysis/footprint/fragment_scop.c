#include "analysis/footprint/fragment_scop.h"
#include "analysis/extract/extract.h"
#include "analysis/footprint/implied_bounds.h"
#include "analysis/program/facts_private.h"
#include "analysis/program/isl_operations.h"

enum { MAX_OPERATIONS = 40 * 1000 * 1000 };

void
ihop_footprint_start (IhopFacts *facts)
{
  ihop_operations_limit (ihop_facts_isl (facts), MAX_OPERATIONS);
}

void
ihop_footprint_stop (IhopFacts *facts)
{
  ihop_operations_free (ihop_facts_isl (facts));
}

/* Scops of fragments are asked for again and again (footprints, trip counts): kept. */
IhopScop *
ihop_footprint_scop (IhopFacts *facts, const IhopFunction *function, const IhopNode *fragment)
{
  GHashTable *cache
    = ihop_facts_cache (facts, "fragment-scops", (GDestroyNotify) ihop_scop_free);
  IhopScop *scop = g_hash_table_lookup (cache, fragment);

  if (scop == NULL)
    {
      scop = ihop_scop_new_with_quotients (facts, function, fragment);
      ihop_scop_learn_inside (scop);
      g_hash_table_insert (cache, (gpointer) fragment, scop);
    }
  return scop;
}
