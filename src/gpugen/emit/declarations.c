/* Declarations as C++ wants them. No jump may pass a variable that is given a value there: where a label of a
 * switch stands behind such a declaration, the statements between them become a block of their own. And "auto",
 * which says nothing in C, is another word in C++. */
#include "gpugen/emit/declarations.h"
#include "gpugen/emit/text_of.h"
#include <string.h>

/* ---- In a switch ---- */

static gboolean
gives_value (const IhopNode *statement)
{
  for (guint i = 0; statement->kind == IHOP_DECLARATION && i < statement->n_children; i++)
    if (statement->child[i]->child[0])
      return TRUE;
  return FALSE;
}

static gboolean
is_labelled (const IhopNode *statement)
{
  return statement->kind == IHOP_CASE || statement->kind == IHOP_LABEL;
}

/* The first statement behind "from" that a jump can reach; the number of all: none. */
static guint
next_label (const IhopNode *block, guint from)
{
  guint i = from + 1;

  while (i < block->n_children && !is_labelled (block->child[i]))
    i++;
  return i;
}

typedef struct
{
  const IhopNode *declaration;
  gboolean found;
} Mention;

static gboolean
look_for_mention (const IhopNode *node, gpointer data)
{
  Mention *mention = data;

  for (guint i = 0; node->kind == IHOP_REF && i < mention->declaration->n_children; i++)
    mention->found |= mention->declaration->child[i]->symbol == node->symbol;
  return !mention->found;
}

/* Whether what is declared from "first" to "last" is named behind it, where a block of its own would have ended. */
static gboolean
is_named_behind (const IhopNode *block, guint first, guint last)
{
  for (guint i = first; i < last; i++)
    if (block->child[i]->kind == IHOP_DECLARATION)
      {
        Mention mention = { block->child[i], FALSE };
        for (guint k = last; k < block->n_children; k++)
          ihop_node_walk (block->child[k], look_for_mention, &mention);
        if (mention.found)
          return TRUE;
      }
  return FALSE;
}

static gboolean
has_passed_declaration (const IhopNode *node)
{
  const IhopNode *block = node->kind == IHOP_SWITCH ? node->child[1] : NULL;

  for (guint i = 0; block && block->kind == IHOP_BLOCK && i < block->n_children; i++)
    if (gives_value (block->child[i]) && next_label (block, i) < block->n_children)
      return TRUE;
  return FALSE;
}

static void
add_statements (GString *text, const IhopNode *block, guint first, guint last, const char *indent, IhopTextOf text_of,
                gpointer data)
{
  for (guint i = first; i < last; i++)
    {
      g_autofree char *statement = text_of (block->child[i], data);
      g_string_append_printf (text, "%s%s\n", indent, statement);
    }
}

/* NULL: some variable lives across a label. */
static char *
switch_text (const IhopNode *node, IhopTextOf text_of, gpointer data)
{
  const IhopNode *block = node->child[1];
  g_autofree char *condition = text_of (node->child[0], data);
  g_autofree char *indent = node->range.source ? ihop_source_indent (node->range.source, node->range.begin)
                                               : g_strdup ("");
  g_autofree char *inner = g_strconcat (indent, "  ", NULL), *deeper = g_strconcat (indent, "    ", NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, "switch (%s)\n%s{\n", condition, indent);
  for (guint i = 0, last; i < block->n_children; i = last)
    {
      last = i + 1;
      if (!gives_value (block->child[i]) || next_label (block, i) == block->n_children)
        {
          add_statements (text, block, i, last, inner, text_of, data);
          continue;
        }
      last = next_label (block, i);
      if (is_named_behind (block, i, last))
        return NULL;
      g_string_append_printf (text, "%s{\n", inner);
      add_statements (text, block, i, last, deeper, text_of, data);
      g_string_append_printf (text, "%s}\n", inner);
    }
  g_string_append_printf (text, "%s}", indent);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* ---- "auto" ---- */

static gboolean
says_auto (const IhopNode *node)
{
  g_autofree char *bytes = node->kind == IHOP_DECLARATION && node->n_children ? ihop_range_text (node->range) : NULL;
  g_auto (GStrv) words = g_strsplit_set (bytes ? bytes : "", " \t\n", 4);

  for (guint i = 0; i < 3 && words[i] && words[i + 1]; i++)
    if (g_str_equal (words[i], "auto"))
      return TRUE;
  return FALSE;
}

static char *
variables_text (const IhopNode *declaration, IhopTextOf text_of, gpointer data)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < declaration->n_children; i++)
    {
      const IhopNode *variable = declaration->child[i];
      g_autofree char *head = ihop_type_declare (variable->symbol->declared_type, variable->symbol->name);
      g_autofree char *value = variable->child[0] ? text_of (variable->child[0], data) : NULL;
      g_string_append_printf (text, value ? "%s%s = %s;" : "%s%s;", i ? " " : "", head, value);
    }
  return g_string_free (text, FALSE);
}

char *
ihop_declarations_text (const IhopNode *node, IhopTextOf text_of, gpointer data)
{
  if (has_passed_declaration (node))
    return switch_text (node, text_of, data);
  return says_auto (node) ? variables_text (node, text_of, data) : NULL;
}
