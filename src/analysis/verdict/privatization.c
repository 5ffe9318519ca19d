#include "analysis/verdict/privatization.h"
#include "analysis/dependence/covering_writes.h"
#include "analysis/memory/liveness.h"

static gboolean
behind_pointer (const IhopAccess *access)
{
  for (guint i = 0; i < access->ref->steps->len; i++)
    if (g_array_index (access->ref->steps, IhopStep, i).kind == IHOP_STEP_DEREF)
      return TRUE;
  return FALSE;
}

/* All elements of an array as a set; NULL: its extents are not constants. */
static isl_set *
whole (const IhopScop *scop, const IhopSymbol *symbol, guint rank)
{
  const IhopType *type = ihop_type_strip (symbol->type);
  isl_set *set = isl_set_universe (isl_space_set_alloc (scop->ctx, 0, rank));

  for (guint i = 0; i < rank; i++)
    {
      if (type->kind != IHOP_TYPE_ARRAY || !type->has_count || type->count == 0)
        {
          isl_set_free (set);
          return NULL;
        }
      set = isl_set_lower_bound_si (set, isl_dim_set, i, 0);
      set = isl_set_upper_bound_val (set, isl_dim_set, i,
                                     isl_val_int_from_ui (scop->ctx, type->count - 1));
      type = ihop_type_strip (type->target);
    }
  if (type->kind == IHOP_TYPE_ARRAY || type->kind == IHOP_TYPE_RECORD)
    set = isl_set_free (set);
  return set;
}

static isl_map *
by_root_iteration (const IhopAccess *access)
{
  return isl_map_project_out (isl_map_copy (access->map), isl_dim_in, 1,
                              access->statement->depth - 1);
}

static gboolean
is_write_inside (const IhopAccess *access)
{
  return access->is_write && access->statement->depth > 0;
}

/* { iteration of the root → elements that are certainly written }; NULL: none. */
static isl_map *
written_by (const GPtrArray *accesses, guint rank)
{
  isl_map *written = NULL;

  for (guint i = 0; i < accesses->len; i++)
    {
      const IhopAccess *access = accesses->pdata[i];
      if (!is_write_inside (access) || access->may != IHOP_MAY_NOT || access->n_dims != rank)
        continue;
      isl_map *one = by_root_iteration (access);
      written = written ? isl_map_union (written, one) : one;
    }
  return written;
}

static guint
rank_of (const GPtrArray *accesses)
{
  for (guint i = 0; i < accesses->len; i++)
    if (((IhopAccess *) accesses->pdata[i])->is_write)
      return ((IhopAccess *) accesses->pdata[i])->n_dims;
  return 0;
}

/* Whether each iteration writes all of "all". Takes both; what is too involved is not asked. */
static gboolean
each_writes (const IhopScop *scop, isl_map *written, isl_set *all)
{
  if (written == NULL || all == NULL || !ihop_map_is_simple (written))
    {
      isl_map_free (written);
      isl_set_free (all);
      return FALSE;
    }
  isl_map *missing = isl_map_from_domain_and_range (isl_set_copy (ihop_scop_root_loop (scop)->domain), all);

  missing = isl_map_intersect_params (missing, isl_set_copy (scop->context));
  missing = isl_map_subtract (missing, written);
  gboolean fine = isl_map_is_empty (missing) == isl_bool_true;
  isl_map_free (missing);
  return fine;
}

/* The same of an array whose elements are no structs. */
static gboolean
each_writes_whole (const IhopScop *scop, const GPtrArray *accesses, const IhopSymbol *symbol)
{
  guint rank = rank_of (accesses);
  isl_set *all = whole (scop, symbol, rank);

  return all && each_writes (scop, written_by (accesses, rank), all);
}

/* --- what some iterations write, and others do not ------------------------------------------------ */

/* Whether subscripts of both count the same elements. */
static gboolean
are_in_the_same_rows (const IhopAccess *a, const IhopAccess *b)
{
  return a->is_cut == b->is_cut && (!a->is_cut || ihop_access_same_rows (a, b));
}

/* Whether the place of "part" lies in that of "all", if the subscripts of "all" agree: s.x[i] lies in s. */
static gboolean
lies_in (const IhopAccess *part, const IhopAccess *all)
{
  guint n = all->ref->steps->len;

  if (!ihop_access_same_way (part, all, n) || !are_in_the_same_rows (part, all))
    return FALSE;
  for (guint i = 0; i < part->ref->steps->len; i++)
    if (ihop_access_step (part, i)->kind == (i < n ? IHOP_STEP_ANY : IHOP_STEP_DEREF))
      return FALSE;
  return TRUE;
}

/* What any iteration may write on the way of "place", { elements }. NULL: an earlier write has asked for this way. */
static isl_set *
ever_written (const GPtrArray *accesses, const IhopAccess *place)
{
  isl_set *written = NULL;

  for (guint i = 0; i < accesses->len; i++)
    {
      const IhopAccess *access = accesses->pdata[i];
      if (!is_write_inside (access) || !ihop_access_same_path (access, place) || !are_in_the_same_rows (access, place))
        continue;
      if (written == NULL && access != place)
        return NULL;
      isl_set *one = isl_map_range (by_root_iteration (access));
      written = written ? isl_set_union (written, one) : one;
    }
  return written;
}

/* { iteration of the root → elements of "place" that it is certain to write }; NULL: none. */
static isl_map *
written_on_way (const GPtrArray *accesses, const IhopAccess *place)
{
  isl_map *written = NULL;

  for (guint i = 0; i < accesses->len; i++)
    {
      const IhopAccess *access = accesses->pdata[i];
      if (!is_write_inside (access) || access->may != IHOP_MAY_NOT || !lies_in (place, access))
        continue;
      isl_map *one = isl_map_add_dims (by_root_iteration (access), isl_dim_out, place->n_dims - access->n_dims);
      written = written ? isl_map_union (written, one) : one;
    }
  return written;
}

/* Whether each iteration is certain to write all that any iteration may write, member by member. */
static gboolean
all_write_the_same (const IhopScop *scop, const GPtrArray *accesses)
{
  gboolean same = TRUE;

  for (guint i = 0; i < accesses->len && same; i++)
    {
      const IhopAccess *place = accesses->pdata[i];
      isl_set *ever = is_write_inside (place) ? ever_written (accesses, place) : NULL;
      if (ever == NULL)
        continue;
      same = each_writes (scop, written_on_way (accesses, place), ever);
    }
  return same;
}

static gboolean
is_pointer_itself (const IhopAccess *access)
{
  return access->ref->steps->len == 0 && ihop_type_strip (access->ref->root->type)->kind == IHOP_TYPE_POINTER;
}

static gboolean
any_behind_pointer (const GPtrArray *accesses)
{
  gboolean found = FALSE;

  for (guint i = 0; i < accesses->len && !found; i++)
    found = behind_pointer (accesses->pdata[i]);
  return found;
}

/* The pointer is the same throughout, and only what is directly behind it is used; or all that is used through it is known by other
 * names: then it is a value like any other. */
static gboolean
is_one_object (const IhopAccess *access, gboolean behind)
{
  return !access->is_loaded && !(behind && access->is_write && is_pointer_itself (access));
}

/* Sets the "last" fields. FALSE: the value after the loop could not be had. */
static gboolean
settle_last (const IhopScop *scop, const GPtrArray *accesses, gboolean behind,
             IhopPrivate *result)
{
  const IhopSymbol *symbol = result->symbol;

  result->needs_last
    = behind || ihop_live_after (scop->facts, scop->function, scop->root, symbol);
  if (!result->needs_last)
    return TRUE;
  if (!behind && ihop_type_strip (symbol->type)->kind == IHOP_TYPE_POINTER)
    return FALSE; /* the last one might lead into memory of the device */
  if (!behind && each_writes_whole (scop, accesses, symbol))
    {
      result->last_is_certain = TRUE;
      return TRUE;
    }
  result->needs_first = all_write_the_same (scop, accesses);
  return result->needs_first;
}

IhopPrivate *
ihop_privatize (const IhopScop *scop, const IhopSymbol *symbol, const GPtrArray *accesses,
                const IhopAccess **uncovered)
{
  g_autoptr (GPtrArray) writes = g_ptr_array_new ();
  IhopPrivate result = { .symbol = (IhopSymbol *) symbol };
  gboolean behind = any_behind_pointer (accesses);

  *uncovered = NULL;
  for (guint i = 0; i < accesses->len; i++)
    {
      const IhopAccess *access = accesses->pdata[i];
      if (!is_one_object (access, behind))
        {
          *uncovered = access;
          return NULL;
        }
      if (access->is_write)
        g_ptr_array_add (writes, (gpointer) access);
    }
  for (guint i = 0; i < accesses->len; i++)
    {
      const IhopAccess *access = accesses->pdata[i];
      gboolean is_pointer = behind && access->ref->steps->len == 0;
      if (!access->is_write && !is_pointer && !ihop_cover_read (scop, access, writes, 1))
        {
          *uncovered = access;
          return NULL;
        }
    }
  return settle_last (scop, accesses, behind, &result) ? g_memdup2 (&result, sizeof result) : NULL;
}
