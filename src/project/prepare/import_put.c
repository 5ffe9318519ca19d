/* Functions are put into a file, and what it then means is compared with what it meant before, and what they did. */
#include "analysis/program/callgraph.h"
#include "gpugen/emit/function_place.h"
#include "ir/same.h"
#include "project/prepare/import.h"
#include "project/prepare/import_private.h"
#include "project/prepare/import_text.h"
#include "project/reread.h"
#include <string.h>

typedef struct
{
  const IhopTree *tree;
  const char *callee, *name;
  IhopEdits *edits;
  guint line;              /* of the first call that was given the other name; 0: none was */
} Rename;

static gboolean
rename_call (const IhopNode *node, gpointer data)
{
  Rename *self = data;
  const IhopSymbol *callee = node->kind == IHOP_CALL ? ihop_call_callee (node) : NULL;

  if (callee == NULL || !g_str_equal (callee->name, self->callee) || callee->storage != IHOP_STORAGE_EXTERN)
    return TRUE;
  IhopRange range = ihop_node_strip (node->child[0], TRUE)->range;
  if (range.source != self->tree->source || range.end - range.begin != strlen (self->callee))
    return TRUE; /* in a macro */
  ihop_edits_replace (self->edits, range.begin, range.end, self->name);
  self->line = self->line ? self->line : ihop_range_line (node->place);
  return TRUE;
}

/* The line of the first one; 0: none was. */
static guint
rename_calls (const IhopImport *self, const char *callee, const char *name, IhopEdits *edits)
{
  const IhopTree *tree = self->file->tree;
  Rename rename = { tree, callee, name, edits, 0 };

  for (guint i = 0; i < tree->functions->len; i++)
    if (ihop_import_is_defined_in (tree, tree->functions->pdata[i]))
      ihop_node_walk (((const IhopFunction *) tree->functions->pdata[i])->body, rename_call, &rename);
  return rename.line;
}

static gsize
behind_includes (const IhopTree *tree, gsize before)
{
  gsize at = 0;

  for (guint i = 0; i < tree->directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (tree->directives, IhopDirective, i);
      if (directive->kind == IHOP_DIRECTIVE_INCLUDE && !directive->is_inside && directive->range.source == tree->source && directive->range.end < before)
        at = MIN (directive->range.end + 1, tree->source->length);
    }
  return at;
}

/* The first function that was there before anything was brought in. */
static const IhopFunction *
first_function (const IhopImport *self)
{
  const IhopTree *tree = self->file->tree;

  for (guint i = 0; i < tree->functions->len; i++)
    {
      const IhopFunction *function = tree->functions->pdata[i];
      if (ihop_import_is_defined_in (tree, function) && !ihop_imported_find (self->file, function->symbol->name))
        return function;
    }
  return NULL;
}

/* This file's text with it. NULL: it cannot be read. The caller unrefs. */
static IhopTree *
tree_with (const IhopImport *self, const IhopSymbol *callee, IhopImportManner manner)
{
  const IhopTree *tree = self->file->tree;
  const IhopFunction *first = first_function (self);
  g_autoptr (IhopEdits) edits = ihop_edits_new (tree->source);
  g_autofree char *headers = NULL, *definitions = NULL;

  if (first == NULL || !ihop_import_text (tree, self->functions, self->names, manner, &headers, &definitions))
    return NULL;
  gsize at = ihop_host_before_function (tree->source, first);
  ihop_edits_insert (edits, behind_includes (tree, at), headers);
  guint line = rename_calls (self, callee->name, g_hash_table_lookup (self->names, callee), edits);
  if (line == 0)
    return NULL;
  ihop_edits_insert_for (edits, at, definitions, line);
  return ihop_project_read_edits (self->project, self->file, edits);
}

/* Whether a function that was brought in is what a file means by its name: it is that file's, or all know it, and that file has no
 * other one. */
static gboolean
is_meant_in (const IhopTree *from, const char *path, const char *name, gboolean is_static)
{
  return g_str_equal (path, from->source->path) || (!is_static && ihop_tree_function (from, name) == NULL);
}

/* What was brought in, by the names here, as a file calls it. */
static GHashTable *
names_in (const IhopImport *self, const IhopTree *from)
{
  GHashTable *names = g_hash_table_new (g_str_hash, g_str_equal);
  const GPtrArray *imported = self->file->imported;

  for (guint i = 0; i < imported->len; i++)
    {
      const IhopImported *one = imported->pdata[i];
      if (is_meant_in (from, one->path, one->owners_name, one->is_static))
        g_hash_table_insert (names, one->name, one->owners_name);
    }
  for (guint i = 0; i < self->functions->len; i++)
    {
      const IhopImportedFunction *one = self->functions->pdata[i];
      const IhopSymbol *symbol = one->function->symbol;
      if (is_meant_in (from, one->tree->source->path, symbol->name, symbol->storage == IHOP_STORAGE_STATIC))
        g_hash_table_insert (names, (gpointer) one->name, (gpointer) symbol->name);
    }
  return names;
}

static gboolean
is_same (const IhopSameTrees *trees, const char *name, const IhopFunction *function)
{
  const IhopFunction *own = ihop_tree_function (trees->a, name);

  return ihop_import_is_defined_in (trees->a, own) && ihop_function_same (trees, own, function);
}

/* Each function that came means what it meant in its file … */
static gboolean
came_the_same (const IhopImport *self, const IhopTree *now)
{
  for (guint i = 0; i < self->functions->len; i++)
    {
      const IhopImportedFunction *one = self->functions->pdata[i];
      g_autoptr (GHashTable) names = names_in (self, one->tree);
      IhopSameTrees trees = { now, one->tree, FALSE, names };
      if (!is_same (&trees, one->name, one->function))
        return FALSE;
    }
  return TRUE;
}

/* … and each that was here what it meant before. */
static gboolean
stayed_the_same (const IhopImport *self, const IhopTree *now, const IhopSymbol *callee)
{
  const IhopTree *before = self->file->tree;
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  IhopSameTrees trees = { now, before, TRUE, names };

  g_hash_table_insert (names, g_hash_table_lookup (self->names, callee), (gpointer) callee->name);
  for (guint i = 0; i < before->functions->len; i++)
    {
      const IhopFunction *function = before->functions->pdata[i];
      if (ihop_import_is_defined_in (before, function) && !is_same (&trees, function->symbol->name, function))
        return FALSE;
    }
  return ihop_variables_same (&trees);
}

static void
note (const IhopImport *self, const IhopSymbol *callee)
{
  GPtrArray *all = self->file->imported;

  for (guint i = 0; i < self->functions->len; i++)
    {
      const IhopImportedFunction *one = self->functions->pdata[i];
      const IhopSymbol *symbol = one->function->symbol;
      IhopImported *imported = g_new0 (IhopImported, 1);
      *imported = (IhopImported) { g_strdup (one->name), g_strdup (symbol->name), g_strdup (one->tree->source->path),
                                   symbol->storage == IHOP_STORAGE_STATIC, FALSE };
      g_ptr_array_add (all, imported);
    }
  ((IhopImported *) ihop_imported_find (self->file, g_hash_table_lookup (self->names, callee)))->is_called = TRUE;
}

gboolean
ihop_import_put (IhopImport *self, const IhopSymbol *callee)
{
  for (IhopImportManner manner = IHOP_IMPORT_PLAIN; manner < IHOP_IMPORT_MANNERS; manner++)
    {
      g_autoptr (IhopTree) now = tree_with (self, callee, manner);
      if (now == NULL || !came_the_same (self, now) || !stayed_the_same (self, now, callee))
        continue;
      note (self, callee);
      ihop_project_replace (self->project, self->file, g_steal_pointer (&now));
      return TRUE;
    }
  return FALSE;
}
