/* Arrays in registers: a thread uses its own elements only. */
#include "analysis/kernel/races.h"

/* The name under a chain of subscripts, with these. */
static const IhopNode *
subscripts_of (const IhopNode *node, GPtrArray *subscripts)
{
  for (; node->kind == IHOP_INDEX; node = ihop_node_strip (node->child[0], TRUE))
    g_ptr_array_insert (subscripts, 0, (gpointer) ihop_node_strip (node->child[1], TRUE));
  return node;
}

static gboolean
is_own_number (const IhopNode *subscript, const IhopSpread *spread)
{
  return subscript->kind == IHOP_REF && subscript->symbol == spread->iterator;
}

/* The first who uses it says along which axes it is spread: those of all loops around, in the order of the subscripts. */
static void
learn_axes (IhopKernelArray *array, const IhopThreadNest *nest, const GPtrArray *subscripts)
{
  for (guint i = 0; i < subscripts->len && i < nest->n; i++)
    for (guint k = 0; k < nest->n; k++)
      if (is_own_number (subscripts->pdata[i], &nest->loop[k]))
        {
          array->own[i] = nest->loop[k].axis;
          array->n_own = i + 1;
        }
}

static gboolean
is_own_element (IhopKernelArray *array, const IhopThreadNest *nest, const IhopNode *node, guint rank)
{
  g_autoptr (GPtrArray) subscripts = g_ptr_array_new ();

  if (subscripts_of (node, subscripts)->symbol != array->symbol || subscripts->len != rank)
    return FALSE;
  if (array->n_own == 0)
    learn_axes (array, nest, subscripts);
  if (array->n_own != nest->n)
    return FALSE;
  for (guint i = 0; i < array->n_own; i++)
    {
      const IhopSpread *spread = ihop_thread_nest_spread (nest, array->own[i]);
      if (spread == NULL || !is_own_number (subscripts->pdata[i], spread))
        return FALSE;
    }
  return TRUE;
}

typedef struct
{
  IhopRaces *races;
  const IhopThreadNest *nest;
} Uses;

static gboolean
check_register_use (const IhopNode *node, gpointer data)
{
  Uses *uses = data;
  const IhopNode *base = node;
  guint rank = 0;

  for (; base->kind == IHOP_INDEX; base = ihop_node_strip (base->child[0], TRUE))
    rank++;
  if (base->kind != IHOP_REF)
    return TRUE;
  IhopKernelArray *array = (IhopKernelArray *) ihop_kernel_array_of (uses->races->tree, base->symbol);
  if (array == NULL || array->memory != IHOP_ROLE_REGISTERS)
    return TRUE;
  guint full = 0;
  for (const IhopType *type = array->symbol->type; type->kind == IHOP_TYPE_ARRAY; type = ihop_type_strip (type->target))
    full++;
  if (uses->nest == NULL || rank != full || !is_own_element (array, uses->nest, node, rank))
    {
      ihop_races_flaw (uses->races, node, NULL, "%s is one a thread: its first subscripts have to be the numbers of the "
                       "thread that uses it, by all its loops", array->symbol->name);
      return FALSE;
    }
  for (const IhopNode *at = node; at->kind == IHOP_INDEX; at = ihop_node_strip (at->child[0], TRUE))
    ihop_node_walk (at->child[1], check_register_use, uses);
  return FALSE; /* the name below has been seen */
}

/* Between thread loops nobody has registers, not even their address. */
static gboolean
check_uniform_use (const IhopNode *node, gpointer data)
{
  Uses *uses = data;

  for (guint i = 0; i < uses->races->tree->nests->len; i++)
    if (((const IhopThreadNest *) uses->races->tree->nests->pdata[i])->loop[0].loop == node)
      return FALSE;
  return check_register_use (node, data);
}

gboolean
ihop_races_check_registers (IhopRaces *races)
{
  Uses uniform = { races, NULL };

  ihop_node_walk (races->tree->body, check_uniform_use, &uniform);
  for (guint i = 0; i < races->tree->nests->len && *races->flaw == NULL; i++)
    {
      const IhopThreadNest *nest = races->tree->nests->pdata[i];
      Uses uses = { races, nest };
      ihop_node_walk (nest->loop[0].loop, check_register_use, &uses);
    }
  return *races->flaw == NULL;
}
