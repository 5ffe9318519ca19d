/* Which loop is which after a step: addresses change their meaning (the outer loop of a nest is f/i before an
 * interchange and f/j after it), so a loop is followed by where it stands in the text that its owner wrote. */
#pragma once
#include "ir/tree.h"

typedef struct
{
  char *address;           /* in the text as it is now */
  guint line, column;      /* in the owner's; 0: a step has made it of nothing that stands there */
} IhopLoopOrigin;

/* All loops of a tree that steps have left, in its order, of IhopLoopOrigin; first: the tree before all steps. A
 * loop comes from where its first clause ("int i = 0") was written, or, if that is new, from where the tree says.
 * Caller unrefs. */
GArray *ihop_loop_origins (const IhopTree *tree, const IhopTree *first);
/* The same where the tree was read anew and shares nothing with the first one: a loop comes from the one that had its
 * address. Caller unrefs. */
GArray *ihop_loop_origins_by_address (const IhopTree *tree, const IhopTree *first);
/* origins are places in "middle": gives where its loops come from in turn, by middle_origins. Caller unrefs. */
GArray *ihop_loop_origins_behind (const GArray *origins, const IhopTree *middle, const GArray *middle_origins);
/* Of loops that come from one place: the one in the same function, with the same iterator, of the same address,
 * in this order of worth. The address belongs to origins; NULL: no loop comes from there. */
const char *ihop_loop_follow (const GArray *origins, const IhopLoopOrigin *loop);
/* One that frees its addresses; empty. */
GArray *ihop_loop_origins_new (void);
