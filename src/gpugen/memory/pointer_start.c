#include "gpugen/memory/pointer_start.h"
#include "analysis/memory/definitions.h"
#include "analysis/program/callgraph.h"
#include "gpugen/memory/allocator_call.h"

typedef struct
{
  IhopFacts *facts;
  GHashTable *seen;        /* of IhopSymbol: those that were asked about, which are taken to be one in a circle … */
  GHashTable *behind;      /* … and parameters of which it was asked what is put behind them */
  gboolean may_be_null;
} Start;

/* What is done with a variable, or with what lies behind a parameter that has its address ("*p"). */
typedef struct
{
  const IhopSymbol *symbol;
  gboolean is_behind;
  GPtrArray *sources;      /* what it is set to, of const IhopNode * */
  GPtrArray *calls;        /* that get its address, of const IhopNode *, each followed by … */
  GArray *positions;       /* … the number of the argument, of guint */
  gboolean is_lost;        /* anything else that may change it */
} Uses;

static gboolean holds_start (Start *self, const IhopFunction *function, const IhopSymbol *pointer);

/* ---- what is done with it ---- */

static const IhopNode *
without_casts (const IhopNode *node)
{
  node = ihop_node_strip (node, TRUE);
  while (node->kind == IHOP_CAST)
    node = ihop_node_strip (node->child[0], TRUE);
  return node;
}

static gboolean
is_named (const IhopNode *node, const IhopSymbol *symbol)
{
  return node->kind == IHOP_REF && node->symbol == symbol;
}

/* "x", or "*p". */
static gboolean
is_meant (const Uses *uses, const IhopNode *node)
{
  node = ihop_node_strip (node, TRUE);
  if (uses->is_behind)
    return node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF && is_named (without_casts (node->child[0]), uses->symbol);
  return is_named (node, uses->symbol);
}

/* "&x", or "p". */
static gboolean
is_address (const Uses *uses, const IhopNode *node)
{
  node = without_casts (node);
  if (uses->is_behind)
    return is_named (node, uses->symbol);
  return node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS && is_meant (uses, node->child[0]);
}

static void
look_at (Uses *uses, const IhopNode *node)
{
  gboolean is_set = node->kind == IHOP_ASSIGN && is_meant (uses, node->child[0]);
  gboolean is_moved = node->kind == IHOP_UNARY && is_meant (uses, node->child[0])
                      && (node->op >= IHOP_OP_PRE_INC || (uses->is_behind && node->op == IHOP_OP_ADDRESS));

  if (node->kind == IHOP_VARIABLE && node->symbol == uses->symbol && node->n_children && node->child[0])
    g_ptr_array_add (uses->sources, (gpointer) node->child[0]);
  if (is_set && node->op == IHOP_OP_NONE)
    g_ptr_array_add (uses->sources, (gpointer) node->child[1]);
  uses->is_lost |= (is_set && node->op != IHOP_OP_NONE) || is_moved || node->kind == IHOP_OPAQUE || node->kind == IHOP_OPAQUE_EXPR;
  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *child = node->child[i];
      if (child == NULL || (uses->is_behind && is_meant (uses, child)))
        continue; /* "*p" as a value or a place: what stands inside of it is no address that goes anywhere */
      if (!is_address (uses, child))
        look_at (uses, child);
      else if (node->kind == IHOP_CALL && i > 0)
        {
          guint position = i - 1;
          g_ptr_array_add (uses->calls, (gpointer) node);
          g_array_append_val (uses->positions, position);
        }
      else
        uses->is_lost = TRUE;
    }
}

/* ---- what it holds ---- */

static gboolean is_start_value (Start *self, const IhopFunction *function, const IhopNode *value);
/* Whether the function puts nothing but starts into a variable, or behind its parameter. */
static gboolean stores_starts (Start *self, const IhopFunction *function, const IhopSymbol *symbol, gboolean is_behind);

static gboolean
callee_stores_starts (Start *self, const IhopNode *call, guint position)
{
  const IhopSymbol *symbol = ihop_call_callee (call);
  const IhopFunction *callee = symbol ? ihop_facts_function (self->facts, symbol) : NULL;

  if (callee == NULL || position >= callee->n_params)
    return FALSE;
  return !g_hash_table_add (self->behind, callee->params[position]) || stores_starts (self, callee, callee->params[position], TRUE);
}

static gboolean
stores_starts (Start *self, const IhopFunction *function, const IhopSymbol *symbol, gboolean is_behind)
{
  g_autoptr (GPtrArray) sources = g_ptr_array_new (), calls = g_ptr_array_new ();
  g_autoptr (GArray) positions = g_array_new (FALSE, FALSE, sizeof (guint));
  Uses uses = { .symbol = symbol, .is_behind = is_behind, .sources = sources, .calls = calls, .positions = positions };
  const IhopDefs *defs = ihop_defs_of (self->facts, function, symbol);

  look_at (&uses, function->body);
  gboolean good = !uses.is_lost && (is_behind ? defs->n_writes == 0 && !defs->address_taken : sources->len == defs->n_writes);
  for (guint i = 0; good && i < sources->len; i++)
    good = is_start_value (self, function, sources->pdata[i]);
  for (guint i = 0; good && i < calls->len; i++)
    good = callee_stores_starts (self, calls->pdata[i], g_array_index (positions, guint, i));
  return good;
}

static gboolean
is_start_value (Start *self, const IhopFunction *function, const IhopNode *value)
{
  g_autoptr (GPtrArray) factors = g_ptr_array_new ();

  value = without_casts (value);
  if (value->kind == IHOP_CONDITIONAL)
    return value->child[1] && is_start_value (self, function, value->child[1])
           && is_start_value (self, function, value->child[2]);
  if ((value->flags & IHOP_NODE_CONSTANT) && value->integer == 0)
    return self->may_be_null;
  if (value->kind == IHOP_REF)
    return holds_start (self, function, value->symbol);
  return ihop_allocator_call_factors (self->facts, value, factors);
}

/* All calls must be in sight, and pass one. */
static gboolean
gets_starts (Start *self, const IhopFunction *function, const IhopSymbol *parameter)
{
  const IhopCallNode *node = ihop_callgraph_node (self->facts, function);
  guint index = 0;

  while (index < function->n_params && function->params[index] != parameter)
    index++;
  if (index == function->n_params || node->is_address_taken || node->callers->len == 0
      || ihop_callgraph_is_entry (self->facts, function))
    return FALSE;
  for (guint i = 0; i < node->callers->len; i++)
    {
      const IhopCallSite *site = node->callers->pdata[i];
      if (index + 1 >= site->call->n_children || !is_start_value (self, site->caller, site->call->child[index + 1]))
        return FALSE;
    }
  return TRUE;
}

static gboolean
holds_start (Start *self, const IhopFunction *function, const IhopSymbol *pointer)
{
  const IhopType *type = ihop_type_strip (pointer->type);

  if (type->kind == IHOP_TYPE_ARRAY)
    return TRUE;
  if (type->kind != IHOP_TYPE_POINTER || pointer->is_global || pointer->storage == IHOP_STORAGE_STATIC)
    return FALSE;
  if (!g_hash_table_add (self->seen, (gpointer) pointer))
    return TRUE;
  return (pointer->kind == IHOP_SYMBOL_VARIABLE || gets_starts (self, function, pointer))
         && stores_starts (self, function, pointer, FALSE);
}

static gboolean
is_start (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *pointer, gboolean may_be_null)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL), behind = g_hash_table_new (NULL, NULL);
  Start self = { facts, seen, behind, may_be_null };

  return holds_start (&self, function, pointer);
}

gboolean
ihop_pointer_is_start (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *pointer)
{
  return is_start (facts, function, pointer, FALSE);
}

gboolean
ihop_pointer_is_start_or_null (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *pointer)
{
  return is_start (facts, function, pointer, TRUE);
}
