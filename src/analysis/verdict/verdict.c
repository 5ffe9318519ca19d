/* The verdict on one loop. Pairs of accesses that may collide in different iterations are found
 * variable by variable; reductions and private copies take some away; what remains decides. */
#include "analysis/verdict/verdict.h"
#include "analysis/dependence/disjoint_strips.h"
#include "analysis/dependence/witness.h"
#include "analysis/memory/liveness.h"
#include "analysis/verdict/privatization.h"
#include "analysis/verdict/reasons.h"
#include "analysis/verdict/reduction.h"
#include "ir/key.h"
#include <string.h>

enum { MAX_CARRIED = 48, MAX_SHOWN = 64, MAX_SHOWN_A_VARIABLE = 4 };

typedef struct
{
  const IhopSymbol *symbol;
  GPtrArray *accesses;       /* of IhopAccess * */
  gboolean is_written, is_loaded, behind_pointer;
  GPtrArray *ways;           /* of IhopAccess *: the first that is read, and the first that is written, on each way from the
                                variable ("s.n", "s.v[]"), which decides what may overlap */
} Group;

typedef struct
{
  IhopScop *scop;
  IhopLoop *loop;
  GPtrArray *groups;         /* of Group *, in order of first use */
  gboolean refuted, doubtful;
} Judge;

static void
group_free (gpointer data)
{
  g_ptr_array_unref (((Group *) data)->accesses);
  g_ptr_array_unref (((Group *) data)->ways);
  g_free (data);
}

static void
add_way (Group *group, IhopAccess *access)
{
  for (guint i = 0; i < group->ways->len; i++)
    {
      const IhopAccess *other = group->ways->pdata[i];
      if (other->is_write == access->is_write && other->may == access->may && ihop_access_same_path (other, access)
          && ihop_type_equal (other->ref->type, access->ref->type))
        return;
    }
  g_ptr_array_add (group->ways, access);
}

static void
make_groups (Judge *judge)
{
  g_autoptr (GHashTable) by_symbol = g_hash_table_new (NULL, NULL);

  judge->groups = g_ptr_array_new_with_free_func (group_free);
  for (guint i = 0; i < judge->scop->accesses->len; i++)
    {
      IhopAccess *access = judge->scop->accesses->pdata[i];
      Group *group = g_hash_table_lookup (by_symbol, access->ref->root);
      if (access->is_local)
        continue;
      if (group == NULL)
        {
          group = g_new0 (Group, 1);
          group->symbol = access->ref->root;
          group->accesses = g_ptr_array_new ();
          group->ways = g_ptr_array_new ();
          g_hash_table_insert (by_symbol, (gpointer) group->symbol, group);
          g_ptr_array_add (judge->groups, group);
        }
      g_ptr_array_add (group->accesses, access);
      group->is_written |= access->is_write;
      group->is_loaded |= access->is_loaded;
      gboolean derefs = FALSE;
      for (guint k = 0; k < access->ref->steps->len; k++)
        derefs |= g_array_index (access->ref->steps, IhopStep, k).kind == IHOP_STEP_DEREF;
      group->behind_pointer |= derefs;
      add_way (group, access);
    }
}

static gboolean
spend (Judge *judge, guint64 steps)
{
  if (judge->scop->budget == NULL || ihop_budget_spend (judge->scop->budget, steps))
    return TRUE;
  ihop_reason_add (judge->loop->reasons, "IHOP-D009", judge->scop->root, NULL,
                   "the analysis ran out of time");
  judge->doubtful = TRUE;
  return FALSE;
}

typedef struct
{
  guint a, b, kind;
} Pair;

static guint
pair_hash (gconstpointer data)
{
  const Pair *self = data;

  return (self->a * 31 + self->b) * 31 + self->kind;
}

static gboolean
pair_equal (gconstpointer a, gconstpointer b)
{
  return memcmp (a, b, sizeof (Pair)) == 0;
}

/* Equal subscripts in one statement give equal relations: of "x += …" only one of each kind of
 * dependence is worked out. */
static gboolean
seen_before (GHashTable *seen, const IhopAccess *a, const IhopAccess *b)
{
  guint kind = (a->is_write ? 1 : 0) + (b->is_write ? 2 : 0) + (a->update && b->update ? 4 : 0);
  Pair pair = { a->twin, b->twin, kind << 16 | (guint) a->may << 8 | (guint) b->may };

  if (g_hash_table_contains (seen, &pair))
    return TRUE;
  g_hash_table_add (seen, g_memdup2 (&pair, sizeof pair));
  return FALSE;
}

static void
carry_pairs (Judge *judge, const Group *first, const Group *second, GPtrArray *carried)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (pair_hash, pair_equal, g_free, NULL);

  for (guint i = 0; i < first->accesses->len && carried->len < MAX_CARRIED; i++)
    for (guint k = 0; k < second->accesses->len && carried->len < MAX_CARRIED; k++)
      {
        const IhopAccess *a = first->accesses->pdata[i], *b = second->accesses->pdata[k];
        IhopOverlap overlap;
        if ((!a->is_write && !b->is_write) || seen_before (seen, a, b))
          continue;
        overlap = ihop_overlap_of (judge->scop, a, b, judge->scop->assumptions);
        if (overlap.kind == IHOP_OVERLAP_NONE)
          continue;
        if (!spend (judge, 1))
          return;
        ihop_carried_find (judge->scop, a, b, &overlap, carried);
      }
}

/* For A[p[i]]: what to say of p. Caller owns it. */
static IhopMessage *
subscript_remedy (const IhopAccess *access)
{
  const IhopNode *node = access->node->kind == IHOP_INDEX
                           ? ihop_node_strip (access->node->child[1], TRUE) : NULL;
  const IhopNode *base
    = node && node->kind == IHOP_INDEX ? ihop_node_strip (node->child[0], TRUE) : NULL;

  if (base == NULL || base->kind != IHOP_REF)
    return ihop_message ("write the subscript as an affine expression of the iterators");
  return ihop_message (IHOP_REMEDY_PERMUTATION, base->symbol->name, base->symbol->name);
}

/* One of the pair, whichever came first. */
static void
doubt_overlap (GPtrArray *reasons, const IhopAccess *access, const char *a, const char *b)
{
  const char *first = strcmp (a, b) < 0 ? a : b, *second = first == a ? b : a;
  IhopMessage *remedy = ihop_message ("declare them restrict, or assert noalias(%s, %s)", first, second);

  ihop_reason_add (reasons, "IHOP-D010", access->node, remedy,
                   "%s and %s may overlap, and no test at run time can tell", first, second);
}

static void
doubt_reason (Judge *judge, const IhopCarried *carried, const IhopDependence *dependence)
{
  const IhopAccess *access
    = carried->source->may != IHOP_MAY_NOT ? carried->source : carried->sink;
  GPtrArray *reasons = judge->loop->reasons;
  g_autofree char *name = ihop_access_name (access);
  g_autofree char *text = ihop_node_key (access->node);
  const char *shown = text ? text : name;

  if (carried->a && carried->a != carried->b)
    {
      doubt_overlap (reasons, access, carried->a->name, carried->b->name);
      return;
    }
  if (carried->a)
    {
      ihop_reason_add (reasons, "IHOP-D010", access->node,
                       ihop_message (IHOP_REMEDY_NO_OVERLAP),
                       "pointers stored in %s may point to the same memory", carried->a->name);
      return;
    }
  if (dependence->depends_on)
    {
      ihop_reason_add (reasons, "IHOP-D020", access->node, ihop_message (IHOP_REMEDY_KNOWN),
                       "whether iterations meet in %s depends on %s, which is worked out in a way that is not followed",
                       name, dependence->depends_on);
      return;
    }
  switch (access->may)
    {
    case IHOP_MAY_CONDITION:
      ihop_reason_add (reasons, "IHOP-D013", access->node, NULL,
                       "whether %s is accessed depends on data", shown);
      break;
    case IHOP_MAY_CALL:
      ihop_reason_add (reasons, "IHOP-D014", access->node,
                       ihop_message ("pass the called function only what it works on"),
                       "a called function may touch elements of %s that other iterations touch",
                       name);
      break;
    case IHOP_MAY_FLAT:
      ihop_reason_add (reasons, "IHOP-D016", access->node,
                       ihop_message ("subscript the array in all its dimensions"),
                       "%s may leave the row that it names", shown);
      break;
    case IHOP_MAY_WRAP:
      ihop_reason_add (reasons, "IHOP-D017", access->why_node, ihop_message ("use int or a 64-bit type"),
                       "unsigned arithmetic in a subscript of %s may wrap around", name);
      break;
    case IHOP_MAY_SUBSCRIPT:
      ihop_reason_add (reasons, "IHOP-D012", access->node, subscript_remedy (access),
                       "the subscript of %s is not affine: iterations may meet in one element", shown);
      break;
    default:
      ihop_reason_add (reasons, "IHOP-D018", access->node, NULL,
                       "iterations may meet in an element of %s", name);
      break;
    }
}

/* Shows what remains: exact ones with their witness first, few of each kind. */
static void
keep_dependences (Judge *judge, const GPtrArray *carried)
{
  guint shown[3] = { 0 };

  for (guint i = 0; i < carried->len; i++)
    {
      IhopCarried *pair = carried->pdata[i];
      guint kind = pair->source->is_write ? (pair->sink->is_write ? 2 : 0) : 1;
      IhopDependence *dependence;
      if (shown[kind] >= MAX_SHOWN_A_VARIABLE || judge->loop->dependences->len >= MAX_SHOWN)
        {
          judge->doubtful = TRUE;
          continue;
        }
      dependence = ihop_dependence_new (judge->scop, pair);
      shown[kind]++;
      g_ptr_array_add (judge->loop->dependences, dependence);
      judge->refuted |= dependence->is_exact;
      if (!dependence->is_exact)
        {
          doubt_reason (judge, pair, dependence);
          judge->doubtful = TRUE;
        }
    }
}

static void
explain_private (Judge *judge, const Group *group, const IhopAccess *uncovered)
{
  for (guint i = 0; i < group->accesses->len; i++)
    if (((IhopAccess *) group->accesses->pdata[i])->n_dims)
      return;
  if (uncovered == NULL)
    ihop_reason_add (judge->loop->reasons, "IHOP-D015", judge->scop->root,
                     ihop_message ("declare it inside the loop if its value is not needed afterwards"),
                     "the value of %s after the loop is that of the last iteration that sets it",
                     group->symbol->name);
  else if (!group->behind_pointer)
    {
      gboolean counts = FALSE;
      for (guint i = 0; i < group->accesses->len; i++)
        {
          const IhopAccess *access = group->accesses->pdata[i];
          IhopReduce operator;
          counts |= access->update && ihop_update_of (access->update, &operator)
                    && operator == IHOP_REDUCE_ADD && ihop_type_is_integer (group->symbol->type);
        }
      IhopMessage *remedy = counts ? ihop_message ("write %s as an expression of the loop's iterator",
                                         group->symbol->name) : NULL;
      ihop_reason_add (judge->loop->reasons, "IHOP-D018", uncovered->node, remedy,
                       "%s is read before the same iteration has set it", group->symbol->name);
    }
}

static gboolean
is_reduced (Judge *judge, const Group *group, const GPtrArray *carried)
{
  return ihop_reduction_explains (judge->scop, carried, group->accesses, FALSE, judge->loop->reductions,
                                  judge->loop->reasons);
}

/* "found = 1;", by whoever finds something. */
static gboolean
is_set_alike (Judge *judge, const Group *group, const GPtrArray *carried)
{
  return ihop_reduction_explains (judge->scop, carried, group->accesses, TRUE, judge->loop->reductions,
                                  judge->loop->reasons);
}

/* What counts along is worked out anew in each iteration: that the next one needs it is no
 * dependence. Takes those pairs away. TRUE: that was all, or the rest is a reduction. */
static gboolean
take_induction (Judge *judge, const Group *group, GPtrArray *carried)
{
  GPtrArray *inductions = judge->scop->inductions;

  for (guint i = 0; i < inductions->len; i++)
    {
      IhopInduction *induction = inductions->pdata[i];
      if (induction->symbol != group->symbol)
        continue;
      for (guint k = carried->len; k-- > 0;)
        {
          const IhopCarried *pair = carried->pdata[k];
          if (pair->source->ref->steps->len == 0 && pair->sink->ref->steps->len == 0)
            g_ptr_array_remove_index (carried, k);
        }
      induction->needs_last = ihop_live_after (judge->scop->facts, judge->scop->function,
                                               judge->scop->root, induction->symbol);
      IhopInduction *own = g_memdup2 (induction, sizeof *induction);
      own->by = g_strdup (induction->by);
      g_ptr_array_add (judge->loop->inductions, own);
      return carried->len == 0 || is_reduced (judge, group, carried);
    }
  return FALSE;
}

/* One variable against itself. */
static void
judge_group (Judge *judge, const Group *group)
{
  g_autoptr (GPtrArray) carried = g_ptr_array_new_with_free_func (ihop_carried_free);
  const IhopAccess *uncovered = NULL;
  IhopPrivate *private;

  if (ihop_deps_in_strips (judge->scop, group->accesses))
    return;
  carry_pairs (judge, group, group, carried);
  if (carried->len == 0)
    return;
  /* What is only counted is a sum; what is also looked at, counts along. */
  if (carried->len < MAX_CARRIED
      && (is_reduced (judge, group, carried) || take_induction (judge, group, carried)))
    return;
  private = ihop_privatize (judge->scop, group->symbol, group->accesses, &uncovered);
  if (private)
    {
      g_ptr_array_add (judge->loop->privates, private);
      return;
    }
  if (carried->len < MAX_CARRIED && is_set_alike (judge, group, carried))
    return;
  explain_private (judge, group, uncovered);
  keep_dependences (judge, carried);
  if (carried->len && !judge->refuted)
    judge->doubtful = TRUE;
}

/* Where no pointers are loaded, the answer is the same for all accesses on one way. */
static gboolean
are_apart (IhopScop *scop, const Group *a, const Group *b)
{
  for (guint i = 0; i < a->ways->len; i++)
    for (guint k = 0; k < b->ways->len; k++)
      {
        const IhopAccess *x = a->ways->pdata[i], *y = b->ways->pdata[k];
        if ((x->is_write || y->is_write)
            && ihop_overlap_of (scop, x, y, scop->assumptions).kind != IHOP_OVERLAP_NONE)
          return FALSE;
      }
  return TRUE;
}

/* Two variables that may mean the same memory. */
static void
judge_two (Judge *judge, const Group *a, const Group *b)
{
  g_autoptr (GPtrArray) carried = NULL;

  if (!a->behind_pointer && !b->behind_pointer)
    return;
  if (!a->is_loaded && !b->is_loaded && are_apart (judge->scop, a, b))
    return;
  carried = g_ptr_array_new_with_free_func (ihop_carried_free);
  carry_pairs (judge, a, b, carried);
  carry_pairs (judge, b, a, carried);
  if (carried->len)
    keep_dependences (judge, carried);
}

/* A pointer that is read from memory, and memory that may be that pointer, written. */
static void
check_loaded (Judge *judge)
{
  IhopScop *scop = judge->scop;

  for (guint i = 0; i < scop->accesses->len; i++)
    {
      const IhopAccess *read = scop->accesses->pdata[i];
      if (read->is_write || ihop_type_strip (read->ref->type)->kind != IHOP_TYPE_POINTER
          || read->ref->steps->len == 0)
        continue;
      for (guint k = 0; k < scop->accesses->len; k++)
        {
          const IhopAccess *write = scop->accesses->pdata[k];
          if (write->is_write
              && ihop_overlap_of (scop, read, write, scop->assumptions).kind
                   != IHOP_OVERLAP_NONE)
            {
              g_autofree char *name = ihop_node_key (read->node);
              ihop_obstacle (scop, "IHOP-D011", read->node, ihop_message ("copy the pointer before the loop"),
                             "the pointer %s may change in the loop", ihop_argument_word_or (name, "used here"));
              return;
            }
        }
    }
}

static void
take_obstacles (Judge *judge)
{
  for (guint i = 0; i < judge->scop->obstacles->len; i++)
    {
      IhopObstacle *obstacle = judge->scop->obstacles->pdata[i];
      ihop_reason_add_message (judge->loop->reasons, obstacle->id, obstacle->node, ihop_message_ref (obstacle->remedy),
                               ihop_message_ref (obstacle->message));
      judge->doubtful = TRUE;
    }
}

static void
judge_groups (Judge *judge)
{
  for (guint i = 0; i < judge->groups->len; i++)
    {
      const Group *group = judge->groups->pdata[i];
      if (judge->refuted && judge->loop->dependences->len >= MAX_SHOWN / 2)
        return;
      if (group->is_written)
        judge_group (judge, group);
      for (guint k = i + 1; k < judge->groups->len; k++)
        {
          const Group *other = judge->groups->pdata[k];
          if (group->is_written || other->is_written)
            judge_two (judge, group, other);
        }
    }
}

void
ihop_judge_loop (IhopScop *scop, IhopLoop *loop)
{
  Judge judge = { .scop = scop, .loop = loop };

  loop->verdict = IHOP_UNKNOWN;
  make_groups (&judge);
  check_loaded (&judge);
  take_obstacles (&judge);
  if (!judge.doubtful)
    judge_groups (&judge);
  /* Errors of isl (out of operations) leave sets that say nothing. */
  if (scop->context == NULL || scop->ranges == NULL)
    judge.doubtful = TRUE;
  for (guint i = 0; i < scop->accesses->len; i++)
    if (((IhopAccess *) scop->accesses->pdata[i])->map == NULL)
      judge.doubtful = TRUE;
  if (judge.refuted)
    loop->verdict = IHOP_SEQUENTIAL;
  else if (!judge.doubtful)
    loop->verdict = IHOP_PARALLEL;
  if (loop->verdict == IHOP_UNKNOWN && loop->reasons->len == 0)
    ihop_reason_add (loop->reasons, "IHOP-D009", scop->root, NULL,
                     "the analysis ran out of its budget");
  for (guint i = 0; i < scop->assumptions->len; i++)
    g_ptr_array_add (loop->assumptions, scop->assumptions->pdata[i]);
  g_ptr_array_set_free_func (scop->assumptions, NULL);
  g_ptr_array_set_size (scop->assumptions, 0);
  g_ptr_array_set_free_func (scop->assumptions, ihop_assumption_free);
  g_ptr_array_unref (judge.groups);
}
