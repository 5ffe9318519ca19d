/* Parameters of a scop: what its root does not change. */
#include "analysis/scop/reaching_definition.h"
#include "analysis/memory/effects.h"
#include <string.h>

/* As an operand: "(C / NH)" may be multiplied, "C / NH" may not. */
static char *
operand_text (const IhopParameter *param)
{
  IhopKind kind = param->node ? param->node->kind : IHOP_REF;
  gboolean is_loose = kind == IHOP_BINARY || kind == IHOP_CONDITIONAL || kind == IHOP_ASSIGN;

  return g_strdup_printf (is_loose ? "(%s)" : "%s", param->text);
}

static guint
add_param (IhopScop *scop, IhopParameter *param)
{
  guint number = scop->params->len;
  g_autofree char *name = operand_text (param);
  /* The user pointer makes equal names of different variables different parameters. */
  param->id = isl_id_alloc (scop->ctx, name, param);
  scop->space = isl_space_add_param_id (scop->space, isl_id_copy (param->id));
  g_ptr_array_add (scop->params, param);
  g_hash_table_insert (scop->param_by_key, param->key, GUINT_TO_POINTER (number + 1));
  ihop_context_add_param (scop, number);
  return number;
}

static gboolean
find_param (IhopScop *scop, const char *key, guint *number)
{
  gpointer found = g_hash_table_lookup (scop->param_by_key, key);

  *number = GPOINTER_TO_UINT (found) - 1;
  return found != NULL;
}

guint
ihop_param_symbol (IhopScop *scop, const IhopSymbol *symbol)
{
  char key[64];
  guint number;

  g_snprintf (key, sizeof key, "$%p", (const void *) symbol);
  if (find_param (scop, key, &number))
    return number;

  IhopParameter *param = g_new0 (IhopParameter, 1);

  param->symbol = symbol;
  param->type = symbol->type;
  param->text = g_strdup (symbol->name);
  param->key = g_strdup (key);
  for (guint i = 0; i < scop->outer_loops->len; i++)
    {
      IhopOuterLoop *loop = scop->outer_loops->pdata[i];
      if (loop->counting.iterator == symbol)
        param->loop = loop->node;
    }
  return add_param (scop, param);
}

guint
ihop_param_node (IhopScop *scop, const IhopNode *node, const char *key)
{
  guint number;

  if (find_param (scop, key, &number))
    return number;

  IhopParameter *param = g_new0 (IhopParameter, 1);

  param->node = node;
  /* Arithmetic on other parameters: isl does not know how they hang together. */
  param->is_derived = ihop_node_strip (node, TRUE)->kind != IHOP_MEMBER
                      && ihop_node_strip (node, TRUE)->kind != IHOP_INDEX;
  param->type = node->type;
  param->key = g_strdup (key);
  param->text = ihop_range_is_known (node->range) ? ihop_range_text (node->range) : g_strdup (key);
  return add_param (scop, param);
}

guint
ihop_param_product (IhopScop *scop, guint n_factors, const int *factor)
{
  GString *text, *key;
  guint number;

  if (n_factors == 1)
    return (guint) factor[0];
  text = g_string_new (NULL);
  key = g_string_new ("*");
  for (guint i = 0; i < n_factors; i++)
    {
      IhopParameter *part = scop->params->pdata[factor[i]];
      g_string_append_printf (text, "%s%s", i ? "*" : "", isl_id_get_name (part->id));
      g_string_append_printf (key, " %d", factor[i]);
    }
  if (!find_param (scop, key->str, &number))
    {
      IhopParameter *param = g_new0 (IhopParameter, 1);
      param->n_factors = n_factors;
      memcpy (param->factor, factor, n_factors * sizeof *factor);
      param->text = g_strdup_printf ("(%s)", text->str);
      param->key = g_strdup (key->str);
      number = add_param (scop, param);
    }
  g_string_free (text, TRUE);
  g_string_free (key, TRUE);
  return number;
}

isl_pw_aff *
ihop_param_affine (IhopScop *scop, guint param, guint depth)
{
  isl_space *space = isl_space_add_dims (
    isl_space_set_from_params (isl_space_copy (scop->space)), isl_dim_set, depth);

  return isl_pw_aff_from_aff (
    isl_aff_var_on_domain (isl_local_space_from_space (space), isl_dim_param, param));
}

int
ihop_param_of_affine (IhopScop *scop, isl_pw_aff *affine)
{
  int found = -1;
  isl_pw_aff *aligned
    = isl_pw_aff_align_params (isl_pw_aff_copy (affine), isl_space_copy (scop->space));
  IhopLinear *linear = ihop_linear_new (aligned);

  for (guint i = 0; linear && i < linear->n_params + linear->n_dims; i++)
    if (linear->coefficient[i])
      {
        gboolean plain = found == -1 && linear->coefficient[i] == 1 && i < linear->n_params;
        found = plain ? (int) i : -2;
      }
  if (linear && linear->constant)
    found = -2;
  ihop_linear_free (linear);
  isl_pw_aff_free (aligned);
  return found < 0 ? -1 : found;
}

static gboolean append_key (GString *key, const IhopNode *node);

/* The pattern with the children's keys in turn for each "@". FALSE: one of them has none. */
static gboolean
append_children (GString *key, const IhopNode *node, const char *pattern)
{
  guint child = 0;

  for (; *pattern; pattern++)
    if (*pattern != '@')
      g_string_append_c (key, *pattern);
    else if (node->child[child] == NULL || !append_key (key, node->child[child++]))
      return FALSE;
  return TRUE;
}

static gboolean
append_call (GString *key, const IhopNode *call)
{
  g_autoptr (GString) pattern = g_string_new ("@ (");

  for (guint i = 1; i < call->n_children; i++)
    g_string_append (pattern, i == 1 ? "@" : ", @");
  g_string_append_c (pattern, ')');
  return append_children (key, call, pattern->str);
}

static char *
cast_pattern (const IhopNode *cast)
{
  g_autofree char *type
    = cast->flags & IHOP_NODE_IMPLICIT ? NULL : ihop_type_declare (cast->type, NULL);

  return type ? g_strdup_printf ("(%s) @", type) : g_strdup ("@");
}

/* What stands around the children; NULL: such a node has no key. Caller frees. */
static char *
pattern_of (const IhopNode *node)
{
  switch (node->kind)
    {
    case IHOP_PAREN:
      return g_strdup ("@");
    case IHOP_CAST:
      return cast_pattern (node);
    case IHOP_MEMBER:
      return g_strdup_printf ("@%s%s", node->flags & IHOP_NODE_ARROW ? "->" : ".", node->symbol->name);
    case IHOP_INDEX:
      return g_strdup ("@[@]");
    case IHOP_UNARY:
      return node->op >= IHOP_OP_PRE_INC ? NULL : g_strdup_printf ("%s(@)", ihop_operator_text (node->op));
    case IHOP_BINARY:
      return g_strdup_printf ("(@ %s @)", ihop_operator_text (node->op));
    case IHOP_CONDITIONAL:
      return g_strdup ("(@ ? @ : @)");
    default:
      return NULL;
    }
}

static gboolean
append_key (GString *key, const IhopNode *node)
{
  if (node->flags & IHOP_NODE_CONSTANT)
    {
      g_string_append_printf (key, "%" G_GINT64_FORMAT, node->integer);
      return TRUE;
    }
  switch (node->kind)
    {
    case IHOP_REF:
      g_string_append (key, node->symbol->name);
      return TRUE;
    case IHOP_INTEGER:
    case IHOP_FLOATING:
      g_string_append (key, node->text ? node->text : "?");
      return node->text != NULL;
    case IHOP_CALL:
      return append_call (key, node);
    default:
      {
        g_autofree char *pattern = pattern_of (node);
        return pattern != NULL && append_children (key, node, pattern);
      }
    }
}

char *
ihop_node_key (const IhopNode *node)
{
  GString *key = g_string_new (NULL);
  gboolean fine = append_key (key, node);

  return g_string_free (key, !fine);
}

gboolean
ihop_scop_keeps (IhopScop *scop, const IhopSymbol *symbol)
{
  gpointer known = g_hash_table_lookup (scop->invariant, symbol);

  if (known)
    return known == GINT_TO_POINTER (1);

  gboolean keeps;

  if (g_hash_table_contains (scop->local, symbol) || g_hash_table_contains (scop->written, symbol)
      || ihop_type_is_volatile (symbol->type))
    keeps = FALSE;
  else if (ihop_defs_is_tame (scop->facts, scop->function, symbol))
    keeps = TRUE;
  else
    keeps = !ihop_defs_may_change (scop->facts, scop->function, scop->root, symbol);
  g_hash_table_insert (scop->invariant, (gpointer) symbol, GINT_TO_POINTER (keeps ? 1 : 2));
  return keeps;
}

typedef struct
{
  IhopScop *scop;
  gboolean keeps;
} Keep;

/* Cheap refusals first: most expressions mention something that the root changes. */
static gboolean
visit_keep (const IhopNode *node, gpointer data)
{
  Keep *self = data;

  if (node->kind == IHOP_REF && node->symbol->kind != IHOP_SYMBOL_ENUMERATOR
      && node->symbol->kind != IHOP_SYMBOL_FUNCTION
      && (g_hash_table_contains (self->scop->written, node->symbol)
          || g_hash_table_contains (self->scop->local, node->symbol)))
    self->keeps = FALSE;
  if (node->kind == IHOP_CALL || node->kind == IHOP_ASSIGN || node->kind == IHOP_OPAQUE_EXPR)
    self->keeps = FALSE;
  return self->keeps;
}

gboolean
ihop_scop_keeps_value (IhopScop *scop, const IhopNode *expression)
{
  Keep self = { scop, TRUE };

  ihop_node_walk (expression, visit_keep, &self);
  return self.keeps
         && !ihop_defs_may_change_value (scop->facts, scop->function, scop->root, expression, NULL);
}

static const IhopNode *
find_definition (IhopScop *scop, const IhopSymbol *symbol)
{
  IhopBefore before = ihop_before_of (scop, symbol);
  gboolean is_pointer = ihop_type_strip (symbol->type)->kind == IHOP_TYPE_POINTER;

  return ihop_before_is_stable (scop, &before, symbol, is_pointer) ? before.value : NULL;
}

const IhopNode *
ihop_scop_definition (IhopScop *scop, const IhopSymbol *symbol)
{
  gpointer known;

  if (scop->is_entered || !ihop_defs_is_tame (scop->facts, scop->function, symbol)
      || ihop_defs_of (scop->facts, scop->function, symbol)->n_writes == 0)
    return NULL;
  if (!g_hash_table_lookup_extended (scop->definitions, symbol, NULL, &known))
    {
      known = (gpointer) find_definition (scop, symbol);
      g_hash_table_insert (scop->definitions, (gpointer) symbol, known);
    }
  return known;
}
