/* Buffers that change places in a time loop, of which nobody says how large they are: all of them are as large as the
 * greatest needs to be, if each has been under each name before the loop ends.
 *
 * "for (t = 0; t < steps; t++) { kernel; o = old; old = now; now = next; next = o; }" touches each of the three buffers
 * under each of the three names if there are three steps or more. With one or two steps some buffer is touched under
 * one name alone, and may end where that does: whoever copied as much as the others need would read behind its end.
 * So that is tested at the function's entry, as overlaps are, and the original runs if it fails. */
#include "analysis/exchange.h"
#include "gpugen/reach.h"
#include "gpugen/resident.h"
#include "gpugen/shape.h"
#include <string.h>

enum { MOST_MEMBERS = 6, MOST_ROUNDS = 16, MOST_USES = 24 };

/* A name under which kernels in one statement of the loop's body touch memory. */
typedef struct
{
  guint child, member;
  guint seen;              /* bits: which buffers have been under this name there */
} Use;

typedef struct
{
  IhopReach *reach;
  const IhopExchangeGroup *group;
  const IhopNode *loop, *body;
  Use uses[MOST_USES];
  guint n_uses;
  char *runs, *enough;     /* C text: the loop runs at all, and often enough; NULL: it is sure to */
} Rounds;

/* ---- the loop ---- */

typedef struct
{
  IhopFacts *facts;
  gboolean found;
} WaysOut;

/* Whether an iteration may end before its last statement; loops inside it are looked at with it. */
static gboolean
find_way_out (const IhopNode *node, gpointer data)
{
  WaysOut *ways = data;

  ways->found |= node->kind == IHOP_RETURN || node->kind == IHOP_BREAK || node->kind == IHOP_CONTINUE
                 || node->kind == IHOP_GOTO || node->kind == IHOP_LABEL || node->kind == IHOP_OPAQUE
                 || node->kind == IHOP_OPAQUE_EXPR
                 || (node->kind == IHOP_CALL && ihop_effects_of_call (ways->facts, node)->may_not_return);
  return !ways->found;
}

/* The loop that all exchanges stand in, right in its body, and that the function runs once. */
static gboolean
find_loop (Rounds *rounds)
{
  IhopWork *work = rounds->reach->work;
  WaysOut ways = { work->planner->facts, FALSE };
  const GPtrArray *exchanges = rounds->group->exchanges;

  rounds->body = ((const IhopExchange *) exchanges->pdata[0])->block;
  for (guint i = 1; i < exchanges->len; i++)
    if (((const IhopExchange *) exchanges->pdata[i])->block != rounds->body)
      return FALSE;
  g_autoptr (GPtrArray) path = ihop_defs_path (work->planner->facts, work->function, rounds->body);
  if (path == NULL || path->len < 2)
    return FALSE;
  rounds->loop = path->pdata[path->len - 2];
  for (guint i = 0; i + 2 < path->len; i++)
    if (((const IhopNode *) path->pdata[i])->kind != IHOP_BLOCK)
      return FALSE;
  ihop_node_walk (rounds->body, find_way_out, &ways);
  return rounds->loop->kind == IHOP_FOR && !ways.found;
}

static gboolean
is_signed (const IhopType *type)
{
  type = type ? ihop_type_strip (type) : NULL;
  return type && type->kind == IHOP_TYPE_INTEGER && type->is_signed && type->size >= 4;
}

static gboolean
is_plain_count (const IhopWork *work, const IhopNode *body, const IhopCounting *c)
{
  return c->iterator && c->is_plain && c->lower && c->ahead == 0 && !c->steps_first && c->also_bound == NULL
         && is_signed (c->iterator->type) && is_signed (ihop_node_strip (c->lower, TRUE)->type)
         && is_signed (ihop_node_strip (c->bound, TRUE)->type) && ABS (c->step) < 1000
         && !(ihop_touch_of (work->planner->facts, work->function, body, c->iterator) & IHOP_TOUCH_WRITE);
}

/* "steps > 2": bound REL value, where REL is the relation seen from the other side. */
static char *
compare (const IhopCounting *c, const char *value, gboolean holds)
{
  static const struct { IhopOperator relation; const char *turned, *refuted; } words[]
    = { { IHOP_OP_LT, ">", "<=" }, { IHOP_OP_LE, ">=", "<" }, { IHOP_OP_GT, "<", ">=" }, { IHOP_OP_GE, "<=", ">" } };
  const IhopNode *bound = ihop_node_strip (c->bound, TRUE);
  g_autofree char *own = ihop_words (c->bound);
  gboolean is_single = bound->kind == IHOP_REF || ihop_text_is_number (own, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (words[i].relation == c->relation)
      return g_strdup_printf (is_single ? "%s %s %s" : "(%s) %s %s", own, holds ? words[i].turned : words[i].refuted,
                              value);
  return NULL;
}

char *
ihop_reach_loop_runs (const IhopReach *reach, const IhopNode *node)
{
  const IhopWork *work = reach->work;
  const IhopLoop *loop = node->kind == IHOP_FOR ? ihop_loops_find (work->planner->facts, work->planner->tree, node) : NULL;

  if (loop == NULL || !is_plain_count (work, ihop_loop_body (node), &loop->counting)
      || ihop_nest_trips (loop) > 0)
    return NULL;
  g_autofree char *first = ihop_words (loop->counting.lower);
  g_autofree char *runs = compare (&loop->counting, first, TRUE);
  return runs && ihop_reach_can_say (reach, runs) ? g_steal_pointer (&runs) : NULL;
}

/* Sets rounds->enough; to *asked what has to hold at entry: often enough, or not at all. FALSE: it cannot be said. */
static gboolean
say_enough (Rounds *rounds, guint least, char **asked)
{
  const IhopWork *work = rounds->reach->work;
  const IhopLoop *loop = ihop_loops_find (work->planner->facts, work->planner->tree, rounds->loop);

  if (loop == NULL || !is_plain_count (work, rounds->body, &loop->counting))
    return FALSE;
  gint64 trips = ihop_nest_trips (loop);
  if (trips >= 0)
    return trips >= (gint64) least;
  g_autofree char *first = ihop_words (loop->counting.lower);
  g_autofree char *further = g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) (least - 1) * loop->counting.step);
  g_autofree char *last = ihop_linear_sum (first, further, 1);
  g_autofree char *none = compare (&loop->counting, first, FALSE);
  rounds->runs = compare (&loop->counting, first, TRUE);
  rounds->enough = compare (&loop->counting, last, TRUE);
  if (rounds->enough == NULL || !ihop_tests_can_say (rounds->reach->work, rounds->enough)
      || !ihop_tests_can_say (rounds->reach->work, none) || !ihop_reach_can_say (rounds->reach, rounds->enough))
    return FALSE;
  *asked = least > 1 ? g_strdup_printf ("%s || %s", rounds->enough, none) : NULL;
  return TRUE;
}

/* ---- who is where ---- */

static guint
child_of (const Rounds *rounds, const IhopNode *statement)
{
  guint child = 0;

  while (child < rounds->body->n_children && !ihop_node_holds (rounds->body->child[child], statement))
    child++;
  return child;
}

static guint
member_of (const Rounds *rounds, const IhopSymbol *symbol)
{
  guint member = 0;

  g_ptr_array_find (rounds->group->variables, symbol, &member);
  return member;
}

/* The loop's statements in their order, for one iteration: where[b] is the name of buffer b. */
static void
go_round (Rounds *rounds, guint *where)
{
  guint n = rounds->group->variables->len;

  for (guint child = 0; child < rounds->body->n_children; child++)
    {
      for (guint i = 0; i < rounds->n_uses; i++)
        for (guint b = 0; b < n && rounds->uses[i].child == child; b++)
          rounds->uses[i].seen |= where[b] == rounds->uses[i].member ? 1u << b : 0;
      for (guint i = 0; i < rounds->group->exchanges->len; i++)
        {
          const IhopExchange *exchange = rounds->group->exchanges->pdata[i];
          const GPtrArray *round = exchange->variables;
          for (guint b = 0; b < n && exchange->first == child; b++)
            {
              guint at;
              if (g_ptr_array_find ((GPtrArray *) round, rounds->group->variables->pdata[where[b]], &at))
                where[b] = member_of (rounds, round->pdata[at ? at - 1 : round->len - 1]);
            }
        }
    }
}

/* After how many iterations each buffer has been under each name wherever that is used; 0: never. */
static guint
count_rounds (Rounds *rounds)
{
  guint n = rounds->group->variables->len, all = (1u << n) - 1, where[MOST_MEMBERS];

  for (guint b = 0; b < n; b++)
    where[b] = b;
  for (guint round = 1; round <= MOST_ROUNDS; round++)
    {
      gboolean is_complete = TRUE;
      go_round (rounds, where);
      for (guint i = 0; i < rounds->n_uses; i++)
        is_complete &= rounds->uses[i].seen == all;
      if (is_complete)
        return round;
    }
  return 0;
}

/* ---- what is touched there ---- */

static const IhopFootprint *
footprint_of (const Rounds *rounds, const IhopKernel *kernel, guint member)
{
  return ihop_kernel_footprint (kernel, rounds->group->variables->pdata[member]);
}

/* "step (n, now, next);" as a statement: it is sure to be called. */
static gboolean
is_bare_call (const IhopKernel *call)
{
  const IhopNode *statement = call->statements->pdata[0];

  return statement->kind == IHOP_EXPRESSION && ihop_node_strip (statement->child[0], TRUE) == call->call;
}

/* Boxes are known of what it touches, but of a call's, which are the called function's. */
static gboolean
is_bounded (const IhopKernel *kernel, const IhopFootprint *f)
{
  return kernel->kind == IHOP_KERNEL_CALL
         || (!f->begins_before && (f->read || !f->is_read) && (f->written || !f->is_written));
}

/* In the loop, sure to run as it stands, and of the kind of memory that is measured. */
static gboolean
is_regular (const Rounds *rounds, const IhopKernel *kernel, guint member)
{
  const IhopDeviceVariable *variable = rounds->reach->variable;
  const IhopSymbol *symbol = rounds->group->variables->pdata[member];
  const IhopFootprint *f = footprint_of (rounds, kernel, member);

  return kernel->conditions->len == 0 && child_of (rounds, kernel->statements->pdata[0]) < rounds->body->n_children
         && f->rank == variable->rank && f->rank > 0 && f->extents && f->extents[0] == NULL
         && ihop_type_equal (f->element, variable->element) && is_bounded (kernel, f)
         && !ihop_kernel_combines_into (kernel, symbol);
}

static gboolean
find_uses (Rounds *rounds)
{
  const GPtrArray *kernels = rounds->reach->work->kernels;

  for (guint member = 0; member < rounds->group->variables->len; member++)
    {
      gboolean is_used = FALSE;
      for (guint i = 0; i < kernels->len; i++)
        {
          const IhopKernel *kernel = kernels->pdata[i];
          if (footprint_of (rounds, kernel, member) == NULL)
            continue;
          if (!is_regular (rounds, kernel, member) || rounds->n_uses == MOST_USES)
            return FALSE;
          rounds->uses[rounds->n_uses++] = (Use){ child_of (rounds, kernel->statements->pdata[0]), member, 0 };
          is_used = TRUE;
        }
      if (!is_used)
        return FALSE;
    }
  return rounds->n_uses > 0;
}

/* "steps > 2 && n >= 3" for "steps > 0 && n >= 3". */
static void
add_enough (const Rounds *rounds, IhopReachItem *item)
{
  g_autofree char *own = g_steal_pointer (&item->when);
  GString *when = g_string_new (rounds->enough);

  item->is_guarded = FALSE;
  if (own && strstr (own, "||"))
    g_string_append_printf (when, " && (%s)", own);
  else if (own)
    {
      g_auto (GStrv) terms = g_strsplit (own, " && ", -1);
      for (guint i = 0; terms[i]; i++)
        if (!g_str_equal (terms[i], rounds->runs))
          g_string_append_printf (when, " && %s", terms[i]);
    }
  item->when = g_string_free (when, FALSE);
}

/* Takes item; under the condition that the loop runs often enough. */
static gboolean
add_item (Rounds *rounds, IhopReachItem *item)
{
  gboolean good = item && item->end && ihop_reach_can_say (rounds->reach, item->end)
                  && ihop_reach_can_say (rounds->reach, item->when);

  if (!good)
    {
      if (item)
        ihop_reach_item_free (item);
      return FALSE;
    }
  if (rounds->enough)
    add_enough (rounds, item);
  ihop_reach_add (rounds->reach, item);
  return TRUE;
}

/* As the called function counts, if it is sure to touch that, and to be called. */
static gboolean
add_call (Rounds *rounds, const IhopKernel *call, const IhopSymbol *symbol)
{
  const IhopDeviceVariable *theirs = ihop_resident_handed (call, symbol)->variable;
  const IhopNode *child = rounds->body->child[child_of (rounds, call->statements->pdata[0])];

  if (!is_bare_call (call) || !theirs->is_measured || theirs->is_unmeasured || theirs->is_mixed || theirs->is_doubtful
      || theirs->is_doubtful_around || child != call->statements->pdata[0])
    return FALSE;
  IhopReachItem *item = g_new0 (IhopReachItem, 1);
  item->end = ihop_resident_text (rounds->reach->work, call, theirs->bare ? theirs->bare : theirs->extents[0]);
  item->when = theirs->when ? ihop_resident_text (rounds->reach->work, call, theirs->when) : NULL;
  item->is_flat = theirs->bare != NULL;
  if (theirs->when && item->when == NULL)
    g_clear_pointer (&item->end, g_free);
  return add_item (rounds, item);
}

static gboolean
add_statement (Rounds *rounds, const IhopNode *statement, const IhopSymbol *symbol)
{
  IhopWork *work = rounds->reach->work;
  const IhopNode *child = rounds->body->child[child_of (rounds, statement)];
  IhopBox *box = ihop_footprint_reach (work->planner->facts, work->function, child, statement, symbol, FALSE);
  IhopReachItem *item = box && box->is_certain ? ihop_reach_item (rounds->reach->variable, box) : NULL;

  ihop_box_free (box);
  return add_item (rounds, item);
}

static gboolean
add_kernel (Rounds *rounds, const IhopKernel *kernel, guint member)
{
  IhopSymbol *symbol = rounds->group->variables->pdata[member];

  if (footprint_of (rounds, kernel, member) == NULL)
    return TRUE;
  if (kernel->kind == IHOP_KERNEL_CALL)
    return add_call (rounds, kernel, symbol);
  for (guint i = 0; i < kernel->statements->len; i++)
    if (ihop_footprint_at (rounds->reach->work, kernel->statements->pdata[i], symbol)
        && !add_statement (rounds, kernel->statements->pdata[i], symbol))
      return FALSE;
  return TRUE;
}

gboolean
ihop_reach_add_rounds (IhopReach *reach, char **asked)
{
  IhopWork *work = reach->work;
  const IhopPlanOptions *options = work->planner->options;
  Rounds rounds = { .reach = reach,
                    .group = ihop_exchange_group (work->planner->facts, work->function, reach->variable->symbol) };

  if (rounds.group == NULL || rounds.group->variables->len > MOST_MEMBERS || options->no_motion
      || options->transfers == IHOP_TRANSFERS_MANAGED || work->graph->has_goto || !find_loop (&rounds)
      || !find_uses (&rounds))
    return FALSE;
  guint least = count_rounds (&rounds);
  gboolean good = least > 0 && say_enough (&rounds, least, asked);
  for (guint member = 0; good && member < rounds.group->variables->len; member++)
    for (guint i = 0; good && i < work->kernels->len; i++)
      good = add_kernel (&rounds, work->kernels->pdata[i], member);
  g_free (rounds.runs);
  g_free (rounds.enough);
  return good && reach->items->len > 0;
}
