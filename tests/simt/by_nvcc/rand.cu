/* cuRAND's host functions without a card: numbers as cuRAND 10 gives them (recorded from its generators on the host), in streams and graphs. */
#include "../programs/check.h"
#include <cmath>
#include <curand.h>
#include <vector>

static void
must (const char *what, int got, int wanted = 0)
{
  if (got != wanted)
    {
      printf ("%s: status %d, expected %d\n", what, got, wanted);
      failures++;
    }
}

/* What is next after 4094 numbers of seed 20240229: the sequences of XORWOW begin anew in between. */
struct Recorded
{
  curandRngType_t type;
  unsigned bits[4];
  float uniform[4];
  double uniform_double[2], normal_double[4];
  float normal[4], log_normal[2];
};

static const Recorded recorded[] = {
  { CURAND_RNG_PSEUDO_XORWOW, { 4178020176u, 38278290u, 1809393673u, 1103016478u }, { 0x1.b2ad1ap-6f, 0x1.398d78p-1f, 0x1.a8f242p-1f, 0x1.9ee308p-1f },
    { 0x1.5887593e1518p-1, 0x1.171e54abcc8c3p-2 }, { 0x1.505209f5b3386p-2, 0x1.b6cb63fc5b9cep-2, 0x1.5f332270f38a5p+0, 0x1.9406d82daf5a7p+1 },
    { 0x1.6f64fcp+0f, -0x1.021ee8p-1f, 0x1.998ccep+1f, -0x1.2e631p+1f }, { 0x1.f8bc98p+1f, 0x1.d0227ap-3f } },
  { CURAND_RNG_PSEUDO_PHILOX4_32_10, { 4202911184u, 2072590238u, 367407246u, 1841783343u },
    { 0x1.011fep-4f, 0x1.0c6254p-1f, 0x1.37615cp-2f, 0x1.234d4ep-4f }, { 0x1.1bc0874ae4884p-1, 0x1.48b144c9c61f7p-2 },
    { -0x1.8252eb0c7655p-3, -0x1.281352f469945p+1, 0x1.684ab80d06bcfp+1, -0x1.22026bba307c4p+2 },
    { 0x1.7b50b6p+1f, 0x1.01ac68p+1f, 0x1.36f584p+1f, 0x1.697c12p+0f }, { 0x1.a8771p-1f, 0x1.34c16ep+0f } }
};

/* Logarithms and sines are the C library's. */
template <typename T>
static void
near (const char *what, const T *got, const T *wanted, int n)
{
  for (int i = 0; i < n; i++)
    if (!(fabs (got[i] - wanted[i]) <= (sizeof (T) == 4 ? 1e-6 : 1e-14) * (1 + fabs (wanted[i]))))
      {
        printf ("%s: number %d is %.17g, expected %.17g\n", what, i, (double) got[i], (double) wanted[i]);
        failures++;
      }
}

/* On the host at once, or on the device and copied. */
static void
compare (const Recorded &known, bool is_host)
{
  curandGenerator_t generator;
  Recorded got = {}, *there;

  must ("create", is_host ? curandCreateGeneratorHost (&generator, known.type) : curandCreateGenerator (&generator, known.type));
  cudaMalloc (&there, sizeof *there);
  Recorded *to = is_host ? &got : there;
  must ("seed", curandSetPseudoRandomGeneratorSeed (generator, 20240229));
  must ("offset", curandSetGeneratorOffset (generator, 4094));
  must ("bits", curandGenerate (generator, to->bits, 4));
  must ("uniform", curandGenerateUniform (generator, to->uniform, 4));
  must ("uniform double", curandGenerateUniformDouble (generator, to->uniform_double, 2));
  must ("normal double", curandGenerateNormalDouble (generator, to->normal_double, 4, 1, 2));
  must ("normal", curandGenerateNormal (generator, to->normal, 4, 1, 2));
  must ("log normal", curandGenerateLogNormal (generator, to->log_normal, 2, 0, 1));
  if (!is_host)
    cudaMemcpy (&got, there, sizeof got, cudaMemcpyDeviceToHost);
  expect ("bits", got.bits, known.bits, 4);
  expect ("uniform", got.uniform, known.uniform, 4);
  expect ("uniform double", got.uniform_double, known.uniform_double, 2);
  near ("normal double", got.normal_double, known.normal_double, 4);
  near ("normal", got.normal, known.normal, 4);
  near ("log normal", got.log_normal, known.log_normal, 2);
  must ("destroy", curandDestroyGenerator (generator));
  cudaFree (there);
}

/* What is generated in pieces, also by a graph that is launched again, is what is generated at once. */
static void
in_pieces (curandRngType_t type)
{
  enum { N = 30000, PIECE = 6000 };
  std::vector<unsigned> whole (N), pieces (N);
  curandGenerator_t generator;
  unsigned *there;
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;

  cudaMalloc (&there, N * sizeof *there);
  cudaStreamCreate (&stream);
  must ("create", curandCreateGenerator (&generator, type));
  must ("stream", curandSetStream (generator, stream));
  must ("at once", curandGenerate (generator, there, N));
  cudaMemcpyAsync (whole.data (), there, N * sizeof *there, cudaMemcpyDeviceToHost, stream);
  must ("offset", curandSetGeneratorOffset (generator, 0));
  cudaStreamBeginCapture (stream, cudaStreamCaptureModeGlobal);
  must ("captured", curandGenerate (generator, there, PIECE));
  cudaStreamEndCapture (stream, &graph);
  cudaGraphInstantiate (&exec, graph, 0);
  for (int i = 0; i < N; i += PIECE)
    {
      cudaGraphLaunch (exec, stream);
      cudaMemcpyAsync (&pieces[i], there, PIECE * sizeof *there, cudaMemcpyDeviceToHost, stream);
    }
  cudaStreamSynchronize (stream);
  expect ("pieces", pieces.data (), whole.data (), N);
  must ("destroy", curandDestroyGenerator (generator));
}

/* The same numbers of another seed are as far from the beginning. */
static void
another_seed (curandRngType_t type)
{
  unsigned got[3], wanted[3];
  curandGenerator_t generator;

  must ("create", curandCreateGeneratorHost (&generator, type));
  must ("some", curandGenerate (generator, got, 3));
  must ("seed", curandSetPseudoRandomGeneratorSeed (generator, 99));
  must ("more", curandGenerate (generator, got, 3));
  must ("offset", curandSetGeneratorOffset (generator, 3));
  must ("again", curandGenerate (generator, wanted, 3));
  expect ("of another seed", got, wanted, 3);
  must ("destroy", curandDestroyGenerator (generator));
}

int
main (void)
{
  for (const Recorded &known : recorded)
    {
      compare (known, true);
      compare (known, false);
      in_pieces (known.type);
      another_seed (known.type);
    }
  curandGenerator_t generator;
  must ("a generator that is not here", curandCreateGenerator (&generator, CURAND_RNG_QUASI_SOBOL32), CURAND_STATUS_TYPE_ERROR);
  must ("create", curandCreateGenerator (&generator, CURAND_RNG_PSEUDO_DEFAULT));
  float odd[3];
  must ("half a pair", curandGenerateNormal (generator, odd, 3, 0, 1), CURAND_STATUS_LENGTH_NOT_MULTIPLE);
  must ("destroy", curandDestroyGenerator (generator));
  return finish ();
}
