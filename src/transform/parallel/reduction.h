/* Between the proof of a reduction and the code made of it. */
#pragma once
#include "transform/legality/loop_analysis.h"

typedef struct
{
  IhopTransformStep *step;
  const IhopHeader *header;
  IhopStudy *study;
  const IhopReduction *reduction;
  const IhopNode *call;    /* a call of fmax or fmin that updates are made of, or NULL */
  gint64 lanes;
  gboolean tree, atomic, reassociate;
  gboolean is_certain;     /* every iteration touches the place */
} IhopReducing;

/* An array of partial results and the loops around it. */
IhopRewrite *ihop_reduction_partial (IhopReducing *self);
/* "#pragma omp atomic" at each update. NULL after a refusal. */
IhopRewrite *ihop_reduction_atomic (IhopReducing *self);
