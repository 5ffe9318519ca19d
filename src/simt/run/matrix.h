/* Pieces of matrices that a warp holds together (wmma), between memory and registers. PTX leaves open which lane holds what: element
 * number e of a piece, counted row by row, is number e / 32 of those that lane e % 32 holds. Where lanes have room for more than
 * there is, the piece is held again behind itself. */
#pragma once
#include <glib.h>

typedef struct
{
  guint8 rows, columns;
  guint8 bytes;          /* of one element */
  guint8 register_bytes; /* 4 or 8 */
  guint8 n_registers;
  guint8 is_by_columns;  /* in memory columns are contiguous */
} IhopMatrixForm;

#define IHOP_MATRIX_LOAD "ihop_matrix_load"
#define IHOP_MATRIX_STORE "ihop_matrix_store"

/* "registers": by register and lane. "stride" in elements. The form comes as a number, as ihop_matrix_pack makes it. */
void ihop_matrix_load (guint64 form, guint8 *registers, const guint8 *place, gint64 stride);
void ihop_matrix_store (guint64 form, const guint8 *registers, guint8 *place, gint64 stride);

static inline guint64
ihop_matrix_pack (IhopMatrixForm form)
{
  return form.rows | (guint64) form.columns << 8 | (guint64) form.bytes << 16 | (guint64) form.register_bytes << 24
         | (guint64) form.n_registers << 32 | (guint64) form.is_by_columns << 40;
}

static inline IhopMatrixForm
ihop_matrix_unpack (guint64 form)
{
  return (IhopMatrixForm){ form, form >> 8, form >> 16, form >> 24, form >> 32, form >> 40 };
}
