#include "analysis/cover.h"
#include "analysis/defs.h"
#include "analysis/judge.h"
#include <isl/val.h>

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

/* { iteration of the root → elements that it is certain to write } covers everything. */
static gboolean
each_iteration_writes_all (const IhopScop *scop, const IhopSymbol *symbol,
                           const GPtrArray *accesses)
{
  const IhopScopLoop *root = ihop_scop_root_loop (scop);
  isl_map *written = NULL, *missing;
  isl_set *all = NULL;
  gboolean fine;

  for (guint i = 0; i < accesses->len; i++)
    {
      const IhopAccess *access = accesses->pdata[i];
      if (!access->is_write || access->may != IHOP_MAY_NOT || access->statement->depth == 0)
        continue;
      if (all == NULL)
        all = whole (scop, symbol, access->n_dims);
      if (all == NULL)
        break;
      if (access->n_dims != (guint) isl_set_dim (all, isl_dim_set))
        continue;
      isl_map *one = isl_map_project_out (isl_map_copy (access->map), isl_dim_in, 1,
                                          access->statement->depth - 1);
      written = written ? isl_map_union (written, one) : one;
    }
  if (written == NULL || all == NULL)
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

IhopPrivate *
ihop_privatize (const IhopScop *scop, const IhopSymbol *symbol, const GPtrArray *accesses,
                const IhopAccess **uncovered)
{
  g_autoptr (GPtrArray) writes = g_ptr_array_new ();
  IhopPrivate result = { .symbol = (IhopSymbol *) symbol };

  *uncovered = NULL;
  for (guint i = 0; i < accesses->len; i++)
    {
      const IhopAccess *access = accesses->pdata[i];
      if (behind_pointer (access))
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
      if (!access->is_write && !ihop_cover_read (scop, access, writes, 1))
        {
          *uncovered = access;
          return NULL;
        }
    }
  result.needs_last = ihop_live_after (scop->facts, scop->function, scop->root, symbol);
  if (result.needs_last)
    {
      result.last_is_certain = each_iteration_writes_all (scop, symbol, accesses);
      if (!result.last_is_certain)
        return NULL;
    }
  return g_memdup2 (&result, sizeof result);
}
