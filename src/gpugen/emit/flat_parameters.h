/* Parameters of functions that kernels call, "double (*a)[m]", where m is known only when the program runs: C++ has no such type. The
 * device's copy of the function is given "double *a", and a[i][j] becomes a[i * (size_t) m + j] in it. */
#pragma once
#include "ir/tree.h"

/* Whether the function's parameter is one, and all that is done with it can be said so. */
gboolean ihop_parameter_is_flat (const IhopFunction *function, const IhopSymbol *parameter);
gboolean ihop_function_has_flat_parameter (const IhopFunction *function);
/* "double *a". The caller frees. */
char *ihop_flat_parameter_declare (const IhopSymbol *parameter);
/* What an expression of the function says of such a parameter's elements or rows; "print" makes text of subscripts. NULL: it is
 * something else. The caller frees. */
typedef char *(*IhopPrintNode) (const IhopNode *node, gpointer data);
char *ihop_flat_parameter_text (const IhopFunction *function, const IhopNode *node, IhopPrintNode print, gpointer data);
