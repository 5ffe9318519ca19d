/* Calls in new code. */
#pragma once
#include "transform/build/build.h"

/* A function that this file has no body of and that returns "type". */
IhopSymbol *ihop_library_function (IhopBuild *build, const char *name, const IhopType *type);
/* A call of a function of this name that returns "type": the program's, or else the library's. "place": where messages about it
 * point. Takes the arguments (of const IhopNode *). */
const IhopNode *ihop_make_call (IhopBuild *build, const IhopNode *place, const char *name, const IhopType *type,
                                GPtrArray *arguments);
/* "sizeof (element) * count": bytes. count may be NULL: of one. */
const IhopNode *ihop_make_bytes (IhopBuild *build, const IhopNode *count, const IhopType *element);
