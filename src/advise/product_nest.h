/* Nests that are products: two parallel loops around a third one that adds up; and the tile of results that fits one. */
#pragma once
#include "advise/factors.h"
#include "advise/layout.h"
#include "advise/product_pairs.h"

/* Rows and columns of a tile's results, and of the threads that they are dealt out to. */
typedef struct
{
  guint rows, columns, threads_y, threads_x;
} IhopProductTile;

typedef struct
{
  char *name;              /* owned */
  guint update;            /* the first statement of the third loop that is for it, from 0 */
  gboolean is_variable;    /* gets an array for a tile */
} IhopProductResult;

typedef struct
{
  IhopLayout layout;
  GArray *results;         /* of IhopProductResult: arrays and variables that the third loop adds up into */
  GPtrArray *arrays;       /* of char *, owned: others that it reads */
  guint n_elements;        /* results that are elements of arrays: what they were before is read in front of the strips */
  guint bytes;             /* of one element of each result together */
  guint before, behind;    /* statements on either side of the third loop */
  guint third, strips;     /* among the nests in a tile: the first one of the third loop, and how many are of it */
  IhopProductTile tile;
  IhopPairs pairs;         /* results that a thread takes two and two */
  gboolean keeps_factors;  /* nothing is taken out of the updates */
  IhopFactors factors[2];  /* of each kind of strips: have nests of their own there */
  guint strip;             /* iterations of the third loop, for which rows and columns are staged at once */
} IhopProduct;

/* Whether the layout's nest has parallel loops i and j in each other, and in j a loop k that adds up. */
gboolean ihop_product_is_nest (const IhopLayout *layout);
/* Notes results and arrays that the third loop reads. FALSE: it is not only updates of elements that it does not move, from
 * elements of other arrays. */
gboolean ihop_product_find_results (IhopProduct *product);
/* FALSE: there are not even tiles enough for a part of the card, or a thread would have too many results. */
gboolean ihop_product_choose_tile (IhopProduct *product);
/* Notes the statements on either side of the third loop, which is "n" loops inwards. FALSE: there is none. */
gboolean ihop_product_count_sides (IhopProduct *product, guint n);
guint ihop_product_results_of_thread (const IhopProductTile *tile);
enum { IHOP_SHORT_STRIP = 16 };

/* Strips of 32 where as many blocks as hide latency find room in shared memory with what is staged for that; else of IHOP_SHORT_STRIP. Pairs where a thread
 * has no more results than find room in its registers beside what it fetches, and fetches no more than it has results: such blocks would be half as many. */
void ihop_product_choose_strip (IhopProduct *product);
