#include "analysis/memory/pointer_bytes.h"
#include "analysis/memory/allocators.h"
#include "analysis/program/callgraph.h"
#include "analysis/program/facts_private.h"
#include "analysis/program/library_effects.h"

/* ---- integers ---- */

/* A pointer or an array: what it points to; NULL: neither. */
static const IhopType *
target_of (const IhopNode *node)
{
  const IhopType *type = node->type ? ihop_type_strip (node->type) : NULL;

  return type && (type->kind == IHOP_TYPE_POINTER || type->kind == IHOP_TYPE_ARRAY)
           ? ihop_type_element (ihop_type_strip (type->target), NULL) : NULL;
}

static gboolean
is_void (const IhopType *type)
{
  return ihop_type_strip (type)->kind == IHOP_TYPE_VOID;
}

/* Single bytes are asked for by themselves. */
static gboolean
is_integers (const IhopType *type)
{
  return is_void (type) || (ihop_type_is_integer (type) && ihop_type_strip (type)->size > 1);
}

/* Whether pointers there are integers here, or may be: of "void" it is not known. */
static gboolean
exchange_bytes (const IhopType *a, const IhopType *b)
{
  if (a == NULL || b == NULL)
    return FALSE;
  return (is_void (a) && is_void (b)) || (is_integers (a) && ihop_type_holds_pointer (b))
         || (ihop_type_holds_pointer (a) && is_integers (b));
}

static const IhopNode *
uncast (const IhopNode *node)
{
  for (node = ihop_node_strip (node, TRUE); node->kind == IHOP_CAST;)
    node = ihop_node_strip (node->child[0], TRUE);
  return node;
}

/* memcpy (&p, numbers, sizeof p) */
static gboolean
copies_pointers (const IhopNode *call)
{
  const IhopSymbol *callee = ihop_call_callee (call);
  const IhopLibraryEntry *entry = callee ? ihop_library_find (callee) : NULL;

  if (entry == NULL || !entry->copies || entry->allocates)
    return FALSE;
  for (guint i = 0; i + 1 < call->n_children; i++)
    for (guint j = 0; j + 1 < call->n_children; j++)
      if (ihop_library_has (entry->reads, i) && ihop_library_has (entry->writes, j)
          && exchange_bytes (target_of (uncast (call->child[i + 1])), target_of (uncast (call->child[j + 1]))))
        return TRUE;
  return FALSE;
}

/* Casts between a pointer and a number, both ways, and "(long *) &p" and "(int **) &number". */
static gboolean
casts_pointers (const IhopNode *cast)
{
  const IhopNode *operand = cast->child[0];
  const IhopType *from = target_of (operand), *to = target_of (cast);

  if (from && ihop_type_is_integer (cast->type))
    return TRUE;
  if (to && operand->type && ihop_type_is_integer (operand->type))
    return !(operand->flags & IHOP_NODE_CONSTANT);
  return from && to && !is_void (from) && !is_void (to) && exchange_bytes (from, to);
}

static gboolean
find_integer_pointers (const IhopNode *node, gpointer data)
{
  gboolean *found = data;
  const IhopType *type;

  *found |= (node->kind == IHOP_CAST && casts_pointers (node))
            || (node->kind == IHOP_CALL && copies_pointers (node));
  if (node->kind == IHOP_MEMBER && node->child[0]->type
      && (type = ihop_type_strip (node->child[0]->type)))
    {
      if (type->kind == IHOP_TYPE_POINTER)
        type = ihop_type_strip (type->target);
      *found |= type && type->kind == IHOP_TYPE_RECORD && type->is_union;
    }
  return !*found;
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

/* Bytes of pointers in integers: by a cast, a copy of bytes, or through a union. */
static gboolean
integers_carry (IhopFacts *facts)
{
  gboolean found = FALSE;

  walk_program (facts, find_integer_pointers, &found);
  return found;
}

/* ---- bytes ---- */

/* Conversions of pointers that the program makes: each kind by itself is harmless, but some of them make a way together. */
typedef struct
{
  IhopFacts *facts;
  GHashTable *harmless;         /* of IhopNode: conversions to what a library function is given, and looks at */
  gboolean bytes_to_void, void_to_pointers; /* bytes in which pointers may be stored … */
  gboolean pointers_to_void, void_to_bytes; /* … and pointers that may be looked at as bytes */
  gboolean is_direct;
} Bytes;

static gboolean
is_byte (const IhopType *type)
{
  return ihop_type_is_integer (type) && !ihop_type_is_bool (type) && ihop_type_strip (type)->size <= 1;
}

/* memcpy (name, &p, sizeof p) */
static gboolean
copies_bytes (const IhopNode *call, const IhopLibraryEntry *entry)
{
  for (guint i = 0; entry->copies && !entry->allocates && i + 1 < call->n_children; i++)
    for (guint j = 0; j + 1 < call->n_children; j++)
      {
        const IhopType *a = target_of (uncast (call->child[i + 1])), *b = target_of (uncast (call->child[j + 1]));
        if (i != j && a && b && is_byte (a) && (is_void (b) || ihop_type_holds_pointer (b)))
          return TRUE;
      }
  return FALSE;
}

/* What a library function only looks at, fills or frees is not what becomes something else there. */
static void
look_at_call (Bytes *self, const IhopNode *call)
{
  const IhopSymbol *callee = ihop_call_callee (call);
  const IhopLibraryEntry *entry = callee && !ihop_facts_function (self->facts, callee) ? ihop_library_find (callee) : NULL;

  if (entry == NULL || entry->unknown)
    return;
  self->is_direct |= copies_bytes (call, entry);
  for (guint i = 0; i + 1 < call->n_children; i++)
    if (!ihop_library_has (entry->keeps | entry->stores | entry->returns, i))
      g_hash_table_add (self->harmless, (gpointer) call->child[i + 1]);
}

/* "malloc (n)", or what a function of the program gets from there: nothing is in it, and nobody else has it. */
static gboolean
is_fresh (const Bytes *self, const IhopNode *node)
{
  const IhopNode *call = uncast (node);
  const IhopSymbol *callee = call->kind == IHOP_CALL ? ihop_call_callee (call) : NULL;

  return (node->flags & IHOP_NODE_CONSTANT) || (callee && ihop_points_to_is_fresh (self->facts, callee));
}

static void
look_at_cast (Bytes *self, const IhopNode *cast)
{
  const IhopType *from = target_of (cast->child[0]), *to = target_of (cast);

  if (from == NULL || to == NULL || is_fresh (self, cast->child[0]) || g_hash_table_contains (self->harmless, cast))
    return;
  self->is_direct |= (is_byte (from) && ihop_type_holds_pointer (to)) || (ihop_type_holds_pointer (from) && is_byte (to));
  self->bytes_to_void |= is_byte (from) && is_void (to);
  self->void_to_pointers |= is_void (from) && ihop_type_holds_pointer (to);
  self->pointers_to_void |= ihop_type_holds_pointer (from) && is_void (to);
  self->void_to_bytes |= is_void (from) && is_byte (to);
}

static gboolean
find_bytes (const IhopNode *node, gpointer data)
{
  Bytes *self = data;

  if (node->kind == IHOP_CALL)
    look_at_call (self, node);
  if (node->kind == IHOP_CAST)
    look_at_cast (self, node);
  return !self->is_direct;
}

static gboolean
bytes_carry (IhopFacts *facts)
{
  g_autoptr (GHashTable) harmless = g_hash_table_new (NULL, NULL);
  Bytes bytes = { .facts = facts, .harmless = harmless };

  walk_program (facts, find_bytes, &bytes);
  return bytes.is_direct || (bytes.bytes_to_void && bytes.void_to_pointers) || (bytes.pointers_to_void && bytes.void_to_bytes);
}

/* ---- both ---- */

static gboolean
remembered (IhopFacts *facts, const char *what, gboolean (*find) (IhopFacts *facts))
{
  GHashTable *cache = ihop_facts_cache (facts, what, NULL);
  gpointer known = g_hash_table_lookup (cache, facts);

  if (known == NULL)
    {
      known = GINT_TO_POINTER (find (facts) + 1);
      g_hash_table_insert (cache, facts, known);
    }
  return GPOINTER_TO_INT (known) - 1;
}

gboolean
ihop_integers_carry_pointers (IhopFacts *facts)
{
  return remembered (facts, "integers carry pointers", integers_carry);
}

gboolean
ihop_bytes_carry_pointers (IhopFacts *facts)
{
  return ihop_integers_carry_pointers (facts) || remembered (facts, "bytes carry pointers", bytes_carry);
}
