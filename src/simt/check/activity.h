/* Launches: what is known of one when its stamps are met later. One launch is taken to be ordered behind all before it:
 * what streams leave open is not compared. Under the clock's lock (clock.h). */
#pragma once
#include "simt/check/clock.h"

typedef struct
{
  const char *name;       /* of the kernel; interned */
  GArray *sites, *checks; /* IhopCountSite and IhopCheckSite, owned */
  guint grid[3], block[3];
} IhopActivityInfo;

/* It begins: gives its number, and in *quiet the last stamp before it. "info" is copied. */
guint ihop_activity_begin (const IhopActivityInfo *info, guint32 *quiet);
const IhopActivityInfo *ihop_activity_info (guint activity);
