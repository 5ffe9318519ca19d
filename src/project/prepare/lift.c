/* What loops know only from inside their function is put where kernels, which are functions of their own, know
 * it, too: types that the function declares for itself go in front of it, and the size of an array whose
 * extents the program works out is kept in a variable in front of the loop.
 *
 * Both keep the meaning, and neither needs a proof: a type goes only where its names mean nothing else
 * (frontend), and such a size is settled when the array is declared. */
#include "analysis/memory/definitions.h"
#include "gpugen/emit/function_place.h"
#include "gpugen/emit/printing.h"
#include "gpugen/emit/shape.h"
#include "gpugen/plan/text_words.h"
#include "ir/print.h"
#include "project/prepare/row_lengths.h"
#include "project/project_private.h"
#include "project/reread.h"
#include <string.h>

/* The loops of a function that the plan is about, of const IhopNode *; empty: the function is not of the main
 * file's text, or not meant. Caller unrefs. */
static GPtrArray *
chosen_loops (const IhopTree *tree, const IhopFunction *function, const IhopPlanOptions *plan)
{
  GPtrArray *loops = g_ptr_array_new ();

  if (function->in_main_file && function->range.source == tree->source
      && (plan->function == NULL || strcmp (plan->function, function->symbol->name) == 0))
    ihop_project_chosen_loops (function, plan, loops);
  return loops;
}

/* ---- Types ---- */

static gboolean
is_local (const IhopType *type)
{
  for (; type; type = type->target)
    if (type->is_local)
      return TRUE;
  return FALSE;
}

static gboolean
look_for_local_type (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= is_local (node->type)
            || (node->kind == IHOP_VARIABLE && is_local (node->symbol->declared_type))
            || (node->kind == IHOP_REF && node->symbol->kind == IHOP_SYMBOL_ENUMERATOR
                && !node->symbol->is_global);
  return !*found;
}

static gboolean
any_mentions_local_type (const GPtrArray *loops)
{
  gboolean found = FALSE;

  for (guint i = 0; i < loops->len && !found; i++)
    ihop_node_walk (loops->pdata[i], look_for_local_type, &found);
  return found;
}

static gboolean
is_of (const IhopLocalType *type, const IhopFunction *function)
{
  return type->function.source == function->range.source && type->function.begin == function->range.begin;
}

/* All of a function's types or none: one may be made of another. */
static gboolean
can_move_types (const IhopTree *tree, const IhopFunction *function)
{
  for (guint i = 0; i < tree->local_types->len; i++)
    {
      const IhopLocalType *type = tree->local_types->pdata[i];
      if (is_of (type, function) && type->stays)
        return FALSE;
    }
  return TRUE;
}

/* The line that nothing else stands in goes with it. */
static void
cut (IhopEdits *edits, const IhopLocalType *type)
{
  const char *text = type->range.source->text;
  gsize begin = type->range.begin, end = type->range.end;

  if (*type->instead == '\0')
    {
      while (begin > 0 && (text[begin - 1] == ' ' || text[begin - 1] == '\t'))
        begin--;
      gboolean alone = (begin == 0 || text[begin - 1] == '\n') && text[end] == '\n';
      begin = alone ? begin : type->range.begin;
      end += alone;
    }
  ihop_edits_replace (edits, begin, end, type->instead);
}

static void
move_types (const IhopTree *tree, const IhopFunction *function, IhopEdits *edits)
{
  g_autoptr (GString) front = g_string_new (NULL);
  gsize reached = 0;

  for (guint i = 0; i < tree->local_types->len; i++)
    {
      const IhopLocalType *type = tree->local_types->pdata[i];
      if (!is_of (type, function) || type->range.begin < reached)
        continue;
      g_autofree char *text = ihop_range_text (type->range);
      g_autofree char *indent = ihop_source_indent (tree->source, type->range.begin);
      g_autofree char *moved = ihop_print_reindent (text, indent, "");
      g_string_append_printf (front, "%s%s\n", moved, *type->instead ? ";" : "");
      cut (edits, type);
      reached = type->range.end;
    }
  g_string_append_c (front, '\n');
  ihop_edits_insert (edits, ihop_host_before_function (tree->source, function), front->str);
}

static void
lift_types (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan)
{
  const IhopTree *tree = file->tree;
  g_autoptr (IhopEdits) edits = ihop_edits_new (tree->source);

  for (guint i = 0; tree->local_types->len && i < tree->functions->len; i++)
    {
      const IhopFunction *function = tree->functions->pdata[i];
      g_autoptr (GPtrArray) loops = chosen_loops (tree, function, plan);
      if (any_mentions_local_type (loops) && can_move_types (tree, function))
        move_types (tree, function, edits);
    }
  if (!ihop_edits_is_empty (edits))
    ihop_project_read_text (project, file, edits);
}

/* ---- Sizes ---- */

typedef struct
{
  IhopFacts *facts;
  const IhopTree *tree;
  const IhopFunction *function;
  const IhopNode *loop;
  GHashTable *declared, *written; /* in the loop */
  GHashTable *names;       /* text of a size → its variable (char *, both owned) */
  GHashTable *taken;       /* of char *: names given in this file, owned */
  GHashTable *nodes;       /* of const IhopNode * → name, not owned */
  GString *declarations;   /* of these variables */
} Sizes;

/* "w[0]" for "w[i]" and "*w": what has the same type in every iteration. NULL: it may be of another array each
 * time. Caller frees. */
static char *
same_operand (const Sizes *self, const IhopNode *node)
{
  g_autoptr (GString) rest = g_string_new (NULL);

  if (ihop_node_effect (node))
    return NULL;
  for (node = ihop_node_strip (node, TRUE); node->kind == IHOP_INDEX || node->kind == IHOP_UNARY;
       node = ihop_node_strip (node->child[0], TRUE))
    {
      if (node->kind == IHOP_UNARY && node->op != IHOP_OP_DEREF)
        return NULL;
      g_string_append (rest, "[0]");
    }
  return node->kind == IHOP_REF && !g_hash_table_contains (self->declared, node->symbol)
           ? g_strconcat (node->symbol->name, rest->str, NULL) : NULL;
}

static gboolean
look_for_change (const IhopNode *node, gpointer data)
{
  gpointer *search = data;
  const Sizes *self = search[0];

  if (node->kind == IHOP_REF
      && (node->symbol->is_global || node->symbol->storage != IHOP_STORAGE_AUTO
          || g_hash_table_contains (self->declared, node->symbol)
          || g_hash_table_contains (self->written, node->symbol)
          || !ihop_defs_is_tame (self->facts, self->function, node->symbol)))
    search[1] = (gpointer) node;
  return search[1] == NULL;
}

/* "sizeof (double[n])" for an n that the loop leaves alone. Caller frees. */
static char *
same_type (const Sizes *self, const IhopNode *node)
{
  g_autoptr (GPtrArray) extents = g_ptr_array_new ();
  gpointer search[2] = { (gpointer) self, NULL };

  ihop_node_extents (node, extents);
  for (guint i = 0; i < extents->len && search[1] == NULL; i++)
    {
      ihop_node_walk (extents->pdata[i], look_for_change, search);
      if (ihop_node_effect (extents->pdata[i]))
        return NULL;
    }
  return search[1] || extents->len == 0 ? NULL : ihop_type_declare (node->argument_type, NULL);
}

static char *
new_name (const Sizes *self, const char *operand)
{
  g_autoptr (GString) base = g_string_new (NULL);

  for (const char *c = operand; g_ascii_isalnum (*c) || *c == '_'; c++)
    g_string_append_c (base, *c);
  g_string_append (base, strchr (operand, '[') ? "_row_size" : "_size");
  for (guint n = 2;; n++)
    {
      if (!ihop_text_has_word (self->tree->source->text, base->str)
          && g_hash_table_add (self->taken, g_strdup (base->str)))
        return g_strdup (base->str);
      g_string_append_printf (base, "_%u", n);
    }
}

static gboolean
look_for_size (const IhopNode *node, gpointer data)
{
  Sizes *self = data;

  if (node->kind != IHOP_SIZEOF || (node->flags & (IHOP_NODE_CONSTANT | IHOP_NODE_RESOLVED)))
    return TRUE;
  g_autofree char *operand = node->child[0] ? same_operand (self, node->child[0]) : same_type (self, node);
  if (operand == NULL)
    return FALSE;
  char *name = g_hash_table_lookup (self->names, operand);
  if (name == NULL)
    {
      name = new_name (self, operand);
      g_autofree char *declaration = ihop_type_declare (node->type, name);
      g_string_append_printf (self->declarations, node->child[0] ? "%s = sizeof %s;\n" : "%s = sizeof (%s);\n",
                              declaration, operand);
      g_hash_table_insert (self->names, g_steal_pointer (&operand), name);
    }
  g_hash_table_insert (self->nodes, (gpointer) node, name);
  return FALSE;
}

static char *
name_instead (const IhopNode *node, gpointer data)
{
  return g_strdup (g_hash_table_lookup (((Sizes *) data)->nodes, node));
}

/* The statement of a list that the loop is or stands in, with the marks in front of it; NULL: none that a
 * declaration can stand before. */
static const IhopNode *
anchor_of (const IhopFunction *function, const IhopNode *loop)
{
  g_autoptr (GPtrArray) path = ihop_node_path (function->body, loop);

  for (guint i = path ? path->len : 0; i-- > 1;)
    {
      const IhopNode *block = path->pdata[i - 1], *anchor = path->pdata[i];
      if (block->kind != IHOP_BLOCK)
        continue;
      if (anchor->kind == IHOP_LABEL || anchor->kind == IHOP_CASE)
        return NULL;
      for (guint k = 0; k < block->n_children; k++)
        {
          guint first = k;
          while (block->child[k] && block->child[k]->kind == IHOP_PRAGMA && k + 1 < block->n_children)
            k++;
          if (block->child[k] == anchor)
            return block->child[first];
        }
      return NULL;
    }
  return NULL;
}

static void
keep_sizes (Sizes *self, IhopEdits *edits)
{
  const IhopNode *anchor = anchor_of (self->function, self->loop);

  if (anchor == NULL || anchor->range.source != self->tree->source
      || self->loop->range.source != self->tree->source)
    return;
  g_autofree char *indent = ihop_source_indent (self->tree->source, anchor->range.begin);
  g_autofree char *below = g_strconcat ("\n", indent, NULL);
  const IhopPrinter printer = { .replace = name_instead, .data = self };
  g_autofree char *text = ihop_print_in_place (self->loop, &printer);
  g_string_replace (self->declarations, "\n", below, 0);
  ihop_edits_insert (edits, anchor->range.begin, self->declarations->str);
  ihop_edits_replace (edits, self->loop->range.begin, self->loop->range.end, text);
}

static void
lift_sizes_of (IhopFacts *facts, const IhopTree *tree, const IhopFunction *function, const IhopNode *loop,
               GHashTable *taken, IhopEdits *edits)
{
  g_autoptr (GHashTable) declared = ihop_defs_declared (loop), written = ihop_defs_written (loop);
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GHashTable) nodes = g_hash_table_new (NULL, NULL);
  g_autoptr (GString) declarations = g_string_new (NULL);
  Sizes self = { facts, tree, function, loop, declared, written, names, taken, nodes, declarations };

  ihop_node_walk (loop, look_for_size, &self);
  if (g_hash_table_size (nodes) > 0)
    keep_sizes (&self, edits);
}

static gboolean
look_for_varying_size (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= node->kind == IHOP_SIZEOF && !(node->flags & IHOP_NODE_CONSTANT);
  return !*found;
}

static void
lift_sizes (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan)
{
  const IhopTree *tree = file->tree;
  g_autoptr (IhopEdits) edits = ihop_edits_new (tree->source);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < tree->functions->len; i++)
    {
      const IhopFunction *function = tree->functions->pdata[i];
      gboolean found = FALSE;
      ihop_node_walk (function->body, look_for_varying_size, &found);
      if (!found)
        continue;
      g_autoptr (GPtrArray) loops = chosen_loops (tree, function, plan);
      for (guint k = 0; k < loops->len; k++)
        lift_sizes_of (ihop_project_facts (project), tree, function, loops->pdata[k], taken, edits);
    }
  if (!ihop_edits_is_empty (edits))
    ihop_project_read_text (project, file, edits);
}

void
ihop_project_lift (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan)
{
  ihop_project_resolve_conditionals (project, file, plan);
  lift_types (project, file, plan);
  ihop_project_settle_names (project, file);
  ihop_project_keep_row_lengths (project, file);
  lift_sizes (project, file, plan);
}
