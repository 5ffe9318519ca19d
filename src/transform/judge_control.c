/* What sets do not tell: conditions on data, loops of unknown length, jumps.
 *
 * A statement below a condition on data has more instances in its set than really run. So the
 * condition itself must be the same one in the same place: what is around the statement in the new
 * code must be copies, in the same order, of what was around it in the old code. The condition's
 * own reads are accesses like others, and kept in order. */
#include "transform/judge.h"
#include <isl/options.h>

typedef struct
{
  const IhopNode *node;  /* old: the condition, or the loop's bound */
  guint branch;
} Guard;

static gboolean
find_jump (const IhopNode *node, gpointer data)
{
  const IhopNode **found = data;

  if (node->kind == IHOP_CONTINUE || node->kind == IHOP_BREAK || node->kind == IHOP_RETURN
      || node->kind == IHOP_GOTO)
    *found = node;
  return *found == NULL;
}

/* The part that decides whether child i of a node runs; NULL: it always does. */
static const IhopNode *
decider (const IhopNode *node, guint i)
{
  switch (node->kind)
    {
    case IHOP_IF:
    case IHOP_SWITCH:
    case IHOP_WHILE:
    case IHOP_CONDITIONAL:
      return i > 0 ? node->child[0] : NULL;
    case IHOP_BINARY:
      return i == 1 && (node->op == IHOP_OP_LAND || node->op == IHOP_OP_LOR) ? node->child[0]
                                                                            : NULL;
    case IHOP_DO:
      return i == 0 ? node->child[1] : NULL;
    case IHOP_CASE:
      return node;
    default:
      return NULL;
    }
}

/* Whether an old loop that the sets tell all about has this bound. (A loop is also inexact when
 * what is around it is: that alone decides nothing.) */
static gboolean
is_told (const IhopJudge *judge, const IhopNode *bound)
{
  const IhopScop *scop = judge->old.scop;

  for (guint i = 0; i < scop->loops->len; i++)
    {
      const IhopScopLoop *loop = scop->loops->pdata[i];
      if (loop->is_exact && loop->counting.bound == bound)
        return TRUE;
    }
  return FALSE;
}

/* A counting loop decides only where its bounds are not affine. */
static const IhopNode *
loop_decider (const IhopJudge *judge, const IhopSide *side, const IhopNode *node, guint i)
{
  if (node->kind != IHOP_FOR || i != 3)
    return NULL;
  const IhopScopLoop *loop = ihop_scop_loop_of (side->scop, node);
  if (loop == NULL)
    return node;
  if (loop->counting.iterator == NULL)
    return node->child[1] ? node->child[1] : node;
  const IhopOrigin *origin = ihop_judge_origin (judge, loop->counting.bound);
  const IhopNode *bound = origin ? origin->before : loop->counting.bound;
  gboolean told = loop->counting.also_bound == NULL && is_told (judge, bound);
  return loop->is_exact || told ? NULL : loop->counting.bound;
}

static GArray *
guards_around (const IhopJudge *judge, const IhopSide *side, const IhopNode *node, gboolean is_new)
{
  g_autoptr (GPtrArray) path = ihop_node_path (side->root, node);
  GArray *guards = g_array_new (FALSE, TRUE, sizeof (Guard));

  for (guint k = 0; path && k + 1 < path->len; k++)
    {
      const IhopNode *around = path->pdata[k];
      guint i = 0;
      while (around->child[i] != path->pdata[k + 1])
        i++;
      const IhopNode *found = decider (around, i);
      if (found == NULL)
        found = loop_decider (judge, side, around, i);
      if (found == NULL)
        continue;
      const IhopOrigin *origin = is_new ? ihop_judge_origin (judge, found) : NULL;
      Guard guard = { origin ? origin->before : found, i };
      g_array_append_val (guards, guard);
    }
  return guards;
}

/* The old ones are all there, in their order; between them may stand what a builder made, which
 * is affine or it would not be exact. */
static gboolean
holds_in_order (const GArray *old, const GArray *new)
{
  guint k = 0;

  for (guint i = 0; i < new->len && k < old->len; i++)
    {
      const Guard *a = &g_array_index (old, Guard, k), *b = &g_array_index (new, Guard, i);
      k += a->node == b->node && a->branch == b->branch;
    }
  return k == old->len;
}

/* What is new between the old ones must not be inexact itself: else the set says too much. */
static gboolean
adds_none (const GArray *old, const GArray *new)
{
  return old->len == new->len;
}

static IhopDiag *
refuse (IhopJudge *judge, const IhopNode *node, const char *why)
{
  return ihop_refuse (judge->step, IHOP_T_UNKNOWN, node,
                      "whether this runs depends on values in memory, and %s", why);
}

static gboolean
check_pair (IhopJudge *judge, const IhopPair *pair)
{
  gboolean was = pair->before->statement->is_exact, is = pair->now->statement->is_exact;
  const IhopNode *jump = NULL;

  if (was && is)
    return TRUE;
  if (was != is)
    {
      refuse (judge, pair->before->node, "this step changes on which");
      return FALSE;
    }
  ihop_node_walk (judge->old.root, find_jump, &jump);
  if (jump)
    {
      ihop_guard_remedy (judge->step, refuse (judge, jump, "control leaves in the middle here"), jump);
      return FALSE;
    }
  g_autoptr (GArray) old = guards_around (judge, &judge->old, pair->before->node, FALSE);
  g_autoptr (GArray) new = guards_around (judge, &judge->new, pair->now->node, TRUE);
  if (holds_in_order (old, new) && adds_none (old, new))
    return TRUE;
  refuse (judge, pair->before->node, "the condition does not stay around it");
  return FALSE;
}

gboolean
ihop_judge_control (IhopJudge *judge)
{
  for (guint i = 0; i < judge->pairs->len; i++)
    if (!check_pair (judge, judge->pairs->pdata[i]))
      return FALSE;
  return TRUE;
}
