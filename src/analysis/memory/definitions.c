#include "analysis/memory/definitions.h"
#include "analysis/memory/constant_variables.h"
#include "analysis/memory/lvalue.h"
#include "analysis/memory/mod_ref.h"
#include "analysis/program/call_formula.h"
#include "analysis/program/facts_private.h"
#include "ir/block_count.h"
#include "ir/expression.h"
#include <isl/val.h>

typedef struct
{
  GHashTable *table;  /* symbol → IhopDefs */
  gboolean in_opaque;
} Collect;

static IhopDefs *
defs_get (GHashTable *table, const IhopSymbol *symbol)
{
  IhopDefs *defs = g_hash_table_lookup (table, symbol);

  if (defs == NULL)
    {
      defs = g_new0 (IhopDefs, 1);
      g_hash_table_insert (table, (gpointer) symbol, defs);
    }
  return defs;
}

static gboolean
collect (const IhopNode *node, gpointer data)
{
  Collect *self = data;
  const IhopSymbol *target = ihop_defs_target (node);

  if (node->kind == IHOP_VARIABLE)
    defs_get (self->table, node->symbol)->declaration = node;
  if (target)
    {
      IhopDefs *defs = defs_get (self->table, target);
      defs->n_writes++;
      defs->write = node;
    }
  if (node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS)
    {
      const IhopSymbol *taken = ihop_lvalue_storage (node->child[0]);
      if (taken)
        defs_get (self->table, taken)->address_taken = TRUE;
    }
  if (self->in_opaque && node->kind == IHOP_REF)
    {
      /* Nothing is known of what inline assembly or a statement expression does to it. */
      IhopDefs *defs = defs_get (self->table, node->symbol);
      defs->n_writes += 2;
      defs->address_taken = TRUE;
    }
  if (node->kind == IHOP_OPAQUE || node->kind == IHOP_OPAQUE_EXPR)
    {
      Collect inner = { self->table, TRUE };
      for (guint i = 0; i < node->n_children; i++)
        if (node->child[i])
          ihop_node_walk (node->child[i], collect, &inner);
      return FALSE;
    }
  return TRUE;
}

const IhopDefs *
ihop_defs_of (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *symbol)
{
  static const IhopDefs none;
  GHashTable *cache
    = ihop_facts_cache (facts, "defs", (GDestroyNotify) g_hash_table_unref);
  GHashTable *table = g_hash_table_lookup (cache, function);

  if (table == NULL)
    {
      table = g_hash_table_new_full (NULL, NULL, NULL, g_free);
      g_hash_table_insert (cache, (gpointer) function, table);
      Collect self = { table, FALSE };
      ihop_node_walk (function->body, collect, &self);
    }

  const IhopDefs *defs = g_hash_table_lookup (table, symbol);

  return defs ? defs : &none;
}

gboolean
ihop_defs_is_tame (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *symbol)
{
  return (symbol->kind == IHOP_SYMBOL_VARIABLE || symbol->kind == IHOP_SYMBOL_PARAMETER)
         && symbol->storage == IHOP_STORAGE_AUTO && !symbol->is_global
         && ihop_type_is_scalar (symbol->type) && !ihop_type_is_volatile (symbol->type)
         && !ihop_defs_of (facts, function, symbol)->address_taken;
}

static gboolean
add_written (const IhopNode *node, gpointer set)
{
  const IhopSymbol *target = ihop_defs_target (node);

  if (target)
    g_hash_table_add (set, (gpointer) target);
  if (node->kind == IHOP_OPAQUE || node->kind == IHOP_OPAQUE_EXPR)
    {
      Collect inner = { g_hash_table_new_full (NULL, NULL, NULL, g_free), TRUE };
      GHashTableIter iter;
      gpointer symbol;

      collect (node, &inner);
      g_hash_table_iter_init (&iter, inner.table);
      while (g_hash_table_iter_next (&iter, &symbol, NULL))
        g_hash_table_add (set, symbol);
      g_hash_table_unref (inner.table);
      return FALSE;
    }
  return TRUE;
}

GHashTable *
ihop_defs_written (const IhopNode *node)
{
  GHashTable *set = g_hash_table_new (NULL, NULL);

  ihop_node_walk (node, add_written, set);
  return set;
}

GHashTable *
ihop_defs_written_in (IhopFacts *facts, const IhopNode *node)
{
  GHashTable *cache = ihop_facts_cache (facts, "written", (GDestroyNotify) g_hash_table_unref);
  GHashTable *written = g_hash_table_lookup (cache, node);

  if (written == NULL)
    g_hash_table_insert (cache, (gpointer) node, written = ihop_defs_written (node));
  return written;
}

gboolean
ihop_defs_writes (IhopFacts *facts, const IhopNode *node, const IhopSymbol *symbol)
{
  return g_hash_table_contains (ihop_defs_written_in (facts, node), symbol);
}

/* Which of a node's children write what: variable → their numbers, from the first one on. */
static GHashTable *
writers_of (IhopFacts *facts, const IhopNode *parent)
{
  GHashTable *cache = ihop_facts_cache (facts, "writers", (GDestroyNotify) g_hash_table_unref);
  GHashTable *writers = g_hash_table_lookup (cache, parent);

  if (writers)
    return writers;
  writers = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  g_hash_table_insert (cache, (gpointer) parent, writers);
  for (guint i = 0; i < parent->n_children; i++)
    {
      GHashTableIter iter;
      gpointer symbol;
      if (parent->child[i] == NULL)
        continue;
      g_hash_table_iter_init (&iter, ihop_defs_written_in (facts, parent->child[i]));
      while (g_hash_table_iter_next (&iter, &symbol, NULL))
        {
          GArray *numbers = g_hash_table_lookup (writers, symbol);
          if (numbers == NULL)
            g_hash_table_insert (writers, symbol, numbers = g_array_new (FALSE, FALSE, sizeof (guint)));
          g_array_append_val (numbers, i);
        }
    }
  return writers;
}

int
ihop_defs_last_write (IhopFacts *facts, const IhopNode *parent, guint to, const IhopSymbol *symbol)
{
  const GArray *numbers = g_hash_table_lookup (writers_of (facts, parent), symbol);
  guint low = 0, high = numbers ? numbers->len : 0;

  while (low < high)
    {
      guint middle = (low + high) / 2;
      if (g_array_index (numbers, guint, middle) < to)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 ? (int) g_array_index (numbers, guint, low - 1) : -1;
}

static gboolean
add_declared (const IhopNode *node, gpointer set)
{
  if (node->kind == IHOP_VARIABLE && node->symbol->storage == IHOP_STORAGE_AUTO)
    g_hash_table_add (set, node->symbol);
  return TRUE;
}

GHashTable *
ihop_defs_declared (const IhopNode *node)
{
  GHashTable *set = g_hash_table_new (NULL, NULL);

  ihop_node_walk (node, add_declared, set);
  return set;
}

gboolean
ihop_defs_may_change (IhopFacts *facts, const IhopFunction *function, const IhopNode *node,
                      const IhopSymbol *symbol)
{
  gint64 number;

  if (ihop_defs_writes (facts, node, symbol) || ihop_type_is_volatile (symbol->type))
    return TRUE;
  if (ihop_defs_is_tame (facts, function, symbol) || ihop_fixed_number (facts, symbol, &number))
    return FALSE;

  IhopTouch touch = ihop_touch_of (facts, function, node, symbol);
  gboolean is_pointer = ihop_type_strip (symbol->type)->kind == IHOP_TYPE_POINTER;

  if (!is_pointer)
    return (touch & (IHOP_TOUCH_WRITE | IHOP_TOUCH_FREE)) != 0;
  /* For a pointer, "write" speaks of what it points to. A global pointer can be bound anew by
   * whoever is called or stored through: REBIND says so. */
  return (touch & IHOP_TOUCH_REBIND) != 0;
}

typedef struct
{
  IhopFacts *facts;
  const IhopFunction *function;
  const IhopNode *node;
  IhopArgument culprit;
  gboolean changes;
} Change;

static void
change_found (Change *self, IhopArgument culprit)
{
  self->changes = TRUE;
  self->culprit = culprit;
}

/* Whether what is written may be all that the variable stands for: "s->grid->w" does not lie in what s points to. */
static gboolean
may_write (const Change *self, const IhopSymbol *root, const IhopNode *place)
{
  while (place->kind == IHOP_MEMBER && !(place->flags & IHOP_NODE_ARROW))
    place = ihop_node_strip (place->child[0], TRUE);
  if ((place->kind == IHOP_MEMBER || place->kind == IHOP_INDEX || place->kind == IHOP_UNARY)
      && ihop_node_strip (place->child[0], TRUE)->kind != IHOP_REF)
    return TRUE;
  return (ihop_touch_of (self->facts, self->function, self->node, root)
          & (IHOP_TOUCH_WRITE | IHOP_TOUCH_REBIND | IHOP_TOUCH_FREE)) != 0;
}

static gboolean visit_change (const IhopNode *node, gpointer data);

/* What a place is reached by: subscripts and pointers. The array or struct that it is a part of is not read itself. */
static void
visit_way (Change *self, const IhopNode *place)
{
  const IhopNode *base = ihop_node_strip (place->child[0], TRUE);
  IhopTypeKind kind = base->type ? ihop_type_strip (base->type)->kind : IHOP_TYPE_OTHER;

  if (place->kind == IHOP_INDEX)
    ihop_node_walk (place->child[1], visit_change, self);
  if (kind != IHOP_TYPE_ARRAY && kind != IHOP_TYPE_RECORD)
    ihop_node_walk (base, visit_change, self);
  else if (base->kind == IHOP_INDEX || base->kind == IHOP_MEMBER
           || (base->kind == IHOP_UNARY && base->op == IHOP_OP_DEREF))
    visit_way (self, base);
  else if (base->kind != IHOP_REF)
    change_found (self, ihop_argument_phrase ("the expression itself"));
}

/* "&a[k]" looks at no element. */
static void
visit_place (Change *self, const IhopNode *place)
{
  if (place->kind == IHOP_INDEX || place->kind == IHOP_MEMBER || (place->kind == IHOP_UNARY && place->op == IHOP_OP_DEREF))
    visit_way (self, place);
  else if (place->kind != IHOP_REF)
    change_found (self, ihop_argument_phrase ("the expression itself"));
}

/* What stands for its own address: "P + n" stays the same whatever is stored in P. */
static gboolean
is_array_name (const IhopNode *node)
{
  return node->symbol->kind == IHOP_SYMBOL_VARIABLE && ihop_type_strip (node->symbol->type)->kind == IHOP_TYPE_ARRAY;
}

static gboolean
visit_change (const IhopNode *node, gpointer data)
{
  Change *self = data;
  const IhopSymbol *root;
  const IhopNode *formula;

  if (self->changes || node->flags & IHOP_NODE_CONSTANT)
    return FALSE;
  switch (node->kind)
    {
    case IHOP_REF:
      if (node->symbol->kind != IHOP_SYMBOL_FUNCTION
          && node->symbol->kind != IHOP_SYMBOL_ENUMERATOR && !is_array_name (node)
          && ihop_defs_may_change (self->facts, self->function, self->node, node->symbol))
        change_found (self, ihop_argument_word (node->symbol->name));
      break;
    case IHOP_MEMBER:
    case IHOP_INDEX:
    case IHOP_UNARY:
      if (node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS)
        {
          visit_place (self, ihop_node_strip (node->child[0], TRUE));
          return FALSE;
        }
      if (node->kind == IHOP_UNARY && node->op != IHOP_OP_DEREF)
        {
          if (node->op >= IHOP_OP_PRE_INC)
            change_found (self, ihop_argument_phrase ("the expression itself"));
          break;
        }
      if (ihop_type_is_volatile (node->type))
        change_found (self, ihop_argument_phrase ("a volatile object"));
      root = ihop_defs_root (node);
      if (root == NULL)
        change_found (self, ihop_argument_phrase ("memory of unknown origin"));
      else if (may_write (self, root, node) && ihop_touch_changes (self->facts, self->function, self->node, node))
        change_found (self, ihop_argument_word (root->name));
      else
        visit_way (self, node);
      return FALSE;
    case IHOP_ASSIGN:
    case IHOP_OPAQUE_EXPR:
      change_found (self, ihop_argument_phrase ("the expression itself"));
      break;
    case IHOP_CALL:
      if (ihop_block_count_pointer (node))
        break;
      formula = ihop_call_formula (self->facts, self->function, node);
      if (formula)
        ihop_node_walk (formula, visit_change, self);
      else
        change_found (self, ihop_argument_phrase ("a call"));
      return FALSE;
    default:
      break;
    }
  return !self->changes;
}

gboolean
ihop_defs_may_change_value (IhopFacts *facts, const IhopFunction *function, const IhopNode *node,
                            const IhopNode *expression, IhopArgument *culprit)
{
  Change self = { .facts = facts, .function = function, .node = node };

  ihop_node_walk (expression, visit_change, &self);
  if (culprit)
    *culprit = self.culprit;
  return self.changes;
}

typedef struct
{
  GHashTable *parent;  /* node → node around it */
  gboolean has_labels;
} Places;

static void
places_free (gpointer data)
{
  g_hash_table_unref (((Places *) data)->parent);
  g_free (data);
}

static gboolean
add_children (const IhopNode *node, gpointer data)
{
  Places *places = data;

  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && !g_hash_table_contains (places->parent, node->child[i]))
      g_hash_table_insert (places->parent, (gpointer) node->child[i], (gpointer) node);
  places->has_labels |= ihop_node_jumps (node);
  return TRUE;
}

/* Long functions have many loops, each of which asks where it stands. */
static const Places *
places_of (IhopFacts *facts, const IhopFunction *function)
{
  GHashTable *cache = ihop_facts_cache (facts, "places", places_free);
  Places *places = g_hash_table_lookup (cache, function);

  if (places == NULL)
    {
      places = g_new0 (Places, 1);
      places->parent = g_hash_table_new (NULL, NULL);
      g_hash_table_insert (cache, (gpointer) function, places);
      ihop_node_walk (function->body, add_children, places);
    }
  return places;
}

GPtrArray *
ihop_defs_path (IhopFacts *facts, const IhopFunction *function, const IhopNode *node)
{
  const Places *places = places_of (facts, function);
  GPtrArray *path = g_ptr_array_new ();

  while (node && node != function->body)
    {
      g_ptr_array_insert (path, 0, (gpointer) node);
      node = g_hash_table_lookup (places->parent, node);
    }
  if (node == NULL)
    {
      g_ptr_array_unref (path);
      return NULL;
    }
  g_ptr_array_insert (path, 0, (gpointer) node);
  return path;
}

gboolean
ihop_defs_has_labels (IhopFacts *facts, const IhopFunction *function)
{
  return places_of (facts, function)->has_labels;
}

/* ---- Values that stay ---- */

/* What sets it runs once, and before anything else can use it. */
static gboolean
is_set_once (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *symbol)
{
  const IhopDefs *defs = ihop_defs_of (facts, function, symbol);

  if (symbol->kind != IHOP_SYMBOL_VARIABLE || symbol->is_global || symbol->storage != IHOP_STORAGE_AUTO
      || defs->address_taken || defs->n_writes != 1 || defs->write == NULL || ihop_defs_has_labels (facts, function))
    return FALSE;
  g_autoptr (GPtrArray) path = ihop_defs_path (facts, function, defs->write);
  for (guint i = 0; path && i < path->len; i++)
    if (ihop_kind_is_loop (((const IhopNode *) path->pdata[i])->kind))
      return FALSE;
  return path != NULL;
}

gboolean
ihop_defs_keeps_value (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *symbol)
{
  return symbol->kind == IHOP_SYMBOL_PARAMETER ? !ihop_defs_may_change (facts, function, function->body, symbol)
                                               : is_set_once (facts, function, symbol);
}
