/* One loop analysed for a step that brings its own proof. */
#pragma once
#include "analysis/dependence/dependences.h"
#include "transform/build/header.h"

/* A loop looked at: its accesses as relations, and (if asked) its verdict. */
typedef struct
{
  IhopTransformStep *step;
  const IhopHeader *header;
  IhopBudget budget;
  IhopScop *scop;          /* owned */
  IhopLoop loop;           /* filled in by ihop_proof_need_parallel; its arrays are owned */
} IhopLoopProof;

/* NULL after a refusal: something in the loop is not followed, or rests on a promise that nobody
 * gave. The header must outlive it. */
IhopLoopProof *ihop_proof_new (IhopTransformStep *step, const IhopHeader *header);
void ihop_proof_free (IhopLoopProof *proof);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopLoopProof, ihop_proof_free)
/* Fills in proof->loop. FALSE after a refusal: iterations are not proved independent but for
 * reductions and private variables. */
gboolean ihop_proof_need_parallel (IhopLoopProof *proof);
/* Every access of a variable, in the order of evaluation. Of const IhopAccess *; caller unrefs. */
GPtrArray *ihop_proof_accesses (const IhopLoopProof *proof, const IhopSymbol *symbol);
/* Whether two accesses may mean the same memory in one run of the loop, whatever the order. */
gboolean ihop_proof_may_alias (IhopLoopProof *proof, const IhopAccess *a, const IhopAccess *b);
/* The same within one iteration of the loop. */
gboolean ihop_proof_may_alias_in_iteration (IhopLoopProof *proof, const IhopAccess *a, const IhopAccess *b);
/* Instances in which the two are sure to mean one element, as they follow each other; NULL: none is sure to. With
 * "at_once", in one iteration of the loop. Caller frees. */
IhopDependence *ihop_proof_aliasing_instances (IhopLoopProof *proof, const IhopAccess *a, const IhopAccess *b, gboolean at_once);
/* Whether an access happens in every iteration, once at least: not below a condition. */
gboolean ihop_proof_in_every_iteration (const IhopLoopProof *proof, const IhopAccess *access);
/* "the flow dependence from a[i] (line 3) to a[i - 1] (line 4)", with distance and witness, and why
 * that stands in the way. Keeps carried. */
IhopDiag *ihop_proof_refuse_carried (IhopLoopProof *proof, const IhopCarried *carried, const char *why);
/* Refuses because of a read that may see what another iteration has written; with a witness where
 * one of the accesses (all to that variable) is the write. Returns FALSE. */
gboolean ihop_proof_refuse_uncovered (IhopLoopProof *proof, const IhopAccess *read,
                                      const GPtrArray *accesses);
