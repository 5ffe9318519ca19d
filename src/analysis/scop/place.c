#include "analysis/scop/place.h"

static void
clear_step (gpointer step)
{
  ihop_value_unref (((IhopStep *) step)->value);
  ihop_value_unref (((IhopStep *) step)->inside);
}

void
ihop_step_forget (IhopStep *step)
{
  g_clear_pointer (&step->value, ihop_value_unref);
  g_clear_pointer (&step->inside, ihop_value_unref);
  step->through = NULL;
}

IhopRef *
ihop_ref_new (const IhopSymbol *root)
{
  IhopRef *ref = g_new0 (IhopRef, 1);

  ref->root = root;
  ref->type = root->type;
  ref->steps = g_array_new (FALSE, FALSE, sizeof (IhopStep));
  g_array_set_clear_func (ref->steps, clear_step);
  return ref;
}

IhopRef *
ihop_ref_copy (const IhopRef *ref)
{
  IhopRef *copy = ihop_ref_new (ref->root);

  copy->type = ref->type;
  for (guint i = 0; i < ref->steps->len; i++)
    {
      IhopStep step = g_array_index (ref->steps, IhopStep, i);
      ihop_value_ref (step.value);
      ihop_value_ref (step.inside);
      g_array_append_val (copy->steps, step);
    }
  return copy;
}

void
ihop_ref_free (IhopRef *ref)
{
  if (ref == NULL)
    return;
  g_array_unref (ref->steps);
  g_free (ref);
}

IhopRef *
ihop_ref_add_step (IhopRef *ref, IhopStepKind kind, IhopValue *value, const IhopType *type)
{
  IhopStep step = { .kind = kind, .value = value, .array = ref->type };

  g_array_append_val (ref->steps, step);
  ref->type = type;
  return ref;
}

IhopStep *
ihop_ref_last_step (IhopRef *ref)
{
  return ref->steps->len ? &g_array_index (ref->steps, IhopStep, ref->steps->len - 1) : NULL;
}

/* A pointer is kept as the place it points to, its last step being the element; adding to it moves
 * that element. Takes pointer and offset (NULL: unknown). */
IhopRef *
ihop_ref_move (IhopRef *pointer, IhopValue *offset)
{
  IhopStep *step = ihop_ref_last_step (pointer);
  gint64 constant;

  if (step && (step->kind == IHOP_STEP_SUBSCRIPT || step->kind == IHOP_STEP_DEREF))
    {
      g_clear_pointer (&step->inside, ihop_value_unref);
      step->through = NULL;
      if (step->value && offset)
        step->value = ihop_value_add (step->value, offset, 1);
      else
        {
          ihop_value_unref (step->value);
          ihop_value_unref (offset);
          step->value = NULL;
        }
      return pointer;
    }
  if (step && step->kind == IHOP_STEP_ANY)
    {
      ihop_value_unref (offset);
      return pointer;
    }
  /* &x + 0 is x; anything else from it is nothing we know. */
  gboolean stays = ihop_value_constant (offset, &constant) && constant == 0;

  ihop_value_unref (offset);
  if (stays)
    return pointer;
  ihop_ref_free (pointer);
  return NULL;
}

/* What is loaded from memory may have changed since. */
gboolean
ihop_ref_is_loaded (const IhopRef *ref)
{
  for (guint i = 1; i < ref->steps->len; i++)
    if (g_array_index (ref->steps, IhopStep, i).kind == IHOP_STEP_DEREF)
      return TRUE;
  return ref->steps->len
         && g_array_index (ref->steps, IhopStep, ref->steps->len - 1).kind == IHOP_STEP_ANY;
}

gboolean
ihop_step_counts (const IhopStep *step)
{
  return step->kind == IHOP_STEP_SUBSCRIPT || step->kind == IHOP_STEP_DEREF;
}
