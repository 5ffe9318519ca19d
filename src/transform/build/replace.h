/* Code with parts exchanged. */
#pragma once
#include "transform/build/build.h"

/* The code with nodes exchanged: news maps old nodes to new ones, NULL takes a statement out. What
 * holds no such node is shared. */
const IhopNode *ihop_replace_nodes (IhopBuild *build, const IhopNode *node, GHashTable *news);
/* Has each mention of the variable in that code exchanged for the value, which may stand in several places: entries for
 * ihop_replace_nodes are added to news. */
void ihop_replace_mentions (GHashTable *news, const IhopNode *code, const IhopSymbol *symbol, const IhopNode *value);
/* Takes out what claims something about the loop ("omp …", "target"), and with "outer" about the
 * loops around it, too. */
void ihop_drop_marks (const IhopFunction *function, const IhopNode *loop, gboolean outer,
                      GHashTable *news);
/* Adds what the owner says of the loop to ihop ("target …"), made anew for what comes in its place: the
 * marks in front of a statement go with it. */
void ihop_keep_target_marks (IhopBuild *build, const IhopFunction *function, const IhopNode *loop,
                             GPtrArray *into);
