/* How the memory of a device variable is declared and addressed.
 *
 * Where all inner extents are constants of the compiler, the device pointer has the type that the
 * array decays to, and subscripts stay as they are: "double (*A)[N]". Where they are known only
 * when the program runs, C++ has no such type; the memory is then seen flat, "double *A", and
 * A[i][j] becomes A[i * (size_t) m + j]. */
#pragma once
#include "gpugen/plan/plan.h"
#include "ir/widen.h"

typedef struct
{
  const IhopDeviceVariable *variable;
  gboolean is_flat;
  guint rank;
  char *spelling;          /* the element's type in the owner's words (DATA_TYPE); NULL: as C has it */
  GPtrArray *symbols;      /* of IhopSymbol *: variables that inner extents refer to */
} IhopDeviceShape;

/* The word that the declaration has for this type, if it is one word: macros are not known to the
 * type. NULL otherwise. Caller frees. */
char *ihop_type_spelling (const IhopSymbol *symbol, const IhopType *type);

IhopDeviceShape *ihop_shape_new (const IhopDeviceVariable *variable);
void ihop_shape_free (IhopDeviceShape *shape);

/* "const double (*__restrict__ A)[N]". Caller frees. */
char *ihop_shape_declare (const IhopDeviceShape *shape, const char *name, gboolean is_const,
                          gboolean is_restrict);
/* "sizeof A", "NI * sizeof *A", "ihop_size (n) * m * sizeof (double)": bytes of all of it. */
char *ihop_shape_bytes (const IhopDeviceShape *shape);
/* Whether the declaration fixes this extent when compiling. */
gboolean ihop_shape_is_constant (const IhopDeviceShape *shape, guint dimension);
/* Number of elements from one value of the subscript "dimension" to the next: "m * k", factors of
 * a product that begins with a size_t; NULL for the last dimension. */
char *ihop_shape_stride (const IhopDeviceShape *shape, guint dimension);
/* The element with these subscripts of a pointer or array called "name": "d_A[i][j]" or
 * "d_A[i * (size_t) m + j]". */
char *ihop_shape_element (const IhopDeviceShape *shape, const char *name, const char *const *subscripts,
                          guint n);
/* The same of memory that is seen flat, in rows (and so on) of extents[1] …; of fewer subscripts than "rank" a pointer. n > 0. */
char *ihop_flat_element (const char *name, const IhopNode *const *extents, guint rank, const char *const *subscripts, guint n);
/* The type's text of one element: "double". */
char *ihop_shape_element_type (const IhopDeviceShape *shape);

/* "ihop_size (n - 1)": a number of elements that may have come out negative. Caller frees. */
char *ihop_shape_size (const IhopNode *count);

/* What it is in C and in C++, in the owner's words where these mean the same. */
char *ihop_text_of (const IhopNode *node);
/* The same as an operand of this operator: in parentheses where it would bind otherwise. position 0: on its left. */
char *ihop_text_of_operand (const IhopNode *node, IhopOperator op, guint position);

/* What was worked out of the program, computed in 64 bits (ir/widen.h). Caller frees. */
char *ihop_wide_text (const IhopNode *node, IhopWide kind);
char *ihop_wide_text_of_operand (const IhopNode *node, IhopWide kind, IhopOperator op, guint position);

/* Takes "text", which was printed for the node otherwise; the same as an operand. */
char *ihop_printed_operand (char *text, const IhopNode *node, IhopOperator op, guint position);

