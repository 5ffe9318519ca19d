#include "transform/storage/unpack_unchanged.h"
#include "analysis/memory/unchanged_value.h"
#include "ir/query.h"

/* "s->a[0]", where s->a[i] is set: a test would only ever say that they overlap. */
static gboolean
is_behind_same (const IhopNode *place, const IhopNode *pointer)
{
  const IhopNode *own = ihop_pointer_behind (place);

  return own && ihop_same_expression (own, pointer);
}

static gboolean
add_risk (const IhopNode *place, const IhopNode *pointer, gpointer data)
{
  if (is_behind_same (place, pointer))
    return FALSE;
  IhopUnpackRisk *risk = g_new0 (IhopUnpackRisk, 1);
  *risk = (IhopUnpackRisk){ place, pointer };
  g_ptr_array_add (data, risk);
  return TRUE;
}

gboolean
ihop_unpack_leaves_unchanged (IhopUnpack *self, const IhopNode *code, const IhopUnpackPath *path,
                              GPtrArray *risks)
{
  return ihop_value_is_unchanged (self->step->facts, self->function, code, path->node, risks ? add_risk : NULL, risks);
}
