/* Which functions the file as it was opened calls, and which are called less by now: some of their calls have become their bodies,
 * so that what is looked at where they end is not seen as often. */
#include "analysis/program/callgraph.h"
#include "project/prepare/import.h"
#include "project/project.h"
#include "project/project_private.h"
#include <string.h>

typedef struct
{
  const IhopProjectFile *file;
  const char *caller;
  GHashTable *calls;
} Count;

static gboolean
count_call (const IhopNode *node, gpointer data)
{
  Count *self = data;
  const IhopSymbol *callee = node->kind == IHOP_CALL ? ihop_call_callee (node) : NULL;

  if (callee == NULL)
    return TRUE;
  g_autofree char *now = g_strdup_printf ("%s %s", self->caller, callee->name);
  char *pair = ihop_project_owners_text (self->file, now);
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (self->calls, pair));
  g_hash_table_replace (self->calls, pair, GUINT_TO_POINTER (n + 1));
  return TRUE;
}

GHashTable *
ihop_project_count_calls (const IhopProjectFile *file)
{
  Count self = { .file = file, .calls = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };

  for (guint i = 0; i < file->tree->functions->len; i++)
    {
      const IhopFunction *function = file->tree->functions->pdata[i];
      self.caller = function->symbol->name;
      if (function->in_main_file)
        ihop_node_walk (function->body, count_call, &self);
    }
  return self.calls;
}

/* Adds those called by one that is called less: its body went with the call. */
static void
add_called_by (const IhopProjectFile *file, const char *caller, GPtrArray *less)
{
  GHashTableIter each;
  gpointer pair;

  g_hash_table_iter_init (&each, file->calls);
  while (g_hash_table_iter_next (&each, &pair, NULL))
    {
      const char *callee = strchr (pair, ' ') + 1;
      if (strlen (caller) == (gsize) (callee - 1 - (char *) pair) && g_str_has_prefix (pair, caller)
          && !g_ptr_array_find_with_equal_func (less, callee, g_str_equal, NULL))
        g_ptr_array_add (less, (gpointer) callee);
    }
}

gboolean
ihop_project_calls_less (const IhopProjectFile *file, const IhopFunction *function)
{
  g_autoptr (GHashTable) now = ihop_project_count_calls (file);
  g_autoptr (GPtrArray) less = g_ptr_array_new ();
  g_autofree char *name = ihop_project_owners_text (file, function->symbol->name);
  GHashTableIter each;
  gpointer pair, n;

  g_hash_table_iter_init (&each, file->calls);
  while (g_hash_table_iter_next (&each, &pair, &n))
    if (GPOINTER_TO_UINT (g_hash_table_lookup (now, pair)) < GPOINTER_TO_UINT (n))
      g_ptr_array_add (less, strchr (pair, ' ') + 1);
  for (guint i = 0; i < less->len; i++)
    add_called_by (file, less->pdata[i], less);
  return g_ptr_array_find_with_equal_func (less, name, g_str_equal, NULL);
}

GPtrArray *
ihop_project_once_called (const IhopProjectFile *file, const IhopTree *tree)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; i < tree->functions->len; i++)
    {
      const char *name = ((const IhopFunction *) tree->functions->pdata[i])->symbol->name;
      g_autofree char *own = ihop_project_owners_text (file, name);
      GHashTableIter each;
      gpointer pair;
      gboolean found = FALSE;
      g_hash_table_iter_init (&each, file->calls);
      while (!found && g_hash_table_iter_next (&each, &pair, NULL))
        found = g_str_equal (strchr (pair, ' ') + 1, own);
      if (found || ihop_imported_find (file, name))
        g_ptr_array_add (names, (gpointer) name);
    }
  return names;
}
