/* Text that makes a program tell what its functions leave behind.
 *
 * A function f with fragments is renamed, and a new f in front of it calls the old one and then
 * writes every array that the fragments of f work on, as its caller sees it. So every way out of f
 * is caught, whatever its body looks like, and nothing that the generator made is changed. It works
 * on the text of original and products alike, because they agree in the heads of their functions.
 * What the caller cannot see (local arrays) is not compared: nothing depends on it but by what
 * the program does later. For main, which nobody calls, global arrays are written at exit. */
#pragma once
#include "check/watch.h"

typedef enum
{
  IHOP_TEXT_ORIGINAL,
  IHOP_TEXT_PRODUCT,
  IHOP_TEXT_CUDA          /* a product that is C++ */
} IhopTextKind;

/* The text with these functions instrumented. owner: the file, if the text has its owner's names (owners_names);
 * NULL: it has those of the plan. Functions that cannot be found in the text are noted. Caller frees. */
char *ihop_instrument_text (const char *text, const GPtrArray *functions, IhopTextKind kind,
                            const IhopProjectFile *owner, GPtrArray *notes);
