#include "analysis/footprint/footprint.h"
#include "analysis/dependence/covering_writes.h"
#include "analysis/footprint/fragment_scop.h"
#include "analysis/footprint/touched_box.h"
#include "analysis/program/facts_private.h"
#include "ir/expression.h"

static void
footprint_free (gpointer data)
{
  IhopFootprint *footprint = data;

  if (footprint == NULL)
    return;
  g_ptr_array_unref (footprint->nodes);
  g_free (footprint);
}

/* One dimension as the owner wrote it; NULL where it cannot be said again ("double v[n++]"). */
const IhopNode *
ihop_footprint_extent (IhopPool *pool, const IhopType *array)
{
  if (array->count_expr)
    return array->has_count || ihop_node_effect (array->count_expr) == NULL ? array->count_expr : NULL;
  return array->has_count && array->count <= G_MAXINT64 ? ihop_expression_number (pool, (gint64) array->count) : NULL;
}

static void
set_shape (const IhopFootprintWork *work, gboolean is_scalar)
{
  IhopPool *pool = ihop_facts_pool (work->scop->facts);
  IhopFootprint *footprint = work->footprint;
  const IhopType *type = ihop_type_strip (footprint->symbol->declared_type
                                            ? footprint->symbol->declared_type
                                            : footprint->symbol->type);
  g_autoptr (GPtrArray) extents = g_ptr_array_new ();

  footprint->is_scalar = is_scalar;
  footprint->element = footprint->symbol->type;
  while (!is_scalar
         && (type->kind == IHOP_TYPE_ARRAY || (type->kind == IHOP_TYPE_POINTER && !extents->len)))
    {
      g_ptr_array_add (extents, type->kind == IHOP_TYPE_ARRAY ? (gpointer) ihop_footprint_extent (pool, type) : NULL);
      footprint->element = type->target;
      type = ihop_type_strip (type->target);
    }
  footprint->rank = extents->len;
  footprint->extents = ihop_pool_alloc (pool, (extents->len + 1) * sizeof *footprint->extents);
  for (guint i = 0; i < extents->len; i++)
    footprint->extents[i] = extents->pdata[i];
}

static const IhopNode *
base_reference (const IhopNode *node, guint *n_indexes)
{
  *n_indexes = 0;
  node = ihop_node_strip (node, FALSE);
  while (node->kind == IHOP_MEMBER && !(node->flags & IHOP_NODE_ARROW))
    node = ihop_node_strip (node->child[0], FALSE);
  while (node->kind == IHOP_INDEX)
    {
      (*n_indexes)++;
      node = ihop_node_strip (node->child[0], TRUE);
    }
  return node->kind == IHOP_REF ? node : NULL;
}

typedef struct
{
  const IhopFootprint *footprint;
  GHashTable *bases;        /* REFs that stand under a followed access */
  const IhopNode *stray;
} Stray;

static gboolean
find_stray (const IhopNode *node, gpointer data)
{
  Stray *self = data;

  if (node->kind == IHOP_REF && node->symbol == self->footprint->symbol
      && !g_hash_table_contains (self->bases, node))
    self->stray = node;
  return self->stray == NULL && node->kind != IHOP_SIZEOF;
}

static void
check_plain (IhopFootprintWork *work)
{
  IhopFootprint *footprint = work->footprint;
  Stray stray = { footprint, g_hash_table_new (NULL, NULL), NULL };

  footprint->is_plain = TRUE;
  for (guint i = 0; i < footprint->nodes->len; i++)
    {
      const IhopNode *node = footprint->nodes->pdata[i];
      guint n;
      const IhopNode *base = ihop_kind_is_statement (node->kind) ? NULL : base_reference (node, &n);
      if (ihop_kind_is_statement (node->kind))
        continue;
      if (base == NULL || base->symbol != footprint->symbol || n != footprint->rank)
        footprint->is_plain = FALSE;
      else
        g_hash_table_add (stray.bases, (gpointer) base);
    }
  if (!footprint->is_scalar)
    ihop_node_walk (work->root, find_stray, &stray);
  if (stray.stray)
    footprint->is_plain = FALSE;
  g_hash_table_unref (stray.bases);
}

static gboolean
is_exposed (IhopFootprintWork *work)
{
  g_autoptr (GPtrArray) writes = g_ptr_array_new ();

  for (guint i = 0; i < work->accesses->len; i++)
    if (((IhopAccess *) work->accesses->pdata[i])->is_write)
      g_ptr_array_add (writes, work->accesses->pdata[i]);
  for (guint i = 0; i < work->accesses->len; i++)
    {
      const IhopAccess *access = work->accesses->pdata[i];
      if (!access->is_write && !ihop_cover_read (work->scop, access, writes, 0))
        return TRUE;
    }
  return FALSE;
}

static void
add_node (IhopFootprint *footprint, const IhopNode *node)
{
  if (!g_ptr_array_find (footprint->nodes, node, NULL))
    g_ptr_array_add (footprint->nodes, (gpointer) node);
}

static gboolean
relies_on_conditions (const IhopScop *scop)
{
  for (guint i = 0; i < scop->assumptions->len; i++)
    {
      const IhopAssumption *assumption = scop->assumptions->pdata[i];
      if (assumption->kind == IHOP_ASSUME_CONDITION && !assumption->by_owner)
        return TRUE;
    }
  return FALSE;
}

/* What is so of the whole of its accesses, without boxes. */
static void
look_at_accesses (IhopFootprintWork *work)
{
  IhopFootprint *footprint = work->footprint;
  const IhopSymbol *symbol = footprint->symbol;
  gboolean is_scalar = TRUE;

  footprint->nodes = g_ptr_array_new ();
  for (guint i = 0; i < work->accesses->len; i++)
    {
      const IhopAccess *access = work->accesses->pdata[i];
      footprint->is_read |= !access->is_write;
      footprint->is_written |= access->is_write;
      is_scalar &= access->ref->steps->len == 0
                   || g_array_index (access->ref->steps, IhopStep, 0).kind == IHOP_STEP_FIELD;
      add_node (footprint, access->node);
    }
  set_shape (work, is_scalar && ihop_type_strip (symbol->type)->kind != IHOP_TYPE_ARRAY);
  check_plain (work);
}

static IhopFootprint *
footprint_new (IhopScop *scop, const IhopSymbol *symbol, GPtrArray *accesses)
{
  IhopFootprint *footprint = g_new0 (IhopFootprint, 1);
  IhopFootprintWork work = { scop, footprint, accesses, scop->root };

  footprint->symbol = (IhopSymbol *) symbol;
  look_at_accesses (&work);
  gboolean has_extent = footprint->extents[0] != NULL;
  if (footprint->is_read)
    footprint->read = ihop_footprint_box (&work, IHOP_FLAT_READS);
  if (footprint->is_written)
    footprint->written = ihop_footprint_box (&work, IHOP_FLAT_WRITES);
  if (has_extent && footprint->extents[0] == NULL && footprint->is_read)
    footprint->read = ihop_footprint_box (&work, IHOP_FLAT_READS);
  footprint->is_exposed = is_exposed (&work);
  footprint->is_conditional = relies_on_conditions (scop);
  return footprint;
}

/* Reading a pointer on the way to what it points to is no access of interest. */
static gboolean
is_pointer_value (const IhopAccess *access)
{
  return access->ref->steps->len == 0
         && ihop_type_strip (access->ref->root->type)->kind == IHOP_TYPE_POINTER;
}

/* root → its accesses that count (GPtrArray of IhopAccess *); "roots": in order of first use, may be NULL. */
static GHashTable *
accesses_by_root (IhopScop *scop, GPtrArray *roots)
{
  GHashTable *groups = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GHashTable) behind = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < scop->accesses->len; i++)
    {
      IhopAccess *access = scop->accesses->pdata[i];
      if (!is_pointer_value (access))
        g_hash_table_add (behind, (gpointer) access->ref->root);
    }
  for (guint i = 0; i < scop->accesses->len; i++)
    {
      IhopAccess *access = scop->accesses->pdata[i];
      const IhopSymbol *root = access->ref->root;
      GPtrArray *group = g_hash_table_lookup (groups, root);
      if (access->is_local || (is_pointer_value (access) && g_hash_table_contains (behind, root)
                               && !access->is_write))
        continue;
      if (group == NULL)
        {
          group = g_ptr_array_new ();
          g_hash_table_insert (groups, (gpointer) root, group);
          if (roots)
            g_ptr_array_add (roots, (gpointer) root);
        }
      g_ptr_array_add (group, access);
    }
  return groups;
}

static GPtrArray *
collect (IhopScop *scop)
{
  g_autoptr (GPtrArray) roots = g_ptr_array_new ();
  g_autoptr (GHashTable) groups = accesses_by_root (scop, roots);
  GPtrArray *footprints = g_ptr_array_new_with_free_func (footprint_free);

  for (guint i = 0; i < roots->len; i++)
    g_ptr_array_add (footprints,
                     footprint_new (scop, roots->pdata[i], g_hash_table_lookup (groups, roots->pdata[i])));
  return footprints;
}

GPtrArray *
ihop_footprint_of (IhopFacts *facts, const IhopFunction *function, const IhopNode *fragment)
{
  GPtrArray *footprints;

  ihop_footprint_start (facts);
  footprints = collect (ihop_footprint_scop (facts, function, fragment));
  ihop_footprint_stop (facts);
  return footprints;
}

/* Obstacles of other kinds are about the order of iterations, or about what happens besides. */
static gboolean
hides_memory (const IhopObstacle *obstacle)
{
  return g_str_equal (obstacle->id, "IHOP-D004") || g_str_equal (obstacle->id, "IHOP-D007")
         || g_str_equal (obstacle->id, "IHOP-D009");
}

const IhopMessage *
ihop_footprint_incomplete (IhopFacts *facts, const IhopFunction *function, const IhopNode *fragment)
{
  const IhopMessage *found = NULL;

  ihop_footprint_start (facts);
  const IhopScop *scop = ihop_footprint_scop (facts, function, fragment);
  for (guint i = 0; i < scop->obstacles->len && found == NULL; i++)
    if (hides_memory (scop->obstacles->pdata[i]))
      found = ((const IhopObstacle *) scop->obstacles->pdata[i])->message;
  ihop_footprint_stop (facts);
  return found;
}

/* What is asked for is told by the accesses alone, mostly; boxes are dear. */
static gboolean
is_own (IhopFootprintWork *work)
{
  const IhopFootprint *footprint = work->footprint;

  return footprint->is_written && footprint->is_plain && !footprint->is_scalar && !relies_on_conditions (work->scop)
         && !is_exposed (work);
}

static IhopFootprint *
own_footprint (IhopFacts *facts, const IhopFunction *function, const IhopNode *fragment, const IhopSymbol *symbol)
{
  IhopFootprint *footprint = NULL;

  ihop_footprint_start (facts);
  IhopScop *scop = ihop_footprint_scop (facts, function, fragment);
  g_autoptr (GHashTable) groups = accesses_by_root (scop, NULL);
  GPtrArray *accesses = g_hash_table_lookup (groups, symbol);
  if (accesses)
    {
      footprint = g_new0 (IhopFootprint, 1);
      footprint->symbol = (IhopSymbol *) symbol;
      IhopFootprintWork work = { scop, footprint, accesses, scop->root };
      look_at_accesses (&work);
      if (is_own (&work))
        footprint->written = ihop_footprint_box (&work, IHOP_FLAT_WRITES);
      else
        g_clear_pointer (&footprint, footprint_free);
    }
  ihop_footprint_stop (facts);
  return footprint;
}

const IhopFootprint *
ihop_footprint_own (IhopFacts *facts, const IhopFunction *function, const IhopNode *fragment,
                    const IhopSymbol *symbol)
{
  GHashTable *fragments = ihop_facts_cache (facts, "own-footprints", (GDestroyNotify) g_hash_table_unref);
  GHashTable *known = g_hash_table_lookup (fragments, fragment);
  gpointer found;

  if (known == NULL)
    {
      known = g_hash_table_new_full (NULL, NULL, NULL, footprint_free);
      g_hash_table_insert (fragments, (gpointer) fragment, known);
    }
  if (!g_hash_table_lookup_extended (known, symbol, NULL, &found))
    {
      found = own_footprint (facts, function, fragment, symbol);
      g_hash_table_insert (known, (gpointer) symbol, found);
    }
  return found;
}

const IhopBox *
ihop_footprint_reach (IhopFacts *facts, const IhopFunction *function, const IhopNode *fragment,
                      const IhopNode *part, const IhopSymbol *symbol, gboolean is_tested)
{
  g_autoptr (GPtrArray) accesses = g_ptr_array_new ();
  IhopFootprint *footprint = g_new0 (IhopFootprint, 1);
  const IhopBox *box = NULL;

  ihop_footprint_start (facts);
  IhopScop *scop = ihop_footprint_scop (facts, function, fragment);
  IhopFootprintWork work = { scop, footprint, accesses, part };
  for (guint i = 0; i < scop->accesses->len; i++)
    {
      IhopAccess *access = scop->accesses->pdata[i];
      if (access->ref->root == symbol && !is_pointer_value (access)
          && ihop_node_holds (part, access->node))
        g_ptr_array_add (accesses, access);
    }
  footprint->symbol = (IhopSymbol *) symbol;
  look_at_accesses (&work);
  if (accesses->len && (is_tested || !relies_on_conditions (scop)))
    box = ihop_footprint_box (&work, IHOP_FLAT_BOTH);
  footprint_free (footprint);
  ihop_footprint_stop (facts);
  return box;
}
