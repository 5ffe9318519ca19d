/* What the three programs of cases share. A case is a function and what its run
 * must come to: exit status, a piece of its standard error ("" for any), and an
 * environment ("" for none). "PROGRAM --list" prints these, one case a line, and
 * "PROGRAM NAME" runs one; run.sh does the rest. The runtime is pasted above. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct test_case {
  const char *name;
  int status;
  const char *says, *environment;
  void (*run) (void);
};

/* As the generator writes it: a macro around each call. */
#define IHOP_CUDA(call)                                                            \
  do {                                                                             \
    cudaError_t ihop_error = (call);                                               \
    if (ihop_error != cudaSuccess) {                                               \
      fprintf (stderr, "%s: %s\n", #call, cudaGetErrorString (ihop_error));        \
      exit (1);                                                                    \
    }                                                                              \
  } while (0)

#define CHECK(condition)                                                           \
  do {                                                                             \
    if (!(condition)) {                                                            \
      fprintf (stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);     \
      exit (2);                                                                    \
    }                                                                              \
  } while (0)

static int
run_case (const struct test_case *cases, size_t n, int argc, char **argv)
{
  for (size_t i = 0; argc > 1 && i < n; i++)
    if (strcmp (argv[1], "--list") == 0)
      printf ("%s|%d|%s|%s\n", cases[i].name, cases[i].status, cases[i].says,
              cases[i].environment);
    else if (strcmp (argv[1], cases[i].name) == 0) {
      cases[i].run ();
      return 0;
    }
  return argc > 1 && strcmp (argv[1], "--list") == 0 ? 0 : 3;
}

static double *
device_array (int n)
{
  double *d;

  IHOP_CUDA (cudaMalloc ((void **) &d, (size_t) n * sizeof *d));
  return d;
}

static const dim3 one = { 1, 1, 1 };
