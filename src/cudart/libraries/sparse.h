/* What libcusparse's generic functions have in common here: handles, and descriptors of matrices. */
#pragma once
#include "cudart/cudart.h"
#include <stdint.h>

/* By the numbers of cusparseStatus_t, cusparsePointerMode_t, cusparseOperation_t, cusparseFormat_t, cusparseOrder_t, cusparseIndexType_t
 * and cudaDataType. */
enum { SPARSE_SUCCESS = 0, SPARSE_NOT_INITIALIZED = 1, SPARSE_ALLOC_FAILED = 2, SPARSE_INVALID_VALUE = 3, SPARSE_EXECUTION_FAILED = 6, SPARSE_NOT_SUPPORTED = 10 };
enum { SPARSE_BY_HOST, SPARSE_BY_DEVICE };
enum { SPARSE_N, SPARSE_T, SPARSE_C };
enum { SPARSE_CSR = 1, SPARSE_CSC = 2, SPARSE_COO = 3 };
enum { SPARSE_BY_COLUMNS = 1, SPARSE_BY_ROWS = 2 };
enum { SPARSE_INT32 = 2, SPARSE_INT64 = 3 };
enum { SPARSE_FLOAT = 0, SPARSE_DOUBLE = 1 };

typedef int cusparseStatus_t;
typedef struct IhopSparse *cusparseHandle_t;

struct IhopSparse
{
  cudaStream_t stream;
  int pointer_mode;
};

/* Of memory of the device nothing is owned: whoever makes a descriptor keeps the arrays. */
typedef struct IhopSparseMatrix
{
  int format;
  int64_t rows, columns, n;        /* n: elements that are stored */
  const void *outer, *inner;       /* CSR: where rows begin, and columns; CSC: where columns begin, and rows; COO: rows and columns */
  const void *values;
  int outer_type, inner_type, type; /* of indices, and of the values */
  int base;                        /* of indices: 0 or 1 */
} IhopSparseMatrix;

/* A vector is a matrix of one column. */
typedef struct IhopDenseMatrix
{
  int64_t rows, columns, stride; /* stride: elements from one column (or row) to the next */
  void *values;
  int type, order;
} IhopDenseMatrix;
