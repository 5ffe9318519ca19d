#include "gpugen/memory/member_allocation.h"
#include "analysis/memory/alias.h"
#include "analysis/memory/definitions.h"
#include "analysis/program/callgraph.h"
#include "ir/expression.h"
#include "gpugen/memory/allocated_size.h"
#include "gpugen/memory/once.h"
#include "gpugen/memory/pointer_start.h"

enum { MOST_PLACES = 8, MOST_LEVELS = 6 };

const IhopNode *
ihop_member_stored_value (const IhopNode *node)
{
  while (node->kind == IHOP_PAREN || (node->kind == IHOP_CAST && ihop_type_strip (node->type)->kind == IHOP_TYPE_POINTER))
    node = node->child[0];
  return node;
}

const IhopSymbol *
ihop_member_base (IhopFacts *facts, const IhopFunction *function, const IhopNode *member)
{
  const IhopNode *base = ihop_node_strip (member->child[0], TRUE);
  gboolean is_arrow = member->flags & IHOP_NODE_ARROW;
  gboolean is_name = base->kind == IHOP_REF && base->symbol && base->symbol->storage != IHOP_STORAGE_THREAD
                     && (!is_arrow || (!base->symbol->is_global && base->symbol->storage == IHOP_STORAGE_AUTO));

  if (!is_name || (base->symbol->kind != IHOP_SYMBOL_VARIABLE && base->symbol->kind != IHOP_SYMBOL_PARAMETER))
    return NULL;
  if (!is_arrow)
    return base->symbol;
  return ihop_defs_keeps_value (facts, function, base->symbol) ? base->symbol : NULL;
}

const IhopNode *
ihop_member_beside (IhopPool *pool, const IhopNode *member, const IhopSymbol *field)
{
  IhopNode *beside = ihop_node_new (pool, IHOP_MEMBER, 1);

  beside->flags = member->flags & IHOP_NODE_ARROW;
  beside->child[0] = member->child[0];
  beside->symbol = (IhopSymbol *) field;
  beside->type = field->type;
  return beside;
}

static gboolean
is_null (const IhopNode *node)
{
  while (node->kind == IHOP_PAREN || node->kind == IHOP_CAST)
    node = node->child[0];
  return (node->flags & IHOP_NODE_CONSTANT) && node->integer == 0;
}

const IhopNode *
ihop_member_declared_value (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *pointer)
{
  const IhopNode *declared = ihop_defs_of (facts, function, pointer)->declaration;
  const IhopNode *value = declared && declared->n_children && declared->child[0] ? ihop_member_stored_value (declared->child[0]) : NULL;

  if (value && value->kind == IHOP_CONDITIONAL && value->child[1] && is_null (value->child[2]))
    value = ihop_member_stored_value (value->child[1]);
  return value && value->kind == IHOP_MEMBER && ihop_member_record (value) ? value : NULL;
}

const IhopNode *
ihop_member_read (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *pointer)
{
  const IhopNode *value = ihop_member_declared_value (facts, function, pointer);

  return value && ihop_defs_keeps_value (facts, function, pointer) ? value : NULL;
}

/* ---- the size, in members ---- */

typedef struct
{
  const IhopMemberSite *site;
  GHashTable *numbers; /* fields that it is said in → the write of each beside the pointer's */
} Translation;

static const IhopNode *in_members (Translation *self, const IhopNode *node, guint level);

static gboolean
holds_all (const IhopType *to, const IhopType *from)
{
  to = ihop_type_strip (to);
  from = ihop_type_strip (from);
  return ihop_type_is_integer (to) && ihop_type_is_integer (from)
         && (to->size > from->size ? to->is_signed || !from->is_signed || to->size > sizeof (int)
                                   : to->size == from->size && to->is_signed == from->is_signed);
}

/* The only write to the field; it stands beside the pointer's. NULL: there are others. */
static const IhopNode *
write_beside (const IhopMemberSite *site, const IhopSymbol *field, guint *at)
{
  const GArray *writes = ihop_member_writes (site->facts, site->record, field);
  const IhopNode *found = NULL, *block;

  for (guint i = 0; writes && i < writes->len; i++)
    {
      const IhopMemberWrite *write = &g_array_index (writes, IhopMemberWrite, i);
      if (write->function != site->function)
        continue;
      if (found || write->node->kind != IHOP_ASSIGN || write->node->op != IHOP_OP_NONE)
        return NULL;
      found = write->node;
    }
  if (found == NULL)
    return NULL;
  const IhopNode *member = ihop_node_strip (found->child[0], TRUE);
  return member->kind == IHOP_MEMBER && ihop_member_base (site->facts, site->function, member) == site->base
             && ihop_once_place (site->facts, site->function, found, &block, at) && block == site->block
           ? found : NULL;
}

/* It has what it was made with. */
static gboolean
is_never_set (const IhopMemberSite *site, const IhopSymbol *field)
{
  const GArray *writes = ihop_member_writes (site->facts, site->record, field);

  return writes && writes->len == 0;
}

static const IhopNode *
name_of (Translation *self, const IhopSymbol *field, const IhopNode *write)
{
  g_hash_table_insert (self->numbers, (gpointer) field, (gpointer) write);
  return ihop_expression_name (ihop_facts_pool (self->site->facts), (IhopSymbol *) field);
}

/* "m->n", set before. */
static const IhopNode *
of_member (Translation *self, const IhopNode *member)
{
  const IhopMemberSite *site = self->site;
  guint at;
  gboolean is_its = ihop_member_base (site->facts, site->function, member) == site->base && ihop_type_is_integer (member->type);
  const IhopNode *write = is_its ? write_beside (site, member->symbol, &at) : NULL;

  if (is_its && is_never_set (site, member->symbol))
    return name_of (self, member->symbol, NULL);
  return write && at < site->allocated ? name_of (self, member->symbol, write) : NULL;
}

/* A variable that some member is set to, or whose own value says it. */
static const IhopNode *
of_variable (Translation *self, const IhopSymbol *symbol, guint level)
{
  const IhopMemberSite *site = self->site;
  guint at;

  if (!ihop_defs_keeps_value (site->facts, site->function, symbol))
    return NULL;
  for (guint i = 0; i < site->record->n_fields; i++)
    {
      const IhopSymbol *field = site->record->fields[i];
      const IhopNode *write = ihop_type_is_integer (field->type) ? write_beside (site, field, &at) : NULL;
      const IhopNode *value = write ? ihop_node_strip (write->child[1], TRUE) : NULL;
      while (value && value->kind == IHOP_CAST && value->flags & IHOP_NODE_IMPLICIT)
        value = value->child[0];
      if (value && value->kind == IHOP_REF && value->symbol == symbol && holds_all (field->type, symbol->type))
        return name_of (self, field, write);
    }
  const IhopNode *declared = ihop_defs_of (site->facts, site->function, symbol)->declaration;
  const IhopNode *value = declared && declared->n_children ? declared->child[0] : NULL;
  return value && level < MOST_LEVELS ? in_members (self, value, level + 1) : NULL;
}

static const IhopNode *
in_members (Translation *self, const IhopNode *node, guint level)
{
  IhopPool *pool = ihop_facts_pool (self->site->facts);
  const IhopNode *left, *right;

  if ((node->flags & IHOP_NODE_CONSTANT) || ihop_expression_is_number (node, NULL))
    return node->integer >= 0 ? ihop_expression_number (pool, node->integer) : NULL;
  switch (node->kind)
    {
    case IHOP_PAREN:
      return in_members (self, node->child[0], level);
    case IHOP_CAST:
      return holds_all (node->type, node->child[0]->type) ? in_members (self, node->child[0], level) : NULL;
    case IHOP_REF:
      return of_variable (self, node->symbol, level);
    case IHOP_MEMBER:
      return of_member (self, node);
    case IHOP_BINARY:
      left = node->op == IHOP_OP_MUL || node->op == IHOP_OP_ADD ? in_members (self, node->child[0], level) : NULL;
      right = left ? in_members (self, node->child[1], level) : NULL;
      return right ? ihop_expression_binary (pool, node->op, left, right) : NULL;
    default:
      return NULL;
    }
}

/* ---- out of step ---- */

typedef struct
{
  const IhopMemberSite *site;
  gboolean failed;
} Meanwhile;

static gboolean
find_record (const IhopNode *node, gpointer data)
{
  Meanwhile *self = data;

  self->failed |= node->kind == IHOP_MEMBER && ihop_member_of_same (ihop_member_record (node), self->site->record);
  return !self->failed;
}

/* Functions of the program that run meanwhile know nothing of such structs. */
static gboolean
find_call (const IhopNode *node, gpointer data)
{
  Meanwhile *self = data;
  const IhopSymbol *callee = node->kind == IHOP_CALL ? ihop_call_callee (node) : NULL;
  const GPtrArray *nodes = ihop_callgraph_of (self->site->facts)->nodes;

  if (node->kind == IHOP_CALL && callee == NULL)
    self->failed = TRUE;
  const IhopFunction *function = callee ? ihop_facts_function (self->site->facts, callee) : NULL;
  for (guint i = 0; function && !self->failed && i < nodes->len; i++)
    {
      const IhopFunction *other = ((const IhopCallNode *) nodes->pdata[i])->function;
      if (ihop_callgraph_reaches (self->site->facts, function, other))
        ihop_node_walk (other->body, find_record, self);
    }
  return !self->failed;
}

static gboolean
is_unseen (const IhopMemberSite *site)
{
  Meanwhile meanwhile = { site, FALSE };
  gboolean leaves = FALSE;

  for (guint i = site->first; i <= site->last; i++)
    {
      leaves |= ihop_once_leaves (site->block->child[i]);
      ihop_node_walk (site->block->child[i], find_call, &meanwhile);
    }
  return !meanwhile.failed && (!leaves || site->is_fresh);
}

/* Members that change places are all as large. */
typedef struct
{
  IhopFacts *facts;
  const IhopType *record;
  IhopMemberMeasure measure;
  gpointer data;           /* the measure's */
  IhopMemberSize *found;
  GHashTable *numbers;
  GPtrArray *members;        /* of const IhopSymbol *: those that are asked about */
  GPtrArray *exchanging;     /* of const IhopFunction * */
} Group;

/* ---- one place where memory is stored ---- */

/* What is allocated: by the value itself, or by the only value of the variable that is stored. */
const IhopNode *
ihop_member_measure_all (IhopMemberSite *site, gpointer element)
{
  const IhopNode *value = ihop_member_stored_value (site->write->child[1]), *call = value, *block;

  if (value->kind == IHOP_REF)
    {
      if (!ihop_defs_keeps_value (site->facts, site->function, value->symbol)
          || !ihop_pointer_is_start (site->facts, site->function, value->symbol)
          || !ihop_alias_allocation (site->facts, site->function, value->symbol, &call))
        return NULL;
    }
  return call && call->kind == IHOP_CALL && ihop_once_place (site->facts, site->function, call, &block, &site->allocated)
             && block == site->block ? ihop_allocated_count (site->facts, site->function, call, element) : NULL;
}

static gboolean
begin_site (IhopMemberSite *site, const IhopMemberWrite *write)
{
  const IhopNode *member = write->node->kind == IHOP_ASSIGN ? ihop_node_strip (write->node->child[0], TRUE) : NULL, *call;

  if (write->function == NULL || member == NULL || member->kind != IHOP_MEMBER || write->node->op != IHOP_OP_NONE)
    return FALSE;
  site->function = write->function;
  site->write = write->node;
  site->base = ihop_member_base (site->facts, site->function, member);
  if (site->base == NULL || !ihop_once_place (site->facts, site->function, write->node, &site->block, &site->at))
    return FALSE;
  site->first = site->last = site->at;
  site->is_fresh = (member->flags & IHOP_NODE_ARROW)
                   && ihop_alias_allocation (site->facts, site->function, site->base, &call) && call;
  return TRUE;
}

/* The size, in names of fields; adds them to "numbers". */
static const IhopNode *
size_at (const Group *group, IhopMemberSite *site)
{
  g_autoptr (GHashTable) here = g_hash_table_new (NULL, NULL);
  Translation translation = { site, here };
  const IhopNode *count = group->measure (site, group->data);
  const IhopNode *size = count ? in_members (&translation, count, 0) : NULL;
  GHashTableIter each;
  gpointer field;

  if (size == NULL)
    return NULL;
  g_hash_table_iter_init (&each, here);
  while (g_hash_table_iter_next (&each, &field, NULL))
    {
      guint at;
      if (is_never_set (site, field))
        continue;
      if (write_beside (site, field, &at) == NULL)
        return NULL;
      site->first = MIN (site->first, at);
      site->last = MAX (site->last, at);
      g_hash_table_add (group->numbers, field);
    }
  return is_unseen (site) ? size : NULL;
}

/* ---- all of them ---- */

const IhopMemberSite *
ihop_member_site_in (const IhopMemberSize *known, const IhopFunction *function)
{
  for (guint i = 0; i < known->sites->len; i++)
    if (g_array_index (known->sites, IhopMemberSite, i).function == function)
      return &g_array_index (known->sites, IhopMemberSite, i);
  return NULL;
}

static gboolean
numbers_stay (IhopFacts *facts, const IhopType *record, GHashTable *numbers, const IhopMemberSize *found)
{
  GHashTableIter each;
  gpointer field;

  g_hash_table_iter_init (&each, numbers);
  while (g_hash_table_iter_next (&each, &field, NULL))
    {
      const GArray *writes = ihop_member_writes (facts, record, field);
      for (guint i = 0; writes && i < writes->len; i++)
        if (ihop_member_site_in (found, g_array_index (writes, IhopMemberWrite, i).function) == NULL)
          return FALSE;
      if (writes == NULL)
        return FALSE;
    }
  return TRUE;
}

static void
add_member (Group *group, const IhopSymbol *field)
{
  for (guint i = 0; i < group->members->len; i++)
    if (g_str_equal (((const IhopSymbol *) group->members->pdata[i])->name, field->name))
      return;
  g_ptr_array_add (group->members, (gpointer) field);
}

/* One write to a member: memory of the size that all have, or another member's. */
static gboolean
add_write (Group *group, const IhopMemberWrite *write, gboolean is_first)
{
  g_autoptr (GPtrArray) others = ihop_member_taken_from (group->facts, group->record, write);
  IhopMemberSite site = { .facts = group->facts, .record = group->record };

  for (guint i = 0; others && i < others->len; i++)
    add_member (group, ((const IhopNode *) others->pdata[i])->symbol);
  if (others)
    {
      g_ptr_array_add (group->exchanging, (gpointer) write->function);
      return TRUE;
    }
  const IhopNode *size = begin_site (&site, write) ? size_at (group, &site) : NULL;
  const IhopMemberSite *had = size ? ihop_member_site_in (group->found, site.function) : NULL;
  if (size == NULL || (group->found->size && !ihop_expression_equal (group->found->size, size)) || (had && is_first)
      || (had && (had->base != site.base || had->block != site.block)))
    return FALSE;
  group->found->size = size;
  if (!had)
    g_array_append_val (group->found->sites, site);
  return TRUE;
}

static gboolean
add_writes (Group *group)
{
  for (guint k = 0; k < group->members->len; k++)
    {
      const GArray *writes = ihop_member_writes (group->facts, group->record, group->members->pdata[k]);
      if (writes == NULL || writes->len > MOST_PLACES)
        return FALSE;
      for (guint i = 0; i < writes->len; i++)
        if (!add_write (group, &g_array_index (writes, IhopMemberWrite, i), k == 0))
          return FALSE;
    }
  return TRUE;
}

/* No memory is stored while a pointer is on its way from one member to another. */
static gboolean
exchanges_alone (const Group *group)
{
  for (guint i = 0; i < group->exchanging->len; i++)
    for (guint k = 0; k < group->found->sites->len; k++)
      if (ihop_callgraph_reaches (group->facts, group->exchanging->pdata[i], g_array_index (group->found->sites, IhopMemberSite, k).function))
        return FALSE;
  return TRUE;
}

/* Where the numbers are set anew, so is the memory behind each of the members. */
static gboolean
sets_all (const Group *group, const IhopFunction *function)
{
  for (guint k = 0; k < group->members->len; k++)
    {
      const GArray *writes = ihop_member_writes (group->facts, group->record, group->members->pdata[k]);
      guint i = 0;
      while (i < writes->len && g_array_index (writes, IhopMemberWrite, i).function != function)
        i++;
      if (i == writes->len)
        return FALSE;
    }
  return TRUE;
}

static gboolean
all_are_set (const Group *group)
{
  for (guint i = 0; i < group->found->sites->len; i++)
    if (!sets_all (group, g_array_index (group->found->sites, IhopMemberSite, i).function))
      return FALSE;
  return TRUE;
}

void
ihop_member_size_find (IhopFacts *facts, const IhopType *record, const IhopSymbol *field, IhopMemberMeasure measure, gpointer data,
                       IhopMemberSize *found)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) members = g_ptr_array_new (), exchanging = g_ptr_array_new ();
  Group group = { facts, record, measure, data, found, numbers, members, exchanging };

  add_member (&group, field);
  if (!add_writes (&group) || !exchanges_alone (&group) || !all_are_set (&group) || !numbers_stay (facts, record, numbers, found))
    found->size = NULL;
}

gboolean
ihop_member_is_beside (const IhopMemberSite *site, const IhopMemberWrite *write)
{
  const IhopNode *member = site && write->node->kind == IHOP_ASSIGN ? ihop_node_strip (write->node->child[0], TRUE) : NULL;
  const IhopNode *block;
  gboolean leaves = FALSE;
  guint at;

  if (member == NULL || member->kind != IHOP_MEMBER || ihop_member_base (site->facts, site->function, member) != site->base
      || !ihop_once_place (site->facts, site->function, write->node, &block, &at) || block != site->block)
    return FALSE;
  for (guint i = MIN (at, site->at); i <= MAX (at, site->at); i++)
    leaves |= ihop_once_leaves (block->child[i]);
  return !leaves;
}
