/* A loop with a reduction and the words of the step, for the two ways of rewriting it. */
#pragma once
#include "transform/legality/loop_proof.h"

typedef struct
{
  IhopTransformStep *step;
  const IhopHeader *header;
  IhopLoopProof *proof;
  const IhopReduction *reduction; /* of the proof's verdict */
  const IhopNode *call;    /* a call of fmax or fmin that updates are made of, or NULL */
  gint64 lanes;            /* partial results */
  gboolean tree, atomic, reassociate; /* words of the step */
  gboolean is_certain;     /* every iteration updates the place */
} IhopReductionLoop;
