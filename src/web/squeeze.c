#include "web/squeeze.h"
#include <gio/gio.h>
#include <string.h>

#define LEAST 860            /* smaller than one packet: nothing is won */
#define LEVEL 5
#define MOST_KEPT (16 << 20) /* bytes; then all of it is forgotten */

static GMutex lock;
static GHashTable *kept; /* char * → GBytes * */
static gsize kept_bytes;

/* "br;q=1.0, gzip;q=0.8": without the weights, but for the one that forbids it. */
gboolean
ihop_squeeze_is_taken (const char *accepted)
{
  g_auto (GStrv) entries = g_strsplit (accepted ? accepted : "", ",", -1);

  for (guint i = 0; entries[i]; i++)
    {
      g_auto (GStrv) parts = g_strsplit (entries[i], ";", 2);
      if (g_ascii_strcasecmp (g_strstrip (parts[0]), "gzip") != 0)
        continue;
      const char *weight = parts[1] ? strchr (parts[1], '=') : NULL;
      return weight == NULL || g_ascii_strtod (weight + 1, NULL) > 0;
    }
  return FALSE;
}

gboolean
ihop_squeeze_helps (const char *type, gsize size)
{
  return type && size >= LEAST
         && (g_str_has_prefix (type, "text/") || g_str_has_prefix (type, "application/json")
             || g_str_has_prefix (type, "image/svg"));
}

static GBytes *
find (const char *tag)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);
  GBytes *found = kept ? g_hash_table_lookup (kept, tag) : NULL;

  return found ? g_bytes_ref (found) : NULL;
}

static void
keep (const char *tag, GBytes *bytes)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);

  if (kept == NULL)
    kept = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_bytes_unref);
  if (kept_bytes + g_bytes_get_size (bytes) > MOST_KEPT)
    {
      g_hash_table_remove_all (kept);
      kept_bytes = 0;
    }
  if (g_hash_table_replace (kept, g_strdup (tag), g_bytes_ref (bytes)))
    kept_bytes += g_bytes_get_size (bytes);
}

static GBytes *
compress (GBytes *bytes)
{
  g_autoptr (GZlibCompressor) compressor = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, LEVEL);
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, G_CONVERTER (compressor));
  gsize size;
  const void *data = g_bytes_get_data (bytes, &size);

  if (!g_output_stream_write_all (stream, data, size, NULL, NULL, NULL) || !g_output_stream_close (stream, NULL, NULL))
    return NULL;
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
}

GBytes *
ihop_squeeze (const char *tag, GBytes *bytes)
{
  GBytes *made = find (tag);

  if (made == NULL && (made = compress (bytes)))
    keep (tag, made);
  return made;
}
