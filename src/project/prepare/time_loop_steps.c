#include "project/prepare/time_loop_steps.h"
#include "analysis/memory/function_entry.h"
#include "analysis/program/callgraph.h"
#include "ir/expression.h"
#include "project/prepare/time_loops.h"
#include "project/reread.h"
#include "transform/run.h"

/* ---- loops that may be meant ---- */

static gboolean
is_listed (const GPtrArray *names, const char *name)
{
  return g_ptr_array_find_with_equal_func ((GPtrArray *) names, name, g_str_equal, NULL);
}

gboolean
ihop_time_loop_may_be_meant (const IhopProjectFile *file, const IhopPlanOptions *plan, const IhopLoopName *name)
{
  const IhopFunction *function = name->function;
  g_autoptr (GPtrArray) chosen = g_ptr_array_new ();

  if (!function->in_main_file || is_listed (file->unpromoted, function->symbol->name)
      || is_listed (file->unpromoted, name->address)
      || (plan->function && !g_str_equal (plan->function, function->symbol->name)))
    return FALSE;
  if (plan->choose == IHOP_CHOOSE_TARGET)
    ihop_project_chosen_loops (function, plan, chosen);
  return !g_ptr_array_find (chosen, name->loop, NULL);
}

/* ---- taking steps ---- */

IhopTree *
ihop_time_loop_step (IhopProject *project, const IhopProjectFile *file, IhopTree *tree, char *step)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autoptr (IhopFacts) facts = ihop_project_trial_facts (project, file, tree, diags);
  g_autoptr (IhopTree) next = ihop_transform_run (facts, tree, step, diags);

  g_free (step);
  return next ? ihop_project_read_anew (project, file, next) : NULL;
}

IhopTree *
ihop_time_loop_inline (IhopProject *project, const IhopProjectFile *file, IhopTree *tree, const IhopLoopName *name, const IhopNode *call)
{
  g_autofree char *where = g_strdup_printf ("%s %u %s", name->function->symbol->name, ihop_range_text_line (call->place),
                                            ihop_call_callee (call)->name);
  IhopTree *next = ihop_time_loop_step (project, file, tree, g_strdup_printf ("inline %s", where));

  return next ? next : ihop_time_loop_step (project, file, tree, g_strdup_printf ("extract-call %s", where));
}

static gboolean
add_own (const IhopNode *node, gpointer data)
{
  if (node->kind == IHOP_VARIABLE)
    g_hash_table_add (data, (gpointer) node->symbol);
  return TRUE;
}

typedef struct
{
  GHashTable *own;         /* of IhopSymbol: declared in the loop */
  GPtrArray *names;        /* of const char *: what is found */
} SecondNames;

/* It is a size, said in names from outside of the loop; digits are quicker to read where they stand. */
static gboolean
is_size_from_outside (const SecondNames *self, const IhopNode *value)
{
  g_autoptr (GPtrArray) symbols = ihop_expression_symbols (value);

  for (guint i = 0; i < symbols->len; i++)
    if (g_hash_table_contains (self->own, symbols->pdata[i]))
      return FALSE;
  return ihop_type_is_integer (value->type) && symbols->len > 0;
}

/* "double *next2 = w_next;", as parameters leave it, and "int nx = f->nx;", a size that has no name where the loop begins. */
static gboolean
find_second_name (const IhopNode *node, gpointer data)
{
  SecondNames *self = data;
  const IhopNode *value = node->kind == IHOP_VARIABLE && node->n_children ? node->child[0] : NULL;

  if (value && (ihop_points_to_numbers (node->symbol->type) ? ihop_node_strip (value, TRUE)->kind == IHOP_REF : is_size_from_outside (self, value)))
    g_ptr_array_add (self->names, (gpointer) node->symbol->name);
  return TRUE;
}

IhopTree *
ihop_time_loop_without_second_names (IhopProject *project, const IhopProjectFile *file, IhopTree *tree, guint loop)
{
  for (gboolean more = TRUE; more;)
    {
      g_autoptr (GPtrArray) loops = ihop_address_list (tree), names = g_ptr_array_new ();
      g_autoptr (GHashTable) own = g_hash_table_new (NULL, NULL);
      const IhopLoopName *name = loops->pdata[loop];
      SecondNames second = { own, names };
      ihop_node_walk (name->loop, add_own, own);
      ihop_node_walk (ihop_loop_body (name->loop), find_second_name, &second);
      more = FALSE;
      for (guint i = 0; i < names->len && !more; i++)
        {
          IhopTree *next = ihop_time_loop_step (project, file, tree, g_strdup_printf ("substitute %s %s", name->address, (char *) names->pdata[i]));
          more = next != NULL;
          if (more)
            ihop_tree_unref (tree);
          tree = more ? next : tree;
        }
    }
  return tree;
}

/* ---- where tests can stand ---- */

gboolean
ihop_time_loop_is_at_entry (IhopProject *project, const IhopProjectFile *file, IhopTree *tree, const IhopLoopName *name)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autoptr (IhopFacts) facts = ihop_project_trial_facts (project, file, tree, diags);
  const IhopNode *body = name->function->body;
  guint length = ihop_entry_length (facts, name->function);

  for (guint i = 0; i <= length && i < body->n_children; i++)
    if (body->child[i] == name->loop)
      return TRUE;
  return FALSE;
}

IhopTree *
ihop_time_loop_outlined (IhopProject *project, const IhopProjectFile *file, IhopTree *tree, guint *loop)
{
  g_autoptr (GPtrArray) names = ihop_address_list (tree);
  const IhopLoopName *name = names->pdata[*loop];
  guint first = *loop;

  while (first > 0 && ((const IhopLoopName *) names->pdata[first - 1])->function == name->function)
    first--;
  *loop = first;
  for (guint i = 0; i < 3; i++)
    {
      const char *const ends[] = { "steps", "loop", "time_loop" };
      g_autofree char *own = g_strdup_printf ("%s_%s", name->function->symbol->name, ends[i]);
      IhopTree *next = ihop_time_loop_step (project, file, tree, g_strdup_printf ("outline %s %s", name->address, own));
      if (next == NULL)
        continue;
      g_hash_table_add (file->outlined, g_steal_pointer (&own));
      return next;
    }
  return NULL;
}

/* Of several loops of one function it is not known which it was. */
void
ihop_time_loop_note (const IhopProjectFile *file, const char *function, const char *address)
{
  const char *had = g_hash_table_lookup (file->time_loops, function);

  if (had == NULL)
    g_hash_table_insert (file->time_loops, g_strdup (function), g_strdup (address));
  else if (!g_str_equal (had, address) && !g_hash_table_contains (file->outlined, function))
    g_hash_table_insert (file->time_loops, g_strdup (function), g_strdup (function));
}
