#include "cudart/host_threads.h"
#include "cudart/cudart.h"
#include <pthread.h>
#include <time.h>
#include <unistd.h>

/* Microseconds: between two looks; of a loop, in processor time, as a busy machine may keep the host from going on; of sleep. */
enum { LOOK = 1000, LONG_LOOP = 50000, LONG_SLEEP = 500000 };

/* The host's last request for work. */
static struct
{
  clockid_t processor; /* of the thread that asked */
  long long loop, sleep;
} asked;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n_asking, n_waiting;
static __thread int in_call;

/* Microseconds; -1: there is no such clock, as the thread has ended. */
static long long
read_clock (clockid_t clock)
{
  struct timespec time;

  return clock_gettime (clock, &time) == 0 ? time.tv_sec * 1000000ll + time.tv_nsec / 1000 : -1;
}

void
ihop_host_asks (void)
{
  __atomic_add_fetch (&n_asking, 1, __ATOMIC_ACQ_REL);
}

void
ihop_host_has_asked (void)
{
  if (ihop_cudart_check ())
    {
      pthread_mutex_lock (&lock);
      pthread_getcpuclockid (pthread_self (), &asked.processor);
      asked.loop = read_clock (asked.processor);
      asked.sleep = read_clock (CLOCK_MONOTONIC);
      pthread_mutex_unlock (&lock);
    }
  __atomic_sub_fetch (&n_asking, 1, __ATOMIC_ACQ_REL);
}

void
ihop_host_waits (void)
{
  __atomic_add_fetch (&n_waiting, 1, __ATOMIC_ACQ_REL);
}

void
ihop_host_has_waited (void)
{
  __atomic_sub_fetch (&n_waiting, 1, __ATOMIC_ACQ_REL);
}

/* Has it asked for nothing for long? */
static int
is_silent (void)
{
  if (__atomic_load_n (&n_asking, __ATOMIC_ACQUIRE))
    return 0;
  pthread_mutex_lock (&lock);
  long long loop = read_clock (asked.processor) - asked.loop, sleep = read_clock (CLOCK_MONOTONIC) - asked.sleep;
  pthread_mutex_unlock (&lock);
  return loop > LONG_LOOP || sleep > LONG_SLEEP;
}

int
ihop_host_wait_until_silent (void)
{
  while (__atomic_load_n (&n_waiting, __ATOMIC_ACQUIRE) == 0)
    {
      if (is_silent ())
        return 1;
      usleep (LOOK);
    }
  return 0;
}

void
ihop_host_call (void (*call) (void *), void *data)
{
  in_call++;
  call (data);
  in_call--;
}

int
ihop_host_is_called (void)
{
  return in_call;
}
