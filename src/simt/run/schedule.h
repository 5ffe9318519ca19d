/* The order in which a launch runs its blocks, and each block its warps from barrier to barrier. All orders are ones that a card
 * may choose. Orders are lists of numbers by turn; NULL: ascending. */
#pragma once
#include <glib.h>

typedef struct
{
  const guint64 *blocks;
  const guint64 *warps;
  guint64 from, to;  /* blocks whose warps run in that order: from the first one to before the second one */
  guint live;        /* so many blocks take turns at their barriers; 0 or 1: each runs to its end */
} IhopSchedule;

/* This thread tries an order: nothing of it is to be seen from outside. */
extern __thread gboolean ihop_schedule_is_tried;
