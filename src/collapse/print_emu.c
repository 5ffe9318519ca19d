/* NAME_emu.c: the CUDA program over a runtime on the CPU, whose text is pasted in front. */
#include "gpugen/emit/assumption_tests.h"
#include "gpugen/emit/emit.h"
#include "gpugen/emit/host.h"
#include "gpugen/emit/host_file.h"
#include "gpugen/emit/printing.h"
#include "ihop_emu_text.h"
#include <string.h>

#define BYTE_ORDER_MARK "\xef\xbb\xbf" /* in UTF-8 */

static char *
emulated_text (const IhopPlan *plan, const char *name, const IhopEmitOptions *options,
               IhopDiags *diags)
{
  g_autoptr (IhopPrint) print = ihop_printing_new (plan, options, IHOP_DIALECT_EMULATED, diags);
  g_autofree char *about
    = g_strdup_printf ("The CUDA program with its device on the CPU. Compile with: "
                       "gcc -O2 %s_emu.c", name);

  ihop_host_overlaps (print);
  ihop_assumption_tests_of_function (print);
  ihop_host_edit (print);
  ihop_host_file (print, about);
  return print->failed ? NULL : ihop_edits_apply (print->edits, NULL);
}

static void
product_free (gpointer data)
{
  IhopProduct *product = data;

  g_free (product->name);
  g_free (product->text);
  g_free (product);
}

GPtrArray *
ihop_emit_emulated (const IhopPlan *plan, const char *name, const IhopEmitOptions *options,
                    IhopDiags *diags)
{
  GPtrArray *products = g_ptr_array_new_with_free_func (product_free);
  g_autofree char *text = emulated_text (plan, name, options, diags);
  g_autoptr (GString) all = g_string_new (NULL);

  if (text == NULL)
    return products;
  for (guint i = 0; i < G_N_ELEMENTS (ihop_emu_parts); i++)
    g_string_append_len (all, ihop_emu_parts[i], ihop_emu_lengths[i]);
  /* A byte order mark says something at the beginning of a file alone. */
  g_string_append (all, g_str_has_prefix (text, BYTE_ORDER_MARK) ? text + strlen (BYTE_ORDER_MARK) : text);
  IhopProduct *product = g_new0 (IhopProduct, 1);
  product->name = g_strconcat (name, "_emu.c", NULL);
  product->text = g_strdup (all->str);
  g_ptr_array_add (products, product);
  return products;
}
