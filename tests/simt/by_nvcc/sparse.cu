/* cuSPARSE's products without a card: of matrices by rows, by columns and by coordinates, plain and transposed, with vectors and with dense
 * matrices in both orders, of float and double, beside plain loops. All numbers are small whole ones, so sums are exact. */
#include "../programs/check.h"
#include <cusparse.h>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

enum { M = 37, N = 23, COLUMNS = 5 };

static cusparseHandle_t handle;

static void
must (const char *what, int got, int wanted = CUSPARSE_STATUS_SUCCESS)
{
  if (got != wanted)
    {
      printf ("%s: status %d, expected %d\n", what, got, wanted);
      failures++;
    }
}

/* Element (i, j), of which one of four is stored; row 5 has none. */
static int
element (int i, int j)
{
  return i != 5 && (i * 7 + j * 3) % 4 == 0 ? (i + 2 * j) % 9 - 4 : 0;
}

static bool
is_stored (int i, int j)
{
  return i != 5 && (i * 7 + j * 3) % 4 == 0;
}

template <typename T> struct Kind;
template <> struct Kind<float> { static const cudaDataType type = CUDA_R_32F; };
template <> struct Kind<double> { static const cudaDataType type = CUDA_R_64F; };

/* "format" 0: by rows, 1: by columns, 2: by coordinates. */
template <typename T, typename I>
struct Sparse
{
  cusparseSpMatDescr_t a;
  I *outer, *inner;
  T *values;

  Sparse (int format, int base, cusparseIndexType_t index)
  {
    std::vector<I> first, second;
    std::vector<T> numbers;
    for (int o = 0; o < (format == 1 ? N : M); o++)
      {
        if (format != 2)
          first.push_back (numbers.size () + base);
        for (int k = 0; k < (format == 1 ? M : N); k++)
          if (format == 1 ? is_stored (k, o) : is_stored (o, k))
            {
              if (format == 2)
                first.push_back (o + base);
              second.push_back (k + base);
              numbers.push_back (format == 1 ? element (k, o) : element (o, k));
            }
      }
    first.push_back (numbers.size () + base);
    outer = on_device (first.data (), first.size ());
    inner = on_device (second.data (), second.size ());
    values = on_device (numbers.data (), numbers.size ());
    cusparseIndexBase_t from = base ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO;
    int64_t n = numbers.size (), rows, columns, stored;
    must ("create", format == 2   ? cusparseCreateCoo (&a, M, N, n, outer, inner, values, index, from, Kind<T>::type)
                    : format == 1 ? cusparseCreateCsc (&a, M, N, n, outer, inner, values, index, index, from, Kind<T>::type)
                                  : cusparseCreateCsr (&a, M, N, n, outer, inner, values, index, index, from, Kind<T>::type));
    must ("size", cusparseSpMatGetSize (a, &rows, &columns, &stored) || rows != M || columns != N || stored != n);
  }

  ~Sparse ()
  {
    must ("destroy", cusparseDestroySpMat (a));
    cudaFree (outer);
    cudaFree (inner);
    cudaFree (values);
  }
};

/* --- with a vector -------------------------------------------------------------------------------- */

template <typename T>
static void
try_vector (cusparseSpMatDescr_t a, cusparseOperation_t op, bool on_card)
{
  int rows = op == CUSPARSE_OPERATION_NON_TRANSPOSE ? M : N, inner = op == CUSPARSE_OPERATION_NON_TRANSPOSE ? N : M;
  std::vector<T> x (inner), y (rows), wanted (rows);
  T factors[] = { 3, 2 };

  for (int i = 0; i < inner; i++)
    x[i] = i % 7 - 3;
  for (int i = 0; i < rows; i++)
    {
      y[i] = i;
      T sum = 0;
      for (int k = 0; k < inner; k++)
        sum += (rows == M ? element (i, k) : element (k, i)) * x[k];
      wanted[i] = factors[0] * sum + factors[1] * y[i];
    }
  T *dx = on_device (x.data (), inner), *dy = on_device (y.data (), rows), *df = on_device (factors, 2);
  const T *alpha = on_card ? df : factors, *beta = on_card ? df + 1 : factors + 1;
  cusparseDnVecDescr_t vx, vy;
  size_t size = 0;
  void *buffer;
  must ("x", cusparseCreateDnVec (&vx, inner, dx, Kind<T>::type));
  must ("y", cusparseCreateDnVec (&vy, rows, dy, Kind<T>::type));
  must ("mode", cusparseSetPointerMode (handle, on_card ? CUSPARSE_POINTER_MODE_DEVICE : CUSPARSE_POINTER_MODE_HOST));
  must ("SpMV size", cusparseSpMV_bufferSize (handle, op, alpha, a, vx, beta, vy, Kind<T>::type, CUSPARSE_SPMV_ALG_DEFAULT, &size));
  cudaMalloc (&buffer, size);
  must ("SpMV", cusparseSpMV (handle, op, alpha, a, vx, beta, vy, Kind<T>::type, CUSPARSE_SPMV_ALG_DEFAULT, buffer));
  must ("SpMV of another length", cusparseSpMV (handle, op, alpha, a, vy, beta, vx, Kind<T>::type, CUSPARSE_SPMV_ALG_DEFAULT, buffer),
        CUSPARSE_STATUS_INVALID_VALUE);
  cudaDeviceSynchronize ();
  back (y.data (), dy, rows);
  expect ("SpMV", y.data (), wanted.data (), rows);
  cusparseDestroyDnVec (vx);
  cusparseDestroyDnVec (vy);
  for (void *place : { (void *) dx, (void *) dy, (void *) df, buffer })
    cudaFree (place);
}

/* --- with a dense matrix ---------------------------------------------------------------------------- */

/* What is in c at first is no number where beta is 0. */
template <typename T>
static void
try_matrix (cusparseSpMatDescr_t a, cusparseOperation_t op_a, cusparseOperation_t op_b, cusparseOrder_t order)
{
  bool b_turned = op_b != CUSPARSE_OPERATION_NON_TRANSPOSE, by_rows = order == CUSPARSE_ORDER_ROW;
  int rows = op_a == CUSPARSE_OPERATION_NON_TRANSPOSE ? M : N, inner = op_a == CUSPARSE_OPERATION_NON_TRANSPOSE ? N : M;
  int b_rows = b_turned ? COLUMNS : inner, b_columns = b_turned ? inner : COLUMNS;
  int b_stride = (by_rows ? b_columns : b_rows) + 3, c_stride = (by_rows ? COLUMNS : rows) + 2;
  std::vector<T> b (b_stride * (by_rows ? b_rows : b_columns)), c (c_stride * (by_rows ? rows : COLUMNS)), wanted (c.size ());
  const T alpha = 2, beta = 0;

  for (size_t i = 0; i < b.size (); i++)
    b[i] = (int) (i % 5) - 2;
  for (size_t i = 0; i < c.size (); i++)
    wanted[i] = c[i] = (T) __builtin_inf ();
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < COLUMNS; j++)
      {
        T sum = 0;
        for (int k = 0; k < inner; k++)
          {
            int r = b_turned ? j : k, s = b_turned ? k : j;
            sum += (rows == M ? element (i, k) : element (k, i)) * b[by_rows ? r * b_stride + s : s * b_stride + r];
          }
        wanted[by_rows ? i * c_stride + j : j * c_stride + i] = alpha * sum;
      }
  T *db = on_device (b.data (), b.size ()), *dc = on_device (c.data (), c.size ());
  cusparseDnMatDescr_t mb, mc;
  size_t size = 0;
  must ("b", cusparseCreateDnMat (&mb, b_rows, b_columns, b_stride, db, Kind<T>::type, order));
  must ("c", cusparseCreateDnMat (&mc, rows, COLUMNS, c_stride, dc, Kind<T>::type, order));
  must ("mode", cusparseSetPointerMode (handle, CUSPARSE_POINTER_MODE_HOST));
  must ("SpMM size", cusparseSpMM_bufferSize (handle, op_a, op_b, &alpha, a, mb, &beta, mc, Kind<T>::type, CUSPARSE_SPMM_ALG_DEFAULT, &size));
  must ("SpMM", cusparseSpMM (handle, op_a, op_b, &alpha, a, mb, &beta, mc, Kind<T>::type, CUSPARSE_SPMM_ALG_DEFAULT, NULL));
  cudaDeviceSynchronize ();
  back (c.data (), dc, c.size ());
  expect ("SpMM", c.data (), wanted.data (), c.size ());
  cusparseDestroyDnMat (mb);
  cusparseDestroyDnMat (mc);
  cudaFree (db);
  cudaFree (dc);
}

template <typename T, typename I>
static void
try_all (cusparseIndexType_t index)
{
  const cusparseOperation_t ops[] = { CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE };

  for (int format = 0; format < 3; format++)
    {
      Sparse<T, I> sparse (format, format == 1, index);
      for (cusparseOperation_t op : ops)
        {
          try_vector<T> (sparse.a, op, format == 1);
          for (cusparseOperation_t op_b : ops)
            for (cusparseOrder_t order : { CUSPARSE_ORDER_COL, CUSPARSE_ORDER_ROW })
              try_matrix<T> (sparse.a, op, op_b, order);
        }
    }
}

/* In a stream's graph: the product is done when the graph is, again and again. */
static void
try_graph (void)
{
  Sparse<float, int> sparse (0, 0, CUSPARSE_INDEX_32I);
  float ones[N], sums[M], wanted[M];
  const float one = 1;
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  cusparseDnVecDescr_t x, y;

  for (float &number : ones)
    number = 1;
  for (int i = 0; i < M; i++)
    for (int j = sums[i] = wanted[i] = 0; j < N; j++)
      wanted[i] += 2 * element (i, j);
  float *dx = on_device (ones, N), *dy = on_device (sums, M);
  cusparseCreateDnVec (&x, N, dx, CUDA_R_32F);
  cusparseCreateDnVec (&y, M, dy, CUDA_R_32F);
  cudaStreamCreate (&stream);
  must ("stream", cusparseSetStream (handle, stream));
  cudaStreamBeginCapture (stream, cudaStreamCaptureModeGlobal);
  must ("captured", cusparseSpMV (handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, sparse.a, x, &one, y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, NULL));
  cudaStreamEndCapture (stream, &graph);
  cudaGraphInstantiate (&ready, graph, 0);
  for (int k = 0; k < 2; k++)
    cudaGraphLaunch (ready, stream);
  cudaStreamSynchronize (stream);
  back (sums, dy, M);
  expect ("graph", sums, wanted, M);
}

/* --- without memory --------------------------------------------------------------------------------- */

/* Lets the process have a little more memory than it has; less than the sums of a long vector take. */
static void
leave_little_memory (void)
{
  long pages = 0;
  FILE *file = fopen ("/proc/self/statm", "r");
  rlimit limit;

  must ("statm", file == NULL || fscanf (file, "%ld", &pages) != 1);
  fclose (file);
  getrlimit (RLIMIT_AS, &limit);
  limit.rlim_cur = pages * sysconf (_SC_PAGESIZE) + (1 << 20);
  setrlimit (RLIMIT_AS, &limit);
}

/* Row i has one element, in the column that is as far from the end. */
static void
try_without_memory (void)
{
  const int n = (1 << 20) + 3;
  std::vector<int> starts (n + 1), columns (n);
  std::vector<float> values (n), x (n), y (n), wanted (n);
  const float one = 1, zero = 0;
  cusparseSpMatDescr_t a;
  cusparseDnVecDescr_t vx, vy;
  rlimit before;

  for (int i = 0; i < n; i++)
    {
      starts[i + 1] = i + 1;
      columns[i] = n - 1 - i;
      values[i] = i % 5 + 1;
      x[i] = i % 11;
      wanted[i] = values[i] * ((n - 1 - i) % 11);
    }
  int *s = on_device (starts.data (), n + 1), *c = on_device (columns.data (), n);
  float *v = on_device (values.data (), n), *dx = on_device (x.data (), n), *dy = on_device (y.data (), n);
  must ("create", cusparseCreateCsr (&a, n, n, n, s, c, v, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  must ("x", cusparseCreateDnVec (&vx, n, dx, CUDA_R_32F));
  must ("y", cusparseCreateDnVec (&vy, n, dy, CUDA_R_32F));
  must ("mode", cusparseSetPointerMode (handle, CUSPARSE_POINTER_MODE_HOST));
  cudaDeviceSynchronize ();
  getrlimit (RLIMIT_AS, &before);
  leave_little_memory ();
  void *room = malloc (n * sizeof (double));
  must ("little memory", room != NULL);
  free (room);
  must ("SpMV", cusparseSpMV (handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, vx, &zero, vy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, NULL));
  cudaDeviceSynchronize ();
  setrlimit (RLIMIT_AS, &before);
  back (y.data (), dy, n);
  expect ("without memory", y.data (), wanted.data (), n);
  cusparseDestroySpMat (a), cusparseDestroyDnVec (vx), cusparseDestroyDnVec (vy);
  for (void *place : { (void *) s, (void *) c, (void *) v, (void *) dx, (void *) dy })
    cudaFree (place);
}

int
main (void)
{
  int version = 0;

  must ("create", cusparseCreate (&handle));
  must ("version", cusparseGetVersion (handle, &version) || version / 1000 != 12);
  must ("words", strcmp (cusparseGetErrorName (CUSPARSE_STATUS_INVALID_VALUE), "CUSPARSE_STATUS_INVALID_VALUE"));
  try_all<float, int> (CUSPARSE_INDEX_32I);
  try_all<double, int64_t> (CUSPARSE_INDEX_64I);
  try_graph ();
  try_without_memory ();
  must ("destroy", cusparseDestroy (handle));
  return finish ();
}
