/* cuBLAS in streams and graphs, with factors and results on the device; copies; what it refuses. */
#include "blas.h"

static __global__ void
wait_and_set (volatile int *flag, float *x)
{
  while (*flag == 0)
    ;
  x[threadIdx.x] = threadIdx.x;
}

static __global__ void
set (float *x, const float *from)
{
  x[threadIdx.x] = *from + threadIdx.x;
}

/* What waits behind a kernel has the factor that the host had when it asked. */
static void
in_a_stream (void)
{
  enum { N = 8 };
  float wanted[N], got[N], zeros[N] = {}, alpha = 2, *x, *y = on_device (zeros, N);
  int *flag;
  cudaStream_t stream;

  cudaMalloc (&x, sizeof got);
  cudaMallocHost (&flag, sizeof *flag);
  *flag = 0;
  cudaStreamCreate (&stream);
  cublasSetStream (handle, stream);
  wait_and_set<<<1, N, 0, stream>>> (flag, x);
  must ("axpy behind a kernel", axpy (N, &alpha, x, 1, y, 1));
  alpha = 100;
  *(volatile int *) flag = 1;
  cudaStreamSynchronize (stream);
  back (got, y, N);
  for (int i = 0; i < N; i++)
    wanted[i] = 2 * i;
  expect ("axpy behind a kernel", got, wanted, N);
  cublasSetStream (handle, NULL);
  cudaStreamDestroy (stream);
  cudaFree (x), cudaFree (y), cudaFreeHost (flag);
}

/* y += 2 x; r = x · y. The handle that has noted it is gone when it is done; results for the host are refused. */
static void
in_a_graph (void)
{
  enum { N = 8 };
  float start = 0, zeros[N] = {}, wanted[N] = {}, alpha = 2, on_host = -1, dots[2], wanted_dots[2] = {};
  float *from = on_device (&start, 1), *x = on_device (zeros, N), *y = on_device (zeros, N), *r = on_device (zeros, 1);
  cublasHandle_t outer = handle;
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;

  cudaStreamCreate (&stream);
  cublasCreate (&handle);
  cublasSetStream (handle, stream);
  cudaStreamBeginCapture (stream, cudaStreamCaptureModeThreadLocal);
  set<<<1, N, 0, stream>>> (x, from);
  must ("axpy in a graph", axpy (N, &alpha, x, 1, y, 1));
  must ("dot for the host in a graph", dot (N, x, 1, y, 1, &on_host), CUBLAS_STATUS_EXECUTION_FAILED);
  cublasSetPointerMode (handle, CUBLAS_POINTER_MODE_DEVICE);
  must ("dot in a graph", dot (N, x, 1, y, 1, r));
  cudaStreamEndCapture (stream, &graph);
  alpha = 100;
  cublasDestroy (handle);
  handle = outer;
  cudaGraphInstantiate (&exec, graph, 0);
  cudaGraphDestroy (graph);
  for (int launch = 0; launch < 2; launch++)
    {
      start = launch * 10;
      cudaMemcpy (from, &start, sizeof start, cudaMemcpyHostToDevice);
      cudaGraphLaunch (exec, stream);
      cudaStreamSynchronize (stream);
      back (&dots[launch], r, 1);
      for (int i = 0; i < N; i++)
        wanted_dots[launch] += (start + i) * (wanted[i] += 2 * (start + i));
    }
  expect ("dots in a graph", dots, wanted_dots, 2);
  cudaGraphExecDestroy (exec);
  cudaStreamDestroy (stream);
  cudaFree (from), cudaFree (x), cudaFree (y), cudaFree (r);
}

static void
factors_on_the_device (void)
{
  enum { N = 3 };
  float host[N] = { 1, 2, 3 }, wanted[N] = { 5, 10, 15 }, wanted_norm = 5, four = 4, *alpha = on_device (&four, 1), *x = on_device (host, N);
  float pair[] = { 3, 4 }, *y = on_device (pair, 2), got;

  cublasSetPointerMode (handle, CUBLAS_POINTER_MODE_DEVICE);
  must ("axpy by the device's factor", axpy (N, alpha, x, 1, x, 1));
  must ("nrm2 on the device", nrm2 (2, y, 1, alpha));
  cublasSetPointerMode (handle, CUBLAS_POINTER_MODE_HOST);
  back (&got, alpha, 1);
  expect ("nrm2 on the device", &got, &wanted_norm, 1);
  back (host, x, N);
  expect ("axpy by the device's factor", host, wanted, N);
  cudaFree (alpha), cudaFree (x), cudaFree (y);
}

/* Into and out of a matrix with longer columns, and every second element of a vector. */
static void
copies (void)
{
  const double from[] = { 1, 2, 3, 4, 5, 6 }, wanted_columns[] = { 1, 2, 4, 5 }, wanted_steps[] = { 1, 3, 5 };
  double *place, columns[4] = {}, steps[3] = {};

  cudaMalloc (&place, 10 * sizeof *place);
  must ("set matrix", cublasSetMatrix (2, 2, sizeof *place, from, 3, place, 5));
  must ("get matrix", cublasGetMatrix (2, 2, sizeof *place, place, 5, columns, 2));
  expect ("matrix", columns, wanted_columns, 4);
  must ("set vector", cublasSetVector (3, sizeof *place, from, 2, place, 3));
  must ("get vector", cublasGetVector (3, sizeof *place, place, 3, steps, 1));
  expect ("vector", steps, wanted_steps, 3);
  cudaFree (place);
}

static void
errors (void)
{
  float one = 1, *x = on_device (&one, 1);
  cublasHandle_t kept = handle;

  must ("short columns", gemm (CUBLAS_OP_N, CUBLAS_OP_N, 4, 1, 1, &one, x, 3, x, 1, &one, x, 4), CUBLAS_STATUS_INVALID_VALUE);
  must ("below 0", gemm (CUBLAS_OP_N, CUBLAS_OP_N, 1, -1, 1, &one, x, 1, x, 1, &one, x, 1), CUBLAS_STATUS_INVALID_VALUE);
  must ("operation", gemm ((cublasOperation_t) 9, CUBLAS_OP_N, 1, 1, 1, &one, x, 1, x, 1, &one, x, 1), CUBLAS_STATUS_INVALID_VALUE);
  must ("no factor", gemv (CUBLAS_OP_N, 1, 1, NULL, x, 1, x, 1, &one, x, 1), CUBLAS_STATUS_INVALID_VALUE);
  must ("no factor", axpy (1, NULL, x, 1, x, 1), CUBLAS_STATUS_INVALID_VALUE);
  must ("step of 0", gemv (CUBLAS_OP_N, 1, 1, &one, x, 1, x, 0, &one, x, 1), CUBLAS_STATUS_INVALID_VALUE);
  must ("not here", cublasSgeam (handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, &one, x, 1, &one, x, 1, x, 1), CUBLAS_STATUS_NOT_SUPPORTED);
  handle = NULL;
  must ("no handle", scal (1, &one, x, 1), CUBLAS_STATUS_NOT_INITIALIZED);
  handle = kept;
  if (strcmp (cublasGetStatusName (CUBLAS_STATUS_MAPPING_ERROR), "CUBLAS_STATUS_MAPPING_ERROR"))
    puts ("name of a status"), failures++;
  cudaFree (x);
}

int
main (void)
{
  must ("create", cublasCreate (&handle));
  in_a_stream ();
  in_a_graph ();
  factors_on_the_device ();
  copies ();
  errors ();
  must ("destroy", cublasDestroy (handle));
  return finish ();
}
