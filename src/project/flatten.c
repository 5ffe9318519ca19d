/* Rows behind arrays of pointers are kept in blocks where that lets a loop run on the device. */
#include "gpugen/plan/plan.h"
#include "project/project_private.h"
#include "transform/script.h"
#include "transform/storage/flatten_rows.h"

typedef struct
{
  IhopProject *project;
  const IhopProjectFile *file;
  const IhopPlanOptions *plan;
  IhopTree *tree;          /* the file's with the steps taken so far */
  GPtrArray *steps;        /* of char *, owned */
} Flattening;

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
is_worth_it (const Flattening *self, const IhopNode *loop)
{
  return self->plan->choose == IHOP_CHOOSE_TARGET || depth_of (loop) > 2;
}

/* How many kernels there would be; for marked loops, nobody has to be asked. */
static guint
count_kernels (const Flattening *self, IhopTree *tree)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autoptr (IhopFacts) facts = ihop_project_trial_facts (self->project, self->file, tree, diags);
  g_autoptr (IhopPlan) outline = ihop_plan_outline (facts, tree, self->plan);
  return outline->kernels->len;
}

static void
say_why_not (const Flattening *self, const GPtrArray *diags)
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
try_loop (Flattening *self, const IhopLoopName *name, gboolean quiet)
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
      && count_kernels (self, next) <= count_kernels (self, self->tree))
    {
      ihop_tree_unref (next);
      return FALSE;
    }
  ihop_tree_unref (self->tree);
  self->tree = next;
  for (guint i = 0; i < steps->len; i++)
    g_ptr_array_add (self->steps, g_strdup (steps->pdata[i]));
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
try_around (Flattening *self, const IhopLoopName *name, const GPtrArray *names, gboolean is_asked)
{
  const IhopLoopName *outer = parent_of (name, names);
  const IhopLoopName *taken = outer ? try_around (self, outer, names, FALSE) : NULL;

  if (taken == NULL && is_worth_it (self, name->loop) && try_loop (self, name, !is_asked))
    taken = name;
  return taken;
}

static void
flatten_function (Flattening *self, const IhopFunction *function, const GPtrArray *names)
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
  Flattening self = { project, file, plan, NULL, NULL };
  const IhopTree *tree = file->tree;
  GPtrArray *names = ihop_address_list (tree);

  self.tree = ihop_tree_ref (file->tree);
  self.steps = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < tree->functions->len; i++)
    {
      const IhopFunction *function = tree->functions->pdata[i];
      if (function->in_main_file
          && (plan->function == NULL || g_str_equal (plan->function, function->symbol->name)))
        flatten_function (&self, function, names);
    }
  g_ptr_array_unref (names);
  if (self.steps->len)
    ihop_project_take_steps (project, file, self.tree, self.steps);
  ihop_tree_unref (self.tree);
  g_ptr_array_unref (self.steps);
}
