/* Is a variable's value used later? Asked of the text, in the order in which control runs. */
#include "analysis/memory/liveness.h"
#include "analysis/memory/definitions.h"

/* What may become of a value when control runs through a piece of code. All FALSE: it is certainly
 * written over, or control does not come back (a return). */
typedef struct
{
  gboolean reads;   /* it is read */
  gboolean through; /* the end is reached, and it is still there */
  gboolean on, out; /* so is the "continue" or the "break" of a loop around */
} Flow;

static const Flow passes = { .through = TRUE };
static const Flow is_read = { .reads = TRUE };

/* What is asked about: a variable, or one member of a struct. */
typedef struct
{
  const IhopSymbol *symbol; /* NULL: nothing has this name */
  const IhopSymbol *field;  /* NULL: all of the variable */
} Place;

typedef struct
{
  const Place *place;
  gboolean found;
} Mention;

/* The member of the variable itself that is named here, whichever; NULL: none is. */
static const IhopSymbol *
named_member (const IhopNode *node, const Place *place)
{
  if (place->field == NULL || node->kind != IHOP_MEMBER || (node->flags & IHOP_NODE_ARROW))
    return NULL;
  const IhopNode *base = ihop_node_strip (node->child[0], FALSE);

  return base->kind == IHOP_REF && base->symbol == place->symbol ? node->symbol : NULL;
}

static gboolean
find_mention (const IhopNode *node, gpointer data)
{
  Mention *self = data;
  const IhopSymbol *member = named_member (node, self->place);

  if (member && member != self->place->field)
    return FALSE;
  /* What is not read to its ground may name anything. */
  if ((node->kind == IHOP_REF && node->symbol == self->place->symbol) || node->kind == IHOP_OPAQUE
      || node->kind == IHOP_OPAQUE_EXPR)
    self->found = TRUE;
  return !self->found;
}

static gboolean
mentions (const IhopNode *node, const Place *place)
{
  Mention self = { place, FALSE };

  if (node)
    ihop_node_walk (node, find_mention, &self);
  return self.found;
}

static Flow flow (const IhopNode *node, const Place *place);

/* Either way may be gone. */
static Flow
either (Flow a, Flow b)
{
  return (Flow) { a.reads || b.reads, a.through || b.through, a.on || b.on, a.out || b.out };
}

static Flow
in_turn (const IhopNode *const *nodes, guint n, const Place *place)
{
  Flow all = passes;

  for (guint i = 0; i < n && all.through && !all.reads; i++)
    {
      all.through = FALSE;
      all = either (all, flow (nodes[i], place));
    }
  return all;
}

/* "a[k]" of an array, "d.x": a piece of something, found without reading it. */
static gboolean
is_part (const IhopNode *node, const Place *place)
{
  if (node->kind == IHOP_MEMBER)
    return !(node->flags & IHOP_NODE_ARROW);
  return node->kind == IHOP_INDEX && !mentions (node->child[1], place)
         && ihop_type_strip (ihop_node_strip (node->child[0], TRUE)->type)->kind == IHOP_TYPE_ARRAY;
}

static gboolean
is_place (const IhopNode *node, const Place *place)
{
  const IhopSymbol *member = named_member (node, place);

  return member ? member == place->field : node->kind == IHOP_REF && node->symbol == place->symbol;
}

static Flow
of_assign (const IhopNode *node, const Place *place)
{
  const IhopNode *left = ihop_node_strip (node->child[0], TRUE);

  if (mentions (node->child[1], place))
    return is_read;
  if (is_place (left, place))
    return node->op == IHOP_OP_NONE ? (Flow) { 0 } : is_read;
  /* Writing an element reads nothing of the array, and settles nothing about the others. */
  while (is_part (left, place))
    left = ihop_node_strip (left->child[0], TRUE);
  if (left->kind == IHOP_REF && node->op == IHOP_OP_NONE)
    return passes;
  return mentions (node->child[0], place) ? is_read : passes;
}

static Flow
of_if (const IhopNode *node, const Place *place)
{
  Flow condition = flow (node->child[0], place);

  if (condition.reads || !condition.through)
    return condition;
  return either (flow (node->child[1], place), flow (node->child[2], place));
}

/* The rounds of a "for" or "while" from its condition on. Behind it: where the condition is false at
 * once, after a round, or by "break". */
static Flow
of_rounds (const IhopNode *loop, const Place *place)
{
  gboolean counts = loop->kind == IHOP_FOR;
  Flow test = flow (loop->child[counts ? 1 : 0], place), round;

  if (test.reads || !test.through)
    return test;
  round = flow (loop->child[counts ? 3 : 1], place);
  if (round.reads || (counts && (round.through || round.on) && flow (loop->child[2], place).reads))
    return is_read;
  return passes;
}

static Flow
of_for (const IhopNode *node, const Place *place)
{
  Flow first = flow (node->child[0], place);

  return first.reads || !first.through ? first : of_rounds (node, place);
}

static Flow
of_do (const IhopNode *node, const Place *place)
{
  Flow round = flow (node->child[0], place), test;

  if (round.reads || !(round.through || round.on))
    return (Flow) { .reads = round.reads, .through = round.out };
  test = flow (node->child[1], place);
  return (Flow) { .reads = test.reads, .through = test.through || round.out };
}

/* A piece that is not looked into: every jump in it may leave it. */
static gboolean
find_jump (const IhopNode *node, gpointer data)
{
  Flow *flow = data;

  flow->on |= node->kind == IHOP_CONTINUE;
  flow->out |= node->kind == IHOP_BREAK;
  return TRUE;
}

static Flow
unseen (const IhopNode *node, const Place *place)
{
  Flow all = passes;

  if (mentions (node, place))
    return is_read;
  ihop_node_walk (node, find_jump, &all);
  return all;
}

/* A declaration that control comes back to makes the variable anew. */
static Flow
of_declared (const IhopNode *node, const Place *place)
{
  if (mentions (node, place))
    return is_read;
  return node->symbol == place->symbol ? (Flow) { 0 } : passes;
}

static Flow
flow (const IhopNode *node, const Place *place)
{
  if (node == NULL)
    return passes;
  switch (node->kind)
    {
    case IHOP_ASSIGN:
      return of_assign (node, place);
    case IHOP_VARIABLE:
      return of_declared (node, place);
    case IHOP_IF:
      return of_if (node, place);
    case IHOP_FOR:
      return of_for (node, place);
    case IHOP_WHILE:
      return of_rounds (node, place);
    case IHOP_DO:
      return of_do (node, place);
    case IHOP_BREAK:
      return (Flow) { .out = TRUE };
    case IHOP_CONTINUE:
      return (Flow) { .on = TRUE };
    case IHOP_RETURN:
      return mentions (node, place) ? is_read : (Flow) { 0 };
    case IHOP_LABEL: /* nobody jumps to it: else no flow is asked for */
    case IHOP_BLOCK:
    case IHOP_EXPRESSION:
    case IHOP_PAREN:
    case IHOP_DECLARATION:
      return in_turn (node->child, node->n_children, place);
    case IHOP_BINARY:
      return node->op == IHOP_OP_COMMA ? in_turn (node->child, node->n_children, place) : unseen (node, place);
    default:
      return unseen (node, place);
    }
}

/* "way": how control has come out of this loop's body. Behind the loop. */
static Flow
next_round (const IhopNode *loop, Flow way, const Place *place)
{
  const IhopNode *before = loop->kind == IHOP_FOR ? loop->child[2]
                           : loop->kind == IHOP_DO ? loop->child[1]
                                                   : NULL;
  Flow next;

  if (!way.through && !way.on)
    return (Flow) { .through = way.out };
  next = flow (before, place);
  if (next.through && !next.reads)
    next = loop->kind == IHOP_DO ? either (passes, of_do (loop, place)) : of_rounds (loop, place);
  return (Flow) { .reads = next.reads, .through = next.through || way.out };
}

static Flow
rest_of_block (const IhopNode *block, const IhopNode *child, Flow way, const Place *place)
{
  guint k = 0;

  if (!way.through)
    return way;
  while (block->child[k] != child)
    k++;
  way.through = FALSE;
  return either (way, in_turn (block->child + k + 1, block->n_children - k - 1, place));
}

/* From the end of path[i + 1] to the end of path[i], then outwards. */
static gboolean
live_in (const GPtrArray *path, guint i, Flow way, const Place *place)
{
  const IhopNode *parent = path->pdata[i], *child = path->pdata[i + 1];

  if (parent->kind == IHOP_BLOCK)
    way = rest_of_block (parent, child, way, place);
  else if (ihop_kind_is_loop (parent->kind) && child == ihop_loop_body (parent))
    way = next_round (parent, way, place);
  else if (parent->kind != IHOP_IF && parent->kind != IHOP_LABEL)
    return TRUE;
  if (way.reads || i == 0)
    return way.reads;
  return (way.through || way.on || way.out) && live_in (path, i - 1, way, place);
}

/* With labels about, only a variable that nothing else mentions is dead. */
static gboolean
is_mentioned_beside (const GPtrArray *path, const Place *place)
{
  for (guint i = 0; i + 1 < path->len; i++)
    {
      const IhopNode *parent = path->pdata[i];
      for (guint k = 0; k < parent->n_children; k++)
        if (parent->child[k] && parent->child[k] != path->pdata[i + 1]
            && mentions (parent->child[k], place))
          return TRUE;
    }
  return FALSE;
}

/* A struct's members, which are followed one by one; 0: it is followed as a whole. */
static guint
members_of (const IhopSymbol *symbol, IhopSymbol ***fields)
{
  const IhopType *type = ihop_type_strip (symbol->type);

  *fields = type->fields;
  return type->kind == IHOP_TYPE_RECORD && !type->is_union && type->fields ? type->n_fields : 0;
}

gboolean
ihop_live_after (IhopFacts *facts, const IhopFunction *function, const IhopNode *node,
                 const IhopSymbol *symbol)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (facts, function, node);
  Place whole = { symbol, NULL }, nothing = { NULL, NULL };
  IhopSymbol **fields;
  gboolean is_live = FALSE;

  if (symbol->storage != IHOP_STORAGE_AUTO || symbol->is_global
      || ihop_defs_of (facts, function, symbol)->address_taken)
    return TRUE;
  if (symbol->kind == IHOP_SYMBOL_PARAMETER && !ihop_type_is_scalar (symbol->declared_type))
    return TRUE;
  if (path == NULL || path->len < 2)
    return TRUE;
  if (ihop_defs_has_labels (facts, function))
    return is_mentioned_beside (path, &whole);
  Flow end = either (passes, flow (node, &nothing));
  guint n = members_of (symbol, &fields);
  if (n == 0)
    return live_in (path, path->len - 2, end, &whole);
  for (guint i = 0; i < n && !is_live; i++)
    is_live = live_in (path, path->len - 2, end, &(Place) { symbol, fields[i] });
  return is_live;
}
