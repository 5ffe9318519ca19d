/* Rows follow each other, so the last element is that of the last row: the lexicographic maximum of
 * (row, column), which is itself an element that is touched. Everything before it belongs to the
 * same object as the pointer, so the box never leaves the memory that the owner has. Rows before the one
 * that is pointed to ("p[-i * n + j]") have no box. */
#include "analysis/footprint/flat_array.h"
#include "analysis/extract/row_length.h"
#include "analysis/footprint/elements.h"
#include "analysis/footprint/farthest.h"
#include "analysis/footprint/touch_condition.h"
#include "analysis/scop/known_context.h"
#include "analysis/scop/isl_text.h"
#include "ir/expression.h"
#include <string.h>

enum { MAX_PIECES = 3, MAX_TEXT = 300 };

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
          || (*sample && !ihop_access_same_rows (*sample, access)))
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

/* Where the last element is, piece by piece. */
typedef struct
{
  const IhopScop *scop;
  const IhopAccess *sample;
  const IhopNode *condition[MAX_PIECES]; /* NULL: always */
  const IhopNode *count[MAX_PIECES];
  guint n;
  gboolean failed, is_total;
} Pieces;

/* Whether so many of dimension "dim" are a whole row of it. */
static gboolean
is_full_row (const IhopAccess *sample, guint dim, isl_aff *count)
{
  int length = row_length (sample, dim - 1);
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

/* "w", "2 * w + 1" */
static const IhopNode *
length_of (const Pieces *pieces, int param)
{
  IhopPool *pool = ihop_facts_pool (pieces->scop->facts);
  const IhopRowSize *size = ihop_row_size_of (pieces->sample->size, pieces->sample->n_sizes, param);
  const IhopNode *length = ((const IhopParameter *) pieces->scop->params->pdata[param])->expression;

  if (size && size->times != 1)
    length = ihop_expression_binary (pool, IHOP_OP_MUL, ihop_expression_number (pool, size->times), length);
  if (size && size->plus)
    length = ihop_expression_binary (pool, size->plus < 0 ? IHOP_OP_SUB : IHOP_OP_ADD, length,
                                     ihop_expression_number (pool, ABS (size->plus)));
  return length;
}

/* "(h - 2) * w"; takes aff. */
static const IhopNode *
term_of (const Pieces *pieces, isl_set *domain, guint dim, __isl_take isl_aff *aff)
{
  IhopPool *pool = ihop_facts_pool (pieces->scop->facts);
  const IhopNode *term = ihop_expression_of_aff_in (pool, domain, aff);

  isl_aff_free (aff);
  for (guint k = 0; term && k < pieces->sample->n_strides[dim]; k++)
    term = ihop_expression_binary (pool, IHOP_OP_MUL, term, length_of (pieces, pieces->sample->stride[dim][k]));
  return term;
}

/* "(h - 2) * w + w - 1": the number of elements up to this one, where whole rows are counted as such: "h * w". NULL: it cannot
 * be written. */
static const IhopNode *
count_up_to (const Pieces *pieces, isl_set *domain, __isl_keep isl_multi_aff *last)
{
  IhopPool *pool = ihop_facts_pool (pieces->scop->facts);
  guint n = pieces->sample->n_cut, at = n - 1;
  isl_aff *rest = isl_aff_add_constant_si (isl_multi_aff_get_aff (last, (int) at), 1);
  const IhopNode *count = NULL;
  gboolean fine = TRUE;

  for (; at > 0 && is_full_row (pieces->sample, at, rest); at--)
    {
      isl_aff_free (rest);
      rest = isl_aff_add_constant_si (isl_multi_aff_get_aff (last, (int) at - 1), 1);
    }
  for (guint i = 0; fine && i <= at; i++)
    {
      const IhopNode *term
        = term_of (pieces, domain, i, i < at ? isl_multi_aff_get_aff (last, (int) i) : isl_aff_copy (rest));
      fine = term && (i + 1 == n || pieces->sample->n_strides[i] > 0);
      if (fine)
        count = count ? ihop_expression_binary (pool, IHOP_OP_ADD, count, term) : term;
    }
  isl_aff_free (rest);
  return fine ? count : NULL;
}

/* The ranges are no convex set where a guard is none: what gist leaves says more than it need then, and the same in
 * all that is possible here. */
static isl_stat
add_piece (__isl_take isl_set *domain, __isl_take isl_multi_aff *last, void *user)
{
  Pieces *pieces = user;
  isl_set *possible = isl_set_intersect (isl_set_copy (domain), isl_set_copy (pieces->scop->ranges));
  isl_set *when = ihop_context_gist (pieces->scop, domain);
  guint i = pieces->n++;

  pieces->failed |= !ihop_expression_of_condition (ihop_facts_pool (pieces->scop->facts), when, &pieces->condition[i]);
  pieces->is_total |= pieces->condition[i] == NULL;
  pieces->count[i] = count_up_to (pieces, possible, last);
  pieces->failed |= pieces->count[i] == NULL;
  isl_multi_aff_free (last);
  isl_set_free (possible);
  return isl_stat_ok;
}

static gboolean
is_readable (const IhopNode *count)
{
  g_autofree char *text = ihop_expression_text (count);

  return strlen (text) <= MAX_TEXT;
}

/* How many elements, and where they depend on one condition, how many it are if that holds. */
static const IhopNode *
count_of (const IhopScop *scop, const IhopAccess *sample, __isl_take isl_set *all, const IhopNode **bare)
{
  IhopPool *pool = ihop_facts_pool (scop->facts);
  isl_pw_multi_aff *last
    = isl_pw_multi_aff_coalesce (isl_pw_multi_aff_from_set (isl_set_lexmax (all)));
  Pieces pieces = { .scop = scop, .sample = sample };

  gboolean fine = last && isl_pw_multi_aff_n_piece (last) <= MAX_PIECES
                  && isl_pw_multi_aff_foreach_piece (last, add_piece, &pieces) == isl_stat_ok;
  isl_pw_multi_aff_free (last);
  if (!fine || pieces.failed || pieces.n == 0 || (pieces.is_total && pieces.n > 1))
    return NULL;
  const IhopNode *count = pieces.is_total ? pieces.count[0] : ihop_expression_number (pool, 0);
  for (guint i = pieces.is_total ? 0 : pieces.n; i-- > 0;)
    count = ihop_expression_choice (pool, pieces.condition[i], pieces.count[i], count);
  *bare = pieces.n == 1 && !pieces.is_total ? pieces.count[0] : NULL;
  return is_readable (count) ? count : NULL;
}

/* Something before the element that is pointed to: in a row before, or before the first element in the first row. The others of
 * *all are left: either the test for that fails, or there is nothing before. FALSE: it is told by taking something away. */
static gboolean
note_before (const IhopScop *scop, IhopFootprint *footprint, isl_set **all)
{
  isl_set *rows = isl_set_copy (*all);
  int n = (int) isl_set_dim (*all, isl_dim_set);
  gboolean below = FALSE;

  for (int i = 0; i < n && !below; i++)
    {
      isl_set *before = isl_set_upper_bound_si (isl_set_copy (rows), isl_dim_set, (unsigned) i, -1);
      if (isl_set_is_empty (before) != isl_bool_true)
        {
          isl_pw_aff *least = isl_set_dim_min (isl_set_copy (before), i);
          below = least == NULL || ihop_footprint_starts_below (least);
          ihop_footprint_note_before (scop, footprint, isl_set_params (isl_set_copy (before)), below ? NULL : least);
          isl_pw_aff_free (least);
          isl_set *others = isl_set_complement (isl_set_params (isl_set_copy (before)));
          *all = isl_set_coalesce (isl_set_intersect_params (*all, others));
        }
      isl_set_free (before);
      rows = isl_set_fix_si (rows, isl_dim_set, (unsigned) i, 0);
    }
  isl_set_free (rows);
  return !below;
}

IhopBox *
ihop_flat_box (const IhopScop *scop, const GPtrArray *accesses, IhopFlat which, IhopFootprint *footprint)
{
  const IhopAccess *sample = NULL;
  IhopAccess shape = { 0 };
  isl_set *all = touched (scop, accesses, which, &sample);
  if (all && !note_before (scop, footprint, &all))
    all = isl_set_free (all);
  else if (all == NULL)
    {
      gboolean before = FALSE;
      all = ihop_farthest_elements (scop, accesses, which, &shape, &before);
      sample = &shape;
      if (before)
        ihop_footprint_note_before (scop, footprint, isl_set_copy (scop->ranges), NULL);
    }
  const IhopNode *bare = NULL, *count = all ? count_of (scop, sample, all, &bare) : NULL;

  if (count == NULL)
    return NULL;
  IhopPool *pool = ihop_facts_pool (scop->facts);
  IhopBox *box = ihop_box_new (pool, 1);
  box->lower[0] = ihop_expression_number (pool, 0);
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
