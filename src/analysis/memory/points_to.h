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
#include "analysis/program/callgraph.h"
#include "analysis/program/library_effects.h"

typedef enum
{
  IHOP_OBJECT_EXTERNAL,   /* memory we know nothing of, and all whose address got out of sight */
  IHOP_OBJECT_VARIABLE,   /* symbol */
  IHOP_OBJECT_SITE,       /* node: a call that allocates, a compound literal */
  IHOP_OBJECT_LITERAL,    /* node: a string */
  IHOP_OBJECT_FUNCTION,   /* symbol */
  IHOP_OBJECT_MEMORY,     /* memory: the C library's own of this name; what the program gave it to keep is its
                             content */
  IHOP_OBJECT_INSTANCE,   /* node: a call; origin: an object that the function it calls allocates, as this call
                             returned it (points_to_instances.h); in the program's system only */
  /* In a function's own system only: */
  IHOP_OBJECT_PARAM,      /* symbol: what the parameter points to when the function is entered */
  IHOP_OBJECT_PARAM_DEEP, /* symbol: what can be reached from there */
  IHOP_OBJECT_GLOBAL      /* symbol: what can be reached from a variable with static storage */
} IhopObjectKind;

typedef struct
{
  IhopObjectKind kind;
  const IhopSymbol *symbol;
  const IhopNode *node;
  const char *memory; /* interned */
  guint origin;
} IhopObject;

#define IHOP_EXTERNAL_OBJECT 0u /* its number */

typedef struct _IhopFlow IhopFlow;

/* Numbers of objects are the same in all systems of one facts. */
const IhopObject *ihop_object (IhopFacts *facts, guint number);
guint ihop_object_number (IhopFacts *facts, IhopObjectKind kind, const IhopSymbol *symbol,
                          const IhopNode *node);
/* Of a gint64 that two numbers make; g_int64_hash would give all pairs of near numbers a few values. */
guint ihop_object_pair_hash (gconstpointer pair);
guint ihop_object_of_memory (IhopFacts *facts, const char *memory);
guint ihop_object_instance (IhopFacts *facts, guint origin, const IhopNode *call);
/* The set, and the objects that instances in it are of: what they were while the functions ran that made them. Caller
 * unrefs. */
GArray *ihop_objects_with_origins (IhopFacts *facts, const GArray *set);

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

/* Whether every value the function returns is memory allocated in that call which nothing else
 * points to (or NULL). */
gboolean ihop_points_to_is_fresh (IhopFacts *facts, const IhopSymbol *function);
