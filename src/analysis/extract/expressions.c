/* Expressions in the order of their evaluation: what they read, write and set. */
#include "analysis/extract/expressions.h"
#include "analysis/extract/calls.h"
#include "analysis/extract/record.h"
#include "analysis/extract/statement_walk.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/lvalue.h"
#include "analysis/scop/evaluate.h"
#include "analysis/scop/reference.h"
#include "analysis/scop/root_invariance.h"
#include "ir/key.h"
#include "ir/query.h"
#include <string.h>

/* "a" and "extern int b[] __attribute__ ((alias ("a")))": dependences are looked for name by name. */
static void
refuse_second_names (IhopWalk *walk, const IhopNode *node, const IhopSymbol *symbol)
{
  if (symbol->link_name)
    ihop_obstacle (walk->scop, "IHOP-D006", node, NULL,
                   "%s is memory that has several names: its accesses must keep their order",
                   symbol->name);
}

static void
access_lvalue (IhopWalk *walk, const IhopNode *node, gboolean is_write)
{
  const IhopNode *plain = ihop_node_strip (node, FALSE);
  const IhopSymbol *symbol = plain->kind == IHOP_REF ? plain->symbol : NULL;
  const IhopType *type = ihop_type_strip (plain->type);

  if (symbol && (symbol->kind == IHOP_SYMBOL_FUNCTION || symbol->kind == IHOP_SYMBOL_ENUMERATOR
                 || ihop_walk_loop_of (walk, symbol)))
    return;
  if (ihop_node_is_part_of_result (plain))
    return;
  if (ihop_type_is_volatile (plain->type) && !(symbol && symbol->link_name))
    {
      g_autofree char *text = ihop_node_key (plain);
      ihop_obstacle (walk->scop, "IHOP-D006", plain, NULL,
                     "%s is volatile: its accesses must keep their order",
                     ihop_argument_word_or (text, "an object"));
    }
  if (type->kind == IHOP_TYPE_OTHER)
    ihop_obstacle (walk->scop, "IHOP-D007", plain, NULL,
                   "an object of the type %s is used, which is not followed",
                   ihop_argument_word_or (type->name, "here"));
  walk->why = IHOP_MAY_NOT;
  walk->why_node = NULL;

  IhopRef *ref = ihop_ref_of (walk, plain);

  if (ref == NULL)
    {
      const IhopSymbol *root = ihop_defs_root (plain);
      g_autofree char *text = ihop_node_key (plain);
      IhopArgument shown = ihop_argument_word_or (text, N_ ("a pointer expression"));
      ihop_obstacle_add (
        walk->scop, "IHOP-D011", plain,
        ihop_message ("index the array directly instead of moving the pointer, or set the pointer anew in each iteration"),
        root ? ihop_message ("it is not known what memory %s means: the loop changes %s", shown, root->name)
             : ihop_message ("it is not known what memory %s means", shown));
      return;
    }
  refuse_second_names (walk, plain, ref->root);
  ihop_record (walk, ref, plain, is_write, IHOP_MAY_NOT);
}

/* What is evaluated to find the object, not the object itself. */
static void
walk_address (IhopWalk *walk, const IhopNode *node)
{
  switch (node->kind)
    {
    case IHOP_PAREN:
      walk_address (walk, node->child[0]);
      break;
    case IHOP_REF:
      break;
    case IHOP_INDEX:
      if (ihop_type_strip (node->child[0]->type)->kind == IHOP_TYPE_ARRAY)
        walk_address (walk, node->child[0]);
      else
        ihop_walk_expression (walk, node->child[0]);
      ihop_walk_expression (walk, node->child[1]);
      break;
    case IHOP_MEMBER:
      if (node->flags & IHOP_NODE_ARROW)
        ihop_walk_expression (walk, node->child[0]);
      else
        walk_address (walk, node->child[0]);
      break;
    case IHOP_UNARY:
      if (node->op == IHOP_OP_DEREF || node->op == IHOP_OP_ADDRESS)
        {
          if (node->op == IHOP_OP_DEREF)
            ihop_walk_expression (walk, node->child[0]);
          else
            walk_address (walk, node->child[0]);
          break;
        }
      ihop_walk_expression (walk, node);
      break;
    default:
      ihop_walk_expression (walk, node);
      break;
    }
}

static gboolean
same_integer (const IhopType *a, const IhopType *b)
{
  a = ihop_type_strip (a);
  b = ihop_type_strip (b);
  return a->kind == IHOP_TYPE_INTEGER && b->kind == IHOP_TYPE_INTEGER
         && a->is_signed == b->is_signed && a->size == b->size;
}

/* Remembers what a variable holds from here on. */
static void
set_variable (IhopWalk *walk, const IhopSymbol *symbol, const IhopType *type, const IhopNode *right,
              int sign)
{
  IhopScop *scop = walk->scop;
  gboolean is_pointer = ihop_type_strip (type)->kind == IHOP_TYPE_POINTER;
  IhopValue *value = NULL;
  IhopRef *pointer = NULL;
  gboolean quiet = walk->quiet;

  walk->quiet = TRUE;
  if (right && ihop_defs_is_tame (scop->facts, scop->function, symbol))
    {
      IhopBinding *old = g_hash_table_lookup (walk->bindings, symbol);
      if (is_pointer && sign == 0)
        pointer = ihop_ref_pointer (walk, right);
      else if (is_pointer && old && old->pointer)
        pointer = ihop_ref_move (
          ihop_ref_copy (old->pointer),
          ihop_value_add (ihop_value_integer (walk, 0), ihop_value_of (walk, right), sign));
      else if (!is_pointer && sign == 0 && same_integer (type, right->type))
        value = ihop_value_of (walk, right);
      else if (!is_pointer && sign && same_integer (type, right->type)
               && ihop_type_strip (type)->is_signed)
        {
          if (old && old->value && ihop_type_strip (type)->size >= 4)
            value = ihop_value_add (ihop_value_ref (old->value), ihop_value_of (walk, right), sign);
        }
    }
  walk->quiet = quiet;
  ihop_bind (walk, symbol, ihop_value_deepen (value, walk->depth), pointer);
}

static void
walk_assign (IhopWalk *walk, const IhopNode *node)
{
  const IhopNode *left = ihop_node_strip (node->child[0], FALSE);
  int sign = node->op == IHOP_OP_NONE ? 0 : node->op == IHOP_OP_ADD ? 1 : -1;

  if (node->op == IHOP_OP_NONE)
    {
      ihop_walk_expression (walk, node->child[1]);
      walk_address (walk, left);
    }
  else
    {
      walk_address (walk, left);
      ihop_walk_expression (walk, node->child[1]);
      access_lvalue (walk, left, FALSE);
    }
  access_lvalue (walk, left, TRUE);
  if (left->kind == IHOP_REF && ihop_type_is_scalar (left->type))
    set_variable (walk, left->symbol, left->type,
                  node->op <= IHOP_OP_SUB ? node->child[1] : NULL, sign);
}

static void
walk_step (IhopWalk *walk, const IhopNode *node)
{
  const IhopNode *operand = ihop_node_strip (node->child[0], FALSE);
  gboolean up = node->op == IHOP_OP_PRE_INC || node->op == IHOP_OP_POST_INC;

  walk_address (walk, operand);
  access_lvalue (walk, operand, FALSE);
  access_lvalue (walk, operand, TRUE);
  if (operand->kind != IHOP_REF)
    return;

  IhopBinding *old = g_hash_table_lookup (walk->bindings, operand->symbol);
  const IhopType *type = ihop_type_strip (operand->type);
  IhopValue *value = NULL;
  IhopRef *pointer = NULL;

  /* Narrower than int, or unsigned: it may wrap around. */
  if (old && old->value && type->is_signed && type->size >= 4)
    value = ihop_value_add (ihop_value_ref (old->value), ihop_value_integer (walk, 1), up ? 1 : -1);
  if (old && old->pointer)
    pointer = ihop_ref_move (ihop_ref_copy (old->pointer), ihop_value_integer (walk, up ? 1 : -1));
  ihop_bind (walk, operand->symbol, value, pointer);
}

/* Walks what is evaluated where the condition is true, or false unless "is_true", for the instances in "where" (taken; NULL: for some
 * instances, unknown which). */
static void
walk_where (IhopWalk *walk, const IhopNode *node, const IhopNode *condition, gboolean is_true, isl_set *where)
{
  isl_set *domain = isl_set_copy (walk->domain);
  gboolean exact = walk->is_exact;
  const IhopScopRegion *region = walk->region;
  GHashTable *before = ihop_bindings_copy (walk->bindings);

  if (where)
    walk->domain = isl_set_intersect (walk->domain, where);
  else
    ihop_walk_maybe_where (walk, condition, is_true);
  ihop_walk_expression (walk, node);
  isl_set_free (walk->domain);
  walk->domain = domain;
  walk->is_exact = exact;
  walk->region = region;
  ihop_bindings_join (walk, before);
}

typedef struct
{
  IhopWalk *walk;
  gboolean found;
} Search;

/* A number that the root only reads is read whenever it is; nor is an iterator's value an access. */
static gboolean
is_same_always (IhopWalk *walk, const IhopSymbol *symbol)
{
  return ihop_walk_loop_of (walk, symbol)
         || (ihop_type_is_scalar (symbol->type) && ihop_type_strip (symbol->type)->kind != IHOP_TYPE_POINTER
             && symbol->link_name == NULL && ihop_scop_keeps (walk->scop, symbol));
}

static gboolean
find_access (const IhopNode *node, gpointer data)
{
  Search *self = data;

  if (node->kind == IHOP_INDEX || node->kind == IHOP_MEMBER || node->kind == IHOP_CALL || node->kind == IHOP_ASSIGN
      || node->kind == IHOP_OPAQUE_EXPR || (node->kind == IHOP_REF && !is_same_always (self->walk, node->symbol))
      || (node->kind == IHOP_UNARY && node->op >= IHOP_OP_DEREF))
    self->found = TRUE;
  return !self->found;
}

/* Only reads that matter make it worth while to know when they happen. */
static gboolean
matters (IhopWalk *walk, const IhopNode *node)
{
  Search self = { walk, FALSE };

  if (node)
    ihop_node_walk (node, find_access, &self);
  return self.found;
}

static void
walk_children (IhopWalk *walk, const IhopNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i])
      ihop_walk_expression (walk, node->child[i]);
}

static void
walk_choice (IhopWalk *walk, const IhopNode *node)
{
  gboolean quiet = walk->quiet;
  isl_set *holds;

  if (!matters (walk, node->child[1]) && !matters (walk, node->child[2]))
    {
      walk_children (walk, node);
      return;
    }
  ihop_walk_expression (walk, node->child[0]);
  walk->quiet = TRUE;
  holds = ihop_condition_of (walk, node->child[0]);
  walk->quiet = quiet;
  if (node->child[1])
    walk_where (walk, node->child[1], node->child[0], TRUE, isl_set_copy (holds));
  walk_where (walk, node->child[2], node->child[0], FALSE, holds ? isl_set_complement (isl_set_copy (holds)) : NULL);
  isl_set_free (holds);
}

static void
walk_short_circuit (IhopWalk *walk, const IhopNode *node)
{
  gboolean quiet = walk->quiet;
  isl_set *holds;

  ihop_walk_expression (walk, node->child[0]);
  if (!matters (walk, node->child[1]))
    {
      ihop_walk_expression (walk, node->child[1]);
      return;
    }
  walk->quiet = TRUE;
  holds = ihop_condition_of (walk, node->child[0]);
  walk->quiet = quiet;
  if (holds && node->op == IHOP_OP_LOR)
    holds = isl_set_complement (holds);
  walk_where (walk, node->child[1], node->child[0], node->op == IHOP_OP_LAND, holds);
}

static void
walk_lvalue (IhopWalk *walk, const IhopNode *node)
{
  walk_address (walk, node);
  if (ihop_type_strip (node->type)->kind != IHOP_TYPE_ARRAY
      && ihop_type_strip (node->type)->kind != IHOP_TYPE_FUNCTION)
    access_lvalue (walk, node, FALSE);
}

void
ihop_walk_extents (IhopWalk *walk, const IhopNode *node)
{
  g_autoptr (GPtrArray) extents = g_ptr_array_new ();

  ihop_node_extents (node, extents);
  for (guint i = 0; i < extents->len; i++)
    ihop_walk_expression (walk, extents->pdata[i]);
}

void
ihop_walk_expression (IhopWalk *walk, const IhopNode *node)
{
  if (node->flags & IHOP_NODE_CONSTANT)
    return;
  ihop_walk_extents (walk, node);
  switch (node->kind)
    {
    case IHOP_REF:
    case IHOP_MEMBER:
    case IHOP_INDEX:
      walk_lvalue (walk, node);
      break;
    case IHOP_UNARY:
      if (node->op == IHOP_OP_DEREF)
        walk_lvalue (walk, node);
      else if (node->op == IHOP_OP_ADDRESS)
        walk_address (walk, node->child[0]);
      else if (node->op >= IHOP_OP_PRE_INC)
        walk_step (walk, node);
      else
        walk_children (walk, node);
      break;
    case IHOP_ASSIGN:
      walk_assign (walk, node);
      break;
    case IHOP_CONDITIONAL:
      walk_choice (walk, node);
      break;
    case IHOP_BINARY:
      if (node->op == IHOP_OP_LAND || node->op == IHOP_OP_LOR)
        walk_short_circuit (walk, node);
      else
        walk_children (walk, node);
      break;
    case IHOP_CALL:
      ihop_walk_call (walk, node);
      break;
    case IHOP_SIZEOF:
      break;
    case IHOP_OPAQUE_EXPR:
      ihop_obstacle (walk->scop, "IHOP-D007", node, NULL, "%s is not followed",
                     ihop_argument_word_or (node->text, "an expression"));
      break;
    default:
      walk_children (walk, node);
      break;
    }
}
