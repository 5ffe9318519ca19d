/* Products of a matrix with few elements and a vector (SpMV) or a dense matrix (SpMM), of float and double: sums are made in double, in the
 * order in which the elements are stored, and rounded once. */
#include "cudart/libraries/handles.h"
#include "cudart/libraries/sparse.h"
#include <stdlib.h>
#include <string.h>

/* A factor: what the host says when it calls, or what lies there when it is done. */
typedef struct
{
  const void *place; /* of the device; NULL: it is the value */
  double value;
} Factor;

/* c = alpha * op (a) * op (b) + beta * c; all is copied when the host calls, as descriptors may be gone when it is done. */
typedef struct
{
  IhopSparseMatrix a;
  IhopDenseMatrix b, c;
  int is_a_transposed, is_b_transposed;
  Factor alpha, beta;
} Work;

/* Sums of the rows [first, first + n) of one column: of all rows, or, where there is no memory for that, of some at a time. */
typedef struct
{
  double *values;
  int64_t first, n;
} Sums;

static double
number_at (const void *values, int type, int64_t i)
{
  return type == SPARSE_DOUBLE ? ((const double *) values)[i] : ((const float *) values)[i];
}

static int64_t
index_at (const void *indices, int type, int64_t i)
{
  return type == SPARSE_INT64 ? ((const int64_t *) indices)[i] : ((const int32_t *) indices)[i];
}

static double
factor_of (const Factor *factor, int type)
{
  return factor->place ? number_at (factor->place, type, 0) : factor->value;
}

static int64_t
place_in (const IhopDenseMatrix *matrix, int64_t i, int64_t j)
{
  return matrix->order == SPARSE_BY_COLUMNS ? j * matrix->stride + i : i * matrix->stride + j;
}

/* Element (i, j) of op (b). */
static double
of_b (const Work *work, int64_t i, int64_t j)
{
  return number_at (work->b.values, work->b.type, work->is_b_transposed ? place_in (&work->b, j, i) : place_in (&work->b, i, j));
}

/* Adds a's element "at" times what it meets in the column of b. */
static void
add_element (const Work *work, int64_t row, int64_t column, int64_t at, int64_t j, const Sums *sums)
{
  int64_t to = (work->is_a_transposed ? column : row) - sums->first, from = work->is_a_transposed ? row : column;

  if (to >= 0 && to < sums->n)
    sums->values[to] += number_at (work->a.values, work->a.type, at) * of_b (work, from, j);
}

static void
add_compressed (const Work *work, int64_t j, const Sums *sums)
{
  const IhopSparseMatrix *a = &work->a;
  int is_by_sums = (a->format == SPARSE_CSR) == !work->is_a_transposed; /* what it is compressed by is what is added up */
  int64_t first = is_by_sums ? sums->first : 0, last = is_by_sums ? sums->first + sums->n : a->format == SPARSE_CSR ? a->rows : a->columns;

  for (int64_t outer = first; outer < last; outer++)
    {
      int64_t end = index_at (a->outer, a->outer_type, outer + 1) - a->base;
      for (int64_t at = index_at (a->outer, a->outer_type, outer) - a->base; at < end; at++)
        {
          int64_t inner = index_at (a->inner, a->inner_type, at) - a->base;
          add_element (work, a->format == SPARSE_CSR ? outer : inner, a->format == SPARSE_CSR ? inner : outer, at, j, sums);
        }
    }
}

static void
add_column (const Work *work, int64_t j, const Sums *sums)
{
  const IhopSparseMatrix *a = &work->a;

  if (a->format != SPARSE_COO)
    {
      add_compressed (work, j, sums);
      return;
    }
  for (int64_t at = 0; at < a->n; at++)
    add_element (work, index_at (a->outer, a->outer_type, at) - a->base, index_at (a->inner, a->inner_type, at) - a->base, at, j, sums);
}

/* Where beta is 0, what was in c is not looked at. */
static void
give (const Work *work, int64_t j, const Sums *sums)
{
  double alpha = factor_of (&work->alpha, work->c.type), beta = factor_of (&work->beta, work->c.type);

  for (int64_t i = 0; i < sums->n; i++)
    {
      int64_t at = place_in (&work->c, sums->first + i, j);
      double value = alpha * sums->values[i] + (beta != 0 ? beta * number_at (work->c.values, work->c.type, at) : 0);
      if (work->c.type == SPARSE_DOUBLE)
        ((double *) work->c.values)[at] = value;
      else
        ((float *) work->c.values)[at] = (float) value;
    }
}

/* "room": of so many sums. */
static void
run_column (const Work *work, int64_t j, double *room, int64_t n)
{
  for (int64_t first = 0; first < work->c.rows; first += n)
    {
      Sums sums = { room, first, work->c.rows - first < n ? work->c.rows - first : n };
      memset (room, 0, sums.n * sizeof *room);
      add_column (work, j, &sums);
      give (work, j, &sums);
    }
}

/* The host has gone on: nobody is there to be told of a failure, so there is none. */
static void
run (void *data)
{
  const Work *work = data;
  double some[512], *all = malloc (work->c.rows * sizeof *all);

  for (int64_t j = 0; j < work->c.columns; j++)
    run_column (work, j, all ? all : some, all ? work->c.rows : (int64_t) (sizeof some / sizeof *some));
  free (all);
}

/* --- the host's side ------------------------------------------------------------------------------ */

static Factor
take (cusparseHandle_t handle, const void *factor, int type)
{
  if (handle->pointer_mode == SPARSE_BY_DEVICE)
    return (Factor){ factor, 0 };
  return (Factor){ NULL, number_at (factor, type, 0) };
}

static cusparseStatus_t
check_types (const IhopSparseMatrix *a, const IhopDenseMatrix *b, const IhopDenseMatrix *c, int type)
{
  int is_known = type == SPARSE_FLOAT || type == SPARSE_DOUBLE;

  return is_known && a->type == type && b->type == type && c->type == type ? SPARSE_SUCCESS : SPARSE_NOT_SUPPORTED;
}

static cusparseStatus_t
check (cusparseHandle_t handle, int op_a, int op_b, const void *alpha, const IhopSparseMatrix *a, const IhopDenseMatrix *b, const void *beta,
       const IhopDenseMatrix *c, int type)
{
  if (handle == NULL)
    return SPARSE_NOT_INITIALIZED;
  if (alpha == NULL || a == NULL || b == NULL || beta == NULL || c == NULL || op_a < SPARSE_N || op_a > SPARSE_C || op_b < SPARSE_N || op_b > SPARSE_C)
    return SPARSE_INVALID_VALUE;
  int64_t rows = op_a == SPARSE_N ? a->rows : a->columns, inner = op_a == SPARSE_N ? a->columns : a->rows;
  int64_t b_rows = op_b == SPARSE_N ? b->rows : b->columns, b_columns = op_b == SPARSE_N ? b->columns : b->rows;
  if (inner != b_rows || rows != c->rows || b_columns != c->columns)
    return SPARSE_INVALID_VALUE;
  return check_types (a, b, c, type);
}

static cusparseStatus_t
multiply (cusparseHandle_t handle, int op_a, int op_b, const void *alpha, const IhopSparseMatrix *a, const IhopDenseMatrix *b, const void *beta,
          const IhopDenseMatrix *c, int type)
{
  cusparseStatus_t status = check (handle, op_a, op_b, alpha, a, b, beta, c, type);

  if (status != SPARSE_SUCCESS)
    return status;
  Work work = { *a, *b, *c, op_a != SPARSE_N, op_b != SPARSE_N, take (handle, alpha, type), take (handle, beta, type) };
  cudaError_t error = ihop_cudart_call_in (handle->stream, run, &work, sizeof work);
  return IHOP_LIBRARY_STATUS (error, SPARSE);
}

/* Nothing is kept between calls, but programs allocate what they are told. */
static cusparseStatus_t
tell_size (cusparseStatus_t status, size_t *size)
{
  if (size == NULL)
    return SPARSE_INVALID_VALUE;
  *size = 8;
  return status;
}

IHOP_CUDART cusparseStatus_t
cusparseSpMV_bufferSize (cusparseHandle_t handle, int op, const void *alpha, const IhopSparseMatrix *a, const IhopDenseMatrix *x, const void *beta,
                         const IhopDenseMatrix *y, int type, int how, size_t *size)
{
  return tell_size (check (handle, op, SPARSE_N, alpha, a, x, beta, y, type), size);
}

IHOP_CUDART cusparseStatus_t
cusparseSpMV_preprocess (cusparseHandle_t handle, int op, const void *alpha, const IhopSparseMatrix *a, const IhopDenseMatrix *x, const void *beta,
                         const IhopDenseMatrix *y, int type, int how, void *buffer)
{
  return check (handle, op, SPARSE_N, alpha, a, x, beta, y, type);
}

IHOP_CUDART cusparseStatus_t
cusparseSpMV (cusparseHandle_t handle, int op, const void *alpha, const IhopSparseMatrix *a, const IhopDenseMatrix *x, const void *beta,
              const IhopDenseMatrix *y, int type, int how, void *buffer)
{
  return multiply (handle, op, SPARSE_N, alpha, a, x, beta, y, type);
}

IHOP_CUDART cusparseStatus_t
cusparseSpMM_bufferSize (cusparseHandle_t handle, int op_a, int op_b, const void *alpha, const IhopSparseMatrix *a, const IhopDenseMatrix *b,
                         const void *beta, const IhopDenseMatrix *c, int type, int how, size_t *size)
{
  return tell_size (check (handle, op_a, op_b, alpha, a, b, beta, c, type), size);
}

IHOP_CUDART cusparseStatus_t
cusparseSpMM_preprocess (cusparseHandle_t handle, int op_a, int op_b, const void *alpha, const IhopSparseMatrix *a, const IhopDenseMatrix *b,
                         const void *beta, const IhopDenseMatrix *c, int type, int how, void *buffer)
{
  return check (handle, op_a, op_b, alpha, a, b, beta, c, type);
}

IHOP_CUDART cusparseStatus_t
cusparseSpMM (cusparseHandle_t handle, int op_a, int op_b, const void *alpha, const IhopSparseMatrix *a, const IhopDenseMatrix *b, const void *beta,
              const IhopDenseMatrix *c, int type, int how, void *buffer)
{
  return multiply (handle, op_a, op_b, alpha, a, b, beta, c, type);
}
