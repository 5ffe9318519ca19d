#include "analysis/memory/alias.h"
#include "analysis/memory/constant_variables.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/disjointness.h"
#include "analysis/memory/function_entry.h"
#include "analysis/memory/pointer_swap.h"
#include "analysis/program/facts_private.h"
#include "ir/print.h"

typedef struct
{
  IhopFacts *facts;
  const IhopSymbol *symbol;
  guint n_assigned;      /* "=" and initializers */
  const IhopNode *value; /* of the last of them */
  gboolean is_lost;      /* changed in other ways, or its address is taken */
} Binding;

static const IhopSymbol *
direct (const IhopNode *node)
{
  const IhopNode *plain = ihop_node_strip (node, TRUE);

  return plain->kind == IHOP_REF ? plain->symbol : NULL;
}

static gboolean
find_bindings (const IhopNode *node, gpointer data)
{
  Binding *binding = data;
  gboolean is_bound = FALSE;

  if (node->kind == IHOP_VARIABLE && node->symbol == binding->symbol && node->n_children > 0)
    {
      is_bound = node->child[0] != NULL;
      binding->value = is_bound ? node->child[0] : binding->value;
    }
  else if (node->kind == IHOP_ASSIGN && direct (node->child[0]) == binding->symbol)
    {
      is_bound = TRUE;
      binding->is_lost |= node->op != IHOP_OP_NONE;
      binding->value = node->child[1];
    }
  else if (node->kind == IHOP_UNARY && node->op >= IHOP_OP_ADDRESS
           && direct (node->child[0]) == binding->symbol)
    binding->is_lost = TRUE;
  else if (node->kind == IHOP_OPAQUE || node->kind == IHOP_OPAQUE_EXPR)
    binding->is_lost = TRUE;
  binding->n_assigned += is_bound;
  return TRUE;
}

/* Changes of a variable in one body. */
static Binding
bindings_in (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *symbol)
{
  Binding binding = { facts, symbol, 0, NULL, FALSE };

  ihop_node_walk (function->body, find_bindings, &binding);
  return binding;
}

static gboolean
is_array (const IhopSymbol *symbol)
{
  const IhopType *type = ihop_type_strip (symbol->type);

  return type && type->kind == IHOP_TYPE_ARRAY;
}

static gboolean
is_pointer (const IhopSymbol *symbol)
{
  const IhopType *type = ihop_type_strip (symbol->type);

  return type && type->kind == IHOP_TYPE_POINTER;
}

/* Nothing that runs while this function does changes the pointer. */
static gboolean
is_global_unchanged (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *symbol)
{
  return !ihop_defs_may_change (facts, function, function->body, symbol);
}

gboolean
ihop_alias_is_loaded (const IhopNode *value)
{
  while (value->kind == IHOP_PAREN
         || (value->kind == IHOP_CAST && value->child[0]->type
             && ihop_type_strip (value->child[0]->type)->kind == IHOP_TYPE_POINTER))
    value = value->child[0];
  if (value->kind == IHOP_CONDITIONAL && value->child[1])
    return ihop_alias_is_loaded (value->child[1]) || ihop_alias_is_loaded (value->child[2]);
  return value->kind == IHOP_MEMBER || value->kind == IHOP_INDEX
         || (value->kind == IHOP_UNARY && value->op == IHOP_OP_DEREF);
}

gboolean
ihop_alias_is_comparable (IhopFacts *facts, const IhopFunction *function,
                          const IhopSymbol *variable)
{
  if (variable->kind == IHOP_SYMBOL_PARAMETER && is_pointer (variable))
    {
      Binding binding = bindings_in (facts, function, variable);
      return binding.n_assigned == 0 && !binding.is_lost;
    }
  if (variable->kind != IHOP_SYMBOL_VARIABLE)
    return FALSE;
  /* "double *u = grid->u;" before anything has happened is as good as a parameter. */
  if (!variable->is_global)
    return is_pointer (variable) && ihop_entry_of (facts, function, variable) >= 0
           && ihop_alias_is_loaded (ihop_defs_of (facts, function, variable)->declaration->child[0]);
  return !is_pointer (variable) || is_global_unchanged (facts, function, variable);
}

static gboolean
append_extent (GString *text, const IhopType *array)
{
  if (array->count_expr && !array->has_count && ihop_node_effect (array->count_expr))
    return FALSE;
  if (array->count_expr)
    {
      IhopPrinter printer = { .expand_macros = FALSE };
      g_autofree char *extent = ihop_print_node (array->count_expr, &printer);
      g_string_append_printf (text, " * (%s)", extent);
    }
  else if (array->has_count)
    g_string_append_printf (text, " * %" G_GUINT64_FORMAT, array->count);
  else
    return FALSE;
  return TRUE;
}

char *
ihop_alias_entry_bytes (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *variable)
{
  const IhopType *type = ihop_type_strip (variable->declared_type);
  g_autoptr (GString) text = g_string_new (NULL);

  if (!ihop_alias_is_comparable (facts, function, variable))
    return NULL;
  if (variable->kind != IHOP_SYMBOL_PARAMETER)
    return !is_pointer (variable) && !ihop_type_is_variable_length (variable->type)
               && ihop_type_strip (variable->type)->size > 0
             ? g_strdup_printf ("sizeof %s", variable->name)
             : NULL;
  if (type == NULL || type->kind != IHOP_TYPE_ARRAY)
    return NULL;

  g_autofree char *element = ihop_type_declare (ihop_type_element (type, NULL), NULL);

  g_string_printf (text, "sizeof (%s)", element);
  for (; type && type->kind == IHOP_TYPE_ARRAY; type = ihop_type_strip (type->target))
    if (!append_extent (text, type))
      return NULL;
  return g_strdup (text->str);
}

/* The variable whose address a pointer holds all its life: itself, or what it was made
 * from once. */
static const IhopSymbol *
root (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *symbol, guint depth)
{
  Binding binding;

  if (depth == 0 || is_array (symbol) || !is_pointer (symbol))
    return is_array (symbol) ? symbol : NULL;
  if (symbol->kind == IHOP_SYMBOL_PARAMETER)
    return ihop_alias_is_comparable (facts, function, symbol) ? symbol : NULL;
  if (symbol->storage != IHOP_STORAGE_AUTO)
    return NULL;
  binding = bindings_in (facts, function, symbol);
  if (binding.is_lost || binding.n_assigned != 1)
    return NULL;
  return direct (binding.value) ? root (facts, function, direct (binding.value), depth - 1) : NULL;
}

static const IhopType *
pointed_to (const IhopSymbol *symbol)
{
  const IhopType *type = ihop_type_strip (symbol->type);

  return type && (type->kind == IHOP_TYPE_ARRAY || type->kind == IHOP_TYPE_POINTER) ? type->target
                                                                                    : NULL;
}

/* Whether every call passes one and the same thing for both parameters. */
static gboolean
same_at_calls (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *a,
               const IhopSymbol *b, guint depth)
{
  const IhopCallNode *node = ihop_callgraph_node (facts, function);
  int i = -1, j = -1;

  for (guint k = 0; k < function->n_params; k++)
    {
      i = function->params[k] == a ? (int) k : i;
      j = function->params[k] == b ? (int) k : j;
    }
  if (i < 0 || j < 0 || depth == 0 || ihop_callgraph_is_entry (facts, function))
    return FALSE;
  for (guint k = 0; k < node->callers->len; k++)
    {
      const IhopCallSite *site = node->callers->pdata[k];
      guint n = site->call->n_children;
      const IhopSymbol *x = (guint) i + 1 < n ? direct (site->call->child[i + 1]) : NULL;
      const IhopSymbol *y = (guint) j + 1 < n ? direct (site->call->child[j + 1]) : NULL;
      const IhopSymbol *from = x ? root (facts, site->caller, x, 8) : NULL;
      gboolean is_one = x && y && (x == y || (from && from == root (facts, site->caller, y, 8)));
      if (!is_one && !(x && y && same_at_calls (facts, site->caller, x, y, depth - 1)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_same (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *a, const IhopSymbol *b)
{
  const IhopSymbol *from = root (facts, function, a, 8);

  if (pointed_to (a) == NULL || pointed_to (b) == NULL
      || !ihop_type_equal (pointed_to (a), pointed_to (b)))
    return FALSE;
  if (from && from == root (facts, function, b, 8))
    return TRUE;
  return ihop_alias_is_comparable (facts, function, a)
         && ihop_alias_is_comparable (facts, function, b)
         && same_at_calls (facts, function, a, b, 8);
}

static IhopMessage *
proof_message (IhopProof proof, const IhopSymbol *a, const IhopSymbol *b)
{
  switch (proof)
    {
    case IHOP_PROOF_RESTRICT:
      return ihop_message ("%s is declared restrict", a->type->qualifiers & IHOP_RESTRICT ? a->name : b->name);
    case IHOP_PROOF_CALLS:
      return ihop_message ("%s and %s are distinct objects at every call", a->name, b->name);
    case IHOP_PROOF_PROGRAM:
      return ihop_message ("nothing that %s can point to is in reach of %s", a->name, b->name);
    default:
      return ihop_message ("%s and %s are distinct objects", a->name, b->name);
    }
}

static gboolean
is_testable (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *a,
             const IhopSymbol *b)
{
  return ihop_alias_is_comparable (facts, function, a)
         && ihop_alias_is_comparable (facts, function, b);
}

static IhopAlias
if_tested (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *a, const IhopSymbol *b)
{
  const IhopSwappedPointers *group = ihop_swapped_pointers_of (facts, function, a);

  if (is_testable (facts, function, a, b))
    return IHOP_ALIAS_TESTABLE;
  g_autoptr (GPtrArray) tests = ihop_swap_tests (facts, function, a, b);
  if (tests == NULL)
    return IHOP_ALIAS_MAYBE;
  return group && group == ihop_swapped_pointers_of (facts, function, b) ? IHOP_ALIAS_APART_TESTABLE : IHOP_ALIAS_TESTABLE;
}

GPtrArray *
ihop_alias_tests (IhopFacts *facts, const IhopFunction *function, IhopSymbol *a, IhopSymbol *b)
{
  GPtrArray *pairs = is_testable (facts, function, a, b) ? NULL : ihop_swap_tests (facts, function, a, b);

  if (pairs)
    return pairs;
  pairs = g_ptr_array_new ();
  g_ptr_array_add (pairs, a);
  g_ptr_array_add (pairs, b);
  return pairs;
}

static IhopAliasAnswer
judge (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *a, const IhopSymbol *b, const IhopGranted *granted)
{
  IhopProof proof;

  if (ihop_facts_canonical (facts, a) == ihop_facts_canonical (facts, b))
    return (IhopAliasAnswer){ IHOP_ALIAS_SAME, ihop_message ("it is the same variable") };
  proof = ihop_memory_distinct (facts, function, ihop_memory_behind (facts, function, a),
                                ihop_memory_behind (facts, function, b), granted);
  if (proof != IHOP_PROOF_NONE)
    return (IhopAliasAnswer){ IHOP_ALIAS_NEVER, proof_message (proof, a, b) };
  if (is_same (facts, function, a, b))
    return (IhopAliasAnswer){ IHOP_ALIAS_SAME, ihop_message ("%s and %s hold the same address", a->name, b->name) };
  if (ihop_fixed_is_read_only (facts, a) || ihop_fixed_is_read_only (facts, b))
    return (IhopAliasAnswer){ IHOP_ALIAS_NEVER, ihop_message ("%s is const: nothing that is written lies in it",
                                                              ihop_fixed_is_read_only (facts, a) ? a->name : b->name) };
  if (ihop_swap_keeps_apart (facts, function, a, b))
    return (IhopAliasAnswer){ IHOP_ALIAS_APART, ihop_message ("%s and %s only ever change places", a->name, b->name) };
  IhopAlias tested = if_tested (facts, function, a, b);
  if (tested != IHOP_ALIAS_MAYBE)
    return (IhopAliasAnswer){ tested, ihop_message ("%s and %s may overlap, which can be tested when "
                                                    "%s is entered",
                                                    a->name, b->name, function->symbol->name) };
  return (IhopAliasAnswer){ IHOP_ALIAS_MAYBE, ihop_message ("%s and %s may overlap", a->name, b->name) };
}

static void
answer_free (gpointer data)
{
  IhopAliasAnswer *answer = data;

  ihop_message_unref (answer->reason);
  g_free (answer);
}

static IhopAliasAnswer *
judge_once (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *a, const IhopSymbol *b, const char *cache,
            const IhopGranted *granted)
{
  GHashTable *of_function = ihop_facts_cache (facts, cache, (GDestroyNotify) g_hash_table_unref);
  GHashTable *answers = g_hash_table_lookup (of_function, function);
  gint64 key = (gint64) ihop_object_number (facts, IHOP_OBJECT_VARIABLE, a, NULL) << 32
               | ihop_object_number (facts, IHOP_OBJECT_VARIABLE, b, NULL);

  if (answers == NULL)
    {
      answers = g_hash_table_new_full (ihop_object_pair_hash, g_int64_equal, g_free, answer_free);
      g_hash_table_insert (of_function, (gpointer) function, answers);
    }

  IhopAliasAnswer *answer = g_hash_table_lookup (answers, &key);

  if (answer == NULL)
    {
      IhopAliasAnswer judged = judge (facts, function, a, b, granted);
      answer = g_memdup2 (&judged, sizeof judged);
      g_hash_table_insert (answers, g_memdup2 (&key, sizeof key), answer);
    }
  return answer;
}

IhopAliasAnswer *
ihop_alias_judge (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *a, const IhopSymbol *b)
{
  return judge_once (facts, function, a, b, "alias", NULL);
}

IhopAliasAnswer *
ihop_alias_judge_blocks (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *a, const IhopSymbol *b)
{
  const IhopGranted granted = { .in_blocks = TRUE };

  return judge_once (facts, function, a, b, "alias of blocks", &granted);
}

GPtrArray *
ihop_alias_allocations (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *pointer)
{
  IhopObjectSet *behind = ihop_flow_behind (ihop_points_to_function (facts, function), pointer);
  g_autoptr (GPtrArray) calls = g_ptr_array_new ();

  if (!is_pointer (pointer) || behind->len == 0)
    return NULL;
  for (guint i = 0; i < behind->len; i++)
    {
      const IhopObject *object = ihop_object (facts, g_array_index (behind, guint, i));
      if (object->kind != IHOP_OBJECT_SITE || object->node->kind != IHOP_CALL)
        return NULL;
      g_ptr_array_add (calls, (gpointer) object->node);
    }
  return g_steal_pointer (&calls);
}

gboolean
ihop_alias_allocation (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *pointer,
                       const IhopNode **call)
{
  g_autoptr (GPtrArray) calls = ihop_alias_allocations (facts, function, pointer);

  if (calls == NULL || calls->len != 1)
    return FALSE;
  *call = calls->pdata[0];
  return TRUE;
}

gboolean
ihop_alias_leaks (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *pointer)
{
  IhopFlow *own = ihop_points_to_function (facts, function);
  IhopObjectSet *behind = ihop_flow_behind (own, pointer), *leaked = ihop_flow_leaked (own);

  for (guint i = 0; i < behind->len; i++)
    if (ihop_set_has (leaked, g_array_index (behind, guint, i)))
      return TRUE;
  return !ihop_flow_is_exact (own);
}
