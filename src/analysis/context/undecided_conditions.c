/* What decides about a root and is not followed. A refutation names values under which two iterations meet; where a
 * condition that nobody can choose is not understood, the root may never be reached at all. Conditions on memory are
 * left alone: the input may make them what it likes. */
#include "analysis/context/undecided_conditions.h"
#include "analysis/context/provenance.h"
#include "analysis/memory/definitions.h"

enum { MOST_DEFINITIONS = 4, MOST_AROUND = 16 };

/* ---- what nobody chooses -------------------------------------------------------------------------------------- */

static gboolean
is_memory (const IhopNode *node)
{
  gboolean reads = node->kind == IHOP_INDEX || node->kind == IHOP_MEMBER || node->kind == IHOP_CALL
                   || (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF)
                   || (node->kind == IHOP_REF && ihop_type_is_floating (node->type));

  return reads && !(node->flags & IHOP_NODE_CONSTANT);
}

typedef struct
{
  IhopScop *scop;
  const GPtrArray *counted;  /* iterators of loops around the condition; NULL: none */
  guint depth;               /* definitions of definitions */
  gboolean found;
} Choice;

static gboolean visit_choice (const IhopNode *node, gpointer data);

static gboolean
is_counted (const Choice *choice, const IhopSymbol *symbol)
{
  const GPtrArray *outer = choice->scop->outer_loops;

  for (guint i = 0; i < outer->len; i++)
    if (((const IhopOuterLoop *) outer->pdata[i])->counting.iterator == symbol)
      return TRUE;
  return choice->counted && g_ptr_array_find ((GPtrArray *) choice->counted, symbol, NULL);
}

/* Whether a caller or the input may choose its value; so is said of what is not understood. */
static gboolean
is_chosen (const Choice *choice, const IhopSymbol *symbol)
{
  IhopScop *scop = choice->scop;
  Choice deeper = { scop, choice->counted, choice->depth + 1, FALSE };
  const IhopDefs *defs = ihop_defs_of (scop->facts, scop->function, symbol);

  if (is_counted (choice, symbol))
    return FALSE;
  if (symbol->is_global || (symbol->kind == IHOP_SYMBOL_PARAMETER && defs->n_writes == 0))
    return ihop_context_is_given (scop, symbol);
  if (symbol->kind != IHOP_SYMBOL_VARIABLE || symbol->storage == IHOP_STORAGE_STATIC || defs->address_taken
      || choice->depth == MOST_DEFINITIONS || defs->n_writes != 1)
    return TRUE;
  if (defs->write->kind == IHOP_VARIABLE)
    ihop_node_walk (defs->write->child[0], visit_choice, &deeper);
  else if (defs->write->kind == IHOP_ASSIGN && defs->write->op == IHOP_OP_NONE)
    ihop_node_walk (defs->write->child[1], visit_choice, &deeper);
  else
    return TRUE;
  return deeper.found;
}

static gboolean
visit_choice (const IhopNode *node, gpointer data)
{
  Choice *choice = data;

  if (node->flags & IHOP_NODE_CONSTANT)
    return FALSE;
  choice->found |= is_memory (node) || node->kind == IHOP_OPAQUE_EXPR
                   || (node->kind == IHOP_REF && node->symbol->kind != IHOP_SYMBOL_ENUMERATOR
                       && is_chosen (choice, node->symbol));
  return !choice->found;
}

static gboolean
mention (const IhopNode *node, gpointer symbols)
{
  if (node->kind == IHOP_REF && !(node->flags & IHOP_NODE_CONSTANT) && !g_ptr_array_find (symbols, node->symbol, NULL))
    g_ptr_array_add (symbols, node->symbol);
  return TRUE;
}

void
ihop_undecided_add_guard (IhopScop *scop, const IhopNode *condition)
{
  ihop_node_walk (condition, mention, scop->undecided);
}

void
ihop_undecided_add (IhopScop *scop, const IhopNode *condition)
{
  Choice choice = { .scop = scop };

  ihop_node_walk (condition, visit_choice, &choice);
  if (!choice.found)
    ihop_undecided_add_guard (scop, condition);
}

/* ---- ways out ------------------------------------------------------------------------------------------------- */

typedef struct
{
  IhopScop *scop;
  const IhopNode *around[MOST_AROUND]; /* conditions on the way in */
  guint n_around, n_loops, n_breakable;
  GPtrArray *counted;        /* iterators of the loops passed */
} Ways;

static gboolean
find_memory (const IhopNode *node, gpointer found)
{
  *(gboolean *) found |= is_memory (node);
  return TRUE;
}

static void
note (Ways *ways)
{
  Choice choice = { .scop = ways->scop, .counted = ways->counted };
  gboolean memory = FALSE;

  for (guint i = 0; i < ways->n_around; i++)
    {
      ihop_node_walk (ways->around[i], find_memory, &memory);
      ihop_node_walk (ways->around[i], visit_choice, &choice);
    }
  for (guint i = 0; !memory && !choice.found && i < ways->n_around; i++)
    ihop_undecided_add_guard (ways->scop, ways->around[i]);
}

static void search (Ways *ways, const IhopNode *node);

static void
search_under (Ways *ways, const IhopNode *condition, const IhopNode *node, gboolean loops, gboolean breakable)
{
  gboolean fits = condition && ways->n_around < MOST_AROUND;

  if (fits)
    ways->around[ways->n_around++] = condition;
  ways->n_loops += loops;
  ways->n_breakable += breakable;
  search (ways, node);
  ways->n_loops -= loops;
  ways->n_breakable -= breakable;
  ways->n_around -= fits;
}

static void
search (Ways *ways, const IhopNode *node)
{
  if (node == NULL || node == ways->scop->root)
    return;
  switch (node->kind)
    {
    case IHOP_RETURN: case IHOP_GOTO:
      note (ways);
      break;
    case IHOP_BREAK:
      if (ways->n_breakable == 0)
        note (ways);
      break;
    case IHOP_CONTINUE:
      /* It ends an iteration, not the loop: only who comes behind it is concerned. */
      if (ways->n_loops == 0)
        note (ways);
      break;
    case IHOP_IF:
      search_under (ways, node->child[0], node->child[1], FALSE, FALSE);
      search_under (ways, node->child[0], node->child[2], FALSE, FALSE);
      break;
    case IHOP_FOR: case IHOP_WHILE: case IHOP_DO:
      g_ptr_array_add (ways->counted,
                       ihop_counting_of (ways->scop->facts, ways->scop->function, node).iterator);
      search_under (ways, node->kind == IHOP_WHILE ? node->child[0] : node->kind == IHOP_FOR ? node->child[1] : NULL,
                    ihop_loop_body (node), TRUE, TRUE);
      break;
    case IHOP_SWITCH:
      search_under (ways, node->child[0], node->child[1], FALSE, TRUE);
      break;
    case IHOP_BLOCK: case IHOP_CASE:
      for (guint i = 0; i < node->n_children; i++)
        if (node->child[i] && ihop_kind_is_statement (node->child[i]->kind))
          search (ways, node->child[i]);
      break;
    default:
      break;
    }
}

void
ihop_undecided_add_exits (IhopScop *scop, const IhopNode *statement)
{
  g_autoptr (GPtrArray) counted = g_ptr_array_new ();
  Ways ways = { .scop = scop, .counted = counted };

  search (&ways, statement);
}
