#include "analysis/memory/errno_reads.h"
#include "analysis/program/callgraph.h"
#include "analysis/program/library_effects.h"
#include "ir/expression.h"

static gboolean
is_location (const IhopNode *node)
{
  return node->kind == IHOP_REF && node->symbol
         && (g_str_equal (node->symbol->name, "__errno_location") || g_str_equal (node->symbol->name, "__error")
             || g_str_equal (node->symbol->name, "errno"));
}

/* errno as a value or as what is assigned to: "*__errno_location ()". */
static gboolean
is_errno (const IhopNode *node)
{
  node = ihop_node_strip (node, TRUE);
  if (node->kind != IHOP_UNARY || node->op != IHOP_OP_DEREF)
    return FALSE;
  node = ihop_node_strip (node->child[0], TRUE);
  return node->kind == IHOP_CALL && is_location (ihop_node_strip (node->child[0], TRUE));
}

typedef struct
{
  gboolean is_read, is_kept; /* is_kept: its address goes elsewhere */
  gboolean may_calculate;    /* something runs that may be a function of math.h, or the loop comes round */
} Look;

static gboolean
look (const IhopNode *node, gpointer data)
{
  Look *self = data;

  if (node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS && is_errno (node->child[0]))
    self->is_kept = TRUE;
  if (node->kind == IHOP_UNARY && is_errno (node))
    {
      self->is_read = TRUE;
      return FALSE;
    }
  self->is_kept |= is_location (node);
  if (node->kind == IHOP_CALL)
    {
      const IhopSymbol *callee = ihop_call_callee (node);
      const IhopLibraryEntry *entry = callee ? ihop_library_find (callee) : NULL;
      self->may_calculate |= entry == NULL || entry->math || entry->returns_twice;
    }
  self->may_calculate |= ihop_kind_is_loop (node->kind) || node->kind == IHOP_GOTO || node->kind == IHOP_LABEL || node->kind == IHOP_CASE
                         || node->kind == IHOP_OPAQUE || node->kind == IHOP_OPAQUE_EXPR;
  return TRUE;
}

static Look
look_at (const IhopNode *node)
{
  Look found = { 0 };

  ihop_node_walk (node, look, &found);
  return found;
}

static gboolean
sets (const IhopNode *statement)
{
  const IhopNode *value = statement->kind == IHOP_EXPRESSION ? ihop_node_strip (statement->child[0], TRUE) : NULL;

  return value && value->kind == IHOP_ASSIGN && value->op == IHOP_OP_NONE && is_errno (value->child[0])
         && !look_at (value->child[1]).is_read && !look_at (value->child[1]).is_kept;
}

/* is_set: nothing mathematical can have run since this list, or one around it, has set errno. */
static gboolean sees (const IhopNode *node, gboolean *is_set);

/* Runs as a whole: an expression, or a statement without lists of its own. */
static gboolean
sees_whole (const IhopNode *node, gboolean *is_set)
{
  Look found = look_at (node);

  *is_set &= !found.may_calculate;
  return found.is_kept || (found.is_read && !*is_set);
}

static gboolean
if_sees (const IhopNode *node, gboolean *is_set)
{
  gboolean seen = sees_whole (node->child[0], is_set);
  gboolean behind = *is_set;

  for (guint i = 1; i < node->n_children && !seen; i++)
    if (node->child[i])
      {
        gboolean inside = *is_set;
        seen = sees (node->child[i], &inside);
        behind &= inside;
      }
  *is_set = behind;
  return seen;
}

/* Comes round, or is jumped into: nothing that was set before it counts inside, nor behind it what was set inside. */
static gboolean
other_sees (const IhopNode *node, gboolean *is_set)
{
  gboolean seen = FALSE;

  *is_set &= !look_at (node).may_calculate;
  for (guint i = 0; i < node->n_children && !seen; i++)
    {
      gboolean inside = FALSE;
      seen = node->child[i] && sees (node->child[i], &inside);
    }
  return seen;
}

static gboolean
sees (const IhopNode *node, gboolean *is_set)
{
  gboolean seen = FALSE;

  if (sets (node))
    *is_set = TRUE;
  else if (node->kind == IHOP_BLOCK)
    for (guint i = 0; i < node->n_children && !seen; i++)
      seen = node->child[i] && sees (node->child[i], is_set);
  else if (node->kind == IHOP_IF)
    seen = if_sees (node, is_set);
  else if (ihop_kind_is_loop (node->kind) || node->kind == IHOP_SWITCH || node->kind == IHOP_CASE || node->kind == IHOP_LABEL)
    seen = other_sees (node, is_set);
  else
    seen = sees_whole (node, is_set);
  return seen;
}

gboolean
ihop_errno_is_seen (const IhopNode *body)
{
  gboolean is_set = FALSE;

  return sees (body, &is_set);
}
