/* Whether functions of two trees mean the same: the judge of code that was brought from one file into another, whose
 * headers, macros and declarations may read the same words otherwise. */
#pragma once
#include "ir/tree.h"

typedef struct
{
  const IhopTree *a, *b;
  gboolean is_one_file;    /* two texts of one file: what it keeps for itself (static variables) is the same by its name, and a number
                              that is the line where it stands (__LINE__ in assert) is that line in the other text */
  GHashTable *names;       /* "what it is called in a" → "in b" (char *): functions that were brought along, which mean each other; that
                              is for the caller to ask of each of them. NULL: none */
} IhopSameTrees;

/* Node by node: the same statements and operators, numbers of the same value, types of the same layout, variables that stand
 * for each other, and the same functions and variables outside of them: those that the linker knows by one name, const ones with the
 * same initializer, functions of headers whose bodies are the same again. What a function keeps from one call to the next
 * (a static variable) is not the same in two files, and what could not be read (IHOP_OPAQUE) is never. Parentheses do not count. */
gboolean ihop_function_same (const IhopSameTrees *trees, const IhopFunction *a, const IhopFunction *b);
/* Whether a has all variables with initializers that b has outside of functions, and these are the same. */
gboolean ihop_variables_same (const IhopSameTrees *trees);
