/* Affine forms of loop counters, whose numbers may be known only modulo something.
 *
 * Not for proofs (that is src/analysis with isl): what is not known is replaced by a stand-in, so that a form always
 * comes out. */
#pragma once
#include <glib.h>

#define IHOP_FORM_MAX 16 /* loop counters a form can tell apart: 3 spread, the rest inside */

/* value + unit * (any integer): an integer of which only the remainder modulo "unit" is certain.
 * unit 0: the value itself is certain. "value" is then the stand-in where one number is needed.
 * This is the congruence domain of Granger, "Static analysis of arithmetical congruences" (1989). */
typedef struct
{
  gint64 value, unit;
} IhopCongruence;

typedef struct
{
  IhopCongruence constant;
  IhopCongruence count[IHOP_FORM_MAX]; /* coefficient of loop counter k: 0, 1, 2 … iterations done */
  gboolean is_affine;                  /* FALSE: some coefficient is a worst case */
  gboolean is_typical;                 /* of most iterations: not at the edges where a value is clamped or wraps */
} IhopForm;

IhopForm ihop_form_constant (gint64 value);
IhopForm ihop_form_add (const IhopForm *a, const IhopForm *b);
IhopForm ihop_form_scale (const IhopForm *a, IhopCongruence by);
gboolean ihop_form_is_constant (const IhopForm *form);
/* The counters with a coefficient, a bit each. */
guint32 ihop_form_counters (const IhopForm *form);
/* What most iterations see of a value, where no affine form is the whole truth; FALSE: neither does. A warp is taken
 * for 32 neighbours.
 * One of two values: that which moves with all counters that the other one moves with ("x < 0 ? 0 : x"). */
gboolean ihop_form_choose (const IhopForm *a, const IhopForm *b, IhopForm *typical);
/* a % b: a, but where that is small against a warp. */
gboolean ihop_form_remainder (const IhopForm *a, const IhopForm *b, IhopForm *typical);
/* a / b. */
gboolean ihop_form_quotient (const IhopForm *a, const IhopForm *b, IhopForm *typical);
gboolean ihop_congruence_is (IhopCongruence c, gint64 value);
