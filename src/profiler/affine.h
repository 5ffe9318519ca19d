/* Subscripts and bounds as affine forms of loop counters, as far as counting sectors needs them.
 *
 * Not for proofs (that is src/analysis with isl): a value that depends on parameters is replaced by a
 * stand-in, and what is not affine by large strides, so that a form always comes out. */
#pragma once
#include "ir/tree.h"

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
} IhopForm;

typedef struct _IhopReader IhopReader;

/* Reads expressions inside "body". Keeps nothing but the pointers. */
IhopReader *ihop_reader_new (const IhopNode *body);
void ihop_reader_free (IhopReader *reader);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopReader, ihop_reader_free)
/* From here on the symbol is first + step * (counter k). The form is copied. */
void ihop_reader_bind (IhopReader *reader, const IhopSymbol *symbol, const IhopForm *first,
                       gint64 step, guint k);
void ihop_reader_unbind (IhopReader *reader, const IhopSymbol *symbol);
/* An integer expression. */
IhopForm ihop_reader_value (IhopReader *reader, const IhopNode *expression);
/* Where an lvalue lies, in bytes from the start of "base" (out, may be NULL; set to NULL when it is
 * not one known variable). */
IhopForm ihop_reader_address (IhopReader *reader, const IhopNode *lvalue, const IhopSymbol **base);
/* Bytes of a value of this type. */
IhopCongruence ihop_reader_size (IhopReader *reader, const IhopType *type);
/* Declared inside the body: every thread has its own. */
gboolean ihop_reader_is_local (const IhopReader *reader, const IhopSymbol *symbol);

IhopForm ihop_form_constant (gint64 value);
IhopForm ihop_form_add (const IhopForm *a, const IhopForm *b);
IhopForm ihop_form_scale (const IhopForm *a, IhopCongruence by);
gboolean ihop_form_is_constant (const IhopForm *form);
gboolean ihop_congruence_is (IhopCongruence c, gint64 value);
