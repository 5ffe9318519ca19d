/* Kernels that wait for the host or for kernels of other streams: the host goes on, and what their streams are asked for
 * meanwhile is done in order when they have ended. */
#include "check.h"

static __global__ void
wait_for (volatile int *flag, int value, int *out)
{
  while (*flag < value)
    ;
  __threadfence ();
  if (out)
    *out = *out * 10 + value;
}

static __global__ void
set (volatile int *flag, int value)
{
  *flag = value;
}

static __global__ void
twice (int *x, int n)
{
  int i = threadIdx.x;
  if (i < n)
    x[i] *= 2;
}

/* Two grids, each turn of one waits for the other's. */
static __global__ void
alternate (volatile int *turn, int first, int n)
{
  for (int k = first; k < n; k += 2)
    {
      while (*turn != k)
        ;
      __threadfence ();
      *turn = k + 1;
    }
}

static __global__ void
stop (int really)
{
  if (really)
    asm volatile ("trap;");
}

enum { N = 64 };
static int *flag; /* page-locked */

static void
expect_one (const char *what, int got, int wanted)
{
  expect (what, &got, &wanted, 1);
}

static void
append_digit (void *data)
{
  int *out = (int *) data;
  *out = *out * 10 + 7;
}

/* Everything that a stream can be asked for behind a kernel that waits. */
static void
in_order (void)
{
  int host[N], wanted[N], *x = on_device (host, N), *pinned, *digits;
  cudaStream_t stream, other;
  cudaEvent_t before, behind;
  float ms = -1;

  cudaMallocHost ((void **) &pinned, N * sizeof (int));
  cudaMallocHost ((void **) &digits, sizeof (int));
  cudaStreamCreateWithFlags (&stream, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags (&other, cudaStreamNonBlocking);
  cudaEventCreate (&before);
  cudaEventCreate (&behind);
  *flag = *digits = 0;
  for (int i = 0; i < N; i++)
    host[i] = i, wanted[i] = 2 * i;
  cudaEventRecord (before, stream);
  wait_for<<<1, 1, 0, stream>>> (flag, 1, digits);
  cudaMemcpyAsync (x, host, sizeof host, cudaMemcpyHostToDevice, stream);
  memset (host, 0xff, sizeof host); /* the host's usual memory may be used again at once */
  twice<<<1, N, 0, stream>>> (x, N);
  cudaMemcpyAsync (pinned, x, sizeof host, cudaMemcpyDeviceToHost, stream);
  cudaLaunchHostFunc (stream, append_digit, digits);
  cudaEventRecord (behind, stream);
  cudaStreamWaitEvent (other, behind, 0);
  set<<<1, 1, 0, other>>> (digits + 0, 5); /* behind all of it */
  expect_one ("stream is not ready", cudaStreamQuery (stream), cudaErrorNotReady);
  expect_one ("event is not ready", cudaEventQuery (behind), cudaErrorNotReady);
  expect_one ("time is not known", cudaEventElapsedTime (&ms, before, behind), cudaErrorNotReady);
  expect_one ("nothing was done behind it", *digits, 0);
  *flag = 1;
  expect_one ("event is waited for", cudaEventSynchronize (behind), cudaSuccess);
  expect_one ("event is ready", cudaEventQuery (behind), cudaSuccess);
  expect ("copied", pinned, wanted, N);
  cudaStreamSynchronize (other);
  expect_one ("the other stream came behind", *digits, 5);
  cudaEventElapsedTime (&ms, before, behind);
  expect_one ("time has passed", ms > 0, 1);
  cudaEventDestroy (before);
  cudaEventDestroy (behind);
  cudaStreamDestroy (stream);
  cudaStreamDestroy (other);
}

/* The legacy default stream waits for blocking streams, and they for it; streams that do not block neither. */
static void
default_stream (void)
{
  cudaStream_t blocking, free_stream;
  int *digits, *x, one = 21;

  cudaMallocHost ((void **) &digits, sizeof (int));
  cudaStreamCreate (&blocking);
  cudaStreamCreateWithFlags (&free_stream, cudaStreamNonBlocking);
  *flag = 0;
  *digits = 0;
  x = on_device (&one, 1);
  wait_for<<<1, 1, 0, blocking>>> (flag, 3, digits);
  twice<<<1, 1>>> (x, 1);                          /* waits for it */
  wait_for<<<1, 1, 0, blocking>>> (flag, 4, digits); /* waits for the default stream */
  expect_one ("default stream waits", cudaStreamQuery (0), cudaErrorNotReady);
  expect_one ("free stream does not", cudaStreamQuery (free_stream), cudaSuccess);
  set<<<1, 1, 0, free_stream>>> (flag, 4);
  back (&one, x, 1); /* waits for all of that */
  expect_one ("doubled", one, 42);
  expect_one ("in this order", *digits, 34);
  wait_for<<<1, 1>>> (flag, 5, digits);
  cudaStreamDestroy (blocking);
  set<<<1, 1, 0, free_stream>>> (flag, 5);
  cudaDeviceSynchronize ();
  expect_one ("all is waited for", *digits, 345);
  cudaStreamDestroy (free_stream);
}

static void
two_kernels (void)
{
  cudaStream_t streams[2];

  for (int i = 0; i < 2; i++)
    cudaStreamCreateWithFlags (&streams[i], cudaStreamNonBlocking);
  *flag = 0;
  alternate<<<1, 1, 0, streams[1]>>> (flag, 1, 1000);
  alternate<<<1, 1, 0, streams[0]>>> (flag, 0, 1000);
  cudaDeviceSynchronize ();
  expect_one ("turns", *flag, 1000);
  for (int i = 0; i < 2; i++)
    cudaStreamDestroy (streams[i]); /* and what one is asked for is done after that, too */
  cudaStreamCreate (&streams[0]);
  *flag = 0;
  wait_for<<<1, 1, 0, streams[0]>>> (flag, 1, (int *) 0);
  set<<<1, 1, 0, streams[0]>>> (flag, 9);
  cudaStreamDestroy (streams[0]);
  *flag = 1;
  cudaDeviceSynchronize ();
  expect_one ("a stream that was destroyed", *flag, 9);
}

static void
graphs (void)
{
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStream_t stream;
  int *digits;

  cudaMallocHost ((void **) &digits, sizeof (int));
  *digits = *flag = 0;
  cudaStreamCreate (&stream);
  cudaStreamBeginCapture (stream, cudaStreamCaptureModeGlobal);
  wait_for<<<1, 1, 0, stream>>> (flag, 1, digits);
  wait_for<<<1, 1, 0, stream>>> (flag, 2, digits);
  cudaStreamEndCapture (stream, &graph);
  cudaGraphInstantiate (&exec, graph, 0);
  cudaGraphLaunch (exec, stream);
  expect_one ("graph waits", cudaStreamQuery (stream), cudaErrorNotReady);
  *flag = 2;
  cudaStreamSynchronize (stream);
  expect_one ("graph is done", *digits, 12);
  cudaGraphExecDestroy (exec);
  cudaGraphDestroy (graph);
  cudaStreamDestroy (stream);
}

/* What fails later is told by whoever waits for it. */
static void
late_errors (void)
{
  cudaStream_t stream;

  cudaStreamCreate (&stream);
  *flag = 0;
  wait_for<<<1, 1, 0, stream>>> (flag, 1, (int *) 0);
  stop<<<1, 1, 0, stream>>> (1);
  expect_one ("no error yet", cudaGetLastError (), cudaSuccess);
  *flag = 1;
  expect_one ("late error", cudaStreamSynchronize (stream), cudaErrorLaunchFailure);
  cudaGetLastError ();
  cudaStreamDestroy (stream);
}

int
main ()
{
  cudaMallocHost ((void **) &flag, sizeof (int));
  in_order ();
  default_stream ();
  two_kernels ();
  graphs ();
  late_errors ();
  return finish ();
}
