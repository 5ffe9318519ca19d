/* A parallel loop moved inside the loops of its body.
 *
 * A kernel gives each thread one j and lets it run its own loop over k; the owner may have written
 * it so as well. On the CPU that walks memory down the columns: B[k][j] for k = 0, 1, … . The iterations of j are independent, so they
 * may run in lockstep instead, one step of k for all j at a time: then B[k][j] is walked along a
 * row and gcc makes vectors of it. Each (i, j) still does its steps in its own order, so every bit
 * stays. What is asked for: no value lives in a scalar from one statement to the next, loop bounds
 * are the same for all j, and all accesses of the innermost statements are along rows in j. */
#include "collapse/cpu.h"
#include "gpugen/emit/code_layout.h"
#include <string.h>

typedef struct
{
  const IhopPrint *print;
  const IhopSymbol *iterator; /* of the parallel loop */
  const char *header;
  const char *pragma;      /* before each loop over it; NULL: "omp simd" where that pays */
  GString *out;
  gboolean gains;          /* some loop was turned round */
} Sink;

/* ---- May it be done ---------------------------------------------------------------------- */

typedef struct
{
  const Sink *sink;
  gboolean fits;
} Check;

/* An array of each iteration's own would have to hold the values of all of them. */
static gboolean
has_private_arrays (const IhopLoop *loop)
{
  for (guint i = 0; loop->privates && i < loop->privates->len; i++)
    if (!ihop_type_is_scalar (((const IhopPrivate *) loop->privates->pdata[i])->symbol->type))
      return TRUE;
  return FALSE;
}

static gboolean
is_scalar_variable (const IhopSymbol *symbol)
{
  return symbol->kind != IHOP_SYMBOL_FUNCTION && symbol->kind != IHOP_SYMBOL_ENUMERATOR
         && ihop_type_strip (symbol->type)->kind != IHOP_TYPE_ARRAY
         && ihop_type_strip (symbol->type)->kind != IHOP_TYPE_POINTER;
}

static gboolean
writes_scalar (const IhopNode *node)
{
  const IhopNode *target;

  if (node->kind != IHOP_ASSIGN && !(node->kind == IHOP_UNARY && node->op >= IHOP_OP_ADDRESS))
    return FALSE;
  target = ihop_node_strip (node->child[0], TRUE);
  return target->kind == IHOP_REF;
}

static gboolean
visit_plain (const IhopNode *node, gpointer data)
{
  Check *check = data;

  switch (node->kind)
    {
    case IHOP_DECLARATION: case IHOP_BREAK: case IHOP_CONTINUE: case IHOP_RETURN: case IHOP_GOTO:
    case IHOP_LABEL: case IHOP_SWITCH: case IHOP_WHILE: case IHOP_DO: case IHOP_OPAQUE:
    case IHOP_OPAQUE_EXPR: case IHOP_PRAGMA: case IHOP_VARIABLE:
      check->fits = FALSE;
      break;
    default:
      if (writes_scalar (node))
        check->fits = FALSE;
      break;
    }
  return check->fits;
}

static gboolean
is_plain (const Sink *sink, const IhopNode *statement)
{
  Check check = { sink, TRUE };

  ihop_node_walk (statement, visit_plain, &check);
  return check.fits;
}

static gboolean
visit_uniform (const IhopNode *node, gpointer data)
{
  Check *check = data;

  if (node->kind == IHOP_REF)
    check->fits &= node->symbol != check->sink->iterator && is_scalar_variable (node->symbol);
  else
    check->fits &= node->kind != IHOP_INDEX && node->kind != IHOP_CALL && node->kind != IHOP_MEMBER
                   && !(node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF);
  return check->fits;
}

/* Bounds that are the same for all threads, as long as k itself is. */
static gboolean
is_uniform (const Sink *sink, const IhopNode *loop)
{
  Check check = { sink, TRUE };

  if (!ihop_cpu_is_canonical (loop))
    return FALSE;
  for (guint i = 0; i < 3; i++)
    ihop_node_walk (loop->child[i], visit_uniform, &check);
  return check.fits;
}

static gboolean
may_sink (const Sink *sink, const IhopNode *node)
{
  if (node->kind == IHOP_BLOCK)
    {
      for (guint i = 0; i < node->n_children; i++)
        if (!may_sink (sink, node->child[i]))
          return FALSE;
      return TRUE;
    }
  if (node->kind == IHOP_FOR && is_uniform (sink, node))
    return may_sink (sink, ihop_loop_body (node));
  return node->kind == IHOP_EMPTY || (node->kind == IHOP_EXPRESSION && is_plain (sink, node));
}

/* ---- Does it gain ------------------------------------------------------------------------- */

typedef struct
{
  const Sink *sink;
  const IhopSymbol *inner;  /* k */
  gboolean along_rows;      /* all accesses are, in j */
  gboolean down_columns;    /* some access is, in k */
} Walk;

static gboolean
is_plus_constant (const IhopNode *node, const IhopSymbol *symbol)
{
  node = ihop_node_strip (node, TRUE);
  if (node->kind == IHOP_REF)
    return node->symbol == symbol;
  return node->kind == IHOP_BINARY && (node->op == IHOP_OP_ADD || node->op == IHOP_OP_SUB)
         && is_plus_constant (node->child[0], symbol)
         && !ihop_cpu_mentions (node->child[1], symbol);
}

static gboolean
visit_access (const IhopNode *node, gpointer data)
{
  Walk *walk = data;
  const IhopSymbol *j = walk->sink->iterator;

  if (node->kind != IHOP_INDEX)
    return TRUE;
  gboolean has_j = ihop_cpu_mentions (node, j);
  if (has_j && (ihop_cpu_mentions (node->child[0], j) || !is_plus_constant (node->child[1], j)))
    walk->along_rows = FALSE;
  if (walk->inner && ihop_cpu_mentions (node->child[0], walk->inner))
    walk->down_columns = TRUE;
  return FALSE;
}

static gboolean
pays (const Sink *sink, const IhopNode *loop)
{
  Walk walk = { sink, ihop_loop_iterator (loop), TRUE, FALSE };

  if (walk.inner)
    ihop_node_walk (ihop_loop_body (loop), visit_access, &walk);
  return walk.inner && walk.along_rows && walk.down_columns;
}

static gboolean
pays_anywhere (const Sink *sink, const IhopNode *node)
{
  if (node->kind == IHOP_FOR)
    return pays (sink, node);
  for (guint i = 0; node->kind == IHOP_BLOCK && i < node->n_children; i++)
    if (pays_anywhere (sink, node->child[i]))
      return TRUE;
  return FALSE;
}

/* Vectors of scattered elements do not pay. */
static gboolean
goes_along_rows (const Sink *sink, const IhopNode *const *nodes, guint n)
{
  Walk walk = { sink, NULL, TRUE, FALSE };

  for (guint i = 0; i < n; i++)
    ihop_node_walk (nodes[i], visit_access, &walk);
  return walk.along_rows;
}

/* ---- The text ------------------------------------------------------------------------------ */

static void write_node (Sink *sink, const IhopNode *node, const char *indent);

static void
write_line (Sink *sink, const char *indent, const char *text, const char *tail)
{
  g_string_append_printf (sink->out, "%s%s%s\n", indent, text, tail);
}

static gboolean
has_comment (const IhopNode *node)
{
  const IhopSource *source = node->range.source;
  gsize begin = source ? node->range.begin : 0;

  while (begin > 0 && g_ascii_isspace (source->text[begin - 1]))
    begin--;
  return begin > 1 && source->text[begin - 1] == '/' && source->text[begin - 2] == '*';
}

/* The owner's comments between what stands before a statement and the statement. */
static void
write_comments (Sink *sink, const IhopNode *node, const char *indent)
{
  const IhopSource *source = node->range.source;
  gsize begin = source ? node->range.begin : 0;

  while (begin > 0 && !strchr (";{}", source->text[begin - 1]))
    begin--;
  if (source == NULL || !has_comment (node))
    return;
  g_autofree char *gap = g_strndup (source->text + begin, node->range.begin - begin);
  g_auto (GStrv) lines = g_strsplit (gap, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    {
      g_strstrip (lines[i]);
      if (g_str_has_prefix (lines[i], "/*"))
        write_line (sink, indent, lines[i], "");
      else if (lines[i][0] == '*')
        g_string_append_printf (sink->out, "%s %s\n", indent, lines[i]);
    }
}

/* Statements from "begin" on that need no loop of their own, in one loop over j. */
static guint
write_group (Sink *sink, const IhopNode *const *nodes, guint n, const char *indent)
{
  guint count = 0;
  g_autofree char *inner = ihop_layout_indent (&sink->print->layout, indent, 1);

  while (count < n && nodes[count]->kind == IHOP_EXPRESSION)
    count++;
  gboolean braces = count > 1 || has_comment (nodes[0]);

  if (sink->pragma)
    write_line (sink, indent, sink->pragma, "");
  else if (goes_along_rows (sink, nodes, count))
    g_string_append_printf (sink->out, "%s#pragma omp simd\n", indent);
  write_line (sink, indent, sink->header, braces ? " {" : "");
  for (guint i = 0; i < count; i++)
    {
      IhopPrinter printer = { .indent = inner };
      g_autofree char *text = ihop_print_node (nodes[i], &printer);
      write_comments (sink, nodes[i], inner);
      write_line (sink, inner, text, "");
    }
  if (braces)
    write_line (sink, indent, "}", "");
  return count;
}

static void
write_list (Sink *sink, const IhopNode *const *nodes, guint n, const char *indent)
{
  for (guint i = 0; i < n;)
    if (nodes[i]->kind == IHOP_EXPRESSION)
      i += write_group (sink, nodes + i, n - i, indent);
    else
      write_node (sink, nodes[i++], indent);
}

static void
write_loop (Sink *sink, const IhopNode *loop, const char *indent)
{
  const IhopNode *body = ihop_loop_body (loop);
  g_autofree char *inner = ihop_layout_indent (&sink->print->layout, indent, 1);
  g_autofree char *header = ihop_cpu_header (loop);
  gboolean many = body->kind == IHOP_BLOCK && body->n_children > 1;

  write_comments (sink, loop, indent);
  write_line (sink, indent, header, many ? " {" : "");
  write_node (sink, body, inner);
  if (many)
    write_line (sink, indent, "}", "");
}

static void
write_node (Sink *sink, const IhopNode *node, const char *indent)
{
  if (node->kind == IHOP_BLOCK)
    write_list (sink, node->child, node->n_children, indent);
  else if (node->kind == IHOP_FOR)
    write_loop (sink, node, indent);
  else if (node->kind == IHOP_EXPRESSION)
    write_list (sink, &node, 1, indent);
}

static gboolean
has_headers (const IhopNode *node)
{
  g_autofree char *header = node->kind == IHOP_FOR ? ihop_cpu_header (node) : NULL;

  if (node->kind == IHOP_FOR && (header == NULL || strstr (header, "/*") || strstr (header, "//")))
    return FALSE;
  for (guint i = 0; ihop_kind_is_statement (node->kind) && i < node->n_children; i++)
    if (node->child[i] && !has_headers (node->child[i]))
      return FALSE;
  return TRUE;
}

static gboolean
has_any (const GPtrArray *list)
{
  return list && list->len > 0;
}

char *
ihop_cpu_sink (const IhopPrint *print, const IhopNode *loop, const IhopLoop *facts,
               const char *indent, const char *pragma)
{
  g_autofree char *header = ihop_cpu_header (loop);
  const IhopNode *body = ihop_loop_body (loop);
  Sink sink = { .print = print, .iterator = ihop_loop_iterator (loop), .header = header,
                .pragma = pragma };

  if (header == NULL || sink.iterator == NULL || !ihop_cpu_is_canonical (loop)
      || facts->verdict != IHOP_PARALLEL || has_any (facts->reductions) || has_any (facts->inductions)
      || has_any (facts->assumptions) || has_private_arrays (facts) || !may_sink (&sink, body)
      || !pays_anywhere (&sink, body) || !has_headers (body))
    return NULL;
  sink.out = g_string_new (NULL);
  write_node (&sink, body, indent);
  g_string_truncate (sink.out, sink.out->len - 1);
  return g_string_free (sink.out, FALSE);
}

gboolean
ihop_cpu_walks_rows (const IhopPrint *print, const IhopNode *loop)
{
  Sink sink = { .print = print, .iterator = ihop_loop_iterator (loop) };
  const IhopNode *body = ihop_loop_body (loop);

  return sink.iterator && goes_along_rows (&sink, &body, 1);
}

gboolean
ihop_cpu_is_simple (const IhopNode *body)
{
  Sink none = { 0 };

  if (body->kind == IHOP_BLOCK)
    {
      for (guint i = 0; i < body->n_children; i++)
        if (!ihop_cpu_is_simple (body->child[i]))
          return FALSE;
      return TRUE;
    }
  return body->kind == IHOP_EXPRESSION && is_plain (&none, body);
}
