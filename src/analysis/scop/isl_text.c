/* Sets and expressions over parameters as C. */
#include "analysis/scop/isl_text.h"
#include <string.h>

static void
append_term (GString *text, isl_val *coefficient, const char *name)
{
  gboolean negative = isl_val_is_neg (coefficient) == isl_bool_true;
  isl_val *magnitude = isl_val_abs (isl_val_copy (coefficient));
  g_autofree char *number = isl_val_to_str (magnitude);

  if (text->len)
    g_string_append (text, negative ? " - " : " + ");
  else if (negative)
    g_string_append_c (text, '-');
  if (name == NULL)
    g_string_append (text, number);
  else if (isl_val_is_one (magnitude) == isl_bool_true)
    g_string_append (text, name);
  else
    g_string_append_printf (text, "%s * %s", number, name);
  isl_val_free (magnitude);
}

/* Positive terms first: "n - 1", not "-1 + n". */
static void
append_signed (GString *text, isl_val *coefficient, const char *name, gboolean negative)
{
  if (isl_val_is_zero (coefficient) == isl_bool_false
      && (isl_val_is_neg (coefficient) == isl_bool_true) == negative)
    append_term (text, coefficient, name);
  isl_val_free (coefficient);
}

char *
ihop_text_of_aff (isl_aff *aff)
{
  GString *text = g_string_new (NULL);
  isl_val *denominator = isl_aff_get_denominator_val (aff);
  int n_params = (int) isl_aff_dim (aff, isl_dim_param);

  if (isl_val_is_one (denominator) != isl_bool_true || isl_aff_dim (aff, isl_dim_div) != 0
      || isl_aff_is_nan (aff) != isl_bool_false)
    {
      isl_val_free (denominator);
      g_string_free (text, TRUE);
      return NULL;
    }
  isl_val_free (denominator);
  for (int negative = 0; negative < 2; negative++)
    {
      for (int i = 0; i < n_params; i++)
        append_signed (text, isl_aff_get_coefficient_val (aff, isl_dim_param, i),
                       isl_aff_get_dim_name (aff, isl_dim_param, i), negative);
      append_signed (text, isl_aff_get_constant_val (aff), NULL, negative);
    }
  if (text->len == 0)
    g_string_append_c (text, '0');
  return g_string_free (text, FALSE);
}

typedef struct
{
  GString *left, *right; /* positive and negative parts, both written positive */
} Sides;

static void
add_side (Sides *sides, isl_val *coefficient, const char *name)
{
  gboolean negative = isl_val_is_neg (coefficient) == isl_bool_true;

  if (isl_val_is_zero (coefficient) == isl_bool_false)
    {
      isl_val *magnitude = isl_val_abs (isl_val_copy (coefficient));
      append_term (negative ? sides->right : sides->left, magnitude, name);
      isl_val_free (magnitude);
    }
  isl_val_free (coefficient);
}

static const char *
turned (const char *relation)
{
  static const char *const pairs[][2] = { { ">=", "<=" }, { "<=", ">=" }, { "<", ">" },
                                          { ">", "<" } };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    if (strcmp (pairs[i][0], relation) == 0)
      return pairs[i][1];
  return relation;
}

/* a >= b as "a >= b", its opposite as "a < b"; with a constant 1 folded into the relation. */
char *
ihop_text_of_constraint (isl_constraint *constraint, gboolean negated)
{
  Sides sides = { g_string_new (NULL), g_string_new (NULL) };
  gboolean equality = isl_constraint_is_equality (constraint) == isl_bool_true;
  int n_params = (int) isl_constraint_dim (constraint, isl_dim_param);
  isl_val *constant = isl_constraint_get_constant_val (constraint);
  const char *relation;

  for (int i = 0; i < n_params; i++)
    add_side (&sides, isl_constraint_get_coefficient_val (constraint, isl_dim_param, i),
              isl_constraint_get_dim_name (constraint, isl_dim_param, i));
  if (equality)
    relation = negated ? "!=" : "==";
  else if (isl_val_is_negone (constant) == isl_bool_true && sides.right->len + sides.left->len)
    {
      constant = isl_val_set_si (constant, 0);
      relation = negated ? "<=" : ">";
    }
  else
    relation = negated ? "<" : ">=";
  /* "n > 1", not "1 < n". */
  if (sides.left->len == 0 && sides.right->len)
    {
      GString *left = sides.left;
      sides.left = sides.right;
      sides.right = left;
      constant = isl_val_neg (constant);
      relation = turned (relation);
    }
  add_side (&sides, constant, NULL);

  char *text = g_strdup_printf ("%s %s %s", sides.left->len ? sides.left->str : "0", relation,
                                sides.right->len ? sides.right->str : "0");

  g_string_free (sides.left, TRUE);
  g_string_free (sides.right, TRUE);
  return text;
}

static isl_stat
append_constraint (isl_constraint *constraint, void *user)
{
  GString *text = user;
  g_autofree char *one = ihop_text_of_constraint (constraint, FALSE);

  g_string_append_printf (text, "%s%s", text->len ? " && " : "", one);
  isl_constraint_free (constraint);
  return isl_stat_ok;
}

/* Adds one conjunction; FALSE: it has divisions. */
static isl_stat
append_conjunction (isl_basic_set *basic, void *user)
{
  GPtrArray *all = user;
  GString *text = g_string_new (NULL);
  gboolean fine = isl_basic_set_dim (basic, isl_dim_div) == 0
                  && isl_basic_set_foreach_constraint (basic, append_constraint, text) == isl_stat_ok;

  isl_basic_set_free (basic);
  g_ptr_array_add (all, g_string_free (text, FALSE));
  return fine ? isl_stat_ok : isl_stat_error;
}

/* "with > 0 or with < 0" is "with != 0": two parts that are one but for a single value. NULL: they are
 * not. */
static char *
text_but_for_one (isl_set *params)
{
  isl_basic_set *around = isl_set_simple_hull (isl_set_copy (params));
  isl_set *hole = isl_set_subtract (isl_set_from_basic_set (isl_basic_set_copy (around)),
                                    isl_set_copy (params));
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  char *text = NULL;

  hole = isl_set_coalesce (isl_set_gist (hole, isl_set_from_basic_set (isl_basic_set_copy (around))));
  isl_basic_set_list *list = isl_set_get_basic_set_list (hole);
  isl_basic_set *only
    = isl_basic_set_list_size (list) == 1 ? isl_basic_set_list_get_at (list, 0) : NULL;
  isl_constraint_list *equal = only ? isl_basic_set_get_constraint_list (only) : NULL;
  if (equal && isl_basic_set_dim (only, isl_dim_div) == 0 && isl_constraint_list_size (equal) == 1)
    {
      isl_constraint *constraint = isl_constraint_list_get_at (equal, 0);
      gboolean fine = isl_constraint_is_equality (constraint) == isl_bool_true
                      && append_conjunction (isl_basic_set_copy (around), words) == isl_stat_ok;
      g_autofree char *not = fine ? ihop_text_of_constraint (constraint, TRUE) : NULL;
      const char *rest = fine ? words->pdata[0] : NULL;
      if (not)
        text = g_strdup_printf ("%s%s%s", rest, *rest ? " && " : "", not);
      isl_constraint_free (constraint);
    }
  isl_constraint_list_free (equal);
  isl_basic_set_free (only);
  isl_basic_set_list_free (list);
  isl_basic_set_free (around);
  isl_set_free (hole);
  return text;
}

char *
ihop_text_of_condition (isl_set *params)
{
  enum { MOST_PARTS = 2, MOST_LETTERS = 120 };
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (g_free);
  gboolean fine = isl_set_n_basic_set (params) > 0 && isl_set_n_basic_set (params) <= MOST_PARTS
                  && isl_set_foreach_basic_set (params, append_conjunction, all) == isl_stat_ok;
  char *text = fine && all->len > 1 ? text_but_for_one (params) : NULL;

  isl_set_free (params);
  if (!fine)
    return NULL;
  if (text == NULL && all->len > 1)
    text = g_strdup_printf ("(%s) || (%s)", (char *) all->pdata[0], (char *) all->pdata[1]);
  if (text == NULL)
    text = g_strdup (all->pdata[0]);
  return strlen (text) <= MOST_LETTERS ? text : (g_free (text), NULL);
}

typedef struct
{
  GPtrArray *conditions, *values; /* of char *; a NULL condition: always */
  gboolean failed;
} Pieces;

static isl_stat
add_piece (isl_set *set, isl_aff *aff, void *user)
{
  Pieces *pieces = user;
  char *value = ihop_text_of_aff (aff);
  isl_basic_set_list *list = isl_set_get_basic_set_list (set);
  GString *condition = g_string_new (NULL);

  if (value == NULL || isl_basic_set_list_size (list) != 1)
    pieces->failed = TRUE;
  else
    {
      isl_basic_set *basic = isl_basic_set_list_get_at (list, 0);
      if (isl_basic_set_dim (basic, isl_dim_div) != 0)
        pieces->failed = TRUE;
      else
        isl_basic_set_foreach_constraint (basic, append_constraint, condition);
      isl_basic_set_free (basic);
    }
  g_ptr_array_add (pieces->values, value);
  g_ptr_array_add (pieces->conditions, g_string_free (condition, FALSE));
  isl_basic_set_list_free (list);
  isl_set_free (set);
  isl_aff_free (aff);
  return isl_stat_ok;
}

char *
ihop_text_of_pw_aff (isl_pw_aff *affine)
{
  Pieces pieces = { g_ptr_array_new_with_free_func (g_free),
                    g_ptr_array_new_with_free_func (g_free), FALSE };
  GString *text = g_string_new (NULL);
  int n = affine ? (int) isl_pw_aff_n_piece (affine) : 0;

  if (n < 1 || n > 4
      || isl_pw_aff_foreach_piece (affine, add_piece, &pieces) != isl_stat_ok)
    pieces.failed = TRUE;
  /* What holds in no piece is never asked for, so the last piece needs no condition. */
  for (guint i = 0; !pieces.failed && i + 1 < pieces.values->len; i++)
    g_string_append_printf (text, "%s ? %s : ", (char *) pieces.conditions->pdata[i],
                            (char *) pieces.values->pdata[i]);
  if (!pieces.failed)
    g_string_append (text, pieces.values->pdata[pieces.values->len - 1]);
  if (!pieces.failed && pieces.values->len > 1)
    {
      g_string_prepend_c (text, '(');
      g_string_append_c (text, ')');
    }
  g_ptr_array_unref (pieces.conditions);
  g_ptr_array_unref (pieces.values);
  return g_string_free (text, pieces.failed);
}
