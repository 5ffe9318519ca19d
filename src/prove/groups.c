/* Groups of threads as cooperative_groups.h has them: the block and the grid, whose "sync" is a barrier, and tiles of a warp. */
#include "prove/model.h"
#include <string.h>

typedef enum
{
  NO_GROUP,
  BLOCK,
  GRID,
  TILE
} Group;

static Group
group_of_type (const IhopType *type)
{
  const IhopType *record = ihop_type_strip (type);

  if (record->kind != IHOP_TYPE_RECORD || record->name == NULL)
    return NO_GROUP;
  if (g_str_has_suffix (record->name, "grid_group"))
    return GRID;
  return strstr (record->name, "thread_block_tile") ? TILE : g_str_has_suffix (record->name, "thread_block") ? BLOCK : NO_GROUP;
}

/* What the group is in "block.sync ()" and "sync (block)"; NULL: there is none. */
static const IhopType *
type_of_group (const IhopNode *call)
{
  const IhopNode *callee = ihop_node_strip (call->child[0], TRUE);

  if (callee->kind == IHOP_MEMBER)
    return callee->child[0]->type;
  return call->n_children == 2 ? call->child[1]->type : NULL;
}

static Group
group_of (const IhopNode *call)
{
  const IhopType *type = type_of_group (call);

  return type ? group_of_type (type) : NO_GROUP;
}

gboolean
prove_is_grid_barrier (const IhopNode *call)
{
  return call->kind == IHOP_CALL && group_of (call) == GRID;
}

/* "thread_block_tile<16>"; 0: its size is not known, or it is of several warps. */
static guint
size_of_tile (const IhopNode *call)
{
  const char *size = strchr (ihop_type_strip (type_of_group (call))->name, '<');
  guint64 number = size ? g_ascii_strtoull (size + 1, NULL, 10) : 0;

  return number <= THREADS_OF_WARP && (number & (number - 1)) == 0 ? (guint) number : 0;
}

static void
walk_tile (Walk *walk, const IhopNode *call, const char *name)
{
  guint size = size_of_tile (call);

  if (size && g_str_equal (name, "sync"))
    prove_add_barrier_of (walk, call, size, NULL);
  else if (size == 0)
    walk->model->is_ordered_otherwise = TRUE;
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
  else if (group == GRID && g_str_equal (name, "sync"))
    prove_add_barrier (walk, call)->is_grid = TRUE;
  else if (group == TILE)
    walk_tile (walk, call, name);
  return group != NO_GROUP;
}

static Value *
size_along (const Model *model, guint axis)
{
  return model->shape.block[axis] ? prove_value_number (model, (gint64) model->shape.block[axis]) : prove_value_param (model, PARAM_BLOCK + axis);
}

/* x + (y + z * blockDim.y) * blockDim.x */
Value *
prove_rank (const Model *model)
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

static gboolean
asks_for_size (const char *name)
{
  return g_str_equal (name, "size") || g_str_equal (name, "num_threads") || g_str_equal (name, "group_size");
}

/* What a tile of so many threads says. */
static Value *
tile_number (Walk *walk, guint size, const char *name)
{
  gboolean is_rank = g_str_equal (name, "thread_rank"), is_tile = g_str_equal (name, "meta_group_rank");

  if (asks_for_size (name))
    return prove_value_number (walk->model, size);
  isl_pw_aff *rank = is_rank || is_tile ? prove_value_affine (prove_rank (walk->model)) : NULL;
  isl_val *n = rank ? isl_val_int_from_ui (walk->model->ctx, size) : NULL;
  if (rank == NULL)
    return NULL;
  return prove_value_new (is_rank ? isl_pw_aff_mod_val (rank, n) : isl_pw_aff_floor (isl_pw_aff_scale_down_val (rank, n)));
}

Value *
prove_group_number (Walk *walk, const IhopNode *call, const char *name)
{
  Group group = group_of (call);

  if (group == TILE && size_of_tile (call))
    return tile_number (walk, size_of_tile (call), name);
  if (group != BLOCK)
    return NULL;
  if (g_str_equal (name, "thread_rank"))
    return prove_rank (walk->model);
  return asks_for_size (name) ? number_of_threads (walk->model) : NULL;
}
