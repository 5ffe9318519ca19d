/* Groups of threads as cooperative_groups.h has them: the block, whose "sync" is a barrier, and tiles of a warp. */
#include "prove/model.h"
#include <string.h>

typedef enum
{
  NO_GROUP,
  BLOCK,
  TILE
} Group;

static Group
group_of_type (const IhopType *type)
{
  const IhopType *record = ihop_type_strip (type);

  if (record->kind != IHOP_TYPE_RECORD || record->name == NULL)
    return NO_GROUP;
  return strstr (record->name, "thread_block_tile") ? TILE : g_str_has_suffix (record->name, "thread_block") ? BLOCK : NO_GROUP;
}

/* "block.sync ()", "sync (block)" */
static Group
group_of (const IhopNode *call)
{
  const IhopNode *callee = ihop_node_strip (call->child[0], TRUE);

  if (callee->kind == IHOP_MEMBER)
    return group_of_type (callee->child[0]->type);
  return call->n_children == 2 ? group_of_type (call->child[1]->type) : NO_GROUP;
}

gboolean
prove_walk_group (Walk *walk, const IhopNode *call, const char *name)
{
  Group group = group_of (call);

  for (guint i = 1; i < call->n_children && group != NO_GROUP; i++)
    if (group_of_type (call->child[i]->type) == NO_GROUP)
      prove_walk_expression (walk, call->child[i]);
  if (group == BLOCK && g_str_equal (name, "sync"))
    prove_add_barrier (walk, call);
  else if (group == TILE)
    walk->model->is_ordered_otherwise = TRUE;
  return group != NO_GROUP;
}

static Value *
size_along (const Model *model, guint axis)
{
  return model->shape.block[axis] ? prove_value_number (model, (gint64) model->shape.block[axis]) : prove_value_param (model, PARAM_BLOCK + axis);
}

/* The thread's number in its block: x + (y + z * blockDim.y) * blockDim.x. */
static Value *
rank (const Model *model)
{
  Value *rows = prove_value_dim (model, DIM_THREAD + 1);

  if (model->shape.block[2] != 1)
    rows = prove_value_add (rows, prove_value_multiply (model, prove_value_dim (model, DIM_THREAD + 2), size_along (model, 1)), 1);
  if (model->shape.block[1] == 1 && model->shape.block[2] == 1)
    {
      prove_value_free (rows);
      return prove_value_dim (model, DIM_THREAD);
    }
  return prove_value_add (prove_value_multiply (model, rows, size_along (model, 0)), prove_value_dim (model, DIM_THREAD), 1);
}

static Value *
number_of_threads (const Model *model)
{
  Value *number = size_along (model, 0);

  for (guint axis = 1; axis < 3; axis++)
    number = prove_value_multiply (model, number, size_along (model, axis));
  return number;
}

Value *
prove_group_number (Walk *walk, const IhopNode *call, const char *name)
{
  if (group_of (call) != BLOCK)
    return NULL;
  if (g_str_equal (name, "thread_rank"))
    return rank (walk->model);
  if (g_str_equal (name, "size") || g_str_equal (name, "num_threads") || g_str_equal (name, "group_size"))
    return number_of_threads (walk->model);
  return NULL;
}
