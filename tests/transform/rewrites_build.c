/* What arbitrary rewrites are made of. */
#include "rewrites.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/make_statement.h"
#include "transform/build/query.h"

int
rewrite_any (Rewriter *self, int least, int most)
{
  return g_rand_int_range (self->random, least, most + 1);
}

gboolean
rewrite_chance (Rewriter *self, double probability)
{
  return g_rand_double (self->random) < probability;
}

const IhopNode *
rewrite_pick (Rewriter *self, GPtrArray *list)
{
  const IhopNode *node = list->len ? list->pdata[rewrite_any (self, 0, (int) list->len - 1)] : NULL;

  g_ptr_array_unref (list);
  return node;
}

typedef struct
{
  gboolean (*is) (const IhopNode *node);
  GPtrArray *found;
} Find;

static gboolean
find (const IhopNode *node, gpointer data)
{
  Find *self = data;

  if (self->is (node))
    g_ptr_array_add (self->found, (gpointer) node);
  return TRUE;
}

GPtrArray *
rewrite_find (Rewriter *self, gboolean (*is) (const IhopNode *node))
{
  Find search = { is, g_ptr_array_new () };

  ihop_node_walk (self->body, find, &search);
  return search.found;
}

void
rewrite_note (Rewriter *self, const IhopNode *now, const IhopNode *from)
{
  GHashTable *origins = self->build->rewrite->origins;
  const IhopOrigin *before = g_hash_table_lookup (origins, from);
  IhopOrigin *origin = ihop_pool_alloc (self->build->pool, sizeof *origin);

  origin->before = before ? before->before : from;
  origin->values = before ? before->values : NULL;
  g_hash_table_insert (origins, (gpointer) now, origin);
}

IhopNode *
rewrite_again (Rewriter *self, const IhopNode *node)
{
  IhopNode *copy = ihop_node_copy (self->build->pool, node);

  copy->flags = node->flags;
  copy->place = node->place;
  rewrite_note (self, copy, node);
  return copy;
}

GPtrArray *
rewrite_children (const IhopNode *block)
{
  GPtrArray *children = g_ptr_array_new ();

  for (guint i = 0; i < block->n_children; i++)
    g_ptr_array_add (children, (gpointer) block->child[i]);
  return children;
}

const IhopNode *
rewrite_block (Rewriter *self, const IhopNode *block, GPtrArray *children)
{
  IhopNode *now = ihop_node_new (self->build->pool, IHOP_BLOCK, children->len);

  now->place = block->place;
  for (guint i = 0; i < children->len; i++)
    now->child[i] = children->pdata[i];
  rewrite_note (self, now, block);
  g_ptr_array_unref (children);
  return now;
}

static const IhopNode *
put (Rewriter *self, const IhopNode *in, const IhopNode *old, const IhopNode *now)
{
  IhopNode *copy = NULL;

  if (in == old)
    return now;
  for (guint i = 0; i < in->n_children; i++)
    {
      const IhopNode *child = in->child[i] ? put (self, in->child[i], old, now) : NULL;
      if (child == in->child[i])
        continue;
      if (copy == NULL)
        copy = rewrite_again (self, in);
      copy->child[i] = child;
    }
  return copy ? copy : in;
}

void
rewrite_put (Rewriter *self, const IhopNode *old, const IhopNode *now)
{
  self->body = put (self, self->body, old, now);
}

/* What was copied was a copy itself, and may have had other values already. */
static const IhopValues *
both (Rewriter *self, const IhopValues *first, const IhopValues *then)
{
  guint n = first ? first->n : 0, m = then ? then->n : 0;
  IhopValues *all = ihop_values_alloc (self->build, n + m);

  if (n == 0)
    return then;
  for (guint i = 0; i < n + m; i++)
    {
      all->symbol[i] = i < n ? first->symbol[i] : then->symbol[i - n];
      all->value[i] = i < n ? ihop_copy (self->build, first->value[i], then) : then->value[i - n];
    }
  return all;
}

static void
settle_chains (Rewriter *self)
{
  g_autoptr (GList) all = g_hash_table_get_values (self->build->rewrite->origins);

  for (GList *at = all; at; at = at->next)
    {
      IhopOrigin *origin = at->data;
      const IhopOrigin *before = g_hash_table_lookup (self->build->rewrite->origins, origin->before);
      if (before == NULL || before == origin)
        continue;
      origin->values = both (self, before->values, origin->values);
      origin->before = before->before;
    }
}

const IhopNode *
rewrite_with (Rewriter *self, const IhopNode *node, IhopSymbol *symbol, const IhopNode *value)
{
  const IhopNode *copy
    = ihop_copy (self->build, node, symbol ? ihop_values_new (self->build, symbol, value) : NULL);

  settle_chains (self);
  return copy;
}

/* --- heads ------------------------------------------------------------------------------------- */

static gboolean
read_start (const IhopNode *start, RewriteHead *head)
{
  const IhopNode *inside = start && start->n_children == 1 ? start->child[0] : NULL;

  head->declared = start && start->kind == IHOP_DECLARATION;
  if (inside && inside->kind == IHOP_VARIABLE && inside->child[0])
    {
      head->iterator = inside->symbol;
      head->lower = inside->child[0];
    }
  else if (inside && inside->kind == IHOP_ASSIGN && inside->op == IHOP_OP_NONE
           && inside->child[0]->kind == IHOP_REF)
    {
      head->iterator = inside->child[0]->symbol;
      head->lower = inside->child[1];
    }
  return head->iterator != NULL;
}

static gboolean
read_step (const IhopNode *step, RewriteHead *head)
{
  if (step == NULL)
    return FALSE;
  if (step->kind == IHOP_UNARY)
    {
      gboolean up = step->op == IHOP_OP_PRE_INC || step->op == IHOP_OP_POST_INC;
      head->step = up ? 1 : -1;
      return step->op >= IHOP_OP_PRE_INC;
    }
  if (step->kind != IHOP_ASSIGN || (step->op != IHOP_OP_ADD && step->op != IHOP_OP_SUB)
      || !ihop_constant_of (step->child[1], &head->step))
    return FALSE;
  if (step->op == IHOP_OP_SUB)
    head->step = -head->step;
  return TRUE;
}

gboolean
rewrite_head (const IhopNode *loop, RewriteHead *head)
{
  const IhopNode *condition = loop->kind == IHOP_FOR ? loop->child[1] : NULL;

  *head = (RewriteHead){ 0 };
  if (condition == NULL || condition->kind != IHOP_BINARY || condition->op < IHOP_OP_LT
      || condition->op > IHOP_OP_GE || ihop_node_strip (condition->child[0], TRUE)->kind != IHOP_REF)
    return FALSE;
  head->relation = condition->op;
  head->bound = condition->child[1];
  return read_start (loop->child[0], head) && read_step (loop->child[2], head);
}

const IhopNode *
rewrite_loop (Rewriter *self, const IhopNode *loop, const RewriteHead *head, const IhopNode *body)
{
  const IhopNode *now = ihop_make_for (self->build, loop, head->iterator, head->declared, head->lower,
                                       head->relation, head->bound, head->step, body);

  rewrite_note (self, now, loop);
  return now;
}

/* --- the end ----------------------------------------------------------------------------------- */

typedef struct
{
  const IhopNode *old, *now; /* blocks */
  guint before, after;       /* so many children are the same at the ends */
} Level;

static Level
level_of (const IhopNode *old, const IhopNode *now)
{
  Level level = { old, now, 0, 0 };
  guint least = MIN (old->n_children, now->n_children);

  while (level.before < least && old->child[level.before] == now->child[level.before])
    level.before++;
  while (level.after < least - level.before
         && old->child[old->n_children - 1 - level.after] == now->child[now->n_children - 1 - level.after])
    level.after++;
  return level;
}

/* The block under which alone something has changed; FALSE: there is none. */
static gboolean
go_down (const IhopNode **old, const IhopNode **now)
{
  const IhopNode *changed = NULL, *into = NULL;

  if ((*old)->kind != (*now)->kind || (*old)->n_children != (*now)->n_children)
    return FALSE;
  for (guint i = 0; i < (*old)->n_children; i++)
    if ((*old)->child[i] != (*now)->child[i])
      {
        if (changed || (*old)->child[i] == NULL || (*now)->child[i] == NULL)
          return FALSE;
        changed = (*old)->child[i];
        into = (*now)->child[i];
      }
  if (changed == NULL || !ihop_kind_is_statement (changed->kind))
    return FALSE;
  *old = changed;
  *now = into;
  return TRUE;
}

static GArray *
levels_of (const IhopNode *old, const IhopNode *now)
{
  GArray *levels = g_array_new (FALSE, FALSE, sizeof (Level));

  do
    if (old->kind == IHOP_BLOCK && now->kind == IHOP_BLOCK && old->n_children)
      {
        Level level = level_of (old, now);
        g_array_append_val (levels, level);
      }
  while (go_down (&old, &now));
  return levels;
}

IhopRewrite *
rewrite_finish (Rewriter *self)
{
  const IhopNode *old = self->build->function->body;

  if (old == self->body)
    return NULL;
  g_autoptr (GArray) levels = levels_of (old, self->body);
  Level level = g_array_index (levels, Level, rewrite_any (self, 0, (int) levels->len - 1));
  /* Something has to be replaced. */
  if (level.before + level.after == level.old->n_children && level.before)
    level.before--;
  else if (level.before + level.after == level.old->n_children)
    level.after--;
  GPtrArray *news = g_ptr_array_new ();
  for (guint i = level.before; i < level.now->n_children - level.after; i++)
    g_ptr_array_add (news, (gpointer) level.now->child[i]);
  if (news->len == 0)
    ihop_append_nothing (self->build, news);
  return ihop_build_finish (self->build, level.old->child[level.before],
                            level.old->n_children - level.before - level.after, news);
}
