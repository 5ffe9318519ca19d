/* Subscripts and bounds as affine forms of loop counters, as far as counting sectors needs them.
 *
 * Not for proofs (that is src/analysis with isl): a value that depends on parameters is replaced by a
 * stand-in, and what is not affine by large strides, so that a form always comes out. */
#pragma once
#include "analysis/program/facts.h"
#include "profiler/form.h"

typedef struct _IhopReader IhopReader;

/* Reads expressions inside "body". Keeps nothing but the pointers. facts: for what called functions give; may be NULL. */
IhopReader *ihop_reader_new (IhopFacts *facts, const IhopFunction *function, const IhopNode *body);
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
