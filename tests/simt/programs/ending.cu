/* Kernels that are launched while the program ends, each for the first time: by a function that atexit has noted, and by the destructor
 * of an object that was there before main. Their code is made then. */
#include "check.h"

enum { N = 40 };

static int *numbers, wanted[N];

template <int FACTOR>
static __global__ void
multiply (int *x)
{
  x[threadIdx.x] = x[threadIdx.x] * FACTOR + (int) threadIdx.x;
}

template <int FACTOR>
static void
multiply_all (const char *what)
{
  int got[N];

  multiply<FACTOR><<<1, N>>> (numbers);
  back (got, numbers, N);
  for (int i = 0; i < N; i++)
    wanted[i] = wanted[i] * FACTOR + i;
  expect (what, got, wanted, N);
}

static void
at_end (void)
{
  multiply_all<3> ("at the end");
}

struct Late
{
  ~Late ()
  {
    multiply_all<5> ("at the very end");
    if (finish ())
      fflush (stdout), _Exit (1);
  }
};

static Late late;

int
main (void)
{
  for (int i = 0; i < N; i++)
    wanted[i] = i * i;
  numbers = on_device (wanted, N);
  atexit (at_end);
  multiply_all<2> ("before");
}
