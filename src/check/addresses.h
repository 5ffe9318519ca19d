/* Comparing memory in which addresses are stored. */
#pragma once
#include "ir/symbol.h"
#include "ir/tree.h"

/* Whether two values of this type (of its size in bytes) are alike, where addresses in them only have to be
 * null in both or in neither, and the gaps between members do not count. */
gboolean ihop_addresses_apart_equal (const IhopType *type, const char *a, const char *b);
