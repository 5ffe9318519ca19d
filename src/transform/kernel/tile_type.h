/* A tile of an array: which elements a piece of code touches (tile_elements.h), and how they are written (tile_rows.h). */
#pragma once
#include "analysis/scop/access.h"
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
  const IhopAccess *rows;  /* one that tells how the array's only subscript is cut into rows; NULL: it is not … */
  gint64 row;              /* … but into rows of this constant length, or (0) none … */
  const IhopNode *row_text; /* … which has this name; NULL: it has none in front of the code */
  GPtrArray *accesses;     /* of const IhopAccess *: those whose elements lie in the tile */
  isl_pw_aff *begin[IHOP_TILE_RANK];
  IhopSum *first[IHOP_TILE_RANK]; /* the same as it is written: owned */
  gint64 size[IHOP_TILE_RANK];
  isl_set *touched;        /* elements as places in the tile: all … */
  isl_set *written;        /* … and those that are written; NULL: none is */
  gboolean is_set_first;   /* the first statement of the code that touches them sets all of them, whatever they were */
} IhopTile;
