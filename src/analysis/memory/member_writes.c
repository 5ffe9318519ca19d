#include "analysis/memory/member_writes.h"
#include "analysis/memory/access_walk.h"
#include "analysis/memory/effective_types.h"
#include "analysis/memory/points_to.h"
#include "analysis/program/callgraph.h"
#include "analysis/program/facts_private.h"

typedef struct
{
  IhopFacts *facts;
  const IhopType *record;
  const IhopFunction *function; /* that is being read; NULL: none */
  GHashTable *writes;    /* name of a field → GArray of IhopMemberWrite */
  GHashTable *addressed; /* names of fields whose address is taken */
  GHashTable *copying;   /* functions that copy whole structs */
  gboolean failed;
} Search;

static void visit (Search *self, const IhopNode *node);

static gboolean
is_same_record (const IhopType *a, const IhopType *b)
{
  if (a->kind != IHOP_TYPE_RECORD || b->kind != IHOP_TYPE_RECORD || a->size != b->size || a->n_fields != b->n_fields
      || a->fields == NULL || b->fields == NULL)
    return FALSE;
  for (guint i = 0; i < a->n_fields; i++)
    if (a->fields[i]->offset != b->fields[i]->offset || g_strcmp0 (a->fields[i]->name, b->fields[i]->name) != 0)
      return FALSE;
  return TRUE;
}

/* How many pointers and arrays lead from a value of this type to the struct, 0: it is one; -1: none do. */
static int
way_to (const Search *self, const IhopType *type)
{
  int steps = 0;

  for (type = type ? ihop_type_strip (type) : NULL; type; type = type->target ? ihop_type_strip (type->target) : NULL)
    if (type->kind == IHOP_TYPE_RECORD)
      return is_same_record (type, self->record) ? steps : -1;
    else if (type->kind == IHOP_TYPE_POINTER || type->kind == IHOP_TYPE_ARRAY)
      steps++;
    else
      return -1;
  return -1;
}

const IhopType *
ihop_member_record (const IhopNode *member)
{
  const IhopType *type = ihop_type_strip (member->child[0]->type);

  if (member->flags & IHOP_NODE_ARROW)
    type = type->target ? ihop_type_strip (type->target) : NULL;
  return type && type->kind == IHOP_TYPE_RECORD && type->fields ? type : NULL;
}

gboolean
ihop_member_of_same (const IhopType *a, const IhopType *b)
{
  return a && b && is_same_record (a, b);
}

static gboolean
is_zero (const IhopNode *value)
{
  while (value->kind == IHOP_PAREN || value->kind == IHOP_CAST)
    value = value->child[0];
  return (value->flags & IHOP_NODE_CONSTANT) && value->integer == 0;
}

static void
add_write (Search *self, const IhopSymbol *field, const IhopNode *node)
{
  GArray *writes = g_hash_table_lookup (self->writes, field->name);
  const IhopMemberWrite write = { self->function, node };

  if (writes == NULL)
    {
      writes = g_array_new (FALSE, FALSE, sizeof (IhopMemberWrite));
      g_hash_table_insert (self->writes, (gpointer) field->name, writes);
    }
  g_array_append_val (writes, write);
}

/* The member of such a struct that a place is, or an element of. */
static const IhopNode *
member_of (const Search *self, const IhopNode *place)
{
  place = ihop_node_strip (place, TRUE);
  while (place->kind == IHOP_INDEX && ihop_type_strip (place->child[0]->type)->kind == IHOP_TYPE_ARRAY)
    place = ihop_node_strip (place->child[0], TRUE);
  if (place->kind != IHOP_MEMBER)
    return NULL;
  const IhopType *record = ihop_member_record (place);
  return record && is_same_record (record, self->record) ? place : NULL;
}

static void
look_at_member (Search *self, const IhopNode *node)
{
  gboolean is_assigned = node->kind == IHOP_ASSIGN;
  gboolean is_unary = node->kind == IHOP_UNARY && node->op >= IHOP_OP_ADDRESS;
  const IhopNode *member = is_assigned || is_unary ? member_of (self, node->child[0]) : NULL;

  if (is_assigned && way_to (self, node->type) == 0 && self->function)
    g_hash_table_add (self->copying, (gpointer) self->function);
  if (member == NULL)
    return;
  if (is_unary && node->op == IHOP_OP_ADDRESS)
    g_hash_table_add (self->addressed, (gpointer) member->symbol->name);
  else if (!is_assigned || node->op != IHOP_OP_NONE || !is_zero (node->child[1])
           || ihop_type_strip (member->symbol->type)->kind != IHOP_TYPE_POINTER)
    add_write (self, member->symbol, node);
}

/* A list that makes such a struct: pointers in it may be 0. Numbers beside them that are 0 say nothing. */
static void
look_at_list (Search *self, const IhopNode *list)
{
  for (guint i = 0; i < list->n_children; i++)
    {
      const IhopSymbol *field = list->child[i] ? ihop_type_field (self->record, i) : NULL;
      if (list->child[i] == NULL || is_zero (list->child[i]))
        continue;
      if (field == NULL)
        self->failed = TRUE;
      else if (ihop_type_holds_pointer (field->type))
        add_write (self, field, list);
    }
}

/* ---- where pointers to the struct go ---- */

static const IhopType *
parameter_type (const IhopFunction *function, guint i)
{
  return i < function->n_params ? function->params[i]->type : NULL;
}

/* The library may give the memory back, or fill whole structs with one byte: then nothing hangs on them. */
static gboolean
is_harmless_to (const Search *self, const IhopNode *call)
{
  const IhopSymbol *callee = ihop_call_callee (call);

  if (callee && g_str_equal (callee->name, "memset") && call->n_children == 4)
    return (call->child[3]->flags & IHOP_NODE_CONSTANT) && call->child[3]->integer % (gint64) self->record->size == 0;
  return callee && (g_str_equal (callee->name, "free") || g_str_equal (callee->name, "realloc"));
}

static void
visit_call (Search *self, const IhopNode *call)
{
  const IhopSymbol *callee = ihop_call_callee (call);
  const IhopFunction *function = callee ? ihop_facts_function (self->facts, callee) : NULL;

  for (guint i = 1; i < call->n_children; i++)
    {
      const IhopNode *argument = call->child[i];
      while (function == NULL && is_harmless_to (self, call) && (argument->kind == IHOP_CAST || argument->kind == IHOP_PAREN))
        argument = argument->child[0];
      int way = way_to (self, argument->type);
      if (way >= 0 && (function ? way_to (self, parameter_type (function, i - 1)) != way : !is_harmless_to (self, call)))
        self->failed = TRUE;
      visit (self, argument);
    }
  if (callee == NULL)
    visit (self, call->child[0]);
}

/* Whether the value may go from the child to the node as what it is. */
static gboolean
keeps_type (const Search *self, const IhopNode *node, guint i)
{
  int way = way_to (self, node->child[i]->type);
  const IhopType *type;

  switch (node->kind)
    {
    case IHOP_ASSIGN:
      type = node->child[1 - i]->type;
      return way_to (self, type) == way || (i == 0 && way > 0);
    case IHOP_VARIABLE:
      return way_to (self, node->symbol->type) == way;
    case IHOP_RETURN:
      return self->function && way_to (self, ihop_type_strip (self->function->symbol->type)->target) == way;
    case IHOP_CAST:
      return way_to (self, node->type) == way;
    case IHOP_INIT_LIST:
      type = ihop_type_place (node->type, i);
      return type && way_to (self, type) == way;
    case IHOP_OPAQUE:
    case IHOP_OPAQUE_EXPR:
      return FALSE;
    default:
      return TRUE;
    }
}

static void
visit (Search *self, const IhopNode *node)
{
  gboolean is_list = node->kind == IHOP_INIT_LIST && way_to (self, node->type) == 0;

  if (self->failed || node->kind == IHOP_SIZEOF)
    return;
  if ((node->kind == IHOP_OPAQUE || node->kind == IHOP_OPAQUE_EXPR) && !ihop_opaque_is_harmless (node))
    self->failed = TRUE;
  /* It lies in another struct, with which it may be copied. */
  if (node->kind == IHOP_MEMBER
      && (way_to (self, node->type) == 0 || (way_to (self, node->type) > 0 && ihop_type_strip (node->type)->kind == IHOP_TYPE_ARRAY
                                             && way_to (self, ihop_type_element (node->type, NULL)) == 0)))
    self->failed = TRUE;
  look_at_member (self, node);
  if (is_list)
    look_at_list (self, node);
  if (node->kind == IHOP_CALL)
    {
      visit_call (self, node);
      return;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i])
      {
        if (way_to (self, node->child[i]->type) >= 0 && !keeps_type (self, node, i))
          self->failed = TRUE;
        visit (self, node->child[i]);
      }
}

static void
visit_program (Search *self)
{
  const GPtrArray *functions = ihop_facts_functions (self->facts), *trees = ihop_facts_trees (self->facts);

  for (guint i = 0; i < trees->len; i++)
    {
      const IhopTree *tree = trees->pdata[i];
      for (guint k = 0; k < tree->global_nodes->len; k++)
        visit (self, tree->global_nodes->pdata[k]);
    }
  for (guint i = 0; i < functions->len; i++)
    {
      self->function = functions->pdata[i];
      visit (self, self->function->body);
    }
}

static void
search_free (gpointer data)
{
  Search *self = data;

  g_hash_table_unref (self->writes);
  g_hash_table_unref (self->addressed);
  g_hash_table_unref (self->copying);
  g_free (self);
}

static const Search *
search_of (IhopFacts *facts, const IhopType *record)
{
  GHashTable *cache = ihop_facts_cache (facts, "member writes", search_free);
  Search *self = g_hash_table_lookup (cache, record->fields);

  if (self)
    return self;
  self = g_new0 (Search, 1);
  self->facts = facts;
  self->record = record;
  self->writes = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_array_unref);
  self->addressed = g_hash_table_new (g_str_hash, g_str_equal);
  self->copying = g_hash_table_new (NULL, NULL);
  self->failed = record->is_union || record->may_alias || !ihop_effective_is_believed (facts) || !ihop_callgraph_is_closed (facts)
                 || !ihop_flow_is_exact (ihop_points_to_program (facts));
  g_hash_table_insert (cache, record->fields, self);
  visit_program (self);
  return self;
}

const GArray *
ihop_member_writes (IhopFacts *facts, const IhopType *record, const IhopSymbol *field)
{
  static GArray *none;
  const Search *self = search_of (facts, record);
  const GArray *writes = g_hash_table_lookup (self->writes, field->name);

  if (g_once_init_enter (&none))
    g_once_init_leave (&none, g_array_new (FALSE, FALSE, sizeof (IhopMemberWrite)));
  if (self->failed || g_hash_table_contains (self->addressed, field->name))
    return NULL;
  return writes ? writes : none;
}

gboolean
ihop_member_copies (IhopFacts *facts, const IhopType *record, const IhopFunction *function)
{
  const Search *self = search_of (facts, record);
  GHashTableIter each;
  gpointer copying;

  g_hash_table_iter_init (&each, self->copying);
  while (g_hash_table_iter_next (&each, &copying, NULL))
    if (ihop_callgraph_reaches (facts, function, copying))
      return TRUE;
  return FALSE;
}
