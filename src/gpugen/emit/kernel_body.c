/* The body of a kernel: the owner's text, with the few words exchanged that mean something else
 * on the device. */
#include "gpugen/emit/kernel_body.h"
#include "gpugen/emit/device_globals.h"
#include "gpugen/emit/kernel_params.h"
#include "gpugen/emit/languages.h"
#include "gpugen/emit/overloads.h"
#include "gpugen/emit/printing.h"
#include "gpugen/emit/shape.h"
#include "gpugen/emit/subscript_chain.h"
#include "gpugen/emit/tree_text.h"
#include "gpugen/emit/unroll.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/text_words.h"
#include <string.h>

/* The array or pointer under a chain of subscripts, and these; NULL when the base is no name. */
static const IhopNode *
subscript_chain (const IhopNode *node, GPtrArray *subscripts)
{
  while (node->kind == IHOP_INDEX)
    {
      g_ptr_array_insert (subscripts, 0, (gpointer) node->child[1]);
      node = ihop_node_strip (node->child[0], TRUE);
    }
  return node->kind == IHOP_REF ? node : NULL;
}

static const IhopDeviceShape *
shape_of (IhopBody *body, const IhopNode *reference)
{
  return reference ? g_hash_table_lookup (body->shapes, reference->symbol) : NULL;
}

static char *
flat_access (IhopBody *body, const IhopNode *node)
{
  g_autoptr (GPtrArray) subscripts = g_ptr_array_new ();
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  const IhopNode *reference = ihop_written_chain (node, subscripts);
  const IhopDeviceShape *shape = shape_of (body, reference);

  if (shape == NULL || !shape->is_flat || subscripts->len > shape->rank)
    return NULL;
  for (guint i = 0; i < subscripts->len; i++)
    g_ptr_array_add (texts, ihop_body_expression (body, subscripts->pdata[i]));
  return ihop_shape_element (shape, reference->symbol->name, (const char *const *) texts->pdata,
                             texts->len);
}

/* Whether this is one element of a device variable: what instrumented programs tell about. */
static gboolean
is_access (IhopBody *body, const IhopNode *node)
{
  g_autoptr (GPtrArray) subscripts = g_ptr_array_new ();

  while (node->kind == IHOP_MEMBER && !(node->flags & IHOP_NODE_ARROW))
    node = ihop_node_strip (node->child[0], TRUE);
  const IhopDeviceShape *shape = shape_of (body, subscript_chain (node, subscripts));
  return shape && shape->rank > 0 && subscripts->len == shape->rank
         && ihop_type_is_scalar (node->type);
}

static char *
told_access (IhopBody *body, const IhopNode *node, const char *macro)
{
  guint site = body->print->n_sites++;
  g_autofree char *text = ihop_body_expression (body, node);

  return g_strdup_printf ("%s (%u, %s)", macro, site, text);
}

static char *
told_assignment (IhopBody *body, const IhopNode *node)
{
  const IhopNode *left = ihop_node_strip (node->child[0], FALSE);

  if (!is_access (body, left))
    return NULL;
  g_autofree char *target
    = told_access (body, left, node->op == IHOP_OP_NONE ? "IHOP_WRITE" : "IHOP_UPDATE");
  g_autofree char *value = ihop_body_expression (body, node->child[1]);
  return g_strdup_printf ("%s %s= %s", target,
                          node->op == IHOP_OP_NONE ? "" : ihop_operator_text (node->op), value);
}

static char *
told_increment (IhopBody *body, const IhopNode *node)
{
  const IhopNode *operand = ihop_node_strip (node->child[0], FALSE);

  if (!is_access (body, operand))
    return NULL;
  g_autofree char *target = told_access (body, operand, "IHOP_UPDATE");
  gboolean up = node->op == IHOP_OP_PRE_INC || node->op == IHOP_OP_POST_INC;
  gboolean before = node->op == IHOP_OP_PRE_INC || node->op == IHOP_OP_PRE_DEC;
  return g_strdup_printf ("%s%s%s", before ? (up ? "++" : "--") : "", target,
                          before ? "" : (up ? "++" : "--"));
}

/* For the counting of sectors and the finding of races: each access says who it is. */
static char *
told (IhopBody *body, const IhopNode *node)
{
  if (node->kind == IHOP_ASSIGN)
    return told_assignment (body, node);
  if (node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC)
    return told_increment (body, node);
  if (node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS)
    return NULL;
  if (is_access (body, node))
    return told_access (body, node, "IHOP_READ");
  return NULL;
}

static char *
expression_text (const IhopNode *node, gpointer data)
{
  return ihop_body_expression (data, node);
}

/* The loop under this pragma. */
static char *
unrolled (IhopBody *body, const IhopNode *node, const char *how)
{
  g_autofree char *indent = ihop_source_indent (node->range.source, node->range.begin);
  g_autofree char *text = ihop_body_statement (body, node, indent);
  char *whole = g_strdup_printf ("#pragma %s\n%s%s", how, indent, text);

  g_hash_table_insert (body->nodes, (gpointer) node, g_strdup (whole)); /* whoever asks again */
  return whole;
}

static char *
replace (const IhopNode *node, gpointer data)
{
  IhopBody *body = data;
  const char *text = g_hash_table_lookup (body->nodes, node);

  if (text)
    return g_strdup (text);
  if (body->print->options->sites && body->print->dialect == IHOP_DIALECT_EMULATED
      && g_hash_table_add (body->busy, (gpointer) node))
    {
      char *said = told (body, node);
      if (said)
        return said;
    }
  if (node->kind == IHOP_FOR && body->kernel->tree && g_hash_table_add (body->busy, (gpointer) node))
    {
      const char *how = ihop_tree_text_unroll (body, node);
      if (how)
        return unrolled (body, node, how);
      g_hash_table_remove (body->busy, node);
    }
  if (node->kind == IHOP_INDEX)
    {
      char *own = ihop_tree_text_element (body, node);
      return own ? own : flat_access (body, node);
    }
  if (node->kind == IHOP_CALL && !(node->flags & IHOP_NODE_CONSTANT))
    {
      char *call = ihop_device_globals_call (body->print, node, expression_text, body);
      return call || body->print->dialect == IHOP_DIALECT_EMULATED
               ? call : ihop_overload_call (body->print, node, expression_text, body);
    }
  if (node->kind == IHOP_REF && (text = g_hash_table_lookup (body->names, node->symbol)))
    return g_strdup (text);
  return ihop_language_text (node, expression_text, body);
}

/* Whether macros may have been changed between the function's start, where kernels stand, and
 * the fragment. */
static gboolean
macros_changed (const IhopKernel *kernel, const IhopTree *tree)
{
  const IhopNode *last = kernel->statements->pdata[kernel->statements->len - 1];
  gsize begin = kernel->function->range.begin, end = last->range.end;

  for (guint i = 0; i < tree->directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (tree->directives, IhopDirective, i);
      if ((directive->kind == IHOP_DIRECTIVE_DEFINE || directive->kind == IHOP_DIRECTIVE_UNDEF)
          && directive->range.source == kernel->function->range.source
          && directive->range.begin > begin && directive->range.begin < end)
        return TRUE;
    }
  return FALSE;
}

static void
add_param_names (IhopBody *body, const IhopKernelParam *param)
{
  const IhopKernel *kernel = body->kernel;

  if (param->variable == NULL)
    return;
  g_hash_table_insert (body->shapes, param->symbol,
                       (gpointer) ihop_printing_shape (body->print, param->variable));
  if (param->passing == IHOP_PASS_SCALAR && !ihop_kernel_reduction_of (kernel, param->symbol)
      && !ihop_kernel_last_of (kernel, param->symbol))
    g_hash_table_insert (body->names, param->symbol,
                         g_strconcat (param->symbol->name, "[0]", NULL));
}

static void
add_function_name (gpointer symbol, gpointer name, gpointer data)
{
  g_hash_table_insert (((IhopBody *) data)->names, symbol, g_strdup (name));
}

IhopBody *
ihop_body_new (IhopPrint *print, const IhopKernel *kernel)
{
  IhopBody *body = g_new0 (IhopBody, 1);

  body->print = print;
  body->kernel = kernel;
  body->names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  body->shapes = g_hash_table_new (NULL, NULL);
  body->nodes = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  body->busy = g_hash_table_new (NULL, NULL);
  body->expand = macros_changed (kernel, print->plan->tree) || ihop_language_changes_words (print->plan->tree);
  for (guint i = 0; i < kernel->params->len; i++)
    add_param_names (body, kernel->params->pdata[i]);
  g_hash_table_foreach (print->device_functions, add_function_name, body);
  return body;
}

void
ihop_body_free (IhopBody *body)
{
  if (body == NULL)
    return;
  g_hash_table_unref (body->names);
  g_hash_table_unref (body->shapes);
  g_hash_table_unref (body->nodes);
  g_hash_table_unref (body->busy);
  g_free (body);
}

static char *
print_with (IhopBody *body, const IhopNode *node, const char *indent)
{
  IhopPrinter printer = { .replace = replace, .data = body, .expand_macros = body->expand,
                          .indent = indent };
  char *text = ihop_text_without_marks (ihop_print_node (node, &printer));

  return body->print->dialect == IHOP_DIALECT_EMULATED ? text : ihop_text_for_cxx (text);
}

char *
ihop_body_expression (IhopBody *body, const IhopNode *node)
{
  return print_with (body, node, NULL);
}

/* Marks say what is to become a kernel; inside of one they say nothing, and nvcc warns of them.
 * Takes text. */
static char *
without_pragmas (char *text)
{
  if (strstr (text, "pragma") == NULL)
    return text;

  g_autoptr (GRegex) regex = g_regex_new (
    "^[ \\t]*#[ \\t]*pragma(?![ \\t]+unroll)(?:.*\\\\\\r?\\n)*.*\\n",
    G_REGEX_MULTILINE | G_REGEX_RAW, 0, NULL);
  char *plain = g_regex_replace_literal (regex, text, -1, 0, "", 0, NULL);

  g_free (text);
  return plain;
}

char *
ihop_body_statement (IhopBody *body, const IhopNode *node, const char *indent)
{
  return without_pragmas (print_with (body, node, indent));
}

char *
ihop_text_for_cxx (char *text)
{
  static const char *const words[][2] = { { "_Bool", "bool" }, { "restrict", "__restrict__" },
                                          { "_Static_assert", "static_assert" } };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (ihop_text_has_word (text, words[i][0]))
      {
        g_autofree char *pattern = g_strdup_printf ("\\b%s\\b", words[i][0]);
        g_autoptr (GRegex) regex = g_regex_new (pattern, G_REGEX_RAW, 0, NULL);
        char *next = g_regex_replace_literal (regex, text, -1, 0, words[i][1], 0, NULL);
        g_free (text);
        text = next;
      }
  return text;
}
