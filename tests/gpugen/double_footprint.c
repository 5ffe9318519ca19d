/* A stand-in for analysis/footprint.c until it exists: no boxes, every write may be partial. */
#include "analysis/footprint.h"

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
