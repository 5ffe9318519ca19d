/* What a proof about one loop is made of. */
#include "transform/legality/loop_proof.h"
#include "analysis/program/isl_operations.h"
#include "analysis/dependence/witness.h"
#include "analysis/extract/extract.h"
#include "analysis/scop/execution_order.h"
#include "analysis/verdict/reasons.h"
#include "analysis/verdict/reduction.h"
#include "analysis/verdict/verdict.h"
#include "transform/build/refusal.h"
#include "transform/legality/obstacle.h"
#include "transform/legality/witness.h"
#include <string.h>

enum { MAX_OPERATIONS = 20 * 1000 * 1000 };

/* A "return" at the very end of a function's body leaves nothing out. */
static gboolean
is_end (const IhopLoopProof *proof, const IhopObstacle *obstacle)
{
  const IhopNode *root = proof->scop->root;

  return root == proof->header->name->function->body && root->n_children
         && obstacle->node == root->child[root->n_children - 1]
         && obstacle->node->kind == IHOP_RETURN && strcmp (obstacle->id, "IHOP-D003") == 0;
}

static const IhopObstacle *
first_obstacle (const IhopLoopProof *proof)
{
  for (guint i = 0; i < proof->scop->obstacles->len; i++)
    if (!is_end (proof, proof->scop->obstacles->pdata[i]))
      return proof->scop->obstacles->pdata[i];
  return NULL;
}

static gboolean
is_followed (IhopLoopProof *proof)
{
  const IhopObstacle *obstacle = first_obstacle (proof);

  if (obstacle)
    return ihop_refuse_obstacle (proof->step, obstacle);
  return ihop_require_no_assumption (proof->step, proof->header->loop, proof->scop->assumptions);
}

IhopLoopProof *
ihop_proof_new (IhopTransformStep *step, const IhopHeader *header)
{
  g_autoptr (IhopLoopProof) proof = g_new0 (IhopLoopProof, 1);
  isl_ctx *ctx = ihop_facts_isl (step->facts);

  ihop_operations_limit (ctx, MAX_OPERATIONS);
  proof->step = step;
  proof->header = header;
  proof->budget = ihop_facts_budget (step->facts);
  proof->scop = ihop_scop_new (step->facts, header->name->function, header->one_round ? header->body : header->loop,
                               &proof->budget);
  proof->loop.privates = g_ptr_array_new_with_free_func (g_free);
  proof->loop.reductions = g_ptr_array_new_with_free_func (ihop_reduction_free);
  proof->loop.inductions = g_ptr_array_new_with_free_func (ihop_induction_free);
  proof->loop.assumptions = g_ptr_array_new_with_free_func (ihop_assumption_free);
  proof->loop.dependences = g_ptr_array_new_with_free_func (ihop_dependence_free);
  proof->loop.reasons = g_ptr_array_new_with_free_func (ihop_reason_free);
  return is_followed (proof) ? g_steal_pointer (&proof) : NULL;
}

void
ihop_proof_free (IhopLoopProof *proof)
{
  isl_ctx *ctx = proof->scop->ctx;

  ihop_scop_free (proof->scop);
  g_ptr_array_unref (proof->loop.privates);
  g_ptr_array_unref (proof->loop.reductions);
  g_ptr_array_unref (proof->loop.inductions);
  g_ptr_array_unref (proof->loop.assumptions);
  g_ptr_array_unref (proof->loop.dependences);
  g_ptr_array_unref (proof->loop.reasons);
  g_free (proof);
  ihop_operations_free (ctx);
}

/* "claim" has the dependence and a name in its gaps; "doubt" says why it is not known to be there, or is NULL. */
static IhopDiag *
refuse_dependence (IhopLoopProof *proof, const IhopDependence *dependence, const char *claim, const char *name,
                   const IhopMessage *doubt)
{
  const char *id = dependence->is_exact ? IHOP_T_STORAGE : IHOP_T_UNKNOWN;
  g_autoptr (IhopMessage) found = ihop_witness_found (dependence);
  g_autoptr (IhopMessage) told
    = ihop_witness_told (ihop_message (claim, found, name), dependence, IHOP_WITNESS_AND_IN);
  IhopDiag *diag = ihop_refuse_message (proof->step, id, dependence->source,
                                        doubt ? ihop_message ("%s: %s", told, doubt) : ihop_message_ref (told));

  ihop_witness_keep (diag, dependence);
  return diag;
}

IhopDiag *
ihop_proof_refuse_carried (IhopLoopProof *proof, const IhopCarried *carried, const char *claim, const char *name)
{
  IhopDependence *dependence = ihop_dependence_new (proof->scop, carried);
  IhopDiag *diag = refuse_dependence (proof, dependence, claim, name, NULL);

  if (carried->a && carried->b && carried->a != carried->b)
    ihop_diag_remedy (diag, IHOP_REMEDY_APART, carried->a->name, carried->b->name);
  ihop_dependence_free (dependence);
  return diag;
}

/* One with a witness, if there is any. */
static const IhopDependence *
worst_dependence (const IhopLoop *loop)
{
  for (guint i = 0; i < loop->dependences->len; i++)
    if (((const IhopDependence *) loop->dependences->pdata[i])->is_exact)
      return loop->dependences->pdata[i];
  return loop->dependences->len ? loop->dependences->pdata[0] : NULL;
}

/* A verdict that is neither for nor against the loop has reasons. */
static void
add_remedies (IhopDiag *diag, const IhopReason *reason)
{
  for (guint i = 0; i < reason->remedies->len; i++)
    ihop_diag_add_remedy (diag, ihop_message_ref (reason->remedies->pdata[i]));
}

/* What is carried beside reductions; without a witness, why that is not known, too. */
static gboolean
refuse_verdict (IhopLoopProof *proof)
{
  const char *address = proof->header->name->address;
  const IhopDependence *dependence = worst_dependence (&proof->loop);
  const IhopReason *reason
    = dependence && dependence->is_exact ? NULL : proof->loop.reasons->pdata[0];
  IhopDiag *diag;

  if (dependence)
    diag = refuse_dependence (proof, dependence, N_ ("%s ties iterations of %s together"), address,
                              reason ? reason->message : NULL);
  else
    diag = ihop_refuse (proof->step, IHOP_T_UNKNOWN, proof->header->loop, "%s: %s", address, reason->message);
  if (reason)
    add_remedies (diag, reason);
  return FALSE;
}

/* What counts along is right in any order only if it is said by the iterator. */
static gboolean
refuse_induction (IhopLoopProof *proof)
{
  const IhopInduction *induction = proof->loop.inductions->pdata[0];
  const char *name = induction->symbol->name;

  ihop_diag_code (ihop_refuse (proof->step, IHOP_T_STORAGE, proof->header->loop,
                                 "%s counts along with %s and ties its iterations together", name,
                                 proof->header->name->address),
                    "induction %s %s", proof->header->name->address, name);
  return FALSE;
}

gboolean
ihop_proof_need_parallel (IhopLoopProof *proof)
{
  proof->loop.name = proof->header->name;
  ihop_judge_loop (proof->scop, &proof->loop);
  if (proof->loop.verdict != IHOP_PARALLEL)
    return refuse_verdict (proof);
  if (proof->loop.inductions->len)
    return refuse_induction (proof);
  return ihop_require_no_assumption (proof->step, proof->header->loop, proof->loop.assumptions);
}

GPtrArray *
ihop_proof_accesses (const IhopLoopProof *proof, const IhopSymbol *symbol)
{
  GPtrArray *accesses = g_ptr_array_new ();

  for (guint i = 0; i < proof->scop->accesses->len; i++)
    if (((IhopAccess *) proof->scop->accesses->pdata[i])->ref->root == symbol)
      g_ptr_array_add (accesses, proof->scop->accesses->pdata[i]);
  return accesses;
}

/* The elements of an access, by its first n subscripts. */
static isl_set *
elements_of (const IhopLoopProof *proof, const IhopAccess *access, guint n)
{
  return isl_set_intersect_params (isl_map_range (ihop_access_leading (access, n)),
                                   isl_set_copy (proof->scop->context));
}

static gboolean
share_an_element (const IhopLoopProof *proof, const IhopAccess *a, const IhopAccess *b, guint n)
{
  isl_set *both = isl_set_intersect (elements_of (proof, a, n), elements_of (proof, b, n));
  gboolean meet = isl_set_is_empty (both) != isl_bool_true;

  isl_set_free (both);
  return meet;
}

static gboolean
share_an_element_at_once (const IhopLoopProof *proof, const IhopAccess *a, const IhopAccess *b, guint n)
{
  isl_map *pairs = isl_map_apply_range (ihop_access_leading (a, n), isl_map_reverse (ihop_access_leading (b, n)));

  pairs = isl_map_equate (pairs, isl_dim_in, 0, isl_dim_out, 0);
  pairs = isl_map_intersect_params (pairs, isl_set_copy (proof->scop->context));
  gboolean meet = isl_map_is_empty (pairs) != isl_bool_true;
  isl_map_free (pairs);
  return meet;
}

static gboolean
may_meet (IhopLoopProof *proof, const IhopAccess *a, const IhopAccess *b, gboolean at_once)
{
  g_autoptr (GPtrArray) promises = g_ptr_array_new_with_free_func (ihop_assumption_free);
  IhopOverlap overlap = ihop_overlap_of (proof->scop, a, b, promises);

  for (guint i = 0; i < promises->len; i++)
    if (!((IhopAssumption *) promises->pdata[i])->by_owner)
      return TRUE;
  if (overlap.kind == IHOP_OVERLAP_NONE)
    return FALSE;
  if (overlap.kind == IHOP_OVERLAP_ROWS || a->map == NULL || b->map == NULL)
    return TRUE;
  return at_once ? share_an_element_at_once (proof, a, b, overlap.n_dims)
                 : share_an_element (proof, a, b, overlap.n_dims);
}

gboolean
ihop_proof_may_alias (IhopLoopProof *proof, const IhopAccess *a, const IhopAccess *b)
{
  return may_meet (proof, a, b, FALSE);
}

gboolean
ihop_proof_may_alias_in_iteration (IhopLoopProof *proof, const IhopAccess *a, const IhopAccess *b)
{
  return may_meet (proof, a, b, TRUE);
}

/* { instance of a → instance of b that runs later }, where both touch one element. */
static isl_map *
pairs_in_order (const IhopLoopProof *proof, const IhopAccess *a, const IhopAccess *b, guint n, gboolean at_once)
{
  isl_map *pairs = isl_map_apply_range (ihop_access_leading (a, n), isl_map_reverse (ihop_access_leading (b, n)));
  isl_map *before
    = ihop_scop_before (proof->scop, a->statement->loop, a->statement->depth, b->statement->loop,
                        b->statement->depth, a->position < b->position, 0);

  if (at_once)
    pairs = isl_map_equate (pairs, isl_dim_in, 0, isl_dim_out, 0);
  return isl_map_intersect_params (isl_map_intersect (pairs, before), isl_set_copy (proof->scop->context));
}

IhopDependence *
ihop_proof_aliasing_instances (IhopLoopProof *proof, const IhopAccess *a, const IhopAccess *b, gboolean at_once)
{
  IhopOverlap overlap = ihop_overlap_of (proof->scop, a, b, NULL);
  const IhopAccess *ends[] = { a, b };
  IhopDependence *meeting = NULL;

  if (overlap.kind != IHOP_OVERLAP_SURE || a->may != IHOP_MAY_NOT || b->may != IHOP_MAY_NOT || a->map == NULL
      || b->map == NULL)
    return NULL;
  for (guint i = 0; i < 2 && meeting == NULL; i++)
    {
      IhopCarried carried = { .source = ends[i], .sink = ends[1 - i], .is_exact = TRUE };
      carried.relation = pairs_in_order (proof, ends[i], ends[1 - i], overlap.n_dims, at_once);
      if (isl_map_is_empty (carried.relation) == isl_bool_false)
        meeting = ihop_dependence_new (proof->scop, &carried);
      isl_map_free (carried.relation);
    }
  return meeting;
}

gboolean
ihop_proof_in_every_iteration (const IhopLoopProof *proof, const IhopAccess *access)
{
  const IhopScopLoop *root = ihop_scop_root_loop (proof->scop);
  const IhopScopStatement *statement = access->statement;

  if (access->may != IHOP_MAY_NOT || !statement->is_exact || root == NULL || !root->is_exact)
    return FALSE;
  isl_set *runs = isl_set_project_out (isl_set_copy (statement->domain), isl_dim_set, 1,
                                       statement->depth - 1);
  isl_set *all = isl_set_intersect_params (isl_set_copy (root->domain),
                                           isl_set_copy (proof->scop->context));
  gboolean always = isl_set_is_subset (all, runs) == isl_bool_true;
  isl_set_free (runs);
  isl_set_free (all);
  return always;
}

gboolean
ihop_proof_refuse_uncovered (IhopLoopProof *proof, const IhopAccess *read, const GPtrArray *accesses)
{
  g_autoptr (GPtrArray) carried = g_ptr_array_new_with_free_func (ihop_carried_free);
  g_autofree char *text = ihop_witness_reference (read->node);

  for (guint i = 0; i < accesses->len && carried->len == 0; i++)
    {
      const IhopAccess *write = accesses->pdata[i];
      IhopOverlap overlap;
      if (!write->is_write || read->is_write)
        continue;
      overlap = ihop_overlap_of (proof->scop, write, read, NULL);
      if (overlap.kind != IHOP_OVERLAP_NONE)
        ihop_carried_find (proof->scop, write, read, &overlap, carried);
    }
  if (carried->len)
    ihop_proof_refuse_carried (proof, carried->pdata[0], N_ ("%s takes a value from one iteration of %s to another"),
                            proof->header->name->address);
  else
    ihop_refuse (proof->step, IHOP_T_STORAGE, read->node,
                 "%s is read before the same iteration of %s is sure to have set it", text,
                 proof->header->name->address);
  return FALSE;
}
