/* Names that lead to a variable, as the text shows it. */
#include "gpugen/transfer/textual_names.h"
#include "analysis/memory/pointer_swap.h"
#include "analysis/program/callgraph.h"
#include "gpugen/plan/plan.h"

static gboolean
is_in_union (const IhopNode *member)
{
  const IhopType *record = member->child[0]->type ? ihop_type_strip (member->child[0]->type) : NULL;

  if (record && record->kind == IHOP_TYPE_POINTER)
    record = ihop_type_strip (record->target);
  return record == NULL || record->is_union;
}

static gboolean
is_way (const IhopType *type)
{
  type = type ? ihop_type_strip (type) : NULL;
  return type && (type->kind == IHOP_TYPE_ARRAY || ihop_type_holds_pointer (type));
}

static gboolean
is_handed_in (const IhopTextualCall *frame, const IhopSymbol *symbol)
{
  for (guint i = 0; frame->version && i < frame->version->handed->len; i++)
    if (g_array_index (frame->version->handed, IhopHanded, i).variable->symbol == symbol)
      return TRUE;
  return FALSE;
}

gboolean
ihop_textual_is_variable (const IhopTextualCall *frame, const IhopSymbol *symbol)
{
  return symbol == frame->seen->variable
         && (frame->side == IHOP_TEXTUAL_BOTH || (frame->side == IHOP_TEXTUAL_DEVICE) == is_handed_in (frame, symbol));
}

static void
members_free (gpointer members)
{
  if (members)
    g_hash_table_unref (members);
}

GHashTable *
ihop_textual_names_new (void)
{
  return g_hash_table_new_full (NULL, NULL, NULL, members_free);
}

/* By this member of the name, if the name leads by some only. */
static gboolean
is_name (const IhopTextualCall *frame, IhopTextualBase base)
{
  gpointer members;

  return g_hash_table_lookup_extended (frame->names, base.symbol, NULL, &members)
         && (members == NULL || base.member == NULL || g_hash_table_contains (members, base.member));
}

gboolean
ihop_textual_base_leads (const IhopTextualCall *frame, IhopTextualBase base)
{
  return base.symbol && (ihop_textual_is_variable (frame, base.symbol) || (frame->side != IHOP_TEXTUAL_HOST && is_name (frame, base))
                         || (frame->side != IHOP_TEXTUAL_DEVICE && base.symbol != frame->seen->variable
                             && g_hash_table_contains (frame->seen->globals, base.symbol)));
}

gboolean
ihop_textual_name_leads (const IhopTextualCall *frame, const IhopSymbol *symbol)
{
  return ihop_textual_base_leads (frame, (IhopTextualBase){ symbol, NULL });
}

IhopTextualBase
ihop_textual_base_of (const IhopNode *node)
{
  const char *member = NULL;

  while (node->kind != IHOP_REF)
    {
      gboolean goes_on = node->kind == IHOP_INDEX || node->kind == IHOP_MEMBER || node->kind == IHOP_PAREN
                         || node->kind == IHOP_CAST || (node->kind == IHOP_BINARY && is_way (node->child[0]->type))
                         || (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF);
      if (!goes_on)
        return (IhopTextualBase){ NULL, NULL };
      if (node->kind == IHOP_MEMBER)
        member = is_in_union (node) ? NULL : node->symbol->name;
      else if (node->kind == IHOP_CAST && !(node->flags & IHOP_NODE_IMPLICIT))
        member = NULL;
      node = node->child[0];
    }
  return (IhopTextualBase){ node->symbol, member };
}

typedef struct
{
  const IhopTextualCall *frame;
  gboolean found;
} Mention;

static gboolean
find_mention (const IhopNode *node, gpointer data)
{
  Mention *mention = data;

  IhopTextualBase base = node->kind == IHOP_MEMBER ? ihop_textual_base_of (node) : (IhopTextualBase){ NULL, NULL };

  mention->found |= node->kind == IHOP_REF && is_way (node->type)
                    && ihop_textual_name_leads (mention->frame, node->symbol);
  if (base.member && !ihop_textual_base_leads (mention->frame, base))
    return FALSE;
  if (node->kind == IHOP_INDEX)
    ihop_node_walk (node->child[0], find_mention, mention);
  return !mention->found && node->kind != IHOP_INDEX && node->kind != IHOP_SIZEOF;
}

gboolean
ihop_textual_value_leads (const IhopTextualCall *frame, const IhopNode *value)
{
  Mention mention = { frame, FALSE };

  if (is_way (value->type))
    ihop_node_walk (value, find_mention, &mention);
  return mention.found;
}

static void
add_name (IhopTextualCall *frame, IhopTextualBase base)
{
  const IhopSymbol *symbol = base.symbol;
  gpointer members;

  if (symbol == NULL || symbol == frame->seen->variable)
    return;
  if (symbol->is_global || symbol->storage != IHOP_STORAGE_AUTO)
    frame->changed |= g_hash_table_add (frame->seen->globals, (gpointer) symbol);
  else if (!g_hash_table_lookup_extended (frame->names, symbol, NULL, &members))
    {
      members = base.member ? g_hash_table_new (g_str_hash, g_str_equal) : NULL;
      if (members)
        g_hash_table_add (members, (gpointer) base.member);
      g_hash_table_insert (frame->names, (gpointer) symbol, members);
      frame->changed = TRUE;
    }
  else if (members && base.member)
    frame->changed |= g_hash_table_add (members, (gpointer) base.member);
  else if (members)
    {
      g_hash_table_insert (frame->names, (gpointer) symbol, NULL);
      frame->changed = TRUE;
    }
}

static gboolean
find_names (const IhopNode *node, gpointer data)
{
  IhopTextualCall *frame = data;

  if (frame->seen->n_nodes++ > IHOP_TEXTUAL_NODES_MOST)
    return FALSE;
  if (node->kind == IHOP_VARIABLE && node->n_children && node->child[0] && is_way (node->symbol->type)
      && ihop_textual_value_leads (frame, node->child[0]))
    add_name (frame, (IhopTextualBase){ node->symbol, NULL });
  if (node->kind != IHOP_ASSIGN || node->op != IHOP_OP_NONE || !ihop_textual_value_leads (frame, node->child[1]))
    return TRUE;
  /* Buffers that change places hold memory of their own at any time. */
  gboolean is_exchange = frame->exchanges && ihop_node_strip (node->child[0], TRUE)->kind == IHOP_REF
                         && ihop_node_strip (node->child[1], TRUE)->kind == IHOP_REF;
  if (!is_exchange)
    add_name (frame, ihop_textual_base_of (node->child[0]));
  return TRUE;
}

void
ihop_textual_names_find (IhopTextualCall *frame)
{
  IhopFacts *facts = frame->seen->work->planner->facts;

  frame->exchanges = ihop_swap_statements_of (facts, frame->function)->len > 0;
  do
    {
      frame->changed = FALSE;
      ihop_node_walk (frame->function->body, find_names, frame);
    }
  while (frame->changed);
}

void
ihop_textual_globals_find (IhopTextualSearch *seen)
{
  IhopFacts *facts = seen->work->planner->facts;
  const GPtrArray *nodes = ihop_callgraph_of (facts)->nodes, *trees = ihop_facts_trees (facts);
  guint before;

  do
    {
      before = g_hash_table_size (seen->globals);
      for (guint i = 0; i < nodes->len + trees->len; i++)
        {
          g_autoptr (GHashTable) names = ihop_textual_names_new ();
          IhopTextualCall frame = { .seen = seen, .names = names };
          if (i < nodes->len)
            {
              frame.function = ((const IhopCallNode *) nodes->pdata[i])->function;
              ihop_textual_names_find (&frame);
              continue;
            }
          const GPtrArray *values = ((const IhopTree *) trees->pdata[i - nodes->len])->global_nodes;
          for (guint k = 0; k < values->len; k++)
            ihop_node_walk (values->pdata[k], find_names, &frame);
        }
    }
  while (g_hash_table_size (seen->globals) > before);
}
