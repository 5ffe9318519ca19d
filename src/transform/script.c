/* Many steps: a script is a text file, one step a line, "#" begins a comment. */
#include "transform/script.h"
#include "transform/build/refusal.h"
#include "transform/run.h"
#include <string.h>

/* Without the comment and white space around. A "#" in a word ("f/i#2") or in quotes is none. */
static char *
step_text (const char *line)
{
  gboolean quoted = FALSE;
  gsize end = 0;

  for (; line[end]; end++)
    {
      quoted ^= line[end] == '\'';
      if (line[end] == '#' && !quoted && (end == 0 || g_ascii_isspace (line[end - 1])))
        break;
    }
  return g_strstrip (g_strndup (line, end));
}

static IhopTree *
run_step (const IhopTree *tree, const char *text, const IhopFactsOptions *options,
          IhopDiags *diags)
{
  g_autoptr (GPtrArray) trees = g_ptr_array_new ();

  g_ptr_array_add (trees, (gpointer) tree);
  g_autoptr (IhopFacts) facts = ihop_facts_new (trees, options, diags);
  return ihop_transform_run (facts, tree, text, diags);
}

static void
name_step (IhopDiags *diags, const char *script_name, guint line, const char *text)
{
  ihop_diags_add_at (diags, IHOP_REFUSED, IHOP_T_SCRIPT, script_name, line, 1,
                     "this step was refused, and nothing was changed: %s", text);
}

IhopTree *
ihop_script_run (const IhopTree *tree, const char *script, const char *script_name,
                 const IhopFactsOptions *options, IhopDiags *diags)
{
  g_auto (GStrv) lines = g_strsplit (script, "\n", -1);
  IhopTree *current = ihop_tree_ref ((IhopTree *) tree);

  for (guint i = 0; current && lines[i]; i++)
    {
      g_autofree char *text = step_text (lines[i]);
      if (*text == '\0')
        continue;
      IhopTree *next = run_step (current, text, options, diags);
      if (next == NULL)
        name_step (diags, script_name, i + 1, text);
      ihop_tree_unref (current);
      current = next;
    }
  return current;
}

GPtrArray *
ihop_script_steps (const char *script)
{
  g_auto (GStrv) lines = g_strsplit (script, "\n", -1);
  GPtrArray *steps = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; lines[i]; i++)
    {
      char *text = step_text (lines[i]);
      if (*text)
        g_ptr_array_add (steps, text);
      else
        g_free (text);
    }
  return steps;
}
