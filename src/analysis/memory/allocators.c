/* Functions that return memory of their own making: every value returned is 0, a call that
 * allocates, or a local variable that only ever holds such values and whose value does not leak:
 * it is compared, dereferenced, freed, handed to functions that do not leak it, and returned. */
#include "analysis/memory/allocators.h"
#include "analysis/program/callgraph.h"
#include "analysis/program/library_effects.h"
#include "analysis/program/facts_private.h"

typedef enum
{
  ROLE_HARMLESS, /* compared, followed or dropped */
  ROLE_RETURNED,
  ROLE_VALUE /* stored or passed on: a leak */
} Role;

typedef struct
{
  IhopFacts *facts;
  const IhopSymbol *symbol;
  gboolean must_be_fresh; /* everything assigned to the symbol must be fresh */
  gboolean may_return;
} Leak;

static gboolean leaks (Leak *leak, const IhopNode *node, Role role);
static gboolean parameter_leaks (IhopFacts *facts, const IhopSymbol *symbol,
                                 const IhopFunction *function);

static const IhopNode *
strip (const IhopNode *node)
{
  while (node->kind == IHOP_PAREN || node->kind == IHOP_CAST)
    node = node->child[0];
  return node;
}

/* 0 or a call that allocates. */
static gboolean
is_fresh_value (IhopFacts *facts, const IhopNode *node)
{
  const IhopNode *plain = strip (node);

  if ((plain->flags & IHOP_NODE_CONSTANT) || plain->kind == IHOP_INTEGER)
    return plain->integer == 0;
  if (plain->kind == IHOP_CONDITIONAL && plain->child[1])
    return is_fresh_value (facts, plain->child[1]) && is_fresh_value (facts, plain->child[2]);
  return plain->kind == IHOP_CALL && ihop_points_to_is_fresh (facts, ihop_call_callee (plain));
}

static gboolean
is_array (const IhopNode *node)
{
  const IhopType *type = ihop_type_strip (node->type);

  return type == NULL || type->kind == IHOP_TYPE_ARRAY;
}

static gboolean
is_symbol (const Leak *leak, const IhopNode *node)
{
  const IhopNode *plain = strip (node);

  return plain->kind == IHOP_REF && plain->symbol == leak->symbol;
}

static gboolean
any_leaks (Leak *leak, const IhopNode *node, Role role)
{
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && leaks (leak, node->child[i], role))
      return TRUE;
  return FALSE;
}

/* role: what becomes of the call's result. */
static gboolean
argument_leaks (Leak *leak, const IhopNode *call, guint i, Role role)
{
  const IhopSymbol *callee = ihop_call_callee (call);
  const IhopFunction *function = ihop_facts_function (leak->facts, callee);
  const IhopLibraryEntry *entry = callee && !function ? ihop_library_find (callee) : NULL;
  const IhopNode *node = call->child[i + 1];
  const IhopNode *plain = strip (node);

  if (entry && !entry->unknown && plain->kind == IHOP_UNARY && plain->op == IHOP_OP_ADDRESS
      && is_symbol (leak, plain->child[0]))
    return !ihop_library_has (entry->allocates_into, i);
  if (entry && entry->format >= 0 && i > (guint) entry->format && ihop_format_may_have (call, entry, 'p'))
    return leaks (leak, node, ROLE_VALUE);
  if (entry && !entry->unknown && !ihop_library_has (entry->keeps | entry->stores, i))
    return leaks (leak, node, ihop_library_has (entry->returns, i) ? role : ROLE_HARMLESS);
  if (function && !function->symbol->is_replaceable && i < function->n_params && is_symbol (leak, node))
    return parameter_leaks (leak->facts, function->params[i], function);
  return leaks (leak, node, ROLE_VALUE);
}

static gboolean
call_leaks (Leak *leak, const IhopNode *call, Role role)
{
  if (ihop_call_callee (call) == NULL && leaks (leak, call->child[0], ROLE_HARMLESS))
    return TRUE;
  for (guint i = 0; i + 1 < call->n_children; i++)
    if (argument_leaks (leak, call, i, role))
      return TRUE;
  return FALSE;
}

static gboolean
assignment_leaks (Leak *leak, const IhopNode *node, Role role)
{
  if (!is_symbol (leak, node->child[0]))
    return leaks (leak, node->child[0], ROLE_HARMLESS) || leaks (leak, node->child[1], ROLE_VALUE);
  if (node->op == IHOP_OP_NONE && leak->must_be_fresh
      && !is_fresh_value (leak->facts, node->child[1]))
    return TRUE;
  if (node->op != IHOP_OP_NONE && leak->must_be_fresh)
    return TRUE;
  return role == ROLE_VALUE || (role == ROLE_RETURNED && !leak->may_return)
         || leaks (leak, node->child[1], ROLE_VALUE);
}

static gboolean
binary_leaks (Leak *leak, const IhopNode *node, Role role)
{
  switch (node->op)
    {
    case IHOP_OP_ADD:
    case IHOP_OP_SUB:
      return any_leaks (leak, node, role);
    case IHOP_OP_COMMA:
      return leaks (leak, node->child[0], ROLE_HARMLESS) || leaks (leak, node->child[1], role);
    case IHOP_OP_LAND:
    case IHOP_OP_LOR:
    case IHOP_OP_LT:
    case IHOP_OP_LE:
    case IHOP_OP_GT:
    case IHOP_OP_GE:
    case IHOP_OP_EQ:
    case IHOP_OP_NE:
      return any_leaks (leak, node, ROLE_HARMLESS);
    default:
      return any_leaks (leak, node, ROLE_VALUE);
    }
}

static gboolean
unary_leaks (Leak *leak, const IhopNode *node, Role role)
{
  switch (node->op)
    {
    case IHOP_OP_DEREF:
      return leaks (leak, node->child[0], is_array (node) ? role : ROLE_HARMLESS);
    case IHOP_OP_ADDRESS:
      /* &p is a way to p itself; &p[i] is a way to what p points to. */
      if (is_symbol (leak, node->child[0]))
        return TRUE;
      return strip (node->child[0])->kind == IHOP_REF
               ? FALSE
               : any_leaks (leak, strip (node->child[0]), role);
    case IHOP_OP_NOT:
      return leaks (leak, node->child[0], ROLE_HARMLESS);
    default:
      return leaks (leak, node->child[0], role);
    }
}

static gboolean
variable_leaks (Leak *leak, const IhopNode *node)
{
  if (node->n_children == 0 || node->child[0] == NULL)
    return FALSE;
  if (node->symbol == leak->symbol)
    return leak->must_be_fresh && !is_fresh_value (leak->facts, node->child[0]);
  return leaks (leak, node->child[0], ROLE_VALUE);
}

static gboolean
statement_leaks (Leak *leak, const IhopNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i]
        && leaks (leak, node->child[i], node->kind == IHOP_RETURN ? ROLE_RETURNED : ROLE_HARMLESS))
      return TRUE;
  return FALSE;
}

static gboolean
leaks (Leak *leak, const IhopNode *node, Role role)
{
  switch (node->kind)
    {
    case IHOP_REF:
      return node->symbol == leak->symbol
             && (role == ROLE_VALUE || (role == ROLE_RETURNED && !leak->may_return));
    case IHOP_SIZEOF:
      return FALSE;
    case IHOP_PAREN:
    case IHOP_CAST:
      return leaks (leak, node->child[0], role);
    case IHOP_INDEX:
      return leaks (leak, node->child[0], is_array (node) ? role : ROLE_HARMLESS)
             || leaks (leak, node->child[1], ROLE_HARMLESS);
    case IHOP_MEMBER:
      return leaks (leak, node->child[0], is_array (node) ? role : ROLE_HARMLESS);
    case IHOP_UNARY:
      return unary_leaks (leak, node, role);
    case IHOP_BINARY:
      return binary_leaks (leak, node, role);
    case IHOP_ASSIGN:
      return assignment_leaks (leak, node, role);
    case IHOP_CONDITIONAL:
      return leaks (leak, node->child[0], node->child[1] ? ROLE_HARMLESS : role)
             || (node->child[1] && leaks (leak, node->child[1], role))
             || leaks (leak, node->child[2], role);
    case IHOP_CALL:
      return call_leaks (leak, node, role);
    case IHOP_VARIABLE:
      return variable_leaks (leak, node);
    case IHOP_OPAQUE:
    case IHOP_OPAQUE_EXPR:
      return TRUE;
    default:
      if (ihop_kind_is_statement (node->kind))
        return statement_leaks (leak, node);
      return any_leaks (leak, node, ROLE_VALUE);
    }
}

/* Asked while it is being answered (recursion), the answer is yes. */
static gboolean
parameter_leaks (IhopFacts *facts, const IhopSymbol *symbol, const IhopFunction *function)
{
  GHashTable *cache = ihop_facts_cache (facts, "leaks", NULL);
  gpointer known = g_hash_table_lookup (cache, symbol);
  Leak leak = { facts, symbol, FALSE, FALSE };

  if (known)
    return GPOINTER_TO_INT (known) - 1;
  g_hash_table_insert (cache, (gpointer) symbol, GINT_TO_POINTER (TRUE + 1));
  gboolean answer = leaks (&leak, function->body, ROLE_HARMLESS);
  g_hash_table_insert (cache, (gpointer) symbol, GINT_TO_POINTER (answer + 1));
  return answer;
}

typedef struct
{
  IhopFacts *facts;
  const IhopFunction *function;
  guint n_returns;
  gboolean is_fresh;
} Fresh;

static void
check_return (Fresh *fresh, const IhopNode *value)
{
  const IhopNode *plain = strip (value);
  const IhopSymbol *symbol = plain->symbol;
  Leak leak = { fresh->facts, symbol, TRUE, TRUE };

  fresh->n_returns++;
  if (is_fresh_value (fresh->facts, value))
    return;
  fresh->is_fresh &= plain->kind == IHOP_REF && symbol && symbol->kind == IHOP_SYMBOL_VARIABLE
                     && symbol->storage == IHOP_STORAGE_AUTO
                     && ihop_type_strip (symbol->type)->kind == IHOP_TYPE_POINTER
                     && !leaks (&leak, fresh->function->body, ROLE_HARMLESS);
}

static gboolean
find_returns (const IhopNode *node, gpointer data)
{
  Fresh *fresh = data;

  if (node->kind == IHOP_OPAQUE || node->kind == IHOP_OPAQUE_EXPR)
    fresh->is_fresh = FALSE;
  if (node->kind == IHOP_RETURN && node->n_children > 0 && node->child[0])
    check_return (fresh, node->child[0]);
  return fresh->is_fresh;
}

static gboolean
compute_fresh (IhopFacts *facts, const IhopSymbol *symbol)
{
  const IhopFunction *function = ihop_facts_function (facts, symbol);
  const IhopType *type = symbol->type ? ihop_type_strip (symbol->type) : NULL;
  Fresh fresh = { facts, function, 0, TRUE };

  if (function == NULL)
    {
      const IhopLibraryEntry *entry = ihop_library_find (symbol);
      return entry && entry->allocates && !entry->returns && !entry->unknown;
    }
  if (symbol->is_replaceable)
    return FALSE;
  if (type && type->kind == IHOP_TYPE_FUNCTION
      && ihop_type_strip (type->target)->kind != IHOP_TYPE_POINTER)
    return FALSE;
  ihop_node_walk (function->body, find_returns, &fresh);
  return fresh.is_fresh && fresh.n_returns > 0;
}

gboolean
ihop_points_to_is_fresh (IhopFacts *facts, const IhopSymbol *symbol)
{
  GHashTable *cache = ihop_facts_cache (facts, "fresh", NULL);

  if (symbol == NULL)
    return FALSE;

  gpointer known = g_hash_table_lookup (cache, symbol);

  if (known)
    return GPOINTER_TO_INT (known) - 1;
  g_hash_table_insert (cache, (gpointer) symbol, GINT_TO_POINTER (FALSE + 1));
  gboolean answer = compute_fresh (facts, symbol);
  g_hash_table_insert (cache, (gpointer) symbol, GINT_TO_POINTER (answer + 1));
  return answer;
}
