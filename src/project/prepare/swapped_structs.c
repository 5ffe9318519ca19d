/* Structs whose pointers change places in a time loop ("step (now, next); t = now; now = next; next = t;"): the calls of the loop that are given
 * them are inlined, and their members are kept in variables that change places (the step swap-members), which is what the copies of a plan can
 * follow. Where something stands in front of the loop, it is put into a function of its own, as tests stand where a function begins. */
#include "analysis/memory/definitions.h"
#include "analysis/memory/swap_statements.h"
#include "project/prepare/arguments.h"
#include "project/prepare/time_loop_steps.h"
#include "project/prepare/time_loops.h"
#include "project/reread.h"

enum { MOST_LOOPS = 24, MOST_CALLS = 16 };

/* Pointers to structs that the loop sets, of IhopSymbol. The caller unrefs. */
static GHashTable *
moved_pointers (const IhopNode *loop)
{
  GHashTable *moved = ihop_defs_written (ihop_loop_body (loop));
  GHashTableIter each;
  gpointer symbol;

  g_hash_table_iter_init (&each, moved);
  while (g_hash_table_iter_next (&each, &symbol, NULL))
    if (!ihop_points_to_struct (((const IhopSymbol *) symbol)->type))
      g_hash_table_iter_remove (&each);
  return moved;
}

/* A call outside of inner loops that is given one of these; NULL: there is none. */
static const IhopNode *
call_with (const IhopTree *tree, const IhopNode *node, GHashTable *moved)
{
  const IhopNode *found = NULL;

  for (guint i = 1; node->kind == IHOP_CALL && ihop_called_function (tree, node) && i < node->n_children; i++)
    {
      const IhopNode *argument = ihop_node_strip (node->child[i], TRUE);
      if (argument->kind == IHOP_REF && g_hash_table_contains (moved, argument->symbol))
        return node;
    }
  for (guint i = 0; i < node->n_children && found == NULL; i++)
    if (node->child[i] && !ihop_kind_is_loop (node->child[i]->kind))
      found = call_with (tree, node->child[i], moved);
  return found;
}

/* The tree without calls that are given the structs, but for those in inner loops. NULL: one stays. The caller unrefs. */
static IhopTree *
inlined (IhopProject *project, const IhopProjectFile *file, guint loop)
{
  g_autoptr (IhopTree) tree = ihop_tree_ref (file->tree);

  for (guint i = 0; i < MOST_CALLS; i++)
    {
      g_autoptr (GPtrArray) names = ihop_address_list (tree);
      const IhopLoopName *name = names->pdata[loop];
      g_autoptr (GHashTable) moved = moved_pointers (name->loop);
      const IhopNode *call = call_with (tree, name->loop, moved);
      if (call == NULL)
        return g_steal_pointer (&tree);
      IhopTree *next = ihop_time_loop_inline (project, file, tree, name, call);
      if (next == NULL)
        return NULL;
      ihop_tree_unref (tree);
      tree = next;
    }
  return NULL;
}

/* The number of the loop of this address; G_MAXUINT: there is none. */
static guint
loop_at (const IhopTree *tree, const char *address)
{
  g_autoptr (GPtrArray) names = ihop_address_list (tree);

  for (guint i = 0; i < names->len; i++)
    if (g_str_equal (((const IhopLoopName *) names->pdata[i])->address, address))
      return i;
  return G_MAXUINT;
}

/* The tree with the members in variables, and the loop at the beginning of a function; *loop: its number there. NULL: it cannot be done. */
static IhopTree *
swapped (IhopProject *project, const IhopProjectFile *file, const char *address, guint *loop)
{
  g_autoptr (IhopTree) tree = ihop_time_loop_step (project, file, file->tree, g_strdup_printf ("swap-members %s", address));

  *loop = tree ? loop_at (tree, address) : G_MAXUINT;
  if (*loop == G_MAXUINT)
    return NULL;
  g_autoptr (GPtrArray) now = ihop_address_list (tree);
  return ihop_time_loop_is_at_entry (project, file, tree, now->pdata[*loop]) ? g_steal_pointer (&tree)
                                                                            : ihop_time_loop_outlined (project, file, tree, loop);
}

/* Lists of structs are walked by pointers to them, too. */
static gboolean
has_exchange (IhopFacts *facts, const IhopLoopName *name)
{
  const GPtrArray *swaps = ihop_swap_statements_of (facts, name->function);

  for (guint i = 0; i < swaps->len; i++)
    {
      const IhopSwapStatements *swap = swaps->pdata[i];
      if (ihop_points_to_struct (((const IhopSymbol *) swap->variables->pdata[0])->type) && ihop_node_holds (ihop_loop_body (name->loop), swap->block))
        return TRUE;
    }
  return FALSE;
}

/* The calls in inner loops are given members, too (arguments.c), before the step is tried. FALSE: nothing came of it, and all is as it was. */
static gboolean
swap_loop (IhopProject *project, const IhopProjectFile *file, const char *address, guint loop)
{
  g_autoptr (IhopTree) before = ihop_tree_ref (file->tree);
  IhopTree *plain = inlined (project, file, loop);

  if (plain == NULL)
    return FALSE;
  ihop_project_replace (project, file, plain);
  ihop_project_split_arguments (project, file);
  IhopTree *next = swapped (project, file, address, &loop);
  if (next == NULL)
    {
      g_hash_table_remove_all (file->split);
      ihop_project_replace (project, file, ihop_tree_ref (before));
      return FALSE;
    }
  g_autoptr (GPtrArray) now = ihop_address_list (next);
  const char *function = ((const IhopLoopName *) now->pdata[loop])->function->symbol->name;
  g_ptr_array_add (file->rotated, g_strdup (function));
  ihop_time_loop_note (file, function, address);
  ihop_project_replace (project, file, next);
  return TRUE;
}

/* The first loop that has not been tried yet: its address; NULL: there is none. The caller frees. */
static char *
next_loop (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan, GHashTable *tried, guint *loop)
{
  g_autoptr (GPtrArray) names = ihop_address_list (file->tree);
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autoptr (IhopFacts) facts = ihop_project_trial_facts (project, file, file->tree, diags);

  for (*loop = 0; *loop < names->len; (*loop)++)
    {
      const IhopLoopName *name = names->pdata[*loop];
      if (ihop_time_loop_may_be_meant (file, plan, name) && has_exchange (facts, name) && g_hash_table_add (tried, g_strdup (name->address)))
        return g_strdup (name->address);
    }
  return NULL;
}

void
ihop_project_swap_structs (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan)
{
  g_autoptr (GHashTable) tried = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint loop;

  for (guint i = 0; i < MOST_LOOPS; i++)
    {
      g_autofree char *address = next_loop (project, file, plan, tried, &loop);
      if (address == NULL)
        return;
      swap_loop (project, file, address, loop);
    }
}
