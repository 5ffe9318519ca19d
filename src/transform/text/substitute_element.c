#include "transform/text/substitute_element.h"
#include "transform/build/make.h"
#include "transform/build/make_type.h"
#include "transform/build/query.h"

typedef struct
{
  IhopBuild *build;
  const IhopSymbol *symbol;
  const IhopNode *array, *first; /* the pointer is array + first */
  gboolean is_small;       /* all subscripts of the array are ints */
  GHashTable *news;
} Elements;

static gboolean
is_signed_integer (const IhopNode *node)
{
  const IhopType *type = ihop_type_strip (node->type);

  return type->kind == IHOP_TYPE_INTEGER && type->is_signed;
}

/* A pointer, or all of an array: a row of one, or an array in a struct, might be left by the sum. */
static gboolean
points (const IhopNode *node)
{
  const IhopNode *bare = ihop_node_strip (node, TRUE);
  IhopTypeKind kind = ihop_type_strip (bare->type)->kind;

  return kind == IHOP_TYPE_POINTER || (kind == IHOP_TYPE_ARRAY && bare->kind == IHOP_REF);
}

/* Pointers are moved in 64 bits: (a + k)[j] may be behind what k + j can say as an int. */
static const IhopNode *
as_wide (const Elements *self, const IhopNode *number)
{
  return self->is_small ? number : ihop_make_converted (self->build, &ihop_type_long, number);
}

static gboolean
is_small_array (const IhopNode *array)
{
  const IhopType *type = ihop_type_strip (array->type);

  return type->kind == IHOP_TYPE_ARRAY && type->has_count && type->count <= G_MAXINT32;
}

/* "a + k - m", "&a[k]". FALSE: it is something else. */
static gboolean
take_apart (Elements *self, const IhopNode *value)
{
  const IhopNode *sum = ihop_node_strip (value, TRUE), *more;

  if (sum->kind == IHOP_UNARY && sum->op == IHOP_OP_ADDRESS)
    {
      sum = ihop_node_strip (sum->child[0], FALSE);
      if (sum->kind != IHOP_INDEX)
        return FALSE;
    }
  else if (sum->kind != IHOP_BINARY || (sum->op != IHOP_OP_ADD && sum->op != IHOP_OP_SUB))
    return FALSE;
  more = ihop_node_strip (sum->child[1], TRUE);
  if (!is_signed_integer (more))
    return FALSE;
  if (sum->kind == IHOP_BINARY && take_apart (self, sum->child[0]))
    {
      self->first = ihop_make_binary (self->build, sum->op, as_wide (self, self->first), more);
      return TRUE;
    }
  self->array = ihop_node_strip (sum->child[0], TRUE);
  self->first = more;
  self->is_small = is_small_array (self->array);
  return sum->op != IHOP_OP_SUB && points (self->array);
}

static gboolean
is_pointer_itself (const Elements *self, const IhopNode *node)
{
  const IhopNode *bare = ihop_node_strip (node, TRUE);

  return bare->kind == IHOP_REF && bare->symbol == self->symbol;
}

/* k + j; NULL: it would not be the same. */
static const IhopNode *
sum_with (const Elements *self, const IhopNode *subscript)
{
  const IhopNode *more = ihop_node_strip (subscript, TRUE);
  gint64 number;

  if (!is_signed_integer (more) || (self->symbol && ihop_mentions (more, self->symbol)))
    return NULL;
  if (ihop_constant_of (more, &number) && number == 0)
    return self->first;
  if (ihop_constant_of (self->first, &number))
    return ihop_make_plus (self->build, as_wide (self, more), number);
  return ihop_make_binary (self->build, IHOP_OP_ADD, as_wide (self, self->first), more);
}

static const IhopNode *
element_for (const Elements *self, const IhopNode *node)
{
  const IhopNode *subscript = NULL;

  if (node->kind == IHOP_INDEX && is_pointer_itself (self, node->child[0]))
    subscript = sum_with (self, node->child[1]);
  else if (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF && is_pointer_itself (self, node->child[0]))
    subscript = self->first;
  return subscript ? ihop_make_index (self->build, self->array, subscript) : NULL;
}

/* "p->x": a[k].x. */
static const IhopNode *
member_for (const Elements *self, const IhopNode *node)
{
  if (node->kind != IHOP_MEMBER || !(node->flags & IHOP_NODE_ARROW) || !is_pointer_itself (self, node->child[0]))
    return NULL;
  IhopNode *member = ihop_node_copy (self->build->pool, node);
  member->flags &= ~IHOP_NODE_ARROW;
  member->child[0] = ihop_make_index (self->build, self->array, self->first);
  return member;
}

static gboolean
look_for_element (const IhopNode *node, gpointer data)
{
  Elements *self = data;
  const IhopNode *now = element_for (self, node);

  if (now == NULL)
    now = member_for (self, node);
  if (now)
    g_hash_table_insert (self->news, (gpointer) node, (gpointer) now);
  return now == NULL;
}

void
ihop_substitute_elements (IhopBuild *build, const IhopNode *code, const IhopSymbol *symbol, const IhopNode *value,
                          GHashTable *news)
{
  Elements self = { .build = build, .symbol = symbol, .news = news };

  if (ihop_type_strip (symbol->type)->kind == IHOP_TYPE_POINTER && take_apart (&self, value))
    ihop_node_walk (code, look_for_element, &self);
}

const IhopNode *
ihop_element_behind (IhopBuild *build, const IhopNode *value, const IhopNode *subscript)
{
  Elements self = { .build = build };
  const IhopNode *sum = take_apart (&self, value) ? sum_with (&self, subscript) : NULL;

  return ihop_make_index (build, sum ? self.array : value, sum ? sum : subscript);
}
