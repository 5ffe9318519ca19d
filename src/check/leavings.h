/* What a program leaves behind: all files, folders and links in its own folder, and what it made, changed or
 * removed elsewhere (outside.c, as far as the program is linked to the C library dynamically). Not seen: what
 * other processes do for it that do not inherit its environment, and sockets, shared memory, databases. */
#pragma once
#include <glib.h>

/* What outside.c noted in "notes" is fetched there, and the files are put back as they were, so that the next
 * program finds what the first one found. */
void ihop_leavings_fetch (const char *notes);
/* The names in which two trees differ are given to "differs" one by one, with a sentence on the second one; FALSE
 * from it ends the search. Names are as a reader knows them: below the folder, or absolute. */
typedef gboolean (*IhopLeavingsDiffer) (const char *name, const char *sentence, gpointer data);
void ihop_leavings_compare (const char *folder_a, const char *folder_b, IhopLeavingsDiffer differs, gpointer data);
