#include "cudart/failures.h"
#include <pthread.h>
#include <string.h>

/* More than these are not kept. */
enum { MOST = 100 };

typedef struct
{
  const char *function; /* of the runtime, or the kernel's name */
  int is_launch;
  unsigned thread;
} Failure;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Failure failures[MOST];
static size_t n_failures;
static unsigned n_threads;

static unsigned
this_thread (void)
{
  static __thread unsigned number;

  if (number == 0)
    number = __atomic_add_fetch (&n_threads, 1, __ATOMIC_RELAXED);
  return number;
}

static void
note (const char *function, int is_launch)
{
  if (ihop_cudart_check () == NULL)
    return;
  pthread_mutex_lock (&lock);
  if (n_failures < MOST)
    failures[n_failures++] = (Failure){ function, is_launch, this_thread () };
  pthread_mutex_unlock (&lock);
}

void
ihop_failures_note_launch (const char *kernel)
{
  note (kernel, 1);
}

/* Those of the thread, or launches. */
static void
forget (unsigned thread, int launches)
{
  size_t n = 0;

  if (ihop_cudart_check () == NULL)
    return;
  pthread_mutex_lock (&lock);
  for (size_t i = 0; i < n_failures; i++)
    if (failures[i].thread != thread && !(launches && failures[i].is_launch))
      failures[n++] = failures[i];
  n_failures = n;
  pthread_mutex_unlock (&lock);
}

void
ihop_failures_note_asked (void)
{
  forget (this_thread (), 0);
}

void
ihop_failures_note_waited (void)
{
  forget (0, 1);
}

cudaError_t
ihop_cudart_error_of (cudaError_t error, const char *function)
{
  if (error != cudaSuccess && strncmp (function, "cuda", 4) == 0 && strncmp (function, "cudaLaunch", 10) != 0)
    note (function, 0);
  return (ihop_cudart_error) (error);
}

/* The program ends. */
__attribute__ ((destructor)) static void
tell (void)
{
  for (size_t i = 0; i < n_failures; i++)
    ihop_cudart_check ()->unasked (failures[i].function, failures[i].is_launch);
}
