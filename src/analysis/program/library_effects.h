/* What is known about functions (and a few variables) that have no body in the project:
 * data/effects/NAME.ini, of which libc.ini explains the keys.
 *
 * The library has memory of its own: results that the next call overwrites, and pointers of the program
 * that it keeps. Each such memory has a name ("strtok", "streams"), and an entry says which ones a call works
 * in; points-to makes an object of each. */
#pragma once
#include "ir/tree.h"

#define IHOP_LIBRARY_ARGUMENTS 31
#define IHOP_LIBRARY_REST (1u << 31) /* all arguments behind the highest bit set */

/* What may happen in a call besides that it returns. */
typedef enum
{
  IHOP_LEAVES_EXIT = 1 << 0,   /* the program ends, and what atexit was given runs */
  IHOP_LEAVES_SIGNAL = 1 << 1, /* a handler of a signal runs, and may leave in any of these ways */
  IHOP_LEAVES_JUMP = 1 << 2,   /* control goes on where setjmp was called */
  IHOP_LEAVES_THREAD = 1 << 3, /* the thread ends, and others go on; installs: one begins */
  IHOP_LEAVES_ANYHOW = 15
} IhopAbnormalExits;

typedef struct
{
  /* Sets of arguments: bit n is argument n. */
  guint reads, writes, keeps, frees, returns, stores, allocates_into, follows, emits, fills;
  gboolean allocates, copies, io, state, no_return, math, sets_errno;
  gboolean returns_twice;
  IhopAbnormalExits leaves, installs; /* installs: functions of the program to be run then */
  gboolean returns_memory; /* the result may point into the memories, and to what is kept there */
  gboolean is_variable;    /* a variable, which points into the memories and nowhere else */
  gboolean is_anonymous;   /* mmap: fresh memory where the call says so (ihop_library_allocates) */
  gint format;             /* the argument that is a format of printf or scanf; -1: none */
  char **memory;           /* names of memories, each interned; NULL-terminated */
  gboolean only_looks;     /* the memories are read, not written */
  gboolean needs_library;  /* counts only for what a header of the library declares */
  char *unknown;
} IhopLibraryEntry;

/* NULL: nothing is known. */
const IhopLibraryEntry *ihop_library_find (const IhopSymbol *symbol);
/* Whether any entry has this name, whoever declares it. */
gboolean ihop_library_has_name (const char *name);
/* Whether a set holds argument n. */
gboolean ihop_library_has (guint set, guint n);
/* Functions that are in no file may have put memory of the program into it, too. */
gboolean ihop_library_is_shared (const char *memory);
/* Whether this call gives fresh memory, because the entry says so or by its arguments. */
gboolean ihop_library_allocates (const IhopLibraryEntry *entry, const IhopNode *call);
/* Whether the expression is a call of exit and the like. */
gboolean ihop_call_never_returns (const IhopNode *node);
/* Whether the format of this call is not seen, or may hold "%…n" (conversion 'n'). FALSE: it has no format. */
gboolean ihop_format_may_have (const IhopNode *call, const IhopLibraryEntry *entry, char conversion);
