/* The published model (Allazov, Guda, Morylev 2017, section 5). */
#pragma once
#include "profiler/coalesce.h"

/* Threads of a block in the published model's search. */
#define IHOP_PAPER_VOLUME 256

/* Classes of a coefficient: 1 zero; 2 literal, |c| < cs; 3 literal >= cs, or not known. */
guint ihop_paper_class (IhopCongruence coefficient, gint64 cs);
/* Line reads per thread of one access x[… + a0 i0 + a1 i1 …] for i0 → x, i1 → y. "type" holds the
 * classes, "a" the absolute coefficients in elements (used where the class is 2), "b" the block's
 * sides, cs the elements of a cache line. */
double ihop_paper_reads_2d (const guint type[2], const gint64 a[2], const guint b[2], gint64 cs);
double ihop_paper_reads_3d (const guint type[3], const gint64 a[3], const guint b[3], gint64 cs);
/* The sum over the body: every occurrence times its executions. */
double ihop_paper_cost (const IhopPattern *pattern, const IhopShape *shape, const IhopGpu *gpu);
