#include "simt/run/matrix.h"
#include <string.h>

enum { LANES = 32, MOST = 32 * 32 };

/* Made for several kinds of processors; which one it is, is asked when the library is opened. */
#if defined __x86_64__ && !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
#define VECTORS __attribute__ ((target_clones ("arch=x86-64-v4", "arch=x86-64-v3", "default"), flatten, optimize ("O3")))
#else
#define VECTORS
#endif

#define ELEMENT guint8
#define NAMED(word) word##_bytes
#include "simt/run/matrix_moves.inc"
#undef ELEMENT
#undef NAMED
#define ELEMENT guint16
#define NAMED(word) word##_halves
#include "simt/run/matrix_moves.inc"
#undef ELEMENT
#undef NAMED
#define ELEMENT guint32
#define NAMED(word) word##_words
#include "simt/run/matrix_moves.inc"
#undef ELEMENT
#undef NAMED
#define ELEMENT guint64
#define NAMED(word) word##_longs
#include "simt/run/matrix_moves.inc"

void
ihop_matrix_load (guint64 packed, guint8 *registers, const guint8 *place, gint64 stride)
{
  IhopMatrixForm form = ihop_matrix_unpack (packed);

  if (form.bytes == 1)
    load_bytes (&form, registers, place, stride);
  else if (form.bytes == 2)
    load_halves (&form, (guint16 *) registers, (const guint16 *) place, stride);
  else if (form.bytes == 4)
    load_words (&form, (guint32 *) registers, (const guint32 *) place, stride);
  else
    load_longs (&form, (guint64 *) registers, (const guint64 *) place, stride);
}

void
ihop_matrix_store (guint64 packed, const guint8 *registers, guint8 *place, gint64 stride)
{
  IhopMatrixForm form = ihop_matrix_unpack (packed);

  if (form.bytes == 1)
    store_bytes (&form, registers, place, stride);
  else if (form.bytes == 2)
    store_halves (&form, (const guint16 *) registers, (guint16 *) place, stride);
  else if (form.bytes == 4)
    store_words (&form, (const guint32 *) registers, (guint32 *) place, stride);
  else
    store_longs (&form, (const guint64 *) registers, (guint64 *) place, stride);
}
