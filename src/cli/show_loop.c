#include "cli/show_loop.h"
#include "project/report.h"
#include <string.h>

static void
show_verdict (const IhopLoop *loop)
{
  static const char *const symbols[] = { "✓", "✗", "?" };
  static const IhopColor colors[] = { IHOP_COLOR_GOOD, IHOP_COLOR_BAD, IHOP_COLOR_DOUBT };

  ihop_cli_print_color (colors[loop->verdict], "%s %-10s", symbols[loop->verdict],
                        ihop_verdict_name (loop->verdict));
}

/* "private t; sum reduction into s; if A and B do not overlap" */
static char *
conditions_of (const IhopLoop *loop)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < loop->privates->len; i++)
    g_string_append_printf (text, "%s%s", i ? ", " : "private ",
                            ((const IhopPrivate *) loop->privates->pdata[i])->symbol->name);
  for (guint i = 0; i < loop->reductions->len; i++)
    {
      const IhopReduction *reduction = loop->reductions->pdata[i];
      g_string_append_printf (text, "%sreduction %s into %s", text->len ? "; " : "",
                              ihop_reduce_text (reduction->operator), reduction->symbol->name);
    }
  for (guint i = 0; i < loop->inductions->len; i++)
    g_string_append_printf (text, "%s%s counts along", text->len ? "; " : "",
                            ((const IhopInduction *) loop->inductions->pdata[i])->symbol->name);
  for (guint i = 0; i < loop->assumptions->len; i++)
    g_string_append_printf (text, "%sif %s", text->len ? "; " : "",
                            ihop_message_text (((const IhopAssumption *) loop->assumptions->pdata[i])->message));
  return g_string_free (text, FALSE);
}

static guint
line_of (const IhopNode *node)
{
  return node ? ihop_range_line (node->place) : 0;
}

/* "flow: iteration i = 1 writes A[2] (line 13), iteration i = 2 reads it (line 13)". Caller frees. */
static char *
dependence_words (const IhopDependence *dependence)
{
  static const char *const verbs[][2] = { { "writes", "reads" }, { "reads", "writes" },
                                          { "writes", "writes" } };
  g_autofree char *element = ihop_dependence_element (dependence);
  g_autofree char *from = ihop_report_iteration (dependence->source_names,
                                                 dependence->source_iteration);
  g_autofree char *to = ihop_report_iteration (dependence->sink_names, dependence->sink_iteration);
  const char *const *verb = verbs[dependence->kind];
  GString *text = g_string_new (NULL);

  if (dependence->is_exact)
    g_string_append_printf (text, "%s: iteration %s %s %s (line %u), iteration %s %s it (line %u)",
                            ihop_dependence_kind_name (dependence->kind), from, verb[0], element,
                            line_of (dependence->source), to, verb[1], line_of (dependence->sink));
  else
    g_string_append_printf (text, "%s on %s cannot be excluded (line %u to line %u)",
                            ihop_dependence_kind_name (dependence->kind), element,
                            line_of (dependence->source), line_of (dependence->sink));
  for (guint i = 0; dependence->parameters && i < dependence->parameters->len; i++)
    g_string_append_printf (text, "%s%s", i ? ", " : ", with ", (char *) dependence->parameters->pdata[i]);
  return g_string_free (text, FALSE);
}

static void
add_list (GString *text, const char *label, const GPtrArray *words)
{
  if (words == NULL || words->len == 0)
    return;
  g_string_append_printf (text, "        %s (", label);
  for (guint i = 0; i < words->len; i++)
    g_string_append_printf (text, "%s%s", i ? ", " : "", (char *) words->pdata[i]);
  g_string_append (text, ")\n");
}

/* What is said of each dependence, in full with distance and direction. References that stand on one line are told by the same
 * words, which are said once. Of char *; caller unrefs. */
static GPtrArray *
say_dependences (const IhopLoop *loop, gboolean in_full)
{
  GPtrArray *said = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < loop->dependences->len; i++)
    {
      const IhopDependence *dependence = loop->dependences->pdata[i];
      g_autofree char *words = dependence_words (dependence);
      g_autoptr (GString) text = g_string_new (NULL);
      g_string_append_printf (text, "      %s\n", words);
      if (in_full)
        {
          add_list (text, "distance", dependence->distance);
          add_list (text, "direction", dependence->direction);
        }
      if (!g_ptr_array_find_with_equal_func (said, text->str, g_str_equal, NULL))
        g_ptr_array_add (said, g_strdup (text->str));
    }
  return said;
}

static void
show_reasons (const IhopLoop *loop)
{
  for (guint i = 0; i < loop->reasons->len; i++)
    {
      const IhopReason *reason = loop->reasons->pdata[i];
      guint line = ihop_range_line (reason->range);
      ihop_cli_print ("      %s", ihop_message_text (reason->message));
      if (line)
        ihop_cli_print (" (line %u)", line);
      ihop_cli_print (" [%s]\n", reason->id);
      for (guint j = 0; j < reason->remedies->len; j++)
        ihop_cli_print ("        remedy: %s\n", ihop_message_text (reason->remedies->pdata[j]));
    }
}

void
ihop_show_loop (const IhopCli *cli, const IhopLoop *loop)
{
  const IhopLoopName *name = loop->name;
  g_autofree char *conditions = conditions_of (loop);
  g_autoptr (GPtrArray) said = say_dependences (loop, FALSE);
  guint n = said->len, shown = cli->verbose ? n : MIN (n, 1);

  ihop_cli_print ("  ");
  show_verdict (loop);
  ihop_cli_print (" %5u  %*s%s%s%s\n", line_of (name->loop), 2 * (int) (name->depth - 1), "",
                  name->address, *conditions ? "  — " : "", conditions);
  if (loop->verdict == IHOP_PARALLEL || cli->quiet)
    return;
  for (guint i = 0; i < shown; i++)
    ihop_cli_print ("%s", (const char *) said->pdata[i]);
  if (shown < n)
    ihop_cli_print ("      and %u more: ihop explain\n", n - shown);
  show_reasons (loop);
}

static void
show_counting (const IhopLoop *loop)
{
  const IhopCounting *counting = &loop->counting;

  if (counting->iterator)
    ihop_cli_print ("    counts with %s in steps of %" G_GINT64_FORMAT "\n",
                    counting->iterator->name, counting->step);
  else if (counting->why)
    ihop_cli_print ("    is no loop that counts: %s\n", ihop_message_text (counting->why));
}

static void
show_private (const IhopPrivate *private)
{
  ihop_cli_print ("    %s is private to each iteration", private->symbol->name);
  if (private->needs_last)
    ihop_cli_print ("; the last iteration's value is used after the loop");
  ihop_cli_print ("\n");
}

static void
show_reduction (const IhopReduction *reduction)
{
  ihop_cli_print ("    %s is reduced by %s (line %u)\n", reduction->symbol->name,
                  ihop_reduce_text (reduction->operator), reduction->line);
}

static void
show_induction (const IhopInduction *induction)
{
  ihop_cli_print ("    %s counts along: every iteration adds %s%s\n", induction->symbol->name,
                  induction->by ? induction->by : "the same",
                  induction->needs_last ? "; its last value is used after the loop" : "");
}

static void
show_assumption (const IhopAssumption *assumption)
{
  ihop_cli_print ("    holds if %s (%s)\n", ihop_message_text (assumption->message),
                  assumption->by_owner ? "on your word" : "tested when the program runs");
}

static void
show_source (const IhopLoop *loop)
{
  IhopRange place = loop->name->loop->place;

  if (place.source == NULL)
    return;
  const char *line = place.source->text
                     + ihop_source_line_start (place.source, ihop_range_text_line (place));
  ihop_cli_print ("    %.*s\n", (int) MIN (strcspn (line, "\r\n"), 160), line);
}

void
ihop_show_loop_in_full (const IhopLoop *loop)
{
  g_autoptr (GPtrArray) said = say_dependences (loop, TRUE);

  ihop_cli_print_color (IHOP_COLOR_STRONG, "%s", loop->name->address);
  ihop_cli_print (", %s:%u: ", ihop_report_loop_path (loop), line_of (loop->name->loop));
  show_verdict (loop);
  ihop_cli_print ("\n");
  show_source (loop);
  show_counting (loop);
  for (guint i = 0; i < loop->privates->len; i++)
    show_private (loop->privates->pdata[i]);
  for (guint i = 0; i < loop->reductions->len; i++)
    show_reduction (loop->reductions->pdata[i]);
  for (guint i = 0; i < loop->inductions->len; i++)
    show_induction (loop->inductions->pdata[i]);
  for (guint i = 0; i < loop->assumptions->len; i++)
    show_assumption (loop->assumptions->pdata[i]);
  for (guint i = 0; i < said->len; i++)
    ihop_cli_print ("%s", (const char *) said->pdata[i]);
  show_reasons (loop);
}

static void
show_words (const char *before, const GPtrArray *words, const char *between)
{
  for (guint i = 0; i < words->len; i++)
    ihop_cli_print ("%s%s", i ? between : before, (const char *) words->pdata[i]);
}

/* "makes f/i#2 parallel (2 of 3 statements); predicted 1.2 ms instead of 5 ms" */
static void
show_remedy (const IhopRemedy *remedy)
{
  g_autofree char *before = ihop_advice_seconds (remedy->before);
  g_autofree char *after = ihop_advice_seconds (remedy->after);

  ihop_cli_print_color (IHOP_COLOR_GOOD, "    remedy");
  show_words (": ", remedy->steps, "; ");
  ihop_cli_print ("\n      ");
  if (remedy->parallel->len)
    {
      show_words ("parallel then: ", remedy->parallel, ", ");
      ihop_cli_print ("; ");
    }
  if (remedy->statements > remedy->statements_before)
    ihop_cli_print ("%u of %u statements instead of %u; ", remedy->statements,
                    remedy->n_statements, remedy->statements_before);
  ihop_cli_print ("predicted %s instead of %s\n", after, before);
}

void
ihop_show_remedies (const GPtrArray *remedies)
{
  for (guint i = 0; i < remedies->len; i++)
    show_remedy (remedies->pdata[i]);
}
