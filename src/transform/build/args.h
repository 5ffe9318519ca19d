/* The words of a step: "tile kernel_gemm/i/j 32 32". Each function reads one word and returns NULL or FALSE after a
 * refusal, unless it says otherwise. */
#pragma once
#include "transform/build/step.h"

/* Whether the step has between "least" and "most" words behind its name. */
gboolean ihop_args_count (IhopTransformStep *step, guint n, guint least, guint most);

/* The loop at an address ("f/i/j", "f/i#2" or "FILE:LINE"); owned by step->names. */
const IhopLoopName *ihop_args_loop (IhopTransformStep *step, const char *word);

/* A whole number from "least" to "most"; "what" names it in the refusal: "the factor". */
gboolean ihop_args_number (IhopTransformStep *step, const char *word, const char *what,
                           gint64 least, gint64 most, gint64 *number);

/* "16x2": 16 threads that take 2 neighbours in each turn; "16": one. */
gboolean ihop_args_threads (IhopTransformStep *step, const char *word, gint64 most, gint64 *threads, gint64 *beside);

/* The child of a block that a line number means, or "@2": the second statement, pragmas not counted. A body that is no
 * block is refused, since its children are no statements. */
gboolean ihop_args_line (IhopTransformStep *step, const IhopNode *block, const char *word,
                         guint *child);

/* The variable that a name means at a place in the function. NULL, without a refusal: none. */
IhopSymbol *ihop_args_variable (IhopTransformStep *step, const IhopFunction *function,
                                const IhopNode *place, const char *name);

/* Whether the word can name something new. */
gboolean ihop_args_name (IhopTransformStep *step, const char *word);

/* The function of this name. */
const IhopFunction *ihop_args_function (IhopTransformStep *step, const char *word);
