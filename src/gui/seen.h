/* What a run has shown of a loop, in words; never to be mistaken for a verdict. */
#pragma once
#include "observe/seen.h"
#include <gtk/gtk.h>

/* A box with a border and slanted text of its own; its accessible name says "seen". Floating. */
GtkWidget *ihop_seen_box_new (const IhopSeenLoop *seen);
/* "seen: 3 runs, 1,000 iterations, none met". Caller frees. */
char *ihop_seen_text (const IhopSeenLoop *seen);
