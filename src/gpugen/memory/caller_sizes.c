/* How much memory a parameter points to, in words of the function that has it.
 *
 * "solve (u, n)" with "u = malloc (n * m * sizeof *u)" in front is n * m elements; in the called function's words these are
 * whatever parameters get n and m. Every call must be in sight and come to the same words, and the numbers must be the same
 * at the call as where the memory was allocated: parameters that nothing changes, and variables that are set once. So may be members
 * of a struct that is passed by value: "solve (u, size)" with "u = malloc (size.bytes)" in front. */
#include "gpugen/memory/caller_sizes.h"
#include "analysis/memory/alias.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/member_values.h"
#include "analysis/memory/member_writes.h"
#include "analysis/memory/pointer_swap.h"
#include "analysis/program/callgraph.h"
#include "ir/expression.h"
#include "gpugen/memory/allocated_size.h"
#include "gpugen/memory/allocator_call.h"
#include "gpugen/memory/pointer_start.h"

enum { MOST_CALLERS = 8, MOST_DEFINITIONS = 4 };

const IhopSymbol *
ihop_caller_sizes_whole (const IhopNode *node)
{
  node = ihop_node_strip (node, TRUE);
  while (node->kind == IHOP_CAST)
    node = ihop_node_strip (node->child[0], TRUE);
  if (node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS)
    {
      node = ihop_node_strip (node->child[0], TRUE);
      while (node->kind == IHOP_INDEX)
        {
          const IhopNode *at = ihop_node_strip (node->child[1], TRUE);
          if (!(at->flags & IHOP_NODE_CONSTANT) || at->integer != 0)
            return NULL;
          node = ihop_node_strip (node->child[0], TRUE);
        }
    }
  return node->kind == IHOP_REF ? node->symbol : NULL;
}

/* ---- in the called function's words ---- */

typedef struct
{
  IhopFacts *facts;
  const IhopFunction *caller, *callee;
  const IhopNode *call;
} Translation;

static const IhopNode *translated (const Translation *self, const IhopNode *node, guint level);

/* A parameter that gets this number and keeps it; NULL: none. */
static const IhopNode *
parameter_for (const Translation *self, const IhopNode *node)
{
  for (guint i = 0; i < self->callee->n_params && i + 1 < self->call->n_children; i++)
    {
      IhopSymbol *parameter = self->callee->params[i];
      const IhopNode *argument = ihop_node_strip (self->call->child[i + 1], TRUE);
      if (ihop_type_is_integer (parameter->type) && ihop_type_is_integer (argument->type)
          && ihop_type_strip (parameter->type)->size >= ihop_type_strip (argument->type)->size
          && ihop_expression_equal (argument, node)
          && !ihop_defs_may_change (self->facts, self->callee, self->callee->body, parameter))
        return ihop_expression_name (ihop_facts_pool (self->facts), parameter);
    }
  return NULL;
}

/* The member of this name of a parameter that is such a struct, which may be declared once more in the callee's file. */
static const IhopNode *
member_of (const Translation *self, IhopSymbol *parameter, const IhopNode *member)
{
  const IhopType *record = ihop_type_strip (parameter->type);
  IhopPool *pool = ihop_facts_pool (self->facts);

  if (!ihop_member_of_same (record, ihop_member_record (member)) || ihop_defs_of (self->facts, self->callee, parameter)->address_taken)
    return NULL;
  for (guint i = 0; i < record->n_fields; i++)
    if (g_str_equal (record->fields[i]->name, member->symbol->name))
      {
        IhopNode *same = ihop_node_new (pool, IHOP_MEMBER, 1);
        same->child[0] = ihop_expression_name (pool, parameter);
        same->symbol = (IhopSymbol *) record->fields[i];
        same->type = record->fields[i]->type;
        return ihop_member_keeps_value (self->facts, self->callee, same) ? same : NULL;
      }
  return NULL;
}

/* "size.bytes" of a struct that is passed as it is; NULL: it is not, or the callee changes what it gets. */
static const IhopNode *
member_passed (const Translation *self, const IhopNode *member)
{
  const IhopSymbol *record = ihop_member_value_struct (self->facts, self->caller, member);

  if (record == NULL || !ihop_type_is_integer (member->type) || !ihop_member_keeps_value (self->facts, self->caller, member))
    return NULL;
  for (guint i = 0; i < self->callee->n_params && i + 1 < self->call->n_children; i++)
    {
      const IhopNode *argument = ihop_node_strip (self->call->child[i + 1], TRUE);
      const IhopNode *same = argument->kind == IHOP_REF && argument->symbol == record ? member_of (self, self->callee->params[i], member) : NULL;
      if (same)
        return same;
    }
  return NULL;
}

/* A variable as what it was set to. */
static const IhopNode *
definition_of (const Translation *self, const IhopSymbol *symbol, guint level)
{
  const IhopNode *value = level < MOST_DEFINITIONS ? ihop_defs_kept_value (self->facts, self->caller, symbol) : NULL;

  return value ? translated (self, value, level + 1) : NULL;
}

static const IhopNode *
translated (const Translation *self, const IhopNode *node, guint level)
{
  IhopPool *pool = ihop_facts_pool (self->facts);
  const IhopNode *parameter = (node->flags & IHOP_NODE_CONSTANT) ? NULL : parameter_for (self, node), *left, *right;

  if (parameter)
    return parameter;
  if ((node->flags & IHOP_NODE_CONSTANT) || ihop_expression_is_number (node, NULL))
    return node->integer >= 0 ? ihop_expression_number (pool, node->integer) : NULL;
  switch (node->kind)
    {
    case IHOP_PAREN: case IHOP_CAST:
      return ihop_type_is_integer (node->type) && ihop_type_is_integer (node->child[0]->type)
                 && ihop_type_strip (node->type)->size >= ihop_type_strip (node->child[0]->type)->size
               ? translated (self, node->child[0], level) : NULL;
    case IHOP_REF:
      return definition_of (self, node->symbol, level);
    case IHOP_MEMBER:
      return member_passed (self, node);
    case IHOP_SIZEOF:
      return node->argument_type && ihop_type_strip (node->argument_type)->size
               ? ihop_expression_number (pool, (gint64) ihop_type_strip (node->argument_type)->size) : NULL;
    case IHOP_BINARY:
      left = translated (self, node->child[0], level);
      right = left ? translated (self, node->child[1], level) : NULL;
      return right && node->op >= IHOP_OP_ADD && node->op <= IHOP_OP_DIV
               ? ihop_expression_binary (pool, node->op, left, right) : NULL;
    default:
      return NULL;
    }
}

const IhopNode *
ihop_caller_sizes_translate (IhopFacts *facts, const IhopCallSite *site, const IhopFunction *callee, const IhopNode *size)
{
  Translation there = { facts, site->caller, callee, site->call };

  return translated (&there, size, 0);
}

/* ---- all calls ---- */

typedef struct
{
  IhopFacts *facts;
  const IhopType *element;
} Sizes;

static const IhopNode *size_behind (const Sizes *self, const IhopFunction *function, const IhopSymbol *parameter, guint depth);

/* In words of the function that has the pointer. */
static const IhopNode *
size_allocated (const Sizes *self, const IhopFunction *function, const IhopSymbol *pointer)
{
  g_autoptr (GPtrArray) calls = ihop_alias_allocations (self->facts, function, pointer);
  const IhopNode *size = NULL;

  if (calls == NULL || !ihop_pointer_is_start (self->facts, function, pointer))
    return NULL;
  for (guint i = 0; i < calls->len; i++)
    {
      const IhopNode *one = ihop_allocated_count (self->facts, function, calls->pdata[i], self->element);
      if (one == NULL || (size && !ihop_expression_equal (size, one)))
        return NULL;
      size = one;
    }
  return size && ihop_defs_keep_values (self->facts, function, size) ? size : NULL;
}

static const IhopNode *
size_passed (const Sizes *self, const IhopFunction *caller, const IhopNode *argument, guint depth)
{
  const IhopSymbol *object = ihop_caller_sizes_whole (argument);

  if (object == NULL)
    return NULL;
  return object->kind == IHOP_SYMBOL_PARAMETER ? size_behind (self, caller, object, depth - 1)
                                               : size_allocated (self, caller, object);
}

/* What all calls pass for a parameter, in the function's parameters. */
static const IhopNode *
size_at_calls (const Sizes *self, const IhopFunction *function, const IhopSymbol *parameter, guint depth)
{
  const IhopCallNode *node = ihop_callgraph_node (self->facts, function);
  const IhopNode *size = NULL;
  guint index = 0;

  while (index < function->n_params && function->params[index] != parameter)
    index++;
  if (depth == 0 || index == function->n_params || node->is_recursive || node->callers->len == 0
      || ihop_callgraph_is_entry (self->facts, function))
    return NULL;
  for (guint i = 0; i < node->callers->len; i++)
    {
      const IhopCallSite *site = node->callers->pdata[i];
      const IhopNode *one = index + 1 < site->call->n_children
                              ? size_passed (self, site->caller, site->call->child[index + 1], depth) : NULL;
      one = one ? ihop_caller_sizes_translate (self->facts, site, function, one) : NULL;
      if (one == NULL || (size && !ihop_expression_equal (size, one)))
        return NULL;
      size = one;
    }
  return size;
}

/* Buffers that change places stay equally large if all of them are at the start. */
static const IhopNode *
size_of_group (const Sizes *self, const IhopFunction *function, const IhopSwappedPointers *group, guint depth)
{
  const IhopNode *size = NULL;

  for (guint i = 0; i < group->variables->len; i++)
    {
      const IhopNode *one = size_at_calls (self, function, group->variables->pdata[i], depth);
      if (one == NULL || (size && !ihop_expression_equal (size, one)))
        return NULL;
      size = one;
    }
  return size;
}

static const IhopNode *
size_behind (const Sizes *self, const IhopFunction *function, const IhopSymbol *parameter, guint depth)
{
  const IhopSwappedPointers *group = ihop_swapped_pointers_of (self->facts, function, parameter);

  if (group)
    return size_of_group (self, function, group, depth);
  return ihop_defs_may_change (self->facts, function, function->body, parameter)
           ? NULL : size_at_calls (self, function, parameter, depth);
}

const IhopNode *
ihop_caller_sizes_find (IhopWork *work, const IhopDeviceVariable *variable)
{
  Sizes self = { work->planner->facts, variable->element };

  return variable->symbol->kind == IHOP_SYMBOL_PARAMETER
           ? size_behind (&self, work->function, variable->symbol, MOST_CALLERS) : NULL;
}
