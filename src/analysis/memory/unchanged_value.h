/* Whether running code leaves the value of an expression as it is: its variables, and the memory of each member, element and
 * pointer on the way. */
#pragma once
#include "analysis/program/facts.h"

/* Asked for a store through "pointer" (a variable or a member) that may change "place", a part of the value: TRUE: it does not count,
 * as somebody else sees to it that the two are apart. */
typedef gboolean (*IhopChangeExcused) (const IhopNode *place, const IhopNode *pointer, gpointer data);

/* excused may be NULL: every change counts. */
gboolean ihop_value_is_unchanged (IhopFacts *facts, const IhopFunction *function, const IhopNode *code, const IhopNode *value,
                                  IhopChangeExcused excused, gpointer data);

/* Whether "written" is another member of the very struct that "place" is a member of. */
gboolean ihop_member_is_sibling (const IhopNode *written, const IhopNode *place);
/* The pointer that a place is an element behind: "a" of "a[i].x", "im->data" of "im->data[i]". NULL: it is none. */
const IhopNode *ihop_pointer_behind (const IhopNode *place);
