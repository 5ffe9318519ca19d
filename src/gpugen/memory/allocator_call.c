/* What a call that allocates asks for.
 *
 * Many programs have a function of their own around malloc, that aligns, or ends the program where there is no memory. If
 * all that it returns is 0 or memory that it has just allocated (points_to.h), always as much, a call of it is one of malloc
 * with that size: what its body says in parameters, with the call's arguments in their place. */
#include "gpugen/memory/allocator_call.h"
#include "analysis/memory/allocators.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/points_to.h"
#include "analysis/program/callgraph.h"
#include "ir/expression.h"
#include "ir/query.h"

enum { MOST_LEVELS = 4 };

typedef struct
{
  IhopFacts *facts;
  const IhopFunction *function; /* in whose body it looks */
  const IhopSymbol *pointer;    /* of it, that is returned */
  const IhopNode *bytes;        /* in the function's parameters; NULL: none found yet */
  guint n_sources, n_filled;    /* of the pointer's writes, and where its address is taken: those that were understood */
  guint n_addresses;            /* where its address is taken */
  guint level;
  gboolean failed;
} Allocator;

static gboolean factors_of (IhopFacts *facts, const IhopNode *call, guint level, GPtrArray *factors);
static const IhopNode *in_parameters (const Allocator *self, const IhopNode *node);

static const IhopNode *
strip (const IhopNode *node)
{
  while (node->kind == IHOP_PAREN || node->kind == IHOP_CAST)
    node = node->child[0];
  return node;
}

/* The number in a type at least as wide; products of it are counted in that. */
static const IhopNode *
widened (IhopPool *pool, const IhopType *type, const IhopNode *node)
{
  if (node == NULL || node->kind == IHOP_CAST)
    return node;
  IhopNode *cast = ihop_node_new (pool, IHOP_CAST, 1);
  cast->type = ihop_type_strip (type);
  cast->child[0] = node;
  return cast;
}

/* Which arguments of a library function are multiplied; *into: the one through which the memory is stored, -1: none. 0: it
 * does not allocate. */
static guint
library_factors (IhopFacts *facts, const IhopNode *call, guint *first, int *into)
{
  static const struct { const char *name; guint n_arguments, first; int into; } allocators[]
    = { { "malloc", 1, 0, -1 }, { "calloc", 2, 0, -1 }, { "aligned_alloc", 2, 1, -1 }, { "posix_memalign", 3, 2, 0 } };
  const IhopSymbol *callee = ihop_call_callee (call);

  for (guint i = 0; callee && ihop_facts_function (facts, callee) == NULL && i < G_N_ELEMENTS (allocators); i++)
    if (g_str_equal (callee->name, allocators[i].name) && call->n_children == allocators[i].n_arguments + 1)
      {
        *first = allocators[i].first;
        *into = allocators[i].into;
        return allocators[i].n_arguments - *first;
      }
  return 0;
}

/* ---- in the function's parameters ---- */

static gboolean
loses_bits (const IhopType *to, const IhopType *from)
{
  to = ihop_type_strip (to);
  from = ihop_type_strip (from);
  return !ihop_type_is_integer (to) || !ihop_type_is_integer (from) || to->size < from->size;
}

/* A parameter, or a variable that is set once, where it is declared: "size_t bytes = n * sizeof *p;". */
static const IhopNode *
name_in_parameters (const Allocator *self, const IhopNode *name)
{
  const IhopSymbol *symbol = name->symbol;
  const IhopDefs *defs = ihop_defs_of (self->facts, self->function, symbol);

  if (symbol->kind == IHOP_SYMBOL_PARAMETER)
    return ihop_defs_may_change (self->facts, self->function, self->function->body, symbol) ? NULL : name;
  if (symbol->kind != IHOP_SYMBOL_VARIABLE || symbol->is_global || symbol->storage != IHOP_STORAGE_AUTO
      || defs->address_taken || defs->n_writes != 1 || defs->declaration == NULL || defs->declaration->n_children == 0
      || defs->declaration->child[0] == NULL)
    return NULL;
  return in_parameters (self, defs->declaration->child[0]);
}

/* "n * sizeof (double)" is counted in the type of sizeof, whatever n is. */
static const IhopNode *
beside_size (const IhopNode *node, const IhopNode *other)
{
  return other->kind == IHOP_SIZEOF && node->kind == IHOP_CAST ? node->child[0] : node;
}

static const IhopNode *
sum_in_parameters (const Allocator *self, const IhopNode *node)
{
  const IhopNode *left = in_parameters (self, node->child[0]), *right = in_parameters (self, node->child[1]);

  if (left == NULL || right == NULL
      || (node->op != IHOP_OP_MUL && node->op != IHOP_OP_ADD && node->op != IHOP_OP_SUB && node->op != IHOP_OP_DIV))
    return NULL;
  return ihop_expression_binary (ihop_facts_pool (self->facts), node->op, beside_size (left, right), beside_size (right, left));
}

static const IhopNode *
constant_in_parameters (const Allocator *self, const IhopNode *node)
{
  IhopPool *pool = ihop_facts_pool (self->facts);
  const IhopNode *number = node->integer >= 0 ? ihop_expression_number (pool, node->integer) : NULL;

  return ihop_type_strip (node->type)->size > sizeof (gint32) ? widened (pool, node->type, number) : number;
}

static const IhopNode *
cast_in_parameters (const Allocator *self, const IhopNode *node)
{
  const IhopType *to = ihop_type_strip (node->type), *from = ihop_type_strip (node->child[0]->type);
  const IhopNode *value = loses_bits (to, from) ? NULL : in_parameters (self, node->child[0]);

  return to->size > from->size ? widened (ihop_facts_pool (self->facts), to, value) : value;
}

/* The same number, in words that mean the same in another function and in another file. */
static const IhopNode *
in_parameters (const Allocator *self, const IhopNode *node)
{
  IhopPool *pool = ihop_facts_pool (self->facts);
  const IhopType *type = node->kind == IHOP_SIZEOF && node->argument_type ? ihop_type_strip (node->argument_type) : NULL;

  if (type && (type->kind == IHOP_TYPE_INTEGER || type->kind == IHOP_TYPE_FLOATING))
    return ihop_expression_sizeof (pool, type);
  if ((node->flags & IHOP_NODE_CONSTANT) || ihop_expression_is_number (node, NULL))
    return constant_in_parameters (self, node);
  switch (node->kind)
    {
    case IHOP_PAREN:
      return in_parameters (self, node->child[0]);
    case IHOP_REF:
      return name_in_parameters (self, node);
    case IHOP_CAST:
      return cast_in_parameters (self, node);
    case IHOP_BINARY:
      return sum_in_parameters (self, node);
    default:
      return NULL;
    }
}

/* ---- what the function returns ---- */

static const IhopNode *
product_of (IhopPool *pool, const GPtrArray *factors)
{
  const IhopNode *product = NULL;

  for (guint i = 0; i < factors->len; i++)
    product = product ? ihop_expression_binary (pool, IHOP_OP_MUL, product, factors->pdata[i]) : factors->pdata[i];
  return product;
}

static void
add_allocation (Allocator *self, const IhopNode *call)
{
  g_autoptr (GPtrArray) factors = g_ptr_array_new ();
  const IhopNode *bytes = factors_of (self->facts, call, self->level + 1, factors)
                            ? product_of (ihop_facts_pool (self->facts), factors) : NULL;

  bytes = bytes ? in_parameters (self, bytes) : NULL;
  self->failed |= bytes == NULL || (self->bytes && !ihop_expression_equal (bytes, self->bytes));
  self->bytes = bytes;
}

/* 0, or a call that allocates. */
static void
add_value (Allocator *self, const IhopNode *value)
{
  const IhopNode *plain = strip (value);

  if (plain->flags & IHOP_NODE_CONSTANT)
    self->failed |= plain->integer != 0;
  else if (plain->kind == IHOP_CALL)
    add_allocation (self, plain);
  else
    self->failed = TRUE;
}

static gboolean
is_pointer (const Allocator *self, const IhopNode *node)
{
  node = strip (node);
  return node->kind == IHOP_REF && node->symbol == self->pointer;
}

static gboolean
is_address (const Allocator *self, const IhopNode *node)
{
  return node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS && is_pointer (self, node->child[0]);
}

static gboolean
find_source (const IhopNode *node, gpointer data)
{
  Allocator *self = data;
  guint first;
  int into = -1;

  if (node->kind == IHOP_VARIABLE && node->symbol == self->pointer && node->n_children && node->child[0])
    {
      self->n_sources++;
      add_value (self, node->child[0]);
    }
  else if (node->kind == IHOP_ASSIGN && is_pointer (self, node->child[0]))
    {
      self->n_sources++;
      self->failed |= node->op != IHOP_OP_NONE;
      add_value (self, node->child[1]);
    }
  else if (node->kind == IHOP_CALL && library_factors (self->facts, node, &first, &into) && into >= 0
           && is_address (self, strip (node->child[1 + into])))
    {
      self->n_filled++;
      add_allocation (self, node);
    }
  self->n_addresses += is_address (self, node);
  return !self->failed;
}

/* It is moved by nothing, and only ever the start of what was allocated. */
static void
add_pointer (Allocator *self, const IhopSymbol *pointer)
{
  self->pointer = pointer;
  self->n_sources = self->n_filled = self->n_addresses = 0;
  ihop_node_walk (self->function->body, find_source, self);
  self->failed |= self->n_sources != ihop_defs_of (self->facts, self->function, pointer)->n_writes
                  || self->n_filled != self->n_addresses;
}

static gboolean
find_return (const IhopNode *node, gpointer data)
{
  Allocator *self = data;

  if (node->kind != IHOP_RETURN || node->n_children == 0 || node->child[0] == NULL)
    return !self->failed;
  const IhopNode *plain = strip (node->child[0]);
  if (plain->kind == IHOP_REF)
    add_pointer (self, plain->symbol);
  else
    add_value (self, plain);
  return !self->failed;
}

/* In the function's parameters; NULL: it is not known. */
static const IhopNode *
bytes_returned (IhopFacts *facts, const IhopFunction *function, guint level)
{
  Allocator self = { .facts = facts, .function = function, .level = level };

  if (level >= MOST_LEVELS || !ihop_points_to_is_fresh (facts, function->symbol))
    return NULL;
  ihop_node_walk (function->body, find_return, &self);
  return self.failed ? NULL : self.bytes;
}

/* ---- at the call ---- */

typedef struct
{
  IhopPool *pool;
  const IhopFunction *function;
  const IhopNode *call;
  gboolean is_alone;       /* the size is the parameter itself */
} Substitution;

/* Counted as the function counts: in a type as wide as the parameter's. */
static const IhopNode *
as_parameter (const Substitution *self, const IhopNode *argument, const IhopSymbol *parameter)
{
  const IhopNode *bare = ihop_node_unconverted (argument);

  if (bare->flags & IHOP_NODE_CONSTANT)
    return bare->integer >= 0 ? bare : NULL;
  if (loses_bits (parameter->type, bare->type))
    return NULL;
  if (self->is_alone || ihop_type_strip (parameter->type)->size == ihop_type_strip (bare->type)->size)
    return bare;
  return widened (self->pool, parameter->type, bare);
}

static const IhopNode *
argument_for (const IhopNode *name, gpointer data)
{
  const Substitution *self = data;

  for (guint i = 0; i < self->function->n_params && i + 1 < self->call->n_children; i++)
    if (self->function->params[i] == name->symbol)
      return as_parameter (self, self->call->child[i + 1], name->symbol);
  return NULL;
}

static gboolean
has_effects (const IhopNode *call, guint first)
{
  for (guint i = first + 1; i < call->n_children; i++)
    if (ihop_node_effect (call->child[i]))
      return TRUE;
  return FALSE;
}

/* A product as its factors, as if the call were one of malloc. */
static gboolean
factors_of (IhopFacts *facts, const IhopNode *call, guint level, GPtrArray *factors)
{
  guint first = 0;
  int into = -1;
  guint n = library_factors (facts, call, &first, &into);
  const IhopFunction *function = n ? NULL : ihop_facts_function (facts, ihop_call_callee (call));

  if (has_effects (call, first))
    return FALSE;
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (factors, (gpointer) call->child[first + 1 + i]);
  if (n || function == NULL)
    return n > 0;
  const IhopNode *bytes = bytes_returned (facts, function, level);
  Substitution there = { ihop_facts_pool (facts), function, call, bytes && bytes->kind == IHOP_REF };
  bytes = bytes ? ihop_expression_exchange (there.pool, bytes, argument_for, &there) : NULL;
  if (bytes)
    g_ptr_array_add (factors, (gpointer) bytes);
  return bytes != NULL;
}

gboolean
ihop_allocator_call_factors (IhopFacts *facts, const IhopNode *call, GPtrArray *factors)
{
  return call->kind == IHOP_CALL && factors_of (facts, call, 0, factors);
}

/* ---- what lies in it ---- */

/* Of a function's body and the pointer that it returns. */
typedef struct
{
  IhopFacts *facts;
  const IhopSymbol *pointer;
  guint n_uses, n_harmless; /* of the pointer; those that touch no memory */
} Emptiness;

static gboolean leaves_empty (IhopFacts *facts, const IhopNode *call, guint level);

static gboolean
names (const Emptiness *self, const IhopNode *node)
{
  node = strip (node);
  return node->kind == IHOP_REF && node->symbol == self->pointer;
}

/* "p = …", "!p", "p == NULL", "if (p)", "return p", "posix_memalign (&p, …)" */
static guint
harmless_uses (const Emptiness *self, const IhopNode *node)
{
  guint first;
  int into = -1;

  switch (node->kind)
    {
    case IHOP_ASSIGN: case IHOP_IF: case IHOP_RETURN:
      return node->n_children && node->child[0] && names (self, node->child[0]) ? 1 : 0;
    case IHOP_UNARY:
      return node->op == IHOP_OP_NOT && names (self, node->child[0]) ? 1 : 0;
    case IHOP_BINARY:
      return node->op != IHOP_OP_EQ && node->op != IHOP_OP_NE ? 0
             : (names (self, node->child[0]) ? 1 : 0) + (names (self, node->child[1]) ? 1 : 0);
    case IHOP_CALL:
      return library_factors (self->facts, node, &first, &into) && into >= 0
                 && strip (node->child[1 + into])->kind == IHOP_UNARY && names (self, strip (node->child[1 + into])->child[0])
               ? 1 : 0;
    default:
      return 0;
    }
}

static gboolean
count_uses (const IhopNode *node, gpointer data)
{
  Emptiness *self = data;

  self->n_uses += node->kind == IHOP_REF && node->symbol == self->pointer;
  self->n_harmless += harmless_uses (self, node);
  return TRUE;
}

typedef struct
{
  IhopFacts *facts;
  const IhopFunction *function;
  guint level;
  gboolean fills;
} Filling;

static gboolean
find_filling (const IhopNode *node, gpointer data)
{
  Filling *self = data;
  const IhopNode *value = node->kind == IHOP_RETURN && node->n_children && node->child[0] ? strip (node->child[0]) : NULL;
  const IhopSymbol *callee = node->kind == IHOP_CALL ? ihop_call_callee (node) : NULL;
  Emptiness uses = { .facts = self->facts, .pointer = value && value->kind == IHOP_REF ? value->symbol : NULL };

  if (uses.pointer)
    ihop_node_walk (self->function->body, count_uses, &uses);
  self->fills |= uses.n_uses != uses.n_harmless;
  self->fills |= callee && ihop_points_to_is_fresh (self->facts, callee) && !leaves_empty (self->facts, node, self->level + 1);
  return !self->fills;
}

static gboolean
leaves_empty (IhopFacts *facts, const IhopNode *call, guint level)
{
  const IhopSymbol *callee = ihop_call_callee (call);
  const IhopFunction *function = callee ? ihop_facts_function (facts, callee) : NULL;
  Filling filling = { facts, function, level, FALSE };

  if (callee == NULL || level >= MOST_LEVELS)
    return FALSE;
  if (function == NULL)
    return g_str_equal (callee->name, "malloc") || g_str_equal (callee->name, "aligned_alloc");
  ihop_node_walk (function->body, find_filling, &filling);
  return ihop_points_to_is_fresh (facts, callee) && !filling.fills;
}

gboolean
ihop_allocator_call_leaves_empty (IhopFacts *facts, const IhopNode *call)
{
  return leaves_empty (facts, call, 0);
}
