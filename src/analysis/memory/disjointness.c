/* Two sets are distinct if each pair of their objects is, in the function's own system; or if the
 * program's system says so for the sets as wholes. A pair of parameters is followed to the calls:
 * one pair that may meet anywhere up the call graph refutes it, and a pair met again on the way
 * adds nothing. */
#include "analysis/memory/disjointness.h"
#include "analysis/program/facts_private.h"
#include <isl/val.h>

typedef struct
{
  IhopFacts *facts;
  const IhopGranted *granted;
  GHashTable *visited; /* pairs of object numbers, as guint64 * */
  IhopProof weakest;
} Proof;

static gboolean all_distinct (Proof *proof, const IhopFunction *function, IhopMemory a,
                              IhopMemory b);

static gboolean
conclude (Proof *proof, IhopProof how)
{
  proof->weakest = MAX (proof->weakest, how);
  return TRUE;
}

static gboolean
is_own (const IhopObject *object)
{
  return object->kind == IHOP_OBJECT_SITE
         || (object->kind == IHOP_OBJECT_VARIABLE && object->symbol->storage == IHOP_STORAGE_AUTO);
}

static gboolean
is_named (const IhopObject *object)
{
  return object->kind == IHOP_OBJECT_VARIABLE || object->kind == IHOP_OBJECT_SITE
         || object->kind == IHOP_OBJECT_LITERAL || object->kind == IHOP_OBJECT_FUNCTION;
}

static gboolean
is_parameter (const IhopObject *object)
{
  return object->kind == IHOP_OBJECT_PARAM || object->kind == IHOP_OBJECT_PARAM_DEEP;
}

/* C17 6.7.3.1: while the function runs, what is written through p is only reached through p. The
 * own system tells what is derived from p as long as p's value is not stored where it can be
 * loaded from again. */
static gboolean
is_restrict (Proof *proof, const IhopFunction *function, guint number, const IhopObject *other)
{
  const IhopObject *object = ihop_object (proof->facts, number);
  IhopFlow *own = ihop_points_to_function (proof->facts, function);

  if (proof->granted && proof->granted->in_blocks)
    return FALSE;
  return object->kind == IHOP_OBJECT_PARAM && (object->symbol->type->qualifiers & IHOP_RESTRICT)
         && other->symbol != object->symbol && !ihop_set_has (ihop_flow_leaked (own), number);
}

static gboolean
is_vouched (Proof *proof, const IhopFunction *function, const IhopObject *a, const IhopObject *b)
{
  return proof->granted && proof->granted->by_owner && a->symbol && b->symbol
         && a->symbol != b->symbol
         && ihop_facts_owner_vouches (proof->facts, function, a->symbol->name, b->symbol->name);
}

/* What a test at entry speaks of: the memory right behind a parameter or a global pointer. */
static gboolean
is_direct (const IhopObject *object)
{
  const IhopType *type = object->symbol ? ihop_type_strip (object->symbol->type) : NULL;

  if (object->kind == IHOP_OBJECT_GLOBAL)
    return type && type->kind == IHOP_TYPE_POINTER && !ihop_type_holds_pointer (type->target);
  return object->kind == IHOP_OBJECT_PARAM || object->kind == IHOP_OBJECT_VARIABLE;
}

static gboolean
is_tested (Proof *proof, const IhopObject *a, const IhopObject *b)
{
  const IhopGranted *granted = proof->granted;

  return granted && granted->apart && is_direct (a) && is_direct (b) && a->symbol != b->symbol
         && granted->apart (a->symbol, b->symbol, granted->data);
}

static const IhopNode *
argument_of (const IhopCallSite *site, const IhopSymbol *parameter)
{
  for (guint i = 0; i < site->function->n_params; i++)
    if (site->function->params[i] == parameter)
      return i + 1 < site->call->n_children ? site->call->child[i + 1] : NULL;
  return NULL;
}

/* What an object of the callee's system is at one call; arrays to be unreferenced go to "made". */
static gboolean
at_call (Proof *proof, const IhopCallSite *site, guint number, IhopMemory *memory, GPtrArray *made)
{
  const IhopObject object = *ihop_object (proof->facts, number);

  if (!is_parameter (&object))
    {
      GArray *single = g_array_new (FALSE, FALSE, sizeof (guint));
      g_array_append_val (single, number);
      g_ptr_array_add (made, single);
      memory->own = memory->program = single;
      return TRUE;
    }

  const IhopNode *argument = argument_of (site, object.symbol);

  if (argument == NULL)
    return FALSE;
  *memory = ihop_memory_argument (proof->facts, site->caller, argument);
  if (object.kind == IHOP_OBJECT_PARAM)
    return TRUE;
  memory->own
    = ihop_flow_closure (ihop_points_to_function (proof->facts, site->caller), memory->own, FALSE);
  memory->program
    = ihop_flow_closure (ihop_points_to_program (proof->facts), memory->program, FALSE);
  g_ptr_array_add (made, (gpointer) memory->own);
  g_ptr_array_add (made, (gpointer) memory->program);
  return TRUE;
}

static gboolean
distinct_at_call (Proof *proof, const IhopCallSite *site, guint a, guint b)
{
  g_autoptr (GPtrArray) made = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  IhopMemory memory_a, memory_b;

  return at_call (proof, site, a, &memory_a, made) && at_call (proof, site, b, &memory_b, made)
         && all_distinct (proof, site->caller, memory_a, memory_b);
}

static gboolean
distinct_at_calls (Proof *proof, const IhopFunction *function, guint a, guint b)
{
  const IhopCallNode *node = ihop_callgraph_node (proof->facts, function);
  gint64 *pair = g_new (gint64, 1);

  if (ihop_callgraph_is_entry (proof->facts, function))
    {
      g_free (pair);
      return FALSE;
    }
  *pair = (gint64) MIN (a, b) << 32 | MAX (a, b);
  if (!g_hash_table_add (proof->visited, pair))
    return TRUE;
  for (guint i = 0; i < node->callers->len; i++)
    if (!distinct_at_call (proof, node->callers->pdata[i], a, b))
      return FALSE;
  return conclude (proof, IHOP_PROOF_CALLS);
}

/* What exists when the function is called, and can be compared there. A local variable does not:
 * if it leaked, it may be what a parameter leads to by now, whatever was passed. */
static gboolean
is_there_at_calls (const IhopObject *object)
{
  return is_parameter (object)
         || (object->kind == IHOP_OBJECT_VARIABLE && object->symbol->storage != IHOP_STORAGE_AUTO);
}

static gboolean
distinct (Proof *proof, const IhopFunction *function, guint a, guint b)
{
  const IhopObject x = *ihop_object (proof->facts, a), y = *ihop_object (proof->facts, b);
  IhopObjectSet *leaked = ihop_flow_leaked (ihop_points_to_function (proof->facts, function));

  if (a == b)
    return FALSE;
  if (is_named (&x) && is_named (&y))
    return conclude (proof, IHOP_PROOF_OBJECTS);
  if ((is_own (&x) && !ihop_set_has (leaked, a)) || (is_own (&y) && !ihop_set_has (leaked, b)))
    return conclude (proof, IHOP_PROOF_OBJECTS);
  if (is_restrict (proof, function, a, &y) || is_restrict (proof, function, b, &x))
    return conclude (proof, IHOP_PROOF_RESTRICT);
  if (is_vouched (proof, function, &x, &y) || is_tested (proof, &x, &y))
    return conclude (proof, IHOP_PROOF_GRANTED);
  if ((is_parameter (&x) && is_there_at_calls (&y))
      || (is_parameter (&y) && is_there_at_calls (&x)))
    return distinct_at_calls (proof, function, a, b);
  return FALSE;
}

static gboolean
all_distinct (Proof *proof, const IhopFunction *function, IhopMemory a, IhopMemory b)
{
  if (!ihop_flow_is_exact (ihop_points_to_function (proof->facts, function)))
    return FALSE;
  if (ihop_sets_are_disjoint (proof->facts, a.program, b.program))
    return conclude (proof, IHOP_PROOF_PROGRAM);
  for (guint i = 0; i < a.own->len; i++)
    for (guint j = 0; j < b.own->len; j++)
      if (!distinct (proof, function, g_array_index (a.own, guint, i),
                     g_array_index (b.own, guint, j)))
        return FALSE;
  return TRUE;
}

gboolean
ihop_memory_names (IhopMemory memory, IhopFacts *facts, const IhopSymbol *variable)
{
  guint number = ihop_object_number (facts, IHOP_OBJECT_VARIABLE, variable, NULL);

  return ihop_set_has (memory.own, number) || ihop_set_has (memory.program, number);
}

IhopProof
ihop_memory_distinct (IhopFacts *facts, const IhopFunction *function, IhopMemory a, IhopMemory b,
                      const IhopGranted *granted)
{
  Proof proof = { facts, granted, g_hash_table_new_full (ihop_object_pair_hash, g_int64_equal, g_free, NULL),
                  IHOP_PROOF_OBJECTS };
  gboolean holds = all_distinct (&proof, function, a, b);

  g_hash_table_unref (proof.visited);
  return holds ? proof.weakest : IHOP_PROOF_NONE;
}

IhopMemory
ihop_memory_behind (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *variable)
{
  return (IhopMemory){ ihop_flow_behind (ihop_points_to_function (facts, function), variable),
                       ihop_flow_behind (ihop_points_to_program (facts), variable) };
}

IhopMemory
ihop_memory_place (IhopFacts *facts, const IhopFunction *function, const IhopNode *place)
{
  return (IhopMemory){ ihop_flow_place (ihop_points_to_function (facts, function), place),
                       ihop_flow_place (ihop_points_to_program (facts), place) };
}

IhopMemory
ihop_memory_argument (IhopFacts *facts, const IhopFunction *function, const IhopNode *argument)
{
  return (IhopMemory){ ihop_flow_argument (ihop_points_to_function (facts, function), argument),
                       ihop_flow_argument (ihop_points_to_program (facts), argument) };
}

gboolean
ihop_alias_places_distinct (IhopFacts *facts, const IhopFunction *function, const IhopNode *a,
                            const IhopNode *b)
{
  return ihop_memory_distinct (facts, function, ihop_memory_place (facts, function, a),
                               ihop_memory_place (facts, function, b), NULL)
         != IHOP_PROOF_NONE;
}
