/* The owner's word, tested where an emulated program runs: nothing else would ever notice that it does
 * not hold. Conditions and overlaps are tested at a function's entry, a permutation where a kernel is launched, in the
 * part of the device's memory that it reads. */
#include "gpugen/emit/assumption_tests.h"
#include "analysis/program/assertion.h"
#include "gpugen/emit/code_layout.h"
#include "gpugen/emit/printing.h"
#include "gpugen/emit/shape.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/plan.h"

static gboolean
is_entry_value (const IhopSymbol *symbol)
{
  return symbol->kind == IHOP_SYMBOL_PARAMETER || symbol->is_global;
}

static void
append_test (IhopPrint *print, GString *text, const IhopFunction *function, const char *wrong,
             const char *what)
{
  g_autofree char *indent = ihop_layout_indent (&print->layout, "", 1);
  g_autofree char *file = g_path_get_basename (function->range.source->path);
  g_autofree char *quoted_file = g_strescape (file, NULL);
  g_autofree char *quoted = g_strescape (what, NULL);

  ihop_layout_append (&print->layout, text, indent,
                      "if (%s)\n\tihop_emu_fail (\"%s\", %u, \"on the owner's word, %%s: this does not "
                      "hold in %s\", \"%s\");\n",
                      wrong, quoted_file, ihop_range_line (function->range), function->symbol->name,
                      quoted);
}

static void
test_conditions (IhopPrint *print, GString *text, const IhopFunction *function)
{
  const IhopFacts *facts = print->plan->facts;
  const IhopFactsOptions *options = facts ? ihop_facts_options (facts) : NULL;

  for (guint i = 0; options && options->assume && options->assume[i]; i++)
    {
      g_autofree char *condition = ihop_assertion_condition (ihop_facts_trees (facts), function,
                                                             options->assume[i]);
      g_autofree char *wrong = g_strdup_printf ("!(%s)", condition);
      if (condition)
        append_test (print, text, function, wrong, condition);
    }
}

static void
test_overlaps (IhopPrint *print, GString *text, const IhopFunction *function)
{
  for (guint i = 0; i < print->plan->assumption_tests->len; i++)
    {
      const IhopOverlapTest *test = print->plan->assumption_tests->pdata[i];
      if (test->function != function || test->bytes_a == NULL || !is_entry_value (test->a)
          || !is_entry_value (test->b))
        continue;
      g_autofree char *bytes_a = ihop_wide_text (test->bytes_a, IHOP_WIDE_SIZE), *bytes_b = ihop_wide_text (test->bytes_b, IHOP_WIDE_SIZE);
      g_autofree char *wrong
        = g_strdup_printf ("ihop_overlap (%s, %s, %s, %s)", test->a->name, bytes_a, test->b->name, bytes_b);
      append_test (print, text, function, wrong, ihop_message_text (test->reason));
      print->helpers |= IHOP_HELPER_OVERLAP;
    }
}

static gboolean
is_said_distinct (const IhopPrint *print, const IhopFunction *function, const char *name)
{
  const IhopFacts *facts = print->plan->facts;
  const IhopFactsOptions *options = facts ? ihop_facts_options (facts) : NULL;
  g_autofree char *words = g_strconcat ("permutation ", name, NULL);

  for (guint i = 0; options && options->assume && options->assume[i]; i++)
    {
      const char *own = ihop_facts_words_for (options->assume[i], function);
      g_autofree char *said = own ? g_strstrip (g_strdup (own)) : NULL;
      if (g_strcmp0 (said, words) == 0)
        return TRUE;
    }
  return FALSE;
}

char *
ihop_assumption_tests_of_launch (IhopPrint *print, const IhopKernel *kernel, const char *indent)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < kernel->params->len; i++)
    {
      const IhopKernelParam *param = kernel->params->pdata[i];
      const IhopBox *box = param->footprint ? param->footprint->read : NULL;
      if (box == NULL || box->rank != 1 || param->variable == NULL || !ihop_type_is_integer (param->footprint->element)
          || !is_said_distinct (print, kernel->function, param->symbol->name))
        continue;
      const char *name = param->variable->name;
      g_autofree char *first = ihop_wide_text (box->lower[0], IHOP_WIDE_SIZE), *count = ihop_wide_text (box->count[0], IHOP_WIDE_SIZE);
      ihop_layout_append (&print->layout, text, indent,
                          "ihop_emu_distinct (&%s[%s], (long) (%s), sizeof %s[0], \"%s\");\n", name,
                          first, count, name, param->symbol->name);
    }
  return g_string_free (text, FALSE);
}

static gboolean
has_kernel (const IhopPlan *plan, const IhopFunction *function)
{
  for (guint i = 0; i < plan->kernels->len; i++)
    if (((const IhopKernel *) plan->kernels->pdata[i])->function == function)
      return TRUE;
  return FALSE;
}

/* The version's pointers are those of copies, which never overlap: that is its callers' question. */
static gboolean
takes_copies (const IhopPrint *print, const IhopFunction *function)
{
  const IhopDeviceVersion *version = ihop_plan_version (print->plan, function);

  return print->version != NULL || (version && version->is_only);
}

static void
test_function (IhopPrint *print, const IhopFunction *function)
{
  g_autoptr (GString) text = g_string_new ("\n");

  test_conditions (print, text, function);
  if (!takes_copies (print, function))
    test_overlaps (print, text, function);
  if (text->len > 1)
    ihop_edits_insert (print->edits, function->body->range.begin + 1, text->str);
}

void
ihop_assumption_tests_of_function (IhopPrint *print)
{
  const IhopTree *tree = print->plan->tree;

  for (guint i = 0; i < tree->functions->len; i++)
    {
      const IhopFunction *function = tree->functions->pdata[i];
      if (function->range.source == tree->source && has_kernel (print->plan, function)
          && (print->version == NULL || print->version->function == function))
        test_function (print, function);
    }
}
