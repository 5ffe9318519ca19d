/* The types in which C computes what is printed. A node knows the type of its value; but what C makes of the text
 * depends on the nodes below, which steps replace: where "i" of type long becomes "3", "i * 2147483647" would be
 * computed in an int. */
#include "transform/build/printed_type.h"
#include "transform/build/make_type.h"

static const IhopType *
promoted (const IhopType *type)
{
  const IhopType *plain = type ? ihop_type_strip (type) : NULL;

  if (plain == NULL || plain->kind != IHOP_TYPE_INTEGER)
    return NULL;
  return plain->size < 4 ? &ihop_type_int : plain;
}

static const IhopType *
common (const IhopType *a, const IhopType *b)
{
  if (a == NULL || b == NULL)
    return NULL;
  if (a->size != b->size)
    return a->size > b->size ? a : b;
  return a->is_signed ? b : a;
}

static gboolean
is_arithmetic (const IhopNode *node)
{
  return node->kind == IHOP_BINARY && node->op >= IHOP_OP_ADD && node->op <= IHOP_OP_XOR
         && node->op != IHOP_OP_SHL && node->op != IHOP_OP_SHR;
}

static gboolean
is_relation (const IhopNode *node)
{
  return node->kind == IHOP_BINARY && node->op >= IHOP_OP_LT && node->op <= IHOP_OP_NE;
}

static gboolean
is_choice (const IhopNode *node)
{
  return node->kind == IHOP_CONDITIONAL && node->child[1];
}

/* What is computed from the left operand alone, in its type. */
static gboolean
is_of_one (const IhopNode *node)
{
  return (node->kind == IHOP_BINARY && (node->op == IHOP_OP_SHL || node->op == IHOP_OP_SHR))
         || (node->kind == IHOP_UNARY
             && (node->op == IHOP_OP_NEG || node->op == IHOP_OP_PLUS || node->op == IHOP_OP_COMPL));
}

static gboolean
is_unsaid (const IhopNode *node)
{
  return node->kind == IHOP_CAST && node->flags & IHOP_NODE_IMPLICIT;
}

/* A conversion that C makes where a value is stored, and never where one is computed with: to a smaller
 * integer, or from a floating-point number. */
static gboolean
loses (const IhopNode *node)
{
  if (!is_unsaid (node) || !ihop_type_is_integer (node->type))
    return FALSE;
  const IhopType *to = ihop_type_strip (node->type);
  const IhopType *from = ihop_type_strip (ihop_node_strip (node, TRUE)->type);
  if (from->kind == IHOP_TYPE_FLOATING || (ihop_type_is_bool (to) && !ihop_type_is_bool (from)))
    return !(node->flags & IHOP_NODE_CONSTANT);
  return from->kind == IHOP_TYPE_INTEGER && to->size < 4 && !(node->flags & IHOP_NODE_CONSTANT)
         && (from->size > to->size || (from->size == to->size && from->is_signed != to->is_signed));
}

/* The promoted integer type; NULL: another kind, or nobody knows (bit-fields). */
static const IhopType *
written (const IhopNode *node)
{
  if (node->kind == IHOP_MEMBER || node->kind == IHOP_OPAQUE_EXPR)
    return NULL;
  if (is_unsaid (node))
    return written (node->child[0]);
  if (node->range.source)
    return promoted (node->type);
  switch (node->kind)
    {
    case IHOP_PAREN:
      return written (node->child[0]);
    case IHOP_CAST:
      return promoted (node->type);
    case IHOP_BINARY:
      if (is_arithmetic (node))
        return common (written (node->child[0]), written (node->child[1]));
      return is_of_one (node)                ? written (node->child[0])
             : node->op == IHOP_OP_COMMA ? written (node->child[1])
                                             : promoted (node->type);
    case IHOP_UNARY:
      return is_of_one (node) ? written (node->child[0]) : promoted (node->type);
    case IHOP_CONDITIONAL:
      return is_choice (node) ? common (written (node->child[1]), written (node->child[2])) : NULL;
    default:
      return promoted (node->type);
    }
}

const IhopType *
ihop_printed_type (const IhopNode *node)
{
  return written (node);
}

static gboolean
differ (const IhopType *a, const IhopType *b)
{
  return a && b && (a->size != b->size || a->is_signed != b->is_signed);
}

gboolean
ihop_prints_as (const IhopNode *node, const IhopType *type)
{
  return !loses (node) && !differ (written (node), promoted (type));
}

/* "3L", "4U"; NULL: the type has no such spelling. */
static const IhopNode *
literal (IhopBuild *build, const IhopType *type, gint64 value)
{
  const IhopType *plain = ihop_type_strip (type);
  const char *ending = plain->size == 4 ? (plain->is_signed ? "" : "U")
                       : plain->size == 8 ? (plain->is_signed ? "L" : "UL")
                                          : NULL;

  if (ending == NULL || value < 0 || value > G_MAXINT32)
    return NULL;
  IhopNode *node = ihop_node_new (build->pool, IHOP_INTEGER, 0);
  g_autofree char *text = g_strdup_printf ("%d%s", (int) value, ending);
  node->type = plain;
  node->flags = IHOP_NODE_CONSTANT;
  node->integer = value;
  node->text = ihop_pool_strdup (build->pool, text);
  return node;
}

const IhopNode *
ihop_make_printed_as (IhopBuild *build, const IhopNode *node, const IhopType *type)
{
  const IhopNode *inside = node;
  const IhopNode *bare = ihop_node_strip (node, TRUE);

  if (ihop_prints_as (node, type))
    return node;
  if (bare->kind == IHOP_INTEGER)
    {
      const IhopNode *number = literal (build, type, bare->integer);
      if (number)
        return number;
    }
  /* "int i = d" and "i + 1L": (long) (int) d. */
  if (loses (node))
    type = node->type;
  while (is_unsaid (inside))
    inside = inside->child[0];
  IhopNode *cast = ihop_node_new (build->pool, IHOP_CAST, 1);
  cast->type = type;
  cast->child[0] = inside;
  cast->flags = node->flags & IHOP_NODE_CONSTANT;
  cast->integer = node->integer;
  return cast;
}

/* --- a whole piece of code --------------------------------------------------------------------- */

/* The type that two operands are computed in, as the tree has it. */
static const IhopType *
meant (const IhopNode *node, guint a)
{
  if (is_relation (node))
    return common (promoted (node->child[0]->type), promoted (node->child[1]->type));
  return a == 1 || is_arithmetic (node) || is_of_one (node) ? promoted (node->type) : NULL;
}

/* Two ints are compared as their values are: no long is needed for that. */
static gboolean
is_amiss (const IhopNode *node, guint a, guint b)
{
  const IhopType *said = common (written (node->child[a]), written (node->child[b])), *type = meant (node, a);

  if ((is_relation (node) || is_choice (node)) && said && type && said->is_signed && type->is_signed)
    return FALSE;
  return differ (said, type);
}

/* The operand that is said to be converted goes first. */
static void
settle (IhopBuild *build, IhopNode *node, guint a, guint b)
{
  const IhopType *type = meant (node, a);
  gboolean turned = is_unsaid (node->child[b]);
  guint order[2] = { turned ? b : a, turned ? a : b };

  for (guint i = 0; i < 2; i++)
    if (loses (node->child[order[i]]))
      node->child[order[i]] = ihop_make_printed_as (build, node->child[order[i]], node->child[order[i]]->type);
  for (guint i = 0; i < 2; i++)
    if (is_amiss (node, a, b))
      node->child[order[i]] = ihop_make_printed_as (build, node->child[order[i]], type);
}

const IhopNode *
ihop_make_types_explicit (IhopBuild *build, const IhopNode *node)
{
  IhopNode *copy = NULL;

  if (node->range.source)
    return node;
  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *child = node->child[i] ? ihop_make_types_explicit (build, node->child[i]) : NULL;
      if (child == node->child[i])
        continue;
      if (copy == NULL)
        copy = ihop_build_duplicate (build, node);
      copy->child[i] = child;
    }
  gboolean two = is_arithmetic (node) || is_relation (node), three = is_choice (node);
  two |= node->kind == IHOP_INDEX;
  if (!two && !three && !is_of_one (node))
    return copy ? copy : node;
  const IhopNode *now = copy ? copy : node;
  guint a = three ? 1 : 0, b = three ? 2 : two ? 1 : 0;
  if (!loses (now->child[a]) && !loses (now->child[b]) && !is_amiss (now, a, b))
    return now;
  if (copy == NULL)
    copy = ihop_build_duplicate (build, node);
  settle (build, copy, a, b);
  return copy;
}
