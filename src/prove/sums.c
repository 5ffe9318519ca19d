/* What each iteration of a loop surely adds to a variable: "*p++ = x;", "c += n;", and that in loops inside of it. */
#include "analysis/extract/increments.h"
#include "ir/query.h"
#include "prove/loops.h"

typedef struct
{
  Walk *walk;
  const IhopSymbol *symbol;
  Value *sum;              /* of all that was looked at so far; NULL: not known */
} Adding;

static gboolean take_amount (const IhopNode *amount, int sign, gpointer data);
static gboolean take_loop (const IhopNode *loop, gpointer data);
static gboolean take_branches (const IhopNode *branches, gpointer data);

static gboolean
adds (Adding *adding, const IhopNode *node)
{
  const IhopIncrements increments = { adding->symbol, take_amount, take_loop, take_branches, adding };

  return ihop_increments_walk (&increments, node);
}

/* The number itself is added: no conversion makes another one of it. */
static gboolean
take_amount (const IhopNode *amount, int sign, gpointer data)
{
  Adding *self = data;
  const IhopType *type = ihop_type_strip (self->symbol->type), *by = amount ? ihop_type_strip (amount->type) : type;

  if (type->kind == IHOP_TYPE_INTEGER && (!by->is_signed || by->size > type->size))
    return FALSE;
  Value *value = amount ? prove_evaluate (self->walk, amount) : prove_value_number (self->walk->model, 1);
  self->sum = prove_value_add (self->sum, value, sign);
  return self->sum != NULL;
}

/* ---- How often a loop runs ---- */

/* "int j = 0" or "j = 0": 0. */
static const IhopNode *
start_of (const IhopNode *loop, const IhopSymbol *symbol)
{
  const IhopNode *init = loop->child[0];

  if (init && init->kind == IHOP_DECLARATION && init->n_children == 1 && init->child[0]->symbol == symbol)
    return init->child[0]->child[0];
  const IhopNode *assign = init && init->kind == IHOP_EXPRESSION ? ihop_node_strip (init->child[0], FALSE) : NULL;
  return assign && assign->kind == IHOP_ASSIGN && assign->op == IHOP_OP_NONE && ihop_node_is_ref (assign->child[0], symbol) ? assign->child[1] : NULL;
}

/* Whether the variable goes up by a constant in each iteration and in no other way. */
static gboolean
is_counted_up (const Walk *walk, const IhopNode *loop, const IhopSymbol *symbol, gint64 *step)
{
  Head head = { .node = loop };

  prove_read_updates (loop->child[2], &head);
  for (guint i = 0; i < head.n_updates; i++)
    {
      const Update *update = &head.update[i];
      *step = 1;
      if (update->symbol == symbol)
        return update->op == IHOP_OP_ADD && (update->by == NULL || ihop_node_number (update->by, step)) && *step > 0 && *step <= G_MAXINT32
               && !ihop_increments_writes (loop->child[3], symbol) && !ihop_increments_writes (loop->child[1], symbol)
               && !g_hash_table_contains (walk->model->volatile_symbols, symbol);
    }
  return FALSE;
}

/* So many numbers, if there are any; takes the distance. NULL: it may be negative, or is not known. */
static Value *
in_steps (const Walk *walk, Value *distance, gint64 step)
{
  gint64 number;

  if (prove_value_constant (distance, &number))
    {
      prove_value_free (distance);
      return prove_value_number (walk->model, number <= 0 ? 0 : (number + step - 1) / step);
    }
  isl_pw_aff *affine = step == 1 ? prove_value_affine (prove_value_copy (distance)) : NULL;
  if (affine == NULL || prove_may (walk, isl_pw_aff_lt_set (affine, prove_number (walk->model, 0))))
    {
      prove_value_free (distance);
      return NULL;
    }
  return distance;
}

Value *
prove_trips (Walk *walk, const IhopNode *loop)
{
  const IhopNode *condition = loop->kind == IHOP_FOR && loop->child[1] ? ihop_node_strip (loop->child[1], FALSE) : NULL;
  gboolean returns = FALSE;
  gint64 step;

  if (condition == NULL || condition->kind != IHOP_BINARY || (condition->op != IHOP_OP_LT && condition->op != IHOP_OP_LE) || loop->child[2] == NULL)
    return NULL;
  const IhopSymbol *symbol = ihop_node_named (condition->child[0]);
  const IhopType *type = ihop_type_strip (condition->child[0]->type);
  const IhopNode *start = symbol ? start_of (loop, symbol) : NULL;
  if (start == NULL || type->kind != IHOP_TYPE_INTEGER || !type->is_signed || ihop_type_strip (symbol->type)->size < 4
      || !ihop_type_strip (symbol->type)->is_signed || !is_counted_up (walk, loop, symbol, &step) || prove_leaves (loop->child[3], FALSE, &returns))
    return NULL;
  Value *distance = prove_value_add (prove_evaluate (walk, condition->child[1]), prove_evaluate (walk, start), -1);
  if (condition->op == IHOP_OP_LE)
    distance = prove_value_add (distance, prove_value_number (walk->model, 1), 1);
  return distance ? in_steps (walk, distance, step) : NULL;
}

/* ---- Loops and branches ---- */

static gboolean
take_loop (const IhopNode *loop, gpointer data)
{
  Adding *self = data, inner = { self->walk, self->symbol, prove_value_number (self->walk->model, 0) };
  gboolean fine = !(loop->child[0] && ihop_increments_writes (loop->child[0], self->symbol))
                  && !(loop->child[1] && ihop_increments_writes (loop->child[1], self->symbol)) && ihop_body_continue (loop->child[3]) == NULL
                  && adds (&inner, loop->child[3]) && (loop->child[2] == NULL || adds (&inner, loop->child[2]));
  Value *trips = fine ? prove_trips (self->walk, loop) : NULL;

  if (trips == NULL)
    {
      prove_value_free (inner.sum);
      return FALSE;
    }
  self->sum = prove_value_add (self->sum, prove_value_multiply (self->walk->model, trips, inner.sum), 1);
  return self->sum != NULL;
}

/* Both sides add the same. */
static gboolean
take_branches (const IhopNode *branches, gpointer data)
{
  Adding *self = data, yes = { self->walk, self->symbol, prove_value_number (self->walk->model, 0) };
  Adding no = { self->walk, self->symbol, prove_value_number (self->walk->model, 0) };
  gboolean fine = !ihop_increments_writes (branches->child[0], self->symbol) && branches->child[2] && adds (&yes, branches->child[1])
                  && adds (&no, branches->child[2]) && prove_value_same (yes.sum, no.sum);

  self->sum = prove_value_add (self->sum, fine ? g_steal_pointer (&yes.sum) : NULL, 1);
  prove_value_free (yes.sum);
  prove_value_free (no.sum);
  return fine && self->sum;
}

/* ---- What a body moves ---- */

typedef struct
{
  Head *head;
  const Walk *walk;
} Collecting;

static gboolean
is_moved_alone (const Collecting *self, const IhopSymbol *symbol)
{
  const IhopType *type = ihop_type_strip (symbol->type);
  const Head *head = self->head;

  for (guint i = 0; i < head->n_inside; i++)
    if (head->inside[i].symbol == symbol)
      return FALSE;
  return symbol->space == IHOP_SPACE_HOST && !g_hash_table_contains (self->walk->model->volatile_symbols, symbol)
         && (type->kind == IHOP_TYPE_POINTER || (type->kind == IHOP_TYPE_INTEGER && type->is_signed && type->size >= 4))
         && !(head->condition && ihop_increments_writes (head->condition, symbol)) && !(head->step && ihop_increments_writes (head->step, symbol));
}

static gboolean
collect_moved (const IhopNode *node, gpointer data)
{
  Collecting *self = data;
  gboolean counts = node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC && node->op <= IHOP_OP_POST_DEC;
  const IhopNode *name = counts || node->kind == IHOP_ASSIGN ? ihop_node_strip (node->child[0], FALSE) : NULL;

  if (name && name->kind == IHOP_REF && self->head->n_inside < MOST_UPDATES && is_moved_alone (self, name->symbol))
    self->head->inside[self->head->n_inside++] = (Update){ .symbol = name->symbol, .name = name, .op = IHOP_OP_ADD };
  return TRUE;
}

/* Then it is not known what of the body runs. */
static gboolean
find_jump (const IhopNode *node, gpointer found)
{
  *(gboolean *) found |= node->kind == IHOP_GOTO || node->kind == IHOP_LABEL;
  return !*(gboolean *) found;
}

void
prove_find_moved (Walk *walk, Head *head)
{
  Collecting self = { head, walk };
  gboolean jumps = FALSE;

  ihop_node_walk (head->body, find_jump, &jumps);
  if (!jumps && ihop_body_continue (head->body) == NULL)
    ihop_node_walk (head->body, collect_moved, &self);
}

Value *
prove_sum_of_iteration (Walk *walk, const Head *head, const IhopSymbol *symbol)
{
  Adding adding = { walk, symbol, prove_value_number (walk->model, 0) };

  if (adds (&adding, head->body))
    return adding.sum;
  prove_value_free (adding.sum);
  return NULL;
}
