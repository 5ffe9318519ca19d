#include "analysis/extract/record.h"
#include "ir/key.h"

/* Instances are those of a domain; whatever has the same domain is one statement. */
static IhopScopStatement *
current_statement (IhopWalk *walk, const IhopNode *node)
{
  IhopScopStatement *statement = walk->statement;

  if (statement && statement->domain == walk->domain && statement->loop == walk->loop
      && statement->is_exact == walk->is_exact && statement->region == walk->region)
    return statement;
  statement = g_new0 (IhopScopStatement, 1);
  statement->id = walk->scop->statements->len;
  statement->node = node;
  statement->loop = walk->loop;
  statement->depth = walk->depth;
  statement->domain = isl_set_copy (walk->domain);
  statement->is_exact = walk->is_exact;
  statement->region = walk->region;
  g_ptr_array_add (walk->scop->statements, statement);
  walk->statement = statement;
  return statement;
}

void
ihop_record (IhopWalk *walk, IhopRef *ref, const IhopNode *node, gboolean is_write, IhopMay may)
{
  IhopScop *scop = walk->scop;
  IhopAccess *access = g_new0 (IhopAccess, 1);

  access->id = access->twin = scop->accesses->len;
  access->statement = current_statement (walk, node);
  access->ref = ref;
  access->node = node;
  access->why_node = node;
  access->is_write = is_write;
  access->may = may;
  if (may == IHOP_MAY_NOT && !walk->is_exact)
    access->may = IHOP_MAY_CONDITION;
  access->position = walk->position++;
  access->is_local = g_hash_table_contains (scop->local, ref->root);
  for (guint i = 0; i < ref->steps->len; i++)
    {
      IhopStep *step = &g_array_index (ref->steps, IhopStep, i);
      if (step->kind == IHOP_STEP_DEREF && i > 0)
        access->is_loaded = TRUE;
      if (step->kind == IHOP_STEP_DEREF || step->kind == IHOP_STEP_SUBSCRIPT)
        {
          step->value = ihop_value_deepen (step->value, walk->depth);
          step->inside = ihop_value_deepen (step->inside, walk->depth);
          if (step->value == NULL && access->may <= IHOP_MAY_CONDITION)
            {
              access->may = walk->why ? walk->why : IHOP_MAY_SUBSCRIPT;
              access->why_node = walk->why_node ? walk->why_node : node;
            }
        }
      if (step->kind == IHOP_STEP_ANY && access->may <= IHOP_MAY_CONDITION)
        access->may = IHOP_MAY_FLAT;
    }
  if (walk->update && ihop_node_same_key (node, walk->update_left))
    access->update = walk->update;
  g_ptr_array_add (scop->accesses, access);
}
