/* Rebuilt nodes in the owner's layout.
 *
 * A transformation that changes one statement rebuilds every node above it, and none of these has
 * bytes any more. But each knows the place of the node it was made from, and where the bytes of
 * that place, with the children's places taken out, still read as this node would ("for (", ";",
 * ";", ")"), they can be kept: with them stay comments, blank lines, line breaks. What they read
 * as is compared token by token, so that nothing is taken over that means something else. */
#include "ir/print.h"
#include "ir/print_private.h"
#include <string.h>

typedef struct
{
  IhopPrinting *printing;
  const IhopNode *node;
  const IhopSource *source;
  gsize at, end;     /* the bytes of the place that are not printed yet */
  char *from;        /* owned: the indentation that the place has in the file */
  const char *to;    /* … and the one it gets */
  GString *out;
} Rebuild;

/* "text", which starts in the middle of a line of the place, moved. */
static void
append_moved (Rebuild *rebuild, const char *text)
{
  g_autofree char *moved = ihop_print_reindent (text, rebuild->from, rebuild->to);

  g_string_append (rebuild->out, moved);
}

static void
append_gap (Rebuild *rebuild, gsize begin, gsize end)
{
  g_autofree char *text
    = rebuild->printing->no_conditionals
        ? ihop_trivia_without_conditionals (rebuild->source, begin, end)
        : g_strndup (rebuild->source->text + begin, end - begin);

  append_moved (rebuild, text);
}

/* The indentation of the line that out is in. */
static char *
line_indent (const Rebuild *rebuild)
{
  if (strchr (rebuild->out->str, '\n') == NULL)
    return g_strdup (rebuild->to);
  return ihop_print_current_indent (rebuild->out);
}

static void
append_child (Rebuild *rebuild, guint position)
{
  g_autofree char *indent = line_indent (rebuild);

  ihop_print_any (rebuild->printing, rebuild->out, rebuild->node->child[position],
                  ihop_print_child_binding (rebuild->node, position), indent);
}

/* Statements other than blocks, and expressions: the tokens between the children. */

/* The tokens of this kind, with a "$" for each child. NULL: it keeps no layout. */
static const char *
pattern (const IhopNode *node)
{
  switch (node->kind)
    {
    case IHOP_EXPRESSION:
      return "$;";
    case IHOP_IF:
      return node->child[2] ? "if($)$else$" : "if($)$$";
    case IHOP_FOR: /* the init clause has its ";" */
      return node->child[0] ? "for($$;$)$" : "for($;$;$)$";
    case IHOP_WHILE:
      return "while($)$";
    case IHOP_SWITCH:
      return "switch($)$";
    case IHOP_DO:
      return "do$while($);";
    case IHOP_RETURN:
      return "return$;";
    case IHOP_PAREN:
      return "($)";
    case IHOP_INDEX:
      return "$[$]";
    case IHOP_CONDITIONAL:
      return "$?$:$";
    case IHOP_CASE:
      return node->child[1] ? "case$...$:$" : node->child[0] ? "case$$:$" : "default$$:$";
    case IHOP_BREAK:
      return "break;";
    case IHOP_CONTINUE:
      return "continue;";
    case IHOP_EMPTY:
      return ";";
    default:
      return NULL;
    }
}

static char *
pattern_of (const IhopNode *node)
{
  const char *op = ihop_operator_text (node->op);

  switch (node->kind)
    {
    case IHOP_BINARY:
      return g_strdup_printf ("$%s$", op);
    case IHOP_ASSIGN:
      return g_strdup_printf ("$%s=$", op);
    case IHOP_UNARY:
      return node->op == IHOP_OP_POST_INC || node->op == IHOP_OP_POST_DEC
               ? g_strdup_printf ("$%s", op)
               : g_strdup_printf ("%s$", op);
    case IHOP_GOTO:
      return node->symbol ? g_strdup_printf ("goto%s;", node->symbol->name) : g_strdup ("goto*$;");
    case IHOP_LABEL:
      return g_strdup_printf ("%s:$", node->symbol->name);
    case IHOP_CALL:
      {
        GString *text = g_string_new ("$(");
        for (guint i = 1; i < node->n_children; i++)
          g_string_append (text, i > 1 ? ",$" : "$");
        return g_string_free (g_string_append_c (text, ')'), FALSE);
      }
    default:
      return g_strdup (pattern (node));
    }
}

/* A child that is missing leaves its "$" out of the pattern. */
static char **
tokens_between (const IhopNode *node, const char *text)
{
  GString *joined = g_string_new (NULL);
  guint child = 0;

  for (; *text; text++)
    if (*text != '$' || node->child[child++])
      g_string_append_c (joined, *text);
  char **tokens = g_strsplit (joined->str, "$", -1);
  g_string_free (joined, TRUE);
  return tokens;
}

static gboolean
gap_reads (Rebuild *rebuild, gsize begin, gsize end, const char *tokens)
{
  IhopTrivia trivia;

  ihop_trivia_read (&trivia, rebuild->source, begin, end);
  gboolean same = g_str_equal (trivia.tokens->str, tokens);
  ihop_trivia_clear (&trivia);
  return same;
}

/* A block may not come where none stood, nor the other way round: the layout would be odd. */
static gboolean
child_fits (Rebuild *rebuild, const IhopNode *child)
{
  IhopRange place = child->place;

  if (place.source != rebuild->source || place.begin < rebuild->at || place.end > rebuild->end)
    return FALSE;
  if (!ihop_kind_is_statement (child->kind))
    return TRUE;
  return (child->kind == IHOP_BLOCK) == (place.source->text[place.begin] == '{');
}

static gboolean
rebuild_parts (Rebuild *rebuild)
{
  const IhopNode *node = rebuild->node;
  g_autofree char *text = pattern_of (node);
  g_auto (GStrv) tokens = text ? tokens_between (node, text) : NULL;
  guint gap = 0;

  if (tokens == NULL)
    return FALSE;
  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *child = node->child[i];
      if (child == NULL)
        continue;
      if (!child_fits (rebuild, child)
          || !gap_reads (rebuild, rebuild->at, child->place.begin, tokens[gap++]))
        return FALSE;
      append_gap (rebuild, rebuild->at, child->place.begin);
      append_child (rebuild, i);
      rebuild->at = child->place.end;
    }
  if (!gap_reads (rebuild, rebuild->at, rebuild->end, tokens[gap]))
    return FALSE;
  append_gap (rebuild, rebuild->at, rebuild->end);
  return TRUE;
}

/* Blocks: children may have come and gone. */

/* Whether the child stands, in the file, behind those printed so far and in this block. */
static gboolean
child_stands (const Rebuild *rebuild, const IhopNode *child, gsize at)
{
  return child->place.source == rebuild->source && child->place.begin >= at
         && child->place.end < rebuild->end;
}

/* Whether something that is not there any more stood in a gap. Then lines of #if cannot stay: we
 * do not know which of them belong together. */
static gboolean
block_lost_something (const Rebuild *rebuild)
{
  const IhopNode *node = rebuild->node;
  gsize at = rebuild->at;
  gboolean lost = FALSE;

  for (guint i = 0; i <= node->n_children && !lost; i++)
    {
      gboolean last = i == node->n_children;
      if (!last && !child_stands (rebuild, node->child[i], at))
        continue;
      IhopTrivia trivia;
      ihop_trivia_read (&trivia, rebuild->source, at,
                        last ? rebuild->end - 1 : node->child[i]->place.begin);
      lost = trivia.tokens->len > 0;
      ihop_trivia_clear (&trivia);
      if (!last)
        at = node->child[i]->place.end;
    }
  return lost;
}

/* White space that a new statement of this block begins its line with: that of the first old one. */
static char *
inner_indent (const Rebuild *rebuild)
{
  const IhopNode *node = rebuild->node;

  for (guint i = 0; i < node->n_children; i++)
    {
      IhopRange place = node->child[i]->place;
      if (!child_stands (rebuild, node->child[i], rebuild->at))
        continue;
      g_autofree char *own = ihop_source_indent (place.source, place.begin);
      guint line, column;
      ihop_source_locate (place.source, place.begin, &line, &column);
      if (column == strlen (own) + 1 && g_str_has_prefix (own, rebuild->from)
          && strlen (own) > strlen (rebuild->from))
        return g_strconcat (rebuild->to, own + strlen (rebuild->from), NULL);
      break;
    }
  return g_strconcat (rebuild->to, ihop_printing_style (rebuild->printing, node)->unit, NULL);
}

/* The bytes before a statement or before "}", without those of what is gone. "apart": what comes
 * has to begin a line. */
static void
append_block_gap (Rebuild *rebuild, gsize end, gboolean lost, gboolean apart, const char *indent)
{
  IhopTrivia trivia;
  gsize begin = rebuild->at;

  ihop_trivia_read (&trivia, rebuild->source, begin, end);
  if (trivia.tokens->len > 0)
    {
      /* a comment in the line of what is gone goes with it */
      const char *newline = memchr (rebuild->source->text + trivia.after_tokens, '\n',
                                    end - trivia.after_tokens);
      begin = newline ? (gsize) (newline - rebuild->source->text) : end;
      apart = TRUE;
    }
  ihop_trivia_clear (&trivia);
  /* A pragma of this block is a child: what stands in a gap has been taken out of the tree. */
  g_autofree char *text
    = lost || trivia.has_pragma
        ? ihop_trivia_without_pragmas (rebuild->source, begin, end, lost)
        : g_strndup (rebuild->source->text + begin, end - begin);
  if (apart && strchr (text, '\n') == NULL)
    g_string_append_printf (rebuild->out, "\n%s", indent);
  else
    append_moved (rebuild, text);
}

/* The comment behind a statement in its line belongs to it. */
static void
append_line_rest (Rebuild *rebuild)
{
  gsize rest = ihop_trivia_line_rest (rebuild->source, rebuild->at, rebuild->end - 1);

  append_gap (rebuild, rebuild->at, rest);
  rebuild->at = rest;
}

gboolean
ihop_print_is_foreign (const IhopNode *node, const IhopSource *source)
{
  return node->place.source && source && node->place.source != source;
}

/* Statements that an #include brought in would stand there beside the #include. */
static gboolean
holds_included (const Rebuild *rebuild)
{
  for (guint i = 0; i < rebuild->node->n_children; i++)
    if (ihop_print_is_foreign (rebuild->node->child[i], rebuild->source))
      return TRUE;
  return FALSE;
}

/* A macro may have brought it in the middle of a line, where a line with #pragma cannot stand. */
static gboolean
becomes_directive (const IhopNode *node)
{
  return node->kind == IHOP_PRAGMA && !ihop_range_is_known (node->range);
}

static gboolean
rebuild_block (Rebuild *rebuild)
{
  const IhopNode *node = rebuild->node;
  const char *text = rebuild->source->text;

  if (holds_included (rebuild))
    return FALSE;
  if (text[rebuild->at] != '{' || rebuild->end < rebuild->at + 2 || text[rebuild->end - 1] != '}')
    return FALSE;
  rebuild->at++;
  g_autofree char *inner = inner_indent (rebuild);
  gboolean lost = rebuild->printing->no_conditionals || block_lost_something (rebuild);
  gboolean apart = FALSE;
  g_string_append_c (rebuild->out, '{');
  for (guint i = 0; i < node->n_children; i++)
    {
      gboolean stands = child_stands (rebuild, node->child[i], rebuild->at);
      gboolean directive = becomes_directive (node->child[i]);
      if (stands)
        append_block_gap (rebuild, node->child[i]->place.begin, lost, apart || directive, inner);
      else
        g_string_append_printf (rebuild->out, "\n%s", inner);
      append_child (rebuild, i);
      apart = !stands || directive;
      if (!stands)
        continue;
      rebuild->at = node->child[i]->place.end;
      append_line_rest (rebuild);
    }
  append_block_gap (rebuild, rebuild->end - 1, lost, apart, rebuild->to);
  g_string_append_c (rebuild->out, '}');
  return TRUE;
}

char *
ihop_splice_rebuilt (IhopPrinting *printing, const IhopNode *node, const char *indent)
{
  IhopRange place = node->place;

  if (place.source == NULL || place.end <= place.begin
      || ihop_print_init_splits (printing, node))
    return NULL;
  /* Its own text may lack the braces that keep the "else" from what a branch has become. */
  if (node->kind == IHOP_IF && node->child[2] && ihop_printing_ends_in_open_if (node->child[1]))
    return NULL;
  Rebuild rebuild = { .printing = printing, .node = node, .source = place.source,
                      .at = place.begin, .end = place.end, .to = indent };
  rebuild.from = ihop_source_indent (place.source, place.begin);
  rebuild.out = g_string_new (NULL);
  gboolean done = node->kind == IHOP_BLOCK ? rebuild_block (&rebuild) : rebuild_parts (&rebuild);
  g_free (rebuild.from);
  return g_string_free (rebuild.out, !done);
}
