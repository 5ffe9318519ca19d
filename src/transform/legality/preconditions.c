/* What several steps that change storage have to ask besides. */
#include "transform/legality/preconditions.h"
#include "analysis/memory/definitions.h"
#include "transform/build/refusal.h"

void
ihop_remedy_declared (IhopDiag *diag, const char *loop, const IhopNode *declaration)
{
  for (guint i = 0; i < declaration->n_children; i++)
    {
      const IhopSymbol *symbol = declaration->child[i]->symbol;
      if (ihop_type_is_scalar (symbol->type))
        ihop_diag_code (diag, "scalar-expand %s %s", loop, symbol->name);
      else
        ihop_diag_remedy (diag, "declare %s before the loop, then array-expand %s %s", symbol->name, loop,
                          symbol->name);
    }
}

gboolean
ihop_require_reassociation (IhopTransformStep *step, const IhopHeader *header, const IhopNode *update,
                            const char *name, gboolean reassociate, const char *again)
{
  const IhopNode *where = update->range.source || update->place.source ? update : header->loop;

  if (reassociate)
    ihop_diags_add (step->diags, IHOP_WARNING, IHOP_T_REASSOCIATED,
                    where->range.source ? where->range : where->place,
                    "%s is computed in another order on your word: it may be rounded differently",
                    name);
  else
    ihop_diag_code (ihop_refuse (step, IHOP_T_UNKNOWN, where,
                                   "%s is a floating-point number: in another order it is "
                                   "rounded differently", name),
                      "%s %s %s reassociate", again, header->name->address, name);
  return reassociate;
}

gboolean
ihop_require_stack_size (IhopTransformStep *step, const IhopHeader *header, const IhopType *element)
{
  gint64 trips = ihop_header_most_trips (header);

  if (trips <= 0 || (guint64) trips * element->size <= IHOP_STACK_BYTES)
    return TRUE;
  ihop_diag_code (ihop_refuse (step, IHOP_T_STORAGE, header->loop,
                                 "an array of %ld elements is too large for the stack", (long) trips),
                    "strip-mine %s 1024", header->name->address);
  return FALSE;
}

gboolean
ihop_require_declarable (IhopTransformStep *step, const IhopHeader *header, const IhopType *type)
{
  const IhopFunction *function = header->name->function;
  g_autoptr (GPtrArray) path = ihop_node_path (function->body, header->loop);
  gboolean jumps = ihop_defs_has_labels (step->facts, function);

  for (guint i = 0; path && i < path->len; i++)
    jumps |= ((IhopNode *) path->pdata[i])->kind == IHOP_SWITCH;
  if (!jumps || !ihop_type_is_variable_length (type))
    return TRUE;
  ihop_refuse (step, IHOP_T_SHAPE, header->loop,
               "a jump could lead past the declaration of an array of variable length");
  return FALSE;
}
