#include "simt/ptx/fatbin.h"
#include "simt/ptx/cubin.h"
#include "simt/ptx/read.h"
#include <lz4.h>
#include <string.h>
#include <zstd.h>

#define MAGIC 0xBA55ED50u

/* Little endian, as the machines are on which it runs. */
typedef struct
{
  guint32 magic;
  guint16 version, header_size;
  guint64 size; /* bytes that follow the header */
} Header;

typedef struct
{
  guint16 kind, unknown;
  guint32 header_size;     /* the payload begins behind */
  guint64 padded_size;     /* of the payload */
  guint32 compressed_size; /* 0: not compressed */
  guint32 options;
  guint16 minor, major;
  guint32 arch;            /* 90 for sm_90 */
  guint32 name, name_size;
  guint64 flags;
  guint64 zero;
  guint64 size;            /* uncompressed; 0 if not compressed */
} Entry;

enum { KIND_PTX = 1, KIND_ELF = 2, FLAG_LZ4 = 0x2000, FLAG_ZSTD = 0x8000, MAX_TEXT = 1 << 30 };

gboolean
ihop_fatbin_is (gconstpointer data)
{
  return ((const Header *) data)->magic == MAGIC;
}

static char *
expanded (const Entry *entry, const char *payload, gsize *length, GError **error)
{
  gboolean is_packed = entry->flags & (FLAG_LZ4 | FLAG_ZSTD);
  gsize size = is_packed ? entry->size : entry->padded_size;
  gssize got = size;

  if (size > MAX_TEXT || (is_packed && entry->compressed_size > entry->padded_size))
    got = -1;
  char *text = got < 0 ? NULL : g_malloc (size + 1);
  if (text && entry->flags & FLAG_ZSTD)
    {
      gsize n = ZSTD_decompress (text, size, payload, entry->compressed_size);
      got = ZSTD_isError (n) ? -1 : (gssize) n;
    }
  else if (text && entry->flags & FLAG_LZ4)
    got = LZ4_decompress_safe (payload, text, entry->compressed_size, size);
  else if (text)
    memcpy (text, payload, size);
  if (got < 0)
    {
      g_free (text);
      g_set_error (error, IHOP_PTX_ERROR, IHOP_PTX_ERROR_TEXT, "the fat binary could not be unpacked");
      return NULL;
    }
  text[got] = '\0';
  if (length)
    *length = got;
  return text;
}

/* The card that programs find here (cudaDeviceGetAttribute). */
enum { CARD = 90 };

/* Whether the driver of that card would rather have text for ARCH than for OTHER: the newest that it understands, else the oldest. */
static gboolean
is_better (guint32 arch, guint32 other)
{
  if ((arch <= CARD) != (other <= CARD))
    return arch <= CARD;
  return arch <= CARD ? arch >= other : arch < other;
}

/* The best of that kind; NULL: there is none. */
static const Entry *
find (gconstpointer data, guint16 kind)
{
  const Header *header = data;
  const char *at = (const char *) data + header->header_size, *end = at + header->size;
  const Entry *best = NULL;

  while (at + sizeof (Entry) <= end)
    {
      const Entry *entry = (const Entry *) at;
      if (entry->header_size < sizeof (Entry) || entry->padded_size > (gsize) (end - at) - entry->header_size)
        break;
      if (entry->kind == kind && (best == NULL || is_better (entry->arch, best->arch)))
        best = entry;
      at += entry->header_size + entry->padded_size;
    }
  return best;
}

char *
ihop_fatbin_ptx (gconstpointer data, GError **error)
{
  const Entry *best = find (data, KIND_PTX);

  if (best)
    return expanded (best, (const char *) best + best->header_size, NULL, error);
  g_set_error (error, IHOP_PTX_ERROR, IHOP_PTX_ERROR_TEXT,
               "the program holds machine code only: compile it with PTX in it, as by nvcc -arch=sm_80 "
               "or -gencode arch=compute_80,code=compute_80");
  return NULL;
}

void
ihop_fatbin_registers (gconstpointer data, GHashTable *registers)
{
  const Entry *best = find (data, KIND_ELF);
  gsize size = 0;
  g_autofree char *elf = best ? expanded (best, (const char *) best + best->header_size, &size, NULL) : NULL;

  if (elf)
    ihop_cubin_registers ((const guint8 *) elf, size, registers);
}

GByteArray *
ihop_fatbin_new (const char *ptx, guint arch)
{
  GByteArray *fatbin = g_byte_array_new ();
  gsize size = (strlen (ptx) + 1 + 7) / 8 * 8;
  Entry entry = { .kind = KIND_PTX, .unknown = 0x0101, .header_size = sizeof (Entry), .padded_size = size,
                  .major = 8, .arch = arch, .flags = 0x11 /* 64 bits, Linux */ };
  Header header = { MAGIC, 1, sizeof (Header), sizeof (Entry) + size };

  g_byte_array_append (fatbin, (const guint8 *) &header, sizeof header);
  g_byte_array_append (fatbin, (const guint8 *) &entry, sizeof entry);
  g_byte_array_append (fatbin, (const guint8 *) ptx, strlen (ptx));
  gsize end = fatbin->len;
  g_byte_array_set_size (fatbin, sizeof header + sizeof entry + size);
  memset (fatbin->data + end, 0, fatbin->len - end);
  return fatbin;
}
