/* Two references that mean the same memory, in the sentence of a refusal. */
#pragma once
#include "analysis/verdict/loops.h"
#include "transform/build/step.h"

/* "the flow dependence from A[i] (line 4) to A[i - 1] (line 5)". The caller owns what these give. */
IhopMessage *ihop_witness_ends (const IhopDependence *dependence);
/* The same; "a possible flow dependence …" where there is no witness. */
IhopMessage *ihop_witness_found (const IhopDependence *dependence);
/* How the two iterations follow each other. */
typedef enum
{
  IHOP_WITNESS_AND,        /* "A[3] in (i = 1) and (i = 2)" */
  IHOP_WITNESS_AND_IN,     /* "… and in (i = 2)" */
  IHOP_WITNESS_BEFORE,     /* "… is touched before (i = 2)" */
  IHOP_WITNESS_NOW_AFTER   /* "… is now touched after (i = 2)" */
} IhopWitnessOrder;
/* The claim with the distance and the two iterations behind it, as far as the dependence has them:
 * "CLAIM, distance (1, 0): A[3] in (i = 1) and in (i = 2) when n = 4"; directions where the distance is not constant.
 * Takes claim. */
IhopMessage *ihop_witness_told (IhopMessage *claim, const IhopDependence *dependence, IhopWitnessOrder order);
/* A refusal with the sentence and, where there is such, the two iterations; takes sentence and dependence (may be
 * NULL). */
IhopDiag *ihop_witness_refuse (IhopTransformStep *step, const char *id, const IhopNode *node, IhopMessage *sentence,
                               IhopDependence *dependence);
/* Keeps the two iterations of an exact dependence with the refusal. */
void ihop_witness_keep (IhopDiag *diag, const IhopDependence *dependence);
/* The reference as it is written, its first line only. The caller frees. */
char *ihop_witness_reference (const IhopNode *node);
