/* Updates of elements that several threads may hit: one atomic operation each.
 *
 * CUDA has atomicAdd for int, unsigned, unsigned long long, float and double, and the other
 * operations for integers; long is long long there. An "if (x > m[k]) m[k] = x" keeps its if: it
 * only spares operations, since m[k] never goes back. */
#include "gpugen/emit/kernel_atomic.h"
#include "gpugen/emit/code_layout.h"
#include "gpugen/emit/kernel_body.h"
#include "gpugen/emit/printing.h"
#include "gpugen/plan/text_words.h"
#include <string.h>

static const char *
atomic_name (IhopReduce operator)
{
  switch (operator)
    {
    case IHOP_REDUCE_ADD:
      return "atomicAdd";
    case IHOP_REDUCE_MIN:
      return "atomicMin";
    case IHOP_REDUCE_MAX:
      return "atomicMax";
    case IHOP_REDUCE_AND:
      return "atomicAnd";
    case IHOP_REDUCE_OR:
      return "atomicOr";
    case IHOP_REDUCE_XOR:
      return "atomicXor";
    case IHOP_REDUCE_SET:
      return "atomicExch";
    default:
      return NULL;
    }
}

static char *
squeezed (const IhopNode *node)
{
  g_autofree char *text = ihop_print_node (node, NULL);
  GString *out = g_string_new (NULL);

  for (const char *at = text; *at; at++)
    if (!g_ascii_isspace (*at))
      g_string_append_c (out, *at);
  return g_string_free (out, FALSE);
}

static gboolean
is_same (const IhopNode *a, const IhopNode *b)
{
  a = ihop_node_strip (a, TRUE);
  b = ihop_node_strip (b, TRUE);
  g_autofree char *x = squeezed (a), *y = squeezed (b);
  return a->kind == b->kind && g_str_equal (x, y);
}

/* What an update folds in: "x = a + x - b" takes in a and, negative, b. */
typedef struct
{
  const IhopNode *value;
  gboolean negative;
} Term;

static gboolean
find_same (const IhopNode *node, gpointer data)
{
  gpointer *search = data;

  search[1] = search[1] || is_same (node, search[0]) ? search : NULL;
  return search[1] == NULL;
}

static gboolean
holds (const IhopNode *node, const IhopNode *element)
{
  gpointer search[] = { (gpointer) element, NULL };

  ihop_node_walk (node, find_same, search);
  return search[1] != NULL;
}

/* The terms beside the element in a chain of one operator, the innermost first. FALSE: the element is not
 * in it, or at a place where nothing can be folded in. */
static gboolean
collect_terms (const IhopNode *value, const IhopNode *element, GArray *terms)
{
  value = ihop_node_strip (value, TRUE);
  if (is_same (value, element))
    return TRUE;
  if (value->kind != IHOP_BINARY)
    return FALSE;
  gboolean left = holds (value->child[0], element), minus = value->op == IHOP_OP_SUB;
  Term term = { value->child[left], minus && left };

  if ((minus && !left) || !collect_terms (value->child[!left], element, terms))
    return FALSE;
  g_array_append_val (terms, term);
  return TRUE;
}

/* m = e > m ? e : m, m = fmax (m, e), and "m = e" under an if: the e. */
static const IhopNode *
rival_of (const IhopNode *value, const IhopNode *element)
{
  value = ihop_node_strip (value, TRUE);
  if ((value->kind == IHOP_CONDITIONAL || value->kind == IHOP_CALL) && value->n_children == 3)
    return is_same (value->child[1], element) ? value->child[2]
           : is_same (value->child[2], element) ? value->child[1] : value;
  return value;
}

/* FALSE: no terms were found. */
static gboolean
terms_of (const IhopReduction *reduction, const IhopNode *assign, GArray *terms)
{
  Term term = { assign->child[1], assign->op == IHOP_OP_SUB };

  if (assign->op == IHOP_OP_NONE && reduction->operator != IHOP_REDUCE_MIN
      && reduction->operator != IHOP_REDUCE_MAX && reduction->operator != IHOP_REDUCE_SET)
    return collect_terms (assign->child[1], reduction->element, terms);
  if (assign->op == IHOP_OP_NONE)
    term.value = rival_of (assign->child[1], reduction->element);
  g_array_append_val (terms, term);
  return TRUE;
}

/* The address as CUDA's functions want it: long and short of it are written otherwise there. */
static const char *
address_cast (const IhopType *type)
{
  type = ihop_type_strip (type);
  if (type->kind == IHOP_TYPE_INTEGER && type->size == 8)
    return type->is_signed ? "(long long *) " : "(unsigned long long *) ";
  return "";
}

/* There is no atomicAdd for signed 64 bits, nor atomicExch, but adding and storing are the same. */
static const char *
cast_of (const IhopReduction *reduction)
{
  const char *cast = address_cast (reduction->type);

  return *cast && (reduction->operator == IHOP_REDUCE_ADD || reduction->operator == IHOP_REDUCE_SET) ? "(unsigned long long *) " : cast;
}

/* C++ chooses the function by the types of both arguments: the second is given the element's. */
static char *
value_text (const IhopReduction *reduction, const char *operand, const IhopType *type,
            gboolean negative)
{
  IhopType plain = *reduction->type;
  g_autofree char *factor = ihop_text_factor (operand);

  plain.qualifiers = 0;
  g_autofree char *name = ihop_type_declare (&plain, NULL);
  gboolean same = type && ihop_type_equal (ihop_type_strip (type), ihop_type_strip (&plain));
  if (same)
    return negative ? g_strconcat ("-", factor, NULL) : g_strdup (operand);
  return g_strdup_printf ("%s(%s) %s", negative ? "-" : "", name, factor);
}

/* "atomicAdd (&m[k], e)". Caller frees; NULL: there is no such operation, which has been said. */
static char *
update_text (IhopBody *body, const IhopReduction *reduction, const IhopNode *target,
             const char *operand, const IhopType *type, gboolean negative)
{
  const char *name = atomic_name (reduction->operator);
  g_autofree char *element = ihop_body_expression (body, target);
  gboolean emulated = body->print->dialect == IHOP_DIALECT_EMULATED;

  if (name == NULL)
    {
      ihop_printing_refuse (body->print, target->place,
                            "there is no atomic operation for this update of %s",
                            reduction->symbol->name);
      return NULL;
    }
  g_autofree char *value = value_text (reduction, operand, type, negative);
  return g_strdup_printf ("%s (%s&%s, %s)", name, emulated ? "" : cast_of (reduction), element, value);
}

/* Takes text. */
static void
set_text (IhopBody *body, const IhopNode *update, char *text)
{
  if (text)
    g_hash_table_insert (body->nodes, (gpointer) update,
                         ihop_layout_text (&body->print->layout, "", text));
  g_free (text);
}

/* One operation a term: adding the terms first could overflow where the owner's order does not. */
static void
add_assign (IhopBody *body, const IhopReduction *reduction, const IhopNode *assign)
{
  g_autoptr (GArray) terms = g_array_new (FALSE, FALSE, sizeof (Term));
  char *all = NULL;

  if (!terms_of (reduction, assign, terms))
    {
      ihop_printing_refuse (body->print, assign->place, "what this update of %s adds cannot be told "
                            "from the old value", reduction->symbol->name);
      return;
    }
  g_hash_table_add (body->busy, (gpointer) ihop_node_strip (assign->child[0], TRUE)); /* no plain access */
  for (guint i = 0; i < terms->len; i++)
    {
      const Term *term = &g_array_index (terms, Term, i);
      g_autofree char *operand = ihop_body_expression (body, term->value);
      g_autofree char *one = update_text (body, reduction, assign->child[0], operand,
                                          ihop_node_strip (term->value, TRUE)->type, term->negative);
      char *joined = all && one ? g_strdup_printf ("%s, %s", all, one) : g_strdup (one);
      g_free (all);
      all = joined;
    }
  set_text (body, assign, all);
}

static void
add_count (IhopBody *body, const IhopReduction *reduction, const IhopNode *count)
{
  gboolean down = count->op == IHOP_OP_PRE_DEC || count->op == IHOP_OP_POST_DEC;

  g_hash_table_add (body->busy, (gpointer) ihop_node_strip (count->child[0], TRUE));
  set_text (body, count, update_text (body, reduction, count->child[0], "1", NULL, down));
}

static gboolean
visit_update (const IhopNode *node, gpointer data)
{
  gpointer *context = data;
  IhopBody *body = context[0];
  const IhopReduction *reduction = context[1];

  if (node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC
      && is_same (node->child[0], reduction->element))
    add_count (body, reduction, node);
  if (node->kind != IHOP_ASSIGN || !is_same (node->child[0], reduction->element))
    return TRUE;
  add_assign (body, reduction, node);
  return FALSE;
}

static gboolean
visit_taken (const IhopNode *node, gpointer data)
{
  gpointer *context = data;
  IhopBody *body = context[0];

  if (context[1] == NULL)
    context[1] = g_hash_table_lookup (body->nodes, node);
  return context[1] == NULL;
}

/* The operation under an if takes the place of the if. */
static void
take_whole (IhopBody *body, const IhopNode *update)
{
  gpointer context[] = { body, NULL };

  ihop_node_walk (update->child[1], visit_taken, context);
  if (context[1])
    g_hash_table_insert (body->nodes, (gpointer) update, g_strconcat (context[1], ";", NULL));
}

void
ihop_body_add_atomics (IhopBody *body)
{
  for (guint i = 0; body->kernel->atomics && i < body->kernel->atomics->len; i++)
    {
      const IhopReduction *reduction = body->kernel->atomics->pdata[i];
      gpointer context[] = { body, (gpointer) reduction };
      for (guint u = 0; u < reduction->updates->len; u++)
        {
          const IhopNode *update = reduction->updates->pdata[u];
          ihop_node_walk (update->kind == IHOP_IF ? update->child[1] : update, visit_update,
                          context);
          if (update->kind == IHOP_IF)
            take_whole (body, update);
        }
    }
}
