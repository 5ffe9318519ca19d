/* Loops: what counts in them, how often they run. */
#include "ir/query.h"
#include "prove/loops.h"

/* ---- What a loop says ------------------------------------------------------------------------------------------------ */

static gboolean
read_update (const IhopNode *node, Update *update)
{
  node = ihop_node_strip (node, FALSE);
  gboolean counts = node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC && node->op <= IHOP_OP_POST_DEC;
  if (!counts && node->kind != IHOP_ASSIGN)
    return FALSE;
  const IhopNode *left = ihop_node_strip (node->child[0], FALSE), *right = node->n_children > 1 ? node->child[1] : NULL;
  if (left->kind != IHOP_REF || left->symbol->space != IHOP_SPACE_HOST)
    return FALSE;
  *update = (Update){ .symbol = left->symbol, .name = left, .op = node->op, .by = right };
  if (counts)
    update->op = node->op == IHOP_OP_PRE_INC || node->op == IHOP_OP_POST_INC ? IHOP_OP_ADD : IHOP_OP_SUB;
  if (node->kind == IHOP_ASSIGN && node->op == IHOP_OP_NONE)
    {
      right = ihop_node_strip (right, TRUE);
      if (right->kind != IHOP_BINARY)
        return FALSE;
      gboolean turned = (right->op == IHOP_OP_ADD || right->op == IHOP_OP_MUL) && ihop_node_is_ref (right->child[1], left->symbol);
      if (!turned && !ihop_node_is_ref (right->child[0], left->symbol))
        return FALSE;
      update->op = right->op;
      update->by = right->child[turned ? 0 : 1];
    }
  return ihop_type_strip (left->type)->size >= 4;
}

/* "i++, p += n" */
void
prove_read_updates (const IhopNode *node, Head *head)
{
  node = node ? ihop_node_strip (node, FALSE) : NULL;
  if (node && node->kind == IHOP_BINARY && node->op == IHOP_OP_COMMA)
    {
      prove_read_updates (node->child[0], head);
      prove_read_updates (node->child[1], head);
    }
  else if (node && head->n_updates < MOST_UPDATES && read_update (node, &head->update[head->n_updates]))
    head->n_updates++;
}

typedef struct
{
  const IhopSymbol *symbol;
  gboolean found;
} Search;

static gboolean
look_for_assignment (const IhopNode *node, gpointer data)
{
  Search *search = data;
  gboolean changes = node->kind == IHOP_ASSIGN || node->kind == IHOP_VARIABLE
                     || (node->kind == IHOP_UNARY && node->op >= IHOP_OP_ADDRESS && node->op <= IHOP_OP_POST_DEC);

  if (node->kind == IHOP_VARIABLE)
    search->found = search->found || node->symbol == search->symbol;
  else if (changes)
    search->found = search->found || ihop_node_is_ref (node->child[0], search->symbol);
  return !search->found;
}

static gboolean
is_assigned (const IhopNode *node, const IhopSymbol *symbol)
{
  Search search = { symbol, FALSE };

  if (node)
    ihop_node_walk (node, look_for_assignment, &search);
  return search.found;
}

/* What ends a loop early: its own break, or whatever leaves the function. */
gboolean
prove_leaves (const IhopNode *node, gboolean is_inner, gboolean *returns)
{
  gboolean found = node->kind == IHOP_BREAK && !is_inner;

  if (node->kind == IHOP_RETURN || node->kind == IHOP_GOTO)
    *returns = found = TRUE;
  if (!ihop_kind_is_statement (node->kind))
    return found;
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i])
      found = prove_leaves (node->child[i], is_inner || ihop_kind_is_loop (node->kind) || node->kind == IHOP_SWITCH, returns) || found;
  return found;
}

static Head
read_head (const IhopNode *node)
{
  Head head = { .node = node, .body = ihop_loop_body (node) };

  if (node->kind == IHOP_FOR)
    head.condition = node->child[1], head.step = node->child[2];
  else
    head.condition = node->child[node->kind == IHOP_WHILE ? 0 : 1];
  head.leaves = prove_leaves (head.body, FALSE, &head.returns);
  return head;
}

/* The step of "while (c) { …; step; }", if it is one; the body is then what stands in front of it. */
static void
take_last (Head *head, IhopNode *rest)
{
  const IhopNode *body = head->body, *last = body->kind == IHOP_BLOCK && body->n_children ? body->child[body->n_children - 1] : NULL;

  if (last == NULL || last->kind != IHOP_EXPRESSION || ihop_body_continue (body))
    return;
  prove_read_updates (last->child[0], head);
  if (head->n_updates == 0)
    return;
  *rest = *body;
  rest->n_children--;
  head->body = rest;
  head->step = last->child[0];
}

/* Whether this statement of the body is all of the loop that changes a variable. */
static gboolean
changes_alone (const Head *head, guint at, const IhopSymbol *symbol)
{
  gboolean is_alone = !is_assigned (head->condition, symbol) && !is_assigned (head->step, symbol);

  for (guint i = 0; i < head->body->n_children && is_alone; i++)
    is_alone = i == at || !is_assigned (head->body->child[i], symbol);
  return is_alone;
}

/* Whether the body is a list of statements, each of which runs each time. */
static gboolean
runs_through (const IhopNode *body)
{
  return body->kind == IHOP_BLOCK && ihop_body_continue (body) == NULL;
}

/* What the body sets once each time, and nothing else does. */
static void
read_turns (Head *head)
{
  const IhopNode *body = head->body;

  if (!runs_through (body))
    return;
  for (guint i = 0; i < body->n_children && head->n_turns < MOST_UPDATES; i++)
    {
      Update *update = &head->turn[head->n_turns];
      gboolean is_alone = prove_read_turn (body->child[i], update) && changes_alone (head, i, update->symbol);
      head->n_turns += is_alone;
    }
}

/* Drops what something else than the step changes, too. */
static void
keep_steady (Head *head, Walk *walk)
{
  guint kept = 0;

  for (guint i = 0; i < head->n_updates; i++)
    {
      const IhopSymbol *symbol = head->update[i].symbol;
      if (!is_assigned (head->body, symbol) && !is_assigned (head->condition, symbol)
          && !g_hash_table_contains (walk->model->volatile_symbols, symbol))
        head->update[kept++] = head->update[i];
    }
  head->n_updates = kept;
}

static void
forget_changed (Walk *walk, const Head *head)
{
  prove_forget (walk, head->body);
  prove_forget (walk, head->condition);
  prove_forget (walk, head->step);
}

/* ---- Loops that count ------------------------------------------------------------------------------------------------ */

void
prove_bind_moved (Walk *walk, const Update *update, Value *moved, int sign)
{
  Binding *binding = g_new0 (Binding, 1);

  if (ihop_type_strip (update->symbol->type)->kind == IHOP_TYPE_POINTER)
    {
      const IhopType *target = ihop_type_strip (update->symbol->type)->target;
      binding->array = update->first->array;
      binding->is_own = update->first->is_own;
      if (binding->array && ihop_type_element (target, NULL)->size == ihop_type_strip (target)->size)
        binding->offset = prove_value_add (prove_value_copy (update->first->offset), prove_value_copy (moved), sign);
      prove_value_free (moved);
    }
  else
    binding->value = prove_value_add (prove_value_copy (update->first->value), moved, sign);
  g_hash_table_insert (walk->bindings, (gpointer) update->symbol, binding);
}

/* first + trip * by; an address alike. */
static void
bind_counting (Walk *walk, const Update *update, guint dim)
{
  Value *by = update->by ? prove_evaluate (walk, update->by) : prove_value_number (walk->model, 1);

  prove_bind_moved (walk, update, prove_value_multiply (walk->model, by, prove_value_dim (walk->model, dim)), update->op == IHOP_OP_ADD ? 1 : -1);
}

isl_set *
prove_up_to_first (const Model *model, isl_set *all, isl_set *holds, guint dim)
{
  isl_set *fails = isl_set_subtract (isl_set_copy (all), isl_set_copy (holds));
  isl_map *later = isl_map_universe (isl_space_map_from_set (isl_space_copy (model->space)));

  for (guint i = 0; i < N_DIMS; i++)
    if (i != dim)
      later = isl_map_equate (later, isl_dim_in, (int) i, isl_dim_out, (int) i);
  later = isl_map_order_lt (later, isl_dim_in, (int) dim, isl_dim_out, (int) dim);
  return isl_set_coalesce (isl_set_subtract (holds, isl_set_apply (fails, later)));
}

/* A condition is evaluated once more than the body. */
void
prove_walk_condition (Walk *walk, const IhopNode *condition)
{
  gboolean was_exact = walk->is_exact;

  walk->is_exact = FALSE;
  prove_walk_expression (walk, condition);
  walk->is_exact = was_exact;
}

static void
enter (Walk *walk, const Head *head, guint dim)
{
  gboolean is_exact = FALSE;

  walk->domain = isl_set_lower_bound_si (isl_set_eliminate (walk->domain, isl_dim_set, dim, 1), isl_dim_set, dim, 0);
  if (head->condition)
    prove_walk_condition (walk, head->condition);
  isl_set *holds = head->condition ? prove_condition (walk, head->condition, &is_exact) : NULL;
  if (is_exact)
    {
      holds = isl_set_intersect (holds, isl_set_copy (walk->domain));
      isl_set *run = prove_up_to_first (walk->model, walk->domain, holds, dim);
      isl_set_free (walk->domain);
      walk->domain = run;
    }
  else if (holds)
    walk->domain = isl_set_intersect (walk->domain, holds);
  if (!is_exact || head->leaves)
    prove_walk_maybe (walk, ihop_message ("how often the loop runs depends on data"));
}

/* What an unsigned variable has been counted to behind an iteration fits into it, or nothing is known of it. */
static void
check_unsigned (Walk *walk, const Update *update)
{
  const IhopType *type = ihop_type_strip (update->symbol->type);
  const Binding *binding = g_hash_table_lookup (walk->bindings, update->symbol);

  if (type->kind != IHOP_TYPE_INTEGER || type->is_signed || binding->value == NULL)
    return;
  Value *by = update->by ? prove_evaluate (walk, update->by) : prove_value_number (walk->model, 1);
  Value *next = prove_value_add (prove_value_copy (binding->value), by, update->op == IHOP_OP_ADD ? 1 : -1);
  next = prove_fit (walk, next, type, update->name);
  if (next == NULL)
    {
      prove_bind (walk, update->symbol, NULL);
      prove_walk_maybe (walk, ihop_message ("how often the loop runs depends on data"));
    }
  prove_value_free (next);
}

/* What the body moves, when an iteration begins: the walk follows it from there on. */
static void
bind_inside (Walk *walk, const Update *update, guint dim)
{
  if (update->sum)
    prove_bind_moved (walk, update, prove_value_multiply (walk->model, prove_value_copy (update->sum), prove_value_dim (walk->model, dim)), 1);
}

/* … and behind the loop, if it is known how often that has run. */
static void
bind_behind (Walk *walk, const Head *head)
{
  for (guint i = 0; i < head->n_inside; i++)
    {
      const Update *update = &head->inside[i];
      Value *trips = update->sum ? prove_trips (walk, head->node) : NULL;
      if (trips)
        prove_bind_moved (walk, update, prove_value_multiply (walk->model, trips, prove_value_copy (update->sum)), 1);
    }
}

static void
walk_counting (Walk *walk, Head *head)
{
  guint dim = DIM_TRIP + walk->where.depth;

  for (guint i = 0; i < head->n_inside; i++)
    head->inside[i].sum = prove_sum_of_iteration (walk, head, head->inside[i].symbol);
  for (guint i = 0; i < head->n_updates; i++)
    bind_counting (walk, &head->update[i], dim);
  walk->where.loop[walk->where.depth++] = (Loop){ head->node, walk->model->serial++ };
  enter (walk, head, dim);
  for (guint i = 0; i < head->n_updates; i++)
    check_unsigned (walk, &head->update[i]);
  for (guint i = 0; i < head->n_turns; i++)
    prove_bind_turn (walk, &head->turn[i], dim);
  for (guint i = 0; i < head->n_inside; i++)
    bind_inside (walk, &head->inside[i], dim);
  isl_set *run = isl_set_copy (walk->domain);
  prove_walk_statement (walk, head->body);
  isl_set_free (walk->domain);
  walk->domain = run;
  if (head->step)
    prove_walk_expression (walk, head->step);
  walk->where.depth--;
}

static void
walk_unknown (Walk *walk, const Head *head)
{
  isl_set *all = isl_set_copy (walk->domain);

  prove_walk_maybe (walk, ihop_message ("how often the loop runs depends on data"));
  if (head->condition)
    prove_walk_expression (walk, head->condition);
  prove_walk_statement (walk, head->body);
  isl_set_free (walk->domain);
  walk->domain = all;
  if (head->step)
    prove_walk_expression (walk, head->step);
}

/* ---- All of them ------------------------------------------------------------------------------------------------------ */

static void
walk_body (Walk *walk, Head *head, gboolean *is_straight)
{
  gboolean factor = FALSE, wraps = FALSE, plain = head->n_updates > 0 && walk->where.depth < MOST_LOOPS && head->node->kind != IHOP_DO;

  for (guint i = 0; i < head->n_updates; i++)
    factor = factor || (head->update[i].op != IHOP_OP_ADD && head->update[i].op != IHOP_OP_SUB);
  if (plain && factor && prove_walk_powers (walk, head, is_straight))
    return;
  if (plain && !factor && prove_walk_progression (walk, head, &wraps))
    return;
  if (plain && !factor && !wraps)
    walk_counting (walk, head);
  else
    {
      forget_changed (walk, head);
      walk_unknown (walk, head);
    }
}

static gboolean
is_once (const IhopNode *node)
{
  return node->kind == IHOP_DO && (node->child[1]->flags & IHOP_NODE_CONSTANT) && node->child[1]->integer == 0;
}

static void
binding_copy_of (Update *update, GHashTable *bindings)
{
  const Binding *found = g_hash_table_lookup (bindings, update->symbol);

  update->first = g_new0 (Binding, 1);
  if (found)
    *update->first = (Binding){ prove_value_copy (found->value), found->array, prove_value_copy (found->offset), found->is_own, NULL };
}

static void
binding_drop (Update *update)
{
  prove_value_free (update->sum);
  prove_value_free (update->first->value);
  prove_value_free (update->first->offset);
  g_free (update->first);
}

void
prove_walk_loop (Walk *walk, const IhopNode *node)
{
  Head head = read_head (node);
  IhopNode rest;

  if (node->kind == IHOP_FOR && node->child[0])
    prove_walk_statement (walk, node->child[0]);
  if (is_once (node) && !head.leaves && ihop_body_continue (head.body) == NULL)
    {
      prove_walk_statement (walk, head.body);
      return;
    }
  if (node->kind == IHOP_FOR)
    prove_read_updates (head.step, &head);
  else if (node->kind == IHOP_WHILE)
    take_last (&head, &rest);
  keep_steady (&head, walk);
  prove_find_moved (walk, &head);
  read_turns (&head);
  for (guint i = 0; i < head.n_updates; i++)
    binding_copy_of (&head.update[i], walk->bindings);
  for (guint i = 0; i < head.n_inside; i++)
    binding_copy_of (&head.inside[i], walk->bindings);
  for (guint i = 0; i < head.n_turns; i++)
    binding_copy_of (&head.turn[i], walk->bindings);
  head.before = prove_bindings_copy (walk->bindings);
  gboolean is_straight = FALSE;
  gboolean was_exact = walk->is_exact;
  IhopMessage *why = ihop_message_ref (walk->why);
  isl_set *all = isl_set_copy (walk->domain);
  forget_changed (walk, &head);
  walk_body (walk, &head, &is_straight);
  if (!is_straight)
    forget_changed (walk, &head);
  g_hash_table_unref (head.before);
  isl_set_free (walk->domain);
  walk->domain = all;
  walk->is_exact = was_exact && !head.returns;
  walk->is_behind_return = walk->is_behind_return || head.returns;
  if (was_exact)
    {
      ihop_message_unref (walk->why);
      walk->why = ihop_message_ref (why);
    }
  ihop_message_unref (why);
  bind_behind (walk, &head);
  for (guint i = 0; i < head.n_updates; i++)
    binding_drop (&head.update[i]);
  for (guint i = 0; i < head.n_inside; i++)
    binding_drop (&head.inside[i]);
  for (guint i = 0; i < head.n_turns; i++)
    binding_drop (&head.turn[i]);
}
