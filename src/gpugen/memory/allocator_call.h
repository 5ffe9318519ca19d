/* What a call that allocates asks for, of malloc and its like and of the program's own functions around them. */
#pragma once
#include "analysis/program/facts.h"

/* Adds the factors of the size in bytes (const IhopNode *), in words of the place of the call. FALSE: it is another call, or
 * its size cannot be said there. They belong to the facts' pool or to the tree. */
gboolean ihop_allocator_call_factors (IhopFacts *facts, const IhopNode *call, GPtrArray *factors);
/* Whether nothing has a value in the memory yet that the call returns. */
gboolean ihop_allocator_call_leaves_empty (IhopFacts *facts, const IhopNode *call);
