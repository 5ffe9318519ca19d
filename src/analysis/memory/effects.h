/* What calling a function does to the world, and what a piece of code touches.
 *
 * Summaries are computed bottom-up over the call graph; a recursive component starts from
 * "nothing" and is iterated to its fixed point. libc and math.h come from data/effects/libc.ini.
 * Whatever is not known is assumed to touch everything it can reach. */
#pragma once
#include "analysis/program/facts.h"

typedef enum
{
  IHOP_EFFECT_READS = 1 << 0,  /* reads what the pointer parameter points to */
  IHOP_EFFECT_WRITES = 1 << 1,
  IHOP_EFFECT_KEEPS = 1 << 2,  /* stores the pointer somewhere, or returns it */
  IHOP_EFFECT_FREES = 1 << 3,
  IHOP_EFFECT_FOLLOWS = 1 << 4, /* the library reads and writes what it points to, and all that can be reached
                                   from there: a stream, and the array that it works in */
  IHOP_EFFECT_UNTYPED = 1 << 5  /* it is written otherwise than by assignments of known types: memcpy, unknown code */
} IhopParamEffect;

typedef struct
{
  gboolean is_known;      /* FALSE: anything may happen; why says what stood in the way */
  IhopMessage *why;       /* "printf is called at line 12 …"; NULL if known */
  gboolean has_state;     /* two calls with equal arguments can differ (rand, static counter) */
  gboolean does_io;
  gboolean may_not_return; /* exit, abort, longjmp, endless loop not excluded */
  guint leaves;           /* IhopAbnormalExits (program/library_effects.h): the ways of not returning in which somebody may
                             look at memory afterwards */
  gboolean allocates;
  gboolean is_math;       /* a function of math.h that the device has under the same name */
  GHashTable *globals_read;    /* of IhopSymbol *: variables with static storage, for their own
                                  storage or for memory reached through them; every file's
                                  declaration of one variable is listed */
  GHashTable *globals_written;
  guint n_params;
  IhopParamEffect *params; /* one a parameter; further arguments of a variadic: the last one */
} IhopEffects;

/* Never NULL; owned by facts. For an indirect call pass NULL: everything. */
const IhopEffects *ihop_effects_of (IhopFacts *facts, const IhopSymbol *function);
/* The same for one call: its arguments may say more (the format of printf may hold "%n"). */
const IhopEffects *ihop_effects_of_call (IhopFacts *facts, const IhopNode *call);
/* No writes to memory that outlives the call, no state, no I/O, returns: may be run in any order. */
gboolean ihop_effects_is_pure (const IhopEffects *effects);
/* The first part of an expression that does more than give a value, where calls of pure functions do not
 * (ihop_node_effect counts them); NULL: none. */
const IhopNode *ihop_effects_first (IhopFacts *facts, const IhopNode *expression);

/* A function that the program calls to change how floating-point numbers are rounded, or to ask what
 * happened to them ("fesetround"); NULL: none. Threads and devices have an environment of their own. */
const char *ihop_effects_float_environment (IhopFacts *facts);
/* Whether running this code on the device is possible as far as calls go: NULL if so, else the
 * reason with the place. Callees found with bodies (transitively) are added to "callees" (of const
 * IhopFunction *), which may be NULL. Caller owns the result. */
IhopMessage *ihop_effects_refuse_device (IhopFacts *facts, const IhopNode *node, GPtrArray *callees);
/* device_addresses.c: whether the code asks if some pointer is null. */
gboolean ihop_address_is_tested (const IhopNode *code);

/* What a piece of code may do to a variable's own storage and to what it points to. */
typedef enum
{
  IHOP_TOUCH_NONE = 0,
  IHOP_TOUCH_READ = 1 << 0,       /* reads the object (array elements, scalar, pointed-to memory) */
  IHOP_TOUCH_WRITE = 1 << 1,      /* may write it */
  IHOP_TOUCH_REBIND = 1 << 2,     /* a pointer variable itself is given another value */
  IHOP_TOUCH_FREE = 1 << 3,       /* its memory may be freed */
  IHOP_TOUCH_ESCAPE = 1 << 4      /* its address is kept somewhere that is not followed */
} IhopTouch;

/* "object" is an array or scalar variable (its storage) or a pointer variable (what it points to).
 * Follows calls through their summaries and other pointers through what they may point to: a
 * store through an unknown pointer touches everything whose address is not known to be private. */
IhopTouch ihop_touch_of (IhopFacts *facts, const IhopFunction *function, const IhopNode *node,
                         const IhopSymbol *object);
