/* One clock for all that is checked. It goes on where threads wait for each other, and where another block or other work
 * of the host gets its turn: between two of its steps only one block is at work. So a stamp tells who it was, and
 * what threads know of each other is a time: all stamps up to it are theirs.
 *
 * Checked blocks run one at a time, under one lock. */
#pragma once
#include <glib.h>

typedef struct
{
  guint work;    /* number of the launch or copy (work.h) */
  guint64 block; /* of the launch */
} IhopAtWork;

/* Taken by whoever lets a block run, or notes something. */
void ihop_clock_lock (void);
void ihop_clock_unlock (void);

/* The stamp of what happens now: from 1. */
guint32 ihop_clock_now (void);
/* What happens from now on has a later stamp. Gives the stamp before. */
guint32 ihop_clock_step (void);
/* From now on this block is at work; the same as before: nothing changes. Gives the first stamp of its turn. */
guint32 ihop_clock_enter (guint work, guint64 block);
/* Who was at work at that time. */
IhopAtWork ihop_clock_at (guint32 stamp);
/* Somebody gets on: a block has done more than to ask again in a loop, or something is changed that whoever waits may look at. How often that was so. */
void ihop_clock_note_change (void);
guint64 ihop_clock_changes (void);
/* The clock is near its end: nothing more is compared. */
gboolean ihop_clock_is_used_up (void);
