/* The reader for what owners assert: sums, products by numbers, comparisons. Each function gives NULL,
 * or a value that no longer counts, once something has failed. */
#include "analysis/program/assertion.h"
#include "analysis/program/facts.h"
#include "analysis/program/size_assertion.h"
#include "analysis/program/words_reader.h"
#include <isl/ilp.h>
#include <string.h>

typedef struct
{
  IhopWordsReader words;
  isl_space *space;
  IhopValueOfName value;
  gpointer data;
  gboolean failed;
  char *stranger;   /* the name that has no value */
} Reader;

/* What names mean is asked when the words are worked out. */
static const IhopNode *
any_name (IhopPool *pool, const char *name, gpointer data)
{
  (void) data;
  return ihop_expression_word (pool, name);
}

static isl_pw_aff *
value_of_number (Reader *reader, gint64 number)
{
  isl_space *space = isl_space_set_from_params (isl_space_copy (reader->space));
  isl_val *value = isl_val_int_from_si (isl_space_get_ctx (space), number);

  return isl_pw_aff_from_aff (isl_aff_val_on_domain (isl_local_space_from_space (space), value));
}

static isl_pw_aff *
value_of_name (Reader *reader, const char *name)
{
  isl_pw_aff *value = reader->value (name, reader->data);

  if (value == NULL && reader->stranger == NULL)
    reader->stranger = g_strdup (name);
  return value;
}

static isl_pw_aff *value_of (Reader *reader, const IhopNode *node);

/* Sums, and products by a number. */
static isl_pw_aff *
value_of_both (Reader *reader, const IhopNode *node)
{
  isl_pw_aff *left = value_of (reader, node->child[0]), *right = left ? value_of (reader, node->child[1]) : NULL;
  gboolean is_affine = right
                       && (node->op == IHOP_OP_ADD || node->op == IHOP_OP_SUB
                           || (node->op == IHOP_OP_MUL && (isl_pw_aff_is_cst (left) == isl_bool_true
                                                           || isl_pw_aff_is_cst (right) == isl_bool_true)));

  if (!is_affine)
    {
      isl_pw_aff_free (left);
      isl_pw_aff_free (right);
      return NULL;
    }
  return node->op == IHOP_OP_ADD   ? isl_pw_aff_add (left, right)
         : node->op == IHOP_OP_SUB ? isl_pw_aff_sub (left, right)
                                   : isl_pw_aff_mul (left, right);
}

static isl_pw_aff *
value_of (Reader *reader, const IhopNode *node)
{
  if (node->kind == IHOP_BINARY)
    return value_of_both (reader, node);
  return node->text ? value_of_name (reader, node->text) : value_of_number (reader, node->integer);
}

static isl_pw_aff *
read_sum (Reader *reader)
{
  const IhopNode *sum = ihop_words_read_sum (&reader->words);
  isl_pw_aff *value = sum ? value_of (reader, sum) : NULL;

  reader->failed |= value == NULL;
  return value;
}

static isl_set *
read_comparison (Reader *reader)
{
  static const char *const words[] = { "<=", ">=", "==", "!=", "<", ">" };
  isl_pw_aff *left = read_sum (reader), *right = NULL;
  guint i;

  for (i = 0; !reader->failed && i < G_N_ELEMENTS (words); i++)
    if (ihop_words_accept (&reader->words, words[i]))
      {
        right = read_sum (reader);
        break;
      }
  if (reader->failed || left == NULL || right == NULL)
    {
      isl_pw_aff_free (left);
      isl_pw_aff_free (right);
      reader->failed = TRUE;
      return NULL;
    }
  switch (i)
    {
    case 0: return isl_pw_aff_le_set (left, right);
    case 1: return isl_pw_aff_ge_set (left, right);
    case 2: return isl_pw_aff_eq_set (left, right);
    case 3: return isl_pw_aff_ne_set (left, right);
    case 4: return isl_pw_aff_lt_set (left, right);
    default: return isl_pw_aff_gt_set (left, right);
    }
}

isl_set *
ihop_assertion_read (isl_space *space, const char *text, IhopValueOfName value, gpointer data,
                     char **stranger)
{
  g_autoptr (IhopPool) pool = ihop_pool_new ();
  Reader reader = { .words = { .pool = pool, .at = text, .name = any_name }, .space = isl_space_copy (space),
                    .value = value, .data = data };
  isl_set *all = NULL;

  do
    {
      isl_set *one = read_comparison (&reader);
      all = all && one ? isl_set_intersect (all, one) : one ? one : all;
    }
  while (!reader.failed && ihop_words_accept (&reader.words, "&&"));
  if (reader.failed || !ihop_words_are_read (&reader.words))
    all = isl_set_free (all);
  if (stranger)
    *stranger = g_steal_pointer (&reader.stranger);
  g_free (reader.stranger);
  isl_space_free (reader.space);
  return all;
}

/* ---- faults ----------------------------------------------------------------------------------- */

typedef struct
{
  const GPtrArray *trees;
  isl_space *space;
  const char *function; /* the only one meant; NULL: any */
} Known;

static gboolean
has_parameter (const IhopTree *tree, const char *function, const char *name)
{
  for (guint i = 0; i < tree->functions->len; i++)
    {
      const IhopFunction *f = tree->functions->pdata[i];
      for (guint k = 0; k < f->n_params && (function == NULL || !strcmp (f->symbol->name, function)); k++)
        if (g_strcmp0 (f->params[k]->name, name) == 0)
          return TRUE;
    }
  return FALSE;
}

static gboolean
is_known (const Known *known, const char *name)
{
  for (guint i = 0; i < known->trees->len; i++)
    {
      const IhopTree *tree = known->trees->pdata[i];
      if (has_parameter (tree, known->function, name))
        return TRUE;
      for (guint k = 0; k < tree->globals->len; k++)
        if (strcmp (((const IhopSymbol *) tree->globals->pdata[k])->name, name) == 0)
          return TRUE;
    }
  return FALSE;
}

static isl_pw_aff *
any_value (const char *name, gpointer data)
{
  const Known *known = data;
  isl_space *space;

  if (!is_known (known, name))
    return NULL;
  space = isl_space_add_dims (isl_space_copy (known->space), isl_dim_param, 1);
  space = isl_space_set_dim_name (space, isl_dim_param, 0, name);
  return isl_pw_aff_from_aff (
    isl_aff_var_on_domain (isl_local_space_from_space (isl_space_set_from_params (space)),
                           isl_dim_param, 0));
}

static gboolean
has_function (const GPtrArray *trees, const char *name)
{
  for (guint i = 0; i < trees->len; i++)
    if (ihop_tree_function (trees->pdata[i], name))
      return TRUE;
  return FALSE;
}

static char *
unknown_name (const Known *known, const char *name)
{
  return g_strdup_printf ("%s is neither a global variable nor a parameter of %s", name,
                          known->function ? known->function : "any function");
}

static char *
condition_fault (const Known *known, const char *text)
{
  g_autofree char *stranger = NULL;
  isl_set *set = ihop_assertion_read (known->space, text, any_value, (gpointer) known, &stranger);
  gboolean never = set && isl_set_is_empty (set) == isl_bool_true;

  isl_set_free (set);
  if (never)
    return g_strdup ("it never holds");
  if (set)
    return NULL;
  return stranger ? unknown_name (known, stranger)
                  : g_strdup ("expected comparisons of sums of integer variables, such as "
                              "'n > 0 && m <= 4 * n', or 'permutation p', or 'size p = n', or 'no NaN'");
}

static char *
fault_in (const Known *known, const char *words)
{
  g_autofree char *text = g_strstrip (g_strdup (words));

  if (strcmp (text, "no NaN") == 0)
    return NULL;
  if (ihop_size_is_said (text))
    return ihop_size_fault (known->trees, known->function, text);
  if (!g_str_has_prefix (text, "permutation "))
    return condition_fault (known, text);
  const char *name = text + strlen ("permutation ");
  return *name && name[strspn (name, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_")] == '\0'
           ? NULL : g_strdup ("expected one name behind permutation");
}

char *
ihop_assertion_fault (const GPtrArray *trees, const char *words)
{
  gsize length = strspn (words, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_");
  const char *colon = words + length + strspn (words + length, " \t");
  gboolean one = length > 0 && *colon == ':';
  g_autofree char *function = one ? g_strndup (words, length) : NULL;
  char *fault;

  if (one && !has_function (trees, function))
    return g_strdup_printf ("there is no function %s", function);
  isl_ctx *ctx = isl_ctx_alloc ();
  Known known = { trees, isl_space_params_alloc (ctx, 0), function };
  fault = fault_in (&known, one ? colon + 1 : words);
  isl_space_free (known.space);
  isl_ctx_free (ctx);
  return fault;
}

char *
ihop_assertion_condition (const GPtrArray *trees, const IhopFunction *function, const char *words)
{
  const char *own = ihop_facts_words_for (words, function);
  g_autofree char *text = own ? g_strstrip (g_strdup (own)) : NULL;

  if (text == NULL || g_str_equal (text, "no NaN") || g_str_has_prefix (text, "permutation ")
      || ihop_size_is_said (text))
    return NULL;
  g_autofree char *named = g_strdup_printf ("%s: %s", function->symbol->name, text);
  g_autofree char *fault = ihop_assertion_fault (trees, named);
  return fault ? NULL : g_steal_pointer (&text);
}

/* ---- numbers ---------------------------------------------------------------------------------- */

static void
tell_largest (isl_set *set, IhopNumberFound found, gpointer data)
{
  unsigned n = (unsigned) isl_set_dim (set, isl_dim_param);
  isl_set *all = isl_set_move_dims (isl_set_copy (set), isl_dim_set, 0, isl_dim_param, 0, n);

  for (unsigned d = 0; d < n; d++)
    {
      isl_aff *variable = isl_aff_var_on_domain (isl_local_space_from_space (isl_set_get_space (all)), isl_dim_set, d);
      isl_val *most = isl_set_max_val (all, variable);
      if (most && isl_val_is_int (most) == isl_bool_true)
        found (isl_set_get_dim_name (set, isl_dim_param, d), isl_val_get_d (most), data);
      isl_val_free (most);
      isl_aff_free (variable);
    }
  isl_set_free (all);
}

void
ihop_assertion_numbers (const GPtrArray *trees, const IhopFunction *function, const char *words, IhopNumberFound found,
                        gpointer data)
{
  g_autofree char *condition = ihop_assertion_condition (trees, function, words);

  if (condition == NULL)
    return;
  isl_ctx *ctx = isl_ctx_alloc ();
  Known known = { trees, isl_space_params_alloc (ctx, 0), function->symbol->name };
  isl_set *set = ihop_assertion_read (known.space, condition, any_value, &known, NULL);
  if (set)
    tell_largest (set, found, data);
  isl_set_free (set);
  isl_space_free (known.space);
  isl_ctx_free (ctx);
}
