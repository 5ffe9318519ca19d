/* Compares the loops of C files with what stands in the files themselves:
 *
 *   // expect f/i: parallel private t(last) reduction + s assume "n >= 1"
 *   // expect f/i/j: sequential flow A <
 *   // expect g/i: unknown IHOP-D012
 *
 * After the verdict, in any order: private NAME or NAME(last); reduction OP NAME;
 * assume "CONDITION" or "A and B do not overlap"; KIND VARIABLE for a dependence with a witness;
 * an id for a reason. What is not mentioned for a parallel loop must not be there, except
 * assumptions unless "strict" is written. Options for a file: // options --alias trust|refuse,
 * // options --assume 'n > 0'. With -v the program prints all it found instead. */
#include "analysis/footprint.h"
#include "frontend/frontend.h"
#include <stdio.h>
#include <string.h>

static char *
loop_text (const IhopLoop *loop)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s: %s", loop->name->address, ihop_verdict_name (loop->verdict));
  for (guint i = 0; i < loop->privates->len; i++)
    {
      IhopPrivate *private = loop->privates->pdata[i];
      g_string_append_printf (text, " private %s%s", private->symbol->name,
                              private->needs_last ? "(last)" : "");
    }
  for (guint i = 0; i < loop->reductions->len; i++)
    {
      IhopReduction *reduction = loop->reductions->pdata[i];
      g_string_append_printf (text, " reduction %s%s%s %s", reduction->is_element ? "[]" : "",
                              reduction->is_element && !reduction->is_invariant ? "~" : "",
                              ihop_reduce_text (reduction->operator), reduction->symbol->name);
    }
  for (guint i = 0; i < loop->assumptions->len; i++)
    {
      IhopAssumption *assumption = loop->assumptions->pdata[i];
      g_string_append_printf (text, " assume \"%s\"", assumption->kind == IHOP_ASSUME_CONDITION
                                                        ? assumption->condition : assumption->text);
    }
  for (guint i = 0; i < loop->reasons->len; i++)
    g_string_append_printf (text, " %s", ((IhopReason *) loop->reasons->pdata[i])->id);
  for (guint i = 0; i < loop->dependences->len; i++)
    {
      IhopDependence *dependence = loop->dependences->pdata[i];
      g_string_append_printf (text, " %s%s %s", dependence->is_exact ? "" : "may-",
                              ihop_dependence_kind_name (dependence->kind), dependence->variable);
    }
  return g_string_free (text, FALSE);
}

static void
print_list (const char *title, GPtrArray *list)
{
  printf ("%s(", title);
  for (guint i = 0; i < list->len; i++)
    printf ("%s%s", i ? ", " : "", (char *) list->pdata[i]);
  printf (")");
}

static void
print_loop (const IhopLoop *loop)
{
  g_autofree char *text = loop_text (loop);

  printf ("%s\n", text);
  for (guint i = 0; i < loop->reasons->len; i++)
    {
      IhopReason *reason = loop->reasons->pdata[i];
      printf ("    %s line %u: %s\n", reason->id, ihop_range_line (reason->range),
              reason->message);
    }
  for (guint i = 0; i < loop->dependences->len; i++)
    {
      IhopDependence *d = loop->dependences->pdata[i];
      printf ("    %s %s", ihop_dependence_kind_name (d->kind), d->variable);
      for (guint k = 0; k < d->element->len; k++)
        printf ("[%" G_GINT64_FORMAT "]", g_array_index (d->element, gint64, k));
      print_list (" from ", d->source_names);
      for (guint k = 0; k < d->source_iteration->len; k++)
        printf (" %" G_GINT64_FORMAT, g_array_index (d->source_iteration, gint64, k));
      print_list (" to ", d->sink_names);
      for (guint k = 0; k < d->sink_iteration->len; k++)
        printf (" %" G_GINT64_FORMAT, g_array_index (d->sink_iteration, gint64, k));
      print_list (" distance ", d->distance);
      print_list (" direction ", d->direction);
      print_list (" with ", d->parameters);
      printf ("\n");
    }
}

static void
print_box (const char *title, const IhopBox *box)
{
  if (box == NULL)
    return;
  printf (" %s", title);
  for (guint i = 0; i < box->rank; i++)
    printf ("[%s : %s]", box->lower[i], box->count[i]);
}

/* Of outermost loops. */
static void
print_footprints (IhopFacts *facts, const IhopLoop *loop)
{
  const IhopFunction *function = loop->name->function;

  if (loop->name->parent == NULL)
    {
      g_autoptr (GPtrArray) footprints = ihop_footprint_of (facts, function, loop->name->loop);
      for (guint i = 0; i < footprints->len; i++)
        {
          const IhopFootprint *f = footprints->pdata[i];
          printf ("    * %s%s", f->symbol->name, f->is_scalar ? " scalar" : "");
          for (guint k = 0; k < f->rank; k++)
            printf ("[%s]", f->extents[k] ? f->extents[k] : "");
          print_box ("reads", f->read);
          print_box ("writes", f->written);
          printf ("%s%s%s%s %s\n", f->is_read ? " R" : "", f->is_written ? " W" : "",
                  f->is_exposed ? " exposed" : "", f->writes_all_of_box ? " all" : "",
                  f->is_plain ? "" : f->why_not_plain);
        }
    }
  for (const IhopLoopName *name = loop->name; name; name = NULL)
    {
      g_autofree char *trips
        = ihop_footprint_trip_count (facts, function, name->loop, name->loop);
      printf ("    * trips %s\n", trips ? trips : "?");
    }
}

/* One word more than the verdict. FALSE: it is not there. */
static gboolean
holds (const char *text, const char *phrase)
{
  const char *at = strstr (text, phrase);
  gsize length = strlen (phrase);

  return at && at[-1] == ' ' && (at[length] == '\0' || at[length] == ' ');
}

static gboolean
check_phrases (const char *rest, const char *text, const char *verdict)
{
  g_auto (GStrv) words = NULL;
  gboolean fine = TRUE;
  guint listed = 0, found = 0;

  if (!g_shell_parse_argv (rest, NULL, &words, NULL) || words[0] == NULL)
    return rest[strspn (rest, " ")] == '\0';
  for (guint i = 0; words[i]; i++)
    {
      g_autofree char *phrase = NULL;
      if (g_str_has_prefix (words[i], "IHOP-") || strcmp (words[i], "strict") == 0)
        phrase = g_strdup (words[i]);
      else if (strcmp (words[i], "assume") == 0 && words[i + 1])
        phrase = g_strdup_printf ("assume \"%s\"", words[++i]);
      else if (strcmp (words[i], "reduction") == 0 && words[i + 1] && words[i + 2])
        {
          phrase = g_strdup_printf ("reduction %s %s", words[i + 1], words[i + 2]);
          i += 2;
          listed++;
        }
      else if (words[i + 1])
        {
          phrase = g_strdup_printf ("%s %s", words[i], words[i + 1]);
          listed += strcmp (words[i], "private") == 0;
          i++;
        }
      if (phrase && strcmp (phrase, "strict") == 0)
        fine &= strstr (text, "assume") == NULL;
      else
        fine &= phrase && holds (text, phrase);
    }
  for (const char *at = text; (at = strstr (at, " private ")) || (at = NULL); at++)
    found++;
  for (const char *at = text; (at = strstr (at, " reduction ")) || (at = NULL); at++)
    found++;
  return fine && (strcmp (verdict, "parallel") != 0 || listed == found);
}

static gboolean
check_line (const GPtrArray *loops, const char *line)
{
  g_auto (GStrv) parts = g_strsplit (line, ": ", 2);
  g_autofree char *text = NULL, *verdict = NULL;

  for (guint i = 0; i < loops->len && text == NULL; i++)
    if (strcmp (((IhopLoop *) loops->pdata[i])->name->address, g_strstrip (parts[0])) == 0)
      text = loop_text (loops->pdata[i]);
  if (text == NULL || parts[1] == NULL)
    {
      printf ("# no such loop: %s\n", line);
      return FALSE;
    }
  verdict = g_strndup (parts[1], strcspn (parts[1], " "));

  g_autofree char *start = g_strdup_printf ("%s: %s", parts[0], verdict);
  gboolean fine = g_str_has_prefix (text, start)
                  && check_phrases (parts[1] + strlen (verdict), text + strlen (parts[0]),
                                    verdict);

  if (!fine)
    printf ("# expected %s\n#    found %s\n", line, text);
  return fine;
}

static void
read_options (const char *source, IhopFactsOptions *options, char **assume, char **noalias)
{
  for (const char *at = source; (at = strstr (at, "// options ")); at++)
    {
      g_autofree char *line = g_strndup (at + 11, strcspn (at + 11, "\n"));
      g_auto (GStrv) words = NULL;
      if (!g_shell_parse_argv (line, NULL, &words, NULL) || !words[1])
        continue;
      if (strcmp (words[0], "--alias") == 0)
        options->alias = strcmp (words[1], "trust") == 0 ? IHOP_ALIAS_TRUST : IHOP_ALIAS_REFUSE;
      else if (strcmp (words[0], "--assume") == 0)
        assume[0] = g_strdup (words[1]);
      else
        noalias[0] = g_strdup (words[1]);
    }
  options->assume = assume[0] ? (const char *const *) assume : NULL;
  options->noalias = noalias[0] ? (const char *const *) noalias : NULL;
}

static void
print_diags (const IhopDiags *diags)
{
  for (guint i = 0; i < diags->len; i++)
    {
      g_autofree char *text = ihop_diag_to_text (diags->pdata[i]);
      printf ("# %s\n", text);
    }
}

int
main (int argc, char **argv)
{
  gboolean verbose = argc > 2 && strcmp (argv[1], "-v") == 0, fine = TRUE;
  const char *path = argv[argc < 2 ? 0 : verbose ? 2 : 1];
  g_autofree char *source = NULL;
  IhopFrontendOptions frontend = { (const char *const *) (argv + (verbose ? 3 : 2)), NULL };
  IhopDiags *diags = ihop_diags_new ();
  IhopFactsOptions options = { .seconds = 20 };
  char *assume[2] = { NULL }, *noalias[2] = { NULL };
  guint n = 0;

  if (argc < 2 || !g_file_get_contents (path, &source, NULL, NULL))
    return 2;
  read_options (source, &options, assume, noalias);

  g_autoptr (IhopTree) tree = ihop_frontend_parse (path, &frontend, diags);

  if (tree == NULL || verbose)
    print_diags (diags);
  if (tree == NULL)
    return 1;

  GPtrArray *trees = g_ptr_array_new ();
  g_ptr_array_add (trees, tree);

  gint64 start = g_get_monotonic_time ();
  IhopFacts *facts = ihop_facts_new (trees, &options, diags);
  const GPtrArray *loops = ihop_loops_of (facts, tree);

  for (guint i = 0; verbose && i < loops->len; i++)
    {
      print_loop (loops->pdata[i]);
      if (g_getenv ("FOOTPRINTS"))
        print_footprints (facts, loops->pdata[i]);
    }
  if (verbose)
    printf ("# %.1f ms\n", (double) (g_get_monotonic_time () - start) / 1000);
  for (const char *at = source; !verbose && (at = strstr (at, "// expect ")); at++)
    {
      g_autofree char *line = g_strndup (at + 10, strcspn (at + 10, "\n"));
      fine &= check_line (loops, line);
      n++;
    }
  ihop_facts_free (facts);
  g_ptr_array_unref (trees);
  g_ptr_array_unref (diags);
  g_free (assume[0]);
  g_free (noalias[0]);
  printf ("%s %s: %u expectations\n", fine ? "ok" : "not ok", path, n);
  return fine && (verbose || n) ? 0 : 1;
}
