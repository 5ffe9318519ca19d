/* What a program leaves behind: all files, folders and links in its own folder, and what it made, changed or
 * removed elsewhere (outside.c, as far as the program is linked to the C library dynamically). Not seen: what
 * other processes do for it that do not inherit its environment, and sockets, shared memory, databases. */
#pragma once
#include <glib.h>

/* What outside.c noted in "notes" is fetched there, and the files are put back as they were, so that the next
 * program finds what the first one found. */
void ihop_leavings_fetch (const char *notes);
typedef struct
{
  const char *name;        /* as a reader knows it: below the folder, or absolute */
  const char *below;       /* the same file below both folders */
  const char *sentence;    /* on the second one */
  gboolean is_content;     /* both are files, with other contents */
} IhopLeavingsDifference;

/* That in which two trees differ is given to "differs" one by one; FALSE from it ends the search. */
typedef gboolean (*IhopLeavingsDiffer) (const IhopLeavingsDifference *difference, gpointer data);
void ihop_leavings_compare (const char *folder_a, const char *folder_b, IhopLeavingsDiffer differs, gpointer data);
