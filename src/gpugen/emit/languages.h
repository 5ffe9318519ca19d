/* Where text means something else than it did: as C++ instead of C, and in another function, where an array is a pointer. One table; doc/languages.md says the same for readers, with what the compiler finds by itself. */
#pragma once
#include "gpugen/emit/text_of.h"
#include "gpugen/plan/plan.h"

/* The node's text for another function and for C++, where its own text would mean something else there: NULL
 * elsewhere. text_of prints parts. Caller frees. */
char *ihop_language_text (const IhopNode *node, IhopTextOf text_of, gpointer data);
/* Whether something below asks for the type of an operand (sizeof, _Alignof, _Generic, typeof …): where an
 * array becomes a pointer, it has to be written by ihop_language_text. */
gboolean ihop_language_asks_types (const IhopNode *node);
/* What stays of the file outside of kernels and means something else in C++, in words; NULL: nothing. */
const char *ihop_language_differs (const IhopPlan *plan);
/* Whether the file's very words may do so: macros then stand for what C makes of them, and nothing else. */
gboolean ihop_language_changes_words (const IhopTree *tree);
