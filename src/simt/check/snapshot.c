#include "simt/check/snapshot.h"
#include "simt/check/arena.h"
#include <string.h>

/* More bytes than these are not copied. */
static const gsize MOST = 1u << 30;

typedef struct
{
  guint8 *at, *bytes;
  gsize size;
} Piece;

struct IhopSnapshot
{
  GArray *pieces; /* Piece */
  gsize size;
};

static void
add (guint64 start, gsize size, gpointer data)
{
  IhopSnapshot *snapshot = data;
  Piece piece = { (guint8 *) (gsize) start, NULL, size };

  snapshot->size += size;
  if (snapshot->size <= MOST)
    piece.bytes = g_memdup2 (piece.at, size);
  g_array_append_val (snapshot->pieces, piece);
}

IhopSnapshot *
ihop_snapshot_take (void)
{
  g_autoptr (IhopSnapshot) snapshot = g_new0 (IhopSnapshot, 1);

  snapshot->pieces = g_array_new (FALSE, FALSE, sizeof (Piece));
  ihop_arena_visit_writable (add, snapshot);
  return snapshot->size <= MOST ? g_steal_pointer (&snapshot) : NULL;
}

void
ihop_snapshot_free (IhopSnapshot *snapshot)
{
  for (guint i = 0; i < snapshot->pieces->len; i++)
    g_free (g_array_index (snapshot->pieces, Piece, i).bytes);
  g_array_unref (snapshot->pieces);
  g_free (snapshot);
}

/* What is as it was is not touched: others may hold its pages. */
void
ihop_snapshot_restore (const IhopSnapshot *snapshot)
{
  for (guint i = 0; i < snapshot->pieces->len; i++)
    {
      const Piece *piece = &g_array_index (snapshot->pieces, Piece, i);
      if (memcmp (piece->at, piece->bytes, piece->size))
        memcpy (piece->at, piece->bytes, piece->size);
    }
}

guint64
ihop_snapshot_difference (const IhopSnapshot *snapshot, const guint8 **before, gsize *n)
{
  for (guint i = 0; i < snapshot->pieces->len; i++)
    {
      const Piece *piece = &g_array_index (snapshot->pieces, Piece, i);
      gsize at = 0;
      if (memcmp (piece->at, piece->bytes, piece->size) == 0)
        continue;
      while (piece->at[at] == piece->bytes[at])
        at++;
      *before = piece->bytes + at;
      *n = piece->size - at;
      return (gsize) (piece->at + at);
    }
  return 0;
}
