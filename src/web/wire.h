/* How files come into the sandbox and out of it: one stream each way, so that nothing of ours has
 * to be visible in there. A frame is a line "KIND NAME SIZE\n" and SIZE bytes.
 *
 * Kinds: "file" (NAME a path that ihop_web_path_fault likes), "stage" (no bytes), "fault" (a sentence
 * for the user), "end" (no bytes; without it the stream was cut off). */
#pragma once
#include <glib.h>

/* FALSE: the other side is gone. */
gboolean ihop_wire_write (int fd, const char *kind, const char *name, const void *bytes, gsize size);

typedef struct
{
  gsize bytes;       /* of all frames together */
  guint files;
  gsize file_bytes;  /* of one */
} IhopWireLimits;

typedef struct _IhopWireReader IhopWireReader;
/* "bytes" are valid during the call, with a 0 behind them. FALSE: stop; the taker has set fault. */
typedef gboolean (*IhopWireTaker) (const char *kind, const char *name, const char *bytes, gsize size,
                                   gpointer data);

IhopWireReader *ihop_wire_reader_new (const IhopWireLimits *limits, IhopWireTaker taker,
                                      gpointer data);
void ihop_wire_reader_free (IhopWireReader *reader);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopWireReader, ihop_wire_reader_free)
/* FALSE: the stream breaks a rule or a limit, or the taker had enough; it is of no use any more. */
gboolean ihop_wire_reader_feed (IhopWireReader *reader, const char *bytes, gsize size);
/* The frame "end" was seen, and nothing behind it. */
gboolean ihop_wire_reader_is_whole (const IhopWireReader *reader);
/* Why feed gave FALSE: a sentence (static), or NULL. */
const char *ihop_wire_reader_fault (const IhopWireReader *reader);
