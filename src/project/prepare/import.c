#include "project/prepare/import.h"
#include "analysis/program/callgraph.h"
#include "project/prepare/import_private.h"
#include "project/prepare/import_text.h"
#include "project/prepare/row_tables.h"

enum { MOST_TRIED = 48 };

const IhopImported *
ihop_imported_find (const IhopProjectFile *file, const char *name)
{
  for (guint i = 0; i < file->imported->len; i++)
    if (g_str_equal (((const IhopImported *) file->imported->pdata[i])->name, name))
      return file->imported->pdata[i];
  return NULL;
}

/* ---- which ---- */

static void
imported_function_free (gpointer data)
{
  IhopImportedFunction *imported = data;

  g_free ((char *) imported->name);
  g_free (imported);
}

/* FALSE: it stays where it is. */
static gboolean
bring_in (IhopImport *self, const IhopProjectFile *other, const char *callee)
{
  const IhopTree *from = ihop_import_opened (self, other);
  const IhopFunction *function = from ? ihop_tree_function (from, callee) : NULL;

  self->functions = g_ptr_array_new_with_free_func (imported_function_free);
  self->names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  gboolean done = function && ihop_import_add (self, other, function) && ihop_import_put (self, function->symbol);
  g_clear_pointer (&self->functions, g_ptr_array_unref);
  g_clear_pointer (&self->names, g_hash_table_unref);
  return done;
}

typedef struct
{
  const IhopImport *self;
  guint loops;             /* around the node */
  const IhopProjectFile *other;
  const IhopSymbol *callee;
} Wanted;

static gboolean
is_kept_out (const IhopProjectFile *file, const char *name)
{
  return g_ptr_array_find_with_equal_func (file->kept_out, name, g_str_equal, NULL);
}

/* "double **"; "char **" are mostly texts. */
static gboolean
is_row_table (const IhopType *type)
{
  const IhopType *row = ihop_row_table_row (type);

  return row && g_strcmp0 (ihop_type_strip (row->target)->name, "char") != 0;
}

/* Whether it makes, takes or frees rows that this file may keep in one block (row_tables.h). */
static gboolean
handles_rows (const IhopSymbol *callee)
{
  const IhopType *type = ihop_type_strip (callee->type);
  gboolean handles = type->kind == IHOP_TYPE_FUNCTION && is_row_table (type->target);

  for (guint i = 0; type->kind == IHOP_TYPE_FUNCTION && i < type->n_params; i++)
    handles |= is_row_table (type->params[i]);
  return handles;
}

static void
look_for_call (Wanted *self, const IhopNode *node)
{
  const IhopProjectFile *file = self->self->file;
  const IhopSymbol *callee = node->kind == IHOP_CALL ? ihop_call_callee (node) : NULL;
  guint loops = self->loops;

  if (callee && (self->loops || handles_rows (callee)) && callee->storage == IHOP_STORAGE_EXTERN && !callee->is_library && !ihop_tree_function_of (file->tree, callee)
      && !is_kept_out (file, callee->name))
    {
      self->other = ihop_import_file_of (self->self, callee->name);
      self->callee = self->other ? callee : NULL;
    }
  self->loops += ihop_kind_is_loop (node->kind);
  for (guint i = 0; i < node->n_children && self->callee == NULL; i++)
    if (node->child[i])
      look_for_call (self, node->child[i]);
  self->loops = loops;
}

static gboolean
is_meant (const IhopTree *tree, const IhopFunction *function, const IhopPlanOptions *plan)
{
  return ihop_import_is_defined_in (tree, function) && (plan->function == NULL || g_str_equal (plan->function, function->symbol->name));
}

/* Marks that steps have set in the other file would be lost. */
static gboolean
has_marks (const IhopProjectFile *other)
{
  for (guint i = 0; i < other->steps->len; i++)
    if (g_str_has_prefix (other->steps->pdata[i], "target "))
      return TRUE;
  return FALSE;
}

/* Brings one function in, or keeps it out; FALSE: there is none left. */
static gboolean
import_one (IhopImport *self, const IhopPlanOptions *plan)
{
  const GPtrArray *functions = self->file->tree->functions;
  Wanted wanted = { .self = self };

  for (guint i = 0; i < functions->len && wanted.callee == NULL; i++)
    if (is_meant (self->file->tree, functions->pdata[i], plan))
      look_for_call (&wanted, ((const IhopFunction *) functions->pdata[i])->body);
  if (wanted.callee == NULL)
    return FALSE;
  g_autofree char *name = g_strdup (wanted.callee->name);
  if (has_marks (wanted.other) || !bring_in (self, wanted.other, name))
    g_ptr_array_add (self->file->kept_out, g_steal_pointer (&name));
  return TRUE;
}

void
ihop_project_import (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan)
{
  g_autoptr (GHashTable) trees = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) ihop_tree_unref);
  IhopImport self = { .project = project, .file = file, .opened = trees };

  for (guint tried = 0; ihop_project_files (project)->len > 1 && tried < MOST_TRIED && import_one (&self, plan); tried++)
    ;
}

/* ---- whether it was of use ---- */

static gboolean
hands_over (const IhopPlan *plan, const char *name)
{
  for (guint i = 0; i < plan->calls->len; i++)
    {
      const IhopSymbol *callee = ihop_call_callee (((const IhopKernel *) plan->calls->pdata[i])->call);
      if (callee && g_str_equal (callee->name, name))
        return TRUE;
    }
  return FALSE;
}

typedef struct
{
  const char *name;
  gboolean found;
} Called;

static gboolean
look_for_named (const IhopNode *node, gpointer data)
{
  Called *self = data;
  const IhopSymbol *callee = node->kind == IHOP_CALL ? ihop_call_callee (node) : NULL;

  self->found |= callee && g_str_equal (callee->name, self->name);
  return !self->found;
}

static gboolean
kernels_call (const IhopPlan *plan, const char *name)
{
  Called called = { name, FALSE };

  for (guint i = 0; i < plan->kernels->len; i++)
    {
      const IhopKernel *kernel = plan->kernels->pdata[i];
      for (guint k = 0; k < kernel->statements->len; k++)
        ihop_node_walk (kernel->statements->pdata[k], look_for_named, &called);
    }
  return called.found;
}

static gboolean
is_called (const IhopTree *tree, const char *name)
{
  Called called = { name, FALSE };

  for (guint i = 0; i < tree->functions->len; i++)
    ihop_node_walk (((const IhopFunction *) tree->functions->pdata[i])->body, look_for_named, &called);
  return called.found;
}

gboolean
ihop_project_import_helps (const IhopProjectFile *file, const IhopPlan *plan)
{
  gboolean helps = TRUE;

  for (guint i = 0; i < file->imported->len; i++)
    {
      const IhopImported *one = file->imported->pdata[i];
      if (!one->is_called || g_hash_table_contains (file->blocked, one->name) || hands_over (plan, one->name) || kernels_call (plan, one->name) || !is_called (file->tree, one->name))
        continue;
      g_ptr_array_add (file->kept_out, g_strdup (one->owners_name));
      helps = FALSE;
    }
  return helps;
}

static void
add_imported_from (const IhopProjectFile *file, const IhopProjectFile *by, GPtrArray *names)
{
  for (guint i = 0; i < by->imported->len; i++)
    {
      const IhopImported *one = by->imported->pdata[i];
      if (g_str_equal (one->path, file->path))
        g_ptr_array_add (names, one->owners_name);
    }
}

GPtrArray *
ihop_project_imported_from (const IhopProject *project, const IhopProjectFile *file)
{
  const GPtrArray *files = ihop_project_files (project);
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; i < files->len; i++)
    add_imported_from (file, files->pdata[i], names);
  return names;
}
