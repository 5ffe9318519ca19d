/* Rows behind an array of pointers ("double **a", a[i][j]) are kept in one block of memory while a loop runs; analysis
 * and generation treat the block as any array (Temam, Granston and Jalby 1993 copy tiles in this way).
 *
 * The block stands for the rows only if no row shares memory with another one, nor with anything else that the loop
 * touches. That is tested where the loop stands; if it does not hold, the loop runs as it was. */
#pragma once
#include "transform/legality/loop_proof.h"

/* An array of pointers to rows. */
typedef struct
{
  IhopSymbol *symbol;
  const IhopType *element;
  GPtrArray *rows;         /* of const IhopNode *: the references "a[i]" of "a[i][j]" in the loop */
  GPtrArray *accesses;     /* of const IhopAccess *: to elements of rows */
  gboolean is_read, is_written;
  isl_set *elements;       /* { [row, column] } that are kept in the block, of a few convex pieces; owned. The loop is certain to
                              touch the first and the last element of every row in it, so that all between may be read */
  isl_set *written;        /* those that may be written, which are copied back; owned */
  gboolean is_filled;      /* the loop sets all of them before it reads any: nothing is copied in */
  /* Made: */
  IhopSymbol *flat;        /* "a_flat": the block */
  const IhopNode *first_row, *end_row; /* the first row in it, and the first one behind it */
  const IhopNode *width;   /* elements a row of the block */
} IhopFlatTable;

/* Something else in memory that the loop touches: behind a pointer, or an array of its own. */
typedef struct
{
  const IhopSymbol *symbol;
  GPtrArray *accesses;     /* of const IhopAccess * */
  gboolean is_written;
  IhopSymbol *start;       /* "x_start": holds its address in the new code; NULL: not tested */
} IhopFlatOther;

typedef struct
{
  IhopTransformStep *step;
  const IhopHeader *header;
  IhopLoopProof *proof;
  GPtrArray *tables;       /* of IhopFlatTable * */
  GPtrArray *others;       /* of IhopFlatOther * */
  IhopBuild *build;
} IhopFlatten;

/* Fills in self->tables, but for what is made, and self->others. FALSE after a refusal. */
gboolean ihop_flatten_find (IhopFlatten *self);

/* Names (const char *) of variables declared in the loop that are set to a row ("double *row = a[i];"): they are to be
 * substituted first. The caller unrefs. */
GPtrArray *ihop_flatten_pointers (const IhopNode *loop);
/* Whether the loop refers to a row, or to an element of one, at all. */
gboolean ihop_flatten_applies (const IhopNode *loop);
