/* What a proof about one loop is made of: its accesses as relations, and the verdict on it. For steps of kinds STORAGE and
 * TEXT, which bring a proof of their own. */
#pragma once
#include "analysis/dependence/dependences.h"
#include "analysis/verdict/loop.h"
#include "transform/build/header.h"

typedef struct
{
  IhopTransformStep *step;
  const IhopHeader *header;
  IhopBudget budget;       /* of isl's operations */
  IhopScop *scop;          /* of the loop, or of one round of it; owned */
  IhopLoop loop;           /* the verdict, filled in by ihop_proof_need_parallel; its arrays are owned */
} IhopLoopProof;

/* NULL after a refusal: something in the loop is not followed, or rests on an assumption that the owner has not made. The header
 * must outlive the proof. */
IhopLoopProof *ihop_proof_new (IhopTransformStep *step, const IhopHeader *header);
void ihop_proof_free (IhopLoopProof *proof);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopLoopProof, ihop_proof_free)

/* Fills in proof->loop. FALSE after a refusal: iterations are not proved independent but for reductions and private
 * variables. */
gboolean ihop_proof_need_parallel (IhopLoopProof *proof);

/* All accesses of a variable (of const IhopAccess *), in the order of evaluation. The caller unrefs. */
GPtrArray *ihop_proof_accesses (const IhopLoopProof *proof, const IhopSymbol *symbol);
/* Whether the access happens in every iteration at least once: it stands below no condition. */
gboolean ihop_proof_in_every_iteration (const IhopLoopProof *proof, const IhopAccess *access);

/* Whether two accesses may mean the same memory in one run of the loop, in whatever order. */
gboolean ihop_proof_may_alias (IhopLoopProof *proof, const IhopAccess *a, const IhopAccess *b);
/* The same within one iteration. */
gboolean ihop_proof_may_alias_in_iteration (IhopLoopProof *proof, const IhopAccess *a, const IhopAccess *b);
/* Two instances that are sure to mean the same element, the earlier one first; with "at_once" of one iteration. NULL: none
 * are sure to. The caller frees. */
IhopDependence *ihop_proof_aliasing_instances (IhopLoopProof *proof, const IhopAccess *a, const IhopAccess *b,
                                               gboolean at_once);

/* Refuses because of a dependence that the loop carries, with distance and witness. "claim" is a sentence with two gaps, marked
 * with N_: the dependence, "the flow dependence from a[i] (line 3) to a[i - 1] (line 4)", and the name (if it asks for one).
 * Keeps carried. Returned for remedies. */
IhopDiag *ihop_proof_refuse_carried (IhopLoopProof *proof, const IhopCarried *carried, const char *claim, const char *name);
/* Refuses because a read may see what another iteration has written; with a witness if one of the accesses (all of that
 * variable) is the write. Returns FALSE. */
gboolean ihop_proof_refuse_uncovered (IhopLoopProof *proof, const IhopAccess *read,
                                      const GPtrArray *accesses);
