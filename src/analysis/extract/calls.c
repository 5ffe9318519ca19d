/* Calls: what they may read and write, by the summary of the function called. */
#include "analysis/extract/calls.h"
#include "analysis/extract/record.h"
#include "analysis/extract/statement_walk.h"
#include "analysis/memory/effects.h"
#include "analysis/program/facts_private.h"
#include "analysis/program/library_effects.h"
#include "analysis/scop/reference.h"

/* Summaries name a variable by the declarations of all files: the one that this file has is enough, and what else stands in the scop
 * names that one. */
static void
global_effects (IhopWalk *walk, const IhopNode *call, GHashTable *globals, gboolean is_write)
{
  if (globals == NULL)
    return;
  g_autoptr (GPtrArray) symbols = ihop_symbols_in_order (globals);

  for (guint i = 0; i < symbols->len; i++)
    {
      if (!ihop_facts_is_known_by (walk->scop->facts, symbols->pdata[i], walk->scop->function))
        continue;
      IhopRef *ref = ihop_ref_new (symbols->pdata[i]);
      /* A global pointer: what it points to is named by the summary of parameters, if at all;
       * here it is the variable and, to be sure, what is behind it. */
      if (ihop_type_holds_pointer (ref->type))
        ihop_obstacle (walk->scop, "IHOP-D004", call, NULL,
                       "the call uses the global %s, which holds a pointer", ref->root->name);
      if (!ihop_type_is_scalar (ref->type))
        ihop_ref_add_step (ref, IHOP_STEP_ANY, NULL, ref->type);
      ihop_record (walk, ref, call, is_write, IHOP_MAY_CALL);
    }
}

typedef struct
{
  const IhopSymbol *param;
  gboolean only_first;
} First;

/* Uses of the parameter as *p, p->x and p[0] leave only its first element touched. */
static gboolean
visit_first (const IhopNode *node, gpointer data)
{
  First *self = data;
  const IhopNode *base = NULL;

  if (node->kind == IHOP_REF && node->symbol == self->param)
    self->only_first = FALSE;
  if ((node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF)
      || (node->kind == IHOP_MEMBER && node->flags & IHOP_NODE_ARROW)
      || (node->kind == IHOP_INDEX && node->child[1]->flags & IHOP_NODE_CONSTANT
          && node->child[1]->integer == 0))
    base = ihop_node_strip (node->child[0], TRUE);
  if (base && base->kind == IHOP_REF && base->symbol == self->param)
    return FALSE;
  return self->only_first;
}

static gboolean
touches_only_first (IhopScop *scop, const IhopNode *callee, guint argument)
{
  const IhopFunction *function
    = callee->kind == IHOP_REF ? ihop_facts_function (scop->facts, callee->symbol) : NULL;

  if (function == NULL || argument >= function->n_params)
    return FALSE;

  First self = { function->params[argument], TRUE };

  ihop_node_walk (function->body, visit_first, &self);
  return self.only_first;
}

/* "next (&seed[i][j])", of a function that only touches the first element, means seed[i][j]: that stays in its row, as subscripts do. */
static IhopRef *
memory_passed (IhopWalk *walk, const IhopNode *argument, gboolean only_first)
{
  const IhopNode *plain = ihop_node_strip (argument, TRUE);
  gboolean is_element = only_first && plain->kind == IHOP_UNARY && plain->op == IHOP_OP_ADDRESS;

  return is_element ? ihop_ref_of (walk, ihop_node_strip (plain->child[0], TRUE)) : ihop_ref_pointer (walk, argument);
}

static void
pointer_argument (IhopWalk *walk, const IhopNode *call, guint number, IhopParamEffect effect)
{
  const IhopNode *argument = call->child[number + 1];
  const IhopNode *callee = ihop_node_strip (call->child[0], TRUE);
  const IhopType *type = ihop_type_strip (argument->type);

  if (effect & (IHOP_EFFECT_KEEPS | IHOP_EFFECT_FREES))
    ihop_obstacle (walk->scop, "IHOP-D004", call, NULL,
                   "the called function keeps or frees a pointer it is given");
  if (effect & IHOP_EFFECT_FOLLOWS)
    ihop_obstacle (walk->scop, "IHOP-D004", call, NULL,
                   "the called function works in memory behind pointers that it is given");
  if (!(effect & (IHOP_EFFECT_READS | IHOP_EFFECT_WRITES)))
    return;
  walk->why = IHOP_MAY_NOT;
  walk->why_node = NULL;

  gboolean first = touches_only_first (walk->scop, callee, number);
  IhopRef *ref = memory_passed (walk, argument, first);

  if (ref == NULL || (type->target && ihop_type_holds_pointer (ref->type)))
    {
      ihop_ref_free (ref);
      ihop_obstacle (walk->scop, "IHOP-D004", call, NULL,
                     "it is not known what memory argument %u of the call gives access to",
                     number + 1);
      return;
    }

  guint last = ref->steps->len;
  IhopStep *step = last ? &g_array_index (ref->steps, IhopStep, last - 1) : NULL;

  /* The callee may move the pointer through the row it was given, not out of it. */
  if (!first && step && (step->kind == IHOP_STEP_SUBSCRIPT || step->kind == IHOP_STEP_DEREF))
    {
      for (guint i = step->is_flat ? 0 : last - 1; i < last; i++)
        ihop_step_forget (&g_array_index (ref->steps, IhopStep, i));
    }
  if (effect & IHOP_EFFECT_READS)
    ihop_record (walk, ihop_ref_copy (ref), argument, FALSE, IHOP_MAY_CALL);
  if (effect & IHOP_EFFECT_WRITES)
    ihop_record (walk, ihop_ref_copy (ref), argument, TRUE, IHOP_MAY_CALL);
  ihop_ref_free (ref);
}

/* NULL: through a pointer. */
static const char *
name_of (const IhopNode *call)
{
  const IhopNode *callee = ihop_node_strip (call->child[0], TRUE);

  return callee->kind == IHOP_REF ? callee->symbol->name : NULL;
}

/* The called function in a message. */
static IhopArgument
what_is_called (const IhopNode *call)
{
  return ihop_argument_word_or (name_of (call), "a function pointer");
}

static void
refuse (IhopWalk *walk, const IhopNode *call, const IhopEffects *effects)
{
  IhopArgument name = what_is_called (call);
  IhopScop *scop = walk->scop;

  if (!effects->is_known)
    ihop_obstacle_add (scop, "IHOP-D004", call,
                       ihop_message ("give ihop the file that defines it, or move the call out of the loop"),
                       effects->why ? ihop_message ("it is not known what the call of %s does: %s", name, effects->why)
                                    : ihop_message ("it is not known what the call of %s does", name));
  else if (ihop_call_never_returns (call))
    ihop_obstacle (scop, "IHOP-D005", call,
                   name_of (call) && g_str_has_prefix (name_of (call), "__assert")
                     ? ihop_message ("leave assertions out: compile with -DNDEBUG")
                     : ihop_message ("remember here that it happened, and call it behind the loop"),
                   "the call of %s ends the program: later iterations must not have run by then", name);
  else if (effects->does_io)
    ihop_obstacle (scop, "IHOP-D005", call, ihop_message ("move the call behind the loop"),
                   "the call of %s does input or output, whose order is visible", name);
  else if (effects->has_state)
    ihop_obstacle (scop, "IHOP-D005", call, NULL,
                   "the call of %s depends on calls before it", name);
  else if (effects->may_not_return)
    ihop_obstacle (scop, "IHOP-D005", call, NULL, "the call of %s may not return", name);
  else if (effects->allocates)
    ihop_obstacle (scop, "IHOP-D005", call, ihop_message ("allocate before the loop"),
                   "the call of %s allocates or frees memory", name);
}

void
ihop_walk_call (IhopWalk *walk, const IhopNode *call)
{
  const IhopNode *callee = ihop_node_strip (call->child[0], TRUE);
  const IhopSymbol *symbol
    = callee->kind == IHOP_REF && callee->symbol->kind == IHOP_SYMBOL_FUNCTION ? callee->symbol
                                                                               : NULL;
  const IhopEffects *effects = symbol ? ihop_effects_of_call (walk->scop->facts, call)
                                      : ihop_effects_of (walk->scop->facts, NULL);

  if (symbol == NULL)
    ihop_walk_expression (walk, call->child[0]);
  for (guint i = 1; i < call->n_children; i++)
    ihop_walk_expression (walk, call->child[i]);
  refuse (walk, call, effects);
  if (!effects->is_known)
    return;
  for (guint i = 0; i + 1 < call->n_children; i++)
    {
      const IhopType *type = ihop_type_strip (call->child[i + 1]->type);
      IhopParamEffect effect
        = effects->n_params ? effects->params[MIN (i, effects->n_params - 1)] : 0;
      if (ihop_call_never_returns (call))
        continue; /* nothing behind it sees what it does */
      if (type->kind == IHOP_TYPE_POINTER || type->kind == IHOP_TYPE_ARRAY)
        pointer_argument (walk, call, i, effect);
      else if (type->kind == IHOP_TYPE_RECORD && ihop_type_holds_pointer (type))
        ihop_obstacle (walk->scop, "IHOP-D004", call, NULL,
                       "a struct that holds pointers is passed to %s", what_is_called (call));
    }
  global_effects (walk, call, effects->globals_read, FALSE);
  global_effects (walk, call, effects->globals_written, TRUE);
  for (IhopScopLoop *loop = walk->loop; loop; loop = loop->parent)
    if (loop->counting.iterator && effects->globals_read
        && g_hash_table_contains (effects->globals_read, loop->counting.iterator))
      ihop_obstacle (walk->scop, "IHOP-D004", call, ihop_message ("count with a local variable"),
                     "%s reads the loop's iterator %s", what_is_called (call),
                     loop->counting.iterator->name);
}
