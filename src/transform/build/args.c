/* The words of a step, read; what is no such thing is refused with what there is instead. */
#include "transform/build/args.h"
#include "transform/build/loop_pragma.h"
#include "transform/build/refusal.h"
#include <string.h>

enum { MOST_NEIGHBOURS = 8 };

gboolean
ihop_args_count (IhopTransformStep *step, guint n, guint least, guint most)
{
  if (n >= least && n <= most)
    return TRUE;
  ihop_diag_code (ihop_refuse (step, IHOP_T_ARGUMENTS, NULL, "%s takes other arguments",
                                 step->transform->name),
                    "%s %s", step->transform->name, step->transform->usage);
  return FALSE;
}

/* "f/i" has loops "f/i/j" and the like: the nearest thing to offer. */
static void
offer (IhopTransformStep *step, IhopDiag *diag, const char *word)
{
  g_autofree char *function = g_strndup (word, strcspn (word, "/"));
  guint offered = 0;

  for (guint i = 0; i < step->names->len && offered < 8; i++)
    {
      const IhopLoopName *name = step->names->pdata[i];
      if (g_str_equal (name->function->symbol->name, function))
        {
          ihop_diag_remedy (diag, "%s (line %u)", name->address,
                            ihop_range_line (name->loop->place));
          offered++;
        }
    }
}

const IhopLoopName *
ihop_args_loop (IhopTransformStep *step, const char *word)
{
  const IhopLoopName *name = ihop_address_find (step->names, word);

  if (name == NULL)
    offer (step, ihop_refuse (step, IHOP_T_NO_LOOP, NULL, "there is no loop %s", word), word);
  return name;
}

gboolean
ihop_args_number (IhopTransformStep *step, const char *word, const char *what, gint64 least,
                  gint64 most, gint64 *number)
{
  char *end;

  *number = g_ascii_strtoll (word, &end, 10);
  if (end != word && *end == '\0' && *number >= least && *number <= most)
    return TRUE;
  ihop_refuse (step, IHOP_T_ARGUMENTS, NULL,
               "%s is %s, expected a number from %ld to %ld",
               ihop_argument_phrase (what), word, (long) least, (long) most);
  return FALSE;
}

gboolean
ihop_args_threads (IhopTransformStep *step, const char *word, gint64 most, gint64 *threads, gint64 *beside)
{
  g_auto (GStrv) parts = g_strsplit (word, "x", 2);

  *beside = 1;
  return ihop_args_number (step, parts[0] && *parts[0] ? parts[0] : word, N_ ("the number of threads"), 1, most, threads)
         && (parts[0] == NULL || parts[1] == NULL
             || ihop_args_number (step, parts[1], N_ ("the number of neighbours"), 1, MOST_NEIGHBOURS, beside));
}

static gboolean
lies_in_line (const IhopNode *node, guint line)
{
  IhopRange range = node->range.source ? node->range : node->place;
  IhopRange end = { range.source, range.end ? range.end - 1 : 0, range.end };

  return range.source && ihop_range_text_line (range) <= line && line <= ihop_range_text_line (end);
}

/* "@2": by its number. */
static gboolean
numbered (IhopTransformStep *step, const IhopNode *block, const char *word, guint *child)
{
  guint statements = 0;
  gint64 number;

  if (!ihop_args_number (step, word + 1, N_ ("the statement's number"), 1, G_MAXINT32, &number))
    return FALSE;
  for (guint i = 0; i < block->n_children; i++)
    if (block->child[i] && !ihop_is_mark (block->child[i]) && ++statements == number)
      {
        *child = i;
        return TRUE;
      }
  ihop_refuse (step, IHOP_T_NO_LOOP, block, "there are only %u statements here", statements);
  return FALSE;
}

/* A rebuilt node may stand for more lines than its own; what starts there comes first. */
gboolean
ihop_args_line (IhopTransformStep *step, const IhopNode *block, const char *word, guint *child)
{
  const char *colon = strrchr (word, ':');
  gboolean found = FALSE;
  gint64 line;

  if (block->kind != IHOP_BLOCK)
    {
      ihop_refuse (step, IHOP_T_SHAPE, block, "the body is one statement without braces");
      return FALSE;
    }
  if (word[0] == '@')
    return numbered (step, block, word, child);
  if (!ihop_args_number (step, colon ? colon + 1 : word, N_ ("the line"), 1, G_MAXINT32, &line))
    return FALSE;
  for (guint i = 0; !found && i < block->n_children; i++)
    if (block->child[i] && block->child[i]->kind != IHOP_PRAGMA
        && ihop_range_text_line (block->child[i]->place) == (guint) line)
      {
        *child = i;
        found = TRUE;
      }
  for (guint i = 0; !found && i < block->n_children; i++)
    if (block->child[i] && lies_in_line (block->child[i], (guint) line))
      {
        *child = i;
        found = TRUE;
      }
  if (!found)
    ihop_refuse (step, IHOP_T_NO_LOOP, block, "no statement here stands in line %s", word);
  return found;
}

static IhopSymbol *
declared_by (const IhopNode *node, const char *name)
{
  if (node && node->kind == IHOP_DECLARATION)
    for (guint i = 0; i < node->n_children; i++)
      if (g_str_equal (node->child[i]->symbol->name, name))
        return node->child[i]->symbol;
  return NULL;
}

static IhopSymbol *
declared_before (const IhopNode *node, const IhopNode *inner, const char *name)
{
  IhopSymbol *symbol = NULL;

  if (node->kind == IHOP_FOR)
    return declared_by (node->child[0], name);
  if (node->kind != IHOP_BLOCK)
    return NULL;
  for (guint i = 0; i < node->n_children && node->child[i] != inner; i++)
    {
      IhopSymbol *found = declared_by (node->child[i], name);
      symbol = found ? found : symbol;
    }
  return symbol;
}

IhopSymbol *
ihop_args_variable (IhopTransformStep *step, const IhopFunction *function, const IhopNode *place,
                    const char *name)
{
  g_autoptr (GPtrArray) path = ihop_node_path (function->body, place);

  for (guint i = path ? path->len : 0; i-- > 0;)
    {
      const IhopNode *inner = i + 1 < path->len ? path->pdata[i + 1] : NULL;
      IhopSymbol *symbol = declared_before (path->pdata[i], inner, name);
      if (symbol)
        return symbol;
    }
  for (guint i = 0; i < function->n_params; i++)
    if (g_str_equal (function->params[i]->name, name))
      return function->params[i];
  for (guint i = 0; i < step->tree->globals->len; i++)
    if (g_str_equal (((IhopSymbol *) step->tree->globals->pdata[i])->name, name))
      return step->tree->globals->pdata[i];
  return NULL;
}

gboolean
ihop_args_name (IhopTransformStep *step, const char *word)
{
  gboolean fine = g_ascii_isalpha (word[0]) || word[0] == '_';

  for (const char *at = word; fine && *at; at++)
    fine = g_ascii_isalnum (*at) || *at == '_';
  if (!fine)
    ihop_refuse (step, IHOP_T_ARGUMENTS, NULL, "%s is no name", word);
  return fine;
}

const IhopFunction *
ihop_args_function (IhopTransformStep *step, const char *word)
{
  const IhopFunction *function = ihop_tree_function (step->tree, word);

  if (function == NULL)
    ihop_refuse (step, IHOP_T_NO_LOOP, NULL, "there is no function %s", word);
  return function;
}
