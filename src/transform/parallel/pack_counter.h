/* A counter that only some iterations advance: what of the body decides on that, and that part of the body by itself. */
#pragma once
#include "transform/parallel/partition.h"

typedef struct
{
  IhopSymbol *symbol;
  GHashTable *needed;      /* variables of the iteration's own that decide on how far it is advanced */
  gboolean is_decided;     /* by a condition, or an inner loop */
  /* Made: arrays with an element a strip, how far the strip takes the counter and where it starts, and the strip's own
   * counter. */
  IhopSymbol *count, *from, *at;
} IhopPackCounter;

typedef struct
{
  IhopTransformStep *step;
  IhopBuild *build;
  const IhopHeader *header;
  gint64 size;
  GHashTable *declared;    /* variables of the iteration's own, and its number */
  GPtrArray *counters;     /* of IhopPackCounter * */
  IhopPackCounter *now;    /* the one that is looked at */
  IhopPartition strips;
} IhopPack;

/* Adds the variable of this name to self->counters, as self->now. FALSE after a refusal: it is no number of the
 * function's own, not only advanced by constants, or what decides on that may be another value when it is computed
 * again. */
gboolean ihop_pack_add_counter (IhopPack *self, const char *name);
void ihop_pack_counter_free (gpointer counter);

/* The strip's element of an array. */
const IhopNode *ihop_pack_in_strip (const IhopPack *self, IhopSymbol *array);

/* The part of the body that counts how far self->now gets: "if (c[i]) k_count[strip] += 1;". NULL: there is none in
 * node. */
const IhopNode *ihop_pack_slice (IhopPack *self, const IhopNode *node);
