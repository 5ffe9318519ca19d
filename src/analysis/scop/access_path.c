/* The way from a variable to the object that is accessed, and the subscripts on it. */
#include "analysis/scop/extract.h"

IhopStep *
ihop_access_step (const IhopAccess *access, guint i)
{
  return &g_array_index (access->ref->steps, IhopStep, i);
}

gboolean
ihop_step_counts (const IhopStep *step)
{
  return step->kind == IHOP_STEP_SUBSCRIPT || step->kind == IHOP_STEP_DEREF;
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

guint
ihop_access_count_dims (const IhopAccess *access, guint n_steps)
{
  guint n = 0;

  for (guint i = 0; i < n_steps; i++)
    if (ihop_step_counts (ihop_access_step (access, i)))
      n += access->is_cut && i == access->cut_step ? access->n_cut : 1;
  return n;
}
