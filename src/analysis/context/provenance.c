/* Where the value of a parameter comes from. A refutation names values under which two iterations meet; it is worth
 * something only if the program can have them: a caller or the input may give any, but what code has worked out in a
 * way that is not followed may never be what the refutation needs. */
#include "analysis/context/provenance.h"
#include "analysis/memory/constant_variables.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/effects.h"
#include "analysis/memory/lvalue.h"
#include "analysis/program/callgraph.h"
#include "analysis/program/facts_private.h"
#include "analysis/scop/parameters.h"
#include "analysis/scop/reaching_definition.h"

typedef enum
{
  SOURCE_NONE,
  SOURCE_CONSTANT,
  SOURCE_INPUT,              /* what is read, or what code returns that is not seen */
  SOURCE_WORKED_OUT
} Source;

static gboolean
works_out (IhopFacts *facts, const IhopNode *call)
{
  const IhopSymbol *callee = ihop_call_callee (call);

  for (guint i = 1; i < call->n_children; i++)
    if (ihop_type_is_integer (call->child[i]->type) && !(call->child[i]->flags & IHOP_NODE_CONSTANT))
      return TRUE;
  return callee == NULL || ihop_facts_function (facts, callee) != NULL;
}

static int
argument_of (const IhopScop *scop, const IhopSymbol *symbol)
{
  for (guint i = 0; i < scop->function->n_params; i++)
    if (scop->function->params[i] == symbol)
      return (int) i + 1;
  return -1;
}

/* A global variable, or what another function is given. */
static gboolean
is_from_elsewhere (const IhopScop *scop, const IhopSymbol *symbol)
{
  return symbol->is_global || (symbol->kind == IHOP_SYMBOL_PARAMETER && argument_of (scop, symbol) < 0);
}

static gboolean is_input (const IhopScop *scop, const IhopNode *place);

static Source
source_of (const IhopScop *scop, const IhopNode *value)
{
  if (value == NULL)
    return SOURCE_WORKED_OUT;
  if (value->flags & IHOP_NODE_CONSTANT)
    return SOURCE_CONSTANT;
  switch (value->kind)
    {
    case IHOP_PAREN:
    case IHOP_CAST:
      return source_of (scop, value->child[0]);
    case IHOP_CALL:
      return works_out (scop->facts, value) ? SOURCE_WORKED_OUT : SOURCE_INPUT;
    case IHOP_INDEX:
    case IHOP_MEMBER:
      return is_input (scop, value) ? SOURCE_INPUT : SOURCE_WORKED_OUT;
    case IHOP_UNARY:
      return value->op == IHOP_OP_DEREF && is_input (scop, value) ? SOURCE_INPUT : SOURCE_WORKED_OUT;
    case IHOP_REF:
      return is_from_elsewhere (scop, value->symbol) ? SOURCE_INPUT : SOURCE_WORKED_OUT;
    case IHOP_CONDITIONAL:
      return source_of (scop, value->child[1]) == SOURCE_INPUT || source_of (scop, value->child[2]) == SOURCE_INPUT
               ? SOURCE_INPUT : SOURCE_WORKED_OUT;
    default:
      return SOURCE_WORKED_OUT;
    }
}

typedef struct
{
  const IhopScop *scop;
  const IhopSymbol *symbol;
  Source source;             /* of all writes: the last of the list above that one of them has */
} Writes;

static gboolean
is_it (const Writes *writes, const IhopSymbol *symbol)
{
  return symbol && ihop_facts_canonical (writes->scop->facts, symbol)
                      == ihop_facts_canonical (writes->scop->facts, writes->symbol);
}

/* What is not followed may do anything to what it names. */
static gboolean
visit_opaque (const IhopNode *node, gpointer data)
{
  Writes *writes = data;

  if (node->kind == IHOP_REF && is_it (writes, node->symbol))
    writes->source = SOURCE_WORKED_OUT;
  return TRUE;
}

static gboolean
visit_write (const IhopNode *node, gpointer data)
{
  Writes *writes = data;
  const IhopNode *value = NULL;

  if (node->kind == IHOP_OPAQUE || node->kind == IHOP_OPAQUE_EXPR)
    ihop_node_walk (node, visit_opaque, writes);

  if (node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS
      && is_it (writes, ihop_defs_root (node->child[0])))
    writes->source = SOURCE_WORKED_OUT;
  if (!is_it (writes, ihop_defs_target (node)))
    return TRUE;
  if (node->kind == IHOP_VARIABLE)
    value = node->child[0];
  else if (node->kind == IHOP_ASSIGN && node->op == IHOP_OP_NONE)
    value = node->child[1];
  writes->source = MAX (writes->source, source_of (writes->scop, value));
  return TRUE;
}

/* Everything in the project that gives a variable a value; locals are given theirs in their function. */
static Source
source_of_all (IhopScop *scop, const IhopSymbol *symbol)
{
  Writes writes = { scop, symbol, SOURCE_NONE };
  const GPtrArray *functions = ihop_facts_functions (scop->facts), *trees = ihop_facts_trees (scop->facts);

  if (!symbol->is_global)
    {
      ihop_node_walk (scop->function->body, visit_write, &writes);
      return writes.source;
    }
  for (guint i = 0; i < functions->len; i++)
    ihop_node_walk (((const IhopFunction *) functions->pdata[i])->body, visit_write, &writes);
  for (guint i = 0; i < trees->len; i++)
    for (guint k = 0; k < ((const IhopTree *) trees->pdata[i])->global_nodes->len; k++)
      ihop_node_walk (((const IhopTree *) trees->pdata[i])->global_nodes->pdata[k], visit_write, &writes);
  return writes.source;
}

/* ---- callers -------------------------------------------------------------------------------------------------- */

/* The calls of a function that nobody calls whom we do not see; NULL: others may. */
static const GPtrArray *
callers_of (IhopScop *scop)
{
  const IhopCallNode *node = ihop_callgraph_node (scop->facts, scop->function);

  return node && !ihop_callgraph_is_entry (scop->facts, scop->function) ? node->callers : NULL;
}

static const IhopNode *
without_widening (const IhopNode *node)
{
  while (node && !(node->flags & IHOP_NODE_CONSTANT)
         && (node->kind == IHOP_PAREN || (node->kind == IHOP_CAST && ihop_fixed_fits (node->type, 0))))
    node = node->child[0];
  return node;
}

/* A number, or a variable that is set once, to a number, where it is declared. */
static gboolean
number_passed (IhopScop *scop, const IhopCallSite *site, int at, gint64 *number)
{
  const IhopNode *node = at >= 0 && at < (int) site->call->n_children ? without_widening (site->call->child[at]) : NULL;

  if (node && node->kind == IHOP_REF && site->caller && ihop_defs_is_tame (scop->facts, site->caller, node->symbol)
      && ihop_fixed_fits (node->symbol->type, 0))
    {
      const IhopDefs *defs = ihop_defs_of (scop->facts, site->caller, node->symbol);
      node = defs->n_writes == 1 && defs->write->kind == IHOP_VARIABLE ? without_widening (defs->write->child[0]) : NULL;
    }
  if (node == NULL || !(node->flags & IHOP_NODE_CONSTANT) || ABS (node->integer) > G_MAXINT32)
    return FALSE;
  *number = node->integer;
  return ihop_fixed_fits (scop->function->params[at - 1]->type, node->integer);
}

static gboolean
mentions (const IhopNode *node, gpointer data)
{
  gpointer *asked = data;

  if (node->kind == IHOP_REF && node->symbol == asked[0])
    asked[1] = (gpointer) node;
  return asked[1] == NULL;
}

/* A variable of the caller's that no other argument depends on: as free as it is there. */
static gboolean
is_passed_alone (const IhopCallSite *site, int at)
{
  const IhopNode *node = at < (int) site->call->n_children ? ihop_node_strip (site->call->child[at], TRUE) : NULL;

  while (node && (node->kind == IHOP_PAREN || node->kind == IHOP_CAST))
    node = node->child[0];
  if (node == NULL || node->kind != IHOP_REF)
    return node && (node->kind == IHOP_MEMBER || node->kind == IHOP_INDEX || node->kind == IHOP_CALL);
  for (guint i = 1; i < site->call->n_children; i++)
    {
      gpointer asked[2] = { node->symbol, NULL };
      if ((int) i == at)
        continue;
      if (ihop_type_is_integer (site->call->child[i]->type))
        ihop_node_walk (site->call->child[i], mentions, asked);
      if (asked[1])
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_given_freely (IhopScop *scop, const IhopSymbol *symbol)
{
  const GPtrArray *callers = callers_of (scop);
  int at = argument_of (scop, symbol);
  gint64 number;

  if (callers == NULL || at < 0)
    return TRUE;
  for (guint i = 0; i < callers->len; i++)
    if (is_passed_alone (callers->pdata[i], at) || number_passed (scop, callers->pdata[i], at, &number))
      return TRUE;
  return FALSE;
}

static gboolean
is_as_at_entry (IhopScop *scop, const IhopSymbol *symbol)
{
  return symbol->kind == IHOP_SYMBOL_PARAMETER && ihop_defs_is_tame (scop->facts, scop->function, symbol)
         && ihop_reaching_definition (scop, symbol).from_entry;
}

/* What one call passes. */
static isl_set *
passed_by (IhopScop *scop, const IhopCallSite *site)
{
  isl_set *all = isl_set_universe (isl_space_copy (scop->space));
  gint64 number;

  for (guint i = 0; i < scop->params->len; i++)
    {
      const IhopSymbol *symbol = ((const IhopParameter *) scop->params->pdata[i])->symbol;
      if (symbol && is_as_at_entry (scop, symbol)
          && number_passed (scop, site, argument_of (scop, symbol), &number))
        all = isl_set_intersect (all, ihop_param_equals (scop, i, number));
    }
  return all;
}

/* ---- variables that nothing changes ------------------------------------------------------------------------- */

static const IhopNode *
declaration_of (const IhopScop *scop, const IhopSymbol *symbol)
{
  if (symbol->is_global)
    return ihop_fixed_declaration (scop->facts, symbol);
  return ihop_defs_of (scop->facts, scop->function, symbol)->declaration;
}

gboolean
ihop_context_is_input (const IhopScop *scop, const IhopNode *value)
{
  return source_of (scop, value) == SOURCE_INPUT;
}

gboolean
ihop_context_is_given (IhopScop *scop, const IhopSymbol *symbol)
{
  const GPtrArray *callers = callers_of (scop);
  int at = argument_of (scop, symbol);
  gint64 number;

  if (symbol->is_global)
    return ihop_fixed_numbers (scop->facts, symbol) == NULL;
  for (guint i = 0; callers && at >= 0 && i < callers->len; i++)
    if (!number_passed (scop, callers->pdata[i], at, &number))
      return TRUE;
  return callers == NULL || at < 0;
}

static isl_set *
work_out (IhopScop *scop)
{
  const GPtrArray *callers = callers_of (scop);
  isl_set *all = callers ? isl_set_empty (isl_space_copy (scop->space))
                         : isl_set_universe (isl_space_copy (scop->space));

  for (guint i = 0; callers && i < callers->len; i++)
    all = isl_set_union (all, passed_by (scop, callers->pdata[i]));
  for (guint i = 0; i < scop->params->len; i++)
    {
      const IhopSymbol *symbol = ((const IhopParameter *) scop->params->pdata[i])->symbol;
      const GArray *numbers = symbol ? ihop_fixed_numbers (scop->facts, symbol) : NULL;
      if (numbers)
        all = isl_set_intersect (all, ihop_param_one_of (scop, i, numbers));
    }
  return isl_set_coalesce (all);
}

isl_set *
ihop_context_of_callers (IhopScop *scop)
{
  if (scop->callers == NULL)
    scop->callers = work_out (scop);
  return isl_set_copy (scop->callers);
}

/* ---- parameters ----------------------------------------------------------------------------------------------- */

gboolean
ihop_context_is_free (IhopScop *scop, const IhopSymbol *symbol)
{
  if (symbol->is_global || symbol->storage == IHOP_STORAGE_STATIC)
    return source_of_all (scop, symbol) != SOURCE_WORKED_OUT;
  return symbol->kind != IHOP_SYMBOL_PARAMETER || is_given_freely (scop, symbol);
}

gboolean
ihop_context_is_passed (IhopScop *scop, const IhopSymbol *symbol, guint call, gint64 *number)
{
  const GPtrArray *callers = symbol->kind == IHOP_SYMBOL_PARAMETER ? callers_of (scop) : NULL;

  return callers && callers->len
         && number_passed (scop, callers->pdata[call % callers->len], argument_of (scop, symbol), number);
}

static gboolean
is_free_symbol (IhopScop *scop, const IhopSymbol *symbol)
{
  IhopReachingDefinition definition;
  Source source;

  if (!ihop_defs_is_tame (scop->facts, scop->function, symbol))
    return source_of_all (scop, symbol) != SOURCE_WORKED_OUT;
  definition = ihop_reaching_definition (scop, symbol);
  if (definition.from_entry)
    return symbol->kind != IHOP_SYMBOL_PARAMETER || is_given_freely (scop, symbol);
  source = definition.value ? source_of (scop, definition.value) : source_of_all (scop, symbol);
  return source == SOURCE_INPUT;
}

/* Whether an array or struct holds what its declaration says, or what the function itself gives it. */
static gboolean
is_filled_here (const IhopScop *scop, const IhopSymbol *root)
{
  const IhopType *type = ihop_type_strip (root->type);
  const IhopNode *declaration;

  if (root->kind != IHOP_SYMBOL_VARIABLE || (type->kind != IHOP_TYPE_ARRAY && type->kind != IHOP_TYPE_RECORD)
      || (root->is_global && !ihop_fixed_is_const (root->type)))
    return FALSE;
  declaration = declaration_of (scop, root);
  return declaration == NULL || declaration->child[0] == NULL || declaration->child[0]->kind == IHOP_INIT_LIST;
}

/* A place in memory that the function only reads, whichever element it is. */
static gboolean
is_input (const IhopScop *scop, const IhopNode *place)
{
  const IhopSymbol *root = ihop_defs_root (place);

  return root && !is_filled_here (scop, root)
         && !(ihop_touch_of (scop->facts, scop->function, scop->function->body, root)
              & (IHOP_TOUCH_WRITE | IHOP_TOUCH_REBIND | IHOP_TOUCH_FREE));
}

gboolean
ihop_param_is_free (IhopScop *scop, guint number)
{
  const IhopParameter *param = scop->params->pdata[number];

  for (guint i = 0; i < param->n_factors; i++)
    if (!ihop_param_is_free (scop, (guint) param->factor[i]))
      return FALSE;
  /* What is worked out of others has any value that they give it, and is asked about with them. */
  if (param->n_factors || param->is_defined)
    return TRUE;
  if (param->loop)
    return param->is_followed;
  if (param->node)
    return !param->is_derived && is_input (scop, param->node);
  return is_free_symbol (scop, param->symbol);
}
