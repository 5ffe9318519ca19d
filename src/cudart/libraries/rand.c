/* libcurand's host functions: generators of random numbers, which fill memory in the order of a stream. */
#include "cudart/cudart.h"
#include "cudart/libraries/missing.h"
#include "cudart/libraries/random.h"
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

/* By the numbers of curandStatus_t, curandRngType_t and curandOrdering_t. */
enum { SUCCESS = 0, NOT_INITIALIZED = 101, ALLOCATION_FAILED = 102, TYPE_ERROR = 103, OUT_OF_RANGE = 104, LENGTH_NOT_MULTIPLE = 105, LAUNCH_FAILURE = 201 };
enum { PSEUDO_DEFAULT = 100, XORWOW = 101, PHILOX = 161, VERSION = 10400, CAPTURE_NONE = 0 };
enum { ORDERING_BEST = 100, ORDERING_DEFAULT = 101, ORDERING_LEGACY = 103 };

typedef int curandStatus_t;
typedef struct Generator *curandGenerator_t;

cudaError_t cudaStreamIsCapturing (cudaStream_t stream, int *status);

struct Generator
{
  pthread_mutex_t lock; /* for what work changes: random, at */
  IhopRandom *random;
  int is_xorwow, is_host;
  cudaStream_t stream;
  uint64_t at; /* units since the beginning: another seed goes on from there */
  int uses;    /* the handle, and each call that is not done yet; a graph that has captured one keeps its use */
};

/* What a call makes of draws. */
typedef enum
{
  BITS,
  UNIFORM,
  NORMAL,
  LOG_NORMAL,
  SET_SEED,
  SET_OFFSET
} Kind;

typedef struct
{
  curandGenerator_t generator;
  Kind kind;
  int is_double, is_once;
  void *out;
  size_t n;
  double mean, deviation;
  unsigned long long number; /* a seed or an offset */
} Work;

/* Frees it with its last use. */
static void
leave (curandGenerator_t generator)
{
  if (__atomic_sub_fetch (&generator->uses, 1, __ATOMIC_ACQ_REL) > 0)
    return;
  ihop_random_free (generator->random);
  free (generator);
}

/* --- from draws to numbers ------------------------------------------------------------------------ */

static int
is_normal (const Work *work)
{
  return work->kind == NORMAL || work->kind == LOG_NORMAL;
}

/* Above 0, up to 1. */
static float
fraction (uint32_t x)
{
  return (float) x * 0x1p-32f + 0x1p-33f;
}

static double
fraction_double (const uint32_t *x)
{
  return (double) (x[0] ^ (uint64_t) x[1] << 21) * 0x1p-53 + 0x1p-54;
}

/* Two numbers of a normal distribution by the method of Box and Muller. */
static void
normal_pair (const Work *work, const uint32_t *draws, double pair[2])
{
  if (work->is_double)
    {
      double length = sqrt (-2 * log (fraction_double (draws))), angle = fraction_double (draws + 2) * 2 * M_PI;
      pair[0] = length * sin (angle), pair[1] = length * cos (angle);
      return;
    }
  float turn = 0x1p-32f * (float) (2 * M_PI), angle = (float) draws[1] * turn + turn / 2, length = sqrtf (-2 * logf (fraction (draws[0])));
  pair[0] = length * sinf (angle), pair[1] = length * cosf (angle);
}

static void
put (const Work *work, size_t i, double value)
{
  if (work->is_double)
    ((double *) work->out)[i] = value;
  else
    ((float *) work->out)[i] = value;
}

static void
put_normal (const Work *work, size_t i, double value)
{
  double moved = work->is_double ? work->mean + work->deviation * value : (float) work->mean + (float) work->deviation * (float) value;

  put (work, i, work->kind == NORMAL ? moved : work->is_double ? exp (moved) : expf (moved));
}

static void
put_one (const Work *work, size_t i, const uint32_t *draws)
{
  if (work->kind == BITS)
    ((uint32_t *) work->out)[i] = draws[0];
  else
    put (work, i, work->is_double ? fraction_double (draws) : fraction (draws[0]));
}

/* --- units: what takes the draws of one sequence ---------------------------------------------------- */

/* XORWOW: a number, or a pair of a normal distribution. */
static void
fill_xorwow (const Work *work, size_t unit)
{
  uint32_t draws[4];
  double pair[2];

  ihop_random_draw (work->generator->random, 0, (work->is_double ? 2 : 1) * (is_normal (work) ? 2 : 1), 0, draws);
  if (!is_normal (work))
    {
      put_one (work, unit, draws);
      return;
    }
  normal_pair (work, draws, pair);
  put_normal (work, 2 * unit, pair[0]);
  put_normal (work, 2 * unit + 1, pair[1]);
}

/* Philox: a number; of a normal distribution two neighbours have four draws, or two, in common. */
static void
fill_philox (const Work *work, size_t unit)
{
  IhopRandom *random = work->generator->random;
  unsigned each = work->is_double ? 2 : 1, place = ihop_random_turn (random) % 4;
  uint32_t draws[4];
  double pair[2];

  if (!is_normal (work))
    {
      ihop_random_draw (random, each * place, each, each, draws);
      put_one (work, unit, draws);
      return;
    }
  ihop_random_draw (random, each * (place & 2), 2 * each, each, draws);
  normal_pair (work, draws, pair);
  put_normal (work, unit, pair[place & 1]);
}

static void
fill (const Work *work)
{
  int is_xorwow = work->generator->is_xorwow;
  size_t units = is_xorwow && is_normal (work) ? work->n / 2 : work->n;

  for (size_t unit = 0; unit < units; unit++)
    (is_xorwow ? fill_xorwow : fill_philox) (work, unit);
  work->generator->at += units;
}

static void
run (void *data)
{
  const Work *work = data;
  curandGenerator_t generator = work->generator;

  pthread_mutex_lock (&generator->lock);
  if (work->kind == SET_SEED)
    ihop_random_seed (generator->random, work->number);
  if (work->kind == SET_OFFSET)
    generator->at = work->number;
  if (work->kind == SET_SEED || work->kind == SET_OFFSET)
    ihop_random_skip_to (generator->random, generator->at);
  else
    fill (work);
  pthread_mutex_unlock (&generator->lock);
  if (work->is_once)
    leave (generator);
}

static curandStatus_t
do_work (Work work)
{
  curandGenerator_t generator = work.generator;
  int capture = CAPTURE_NONE;

  if (generator == NULL)
    return NOT_INITIALIZED;
  if (work.n && work.out == NULL)
    return OUT_OF_RANGE;
  if (generator->is_xorwow && is_normal (&work) && work.n % 2)
    return LENGTH_NOT_MULTIPLE;
  __atomic_add_fetch (&generator->uses, 1, __ATOMIC_RELAXED);
  work.is_once = 1;
  if (generator->is_host)
    {
      run (&work);
      return SUCCESS;
    }
  cudaError_t error = cudaStreamIsCapturing (generator->stream, &capture);
  work.is_once = capture == CAPTURE_NONE;
  if (error == cudaSuccess)
    error = ihop_cudart_call_in (generator->stream, run, &work, sizeof work);
  if (error)
    leave (generator);
  return error ? LAUNCH_FAILURE : SUCCESS;
}

/* --- generators ----------------------------------------------------------------------------------- */

static curandStatus_t
create (curandGenerator_t *made, int type, int is_host)
{
  int is_xorwow = type == PSEUDO_DEFAULT || type == XORWOW;

  if (made == NULL)
    return NOT_INITIALIZED;
  if (!is_xorwow && type != PHILOX)
    {
      fprintf (stderr, "ihop: of cuRAND's generators XORWOW and Philox are known here, not number %d: it answers CURAND_STATUS_TYPE_ERROR\n", type);
      return TYPE_ERROR;
    }
  curandGenerator_t generator = calloc (1, sizeof *generator);
  if (generator)
    generator->random = ihop_random_new (is_xorwow ? IHOP_RANDOM_XORWOW : IHOP_RANDOM_PHILOX);
  if (generator == NULL || generator->random == NULL)
    {
      free (generator);
      return ALLOCATION_FAILED;
    }
  pthread_mutex_init (&generator->lock, NULL);
  generator->is_xorwow = is_xorwow;
  generator->is_host = is_host;
  generator->uses = 1;
  *made = generator;
  return SUCCESS;
}

IHOP_CUDART curandStatus_t
curandCreateGenerator (curandGenerator_t *generator, int type)
{
  return create (generator, type, 0);
}

IHOP_CUDART curandStatus_t
curandCreateGeneratorHost (curandGenerator_t *generator, int type)
{
  return create (generator, type, 1);
}

IHOP_CUDART curandStatus_t
curandDestroyGenerator (curandGenerator_t generator)
{
  if (generator == NULL)
    return NOT_INITIALIZED;
  leave (generator);
  return SUCCESS;
}

IHOP_CUDART curandStatus_t
curandSetStream (curandGenerator_t generator, cudaStream_t stream)
{
  if (generator == NULL)
    return NOT_INITIALIZED;
  generator->stream = stream;
  return SUCCESS;
}

IHOP_CUDART curandStatus_t
curandSetPseudoRandomGeneratorSeed (curandGenerator_t generator, unsigned long long seed)
{
  return do_work ((Work){ .generator = generator, .kind = SET_SEED, .number = seed });
}

IHOP_CUDART curandStatus_t
curandSetGeneratorOffset (curandGenerator_t generator, unsigned long long offset)
{
  return do_work ((Work){ .generator = generator, .kind = SET_OFFSET, .number = offset });
}

/* Of pseudo-random numbers there is one order here. */
IHOP_CUDART curandStatus_t
curandSetGeneratorOrdering (curandGenerator_t generator, int ordering)
{
  if (generator == NULL)
    return NOT_INITIALIZED;
  return ordering == ORDERING_BEST || ordering == ORDERING_DEFAULT || ordering == ORDERING_LEGACY ? SUCCESS : OUT_OF_RANGE;
}

/* The first numbers would make the states, which are there from the beginning. */
IHOP_CUDART curandStatus_t
curandGenerateSeeds (curandGenerator_t generator)
{
  return generator ? SUCCESS : NOT_INITIALIZED;
}

IHOP_CUDART curandStatus_t
curandGetVersion (int *version)
{
  *version = VERSION;
  return SUCCESS;
}

/* --- numbers -------------------------------------------------------------------------------------- */

IHOP_CUDART curandStatus_t
curandGenerate (curandGenerator_t generator, unsigned *out, size_t n)
{
  return do_work ((Work){ .generator = generator, .kind = BITS, .out = out, .n = n });
}

#define UNIFORM_NUMBERS(name, type)                                                                                           \
  IHOP_CUDART curandStatus_t curandGenerate##name (curandGenerator_t generator, type *out, size_t n)                          \
  {                                                                                                                           \
    return do_work ((Work){ .generator = generator, .kind = UNIFORM, .is_double = sizeof (type) == 8, .out = out, .n = n });  \
  }
#define NORMAL_NUMBERS(name, what, type)                                                                                      \
  IHOP_CUDART curandStatus_t curandGenerate##name (curandGenerator_t generator, type *out, size_t n, type mean, type deviation) \
  {                                                                                                                           \
    return do_work ((Work){ .generator = generator, .kind = what, .is_double = sizeof (type) == 8, .out = out, .n = n,        \
                            .mean = mean, .deviation = deviation });                                                          \
  }
UNIFORM_NUMBERS (Uniform, float)
UNIFORM_NUMBERS (UniformDouble, double)
NORMAL_NUMBERS (Normal, NORMAL, float)
NORMAL_NUMBERS (NormalDouble, NORMAL, double)
NORMAL_NUMBERS (LogNormal, LOG_NORMAL, float)
NORMAL_NUMBERS (LogNormalDouble, LOG_NORMAL, double)

/* --- what is not here ----------------------------------------------------------------------------- */

#define MISSING(name) IHOP_LIBRARY_MISSING (name, TYPE_ERROR, "CURAND_STATUS_TYPE_ERROR")
MISSING (curandCreatePoissonDistribution)
MISSING (curandDestroyDistribution)
MISSING (curandGenerateBinomial)
MISSING (curandGenerateBinomialMethod)
MISSING (curandGenerateLongLong)
MISSING (curandGeneratePoisson)
MISSING (curandGeneratePoissonMethod)
MISSING (curandGetDirectionVectors32)
MISSING (curandGetDirectionVectors64)
MISSING (curandGetProperty)
MISSING (curandGetScrambleConstants32)
MISSING (curandGetScrambleConstants64)
MISSING (curandSetQuasiRandomGeneratorDimensions)
