/* Which elements of an array a piece of code touches, as a tile: a box of constant size that begins somewhere. */
#pragma once
#include "analysis/scop/scop.h"
#include "transform/build/header.h"
#include "transform/build/sum.h"

enum { IHOP_TILE_RANK = 3 };

typedef struct
{
  IhopTransformStep *step;
  const IhopNode *code;    /* a loop's body: everything around it is a parameter */
  IhopBudget budget;
  IhopScop *scop;          /* of the code; owned */
  IhopSymbol *array;
  guint rank;
  GPtrArray *accesses;     /* of const IhopAccess *: those whose elements lie in the tile */
  isl_pw_aff *begin[IHOP_TILE_RANK];
  IhopSum *first[IHOP_TILE_RANK]; /* the same as it is written: owned */
  gint64 size[IHOP_TILE_RANK];
  isl_set *touched;        /* elements as places in the tile: all … */
  isl_set *written;        /* … and those that are written; NULL: none is */
  gboolean is_set_first;   /* the first statement of the code that touches them sets all of them, whatever they were */
} IhopTile;

/* The tile of group number "group" (from 1) of the references to the array in the body of this loop: references whose
 * elements begin at the same place are a group. NULL after a refusal: the elements are not known exactly, they are no box, or
 * something else in the code may touch them, too. */
IhopTile *ihop_tile_new (IhopBuild *build, const IhopHeader *header, IhopSymbol *array, guint group);
void ihop_tile_free (IhopTile *tile);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopTile, ihop_tile_free)
/* Under which condition a place of the tile is in the set (touched or written); "place" is what it is called, one a dimension.
 * *condition NULL: it always is. FALSE after a refusal: it cannot be written. */
gboolean ihop_tile_condition (IhopBuild *build, const IhopTile *tile, isl_set *set, const IhopSum *const *place,
                              const IhopNode **condition);
