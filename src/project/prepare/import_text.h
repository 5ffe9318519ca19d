/* The text that brings functions of another file in (import.h). */
#pragma once
#include "ir/tree.h"

typedef struct
{
  const IhopTree *tree;    /* of the file that has it, as it was opened */
  const IhopFunction *function;
  const char *name;        /* that it gets */
} IhopImportedFunction;

typedef enum
{
  IHOP_IMPORT_PLAIN,       /* with the macros of its file that it uses */
  IHOP_IMPORT_HEADERS,     /* … and the headers that its file includes, and the one that it goes to does not */
  IHOP_IMPORT_EXPANDED,    /* with these headers, and what its macros stand for */
  IHOP_IMPORT_MANNERS
} IhopImportManner;

/* For functions, of const IhopImportedFunction *, that go into the tree's file, callees first; "calls" has of all functions that calls
 * in them mean the name here (const IhopSymbol * → char *). headers: lines to stand behind what the file includes; definitions: what stands
 * before the first function. FALSE: a name that is needed has another meaning here. The caller frees both. */
gboolean ihop_import_text (const IhopTree *into, const GPtrArray *functions, GHashTable *calls, IhopImportManner manner, char **headers,
                           char **definitions);
