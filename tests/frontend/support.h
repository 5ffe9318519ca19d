#pragma once
#include "ir/print.h"

/* Whether two trees say the same, apart from parentheses and from where the text stands.
 * NULL: they do. Else the first difference; caller frees. */
char *compare_trees (const IhopTree *a, const IhopTree *b);
/* The main file with the bodies of its functions printed anew. Caller frees. */
char *print_bodies (const IhopTree *tree, const IhopPrinter *printer);
/* The same tree in new nodes: statements only, or all. */
IhopTree *rebuild_tree (IhopTree *tree, gboolean expressions);
/* Like print_bodies, with "_renamed" behind the names of all local variables. */
char *print_renamed (const IhopTree *tree);
