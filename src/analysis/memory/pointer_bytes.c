#include "analysis/memory/pointer_bytes.h"
#include "analysis/memory/allocators.h"
#include "analysis/memory/effective_types.h"
#include "analysis/program/callgraph.h"
#include "analysis/program/facts_private.h"
#include "analysis/program/library_effects.h"
#include "ir/type_overlay.h"

enum { KINDS = 4 }; /* of scalars that may hold a pointer: by the numbers of their bits */

/* Which memory is taken for what. Conversions of pointers to and from "void *" are harmless by themselves, but two of them make a way. */
typedef struct
{
  IhopFacts *facts;
  IhopScalarKinds bytes;        /* what may look at everything over "void *" */
  GHashTable *harmless;         /* of IhopNode: conversions to what a library function is given, and looks at */
  IhopScalarKinds met[KINDS];   /* for each kind: which others the same memory is taken for */
  gboolean bytes_to_void, void_to_pointers; /* bytes in which pointers may be stored … */
  gboolean pointers_to_void, void_to_bytes; /* … and pointers that may be looked at as bytes */
  gboolean wide_over_void;      /* floating numbers are handed to where anything is, which costs loops nothing: nobody adds them to pointers */
} Ways;

static void
meet (Ways *self, IhopScalarKinds one, IhopScalarKinds other)
{
  for (guint i = 0; i < KINDS; i++)
    {
      self->met[i] |= one & (1u << i) ? other : 0;
      self->met[i] |= other & (1u << i) ? one : 0;
    }
}

/* The same memory is taken for both types. */
static void
take_for_both (Ways *self, const IhopType *a, const IhopType *b)
{
  for (guint i = 0; i < KINDS; i++)
    for (guint k = 0; k < i; k++)
      if (ihop_types_overlay (a, b, 1u << i, 1u << k))
        meet (self, 1u << i, 1u << k);
}

/* A pointer or an array: what it points to; NULL: neither. */
static const IhopType *
target_of (const IhopNode *node)
{
  const IhopType *type = node->type ? ihop_type_strip (node->type) : NULL;

  return type && (type->kind == IHOP_TYPE_POINTER || type->kind == IHOP_TYPE_ARRAY) ? ihop_type_element (type->target, NULL) : NULL;
}

static gboolean
is_void (const IhopType *type)
{
  return ihop_type_strip (type)->kind == IHOP_TYPE_VOID;
}

/* Bytes and nothing else, or a struct of them. */
static gboolean
is_bytes (const Ways *self, const IhopType *type)
{
  IhopScalarKinds kinds = ihop_type_scalars (type);

  return kinds && (kinds & ~self->bytes) == 0;
}

/* ---- copies ---- */

static const IhopNode *
uncast (const IhopNode *node)
{
  for (node = ihop_node_strip (node, TRUE); node->kind == IHOP_CAST;)
    node = ihop_node_strip (node->child[0], TRUE);
  return node;
}

/* memcpy (&p, numbers, sizeof p), memcpy (name, &p, sizeof p): of "void" it is not known what it is. */
static void
look_at_copy (Ways *self, const IhopType *from, const IhopType *to)
{
  if (from == NULL || to == NULL)
    return;
  take_for_both (self, from, to);
  if (!is_void (from) && !is_void (to))
    return;
  const IhopType *other = is_void (from) ? to : from;
  self->wide_over_void |= (ihop_type_scalars (other) & IHOP_SCALAR_WIDE) != 0;
  if (is_void (other) || ihop_type_holds_pointer (other))
    meet (self, IHOP_SCALAR_POINTER, IHOP_SCALAR_NUMBER);
  if (is_bytes (self, other))
    meet (self, IHOP_SCALAR_POINTER, IHOP_SCALAR_BYTE);
}

/* What a library function only looks at, fills or frees is not what becomes something else there. */
static void
look_at_call (Ways *self, const IhopNode *call)
{
  const IhopSymbol *callee = ihop_call_callee (call);
  const IhopLibraryEntry *entry = callee && !ihop_facts_function (self->facts, callee) ? ihop_library_find (callee) : NULL;

  if (entry == NULL)
    return;
  for (guint i = 0; entry->copies && !entry->allocates && i + 1 < call->n_children; i++)
    for (guint j = 0; j + 1 < call->n_children; j++)
      if (i != j && ihop_library_has (entry->reads, i) && ihop_library_has (entry->writes, j))
        look_at_copy (self, target_of (uncast (call->child[i + 1])), target_of (uncast (call->child[j + 1])));
  for (guint i = 0; !entry->unknown && i + 1 < call->n_children; i++)
    if (!ihop_library_has (entry->keeps | entry->stores | entry->returns, i))
      g_hash_table_add (self->harmless, (gpointer) call->child[i + 1]);
}

/* ---- casts ---- */

/* "malloc (n)", or what a function of the program gets from there: nothing is in it, and nobody else has it. */
static gboolean
is_fresh (const Ways *self, const IhopNode *node)
{
  const IhopNode *call = uncast (node);
  const IhopSymbol *callee = call->kind == IHOP_CALL ? ihop_call_callee (call) : NULL;

  return (node->flags & IHOP_NODE_CONSTANT) || (callee && ihop_points_to_is_fresh (self->facts, callee));
}

/* Between a pointer and a number, both ways; but "(double *) 0" is no pointer to anything. */
static gboolean
casts_number (const IhopNode *cast, const IhopType *from, const IhopType *to)
{
  const IhopNode *operand = cast->child[0];

  return (from && ihop_type_is_integer (cast->type))
         || (to && operand->type && ihop_type_is_integer (operand->type) && !(operand->flags & IHOP_NODE_CONSTANT));
}

static void
look_at_cast (Ways *self, const IhopNode *cast)
{
  const IhopType *from = target_of (cast->child[0]), *to = target_of (cast);

  if (casts_number (cast, from, to))
    meet (self, IHOP_SCALAR_POINTER, IHOP_SCALAR_NUMBER);
  if (from == NULL || to == NULL || is_fresh (self, cast->child[0]) || g_hash_table_contains (self->harmless, cast))
    return;
  take_for_both (self, from, to);
  self->bytes_to_void |= is_void (to) && is_bytes (self, from);
  self->void_to_pointers |= is_void (from) && ihop_type_holds_pointer (to);
  self->pointers_to_void |= ihop_type_holds_pointer (from) && is_void (to);
  self->void_to_bytes |= is_void (from) && is_bytes (self, to);
  self->wide_over_void |= is_void (is_void (to) ? to : from) && (ihop_type_scalars (is_void (to) ? from : to) & IHOP_SCALAR_WIDE);
}

/* ---- all together ---- */

/* What is stored in a member of a union is read as another. */
static void
look_at_member (Ways *self, const IhopNode *member)
{
  const IhopType *type = member->child[0]->type ? ihop_type_strip (member->child[0]->type) : NULL;

  if (type && type->kind == IHOP_TYPE_POINTER)
    type = ihop_type_strip (type->target);
  if (type && type->kind == IHOP_TYPE_RECORD && type->is_union)
    meet (self, ihop_type_scalars (type), ihop_type_scalars (type));
}

static gboolean
look_at_node (const IhopNode *node, gpointer data)
{
  if (node->kind == IHOP_CALL)
    look_at_call (data, node);
  else if (node->kind == IHOP_CAST)
    look_at_cast (data, node);
  else if (node->kind == IHOP_MEMBER)
    look_at_member (data, node);
  return TRUE;
}

/* All that the program runs, and what its variables start with. */
static void
walk_program (IhopFacts *facts, IhopVisit visit, gpointer data)
{
  const GPtrArray *functions = ihop_facts_functions (facts);
  const GPtrArray *trees = ihop_facts_trees (facts);

  for (guint i = 0; i < functions->len; i++)
    ihop_node_walk (((const IhopFunction *) functions->pdata[i])->body, visit, data);
  for (guint i = 0; i < trees->len; i++)
    {
      const IhopTree *tree = trees->pdata[i];
      for (guint j = 0; j < tree->global_nodes->len; j++)
        ihop_node_walk (tree->global_nodes->pdata[j], visit, data);
    }
}

/* What pointers become, and what that becomes. */
static IhopScalarKinds
carriers_of (const Ways *self)
{
  IhopScalarKinds carriers = IHOP_SCALAR_POINTER, before = 0;

  if ((self->bytes_to_void && self->void_to_pointers) || (self->pointers_to_void && self->void_to_bytes))
    carriers |= self->bytes;
  while (carriers != before)
    {
      before = carriers;
      for (guint i = 0; i < KINDS; i++)
        carriers |= before & (1u << i) ? self->met[i] : 0;
      /* "int byte = *p;", and back. */
      if (carriers & (IHOP_SCALAR_NUMBER | IHOP_SCALAR_BYTE))
        carriers |= IHOP_SCALAR_NUMBER | IHOP_SCALAR_BYTE | (self->wide_over_void ? IHOP_SCALAR_WIDE : 0);
    }
  return carriers;
}

static IhopScalarKinds
find_carriers (IhopFacts *facts)
{
  g_autoptr (GHashTable) harmless = g_hash_table_new (NULL, NULL);
  const IhopScalarKinds all = IHOP_SCALAR_BYTE | IHOP_SCALAR_NUMBER | IHOP_SCALAR_WIDE;
  Ways ways = { .facts = facts, .harmless = harmless, .bytes = ihop_effective_is_believed (facts) ? IHOP_SCALAR_BYTE : all };

  walk_program (facts, look_at_node, &ways);
  return carriers_of (&ways);
}

IhopScalarKinds
ihop_pointer_carriers (IhopFacts *facts)
{
  GHashTable *cache = ihop_facts_cache (facts, "what carries pointers", NULL);
  gpointer known = g_hash_table_lookup (cache, facts);

  if (known == NULL)
    {
      known = GUINT_TO_POINTER (find_carriers (facts));
      g_hash_table_insert (cache, facts, known);
    }
  return GPOINTER_TO_UINT (known);
}
