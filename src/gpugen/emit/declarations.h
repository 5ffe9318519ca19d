/* Declarations as C++ wants them. No jump may pass a variable that is given a value there: where a label of a switch stands behind such a declaration, the statements between them become a block of their own. And "auto", which says nothing in C, is another word in C++. */
#pragma once
#include "gpugen/emit/text_of.h"

/* A switch in which a label stands behind a variable that is given a value, and a declaration that says "auto", as
 * C++ wants them; NULL elsewhere, and where such a variable is named behind the label. Caller frees. */
char *ihop_declarations_text (const IhopNode *node, IhopTextOf text_of, gpointer data);
