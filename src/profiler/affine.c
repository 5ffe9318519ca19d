/* Reads integer expressions and addresses as affine forms; affine.h says what that is good for. */
#include "profiler/affine.h"

/* A deep chain of definitions, or one that doubles at each link, is not worth following. */
#define MOST_STEPS 20000

struct _IhopReader
{
  GHashTable *locals;      /* of IhopSymbol *: declared inside the body */
  GHashTable *definitions; /* IhopSymbol * → the one expression it gets inside the body, or &many */
  GHashTable *bound;       /* IhopSymbol * → IhopForm *, owned */
  GHashTable *parameters;  /* IhopSymbol * → number, for stand-ins */
  guint depth, steps;
};

static const IhopNode many;

static IhopForm read_value (IhopReader *reader, const IhopNode *node);
static IhopForm read_address (IhopReader *reader, const IhopNode *node, const IhopSymbol **base);

/* ---- What the body itself defines ------------------------------------------------ */

static void
define (IhopReader *reader, const IhopSymbol *symbol, const IhopNode *value)
{
  if (symbol == NULL)
    return;
  if (g_hash_table_contains (reader->definitions, symbol))
    value = &many;
  g_hash_table_insert (reader->definitions, (gpointer) symbol, (gpointer) value);
}

/* The variable that an assignment to this expression changes as a whole. */
static const IhopSymbol *
plain_variable (const IhopNode *node)
{
  node = ihop_node_strip (node, TRUE);
  return node != NULL && node->kind == IHOP_REF ? node->symbol : NULL;
}

static gboolean
collect (const IhopNode *node, gpointer data)
{
  IhopReader *reader = data;

  if (node->kind == IHOP_VARIABLE && node->symbol != NULL)
    {
      g_hash_table_add (reader->locals, node->symbol);
      if (node->n_children > 0 && node->child[0] != NULL)
        define (reader, node->symbol,
                node->child[0]->kind == IHOP_INIT_LIST ? &many : node->child[0]);
    }
  else if (node->kind == IHOP_ASSIGN)
    define (reader, plain_variable (node->child[0]),
            node->op == IHOP_OP_NONE ? node->child[1] : &many);
  else if (node->kind == IHOP_UNARY && node->op >= IHOP_OP_ADDRESS)
    define (reader, plain_variable (node->child[0]), &many);
  return TRUE;
}

IhopReader *
ihop_reader_new (const IhopNode *body)
{
  IhopReader *reader = g_new0 (IhopReader, 1);

  reader->locals = g_hash_table_new (NULL, NULL);
  reader->definitions = g_hash_table_new (NULL, NULL);
  reader->bound = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  reader->parameters = g_hash_table_new (NULL, NULL);
  ihop_node_walk (body, collect, reader);
  return reader;
}

void
ihop_reader_free (IhopReader *reader)
{
  if (reader == NULL)
    return;
  g_hash_table_unref (reader->locals);
  g_hash_table_unref (reader->definitions);
  g_hash_table_unref (reader->bound);
  g_hash_table_unref (reader->parameters);
  g_free (reader);
}

gboolean
ihop_reader_is_local (const IhopReader *reader, const IhopSymbol *symbol)
{
  return g_hash_table_contains (reader->locals, symbol);
}

void
ihop_reader_bind (IhopReader *reader, const IhopSymbol *symbol, const IhopForm *first, gint64 step,
                  guint k)
{
  IhopForm form = *first, counter = { .is_affine = TRUE };

  if (k < IHOP_FORM_MAX)
    counter.count[k].value = step;
  form = ihop_form_add (&form, &counter);
  g_hash_table_insert (reader->bound, (gpointer) symbol, g_memdup2 (&form, sizeof form));
}

void
ihop_reader_unbind (IhopReader *reader, const IhopSymbol *symbol)
{
  g_hash_table_remove (reader->bound, symbol);
}

/* ---- Stand-ins ---------------------------------------------------------------------- */

/* Different parameters get different values, large against a warp and without small common
 * multiples, so that no two rows meet by accident. */
static IhopForm
parameter (IhopReader *reader, gconstpointer key)
{
  IhopForm form = ihop_form_constant (0);
  gpointer number;

  if (!g_hash_table_lookup_extended (reader->parameters, key, NULL, &number))
    {
      number = GUINT_TO_POINTER (g_hash_table_size (reader->parameters) % 64);
      g_hash_table_insert (reader->parameters, (gpointer) key, number);
    }
  form.constant = (IhopCongruence){ 4099 + 1031 * (gint64) GPOINTER_TO_UINT (number), 1 };
  return form;
}

/* Depends on these counters in no known way: neighbours are taken to lie far apart. */
static IhopForm
worst (guint32 counters)
{
  IhopForm form = ihop_form_constant (0);

  form.constant = (IhopCongruence){ 4099, 1 };
  for (guint k = 0; k < IHOP_FORM_MAX; k++)
    if (counters >> k & 1)
      form.count[k] = (IhopCongruence){ 1000003 * (gint64) (k + 1) + 17 * k, 1 };
  form.is_affine = counters == 0;
  return form;
}

static guint32
counters_of (const IhopForm *form)
{
  guint32 counters = 0;

  for (guint k = 0; k < IHOP_FORM_MAX; k++)
    if (!ihop_congruence_is (form->count[k], 0))
      counters |= 1u << k;
  return counters;
}

static guint32
all_counters (IhopReader *reader)
{
  guint32 counters = 0;
  GHashTableIter iter;
  gpointer form;

  g_hash_table_iter_init (&iter, reader->bound);
  while (g_hash_table_iter_next (&iter, NULL, &form))
    counters |= counters_of (form);
  return counters;
}

typedef struct
{
  IhopReader *reader;
  guint32 counters;
} Dependence;

static gboolean
collect_counters (const IhopNode *node, gpointer data)
{
  Dependence *dependence = data;

  if (node->kind == IHOP_REF && node->symbol != NULL && node->type != NULL
      && ihop_type_is_integer (node->type))
    {
      IhopForm form = read_value (dependence->reader, node);

      dependence->counters |= counters_of (&form);
    }
  return TRUE;
}

static IhopForm
worst_of (IhopReader *reader, const IhopNode *node)
{
  Dependence dependence = { reader, 0 };

  ihop_node_walk (node, collect_counters, &dependence);
  return worst (dependence.counters);
}

/* ---- Values ---------------------------------------------------------------------------- */

static IhopForm
read_variable (IhopReader *reader, const IhopNode *node)
{
  const IhopForm *bound = g_hash_table_lookup (reader->bound, node->symbol);
  const IhopNode *value = g_hash_table_lookup (reader->definitions, node->symbol);
  IhopForm form;

  if (bound != NULL)
    return *bound;
  if (value == NULL)
    return parameter (reader, node->symbol);
  if (value == &many || reader->depth >= 32)
    return worst (all_counters (reader));
  reader->depth++;
  form = read_value (reader, value);
  reader->depth--;
  return form;
}

/* Quotients, remainders, bits: exact between numbers, else a parameter or the worst. */
static IhopForm
fold (const IhopNode *node, const IhopForm *a, const IhopForm *b)
{
  gint64 x = a->constant.value, y = b->constant.value;

  if (!ihop_form_is_constant (a) || !ihop_form_is_constant (b))
    return worst (counters_of (a) | counters_of (b));
  if (node->op == IHOP_OP_DIV && y != 0 && y != -1)
    {
      IhopForm form = ihop_form_constant (x / y);

      form.constant.unit = a->constant.unit == 0 && b->constant.unit == 0 ? 0 : 1;
      return form;
    }
  return worst (0);
}

static IhopForm
read_binary (IhopReader *reader, const IhopNode *node)
{
  IhopForm a = read_value (reader, node->child[0]), b = read_value (reader, node->child[1]);

  switch (node->op)
    {
    case IHOP_OP_ADD:
      return ihop_form_add (&a, &b);
    case IHOP_OP_SUB:
      b = ihop_form_scale (&b, (IhopCongruence){ -1, 0 });
      return ihop_form_add (&a, &b);
    case IHOP_OP_MUL:
      if (ihop_form_is_constant (&b))
        return ihop_form_scale (&a, b.constant);
      if (ihop_form_is_constant (&a))
        return ihop_form_scale (&b, a.constant);
      break;
    case IHOP_OP_SHL:
      if (ihop_form_is_constant (&b) && b.constant.unit == 0 && b.constant.value >= 0
          && b.constant.value < 62)
        return ihop_form_scale (&a, (IhopCongruence){ G_GINT64_CONSTANT (1) << b.constant.value,
                                                      0 });
      break;
    case IHOP_OP_COMMA:
      return b;
    default:
      break;
    }
  return fold (node, &a, &b);
}

static IhopForm
read_value (IhopReader *reader, const IhopNode *node)
{
  IhopForm form;

  if (node == NULL || reader->steps++ > MOST_STEPS)
    return worst (all_counters (reader));
  if (node->flags & IHOP_NODE_CONSTANT)
    return ihop_form_constant (node->integer);
  switch (node->kind)
    {
    case IHOP_PAREN:
      return read_value (reader, node->child[0]);
    case IHOP_CAST:
      if (ihop_type_is_integer (node->child[0]->type))
        return read_value (reader, node->child[0]);
      break;
    case IHOP_REF:
      if (node->symbol != NULL)
        return read_variable (reader, node);
      break;
    case IHOP_BINARY:
      return read_binary (reader, node);
    case IHOP_UNARY:
      if (node->op != IHOP_OP_NEG && node->op != IHOP_OP_PLUS)
        break;
      form = read_value (reader, node->child[0]);
      return node->op == IHOP_OP_PLUS ? form : ihop_form_scale (&form, (IhopCongruence){ -1, 0 });
    default:
      break;
    }
  return worst_of (reader, node);
}

IhopForm
ihop_reader_value (IhopReader *reader, const IhopNode *expression)
{
  reader->steps = 0;
  return read_value (reader, expression);
}

/* ---- Sizes --------------------------------------------------------------------------------- */

IhopCongruence
ihop_reader_size (IhopReader *reader, const IhopType *type)
{
  IhopForm count, whole;
  IhopCongruence element;

  type = type != NULL ? ihop_type_strip (type) : NULL;
  if (type == NULL)
    return (IhopCongruence){ 1, 0 };
  if (type->size != 0 && type->size <= G_MAXINT64)
    return (IhopCongruence){ (gint64) type->size, 0 };
  if (type->kind != IHOP_TYPE_ARRAY)
    return (IhopCongruence){ 1, 0 };
  element = ihop_reader_size (reader, type->target);
  if (type->has_count && type->count <= G_MAXINT64)
    count = ihop_form_constant ((gint64) type->count);
  else if (type->count_expr != NULL)
    count = ihop_reader_value (reader, type->count_expr);
  else
    count = parameter (reader, type);
  whole = ihop_form_scale (&count, element);
  return whole.constant;
}

/* ---- Addresses -------------------------------------------------------------------------------- */

static const IhopType *
pointed_to (const IhopNode *node)
{
  const IhopType *type = node->type != NULL ? ihop_type_strip (node->type) : NULL;

  return type != NULL ? type->target : NULL;
}

/* A pointer that was itself loaded (rows of a double **), returned or chosen: far from its
 * neighbours, but aligned as what it points to. */
static IhopForm
far_away (IhopReader *reader, const IhopNode *node, const IhopSymbol **base)
{
  IhopForm form = worst_of (reader, node);
  const IhopNode *root = node;

  while (root->n_children > 0 && root->child[0] != NULL
         && (root->kind == IHOP_INDEX || root->kind == IHOP_MEMBER || root->kind == IHOP_PAREN
             || root->kind == IHOP_CAST || root->kind == IHOP_UNARY))
    root = root->child[0];
  *base = root->kind == IHOP_REF ? root->symbol : NULL;
  return ihop_form_scale (&form, ihop_reader_size (reader, pointed_to (node)));
}

static IhopForm
read_pointer_variable (IhopReader *reader, const IhopNode *node, const IhopSymbol **base);

static IhopForm
read_pointer (IhopReader *reader, const IhopNode *node, const IhopSymbol **base)
{
  const IhopType *type;
  IhopForm form, offset;
  guint at;

  node = ihop_node_strip (node, TRUE);
  if (node->kind == IHOP_CAST)
    return read_pointer (reader, node->child[0], base);
  type = node->type != NULL ? ihop_type_strip (node->type) : NULL;
  if (type == NULL || reader->steps++ > MOST_STEPS)
    return far_away (reader, node, base);
  if (type->kind == IHOP_TYPE_ARRAY)
    return read_address (reader, node, base);
  if (node->kind == IHOP_REF && node->symbol != NULL)
    return read_pointer_variable (reader, node, base);
  if (node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS)
    return read_address (reader, node->child[0], base);
  if (node->kind != IHOP_BINARY || (node->op != IHOP_OP_ADD && node->op != IHOP_OP_SUB))
    return far_away (reader, node, base);
  at = ihop_type_is_integer (node->child[0]->type) ? 1 : 0;
  form = read_pointer (reader, node->child[at], base);
  offset = read_value (reader, node->child[1 - at]);
  offset = ihop_form_scale (&offset, ihop_reader_size (reader, pointed_to (node)));
  if (node->op == IHOP_OP_SUB)
    offset = ihop_form_scale (&offset, (IhopCongruence){ -1, 0 });
  return ihop_form_add (&form, &offset);
}

static IhopForm
read_pointer_variable (IhopReader *reader, const IhopNode *node, const IhopSymbol **base)
{
  const IhopNode *value = g_hash_table_lookup (reader->definitions, node->symbol);
  IhopForm form;

  *base = node->symbol;
  if (value == NULL)
    return ihop_form_constant (0); /* as cudaMalloc gives it: aligned to 256 bytes */
  if (value == &many || reader->depth >= 32)
    {
      form = worst (all_counters (reader));
      return ihop_form_scale (&form, ihop_reader_size (reader, pointed_to (node)));
    }
  reader->depth++;
  form = read_pointer (reader, value, base);
  reader->depth--;
  return form;
}

static IhopForm
read_index (IhopReader *reader, const IhopNode *node, const IhopSymbol **base)
{
  IhopForm form = read_pointer (reader, node->child[0], base);
  IhopForm subscript = read_value (reader, node->child[1]);

  subscript = ihop_form_scale (&subscript, ihop_reader_size (reader, node->type));
  return ihop_form_add (&form, &subscript);
}

static IhopForm
read_address (IhopReader *reader, const IhopNode *node, const IhopSymbol **base)
{
  IhopForm form, field;

  node = ihop_node_strip (node, TRUE);
  *base = NULL;
  switch (node->kind)
    {
    case IHOP_REF:
      *base = node->symbol;
      return ihop_form_constant (0);
    case IHOP_INDEX:
      return read_index (reader, node, base);
    case IHOP_MEMBER:
      form = node->flags & IHOP_NODE_ARROW ? read_pointer (reader, node->child[0], base)
                                           : read_address (reader, node->child[0], base);
      field = ihop_form_constant (node->symbol != NULL ? (gint64) node->symbol->offset : 0);
      return ihop_form_add (&form, &field);
    case IHOP_UNARY:
      if (node->op == IHOP_OP_DEREF)
        return read_pointer (reader, node->child[0], base);
      break;
    default:
      break;
    }
  return worst_of (reader, node);
}

IhopForm
ihop_reader_address (IhopReader *reader, const IhopNode *lvalue, const IhopSymbol **base)
{
  const IhopSymbol *ignored;

  reader->steps = 0;
  return read_address (reader, lvalue, base != NULL ? base : &ignored);
}
