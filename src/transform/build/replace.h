/* Code with some of its nodes replaced. */
#pragma once
#include "transform/build/build.h"

/* The code with nodes replaced: "news" maps old nodes to new ones; a statement that it maps to NULL is taken out. What
 * holds no such node is shared with the old code. */
const IhopNode *ihop_replace_nodes (IhopBuild *build, const IhopNode *node, GHashTable *news);

/* Entries for news: each mention of the variable in the code becomes the value. */
void ihop_replace_mentions (GHashTable *news, const IhopNode *code, const IhopSymbol *symbol, const IhopNode *value);

/* Entries for news: marks that claim something about the loop ("omp …", "target") go, with "outer" also those about the
 * loops around it. */
void ihop_drop_marks (const IhopFunction *function, const IhopNode *loop, gboolean outer,
                      GHashTable *news);

/* Adds copies of the loop's "#pragma target …" to a list, for what comes in its place: marks in front of a statement go
 * when it is replaced. */
void ihop_keep_target_marks (IhopBuild *build, const IhopFunction *function, const IhopNode *loop,
                             GPtrArray *into);
