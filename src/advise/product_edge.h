/* Where the sums of a product begin that begins at another loop's value. */
#pragma once
#include "ir/tree.h"

/* "2 * it + 33": where a sum over i is with "it" + ahead for i; NULL: something in it is not added. Owned by the caller. */
char *ihop_product_sum_at (const IhopNode *expression, const IhopSymbol *i, const char *it, gint64 ahead);
