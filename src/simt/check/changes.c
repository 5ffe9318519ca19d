#include "simt/check/changes.h"
#include "simt/check/clock.h"
#include <string.h>

enum { LANES = 32, MOST_BYTES = 16 };

/* What was there before the last operation. */
static struct
{
  guint32 mask;
  guint bytes;
  guint64 addresses[LANES];
  guint8 values[LANES][MOST_BYTES];
} before;

void
ihop_changes_settle (void)
{
  guint32 left = before.mask;

  before.mask = 0;
  for (; left; left &= left - 1)
    {
      guint lane = __builtin_ctz (left);
      if (memcmp ((gpointer) (gsize) before.addresses[lane], before.values[lane], before.bytes))
        {
          ihop_clock_note_change ();
          return;
        }
    }
}

void
ihop_changes_watch (const guint64 *addresses, guint32 mask, guint bytes)
{
  ihop_changes_settle ();
  before.mask = mask;
  before.bytes = MIN (bytes, MOST_BYTES);
  for (guint32 left = mask; left; left &= left - 1)
    {
      guint lane = __builtin_ctz (left);
      before.addresses[lane] = addresses[lane];
      memcpy (before.values[lane], (gpointer) (gsize) addresses[lane], before.bytes);
    }
}
