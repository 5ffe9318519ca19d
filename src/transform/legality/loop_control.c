/* How control runs into, through and out of a loop. */
#include "transform/legality/loop_control.h"
#include "analysis/dependence/covering_writes.h"
#include "analysis/memory/effects.h"
#include "analysis/memory/liveness.h"
#include "transform/build/refusal.h"

typedef struct
{
  guint loops, switches;
  const IhopNode *found;
} Jump;

/* A jump that leaves or enters this node, which is inside so many loops and switches. */
static void
find_jump (const IhopNode *node, Jump *jump)
{
  gboolean loop = ihop_kind_is_loop (node->kind), choice = node->kind == IHOP_SWITCH;

  if (ihop_node_jumps (node) || node->kind == IHOP_RETURN
      || (node->kind == IHOP_CONTINUE && jump->loops == 0)
      || (node->kind == IHOP_CASE && jump->switches == 0)
      || (node->kind == IHOP_BREAK && jump->loops + jump->switches == 0))
    jump->found = node;
  jump->loops += loop;
  jump->switches += choice;
  for (guint i = 0; i < node->n_children && jump->found == NULL; i++)
    if (node->child[i])
      find_jump (node->child[i], jump);
  jump->loops -= loop;
  jump->switches -= choice;
}

static gboolean
find_tag (const IhopNode *node, gpointer data)
{
  const IhopNode **found = data;

  if (node->kind == IHOP_DECLARATION && node->spelling)
    *found = node;
  return *found == NULL;
}

gboolean
ihop_require_no_types (IhopTransformStep *step, const IhopNode *node)
{
  const IhopNode *found = NULL;

  ihop_node_walk (node, find_tag, &found);
  if (found)
    ihop_refuse (step, IHOP_T_SHAPE, found, "a type is declared here, in the midst of the code");
  return found == NULL;
}

gboolean
ihop_require_single_exit (IhopTransformStep *step, const IhopHeader *header)
{
  Jump jump = { 0 };

  find_jump (header->body, &jump);
  if (jump.found)
    ihop_refuse (step, IHOP_T_SHAPE, jump.found,
                 "control may leave an iteration of %s in the middle here", header->name->address);
  return jump.found == NULL && ihop_require_no_types (step, header->body);
}

gboolean
ihop_require_dead_counter (IhopTransformStep *step, const IhopHeader *header)
{
  if (header->declared_here
      || !ihop_live_after (step->facts, header->name->function, header->loop, header->iterator))
    return TRUE;
  ihop_refuse (step, IHOP_T_LIVE, header->loop,
               "the value of %s after %s is used, and this step may change it",
               header->iterator->name, header->name->address);
  return FALSE;
}

typedef struct
{
  IhopFacts *facts;
  const IhopNode *found;
} Return;

static gboolean
find_endless (const IhopNode *node, gpointer data)
{
  Return *self = data;

  if (node->kind == IHOP_CALL)
    {
      const IhopNode *callee = ihop_node_strip (node->child[0], TRUE);
      const IhopSymbol *symbol = callee->kind == IHOP_REF ? callee->symbol : NULL;
      gboolean direct = symbol && symbol->kind == IHOP_SYMBOL_FUNCTION;
      if (ihop_effects_of (self->facts, direct ? symbol : NULL)->may_not_return)
        self->found = node;
    }
  if (node->kind == IHOP_OPAQUE || node->kind == IHOP_OPAQUE_EXPR)
    self->found = node;
  return self->found == NULL;
}

gboolean
ihop_require_returning_calls (IhopTransformStep *step, const IhopHeader *header)
{
  Return self = { step->facts, NULL };

  ihop_node_walk (header->body, find_endless, &self);
  if (self.found)
    ihop_refuse (step, IHOP_T_UNKNOWN, self.found,
                 "what is called here may not come back: %s may end early",
                 header->name->address);
  return self.found == NULL;
}
