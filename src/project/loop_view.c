#include "project/loop_view.h"
#include "project/localize.h"
#include "project/units.h"
#include "gpugen/plan/clauses.h"
#include "project/report.h"
#include <glib/gi18n-lib.h>
#include <string.h>

static guint
line_of (const IhopNode *node)
{
  return node ? ihop_range_line (node->place) : 0;
}

static guint
last_line_of (IhopRange range)
{
  guint line = 0, column;

  if (range.source)
    ihop_source_locate (range.source, range.end > range.begin ? range.end - 1 : range.begin, &line,
                        &column);
  return line;
}

/* Where a macro stands in a loop's head the loop itself has no range: its parts have. */
static gboolean
take_last_line (const IhopNode *node, gpointer data)
{
  guint *last = data;

  *last = MAX (*last, MAX (last_line_of (node->range), last_line_of (node->place)));
  return TRUE;
}

/* ---- dependences ---- */

static void
witness_free (gpointer data)
{
  IhopWitnessView *view = data;

  g_free (view->text);
  g_free (view->kind);
  g_free (view->variable);
  g_free (view);
}

static void
add_parameters (GString *text, const IhopDependence *dependence)
{
  for (guint i = 0; dependence->parameters && i < dependence->parameters->len; i++)
    g_string_append_printf (text, "%s%s", i ? ", " : _ (", with "),
                            (const char *) dependence->parameters->pdata[i]);
}

static char *
exact_text (const IhopDependence *dependence, const char *element)
{
  /* Whole sentences, so that they can be translated. */
  static const char *const sentences[]
    = { N_ ("Iteration %s writes %s (line %u), iteration %s reads it (line %u)"),
        N_ ("Iteration %s reads %s (line %u), iteration %s writes it (line %u)"),
        N_ ("Iteration %s writes %s (line %u), iteration %s writes it (line %u)") };
  g_autofree char *from = ihop_report_iteration (dependence->source_names,
                                                 dependence->source_iteration);
  g_autofree char *to = ihop_report_iteration (dependence->sink_names, dependence->sink_iteration);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, _ (sentences[dependence->kind]), from, element,
                          line_of (dependence->source), to, line_of (dependence->sink));
  add_parameters (text, dependence);
  return g_string_free (text, FALSE);
}

static IhopWitnessView *
witness_new (const IhopDependence *dependence)
{
  IhopWitnessView *view = g_new0 (IhopWitnessView, 1);
  g_autofree char *element = ihop_dependence_element (dependence);

  view->kind = g_strdup (ihop_dependence_kind_name (dependence->kind));
  view->variable = g_strdup (dependence->variable);
  view->source_line = line_of (dependence->source);
  view->sink_line = line_of (dependence->sink);
  view->is_exact = dependence->is_exact;
  view->text = dependence->is_exact
                 ? exact_text (dependence, element)
                 : g_strdup_printf (_ ("A dependence (%s) on %s cannot be excluded (line %u to line %u)"),
                                    view->kind, element, view->source_line, view->sink_line);
  return view;
}

/* ---- reasons and conditions ---- */

static void
reason_free (gpointer data)
{
  IhopReasonView *view = data;

  g_free (view->id);
  g_free (view->message);
  g_ptr_array_unref (view->remedies);
  g_free (view);
}

static IhopReasonView *
reason_new (const IhopReason *reason)
{
  IhopReasonView *view = g_new0 (IhopReasonView, 1);

  view->id = g_strdup (reason->id);
  view->message = ihop_message_localize (reason->message);
  view->line = ihop_range_line (reason->range);
  view->remedies = g_ptr_array_ref (reason->remedies);
  return view;
}

static void
add_conditions (IhopLoopView *view, const IhopLoop *loop)
{
  for (guint i = 0; i < loop->privates->len; i++)
    {
      const IhopPrivate *private = loop->privates->pdata[i];
      g_ptr_array_add (view->conditions,
                       g_strdup_printf (private->needs_last
                                          ? _ ("%s is private to each iteration; the last value is kept")
                                          : _ ("%s is private to each iteration"),
                                        private->symbol->name));
    }
  for (guint i = 0; i < loop->reductions->len; i++)
    {
      const IhopReduction *reduction = loop->reductions->pdata[i];
      g_ptr_array_add (view->conditions,
                       g_strdup_printf (_ ("%s is a reduction with %s (line %u)"), reduction->symbol->name,
                                        ihop_reduce_text (reduction->operator), reduction->line));
    }
  for (guint i = 0; i < loop->inductions->len; i++)
    g_ptr_array_add (view->conditions,
                     g_strdup_printf (_ ("%s counts along"),
                                      ((const IhopInduction *) loop->inductions->pdata[i])->symbol->name));
  for (guint i = 0; i < loop->assumptions->len; i++)
    {
      const IhopAssumption *assumption = loop->assumptions->pdata[i];
      g_autofree char *said = ihop_message_localize (assumption->message);
      g_ptr_array_add (view->conditions,
                       g_strdup_printf (assumption->by_owner ? _ ("holds if %s (on your word)")
                                                             : _ ("holds if %s (tested when the program runs)"),
                                        said));
    }
}

/* ---- the loop ---- */

static char *
join (const GPtrArray *words)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < words->len; i++)
    g_string_append_printf (text, "%s%s", i ? "; " : "", (const char *) words->pdata[i]);
  return g_string_free (text, FALSE);
}

static char *
finding_of (const IhopLoopView *view)
{
  const IhopWitnessView *witness = view->witnesses->len ? view->witnesses->pdata[0] : NULL;
  const IhopReasonView *reason = view->reasons->len ? view->reasons->pdata[0] : NULL;

  if (view->verdict == IHOP_PARALLEL && view->conditions->len)
    {
      g_autofree char *conditions = join (view->conditions);
      return g_strdup_printf (_ ("All iterations can run at once; %s."), conditions);
    }
  if (view->verdict == IHOP_PARALLEL)
    return g_strdup (_ ("All iterations can run at once."));
  if (view->verdict == IHOP_SEQUENTIAL && witness)
    return g_strdup_printf ("%s.", witness->text);
  if (reason)
    return g_strdup (reason->message);
  return g_strdup (witness ? witness->text : "");
}

/* Marks stand right in front of their loop, in the same block. */
static char *
mark_of (const IhopLoop *loop)
{
  g_autoptr (GPtrArray) path = ihop_node_path (loop->name->function->body, loop->name->loop);
  const IhopNode *block = path && path->len > 1 ? path->pdata[path->len - 2] : NULL;
  const char *mark = NULL;

  for (guint i = 0; block && block->kind == IHOP_BLOCK && i < block->n_children; i++)
    {
      const IhopNode *child = block->child[i];
      if (child == loop->name->loop)
        return g_strdup (mark);
      if (child == NULL || child->kind != IHOP_PRAGMA)
        mark = NULL;
      else if (ihop_clauses_is_target (child->text))
        mark = child->text;
    }
  return NULL;
}

IhopLoopView *
ihop_loop_view_new (const IhopLoop *loop, guint file)
{
  IhopLoopView *view = g_new0 (IhopLoopView, 1);
  const IhopNode *node = loop->name->loop;

  view->file = file;
  view->function = g_strdup (loop->name->function->symbol->name);
  view->address = g_strdup (loop->name->address);
  view->iterator = g_strdup (loop->counting.iterator ? loop->counting.iterator->name : NULL);
  view->line = line_of (node);
  view->column = ihop_range_column (node->place);
  ihop_node_walk (node, take_last_line, &view->last_line);
  view->depth = loop->name->depth;
  view->verdict = loop->verdict;
  view->conditions = g_ptr_array_new_with_free_func (g_free);
  view->witnesses = g_ptr_array_new_with_free_func (witness_free);
  view->reasons = g_ptr_array_new_with_free_func (reason_free);
  for (guint i = 0; i < loop->dependences->len; i++)
    g_ptr_array_add (view->witnesses, witness_new (loop->dependences->pdata[i]));
  for (guint i = 0; i < loop->reasons->len; i++)
    g_ptr_array_add (view->reasons, reason_new (loop->reasons->pdata[i]));
  add_conditions (view, loop);
  view->finding = finding_of (view);
  view->mark = mark_of (loop);
  return view;
}

void
ihop_loop_view_free (gpointer data)
{
  IhopLoopView *view = data;

  if (view == NULL)
    return;
  g_free (view->function);
  g_free (view->address);
  g_free (view->iterator);
  g_free (view->finding);
  g_free (view->mark);
  g_ptr_array_unref (view->conditions);
  g_ptr_array_unref (view->witnesses);
  g_ptr_array_unref (view->reasons);
  g_free (view);
}

/* ---- asking a snapshot ---- */

void
ihop_function_view_free (gpointer data)
{
  IhopFunctionView *view = data;

  g_free (view->name);
  g_free (view);
}

gboolean
ihop_snapshot_is_readable (IhopSnapshot *snapshot, guint file)
{
  IhopProject *project = ihop_snapshot_lock (snapshot);
  gboolean is = ((const IhopProjectFile *) ihop_project_files (project)->pdata[file])->tree != NULL;

  ihop_snapshot_unlock (snapshot);
  return is;
}

GPtrArray *
ihop_snapshot_functions (IhopSnapshot *snapshot, guint file)
{
  GPtrArray *views = g_ptr_array_new_with_free_func (ihop_function_view_free);
  IhopProject *project = ihop_snapshot_lock (snapshot);
  const IhopProjectFile *input = ihop_project_files (project)->pdata[file];

  for (guint i = 0; input->tree && i < input->tree->functions->len; i++)
    {
      const IhopFunction *function = input->tree->functions->pdata[i];
      IhopFunctionView *view = g_new0 (IhopFunctionView, 1);
      view->name = g_strdup (function->symbol->name);
      view->file = file;
      view->line = function->in_main_file ? ihop_range_line (function->range) : 0;
      view->last_line = function->in_main_file ? last_line_of (function->range) : 0;
      g_ptr_array_add (views, view);
    }
  ihop_snapshot_unlock (snapshot);
  return views;
}

GPtrArray *
ihop_snapshot_loops (IhopSnapshot *snapshot, guint file, guint function)
{
  GPtrArray *views = g_ptr_array_new_with_free_func (ihop_loop_view_free);
  IhopProject *project = ihop_snapshot_lock (snapshot);
  const IhopProjectFile *input = ihop_project_files (project)->pdata[file];

  if (input->tree && function < input->tree->functions->len)
    {
      const IhopFunction *which = input->tree->functions->pdata[function];
      const GPtrArray *loops = which->in_main_file
                                 ? ihop_project_analyze_function (project, input, which)
                                 : NULL;
      for (guint i = 0; loops && i < loops->len; i++)
        {
          const IhopLoop *loop = loops->pdata[i];
          if (loop->name->function == which)
            g_ptr_array_add (views, ihop_loop_view_new (loop, file));
        }
    }
  ihop_snapshot_unlock (snapshot);
  return views;
}

IhopDiags *
ihop_snapshot_diags (IhopSnapshot *snapshot)
{
  IhopDiags *copy = ihop_diags_new ();
  const IhopDiags *diags = ihop_project_diags (ihop_snapshot_lock (snapshot));

  ihop_diags_copy (copy, diags);
  ihop_snapshot_unlock (snapshot);
  return copy;
}

/* ---- remedies ---- */

static void
remedy_free (gpointer data)
{
  IhopRemedyView *view = data;

  g_free (view->steps);
  g_free (view->effect);
  g_free (view);
}

static char *
effect_of (const IhopRemedy *remedy)
{
  GString *text = g_string_new (NULL);
  g_autofree char *before = ihop_units_seconds (remedy->before);
  g_autofree char *after = ihop_units_seconds (remedy->after);

  for (guint i = 0; i < remedy->parallel->len; i++)
    g_string_append_printf (text, "%s%s", i ? ", " : "", (const char *) remedy->parallel->pdata[i]);
  if (remedy->parallel->len)
    g_string_append (text, remedy->parallel->len > 1 ? _ (" become parallel; ") : _ (" becomes parallel; "));
  g_string_append_printf (text, _ ("predicted %s instead of %s"), after, before);
  return g_string_free (text, FALSE);
}

static IhopRemedyView *
remedy_new (const IhopRemedy *remedy)
{
  IhopRemedyView *view = g_new0 (IhopRemedyView, 1);
  GString *steps = g_string_new (NULL);

  for (guint i = 0; i < remedy->steps->len; i++)
    g_string_append_printf (steps, "%s%s", i ? "\n" : "", (const char *) remedy->steps->pdata[i]);
  view->steps = g_string_free (steps, FALSE);
  view->effect = effect_of (remedy);
  return view;
}

/* Only the function of the address is looked at. */
static const IhopLoop *
find_loop (IhopProject *project, const IhopProjectFile *file, const char *address)
{
  g_autofree char *name = g_strndup (address, strcspn (address, "/"));
  const IhopFunction *function = file->tree ? ihop_tree_function (file->tree, name) : NULL;
  const GPtrArray *loops = function ? ihop_project_analyze_function (project, file, function) : NULL;

  for (guint i = 0; loops && i < loops->len; i++)
    if (g_str_equal (((const IhopLoop *) loops->pdata[i])->name->address, address))
      return loops->pdata[i];
  return NULL;
}

static gboolean
is_parallel (IhopSnapshot *snapshot, guint file, const char *address)
{
  IhopProject *project = ihop_snapshot_lock (snapshot);
  const IhopLoop *loop = find_loop (project, ihop_project_files (project)->pdata[file], address);
  gboolean parallel = loop && loop->verdict == IHOP_PARALLEL;

  ihop_snapshot_unlock (snapshot);
  return parallel;
}

/* What the automatic mode does to a file before it looks for steps may be all that is needed. */
static void
add_prepared (GPtrArray *views, IhopSnapshot *snapshot, guint file, const char *address)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autoptr (IhopSnapshot) after = ihop_snapshot_step (snapshot, file, "prepare auto", diags);

  if (after == NULL || !is_parallel (after, file, address))
    return;
  IhopRemedyView *view = g_new0 (IhopRemedyView, 1);
  view->steps = g_strdup ("prepare auto");
  view->effect = g_strdup_printf (_ ("%s becomes parallel: this is what “Port this program” does first"), address);
  g_ptr_array_add (views, view);
}

GPtrArray *
ihop_snapshot_remedies (IhopSnapshot *snapshot, guint file, const char *address, guint most)
{
  GPtrArray *views = g_ptr_array_new_with_free_func (remedy_free);
  IhopProject *project = ihop_snapshot_lock (snapshot);
  const IhopLoop *loop = find_loop (project, ihop_project_files (project)->pdata[file], address);

  if (loop)
    {
      g_autoptr (GPtrArray) remedies
        = ihop_project_remedies (project, loop, ihop_snapshot_settings (snapshot)->gpu, most);
      for (guint i = 0; i < remedies->len; i++)
        g_ptr_array_add (views, remedy_new (remedies->pdata[i]));
    }
  gboolean is_open = loop && loop->verdict != IHOP_PARALLEL && views->len == 0;
  ihop_snapshot_unlock (snapshot);
  if (is_open)
    add_prepared (views, snapshot, file, address);
  return views;
}
