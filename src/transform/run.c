/* One step: parse, build, verify, judge. */
#include "transform/run.h"
#include "ir/print.h"
#include "transform/build/name_capture.h"
#include "transform/build/refusal.h"
#include "transform/build/stale_marks.h"
#include "transform/legality/counter_range.h"
#include "transform/legality/judge.h"
#include "transform/registry.h"

static const IhopTransform *
find (IhopTransformStep *step, const char *name)
{
  const IhopTransform *transform = ihop_transform_find (name);

  if (transform == NULL)
    ihop_diag_remedy (
      ihop_refuse (step, IHOP_T_ARGUMENTS, NULL, "there is no transformation %s", name),
      "'ihop list transforms' shows all");
  return transform;
}

/* The old function whose code has changed: what a new one holds was there before. NULL: there is none. */
static const IhopFunction *
changed_function (IhopTransformStep *step, const IhopRewrite *rewrite)
{
  for (guint i = 0; i < rewrite->tree->functions->len; i++)
    {
      const IhopFunction *now = rewrite->tree->functions->pdata[i];
      const IhopFunction *before = ihop_tree_function_of (step->tree, now->symbol);
      if (before && before->body != now->body)
        return before;
    }
  return NULL;
}

/* Steps work on variables; in the text these are names. */
static gboolean
names_hold (IhopTransformStep *step, const IhopRewrite *rewrite)
{
  for (guint i = 0; i < rewrite->tree->functions->len; i++)
    {
      const IhopFunction *now = rewrite->tree->functions->pdata[i];
      const IhopFunction *before = ihop_tree_function_of (step->tree, now->symbol);
      const IhopFunction *origin = before ? before : changed_function (step, rewrite);
      const IhopNode *lost = origin && origin->body != now->body ? ihop_name_lost (origin, now) : NULL;
      if (lost)
        {
          ihop_refuse (step, IHOP_T_NAME, lost, "a variable is named here that is not there any more");
          return FALSE;
        }
      const IhopNode *captured
        = before && before->body == now->body ? NULL : ihop_name_captured (now);
      /* What was strange before the step is not the step's doing. */
      if (captured == NULL || (before && ihop_name_captured (before)))
        continue;
      const IhopNode *place = captured;
      if (place->place.source == NULL && rewrite->old_region->len)
        place = rewrite->old_region->pdata[0];
      ihop_diag_remedy (ihop_refuse (step, IHOP_T_NAME, place,
                                     "%s would mean another variable of that name here",
                                     captured->symbol->name),
                        "give one of them another name");
      return FALSE;
    }
  return TRUE;
}

/* What a macro has made together with other things cannot be cut out of the file, nor printed anew. */
static gboolean
can_be_printed (IhopTransformStep *step, const IhopRewrite *rewrite)
{
  const IhopNode *place = rewrite->old_region->len ? rewrite->old_region->pdata[0] : rewrite->function->body;

  if (ihop_print_unreached (rewrite->tree) == NULL)
    return TRUE;
  ihop_diag_remedy (ihop_refuse (step, IHOP_T_SHAPE, place,
                                 "%s is not written out in this file: it cannot be changed, and nothing put before it",
                                 rewrite->function->symbol->name),
                    "write %s without the macro that makes it", rewrite->function->symbol->name);
  return FALSE;
}

gboolean
ihop_rewrite_stands (IhopTransformStep *step, const IhopRewrite *rewrite)
{
  return can_be_printed (step, rewrite) && names_hold (step, rewrite) && ihop_require_counter_range (step, rewrite);
}

/* Storage and text steps have proved themselves; order is judged here. */
static IhopTree *
accept (IhopTransformStep *step, const IhopTransform *transform, IhopRewrite *rewrite,
        gboolean force)
{
  char *trouble = ihop_tree_verify (rewrite->tree);

  if (trouble)
    g_error ("%s has built a malformed tree: %s", transform->name, trouble);
  if (!ihop_rewrite_stands (step, rewrite))
    return NULL;
  if (transform->kind == IHOP_TRANSFORM_ORDER && !force && !ihop_judge_order (step, rewrite))
    return NULL;
  return ihop_marks_drop_stale (step, rewrite->tree);
}

static IhopTree *
run_words (IhopTransformStep *step, char **words, guint n, gboolean force)
{
  const IhopTransform *transform = step->transform = find (step, words[0]);
  g_autoptr (IhopRewrite) rewrite = NULL;

  if (transform)
    rewrite = transform->build (step, words + 1, n - 1);
  return rewrite ? accept (step, transform, rewrite, force) : NULL;
}

static IhopTree *
run_text (IhopFacts *facts, const IhopTree *tree, const char *text, gboolean force,
          IhopDiags *diags)
{
  IhopTransformStep step = { .facts = facts, .tree = tree, .diags = diags };
  g_auto (GStrv) words = NULL;
  gint n = 0;

  if (!g_shell_parse_argv (text, &n, &words, NULL))
    {
      ihop_refuse (&step, IHOP_T_ARGUMENTS, NULL, "\"%s\" is no step", text);
      return NULL;
    }
  step.names = ihop_address_list (tree);
  IhopTree *next = run_words (&step, words, (guint) n, force);
  g_ptr_array_unref (step.names);
  return next;
}

IhopTree *
ihop_transform_run (IhopFacts *facts, const IhopTree *tree, const char *step, IhopDiags *diags)
{
  return run_text (facts, tree, step, FALSE, diags);
}

IhopTree *
ihop_transform_force (IhopFacts *facts, const IhopTree *tree, const char *step, IhopDiags *diags)
{
  return run_text (facts, tree, step, TRUE, diags);
}
