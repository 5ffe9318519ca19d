/* Products of matrices whose numbers are of other types than their sums: cublasGemmEx and its form for batches. What a card adds in halves
 * is added in float here, and rounded to C's type once. */
#include "cudart/libraries/blas.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* By the numbers of cudaDataType_t and cublasComputeType_t. */
enum { R_32F = 0, R_64F = 1, R_16F = 2, R_8I = 3, R_32I = 10, R_16BF = 14 };
enum { SUM_16F = 64, SUM_16F_PEDANTIC = 65, SUM_32F = 68, SUM_32F_PEDANTIC = 69, SUM_64F = 70, SUM_64F_PEDANTIC = 71, SUM_32I = 72, SUM_32I_PEDANTIC = 73,
       SUM_32F_FAST_16F = 74, SUM_32F_FAST_16BF = 75, SUM_32F_FAST_TF32 = 77 };

typedef struct
{
  const void *place;
  int type, rows, is_transposed;
  long long step; /* elements from one of a batch to the next */
} Matrix;

typedef struct
{
  int m, n, k, count, scalar_type;
  Matrix a, b, c;
  uint64_t alpha, beta;               /* the bits of what the host has said */
  const void *alpha_there, *beta_there; /* or where the device will have it */
} Product;

/* --- numbers ------------------------------------------------------------------------------------ */

static size_t
size_of (int type)
{
  return type == R_64F ? 8 : type == R_32F || type == R_32I ? 4 : type == R_8I ? 1 : 2;
}

static float
from_brain (uint16_t bits)
{
  uint32_t wide = (uint32_t) bits << 16;
  float value;

  memcpy (&value, &wide, sizeof value);
  return value;
}

/* Rounded to nearest, ties to even. */
static uint16_t
to_brain (float value)
{
  uint32_t bits;

  memcpy (&bits, &value, sizeof bits);
  return value != value ? 0x7fff : (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}

/* Integers of 32 bits are exact in double. */
static double
number_at (const void *place, int type, size_t i)
{
  switch (type)
    {
    case R_32F:
      return ((const float *) place)[i];
    case R_64F:
      return ((const double *) place)[i];
    case R_16F:
      return ((const _Float16 *) place)[i];
    case R_16BF:
      return from_brain (((const uint16_t *) place)[i]);
    case R_8I:
      return ((const int8_t *) place)[i];
    default:
      return ((const int32_t *) place)[i];
    }
}

static void
put_number (void *place, int type, size_t i, double value)
{
  switch (type)
    {
    case R_32F:
      ((float *) place)[i] = value;
      break;
    case R_64F:
      ((double *) place)[i] = value;
      break;
    case R_16F:
      ((_Float16 *) place)[i] = (_Float16) (float) value;
      break;
    case R_16BF:
      ((uint16_t *) place)[i] = to_brain (value);
      break;
    default:
      ((int32_t *) place)[i] = value;
    }
}

/* --- products ----------------------------------------------------------------------------------- */

static size_t
place_in (const Matrix *matrix, int batch, int row, int column)
{
  long long step = matrix->step * batch;

  return matrix->is_transposed ? step + column + (long long) matrix->rows * row : step + row + (long long) matrix->rows * column;
}

/* Sums in SUM: a column of the result at a time. Nothing is read that a factor of 0 stands before. */
#define PRODUCT(function, SUM, RESULT)                                                                                                      \
  static void function (const Product *data, int batch, SUM alpha, SUM beta, SUM *a, SUM *column)                                           \
  {                                                                                                                                         \
    for (int l = 0; l < data->k && alpha != 0; l++)                                                                                         \
      for (int i = 0; i < data->m; i++)                                                                                                     \
        a[(size_t) l * data->m + i] = (SUM) number_at (data->a.place, data->a.type, place_in (&data->a, batch, i, l));                      \
    for (int j = 0; j < data->n; j++)                                                                                                       \
      {                                                                                                                                     \
        memset (column, 0, data->m * sizeof *column);                                                                                       \
        for (int l = 0; l < data->k && alpha != 0; l++)                                                                                     \
          {                                                                                                                                 \
            SUM b = (SUM) number_at (data->b.place, data->b.type, place_in (&data->b, batch, l, j));                                        \
            for (int i = 0; i < data->m; i++)                                                                                               \
              column[i] += a[(size_t) l * data->m + i] * b;                                                                                 \
          }                                                                                                                                 \
        for (int i = 0; i < data->m; i++)                                                                                                   \
          {                                                                                                                                 \
            size_t at = place_in (&data->c, batch, i, j);                                                                                   \
            SUM old = beta != 0 ? (SUM) number_at (data->c.place, data->c.type, at) : 0;                                                    \
            put_number ((void *) data->c.place, data->c.type, at, RESULT (alpha * RESULT (column[i]) + (beta != 0 ? beta * old : 0)));      \
          }                                                                                                                                 \
      }                                                                                                                                     \
  }
#define WHOLE(x) (x)
#define LOW_WORD(x) ((int32_t) (uint32_t) (x)) /* wraps as the card's */
PRODUCT (multiply_float, float, WHOLE)
PRODUCT (multiply_double, double, WHOLE)
PRODUCT (multiply_integers, int64_t, LOW_WORD)

static void
run (void *work)
{
  const Product *data = work;
  size_t size = (data->scalar_type == R_64F || data->scalar_type == R_32I ? 8 : sizeof (float)) * data->m;
  void *a = malloc (size * data->k + 1), *column = malloc (size + 1);
  double alpha = number_at (data->alpha_there ? data->alpha_there : &data->alpha, data->scalar_type, 0);
  double beta = number_at (data->beta_there ? data->beta_there : &data->beta, data->scalar_type, 0);

  for (int batch = 0; batch < data->count && a && column; batch++)
    if (data->scalar_type == R_64F)
      multiply_double (data, batch, alpha, beta, a, column);
    else if (data->scalar_type == R_32I)
      multiply_integers (data, batch, alpha, beta, a, column);
    else
      multiply_float (data, batch, alpha, beta, a, column);
  free (a);
  free (column);
}

/* --- calls -------------------------------------------------------------------------------------- */

/* The type of alpha and beta, or -1: this way to add is not known. */
static int
scalar_type (int sum)
{
  switch (sum)
    {
    case SUM_16F:
    case SUM_16F_PEDANTIC:
      return R_16F;
    case SUM_32F:
    case SUM_32F_PEDANTIC:
    case SUM_32F_FAST_16F:
    case SUM_32F_FAST_16BF:
    case SUM_32F_FAST_TF32:
      return R_32F;
    case SUM_64F:
    case SUM_64F_PEDANTIC:
      return R_64F;
    case SUM_32I:
    case SUM_32I_PEDANTIC:
      return R_32I;
    default:
      return -1;
    }
}

/* What cuBLAS has ("cublasGemmEx", table of types). */
static int
is_known (int scalar, int a, int b, int c)
{
  if (a != b)
    return 0;
  if (scalar == R_16F || scalar == R_64F)
    return a == scalar && c == scalar;
  if (scalar == R_32I)
    return a == R_8I && c == R_32I;
  return scalar == R_32F && (c == R_32F ? a == R_32F || a == R_16F || a == R_16BF || a == R_8I : (c == R_16F || c == R_16BF) && a == c);
}

static int
is_operation (int operation)
{
  return operation == BLAS_N || operation == BLAS_T || operation == BLAS_C;
}

static int
has_rows (const Matrix *matrix, int rows, int columns)
{
  int needed = matrix->is_transposed ? columns : rows;

  return matrix->rows >= (needed > 1 ? needed : 1);
}

static cublasStatus_t
do_product (cublasHandle_t handle, Product data, const void *alpha, const void *beta, int sum)
{
  data.scalar_type = scalar_type (sum);
  if (handle == NULL)
    return BLAS_NOT_INITIALIZED;
  if (data.scalar_type < 0 || !is_known (data.scalar_type, data.a.type, data.b.type, data.c.type))
    return BLAS_NOT_SUPPORTED;
  if (alpha == NULL || beta == NULL || data.m < 0 || data.n < 0 || data.k < 0 || data.count < 0 || !has_rows (&data.a, data.m, data.k)
      || !has_rows (&data.b, data.k, data.n) || !has_rows (&data.c, data.m, data.n))
    return BLAS_INVALID_VALUE;
  if (handle->pointer_mode == BLAS_BY_HOST)
    {
      memcpy (&data.alpha, alpha, size_of (data.scalar_type));
      memcpy (&data.beta, beta, size_of (data.scalar_type));
    }
  else
    data.alpha_there = alpha, data.beta_there = beta;
  return ihop_blas_do (handle, run, &data, sizeof data);
}

IHOP_CUDART cublasStatus_t
cublasGemmStridedBatchedEx (cublasHandle_t handle, int a_operation, int b_operation, int m, int n, int k, const void *alpha, const void *a, int a_type,
                            int a_rows, long long a_step, const void *b, int b_type, int b_rows, long long b_step, const void *beta, void *c,
                            int c_type, int c_rows, long long c_step, int count, int sum, int algorithm)
{
  if (!is_operation (a_operation) || !is_operation (b_operation))
    return BLAS_INVALID_VALUE;
  return do_product (handle,
                     (Product){ .m = m, .n = n, .k = k, .count = count, .a = { a, a_type, a_rows, a_operation != BLAS_N, a_step },
                                .b = { b, b_type, b_rows, b_operation != BLAS_N, b_step }, .c = { c, c_type, c_rows, 0, c_step } },
                     alpha, beta, sum);
}

IHOP_CUDART cublasStatus_t
cublasGemmEx (cublasHandle_t handle, int a_operation, int b_operation, int m, int n, int k, const void *alpha, const void *a, int a_type, int a_rows,
              const void *b, int b_type, int b_rows, const void *beta, void *c, int c_type, int c_rows, int sum, int algorithm)
{
  return cublasGemmStridedBatchedEx (handle, a_operation, b_operation, m, n, k, alpha, a, a_type, a_rows, 0, b, b_type, b_rows, 0, beta, c, c_type, c_rows,
                                     0, 1, sum, algorithm);
}
