/* An expression of a called function, in names of its caller. */
#include "gpugen/memory/call_substitution.h"
#include "analysis/memory/function_entry.h"
#include "gpugen/plan/names.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"
#include "ir/expression.h"
#include "ir/query.h"

static const IhopNode *
argument_of (const IhopKernel *call, const IhopSymbol *parameter)
{
  const IhopFunction *function = call->version->function;

  for (guint i = 0; i < function->n_params && i + 1 < call->call->n_children; i++)
    if (function->params[i] == parameter)
      return call->call->child[i + 1];
  return NULL;
}

/* A parameter that keeps its value, by what is passed for it: the same number, which can be said again. */
static const IhopNode *
argument_value (const IhopWork *work, const IhopKernel *call, const IhopSymbol *parameter)
{
  const IhopFunction *function = call->version->function;
  const IhopNode *argument = argument_of (call, parameter);

  if (argument == NULL || ihop_node_effect (argument)
      || ihop_defs_may_change (work->planner->facts, function, function->body, parameter))
    return NULL;
  const IhopNode *bare = ihop_node_unconverted (argument);
  const IhopType *type = ihop_type_strip (parameter->type);
  gboolean is_constant = (bare->flags & argument->flags & IHOP_NODE_CONSTANT) && bare->integer == argument->integer;
  gboolean is_number = ihop_type_is_integer (type)
                       && (is_constant || ihop_type_equal (type, ihop_type_strip (bare->type)));
  gboolean is_object = bare->kind == IHOP_REF && (type->kind == IHOP_TYPE_POINTER || type->kind == IHOP_TYPE_RECORD);
  return is_number || is_object ? bare : NULL;
}

static const IhopNode *said_there (const IhopWork *work, const IhopKernel *call, const IhopNode *size);

/* A number that the callee works out at its start and keeps, "int last = n - 2;": what it works it out from. */
static const IhopNode *
first_value (const IhopWork *work, const IhopKernel *call, const IhopSymbol *symbol)
{
  IhopFacts *facts = work->planner->facts;
  const IhopFunction *function = call->version->function;

  if (!ihop_type_is_integer (symbol->type) || ihop_entry_of (facts, function, symbol) < 0)
    return NULL;
  const IhopNode *value = ihop_node_unconverted (ihop_defs_of (facts, function, symbol)->declaration->child[0]);
  return ihop_type_equal (ihop_type_strip (symbol->type), ihop_type_strip (value->type))
           ? said_there (work, call, value) : NULL;
}

typedef struct
{
  const IhopWork *work;    /* of the caller */
  const IhopKernel *call;
} Substitution;

/* What a name of the callee stands for in the caller; NULL: something else, or nothing. */
static const IhopNode *
name_there (const IhopNode *name, gpointer data)
{
  const Substitution *self = data;
  const IhopFunction *function = self->call->version->function;
  IhopWork callee = { .planner = self->work->planner, .function = function };
  IhopSymbol *symbol = name->symbol;

  if (!ihop_name_is_unique (&callee, symbol))
    return NULL;
  if (symbol->kind == IHOP_SYMBOL_PARAMETER)
    return argument_value (self->work, self->call, symbol);
  if (!symbol->is_global && symbol->storage == IHOP_STORAGE_AUTO)
    return first_value (self->work, self->call, symbol);
  if (!symbol->is_global || !ihop_name_is_unique (self->work, symbol)
      || ihop_defs_may_change (self->work->planner->facts, function, function->body, symbol))
    return NULL;
  return name;
}

/* As things stand when the callee begins. */
static const IhopNode *
said_there (const IhopWork *work, const IhopKernel *call, const IhopNode *size)
{
  Substitution substitution = { work, call };

  return ihop_macros_are_fixed (work, size) ? ihop_expression_exchange (ihop_work_pool (work), size, name_there, &substitution) : NULL;
}

typedef struct
{
  IhopFacts *facts;
  const IhopFunction *callee;
  gboolean changes;
} MemoryRead;

/* "s->n", "n[0]": the callee may set it before it comes to the place that the size is of. */
static gboolean
find_changed (const IhopNode *node, gpointer data)
{
  MemoryRead *self = data;

  if (node->kind == IHOP_MEMBER || node->kind == IHOP_INDEX || (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF))
    self->changes |= ihop_defs_may_change_value (self->facts, self->callee, self->callee->body, node, NULL);
  return !self->changes;
}

const IhopNode *
ihop_call_substitute (const IhopWork *work, const IhopKernel *call, const IhopNode *expression)
{
  MemoryRead memory = { work->planner->facts, call->version->function, FALSE };

  if (expression == NULL)
    return NULL;
  ihop_node_walk (expression, find_changed, &memory);
  return memory.changes ? NULL : said_there (work, call, expression);
}
