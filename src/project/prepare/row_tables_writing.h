/* Between row_tables_write.c (declarations, allocations, frees), row_tables_functions.c (heads and calls) and row_tables_flat.c
 * (members and what else are plain pointers to elements). */
#pragma once
#include "base/edits.h"
#include "ir/print.h"
#include "project/prepare/row_tables_private.h"

typedef struct
{
  IhopRowTables *tables;
  const GPtrArray *classes;  /* of IhopRowTable *: whose tables become blocks */
  const IhopSource *source;
  IhopEdits *edits;
  GArray *replaced;          /* of IhopRange */
  const IhopFunction *function; /* whose body is written */
  gboolean failed;           /* something stands in a macro, or is to be changed twice: nothing comes of it */
} IhopRowWriting;

gboolean ihop_row_writing_is_meant (const IhopRowWriting *self, IhopRowTable *table);
/* Whether the range is the owner's bytes in this file; FALSE is a failure. */
gboolean ihop_row_writing_has_text (IhopRowWriting *self, IhopRange range);
void ihop_row_writing_replace (IhopRowWriting *self, gsize begin, gsize end, const char *text);
/* "n", "(n + 1)". The caller frees. */
char *ihop_row_writing_factor (const IhopNode *node);
/* "double (*u)[m]", or "double *u" where it is flat. The caller frees. */
char *ihop_row_table_declare (const IhopRowTable *table, const char *name);
/* "m->data[(long) i * m->cols + j]" of "m->data[i][j]", "(m->data + (long) i * m->cols)" of "m->data[i]"; parts of it are
 * printed by "printer". NULL: the node stays. The caller frees. */
char *ihop_row_flat_text (IhopRowWriting *self, const IhopNode *node, const IhopPrinter *printer);
/* Heads and calls; "statements" (of const IhopNode *) are taken out with all that is in them. */
void ihop_row_writing_functions (IhopRowWriting *self, GHashTable *statements);
