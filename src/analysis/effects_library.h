/* What is known about functions that have no body in the project: data/effects/NAME.ini, which
 * explains its keys. */
#pragma once
#include "ir/symbol.h"

#define IHOP_LIBRARY_ARGUMENTS 31
#define IHOP_LIBRARY_REST (1u << 31) /* all arguments behind the highest bit set */

/* What may happen in a call besides that it returns. */
typedef enum
{
  IHOP_LEAVES_EXIT = 1 << 0,   /* the program ends, and what atexit was given runs */
  IHOP_LEAVES_SIGNAL = 1 << 1, /* a handler of a signal runs, and may leave in any of these ways */
  IHOP_LEAVES_JUMP = 1 << 2,   /* control goes on where setjmp was called */
  IHOP_LEAVES_THREAD = 1 << 3, /* the thread ends, and others go on */
  IHOP_LEAVES_ANYHOW = 15
} IhopLeaving;

typedef struct
{
  /* Sets of arguments: bit n is argument n. */
  guint reads, writes, keeps, frees, returns, stores, allocates_into;
  gboolean allocates, copies, io, state, no_return, math, sets_errno;
  gboolean needs_header;
  gboolean returns_twice;
  IhopLeaving leaves, installs; /* installs: functions of the program to be run then */
  char *unknown;
} IhopLibraryEntry;

/* NULL: nothing is known. */
const IhopLibraryEntry *ihop_library_find (const IhopSymbol *function);
/* Whether a set holds argument n. */
gboolean ihop_library_has (guint set, guint n);
