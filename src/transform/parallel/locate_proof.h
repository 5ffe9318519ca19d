/* Whether a loop does nothing with a variable but search. */
#pragma once
#include "transform/parallel/partition.h"

typedef struct
{
  IhopTransformStep *step;
  IhopBuild *build;
  const IhopHeader *header;
  gint64 size;               /* iterations a strip */
  GPtrArray *sites;          /* of IhopLocateSite * */
  GPtrArray *found;          /* of IhopSymbol *: the variables that are set together */
  gboolean by_value;         /* the best is kept in a variable; else it is a[p] where p is its place */
  /* Made: */
  IhopPartition strips;
  GPtrArray *parts;          /* one for each of "found", of IhopSymbol *: an array with an element a strip */
  IhopSymbol *flag;          /* array: whether the strip has found something; or NULL */
} IhopLocate;

/* Whether the sites are one search, which can be made strip by strip. Fills in self->found and self->by_value; "name":
 * the variable that the user has named. FALSE after a refusal. */
gboolean ihop_locate_is_search (IhopLocate *self, const char *name);
