/* An #if of which a loop has one end only ("#ifdef A / for (…) { / #else / for (…) { / #endif / … }") cannot be cut out with
 * the loop, nor left where it was. What is generated is for one set of flags, so such an #if is resolved: the lines
 * that the preprocessor takes stay, the others become empty, and all keep their numbers. */
#include "project/project_private.h"
#include "project/reread.h"
#include <string.h>

/* The lines of one #if, as indices into the tree's directives: #if, any #elif and #else, #endif. */
typedef struct
{
  GArray *lines;           /* of guint */
  gboolean is_cut;         /* some loop has a part of it */
} Group;

static void
group_free (gpointer data)
{
  Group *group = data;

  g_array_unref (group->lines);
  g_free (group);
}

static const IhopDirective *
line_of (const IhopTree *tree, const Group *group, guint n)
{
  return &g_array_index (tree->directives, IhopDirective, g_array_index (group->lines, guint, n));
}

/* Those that are complete, of Group *. */
static GPtrArray *
find_groups (const IhopTree *tree)
{
  GPtrArray *groups = g_ptr_array_new_with_free_func (group_free);
  g_autoptr (GPtrArray) open = g_ptr_array_new ();

  for (guint i = 0; i < tree->directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (tree->directives, IhopDirective, i);
      if (directive->kind != IHOP_DIRECTIVE_CONDITIONAL || directive->range.source != tree->source)
        continue;
      int depth = ihop_directive_depth (directive);
      if (depth > 0)
        {
          Group *group = g_new0 (Group, 1);
          group->lines = g_array_new (FALSE, FALSE, sizeof (guint));
          g_ptr_array_add (groups, group);
          g_ptr_array_add (open, group);
        }
      if (open->len == 0)
        continue;
      g_array_append_val (((Group *) open->pdata[open->len - 1])->lines, i);
      if (depth < 0)
        g_ptr_array_set_size (open, (gint) open->len - 1);
    }
  for (guint i = 0; i < open->len; i++)
    g_ptr_array_remove (groups, open->pdata[i]);
  return groups;
}

typedef struct
{
  const IhopTree *tree;
  GPtrArray *groups;
} Search;

static gboolean
look_at_loop (const IhopNode *node, gpointer data)
{
  Search *search = data;

  if (!ihop_kind_is_loop (node->kind) || node->range.source != search->tree->source)
    return TRUE;
  for (guint i = 0; i < search->groups->len; i++)
    {
      Group *group = search->groups->pdata[i];
      guint inside = 0;
      for (guint n = 0; n < group->lines->len; n++)
        inside += ihop_range_contains (node->range, line_of (search->tree, group, n)->range);
      group->is_cut |= inside > 0 && inside < group->lines->len;
    }
  return TRUE;
}

/* ---- Taking out ---- */

static gboolean
is_skipped (const IhopTree *tree, gsize begin, gsize end)
{
  for (guint i = 0; i < tree->source->skipped->len; i++)
    {
      IhopSpan span = g_array_index (tree->source->skipped, IhopSpan, i);
      if (span.begin <= begin && span.end >= end)
        return TRUE;
    }
  return FALSE;
}

static void
empty (const IhopTree *tree, IhopEdits *edits, gsize begin, gsize end)
{
  g_autoptr (GString) lines = g_string_new (NULL);

  for (gsize at = begin; at < end; at++)
    if (tree->source->text[at] == '\n')
      g_string_append_c (lines, '\n');
  ihop_edits_replace (edits, begin, end, lines->str);
}

/* Whoever compiles what is generated with other flags would get the code of these. */
static void
say_for_which_flags (IhopProject *project, const IhopTree *tree, const Group *group)
{
  IhopRange first = line_of (tree, group, 0)->range;
  guint line, column;

  /* Not as a range: its text ends with this tree. */
  ihop_source_locate (first.source, first.begin, &line, &column);
  IhopDiag *diag = ihop_diags_add_at (ihop_project_diags (project), IHOP_WARNING, "IHOP-P008", first.source->path, line, column,
                                      "A loop has one end only of this #if: what is generated holds for the flags given now.");

  ihop_diag_remedy (diag, "generate anew for other flags, or write a whole loop into each part of the #if");
}

static void
resolve (const IhopTree *tree, const Group *group, IhopEdits *edits)
{
  for (guint n = 0; n < group->lines->len; n++)
    {
      IhopRange line = line_of (tree, group, n)->range;
      gsize next = n + 1 < group->lines->len ? line_of (tree, group, n + 1)->range.begin : line.end;
      empty (tree, edits, line.begin, is_skipped (tree, line.end, next) ? next : line.end);
    }
}

/* What is taken out already takes this one with it. */
static gboolean
is_in_another (const IhopTree *tree, const GPtrArray *groups, const Group *group)
{
  IhopRange first = line_of (tree, group, 0)->range;

  for (guint i = 0; i < groups->len; i++)
    {
      const Group *other = groups->pdata[i];
      if (other != group && other->is_cut && line_of (tree, other, 0)->range.begin < first.begin
          && line_of (tree, other, other->lines->len - 1)->range.end > first.end
          && is_skipped (tree, first.begin, first.end))
        return TRUE;
    }
  return FALSE;
}

void
ihop_project_resolve_conditionals (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan)
{
  const IhopTree *tree = file->tree;
  g_autoptr (GPtrArray) groups = find_groups (tree), loops = g_ptr_array_new ();
  g_autoptr (IhopEdits) edits = ihop_edits_new (tree->source);
  Search search = { tree, groups };

  for (guint i = 0; i < tree->functions->len; i++)
    {
      const IhopFunction *function = tree->functions->pdata[i];
      if (function->in_main_file && (plan->function == NULL || strcmp (plan->function, function->symbol->name) == 0))
        ihop_project_chosen_loops (function, plan, loops);
    }
  for (guint i = 0; i < loops->len && groups->len > 0; i++)
    ihop_node_walk (loops->pdata[i], look_at_loop, &search);
  for (guint i = 0; i < groups->len; i++)
    {
      const Group *group = groups->pdata[i];
      if (!group->is_cut || is_in_another (tree, groups, group))
        continue;
      say_for_which_flags (project, tree, group);
      resolve (tree, group, edits);
    }
  if (!ihop_edits_is_empty (edits))
    ihop_project_read_text (project, file, edits);
}
