/* Two references that mean the same memory, in the sentence of a refusal. */
#pragma once
#include "analysis/verdict/loops.h"
#include "transform/build/step.h"

/* "the flow dependence from A[i] (line 4) to A[i - 1] (line 5)" */
void ihop_witness_append_pair (GString *text, const IhopDependence *dependence);
/* The same; "a possible flow dependence …" where no two iterations are known that have it. */
void ihop_witness_append_found (GString *text, const IhopDependence *dependence);
/* ", distance (1, 0)", directions where the distance is not constant. Nothing without loops. */
void ihop_witness_append_vector (GString *text, const IhopDependence *dependence);
/* ": A[3] in (i = 1) WHAT (i = 2) when n = 4". Nothing where the dependence is not exact. */
void ihop_witness_append_iterations (GString *text, const IhopDependence *dependence,
                                     const char *what);
/* A refusal with the sentence, to which vector and iterations of the dependence are added; a picture can show them, too.
 * Takes the dependence, which may be NULL. */
IhopDiag *ihop_witness_refuse (IhopTransformStep *step, const char *id, const IhopNode *node, GString *sentence,
                               IhopDependence *dependence);
/* Keeps the two iterations of an exact dependence with the refusal. */
void ihop_witness_keep (IhopDiag *diag, const IhopDependence *dependence);
/* The reference as it is written, its first line only. The caller frees. */
char *ihop_witness_reference (const IhopNode *node);
