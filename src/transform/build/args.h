/* The words of a step. */
#pragma once
#include "transform/build/step.h"

/* args.c: NULL or FALSE after a refusal. */
gboolean ihop_args_count (IhopTransformStep *step, guint n, guint least, guint most);
const IhopLoopName *ihop_args_loop (IhopTransformStep *step, const char *word);
/* A whole number from least to most. */
gboolean ihop_args_number (IhopTransformStep *step, const char *word, const char *what,
                           gint64 least, gint64 most, gint64 *number);
/* The child of a block that a line lies in, or "@2", the second one. Refuses what is no block: its children are
 * no statements of a body. */
gboolean ihop_args_line (IhopTransformStep *step, const IhopNode *block, const char *word,
                         guint *child);
/* The variable that a name means at a place in a function; NULL: none, without a refusal. */
IhopSymbol *ihop_args_variable (IhopTransformStep *step, const IhopFunction *function,
                                const IhopNode *place, const char *name);
/* Whether a word can be the name of something new; FALSE after a refusal. */
gboolean ihop_args_name (IhopTransformStep *step, const char *word);
/* The function that a word names. */
const IhopFunction *ihop_args_function (IhopTransformStep *step, const char *word);
