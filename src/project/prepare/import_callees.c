/* What a call of a function of another file brings along. */
#include "analysis/program/callgraph.h"
#include "gpugen/plan/text_words.h"
#include "project/prepare/import_private.h"
#include "project/prepare/import_text.h"
#include <string.h>

enum { MOST_FUNCTIONS = 32 }; /* that one call may bring along */

const IhopTree *
ihop_import_opened (IhopImport *self, const IhopProjectFile *other)
{
  IhopFrontendOptions options = ihop_project_frontend_options (self->project);
  g_autoptr (GPtrArray) diags = ihop_diags_new (); /* what there was to say was said before */
  IhopTree *tree = g_hash_table_lookup (self->opened, other->path);

  if (tree || other->original == NULL)
    return tree;
  tree = ihop_frontend_parse_text (other->path, other->original, strlen (other->original), &options, diags);
  if (tree)
    g_hash_table_insert (self->opened, g_strdup (other->path), tree);
  return tree;
}

gboolean
ihop_import_is_defined_in (const IhopTree *tree, const IhopFunction *function)
{
  return function && function->in_main_file && function->range.source == tree->source && !function->symbol->is_replaceable;
}

const IhopProjectFile *
ihop_import_file_of (const IhopImport *self, const char *name)
{
  const GPtrArray *files = ihop_project_files (self->project);
  const IhopProjectFile *found = NULL;

  for (guint i = 0; i < files->len; i++)
    {
      const IhopProjectFile *other = files->pdata[i];
      const IhopFunction *function = other->tree ? ihop_tree_function (other->tree, name) : NULL;
      if (!ihop_import_is_defined_in (other->tree, function) || function->symbol->storage != IHOP_STORAGE_EXTERN)
        continue;
      if (found)
        return NULL;
      found = other;
    }
  return found == self->file ? NULL : found;
}

static gboolean
decides_meaning (const char *flag)
{
  const char *const places[] = { "-I", "-D", "-U", "-i", "-o", "-c", "-W", "-M", "-g" };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (g_str_has_prefix (flag, places[i]))
      return FALSE;
  return *flag == '-';
}

/* Where the text means what it says: whether words mean the same is asked of both trees, but "-ffast-math" is in neither. */
static gboolean
flags_agree (const IhopTree *a, const IhopTree *b)
{
  for (guint i = 0; a->flags && a->flags[i]; i++)
    if (decides_meaning (a->flags[i]) && !(b->flags && g_strv_contains ((const char *const *) b->flags, a->flags[i])))
      return FALSE;
  return TRUE;
}

/* Whether it leaves the text's meaning to the text: others rename what the linker knows, pack structs, or decide how is counted. */
static gboolean
is_harmless (const char *pragma)
{
  const char *const words[] = { "once", "omp", "acc", "scop", "endscop", "target", "ihop" };
  gsize length = strcspn (pragma, " \t(");

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i]) == length && strncmp (pragma, words[i], length) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
has_file_pragma (const IhopTree *tree)
{
  for (guint i = 0; i < tree->directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (tree->directives, IhopDirective, i);
      if (directive->kind == IHOP_DIRECTIVE_PRAGMA && !is_harmless (directive->name))
        return TRUE;
    }
  return FALSE;
}

static gboolean
can_give (const IhopTree *from, const IhopTree *into)
{
  return flags_agree (from, into) && flags_agree (into, from) && !has_file_pragma (from) && !has_file_pragma (into);
}

/* ---- what a call brings along ---- */

static const IhopImported *
imported_before (const IhopImport *self, const char *path, const char *owners_name)
{
  const GPtrArray *imported = self->file->imported;

  for (guint i = 0; i < imported->len; i++)
    {
      const IhopImported *one = imported->pdata[i];
      if (g_str_equal (one->path, path) && g_str_equal (one->owners_name, owners_name))
        return one;
    }
  return NULL;
}

static gboolean
is_taken (const IhopImport *self, const char *name)
{
  for (guint i = 0; i < self->functions->len; i++)
    if (g_str_equal (((const IhopImportedFunction *) self->functions->pdata[i])->name, name))
      return TRUE;
  return ihop_text_has_word (self->file->tree->source->text, name);
}

/* A static function keeps its name where that is free. Caller frees. */
static char *
name_here (const IhopImport *self, const IhopSymbol *symbol)
{
  if (symbol->storage == IHOP_STORAGE_STATIC && !is_taken (self, symbol->name))
    return g_strdup (symbol->name);
  char *name = g_strdup_printf ("%s_here", symbol->name);
  for (guint i = 2; is_taken (self, name); i++)
    {
      g_free (name);
      name = g_strdup_printf ("%s_here%u", symbol->name, i);
    }
  return name;
}

typedef struct
{
  IhopImport *import;
  const IhopProjectFile *other;
  const IhopTree *tree;
  gboolean fits;
} Callees;

/* Where the body of a called function is: in the same file, or in another one. */
static gboolean
add_callee (Callees *self, const IhopSymbol *callee)
{
  IhopImport *import = self->import;
  const IhopFunction *own = ihop_tree_function_of (self->tree, callee);
  gboolean is_own = ihop_import_is_defined_in (self->tree, own);
  const IhopProjectFile *other = is_own ? self->other : ihop_import_file_of (import, callee->name);
  const IhopTree *tree = other ? ihop_import_opened (import, other) : NULL;

  if (tree == NULL || (own && !is_own))
    return TRUE; /* a library's, a header's, or this file's own */
  const IhopFunction *function = is_own ? own : ihop_tree_function (tree, callee->name);
  if (function == NULL || !ihop_import_add (import, other, function))
    return FALSE;
  if (callee != function->symbol)
    g_hash_table_insert (import->names, (gpointer) callee, g_strdup (g_hash_table_lookup (import->names, function->symbol)));
  return TRUE;
}

static gboolean
look_for_callee (const IhopNode *node, gpointer data)
{
  Callees *self = data;
  const IhopSymbol *callee = node->kind == IHOP_CALL ? ihop_call_callee (node) : NULL;

  if (callee)
    self->fits &= add_callee (self, callee);
  return self->fits;
}

static void
add_new (IhopImport *self, const IhopTree *tree, const IhopFunction *function)
{
  IhopImportedFunction *imported = g_new0 (IhopImportedFunction, 1);

  *imported = (IhopImportedFunction) { tree, function, name_here (self, function->symbol) };
  g_ptr_array_add (self->functions, imported);
  g_hash_table_insert (self->names, function->symbol, g_strdup (imported->name));
}

gboolean
ihop_import_add (IhopImport *self, const IhopProjectFile *other, const IhopFunction *function)
{
  const IhopTree *tree = ihop_import_opened (self, other);
  const IhopImported *before = imported_before (self, other->path, function->symbol->name);

  if (before)
    g_hash_table_insert (self->names, function->symbol, g_strdup (before->name));
  if (g_hash_table_contains (self->names, function->symbol))
    return g_hash_table_lookup (self->names, function->symbol) != NULL;
  if (!ihop_import_is_defined_in (tree, function) || self->functions->len >= MOST_FUNCTIONS || !can_give (tree, self->file->tree))
    return FALSE;
  Callees callees = { self, other, tree, TRUE };
  g_hash_table_insert (self->names, function->symbol, NULL);
  ihop_node_walk (function->body, look_for_callee, &callees);
  add_new (self, tree, function);
  return callees.fits;
}
