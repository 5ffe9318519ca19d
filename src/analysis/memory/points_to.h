/* What pointers may point to: inclusion constraints after Andersen (1994), insensitive to fields, and to the order
 * of statements but for local pointers inside of a block (points_to_order.c).
 *
 * There are two kinds of system. The program's has the bodies of all functions in it, arguments
 * bound to parameters. A function's own has symbolic objects instead for what it gets from outside:
 * "what parameter p points to", "what is reachable from there", "what is reachable from global g".
 * The first knows more of the world, the second keeps call sites apart; every claim of this room
 * that two things are distinct is proved in one of them.
 *
 * A function that only ever returns memory it has just allocated is an allocation site at each of
 * its calls, so that two arrays from one helper are two objects; and what it hangs on that memory is
 * other memory at each call, too (points_to_instances.h), so that the pixels of two images are. */
#pragma once
#include "analysis/memory/objects.h"
#include "analysis/program/callgraph.h"
#include "analysis/program/library_effects.h"

typedef struct _IhopFlow IhopFlow;

/* The program's system; owned by facts. */
IhopFlow *ihop_points_to_program (IhopFacts *facts);
/* A function's own; owned by facts; summaries of everything it calls are worked out on the way. */
IhopFlow *ihop_points_to_function (IhopFacts *facts, const IhopFunction *function);

/* Sets are sorted GArrays of guint, owned by the system; never NULL. */
typedef const GArray IhopObjectSet;
gboolean ihop_set_has (IhopObjectSet *set, guint object);

/* FALSE: the budget ran out; nothing is known, everything may point anywhere. */
gboolean ihop_flow_is_exact (const IhopFlow *flow);
/* The memory behind a variable: the array, scalar or record itself, or what a pointer points to. */
IhopObjectSet *ihop_flow_behind (IhopFlow *flow, const IhopSymbol *variable);
/* What an expression used as a place (left of "=", under "&") may denote. */
IhopObjectSet *ihop_flow_place (IhopFlow *flow, const IhopNode *place);
/* What the value of an argument of a call may point to. */
IhopObjectSet *ihop_flow_argument (IhopFlow *flow, const IhopNode *argument);
/* Pointers stored in an object. */
IhopObjectSet *ihop_flow_content (IhopFlow *flow, guint object);
/* The library's memories of these names and all that can be reached from them; caller unrefs. */
GArray *ihop_flow_memory (IhopFlow *flow, char *const *names);
/* What the function (of a function's own system) returns. */
IhopObjectSet *ihop_flow_result (IhopFlow *flow);
/* The objects of a set and everything reachable from them by following pointers; caller unrefs. */
GArray *ihop_flow_closure (IhopFlow *flow, IhopObjectSet *set, gboolean with_start);

/* Objects whose address the function (of a function's own system) stores in memory that others can
 * see, or returns. A parameter's memory does not leak into itself. Owned by the system. */
IhopObjectSet *ihop_flow_leaked (IhopFlow *flow);

/* The address is known to code that we do not see (in the program's system). */
gboolean ihop_object_is_escaped (IhopFacts *facts, guint object);
/* Code that we do not see may read or write it: escaped, or a static variable of a function that
 * such code may call. */
gboolean ihop_object_is_exposed (IhopFacts *facts, guint object);
/* Code that we do not see may run the function, directly or through others that it calls. main is not
 * called a second time. */
gboolean ihop_function_is_exposed (IhopFacts *facts, const IhopFunction *function);
/* No object of one set can be an object of the other (numbers of the program's system). */
gboolean ihop_sets_are_disjoint (IhopFacts *facts, IhopObjectSet *a, IhopObjectSet *b);
