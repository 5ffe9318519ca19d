/* Kernel by kernel: which sizes of blocks are looked at, and what comes out. */
#include "prove/model.h"
#include "frontend/frontend.h"
#include <isl/ctx.h>
#include <isl/options.h>

enum { MOST_OPERATIONS = 8 * 1000 * 1000, MOST_OF_HASTE = 3 * 1000 * 1000, MOST_LAUNCHES = 4 };

const char *
ihop_proof_verdict_name (IhopProofVerdict verdict)
{
  static const char *const names[] = { "proved", "refuted", "unknown" };

  return names[verdict];
}

const char *
ihop_finding_kind_name (IhopFindingKind kind)
{
  static const char *const names[IHOP_FINDING_N_KINDS] = { "race", "block-race", "same-value", "barrier", "mask", "outside", "obstacle" };

  return names[kind];
}

void
prove_proof_free (gpointer data)
{
  IhopProof *proof = data;

  g_ptr_array_unref (proof->assumptions);
  g_ptr_array_unref (proof->findings);
  g_ptr_array_unref (proof->members);
  g_ptr_array_unref (proof->barriers);
  if (proof->fences)
    g_ptr_array_unref (proof->fences);
  g_free (proof);
}

static IhopProofVerdict
verdict_of (const GPtrArray *findings)
{
  IhopProofVerdict verdict = IHOP_PROVED;

  for (guint i = 0; i < findings->len; i++)
    {
      const IhopFinding *finding = findings->pdata[i];
      if (finding->kind == IHOP_FINDING_SAME_VALUE)
        continue;
      if (finding->is_certain)
        return IHOP_REFUTED;
      verdict = IHOP_NOT_KNOWN;
    }
  return verdict;
}

/* What is not known does not matter any more. */
static void
drop_doubts (GPtrArray *findings)
{
  for (guint i = findings->len; i-- > 0;)
    if (!((const IhopFinding *) findings->pdata[i])->is_certain)
      g_ptr_array_remove_index (findings, i);
}

/* ---- Shapes ----------------------------------------------------------------------------------------------------------- */

static gboolean
mentions (const IhopTree *tree, const IhopFunction *kernel, const char *a, const char *b, guint axis)
{
  return prove_mentions_axis (tree, kernel, a, axis) || prove_mentions_axis (tree, kernel, b, axis);
}

/* Any size along the axes that the kernel mentions; others are 1, if no launch says otherwise. */
static Shape
general_shape (const IhopTree *tree, const IhopFunction *kernel, const GPtrArray *launches)
{
  Shape shape = { { 0 } };

  for (guint axis = 0; axis < 3; axis++)
    {
      gboolean block = mentions (tree, kernel, "threadIdx", "blockDim", axis);
      gboolean grid = mentions (tree, kernel, "blockIdx", "gridDim", axis);
      for (guint i = 0; i < launches->len; i++)
        {
          const IhopLaunch *launch = launches->pdata[i];
          block = block || launch->block[axis] > 1;
          grid = grid || launch->grid[axis] > 1;
        }
      shape.block[axis] = block ? 0 : 1;
      shape.grid[axis] = grid ? 0 : 1;
    }
  return shape;
}

static gboolean
is_known_shape (const IhopLaunch *launch)
{
  return launch->block[0] && launch->block[1] && launch->block[2];
}

/* Whether a card refuses blocks of this shape: whatever is said of threads would hold then, as there are none. */
static gboolean
is_refused (const Shape *shape, const IhopFunction *kernel)
{
  guint64 most = kernel->symbol->most_threads ? MIN (kernel->symbol->most_threads, MOST_THREADS) : MOST_THREADS;
  const guint64 *block = shape->block;

  return block[0] > most || block[1] > most || block[2] > MOST_Z || MAX (block[0], 1) * MAX (block[1], 1) * MAX (block[2], 1) > most;
}

static Shape
shape_of (const IhopLaunch *launch, const Shape *general, gboolean with_arguments)
{
  Shape shape = *general;

  for (guint axis = 0; axis < 3; axis++)
    {
      shape.block[axis] = launch->block[axis];
      if (launch->grid[axis] && (with_arguments || launch->grid[axis] == 1))
        shape.grid[axis] = launch->grid[axis];
    }
  shape.arguments = with_arguments ? launch : NULL;
  return shape;
}

/* Small blocks for a refutation. */
static Shape
small_shape (const Shape *general, const IhopFunction *kernel, gboolean with_grid)
{
  Shape shape = *general;
  guint n = 0;

  for (guint axis = 0; axis < 3; axis++)
    n += general->block[axis] == 0;
  guint64 most = kernel->symbol->most_threads ? kernel->symbol->most_threads : 64, side = n == 1 ? 64 : n == 2 ? 8 : 4;
  while ((n == 1 ? side : n == 2 ? side * side : side * side * side) > most && side > 1)
    side /= 2;
  for (guint axis = 0; axis < 3; axis++)
    {
      if (shape.block[axis] == 0)
        shape.block[axis] = side;
      if (shape.grid[axis] == 0 && with_grid)
        shape.grid[axis] = 2;
    }
  return shape;
}

/* ---- Attempts ---------------------------------------------------------------------------------------------------------- */

static GPtrArray *
places_of_barriers (const Model *model)
{
  GPtrArray *places = g_ptr_array_new ();

  for (guint i = 0; i < model->barriers->len; i++)
    {
      const IhopNode *node = ((const Barrier *) model->barriers->pdata[i])->node;
      if (!g_ptr_array_find (places, node, NULL))
        g_ptr_array_add (places, (gpointer) node);
    }
  return places;
}

/* Nor is anything said of more threads than there are in the model. */
static gboolean
is_beyond (const Shape *shape)
{
  gboolean is = FALSE;

  for (guint axis = 0; axis < 3; axis++)
    is = is || shape->grid[axis] > MOST_SIZE || MAX (shape->grid[axis], 1) * MAX (shape->block[axis], 1) > MOST_SIZE;
  return is;
}

static gboolean
has_large_grid (const IhopLaunch *launch)
{
  gboolean has = FALSE;

  for (guint axis = 0; axis < 3; axis++)
    has = has || launch->grid[axis] > MODEST_GRID || launch->grid[axis] * MAX (launch->block[axis], 1) > MODEST_TOTAL;
  return has;
}

static void
note_needs (const Question *question, const Model *model)
{
  if (question->needs->len < model->needs->len)
    g_array_set_size (question->needs, model->needs->len);
  for (guint i = 0; i < model->needs->len; i++)
    {
      gint64 *needed = &g_array_index (question->needs, gint64, i);
      *needed = MAX (*needed, g_array_index (model->needs, gint64, i));
    }
}

/* What comes out with blocks of this shape; *may_wrap: it might be more if numbers were smaller. */
static IhopProof *
attempt_sizes (const Question *question, const Shape *shape, gboolean is_hasty, gboolean *may_wrap)
{
  isl_ctx *ctx = isl_ctx_alloc ();
  IhopProof *proof = g_new0 (IhopProof, 1);

  isl_options_set_on_error (ctx, ISL_ON_ERROR_CONTINUE);
  isl_ctx_set_max_operations (ctx, is_hasty ? MOST_OF_HASTE : MOST_OPERATIONS);
  Model *model = prove_model_new (question, shape, ctx);
  model->is_hasty = is_hasty;
  if (prove_has_grid_barriers (model)) /* pairs of quotients: an operation takes many times as long */
    isl_ctx_set_max_operations (ctx, MOST_OF_HASTE);
  if (is_refused (shape, question->kernel))
    prove_obstacle (model, question->kernel->body, ihop_message ("no card takes blocks of %u x %u x %u threads for this kernel, as a launch asks for",
                                                                 (guint) shape->block[0], (guint) shape->block[1], (guint) shape->block[2]));
  else if (is_beyond (shape))
    prove_obstacle (model, question->kernel->body, ihop_message ("more than 2^30 threads along an axis are not followed"));
  else
    prove_judge (model);
  if (isl_ctx_last_error (ctx) != isl_error_none)
    prove_obstacle (model, question->kernel->body, ihop_message ("the relations of this kernel are too complicated"));
  proof->kernel = question->kernel;
  proof->assumptions = g_ptr_array_ref (model->assumptions);
  proof->findings = g_ptr_array_ref (model->findings);
  proof->members = g_ptr_array_ref (model->members);
  proof->barriers = places_of_barriers (model);
  proof->verdict = verdict_of (proof->findings);
  if (proof->verdict == IHOP_REFUTED)
    drop_doubts (proof->findings);
  for (guint axis = 0; axis < 3; axis++)
    proof->block[axis] = shape->block[axis];
  proof->is_of_arguments = shape->arguments != NULL;
  *may_wrap = model->may_wrap;
  note_needs (question, model);
  prove_model_free (model);
  isl_ctx_free (ctx);
  return proof;
}

/* Takes both, gives the one that says more. */
static IhopProof *
better (IhopProof *proof, IhopProof *other)
{
  gboolean takes_other = proof == NULL || (other->verdict != IHOP_NOT_KNOWN && proof->verdict == IHOP_NOT_KNOWN);

  if (proof || !takes_other)
    prove_proof_free (takes_other ? proof : other);
  return takes_other ? other : proof;
}

/* hasty: another attempt comes, if this one proves nothing. Where numbers of threads may be too large for 32 bits ("64 * blockIdx.x"), nothing is
 * known of most subscripts: then only grids are looked at that somebody launches, which is said. */
static IhopProof *
attempt (const Question *question, const Shape *shape, gboolean is_hasty)
{
  gboolean may_wrap, wraps_again;
  IhopProof *proof = attempt_sizes (question, shape, is_hasty, &may_wrap);

  if (proof->verdict != IHOP_NOT_KNOWN || !may_wrap || question->has_large_grids)
    return proof;
  Shape modest = *shape;
  modest.is_modest = TRUE;
  IhopProof *other = attempt_sizes (question, &modest, is_hasty, &wraps_again);
  g_ptr_array_add (other->assumptions, ihop_message ("no axis has more than 2^20 blocks or 2^26 threads"));
  return better (proof, other);
}

/* Nobody launches it here: what is not proved is perhaps refuted for small ones. */
static IhopProof *
for_any_launch (const Question *question, const Shape *general, IhopProof *proof)
{
  for (guint grid = 0; grid < 2 && proof->verdict == IHOP_NOT_KNOWN; grid++)
    {
      Shape shape = small_shape (general, question->kernel, grid == 1);
      IhopProof *small = attempt (question, &shape, FALSE);
      if (small->verdict == IHOP_REFUTED)
        proof = better (proof, small);
      else
        prove_proof_free (small);
    }
  return proof;
}

/* All launches have to be proved; one that is refuted, or not known, speaks for all. */
static IhopProof *
for_launches (const Question *question, const Shape *general, const GPtrArray *launches, gboolean with_arguments)
{
  IhopProof *worst = NULL;

  for (guint i = 0; i < launches->len; i++)
    {
      Shape shape = shape_of (launches->pdata[i], general, with_arguments);
      IhopProof *proof = attempt (question, &shape, !with_arguments);
      proof->launch = launches->pdata[i];
      gboolean is_worse = worst == NULL || (worst->verdict == IHOP_PROVED && proof->verdict != IHOP_PROVED)
                          || proof->verdict == IHOP_REFUTED;
      IhopProof *drop = is_worse ? worst : proof;
      worst = is_worse ? proof : worst;
      if (drop)
        prove_proof_free (drop);
      if (worst->verdict == IHOP_REFUTED)
        break;
    }
  return worst;
}

/* What is said of launches that nobody has seen. */
static void
note_axes (const Shape *general, IhopProof *proof)
{
  gboolean all = TRUE;

  for (guint axis = 0; axis < 3; axis++)
    all = all && general->block[axis] == 0 && general->grid[axis] == 0;
  if (!all)
    g_ptr_array_add (proof->assumptions,
                     ihop_message ("blocks and grids are 1 long along the axes for which the kernel does not ask"));
}

static gboolean
have_same_side (const IhopLaunchSide *a, const IhopLaunchSide *b)
{
  if (a->by == 0 || b->by == 0)
    return a->by == b->by;
  return a->argument == b->argument && a->more == b->more && a->by == b->by && a->is_unsigned == b->is_unsigned;
}

static gboolean
pass_the_same (const IhopLaunchArgument *a, const IhopLaunchArgument *b)
{
  gboolean same_range = a->range.has_least == b->range.has_least && a->range.has_most == b->range.has_most
                        && (!a->range.has_least || a->range.least == b->range.least)
                        && (!a->range.has_most || a->range.most == b->range.most);

  return a->is_known == b->is_known && (a->is_known ? a->value == b->value : same_range);
}

static gboolean
is_same_relation (const IhopLaunchRelation *a, const IhopLaunchRelation *b)
{
  gboolean same = a->n_terms == b->n_terms && a->constant == b->constant && a->is_equation == b->is_equation;

  for (guint i = 0; same && i < a->n_terms; i++)
    same = a->term[i].argument == b->term[i].argument && a->term[i].factor == b->term[i].factor;
  return same;
}

static gboolean
have_same_relations (const IhopLaunch *a, const IhopLaunch *b)
{
  gboolean same = a->n_relations == b->n_relations;

  for (guint i = 0; same && i < a->n_relations; i++)
    same = is_same_relation (&a->relation[i], &b->relation[i]);
  return same;
}

/* Launches of one shape with the same numbers, behind the same tests, are one. */
static GPtrArray *
launches_of (const IhopTree *tree, const IhopSymbol *kernel)
{
  GPtrArray *found = g_ptr_array_new ();

  for (guint i = 0; tree->launches && i < tree->launches->len; i++)
    {
      const IhopLaunch *launch = &g_array_index (tree->launches, IhopLaunch, i);
      gboolean is_new = launch->kernel == kernel;
      for (guint k = 0; k < found->len && is_new; k++)
        {
          const IhopLaunch *other = found->pdata[k];
          gboolean same = other->n_arguments == launch->n_arguments && have_same_relations (other, launch);
          for (guint axis = 0; axis < 3; axis++)
            same = same && other->block[axis] == launch->block[axis] && other->grid[axis] == launch->grid[axis]
                   && have_same_side (&other->side[axis], &launch->side[axis]);
          for (guint j = 0; same && j < launch->n_arguments; j++)
            same = pass_the_same (&other->argument[j], &launch->argument[j]);
          is_new = !same;
        }
      if (is_new)
        g_ptr_array_add (found, (gpointer) launch);
    }
  return found;
}

/* For the launches of the file and for all others, as the question stands. */
static IhopProof *
answer (const Question *asked)
{
  Question own = *asked;
  const Question *question = &own;
  g_autoptr (GPtrArray) launches = launches_of (question->tree, question->kernel->symbol);
  Shape general = general_shape (question->tree, question->kernel, launches);
  gboolean known = launches->len > 0 && launches->len <= MOST_LAUNCHES;

  for (guint i = 0; i < launches->len; i++)
    {
      known = known && is_known_shape (launches->pdata[i]);
      own.has_large_grids = own.has_large_grids || has_large_grid (launches->pdata[i]);
    }
  IhopProof *proof = attempt (question, &general, launches->len > 0);
  if (!known)
    note_axes (&general, proof);
  if (proof->verdict == IHOP_PROVED)
    return proof;
  if (!known)
    return launches->len ? proof : for_any_launch (question, &general, proof);
  IhopProof *of_blocks = for_launches (question, &general, launches, FALSE);
  prove_proof_free (proof);
  if (of_blocks->verdict == IHOP_PROVED)
    return of_blocks;
  IhopProof *of_arguments = for_launches (question, &general, launches, TRUE);
  prove_proof_free (of_blocks);
  return of_arguments;
}

/* By number, as models have them: the name of a parameter. */
static const char *
parameter_name (const Question *question, guint number)
{
  for (guint i = 0; i < question->kernel->n_params; i++)
    if (ihop_type_strip (question->kernel->params[i]->type)->kind == IHOP_TYPE_INTEGER && number-- == 0)
      return question->kernel->params[i]->name;
  return NULL;
}

/* Says on what the proof rests; FALSE: a length is no parameter that has a name here, but a member of one. */
static gboolean
say_supposed (const Question *question, IhopProof *proof)
{
  gboolean is_said = TRUE;

  for (guint i = 0; i < question->supposed->len && is_said; i++)
    {
      gint64 least = g_array_index (question->supposed, gint64, i);
      const char *name = least ? parameter_name (question, i) : NULL;
      is_said = least == 0 || name;
      if (name)
        g_ptr_array_add (proof->assumptions, ihop_message ("%s is at least %u", name, (guint) least));
    }
  return is_said;
}

static gboolean
needs_any (const GArray *needs)
{
  for (guint i = 0; i < needs->len; i++)
    if (g_array_index (needs, gint64, i))
      return TRUE;
  return FALSE;
}

/* What is not known of all lengths of rows is asked once more of those in which all subscripts have their place. */
IhopProof *
prove_kernel (const Question *asked)
{
  g_autoptr (GArray) needs = g_array_new (FALSE, TRUE, sizeof (gint64)), ignored = g_array_new (FALSE, TRUE, sizeof (gint64));
  Question own = *asked;

  own.needs = needs;
  IhopProof *proof = answer (&own);
  if (proof->verdict != IHOP_NOT_KNOWN || !needs_any (needs))
    return proof;
  own.supposed = needs;
  own.needs = ignored;
  IhopProof *supposed = answer (&own);
  if (supposed->verdict == IHOP_PROVED && say_supposed (&own, supposed))
    return better (proof, supposed);
  prove_proof_free (supposed);
  return proof;
}

IhopTree *
ihop_prove_read (const char *path, const char *headers, const char *const *flags, const char *database, IhopDiags *diags)
{
  IhopFrontendOptions options = { .flags = flags, .database = database };

  return ihop_frontend_parse_device (path, headers, &options, diags);
}

GPtrArray *
ihop_prove (const IhopTree *tree, gboolean trust)
{
  GPtrArray *proofs = g_ptr_array_new_with_free_func (prove_proof_free);

  for (guint i = 0; i < tree->functions->len; i++)
    {
      Question question = { tree, tree->functions->pdata[i], trust, NULL };
      if (question.kernel->symbol->is_kernel)
        g_ptr_array_add (proofs, prove_kernel (&question));
    }
  return proofs;
}
