/* "drive FILE [-k] [-f] [-t] [-l] STEP… [-n STEP…]… [-- FLAGS…]": applies the steps, prints the program;
 * refusals go to standard error, and the exit code is 1. "-k" goes on behind a refused step, "-f"
 * takes what the judge of order would refuse, "-t" trusts that pointers do not overlap, "-a WORD" takes
 * the owner's word for something, "-l" lists the loops at the end, "-s SCRIPT" runs a script. Behind "-n" come the steps of a further run of the same file:
 * then each run's output ends with a line of a form feed and its exit code. */
#include "frontend/frontend.h"
#include "ir/print.h"
#include "transform/run.h"
#include "transform/script.h"
#include <stdio.h>
#include <string.h>

static void
show (const IhopDiags *diags)
{
  for (guint i = 0; i < diags->len; i++)
    {
      g_autofree char *text = ihop_diag_to_text (diags->pdata[i]);
      fprintf (stderr, "%s\n", text);
    }
}

static IhopTree *
run_step (const IhopTree *tree, const char *step, const IhopFactsOptions *options, gboolean force,
          IhopDiags *diags)
{
  g_autoptr (GPtrArray) trees = g_ptr_array_new ();

  g_ptr_array_add (trees, (gpointer) tree);
  g_autoptr (IhopFacts) facts = ihop_facts_new (trees, options, diags);
  return force ? ihop_transform_force (facts, tree, step, diags)
               : ihop_transform_run (facts, tree, step, diags);
}

/* Replaces the tree; FALSE when a step was refused. */
static gboolean
run_script (IhopTree **tree, const char *path, const IhopFactsOptions *options)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autofree char *script = NULL;

  if (!g_file_get_contents (path, &script, NULL, NULL))
    return FALSE;
  IhopTree *next = ihop_script_run (*tree, script, path, options, diags);
  show (diags);
  if (next)
    {
      ihop_tree_unref (*tree);
      *tree = next;
    }
  return next != NULL;
}

static int
run_steps (IhopTree **tree, int n, char **argv)
{
  gboolean keep_going = FALSE, loops = FALSE, force = FALSE;
  g_autoptr (GPtrArray) words = g_ptr_array_new_null_terminated (0, NULL, TRUE);
  IhopFactsOptions options = { 0 };
  int code = 0;

  for (int i = 0; i < n; i++)
    {
      g_autoptr (GPtrArray) diags = ihop_diags_new ();
      if (strcmp (argv[i], "-k") == 0)
        keep_going = TRUE;
      else if (strcmp (argv[i], "-f") == 0)
        force = TRUE;
      else if (strcmp (argv[i], "-s") == 0)
        {
          if (!run_script (tree, argv[++i], &options))
            return 1;
        }
      else if (strcmp (argv[i], "-a") == 0)
        {
          g_ptr_array_add (words, argv[++i]);
          options.assume = (const char *const *) words->pdata;
        }
      else if (strcmp (argv[i], "-t") == 0)
        options.alias = IHOP_ALIAS_TRUST;
      else if (strcmp (argv[i], "-l") == 0)
        loops = TRUE;
      else
        {
          IhopTree *next = run_step (*tree, argv[i], &options, force, diags);
          show (diags);
          if (keep_going)
            fprintf (stderr, "%s %s\n", next ? "+" : "-", argv[i]);
          code |= next == NULL;
          if (next == NULL && !keep_going)
            return 1;
          if (next)
            {
              ihop_tree_unref (*tree);
              *tree = next;
            }
        }
    }
  if (loops)
    {
      g_autoptr (GPtrArray) names = ihop_address_list (*tree);
      for (guint i = 0; i < names->len; i++)
        fprintf (stderr, "%s\n", ((IhopLoopName *) names->pdata[i])->address);
    }
  return code;
}

/* One run, of the n words from argv on; what the file itself is stays as it was. */
static int
run (const IhopTree *file, int n, char **argv, gboolean is_one_of_many)
{
  g_autoptr (IhopTree) tree = ihop_tree_ref ((IhopTree *) file);
  int code = run_steps (&tree, n, argv);
  g_autofree char *text = ihop_print_tree (tree);

  fputs (text, stdout);
  if (is_one_of_many)
    {
      printf ("\f%d\n", code);
      fprintf (stderr, "\f%d\n", code);
    }
  return code;
}

static int
find_word (int from, int argc, char **argv, const char *word)
{
  while (from < argc && strcmp (argv[from], word) != 0)
    from++;
  return from;
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  int end = find_word (1, argc, argv, "--"), code = 0;
  IhopFrontendOptions options = { .flags = end < argc ? (const char *const *) argv + end + 1 : NULL };
  g_autoptr (IhopTree) tree = argc > 1 ? ihop_frontend_parse (argv[1], &options, diags) : NULL;
  gboolean many = find_word (2, end, argv, "-n") < end;

  if (tree == NULL)
    {
      show (diags);
      return 3;
    }
  for (int i = 2; i <= end; i++)
    {
      int next = find_word (i, end, argv, "-n");
      code |= run (tree, next - i, argv + i, many);
      i = next;
    }
  return code;
}
