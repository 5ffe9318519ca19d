/* Compares the loops of C files with what stands in the files themselves (expect.h). With -v the
 * program prints all it found instead. */
#include "expect.h"
#include "analysis/footprint/footprint.h"
#include "frontend/frontend.h"
#include "ir/expression.h"
#include <stdio.h>
#include <string.h>

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
  g_autofree char *text = expect_loop_text (loop);

  printf ("%s\n", text);
  for (guint i = 0; i < loop->reasons->len; i++)
    {
      IhopReason *reason = loop->reasons->pdata[i];
      printf ("    %s line %u: %s\n", reason->id, ihop_range_line (reason->range),
              ihop_message_text (reason->message));
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
    {
      g_autofree char *lower = ihop_expression_text (box->lower[i]), *count = ihop_expression_text (box->count[i]);
      printf ("[%s : %s]", lower, count);
    }
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
            {
              g_autofree char *extent = f->extents[k] ? ihop_expression_text (f->extents[k]) : NULL;
              printf ("[%s]", extent ? extent : "");
            }
          print_box ("reads", f->read);
          print_box ("writes", f->written);
          printf ("%s%s%s%s %s\n", f->is_read ? " R" : "", f->is_written ? " W" : "",
                  f->is_exposed ? " exposed" : "", f->writes_all_of_box ? " all" : "",
                  f->is_plain ? "" : "not plain");
        }
    }
  for (const IhopLoopName *name = loop->name; name; name = NULL)
    {
      const IhopNode *count = ihop_footprint_trip_count (facts, function, name->loop, name->loop);
      g_autofree char *trips = count ? ihop_expression_text (count) : NULL;
      printf ("    * trips %s\n", trips ? trips : "?");
    }
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

  g_log_set_always_fatal (G_LOG_LEVEL_CRITICAL | G_LOG_FATAL_MASK);
  if (argc < 2 || !g_file_get_contents (path, &source, NULL, NULL))
    return 2;
  expect_read_options (source, &options, assume, noalias);

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
      fine &= expect_check_line (loops, line);
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
