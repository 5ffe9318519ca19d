/* vectorize: a loop in strips, each of which runs as one vector ("#pragma omp simd"). The loop as a whole need not be
 * parallel: a dependence whose distance is longer than a strip does no harm (Allen and Kennedy 1987). What the mark
 * claims is proved of the strip as it was built. */
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/finish.h"
#include "transform/build/jump_removal.h"
#include "transform/build/make_statement.h"
#include "transform/build/refusal.h"
#include "transform/legality/obstacle.h"
#include "transform/legality/preconditions.h"
#include "transform/legality/witness.h"
#include "transform/order/strip.h"

enum
{
  USUAL_WIDTH = 8
};

static gboolean
find_own_pragma (const IhopNode *node, gpointer data)
{
  const IhopNode **found = data;

  if (ihop_kind_is_loop (node->kind) || node->kind == IHOP_PRAGMA || node->kind == IHOP_CALL)
    *found = node;
  return *found == NULL;
}

/* Vectors are made of straight code. */
static gboolean
is_straight (IhopTransformStep *step, const IhopHeader *header)
{
  const IhopNode *found = NULL;

  ihop_node_walk (header->body, find_own_pragma, &found);
  if (found)
    ihop_diag_remedy (ihop_refuse (step, IHOP_T_SHAPE, found,
                                   "%s holds %s: only innermost loops of plain statements become "
                                   "vectors",
                                   header->name->address,
                                   ihop_argument_phrase (found->kind == IHOP_CALL     ? N_ ("a call")
                                                         : found->kind == IHOP_PRAGMA ? N_ ("a pragma")
                                                                                      : N_ ("a loop"))),
                      found->kind == IHOP_CALL     ? N_ ("write what is called here into the loop")
                      : found->kind == IHOP_PRAGMA ? N_ ("take the pragma out")
                                                   : N_ ("take an inner loop, or interchange the loops first"));
  return found == NULL;
}

static const IhopNode *
with_mark (IhopBuild *build, const IhopNode *loop, const char *clauses)
{
  IhopNode *block = ihop_node_new (build->pool, IHOP_BLOCK, 2);
  g_autofree char *text = g_strconcat ("omp simd", clauses, NULL);

  block->child[0] = ihop_make_mark (build, text);
  block->child[1] = loop;
  return block;
}

static IhopRewrite *
in_strips (IhopTransformStep *step, const IhopHeader *header, gint64 width, const char *clauses)
{
  g_autoptr (IhopBuild) build = ihop_build_new (step, header->name->function);
  IhopStrip strip = ihop_strip (build, header, width, NULL);
  const IhopNode *inner = ihop_strip_inner (build, header, &strip, header->body);

  return ihop_build_finish_one (
    build, header->loop,
    ihop_strip_outer (build, header, &strip, clauses ? with_mark (build, inner, clauses) : inner));
}

/* --- the proof -------------------------------------------------------------------------------- */

/* One with a witness: if there is one, the verdict is against the strip, else there are reasons for a doubt. */
static const IhopDependence *
carried (const IhopLoop *strip)
{
  for (guint i = 0; i < strip->dependences->len; i++)
    {
      const IhopDependence *dependence = strip->dependences->pdata[i];
      if (dependence->is_exact)
        return dependence;
    }
  return NULL;
}

static void
refuse_verdict (IhopTransformStep *step, const IhopHeader *header, const IhopLoop *strip)
{
  const IhopDependence *dependence = carried (strip);
  const IhopReason *reason = dependence ? NULL : strip->reasons->pdata[0];
  g_autoptr (IhopMessage) ends = dependence ? ihop_witness_ends (dependence) : NULL;
  g_autoptr (IhopMessage) why
    = dependence ? ihop_witness_told (ihop_message ("%s lies in one strip", ends), dependence, IHOP_WITNESS_BEFORE)
                 : ihop_message_ref (reason->message);
  const char *address = header->name->address;
  IhopDiag *diag = ihop_refuse_message (
    step, dependence ? IHOP_T_ILLEGAL : IHOP_T_UNKNOWN, dependence ? dependence->source : header->loop,
    dependence ? ihop_message ("the iterations of a strip of %s cannot run at once: %s", address, why)
               : ihop_message ("the iterations of a strip of %s may not run at once: %s", address, why));

  if (dependence)
    ihop_witness_keep (diag, dependence);
  for (guint i = 0; reason && i < reason->remedies->len; i++)
    ihop_diag_add_remedy (diag, ihop_message_ref (reason->remedies->pdata[i]));
}

static gboolean
refuse_condition (IhopTransformStep *step, const IhopHeader *header, const IhopLoop *strip)
{
  const IhopAssumption *promise = ihop_first_assumption (strip->assumptions);

  if (promise)
    ihop_remedy_assumption (
      ihop_refuse (step, IHOP_T_UNKNOWN, header->loop, "a strip can run at once only if %s", promise->message), promise);
  return promise != NULL;
}

/* ---- reductions ------------------------------------------------------------------------------ */

/* What OpenMP has a clause for, of a variable of its own. */
static gboolean
has_clause (const IhopReduction *reduction)
{
  const IhopType *type = ihop_type_strip (reduction->type);
  gboolean is_bool = type->name
                     && (g_str_equal (type->name, "_Bool") || g_str_equal (type->name, "bool"));
  gboolean whole = type->kind == IHOP_TYPE_INTEGER && type->size <= 8 && !is_bool;

  if (reduction->is_element || !reduction->is_invariant)
    return FALSE;
  switch (reduction->operator)
    {
    case IHOP_REDUCE_ADD:
    case IHOP_REDUCE_MUL:
      return whole || ihop_type_is_floating (reduction->type);
    case IHOP_REDUCE_MIN:
    case IHOP_REDUCE_MAX:
    case IHOP_REDUCE_AND:
    case IHOP_REDUCE_OR:
    case IHOP_REDUCE_XOR:
      return whole;
    default:
      return FALSE;
    }
}

/* In any order the same: but for sums and products that round, or may overflow on the way. */
static gboolean
is_exact (const IhopReduction *reduction)
{
  gboolean sums = reduction->operator == IHOP_REDUCE_ADD || reduction->operator == IHOP_REDUCE_MUL;

  return !sums || (ihop_type_is_integer (reduction->type)
                   && !ihop_type_strip (reduction->type)->is_signed);
}

static gboolean
refuse_order (IhopTransformStep *step, const IhopHeader *header, const IhopReduction *reduction)
{
  const char *name = reduction->symbol->name, *address = header->name->address;
  IhopDiag *diag;

  if (!has_clause (reduction))
    {
      ihop_refuse (step, IHOP_T_ILLEGAL, reduction->updates->pdata[0],
                   "%s is reduced into in each iteration of %s: a vector would do it in another order",
                   name, address);
      return FALSE;
    }
  diag = ihop_refuse (step, IHOP_T_UNKNOWN, reduction->updates->pdata[0],
                      ihop_type_is_floating (reduction->type)
                        ? N_ ("a vector computes %s in another order: it is rounded differently")
                        : N_ ("a vector computes %s in another order: parts of it may overflow"), name);
  ihop_diag_code (diag, "vectorize %s reassociate", address);
  return FALSE;
}

/* Adds " reduction(+:s)"; FALSE after a refusal. */
static gboolean
append_reduction (IhopTransformStep *step, const IhopHeader *header,
                  const IhopReduction *reduction, gboolean reassociate, GString *clauses)
{
  if (!has_clause (reduction) || !(reassociate || is_exact (reduction)))
    return refuse_order (step, header, reduction);
  if (ihop_type_is_floating (reduction->type)
      && !ihop_require_reassociation (step, header, reduction->updates->pdata[0],
                                      reduction->symbol->name, TRUE, "vectorize"))
    return FALSE;
  g_string_append_printf (clauses, " reduction(%s:%s)", ihop_reduce_text (reduction->operator),
                          reduction->symbol->name);
  return TRUE;
}

static gboolean
append_reductions (IhopTransformStep *step, const IhopHeader *header, const IhopLoop *strip,
                   gboolean reassociate, GString *clauses)
{
  for (guint i = 0; i < strip->reductions->len; i++)
    if (!append_reduction (step, header, strip->reductions->pdata[i], reassociate, clauses))
      return FALSE;
  return TRUE;
}

/* Lanes have no turn in which to count. */
static gboolean
refuse_induction (IhopTransformStep *step, const IhopHeader *header, const IhopLoop *strip)
{
  const IhopInduction *induction;

  if (strip->inductions->len == 0)
    return FALSE;
  induction = strip->inductions->pdata[0];
  ihop_diag_code (ihop_refuse (step, IHOP_T_STORAGE, header->loop,
                                 "%s counts along with %s and ties its iterations together",
                                 induction->symbol->name, header->name->address),
                    "induction %s %s", header->name->address, induction->symbol->name);
  return TRUE;
}

/* Adds " private(t)"; FALSE after a refusal. */
static gboolean
append_privates (IhopTransformStep *step, const IhopHeader *header, const IhopLoop *strip,
                 GString *text)
{
  for (guint i = 0; i < strip->privates->len; i++)
    {
      const IhopPrivate *private = strip->privates->pdata[i];
      if (!private->needs_last && ihop_type_is_scalar (private->symbol->type))
        {
          g_string_append_printf (text, " private(%s)", private->symbol->name);
          continue;
        }
      ihop_diag_code (ihop_refuse (step, IHOP_T_STORAGE, header->loop,
                                     "each iteration of a strip would need a %s of its own, and "
                                     "the last one's is used later",
                                     private->symbol->name),
                        "scalar-expand %s %s", header->name->address, private->symbol->name);
      return FALSE;
    }
  return TRUE;
}

/* What stands behind "omp simd", by the verdict on the strip; NULL after a refusal. */
static char *
prove_strip (IhopTransformStep *step, const IhopHeader *header, const IhopRewrite *rewrite,
             gboolean reassociate)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autoptr (GPtrArray) trees = g_ptr_array_new ();
  const IhopNode *outer = rewrite->new_region->pdata[0];

  g_ptr_array_add (trees, rewrite->tree);
  g_autoptr (IhopFacts) facts = ihop_facts_new (trees, ihop_facts_options (step->facts), diags);
  const IhopLoop *strip
    = ihop_loops_find (facts, rewrite->tree, ihop_only_loop (ihop_loop_body (outer)));
  g_assert (strip != NULL);
  if (strip->verdict != IHOP_PARALLEL)
    {
      refuse_verdict (step, header, strip);
      return NULL;
    }
  if (refuse_condition (step, header, strip) || refuse_induction (step, header, strip))
    return NULL;
  g_autoptr (GString) clauses = g_string_new (NULL);
  return append_privates (step, header, strip, clauses)
             && append_reductions (step, header, strip, reassociate, clauses)
           ? g_strdup (clauses->str)
           : NULL;
}

static IhopRewrite *
vectorize_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;
  gint64 width = USUAL_WIDTH;
  gboolean reassociate = n > 1 && g_str_equal (words[n - 1], "reassociate");

  n -= reassociate ? 1 : 0;
  if (!ihop_args_count (step, n, 1, 2)
      || !ihop_header_of (step, words[0], &header) || !ihop_require_signed_counter (step, &header)
      || (n > 1 && !ihop_args_number (step, words[1], N_ ("the vector's length"), 2, 1024, &width))
      || !ihop_require_no_jumps (step, header.body) || !is_straight (step, &header))
    return NULL;
  g_autoptr (IhopRewrite) bare = in_strips (step, &header, width, NULL);
  g_autofree char *clauses = prove_strip (step, &header, bare, reassociate);
  return clauses ? in_strips (step, &header, width, clauses) : NULL;
}

const IhopTransform ihop_transform_vectorize = {
  .name = "vectorize",
  .usage = "LOOP [WIDTH] [reassociate]",
  .summary = N_ ("A loop in strips, each of which runs as one vector (omp simd)"),
  .kind = IHOP_TRANSFORM_ORDER,
  .build = vectorize_build,
};
