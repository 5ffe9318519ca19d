/* A loop with a reduction, as the step has read it. */
#pragma once
#include "transform/legality/loop_proof.h"

typedef struct
{
  IhopTransformStep *step;
  const IhopHeader *header;
  IhopLoopProof *proof;
  const IhopReduction *reduction;
  const IhopNode *call;    /* a call of fmax or fmin that updates are made of, or NULL */
  gint64 lanes;
  gboolean tree, atomic, reassociate;
  gboolean is_certain;     /* every iteration touches the place */
} IhopReductionLoop;
