/* Whether a loop does nothing with a variable but search. */
#pragma once
#include "transform/parallel/partition.h"

typedef struct
{
  IhopTransformStep *step;
  IhopBuild *build;
  const IhopHeader *header;
  IhopPartition strips;
  gint64 size;
  GPtrArray *sites;          /* of IhopLocateSite * */
  GPtrArray *found;          /* of IhopSymbol *: the variables that are set together … */
  GPtrArray *parts;          /* … of IhopSymbol *: arrays, an element a strip */
  gboolean by_value;         /* the best is a variable, else it is told by its place: a[p] */
  IhopSymbol *flag;          /* array: whether the strip has found something; or NULL */
} IhopLocate;

/* Whether the sites are one search, which can go on strip by strip. Fills in self->found and self->by_value. "name": the
 * variable that the user has named. FALSE after a refusal. */
gboolean ihop_locate_is_search (IhopLocate *self, const char *name);
