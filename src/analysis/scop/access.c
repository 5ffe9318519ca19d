#include "analysis/scop/access.h"
#include <string.h>

IhopStep *
ihop_access_step (const IhopAccess *access, guint i)
{
  return &g_array_index (access->ref->steps, IhopStep, i);
}

gboolean
ihop_access_same_way (const IhopAccess *a, const IhopAccess *b, guint n)
{
  if (a->ref->root != b->ref->root || a->ref->steps->len < n || b->ref->steps->len < n)
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (ihop_access_step (a, i)->kind != ihop_access_step (b, i)->kind
        || ihop_access_step (a, i)->field != ihop_access_step (b, i)->field)
      return FALSE;
  return TRUE;
}

gboolean
ihop_access_same_path (const IhopAccess *a, const IhopAccess *b)
{
  return a->ref->steps->len == b->ref->steps->len && ihop_access_same_way (a, b, a->ref->steps->len);
}

gboolean
ihop_access_same_rows (const IhopAccess *a, const IhopAccess *b)
{
  if (!a->is_cut || !b->is_cut || a->n_cut != b->n_cut || a->n_sizes != b->n_sizes
      || memcmp (a->size, b->size, a->n_sizes * sizeof a->size[0]) != 0)
    return FALSE;
  for (guint i = 0; i < a->n_cut; i++)
    if (a->n_strides[i] != b->n_strides[i] || memcmp (a->stride[i], b->stride[i], a->n_strides[i] * sizeof a->stride[0][0]) != 0)
      return FALSE;
  return TRUE;
}

guint
ihop_access_count_dims (const IhopAccess *access, guint n_steps)
{
  guint n = 0;

  for (guint i = 0; i < n_steps; i++)
    if (ihop_step_counts (ihop_access_step (access, i)))
      n += access->is_cut && i == access->cut_step ? access->n_cut : 1;
  return n;
}

void
ihop_access_free (gpointer data)
{
  IhopAccess *access = data;

  for (guint i = 0; i < access->n_dims; i++)
    {
      isl_pw_aff_free (access->subscript[i]);
      ihop_linear_free (access->linear[i]);
    }
  g_free (access->subscript);
  g_free (access->linear);
  g_free (access->step_dims);
  isl_map_free (access->map);
  ihop_ref_free (access->ref);
  g_free (access);
}

isl_map *
ihop_access_leading (const IhopAccess *access, guint n)
{
  isl_map *map = isl_map_copy (access->map);

  map = n < access->n_dims ? isl_map_project_out (map, isl_dim_out, n, access->n_dims - n) : map;
  return isl_map_reset_tuple_id (map, isl_dim_in);
}
