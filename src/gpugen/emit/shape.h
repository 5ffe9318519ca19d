/* How the memory of a device variable is declared and addressed.
 *
 * Where all inner extents are constants of the compiler, the device pointer has the type that the
 * array decays to, and subscripts stay as they are: "double (*A)[N]". Where they are known only
 * when the program runs, C++ has no such type; the memory is then seen flat, "double *A", and
 * A[i][j] becomes A[i * (size_t) m + j]. */
#pragma once
#include "gpugen/plan/plan.h"

typedef struct
{
  const IhopDeviceVariable *variable;
  gboolean is_flat;
  guint rank;
  char *spelling;          /* the element's type in the owner's words (DATA_TYPE); NULL: as C has it */
  GPtrArray *symbols;      /* of IhopSymbol *: variables that inner extents refer to */
} IhopShape;

/* The word that the declaration has for this type, if it is one word: macros are not known to the
 * type. NULL otherwise. Caller frees. */
char *ihop_type_spelling (const IhopSymbol *symbol, const IhopType *type);

IhopShape *ihop_shape_new (const IhopDeviceVariable *variable);
void ihop_shape_free (IhopShape *shape);

/* "const double (*__restrict__ A)[N]". Caller frees. */
char *ihop_shape_declare (const IhopShape *shape, const char *name, gboolean is_const,
                          gboolean is_restrict);
/* "sizeof A", "NI * sizeof *A", "ihop_size (n) * m * sizeof (double)": bytes of all of it. */
char *ihop_shape_bytes (const IhopShape *shape);
/* Whether the declaration fixes this extent when compiling. */
gboolean ihop_shape_is_constant (const IhopShape *shape, guint dimension);
/* Number of elements from one value of the subscript "dimension" to the next: "m * k", factors of
 * a product that begins with a size_t; NULL for the last dimension. */
char *ihop_shape_stride (const IhopShape *shape, guint dimension);
/* The element with these subscripts of a pointer or array called "name": "d_A[i][j]" or
 * "d_A[i * (size_t) m + j]". */
char *ihop_shape_element (const IhopShape *shape, const char *name, const char *const *subscripts,
                          guint n);
/* The type's text of one element: "double". */
char *ihop_shape_element_type (const IhopShape *shape);

/* "ihop_size (n - 1)": a number of elements that may have come out negative. Caller frees. */
char *ihop_shape_size (const IhopNode *count);

/* ---- The plan's expressions as text. Callers free. ---- */

/* What it is in C and in C++, in the owner's words where these mean the same. */
char *ihop_text_of (const IhopNode *node);
/* The same as an operand of this operator: in parentheses where it would bind otherwise. position 0: on its left. */
char *ihop_text_of_operand (const IhopNode *node, IhopOperator op, guint position);

/* Takes "text", which was printed for the node otherwise; the same as an operand. */
char *ihop_printed_operand (char *text, const IhopNode *node, IhopOperator op, guint position);

/* ---- Text that was printed already: parentheses where "* x" or "+ x" around it would bind otherwise. ---- */

char *ihop_text_factor (const char *text);
char *ihop_text_summand (const char *text);
/* Whether an identifier stands in the text. */
gboolean ihop_text_has_word (const char *text, const char *word);
/* The same outside of comments, strings and #pragma. */
gboolean ihop_text_has_name (const char *text, const char *name);
/* "omp parallel for …": the words behind #pragma start threads, or share work among them. */
gboolean ihop_is_threads_directive (const char *words);
/* "omp simd", "GCC ivdep": the words behind #pragma say something about the loop that follows. */
gboolean ihop_is_loop_hint (const char *words);
/* The pragma of the main file with nothing but white space between it and this place; NULL: none. */
const IhopDirective *ihop_pragma_above (const IhopTree *tree, gsize begin);
/* Takes out lines with "#pragma target" and the like, and with directives that start or share threads.
 * Takes text; caller frees the result. */
char *ihop_text_without_marks (char *text);
/* The text with another word for each of these. Caller frees. */
char *ihop_text_replace_word (const char *text, const char *word, const char *other);
