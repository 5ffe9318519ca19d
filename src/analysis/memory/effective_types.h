/* The rule of effective types (C17 6.5p7): what was stored as one type is not read as another. It is believed of numbers
 * and pointers, in programs that are compiled under the language's rules (no -fno-strict-aliasing), and never of
 * characters, unions, and types that are declared may_alias. Integers of one size are taken for one type. */
#pragma once
#include "analysis/program/facts.h"

/* Whether all files are compiled under the rule. */
gboolean ihop_effective_is_believed (const IhopFacts *facts);
/* Whether what is stored as this type (NULL: unknown) changes no pointer that is kept in memory. */
gboolean ihop_effective_spares_pointers (const IhopFacts *facts, const IhopType *stored);
/* Whether what is stored as the one type is never read as the other. */
gboolean ihop_effective_types_differ (const IhopFacts *facts, const IhopType *stored, const IhopType *read);
/* The same of two places, "x[i]" and "s->n": two members of one struct type do not meet either. */
gboolean ihop_effective_places_differ (const IhopFacts *facts, const IhopNode *stored, const IhopNode *read);
/* Whether a place behind a pointer lies in no variable that was declared with this type: the memory of a variable keeps
 * its type, so that this holds in whatever order the two are read and written. */
gboolean ihop_effective_misses (const IhopFacts *facts, const IhopNode *place, const IhopType *declared);
/* Whether every answer above is the same for two stored places: one type, and one member or none. */
gboolean ihop_effective_is_same_kind (const IhopNode *a, const IhopNode *b);
