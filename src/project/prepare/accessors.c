/* Small functions that find or read what a struct holds, "idx (g, i, j)", "pixel (image, x, y)", are put into the loops that call
 * them (the step inline-value; inline for those that set something, "put (image, x, y, v);"): the struct's members become variables
 * of the caller then (unpack.c), and loops see that sizes stay, and which memory is touched. Headers are full of such functions. */
#include "analysis/program/callgraph.h"
#include "ir/query.h"
#include "project/prepare/time_loops.h"
#include "project/project_private.h"
#include "project/reread.h"
#include "transform/run.h"
#include "transform/text/inline_value.h"

enum { MOST_STEPS = 64, MOST_NODES = 60 };

typedef struct
{
  IhopProject *project;
  const IhopProjectFile *file;
  const IhopPlanOptions *plan;
  IhopFacts *facts;        /* of the tree as it is now */
  GHashTable *refused;     /* of char *: steps */
  char *step;              /* the next one; NULL: none is found yet */
} Accessors;

/* ---- which functions ---- */

/* One that is passed by value hides nothing: its members are numbers there. */
static gboolean
takes_struct (const IhopFunction *function)
{
  for (guint i = 0; i < function->n_params; i++)
    if (ihop_points_to_struct (function->params[i]->type))
      return TRUE;
  return FALSE;
}

typedef struct
{
  guint nodes;
  gboolean has_loops;
} Body;

static gboolean
look_at_body (const IhopNode *node, gpointer data)
{
  Body *self = data;

  self->nodes++;
  self->has_loops |= ihop_kind_is_loop (node->kind);
  return self->nodes <= MOST_NODES && !self->has_loops;
}

/* Short, and without loops. */
static gboolean
is_small (const IhopFunction *function)
{
  Body body = { 0, FALSE };

  ihop_node_walk (function->body, look_at_body, &body);
  return body.nodes <= MOST_NODES && !body.has_loops;
}

/* ---- which calls ---- */

/* Takes the step, unless it was refused before. */
static void
propose (Accessors *self, char *step)
{
  if (g_hash_table_contains (self->refused, step))
    g_free (step);
  else
    self->step = step;
}

static void
look_at_call (Accessors *self, const IhopFunction *caller, const IhopNode *call, const IhopNode *statement)
{
  const IhopFunction *callee = ihop_called_function (self->file->tree, call);
  const char *name = caller->symbol->name;

  if (callee == NULL || callee == caller || !takes_struct (callee))
    return;
  if (ihop_inline_value_of (self->facts, callee))
    propose (self, g_strdup_printf ("inline-value %s %s", name, callee->symbol->name));
  else if (statement && !callee->in_main_file && is_small (callee))
    propose (self, g_strdup_printf ("inline %s %u %s", name, ihop_range_text_line (statement->place), callee->symbol->name));
}

/* "statement": the one whose only call this node may be. */
static void
look_for_calls (Accessors *self, const IhopFunction *caller, const IhopNode *node, const IhopNode *statement)
{
  const IhopNode *own = node->kind == IHOP_EXPRESSION ? node : NULL;

  if (node->kind == IHOP_CALL)
    look_at_call (self, caller, node, statement);
  for (guint i = 0; i < node->n_children && self->step == NULL; i++)
    if (node->child[i])
      look_for_calls (self, caller, node->child[i], own);
}

static gboolean
is_meant (const Accessors *self, const IhopFunction *function)
{
  return function->in_main_file && (self->plan->function == NULL || g_str_equal (self->plan->function, function->symbol->name));
}

static void
find_step (Accessors *self)
{
  const GPtrArray *functions = self->file->tree->functions;

  for (guint i = 0; i < functions->len && self->step == NULL; i++)
    {
      g_autoptr (GPtrArray) loops = g_ptr_array_new ();
      if (!is_meant (self, functions->pdata[i]))
        continue;
      ihop_project_chosen_loops (functions->pdata[i], self->plan, loops);
      for (guint k = 0; k < loops->len && self->step == NULL; k++)
        look_for_calls (self, functions->pdata[i], loops->pdata[k], NULL);
    }
}

/* ---- taking steps ---- */

/* FALSE: there is none left. */
static gboolean
inline_one (Accessors *self)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autoptr (IhopFacts) facts = ihop_project_trial_facts (self->project, self->file, self->file->tree, diags);

  self->facts = facts;
  self->step = NULL;
  find_step (self);
  if (self->step == NULL)
    return FALSE;
  g_autoptr (IhopTree) next = ihop_transform_run (facts, self->file->tree, self->step, diags);
  IhopTree *again = next ? ihop_project_read_anew (self->project, self->file, next) : NULL;
  if (again)
    ihop_project_replace (self->project, self->file, again);
  else
    g_hash_table_add (self->refused, g_steal_pointer (&self->step));
  g_clear_pointer (&self->step, g_free);
  return TRUE;
}

void
ihop_project_inline_accessors (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan)
{
  g_autoptr (GHashTable) refused = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Accessors self = { .project = project, .file = file, .plan = plan, .refused = refused };

  for (guint i = 0; i < MOST_STEPS && inline_one (&self); i++)
    ;
}
