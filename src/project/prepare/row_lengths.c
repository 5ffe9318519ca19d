/* Lengths of rows that are behind a pointer when the rows are declared, "double (*u)[g->ny] = …;", are kept in a variable in front of the
 * declaration: kernels need them, and what g points to is the host's memory, in which another number may stand by then. */
#include "analysis/memory/certain_evaluation.h"
#include "gpugen/plan/text_words.h"
#include "project/prepare/row_lengths.h"
#include "project/reread.h"

typedef struct
{
  const IhopTree *tree;
  IhopEdits *edits;
  GHashTable *taken;       /* of char *: names given in this file, owned */
} RowLengths;

/* "g_ny" of "g->ny". The caller frees. */
static char *
name_of (const RowLengths *self, const char *length)
{
  g_autoptr (GString) base = g_string_new (NULL);

  for (const char *c = length; *c; c++)
    if (g_ascii_isalnum (*c) || *c == '_')
      g_string_append_c (base, *c);
    else if (base->len && base->str[base->len - 1] != '_')
      g_string_append_c (base, '_');
  if (base->len == 0 || g_ascii_isdigit (base->str[0]))
    g_string_prepend (base, "row_");
  for (guint n = 2; ihop_text_has_word (self->tree->source->text, base->str) || !g_hash_table_add (self->taken, g_strdup (base->str)); n++)
    g_string_append_printf (base, "%u", n);
  return g_strdup (base->str);
}

static void
keep_length (RowLengths *self, const IhopNode *statement, const IhopNode *length)
{
  g_autofree char *text = ihop_range_text (length->range);
  g_autofree char *name = text ? name_of (self, text) : NULL;
  g_autofree char *declaration = name ? ihop_type_declare (ihop_type_strip (length->type), name) : NULL;
  g_autofree char *indent = ihop_source_indent (self->tree->source, statement->range.begin);

  if (declaration == NULL)
    return;
  g_autofree char *line = g_strdup_printf ("%s = %s;\n%s", declaration, text, indent);
  ihop_edits_insert (self->edits, statement->range.begin, line);
  ihop_edits_replace (self->edits, length->range.begin, length->range.end, name);
}

/* What the declaration itself does may change the lengths of its later variables. */
static void
look_at_declaration (RowLengths *self, const IhopNode *statement)
{
  guint n = ihop_node_effect (statement) ? MIN (statement->n_children, 1) : statement->n_children;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GPtrArray) lengths = g_ptr_array_new ();
      ihop_node_extents (statement->child[i], lengths);
      for (guint k = 0; k < lengths->len; k++)
        {
          const IhopNode *length = lengths->pdata[k];
          if (length->range.source == self->tree->source && length->range.end > length->range.begin && ihop_node_effect (length) == NULL
              && ihop_follows_any_address (length))
            keep_length (self, statement, length);
        }
    }
}

/* Declarations among the statements of a block. */
static gboolean
look_at_block (const IhopNode *node, gpointer data)
{
  RowLengths *self = data;

  for (guint i = 0; node->kind == IHOP_BLOCK && i < node->n_children; i++)
    {
      const IhopNode *statement = node->child[i];
      if (statement->kind == IHOP_DECLARATION && statement->range.source == self->tree->source)
        look_at_declaration (self, statement);
    }
  return TRUE;
}

void
ihop_project_keep_row_lengths (IhopProject *project, const IhopProjectFile *file)
{
  g_autoptr (IhopEdits) edits = ihop_edits_new (file->tree->source);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  RowLengths self = { file->tree, edits, taken };

  for (guint i = 0; i < file->tree->functions->len; i++)
    {
      const IhopFunction *function = file->tree->functions->pdata[i];
      if (function->in_main_file)
        ihop_node_walk (function->body, look_at_block, &self);
    }
  if (!ihop_edits_is_empty (edits))
    ihop_project_read_text (project, file, edits);
}
