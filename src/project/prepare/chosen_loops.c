/* The loops of a function that a plan will be about. */
#include "gpugen/plan/clauses.h"
#include "project/project_private.h"
#include <string.h>

static void
add_outermost (const IhopNode *node, GPtrArray *loops)
{
  if (ihop_kind_is_loop (node->kind))
    {
      g_ptr_array_add (loops, (gpointer) node);
      return;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && ihop_kind_is_statement (node->child[i]->kind))
      add_outermost (node->child[i], loops);
}

typedef struct
{
  gboolean marked, region; /* the next statement is; everything is until "end" */
} Mark;

static void
read_mark (const IhopNode *pragma, Mark *mark)
{
  if (!ihop_clauses_is_target (pragma->text))
    return;
  const char *word = pragma->text + strlen ("target");
  while (g_ascii_isspace (*word))
    word++;
  gboolean begins = g_str_has_prefix (word, "begin"), ends = g_str_has_prefix (word, "end");
  mark->region = begins || (mark->region && !ends);
  mark->marked = !begins && !ends;
}

static void
add_marked (const IhopNode *node, GPtrArray *loops)
{
  Mark mark = { FALSE, FALSE };

  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *child = node->child[i];
      if (child == NULL || !ihop_kind_is_statement (child->kind))
        continue;
      if (child->kind == IHOP_PRAGMA)
        {
          read_mark (child, &mark);
          continue;
        }
      if (mark.marked || mark.region)
        add_outermost (child, loops);
      else
        add_marked (child, loops);
      mark.marked = FALSE;
    }
}

static gboolean
look_for_scop (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= node->kind == IHOP_PRAGMA && g_str_has_prefix (node->text, "scop");
  return !*found && ihop_kind_is_statement (node->kind);
}

void
ihop_project_chosen_loops (const IhopFunction *function, const IhopPlanOptions *plan, GPtrArray *loops)
{
  gboolean has_scop = plan->choose == IHOP_CHOOSE_AUTO;

  if (plan->choose == IHOP_CHOOSE_TARGET)
    {
      add_marked (function->body, loops);
      return;
    }
  if (!has_scop)
    ihop_node_walk (function->body, look_for_scop, &has_scop);
  if (has_scop)
    add_outermost (function->body, loops);
}
