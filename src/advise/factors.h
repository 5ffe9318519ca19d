/* Factors of a product's updates that are the same for a whole row or column of a tile of results: "alpha * A[i][k]" in
 * "C[i][j] += alpha * A[i][k] * B[k][j]". Each is worked out once for the tile, and not by each thread for each of its results: of such an update on
 * tiles of 4 x 4 every ninth operation is saved. */
#pragma once
#include "advise/layout.h"

typedef struct
{
  char *text;              /* the factor */
  char *read;              /* the array that it reads … */
  gboolean is_read_beside; /* … and the rest of the update, too */
  char *tile;              /* the array that holds it for a tile */
  gboolean is_of_column;   /* it is the same for a column */
  gboolean runs_along;     /* that array's rows go along the row or column of results, and not along the sum */
} IhopFactor;

enum { IHOP_MOST_FACTORS = 2 };

typedef struct
{
  IhopFactor of[IHOP_MOST_FACTORS];
  guint n;
} IhopFactors;

/* Of the update in the strips' loop at this way, tiled as kt, i, j, k: the largest such factors, each of another array. */
IhopFactors ihop_factors_find (const IhopLayout *layout, const guint *way, guint n);
void ihop_factors_clear (IhopFactors *factors);
/* Each goes into a nest of its own in the strips' loop, in front of the product's, which is dealt out to so many threads; the product's loops are in another
 * order then. Those for which a step was refused are left out; none is there any more if all were. So many were taken out
 * of other strips before, whose names are taken. */
void ihop_factors_take_out (IhopFactors *factors, guint before, IhopLayout *layout, const guint *way, guint n, guint threads_y, guint threads_x);
/* The one that reads this array; NULL: none does. */
const IhopFactor *ihop_factors_of (const IhopFactors *factors, const char *array);
/* The tile in shared memory; what it is made of each thread reads for itself, and something at the edges, too; what else is read of that array goes
 * into shared memory. threads: "8 16"; shared: the same, and what is said of tiles in shared memory beside. FALSE: refused. */
gboolean ihop_factor_stage (const IhopFactor *self, IhopLayout *layout, const guint *way, guint n, const char *threads, const char *shared);
