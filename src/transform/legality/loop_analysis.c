/* One loop looked at, for steps that bring a proof of their own. */
#include "transform/legality/loop_analysis.h"
#include "analysis/program/isl_operations.h"
#include "analysis/verdict/verdict.h"
#include "transform/build/refusal.h"
#include "transform/legality/obstacle.h"
#include "transform/legality/witness.h"
#include <string.h>

enum { MAX_OPERATIONS = 20 * 1000 * 1000 };

/* A "return" at the very end of a function's body leaves nothing out. */
static gboolean
is_end (const IhopStudy *study, const IhopObstacle *obstacle)
{
  const IhopNode *root = study->scop->root;

  return root == study->header->name->function->body && root->n_children
         && obstacle->node == root->child[root->n_children - 1]
         && obstacle->node->kind == IHOP_RETURN && strcmp (obstacle->id, "IHOP-D003") == 0;
}

static const IhopObstacle *
first_obstacle (const IhopStudy *study)
{
  for (guint i = 0; i < study->scop->obstacles->len; i++)
    if (!is_end (study, study->scop->obstacles->pdata[i]))
      return study->scop->obstacles->pdata[i];
  return NULL;
}

static gboolean
is_followed (IhopStudy *study)
{
  const IhopObstacle *obstacle = first_obstacle (study);

  if (obstacle)
    return ihop_refuse_obstacle (study->step, obstacle);
  return ihop_rests_on_none (study->step, study->header->loop, study->scop->assumptions);
}

IhopStudy *
ihop_study_new (IhopTransformStep *step, const IhopHeader *header)
{
  g_autoptr (IhopStudy) study = g_new0 (IhopStudy, 1);
  isl_ctx *ctx = ihop_facts_isl (step->facts);

  ihop_operations_limit (ctx, MAX_OPERATIONS);
  study->step = step;
  study->header = header;
  study->budget = ihop_facts_budget (step->facts);
  study->scop = ihop_scop_new (step->facts, header->name->function, header->loop, &study->budget);
  study->loop.privates = g_ptr_array_new_with_free_func (g_free);
  study->loop.reductions = g_ptr_array_new_with_free_func (ihop_reduction_free);
  study->loop.inductions = g_ptr_array_new_with_free_func (ihop_induction_free);
  study->loop.assumptions = g_ptr_array_new_with_free_func (ihop_assumption_free);
  study->loop.dependences = g_ptr_array_new_with_free_func (ihop_dependence_free);
  study->loop.reasons = g_ptr_array_new_with_free_func (ihop_reason_free);
  return is_followed (study) ? g_steal_pointer (&study) : NULL;
}

void
ihop_study_free (IhopStudy *study)
{
  isl_ctx *ctx = study->scop->ctx;

  ihop_scop_free (study->scop);
  g_ptr_array_unref (study->loop.privates);
  g_ptr_array_unref (study->loop.reductions);
  g_ptr_array_unref (study->loop.inductions);
  g_ptr_array_unref (study->loop.assumptions);
  g_ptr_array_unref (study->loop.dependences);
  g_ptr_array_unref (study->loop.reasons);
  g_free (study);
  ihop_operations_free (ctx);
}

/* "doubt": why it is not known to be there, or NULL. */
static IhopDiag *
refuse_dependence (IhopStudy *study, const IhopDependence *dependence, const char *why, const char *doubt)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *id = dependence->is_exact ? IHOP_T_STORAGE : IHOP_T_UNKNOWN;

  ihop_witness_append_found (text, dependence);
  g_string_append_printf (text, " %s", why);
  ihop_witness_append_vector (text, dependence);
  ihop_witness_append_iterations (text, dependence, "and in");
  if (doubt)
    g_string_append_printf (text, ": %s", doubt);
  IhopDiag *diag = ihop_refuse (study->step, id, dependence->source, "%s", text->str);
  ihop_witness_keep (diag, dependence);
  return diag;
}

IhopDiag *
ihop_study_refuse_pair (IhopStudy *study, const IhopCarried *carried, const char *why)
{
  IhopDependence *dependence = ihop_dependence_new (study->scop, carried);
  IhopDiag *diag = refuse_dependence (study, dependence, why, NULL);

  if (carried->a && carried->b && carried->a != carried->b)
    ihop_diag_remedy (diag, "%s and %s may be the same memory: if they are not, say --alias trust "
                            "or declare them restrict", carried->a->name, carried->b->name);
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
    ihop_diag_remedy (diag, "%s", (const char *) reason->remedies->pdata[i]);
}

/* What is carried beside reductions; without a witness, why that is not known, too. */
static gboolean
refuse_verdict (IhopStudy *study)
{
  const char *address = study->header->name->address;
  const IhopDependence *dependence = worst_dependence (&study->loop);
  const IhopReason *reason
    = dependence && dependence->is_exact ? NULL : study->loop.reasons->pdata[0];
  g_autofree char *why = g_strdup_printf ("ties iterations of %s together", address);
  IhopDiag *diag;

  if (dependence)
    diag = refuse_dependence (study, dependence, why, reason ? reason->message : NULL);
  else
    diag = ihop_refuse (study->step, IHOP_T_UNKNOWN, study->header->loop, "%s: %s", address, reason->message);
  if (reason)
    add_remedies (diag, reason);
  return FALSE;
}

/* What counts along is right in any order only if it is said by the iterator. */
static gboolean
refuse_induction (IhopStudy *study)
{
  const IhopInduction *induction = study->loop.inductions->pdata[0];
  const char *name = induction->symbol->name;

  ihop_diag_remedy (ihop_refuse (study->step, IHOP_T_STORAGE, study->header->loop,
                                 "%s counts along with %s and ties its iterations together", name,
                                 study->header->name->address),
                    "induction %s %s", study->header->name->address, name);
  return FALSE;
}

gboolean
ihop_study_judge (IhopStudy *study)
{
  study->loop.name = study->header->name;
  ihop_judge_loop (study->scop, &study->loop);
  if (study->loop.verdict != IHOP_PARALLEL)
    return refuse_verdict (study);
  if (study->loop.inductions->len)
    return refuse_induction (study);
  return ihop_rests_on_none (study->step, study->header->loop, study->loop.assumptions);
}

GPtrArray *
ihop_study_accesses (const IhopStudy *study, const IhopSymbol *symbol)
{
  GPtrArray *accesses = g_ptr_array_new ();

  for (guint i = 0; i < study->scop->accesses->len; i++)
    if (((IhopAccess *) study->scop->accesses->pdata[i])->ref->root == symbol)
      g_ptr_array_add (accesses, study->scop->accesses->pdata[i]);
  return accesses;
}

/* The elements of an access, by its first n subscripts. */
static isl_set *
elements_of (const IhopStudy *study, const IhopAccess *access, guint n)
{
  return isl_set_intersect_params (isl_map_range (ihop_access_leading (access, n)),
                                   isl_set_copy (study->scop->context));
}

static gboolean
share_an_element (const IhopStudy *study, const IhopAccess *a, const IhopAccess *b, guint n)
{
  isl_set *both = isl_set_intersect (elements_of (study, a, n), elements_of (study, b, n));
  gboolean meet = isl_set_is_empty (both) != isl_bool_true;

  isl_set_free (both);
  return meet;
}

static gboolean
share_an_element_at_once (const IhopStudy *study, const IhopAccess *a, const IhopAccess *b, guint n)
{
  isl_map *pairs = isl_map_apply_range (ihop_access_leading (a, n), isl_map_reverse (ihop_access_leading (b, n)));

  pairs = isl_map_equate (pairs, isl_dim_in, 0, isl_dim_out, 0);
  pairs = isl_map_intersect_params (pairs, isl_set_copy (study->scop->context));
  gboolean meet = isl_map_is_empty (pairs) != isl_bool_true;
  isl_map_free (pairs);
  return meet;
}

static gboolean
may_meet (IhopStudy *study, const IhopAccess *a, const IhopAccess *b, gboolean at_once)
{
  g_autoptr (GPtrArray) promises = g_ptr_array_new_with_free_func (ihop_assumption_free);
  IhopOverlap overlap = ihop_overlap_of (study->scop, a, b, promises);

  for (guint i = 0; i < promises->len; i++)
    if (!((IhopAssumption *) promises->pdata[i])->by_owner)
      return TRUE;
  if (overlap.kind == IHOP_OVERLAP_NONE)
    return FALSE;
  if (overlap.kind == IHOP_OVERLAP_ROWS || a->map == NULL || b->map == NULL)
    return TRUE;
  return at_once ? share_an_element_at_once (study, a, b, overlap.n_dims)
                 : share_an_element (study, a, b, overlap.n_dims);
}

gboolean
ihop_study_may_meet (IhopStudy *study, const IhopAccess *a, const IhopAccess *b)
{
  return may_meet (study, a, b, FALSE);
}

gboolean
ihop_study_may_meet_at_once (IhopStudy *study, const IhopAccess *a, const IhopAccess *b)
{
  return may_meet (study, a, b, TRUE);
}

/* { instance of a → instance of b that runs later }, where both touch one element. */
static isl_map *
pairs_in_order (const IhopStudy *study, const IhopAccess *a, const IhopAccess *b, guint n, gboolean at_once)
{
  isl_map *pairs = isl_map_apply_range (ihop_access_leading (a, n), isl_map_reverse (ihop_access_leading (b, n)));
  isl_map *before
    = ihop_scop_before (study->scop, a->statement->loop, a->statement->depth, b->statement->loop,
                        b->statement->depth, a->position < b->position, 0);

  if (at_once)
    pairs = isl_map_equate (pairs, isl_dim_in, 0, isl_dim_out, 0);
  return isl_map_intersect_params (isl_map_intersect (pairs, before), isl_set_copy (study->scop->context));
}

IhopDependence *
ihop_study_meeting (IhopStudy *study, const IhopAccess *a, const IhopAccess *b, gboolean at_once)
{
  IhopOverlap overlap = ihop_overlap_of (study->scop, a, b, NULL);
  const IhopAccess *ends[] = { a, b };
  IhopDependence *meeting = NULL;

  if (overlap.kind != IHOP_OVERLAP_SURE || a->may != IHOP_MAY_NOT || b->may != IHOP_MAY_NOT || a->map == NULL
      || b->map == NULL)
    return NULL;
  for (guint i = 0; i < 2 && meeting == NULL; i++)
    {
      IhopCarried carried = { .source = ends[i], .sink = ends[1 - i], .is_exact = TRUE };
      carried.relation = pairs_in_order (study, ends[i], ends[1 - i], overlap.n_dims, at_once);
      if (isl_map_is_empty (carried.relation) == isl_bool_false)
        meeting = ihop_dependence_new (study->scop, &carried);
      isl_map_free (carried.relation);
    }
  return meeting;
}

gboolean
ihop_study_always (const IhopStudy *study, const IhopAccess *access)
{
  const IhopScopLoop *root = ihop_scop_root_loop (study->scop);
  const IhopScopStatement *statement = access->statement;

  if (access->may != IHOP_MAY_NOT || !statement->is_exact || root == NULL || !root->is_exact)
    return FALSE;
  isl_set *runs = isl_set_project_out (isl_set_copy (statement->domain), isl_dim_set, 1,
                                       statement->depth - 1);
  isl_set *all = isl_set_intersect_params (isl_set_copy (root->domain),
                                           isl_set_copy (study->scop->context));
  gboolean always = isl_set_is_subset (all, runs) == isl_bool_true;
  isl_set_free (runs);
  isl_set_free (all);
  return always;
}

gboolean
ihop_study_refuse_uncovered (IhopStudy *study, const IhopAccess *read, const GPtrArray *accesses)
{
  g_autoptr (GPtrArray) carried = g_ptr_array_new_with_free_func (ihop_carried_free);
  g_autofree char *why = g_strdup_printf ("takes a value from one iteration of %s to another",
                                          study->header->name->address);
  g_autofree char *text = ihop_witness_reference (read->node);

  for (guint i = 0; i < accesses->len && carried->len == 0; i++)
    {
      const IhopAccess *write = accesses->pdata[i];
      IhopOverlap overlap;
      if (!write->is_write || read->is_write)
        continue;
      overlap = ihop_overlap_of (study->scop, write, read, NULL);
      if (overlap.kind != IHOP_OVERLAP_NONE)
        ihop_carried_find (study->scop, write, read, &overlap, carried);
    }
  if (carried->len)
    ihop_study_refuse_pair (study, carried->pdata[0], why);
  else
    ihop_refuse (study->step, IHOP_T_STORAGE, read->node,
                 "%s is read before the same iteration of %s is sure to have set it", text,
                 study->header->name->address);
  return FALSE;
}
