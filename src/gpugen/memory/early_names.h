/* What is known already where a function's tests stand.
 *
 * All tests of a function stand at one place, behind the last variable that they name (IhopWork.entry). A name can be used there
 * if it has the same value all over the function: parameters and globals that nothing changes, and variables that are set once among
 * the function's first statements. Each question moves work->entry behind the names that it is about. */
#pragma once
#include "gpugen/plan/work.h"

/* Whether a variable has the same value where tests stand as in all of the function. Answers are kept: each pair of arrays asks anew
 * for the same few names. */
gboolean ihop_early_is_known (IhopWork *work, const IhopSymbol *symbol);
/* The same for an expression (NULL is known). */
gboolean ihop_early_can_say (IhopWork *work, const IhopNode *node);
/* Whether it is a global variable that lies where it lies: a number, a struct or an array, no pointer. */
gboolean ihop_early_is_object (const IhopSymbol *symbol);
/* Whether a test can compare the memory of a variable, "bytes" long: its address and its size are known. */
gboolean ihop_early_is_known_side (IhopWork *work, const IhopSymbol *symbol, const IhopNode *bytes);
