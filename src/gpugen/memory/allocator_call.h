/* The size that an allocating call asks for: a call of malloc or its like, or of a function of the program's own that returns what
 * one of these gave it. */
#pragma once
#include "analysis/program/facts.h"

/* Adds the factors whose product is the size in bytes (const IhopNode *), as expressions of the function that the call is in. They
 * belong to the facts' pool or to the tree. FALSE: the call does not allocate, or its size cannot be expressed there. */
gboolean ihop_allocator_call_factors (IhopFacts *facts, const IhopNode *call, GPtrArray *factors);
/* Whether the memory that the call returns is still uninitialized: malloc leaves it so, calloc does not. */
gboolean ihop_allocator_call_leaves_empty (IhopFacts *facts, const IhopNode *call);
