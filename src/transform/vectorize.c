/* vectorize: a loop in strips, each of which runs as one vector ("#pragma omp simd"). The loop as a
 * whole need not be parallel: a dependence that is longer than a strip does no harm (Allen and
 * Kennedy 1987). What is said of the strip is proved of the strip that was built. */
#include "transform/steps.h"
#include "transform/strip.h"
#include "transform/witness.h"

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
                                   found->kind == IHOP_CALL     ? "a call"
                                   : found->kind == IHOP_PRAGMA ? "a pragma"
                                                                : "a loop"),
                      "vectorize an inner loop, or interchange the loops first");
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
  const IhopReason *reason = strip->reasons->len ? strip->reasons->pdata[0] : NULL;
  const IhopDependence *dependence = strip->verdict == IHOP_SEQUENTIAL ? carried (strip) : NULL;
  GString *text = g_string_new (NULL);

  g_string_append_printf (text,
                          "the iterations of a strip of %s %s at once: ", header->name->address,
                          dependence ? "cannot run" : "may not run");
  if (dependence)
    {
      ihop_witness_append_ends (text, dependence);
      g_string_append (text, " lies in one strip");
      ihop_witness_append_vector (text, dependence);
      ihop_witness_append_iterations (text, dependence, "is touched before");
    }
  else
    g_string_append (text, reason ? reason->message : "they may depend on each other");
  IhopDiag *diag = ihop_refuse (step, dependence ? IHOP_T_ILLEGAL : IHOP_T_UNKNOWN,
                                dependence ? dependence->source : header->loop, "%s", text->str);
  for (guint i = 0; reason && i < reason->remedies->len; i++)
    ihop_diag_remedy (diag, "%s", (const char *) reason->remedies->pdata[i]);
  g_string_free (text, TRUE);
}

static gboolean
refuse_condition (IhopTransformStep *step, const IhopHeader *header, const IhopLoop *strip)
{
  for (guint i = 0; i < strip->assumptions->len; i++)
    {
      const IhopAssumption *assumption = strip->assumptions->pdata[i];
      if (assumption->by_owner)
        continue;
      ihop_diag_remedy (ihop_refuse (step, IHOP_T_UNKNOWN, header->loop,
                                     "a strip can run at once only if %s", assumption->text),
                        "declare the pointers restrict, or say --alias trust");
      return TRUE;
    }
  return FALSE;
}

/* Sums are taken in another order by a vector; that is another step's question. */
static gboolean
refuse_reduction (IhopTransformStep *step, const IhopHeader *header, const IhopLoop *strip)
{
  if (strip->reductions->len == 0)
    return FALSE;
  const IhopReduction *reduction = strip->reductions->pdata[0];
  ihop_refuse (step, IHOP_T_ILLEGAL, reduction->updates->pdata[0],
               "%s is reduced into in each iteration of %s: a vector would do it in another order",
               reduction->symbol->name, header->name->address);
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
  ihop_diag_remedy (ihop_refuse (step, IHOP_T_STORAGE, header->loop,
                                 "%s counts along with %s and ties its iterations together",
                                 induction->symbol->name, header->name->address),
                    "induction %s %s", header->name->address, induction->symbol->name);
  return TRUE;
}

/* " private(t)"; NULL after a refusal. */
static char *
private_clauses (IhopTransformStep *step, const IhopHeader *header, const IhopLoop *strip)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < strip->privates->len; i++)
    {
      const IhopPrivate *private = strip->privates->pdata[i];
      if (!private->needs_last && ihop_type_is_scalar (private->symbol->type))
        {
          g_string_append_printf (text, " private(%s)", private->symbol->name);
          continue;
        }
      ihop_diag_remedy (ihop_refuse (step, IHOP_T_STORAGE, header->loop,
                                     "each iteration of a strip would need a %s of its own, and "
                                     "the last one's is used later",
                                     private->symbol->name),
                        "scalar-expand %s %s", header->name->address, private->symbol->name);
      g_string_free (text, TRUE);
      return NULL;
    }
  return g_string_free (text, FALSE);
}

/* What stands behind "omp simd", by the verdict on the strip; NULL after a refusal. */
static char *
prove_strip (IhopTransformStep *step, const IhopHeader *header, const IhopRewrite *rewrite)
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
  if (refuse_condition (step, header, strip) || refuse_reduction (step, header, strip)
      || refuse_induction (step, header, strip))
    return NULL;
  return private_clauses (step, header, strip);
}

static IhopRewrite *
vectorize_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;
  gint64 width = USUAL_WIDTH;

  if (!ihop_args_count (step, &ihop_transform_vectorize, n, 1, 2)
      || !ihop_header_of (step, words[0], &header) || !ihop_header_is_signed (step, &header)
      || (n > 1 && !ihop_args_number (step, words[1], "the vector's length", 2, 1024, &width))
      || !ihop_has_no_jumps (step, header.body) || !is_straight (step, &header))
    return NULL;
  g_autoptr (IhopRewrite) bare = in_strips (step, &header, width, NULL);
  g_autofree char *clauses = prove_strip (step, &header, bare);
  return clauses ? in_strips (step, &header, width, clauses) : NULL;
}

const IhopTransform ihop_transform_vectorize = {
  .name = "vectorize",
  .usage = "LOOP [WIDTH]",
  .summary = "A loop in strips, each of which runs as one vector (omp simd)",
  .kind = IHOP_TRANSFORM_ORDER,
  .build = vectorize_build,
};
