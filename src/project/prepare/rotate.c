/* Buffers that time loops find by a number that goes round ("step (u[t % 2], u[(t + 1) % 2]);", "w->p[(w->cur + 1) % 3]") are made pointers that
 * change places (the step rotate), which is what the copies of a plan can follow; where something stands in front of the loop, it is put into a
 * function of its own, as tests stand where a function begins. */
#include "project/prepare/time_loop_steps.h"
#include "project/prepare/time_loops.h"
#include "project/reread.h"

enum { MOST_LOOPS = 24 };

/* ---- which arrays ---- */

/* "u[2]": two to four pointers to numbers, or, where they are handed to calls, rows of them. */
static gboolean
has_buffers (const IhopType *type, gboolean is_argument)
{
  const IhopType *plain = type ? ihop_type_strip (type) : NULL;
  const IhopType *element = plain && plain->kind == IHOP_TYPE_ARRAY && plain->has_count && plain->count >= 2 && plain->count <= 4
                              ? ihop_type_strip (plain->target) : NULL;

  return element && (ihop_points_to_numbers (element) || (is_argument && element->kind == IHOP_TYPE_ARRAY));
}

static void
look_for_buffers (GPtrArray *names, const IhopNode *node, gboolean is_argument)
{
  const IhopNode *base = node->kind == IHOP_INDEX ? ihop_node_strip (node->child[0], TRUE) : NULL;
  gboolean is_named = base && (base->kind == IHOP_REF || base->kind == IHOP_MEMBER);

  if (is_named && !(ihop_node_strip (node->child[1], TRUE)->flags & IHOP_NODE_CONSTANT) && has_buffers (base->type, is_argument)
      && !g_ptr_array_find_with_equal_func (names, base->symbol->name, g_str_equal, NULL))
    g_ptr_array_add (names, (gpointer) base->symbol->name);
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i])
      look_for_buffers (names, node->child[i], node->kind == IHOP_CALL || (is_argument && (node->kind == IHOP_CAST || node->kind == IHOP_PAREN)));
}

/* ---- what becomes of a loop ---- */

/* The tree with the buffers as pointers, and the loop at the beginning of a function; *loop: its number there. NULL: it cannot be done. */
static IhopTree *
rotated (IhopProject *project, const IhopProjectFile *file, guint *loop, const char *array)
{
  g_autoptr (GPtrArray) names = ihop_address_list (file->tree);
  const char *address = ((const IhopLoopName *) names->pdata[*loop])->address;
  IhopTree *next = ihop_time_loop_step (project, file, file->tree, g_strdup_printf ("rotate %s %s", address, array));

  if (next == NULL)
    return NULL;
  g_autoptr (IhopTree) tree = ihop_time_loop_without_second_names (project, file, next, *loop);
  g_autoptr (GPtrArray) now = ihop_address_list (tree);
  return ihop_time_loop_is_at_entry (project, file, tree, now->pdata[*loop]) ? g_steal_pointer (&tree)
                                                                            : ihop_time_loop_outlined (project, file, tree, loop);
}

/* Whether inlining the loop's calls was of use is asked of what the buffers do from now on. */
static void
forget_gathered (const IhopProjectFile *file, const char *address)
{
  for (guint i = file->gathered->len; i-- > 0;)
    if (g_strcmp0 (g_hash_table_lookup (file->time_loops, file->gathered->pdata[i]), address) == 0)
      g_ptr_array_remove_index (file->gathered, i);
}

static gboolean
rotate_any (IhopProject *project, const IhopProjectFile *file, const IhopLoopName *name, guint loop)
{
  g_autoptr (GPtrArray) arrays = g_ptr_array_new ();

  look_for_buffers (arrays, ihop_loop_body (name->loop), FALSE);
  for (guint i = 0; i < arrays->len; i++)
    {
      guint at = loop;
      IhopTree *next = rotated (project, file, &at, arrays->pdata[i]);
      if (next == NULL)
        continue;
      g_autoptr (GPtrArray) now = ihop_address_list (next);
      const char *function = ((const IhopLoopName *) now->pdata[at])->function->symbol->name;
      forget_gathered (file, name->address);
      g_ptr_array_add (file->rotated, g_strdup (function));
      ihop_time_loop_note (file, function, name->address);
      ihop_project_replace (project, file, next);
      return TRUE;
    }
  return FALSE;
}

static gboolean
rotate_one (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan)
{
  g_autoptr (GPtrArray) names = ihop_address_list (file->tree);

  for (guint i = 0; i < names->len; i++)
    if (ihop_time_loop_may_be_meant (file, plan, names->pdata[i]) && rotate_any (project, file, names->pdata[i], i))
      return TRUE;
  return FALSE;
}

void
ihop_project_rotate (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan)
{
  for (guint i = 0; i < MOST_LOOPS && rotate_one (project, file, plan); i++)
    ;
}
