/* Two texts side by side, line by line. */
#pragma once
#include <glib.h>

typedef enum
{
  IHOP_DIFF_SAME, IHOP_DIFF_CHANGED, IHOP_DIFF_ADDED, IHOP_DIFF_REMOVED
} IhopDiffKind;

/* One row: a line on the left, on the right, or on both. Numbers from 1; 0: none on this side. */
typedef struct
{
  IhopDiffKind kind;
  guint left, right;
} IhopDiffRow;

/* Of IhopDiffRow, in order; every line of both texts is in one row. The shortest edit script (Myers
 * 1986) where it is short; beyond a bound what differs is shown as one block, so that it stays quick.
 * Lines that are taken away and others put in their place share rows (CHANGED). Caller unrefs. */
GArray *ihop_diff_lines (const char *left, const char *right);

/* The one place that holds all in which two texts differ: bytes [begin, left_end) of the left, [begin, right_end) of the
 * right. */
typedef struct
{
  gsize begin, left_end, right_end;
} IhopDiffPlace;

IhopDiffPlace ihop_diff_place (const char *left, const char *right);
