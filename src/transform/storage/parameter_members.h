/* Members that a function reads from structs it is given, by value or through a pointer, and that stay as they are while it
 * runs: its callers may as well read them, and hand over the values (argument promotion; Muchnick 1997 speaks of
 * "scalar replacement of aggregates" over calls). */
#pragma once
#include "analysis/program/facts.h"

typedef struct
{
  IhopSymbol *parameter;
  const IhopNode *place;   /* one reference: "s->cells", "s.grid.n" */
  const char *behind;      /* its text behind the parameter's name: "->cells"; owned */
  gboolean is_pointer;
  GPtrArray *references;   /* of const IhopNode *: all of them, whose bytes can be exchanged; owned */
} IhopParameterMember;

/* Of IhopParameterMember *, by the order in which the function reads them, pointers last; empty: there are none. Each run of
 * the function reads them, or other members of the same struct, or all of its callers have done so before, so that reading them ahead can do
 * no harm. Caller unrefs. */
GPtrArray *ihop_parameter_members (IhopFacts *facts, const IhopTree *tree, const IhopFunction *function);
