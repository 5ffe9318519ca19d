/* Arrays of new code on the heap. */
#include "transform/build/heap_array.h"
#include "transform/build/body.h"
#include "transform/build/make.h"
#include "transform/build/make_call.h"
#include "transform/build/make_statement.h"
#include "transform/build/make_type.h"
#include "transform/build/refusal.h"

static const IhopType type_memory
  = { .kind = IHOP_TYPE_POINTER, .target = &ihop_type_void, .size = 8, .align = 8 };

gboolean
ihop_require_heap (IhopTransformStep *step, const IhopHeader *header)
{
  if (step->tree->declares_heap)
    return TRUE;
  ihop_diag_remedy (ihop_refuse (step, IHOP_T_SHAPE, header->loop,
                                 "malloc and free may not be declared in this file"),
                    "write #include <stdlib.h> at its top");
  return FALSE;
}

IhopSymbol *
ihop_heap_array (IhopBuild *build, const IhopSymbol *like, const IhopType *row, const char *name)
{
  return ihop_make_variable (build, like, ihop_type_pointer_to (build, row), name);
}

/* "rows * sizeof *array" */
static const IhopNode *
bytes_of (IhopBuild *build, IhopSymbol *array, const IhopNode *rows)
{
  IhopNode *target = ihop_node_new (build->pool, IHOP_UNARY, 1), *size = ihop_node_new (build->pool, IHOP_SIZEOF, 1);

  target->op = IHOP_OP_DEREF;
  target->type = ihop_type_strip (array->type)->target;
  target->child[0] = ihop_make_ref (build, array);
  size->type = &ihop_type_unsigned_long;
  size->child[0] = target;
  if (!ihop_type_is_variable_length (target->type))
    {
      size->flags = IHOP_NODE_CONSTANT;
      size->integer = (gint64) ihop_type_strip (target->type)->size;
    }
  return ihop_make_binary (build, IHOP_OP_MUL, rows, size);
}

void
ihop_heap_append_malloc (IhopBuild *build, const IhopHeader *header, IhopSymbol *array, const IhopNode *rows,
                         gboolean or_abort, GPtrArray *into)
{
  GPtrArray *bytes = g_ptr_array_new ();

  ihop_append (bytes, bytes_of (build, array, rows));
  /* C++, which CUDA is, asks for the cast. */
  const IhopNode *memory = ihop_make_call (build, header->loop, "malloc", &type_memory, bytes);
  ihop_append (into, ihop_make_declaration (build, array, ihop_make_cast (build, array->type, memory)));
  if (!or_abort)
    return;
  const IhopNode *none = ihop_make_not (build, ihop_make_ref (build, array));
  const IhopNode *abort = ihop_make_call (build, header->loop, "abort", &ihop_type_void, g_ptr_array_new ());
  ihop_append (into, ihop_make_if (build, none, ihop_make_statement (build, abort), NULL));
}

void
ihop_heap_append_free (IhopBuild *build, const IhopHeader *header, IhopSymbol *array, GPtrArray *into)
{
  GPtrArray *arguments = g_ptr_array_new ();

  ihop_append (arguments, ihop_make_ref (build, array));
  ihop_append (into, ihop_make_statement (build, ihop_make_call (build, header->loop, "free", &ihop_type_void, arguments)));
}
