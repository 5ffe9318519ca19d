/* libcufft on the host: plans of one to three dimensions, in batches, of float and double (computed in double). */
#include "cudart/cudart.h"
#include "cudart/libraries/fourier.h"
#include "cudart/libraries/missing.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* By the numbers of cufftResult and cufftType; of the latter bit 6 says that numbers are of double. */
enum { SUCCESS = 0, INVALID_PLAN = 1, ALLOC_FAILED = 2, INVALID_TYPE = 3, INVALID_VALUE = 4, EXEC_FAILED = 6, INVALID_SIZE = 8, NOT_SUPPORTED = 16 };
enum { R2C = 0x2a, C2R = 0x2c, C2C = 0x29, IS_DOUBLE = 0x40, MOST_PLANS = 4096, VERSION = 12000, FORWARD = -1, BACKWARD = 1, CAPTURE_NONE = 0 };

typedef int cufftResult;
typedef int cufftHandle;

cudaError_t cudaStreamIsCapturing (cudaStream_t stream, int *status);

/* Where one side's numbers lie: [batch * distance + (row-major index in "lengths") * step]. */
typedef struct
{
  long lengths[3], step, distance;
} Layout;

typedef struct
{
  int type;
  long batch;
  long n[3]; /* leading ones are 1 */
  Layout in, out;
  int is_basic; /* real rows are padded if both sides are the same memory */
  IhopFourier *fouriers[3];
  cudaStream_t stream;
  int uses; /* the handle, and each call that is not done yet; a graph that has captured one keeps its use */
} Plan;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Plan *plans[MOST_PLANS];

/* --- plans -------------------------------------------------------------------------------------- */

static Plan *
plan_of (cufftHandle handle)
{
  pthread_mutex_lock (&lock);
  Plan *plan = handle > 0 && handle < MOST_PLANS ? plans[handle] : NULL;
  pthread_mutex_unlock (&lock);
  return plan;
}

IHOP_CUDART cufftResult
cufftCreate (cufftHandle *handle)
{
  *handle = 1;
  pthread_mutex_lock (&lock);
  while (*handle < MOST_PLANS && plans[*handle])
    ++*handle;
  if (*handle < MOST_PLANS)
    plans[*handle] = calloc (1, sizeof (Plan));
  int is_there = *handle < MOST_PLANS && plans[*handle];
  if (is_there)
    plans[*handle]->uses = 1;
  pthread_mutex_unlock (&lock);
  return is_there ? SUCCESS : ALLOC_FAILED;
}

/* Frees it with its last use. */
static void
leave (Plan *plan)
{
  if (__atomic_sub_fetch (&plan->uses, 1, __ATOMIC_ACQ_REL) > 0)
    return;
  for (int i = 0; i < 3; i++)
    ihop_fourier_free (plan->fouriers[i]);
  free (plan);
}

IHOP_CUDART cufftResult
cufftDestroy (cufftHandle handle)
{
  Plan *plan = plan_of (handle);

  if (plan == NULL)
    return INVALID_PLAN;
  pthread_mutex_lock (&lock);
  plans[handle] = NULL;
  pthread_mutex_unlock (&lock);
  leave (plan);
  return SUCCESS;
}

static int
single (int type)
{
  return type & ~IS_DOUBLE;
}

/* Numbers in a row of real values, or of the half that their transform is known by. */
static long
row_length (const Plan *plan, int is_in)
{
  int is_half = is_in ? single (plan->type) == C2R : single (plan->type) == R2C;

  return is_half ? plan->n[2] / 2 + 1 : plan->n[2];
}

static Layout
basic_layout (const Plan *plan, int is_in)
{
  Layout layout = { { plan->n[0], plan->n[1], row_length (plan, is_in) }, 1, 0 };

  layout.distance = layout.lengths[0] * layout.lengths[1] * layout.lengths[2];
  return layout;
}

static cufftResult
make (cufftHandle handle, int rank, const long long *n, int type, long long batch, size_t *work_size)
{
  Plan *plan = plan_of (handle);

  if (plan == NULL || plan->batch)
    return INVALID_PLAN;
  if (single (type) != R2C && single (type) != C2R && single (type) != C2C)
    return INVALID_TYPE;
  if (rank < 1 || rank > 3 || batch < 1)
    return INVALID_VALUE;
  plan->type = type;
  plan->is_basic = 1;
  for (int i = 0; i < 3; i++)
    plan->n[i] = i < 3 - rank ? 1 : n[i - (3 - rank)];
  for (int i = 0; i < 3; i++)
    if (plan->n[i] < 1)
      return INVALID_SIZE;
  for (int i = 0; i < 3; i++)
    if ((plan->fouriers[i] = ihop_fourier_new (plan->n[i])) == NULL)
      return ALLOC_FAILED;
  plan->in = basic_layout (plan, 1);
  plan->out = basic_layout (plan, 0);
  plan->batch = batch;
  if (work_size)
    *work_size = 0;
  return SUCCESS;
}

IHOP_CUDART cufftResult
cufftMakePlan1d (cufftHandle plan, int n, int type, int batch, size_t *work_size)
{
  return make (plan, 1, (long long[]){ n }, type, batch, work_size);
}

IHOP_CUDART cufftResult
cufftMakePlan2d (cufftHandle plan, int n0, int n1, int type, size_t *work_size)
{
  return make (plan, 2, (long long[]){ n0, n1 }, type, 1, work_size);
}

IHOP_CUDART cufftResult
cufftMakePlan3d (cufftHandle plan, int n0, int n1, int n2, int type, size_t *work_size)
{
  return make (plan, 3, (long long[]){ n0, n1, n2 }, type, 1, work_size);
}

static void
set_layout (Layout *layout, int rank, const long long *lengths, long long step, long long distance)
{
  for (int i = 0; i < rank; i++)
    layout->lengths[3 - rank + i] = lengths[i];
  layout->step = step;
  layout->distance = distance;
}

IHOP_CUDART cufftResult
cufftMakePlanMany64 (cufftHandle handle, int rank, long long *n, long long *in_lengths, long long in_step, long long in_distance,
                     long long *out_lengths, long long out_step, long long out_distance, int type, long long batch, size_t *work_size)
{
  cufftResult result = make (handle, rank, n, type, batch, work_size);
  Plan *plan = plan_of (handle);

  if (result || in_lengths == NULL || out_lengths == NULL)
    return result;
  plan->is_basic = 0;
  set_layout (&plan->in, rank, in_lengths, in_step, in_distance);
  set_layout (&plan->out, rank, out_lengths, out_step, out_distance);
  return SUCCESS;
}

IHOP_CUDART cufftResult
cufftMakePlanMany (cufftHandle handle, int rank, int *n, int *in_lengths, int in_step, int in_distance, int *out_lengths, int out_step,
                   int out_distance, int type, int batch, size_t *work_size)
{
  long long wide[3][3] = { { 0 } };

  for (int i = 0; i < rank && i < 3; i++)
    {
      wide[0][i] = n[i];
      wide[1][i] = in_lengths ? in_lengths[i] : 0;
      wide[2][i] = out_lengths ? out_lengths[i] : 0;
    }
  return cufftMakePlanMany64 (handle, rank, wide[0], in_lengths ? wide[1] : NULL, in_step, in_distance, out_lengths ? wide[2] : NULL, out_step,
                              out_distance, type, batch, work_size);
}

/* Made and given its shape at once. */
#define PLAN(name, parameters, arguments)                                                          \
  IHOP_CUDART cufftResult cufftPlan##name parameters                                               \
  {                                                                                                \
    cufftResult result = cufftCreate (plan);                                                       \
    result = result ? result : cufftMakePlan##name arguments;                                      \
    if (result && result != ALLOC_FAILED)                                                          \
      cufftDestroy (*plan);                                                                        \
    return result;                                                                                 \
  }
PLAN (1d, (cufftHandle *plan, int n, int type, int batch), (*plan, n, type, batch, NULL))
PLAN (2d, (cufftHandle *plan, int n0, int n1, int type), (*plan, n0, n1, type, NULL))
PLAN (3d, (cufftHandle *plan, int n0, int n1, int n2, int type), (*plan, n0, n1, n2, type, NULL))
PLAN (Many,
      (cufftHandle *plan, int rank, int *n, int *in_lengths, int in_step, int in_distance, int *out_lengths, int out_step, int out_distance,
       int type, int batch),
      (*plan, rank, n, in_lengths, in_step, in_distance, out_lengths, out_step, out_distance, type, batch, NULL))

IHOP_CUDART cufftResult
cufftSetStream (cufftHandle handle, cudaStream_t stream)
{
  if (plan_of (handle) == NULL)
    return INVALID_PLAN;
  plan_of (handle)->stream = stream;
  return SUCCESS;
}

IHOP_CUDART cufftResult
cufftGetSize (cufftHandle handle, size_t *size)
{
  *size = 0;
  return plan_of (handle) ? SUCCESS : INVALID_PLAN;
}

IHOP_CUDART cufftResult
cufftSetAutoAllocation (cufftHandle handle, int is_wanted)
{
  return plan_of (handle) ? SUCCESS : INVALID_PLAN;
}

IHOP_CUDART cufftResult
cufftSetWorkArea (cufftHandle handle, void *place)
{
  return plan_of (handle) ? SUCCESS : INVALID_PLAN;
}

IHOP_CUDART cufftResult
cufftGetVersion (int *version)
{
  *version = VERSION;
  return SUCCESS;
}

/* --- numbers of one side ------------------------------------------------------------------------ */

typedef struct
{
  Plan *plan;
  void *in, *out;
  int sign, is_once; /* not for a graph */
} Exec;

static size_t
place_in (const Layout *layout, long batch, const long at[3])
{
  return batch * layout->distance + ((at[0] * layout->lengths[1] + at[1]) * layout->lengths[2] + at[2]) * layout->step;
}

static double complex
read_number (const Plan *plan, const void *from, size_t at, int is_real)
{
  int is_double = plan->type & IS_DOUBLE;

  if (is_real)
    return is_double ? ((const double *) from)[at] : ((const float *) from)[at];
  return is_double ? ((const double complex *) from)[at] : ((const float complex *) from)[at];
}

static void
write_number (const Plan *plan, void *to, size_t at, double complex value, int is_real)
{
  int is_double = plan->type & IS_DOUBLE;

  if (is_real && is_double)
    ((double *) to)[at] = creal (value);
  else if (is_real)
    ((float *) to)[at] = creal (value);
  else if (is_double)
    ((double complex *) to)[at] = value;
  else
    ((float complex *) to)[at] = value;
}

/* Of the whole transform; of what is only half there by its symmetry. */
static double complex
read_at (const Plan *plan, const Layout *layout, const void *from, long batch, const long at[3])
{
  long mirrored[3];

  if (at[2] < row_length (plan, 1))
    return read_number (plan, from, place_in (layout, batch, at), single (plan->type) == R2C);
  for (int i = 0; i < 3; i++)
    mirrored[i] = (plan->n[i] - at[i]) % plan->n[i];
  return conj (read_number (plan, from, place_in (layout, batch, mirrored), 0));
}

/* --- doing it ----------------------------------------------------------------------------------- */

static void
transform_lines (const Plan *plan, double complex *values, int dimension, int sign)
{
  const long *n = plan->n;
  long length = n[dimension], step = dimension == 2 ? 1 : dimension == 1 ? n[2] : n[1] * n[2];
  double complex *line = malloc (length * sizeof *line);

  for (long first = 0; length > 1 && first < n[0] * n[1] * n[2]; first++)
    {
      if (first / step % length)
        continue;
      for (long k = 0; k < length; k++)
        line[k] = values[first + k * step];
      ihop_fourier_run (plan->fouriers[dimension], line, sign);
      for (long k = 0; k < length; k++)
        values[first + k * step] = line[k];
    }
  free (line);
}

static void
visit (const Plan *plan, const Layout *layout, const Exec *exec, long batch, double complex *values, int is_in)
{
  long row = is_in ? plan->n[2] : row_length (plan, 0), at[3];

  for (at[0] = 0; at[0] < plan->n[0]; at[0]++)
    for (at[1] = 0; at[1] < plan->n[1]; at[1]++)
      for (at[2] = 0; at[2] < row; at[2]++)
        {
          double complex *value = &values[(at[0] * plan->n[1] + at[1]) * plan->n[2] + at[2]];
          if (is_in)
            *value = read_at (plan, layout, exec->in, batch, at);
          else
            write_number (plan, exec->out, place_in (layout, batch, at), *value, single (plan->type) == C2R);
        }
}

static void
pad_rows (Layout *layout, long n)
{
  layout->lengths[2] = 2 * (n / 2 + 1);
  layout->distance = layout->lengths[0] * layout->lengths[1] * layout->lengths[2];
}

static void
run (void *data)
{
  const Exec *exec = data;
  const Plan *plan = exec->plan;
  Layout in = plan->in, out = plan->out;
  double complex *values = malloc (plan->n[0] * plan->n[1] * plan->n[2] * sizeof *values);

  if (plan->is_basic && exec->in == exec->out && single (plan->type) != C2C)
    pad_rows (single (plan->type) == R2C ? &in : &out, plan->n[2]);
  for (long batch = 0; batch < plan->batch; batch++)
    {
      visit (plan, &in, exec, batch, values, 1);
      for (int dimension = 0; dimension < 3; dimension++)
        transform_lines (plan, values, dimension, exec->sign);
      visit (plan, &out, exec, batch, values, 0);
    }
  free (values);
  if (exec->is_once)
    leave (exec->plan);
}

static cufftResult
execute (cufftHandle handle, int type, void *in, void *out, int sign)
{
  Exec exec = { plan_of (handle), in, out, sign, 1 };
  int capture = CAPTURE_NONE;

  if (exec.plan == NULL || exec.plan->batch == 0)
    return INVALID_PLAN;
  if (exec.plan->type != type || in == NULL || out == NULL || (sign != FORWARD && sign != BACKWARD))
    return exec.plan->type != type ? INVALID_TYPE : INVALID_VALUE;
  if (cudaStreamIsCapturing (exec.plan->stream, &capture))
    return EXEC_FAILED;
  exec.is_once = capture == CAPTURE_NONE;
  __atomic_add_fetch (&exec.plan->uses, 1, __ATOMIC_RELAXED);
  cudaError_t error = ihop_cudart_call_in (exec.plan->stream, run, &exec, sizeof exec);
  if (error)
    leave (exec.plan);
  return error == cudaSuccess ? SUCCESS : error == cudaErrorNotSupported ? NOT_SUPPORTED : EXEC_FAILED;
}

#define EXECUTE_COMPLEX(name, type)                                                                \
  IHOP_CUDART cufftResult cufftExec##name (cufftHandle plan, void *in, void *out, int direction) { return execute (plan, type, in, out, direction); }
#define EXECUTE(name, type, sign)                                                                  \
  IHOP_CUDART cufftResult cufftExec##name (cufftHandle plan, void *in, void *out) { return execute (plan, type, in, out, sign); }
EXECUTE_COMPLEX (C2C, C2C)
EXECUTE_COMPLEX (Z2Z, C2C | IS_DOUBLE)
EXECUTE (R2C, R2C, FORWARD)
EXECUTE (D2Z, R2C | IS_DOUBLE, FORWARD)
EXECUTE (C2R, C2R, BACKWARD)
EXECUTE (Z2D, C2R | IS_DOUBLE, BACKWARD)

/* --- what is not here ---------------------------------------------------------------------------- */

#define MISSING(name) IHOP_LIBRARY_MISSING (name, NOT_SUPPORTED, "CUFFT_NOT_SUPPORTED")
#include "cudart/libraries/fft_missing.inc"
