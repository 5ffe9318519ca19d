/* What pointers can point to: pieces of memory, known by number. */
#pragma once
#include "analysis/program/facts.h"

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
