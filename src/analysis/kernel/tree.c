/* The shape of a kernel. */
#include "analysis/kernel/kernel.h"
#include <isl/val.h>
#include <string.h>

typedef struct
{
  IhopKernelTree *tree;
  IhopKernelFlaw **flaw;
  guint position;
} Reading;

void
ihop_kernel_flaw_free (IhopKernelFlaw *flaw)
{
  if (flaw == NULL)
    return;
  ihop_message_unref (flaw->message);
  ihop_message_unref (flaw->remedy);
  g_free (flaw);
}

gpointer
ihop_kernel_flaw_set (IhopKernelFlaw **flaw, const IhopNode *node, IhopMessage *message, IhopMessage *remedy)
{
  g_autoptr (IhopMessage) own_message = message;
  g_autoptr (IhopMessage) own_remedy = remedy;

  if (*flaw)
    return NULL;
  *flaw = g_new0 (IhopKernelFlaw, 1);
  (*flaw)->node = node;
  (*flaw)->message = g_steal_pointer (&own_message);
  (*flaw)->remedy = g_steal_pointer (&own_remedy);
  return NULL;
}

/* message and remedy are marked with N_. */
static gboolean
fail (Reading *reading, const IhopNode *node, const char *message, const char *remedy)
{
  ihop_kernel_flaw_set (reading->flaw, node, ihop_message_phrase (message), remedy ? ihop_message_phrase (remedy) : NULL);
  return FALSE;
}

/* A loop that declares what it counts with. */
static IhopSymbol *
own_iterator (const IhopNode *loop)
{
  const IhopNode *init = loop->kind == IHOP_FOR ? loop->child[0] : NULL;

  return init && init->kind == IHOP_DECLARATION && init->n_children == 1 ? init->child[0]->symbol : NULL;
}

/* The statement that a body comes to; NULL: there are several, or none. "mark": what is said of it. */
static const IhopNode *
only_statement (const IhopNode *body, IhopRoleMark *mark)
{
  const IhopNode *only = NULL;

  *mark = (IhopRoleMark){ .role = IHOP_ROLE_NONE };
  if (body->kind != IHOP_BLOCK)
    return body;
  for (guint i = 0; i < body->n_children; i++)
    {
      if (ihop_role_of (body->child[i]).role == IHOP_ROLE_FENCE)
        return NULL;
      if (body->child[i]->kind == IHOP_PRAGMA || body->child[i]->kind == IHOP_EMPTY)
        continue;
      if (only)
        return NULL;
      only = body->child[i];
      *mark = ihop_role_before (body, i);
    }
  return only && only->kind == IHOP_BLOCK && mark->role == IHOP_ROLE_NONE ? only_statement (only, mark) : only;
}

/* Loops of one role in each other, from "loop" inwards. FALSE: more than three, or an axis twice. */
static gboolean
read_band (Reading *reading, const IhopNode *loop, IhopRoleMark mark, IhopSpread *band, guint *n,
           const IhopNode **body)
{
  IhopRole role = mark.role;

  for (*n = 0; loop && mark.role == role; loop = only_statement (*body, &mark))
    {
      for (guint i = 0; i < *n; i++)
        if (band[i].axis == mark.axis)
          return fail (reading, loop, N_ ("two loops in each other are marked with the same axis"), NULL);
      band[*n].loop = loop;
      band[*n].axis = mark.axis;
      band[*n].iterator = loop->kind == IHOP_FOR ? own_iterator (loop) : NULL;
      if (band[*n].iterator == NULL)
        return fail (reading, loop, N_ ("a loop that is marked has to be a for that declares its iterator in its head"),
                     NULL);
      *body = ihop_loop_body (loop);
      (*n)++;
    }
  return TRUE;
}

static gboolean
look_inside (const IhopNode *node, gpointer data)
{
  const IhopNode **found = data;

  if (node->kind == IHOP_PRAGMA && ihop_role_of (node).role != IHOP_ROLE_NONE)
    *found = *found ? *found : node;
  return ihop_kind_is_statement (node->kind);
}

static gboolean
read_nest (Reading *reading, const IhopNode *loop, IhopRoleMark mark, const IhopNode *around)
{
  IhopThreadNest *nest = g_new0 (IhopThreadNest, 1);
  const IhopNode *inside = NULL;

  g_ptr_array_add (reading->tree->nests, nest);
  nest->around = around;
  nest->position = reading->position += 2;
  if (!read_band (reading, loop, mark, nest->loop, &nest->n, &nest->body))
    return FALSE;
  ihop_node_walk (nest->body, look_inside, &inside);
  if (inside && ihop_role_of (inside).role == IHOP_ROLE_FENCE)
    return fail (reading, inside, N_ ("the fence stands in a thread loop: not all threads of the block come there at once"),
                 N_ ("put it between the thread loops"));
  return inside == NULL || fail (reading, inside, N_ ("this mark stands in a thread loop"), N_ ("take it out"));
}

static gboolean
read_arrays (Reading *reading, const IhopNode *declaration, IhopRole memory)
{
  for (guint i = 0; i < declaration->n_children; i++)
    {
      const IhopNode *variable = declaration->child[i];
      const IhopType *type = variable->symbol->type;
      if (variable->symbol->storage != IHOP_STORAGE_AUTO || type->kind != IHOP_TYPE_ARRAY || type->size == 0)
        return fail (reading, variable, N_ ("what is marked with a memory has to be a local array of constant size"), NULL);
      if (reading->tree->grid)
        return fail (reading, variable, N_ ("blocks of a grid have no array together but those in the card's memory"),
                     N_ ("declare it outside of the kernel"));
      if (variable->n_children && variable->child[0])
        return fail (reading, variable, N_ ("an array of a block or of its threads has no first value"),
                     N_ ("set it in a thread loop"));
      IhopKernelArray *array = g_new0 (IhopKernelArray, 1);
      array->symbol = variable->symbol;
      array->declaration = declaration;
      array->memory = memory;
      g_ptr_array_add (reading->tree->arrays, array);
    }
  return TRUE;
}

static gboolean
read_declaration (Reading *reading, const IhopNode *declaration, IhopRole memory)
{
  if (memory == IHOP_ROLE_SHARED || memory == IHOP_ROLE_REGISTERS)
    return read_arrays (reading, declaration, memory);
  for (guint i = 0; i < declaration->n_children; i++)
    {
      const IhopNode *variable = declaration->child[i];
      const IhopNode *value = variable->n_children ? variable->child[0] : NULL;
      if (!ihop_type_is_scalar (variable->symbol->type) || (value && ihop_node_effect (value)))
        return fail (reading, variable, N_ ("what a block declares is a number, or an array with a memory"),
                     N_ ("write \"#pragma ihop shared\" or \"#pragma ihop registers\" in front of it"));
    }
  return TRUE;
}

static gboolean read_uniform (Reading *reading, const IhopNode *node, IhopRoleMark mark, const IhopNode *around);

static gboolean
read_block (Reading *reading, const IhopNode *block, const IhopNode *around)
{
  for (guint i = 0; i < block->n_children; i++)
    {
      const IhopNode *child = block->child[i];
      IhopRole role = ihop_role_of (child).role;
      if (role == IHOP_ROLE_UNKNOWN)
        return fail (reading, child, N_ ("nobody knows this mark"),
                     N_ ("'ihop help' names block, thread, shared, registers "
                         "and fence"));
      if (role == IHOP_ROLE_FENCE)
        {
          IhopFence fence = { child, around, reading->position += 2 };
          g_array_append_val (reading->tree->fences, fence);
        }
      if (child->kind != IHOP_PRAGMA && !read_uniform (reading, child, ihop_role_before (block, i), around))
        return FALSE;
    }
  return TRUE;
}

/* Code that all threads of a block go through together. */
static gboolean
read_uniform (Reading *reading, const IhopNode *node, IhopRoleMark mark, const IhopNode *around)
{
  if (mark.role == IHOP_ROLE_THREAD)
    return read_nest (reading, node, mark, around);
  if (mark.role == IHOP_ROLE_BLOCK)
    return fail (reading, node, N_ ("a block loop stands directly in another one, or is the outermost"), NULL);
  switch (node->kind)
    {
    case IHOP_BLOCK:
      return read_block (reading, node, around);
    case IHOP_DECLARATION:
      return read_declaration (reading, node, mark.role);
    case IHOP_EMPTY:
      return TRUE;
    case IHOP_FOR:
      if (own_iterator (node))
        return read_uniform (reading, node->child[3], (IhopRoleMark){ .role = IHOP_ROLE_NONE }, node);
      return fail (reading, node, N_ ("a loop around thread loops has to declare its iterator in its head"), NULL);
    default:
      return fail (reading, node, N_ ("this statement stands in no thread loop: each thread would run it"),
                   N_ ("bring it into a thread loop"));
    }
}

IhopKernelTree *
ihop_kernel_tree_read (const IhopFunction *function, const IhopNode *loop, IhopKernelFlaw **flaw)
{
  g_autoptr (IhopKernelTree) tree = g_new0 (IhopKernelTree, 1);
  Reading reading = { tree, flaw, 0 };
  IhopRoleMark mark = ihop_role_in (function->body, loop);

  *flaw = NULL;
  tree->function = function;
  tree->nests = g_ptr_array_new_with_free_func (g_free);
  tree->fences = g_array_new (FALSE, FALSE, sizeof (IhopFence));
  tree->arrays = g_ptr_array_new_with_free_func (g_free);
  tree->exchanged = g_hash_table_new (NULL, NULL);
  tree->threads[0] = tree->threads[1] = tree->threads[2] = 1;
  if (mark.role != IHOP_ROLE_BLOCK)
    return ihop_kernel_flaw_set (flaw, loop, ihop_message ("the loop is not marked as one over blocks"), NULL);
  if (!read_band (&reading, loop, mark, tree->block, &tree->n_blocks, &tree->body))
    return NULL;
  if (mark.grid && tree->n_blocks > 1)
    return ihop_kernel_flaw_set (flaw, loop, ihop_message ("a loop that is marked as a grid has no block loops in it"), NULL);
  tree->grid = mark.grid;
  const IhopNode *innermost = tree->block[tree->n_blocks - 1].loop;
  if (!read_uniform (&reading, tree->body, (IhopRoleMark){ .role = IHOP_ROLE_NONE }, innermost))
    return NULL;
  if (tree->nests->len == 0)
    return ihop_kernel_flaw_set (flaw, loop, ihop_message ("no loop inside is marked as one over threads"), NULL);
  return g_steal_pointer (&tree);
}

void
ihop_kernel_tree_free (IhopKernelTree *tree)
{
  if (tree == NULL)
    return;
  g_ptr_array_unref (tree->nests);
  g_array_unref (tree->fences);
  g_ptr_array_unref (tree->arrays);
  g_hash_table_unref (tree->exchanged);
  g_free (tree);
}

const IhopKernelArray *
ihop_kernel_array_of (const IhopKernelTree *tree, const IhopSymbol *symbol)
{
  for (guint i = 0; i < tree->arrays->len; i++)
    if (((const IhopKernelArray *) tree->arrays->pdata[i])->symbol == symbol)
      return tree->arrays->pdata[i];
  return NULL;
}

const IhopSpread *
ihop_thread_nest_spread (const IhopThreadNest *nest, guint axis)
{
  for (guint i = 0; i < nest->n; i++)
    if (nest->loop[i].axis == axis)
      return &nest->loop[i];
  return NULL;
}
