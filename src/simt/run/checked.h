/* What checked code calls (src/simt/check): once before each request of memory, and where threads wait for each other.
 *
 * "site" is the number of an instruction (IhopCheckSite), "mask" tells which lanes ask. What does not fit into a call stands
 * in frame->scratch: an address for each lane (64 bits), behind the 32 of them what the lanes store, one element after the
 * other, each for 32 lanes; or what they copy to, and how many bytes at most. */
#pragma once
#include "simt/run/frame.h"

enum { IHOP_SCRATCH_SIZE = 8 * 32 * 10 };

#define IHOP_CHECKED_CALLS \
  IHOP_CHECKED_CALL (ihop_checked_row), IHOP_CHECKED_CALL (ihop_checked_one), IHOP_CHECKED_CALL (ihop_checked_lanes), \
    IHOP_CHECKED_CALL (ihop_checked_halves), IHOP_CHECKED_CALL (ihop_checked_divert), IHOP_CHECKED_CALL (ihop_checked_atomic), IHOP_CHECKED_CALL (ihop_checked_phase), IHOP_CHECKED_CALL (ihop_checked_copy), \
    IHOP_CHECKED_CALL (ihop_checked_barrier), IHOP_CHECKED_CALL (ihop_checked_warp), IHOP_CHECKED_CALL (ihop_checked_fence), \
    IHOP_CHECKED_CALL (ihop_checked_exit)

/* Loads and stores. Lanes ask for places next to each other; all for one place; each for its own (in scratch). 0: not to be
 * done as it stands, but by ihop_checked_divert. */
guint32 ihop_checked_row (IhopWarpFrame *frame, guint32 site, guint64 first, guint32 mask);
guint32 ihop_checked_one (IhopWarpFrame *frame, guint32 site, guint64 address, guint32 mask);
guint32 ihop_checked_lanes (IhopWarpFrame *frame, guint32 site, guint32 mask);
/* Either half of the lanes asks for places next to each other (its bit of "rows" is set) or all for one; where its first lane does. */
guint32 ihop_checked_halves (IhopWarpFrame *frame, guint32 site, guint64 first, guint64 second, guint32 mask, guint32 rows);
/* Does the request for those lanes that may; others load zeros. Right behind one of the above. */
void ihop_checked_divert (IhopWarpFrame *frame, guint32 site, guint32 mask);
/* Addresses in scratch. Gives the lanes that may go on. */
guint32 ihop_checked_atomic (IhopWarpFrame *frame, guint32 site, guint32 mask);
/* … operations on mbarrier objects. */
guint32 ihop_checked_phase (IhopWarpFrame *frame, guint32 site, guint32 mask);
/* cp.async: checked and done. */
void ihop_checked_copy (IhopWarpFrame *frame, guint32 site, guint32 mask);
/* The lanes have come to a barrier of the block. */
void ihop_checked_barrier (IhopWarpFrame *frame, guint32 site, guint32 mask);
/* … to what lanes of a warp do together; scratch: 32 bits for each lane, the lanes that it names. */
void ihop_checked_warp (IhopWarpFrame *frame, guint32 site, guint32 mask);
void ihop_checked_fence (IhopWarpFrame *frame, guint32 site, guint32 mask);
/* The lanes end. */
void ihop_checked_exit (IhopWarpFrame *frame, guint32 mask);
