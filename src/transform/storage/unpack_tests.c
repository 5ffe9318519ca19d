/* The tests at the function's entry that variables rest on. */
#include "transform/storage/unpack_tests.h"
#include "analysis/memory/function_entry.h"
#include "ir/expression.h"
#include "ir/print.h"
#include "transform/build/query.h"
#include <string.h>

/* The variable that holds a pointer at the function's start. */
static const IhopSymbol *
pointer_variable (const IhopUnpack *self, const IhopNode *pointer)
{
  if (pointer->kind == IHOP_REF)
    return pointer->symbol;
  for (guint i = 0; i < self->paths->len; i++)
    {
      const IhopUnpackPath *path = self->paths->pdata[i];
      if (path->variable && ihop_same_expression (path->node, pointer))
        return path->variable;
    }
  return NULL;
}

/* The object that a place lies in: its address and size. */
static void
set_object (IhopGuard *guard, const IhopNode *place)
{
  const IhopNode *node = place;

  while (node->kind == IHOP_MEMBER && !(node->flags & IHOP_NODE_ARROW))
    node = ihop_node_strip (node->child[0], TRUE);
  gboolean is_behind = node->kind == IHOP_MEMBER || (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF);
  const IhopNode *said = is_behind ? ihop_node_strip (node->child[0], TRUE) : node;
  g_autoptr (GPtrArray) symbols = ihop_expression_symbols (said);
  g_autofree char *text = ihop_print_node (said, NULL);

  guard->address = g_strdup_printf ("%s%s", is_behind ? "" : "&", text);
  guard->bytes = g_strdup_printf ("sizeof %s%s", is_behind ? "*" : "", text);
  guard->names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < symbols->len; i++)
    g_ptr_array_add (guard->names, g_strdup (((const IhopSymbol *) symbols->pdata[i])->name));
}

static gboolean
is_known (const GPtrArray *guards, const IhopGuard *guard)
{
  for (guint i = 0; i < guards->len; i++)
    {
      const IhopGuard *other = guards->pdata[i];
      if (g_str_equal (other->function, guard->function)
          && g_str_equal (other->address, guard->address)
          && g_str_equal (other->pointer, guard->pointer))
        return TRUE;
    }
  return FALSE;
}

static gboolean
add_guard (IhopUnpack *self, const IhopUnpackRisk *risk, GPtrArray *guards)
{
  const IhopSymbol *pointer = pointer_variable (self, risk->pointer);
  IhopGuard *guard;

  if (pointer == NULL)
    return FALSE;
  guard = g_new0 (IhopGuard, 1);
  guard->function = g_strdup (self->function->symbol->name);
  guard->pointer = g_strdup (pointer->name);
  set_object (guard, risk->place);
  if (is_known (guards, guard))
    ihop_guard_free (guard);
  else
    g_ptr_array_add (guards, guard);
  return TRUE;
}

gboolean
ihop_unpack_add_guards (IhopUnpack *self, GPtrArray *guards)
{
  for (guint i = 0; i < self->paths->len; i++)
    {
      const IhopUnpackPath *path = self->paths->pdata[i];
      for (guint k = 0; path->is_placed && k < path->relies_on->len; k++)
        if (guards == NULL || !add_guard (self, path->relies_on->pdata[k], guards))
          return FALSE;
    }
  return TRUE;
}
