/* Pointers that go from one member of a struct to another. */
#include "gpugen/memory/member_allocation.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/pointer_swap.h"
#include "gpugen/memory/once.h"

/* ---- pointers that change places in variables ---- */

typedef struct
{
  const IhopSwappedPointers *group;
  gboolean is_other;       /* something else is put into one of them */
} Puts;

static gboolean
is_swapped (const IhopSwappedPointers *group, const IhopNode *node)
{
  node = node ? ihop_node_strip (node, TRUE) : NULL;
  return node && node->kind == IHOP_REF && g_ptr_array_find (group->variables, node->symbol, NULL);
}

/* A swap puts one's value into another, or that of a variable that kept one of them. */
static gboolean
is_put_by_swap (const IhopSwappedPointers *group, const IhopNode *value)
{
  if (is_swapped (group, value))
    return TRUE;
  value = ihop_node_strip (value, TRUE);
  for (guint i = 0; value->kind == IHOP_REF && i < group->exchanges->len; i++)
    if (((const IhopSwapStatements *) group->exchanges->pdata[i])->kept == value->symbol)
      return TRUE;
  return FALSE;
}

static gboolean
find_other_value (const IhopNode *node, gpointer data)
{
  Puts *self = data;

  if (node->kind == IHOP_ASSIGN && is_swapped (self->group, node->child[0]))
    self->is_other |= node->op != IHOP_OP_NONE || !is_put_by_swap (self->group, node->child[1]);
  return !self->is_other;
}

const IhopNode *
ihop_member_swapped_from (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *pointer)
{
  const IhopSwappedPointers *group = ihop_swapped_pointers_of (facts, function, pointer);
  Puts puts = { group, FALSE };

  if (group == NULL)
    return NULL;
  ihop_node_walk (function->body, find_other_value, &puts);
  return puts.is_other ? NULL : ihop_member_declared_value (facts, function, pointer);
}

/* The members that the pointers of a group were read from, all of one struct; NULL: one of them was not. */
static GPtrArray *
members_of_group (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *pointer)
{
  const IhopSwappedPointers *group = ihop_swapped_pointers_of (facts, function, pointer);
  g_autoptr (GPtrArray) members = g_ptr_array_new ();

  for (guint i = 0; group && i < group->variables->len; i++)
    {
      const IhopNode *member = ihop_member_swapped_from (facts, function, group->variables->pdata[i]);
      if (member == NULL)
        return NULL;
      g_ptr_array_add (members, (gpointer) member);
    }
  return members->len ? g_steal_pointer (&members) : NULL;
}

/* ---- pointers that go from one member to another ---- */

/* The value that a declaration of this variable alone gives it; NULL: it is another statement. */
static const IhopNode *
declared_value (const IhopNode *statement, const IhopSymbol *variable)
{
  const IhopNode *one = statement->kind == IHOP_DECLARATION && statement->n_children == 1 ? statement->child[0] : NULL;

  return one && one->symbol == variable && one->n_children ? one->child[0] : NULL;
}

/* What a variable holds where a statement of the block looks at it: the last of the statements before it that sets the variable
 * does nothing else. NULL: not known. */
static const IhopNode *
value_before (IhopFacts *facts, const IhopFunction *function, const IhopNode *block, guint at, const IhopSymbol *variable)
{
  if (!ihop_defs_is_tame (facts, function, variable))
    return NULL;
  while (at-- > 0)
    {
      const IhopNode *statement = block->child[at];
      const IhopNode *set = statement->kind == IHOP_EXPRESSION ? ihop_node_strip (statement->child[0], TRUE) : NULL;
      const IhopNode *place = set && set->kind == IHOP_ASSIGN && set->op == IHOP_OP_NONE ? ihop_node_strip (set->child[0], TRUE) : NULL;
      if (place && place->kind == IHOP_REF && place->symbol == variable)
        return set->child[1];
      if (declared_value (statement, variable))
        return declared_value (statement, variable);
      g_autoptr (GHashTable) written = ihop_defs_written (statement);
      if (g_hash_table_contains (written, variable))
        return NULL;
    }
  return NULL;
}

/* The member that a pointer variable was read from where it is stored into another one. */
static const IhopNode *
member_in (IhopFacts *facts, const IhopMemberWrite *write, const IhopSymbol *variable)
{
  const IhopNode *block, *value = ihop_member_read (facts, write->function, variable);
  guint at;

  if (value)
    return value;
  if (!ihop_once_place (facts, write->function, write->node, &block, &at))
    return NULL;
  value = value_before (facts, write->function, block, at, variable);
  return value ? ihop_member_stored_value (value) : NULL;
}

/* Whether a member of this struct is read, by the pointer that the other one is written by. */
static gboolean
is_of_struct (IhopFacts *facts, const IhopType *record, const IhopMemberWrite *write, const IhopSymbol *base, const IhopNode *value)
{
  return value && value->kind == IHOP_MEMBER && ihop_member_base (facts, write->function, value) == base
         && ihop_member_of_same (ihop_member_record (value), record);
}

/* What a write puts into its member: one that it names, or that a variable holds, or any of those that change places with that. */
static GPtrArray *
values_of (IhopFacts *facts, const IhopMemberWrite *write, const IhopNode *value)
{
  GPtrArray *values = value->kind == IHOP_REF ? members_of_group (facts, write->function, value->symbol) : NULL;

  if (values)
    return values;
  values = g_ptr_array_new ();
  if (value->kind == IHOP_REF)
    value = member_in (facts, write, value->symbol);
  if (value)
    g_ptr_array_add (values, (gpointer) value);
  return values;
}

GPtrArray *
ihop_member_taken_from (IhopFacts *facts, const IhopType *record, const IhopMemberWrite *write)
{
  const IhopNode *member = write->function && write->node->kind == IHOP_ASSIGN ? ihop_node_strip (write->node->child[0], TRUE) : NULL;
  const IhopNode *value = member && member->kind == IHOP_MEMBER && write->node->op == IHOP_OP_NONE ? ihop_member_stored_value (write->node->child[1]) : NULL;
  const IhopSymbol *base = value ? ihop_member_base (facts, write->function, member) : NULL;
  g_autoptr (GPtrArray) values = base ? values_of (facts, write, value) : NULL;

  if (values == NULL || values->len == 0 || ihop_member_copies (facts, record, write->function))
    return NULL;
  for (guint i = 0; i < values->len; i++)
    if (!is_of_struct (facts, record, write, base, values->pdata[i]))
      return NULL;
  return g_steal_pointer (&values);
}
