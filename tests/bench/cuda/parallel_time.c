/* To be loaded before a program that gcc has built with OpenMP: how long its parallel regions took, all together, by the clock, is
 * written to the file that PARALLEL_TIME names when the program ends. That is what kernels are to a CUDA program. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds;
static __thread int depth; /* regions within regions count once; the threads of a region begin none of the first depth */

static double
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);
  return time.tv_sec + 1e-9 * time.tv_nsec;
}

/* Begins a region by CALL, which is gcc's function of that name. */
#define TIMED(name, parameters, call)                                          \
  void name parameters                                                         \
  {                                                                            \
    static void (*real) parameters;                                            \
    if (real == NULL)                                                          \
      real = (void (*) parameters) dlsym (RTLD_NEXT, #name);                   \
    double begun = now ();                                                     \
    depth++;                                                                   \
    real call;                                                                 \
    if (--depth == 0)                                                          \
      seconds += now () - begun;                                               \
  }

#define TIMED_LOOP(name)                                                                                                             \
  TIMED (name, (void (*work) (void *), void *data, unsigned threads, long from, long to, long step, long chunk, unsigned flags), \
         (work, data, threads, from, to, step, chunk, flags))
#define TIMED_OWN_LOOP(name)                                                                                             \
  TIMED (name, (void (*work) (void *), void *data, unsigned threads, long from, long to, long step, unsigned flags), \
         (work, data, threads, from, to, step, flags))

TIMED (GOMP_parallel, (void (*work) (void *), void *data, unsigned threads, unsigned flags), (work, data, threads, flags))
TIMED (GOMP_parallel_sections, (void (*work) (void *), void *data, unsigned threads, unsigned count, unsigned flags),
       (work, data, threads, count, flags))
TIMED_LOOP (GOMP_parallel_loop_static)
TIMED_LOOP (GOMP_parallel_loop_dynamic)
TIMED_LOOP (GOMP_parallel_loop_guided)
TIMED_LOOP (GOMP_parallel_loop_nonmonotonic_dynamic)
TIMED_LOOP (GOMP_parallel_loop_nonmonotonic_guided)
TIMED_OWN_LOOP (GOMP_parallel_loop_runtime)
TIMED_OWN_LOOP (GOMP_parallel_loop_nonmonotonic_runtime)
TIMED_OWN_LOOP (GOMP_parallel_loop_maybe_nonmonotonic_runtime)

__attribute__ ((destructor)) static void
tell (void)
{
  FILE *file = fopen (getenv ("PARALLEL_TIME"), "w");

  if (file)
    {
      fprintf (file, "%.6f\n", seconds);
      fclose (file);
    }
}
