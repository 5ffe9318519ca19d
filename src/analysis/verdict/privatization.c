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

/* { iteration of the root → elements written }: certainly, or perhaps; NULL: none, or several kinds
 * of subscripts. */
static isl_map *
written_by (const GPtrArray *accesses, gboolean certainly)
{
  isl_map *written = NULL;
  guint rank = 0;

  for (guint i = 0; i < accesses->len; i++)
    {
      const IhopAccess *access = accesses->pdata[i];
      if (!access->is_write || access->statement->depth == 0
          || (certainly && access->may != IHOP_MAY_NOT))
        continue;
      if (written && access->n_dims != rank)
        {
          if (certainly)
            continue;
          isl_map_free (written);
          return NULL;
        }
      rank = access->n_dims;
      isl_map *one = by_root_iteration (access);
      written = written ? isl_map_union (written, one) : one;
    }
  return written;
}

/* Whether each iteration is certain to write all of "all". Takes all. */
static gboolean
each_writes (const IhopScop *scop, const GPtrArray *accesses, isl_set *all)
{
  const IhopScopLoop *root = ihop_scop_root_loop (scop);
  isl_map *written = all ? written_by (accesses, TRUE) : NULL, *missing;
  gboolean fine;

  if (written == NULL || !ihop_map_is_simple (written)
      || isl_map_dim (written, isl_dim_out) != isl_set_dim (all, isl_dim_set))
    {
      isl_map_free (written);
      isl_set_free (all);
      return FALSE;
    }
  missing = isl_map_from_domain_and_range (isl_set_copy (root->domain), all);
  missing = isl_map_intersect_params (missing, isl_set_copy (scop->context));
  missing = isl_map_subtract (missing, written);
  fine = isl_map_is_empty (missing) == isl_bool_true;
  isl_map_free (missing);
  return fine;
}

/* What any iteration may write. */
static isl_set *
ever_written (const GPtrArray *accesses)
{
  isl_map *written = written_by (accesses, FALSE);

  return written ? isl_map_range (written) : NULL;
}

static guint
rank_of (const GPtrArray *accesses)
{
  for (guint i = 0; i < accesses->len; i++)
    if (((IhopAccess *) accesses->pdata[i])->is_write)
      return ((IhopAccess *) accesses->pdata[i])->n_dims;
  return 0;
}

/* The pointer is the same throughout, and only what is directly behind it is used. */
static gboolean
one_object (const IhopAccess *access, gboolean *behind)
{
  if (access->is_loaded)
    return FALSE;
  if (access->ref->steps->len == 0
      && ihop_type_strip (access->ref->root->type)->kind == IHOP_TYPE_POINTER)
    return !access->is_write;
  *behind |= behind_pointer (access);
  return TRUE;
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
  if (!behind && each_writes (scop, accesses, whole (scop, symbol, rank_of (accesses))))
    {
      result->last_is_certain = TRUE;
      return TRUE;
    }
  result->needs_first = each_writes (scop, accesses, ever_written (accesses));
  return result->needs_first;
}

IhopPrivate *
ihop_privatize (const IhopScop *scop, const IhopSymbol *symbol, const GPtrArray *accesses,
                const IhopAccess **uncovered)
{
  g_autoptr (GPtrArray) writes = g_ptr_array_new ();
  IhopPrivate result = { .symbol = (IhopSymbol *) symbol };
  gboolean behind = FALSE;

  *uncovered = NULL;
  for (guint i = 0; i < accesses->len; i++)
    {
      const IhopAccess *access = accesses->pdata[i];
      if (!one_object (access, &behind))
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
