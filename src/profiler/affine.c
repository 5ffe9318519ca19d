/* Reads integer expressions and addresses as affine forms; affine.h says what that is good for. */
#include "profiler/affine.h"
#include "profiler/reader.h"
#include "analysis/program/call_formula.h"

/* Among a variable's definitions: what else it gets is not known. */
static const IhopNode many;

/* ---- What the body itself defines ------------------------------------------------ */

static void
define (IhopReader *reader, const IhopSymbol *symbol, const IhopNode *value)
{
  if (symbol == NULL)
    return;
  GSList *values = g_hash_table_lookup (reader->definitions, symbol);
  g_hash_table_insert (reader->definitions, (gpointer) symbol, g_slist_prepend (values, (gpointer) value));
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
ihop_reader_new (IhopFacts *facts, const IhopFunction *function, const IhopNode *body)
{
  IhopReader *reader = g_new0 (IhopReader, 1);

  reader->facts = facts;
  reader->function = function;
  reader->locals = g_hash_table_new (NULL, NULL);
  reader->definitions = g_hash_table_new (NULL, NULL);
  reader->bound = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  reader->parameters = g_hash_table_new (NULL, NULL);
  ihop_node_walk (body, collect, reader);
  return reader;
}

static void
free_values (gpointer symbol, gpointer values, gpointer data)
{
  g_slist_free (values);
}

void
ihop_reader_free (IhopReader *reader)
{
  if (reader == NULL)
    return;
  g_hash_table_unref (reader->locals);
  g_hash_table_foreach (reader->definitions, free_values, NULL);
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

const IhopNode *
ihop_reader_definition (const IhopReader *reader, const IhopSymbol *symbol, gboolean *is_known)
{
  const GSList *values = g_hash_table_lookup (reader->definitions, symbol);

  *is_known = values == NULL || (values->next == NULL && values->data != &many);
  return values && *is_known ? values->data : NULL;
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
IhopForm
ihop_reader_stand_in (IhopReader *reader, gconstpointer key)
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
all_counters (IhopReader *reader)
{
  guint32 counters = 0;
  GHashTableIter iter;
  gpointer form;

  g_hash_table_iter_init (&iter, reader->bound);
  while (g_hash_table_iter_next (&iter, NULL, &form))
    counters |= ihop_form_counters (form);
  return counters;
}

IhopForm
ihop_reader_worst (IhopReader *reader)
{
  return worst (all_counters (reader));
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
      IhopForm form = ihop_reader_read (dependence->reader, node);

      dependence->counters |= ihop_form_counters (&form);
    }
  return TRUE;
}

IhopForm
ihop_reader_worst_of (IhopReader *reader, const IhopNode *node)
{
  Dependence dependence = { reader, 0 };

  ihop_node_walk (node, collect_counters, &dependence);
  return worst (dependence.counters);
}

/* ---- Values ---------------------------------------------------------------------------- */

/* "left = x - 1; if (left < 0) left = 0;": what most iterations see. */
static IhopForm
read_definitions (IhopReader *reader, const GSList *values)
{
  IhopForm form = { 0 };

  reader->depth++;
  for (const GSList *at = values; at; at = at->next)
    {
      IhopForm next = at->data == &many ? ihop_reader_worst (reader) : ihop_reader_read (reader, at->data);
      if (at == values)
        form = next;
      else if (!ihop_form_choose (&form, &next, &form))
        form = ihop_reader_worst (reader);
    }
  reader->depth--;
  return form;
}

static IhopForm
read_variable (IhopReader *reader, const IhopNode *node)
{
  const IhopForm *bound = g_hash_table_lookup (reader->bound, node->symbol);
  const GSList *values = g_hash_table_lookup (reader->definitions, node->symbol);

  if (bound != NULL)
    return *bound;
  if (values == NULL)
    return ihop_reader_stand_in (reader, node->symbol);
  return reader->depth >= 32 ? ihop_reader_worst (reader) : read_definitions (reader, values);
}

/* Quotients, remainders, bits of what moves: by what most iterations see. */
static IhopForm
fold_moving (const IhopNode *node, const IhopForm *a, const IhopForm *b)
{
  IhopForm form, other = ihop_form_constant (0);
  gboolean is_known = FALSE;

  if (node->op == IHOP_OP_DIV)
    is_known = ihop_form_quotient (a, b, &form);
  else if (node->op == IHOP_OP_MOD)
    is_known = ihop_form_remainder (a, b, &form);
  else if (node->op == IHOP_OP_SHR && b->constant.value >= 0 && b->constant.value < 32)
    {
      other.constant = (IhopCongruence){ G_GINT64_CONSTANT (1) << b->constant.value, b->constant.unit };
      is_known = ihop_form_is_constant (b) && ihop_form_quotient (a, &other, &form);
    }
  else if (node->op == IHOP_OP_AND)
    {
      other.constant = (IhopCongruence){ b->constant.value + 1, b->constant.unit };
      is_known = ihop_form_is_constant (b) && ihop_form_remainder (a, &other, &form);
    }
  return is_known ? form : worst (ihop_form_counters (a) | ihop_form_counters (b));
}

/* Exact between numbers, else a parameter or the worst. */
static IhopForm
fold (const IhopNode *node, const IhopForm *a, const IhopForm *b)
{
  gint64 x = a->constant.value, y = b->constant.value;

  if (!ihop_form_is_constant (a) || !ihop_form_is_constant (b))
    return fold_moving (node, a, b);
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
  IhopForm a = ihop_reader_read (reader, node->child[0]), b = ihop_reader_read (reader, node->child[1]);

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
read_choice (IhopReader *reader, const IhopNode *node)
{
  IhopForm yes = ihop_reader_read (reader, node->child[1] ? node->child[1] : node->child[0]);
  IhopForm no = ihop_reader_read (reader, node->child[2]), form;

  return ihop_form_choose (&yes, &no, &form) ? form : ihop_reader_worst_of (reader, node);
}

IhopForm
ihop_reader_read (IhopReader *reader, const IhopNode *node)
{
  const IhopNode *formula;
  IhopForm form;

  if (node == NULL || reader->steps++ > IHOP_READER_STEPS)
    return ihop_reader_worst (reader);
  if (node->flags & IHOP_NODE_CONSTANT)
    return ihop_form_constant (node->integer);
  switch (node->kind)
    {
    case IHOP_PAREN:
      return ihop_reader_read (reader, node->child[0]);
    case IHOP_CAST:
      if (ihop_type_is_integer (node->child[0]->type))
        return ihop_reader_read (reader, node->child[0]);
      break;
    case IHOP_REF:
      if (node->symbol != NULL)
        return read_variable (reader, node);
      break;
    case IHOP_BINARY:
      return read_binary (reader, node);
    case IHOP_CONDITIONAL:
      return read_choice (reader, node);
    case IHOP_CALL:
      formula = reader->facts ? ihop_call_formula (reader->facts, reader->function, node) : NULL;
      if (formula)
        return ihop_reader_read (reader, formula);
      break;
    case IHOP_UNARY:
      if (node->op != IHOP_OP_NEG && node->op != IHOP_OP_PLUS)
        break;
      form = ihop_reader_read (reader, node->child[0]);
      return node->op == IHOP_OP_PLUS ? form : ihop_form_scale (&form, (IhopCongruence){ -1, 0 });
    default:
      break;
    }
  return ihop_reader_worst_of (reader, node);
}

IhopForm
ihop_reader_value (IhopReader *reader, const IhopNode *expression)
{
  reader->steps = 0;
  return ihop_reader_read (reader, expression);
}
