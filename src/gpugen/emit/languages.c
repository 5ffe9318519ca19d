/* Where text means something else than it did: as C++ instead of C, and in another function, where an array is
 * a pointer. One table; doc/languages.md says the same for readers, with what the compiler finds by itself.
 *
 * In a kernel, and in what else is moved, it is written so that it means what it meant: a size as its number,
 * a conversion that C makes and C++ does not. Where it stands in what stays of the file, NAME.c stays C, and
 * the kernels get a file of their own. */
#include "gpugen/emit/languages.h"
#include "gpugen/emit/declarations.h"
#include "gpugen/emit/initializers.h"
#include "gpugen/emit/language_forms.h"
#include "gpugen/emit/overloads.h"
#include "gpugen/emit/text_of.h"
#include "gpugen/plan/plan.h"
#include <string.h>

/* ---- Writing what is meant ---- */

static char *
number_text (const IhopNode *node)
{
  const IhopType *type = ihop_type_strip (node->type);
  const char *suffix = type->size < 4 || type->kind != IHOP_TYPE_INTEGER ? ""
                       : type->size == 8 ? (type->is_signed ? "L" : "UL") : type->is_signed ? "" : "u";

  if (!type->is_signed && type->size == 8)
    return g_strdup_printf ("%" G_GUINT64_FORMAT "%s", (guint64) node->integer, suffix);
  if (node->integer == G_MININT64 || (node->integer == G_MININT32 && type->size == 4))
    return g_strdup_printf ("(%" G_GINT64_FORMAT "%s - 1)", node->integer + 1, suffix);
  return g_strdup_printf (node->integer < 0 ? "(%" G_GINT64_FORMAT "%s)" : "%" G_GINT64_FORMAT "%s",
                          node->integer, suffix);
}

static char *
cast_text (const IhopNode *node, IhopTextOf text_of, gpointer data)
{
  g_autofree char *type = ihop_type_declare (node->type, NULL);
  g_autofree char *operand = text_of (node->child[0], data);

  return g_strdup_printf ("((%s) (%s))", type, operand);
}

static char *
variable_text (const IhopNode *node, IhopTextOf text_of, gpointer data)
{
  char *declaration = ihop_type_declare (node->symbol->declared_type, node->symbol->name);

  if (node->child[0] == NULL)
    return declaration;
  g_autofree char *value = text_of (node->child[0], data), *head = declaration;
  return g_strdup_printf ("%s = %s", head, value);
}

static char *
resolved_text (const IhopNode *node, IhopTextOf text_of, gpointer data)
{
  if (node->kind == IHOP_VARIABLE)
    return variable_text (node, text_of, data);
  if (node->kind == IHOP_CAST)
    return cast_text (node, text_of, data);
  if (node->kind != IHOP_PAREN)
    return NULL;
  g_autofree char *chosen = text_of (node->child[0], data);
  return g_strdup_printf ("(%s)", chosen);
}

static char *
enum_operand (const IhopNode *node, IhopTextOf text_of, gpointer data)
{
  char *text = text_of (node, data);

  if (!ihop_form_is_unsigned_enum (node))
    return text;
  g_autofree char *operand = text;
  return g_strdup_printf ("(unsigned int) (%s)", operand);
}

/* "e += 1" is no C++. Where it stands for itself, e is what it says only once. */
static char *
enum_update (const IhopNode *node, IhopTextOf text_of, gpointer data)
{
  g_autofree char *place = text_of (node->child[0], data), *first = enum_operand (node->child[0], text_of, data);
  g_autofree char *second = enum_operand (node->child[1], text_of, data);
  g_autofree char *type = ihop_type_declare (node->child[0]->type, NULL);

  if (!ihop_form_is_enum (node->child[0]))
    return g_strdup_printf ("%s %s= %s", place, ihop_operator_text (node->op), second);
  if (ihop_node_effect (node->child[0]))
    return NULL;
  return g_strdup_printf ("%s = (%s) (%s %s (%s))", place, type, first, ihop_operator_text (node->op), second);
}

/* A step of what C++ does not count with; a bool is true behind "++", and the other one behind "--". */
static char *
step_text (const IhopNode *node, IhopTextOf text_of, gpointer data)
{
  const IhopNode *bare = ihop_node_strip (node->child[0], TRUE);
  gboolean adds = node->op == IHOP_OP_PRE_INC || node->op == IHOP_OP_POST_INC;
  gboolean before = node->op == IHOP_OP_PRE_INC || node->op == IHOP_OP_PRE_DEC;

  if (ihop_node_effect (bare) || (bare->kind == IHOP_MEMBER && bare->symbol->bit_width))
    return NULL;
  g_autofree char *place = text_of (node->child[0], data);
  g_autofree char *value
    = ihop_form_is_enum (bare) ? g_strdup_printf ("(__typeof__ (%s)) (%s %c 1)", place, place, adds ? '+' : '-')
      : adds         ? g_strdup ("1") : g_strdup_printf ("!%s", place);
  if (before)
    return g_strdup_printf ("(%s = %s)", place, value);
  return g_strdup_printf ("({ __typeof__ (%s) ihop_u = %s; %s = %s; ihop_u; })", place, place, place, value);
}

static char *
enum_text (const IhopNode *node, IhopTextOf text_of, gpointer data)
{
  if (ihop_form_is_c_step (node))
    return step_text (node, text_of, data);
  if (node->kind == IHOP_ASSIGN)
    return enum_update (node, text_of, data);
  g_autofree char *first = node->kind == IHOP_CONDITIONAL ? text_of (node->child[0], data)
                                                          : enum_operand (node->child[0], text_of, data);
  g_autofree char *second = node->n_children > 1 && node->child[1] ? enum_operand (node->child[1], text_of, data)
                                                                   : g_strdup ("");
  const char *op = ihop_operator_text (node->op);

  if (node->kind == IHOP_UNARY)
    return g_strdup_printf ("(%s(%s))", op, first);
  if (node->kind == IHOP_BINARY)
    return g_strdup_printf ("((%s) %s (%s))", first, op, second);
  g_autofree char *third = enum_operand (node->child[2], text_of, data);
  return g_strdup_printf ("((%s) ? %s : (%s))", first, second, third);
}

/* Longer ranges stay on the host (analysis/memory/device_code.c). */
static char *
case_text (const IhopNode *node, IhopTextOf text_of, gpointer data)
{
  GString *text = g_string_new (NULL);
  gint64 low = node->child[0]->integer;

  for (gint64 i = 0; i <= node->child[1]->integer - low; i++)
    g_string_append_printf (text, "case %" G_GINT64_FORMAT ": ", low + i);
  g_autofree char *inside = node->child[2] ? text_of (node->child[2], data) : g_strdup (";");
  g_string_append (text, inside);
  return g_string_free (text, FALSE);
}

char *
ihop_language_text (const IhopNode *node, IhopTextOf text_of, gpointer data)
{
  gboolean known = node->flags & IHOP_NODE_CONSTANT && node->type && ihop_type_is_integer (node->type);

  if (known && (ihop_form_looks_at_type (node) || ihop_form_is_enumerator_of_function (node)))
    return number_text (node);
  if (ihop_form_is_resolved (node))
    return resolved_text (node, text_of, data);
  if (ihop_form_is_case_range (node))
    return case_text (node, text_of, data);
  if (node->kind == IHOP_INIT_LIST)
    return ihop_braces_text (node, text_of, data);
  if (node->kind == IHOP_SWITCH || node->kind == IHOP_DECLARATION)
    return ihop_declarations_text (node, text_of, data);
  if (ihop_form_is_c_conversion (node))
    return cast_text (node, text_of, data);
  return ihop_form_is_enum_arithmetic (node) ? enum_text (node, text_of, data) : NULL;
}

static gboolean
look_for_type (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= ihop_form_looks_at_type (node);
  return !*found;
}

gboolean
ihop_language_asks_types (const IhopNode *node)
{
  gboolean found = FALSE;

  ihop_node_walk (node, look_for_type, &found);
  return found;
}

/* ---- The table ---- */

typedef struct
{
  const char *name;
  gboolean (*differs) (const IhopNode *node);
} Row;

/* In the order of doc/languages.md; tests/emit/languages.py has a program for each. */
static const Row rows[] = {
  { "the size of a character, a comparison or a choice", ihop_form_is_size_of_value },
  { "typeof and _Generic", ihop_form_names_types },
  { "arithmetic with an enumeration", ihop_form_is_enum_arithmetic },
  { "arithmetic with a bit-field of more bits than an int", ihop_form_is_wide_bits },
  { "isinf and signbit", ihop_form_is_classification },
  { "functions of which GNU has another version", ihop_form_is_gnu_version },
  { "a compound literal whose address is kept", ihop_form_is_kept_literal },
  { "a struct without members", ihop_form_is_memberless },
  { "a range of cases", ihop_form_is_case_range },
  { "a call that C++ takes another function for", ihop_overload_differs },
};

typedef struct
{
  const IhopPlan *plan;
  const char *found;
} Search;

/* "double *p = malloc (n)": as a compiler would say, too, but only when it has read all headers. */
static gboolean
is_unconverted_call (const IhopNode *node)
{
  const IhopNode *value = node->kind == IHOP_VARIABLE ? node->child[0] : node->kind == IHOP_ASSIGN ? node->child[1] : NULL;

  return value && ihop_form_is_c_conversion (value) && ihop_node_strip (value, TRUE)->kind == IHOP_CALL;
}

static gboolean
visit (const IhopNode *node, gpointer data)
{
  Search *search = data;

  if (g_hash_table_contains (search->plan->kernel_at, node))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (rows) && search->found == NULL; i++)
    if (rows[i].differs (node))
      search->found = rows[i].name;
  if (is_unconverted_call (node))
    search->found = "a conversion that C++ does not make";
  return search->found == NULL;
}

/* Of a strict C alone: "??=" is "#", and in the oldest "//" is no comment. */
static gboolean
has_old_characters (const IhopTree *tree)
{
  gboolean strict = FALSE, oldest = FALSE;

  for (char **flag = tree->flags; *flag; flag++)
    {
      oldest |= g_str_equal (*flag, "-ansi") || g_str_equal (*flag, "-std=c90") || g_str_equal (*flag, "-std=c89");
      strict |= oldest || g_str_has_prefix (*flag, "-std=c") || g_str_has_prefix (*flag, "-std=iso")
                || g_str_equal (*flag, "-trigraphs");
    }
  for (const char *at = strict ? strstr (tree->source->text, "?" "?") : NULL; at; at = strstr (at + 1, "?" "?"))
    if (at[2] && strchr ("=/'()!<>-", at[2]))
      return TRUE;
  return oldest && strstr (tree->source->text, "//*");
}

/* In C++ it is the file's own. What has a main is asked for by none of the others. */
static gboolean
has_shared_constant (const IhopTree *tree)
{
  for (guint i = 0; i < tree->global_nodes->len && !ihop_tree_function (tree, "main"); i++)
    {
      const IhopNode *node = tree->global_nodes->pdata[i];
      const IhopType *type = ihop_type_element (node->symbol->type, NULL);
      if (node->symbol->storage == IHOP_STORAGE_EXTERN && node->symbol->range.source == tree->source
          && type->qualifiers & IHOP_CONST)
        return TRUE;
    }
  return FALSE;
}

gboolean
ihop_language_changes_words (const IhopTree *tree)
{
  return tree->asks_language || has_old_characters (tree);
}

const char *
ihop_language_differs (const IhopPlan *plan)
{
  const IhopTree *tree = plan->tree;
  Search search = { plan, NULL };

  if (tree->hides_names)
    return "a type's name that hides another one";
  if (has_shared_constant (tree))
    return "a constant that other files may name";
  if (ihop_language_changes_words (tree))
    return "text that depends on the language it is read as";
  for (guint i = 0; i < tree->functions->len && search.found == NULL; i++)
    {
      const IhopFunction *function = tree->functions->pdata[i];
      if (function->range.source == tree->source)
        ihop_node_walk (function->body, visit, &search);
    }
  for (guint i = 0; i < tree->global_nodes->len && search.found == NULL; i++)
    ihop_node_walk (tree->global_nodes->pdata[i], visit, &search);
  return search.found;
}
