/* Between the files that bring functions of other files in (import.h). */
#pragma once
#include "project/state.h"

typedef struct
{
  IhopProject *project;
  const IhopProjectFile *file;
  GHashTable *opened;      /* path → IhopTree * of that file as it was opened, owned */
  GPtrArray *functions;    /* of IhopImportedFunction *, owned: what is brought in now, callees first */
  GHashTable *names;       /* const IhopSymbol * in those trees → name here (char *, owned); NULL: it is being looked at */
} IhopImport;

/* Another file as it was opened; NULL: it cannot be read. Owned by the import. */
const IhopTree *ihop_import_opened (IhopImport *self, const IhopProjectFile *other);
/* Whether the function's body stands in the tree's own file, and is the one that runs. */
gboolean ihop_import_is_defined_in (const IhopTree *tree, const IhopFunction *function);
/* The other file that defines a function for the linker; NULL: none, or several do. */
const IhopProjectFile *ihop_import_file_of (const IhopImport *self, const char *name);
/* Adds a function to those that are brought in, with all that it calls in front. FALSE: it calls itself around a corner, or too much, or
 * its file is read in another way than this one. */
gboolean ihop_import_add (IhopImport *self, const IhopProjectFile *other, const IhopFunction *function);
/* Puts them into the file, where they mean the same, and gives calls of "callee" its name here. FALSE: they stay where they are. */
gboolean ihop_import_put (IhopImport *self, const IhopSymbol *callee);
