/* wavefront: skew and interchange at once, by the smallest factor after which the inner loop is parallel (Lamport 1974;
 * Wolfe 1986). */
#include "analysis/scop/scop.h"
#include "analysis/extract/extract.h"
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/make.h"
#include "transform/build/refusal.h"
#include "transform/legality/judge.h"
#include "transform/legality/witness.h"
#include "transform/order/perfect_nest.h"

enum { MOST_FACTOR = 4 };

/* { [i, j] → [j + factor * i, i] } of the iterations. */
static isl_set *
fronts (const IhopScop *scop, const IhopNest *nest, gint64 factor)
{
  const IhopScopLoop *inner = scop->loops->len > 1 ? scop->loops->pdata[1] : NULL;

  if (inner == NULL || inner->node != nest->header[1].loop || !inner->is_exact)
    return NULL;
  isl_set *domain = isl_set_intersect_params (isl_set_copy (inner->domain),
                                              isl_set_copy (scop->context));
  isl_local_space *local = isl_local_space_from_space (isl_set_get_space (domain));
  isl_aff *i = isl_aff_var_on_domain (isl_local_space_copy (local), isl_dim_set, 0);
  isl_aff *front = isl_aff_var_on_domain (local, isl_dim_set, 1);
  front = isl_aff_set_coefficient_si (front, isl_dim_in, 0, (int) factor);
  isl_map *map = isl_map_flat_range_product (isl_map_from_aff (front), isl_map_from_aff (i));
  return isl_set_apply (domain, map);
}

static const IhopNode *
slanted_body (IhopBuild *build, const IhopNest *nest, gint64 factor)
{
  const IhopNode *i = ihop_make_ref (build, nest->header[0].iterator);
  const IhopNode *j = ihop_make_ref (build, nest->header[1].iterator);

  if (factor > 1)
    i = ihop_make_binary (build, IHOP_OP_MUL, ihop_make_integer (build, factor), i);
  return ihop_copy (build, nest->body,
                    ihop_values_new (build, nest->header[1].iterator,
                                     ihop_make_binary (build, IHOP_OP_SUB, j, i)));
}

static IhopRewrite *
by_factor (IhopTransformStep *step, const IhopNest *nest, const IhopScop *scop, gint64 factor)
{
  g_autoptr (IhopBuild) build = ihop_build_new (step, nest->header[0].name->function);
  IhopSymbol *iterators[] = { nest->header[1].iterator, nest->header[0].iterator };
  IhopBoundWriter writing = { build, scop, 2, iterators };
  const IhopNode *body = slanted_body (build, nest, factor);
  isl_set *set = fronts (scop, nest, factor);

  for (guint d = 2; set && body && d-- > 0;)
    body = ihop_nest_loop (&writing, &nest->header[1 - d], set, d, body);
  gboolean fine = set && body;
  isl_set_free (set);
  return fine ? ihop_build_finish_one (build, nest->header[0].loop, body) : NULL;
}

/* What still ties iterations of the inner loop. Caller owns it. */
static IhopMessage *
tie_message (const IhopLoop *loop)
{
  if (loop->dependences->len == 0)
    return ihop_message_ref (((const IhopReason *) loop->reasons->pdata[0])->message);
  g_autoptr (IhopMessage) found = ihop_witness_found (loop->dependences->pdata[0]);
  return ihop_message ("%s stays in the inner loop", found);
}

/* Whether the judge lets it pass, and the loop inside is parallel then; else "*why" not (owned). */
static gboolean
pays (IhopTransformStep *step, const IhopRewrite *rewrite, IhopMessage **why)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autoptr (GPtrArray) trees = g_ptr_array_new ();
  IhopTransformStep quiet = *step;
  const IhopNode *front = rewrite->new_region->pdata[0];

  quiet.diags = diags;
  if (!ihop_judge_order (&quiet, rewrite))
    {
      ihop_message_unref (*why);
      *why = ihop_message_ref (((const IhopDiag *) diags->pdata[0])->message);
      return FALSE;
    }
  g_ptr_array_add (trees, rewrite->tree);
  g_autoptr (IhopFacts) facts = ihop_facts_new (trees, ihop_facts_options (step->facts), diags);
  const IhopLoop *loop = ihop_loops_find (facts, rewrite->tree, ihop_only_loop (front->child[3]));
  if (loop->verdict == IHOP_PARALLEL)
    return TRUE;
  ihop_message_unref (*why);
  *why = tie_message (loop);
  return FALSE;
}

static gboolean
is_plain (IhopTransformStep *step, const IhopNest *nest)
{
  for (guint i = 0; i < 2; i++)
    if (!ihop_require_signed_counter (step, &nest->header[i])
        || !ihop_require_unit_step (step, &nest->header[i], FALSE))
      return FALSE;
  return ihop_require_copyable (step, nest->body);
}

static IhopRewrite *
wavefront_build (IhopTransformStep *step, char **words, guint n)
{
  const IhopLoopName *name;
  IhopNest nest;

  if (!ihop_args_count (step, n, 1, 1)
      || !(name = ihop_args_loop (step, words[0])) || !ihop_nest_read (step, name, 2, &nest)
      || !is_plain (step, &nest) || !ihop_require_hoistable_bounds (step, &nest))
    return NULL;
  IhopBudget budget = ihop_facts_budget (step->facts);
  g_autoptr (IhopScop) scop
    = ihop_scop_new (step->facts, name->function, nest.header[0].loop, &budget);
  g_autoptr (IhopMessage) why = NULL;
  for (gint64 factor = 1; factor <= MOST_FACTOR; factor++)
    {
      g_autoptr (IhopRewrite) rewrite = by_factor (step, &nest, scop, factor);
      if (rewrite && pays (step, rewrite, &why))
        return g_steal_pointer (&rewrite);
    }
  if (why)
    ihop_refuse (step, IHOP_T_UNKNOWN, nest.header[0].loop,
                 "no skewing of %s by 1 to %d makes its iterations independent; by %d, %s", name->address,
                 MOST_FACTOR, MOST_FACTOR, why);
  else
    ihop_refuse (step, IHOP_T_UNKNOWN, nest.header[0].loop,
                 "the bounds of %s, skewed, cannot be written", name->address);
  return NULL;
}

const IhopTransform ihop_transform_wavefront = {
  .name = "wavefront",
  .usage = "OUTER/INNER",
  .summary = N_ ("Skewed and interchanged so that the inner loop is parallel"),
  .kind = IHOP_TRANSFORM_ORDER,
  .build = wavefront_build,
};
