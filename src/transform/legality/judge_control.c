/* What the sets of instances do not say: conditions on data, loops of unknown length, jumps.
 *
 * A statement below a condition on data has more instances in its set than really run. So the condition must be the
 * same one in the same place: what is around the statement in the new code must be copies, in the same order, of what
 * was around it in the old code. The reads of the condition are accesses like others, and kept in order. */
#include "transform/legality/judge_control.h"
#include "analysis/scop/evaluate.h"
#include "transform/build/jump_removal.h"
#include "transform/build/refusal.h"
#include "transform/legality/judge_copies.h"
#include <isl/options.h>

typedef struct
{
  const IhopNode *node;  /* old: the condition, or a bound of the loop … */
  const IhopNode *now;   /* … and as it stands on its own side */
  const IhopScopLoop *loop; /* that counts, or NULL */
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

/* The body of a switch, which may stand around the code that is judged. */
static gboolean
has_cases (const IhopNode *block)
{
  for (guint i = 0; i < block->n_children; i++)
    if (block->child[i] && block->child[i]->kind == IHOP_CASE)
      return TRUE;
  return FALSE;
}

/* The part that decides whether child i of a node runs; NULL: it always does. */
static const IhopNode *
decider (const IhopNode *node, guint i)
{
  switch (node->kind)
    {
    case IHOP_IF:
    case IHOP_WHILE:
    case IHOP_CONDITIONAL:
      return i > 0 ? node->child[0] : NULL;
    case IHOP_BINARY:
      return i == 1 && (node->op == IHOP_OP_LAND || node->op == IHOP_OP_LOR) ? node->child[0]
                                                                            : NULL;
    case IHOP_DO:
      return i == 0 ? node->child[1] : NULL;
    case IHOP_BLOCK: /* one statement falls into the next: the whole has to stay as it is */
      return has_cases (node) ? node : NULL;
    case IHOP_SWITCH:
    case IHOP_CASE:
      return i + 1 == node->n_children ? node : NULL;
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

static const IhopNode *
before (const IhopJudge *judge, const IhopNode *node)
{
  const IhopOrigin *origin = ihop_judge_origin (judge, node);

  return origin ? origin->before : node;
}

/* On either side: whether the sets tell what the expression is where the loop is reached. */
static gboolean
is_affine (const IhopJudgeSide *side, const IhopScopLoop *loop, const IhopNode *expression)
{
  isl_pw_aff *value = ihop_value_in_loops (side->scop, loop->parent, loop->outer, expression);

  isl_pw_aff_free (value);
  return value != NULL;
}

static void
add_guard (const IhopJudge *judge, gboolean is_new, const IhopScopLoop *loop, const IhopNode *found, guint branch,
           GArray *guards)
{
  Guard guard = { is_new ? before (judge, found) : found, found, loop, branch };

  g_array_append_val (guards, guard);
}

enum { FIRST = 100 }; /* a branch that no node has: the first value of an iterator */

/* A counting loop decides only where its bounds are not affine. */
static void
add_loop (const IhopJudge *judge, const IhopJudgeSide *side, const IhopNode *node, gboolean is_new, GArray *guards)
{
  const IhopScopLoop *loop = ihop_scop_loop_of (side->scop, node);

  if (loop == NULL || loop->counting.iterator == NULL)
    {
      add_guard (judge, is_new, NULL, loop && node->child[1] ? node->child[1] : node, 3, guards);
      return;
    }
  if (loop->is_exact)
    return;
  if (loop->counting.lower && !is_affine (side, loop, loop->counting.lower))
    add_guard (judge, is_new, loop, loop->counting.lower, FIRST, guards);
  if (loop->counting.also_bound || !is_told (judge, before (judge, loop->counting.bound)))
    add_guard (judge, is_new, loop, loop->counting.bound, 3, guards);
  if (loop->counting.also_bound)
    add_guard (judge, is_new, loop, loop->counting.also_bound, 3, guards);
}

static GArray *
guards_around (const IhopJudge *judge, const IhopJudgeSide *side, const IhopNode *node, gboolean is_new)
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
      if (found)
        add_guard (judge, is_new, NULL, found, i, guards);
      else if (around->kind == IHOP_FOR && i == 3)
        add_loop (judge, side, around, is_new, guards);
    }
  return guards;
}

/* What the old iterator counts the new one counts, in the same way. */
static gboolean
counts_alike (const Guard *old, const Guard *new, const IhopValues *values)
{
  const IhopCounting *a = old->loop ? &old->loop->counting : NULL, *b = new->loop ? &new->loop->counting : NULL;

  if (a == NULL || b == NULL)
    return a == NULL && b == NULL;
  const IhopNode *value = ihop_values_find (values, a->iterator);
  const IhopNode *plain = value ? ihop_node_strip (value, TRUE) : NULL;
  gboolean same = plain ? plain->kind == IHOP_REF && plain->symbol == b->iterator : a->iterator == b->iterator;
  return same && a->step == b->step && a->relation == b->relation && a->ahead == b->ahead
         && a->also_relation == b->also_relation && !a->also_bound == !b->also_bound;
}

/* A condition is the same when it is a copy for the same iteration. */
static gboolean
is_same (IhopJudge *judge, const Guard *old, const Guard *new, const IhopValues *values)
{
  const IhopOrigin *origin = ihop_judge_origin (judge, new->now);

  return old->node == new->node && old->branch == new->branch && counts_alike (old, new, values)
         && ihop_values_agree (origin ? origin->values : NULL, values, old->node)
         && ihop_judge_is_copy (judge, new->now);
}

/* A condition that the new sets tell all about: what it leaves out is not in them. */
static gboolean
is_told_condition (const IhopJudge *judge, const Guard *new)
{
  return g_hash_table_lookup (judge->new.scop->conditions, new->now) != NULL;
}

/* The old ones are all there, in their order. What is new between them must not be inexact itself, else the set says too much. */
static gboolean
holds_in_order (IhopJudge *judge, const GArray *old, const GArray *new, const IhopValues *values)
{
  guint k = 0;

  for (guint i = 0; i < new->len; i++)
    {
      const Guard *b = &g_array_index (new, Guard, i);
      if (k < old->len && is_same (judge, &g_array_index (old, Guard, k), b, values))
        k++;
      else if (!is_told_condition (judge, b))
        return FALSE;
    }
  return k == old->len;
}

static IhopDiag *
refuse (IhopJudge *judge, const IhopNode *node, const char *why)
{
  return ihop_refuse (judge->step, IHOP_T_UNKNOWN, node,
                      "whether this runs depends on values in memory, and %s", ihop_argument_phrase (why));
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
      ihop_remedy_jump (judge->step, refuse (judge, jump, "control leaves in the middle here"), jump);
      return FALSE;
    }
  g_autoptr (GArray) old = guards_around (judge, &judge->old, pair->before->node, FALSE);
  g_autoptr (GArray) new = guards_around (judge, &judge->new, pair->now->node, TRUE);
  if (holds_in_order (judge, old, new, pair->image->values))
    return TRUE;
  refuse (judge, pair->before->node, "the condition does not stay around it");
  return FALSE;
}

/* A "continue" of a loop around the code decides about what stands behind the code. */
static gboolean
check_leaving (IhopJudge *judge, const IhopNode *root)
{
  const IhopNode *jump = ihop_kind_is_loop (root->kind) ? NULL : ihop_body_continue (root);

  if (jump)
    ihop_remedy_jump (judge->step,
                       ihop_refuse (judge->step, IHOP_T_UNKNOWN, jump, "control leaves in the middle here"), jump);
  return jump == NULL;
}

gboolean
ihop_judge_leaving (IhopJudge *judge)
{
  return check_leaving (judge, judge->old.root) && check_leaving (judge, judge->new.root);
}

gboolean
ihop_judge_control (IhopJudge *judge)
{
  for (guint i = 0; i < judge->pairs->len; i++)
    if (!check_pair (judge, judge->pairs->pdata[i]))
      return FALSE;
  return TRUE;
}
