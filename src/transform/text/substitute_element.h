/* What a pointer shows, said by the array that it points into: with p = &a[k], p[j] is a[k + j]. */
#pragma once
#include "transform/build/build.h"

/* Adds to "news" (node → what is to stand there instead) the elements in "code" that are found by the pointer "symbol",
 * whose value is "value", wherever one subscript can say it: of signed types, since unsigned sums wrap around where
 * pointers do not. Sums stay below what an int holds, as nobody's arrays have 2^30 elements (doc/transforms). */
void ihop_substitute_elements (IhopBuild *build, const IhopNode *code, const IhopSymbol *symbol, const IhopNode *value,
                               GHashTable *news);

/* The element "subscript" behind a pointer that is "value": a[k + j], or value[j] where one subscript would not be the same. */
const IhopNode *ihop_element_behind (IhopBuild *build, const IhopNode *value, const IhopNode *subscript);
