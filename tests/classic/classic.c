/* "classic FILE [OUT]": the loops of FILE are what it says of them, before and after steps.
 *
 *   // expect f/i: sequential flow x       as in ../analysis/expect.h
 *   // step scalar-expand f/i x            one step, or several lines: a script
 *   // step distribute f/i all
 *   // then f/i: parallel                  what holds afterwards
 *   // refused interchange f/i/j           a step that must be refused
 *
 * Steps start from the file as it stands; a "step" after a "then" begins a new script. Each
 * function that steps have changed is written to OUT as f__1, f__2 …: run.py runs it against f. */
#include "../analysis/expect.h"
#include "frontend/frontend.h"
#include "ir/print.h"
#include "transform/run.h"
#include <stdio.h>
#include <string.h>

typedef struct
{
  IhopTree *tree, *changed; /* changed: by the script so far, or NULL */
  IhopFactsOptions options;
  GString *out;
  char *script;             /* its last step, for messages */
  guint n_scripts, n_checked;
  gboolean in_script, fine;
} Run;

static void
complain (Run *run, const char *line, const IhopDiags *diags)
{
  run->fine = FALSE;
  printf ("# %s\n", line);
  for (guint i = 0; diags && i < diags->len; i++)
    {
      g_autofree char *text = ihop_diag_to_text (diags->pdata[i]);
      printf ("#    %s\n", text);
    }
}

static IhopFacts *
facts_of (Run *run, IhopTree *tree, IhopDiags *diags)
{
  g_autoptr (GPtrArray) trees = g_ptr_array_new ();

  g_ptr_array_add (trees, tree);
  return ihop_facts_new (trees, &run->options, diags);
}

static void
check (Run *run, IhopTree *tree, const char *line)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autoptr (IhopFacts) facts = facts_of (run, tree, diags);

  run->fine &= expect_check_line (ihop_loops_of (facts, tree), line);
  run->n_checked++;
}

/* f as it is now, under a name of its own. */
static void
write_changed (Run *run)
{
  for (guint i = 0; run->changed && i < run->changed->functions->len; i++)
    {
      const IhopFunction *now = run->changed->functions->pdata[i], *old;
      old = run->tree->functions->pdata[i];
      if (now->body == old->body)
        continue;
      g_autofree char *head = ihop_print_function_head (now);
      g_autofree char *body = ihop_print_node (now->body, NULL);
      char *name = strstr (head, now->symbol->name), *rest = name + strlen (now->symbol->name);
      g_string_append_printf (run->out, "%.*s%s__%u%s\n%s\n", (int) (name - head), head,
                              now->symbol->name, run->n_scripts, rest, body);
    }
}

static void
end_script (Run *run)
{
  write_changed (run);
  if (run->changed)
    ihop_tree_unref (run->changed);
  run->changed = NULL;
  run->in_script = FALSE;
}

static void
take_step (Run *run, const char *step, gboolean refused)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();

  if (!run->in_script)
    {
      end_script (run);
      run->changed = ihop_tree_ref (run->tree);
      run->n_scripts++;
    }
  run->in_script = !refused;
  if (run->changed == NULL)
    return;

  g_autoptr (IhopFacts) facts = facts_of (run, run->changed, diags);
  IhopTree *next = ihop_transform_run (facts, run->changed, step, diags);

  run->n_checked++;
  if ((next == NULL) != refused)
    complain (run, step, diags);
  if (next || !refused)
    {
      ihop_tree_unref (run->changed);
      run->changed = next;
    }
}

static void
take_line (Run *run, const char *line)
{
  if (g_str_has_prefix (line, "// step "))
    take_step (run, line + 8, FALSE);
  else if (g_str_has_prefix (line, "// refused "))
    take_step (run, line + 11, TRUE);
  else if (g_str_has_prefix (line, "// then "))
    {
      run->in_script = FALSE;
      if (run->changed)
        check (run, run->changed, line + 8);
    }
  else
    end_script (run);
}

/* All expectations of the file as it stands, from one analysis. */
static void
check_expected (Run *run, char **lines)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autoptr (IhopFacts) facts = facts_of (run, run->tree, diags);
  const GPtrArray *loops = ihop_loops_of (facts, run->tree);

  for (guint i = 0; lines[i]; i++)
    if (g_str_has_prefix (lines[i], "// expect "))
      {
        run->fine &= expect_check_line (loops, lines[i] + 10);
        run->n_checked++;
      }
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autofree char *source = NULL;
  char *assume[2] = { NULL }, *noalias[2] = { NULL };
  Run run = { .options = { .seconds = 20 }, .fine = TRUE, .out = g_string_new (NULL) };
  IhopFrontendOptions frontend = { 0 };

  if (argc < 2 || !g_file_get_contents (argv[1], &source, NULL, NULL))
    return 2;
  expect_read_options (source, &run.options, assume, noalias);
  run.tree = ihop_frontend_parse (argv[1], &frontend, diags);
  if (run.tree == NULL)
    {
      complain (&run, argv[1], diags);
      return 1;
    }

  g_auto (GStrv) lines = g_strsplit (source, "\n", -1);

  check_expected (&run, lines);
  for (guint i = 0; lines[i]; i++)
    take_line (&run, lines[i]);
  end_script (&run);
  if (argc > 2 && !g_file_set_contents (argv[2], run.out->str, -1, NULL))
    return 2;
  printf ("%s %s: %u checks\n", run.fine ? "ok" : "not ok", argv[1], run.n_checked);
  g_string_free (run.out, TRUE);
  ihop_tree_unref (run.tree);
  g_free (assume[0]);
  g_free (noalias[0]);
  return run.fine && run.n_checked ? 0 : 1;
}
