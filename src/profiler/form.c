/* Arithmetic on affine forms whose numbers may be known only modulo something. */
#include "profiler/form.h"

/* Past this nothing but "large" is worth knowing; strides times threads stay within 64 bits. The
 * stand-in is odd, so that no alignment is read into it. */
#define MOST (G_GINT64_CONSTANT (1) << 46)
static const IhopCongruence huge = { (G_GINT64_CONSTANT (1) << 40) + 1, 1 };

static guint64
gcd (guint64 a, guint64 b)
{
  while (b != 0)
    {
      guint64 rest = a % b;

      a = b;
      b = rest;
    }
  return a;
}

static guint64
magnitude (gint64 value)
{
  return value < 0 ? -(guint64) value : (guint64) value;
}

static gint64
as_unit (guint64 unit)
{
  return unit <= G_MAXINT64 ? (gint64) unit : 1;
}

static IhopCongruence
add (IhopCongruence a, IhopCongruence b)
{
  IhopCongruence sum = { 0, as_unit (gcd (magnitude (a.unit), magnitude (b.unit))) };

  if (__builtin_add_overflow (a.value, b.value, &sum.value) || sum.value > MOST
      || sum.value < -MOST)
    return huge;
  return sum;
}

/* (v + u s) (w + t r) = v w + v t r + w u s + u t s r. */
static IhopCongruence
multiply (IhopCongruence a, IhopCongruence b)
{
  gint64 value, left, right, both;

  if (__builtin_mul_overflow (a.value, b.value, &value)
      || __builtin_mul_overflow (a.value, b.unit, &left)
      || __builtin_mul_overflow (b.value, a.unit, &right)
      || __builtin_mul_overflow (a.unit, b.unit, &both) || value > MOST || value < -MOST)
    return huge;
  return (IhopCongruence){ value, as_unit (gcd (gcd (magnitude (left), magnitude (right)),
                                                magnitude (both))) };
}

IhopForm
ihop_form_constant (gint64 value)
{
  return (IhopForm){ .constant = { value, 0 }, .is_affine = TRUE };
}

IhopForm
ihop_form_add (const IhopForm *a, const IhopForm *b)
{
  IhopForm sum = { .constant = add (a->constant, b->constant) };

  for (guint k = 0; k < IHOP_FORM_MAX; k++)
    sum.count[k] = add (a->count[k], b->count[k]);
  sum.is_affine = a->is_affine && b->is_affine;
  sum.is_typical = a->is_typical || b->is_typical;
  return sum;
}

IhopForm
ihop_form_scale (const IhopForm *a, IhopCongruence by)
{
  IhopForm scaled = { .constant = multiply (a->constant, by), .is_affine = a->is_affine,
                      .is_typical = a->is_typical };

  for (guint k = 0; k < IHOP_FORM_MAX; k++)
    scaled.count[k] = multiply (a->count[k], by);
  return scaled;
}

gboolean
ihop_congruence_is (IhopCongruence c, gint64 value)
{
  return c.unit == 0 && c.value == value;
}

gboolean
ihop_form_is_constant (const IhopForm *form)
{
  for (guint k = 0; k < IHOP_FORM_MAX; k++)
    if (!ihop_congruence_is (form->count[k], 0))
      return FALSE;
  return TRUE;
}

guint32
ihop_form_counters (const IhopForm *form)
{
  guint32 counters = 0;

  for (guint k = 0; k < IHOP_FORM_MAX; k++)
    if (!ihop_congruence_is (form->count[k], 0))
      counters |= 1u << k;
  return counters;
}

/* ---- What is typical ------------------------------------------------------------------- */

#define WARP 32

static gboolean
are_alike (const IhopForm *a, const IhopForm *b)
{
  for (guint k = 0; k < IHOP_FORM_MAX; k++)
    if (a->count[k].value != b->count[k].value || a->count[k].unit != b->count[k].unit)
      return FALSE;
  return TRUE;
}

gboolean
ihop_form_choose (const IhopForm *a, const IhopForm *b, IhopForm *typical)
{
  guint32 of_a = ihop_form_counters (a), of_b = ihop_form_counters (b), of_both = of_a | of_b;

  if (!a->is_affine || !b->is_affine || (of_a == of_b && !are_alike (a, b)) || (of_both != of_a && of_both != of_b))
    return FALSE;
  *typical = of_both == of_a ? *a : *b;
  typical->is_typical = TRUE;
  return TRUE;
}

/* Coefficients of a known stride, not longer than this. */
static gboolean
moves_by_less (const IhopForm *form, gint64 than)
{
  for (guint k = 0; k < IHOP_FORM_MAX; k++)
    if (form->count[k].unit != 0 || magnitude (form->count[k].value) >= (guint64) than)
      return FALSE;
  return form->is_affine;
}

gboolean
ihop_form_remainder (const IhopForm *a, const IhopForm *b, IhopForm *typical)
{
  gint64 range = b->constant.value;

  if (!ihop_form_is_constant (b) || range <= 0 || !a->is_affine)
    return FALSE;
  /* A few neighbours, again and again. */
  if (b->constant.unit == 0 && range <= WARP)
    *typical = ihop_form_constant (0);
  else if (moves_by_less (a, range))
    *typical = *a;
  else
    return FALSE;
  typical->is_typical = TRUE;
  return TRUE;
}

gboolean
ihop_form_quotient (const IhopForm *a, const IhopForm *b, IhopForm *typical)
{
  gint64 by = b->constant.value;

  if (!ihop_form_is_constant (b) || b->constant.unit != 0 || by <= 0 || !a->is_affine)
    return FALSE;
  *typical = ihop_form_constant (a->constant.value / by);
  typical->constant.unit = 1;
  for (guint k = 0; k < IHOP_FORM_MAX; k++)
    {
      gint64 stride = a->count[k].value;
      if (a->count[k].unit != 0)
        return FALSE;
      typical->count[k].value = (stride < 0 ? stride - by / 2 : stride + by / 2) / by;
    }
  typical->is_typical = TRUE;
  return TRUE;
}
