#include "project/graph.h"
#include <gio/gio.h>
#include <string.h>

typedef struct
{
  IhopProject *project;
  const IhopDiagramOptions *options;
  IhopDiagram *diagram;
  guint found;             /* functions or loops drawn */
} Work;

/* A function and the tree that it is in. */
typedef void (*Draw) (Work *work, const IhopTree *tree, const IhopFunction *function);

static void
each_function (Work *work, Draw draw)
{
  const GPtrArray *files = ihop_project_files (work->project);
  const char *wanted = work->options->function;

  for (guint i = 0; i < files->len; i++)
    {
      const IhopTree *tree = ((const IhopProjectFile *) files->pdata[i])->tree;
      for (guint j = 0; tree && j < tree->functions->len; j++)
        {
          const IhopFunction *function = tree->functions->pdata[j];
          if (function->in_main_file
              && (wanted == NULL || g_str_equal (wanted, function->symbol->name)))
            draw (work, tree, function);
        }
    }
}

static void
draw_flow (Work *work, const IhopTree *tree, const IhopFunction *function)
{
  const IhopPlan *plan = work->options->plan;

  work->found++;
  ihop_diagram_add_flow (work->diagram, ihop_project_facts (work->project), tree, function,
                         plan && plan->tree == tree ? plan : NULL);
}

static void
draw_calls (Work *work, const IhopTree *tree, const IhopFunction *function)
{
  if (work->found++ == 0)
    ihop_diagram_add_calls (work->diagram, ihop_project_facts (work->project), function);
}

/* The outermost loop around this one with nothing but counting loops between. */
static const IhopLoop *
nest_of (Work *work, const IhopTree *tree, const IhopLoop *loop)
{
  while (loop->name->parent)
    {
      const IhopLoop *outer
        = ihop_loops_find (ihop_project_facts (work->project), tree, loop->name->parent);
      if (outer == NULL || outer->counting.iterator == NULL)
        break;
      loop = outer;
    }
  return loop;
}

static void
draw_deps (Work *work, const IhopTree *tree, const IhopFunction *function)
{
  IhopFacts *facts = ihop_project_facts (work->project);
  const GPtrArray *loops = ihop_loops_of_function (facts, tree, function);

  work->found++;
  for (guint i = 0; i < loops->len; i++)
    {
      const IhopLoop *loop = loops->pdata[i];
      if (loop->counting.iterator && nest_of (work, tree, loop) == loop)
        ihop_diagram_add_deps (work->diagram, facts, tree, loop);
      else if (loop->counting.iterator == NULL)
        ihop_diagram_note (work->diagram, "%s is not followed: %s.", loop->name->address, loop->counting.why);
    }
}

/* ---- by loop ---- */

static const IhopTree *
tree_of (Work *work, const IhopLoop *loop)
{
  return ihop_facts_tree_of (ihop_project_facts (work->project), loop->name->function);
}

static guint
depth_of (Work *work, const IhopTree *tree, const IhopLoop *loop)
{
  const IhopLoop *root = nest_of (work, tree, loop);

  return loop->name->depth - root->name->depth;
}

/* The deepest nest of what was asked for, of those the first. */
static const IhopLoop *
deepest (Work *work)
{
  const GPtrArray *files = ihop_project_files (work->project);
  const char *wanted = work->options->function;
  const IhopLoop *best = NULL;
  guint most = 0, n_nests = 0;

  for (guint i = 0; i < files->len; i++)
    {
      const IhopTree *tree = ((const IhopProjectFile *) files->pdata[i])->tree;
      const GPtrArray *loops = ihop_project_analyze (work->project, files->pdata[i]);
      for (guint j = 0; j < loops->len; j++)
        {
          const IhopLoop *loop = loops->pdata[j];
          if ((wanted && !g_str_equal (wanted, loop->name->function->symbol->name))
              || loop->counting.iterator == NULL)
            continue;
          guint depth = MIN (depth_of (work, tree, loop), IHOP_INSTANCE_DIMS - 1);
          n_nests += depth == 0;
          if (best == NULL || depth > most)
            {
              best = loop;
              most = depth;
            }
        }
    }
  if (best && n_nests > 1)
    ihop_diagram_note (work->diagram, "%u other nests are not shown; --loop chooses.", n_nests - 1);
  return best;
}

static gboolean
draw_loop (Work *work, GError **error)
{
  const IhopDiagramOptions *options = work->options;
  const IhopLoop *loop
    = options->loop ? ihop_project_find_loop (work->project, options->loop) : deepest (work);
  IhopFacts *facts = ihop_project_facts (work->project);

  if (loop == NULL || loop->counting.iterator == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                   loop ? "%s does not count: it has no iteration space" : "there is no loop %s",
                   options->loop ? options->loop : "that counts");
      return FALSE;
    }
  const IhopTree *tree = tree_of (work, loop);
  g_free (work->diagram->title);
  work->diagram->title = g_strdup_printf (
    "%s of %s", options->kind == IHOP_DIAGRAM_DEPS ? "Dependences" : "Iterations",
    loop->name->address);
  if (options->kind == IHOP_DIAGRAM_DEPS)
    {
      ihop_diagram_add_deps (work->diagram, facts, tree, nest_of (work, tree, loop));
      return TRUE;
    }
  IhopDependence witness = { .is_exact = TRUE };
  const IhopCollision *told = options->witness;
  if (told)
    {
      witness.kind = (IhopDependenceKind) told->kind;
      witness.variable = told->variable;
      witness.source_names = told->source_names;
      witness.sink_names = told->sink_names;
      witness.source_iteration = told->source_values;
      witness.sink_iteration = told->sink_values;
      witness.parameters = told->sizes;
    }
  const IhopInstanceOptions instance_options = { options->size, told ? &witness : NULL };
  IhopInstances *instances = ihop_instances_of (facts, tree, loop, &instance_options);
  ihop_diagram_add_points (work->diagram, instances, tree);
  ihop_instances_free (instances);
  return TRUE;
}

static gboolean
draw_functions (Work *work, GError **error)
{
  static const Draw draws[] = { draw_deps, draw_calls, draw_flow };

  if (work->options->kind == IHOP_DIAGRAM_CALLS && work->options->function == NULL)
    {
      ihop_diagram_add_calls (work->diagram, ihop_project_facts (work->project), NULL);
      return TRUE;
    }
  each_function (work, draws[work->options->kind]);
  if (work->found || work->options->function == NULL)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, "there is no function %s in these files",
               work->options->function);
  return FALSE;
}

IhopDiagram *
ihop_project_diagram (IhopProject *project, const IhopDiagramOptions *options, GError **error)
{
  static const char *const titles[] = { "Dependences", "Calls", "Control flow", "Iterations" };
  g_autofree char *title = options->function
    ? g_strdup_printf ("%s of %s", titles[options->kind], options->function)
    : g_strdup (titles[options->kind]);
  Work work = { .project = project, .options = options,
                .diagram = ihop_diagram_new (options->kind, title) };
  gboolean by_loop = options->kind == IHOP_DIAGRAM_ITERATIONS
                     || (options->kind == IHOP_DIAGRAM_DEPS && options->loop);

  if (by_loop ? draw_loop (&work, error) : draw_functions (&work, error))
    return work.diagram;
  ihop_diagram_free (work.diagram);
  return NULL;
}
