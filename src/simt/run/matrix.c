#include "simt/run/matrix.h"

enum { LANES = 32 };

/* Elements of one size, row by row; where lanes have room for more, again from the first on. */
#define MOVE(TYPE)                                                                                 \
  do                                                                                               \
    {                                                                                              \
      gsize each = form->register_bytes / sizeof (TYPE), row = 0, column = 0;                      \
      TYPE *held = (TYPE *) registers, *there = (TYPE *) place;                                    \
      for (gsize e = 0; e < n; e++)                                                                \
        {                                                                                          \
          gsize nth = e / LANES, at = (nth / each * LANES + e % LANES) * each + nth % each;        \
          gint64 to = form->is_by_columns ? column * stride + row : row * stride + column;         \
          if (is_store)                                                                            \
            there[to] = held[at];                                                                  \
          else                                                                                     \
            held[at] = there[to];                                                                  \
          column = column + 1 == form->columns ? 0 : column + 1;                                   \
          row = column ? row : row + 1 == form->rows ? 0 : row + 1;                                \
        }                                                                                          \
    }                                                                                              \
  while (0)

static void
move (const IhopMatrixForm *form, guint8 *registers, guint8 *place, gint64 stride, gboolean is_store)
{
  gsize room = (gsize) form->n_registers * LANES * form->register_bytes / form->bytes;
  gsize n = is_store ? (gsize) form->rows * form->columns : room;

  switch (form->bytes)
    {
    case 1:
      MOVE (guint8);
      break;
    case 2:
      MOVE (guint16);
      break;
    case 4:
      MOVE (guint32);
      break;
    default:
      MOVE (guint64);
    }
}

void
ihop_matrix_load (guint64 form, guint8 *registers, const guint8 *place, gint64 stride)
{
  IhopMatrixForm unpacked = ihop_matrix_unpack (form);

  move (&unpacked, registers, (guint8 *) place, stride, FALSE);
}

void
ihop_matrix_store (guint64 form, const guint8 *registers, guint8 *place, gint64 stride)
{
  IhopMatrixForm unpacked = ihop_matrix_unpack (form);

  move (&unpacked, (guint8 *) registers, place, stride, TRUE);
}
