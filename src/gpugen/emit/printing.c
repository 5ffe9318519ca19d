#include "gpugen/emit/printing.h"
#include "gpugen/emit/code_layout.h"
#include "gpugen/emit/emit.h"
#include "gpugen/emit/shape.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/text_words.h"
#include "ir/block_count.h"
#include <string.h>

/* Owners call arrays so, too. */
char *
ihop_printing_free_name (const IhopTree *tree, const char *name)
{
  for (guint i = 0; i < tree->sources->len; i++)
    if (ihop_text_has_name (((const IhopSource *) tree->sources->pdata[i])->text, name))
      {
        g_autofree char *longer = g_strconcat ("launch_", name, NULL);
        return ihop_printing_free_name (tree, longer);
      }
  return g_strdup (name);
}

IhopPrint *
ihop_printing_new (const IhopPlan *plan, const IhopEmitOptions *options, IhopDialect dialect,
                   IhopDiags *diags)
{
  static const IhopEmitOptions none = { 0 };
  IhopPrint *print = g_new0 (IhopPrint, 1);

  print->plan = plan;
  print->options = options ? options : &none;
  print->dialect = dialect;
  print->diags = diags;
  print->grid = ihop_printing_free_name (plan->tree, "grid");
  print->block = ihop_printing_free_name (plan->tree, "block");
  print->layout = ihop_layout_of (plan->tree->source);
  print->edits = ihop_edits_new (plan->tree->source);
  print->shapes = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) ihop_shape_free);
  print->device_functions = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  print->device_globals = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  print->taken = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  print->atomics = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  print->atomics_order = g_ptr_array_new ();
  return print;
}

char *
ihop_printing_blocks (const IhopPrint *print)
{
  return g_strdup_printf ("%s.x * %s.y * %s.z", print->grid, print->grid, print->grid);
}

void
ihop_printing_free (IhopPrint *print)
{
  if (print == NULL)
    return;
  ihop_edits_free (print->edits);
  g_hash_table_unref (print->shapes);
  g_hash_table_unref (print->device_functions);
  g_hash_table_unref (print->device_globals);
  g_hash_table_unref (print->taken);
  g_ptr_array_unref (print->atomics_order);
  g_hash_table_unref (print->atomics);
  g_clear_pointer (&print->named_sizes, g_ptr_array_unref);
  g_free (print->grid);
  g_free (print->block);
  g_free (print);
}

void
ihop_printing_note_sizes (IhopPrint *print, const char *text)
{
  print->helpers |= strstr (text, "ihop_size") ? IHOP_HELPER_SIZE : 0;
  print->helpers |= strstr (text, "ihop_larger") ? IHOP_HELPER_LARGER : 0;
  print->helpers |= strstr (text, IHOP_BLOCK_COUNT) ? IHOP_HELPER_ELEMENTS : 0;
}

const IhopDeviceShape *
ihop_printing_shape (IhopPrint *print, const IhopDeviceVariable *variable)
{
  IhopDeviceShape *shape = g_hash_table_lookup (print->shapes, variable);

  if (shape == NULL)
    {
      shape = ihop_shape_new (variable);
      g_hash_table_insert (print->shapes, (gpointer) variable, shape);
    }
  return shape;
}

void
ihop_printing_refuse_message (IhopPrint *print, IhopRange range, IhopMessage *message)
{
  ihop_diags_add_message (print->diags, IHOP_REFUSED, "IHOP-E001", range, message);
  print->failed = TRUE;
}

void
ihop_printing_remove_lines (IhopPrint *print, IhopRange range)
{
  const char *text = range.source->text;
  gsize begin = range.begin, end = range.end;

  while (begin > 0 && (text[begin - 1] == ' ' || text[begin - 1] == '\t'))
    begin--;
  while (text[end] == ' ' || text[end] == '\t')
    end++;
  if (text[end] != '\n' || (begin > 0 && text[begin - 1] != '\n'))
    {
      ihop_edits_remove (print->edits, range.begin, range.end);
      return;
    }
  end++;
  if (begin > 1 && (text[begin - 2] == '{' || text[begin - 2] == '\n') && text[end] == '\n')
    end++;
  ihop_edits_remove (print->edits, begin, end);
}

gboolean
ihop_printing_keeps (const IhopPrint *print, const IhopDeviceVariable *variable)
{
  return !variable->is_handed && ihop_printing_is_in (print, variable->function)
         && !(print->version && ihop_version_hands (print->version, variable));
}

gboolean
ihop_printing_is_in (const IhopPrint *print, const IhopFunction *function)
{
  return print->version == NULL || print->version->function == function;
}
