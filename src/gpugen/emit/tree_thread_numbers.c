/* A thread's number along an axis, declared once for all loops along it. */
#include "gpugen/emit/tree_thread_numbers.h"
#include "gpugen/plan/plan.h"

typedef struct
{
  const IhopTreeWriter *writer;
  const char *name;
  guint axis;
  gboolean clashes;
} Clash;

static gboolean
is_number_of (const IhopTreeWriter *writer, const IhopSymbol *symbol, guint axis)
{
  for (guint i = 0; i < writer->tree->nests->len; i++)
    {
      const IhopThreadNest *nest = writer->tree->nests->pdata[i];
      for (guint k = 0; k < nest->n; k++)
        if (nest->loop[k].iterator == symbol && nest->loop[k].axis == axis)
          return TRUE;
    }
  return FALSE;
}

static gboolean
look_for_clash (const IhopNode *node, gpointer data)
{
  Clash *clash = data;
  gboolean named = (node->kind == IHOP_VARIABLE || node->kind == IHOP_REF) && node->symbol
                   && g_str_equal (node->symbol->name, clash->name);

  clash->clashes |= named && !is_number_of (clash->writer, node->symbol, clash->axis);
  return !clash->clashes;
}

/* Whether nothing else in the kernel has the name. */
static gboolean
is_free (const IhopTreeWriter *writer, const char *name, guint axis)
{
  Clash clash = { writer, name, axis, FALSE };

  ihop_node_walk (writer->tree->block[0].loop, look_for_clash, &clash);
  for (guint i = 0; i < writer->kernel->params->len; i++)
    clash.clashes |= g_str_equal (((IhopKernelParam *) writer->kernel->params->pdata[i])->symbol->name, name);
  return !clash.clashes;
}

/* What all loops along the axis call the number, or "tx"; NULL: no loop is along it, or not all numbers are plain ints. */
static char *
number_name (const IhopTreeWriter *writer, guint axis)
{
  const char *common = NULL;
  gboolean differ = FALSE;

  for (guint i = 0; i < writer->tree->nests->len; i++)
    {
      const IhopThreadNest *nest = writer->tree->nests->pdata[i];
      for (guint k = 0; k < nest->n; k++)
        {
          const IhopSymbol *iterator = nest->loop[k].iterator;
          const IhopType *type = ihop_type_strip (iterator->type);
          if (nest->loop[k].axis != axis)
            continue;
          if (type->kind != IHOP_TYPE_INTEGER || type->size != 4 || !type->is_signed)
            return NULL;
          differ |= common && !g_str_equal (common, iterator->name);
          common = iterator->name;
        }
    }
  return common == NULL ? NULL : differ ? g_strdup_printf ("t%c", "xyz"[axis]) : g_strdup (common);
}

void
ihop_tree_thread_number_declare (IhopTreeWriter *writer, guint axis, const char *indent)
{
  g_autofree char *name = number_name (writer, axis);

  if (name == NULL || !is_free (writer, name, axis))
    return;
  ihop_tree_line (writer, indent, "const int %s = threadIdx.%c;", name, "xyz"[axis]);
  for (guint i = 0; i < writer->tree->nests->len; i++)
    {
      const IhopThreadNest *nest = writer->tree->nests->pdata[i];
      for (guint k = 0; k < nest->n; k++)
        if (nest->loop[k].axis == axis)
          {
            g_hash_table_add (writer->early, nest->loop[k].iterator);
            g_hash_table_insert (writer->body->names, nest->loop[k].iterator, g_strdup (name));
          }
    }
}
