/* Functions that kernels call.
 *
 * One that is defined before the kernels in this file and declared nowhere earlier gets
 * "__host__ __device__" in front. For any other (it stands in a header, behind the kernel, or has a
 * prototype, which would have to say the same) the device gets a copy of its own. */
#include "gpugen/printing.h"
#include <string.h>

static gboolean
is_named_before (const IhopSource *source, const IhopFunction *callee)
{
  g_autofree char *before = g_strndup (source->text, callee->range.begin);

  return ihop_text_has_word (before, callee->symbol->name);
}

static gboolean
can_be_marked (const IhopPrint *print, const IhopFunction *callee, const IhopFunction *function)
{
  const IhopSource *source = print->plan->tree->source;

  return callee->in_main_file && callee->range.source == source
         && callee->range.end <= function->range.begin && !is_named_before (source, callee);
}

typedef struct
{
  IhopPrint *print;
} Renaming;

static char *
rename_call (const IhopNode *node, gpointer data)
{
  const Renaming *renaming = data;

  if (node->kind != IHOP_REF)
    return NULL;
  return g_strdup (g_hash_table_lookup (renaming->print->device_functions, node->symbol));
}

static char *
copy_text (IhopPrint *print, const IhopFunction *callee, const char *name)
{
  Renaming renaming = { print };
  IhopPrinter printer = { .replace = rename_call, .data = &renaming, .expand_macros = TRUE,
                          .indent = "" };
  g_autoptr (GPtrArray) params = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *body = ihop_print_node (callee->body, &printer);

  for (guint i = 0; i < callee->n_params; i++)
    g_ptr_array_add (params, ihop_type_declare (callee->params[i]->type, callee->params[i]->name));
  if (params->len == 0)
    g_ptr_array_add (params, g_strdup ("void"));
  g_autofree char *spaced = g_strconcat (name, print->layout.space_call ? " " : "", NULL);
  g_autofree char *list = ihop_text_list (spaced, params, 0);
  g_autofree char *head = ihop_type_declare (callee->symbol->type->target, list);
  return ihop_text_for_cxx (g_strdup_printf ("static __device__ %s\n%s\n\n", head, body));
}

static void
add_copy (IhopPrint *print, GString *out, const IhopFunction *callee)
{
  char *name = g_strconcat (callee->symbol->name, "_device", NULL);

  g_hash_table_insert (print->device_functions, callee->symbol, name);
  g_autofree char *text = copy_text (print, callee, name);
  g_string_append (out, text);
}

char *
ihop_device_functions (IhopPrint *print, const IhopFunction *function)
{
  GString *out = g_string_new (NULL);
  gboolean single = print->dialect == IHOP_DIALECT_CUDA;

  for (guint i = 0; i < print->plan->kernels->len; i++)
    {
      const IhopKernel *kernel = print->plan->kernels->pdata[i];
      for (guint c = kernel->callees ? kernel->callees->len : 0;
           c > 0 && kernel->function == function; c--)
        {
          const IhopFunction *callee = kernel->callees->pdata[c - 1]; /* the called ones first */
          if (print->dialect == IHOP_DIALECT_EMULATED
              || g_hash_table_contains (print->device_functions, callee->symbol))
            continue;
          if (!single || !can_be_marked (print, callee, function))
            {
              add_copy (print, out, callee);
              continue;
            }
          g_hash_table_insert (print->device_functions, callee->symbol,
                               g_strdup (callee->symbol->name));
          ihop_edits_insert (print->edits, callee->range.begin, "__host__ __device__ ");
        }
    }
  return g_string_free (out, FALSE);
}
