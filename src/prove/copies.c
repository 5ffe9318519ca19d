/* memcpy and memset: each element that they touch is an iteration of a loop that the text does not show. */
#include "prove/model.h"
#include <string.h>

/* The loop: as many iterations as elements of so many bytes begin within "bytes", and within "more" behind. Takes bytes. */
static void
enter_elements (Walk *walk, const IhopNode *call, isl_pw_aff *bytes, guint64 unit, guint64 more)
{
  guint dim = DIM_TRIP + walk->where.depth;
  isl_pw_aff *trip = prove_value_affine (prove_value_dim (walk->model, dim));
  isl_pw_aff *begin = isl_pw_aff_scale_val (trip, isl_val_int_from_ui (walk->model->ctx, unit));

  walk->where.loop[walk->where.depth++] = (Loop){ call, walk->model->serial++ };
  bytes = isl_pw_aff_add (bytes, prove_number (walk->model, (gint64) more));
  walk->domain = isl_set_lower_bound_si (isl_set_eliminate (walk->domain, isl_dim_set, dim, 1), isl_dim_set, dim, 0);
  walk->domain = isl_set_intersect (walk->domain, isl_pw_aff_lt_set (begin, bytes));
}

/* Bytes that are 0 are an element that is 0, which is a constant that others may store, too; NULL: it is no such. */
static const IhopNode *
stored_by (const IhopNode *call)
{
  const IhopNode *value = ihop_node_strip (call->child[2], TRUE);

  return value->kind == IHOP_INTEGER && value->integer == 0 ? value : NULL;
}

static void
access_elements (Walk *walk, const IhopNode *call, const IhopNode *pointer, const IhopSymbol *array, const Value *offset,
                 isl_pw_aff *bytes, gboolean is_write)
{
  guint dim = DIM_TRIP + walk->where.depth;
  guint64 unit = prove_unit (array->type), own = prove_unit (pointer->type);
  gboolean is_exact = walk->is_exact, is_aligned = own == unit;
  IhopMessage *why = ihop_message_ref (walk->why);
  isl_set *all = isl_set_copy (walk->domain);

  /* Behind a member's address the last element may begin after fewer bytes. */
  enter_elements (walk, call, bytes, unit, is_aligned ? 0 : unit - 1);
  if (!is_aligned)
    prove_walk_maybe (walk, ihop_message ("it may be a part of an element"));
  Value *moved = offset ? prove_value_add (prove_value_copy (offset), prove_value_dim (walk->model, dim), 1) : NULL;
  prove_access_of (walk, call, array, moved, is_write, is_write && is_aligned ? stored_by (call) : NULL);
  isl_set_free (walk->domain);
  walk->domain = all;
  walk->where.depth--;
  walk->is_exact = is_exact;
  ihop_message_unref (walk->why);
  walk->why = why;
}

/* What is behind one of the addresses; FALSE: it is not followed. */
static gboolean
walk_memory (Walk *walk, const IhopNode *call, const IhopNode *argument, gboolean is_write)
{
  const IhopNode *pointer = ihop_node_strip (argument, TRUE);
  IhopTypeKind kind = ihop_type_strip (pointer->type)->kind;
  const IhopSymbol *array;
  Value *offset;

  if ((kind != IHOP_TYPE_POINTER && kind != IHOP_TYPE_ARRAY) || !prove_pointer (walk, pointer, &array, &offset))
    return FALSE;
  isl_pw_aff *bytes = array ? prove_value_affine (prove_evaluate (walk, call->child[3])) : NULL;
  if (array && bytes && prove_unit (array->type) > 0)
    access_elements (walk, call, pointer, array, offset, bytes, is_write);
  else
    isl_pw_aff_free (bytes);
  prove_value_free (offset);
  return array == NULL || bytes;
}

/* FALSE: it is none of these, or not followed. */
gboolean
prove_walk_copy (Walk *walk, const IhopNode *call, const char *name)
{
  static const char *const copies[] = { "memcpy", "__builtin_memcpy", NULL };
  static const char *const sets[] = { "memset", "__builtin_memset", NULL };
  gboolean is_copy = g_strv_contains (copies, name);

  if ((!is_copy && !g_strv_contains (sets, name)) || call->n_children != 4 || walk->where.depth == MOST_LOOPS)
    return FALSE;
  return (!is_copy || walk_memory (walk, call, call->child[2], FALSE)) && walk_memory (walk, call, call->child[1], TRUE);
}
