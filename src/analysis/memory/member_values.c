#include "analysis/memory/member_values.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/lvalue.h"
#include "analysis/memory/member_writes.h"
#include "ir/query.h"

typedef struct
{
  const IhopSymbol *record; /* the variable */
  const char *field;
  const IhopNode *write;    /* the last one found */
  guint n_writes;
} Search;

const IhopSymbol *
ihop_member_value_struct (IhopFacts *facts, const IhopFunction *function, const IhopNode *member)
{
  const IhopNode *base = member->kind == IHOP_MEMBER && !(member->flags & IHOP_NODE_ARROW) ? ihop_node_strip (member->child[0], TRUE) : NULL;
  const IhopSymbol *symbol = base && base->kind == IHOP_REF ? base->symbol : NULL;
  const IhopType *record = symbol ? ihop_member_record (member) : NULL;

  if (record == NULL || record->is_union || symbol->is_global || symbol->storage != IHOP_STORAGE_AUTO
      || (symbol->kind != IHOP_SYMBOL_VARIABLE && symbol->kind != IHOP_SYMBOL_PARAMETER)
      || ihop_type_is_volatile (symbol->type) || ihop_type_is_volatile (member->type))
    return NULL;
  return ihop_defs_of (facts, function, symbol)->address_taken ? NULL : symbol;
}

/* The first of the members in "s.a[2].b"; NULL: it is the struct as a whole. */
static const IhopSymbol *
first_member (const IhopNode *lvalue)
{
  const IhopSymbol *member = NULL;

  for (lvalue = ihop_node_strip (lvalue, TRUE); lvalue->kind == IHOP_MEMBER || lvalue->kind == IHOP_INDEX;
       lvalue = ihop_node_strip (lvalue->child[0], TRUE))
    member = lvalue->kind == IHOP_MEMBER ? lvalue->symbol : NULL;
  return member;
}

static gboolean
find_write (const IhopNode *node, gpointer data)
{
  Search *self = data;

  if (ihop_defs_target (node) != self->record)
    return TRUE;
  const IhopSymbol *member = node->kind == IHOP_VARIABLE ? NULL : first_member (node->child[0]);
  if (member == NULL || g_str_equal (member->name, self->field))
    {
      self->write = node;
      self->n_writes++;
    }
  return TRUE;
}

static gboolean
stands_in_loop (IhopFacts *facts, const IhopFunction *function, const IhopNode *node)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (facts, function, node);

  for (guint i = 0; path && i < path->len; i++)
    if (ihop_kind_is_loop (((const IhopNode *) path->pdata[i])->kind))
      return TRUE;
  return path == NULL;
}

gboolean
ihop_member_keeps_value (IhopFacts *facts, const IhopFunction *function, const IhopNode *member)
{
  const IhopSymbol *record = ihop_member_value_struct (facts, function, member);
  Search search = { record, member->symbol->name, NULL, 0 };

  if (record == NULL)
    return FALSE;
  ihop_node_walk (function->body, find_write, &search);
  if (record->kind == IHOP_SYMBOL_PARAMETER)
    return search.n_writes == 0;
  return search.n_writes == 1 && !ihop_defs_has_labels (facts, function) && !stands_in_loop (facts, function, search.write);
}

typedef struct
{
  IhopFacts *facts;
  const IhopFunction *function;
  gboolean is_value;       /* of a name that is to stand for it: what it is worked out from has to stay as well, names and memory */
  gboolean keeps;
} Keep;

static gboolean
is_in_memory (const IhopNode *node)
{
  return node->kind == IHOP_MEMBER || node->kind == IHOP_INDEX || (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF);
}

/* Of a struct of the function's own, what counts is the member. */
static gboolean
look_at_kept (const IhopNode *node, gpointer data)
{
  Keep *self = data;
  gboolean is_part = node->kind == IHOP_MEMBER && ihop_member_value_struct (self->facts, self->function, node);

  if (is_part)
    self->keeps &= ihop_member_keeps_value (self->facts, self->function, node);
  else if (node->kind == IHOP_REF && (node->symbol->kind == IHOP_SYMBOL_VARIABLE || node->symbol->kind == IHOP_SYMBOL_PARAMETER))
    self->keeps &= ihop_defs_keeps_value (self->facts, self->function, node->symbol)
                   || (self->is_value && ihop_defs_kept_value (self->facts, self->function, node->symbol));
  else if (self->is_value && is_in_memory (node))
    self->keeps &= !ihop_defs_may_change_value (self->facts, self->function, self->function->body, node, NULL);
  return self->keeps && !is_part;
}

gboolean
ihop_defs_keep_values (IhopFacts *facts, const IhopFunction *function, const IhopNode *expression)
{
  Keep self = { facts, function, FALSE, TRUE };

  ihop_node_walk (expression, look_at_kept, &self);
  return self.keeps;
}

/* "int last = n - 1;" in a loop, say: as often as it is set there, its value is the same if that of "n" is. */
static gboolean
is_set_by_declaration (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *symbol)
{
  const IhopDefs *defs = ihop_defs_of (facts, function, symbol);

  return symbol->kind == IHOP_SYMBOL_VARIABLE && !symbol->is_global && symbol->storage == IHOP_STORAGE_AUTO
         && !defs->address_taken && defs->n_writes == 1 && defs->write == defs->declaration && !ihop_defs_has_labels (facts, function);
}

const IhopNode *
ihop_defs_kept_value (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *symbol)
{
  const IhopNode *write = ihop_defs_of (facts, function, symbol)->write;
  const IhopNode *value = write == NULL                                              ? NULL
                          : write->kind == IHOP_VARIABLE && write->n_children       ? write->child[0]
                          : write->kind == IHOP_ASSIGN && write->op == IHOP_OP_NONE ? write->child[1]
                                                                                    : NULL;
  Keep self = { facts, function, TRUE, TRUE };

  if (value == NULL || ihop_node_effect (value) || ihop_node_mentions (value, symbol)
      || !(ihop_defs_keeps_value (facts, function, symbol) || is_set_by_declaration (facts, function, symbol)))
    return NULL;
  ihop_node_walk (value, look_at_kept, &self);
  return self.keeps ? value : NULL;
}
