/* Rows behind an array of pointers ("double **a", a[i][j]) are kept in one block of memory while a loop
 * runs: from there on analysis and generation know them like any array.
 *
 * What is in the block stands for the rows only if no row shares memory with another one, nor with
 * anything else that the loop touches. That is tested where the loop stands; if it does not hold, the
 * loop as it was runs. */
#pragma once
#include "transform/legality/loop_proof.h"

/* An array of pointers to rows. */
typedef struct
{
  IhopSymbol *symbol;
  const IhopType *element;
  GPtrArray *rows;         /* of const IhopNode *: the references "a[i]" of "a[i][j]" */
  GPtrArray *accesses;     /* of const IhopAccess *, to elements of rows */
  gboolean is_read, is_written;
  isl_set *elements;       /* { [row, column] }: what is kept in the block, in a few pieces. The first
                              and the last element of every row in it are certain to be touched by the
                              loop, so what lies between is there to be read */
  isl_set *written;        /* the same of what may be written, which goes back */
  gboolean is_filled;      /* the loop sets all of it before anybody reads: nothing is brought */
  IhopSymbol *flat;        /* "a_flat": the block */
  const IhopNode *first_row, *end_row; /* the rows in it; "end" is the first one that is not */
  const IhopNode *width;   /* no row reaches further */
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

/* flatten_rows.c: fills in "tables", their accesses and elements, and "others". FALSE after a
 * refusal. */
gboolean ihop_flatten_find (IhopFlatten *self);
/* Names of the variables declared in a loop that are set to a row ("double *row = a[i];"), of const char
 * *. They are to be written out first (substitute). Caller unrefs. */
GPtrArray *ihop_flatten_pointers (const IhopNode *loop);
/* Whether a loop has a reference to an element of a row at all, or to a row. */
gboolean ihop_flatten_applies (const IhopNode *loop);
