/* Pointers that go from one member of a struct to another. */
#include "gpugen/memory/member_allocation.h"
#include "analysis/memory/definitions.h"
#include "gpugen/memory/once.h"

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

const IhopNode *
ihop_member_taken_from (IhopFacts *facts, const IhopType *record, const IhopMemberWrite *write)
{
  const IhopNode *member = write->function && write->node->kind == IHOP_ASSIGN ? ihop_node_strip (write->node->child[0], TRUE) : NULL;
  const IhopNode *value = member && member->kind == IHOP_MEMBER && write->node->op == IHOP_OP_NONE ? ihop_member_stored_value (write->node->child[1]) : NULL;
  const IhopSymbol *base = value ? ihop_member_base (facts, write->function, member) : NULL;

  if (value && value->kind == IHOP_REF)
    value = member_in (facts, write, value->symbol);
  if (base == NULL || value == NULL || value->kind != IHOP_MEMBER || ihop_member_base (facts, write->function, value) != base
      || !ihop_member_of_same (ihop_member_record (value), record) || ihop_member_copies (facts, record, write->function))
    return NULL;
  return value;
}
