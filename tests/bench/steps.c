/* "steps FILE SCRIPT [REPEATS]": each step of the script alone on the file as it stands, with its
 * proof: milliseconds of the best of REPEATS, "taken" or the refusal's id, the step. Facts are made
 * anew each time, as they are behind every step of a script. Then the script as a whole. */
#include "frontend/frontend.h"
#include "transform/run.h"
#include "transform/script.h"
#include <stdio.h>
#include <stdlib.h>

static double
one_step (IhopTree *tree, const char *text, char **outcome)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autoptr (GPtrArray) trees = g_ptr_array_new ();
  gint64 began = g_get_monotonic_time ();

  g_ptr_array_add (trees, tree);
  IhopFacts *facts = ihop_facts_new (trees, NULL, diags);
  IhopTree *next = ihop_transform_run (facts, tree, text, diags);
  ihop_facts_free (facts);
  double seconds = (double) (g_get_monotonic_time () - began) * 1e-6;
  g_free (*outcome);
  *outcome = g_strdup (next || !diags->len ? "taken" : ((IhopDiag *) diags->pdata[0])->id);
  ihop_tree_unref (next);
  return seconds;
}

static void
each_step (IhopTree *tree, const char *script, int repeats)
{
  g_autoptr (GPtrArray) steps = ihop_script_steps (script);

  for (guint i = 0; i < steps->len; i++)
    {
      g_autofree char *outcome = NULL;
      double best = one_step (tree, steps->pdata[i], &outcome);
      for (int k = 1; k < repeats; k++)
        best = MIN (best, one_step (tree, steps->pdata[i], &outcome));
      printf ("%9.2f ms  %-9s %s\n", best * 1e3, outcome, (char *) steps->pdata[i]);
    }
}

static int
whole_script (IhopTree *tree, const char *script, const char *name)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  gint64 began = g_get_monotonic_time ();
  IhopTree *last = ihop_script_run (tree, script, name, NULL, diags);

  printf ("%9.2f ms  script %s\n", (double) (g_get_monotonic_time () - began) * 1e-3,
          last ? "taken" : "refused");
  for (guint i = 0; i < diags->len && !last; i++)
    {
      g_autofree char *text = ihop_diag_to_text (diags->pdata[i]);
      printf ("%s\n", text);
    }
  ihop_tree_unref (last);
  return last ? 0 : 1;
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autofree char *script = NULL;
  int repeats = argc > 3 ? atoi (argv[3]) : 3;

  if (argc < 3 || !g_file_get_contents (argv[2], &script, NULL, NULL))
    return 2;
  IhopTree *tree = ihop_frontend_parse (argv[1], NULL, diags);
  if (tree == NULL)
    return 3;
  if (repeats > 0)
    each_step (tree, script, repeats);
  int code = whole_script (tree, script, argv[2]);
  ihop_tree_unref (tree);
  return code;
}
