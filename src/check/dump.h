/* Dumps of arrays, and the first place where two of them differ. */
#pragma once
#include "ir/type.h"

typedef struct
{
  char *label;      /* "kernel_gemm:C", or "C" in a program's own dump */
  gsize bytes;
  GArray *extents;  /* of guint64; may be empty */
  char *hash;       /* instead of data; or NULL */
  const char *data; /* into the file's bytes */
} IhopDumpRecord;

typedef struct
{
  char *text;         /* the file's bytes */
  GPtrArray *records; /* of IhopDumpRecord * */
  gboolean is_broken; /* ends in the middle */
} IhopDump;

/* An absent file is an empty dump. */
IhopDump *ihop_dump_read (const char *path);
void ihop_dump_free (IhopDump *dump);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopDump, ihop_dump_free)

/* Two ways to round are a small sample of what rounding may do. */
#define IHOP_ROUNDING_FACTOR 8

typedef struct
{
  double relative;    /* taken between floating values, against the largest of the array; 0: none */
  const GArray *spreads; /* of double, by rounding, of each number in the elements of each record (leaves.h), in order;
                            IHOP_ROUNDING_FACTOR times that is taken, too; NULL: none */
  guint64 within;     /* out: values that differ, but no more than that */
  double largest;     /* out: the largest relative difference taken */
  const char *where;  /* out: label of the array in which it is; belongs to the dump */
} IhopTolerance;

/* How far the numbers of each record move from one dump to another, as IhopTolerance.spreads wants it: into an array of
 * double, which holds the larger of what was there and what is found. Records that do not match have not moved. */
void ihop_dump_spread (const IhopDump *dump, const IhopDump *moved, GHashTable *types, GArray *spreads);
/* Element types by label (of const IhopType *), or by the label's part behind the ":"; unknown ones
 * are compared as bytes. NULL: equal (or within the tolerance); else a sentence about the first
 * difference. Caller frees. */
char *ihop_dump_compare (const IhopDump *a, const IhopDump *b, GHashTable *types,
                         IhopTolerance *tolerance);
