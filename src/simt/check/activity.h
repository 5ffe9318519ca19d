/* Launches, copies and fills: what is known of one when its stamps are met later, and how they are ordered (streams.h). Under
 * the clock's lock (clock.h). */
#pragma once
#include "simt/check/clock.h"
#include "simt/check/streams.h"

typedef struct
{
  const char *name;       /* of the kernel, or the function; interned */
  GArray *sites, *checks; /* of a kernel: IhopCountSite and IhopCheckSite, owned; else NULL */
  guint grid[3], block[3];
  guint issue;            /* of a stream; 0: the host's own. Set when it begins, as the following are */
  guint32 begin;          /* the last stamp before it */
  gboolean is_mixed;      /* other work was done meanwhile */
} IhopActivityInfo;

/* This thread's work begins: gives its number, in *begin the last stamp before it, and in *quiet the last one up to which all is
 * ordered before it. "info" is copied. */
guint ihop_activity_begin (const IhopActivityInfo *info, guint32 *begin, guint32 *quiet);
/* Up to which all is ordered before whatever begins later, too: all work of one stream alone is, else what the host has waited for. */
guint32 ihop_activity_past (guint32 quiet);
/* It has ended. */
void ihop_activity_end (void);
/* Stamps from *from on, of work around this, which is ordered before the second one: all of it is. Gives their number, which may be 0. */
guint32 ihop_activity_stamps_before (guint first, guint second, guint32 *from);
/* Is the first ordered before the second one? */
gboolean ihop_activity_is_before (guint first, guint second);
/* The last one of a piece of work that streams were asked for. */
const IhopActivityInfo *ihop_activity_of (guint issue);
const IhopActivityInfo *ihop_activity_info (guint activity);
