/* What loops and arrays of a kernel are on the card (DESIGN D11), said by pragmas in front of them:
 *
 *     #pragma ihop block x       the iterations of the loop behind it are blocks along x (y, z)
 *     #pragma ihop grid 132      … of which there is one that all of the card's blocks do together, at most so many: threads are numbered
 *                                through all of them, and a fence is one of the whole grid
 *     #pragma ihop thread x      … are threads of a block: the iterator is the thread's number
 *     #pragma ihop shared        the arrays declared behind it are one a block
 *     #pragma ihop registers     … are one a thread: their first subscripts are the thread's numbers
 *     #pragma ihop fence         all threads of the block wait here for each other
 *     #pragma ihop host          the loop stays on the host: it does what the device's copy of it does not take
 *
 * A compiler that does not know them takes the loops as they stand: the same program. */
#pragma once
#include "ir/tree.h"

typedef enum
{
  IHOP_ROLE_NONE,
  IHOP_ROLE_BLOCK,
  IHOP_ROLE_THREAD,
  IHOP_ROLE_SHARED,
  IHOP_ROLE_REGISTERS,
  IHOP_ROLE_FENCE,
  IHOP_ROLE_HOST,
  IHOP_ROLE_UNKNOWN        /* "ihop …" with other words */
} IhopRole;

typedef struct
{
  IhopRole role;
  guint axis;              /* BLOCK, THREAD: 0: x, 1: y, 2: z */
  guint grid;              /* BLOCK, said as "grid": as many blocks of the card at most; else 0 */
  const IhopNode *pragma;
} IhopRoleMark;

/* What a statement says; role NONE where it is no such pragma. */
IhopRoleMark ihop_role_of (const IhopNode *statement);
/* The mark among the pragmas right in front of a block's child; role NONE: there is none. A fence marks nothing. */
IhopRoleMark ihop_role_before (const IhopNode *block, guint child);
/* The mark in front of a statement of this code; role NONE: there is none. */
IhopRoleMark ihop_role_in (const IhopNode *root, const IhopNode *statement);
enum { IHOP_ROLE_MOST_GRID = 4096 }; /* blocks of a grid whose threads wait for each other: all of them have to be on the card at once */
/* The words of a mark: "ihop thread y". Caller frees. */
char *ihop_role_words (IhopRole role, guint axis);
