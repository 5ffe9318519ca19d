/* Who sets the members of a struct, in the whole program. Structs of one layout are one, as in two files they are two types.
 *
 * That is known only where nothing but members' names leads to them: no pointer to the struct becomes one to something else
 * (void *, bytes, what a library function fills), the struct lies in no other one, and the program has no code out of sight.
 * What is written as something else behind such pointers changes no members, by the rule of effective types. */
#pragma once
#include "analysis/program/facts.h"

typedef struct
{
  const IhopFunction *function; /* NULL: an initializer outside of functions */
  const IhopNode *node;         /* an assignment, "++", or a list of initial values */
} IhopMemberWrite;

/* The struct of a MEMBER node; NULL: it is incomplete. */
const IhopType *ihop_member_record (const IhopNode *member);
/* Whether the two (or NULL) are one struct. */
gboolean ihop_member_of_same (const IhopType *a, const IhopType *b);
/* All writes to this member, of IhopMemberWrite; but for such that set a pointer to NULL. Owned by facts. NULL: not known, or its
 * address is taken. */
const GArray *ihop_member_writes (IhopFacts *facts, const IhopType *record, const IhopSymbol *field);
/* Whether running the function may set some member of such a struct, other than by what is listed there: "*a = *b". */
gboolean ihop_member_copies (IhopFacts *facts, const IhopType *record, const IhopFunction *function);
