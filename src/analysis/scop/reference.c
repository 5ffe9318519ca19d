/* From lvalues and pointers to places: a root variable and the steps from it. */
#include "analysis/scop/reference.h"
#include "analysis/program/facts_private.h"
#include "analysis/scop/evaluate.h"
#include "analysis/scop/reaching_definition.h"
#include "analysis/scop/root_invariance.h"
#include <string.h>

static const IhopType *
strip (const IhopType *type)
{
  return ihop_type_strip (type);
}

/* An array in a place where its first element's address is meant. Takes ref. */
static IhopRef *
decay (IhopWalk *walk, IhopRef *ref)
{
  const IhopType *type = strip (ref->type);

  if (type->kind != IHOP_TYPE_ARRAY)
    return ref;
  return ihop_ref_add_step (ref, IHOP_STEP_SUBSCRIPT, ihop_value_integer (walk, 0), type->target);
}

IhopRef *
ihop_ref_behind (IhopWalk *walk, const IhopSymbol *symbol)
{
  return ihop_ref_add_step (ihop_ref_new (symbol), IHOP_STEP_DEREF, ihop_value_integer (walk, 0),
                   strip (symbol->type)->target);
}

static IhopRef *
pointer_variable (IhopWalk *walk, const IhopNode *node)
{
  IhopScop *scop = walk->scop;
  const IhopSymbol *symbol = node->symbol;
  IhopBinding *binding = g_hash_table_lookup (walk->bindings, symbol);

  if (binding)
    return binding->pointer ? ihop_ref_copy (binding->pointer) : NULL;
  if (!ihop_scop_keeps (scop, symbol))
    return NULL;

  const IhopNode *definition
    = walk->nesting < 8 ? ihop_scop_definition (scop, symbol) : NULL;

  if (definition)
    {
      gboolean quiet = walk->quiet;
      walk->nesting++;
      walk->quiet = TRUE;
      IhopRef *ref = ihop_ref_pointer (walk, definition);
      walk->nesting--;
      walk->quiet = quiet;
      /* What is loaded from memory may have changed since: then the variable stands for itself. */
      if (ref && !ihop_ref_is_loaded (ref))
        return ref;
      ihop_ref_free (ref);
    }
  return ihop_ref_behind (walk, symbol);
}

/* A pointer that is itself stored in memory: p->data, rows[i]. */
static IhopRef *
loaded_pointer (IhopWalk *walk, const IhopNode *node)
{
  IhopRef *ref = ihop_ref_of (walk, node);
  const IhopType *type = strip (node->type);

  if (ref == NULL || type->kind != IHOP_TYPE_POINTER)
    {
      ihop_ref_free (ref);
      return NULL;
    }
  return ihop_ref_add_step (ref, IHOP_STEP_DEREF, ihop_value_integer (walk, 0), type->target);
}

static gboolean
same_elements (const IhopType *a, const IhopType *b)
{
  a = strip (a);
  b = strip (b);
  if (a->kind == IHOP_TYPE_ARRAY && b->kind == IHOP_TYPE_ARRAY)
    return a->has_count == b->has_count && (!a->has_count || a->count == b->count)
           && a->has_count && same_elements (a->target, b->target);
  if (a->kind != b->kind)
    return FALSE;
  if (a->kind == IHOP_TYPE_RECORD)
    return ihop_type_equal (a, b);
  return a->size == b->size && a->size != 0;
}

/* A pointer of another kind: what it points to is cut differently from then on. Takes ref. */
static IhopRef *
recast (IhopWalk *walk, IhopRef *ref, const IhopType *to)
{
  const IhopType *target = strip (to)->target;

  if (ref == NULL || target == NULL)
    {
      ihop_ref_free (ref);
      return NULL;
    }
  if (same_elements (ref->type, target) || strip (target)->kind == IHOP_TYPE_VOID)
    return ref;

  IhopStep *step = ihop_ref_last_step (ref);

  if (step && step->kind == IHOP_STEP_DEREF
      && strip (step->array)->kind == IHOP_TYPE_POINTER && strip (ref->type)->kind == IHOP_TYPE_VOID)
    {
      /* From malloc or a "void *" parameter: the cast only gives the elements their type. */
      gint64 constant;
      if (ihop_value_constant (step->value, &constant) && constant == 0)
        {
          ref->type = target;
          return ref;
        }
    }
  while (ref->steps->len && ihop_ref_last_step (ref)->kind != IHOP_STEP_DEREF)
    g_array_set_size (ref->steps, ref->steps->len - 1);
  if (ref->steps->len)
    g_array_set_size (ref->steps, ref->steps->len - 1);
  if (step && ref->steps->len == 0 && strip (ref->root->type)->kind == IHOP_TYPE_POINTER)
    ihop_ref_add_step (ref, IHOP_STEP_DEREF, NULL, target);
  return ihop_ref_add_step (ref, IHOP_STEP_ANY, NULL, target);
}

static IhopRef *
address_of (IhopWalk *walk, const IhopNode *lvalue)
{
  IhopRef *ref = ihop_ref_of (walk, lvalue);
  IhopStep *step = ref ? ihop_ref_last_step (ref) : NULL;

  /* &A[i][j] + k may be meant to run through the rows. */
  if (step && step->kind == IHOP_STEP_SUBSCRIPT && ref->steps->len > 1)
    step->is_flat = TRUE;
  return ref;
}

/* "p++" once it has been walked: p is bound to what it holds afterwards. */
static IhopRef *
stepped (IhopWalk *walk, const IhopNode *node)
{
  const IhopNode *operand = ihop_node_strip (node->child[0], TRUE);
  IhopRef *after = operand->kind == IHOP_REF ? pointer_variable (walk, operand) : NULL;

  if (after == NULL || node->op == IHOP_OP_PRE_INC || node->op == IHOP_OP_PRE_DEC)
    return after;
  return ihop_ref_move (after,
                        ihop_value_integer (walk, node->op == IHOP_OP_POST_INC ? -1 : 1));
}

static IhopRef *
arithmetic (IhopWalk *walk, const IhopNode *node)
{
  const IhopNode *left = node->child[0], *right = node->child[1];
  gboolean turned = ihop_type_is_integer (left->type);
  IhopRef *pointer = ihop_ref_pointer (walk, turned ? right : left);
  IhopValue *offset;

  if (pointer == NULL)
    return NULL;
  offset = ihop_value_of (walk, turned ? left : right);
  if (node->op == IHOP_OP_SUB)
    offset = ihop_value_add (ihop_value_integer (walk, 0), offset, -1);
  return ihop_ref_move (pointer, offset);
}

IhopRef *
ihop_ref_pointer (IhopWalk *walk, const IhopNode *node)
{
  const IhopType *type = strip (node->type);

  switch (node->kind)
    {
    case IHOP_PAREN:
      return ihop_ref_pointer (walk, node->child[0]);
    case IHOP_CAST:
      if (strip (node->child[0]->type)->kind != IHOP_TYPE_POINTER
          && strip (node->child[0]->type)->kind != IHOP_TYPE_ARRAY)
        return NULL;
      return recast (walk, ihop_ref_pointer (walk, node->child[0]), node->type);
    case IHOP_REF:
      if (type->kind == IHOP_TYPE_ARRAY)
        return decay (walk, ihop_ref_new (node->symbol));
      return type->kind == IHOP_TYPE_POINTER ? pointer_variable (walk, node) : NULL;
    case IHOP_INDEX:
    case IHOP_MEMBER:
      if (type->kind == IHOP_TYPE_ARRAY)
        {
          IhopRef *ref = ihop_ref_of (walk, node);
          return ref ? decay (walk, ref) : NULL;
        }
      return loaded_pointer (walk, node);
    case IHOP_UNARY:
      if (node->op == IHOP_OP_ADDRESS)
        return address_of (walk, node->child[0]);
      if (node->op == IHOP_OP_DEREF && type->kind == IHOP_TYPE_ARRAY)
        {
          IhopRef *ref = ihop_ref_of (walk, node);
          return ref ? decay (walk, ref) : NULL;
        }
      if (node->op >= IHOP_OP_PRE_INC)
        return stepped (walk, node);
      return node->op == IHOP_OP_DEREF ? loaded_pointer (walk, node) : NULL;
    case IHOP_BINARY:
      return node->op == IHOP_OP_ADD || node->op == IHOP_OP_SUB ? arithmetic (walk, node) : NULL;
    default:
      return NULL;
    }
}

static IhopRef *
member (IhopWalk *walk, const IhopNode *node)
{
  IhopRef *ref = node->flags & IHOP_NODE_ARROW ? ihop_ref_pointer (walk, node->child[0])
                                               : ihop_ref_of (walk, node->child[0]);

  if (ref == NULL)
    return NULL;

  const IhopType *record = strip (ref->type);

  ihop_ref_add_step (ref, IHOP_STEP_FIELD, NULL, node->symbol->type);
  ihop_ref_last_step (ref)->field = node->symbol;
  ihop_ref_last_step (ref)->in_union
    = record->kind != IHOP_TYPE_RECORD || record->is_union || node->symbol->bit_width > 0;
  return ref;
}

/* "perm[e]" where the owner says "permutation perm": different e give different elements. */
static void
note_permutation (IhopWalk *walk, IhopStep *step, const IhopNode *subscript)
{
  const IhopNode *base;

  subscript = ihop_node_strip (subscript, TRUE);
  if (subscript->kind != IHOP_INDEX)
    return;
  base = ihop_node_strip (subscript->child[0], TRUE);
  if (base->kind != IHOP_REF || !ihop_type_is_integer (subscript->type))
    return;

  g_autofree char *words = g_strdup_printf ("permutation %s", base->symbol->name);

  if (!ihop_facts_owner_says (walk->scop->facts, walk->scop->function, words))
    return;
  step->inside = ihop_value_deepen (ihop_value_of (walk, subscript->child[1]), walk->depth);
  step->through = step->inside ? base->symbol : NULL;
}

static IhopRef *
element (IhopWalk *walk, const IhopNode *node)
{
  const IhopNode *base = ihop_node_strip (node->child[0], FALSE);
  IhopValue *subscript;
  IhopRef *ref;

  if (strip (base->type)->kind == IHOP_TYPE_ARRAY)
    {
      ref = ihop_ref_of (walk, base);
      if (ref == NULL || strip (ref->type)->kind != IHOP_TYPE_ARRAY)
        {
          ihop_ref_free (ref);
          return NULL;
        }
      subscript = ihop_value_of (walk, node->child[1]);
      ihop_ref_add_step (ref, IHOP_STEP_SUBSCRIPT, subscript, node->type);
      if (subscript == NULL)
        note_permutation (walk, ihop_ref_last_step (ref), node->child[1]);
      return ref;
    }
  ref = ihop_ref_pointer (walk, base);
  if (ref == NULL)
    return NULL;

  gint64 start;
  gboolean from_start = ihop_ref_last_step (ref) && ihop_value_constant (ihop_ref_last_step (ref)->value, &start)
                        && start == 0;

  ref = ihop_ref_move (ref, ihop_value_of (walk, node->child[1]));
  if (ref && from_start && ihop_ref_last_step (ref)->value == NULL)
    note_permutation (walk, ihop_ref_last_step (ref), node->child[1]);
  return ref;
}

IhopRef *
ihop_ref_of (IhopWalk *walk, const IhopNode *node)
{
  switch (node->kind)
    {
    case IHOP_PAREN:
      return ihop_ref_of (walk, node->child[0]);
    case IHOP_REF:
      return ihop_ref_new (node->symbol);
    case IHOP_INDEX:
      return element (walk, node);
    case IHOP_MEMBER:
      return member (walk, node);
    case IHOP_UNARY:
      if (node->op != IHOP_OP_DEREF)
        return NULL;
      return ihop_ref_pointer (walk, node->child[0]);
    default:
      return NULL;
    }
}
