/* Values that all threads work out together.
 *
 * Each thread adds up its share in a variable of its own; the threads of a block combine theirs by
 * a tree in shared memory; each block leaves one value (at most 1024 of them), and a second kernel
 * of one block combines these. Everything happens in a fixed order, so a sum of floating-point
 * numbers is the same in every run.
 *
 * An operation for which x op x is x (min, max, and, or, one constant stored) starts from the variable itself in every
 * thread: that spares us the smallest and largest values of types. Of 5 || 5 C makes 1, but where no
 * iteration has touched a 5 it stays 5: equal values are one. A sum of floating-point numbers starts from
 * -0.0, which alone changes nothing that it is added to. */
#include "gpugen/emit/kernel_reduce.h"
#include "gpugen/emit/kernel_body.h"
#include "gpugen/emit/printing.h"
#include "gpugen/plan/plan.h"
#include <string.h>

guint
ihop_block_volume (const IhopKernel *kernel)
{
  guint volume = 1;

  for (guint i = 0; i < 3; i++)
    volume *= MAX (kernel->block[i], 1);
  return volume;
}

static gboolean
starts_from_itself (IhopReduce operator)
{
  return operator != IHOP_REDUCE_ADD && operator != IHOP_REDUCE_MUL && operator != IHOP_REDUCE_XOR;
}

char *
ihop_partial_start (const IhopPartial *partial)
{
  IhopReduce operator = partial->reduction->operator;

  if (starts_from_itself (operator))
    return g_strdup (partial->total);
  if (operator == IHOP_REDUCE_MUL)
    return g_strdup ("1");
  return g_strdup (ihop_type_is_floating (partial->reduction->type) ? "-0.0" : "0");
}

/* min and max written as a call have their own mind about NaN: it is kept. */
static const char *
called_function (const IhopReduction *reduction)
{
  for (guint i = 0; i < reduction->updates->len; i++)
    {
      const IhopNode *update = reduction->updates->pdata[i];
      if (update->kind == IHOP_EXPRESSION)
        update = ihop_node_strip (update->child[0], TRUE);
      if (update->kind != IHOP_ASSIGN)
        continue;
      const IhopNode *value = ihop_node_strip (update->child[1], TRUE);
      const IhopNode *callee
        = value->kind == IHOP_CALL ? ihop_node_strip (value->child[0], TRUE) : NULL;
      if (callee && callee->kind == IHOP_REF)
        return callee->symbol->name;
    }
  return NULL;
}

char *
ihop_partial_combine (const IhopPartial *partial, const char *a, const char *b)
{
  IhopReduce operator = partial->reduction->operator;
  const char *function = called_function (partial->reduction);

  if (operator == IHOP_REDUCE_SET)
    return g_strdup_printf ("%s == %" G_GINT64_FORMAT " ? %s : %s", a, partial->reduction->constant, a, b);
  if (operator == IHOP_REDUCE_LAND || operator == IHOP_REDUCE_LOR)
    return g_strdup_printf ("%s == %s ? %s : %s %s %s", a, b, a, a, ihop_reduce_text (operator), b);
  if (operator != IHOP_REDUCE_MIN && operator != IHOP_REDUCE_MAX)
    return g_strdup_printf ("%s %s %s", a, ihop_reduce_text (operator), b);
  if (function)
    return g_strdup_printf ("%s (%s, %s)", function, a, b);
  return g_strdup_printf ("%s %s %s ? %s : %s", b, operator == IHOP_REDUCE_MIN ? "<" : ">", a, b,
                          a);
}

char *
ihop_partial_global (const IhopKernel *kernel, const IhopPartial *partial)
{
  return g_strdup_printf ("%s_%s", kernel->name, partial->local);
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

typedef struct
{
  IhopBody *body;
  const IhopNode *element;
  const char *text, *local;
} ElementSearch;

static gboolean
rename_element (const IhopNode *node, gpointer data)
{
  ElementSearch *search = data;

  if (node->kind != search->element->kind)
    return TRUE;
  g_autofree char *text = squeezed (node);
  if (!g_str_equal (text, search->text))
    return TRUE;
  g_hash_table_insert (search->body->nodes, (gpointer) node, g_strdup (search->local));
  return FALSE;
}

static void
rename_elements (IhopBody *body, const IhopNode *element, const char *local)
{
  g_autofree char *text = squeezed (element);
  ElementSearch search = { body, element, text, local };

  for (guint i = 0; i < body->kernel->statements->len; i++)
    ihop_node_walk (body->kernel->statements->pdata[i], rename_element, &search);
}

static void
partial_free (gpointer data)
{
  IhopPartial *partial = data;

  g_free (partial->local);
  g_free (partial->total);
  g_free (partial->type);
  g_free (partial);
}

static IhopPartial *
partial_new (IhopBody *body, const IhopReduction *reduction)
{
  IhopPartial *partial = g_new0 (IhopPartial, 1);
  IhopType type = *reduction->type;

  type.qualifiers = 0;
  partial->reduction = reduction;
  partial->type = ihop_type_declare (&type, NULL);
  if (reduction->is_element)
    {
      const IhopNode *element = ihop_node_strip (reduction->element, TRUE);
      partial->local = g_strconcat (reduction->symbol->name, "_part", NULL);
      partial->total = ihop_body_expression (body, element);
      rename_elements (body, element, partial->local);
    }
  else
    {
      partial->local = g_strdup (reduction->symbol->name);
      partial->total = g_strconcat (reduction->symbol->name, "_total[0]", NULL);
    }
  return partial;
}

GPtrArray *
ihop_partials_new (IhopBody *body)
{
  GPtrArray *partials = g_ptr_array_new_with_free_func (partial_free);

  for (guint i = 0; body->kernel->reductions && i < body->kernel->reductions->len; i++)
    g_ptr_array_add (partials, partial_new (body, body->kernel->reductions->pdata[i]));
  return partials;
}
