/* Two runs of one program, compared in everything they leave behind. */
#pragma once
#include "check/dump.h"
#include "check/rounding.h"
#include "check/unsteady.h"

typedef struct
{
  guint64 records, bytes; /* of arrays compared */
  IhopTolerance tolerance;
  const IhopUnsteady *unsteady; /* keep; lines not to be compared; NULL: all are */
  const IhopRounding *rounding; /* keep; how far values may move besides; NULL: not */
} IhopComparison;

/* NULL: equal (or within the tolerance); else a sentence about the first difference. */
char *ihop_compare_runs (const IhopProgram *original, const IhopProgram *product, GHashTable *types,
                         IhopComparison *comparison);
