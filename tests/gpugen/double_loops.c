/* A stand-in for analysis/loops.h and footprint.h until they exist: a loop is parallel where the
 * line says so in a comment; footprints have no boxes but for "fills" said in the same way. */
#include "analysis/footprint.h"
#include <string.h>

static GPtrArray *cached;
static const IhopTree *cached_tree;

static gboolean
line_says (const IhopNode *node, const char *words)
{
  const IhopSource *source = node->range.source;
  const char *start = source ? source->text + node->range.begin : "";
  g_autofree char *line = g_strndup (start, strcspn (start, "\n"));

  return strstr (line, words) != NULL;
}

static void
count_loop (IhopLoop *loop)
{
  const IhopNode *node = loop->name->loop;
  const IhopNode *test = node->kind == IHOP_FOR ? node->child[1] : NULL;

  loop->counting.why = g_strdup ("not a counting loop");
  if (test == NULL || test->kind != IHOP_BINARY)
    return;
  loop->counting.iterator = ihop_loop_iterator (node);
  loop->counting.bound = ihop_node_strip (test->child[1], TRUE);
  loop->counting.relation = test->op;
  loop->counting.step = 1;
  const IhopNode *init = node->child[0];
  if (init && init->kind == IHOP_DECLARATION)
    {
      loop->counting.declared_here = TRUE;
      loop->counting.lower = init->child[0]->child[0];
    }
  else if (init)
    loop->counting.lower = ihop_node_strip (init->child[0], TRUE)->child[1];
  if (loop->counting.lower)
    loop->counting.lower = ihop_node_strip (loop->counting.lower, TRUE);
}

static gboolean
find_iterators (const IhopNode *node, gpointer data)
{
  IhopLoop *loop = data;
  IhopSymbol *symbol = node->kind == IHOP_FOR ? ihop_loop_iterator (node) : NULL;

  if (symbol == NULL || (node->child[0] && node->child[0]->kind == IHOP_DECLARATION))
    return TRUE;
  IhopPrivate *own = g_new0 (IhopPrivate, 1);
  own->symbol = symbol;
  own->last_is_certain = TRUE;
  own->needs_last = FALSE;
  g_ptr_array_add (loop->privates, own);
  return TRUE;
}

const GPtrArray *
ihop_loops_of (IhopFacts *facts, const IhopTree *tree)
{
  if (cached_tree == tree)
    return cached;
  GPtrArray *names = ihop_address_list (tree);
  cached = g_ptr_array_new ();
  cached_tree = tree;
  for (guint i = 0; i < names->len; i++)
    {
      IhopLoop *loop = g_new0 (IhopLoop, 1);
      loop->name = names->pdata[i];
      loop->privates = g_ptr_array_new ();
      loop->reductions = g_ptr_array_new ();
      loop->assumptions = g_ptr_array_new ();
      loop->dependences = g_ptr_array_new ();
      loop->reasons = g_ptr_array_new ();
      count_loop (loop);
      loop->verdict = line_says (loop->name->loop, "parallel") ? IHOP_PARALLEL : IHOP_UNKNOWN;
      find_iterators (loop->name->loop, loop);
      ihop_node_walk (ihop_loop_body (loop->name->loop), find_iterators, loop);
      g_ptr_array_add (cached, loop);
    }
  return cached;
}

const IhopLoop *
ihop_loops_find (IhopFacts *facts, const IhopTree *tree, const IhopNode *node)
{
  const GPtrArray *all = ihop_loops_of (facts, tree);

  for (guint i = 0; i < all->len; i++)
    if (((IhopLoop *) all->pdata[i])->name->loop == node)
      return all->pdata[i];
  return NULL;
}

const char *
ihop_verdict_name (IhopVerdict verdict)
{
  static const char *const names[] = { "parallel", "sequential", "unknown" };

  return names[verdict];
}

const char *
ihop_reduce_text (IhopReduce reduce)
{
  return "+";
}

typedef struct
{
  GPtrArray *all;
  GHashTable *inside;
  gboolean writes, reads, fills;
} Walk;

static void look (Walk *w, const IhopNode *node, gboolean reads, gboolean writes, guint rank);

static void
note (Walk *w, const IhopNode *node, gboolean reads, gboolean writes, guint rank)
{
  IhopFootprint *f = NULL;

  if (node->symbol->kind > IHOP_SYMBOL_PARAMETER
      || g_hash_table_contains (w->inside, node->symbol))
    return;
  for (guint i = 0; i < w->all->len; i++)
    if (((IhopFootprint *) w->all->pdata[i])->symbol == node->symbol)
      f = w->all->pdata[i];
  if (f == NULL)
    {
      f = g_new0 (IhopFootprint, 1);
      f->symbol = node->symbol;
      f->is_scalar = ihop_type_strip (f->symbol->type)->kind == IHOP_TYPE_INTEGER
                     || ihop_type_strip (f->symbol->type)->kind == IHOP_TYPE_FLOATING;
      f->rank = rank;
      f->extents = g_new0 (char *, rank + 1);
      const IhopType *type = f->symbol->declared_type ? f->symbol->declared_type : f->symbol->type;
      for (guint d = 0; d < rank; d++)
        {
          type = ihop_type_strip (type);
          if (type->kind == IHOP_TYPE_ARRAY && type->count_expr)
            f->extents[d] = ihop_range_text (type->count_expr->range);
          type = type->target;
        }
      f->element = type;
      f->nodes = g_ptr_array_new ();
      f->is_plain = TRUE;
      g_ptr_array_add (w->all, f);
    }
  if (reads && !(f->is_written && f->is_scalar))
    f->is_exposed = TRUE;
  f->is_read |= reads;
  f->is_written |= writes;
}

static void
look (Walk *w, const IhopNode *node, gboolean reads, gboolean writes, guint rank)
{
  if (node->kind == IHOP_VARIABLE)
    g_hash_table_add (w->inside, node->symbol);
  if (node->kind == IHOP_REF)
    note (w, node, reads, writes, rank);
  else if (node->kind == IHOP_INDEX)
    {
      look (w, node->child[1], TRUE, FALSE, 0);
      look (w, node->child[0], reads, writes, rank + 1);
    }
  else if (node->kind == IHOP_ASSIGN)
    {
      look (w, node->child[1], TRUE, FALSE, 0);
      look (w, node->child[0], node->op != IHOP_OP_NONE, TRUE, 0);
    }
  else if (node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC)
    look (w, node->child[0], TRUE, TRUE, 0);
  else if (node->kind == IHOP_PAREN || node->kind == IHOP_CAST)
    look (w, node->child[0], reads, writes, rank);
  else
    for (guint i = 0; i < node->n_children; i++)
      if (node->child[i])
        look (w, node->child[i], TRUE, FALSE, 0);
}

static void
footprint_free (gpointer data)
{
  IhopFootprint *f = data;

  for (guint i = 0; i < f->rank; i++)
    g_free (f->extents[i]);
  g_free (f->extents);
  g_ptr_array_unref (f->nodes);
  g_free (f);
}

GPtrArray *
ihop_footprint_of (IhopFacts *facts, const IhopFunction *function, const IhopNode *fragment)
{
  Walk w = { g_ptr_array_new_with_free_func (footprint_free), g_hash_table_new (NULL, NULL) };

  look (&w, fragment, TRUE, FALSE, 0);
  g_hash_table_unref (w.inside);
  return w.all;
}

char *
ihop_footprint_trip_count (IhopFacts *facts, const IhopFunction *function,
                           const IhopNode *fragment, const IhopNode *loop)
{
  return NULL;
}
