/* How far the original's own results move when its arithmetic rounds up, or down, instead of to nearest.
 * A program that sums in another order may move as far without being wrong: an iteration that has
 * converged, or a difference of nearly equal values, shows nothing but rounding. (The same question is
 * asked with random rounding in stochastic arithmetic: Vignes, "A stochastic arithmetic for reliable
 * scientific computation", 1993.) */
#pragma once
#include "check/unsteady.h"

typedef struct
{
  IhopProgram *runs[2];  /* up, down */
} IhopRounding;

/* Runs the original twice more. NULL: such a run did not end as the original did. Caller frees. */
IhopRounding *ihop_rounding_new (IhopBuilder *builder, const IhopProgram *original);
void ihop_rounding_free (IhopRounding *rounding);
/* Of each record of a dump ("dump_path" or "bench_path" of the original), how far a value of it moved: an
 * array of double. rounding NULL: no record moved. Caller unrefs. */
GArray *ihop_rounding_spreads (const IhopRounding *rounding, const IhopProgram *original, gboolean bench,
                               GHashTable *types);
/* Whether two texts on standard output, already without their unsteady lines (of which unsteady may be
 * NULL), differ in numbers only, and in none further than IHOP_ROUNDING_FACTOR times what it moved. */
gboolean ihop_rounding_explains (const IhopRounding *rounding, const IhopUnsteady *unsteady,
                                 const char *original, const char *product);
/* The same of the texts of a file that both have written: "below" their own folders, or outside of these. */
gboolean ihop_rounding_explains_file (const IhopRounding *rounding, gboolean is_outside, const char *below,
                                      const char *original, const char *product);
