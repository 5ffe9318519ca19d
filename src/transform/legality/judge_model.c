/* Questions that several files of the judge ask about the old and the new code. */
#include "transform/legality/judge_model.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include <isl/options.h>
#include <string.h>

gboolean
ihop_judge_is_own (const IhopAccess *access)
{
  return ihop_kind_is_loop (access->node->kind);
}

const IhopOrigin *
ihop_judge_origin (const IhopJudge *judge, const IhopNode *node)
{
  return g_hash_table_lookup (judge->rewrite->origins, node);
}

gboolean
ihop_pair_is_reversed (const IhopPair *a, const IhopPair *b)
{
  return b->now->position < a->now->position;
}

const IhopNode *
ihop_values_find (const IhopValues *values, const IhopSymbol *symbol)
{
  for (guint i = 0; values && symbol && i < values->n; i++)
    if (values->symbol[i] == symbol)
      return values->value[i];
  return NULL;
}

typedef struct
{
  const IhopValues *a, *b;
  gboolean agree;
} Agreement;

static gboolean
find_disagreement (const IhopNode *node, gpointer data)
{
  Agreement *self = data;
  const IhopSymbol *symbol = node->kind == IHOP_REF ? node->symbol : NULL;
  const IhopNode *a = ihop_values_find (self->a, symbol), *b = ihop_values_find (self->b, symbol);

  if (a != b)
    self->agree &= a && b && ihop_same_expression (a, b);
  return self->agree;
}

gboolean
ihop_values_agree (const IhopValues *a, const IhopValues *b, const IhopNode *node)
{
  Agreement agreement = { a, b, TRUE };

  if (a != b)
    ihop_node_walk (node, find_disagreement, &agreement);
  return agreement.agree;
}

/* A loop of the new code that does not count though none like it stood in the old code; NULL: there is none. */
static const IhopScopLoop *
uncounted_loop (const IhopJudge *judge)
{
  const GPtrArray *loops = judge->new.scop->loops;

  for (guint i = 0; i < loops->len; i++)
    {
      const IhopScopLoop *loop = loops->pdata[i];
      if (loop->counting.why && ihop_judge_origin (judge, loop->node) == NULL
          && ihop_scop_loop_of (judge->old.scop, loop->node) == NULL)
        return loop;
    }
  return NULL;
}

gboolean
ihop_judge_refuse_unplaced (IhopJudge *judge, const IhopNode *node)
{
  const IhopScopLoop *loop = uncounted_loop (judge);

  if (loop)
    ihop_refuse (judge->step, IHOP_T_UNKNOWN, judge->old.root, "a loop of the new code would not count: %s",
                 loop->counting.why);
  else
    ihop_refuse (judge->step, IHOP_T_UNKNOWN, node, "what is done here cannot be found again in the new code");
  return FALSE;
}

typedef struct
{
  const IhopSymbol *symbol;
  const IhopNode *found;
} Declared;

static gboolean
find_declaration (const IhopNode *node, gpointer data)
{
  Declared *declared = data;

  if (node->kind == IHOP_VARIABLE && node->symbol == declared->symbol)
    declared->found = node;
  return declared->found == NULL;
}

/* A variable that is declared in a loop's body is a new one in each iteration: accesses meet only
 * where so many outer iterators are the same. */
guint
ihop_judge_private_depth (const IhopJudgeSide *side, const IhopAccess *access)
{
  Declared declared = { .symbol = access->ref->root };
  guint depth = 0;

  if (!access->is_local || declared.symbol->storage != IHOP_STORAGE_AUTO)
    return 0;
  for (guint i = 0; i < access->ref->steps->len; i++)
    if (g_array_index (access->ref->steps, IhopStep, i).kind == IHOP_STEP_DEREF)
      return 0; /* what a local pointer points to is not local */
  ihop_node_walk (side->root, find_declaration, &declared);
  g_autoptr (GPtrArray) path
    = declared.found ? ihop_node_path (side->root, declared.found) : NULL;
  for (guint i = 0; path && i + 1 < path->len; i++)
    {
      const IhopNode *node = path->pdata[i];
      depth += ihop_kind_is_loop (node->kind) && path->pdata[i + 1] == ihop_loop_body (node);
    }
  return depth;
}

isl_map *
ihop_judge_equal_iterations (isl_ctx *ctx, const IhopScopStatement *a, const IhopScopStatement *b, guint equal)
{
  isl_map *map = isl_map_universe (isl_space_alloc (ctx, 0, a->depth, b->depth));

  for (guint i = 0; i < equal; i++)
    map = isl_map_equate (map, isl_dim_in, (int) i, isl_dim_out, (int) i);
  return map;
}

isl_map *
ihop_judge_same_variable (const IhopJudge *judge, const IhopPair *a, const IhopPair *b)
{
  return ihop_judge_equal_iterations (judge->old.scop->ctx, a->before->statement, b->before->statement,
                ihop_judge_private_depth (&judge->old, a->before));
}
