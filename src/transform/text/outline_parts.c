/* What a fragment that becomes a function needs from the function around it, and how it gets it. */
#include "transform/text/outline_parts.h"
#include "analysis/dependence/covering_writes.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/liveness.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/legality/own_variable.h"

/* --- which ------------------------------------------------------------------------------------ */

typedef struct
{
  IhopOutline *self;
  GHashTable *declared;   /* in the fragment */
  GHashTable *elsewhere;  /* declared in the function, as what lives elsewhere */
  const IhopNode *refused;
  const char *why;
} Search;

static void
add_part (IhopOutline *self, IhopSymbol *symbol)
{
  for (guint i = 0; i < self->parts->len; i++)
    if (((IhopOutlinePart *) self->parts->pdata[i])->symbol == symbol)
      return;
  IhopOutlinePart *part = g_new0 (IhopOutlinePart, 1);
  part->symbol = symbol;
  g_ptr_array_add (self->parts, part);
}

static gboolean
is_local (const IhopSymbol *symbol)
{
  return (symbol->kind == IHOP_SYMBOL_VARIABLE || symbol->kind == IHOP_SYMBOL_PARAMETER)
         && !symbol->is_global;
}

static gboolean
refused (Search *search, const IhopNode *node, const char *why)
{
  search->refused = node;
  search->why = why;
  return FALSE;
}

static gboolean
is_array_name (const IhopNode *node)
{
  node = ihop_node_strip (node, TRUE);
  return node->kind == IHOP_REF && is_local (node->symbol)
         && ihop_type_strip (node->symbol->type)->kind == IHOP_TYPE_ARRAY;
}

/* "extern int n;" within the function: nothing of that name need be known outside. */
static gboolean
find_elsewhere (const IhopNode *node, gpointer set)
{
  if (node->kind == IHOP_VARIABLE && node->symbol->is_global)
    g_hash_table_add (set, node->symbol);
  return TRUE;
}

/* Variables from around; and what would mean something else in another function. */
static gboolean
find_part (const IhopNode *node, gpointer data)
{
  Search *search = data;

  if (search->refused)
    return FALSE;
  if (node->kind == IHOP_RETURN)
    return refused (search, node, N_ ("a return would end the new function only"));
  if (((node->kind == IHOP_SIZEOF && node->n_children && node->child[0])
       || (node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS))
      && is_array_name (node->child[0]))
    return refused (search, node, N_ ("the array is a pointer in another function"));
  if (node->kind == IHOP_REF && g_hash_table_contains (search->elsewhere, node->symbol))
    return refused (search, node, N_ ("this is declared in the function, but lives elsewhere"));
  if (node->kind == IHOP_REF && is_local (node->symbol)
      && !g_hash_table_contains (search->declared, node->symbol))
    add_part (search->self, node->symbol);
  return TRUE;
}

/* The variables that the extents of a type's arrays are made of; the outermost one of an array
 * need not be known. */
static gboolean
find_extent (const IhopNode *node, gpointer data)
{
  if (node->kind == IHOP_REF && is_local (node->symbol))
    add_part (data, node->symbol);
  return TRUE;
}

static void
find_extents (IhopOutline *self, const IhopType *type)
{
  if (type->kind == IHOP_TYPE_ARRAY || type->kind == IHOP_TYPE_POINTER)
    type = type->target;
  for (; type && type->kind != IHOP_TYPE_FUNCTION; type = type->target)
    if (type->kind == IHOP_TYPE_ARRAY && type->count_expr && !type->has_count)
      ihop_node_walk (type->count_expr, find_extent, self);
}

static gboolean
find_parts (IhopOutline *self)
{
  Search search = { .self = self, .declared = g_hash_table_new (NULL, NULL),
                    .elsewhere = g_hash_table_new (NULL, NULL) };

  ihop_node_walk (self->function->body, find_elsewhere, search.elsewhere);
  for (guint i = 0; i < self->fragment->len; i++)
    {
      g_autoptr (GHashTable) declared = ihop_defs_declared (self->fragment->pdata[i]);
      GHashTableIter iter;
      gpointer symbol;
      g_hash_table_iter_init (&iter, declared);
      while (g_hash_table_iter_next (&iter, &symbol, NULL))
        g_hash_table_add (search.declared, symbol);
    }
  for (guint i = 0; i < self->fragment->len; i++)
    ihop_node_walk (self->fragment->pdata[i], find_part, &search);
  for (guint i = 0; i < self->parts->len; i++)
    find_extents (self, ((IhopOutlinePart *) self->parts->pdata[i])->symbol->type);
  g_hash_table_unref (search.declared);
  g_hash_table_unref (search.elsewhere);
  if (search.refused)
    ihop_refuse_message (self->step, IHOP_T_SHAPE, search.refused, ihop_message_phrase (search.why));
  return search.refused == NULL;
}

/* --- how -------------------------------------------------------------------------------------- */

static gboolean
writes (const IhopOutline *self, const IhopSymbol *symbol)
{
  for (guint i = 0; i < self->fragment->len; i++)
    if (ihop_writes (self->fragment->pdata[i], symbol))
      return TRUE;
  return FALSE;
}

typedef struct
{
  const IhopSymbol *symbol;
  gboolean stray; /* mentioned outside of the loops that count with it */
} Counted;

static gboolean
find_stray (const IhopNode *node, gpointer data)
{
  Counted *counted = data;

  if (node->kind == IHOP_FOR && ihop_loop_iterator (node) == counted->symbol && node->child[0])
    {
      const IhopNode *init = node->child[0]->kind == IHOP_EXPRESSION
                               ? ihop_node_strip (node->child[0]->child[0], TRUE)
                               : NULL;
      if (init && init->kind == IHOP_ASSIGN && init->op == IHOP_OP_NONE
          && ihop_node_strip (init->child[0], TRUE)->symbol == counted->symbol
          && !ihop_mentions (init->child[1], counted->symbol))
        return FALSE;
    }
  if (node->kind == IHOP_REF && node->symbol == counted->symbol)
    counted->stray = TRUE;
  return !counted->stray;
}

/* It is set by the head of every loop in which it stands. */
static gboolean
only_counts (const IhopOutline *self, const IhopSymbol *symbol)
{
  Counted counted = { symbol, FALSE };

  for (guint i = 0; i < self->fragment->len; i++)
    ihop_node_walk (self->fragment->pdata[i], find_stray, &counted);
  return !counted.stray;
}

typedef struct
{
  const IhopSymbol *symbol;
  const IhopOutline *self;
  gboolean used;
} Use;

static gboolean
find_use (const IhopNode *node, gpointer data)
{
  Use *use = data;

  if (g_ptr_array_find (use->self->fragment, node, NULL))
    return FALSE;
  use->used |= node->kind == IHOP_REF && node->symbol == use->symbol;
  use->used |= node->kind == IHOP_VARIABLE && node->symbol == use->symbol && node->child[0];
  return !use->used;
}

/* Nobody else sets or reads it. */
static gboolean
is_only_used_here (const IhopOutline *self, const IhopSymbol *symbol)
{
  Use use = { symbol, self, symbol->kind == IHOP_SYMBOL_PARAMETER };

  ihop_node_walk (self->function->body, find_use, &use);
  return !use.used;
}

static gboolean
refuse (const IhopOutline *self, const char *id, const IhopSymbol *symbol, const char *why)
{
  ihop_refuse (self->step, id, self->first, why, symbol->name);
  return FALSE;
}

static gboolean
choose_scalar (IhopOutline *self, IhopOutlinePart *part)
{
  IhopSymbol *symbol = part->symbol;
  const IhopDefs *defs = ihop_defs_of (self->step->facts, self->function, symbol);
  gboolean is_static = symbol->storage == IHOP_STORAGE_STATIC;

  if (defs->address_taken || is_static)
    part->kind = IHOP_OUTLINE_ADDRESS;
  else if (!writes (self, symbol))
    part->kind = IHOP_OUTLINE_VALUE;
  else if (ihop_live_after (self->step->facts, self->function, self->last, symbol))
    {
      if (only_counts (self, symbol))
        return refuse (self, IHOP_T_LIVE, symbol,
                       N_ ("%s counts a loop here, and its last value is used later"));
      part->kind = IHOP_OUTLINE_ADDRESS;
    }
  else
    part->kind = only_counts (self, symbol) || is_only_used_here (self, symbol)
                   ? IHOP_OUTLINE_LOCAL
                   : IHOP_OUTLINE_VALUE;
  return TRUE;
}

static gboolean
choose (IhopOutline *self, IhopOutlinePart *part)
{
  IhopSymbol *symbol = part->symbol;

  if (symbol->storage != IHOP_STORAGE_AUTO && symbol->storage != IHOP_STORAGE_STATIC)
    return refuse (self, IHOP_T_SHAPE, symbol, N_ ("%s is declared here, but lives elsewhere"));
  if (ihop_type_is_volatile (symbol->type))
    return refuse (self, IHOP_T_SHAPE, symbol, N_ ("%s is volatile"));
  if (ihop_type_strip (symbol->type)->kind != IHOP_TYPE_ARRAY)
    return choose_scalar (self, part);
  part->kind = IHOP_OUTLINE_ARRAY;
  return TRUE;
}

static int
compare_parts (gconstpointer a, gconstpointer b)
{
  const IhopOutlinePart *left = *(IhopOutlinePart *const *) a, *right = *(IhopOutlinePart *const *) b;
  gboolean first = !ihop_type_is_scalar (left->symbol->type)
                   || ihop_type_strip (left->symbol->type)->kind == IHOP_TYPE_POINTER;
  gboolean second = !ihop_type_is_scalar (right->symbol->type)
                    || ihop_type_strip (right->symbol->type)->kind == IHOP_TYPE_POINTER;

  if (first != second)
    return first ? 1 : -1;
  return 0;
}

gboolean
ihop_outline_parts (IhopOutline *self)
{
  if (!find_parts (self))
    return FALSE;
  for (guint i = 0; i < self->parts->len; i++)
    {
      IhopOutlinePart *part = self->parts->pdata[i];
      if (!ihop_require_kept_extents (self->step, self->function, self->first, part->symbol) || !choose (self, part))
        return FALSE;
    }
  g_ptr_array_sort (self->parts, compare_parts); /* stable */
  return TRUE;
}
