/* Members of a function's own structs as variables of their own: "box_mem" of "dim.box_mem", where "dim" is a local struct or a
 * parameter that holds one. */
#pragma once
#include "analysis/program/facts.h"

/* The struct that a member is a part of, where that is the function's own and nothing but its name leads to it; NULL: it lies
 * behind a pointer, deeper inside, in a union, or its address is taken somewhere. */
const IhopSymbol *ihop_member_value_struct (IhopFacts *facts, const IhopFunction *function, const IhopNode *member);
/* Whether such a member holds one number wherever it is used: nothing sets that of a parameter, and that of a variable is set once,
 * by itself or with the struct as a whole, outside of loops. Other members may change. */
gboolean ihop_member_keeps_value (IhopFacts *facts, const IhopFunction *function, const IhopNode *member);
/* All variables in an expression, and members of the function's own structs, whatever happens to others beside them; of memory that
 * they lead to nothing is said. */
gboolean ihop_defs_keep_values (IhopFacts *facts, const IhopFunction *function, const IhopNode *expression);
/* What a variable of the function's own is set to, at one place, without effects: it has this value wherever it is used, as nothing
 * that the value is said in changes anywhere in the function, neither names nor memory. The value's type may be another one than the
 * variable's. NULL: set at several places, or to what may change, or a parameter. */
const IhopNode *ihop_defs_kept_value (IhopFacts *facts, const IhopFunction *function, const IhopSymbol *symbol);
