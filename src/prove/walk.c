/* Statements in the order of their execution: which instances come where, and what variables hold there. */
#include "prove/model.h"

static void
binding_free (gpointer data)
{
  Binding *binding = data;

  prove_value_free (binding->value);
  prove_value_free (binding->offset);
  isl_set_free (binding->lanes);
  g_free (binding);
}

GHashTable *
prove_bindings_new (void)
{
  return g_hash_table_new_full (NULL, NULL, NULL, binding_free);
}

Binding *
prove_binding_copy (const Binding *binding)
{
  Binding *copy = g_new0 (Binding, 1);

  copy->value = prove_value_copy (binding->value);
  copy->array = binding->array;
  copy->offset = prove_value_copy (binding->offset);
  copy->is_own = binding->is_own;
  copy->target = binding->target;
  copy->lanes = isl_set_copy (binding->lanes);
  return copy;
}

GHashTable *
prove_bindings_copy (GHashTable *bindings)
{
  GHashTable *copy = prove_bindings_new ();
  GHashTableIter iter;
  gpointer symbol, binding;

  g_hash_table_iter_init (&iter, bindings);
  while (g_hash_table_iter_next (&iter, &symbol, &binding))
    g_hash_table_insert (copy, symbol, prove_binding_copy (binding));
  return copy;
}

/* Takes the value; NULL: not known. */
void
prove_bind (Walk *walk, const IhopSymbol *symbol, Value *value)
{
  Binding *binding = g_new0 (Binding, 1);

  binding->value = value;
  g_hash_table_insert (walk->bindings, (gpointer) symbol, binding);
}

static gboolean
is_plain (const Value *value)
{
  return value && value->n_terms == 0;
}

/* What a variable holds that was set differently. */
static void
join_values (Binding *a, const Binding *b, isl_set *holds)
{
  Value *joined = NULL;

  if (prove_value_same (a->value, b->value))
    return;
  if (holds && is_plain (a->value) && is_plain (b->value))
    joined = prove_value_new (isl_pw_aff_union_add (
      isl_pw_aff_intersect_domain (isl_pw_aff_copy (a->value->affine), isl_set_copy (holds)),
      isl_pw_aff_intersect_domain (isl_pw_aff_copy (b->value->affine), isl_set_complement (isl_set_copy (holds)))));
  prove_value_free (a->value);
  a->value = joined;
}

static void
join_addresses (Binding *a, const Binding *b)
{
  if (a->array != b->array)
    a->array = NULL;
  if (a->offset && !prove_value_same (a->offset, b->offset))
    g_clear_pointer (&a->offset, prove_value_free);
  a->is_own = a->is_own && b->is_own;
  if (a->target != b->target)
    a->target = NULL;
  if (a->lanes && (b->lanes == NULL || isl_set_is_equal (a->lanes, b->lanes) != isl_bool_true))
    a->lanes = isl_set_free (a->lanes);
}

GHashTable *
prove_bindings_join (GHashTable *yes, GHashTable *no, isl_set *holds)
{
  GHashTableIter iter;
  gpointer symbol, found;

  g_hash_table_iter_init (&iter, yes);
  while (g_hash_table_iter_next (&iter, &symbol, &found))
    {
      const Binding *other = g_hash_table_lookup (no, symbol);
      static const Binding nothing = { 0 };
      join_values (found, other ? other : &nothing, holds);
      join_addresses (found, other ? other : &nothing);
    }
  g_hash_table_unref (no);
  return yes;
}

void
prove_walk_maybe (Walk *walk, IhopMessage *why)
{
  if (walk->is_exact)
    {
      ihop_message_unref (walk->why);
      walk->why = ihop_message_ref (why);
    }
  walk->is_exact = FALSE;
  ihop_message_unref (why);
}

void
prove_obstacle (Model *model, const IhopNode *node, IhopMessage *message)
{
  IhopFinding *finding = g_new0 (IhopFinding, 1);

  finding->kind = IHOP_FINDING_OBSTACLE;
  finding->message = message;
  finding->n_places = 1;
  finding->place[0].node = node;
  g_ptr_array_add (model->findings, finding);
}

static gboolean
forget_assigned (const IhopNode *node, gpointer data)
{
  Walk *walk = data;
  gboolean counts = node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC && node->op <= IHOP_OP_POST_DEC;

  if (node->kind == IHOP_VARIABLE)
    prove_forget_symbol (walk, node->symbol);
  if (counts || node->kind == IHOP_ASSIGN)
    {
      const IhopSymbol *own = prove_own_name (walk, node->child[0]);
      if (own)
        prove_forget_symbol (walk, own);
    }
  return TRUE;
}

void
prove_forget (Walk *walk, const IhopNode *node)
{
  if (node)
    ihop_node_walk (node, forget_assigned, walk);
}

/* ---- Statements ----------------------------------------------------------------------------------------------------- */

static void
walk_variable (Walk *walk, const IhopNode *node)
{
  const IhopSymbol *symbol = node->symbol;
  IhopNode name = { .kind = IHOP_REF, .symbol = (IhopSymbol *) symbol, .type = symbol->type };
  const IhopNode *parts[2] = { &name, node->child[0] };
  IhopNode set = { .kind = IHOP_ASSIGN, .type = symbol->type, .n_children = 2, .child = parts };

  if (symbol->space != IHOP_SPACE_HOST)
    return; /* shared memory begins with anything, constants are set before */
  prove_forget_symbol (walk, symbol);
  if (symbol->type->kind == IHOP_TYPE_OTHER)
    prove_obstacle (walk->model, node, ihop_message ("what %s stands for is not followed", symbol->name));
  else if (node->child[0] && ihop_type_is_scalar (symbol->type))
    prove_walk_expression (walk, &set);
  else if (node->child[0])
    {
      prove_walk_expression (walk, node->child[0]);
      prove_bind_record (walk, symbol, node->child[0]);
    }
}

/* What a reference leads to that a call gives back is not read where nobody asks for it. */
static void
walk_expression_statement (Walk *walk, const IhopNode *node)
{
  node = ihop_node_strip (node, TRUE);
  if (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF && (node->flags & IHOP_NODE_IMPLICIT))
    node = ihop_node_strip (node->child[0], TRUE);
  if (node->kind == IHOP_CALL)
    prove_walk_call (walk, node, FALSE);
  else
    prove_walk_expression (walk, node);
}

static gboolean
has_none (isl_set *set)
{
  return isl_set_is_empty (set) == isl_bool_true;
}

static void
walk_if (Walk *walk, const IhopNode *node)
{
  gboolean is_exact, was_exact, behind = FALSE;
  prove_walk_expression (walk, node->child[0]);
  isl_set *holds = prove_condition (walk, node->child[0], &is_exact), *all = isl_set_copy (walk->domain);
  GHashTable *before = prove_bindings_copy (walk->bindings);
  IhopMessage *why = ihop_message_ref (walk->why);

  was_exact = walk->is_exact;
  guint n_leaves = walk->n_leaves;
  walk->domain = isl_set_intersect (walk->domain, isl_set_copy (holds));
  if (!is_exact)
    prove_walk_maybe (walk, ihop_message ("whether it happens depends on data"));
  gboolean yes_exact = walk->is_exact;
  prove_walk_statement (walk, node->child[1]);
  gboolean left = yes_exact && !walk->is_exact; /* some of them may have returned */
  behind = walk->is_behind_return;

  isl_set *yes = walk->domain;
  gboolean yes_ends = has_none (yes);
  GHashTable *after = walk->bindings;
  walk->bindings = before;
  walk->is_exact = yes_exact;
  walk->domain = is_exact ? isl_set_subtract (isl_set_copy (all), isl_set_copy (holds)) : isl_set_copy (all);
  if (node->child[2])
    prove_walk_statement (walk, node->child[2]);
  left = left || (yes_exact && !walk->is_exact);
  behind = behind || walk->is_behind_return;

  gboolean no_ends = has_none (walk->domain);
  walk->domain = isl_set_coalesce (isl_set_union (walk->domain, yes));
  if (yes_ends || no_ends)
    g_hash_table_unref (yes_ends ? after : g_steal_pointer (&walk->bindings));
  if (!yes_ends && no_ends)
    walk->bindings = after;
  else if (!yes_ends && !no_ends)
    walk->bindings = prove_bindings_join (after, walk->bindings, is_exact ? holds : NULL);
  /* Under a condition that is not known, whoever returned is not known either. */
  gboolean lost = !is_exact && walk->n_leaves > n_leaves;
  if (was_exact && !left && !lost)
    {
      walk->is_exact = TRUE;
      ihop_message_unref (walk->why);
      walk->why = ihop_message_ref (why);
    }
  else
    walk->is_exact = FALSE;
  walk->is_behind_return = behind;
  ihop_message_unref (why);
  isl_set_free (holds);
  isl_set_free (all);
}

/* Nobody goes on from here. */
static void
leave (Walk *walk)
{
  walk->n_leaves++;
  walk->domain = isl_set_subtract (walk->domain, isl_set_copy (walk->domain));
}

static void
walk_return (Walk *walk, const IhopNode *node)
{
  if (node->child[0])
    prove_walk_expression (walk, node->child[0]);
  walk->is_behind_return = TRUE;
  if (walk->is_exact && walk->where.depth == 0 && walk->model->calls == 0)
    walk->model->gone = isl_set_union (walk->model->gone, isl_set_copy (walk->domain));
  leave (walk);
}

/* Whether somebody may go elsewhere from there than behind it. */
static gboolean
may_leave (const IhopNode *node)
{
  gboolean may = node->kind == IHOP_RETURN || node->kind == IHOP_CONTINUE || node->kind == IHOP_GOTO || node->kind == IHOP_LABEL
                 || node->kind == IHOP_OPAQUE || node->kind == IHOP_OPAQUE_EXPR;

  for (guint i = 0; i < node->n_children && !may; i++)
    may = node->child[i] && may_leave (node->child[i]);
  return may;
}

/* Whether it may have a barrier. */
static gboolean
may_order (const IhopNode *node)
{
  gboolean may = node->kind == IHOP_CALL || node->kind == IHOP_OPAQUE || node->kind == IHOP_OPAQUE_EXPR;

  for (guint i = 0; i < node->n_children && !may; i++)
    may = node->child[i] && may_order (node->child[i]);
  return may;
}

/* What it changes is not known behind it, nor whether all come there, nor what its barriers order. */
void
prove_skip (Walk *walk, const IhopNode *node, IhopMessage *message)
{
  prove_obstacle (walk->model, node, message);
  prove_forget (walk, node);
  walk->model->is_ordered_otherwise = walk->model->is_ordered_otherwise || may_order (node);
  if (!may_leave (node))
    return;
  prove_walk_maybe (walk, ihop_message ("what stands before it is not followed"));
  walk->n_leaves++;
}

static void
walk_all (Walk *walk, const IhopNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i])
      prove_walk_statement (walk, node->child[i]);
}

void
prove_walk_statement (Walk *walk, const IhopNode *node)
{
  switch (node->kind)
    {
    case IHOP_BLOCK: case IHOP_DECLARATION:
      walk_all (walk, node);
      break;
    case IHOP_VARIABLE:
      walk_variable (walk, node);
      break;
    case IHOP_EXPRESSION:
      walk_expression_statement (walk, node->child[0]);
      break;
    case IHOP_IF:
      walk_if (walk, node);
      break;
    case IHOP_SWITCH:
      prove_walk_switch (walk, node);
      break;
    case IHOP_FOR: case IHOP_WHILE: case IHOP_DO:
      prove_walk_loop (walk, node);
      break;
    case IHOP_RETURN:
      walk_return (walk, node);
      break;
    case IHOP_BREAK: case IHOP_CONTINUE: /* loops.c has seen that there is a break */
      leave (walk);
      break;
    case IHOP_EMPTY: case IHOP_PRAGMA:
      break;
    default:
      prove_skip (walk, node, ihop_message ("%s is not followed", ihop_argument_word_or (node->text, "this statement")));
    }
}
