/* cuFFT without a card: each kind of plan against the sums that define it, taken term by term in double. */
#include "../programs/check.h"
#include <cmath>
#include <complex>
#include <cufft.h>
#include <vector>

typedef std::complex<double> Complex;
typedef std::vector<Complex> Complexes;
template <typename T> using Pairs = std::vector<std::complex<T>>;

static void
must (const char *what, int got, int wanted = CUFFT_SUCCESS)
{
  if (got != wanted)
    {
      printf ("%s: result %d, expected %d\n", what, got, wanted);
      failures++;
    }
}

/* Numbers between -1 and 1, others for each "seed". */
static Complexes
numbers (size_t n, unsigned seed)
{
  Complexes values (n);
  auto next = [&] { return (int) (seed = seed * 1664525u + 1013904223u) / 2147483648.0; };

  for (Complex &value : values)
    {
      double real = next ();
      value = Complex (real, next ());
    }
  return values;
}

/* Of n[0] by n[1] by n[2] numbers, the last subscript running. */
static Complexes
reference (const Complexes &in, const int n[3], int sign)
{
  Complexes now = in, next (in.size ());
  int step = n[1] * n[2];

  for (int dimension = 0; dimension < 3; dimension++, step = dimension == 1 ? n[2] : 1, now = next)
    for (size_t at = 0; at < in.size (); at++)
      {
        int length = n[dimension], k = at / step % length;
        next[at] = 0;
        for (int j = 0; j < length; j++)
          next[at] += now[at + (j - k) * step] * std::polar (1.0, sign * 2 * M_PI * ((long) j * k % length) / length);
      }
  return now;
}

/* As exact as the type lets it be. */
template <typename T>
static void
near (const char *what, int n, const Complex &got, const Complex &wanted)
{
  double margin = (sizeof (T) == 4 ? 2e-7 : 1e-15) * (8 + sqrt (n)) * 4;

  if (failures < 20 && !(std::abs (got - wanted) <= margin * (1 + std::abs (wanted))))
    {
      printf ("%s of %d: (%g, %g), expected (%g, %g)\n", what, n, got.real (), got.imag (), wanted.real (), wanted.imag ());
      failures++;
    }
}

/* The same names for both types. */
static cufftResult exec (cufftHandle plan, std::complex<float> *in, std::complex<float> *out, int direction)
{
  return cufftExecC2C (plan, (cufftComplex *) in, (cufftComplex *) out, direction);
}
static cufftResult exec (cufftHandle plan, std::complex<double> *in, std::complex<double> *out, int direction)
{
  return cufftExecZ2Z (plan, (cufftDoubleComplex *) in, (cufftDoubleComplex *) out, direction);
}
static cufftResult forward (cufftHandle plan, float *in, std::complex<float> *out) { return cufftExecR2C (plan, in, (cufftComplex *) out); }
static cufftResult forward (cufftHandle plan, double *in, std::complex<double> *out) { return cufftExecD2Z (plan, in, (cufftDoubleComplex *) out); }
static cufftResult backward (cufftHandle plan, std::complex<float> *in, float *out) { return cufftExecC2R (plan, (cufftComplex *) in, out); }
static cufftResult backward (cufftHandle plan, std::complex<double> *in, double *out) { return cufftExecZ2D (plan, (cufftDoubleComplex *) in, out); }

template <typename T>
static cufftType
type_of (cufftType single)
{
  return sizeof (T) == 4 ? single : single == CUFFT_C2C ? CUFFT_Z2Z : single == CUFFT_R2C ? CUFFT_D2Z : CUFFT_Z2D;
}

static cufftHandle
plan_of (int rank, const int n[3], cufftType type, int batch)
{
  cufftHandle plan = 0;

  if (rank == 1)
    must ("1d", cufftPlan1d (&plan, n[2], type, batch));
  else if (rank == 2 && batch == 1)
    must ("2d", cufftPlan2d (&plan, n[1], n[2], type));
  else if (rank == 3 && batch == 1)
    must ("3d", cufftPlan3d (&plan, n[0], n[1], n[2], type));
  else
    must ("many", cufftPlanMany (&plan, rank, (int *) n + 3 - rank, NULL, 1, 0, NULL, 1, 0, type, batch));
  return plan;
}

/* --- complex numbers ------------------------------------------------------------------------------ */

template <typename T>
static void
complex_to_complex (int rank, const int n[3], int batch, int sign, bool in_place)
{
  int size = n[0] * n[1] * n[2];
  Complexes values = numbers ((size_t) size * batch, 1);
  Pairs<T> in (values.begin (), values.end ()), got (in.size ());
  std::complex<T> *from = on_device (in.data (), in.size ()), *to = in_place ? from : on_device (got.data (), got.size ());
  cufftHandle plan = plan_of (rank, n, type_of<T> (CUFFT_C2C), batch);

  must ("c2c", exec (plan, from, to, sign));
  back (got.data (), to, got.size ());
  for (int b = 0; b < batch; b++)
    {
      Complexes wanted = reference (Complexes (in.begin () + b * size, in.begin () + (b + 1) * size), n, sign);
      for (int i = 0; i < size; i++)
        near<T> ("c2c", size, got[b * size + i], wanted[i]);
    }
  must ("destroy", cufftDestroy (plan));
  cudaFree (from);
  if (!in_place)
    cudaFree (to);
}

/* --- real numbers -------------------------------------------------------------------------------- */

/* There and back again: n times what it was. In place rows of real numbers are as long as rows of their halves. */
template <typename T>
static void
real_numbers (int rank, const int n[3], int batch, bool in_place)
{
  int half = n[2] / 2 + 1, rows = n[0] * n[1], size = rows * n[2], row = in_place ? 2 * half : n[2];
  Complexes values = numbers ((size_t) size * batch, 2);
  std::vector<T> in ((size_t) batch * rows * row, T (99)), again (in.size ());
  Pairs<T> got ((size_t) batch * rows * half);

  for (size_t i = 0; i < values.size (); i++)
    values[i] = in[i / n[2] * row + i % n[2]] = values[i].real ();
  T *from = on_device (in.data (), in.size ());
  std::complex<T> *to = in_place ? (std::complex<T> *) from : on_device (got.data (), got.size ());
  cufftHandle there = plan_of (rank, n, type_of<T> (CUFFT_R2C), batch), and_back = plan_of (rank, n, type_of<T> (CUFFT_C2R), batch);
  must ("r2c", forward (there, from, to));
  back (got.data (), to, got.size ());
  for (int b = 0; b < batch; b++)
    {
      Complexes wanted = reference (Complexes (values.begin () + b * size, values.begin () + (b + 1) * size), n, -1);
      for (int i = 0; i < rows * half; i++)
        near<T> ("r2c", size, got[b * rows * half + i], wanted[i / half * n[2] + i % half]);
    }
  must ("c2r", backward (and_back, to, from));
  back (again.data (), from, again.size ());
  for (size_t i = 0; i < values.size (); i++)
    near<T> ("c2r", size, again[i / n[2] * row + i % n[2]] / size, values[i]);
  must ("destroy", cufftDestroy (there)), must ("destroy", cufftDestroy (and_back));
  cudaFree (from);
  if (!in_place)
    cudaFree (to);
}

/* Powers of two, small and large factors, primes; one to three dimensions. */
template <typename T>
static void
shapes (void)
{
  const int lengths[] = { 1, 2, 3, 8, 12, 30, 61, 67, 97, 122, 134, 256 };
  const int planes[][3] = { { 1, 6, 10 }, { 1, 5, 7 }, { 3, 4, 5 }, { 2, 67, 6 } };

  for (int length : lengths)
    for (int batch : { 1, 3 })
      for (bool in_place : { false, true })
        {
          const int n[] = { 1, 1, length };
          for (int sign : { CUFFT_FORWARD, CUFFT_INVERSE })
            complex_to_complex<T> (1, n, batch, sign, in_place);
          real_numbers<T> (1, n, batch, in_place);
        }
  for (auto &n : planes)
    for (int batch : { 1, 2 })
      for (bool in_place : { false, true })
        {
          complex_to_complex<T> (n[0] > 1 ? 3 : 2, n, batch, CUFFT_FORWARD, in_place);
          real_numbers<T> (n[0] > 1 ? 3 : 2, n, batch, in_place);
        }
}

/* Numbers that are not side by side, in rows that are longer than what is transformed; what is between stays. */
static void
layouts (void)
{
  enum { ROWS = 4, COLUMNS = 6, BATCH = 3, IN_ROW = 7, IN_STEP = 2, IN_AWAY = 70, OUT_ROW = 9, OUT_STEP = BATCH, OUT_AWAY = 1 };
  int n[] = { ROWS, COLUMNS }, in_lengths[] = { ROWS, IN_ROW }, out_lengths[] = { ROWS, OUT_ROW };
  const int whole[] = { 1, ROWS, COLUMNS };
  Complexes in = numbers (BATCH * IN_AWAY, 3), got (ROWS * OUT_ROW * OUT_STEP, 99), wanted = got;
  Complex *from = on_device (in.data (), in.size ()), *to = on_device (got.data (), got.size ());
  cufftHandle plan;

  must ("many", cufftPlanMany (&plan, 2, n, in_lengths, IN_STEP, IN_AWAY, out_lengths, OUT_STEP, OUT_AWAY, CUFFT_Z2Z, BATCH));
  must ("many", exec (plan, from, to, CUFFT_FORWARD));
  back (got.data (), to, got.size ());
  for (int b = 0; b < BATCH; b++)
    {
      Complexes one (ROWS * COLUMNS);
      for (int i = 0; i < ROWS * COLUMNS; i++)
        one[i] = in[b * IN_AWAY + (i / COLUMNS * IN_ROW + i % COLUMNS) * IN_STEP];
      one = reference (one, whole, -1);
      for (int i = 0; i < ROWS * COLUMNS; i++)
        wanted[b * OUT_AWAY + (i / COLUMNS * OUT_ROW + i % COLUMNS) * OUT_STEP] = one[i];
    }
  for (size_t i = 0; i < got.size (); i++)
    near<double> ("many", ROWS * COLUMNS, got[i], wanted[i]);
  cufftDestroy (plan);
  cudaFree (from), cudaFree (to);
}

/* --- streams, graphs, errors --------------------------------------------------------------------- */

static __global__ void
wait_and_double (volatile int *flag, double2 *x)
{
  while (*flag == 0)
    ;
  x[threadIdx.x].x *= 2, x[threadIdx.x].y *= 2;
}

static __global__ void
twice (double2 *x)
{
  x[threadIdx.x].x *= 2, x[threadIdx.x].y *= 2;
}

/* What waits, or has been captured, is done though its plan is gone. */
static void
in_order (bool in_graph)
{
  enum { N = 12 };
  const int n[] = { 1, 1, N };
  Complexes in = numbers (N, 4), wanted = reference (in, n, -1);
  Complex *x = on_device (in.data (), N);
  int *flag, launches = in_graph ? 2 : 1;
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec_graph;
  cufftHandle plan;

  cudaMallocHost (&flag, sizeof *flag);
  *flag = 0;
  cudaStreamCreate (&stream);
  must ("plan", cufftPlan1d (&plan, N, CUFFT_Z2Z, 1));
  must ("stream", cufftSetStream (plan, stream));
  if (in_graph)
    cudaStreamBeginCapture (stream, cudaStreamCaptureModeThreadLocal), twice<<<1, N, 0, stream>>> ((double2 *) x);
  else
    wait_and_double<<<1, N, 0, stream>>> (flag, (double2 *) x);
  must ("in order", exec (plan, x, x, CUFFT_FORWARD));
  must ("destroy", cufftDestroy (plan));
  if (in_graph)
    cudaStreamEndCapture (stream, &graph), cudaGraphInstantiate (&exec_graph, graph, 0), cudaGraphDestroy (graph);
  *(volatile int *) flag = 1;
  for (int launch = 0; launch < launches && in_graph; launch++)
    cudaGraphLaunch (exec_graph, stream);
  cudaStreamSynchronize (stream);
  for (Complex &value : wanted)
    value *= 2;
  if (in_graph)
    {
      wanted = reference (wanted, n, -1);
      for (Complex &value : wanted)
        value *= 2;
      cudaGraphExecDestroy (exec_graph);
    }
  back (in.data (), x, N);
  for (int i = 0; i < N; i++)
    near<double> (in_graph ? "in a graph" : "in a stream", N, in[i], wanted[i]);
  cudaStreamDestroy (stream);
  cudaFree (x), cudaFreeHost (flag);
}

static void
errors (void)
{
  cufftHandle plan;
  cufftComplex *x;
  size_t size;

  cudaMalloc (&x, 8 * sizeof *x);
  must ("length 0", cufftPlan1d (&plan, 0, CUFFT_C2C, 1), CUFFT_INVALID_SIZE);
  must ("type", cufftPlan1d (&plan, 8, (cufftType) 1, 1), CUFFT_INVALID_TYPE);
  must ("no plan", cufftExecC2C (4000, x, x, CUFFT_FORWARD), CUFFT_INVALID_PLAN);
  must ("create", cufftCreate (&plan));
  must ("no shape", cufftExecC2C (plan, x, x, CUFFT_FORWARD), CUFFT_INVALID_PLAN);
  must ("make", cufftMakePlan1d (plan, 8, CUFFT_C2C, 1, &size));
  must ("another type", cufftExecR2C (plan, (float *) x, x), CUFFT_INVALID_TYPE);
  must ("direction", cufftExecC2C (plan, x, x, 0), CUFFT_INVALID_VALUE);
  must ("not here", cufftEstimate1d (8, CUFFT_C2C, 1, &size), CUFFT_NOT_SUPPORTED);
  must ("destroy", cufftDestroy (plan));
  must ("destroy again", cufftDestroy (plan), CUFFT_INVALID_PLAN);
  cudaFree (x);
}

int
main (void)
{
  shapes<float> ();
  shapes<double> ();
  layouts ();
  in_order (false);
  in_order (true);
  errors ();
  return finish ();
}
