/* What is known about functions that have no body in the project: data/effects/NAME.ini, which
 * explains its keys. */
#pragma once
#include "ir/symbol.h"

#define IHOP_LIBRARY_ARGUMENTS 31
#define IHOP_LIBRARY_REST (1u << 31) /* all arguments behind the highest bit set */

typedef struct
{
  /* Sets of arguments: bit n is argument n. */
  guint reads, writes, keeps, frees, returns, stores, allocates_into;
  gboolean allocates, copies, io, state, no_return, math, sets_errno;
  gboolean needs_header;
  char *unknown;
} IhopLibraryEntry;

/* NULL: nothing is known. */
const IhopLibraryEntry *ihop_library_find (const IhopSymbol *function);
/* Whether a set holds argument n. */
gboolean ihop_library_has (guint set, guint n);
