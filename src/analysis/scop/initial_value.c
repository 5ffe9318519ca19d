#include "analysis/scop/initial_value.h"
#include "analysis/scop/evaluate.h"
#include "analysis/scop/parameters.h"
#include "analysis/scop/reaching_definition.h"
#include "analysis/scop/reference.h"

/* The value is read as one of the variable's type. */
static gboolean
is_stable_since (IhopScop *scop, const IhopSymbol *symbol, const IhopReachingDefinition *definition)
{
  const IhopNode *value = definition->value;
  gboolean is_pointer = ihop_type_strip (symbol->type)->kind == IHOP_TYPE_POINTER;

  if (value == NULL)
    return FALSE;
  if (ihop_type_strip (symbol->type)->kind == IHOP_TYPE_INTEGER && !(value->flags & IHOP_NODE_CONSTANT)
      && (!ihop_type_is_integer (value->type)
          || ihop_type_strip (value->type)->size != ihop_type_strip (symbol->type)->size
          || !ihop_type_strip (value->type)->is_signed))
    return FALSE;
  return ihop_reaching_definition_is_stable (scop, definition, symbol, is_pointer);
}

void
ihop_initial_value (IhopWalk *walk, const IhopSymbol *symbol, IhopValue **value,
                        IhopRef **pointer, const IhopNode **first)
{
  IhopScop *scop = walk->scop;
  gboolean is_pointer = ihop_type_strip (symbol->type)->kind == IHOP_TYPE_POINTER;
  gboolean quiet = walk->quiet;
  IhopReachingDefinition definition = ihop_reaching_definition (scop, symbol);

  walk->nesting++;
  walk->quiet = TRUE;
  if (is_stable_since (scop, symbol, &definition) && is_pointer)
    *pointer = ihop_ref_pointer (walk, definition.value);
  else if (is_stable_since (scop, symbol, &definition))
    *value = ihop_value_of (walk, definition.value);
  walk->nesting--;
  walk->quiet = quiet;
  if (*pointer && ihop_ref_is_loaded (*pointer))
    g_clear_pointer (pointer, ihop_ref_free);
  *first = *value || *pointer ? definition.value : NULL;
  if (*first)
    return;
  if (is_pointer)
    {
      *pointer = ihop_ref_behind (walk, symbol);
      return;
    }

  *value = ihop_value_new (ihop_param_affine (scop, ihop_param_symbol (scop, symbol), walk->depth));
}
