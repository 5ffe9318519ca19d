/* Where a path can be read. "im->data" may be read before a loop if im is followed there anyway, or
 * was before; a null pointer or one of what is no longer there may well be passed by who knows that the
 * loop does not run. */
#include "transform/storage/unpack_safe.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/effects.h"
#include "analysis/program/callgraph.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/exchange.h"
#include "transform/build/make.h"
#include "transform/build/query.h"
#include "transform/storage/unpack_unchanged.h"

/* --- what must be there ----------------------------------------------------------------------- */

/* The address that a place is found by, if that need not be valid: "im" of "im->data". NULL: it lies
 * in a variable. */
static const IhopNode *
followed (const IhopNode *node)
{
  gint64 subscript;

  if (node->kind == IHOP_MEMBER && node->flags & IHOP_NODE_ARROW)
    return ihop_node_strip (node->child[0], TRUE);
  if (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF)
    return ihop_node_strip (node->child[0], TRUE);
  if (node->kind != IHOP_INDEX)
    return NULL;
  const IhopType *base = ihop_type_strip (ihop_node_strip (node->child[0], TRUE)->type);
  if (base->kind == IHOP_TYPE_ARRAY && base->has_count && ihop_constant_of (node->child[1], &subscript)
      && subscript >= 0 && (guint64) subscript < base->count)
    return NULL;
  return node;
}

/* Whether evaluating "node" by itself follows the same address. */
static gboolean
follows (const IhopNode *node, const IhopNode *address)
{
  const IhopNode *other = followed (node);

  if (other && ihop_same_expression (other, address))
    return TRUE;
  /* "p[0].x" and "*p" are there if "p->x" is. */
  return node->kind == IHOP_INDEX && ihop_same_expression (node, address);
}

/* --- what is certain to be evaluated ----------------------------------------------------------- */

typedef enum { GOES_ON, FOUND, ENDS } Result;

typedef struct
{
  IhopUnpack *self;
  const IhopNode *address; /* looked for: what follows this, … */
  const IhopUnpackPath *path; /* … or a reference to this; either may be NULL */
  gboolean passed;         /* the code has been run through: what may leave it did not */
} Search;

static gboolean
may_leave (const IhopNode *node, gpointer data)
{
  gpointer *pair = data;
  const IhopUnpack *self = pair[0];

  if (node->kind == IHOP_RETURN || node->kind == IHOP_GOTO || node->kind == IHOP_BREAK
      || node->kind == IHOP_CONTINUE || node->kind == IHOP_OPAQUE || node->kind == IHOP_OPAQUE_EXPR)
    pair[1] = (gpointer) node;
  if (node->kind == IHOP_CALL)
    {
      const IhopEffects *effects = ihop_effects_of (self->step->facts, ihop_call_callee (node));
      if (!effects->is_known || effects->may_not_return)
        pair[1] = (gpointer) node;
    }
  return pair[1] == NULL;
}

static gboolean
leaves (const Search *search, const IhopNode *node)
{
  gpointer pair[2] = { search->self, NULL };

  ihop_node_walk (node, may_leave, pair);
  return pair[1] != NULL;
}

static gboolean
is_sure (const IhopNode *node, guint i)
{
  if (node->kind == IHOP_CONDITIONAL)
    return i == 0;
  if (node->kind == IHOP_BINARY && (node->op == IHOP_OP_LAND || node->op == IHOP_OP_LOR))
    return i == 0;
  return node->kind != IHOP_SIZEOF && node->kind != IHOP_OPAQUE_EXPR
         && !(node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS);
}

static gboolean
is_in (const Search *search, const IhopNode *node)
{
  if ((search->path && ihop_same_expression (node, search->path->node))
      || (search->address && follows (node, search->address)))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && is_sure (node, i) && is_in (search, node->child[i]))
      return TRUE;
  return FALSE;
}

static Result
in_expression (const Search *search, const IhopNode *node)
{
  gboolean ends = !search->passed && leaves (search, node);

  return !ends && is_in (search, node) ? FOUND : ends ? ENDS : GOES_ON;
}

static Result in_statement (const Search *search, const IhopNode *node);

static Result
in_children (const Search *search, const IhopNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *child = node->child[i];
      Result result = child == NULL ? GOES_ON
                      : ihop_kind_is_statement (child->kind) ? in_statement (search, child)
                                                             : in_expression (search, child);
      if (result != GOES_ON)
        return result;
    }
  return GOES_ON;
}

static Result
in_for (const Search *search, const IhopNode *node)
{
  Result result = node->child[0] ? in_statement (search, node->child[0]) : GOES_ON;

  return result == GOES_ON && node->child[1] ? in_expression (search, node->child[1]) : result;
}

/* What runs first in a statement; behind it, the statement may have ended otherwise. */
static Result
in_statement (const Search *search, const IhopNode *node)
{
  Result result;

  switch (node->kind)
    {
    case IHOP_EMPTY:
    case IHOP_PRAGMA:
      return GOES_ON;
    case IHOP_BLOCK:
    case IHOP_DECLARATION:
    case IHOP_VARIABLE:
    case IHOP_EXPRESSION:
      return in_children (search, node);
    case IHOP_IF:
    case IHOP_WHILE:
      result = in_expression (search, node->child[0]);
      break;
    case IHOP_FOR:
      result = in_for (search, node);
      break;
    default:
      return ENDS;
    }
  if (result != GOES_ON)
    return result;
  /* A loop that has been left is over; one that is to come may never be. */
  return search->passed || (node->kind == IHOP_IF && !leaves (search, node)) ? GOES_ON : ENDS;
}

/* --- before a place, and from it on ------------------------------------------------------------ */

static gboolean
frees (const IhopNode *node, gpointer data)
{
  gpointer *pair = data;
  const IhopUnpack *self = pair[0];

  if (node->kind == IHOP_CALL)
    {
      const IhopEffects *effects = ihop_effects_of (self->step->facts, ihop_call_callee (node));
      for (guint i = 0; i < effects->n_params; i++)
        if (effects->params[i] & IHOP_EFFECT_FREES)
          pair[1] = (gpointer) node;
      if (!effects->is_known)
        pair[1] = (gpointer) node;
    }
  return pair[1] == NULL;
}

/* Nothing is given back meanwhile, so what was there still is. */
static gboolean
stays (IhopUnpack *self, const IhopNode *code, const IhopNode *address)
{
  gpointer pair[2] = { self, NULL };
  IhopUnpackPath path = { .node = address };

  ihop_node_walk (code, frees, pair);
  return pair[1] == NULL && ihop_unpack_keeps (self, code, &path, NULL);
}

static gboolean
is_ahead (IhopUnpack *self, const IhopNode *block, guint at, const IhopNode *address)
{
  Search search = { self, address, NULL, FALSE };

  for (guint i = at; i < block->n_children; i++)
    {
      Result result = in_statement (&search, block->child[i]);
      if (result != GOES_ON)
        return result == FOUND;
      if (!stays (self, block->child[i], address))
        return FALSE;
    }
  return FALSE;
}

static gboolean
is_among (IhopUnpack *self, const IhopNode *block, guint at, const IhopNode *address,
          gboolean *known)
{
  Search search = { self, address, NULL, TRUE };

  *known = TRUE;
  for (guint i = at; i-- > 0;)
    {
      if (!stays (self, block->child[i], address))
        return FALSE;
      if (in_statement (&search, block->child[i]) == FOUND)
        return TRUE;
    }
  *known = FALSE; /* the blocks around may tell */
  return FALSE;
}

static guint
index_of (const IhopNode *block, const IhopNode *child)
{
  guint i = 0;

  while (block->child[i] != child)
    i++;
  return i;
}

/* Whether it has been followed on every way to this place. */
static gboolean
is_behind (IhopUnpack *self, const IhopNode *block, guint at, const IhopNode *address)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (self->step->facts, self->function, block);
  Search search = { self, address, NULL, TRUE };
  gboolean known;

  for (guint i = 0; path && i < path->len; i++)
    if (((const IhopNode *) path->pdata[i])->kind == IHOP_SWITCH)
      return FALSE;
  if (is_among (self, block, at, address, &known))
    return TRUE;
  if (known)
    return FALSE;
  for (guint i = path ? path->len - 1 : 0; i-- > 0;)
    {
      const IhopNode *around = path->pdata[i], *inner = path->pdata[i + 1];
      if (ihop_kind_is_loop (around->kind) && !stays (self, around, address))
        return FALSE;
      if ((around->kind == IHOP_IF || around->kind == IHOP_WHILE) && around->child[0] != inner
          && in_expression (&search, around->child[0]) == FOUND)
        return TRUE;
      if (around->kind == IHOP_FOR && in_for (&search, around) == FOUND)
        return TRUE;
      if (around->kind != IHOP_BLOCK)
        continue;
      if (is_among (self, around, index_of (around, inner), address, &known))
        return TRUE;
      if (known)
        return FALSE;
    }
  return FALSE;
}

static gboolean
is_safe (IhopUnpack *self, const IhopNode *block, guint at, const IhopNode *node)
{
  const IhopNode *address = followed (node);

  if (address && !is_ahead (self, block, at, address) && !is_behind (self, block, at, address))
    return FALSE;
  for (guint i = 0; i < node->n_children; i++)
    if (!is_safe (self, block, at, node->child[i]))
      return FALSE;
  return TRUE;
}

gboolean
ihop_unpack_is_safe (IhopUnpack *self, const IhopNode *block, guint at, const IhopUnpackPath *path)
{
  return is_safe (self, block, at, path->node);
}

static gboolean
is_reached (IhopUnpack *self, const IhopNode *loop, const IhopNode *node)
{
  const Search search = { self, followed (node), NULL, FALSE };

  if (search.address && in_statement (&search, loop) != FOUND && in_statement (&search, ihop_loop_body (loop)) != FOUND)
    return FALSE;
  for (guint i = 0; i < node->n_children; i++)
    if (!is_reached (self, loop, node->child[i]))
      return FALSE;
  return TRUE;
}

gboolean
ihop_unpack_is_reached (IhopUnpack *self, const IhopNode *loop, const IhopUnpackPath *path)
{
  return is_reached (self, loop, path->node);
}

/* --- loops that may not run -------------------------------------------------------------------- */

static gboolean
names_any (const IhopNode *node, GHashTable *symbols)
{
  if (node->kind == IHOP_REF && g_hash_table_contains (symbols, node->symbol))
    return TRUE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && names_any (node->child[i], symbols))
      return TRUE;
  return FALSE;
}

/* Whether all that an expression reads from memory is kept in variables by now. */
static gboolean
is_kept (const IhopUnpack *self, const IhopNode *node)
{
  if (g_hash_table_contains (self->news, node))
    return TRUE;
  if (node->kind == IHOP_MEMBER || node->kind == IHOP_INDEX
      || (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF))
    return FALSE;
  if (node->kind == IHOP_REF && node->symbol->kind <= IHOP_SYMBOL_PARAMETER
      && !ihop_defs_is_tame (self->step->facts, self->function, node->symbol))
    return FALSE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && !is_kept (self, node->child[i]))
      return FALSE;
  return TRUE;
}

/* The variable that a loop begins by setting, and to what. */
static const IhopNode *
first_value (const IhopNode *loop, IhopSymbol **iterator)
{
  const IhopNode *first = loop->kind == IHOP_FOR ? loop->child[0] : NULL;

  if (first && first->kind == IHOP_DECLARATION && first->n_children == 1
      && first->child[0]->n_children)
    {
      *iterator = first->child[0]->symbol;
      return first->child[0]->child[0];
    }
  if (first == NULL || first->kind != IHOP_EXPRESSION)
    return NULL;
  const IhopNode *set = ihop_node_strip (first->child[0], TRUE);
  const IhopNode *left = set->kind == IHOP_ASSIGN && set->op == IHOP_OP_NONE
                           ? ihop_node_strip (set->child[0], TRUE) : NULL;
  if (left == NULL || left->kind != IHOP_REF)
    return NULL;
  *iterator = left->symbol;
  return set->child[1];
}

/* The loop's condition as it is when the loop starts. NULL: it has none that can be repeated. */
static const IhopNode *
first_condition (IhopUnpack *self, const IhopNode *loop)
{
  IhopSymbol *iterator = NULL;
  const IhopNode *first = first_value (loop, &iterator);
  const IhopNode *condition = first ? loop->child[1] : NULL;

  if (condition == NULL || ihop_node_effect (first) || ihop_node_effect (condition)
      || !ihop_type_equal (iterator->type, first->type))
    return NULL;
  return condition;
}

/* "y < h" for a loop from 0: "0 < h", with what is kept in variables by now. */
static const IhopNode *
at_start (IhopUnpack *self, const IhopNode *loop, const IhopNode *condition)
{
  IhopSymbol *iterator = NULL;
  const IhopNode *first = first_value (loop, &iterator);
  const IhopNode *kept = ihop_exchange (self->build, condition, self->news);

  return ihop_copy (self->build, kept, first ? ihop_values_new (self->build, iterator, first) : NULL);
}

const IhopNode *
ihop_unpack_runs (IhopUnpack *self, const IhopNode *loop)
{
  gboolean is_for = loop->kind == IHOP_FOR;
  const IhopNode *condition = is_for ? loop->child[1] : loop->kind == IHOP_WHILE ? loop->child[0] : NULL;

  if (condition == NULL || (is_for && loop->child[0]))
    condition = first_condition (self, loop);
  else if (ihop_node_effect (condition))
    condition = NULL;
  return condition ? at_start (self, loop, condition) : NULL;
}

static gboolean
look_for_way_out (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= node->kind == IHOP_CALL || node->kind == IHOP_OPAQUE || node->kind == IHOP_OPAQUE_EXPR;
  return !*found;
}

/* The loop that all of a body's reads of the path are in, reached whenever the body runs: before it there
 * are only plain statements. NULL: none. */
static const IhopNode *
reached_loop (const IhopNode *body, const IhopUnpackPath *path)
{
  const IhopNode *loop = NULL;
  gboolean leaves = FALSE;

  if (body->kind != IHOP_BLOCK)
    return ihop_only_loop (body);
  for (guint i = 0; i < body->n_children; i++)
    {
      const IhopNode *child = body->child[i];
      g_autoptr (GPtrArray) found = ihop_unpack_references (child, path);
      if (found->len && (loop || leaves || child->kind != IHOP_FOR))
        return NULL;
      if (found->len)
        loop = child;
      leaves |= child->kind != IHOP_DECLARATION && child->kind != IHOP_EXPRESSION
                && child->kind != IHOP_PRAGMA;
      ihop_node_walk (child, look_for_way_out, &leaves);
    }
  return loop;
}

static const IhopNode *guard_through (IhopUnpack *self, const IhopNode *loop, const IhopUnpackPath *path,
                                      GHashTable *changing);

/* "changing": what the outermost loop writes, before which the guard stands. */
static const IhopNode *
inner_guard (IhopUnpack *self, const IhopNode *loop, const IhopUnpackPath *path, GHashTable *changing)
{
  const IhopNode *inner = reached_loop (ihop_loop_body (loop), path);
  const IhopNode *condition = inner ? first_condition (self, inner) : NULL;
  IhopSymbol *iterator = NULL;

  if (condition == NULL || names_any (first_value (inner, &iterator), changing)
      || !is_kept (self, first_value (inner, &iterator)) || !is_kept (self, condition))
    return NULL;
  g_autoptr (GHashTable) others = g_hash_table_new (NULL, NULL);
  GHashTableIter each;
  gpointer symbol;
  g_hash_table_iter_init (&each, changing);
  while (g_hash_table_iter_next (&each, &symbol, NULL))
    if (symbol != iterator)
      g_hash_table_add (others, symbol);
  return names_any (condition, others) ? NULL : guard_through (self, inner, path, changing);
}

/* The one address that reading the path follows; NULL: none, or several. */
static const IhopNode *
only_address (const IhopNode *node)
{
  const IhopNode *address = followed (node);

  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *other = only_address (node->child[i]);
      if (other && address)
        return NULL;
      address = other ? other : address;
    }
  return address;
}

static const IhopNode *
guard_through (IhopUnpack *self, const IhopNode *loop, const IhopUnpackPath *path, GHashTable *changing)
{
  Search search = { self, only_address (path->node), path, FALSE };
  const IhopNode *condition = first_condition (self, loop);

  if (condition == NULL)
    return NULL;
  const IhopNode *runs = at_start (self, loop, condition);
  if (in_statement (&search, ihop_loop_body (loop)) == FOUND)
    return runs;
  const IhopNode *more = inner_guard (self, loop, path, changing);
  return more ? ihop_make_binary (self->build, IHOP_OP_LAND, runs, more) : NULL;
}

const IhopNode *
ihop_unpack_guard (IhopUnpack *self, const IhopNode *loop, const IhopUnpackPath *path)
{
  g_autoptr (GHashTable) changing = ihop_defs_written (loop);

  return guard_through (self, loop, path, changing);
}
