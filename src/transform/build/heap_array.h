/* Arrays of new code that are too large for the stack, or of unknown size: they are allocated in front of a loop and freed
 * behind it. */
#pragma once
#include "transform/build/header.h"

/* Refuses where malloc, free and abort may not be declared. */
gboolean ihop_require_heap (IhopTransformStep *step, const IhopHeader *header);

/* "row *name": a variable of a new name, declared like another one but for its type. A row of a matrix is an array. */
IhopSymbol *ihop_heap_array (IhopBuild *build, const IhopSymbol *like, const IhopType *row, const char *name);
/* Adds "row *name = malloc (rows * sizeof *name);", and with "or_abort" "if (!name) abort ();", to a list. */
void ihop_heap_append_malloc (IhopBuild *build, const IhopHeader *header, IhopSymbol *array, const IhopNode *rows,
                              gboolean or_abort, GPtrArray *into);
/* Adds "free (name);". */
void ihop_heap_append_free (IhopBuild *build, const IhopHeader *header, IhopSymbol *array, GPtrArray *into);
