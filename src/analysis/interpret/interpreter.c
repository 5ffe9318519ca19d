/* Statements of the way to a root, run with numbers: see interpreter.h. */
#include "analysis/interpret/interpreter.h"
#include "analysis/context/path_state.h"
#include "analysis/memory/definitions.h"
#include "analysis/program/library_effects.h"
#include "analysis/scop/reaching_definition.h"
#include "ir/jumps.h"

typedef enum
{
  GO_ON,
  GO_BREAK,
  GO_CONTINUE,
  GO_JUMP, /* to the label interpreter->label */
  GO_OUT,  /* of the function */
  GO_STOP  /* the root was reached, in the run that was looked for; or nothing can be run any more */
} Went;

static Went run (IhopInterpreter *interpreter, const IhopNode *node);

static gboolean
is_over (IhopInterpreter *interpreter)
{
  if (interpreter->steps > 0)
    interpreter->steps--;
  interpreter->has_failed |= interpreter->steps == 0;
  return interpreter->has_failed;
}

/* Whether the way to the root leads through the node. */
static gboolean
is_on_way (const IhopInterpreter *interpreter, const IhopNode *node)
{
  const GPtrArray *path = ihop_scop_root_path (interpreter->scop);

  return node && g_ptr_array_find ((GPtrArray *) path, node, NULL);
}

/* ---- loops ---------------------------------------------------------------------------------------------------- */

static gboolean
sets_itself (const IhopNode *node, gpointer written)
{
  IhopSymbol *symbol;
  gint64 step;

  if (node->kind == IHOP_FOR && node->child[0] && node->child[2]
      && ihop_counting_step (node->child[2], &symbol, &step))
    g_hash_table_remove (written, symbol);
  return TRUE;
}

static gboolean
remove_declared (const IhopNode *node, gpointer written)
{
  if (node->kind == IHOP_VARIABLE)
    g_hash_table_remove (written, node->symbol);
  return TRUE;
}

/* Whether nothing of what the loop sets is of use behind it: its own variables, and those that loops count with. */
static gboolean
find_whether_idle (const IhopInterpreter *interpreter, const IhopNode *loop)
{
  g_autoptr (GHashTable) written = ihop_defs_written (loop);
  GHashTableIter iter;
  gpointer symbol;

  if (is_on_way (interpreter, loop) || ihop_path_may_leave (loop))
    return FALSE;
  ihop_node_walk (loop, remove_declared, written);
  ihop_node_walk (loop, sets_itself, written);
  g_hash_table_iter_init (&iter, written);
  while (g_hash_table_iter_next (&iter, &symbol, NULL))
    if (ihop_type_is_integer (((const IhopSymbol *) symbol)->type))
      return FALSE;
  return TRUE;
}

/* The same in all runs: it is worked out once. */
static gboolean
leaves_nothing (const IhopInterpreter *interpreter, const IhopNode *loop)
{
  gpointer found = g_hash_table_lookup (interpreter->idle, loop);

  if (found == NULL)
    {
      found = GINT_TO_POINTER (find_whether_idle (interpreter, loop) + 1);
      g_hash_table_insert (interpreter->idle, (gpointer) loop, found);
    }
  return GPOINTER_TO_INT (found) == 2;
}

/* A jump into the loop comes past its head. */
static gboolean
goes_on (IhopInterpreter *interpreter, const IhopNode *loop)
{
  const IhopNode *condition = ihop_path_loop_condition (loop);

  if (interpreter->label)
    return TRUE;
  return condition == NULL || ihop_interpreter_decide (interpreter, condition, is_on_way (interpreter, loop));
}

static Went
run_loop (IhopInterpreter *interpreter, const IhopNode *loop)
{
  Went went = GO_ON;

  if (interpreter->label == NULL && leaves_nothing (interpreter, loop))
    {
      ihop_interpreter_havoc (interpreter, loop);
      return GO_ON;
    }
  if (loop->kind == IHOP_FOR && loop->child[0] && interpreter->label == NULL)
    run (interpreter, loop->child[0]);
  for (gboolean first = TRUE; (loop->kind == IHOP_DO && first) || goes_on (interpreter, loop); first = FALSE)
    {
      went = is_over (interpreter) ? GO_STOP : run (interpreter, ihop_loop_body (loop));
      if (went == GO_BREAK || went >= GO_JUMP)
        break;
      if (loop->kind == IHOP_FOR && loop->child[2])
        ihop_interpreter_evaluate (interpreter, loop->child[2]);
    }
  return went >= GO_JUMP ? went : GO_ON;
}

/* ---- branches ------------------------------------------------------------------------------------------------- */

/* What an open condition is taken to be: what leads to the root, or does not lead out; now and then the contrary. */
static gboolean
taken (const IhopInterpreter *interpreter, const IhopNode *node)
{
  if (interpreter->attempt % 8 >= 6)
    return (interpreter->attempt / 8 + node->id) % 2 == 0;
  if (is_on_way (interpreter, node->child[1]))
    return TRUE;
  if (is_on_way (interpreter, node->child[2]))
    return FALSE;
  if (ihop_path_may_leave (node->child[1]))
    return FALSE;
  return (node->child[2] && ihop_path_may_leave (node->child[2])) || interpreter->attempt % 2 == 1;
}

static gboolean
find_label (const IhopNode *node, gpointer data)
{
  gpointer *asked = data;

  if (node->kind == IHOP_LABEL && node->symbol == asked[0])
    asked[1] = (gpointer) node;
  return asked[1] == NULL;
}

/* Whether the label that is jumped to stands in the node. */
static gboolean
holds_label (const IhopInterpreter *interpreter, const IhopNode *node)
{
  gpointer asked[2] = { (gpointer) interpreter->label, NULL };

  if (node)
    ihop_node_walk (node, find_label, asked);
  return asked[1] != NULL;
}

static Went
run_if (IhopInterpreter *interpreter, const IhopNode *node)
{
  gboolean yes = interpreter->label ? holds_label (interpreter, node->child[1])
                                    : ihop_interpreter_decide (interpreter, node->child[0], taken (interpreter, node));
  const IhopNode *next = node->child[yes ? 1 : 2], *other = node->child[yes ? 2 : 1];
  Went went;

  if (is_on_way (interpreter, other))
    interpreter->diverted = node->child[0];
  went = next ? run (interpreter, next) : GO_ON;
  if (went == GO_OUT || (went != GO_ON && went != GO_STOP && !is_on_way (interpreter, next)))
    interpreter->diverted = node->child[0];
  return went;
}

/* Whether the value leads to this label, or to one right behind it; *rest: "default" is among them. */
static gboolean
is_named (const IhopNode *label, gint64 value, gboolean *rest)
{
  gboolean named = FALSE;

  for (; label && label->kind == IHOP_CASE; label = label->child[2])
    if (label->child[0] == NULL)
      *rest = TRUE;
    else
      named |= value >= label->child[0]->integer
               && value <= (label->child[1] ? label->child[1] : label->child[0])->integer;
  return named;
}

/* The child of the block that a value leads to; -1: none. */
static int
case_of (const IhopNode *block, gint64 value)
{
  int other = -1;

  for (guint i = 0; i < block->n_children; i++)
    {
      gboolean rest = FALSE;
      if (block->child[i] && is_named (block->child[i], value, &rest))
        return (int) i;
      if (rest)
        other = (int) i;
    }
  return other;
}

/* Where an open value is taken to lead. */
static int
case_towards (const IhopInterpreter *interpreter, const IhopNode *block)
{
  int last = -1;

  for (guint i = 0; i < block->n_children; i++)
    {
      if (block->child[i] && block->child[i]->kind == IHOP_CASE)
        last = (int) i;
      if (is_on_way (interpreter, block->child[i]))
        return last;
    }
  return -1;
}

static Went
run_switch (IhopInterpreter *interpreter, const IhopNode *node)
{
  const IhopNode *block = node->child[1];
  Went went = GO_ON;
  IhopNumber value;
  int at;

  if (ihop_switch_has_hidden_case (node))
    {
      interpreter->has_failed = TRUE;
      return GO_STOP;
    }
  value = interpreter->label ? (IhopNumber){ FALSE, 0 } : ihop_interpreter_evaluate (interpreter, node->child[0]);
  at = interpreter->label ? 0 : value.is_known ? case_of (block, value.value) : case_towards (interpreter, block);
  if (is_on_way (interpreter, node))
    interpreter->diverted = node->child[0];
  for (guint i = (guint) at; at >= 0 && went == GO_ON && i < block->n_children; i++)
    if (block->child[i])
      went = run (interpreter, block->child[i]);
  return went == GO_BREAK ? GO_ON : went;
}

/* ---- statements ----------------------------------------------------------------------------------------------- */

static Went
run_expression (IhopInterpreter *interpreter, const IhopNode *node)
{
  const IhopNode *inside = ihop_path_statement_expression (ihop_node_strip (node, FALSE));

  if (inside)
    return run (interpreter, inside);
  ihop_interpreter_evaluate (interpreter, node);
  return ihop_call_never_returns (node) ? GO_OUT : GO_ON;
}

static void
run_declaration (IhopInterpreter *interpreter, const IhopNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *variable = node->child[i];
      if (variable == NULL || variable->kind != IHOP_VARIABLE || variable->symbol->storage == IHOP_STORAGE_STATIC)
        continue;
      if (variable->child[0])
        ihop_interpreter_assign_value (interpreter, variable->symbol, variable->child[0],
                                       ihop_interpreter_evaluate (interpreter, variable->child[0]));
      else
        g_hash_table_remove (interpreter->held, variable->symbol);
    }
}

static Went
run_block (IhopInterpreter *interpreter, const IhopNode *block)
{
  Went went = GO_ON;

  for (guint i = 0; went == GO_ON && i < block->n_children; i++)
    {
      if (block->child[i])
        went = run (interpreter, block->child[i]);
      if (went == GO_JUMP && holds_label (interpreter, block))
        {
          went = is_over (interpreter) ? GO_STOP : GO_ON;
          i = (guint) -1;
        }
    }
  return went;
}

static Went
come_to_root (IhopInterpreter *interpreter)
{
  if (interpreter->arrive (interpreter, interpreter->data))
    return GO_STOP;
  ihop_interpreter_havoc (interpreter, interpreter->scop->root);
  return GO_ON;
}

static Went
jump (IhopInterpreter *interpreter, const IhopNode *node)
{
  interpreter->label = node->symbol;
  interpreter->has_failed |= node->symbol == NULL;
  return interpreter->has_failed ? GO_STOP : GO_JUMP;
}

static Went
run (IhopInterpreter *interpreter, const IhopNode *node)
{
  if (is_over (interpreter))
    return GO_STOP;
  if (interpreter->label && !holds_label (interpreter, node))
    return GO_ON;
  if (node == interpreter->scop->root)
    return come_to_root (interpreter);
  switch (node->kind)
    {
    case IHOP_BLOCK:
      return run_block (interpreter, node);
    case IHOP_DECLARATION:
      run_declaration (interpreter, node);
      return GO_ON;
    case IHOP_EXPRESSION:
      return run_expression (interpreter, node->child[0]);
    case IHOP_IF:
      return run_if (interpreter, node);
    case IHOP_FOR: case IHOP_WHILE: case IHOP_DO:
      return run_loop (interpreter, node);
    case IHOP_SWITCH:
      return run_switch (interpreter, node);
    case IHOP_CASE:
      return run (interpreter, node->child[2]);
    case IHOP_LABEL:
      if (interpreter->label == node->symbol)
        interpreter->label = NULL;
      return run (interpreter, node->child[0]);
    case IHOP_BREAK:
      return GO_BREAK;
    case IHOP_CONTINUE:
      return GO_CONTINUE;
    case IHOP_RETURN:
      interpreter->returned
        = node->child[0] ? ihop_interpreter_evaluate (interpreter, node->child[0]) : (IhopNumber){ FALSE, 0 };
      return GO_OUT;
    case IHOP_GOTO:
      return jump (interpreter, node);
    case IHOP_OPAQUE:
      ihop_interpreter_havoc (interpreter, node);
      return GO_ON;
    default:
      return GO_ON;
    }
}

void
ihop_interpreter_call (IhopInterpreter *interpreter, const IhopFunction *function)
{
  const IhopNode *diverted = interpreter->diverted;

  interpreter->returned = (IhopNumber){ FALSE, 0 };
  g_ptr_array_add (interpreter->called, (gpointer) function);
  run (interpreter, function->body);
  g_ptr_array_set_size (interpreter->called, (int) interpreter->called->len - 1);
  interpreter->diverted = diverted;
}

gboolean
ihop_interpreter_run (IhopInterpreter *interpreter)
{
  g_autoptr (GPtrArray) called = g_ptr_array_new ();
  Went went;

  interpreter->held = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  interpreter->chosen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  interpreter->has_failed = FALSE;
  interpreter->diverted = NULL;
  interpreter->called = called;
  g_ptr_array_add (called, (gpointer) interpreter->scop->function);
  interpreter->label = NULL;
  went = run (interpreter, interpreter->scop->function->body);
  g_clear_pointer (&interpreter->held, g_hash_table_unref);
  g_clear_pointer (&interpreter->chosen, g_hash_table_unref);
  return went == GO_STOP && !interpreter->has_failed;
}
