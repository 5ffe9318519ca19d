/* Elements of arrays as points: subscripts "(plane * rows + row) * columns + column" are three numbers, if each stays below its length. */
#include "prove/model.h"

enum { MOST_LEVELS = 3, MOST_NEEDED = 4 };

/* The lengths by which an array's subscripts are divided, the innermost first. */
typedef struct
{
  guint n;
  Length length[MOST_LEVELS];
  gboolean is_mixed;       /* rows of several lengths: subscripts with products are not known */
} Rows;

/* ---- One subscript ----------------------------------------------------------------------------------------------------- */

static isl_pw_aff *
size_of (const Model *model, const Length *length)
{
  return prove_value_affine (prove_value_add (prove_value_param (model, (guint) length->param), prove_value_number (model, length->more), 1));
}

/* Whether a column is from "least" times the length on, and less than once more. Keeps column. */
static gboolean
is_in_row (const Model *model, const Access *access, const Length *length, isl_pw_aff *column, int least)
{
  isl_pw_aff *size = size_of (model, length);
  isl_pw_aff *from = isl_pw_aff_scale_val (isl_pw_aff_copy (size), isl_val_int_from_si (model->ctx, least));
  isl_pw_aff *to = isl_pw_aff_add (isl_pw_aff_copy (from), size);
  isl_set *outside = isl_set_union (isl_pw_aff_lt_set (isl_pw_aff_copy (column), from), isl_pw_aff_ge_set (isl_pw_aff_copy (column), to));

  outside = isl_set_intersect (outside, isl_set_copy (access->domain));
  gboolean none = isl_set_is_empty (outside) == isl_bool_true;
  isl_set_free (outside);
  return none;
}

/* value = *row * length + *column, with a column in its row, perhaps that before or behind the one in which it is written. Keeps value. */
static gboolean
divide (const Model *model, const Access *access, const Value *value, const Length *length, Value **row, Value **column)
{
  static const int rows[] = { 0, -1, 1 };

  if (!prove_value_divide (model, value, length, row, column))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (is_in_row (model, access, length, (*column)->affine, rows[i]))
      {
        *row = prove_value_add (*row, prove_value_number (model, rows[i]), 1);
        isl_pw_aff *moved = isl_pw_aff_scale_val (size_of (model, length), isl_val_int_from_si (model->ctx, rows[i]));
        (*column)->affine = isl_pw_aff_sub ((*column)->affine, moved);
        return TRUE;
      }
  g_clear_pointer (row, prove_value_free);
  g_clear_pointer (column, prove_value_free);
  return FALSE;
}

/* ---- All of an array ----------------------------------------------------------------------------------------------------- */

/* A parameter by which all products in there are divided; -1: there is none. */
static int
common_factor (const GPtrArray *values)
{
  const Value *first = NULL;
  int common = -1;

  for (guint i = 0; i < values->len && first == NULL; i++)
    first = ((const Value *) values->pdata[i])->n_terms ? values->pdata[i] : NULL;
  for (guint k = 0; first && k < first->term[0].n_factors && common < 0; k++)
    {
      common = first->term[0].factor[k];
      for (guint i = 0; i < values->len; i++)
        for (guint j = 0; j < ((const Value *) values->pdata[i])->n_terms && common >= 0; j++)
          common = prove_term_has (&((const Value *) values->pdata[i])->term[j], common) ? common : -1;
    }
  return common;
}

static gboolean
have_products (const GPtrArray *values)
{
  gboolean have = FALSE;

  for (guint i = 0; i < values->len; i++)
    have = have || ((const Value *) values->pdata[i])->n_terms;
  return have;
}

/* A subscript that is in no row; one without a number where isl has given up. */
static Value *
no_row (const Model *model)
{
  Value *zero = prove_value_number (model, 0);

  return zero ? zero : g_new0 (Value, 1);
}

/* The rows of all values, which belong to these accesses, in place of them; how many of them are in none: those stay as they were. */
static guint
divide_all (const Model *model, const GPtrArray *accesses, GPtrArray *values, const Length *length, GPtrArray *rows)
{
  guint n_outside = 0;

  for (guint i = 0; i < values->len; i++)
    {
      Value *row, *column;
      gboolean fits = divide (model, accesses->pdata[i], values->pdata[i], length, &row, &column);
      if (fits)
        prove_value_free (column);
      n_outside += !fits;
      g_ptr_array_add (rows, fits && row ? row : no_row (model));
    }
  return n_outside;
}

static GPtrArray *
new_values (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) prove_value_free);
}

/* The length with this parameter by which most subscripts can be divided; takes values, gives their rows. */
static GPtrArray *
choose_length (const Model *model, const GPtrArray *accesses, GPtrArray *values, int param, Length *length)
{
  Length try = { param, 0 };
  GPtrArray *best = new_values ();
  guint least = divide_all (model, accesses, values, &try, best);

  *length = try;
  for (guint i = 0; i < model->lengths->len && least > 0; i++)
    {
      try = g_array_index (model->lengths, Length, i);
      if (try.param != param)
        continue;
      GPtrArray *rows = new_values ();
      guint n_outside = divide_all (model, accesses, values, &try, rows);
      gboolean is_better = n_outside < least;
      g_ptr_array_unref (is_better ? best : rows);
      best = is_better ? rows : best;
      *length = is_better ? try : *length;
      least = MIN (least, n_outside);
    }
  g_ptr_array_unref (values);
  return best;
}

static Rows
rows_of (const Model *model, const IhopSymbol *array)
{
  g_autoptr (GPtrArray) accesses = g_ptr_array_new ();
  GPtrArray *values = new_values ();
  Rows rows = { 0 };

  for (guint i = 0; i < model->accesses->len; i++)
    {
      Access *access = model->accesses->pdata[i];
      if (access->array != array || access->offset == NULL)
        continue;
      g_ptr_array_add (accesses, access);
      g_ptr_array_add (values, prove_value_copy (access->offset));
    }
  while (have_products (values) && !rows.is_mixed)
    {
      int param = common_factor (values);
      rows.is_mixed = param < 0 || rows.n == MOST_LEVELS;
      if (!rows.is_mixed)
        values = choose_length (model, accesses, values, param, &rows.length[rows.n++]);
    }
  g_ptr_array_unref (values);
  return rows;
}

/* ---- Relations ----------------------------------------------------------------------------------------------------------- */

static isl_map *
any_element (const Access *access, guint n)
{
  isl_space *space = isl_space_set_from_params (isl_space_params (isl_set_get_space (access->domain)));

  space = isl_space_add_dims (space, isl_dim_set, n);
  return isl_map_from_domain_and_range (isl_set_copy (access->domain), isl_set_universe (space));
}

static void
lose (Access *access, guint n, IhopMessage *why)
{
  access->map = any_element (access, n);
  if (access->why == NULL || access->is_exact)
    {
      ihop_message_unref (access->why);
      access->why = ihop_message_ref (why);
    }
  access->is_exact = FALSE;
  ihop_message_unref (why);
}

/* { instance → [row …, column] }, if no number leaves its length; NULL, and the length that it may leave. */
static isl_map *
in_rows (const Model *model, const Access *access, const Rows *rows, guint *left)
{
  Value *rest = prove_value_copy (access->offset), *row, *column;
  isl_map *map = NULL;

  for (*left = 0; *left < rows->n && divide (model, access, rest, &rows->length[*left], &row, &column); ++*left)
    {
      isl_map *last = isl_map_from_pw_aff (prove_value_affine (column));
      map = map ? isl_map_flat_range_product (last, map) : last;
      prove_value_free (rest);
      rest = row;
    }
  isl_pw_aff *first = *left == rows->n ? prove_value_affine (rest) : NULL;
  if (first)
    {
      isl_map *front = isl_map_from_pw_aff (first);
      map = map ? isl_map_flat_range_product (front, map) : front;
      return isl_map_intersect_domain (map, isl_set_copy (access->domain));
    }
  if (*left < rows->n)
    prove_value_free (rest);
  isl_map_free (map);
  return NULL;
}

/* In rows of so many elements at least. */
static gboolean
fits_in (const Model *model, const Access *access, const Rows *rows, gint64 least)
{
  Access narrowed = *access;
  guint left;

  narrowed.domain = isl_set_copy (access->domain);
  for (guint i = 0; i < rows->n; i++)
    narrowed.domain = isl_set_lower_bound_si (narrowed.domain, isl_dim_param, (unsigned) rows->length[i].param, (int) least);
  isl_map *map = in_rows (model, &narrowed, rows, &left);
  isl_map_free (map);
  isl_set_free (narrowed.domain);
  return map != NULL;
}

/* "a[y * n + n - 1]" is in no row of no elements, and whoever launches the kernel may never pass such a length: what he would have to pass. */
static void
note_need (const Model *model, const Access *access, const Rows *rows)
{
  gint64 least = 1;

  for (guint i = 0; i < rows->n; i++)
    if (rows->length[i].param < N_PARAMS)
      return;
  while (least <= MOST_NEEDED && !fits_in (model, access, rows, least))
    least++;
  for (guint i = 0; least <= MOST_NEEDED && i < rows->n; i++)
    {
      gint64 *needed = &g_array_index (model->needs, gint64, rows->length[i].param - N_PARAMS);
      *needed = MAX (*needed, least);
    }
}

static void
relate (const Model *model, Access *access, const Rows *rows)
{
  guint n = rows->is_mixed ? 1 : rows->n + 1, left = 0;
  static const Rows none;

  if (access->offset == NULL)
    lose (access, n, ihop_message ("the subscript is not affine"));
  else if (rows->is_mixed && access->offset->n_terms)
    lose (access, n, ihop_message ("rows are of several lengths"));
  else
    access->map = in_rows (model, access, rows->is_mixed ? &none : rows, &left);
  if (access->map == NULL && left < rows->n && !rows->is_mixed)
    note_need (model, access, rows);
  if (access->map == NULL && left < rows->n)
    lose (access, n, ihop_message ("the subscript may leave its row of %s elements",
                                   isl_space_get_dim_name (model->space, isl_dim_param, (unsigned) rows->length[left].param)));
  else if (access->map == NULL)
    lose (access, n, ihop_message ("rows are of several lengths"));
}

gboolean
prove_relate_all (Model *model)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  gboolean done = TRUE;

  for (guint i = 0; i < model->accesses->len && done; i++)
    {
      Access *access = model->accesses->pdata[i];
      Rows *rows = g_hash_table_lookup (known, access->array);
      if (rows == NULL)
        {
          rows = g_new (Rows, 1);
          *rows = rows_of (model, access->array);
          g_hash_table_insert (known, (gpointer) access->array, rows);
        }
      relate (model, access, rows);
      done = access->map != NULL;
    }
  return done;
}
