/* Plans as text, compared with the ".plan" files beside the inputs.
 *
 *     show_plan [--target|--scop|--auto] [--no-motion] FILE.c      prints
 *     show_plan --check FOLDER                                     compares all; prints the differences
 *     show_plan --update FOLDER                                    writes them anew: read the diff
 *
 * The first line of an input may say "// options: --auto". */
#include "frontend/frontend.h"
#include "gpugen/plan/clauses.h"
#include "gpugen/plan/plan.h"
#include "ir/expression.h"
#include <stdio.h>
#include <string.h>

static char *
point_text (IhopPoint point)
{
  static const char *const words[] = { "before", "after", "at the start of the block of",
                                       "at the end of the block of" };
  IhopRange range = point.anchor->range.source ? point.anchor->range : point.anchor->place;
  guint line = 0, column;

  if (range.source)
    ihop_source_locate (range.source, point.kind == IHOP_POINT_AFTER ? range.end - 1 : range.begin,
                        &line, &column);
  return g_strdup_printf ("%s line %u", words[point.kind], line);
}

static void
append_kernel (GString *text, const IhopKernel *kernel)
{
  static const char *const classes[] = { "value", "scalar", "array" };

  g_string_append_printf (text, "kernel %s line %u %s", kernel->name, kernel->line,
                          kernel->kind == IHOP_KERNEL_SERIAL ? "serial" : "mapped");
  for (guint i = 0; i < kernel->n_axes; i++)
    {
      const IhopAxis *axis = &kernel->axes[i];
      g_autofree char *first = ihop_expression_text (axis->first), *trips = ihop_expression_text (axis->trips);
      g_autofree char *most = ihop_expression_text (axis->max_trips);
      g_string_append_printf (text, " %s:%c=%s+%s*[%s<=%s]", axis->iterator->name, "xyz"[axis->axis], first,
                              axis->step == 1 ? "1" : "s", trips, most);
    }
  g_string_append (text, "\n ");
  for (guint i = 0; i < kernel->params->len; i++)
    {
      const IhopKernelParam *p = kernel->params->pdata[i];
      g_string_append_printf (text, " %s:%s%s", p->symbol->name, p->is_const ? "const " : "",
                              classes[p->passing]);
    }
  for (guint i = 0; i < kernel->privates->len; i++)
    g_string_append_printf (text, " %s:private",
                            ((IhopSymbol *) kernel->privates->pdata[i])->name);
  for (guint i = 0; i < kernel->last_values->len; i++)
    g_string_append_printf (text, " %s:last",
                            ((IhopPrivate *) kernel->last_values->pdata[i])->symbol->name);
  for (guint i = 0; i < kernel->reductions->len; i++)
    g_string_append_printf (text, " %s:reduced",
                            ((IhopReduction *) kernel->reductions->pdata[i])->symbol->name);
  for (guint i = 0; i < kernel->atomics->len; i++)
    g_string_append_printf (text, " %s:atomic",
                            ((IhopReduction *) kernel->atomics->pdata[i])->symbol->name);
  for (guint i = 0; i < kernel->conditions->len; i++)
    g_string_append_printf (text, " if(%s)",
                            ((IhopAssumption *) kernel->conditions->pdata[i])->condition);
  for (guint i = 0; i < kernel->iterators_after->len; i++)
    {
      g_autofree char *value = ihop_expression_text (kernel->iterator_values->pdata[i]);
      g_string_append_printf (text, " then %s=%s", ((IhopSymbol *) kernel->iterators_after->pdata[i])->name, value);
    }
  g_string_append (text, "\n");
}

static void
append_variable (GString *text, const IhopDeviceVariable *v)
{
  g_autofree char *born = point_text (v->allocate);

  g_autofree char *count = ihop_expression_text (v->count);
  g_string_append_printf (text, "variable %s[%s] %s, freed", v->name, count, born);
  for (guint i = 0; i < v->frees->len; i++)
    {
      g_autofree char *at = point_text (*(IhopPoint *) v->frees->pdata[i]);
      g_string_append_printf (text, "%s %s", i ? ";" : "", at);
    }
  g_string_append (text, "\n");
}

static void
append_transfer (GString *text, const IhopTransfer *t)
{
  g_autofree char *at = point_text (t->at);

  g_string_append_printf (text, "copy %s %s %s", t->to_device ? "in" : "out",
                          t->variable->symbol->name, at);
  for (guint d = 0; t->box && d < t->box->rank; d++)
    {
      g_autofree char *lower = ihop_expression_text (t->box->lower[d]), *count = ihop_expression_text (t->box->count[d]);
      g_string_append_printf (text, "%s[%s..+%s]", d ? "" : " ", lower, count);
    }
  g_string_append_printf (text, ": %s\n", ihop_message_text (t->reason));
}

static char *
plan_text (const IhopPlan *plan, const IhopDiags *diags)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < plan->kernels->len; i++)
    append_kernel (text, plan->kernels->pdata[i]);
  for (guint i = 0; i < plan->variables->len; i++)
    append_variable (text, plan->variables->pdata[i]);
  for (guint i = 0; i < plan->transfers->len; i++)
    append_transfer (text, plan->transfers->pdata[i]);
  for (guint i = 0; plan->pointer_swaps && i < plan->pointer_swaps->len; i++)
    {
      const IhopPointerSwap *rotation = plan->pointer_swaps->pdata[i];
      g_string_append_printf (text, "swap behind line %u:", ihop_range_line (rotation->last->place));
      for (guint k = 0; k < rotation->variables->len; k++)
        g_string_append_printf (text, " %s", ((const IhopDeviceVariable *) rotation->variables->pdata[k])->name);
      g_string_append_c (text, '\n');
    }
  for (guint i = 0; i < plan->overlaps->len; i++)
    {
      const IhopOverlapTest *t = plan->overlaps->pdata[i];
      g_autofree char *condition = t->condition ? ihop_expression_text (t->condition) : NULL;
      g_autofree char *bytes_a = t->bytes_a ? ihop_expression_text (t->bytes_a) : NULL;
      g_autofree char *bytes_b = t->bytes_b ? ihop_expression_text (t->bytes_b) : NULL;
      if (condition)
        g_string_append_printf (text, "test %s\n", condition);
      else
        g_string_append_printf (text, "test %s (%s) against %s (%s)\n", t->a->name, bytes_a, t->b->name, bytes_b);
    }
  for (guint i = 0; i < plan->left_out->len; i++)
    {
      const IhopLeftOut *left = plan->left_out->pdata[i];
      g_string_append_printf (text, "left %s: %s\n", left->loop->name->address, ihop_message_text (left->reason));
    }
  for (guint i = 0; i < diags->len; i++)
    {
      const IhopDiag *diag = diags->pdata[i];
      g_string_append_printf (text, "%u: %s %s\n", diag->line, diag->id, ihop_message_text (diag->message));
      for (guint k = 0; k < diag->remedies->len; k++)
        g_string_append_printf (text, "    %s\n", ihop_message_text (diag->remedies->pdata[k]));
    }
  return g_string_free (text, FALSE);
}

static void
read_option (IhopPlanOptions *options, const char *word)
{
  if (strcmp (word, "--auto") == 0)
    options->choose = IHOP_CHOOSE_AUTO;
  else if (strcmp (word, "--scop") == 0)
    options->choose = IHOP_CHOOSE_SCOP;
  else if (strcmp (word, "--no-motion") == 0)
    options->no_motion = TRUE;
  else if (strcmp (word, "--whole") == 0)
    options->transfers = IHOP_TRANSFERS_WHOLE;
}

static char *
show_file (const char *path, IhopPlanOptions options, gboolean as_json)
{
  g_autoptr (GPtrArray) trees = g_ptr_array_new ();
  IhopDiags *diags = ihop_diags_new ();
  static const char *const flags[] = { "-std=gnu17", NULL };
  g_auto (GStrv) extra = g_strsplit (g_getenv ("SHOW_FLAGS") ? g_getenv ("SHOW_FLAGS") : "", " ", -1);
  IhopFrontendOptions front = { extra && extra[0] ? (const char *const *) extra : flags, NULL };
  g_autoptr (IhopTree) tree = ihop_frontend_parse (path, &front, diags);
  g_autoptr (GPtrArray) assume = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) noalias = g_ptr_array_new_with_free_func (g_free);

  if (tree == NULL)
    {
      g_autoptr (GString) all = g_string_new (NULL);
      for (guint i = 0; i < diags->len; i++)
        g_string_append_printf (all, "%s\n", ihop_diag_to_text (diags->pdata[i]));
      g_error ("%s", all->str);
    }
  if (g_str_has_prefix (tree->source->text, "// options:"))
    {
      g_autofree char *line = g_strndup (tree->source->text, strcspn (tree->source->text, "\n"));
      g_auto (GStrv) words = g_strsplit (line, " ", -1);
      for (guint i = 0; words[i]; i++)
        read_option (&options, words[i]);
    }
  ihop_clauses_collect (tree, assume, noalias);
  g_ptr_array_add (assume, NULL);
  g_ptr_array_add (noalias, NULL);
  g_ptr_array_add (trees, tree);
  IhopFactsOptions facts_options = { IHOP_ALIAS_CHECK, (const char *const *) assume->pdata,
                                     (const char *const *) noalias->pdata, 0 };
  g_autoptr (IhopFacts) facts = ihop_facts_new (trees, &facts_options, diags);
  g_autoptr (IhopPlan) plan = ihop_plan_new (facts, tree, &options);
  char *text = as_json ? ihop_plan_to_json (plan) : plan_text (plan, diags);
  g_ptr_array_unref (diags);
  return text;
}

static gboolean
compare (const char *folder, const char *name, gboolean update)
{
  g_autofree char *input = g_build_filename (folder, name, NULL);
  g_autofree char *base = g_strndup (input, strlen (input) - 2);
  g_autofree char *golden = g_strconcat (base, ".plan", NULL);
  g_autofree char *got = show_file (input, (IhopPlanOptions){ 0 }, FALSE);
  g_autofree char *wanted = NULL;

  if (update)
    return g_file_set_contents (golden, got, -1, NULL);
  if (g_file_get_contents (golden, &wanted, NULL, NULL) && strcmp (wanted, got) == 0)
    return TRUE;
  printf ("%s differs\n--- wanted\n%s--- got\n%s", name, wanted ? wanted : "", got);
  return FALSE;
}

static int
compare_all (const char *folder, gboolean update)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint good = 0, bad = 0;

  while (dir && (name = g_dir_read_name (dir)))
    if (g_str_has_suffix (name, ".c"))
      *(compare (folder, name, update) ? &good : &bad) += 1;
  printf ("%u plans as they were, %u not\n", good, bad);
  return bad != 0 || good == 0;
}

int
main (int argc, char **argv)
{
  IhopPlanOptions options = { 0 };
  gboolean as_json = FALSE;

  if (argc == 3 && strcmp (argv[1], "--check") == 0)
    return compare_all (argv[2], FALSE);
  if (argc == 3 && strcmp (argv[1], "--update") == 0)
    return compare_all (argv[2], TRUE);
  for (int i = 1; i < argc - 1; i++)
    {
      read_option (&options, argv[i]);
      as_json |= strcmp (argv[i], "--json") == 0;
    }
  g_autofree char *text = show_file (argv[argc - 1], options, as_json);
  fputs (text, stdout);
  return 0;
}
