/* Between row_tables_write.c (declarations, allocations, frees) and row_tables_functions.c (heads and calls). */
#pragma once
#include "base/edits.h"
#include "project/prepare/row_tables_private.h"

typedef struct
{
  IhopRowTables *tables;
  const GPtrArray *classes;  /* of IhopRowTable *: whose tables become blocks */
  const IhopSource *source;
  IhopEdits *edits;
  GArray *replaced;          /* of IhopRange */
  gboolean failed;           /* something stands in a macro, or is to be changed twice: nothing comes of it */
} IhopRowWriting;

gboolean ihop_row_writing_is_meant (const IhopRowWriting *self, IhopRowTable *table);
/* Whether the range is the owner's bytes in this file; FALSE is a failure. */
gboolean ihop_row_writing_has_text (IhopRowWriting *self, IhopRange range);
void ihop_row_writing_replace (IhopRowWriting *self, gsize begin, gsize end, const char *text);
/* "double (*u)[m]". The caller frees. */
char *ihop_row_table_declare (const IhopRowTable *table, const char *name);
/* Heads and calls; "statements" (of const IhopNode *) are taken out with all that is in them. */
void ihop_row_writing_functions (IhopRowWriting *self, GHashTable *statements);
