/* The rows that a loop touches and what of them is kept in a block, and what else in memory it touches. */
#include "transform/storage/flatten_rows.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/effective_types.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"

enum { MOST_PIECES = 8 };

/* --- references ------------------------------------------------------------------------------- */

/* "double **a", "float *a[10]": elements are numbers behind pointers. */
static gboolean
is_table (const IhopSymbol *symbol)
{
  const IhopType *type = ihop_type_strip (symbol->type);

  if (type->kind != IHOP_TYPE_POINTER && type->kind != IHOP_TYPE_ARRAY)
    return FALSE;
  const IhopType *row = ihop_type_strip (type->target);
  return row->kind == IHOP_TYPE_POINTER && ihop_type_is_scalar (row->target)
         && ihop_type_strip (row->target)->kind != IHOP_TYPE_POINTER
         && ihop_type_strip (row->target)->size > 0 && !ihop_type_is_volatile (symbol->type);
}

/* The "a[i]" of "a[i][j]"; NULL: it is something else. */
static const IhopNode *
row_of (const IhopNode *node)
{
  const IhopNode *row = node->kind == IHOP_INDEX ? ihop_node_strip (node->child[0], TRUE) : NULL;
  const IhopNode *base = row && row->kind == IHOP_INDEX ? ihop_node_strip (row->child[0], TRUE) : NULL;

  return base && base->kind == IHOP_REF && is_table (base->symbol) ? row : NULL;
}

static gboolean
look_for_row (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= row_of (node) != NULL;
  return !*found;
}

static gboolean
add_pointer (const IhopNode *node, gpointer data)
{
  const IhopNode *value = node->kind == IHOP_VARIABLE && node->n_children ? node->child[0] : NULL;
  const IhopNode *row = value ? ihop_node_strip (value, TRUE) : NULL;
  const IhopNode *base = row && row->kind == IHOP_INDEX ? ihop_node_strip (row->child[0], TRUE) : NULL;

  if (base && base->kind == IHOP_REF && is_table (base->symbol))
    g_ptr_array_add (data, (gpointer) node->symbol->name);
  return TRUE;
}

GPtrArray *
ihop_flatten_pointers (const IhopNode *loop)
{
  GPtrArray *names = g_ptr_array_new ();

  ihop_node_walk (loop, add_pointer, names);
  return names;
}

gboolean
ihop_flatten_applies (const IhopNode *loop)
{
  g_autoptr (GPtrArray) pointers = ihop_flatten_pointers (loop);
  gboolean found = pointers->len > 0;

  ihop_node_walk (loop, look_for_row, &found);
  return found;
}

static IhopFlatTable *
table_of (const IhopFlatten *self, const IhopSymbol *symbol)
{
  for (guint i = 0; i < self->tables->len; i++)
    if (((IhopFlatTable *) self->tables->pdata[i])->symbol == symbol)
      return self->tables->pdata[i];
  return NULL;
}

static void
table_free (gpointer data)
{
  IhopFlatTable *table = data;

  g_ptr_array_unref (table->rows);
  g_ptr_array_unref (table->accesses);
  isl_set_free (table->elements);
  isl_set_free (table->written);
  g_free (table);
}

static gboolean
add_row (const IhopNode *node, gpointer data)
{
  IhopFlatten *self = data;
  const IhopNode *row = row_of (node);
  IhopSymbol *symbol = row ? ihop_node_strip (row->child[0], TRUE)->symbol : NULL;
  IhopFlatTable *table = symbol ? table_of (self, symbol) : NULL;

  if (symbol == NULL)
    return node->kind != IHOP_SIZEOF;
  if (table == NULL)
    {
      table = g_new0 (IhopFlatTable, 1);
      table->symbol = symbol;
      table->element = node->type;
      table->rows = g_ptr_array_new ();
      table->accesses = g_ptr_array_new ();
      g_ptr_array_add (self->tables, table);
    }
  g_ptr_array_add (table->rows, (gpointer) row);
  return TRUE;
}

/* --- what may not happen to a table ------------------------------------------------------------ */

static gboolean
refuse (IhopFlatten *self, const IhopNode *node, const char *format, const char *name)
{
  ihop_refuse (self->step, IHOP_T_STORAGE, node, format, name);
  return FALSE;
}

static gboolean
is_used_for_rows_only (IhopFlatten *self, const IhopFlatTable *table)
{
  g_autoptr (GPtrArray) mentions = ihop_mentions_of (self->header->loop, table->symbol);
  g_autoptr (GHashTable) bases = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < table->rows->len; i++)
    g_hash_table_add (bases, (gpointer) ihop_node_strip (
                               ((const IhopNode *) table->rows->pdata[i])->child[0], TRUE));
  for (guint i = 0; i < mentions->len; i++)
    if (!g_hash_table_contains (bases, mentions->pdata[i]))
      {
        ihop_diag_remedy (
          ihop_refuse (self->step, IHOP_T_STORAGE, mentions->pdata[i],
                       "%s is not only used for elements of its rows, like a[i][j]", table->symbol->name),
          "a local pointer to a row can be written out first: substitute %s VARIABLE",
          self->header->name->address);
        return FALSE;
      }
  return TRUE;
}

static gboolean
stays (IhopFlatten *self, const IhopFlatTable *table)
{
  g_autoptr (GHashTable) declared = ihop_defs_declared (self->header->loop);

  if (g_hash_table_contains (declared, table->symbol))
    return refuse (self, self->header->loop, N_ ("%s is declared in the loop"), table->symbol->name);
  if (ihop_defs_may_change (self->step->facts, self->header->name->function, self->header->loop,
                            table->symbol))
    return refuse (self, self->header->loop, N_ ("%s may become another array in the loop"),
                   table->symbol->name);
  return is_used_for_rows_only (self, table);
}

/* Where no pointer is stored, rows stay where they are. */
static gboolean
keeps_pointers (IhopFlatten *self, const IhopAccess *access)
{
  const IhopSymbol *root = access->ref->root;
  gboolean own = access->ref->steps->len == 0
                 && ihop_defs_is_tame (self->step->facts, self->header->name->function, root);

  if (!access->is_write || own || ihop_effective_spares_pointers (self->step->facts, access->ref->type))
    return TRUE;
  if (access->ref->type == NULL || !ihop_type_is_scalar (access->ref->type)
      || ihop_type_strip (access->ref->type)->kind == IHOP_TYPE_POINTER)
    return refuse (self, access->node, N_ ("a pointer, or memory that may hold one, is written through "
                                       "%s in the loop: rows may be elsewhere then"), root->name);
  const IhopFlatTable *table = table_of (self, root);
  for (guint i = 0; i < self->tables->len; i++)
    if (table == NULL
        || !ihop_defs_is_tame (self->step->facts, self->header->name->function,
                               ((IhopFlatTable *) self->tables->pdata[i])->symbol))
      return refuse (self, access->node, N_ ("single bytes are written through %s in the loop, which may "
                                         "be those of a pointer"), root->name);
  return TRUE;
}

/* --- accesses ---------------------------------------------------------------------------------- */

static const IhopStep *
step_at (const IhopAccess *access, guint i)
{
  return &g_array_index (access->ref->steps, IhopStep, i);
}

static gboolean
is_followed (const IhopAccess *access)
{
  if (access->ref->steps->len != 2 || access->n_dims != 2 || access->is_cut
      || access->may == IHOP_MAY_CALL || access->may == IHOP_MAY_WRAP)
    return FALSE;
  for (guint i = 0; i < 2; i++)
    if (step_at (access, i)->is_flat || access->subscript[i] == NULL
        || (step_at (access, i)->kind != IHOP_STEP_DEREF
            && step_at (access, i)->kind != IHOP_STEP_SUBSCRIPT))
      return FALSE;
  return step_at (access, 1)->kind == IHOP_STEP_DEREF;
}

static void
other_free (gpointer data)
{
  g_ptr_array_unref (((IhopFlatOther *) data)->accesses);
  g_free (data);
}

static void
add_other (IhopFlatten *self, const IhopAccess *access)
{
  const IhopSymbol *root = access->ref->root;
  IhopFlatOther *other = NULL;

  for (guint i = 0; i < self->others->len && other == NULL; i++)
    if (((IhopFlatOther *) self->others->pdata[i])->symbol == root)
      other = self->others->pdata[i];
  if (other == NULL)
    {
      other = g_new0 (IhopFlatOther, 1);
      other->symbol = root;
      other->accesses = g_ptr_array_new ();
      g_ptr_array_add (self->others, other);
    }
  g_ptr_array_add (other->accesses, (gpointer) access);
  other->is_written |= access->is_write;
}

static gboolean
sort_access (IhopFlatten *self, const IhopAccess *access)
{
  IhopFlatTable *table = table_of (self, access->ref->root);

  if (!keeps_pointers (self, access))
    return FALSE;
  if (!access->is_write && access->ref->steps->len == 0
      && ihop_type_strip (access->ref->root->type)->kind == IHOP_TYPE_POINTER)
    return TRUE; /* what a pointer holds */
  if (table == NULL)
    {
      add_other (self, access);
      return TRUE;
    }
  if (access->ref->steps->len < 2 && !access->is_write)
    return TRUE; /* a[i], on the way to a[i][j] */
  if (!is_followed (access))
    return refuse (self, access->node, N_ ("which element of %s is meant here is not known before the loop"),
                   table->symbol->name);
  g_ptr_array_add (table->accesses, (gpointer) access);
  table->is_written |= access->is_write;
  table->is_read |= !access->is_write;
  return TRUE;
}

/* --- the elements ------------------------------------------------------------------------------ */

/* Elements touched; with "certain", those that surely are, with "writes", those written. NULL: none. */
static isl_set *
touched (const IhopFlatten *self, const IhopFlatTable *table, gboolean certain, gboolean writes)
{
  isl_set *all = NULL;

  for (guint i = 0; i < table->accesses->len; i++)
    {
      const IhopAccess *access = table->accesses->pdata[i];
      if ((certain && (access->may != IHOP_MAY_NOT || !access->statement->is_exact
                       || access->statement->region))
          || (writes && !access->is_write))
        continue;
      isl_set *one = isl_map_range (isl_map_copy (access->map));
      all = all ? isl_set_union (all, one) : one;
    }
  return all ? isl_set_intersect_params (all, isl_set_copy (self->proof->scop->context)) : NULL;
}

/* The smallest (or largest) column of each row. */
static isl_set *
row_ends (isl_set *set, gboolean smallest)
{
  isl_map *of_row = isl_map_project_out (isl_set_identity (isl_set_copy (set)), isl_dim_in, 1, 1);

  return isl_map_range (smallest ? isl_map_lexmin (of_row) : isl_map_lexmax (of_row));
}

static gboolean
has_certain_ends (isl_set *elements, isl_set *certain)
{
  isl_set *ends = isl_set_union (row_ends (elements, TRUE), row_ends (elements, FALSE));
  gboolean all = isl_set_is_subset (ends, certain) == isl_bool_true;

  isl_set_free (ends);
  return all;
}

static gboolean
has_negative (isl_set *elements)
{
  gboolean none = TRUE;

  for (guint d = 0; d < 2; d++)
    {
      isl_set *below = isl_set_upper_bound_si (isl_set_copy (elements), isl_dim_set, d, -1);
      none &= isl_set_is_empty (below) == isl_bool_true;
      isl_set_free (below);
    }
  return !none;
}

typedef struct
{
  isl_set *rows;           /* of the piece in hand */
  isl_pw_multi_aff *last;  /* the last column of each row */
  isl_aff *first;
  isl_set *filled;
} Filling;

/* Rows in which both ends are said by one expression each. */
static isl_stat
fill_rows (isl_set *rows, isl_multi_aff *last, void *data)
{
  Filling *filling = data;
  isl_set *both = isl_set_coalesce (isl_set_intersect (rows, isl_set_copy (filling->rows)));
  isl_pw_aff *from = isl_pw_aff_from_aff (isl_aff_copy (filling->first));
  isl_pw_aff *to = isl_pw_aff_from_aff (isl_multi_aff_get_aff (last, 0));
  isl_map *columns = isl_map_from_domain_and_range (
    both, isl_set_universe (isl_space_set_alloc (isl_set_get_ctx (both), 0, 1)));
  isl_map *above = isl_map_from_pw_aff (from), *below = isl_map_from_pw_aff (to);

  above = isl_map_apply_range (above, isl_map_lex_le (isl_space_set_alloc (isl_map_get_ctx (above), 0, 1)));
  below = isl_map_apply_range (below, isl_map_lex_ge (isl_space_set_alloc (isl_map_get_ctx (below), 0, 1)));
  columns = isl_map_intersect (columns, isl_map_intersect (above, below));
  filling->filled = isl_set_union (filling->filled,
                                   isl_set_flatten (isl_map_wrap (isl_map_coalesce (columns))));
  isl_multi_aff_free (last);
  return isl_stat_ok;
}

static isl_stat
fill_from (isl_set *rows, isl_multi_aff *first, void *data)
{
  Filling *filling = data;

  filling->rows = rows;
  filling->first = isl_multi_aff_get_aff (first, 0);
  isl_stat result = isl_pw_multi_aff_foreach_piece (filling->last, fill_rows, filling);
  isl_aff_free (filling->first);
  isl_set_free (rows);
  isl_multi_aff_free (first);
  return result;
}

/* From the first element touched in each row to the last one: both lie behind one pointer, so what is
 * between them is the same object's. Cut along the rows, where the ends change: loops over a star
 * read badly in one piece. NULL: not known. */
static isl_set *
filled (isl_set *touched)
{
  isl_map *columns = isl_map_project_out (isl_set_identity (isl_set_copy (touched)), isl_dim_in, 1, 1);
  Filling filling = { .filled = isl_set_empty (isl_set_get_space (touched)) };
  isl_pw_multi_aff *first;

  columns = isl_map_project_out (columns, isl_dim_out, 0, 1);
  first = isl_map_lexmin_pw_multi_aff (isl_map_copy (columns));
  filling.last = isl_map_lexmax_pw_multi_aff (columns);
  if (isl_pw_multi_aff_foreach_piece (first, fill_from, &filling) != isl_stat_ok)
    filling.filled = isl_set_free (filling.filled);
  isl_pw_multi_aff_free (first);
  isl_pw_multi_aff_free (filling.last);
  return filling.filled;
}

/* --- whether loops over them can be written ------------------------------------------------------ */

static isl_stat
look_at_constraint (isl_constraint *constraint, void *data)
{
  gboolean *fine = data;
  int n = isl_constraint_dim (constraint, isl_dim_div);

  for (int d = 0; d < 2; d++)
    {
      isl_val *factor = isl_constraint_get_coefficient_val (constraint, isl_dim_set, d);
      *fine &= isl_val_cmp_si (factor, 1) <= 0 && isl_val_cmp_si (factor, -1) >= 0;
      isl_val_free (factor);
    }
  if (n > 0 && isl_constraint_involves_dims (constraint, isl_dim_div, 0, (unsigned) n))
    *fine = FALSE;
  isl_constraint_free (constraint);
  return isl_stat_ok;
}

static isl_stat
look_at_piece (isl_basic_set *piece, void *data)
{
  gboolean *fine = data;
  isl_set *set = isl_set_from_basic_set (isl_basic_set_copy (piece));
  isl_set *rows = isl_set_project_out (isl_set_copy (set), isl_dim_set, 1, 1);

  if (isl_basic_set_foreach_constraint (piece, look_at_constraint, fine) != isl_stat_ok
      || isl_set_dim_has_lower_bound (set, isl_dim_set, 1) != isl_bool_true
      || isl_set_dim_has_upper_bound (set, isl_dim_set, 1) != isl_bool_true
      || isl_set_dim_has_lower_bound (rows, isl_dim_set, 0) != isl_bool_true
      || isl_set_dim_has_upper_bound (rows, isl_dim_set, 0) != isl_bool_true)
    *fine = FALSE;
  isl_set_free (set);
  isl_set_free (rows);
  isl_basic_set_free (piece);
  return isl_stat_ok;
}

static gboolean
can_be_written (isl_set *elements)
{
  gboolean fine = isl_set_n_basic_set (elements) <= MOST_PIECES;

  return isl_set_foreach_basic_set (elements, look_at_piece, &fine) == isl_stat_ok && fine;
}

static isl_set *
writes_of (const IhopFlatten *self, const IhopFlatTable *table, gboolean certain)
{
  isl_set *writes = touched (self, table, certain, TRUE);

  return writes ? writes : isl_set_empty (isl_set_get_space (table->elements));
}

/* What comes back, and whether anything has to be brought. */
static gboolean
find_written (IhopFlatten *self, IhopFlatTable *table)
{
  isl_set *all = writes_of (self, table, FALSE), *certain = writes_of (self, table, TRUE);

  table->written = filled (all);
  table->is_filled = !table->is_read
                     && isl_set_is_subset (table->elements, certain) == isl_bool_true;
  isl_set_free (all);
  isl_set_free (certain);
  return table->written && can_be_written (table->written);
}

static gboolean
find_elements (IhopFlatten *self, IhopFlatTable *table)
{
  isl_set *all = touched (self, table, FALSE, FALSE), *certain = touched (self, table, TRUE, FALSE);
  gboolean fine = all && certain && has_certain_ends (all, certain) && !has_negative (all);

  if (fine)
    table->elements = filled (all);
  isl_set_free (all);
  isl_set_free (certain);
  if (!fine)
    return refuse (self, table->rows->pdata[0],
                   "the first and the last element of each row of %s that the loop touches are not "
                   "certain to be there", table->symbol->name);
  return (table->elements && can_be_written (table->elements) && find_written (self, table))
         || refuse (self, table->rows->pdata[0],
                    "which elements of %s the loop touches is too complicated to be said before it",
                    table->symbol->name);
}

/* --- */

gboolean
ihop_flatten_find (IhopFlatten *self)
{
  const GPtrArray *accesses = self->proof->scop->accesses;

  self->tables = g_ptr_array_new_with_free_func (table_free);
  self->others = g_ptr_array_new_with_free_func (other_free);
  ihop_node_walk (self->header->loop, add_row, self);
  if (self->tables->len == 0)
    return refuse (self, self->header->loop, N_ ("there is no element behind an array of pointers in %s"),
                   self->header->name->address);
  for (guint i = 0; i < self->tables->len; i++)
    if (!stays (self, self->tables->pdata[i]))
      return FALSE;
  for (guint i = 0; i < accesses->len; i++)
    if (!sort_access (self, accesses->pdata[i]))
      return FALSE;
  for (guint i = 0; i < self->tables->len; i++)
    if (!find_elements (self, self->tables->pdata[i]))
      return FALSE;
  return TRUE;
}
