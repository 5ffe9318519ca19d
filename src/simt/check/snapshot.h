/* All memory that a kernel may write, as it was at a time. */
#pragma once
#include <glib.h>

typedef struct IhopSnapshot IhopSnapshot;

/* NULL: it is more than is copied. */
IhopSnapshot *ihop_snapshot_take (void);
void ihop_snapshot_free (IhopSnapshot *snapshot);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopSnapshot, ihop_snapshot_free)
/* Memory holds again what it held. */
void ihop_snapshot_restore (const IhopSnapshot *snapshot);
/* The first byte where memory is not as it was; 0: it is. *before: what was there, up to the end of that memory, *n bytes. */
guint64 ihop_snapshot_difference (const IhopSnapshot *snapshot, const guint8 **before, gsize *n);
