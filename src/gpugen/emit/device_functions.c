/* Functions that kernels call.
 *
 * One that is defined in this file and known before the kernel gets "__host__ __device__" in front,
 * and so do its prototypes. For any other (it stands in a header, or the kernels in another file)
 * the device gets a copy of its own, and so it does for one that reads variables outside of functions
 * (device_globals.c), and for one that launches kernels itself where the host calls it. */
#include "gpugen/emit/device_functions.h"
#include "analysis/program/callgraph.h"
#include "gpugen/emit/device_globals.h"
#include "gpugen/emit/flat_parameters.h"
#include "gpugen/emit/kernel_body.h"
#include "gpugen/emit/kernel_params.h"
#include "gpugen/emit/languages.h"
#include "gpugen/emit/overloads.h"
#include "gpugen/emit/printing.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"
#include <string.h>

static gboolean
is_word (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* Whether some function or preprocessor line has this byte. */
static gboolean
is_inside (const IhopTree *tree, gsize at)
{
  for (guint i = 0; i < tree->functions->len; i++)
    {
      const IhopFunction *function = tree->functions->pdata[i];
      if (function->range.source == tree->source && function->range.begin <= at
          && at < function->range.end)
        return TRUE;
    }
  for (guint i = 0; i < tree->directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (tree->directives, IhopDirective, i);
      if (directive->range.begin <= at && at < directive->range.end)
        return TRUE;
    }
  return FALSE;
}

/* Where the declaration that has this byte begins: behind the one before, on a line of its own. */
static gsize
declaration_begin (const IhopTree *tree, gsize at)
{
  const char *text = tree->source->text;
  gsize begin = at;

  while (begin > 0 && !strchr (";}/#\"", text[begin - 1]) && !is_inside (tree, begin - 1))
    begin--;
  while (g_ascii_isspace (text[begin]))
    begin++;
  return begin;
}

/* Prototypes of the function in the main file, of gsize; FALSE if its name stands before the
 * definition in any other way. */
static gboolean
find_prototypes (const IhopTree *tree, const IhopFunction *callee, GArray *begins)
{
  const char *text = tree->source->text, *name = callee->symbol->name;
  gsize length = strlen (name);

  for (gsize at = 0; at + length < callee->range.begin; at++)
    {
      if (strncmp (text + at, name, length) != 0 || is_word (text[at + length])
          || (at > 0 && is_word (text[at - 1])) || is_inside (tree, at))
        continue;
      gsize end = at + strcspn (text + at, ";{");
      gsize begin = declaration_begin (tree, at);
      if (text[end] != ';' || memchr (text + begin, '=', end - begin))
        return FALSE;
      g_array_append_val (begins, begin);
      at = end;
    }
  return TRUE;
}

/* ---- Does the host call it ----------------------------------------------------------- */

typedef struct
{
  const IhopPlan *plan;
  GHashTable *symbols;     /* of IhopSymbol *: functions that the host may call */
  GPtrArray *open;         /* of const IhopFunction *: those among them still to be looked at */
} Calls;

/* A fragment of which no copy stays on the host. */
static gboolean
is_gone (const IhopPlan *plan, const IhopNode *node)
{
  const IhopKernel *kernel = g_hash_table_lookup (plan->kernel_at, node);
  gboolean stays = kernel == NULL || (kernel->conditions && kernel->conditions->len > 0);

  for (guint o = 0; o < plan->overlaps->len && !stays; o++)
    stays = ((const IhopOverlapTest *) plan->overlaps->pdata[o])->function == kernel->function;
  return !stays;
}

static gboolean
visit_call (const IhopNode *node, gpointer data)
{
  Calls *calls = data;
  const IhopFunction *function;

  if (is_gone (calls->plan, node))
    return FALSE;
  if (node->kind == IHOP_REF && node->symbol->kind == IHOP_SYMBOL_FUNCTION
      && g_hash_table_add (calls->symbols, node->symbol)
      && (function = ihop_tree_function_of (calls->plan->tree, node->symbol)))
    g_ptr_array_add (calls->open, (gpointer) function);
  return TRUE;
}

/* Whether only kernels call it, or what only they may call. */
static gboolean
is_device_only (const IhopPlan *plan, const IhopFunction *callee)
{
  g_autoptr (GHashTable) symbols = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) open = g_ptr_array_new ();
  Calls calls = { plan, symbols, open };

  if (callee->symbol->storage != IHOP_STORAGE_STATIC)
    return FALSE;
  for (guint i = 0; i < plan->tree->functions->len; i++)
    if (!ihop_plan_is_callee (plan, plan->tree->functions->pdata[i])
        || ((const IhopFunction *) plan->tree->functions->pdata[i])->symbol->storage
             != IHOP_STORAGE_STATIC)
      g_ptr_array_add (open, plan->tree->functions->pdata[i]);
  while (open->len > 0)
    {
      const IhopFunction *function = g_ptr_array_steal_index (open, open->len - 1);
      ihop_node_walk (function->body, visit_call, &calls);
    }
  return !g_hash_table_contains (symbols, callee->symbol);
}

/* Marks definition and prototypes; FALSE if the function cannot be had this way. */
static gboolean
mark (IhopPrint *print, const IhopFunction *callee, const IhopFunction *function)
{
  const IhopTree *tree = print->plan->tree;
  g_autoptr (GArray) begins = g_array_new (FALSE, FALSE, sizeof (gsize));

  if (!callee->in_main_file || callee->range.source != tree->source
      || !find_prototypes (tree, callee, begins)
      || (callee->range.begin > function->range.begin && begins->len == 0))
    return FALSE;
  const char *words
    = is_device_only (print->plan, callee) ? "__device__ " : "__host__ __device__ ";
  for (guint i = 0; i < begins->len; i++)
    ihop_edits_insert (print->edits, g_array_index (begins, gsize, i), words);
  ihop_edits_insert (print->edits, callee->range.begin, words);
  return TRUE;
}

/* Of a function that only kernels call the host has no use any more; nvcc would warn of it. */
static void
mark_unused (IhopPrint *print, const IhopFunction *callee)
{
  if (callee->in_main_file && callee->range.source == print->plan->tree->source
      && is_device_only (print->plan, callee))
    ihop_edits_insert (print->edits, callee->range.begin, "__attribute__((unused)) ");
}

typedef struct
{
  IhopPrint *print;
  const IhopFunction *callee;
} Renaming;

static char *rename_call (const IhopNode *node, gpointer data);

static char *
argument_text (const IhopNode *node, gpointer data)
{
  IhopPrinter printer = { .replace = rename_call, .data = data, .expand_macros = TRUE };

  return ihop_print_node (node, &printer);
}

static char *
rename_call (const IhopNode *node, gpointer data)
{
  Renaming *renaming = data;

  if (node->kind == IHOP_CALL)
    {
      char *text = ihop_device_globals_call (renaming->print, node, argument_text, data);
      return text || renaming->print->dialect == IHOP_DIALECT_EMULATED
               ? text : ihop_overload_call (renaming->print, node, argument_text, data);
    }
  if (node->kind == IHOP_REF)
    return g_strdup (g_hash_table_lookup (renaming->print->device_functions, node->symbol));
  char *flat = ihop_flat_parameter_text (renaming->callee, node, argument_text, data);
  return flat ? flat : ihop_language_text (node, argument_text, data);
}

static char *
copy_text (IhopPrint *print, const IhopKernel *kernel, const IhopFunction *callee, const char *name)
{
  const GPtrArray *globals = g_hash_table_lookup (print->device_globals, callee->symbol);
  gboolean emulated = print->dialect == IHOP_DIALECT_EMULATED;
  Renaming renaming = { print, callee };
  IhopPrinter printer = { .replace = rename_call, .data = &renaming, .expand_macros = TRUE,
                          .indent = "" };
  g_autoptr (GPtrArray) params = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *body = ihop_print_node (callee->body, &printer);

  for (guint i = 0; i < callee->n_params; i++)
    g_ptr_array_add (params, ihop_parameter_is_flat (callee, callee->params[i])
                               ? ihop_flat_parameter_declare (callee->params[i])
                               : ihop_type_declare (callee->params[i]->type, callee->params[i]->name));
  if (globals)
    ihop_device_globals_declare (print, kernel, globals, params);
  if (params->len == 0)
    g_ptr_array_add (params, g_strdup ("void"));
  g_autofree char *spaced = g_strconcat (name, print->layout.space_call ? " " : "", NULL);
  g_autofree char *list = ihop_text_list (spaced, params, 0);
  g_autofree char *head = ihop_type_declare (callee->symbol->type->target, list);
  char *text = g_strdup_printf ("static %s%s\n%s\n\n", emulated ? "" : "__device__ ", head, body);
  return emulated ? text : ihop_text_for_cxx (text);
}

static void
add_copy (IhopPrint *print, GString *out, const IhopKernel *kernel, const IhopFunction *callee)
{
  char *name = g_strconcat (callee->symbol->name, "_device", NULL);

  g_hash_table_insert (print->device_functions, callee->symbol, name);
  g_autofree char *text = copy_text (print, kernel, callee, name);
  g_string_append (out, text);
}

static gboolean
launches (const IhopPlan *plan, const IhopFunction *callee)
{
  for (guint i = 0; i < plan->kernels->len; i++)
    {
      const IhopFunction *function = ((const IhopKernel *) plan->kernels->pdata[i])->function;
      if (function == callee
          || (plan->facts && ihop_callgraph_reaches (plan->facts, callee, function)))
        return TRUE;
    }
  return FALSE;
}

char *
ihop_device_functions (IhopPrint *print, const IhopFunction *function)
{
  GString *out = g_string_new (NULL);
  gboolean single = print->dialect == IHOP_DIALECT_CUDA;

  for (guint i = 0; i < print->plan->kernels->len; i++)
    {
      const IhopKernel *kernel = print->plan->kernels->pdata[i];
      for (guint c = 0; kernel->callees && c < kernel->callees->len && kernel->function == function;
           c++)
        {
          const IhopFunction *callee = kernel->callees->pdata[c]; /* what it calls stands before it */
          g_autoptr (GPtrArray) globals = ihop_device_globals (kernel, callee);
          gboolean reads = globals->len > 0;
          gboolean apart = reads || launches (print->plan, callee) || ihop_function_has_flat_parameter (callee);
          if ((print->dialect == IHOP_DIALECT_EMULATED && !apart)
              || g_hash_table_contains (print->device_functions, callee->symbol))
            continue;
          if (apart && single)
            mark_unused (print, callee);
          if (reads)
            g_hash_table_insert (print->device_globals, callee->symbol,
                                 g_steal_pointer (&globals));
          if (!apart && single && mark (print, callee, function))
            g_hash_table_insert (print->device_functions, callee->symbol,
                                 g_strdup (callee->symbol->name));
          else
            add_copy (print, out, kernel, callee);
        }
    }
  return g_string_free (out, FALSE);
}
