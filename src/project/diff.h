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

/* Bytes [begin, end) of a line. */
typedef struct
{
  guint line;              /* from 1 */
  gsize begin, end;
} IhopDiffSpan;

/* The words (names, numbers, signs; blanks are none) that only one side has, where lines of both sides share a place: of
 * lines that are new as a whole nothing is said. rows: what ihop_diff_lines says of these texts. Sets two arrays of
 * IhopDiffSpan, in order; the caller unrefs them. */
void ihop_diff_words (const char *left, const char *right, const GArray *rows, GArray **left_spans,
                      GArray **right_spans);

/* What two sequences of words have in common, marked in arrays of n and m that are all FALSE. FALSE: they differ so much
 * that it was looked for at both ends only. */
gboolean ihop_diff_common (char *const *left, guint n, char *const *right, guint m, gboolean *in_left,
                           gboolean *in_right);

/* The one place that holds all in which two texts differ: bytes [begin, left_end) of the left, [begin, right_end) of the
 * right. */
typedef struct
{
  gsize begin, left_end, right_end;
} IhopDiffPlace;

IhopDiffPlace ihop_diff_place (const char *left, const char *right);
