/* Rows behind arrays of pointers are kept in blocks where that lets a loop run on the device. */
#include "gpugen/plan/plan.h"
#include "project/project_private.h"
#include "project/prepare/trial_steps.h"
#include "transform/script.h"
#include "transform/storage/flatten_rows.h"

static guint
depth_of (const IhopNode *node)
{
  guint most = 0;

  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && ihop_kind_is_statement (node->child[i]->kind))
      most = MAX (most, depth_of (node->child[i]));
  return most + (ihop_kind_is_loop (node->kind) ? 1 : 0);
}

/* Bringing rows and taking them back is as much work as one pass over them; where nobody has asked for
 * a loop, it has to do more than that. */
static gboolean
is_worth_it (const IhopTrial *self, const IhopNode *loop)
{
  return self->plan->choose == IHOP_CHOOSE_TARGET || depth_of (loop) > 2;
}

static void
say_why_not (const IhopTrial *self, const GPtrArray *diags)
{
  const IhopDiag *why = diags->len ? diags->pdata[0] : NULL;

  if (why && self->plan->choose == IHOP_CHOOSE_TARGET)
    ihop_diags_add_at (ihop_project_diags (self->project), IHOP_NOTE, "IHOP-S004", why->path, why->line,
                       why->column, "rows are not kept in a block for the device: %s", why->message);
}

/* "substitute f/i row", for pointers to rows, and "flatten f/i". Caller unrefs. */
static GPtrArray *
steps_for (const IhopLoopName *name)
{
  g_autoptr (GPtrArray) pointers = ihop_flatten_pointers (name->loop);
  GPtrArray *steps = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < pointers->len; i++)
    g_ptr_array_add (steps, g_strdup_printf ("substitute %s %s", name->address,
                                             (const char *) pointers->pdata[i]));
  g_ptr_array_add (steps, g_strdup_printf ("flatten %s", name->address));
  return steps;
}

/* FALSE: not taken. */
static gboolean
try_loop (IhopTrial *self, const IhopLoopName *name, gboolean quiet)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new (), steps = steps_for (name);
  g_autoptr (GString) script = g_string_new (NULL);

  for (guint i = 0; i < steps->len; i++)
    g_string_append_printf (script, "%s\n", (const char *) steps->pdata[i]);
  IhopTree *next = ihop_script_run (self->tree, script->str, "flatten",
                                    ihop_project_facts_options (self->project), diags);

  if (next == NULL)
    {
      if (!quiet)
        say_why_not (self, diags);
      return FALSE;
    }
  if (self->plan->choose != IHOP_CHOOSE_TARGET
      && ihop_trial_count_kernels (self, next) <= ihop_trial_count_kernels (self, self->tree))
    {
      ihop_tree_unref (next);
      return FALSE;
    }
  for (guint i = 0; i < steps->len; i++)
    ihop_trial_keep (self, ihop_tree_ref (next), steps->pdata[i]);
  ihop_tree_unref (next);
  return TRUE;
}

static const IhopLoopName *
parent_of (const IhopLoopName *name, const GPtrArray *names)
{
  return name->parent ? ihop_address_of (names, name->parent) : NULL;
}

/* The loop with all that stand around it, from the outermost one inwards: rows that are brought once are
 * best. Returns the one that it was done for. */
static const IhopLoopName *
try_around (IhopTrial *self, const IhopLoopName *name, const GPtrArray *names, gboolean is_asked)
{
  const IhopLoopName *outer = parent_of (name, names);
  const IhopLoopName *taken = outer ? try_around (self, outer, names, FALSE) : NULL;

  if (taken == NULL && is_worth_it (self, name->loop) && try_loop (self, name, !is_asked))
    taken = name;
  return taken;
}

static void
flatten_function (IhopTrial *self, const IhopFunction *function, const GPtrArray *names)
{
  g_autoptr (GPtrArray) loops = g_ptr_array_new ();
  const IhopNode *taken = NULL;

  ihop_project_chosen_loops (function, self->plan, loops);
  /* From the last one on: what is put in the place of a loop renames those behind it. */
  for (guint i = loops->len; i-- > 0;)
    {
      const IhopLoopName *name = ihop_address_of (names, loops->pdata[i]);
      if (name == NULL || !ihop_flatten_applies (name->loop) || ihop_node_holds (taken, name->loop))
        continue;
      name = try_around (self, name, names, TRUE);
      taken = name ? name->loop : taken;
    }
}

void
ihop_project_flatten (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan)
{
  IhopTrial self = ihop_trial_begin (project, file, plan);
  g_autoptr (GPtrArray) names = ihop_address_list (file->tree);
  const GPtrArray *functions = file->tree->functions;

  for (guint i = 0; i < functions->len; i++)
    if (ihop_trial_covers (&self, functions->pdata[i]))
      flatten_function (&self, functions->pdata[i], names);
  ihop_trial_end (&self);
}
