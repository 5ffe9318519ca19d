/* Trips and time alone. */
#include "runtime.h"
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define TICK_NANOSECONDS 1000000

/* On the stack of the program, one for each active loop. */
typedef struct Link
{
  const struct Link *outer;
  uint64_t loop;
} Link;

IHOP_LOCAL const Link *ihop_observe_chain;
static IHOP_LOCAL int is_counted;

__attribute__ ((preserve_most)) void
ihop_observe_trips (uint32_t number, uint64_t trips)
{
  if (!is_counted)
    return;
  IhopRecordLoop *loop = &ihop_observe_record->loops[number];
  if (loop->finished == 0 || trips < loop->least)
    loop->least = trips;
  if (trips > loop->most)
    loop->most = trips;
  loop->runs++;
  loop->finished++;
  loop->total += trips;
}

/* A loop that is active twice, by recursion, is counted once. */
static void
tick (int signal)
{
  static uint64_t last[IHOP_RECORD_LOOPS];
  uint64_t now = ++ihop_observe_record->samples;
  unsigned steps = 0;

  if (ihop_observe_chain)
    ihop_observe_record->loops[ihop_observe_chain->loop].own++;
  for (const Link *link = ihop_observe_chain; link && steps < 10000; link = link->outer, steps++)
    if (last[link->loop] != now)
      {
        last[link->loop] = now;
        ihop_observe_record->loops[link->loop].samples++;
      }
}

/* Of the wall clock: a loop that waits takes time, too. */
void
ihop_observe_start_clock (void)
{
  struct sigaction action = { .sa_handler = tick, .sa_flags = SA_RESTART };
  struct sigevent event = { .sigev_notify = SIGEV_THREAD_ID, .sigev_signo = SIGPROF };
  struct itimerspec every = { { 0, TICK_NANOSECONDS }, { 0, TICK_NANOSECONDS } };
  timer_t timer;

  is_counted = 1;
  event._sigev_un._tid = (pid_t) syscall (SYS_gettid);
  sigaction (SIGPROF, &action, NULL);
  if (timer_create (CLOCK_MONOTONIC, &event, &timer) == 0)
    timer_settime (timer, 0, &every, NULL);
}
