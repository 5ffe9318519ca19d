/* Types as C computes them from what is printed (C17 6.3.1.8), against those that the tree means: a step
 * that exchanges one operand for another of a smaller type would change what is computed around it. */
#pragma once
#include "transform/build/build.h"

/* The promoted integer type that C gives the expression as it is printed; NULL: no integer, or not known. */
const IhopType *ihop_printed_type (const IhopNode *node);
/* Whether that is the (promoted) type, as far as both are integers that are known. */
gboolean ihop_prints_as (const IhopNode *node, const IhopType *type);
/* The expression so that it is: "3" of the type long is "3L", "n" is "(long) n". */
const IhopNode *ihop_make_printed_as (IhopBuild *build, const IhopNode *node, const IhopType *type);
/* New code in which every operation is computed in the type that its node has. */
const IhopNode *ihop_make_types_explicit (IhopBuild *build, const IhopNode *node);
