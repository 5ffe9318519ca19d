/* Rows follow each other, so the last element is that of the last row: the lexicographic maximum of
 * (row, column), which is itself an element that is touched. Everything before it belongs to the
 * same object as the pointer, so the box never leaves the memory that the owner has. Rows before the one
 * that is pointed to ("p[-i * n + j]") have no box. */
#include "analysis/footprint/flat_array.h"
#include "analysis/extract/row_length.h"
#include "analysis/footprint/footprint_private.h"
#include "analysis/scop/isl_text.h"
#include <string.h>

enum { MAX_PIECES = 3, MAX_TEXT = 300 };

static gboolean
same_strides (const IhopAccess *a, const IhopAccess *b)
{
  if (a->n_sizes != b->n_sizes || memcmp (a->size, b->size, a->n_sizes * sizeof a->size[0]) != 0)
    return FALSE;
  for (guint i = 0; i < a->n_cut; i++)
    if (a->n_strides[i] != b->n_strides[i]
        || memcmp (a->stride[i], b->stride[i], a->n_strides[i] * sizeof a->stride[0][0]) != 0)
      return FALSE;
  return TRUE;
}

static gboolean
is_flat (const IhopAccess *access)
{
  if (!access->is_cut || access->cut_step || access->is_loaded)
    return FALSE;
  for (guint i = 0; i < access->n_cut; i++)
    if (access->subscript[i] == NULL)
      return FALSE;
  return TRUE;
}

gboolean
ihop_flat_is_one (const IhopAccess *access, IhopFlat which)
{
  return (which & (access->is_write ? IHOP_FLAT_WRITES : IHOP_FLAT_READS)) != 0;
}

/* { (row, column) } that are touched, and one access that tells the strides. */
static isl_set *
touched (const IhopScop *scop, const GPtrArray *accesses, IhopFlat which,
         const IhopAccess **sample)
{
  isl_set *all = NULL;

  for (guint i = 0; i < accesses->len; i++)
    {
      const IhopAccess *access = accesses->pdata[i];
      if (!ihop_flat_is_one (access, which))
        continue;
      if (!is_flat (access)
          || (*sample && ((*sample)->n_cut != access->n_cut || !same_strides (*sample, access))))
        return isl_set_free (all);
      *sample = access;
      isl_set *set = isl_set_intersect_params (isl_map_range (isl_map_copy (access->map)),
                                               isl_set_copy (scop->ranges));
      set = isl_set_project_out (set, isl_dim_set, access->n_cut, access->n_dims - access->n_cut);
      all = all ? isl_set_union (all, set) : set;
    }
  return all;
}

/* The parameter by which the elements from one row to the next (stride "i") are more than those from
 * one of its elements to the next (stride "i + 1"): the row's length. -1: no one parameter. */
static int
row_length (const IhopAccess *access, guint i)
{
  guint left = access->n_strides[i];
  int rest[IHOP_TERM_FACTORS];

  memcpy (rest, access->stride[i], sizeof rest);
  for (guint k = 0; k < access->n_strides[i + 1]; k++)
    {
      guint at = 0;
      while (at < left && rest[at] != access->stride[i + 1][k])
        at++;
      if (at == left)
        return -1;
      memmove (&rest[at], &rest[at + 1], (--left - at) * sizeof rest[0]);
    }
  return left == 1 ? rest[0] : -1;
}

typedef struct
{
  const IhopScop *scop;
  const IhopAccess *sample;
  GString *text;
  guint n_pieces;
  gboolean failed, is_total;
  char *bare;              /* the last piece without its condition */
} Pieces;

/* Whether so many elements of the last row are all of it. */
static gboolean
is_full_row (const IhopAccess *sample, isl_aff *count)
{
  int length = sample->n_cut > 1 ? row_length (sample, sample->n_cut - 2) : -1;
  gboolean full = FALSE;

  if (length >= 0)
    {
      const IhopRowSize *size = ihop_row_size_of (sample->size, sample->n_sizes, length);
      isl_aff *rest = isl_aff_neg (isl_aff_copy (count));
      rest = isl_aff_add_coefficient_si (rest, isl_dim_param, length, size ? (int) size->times : 1);
      rest = isl_aff_add_constant_si (rest, size ? (int) size->plus : 0);
      full = isl_aff_plain_is_zero (rest) == isl_bool_true;
      isl_aff_free (rest);
    }
  return full;
}

/* " * w", " * (2 * w + 1)" */
static void
append_length (Pieces *pieces, int param)
{
  const IhopRowSize *size = ihop_row_size_of (pieces->sample->size, pieces->sample->n_sizes, param);
  const IhopParameter *factor = pieces->scop->params->pdata[param];
  const char *name = isl_id_get_name (factor->id);

  if (size == NULL)
    {
      g_string_append_printf (pieces->text, " * %s", name);
      return;
    }
  g_string_append (pieces->text, " * (");
  if (size->times != 1)
    g_string_append_printf (pieces->text, "%" G_GINT64_FORMAT " * ", size->times);
  g_string_append (pieces->text, name);
  if (size->plus)
    g_string_append_printf (pieces->text, " %c %" G_GINT64_FORMAT, size->plus < 0 ? '-' : '+', ABS (size->plus));
  g_string_append_c (pieces->text, ')');
}

/* "(h - 2) * w"; takes aff. */
static gboolean
append_term (Pieces *pieces, guint dim, isl_aff *aff)
{
  const IhopAccess *sample = pieces->sample;
  g_autofree char *text = ihop_text_of_aff (aff);
  gboolean is_sum = text && strchr (text, ' ') != NULL && sample->n_strides[dim];

  isl_aff_free (aff);
  if (text == NULL)
    return FALSE;
  g_string_append_printf (pieces->text, is_sum ? "(%s)" : "%s", text);
  for (guint k = 0; k < sample->n_strides[dim]; k++)
    append_length (pieces, sample->stride[dim][k]);
  return TRUE;
}

/* "(h - 2) * w + w - 1": the number of elements up to this one. */
static gboolean
append_count (Pieces *pieces, isl_multi_aff *last)
{
  guint n = pieces->sample->n_cut;
  isl_aff *count = isl_aff_add_constant_si (isl_multi_aff_get_aff (last, (int) n - 1), 1);
  gboolean full = is_full_row (pieces->sample, count), fine = TRUE;

  for (guint i = 0; fine && i + 1 < n; i++)
    {
      isl_aff *aff = isl_multi_aff_get_aff (last, (int) i);
      if (i)
        g_string_append (pieces->text, " + ");
      if (full && i + 2 == n)
        aff = isl_aff_add_constant_si (aff, 1);
      fine = pieces->sample->n_strides[i] > 0 && append_term (pieces, i, aff);
    }
  if (fine && !full)
    {
      g_string_append (pieces->text, " + ");
      fine = append_term (pieces, n - 1, isl_aff_copy (count));
    }
  isl_aff_free (count);
  return fine;
}

/* The ranges are no convex set where a guard is none: what gist leaves says more than it need then, and the same in
 * all that is possible here. */
static isl_stat
append_piece (isl_set *domain, isl_multi_aff *last, void *user)
{
  Pieces *pieces = user;
  g_autofree char *condition = ihop_text_of_condition (
    isl_set_coalesce (isl_set_gist (domain, isl_set_copy (pieces->scop->ranges))));
  gboolean always = condition && *condition == '\0';

  pieces->n_pieces++;
  pieces->failed |= condition == NULL;
  pieces->is_total |= always;
  if (!always)
    g_string_append_printf (pieces->text, "%s ? ", condition);
  gsize start = pieces->text->len;
  pieces->failed |= !append_count (pieces, last);
  g_free (pieces->bare);
  pieces->bare = always ? NULL : g_strdup (pieces->text->str + start);
  if (!always)
    g_string_append (pieces->text, " : ");
  isl_multi_aff_free (last);
  return isl_stat_ok;
}

static char *
count_text (const IhopScop *scop, const IhopAccess *sample, isl_set *all, char **bare)
{
  isl_pw_multi_aff *last
    = isl_pw_multi_aff_coalesce (isl_pw_multi_aff_from_set (isl_set_lexmax (all)));
  Pieces pieces = { scop, sample, g_string_new (NULL), 0, FALSE, FALSE, NULL };

  gboolean fine = last && isl_pw_multi_aff_n_piece (last) <= MAX_PIECES
                  && isl_pw_multi_aff_foreach_piece (last, append_piece, &pieces) == isl_stat_ok;
  pieces.failed |= !fine || pieces.n_pieces == 0 || pieces.text->len > MAX_TEXT
                   || (pieces.is_total && pieces.n_pieces > 1);
  isl_pw_multi_aff_free (last);
  if (!pieces.is_total)
    {
      g_string_prepend_c (pieces.text, '(');
      g_string_append (pieces.text, "0)");
    }
  if (pieces.failed || pieces.n_pieces != 1)
    g_clear_pointer (&pieces.bare, g_free);
  *bare = pieces.bare;
  return g_string_free (pieces.text, pieces.failed);
}

/* Whether something before the element that is pointed to may be meant: in a row before, or before the
 * first element in the first row. */
static gboolean
begins_before (isl_set *all)
{
  isl_set *rows = isl_set_copy (all);
  int n = (int) isl_set_dim (all, isl_dim_set);
  gboolean below = FALSE;

  for (int i = 0; i < n && !below; i++)
    {
      isl_set *before = isl_set_upper_bound_si (isl_set_copy (rows), isl_dim_set, (unsigned) i, -1);
      if (isl_set_is_empty (before) != isl_bool_true)
        {
          isl_pw_aff *least = isl_set_dim_min (isl_set_copy (before), i);
          below = least == NULL || ihop_footprint_starts_below (least);
          isl_pw_aff_free (least);
        }
      isl_set_free (before);
      rows = isl_set_fix_si (rows, isl_dim_set, (unsigned) i, 0);
    }
  isl_set_free (rows);
  return below;
}

IhopBox *
ihop_flat_box (const IhopScop *scop, const GPtrArray *accesses, IhopFlat which)
{
  const IhopAccess *sample = NULL;
  isl_set *all = touched (scop, accesses, which, &sample);
  if (all && begins_before (all))
    all = isl_set_free (all);
  char *bare = NULL, *count = all ? count_text (scop, sample, all, &bare) : NULL;

  if (count == NULL)
    return NULL;
  IhopBox *box = g_new0 (IhopBox, 1);
  box->rank = 1;
  box->lower = g_new0 (char *, 2);
  box->count = g_new0 (char *, 2);
  box->lower[0] = g_strdup ("0");
  box->count[0] = count;
  box->bare = bare;
  return box;
}

/* { (row, column) }: 0 <= row, 0 <= column < length. NULL: rows have no one length. */
static isl_set *
all_rows (const IhopAccess *access, isl_space *space)
{
  isl_set *all = isl_set_universe (space);

  for (guint i = 0; all && i < access->n_cut; i++)
    {
      int length = i ? row_length (access, i - 1) : 0;
      if (length < 0)
        return isl_set_free (all);
      all = isl_set_lower_bound_si (all, isl_dim_set, i, 0);
      if (i == 0)
        continue;
      isl_local_space *local = isl_local_space_from_space (isl_set_get_space (all));
      isl_constraint *below = isl_constraint_alloc_inequality (local);
      below = isl_constraint_set_coefficient_si (below, isl_dim_param, length, 1);
      below = isl_constraint_set_coefficient_si (below, isl_dim_set, (int) i, -1);
      all = isl_set_add_constraint (all, isl_constraint_set_constant_si (below, -1));
    }
  return all;
}

static isl_set *
certain_writes (const GPtrArray *accesses)
{
  isl_set *all = NULL;

  for (guint i = 0; i < accesses->len; i++)
    {
      const IhopAccess *access = accesses->pdata[i];
      if (!access->is_write || access->may != IHOP_MAY_NOT || access->ref->steps->len != 1)
        continue;
      isl_set *set = isl_map_range (isl_map_copy (access->map));
      all = all ? isl_set_union (all, set) : set;
    }
  return all;
}

gboolean
ihop_flat_writes_all (const IhopScop *scop, const GPtrArray *accesses)
{
  const IhopAccess *sample = NULL;
  isl_set *reached = touched (scop, accesses, IHOP_FLAT_WRITES, &sample);
  isl_set *certain = reached ? certain_writes (accesses) : NULL;
  isl_set *rows = certain ? all_rows (sample, isl_set_get_space (reached)) : NULL;
  gboolean all = FALSE;

  if (rows)
    {
      isl_set *before = isl_map_domain (isl_set_lex_le_set (rows, isl_set_copy (reached)));
      before = isl_set_intersect_params (before, isl_set_copy (scop->ranges));
      isl_set *missing = isl_set_subtract (before, isl_set_copy (certain));
      all = isl_set_is_empty (missing) == isl_bool_true;
      isl_set_free (missing);
    }
  isl_set_free (reached);
  isl_set_free (certain);
  return all;
}
