#include "project/owners_lines.h"
#include <string.h>

typedef struct
{
  const IhopSource *owners;  /* where the printed tree's text stands */
  const IhopSource *source;  /* the text that was read again */
  GArray *lines;             /* of guint, one a line of it; 0: nobody has said so yet */
} Follow;

static gboolean
find_statement (const IhopNode *node, gpointer data)
{
  if (ihop_kind_is_statement (node->kind) && node->kind != IHOP_BLOCK && node->kind != IHOP_PRAGMA)
    g_ptr_array_add (data, (gpointer) node);
  return TRUE;
}

/* Of const IhopNode *, as they follow each other; blocks and pragmas may have come and gone. */
static GPtrArray *
statements_of (const IhopFunction *function)
{
  GPtrArray *statements = g_ptr_array_new ();

  ihop_node_walk (function->body, find_statement, statements);
  return statements;
}

static void
say (Follow *follow, gsize offset, guint line)
{
  IhopRange place = { follow->source, offset, offset };
  guint *own = &g_array_index (follow->lines, guint, ihop_range_text_line (place) - 1);

  if (*own == 0)
    *own = line;
}

/* The line of what it was made from; 0: of nothing that stands in this file. */
static guint
line_before (const Follow *follow, const IhopNode *node)
{
  IhopRange place = node->range.source ? node->range : node->place;

  return place.source && strcmp (place.source->path, follow->owners->path) == 0 ? ihop_range_line (place) : 0;
}

static void
follow_function (Follow *follow, const IhopFunction *again, const IhopFunction *printed)
{
  g_autoptr (GPtrArray) now = statements_of (again), before = statements_of (printed);
  gboolean is_new = printed->range.source == NULL; /* made of another one's statements */
  IhopRange end = { printed->range.source, printed->range.end, printed->range.end };
  guint last = is_new ? before->len ? line_before (follow, before->pdata[0]) : 0 : ihop_range_line (printed->range);

  if (last)
    say (follow, again->range.begin, last);
  for (guint i = 0; i < now->len && i < before->len; i++)
    {
      const IhopNode *node = now->pdata[i], *old = before->pdata[i];
      if (node->kind != old->kind)
        break; /* read in another way than it was written: the lines between tell the rest */
      last = line_before (follow, old) ? line_before (follow, old) : last;
      if (ihop_range_is_known (node->place) && last)
        say (follow, node->place.begin, last);
    }
  if (!is_new)
    say (follow, again->range.end, ihop_range_line (end));
}

static const IhopFunction *
function_called (const IhopTree *tree, const char *name)
{
  for (guint i = 0; i < tree->functions->len; i++)
    {
      const IhopFunction *function = tree->functions->pdata[i];
      if (strcmp (function->symbol->name, name) == 0)
        return function;
    }
  return NULL;
}

/* Behind a known line they count on, but not beyond the next one that is known. */
static void
fill (GArray *lines)
{
  g_autofree guint *next = g_new (guint, lines->len + 1);
  guint before = 0;

  next[lines->len] = G_MAXUINT;
  for (guint i = lines->len; i-- > 0;)
    next[i] = g_array_index (lines, guint, i) ? g_array_index (lines, guint, i) : next[i + 1];
  for (guint i = 0; i < lines->len; i++)
    {
      guint *line = &g_array_index (lines, guint, i);
      if (*line == 0)
        *line = MAX (before, MIN (before + 1, next[i]));
      before = *line;
    }
}

void
ihop_owners_lines_follow (IhopTree *again, const IhopTree *printed)
{
  Follow follow = { printed->source, again->source, g_array_new (FALSE, TRUE, sizeof (guint)) };

  g_array_set_size (follow.lines, again->source->lines->len);
  for (guint i = 0; i < again->functions->len; i++)
    {
      const IhopFunction *function = again->functions->pdata[i];
      const IhopFunction *before = function_called (printed, function->symbol->name);
      gboolean is_of_file = before && (before->range.source == NULL || before->range.source == follow.owners);
      if (is_of_file && function->range.source == follow.source)
        follow_function (&follow, function, before);
    }
  fill (follow.lines);
  ihop_source_set_owners (again->source, follow.lines);
}
