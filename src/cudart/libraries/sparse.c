/* libcusparse on the host: handles and descriptors; sparse_product.c has what computes. */
#include "cudart/libraries/sparse.h"
#include "cudart/libraries/handles.h"
#include "cudart/libraries/missing.h"
#include <stdlib.h>
#include <string.h>

/* --- handles ---------------------------------------------------------------------------------- */

IHOP_LIBRARY_HANDLES (cusparseCreate, cusparseDestroy, cusparseHandle_t, SPARSE)
IHOP_LIBRARY_VALUE (cusparseSetStream, cusparseGetStream, cusparseHandle_t, cudaStream_t, stream, SPARSE)
IHOP_LIBRARY_VALUE (cusparseSetPointerMode, cusparseGetPointerMode, cusparseHandle_t, int, pointer_mode, SPARSE)

/* --- what the library says of itself ------------------------------------------------------------ */

enum { MAJOR = 12, MINOR = 6, PATCH = 3 };

IHOP_CUDART cusparseStatus_t
cusparseGetVersion (cusparseHandle_t handle, int *version)
{
  if (handle == NULL)
    return SPARSE_NOT_INITIALIZED;
  *version = MAJOR * 1000 + MINOR * 100 + PATCH;
  return SPARSE_SUCCESS;
}

IHOP_CUDART cusparseStatus_t
cusparseGetProperty (int which, int *value)
{
  static const int numbers[] = { MAJOR, MINOR, PATCH };

  if (which < 0 || which > 2 || value == NULL)
    return SPARSE_INVALID_VALUE;
  *value = numbers[which];
  return SPARSE_SUCCESS;
}

typedef struct
{
  const char *name, *words;
} Status;

static const Status *
status_of (cusparseStatus_t status)
{
  static const Status all[] = { { "CUSPARSE_STATUS_SUCCESS", "success" },
                                { "CUSPARSE_STATUS_NOT_INITIALIZED", "initialization error" },
                                { "CUSPARSE_STATUS_ALLOC_FAILED", "out of memory" },
                                { "CUSPARSE_STATUS_INVALID_VALUE", "invalid value" },
                                { "CUSPARSE_STATUS_ARCH_MISMATCH", "unsupported architecture" },
                                { "CUSPARSE_STATUS_MAPPING_ERROR", "mapping error" },
                                { "CUSPARSE_STATUS_EXECUTION_FAILED", "kernel launch failure" },
                                { "CUSPARSE_STATUS_INTERNAL_ERROR", "internal error" },
                                { "CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED", "matrix type not supported" },
                                { "CUSPARSE_STATUS_ZERO_PIVOT", "zero pivot" },
                                { "CUSPARSE_STATUS_NOT_SUPPORTED", "operation not supported" },
                                { "CUSPARSE_STATUS_INSUFFICIENT_RESOURCES", "insufficient resources" } };
  static const Status unknown = { "unrecognized error code", "unrecognized error code" };

  return status >= 0 && status < (int) (sizeof all / sizeof *all) ? &all[status] : &unknown;
}

IHOP_CUDART const char *
cusparseGetErrorName (cusparseStatus_t status)
{
  return status_of (status)->name;
}

IHOP_CUDART const char *
cusparseGetErrorString (cusparseStatus_t status)
{
  return status_of (status)->words;
}

/* --- matrices with few elements ------------------------------------------------------------------- */

static int
is_index (int type)
{
  return type == SPARSE_INT32 || type == SPARSE_INT64;
}

static cusparseStatus_t
keep_sparse (IhopSparseMatrix **made, const IhopSparseMatrix *matrix)
{
  if (made == NULL || matrix->rows < 0 || matrix->columns < 0 || matrix->n < 0 || matrix->base < 0 || matrix->base > 1)
    return SPARSE_INVALID_VALUE;
  if (!is_index (matrix->outer_type) || !is_index (matrix->inner_type))
    return SPARSE_NOT_SUPPORTED;
  *made = malloc (sizeof **made);
  if (*made == NULL)
    return SPARSE_ALLOC_FAILED;
  **made = *matrix;
  return SPARSE_SUCCESS;
}

#define COMPRESSED(name, format)                                                                   \
  IHOP_CUDART cusparseStatus_t name (IhopSparseMatrix **made, int64_t rows, int64_t columns,       \
                                     int64_t n, const void *offsets, const void *indices,          \
                                     const void *values, int offset_type, int index_type,          \
                                     int base, int type)                                           \
  {                                                                                                \
    const IhopSparseMatrix matrix = { format, rows,        columns,    n,    offsets, indices,     \
                                      values, offset_type, index_type, type, base };               \
    return keep_sparse (made, &matrix);                                                            \
  }

COMPRESSED (cusparseCreateCsr, SPARSE_CSR)
COMPRESSED (cusparseCreateConstCsr, SPARSE_CSR)
COMPRESSED (cusparseCreateCsc, SPARSE_CSC)
COMPRESSED (cusparseCreateConstCsc, SPARSE_CSC)

#define COORDINATES(name)                                                                          \
  IHOP_CUDART cusparseStatus_t name (IhopSparseMatrix **made, int64_t rows, int64_t columns,       \
                                     int64_t n, const void *row_indices,                           \
                                     const void *column_indices, const void *values,               \
                                     int index_type, int base, int type)                           \
  {                                                                                                \
    const IhopSparseMatrix matrix = { SPARSE_COO, rows,       columns,    n,    row_indices,       \
                                      column_indices, values, index_type, index_type, type, base }; \
    return keep_sparse (made, &matrix);                                                            \
  }

COORDINATES (cusparseCreateCoo)
COORDINATES (cusparseCreateConstCoo)

IHOP_CUDART cusparseStatus_t
cusparseDestroySpMat (IhopSparseMatrix *matrix)
{
  free (matrix);
  return SPARSE_SUCCESS;
}

static cusparseStatus_t
set_pointers (IhopSparseMatrix *matrix, int format, const void *outer, const void *inner, const void *values)
{
  if (matrix == NULL || matrix->format != format)
    return SPARSE_INVALID_VALUE;
  matrix->outer = outer;
  matrix->inner = inner;
  matrix->values = values;
  return SPARSE_SUCCESS;
}

IHOP_CUDART cusparseStatus_t
cusparseCsrSetPointers (IhopSparseMatrix *matrix, const void *offsets, const void *columns, const void *values)
{
  return set_pointers (matrix, SPARSE_CSR, offsets, columns, values);
}

IHOP_CUDART cusparseStatus_t
cusparseCscSetPointers (IhopSparseMatrix *matrix, const void *offsets, const void *rows, const void *values)
{
  return set_pointers (matrix, SPARSE_CSC, offsets, rows, values);
}

IHOP_CUDART cusparseStatus_t
cusparseCooSetPointers (IhopSparseMatrix *matrix, const void *rows, const void *columns, const void *values)
{
  return set_pointers (matrix, SPARSE_COO, rows, columns, values);
}

IHOP_CUDART cusparseStatus_t
cusparseSpMatSetValues (IhopSparseMatrix *matrix, const void *values)
{
  if (matrix == NULL)
    return SPARSE_INVALID_VALUE;
  matrix->values = values;
  return SPARSE_SUCCESS;
}

IHOP_CUDART cusparseStatus_t
cusparseSpMatGetValues (const IhopSparseMatrix *matrix, const void **values)
{
  if (matrix == NULL)
    return SPARSE_INVALID_VALUE;
  *values = matrix->values;
  return SPARSE_SUCCESS;
}

IHOP_CUDART cusparseStatus_t
cusparseSpMatGetSize (const IhopSparseMatrix *matrix, int64_t *rows, int64_t *columns, int64_t *n)
{
  if (matrix == NULL)
    return SPARSE_INVALID_VALUE;
  *rows = matrix->rows;
  *columns = matrix->columns;
  *n = matrix->n;
  return SPARSE_SUCCESS;
}

IHOP_CUDART cusparseStatus_t
cusparseSpMatGetFormat (const IhopSparseMatrix *matrix, int *format)
{
  if (matrix == NULL)
    return SPARSE_INVALID_VALUE;
  *format = matrix->format;
  return SPARSE_SUCCESS;
}

/* --- vectors and dense matrices --------------------------------------------------------------------- */

static cusparseStatus_t
keep_dense (IhopDenseMatrix **made, const IhopDenseMatrix *matrix)
{
  int64_t length = matrix->order == SPARSE_BY_COLUMNS ? matrix->rows : matrix->columns;

  if (made == NULL || matrix->rows < 0 || matrix->columns < 0 || matrix->stride < length
      || (matrix->order != SPARSE_BY_COLUMNS && matrix->order != SPARSE_BY_ROWS))
    return SPARSE_INVALID_VALUE;
  *made = malloc (sizeof **made);
  if (*made == NULL)
    return SPARSE_ALLOC_FAILED;
  **made = *matrix;
  return SPARSE_SUCCESS;
}

#define VECTOR(name)                                                                               \
  IHOP_CUDART cusparseStatus_t name (IhopDenseMatrix **made, int64_t size, void *values, int type) \
  {                                                                                                \
    const IhopDenseMatrix vector = { size, 1, size, values, type, SPARSE_BY_COLUMNS };             \
    return keep_dense (made, &vector);                                                             \
  }

VECTOR (cusparseCreateDnVec)
VECTOR (cusparseCreateConstDnVec)

#define DENSE(name)                                                                                \
  IHOP_CUDART cusparseStatus_t name (IhopDenseMatrix **made, int64_t rows, int64_t columns,        \
                                     int64_t stride, void *values, int type, int order)            \
  {                                                                                                \
    const IhopDenseMatrix matrix = { rows, columns, stride, values, type, order };                 \
    return keep_dense (made, &matrix);                                                             \
  }

DENSE (cusparseCreateDnMat)
DENSE (cusparseCreateConstDnMat)

/* The same for vectors and matrices. */
#define DENSE_FUNCTIONS(kind)                                                                      \
  IHOP_CUDART cusparseStatus_t cusparseDestroy##kind (IhopDenseMatrix *matrix)                     \
  {                                                                                                \
    free (matrix);                                                                                 \
    return SPARSE_SUCCESS;                                                                         \
  }                                                                                                \
  IHOP_CUDART cusparseStatus_t cusparse##kind##SetValues (IhopDenseMatrix *matrix, void *values)   \
  {                                                                                                \
    if (matrix == NULL)                                                                            \
      return SPARSE_INVALID_VALUE;                                                                 \
    matrix->values = values;                                                                       \
    return SPARSE_SUCCESS;                                                                         \
  }                                                                                                \
  IHOP_CUDART cusparseStatus_t cusparse##kind##GetValues (const IhopDenseMatrix *matrix,           \
                                                          void **values)                           \
  {                                                                                                \
    if (matrix == NULL)                                                                            \
      return SPARSE_INVALID_VALUE;                                                                 \
    *values = matrix->values;                                                                      \
    return SPARSE_SUCCESS;                                                                         \
  }

DENSE_FUNCTIONS (DnVec)
DENSE_FUNCTIONS (DnMat)

/* --- descriptions of the older functions: kept, though none of these is here ---------------------------- */

typedef struct
{
  int type, fill, diagonal, base;
} *Description;

IHOP_CUDART cusparseStatus_t
cusparseCreateMatDescr (Description *made)
{
  if (made == NULL)
    return SPARSE_INVALID_VALUE;
  *made = calloc (1, sizeof **made);
  return *made ? SPARSE_SUCCESS : SPARSE_ALLOC_FAILED;
}

IHOP_CUDART cusparseStatus_t
cusparseDestroyMatDescr (Description description)
{
  free (description);
  return SPARSE_SUCCESS;
}

#define PROPERTY(name, field)                                                                      \
  IHOP_CUDART cusparseStatus_t cusparseSetMat##name (Description description, int value)           \
  {                                                                                                \
    if (description == NULL)                                                                       \
      return SPARSE_INVALID_VALUE;                                                                 \
    description->field = value;                                                                    \
    return SPARSE_SUCCESS;                                                                         \
  }                                                                                                \
  IHOP_CUDART int cusparseGetMat##name (Description description)                                   \
  {                                                                                                \
    return description ? description->field : 0;                                                   \
  }

PROPERTY (Type, type)
PROPERTY (FillMode, fill)
PROPERTY (DiagType, diagonal)
PROPERTY (IndexBase, base)

#define MISSING(name) IHOP_LIBRARY_MISSING (name, SPARSE_NOT_SUPPORTED, "CUSPARSE_STATUS_NOT_SUPPORTED")
#include "cudart/libraries/sparse_missing.inc"
