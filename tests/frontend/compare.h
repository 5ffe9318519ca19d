/* Whether two trees say the same, apart from parentheses and from where the text stands. */
#pragma once
#include "ir/tree.h"

/* NULL: they do. Else the first difference; caller frees. */
char *compare_trees (const IhopTree *a, const IhopTree *b);
