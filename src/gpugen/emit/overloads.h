/* C++ has several functions of one name where C has one that its arguments are converted for: the sqrt of a float is another one in C++, and less exact; the abs of a double is no int. */
#pragma once
#include "gpugen/emit/printing.h"
#include "gpugen/emit/text_of.h"

/* A call of a library's function whose arguments C converts, with these conversions written out, so that
 * C++ takes the same function; NULL: it does. Caller frees. */
char *ihop_overload_call (const IhopPrint *print, const IhopNode *call, IhopTextOf text_of, gpointer data);
/* Whether C++ would take another function for this node, a call. */
gboolean ihop_overload_differs (const IhopNode *node);
