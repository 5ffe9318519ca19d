/* The places that a function and all that it calls assign to, one of each kind: what a caller needs to know so as to tell,
 * by the types of what is stored (effective_types.h), that a call leaves some place of its own alone. A callee that only
 * stores doubles does not change "p->n", wherever its pointers lead. */
#pragma once
#include "analysis/program/facts.h"

typedef struct
{
  GPtrArray *places; /* of const IhopNode *: no two of one type and member; automatic variables are left out */
  gboolean is_open;  /* too many kinds to list: anything may be stored */
} IhopStoredPlaces;

IhopStoredPlaces *ihop_stored_places_new (void);
void ihop_stored_places_free (IhopStoredPlaces *stored);
void ihop_stored_places_add (IhopStoredPlaces *stored, const IhopNode *place);
/* Also everything in "from". */
void ihop_stored_places_include (IhopStoredPlaces *stored, const IhopStoredPlaces *from);
/* Sets that only ever grew from one another: whether they are the same. */
gboolean ihop_stored_places_equal (const IhopStoredPlaces *a, const IhopStoredPlaces *b);
/* Whether a place that is read keeps its value, by the types. */
gboolean ihop_stored_places_spare (const IhopFacts *facts, const IhopStoredPlaces *stored, const IhopNode *read);
/* Whether no place behind a pointer among them lies in a variable that was declared with this type. */
gboolean ihop_stored_places_miss (const IhopFacts *facts, const IhopStoredPlaces *stored, const IhopType *declared);
/* Whether no pointer that is kept in memory is changed. */
gboolean ihop_stored_places_spare_pointers (const IhopFacts *facts, const IhopStoredPlaces *stored);
