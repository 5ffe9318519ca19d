/* The types in which C computes what is printed (the usual arithmetic conversions, C17 6.3.1.8), against the types of
 * the tree's nodes. A step that replaces an operand by one of a smaller type would change what is computed around it:
 * where "i" of type long becomes "3", "i * 2147483647" would be computed in an int. */
#pragma once
#include "transform/build/build.h"

/* The promoted integer type that C gives the expression as it is printed. NULL: no integer, or not known. */
const IhopType *ihop_printed_type (const IhopNode *node);
/* Whether that is "type" promoted; TRUE also where one of them is no integer or not known. */
gboolean ihop_prints_as (const IhopNode *node, const IhopType *type);
/* The expression made so: a 3 of type long is "3L", n is "(long) n". */
const IhopNode *ihop_make_printed_as (IhopBuild *build, const IhopNode *node, const IhopType *type);
/* New code in which every operation is computed in the type that its node has. */
const IhopNode *ihop_make_types_explicit (IhopBuild *build, const IhopNode *node);
