#include "cudart/order.h"
#include "cudart/devices.h"
#include "cudart/failures.h"
#include "cudart/host_threads.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { NON_BLOCKING = 1, PER_THREAD = 2 };

struct IhopPending
{
  const IhopWork *work;
  void *data;
  struct IhopPending *next;   /* in its stream */
  struct IhopPending **after; /* of other streams: references */
  size_t n_after;
  int references, is_done, waits;
  int is_awaited;             /* whoever asked for it gets its error */
  unsigned issue;             /* in a program that is checked */
  cudaError_t error;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct IhopStream legacy[IHOP_MOST_DEVICES]; /* of each device */
static __thread struct IhopStream *own[IHOP_MOST_DEVICES];
static __thread IhopPending *current;
static cudaStream_t busy; /* streams with pending work, a list */
static size_t n_busy;
static cudaError_t late_error;

static cudaStream_t
stream_of (cudaStream_t handle)
{
  int device = ihop_devices_current ();

  if ((size_t) handle > PER_THREAD)
    return handle;
  if ((size_t) handle == PER_THREAD && own[device] == NULL)
    own[device] = calloc (1, sizeof *own[device]);
  cudaStream_t stream = (size_t) handle == PER_THREAD ? own[device] : &legacy[device];
  stream->device = device;
  return stream;
}

static int
is_legacy (cudaStream_t stream)
{
  return stream >= legacy && stream < legacy + IHOP_MOST_DEVICES;
}

/* --- in a program that is checked -------------------------------------------------------------- */

static unsigned
number_of (cudaStream_t stream)
{
  if (stream->number == 0)
    stream->number = ihop_cudart_check ()->open (is_legacy (stream) ? 2 : stream->flags & NON_BLOCKING ? 1 : 0);
  return stream->number;
}

unsigned
ihop_order_mark (cudaStream_t handle)
{
  return ihop_cudart_check () ? ihop_cudart_check ()->issue (number_of (stream_of (handle))) : 0;
}

void
ihop_order_put_behind (cudaStream_t handle, unsigned mark)
{
  if (mark)
    ihop_cudart_check ()->put_behind (number_of (stream_of (handle)), mark);
}

void
ihop_order_reach (unsigned mark)
{
  if (mark)
    ihop_cudart_check ()->reach (mark);
}

void
ihop_order_note_wait (cudaStream_t handle)
{
  if (ihop_cudart_check ())
    ihop_cudart_check ()->reach_all (number_of (stream_of (handle)));
}

void
ihop_order_note_misuse (const char *function, IhopMisuse what)
{
  if (ihop_cudart_check ())
    ihop_cudart_check ()->misuse (function, what);
}

cudaError_t
ihop_order_refusal (cudaStream_t handle, const char *function)
{
  if (ihop_host_is_called ())
    ihop_order_note_misuse (function, IHOP_MISUSE_CALLBACK);
  else if (stream_of (handle)->is_destroyed)
    ihop_order_note_misuse (function, IHOP_MISUSE_DESTROYED);
  return ihop_host_is_called () ? cudaErrorNotPermitted : stream_of (handle)->is_destroyed ? cudaErrorInvalidResourceHandle : cudaSuccess;
}

int
ihop_order_is_reached (unsigned mark)
{
  return mark == 0 || ihop_cudart_check ()->is_reached (mark);
}

int
ihop_order_is_left (cudaStream_t handle)
{
  return ihop_cudart_check () && ihop_cudart_check ()->is_left (number_of (stream_of (handle)));
}

static cudaError_t
run_as (unsigned issue, const IhopWork *work, void *data)
{
  if (issue == 0)
    return work->run (data);
  ihop_cudart_check ()->enter (issue);
  cudaError_t error = work->run (data);
  ihop_cudart_check ()->enter (0);
  return error;
}

/* ---------------------------------------------------------------------------------------------- */

/* Nothing is pending anywhere: the usual case. */
static int
is_quiet (void)
{
  return __atomic_load_n (&n_busy, __ATOMIC_ACQUIRE) == 0;
}

/* --- pending work ----------------------------------------------------------------------------- */

static IhopPending *
take_reference (IhopPending *pending)
{
  pending->references++;
  return pending;
}

static void
drop_reference (IhopPending *pending)
{
  if (pending == NULL || --pending->references > 0)
    return;
  for (size_t i = 0; i < pending->n_after; i++)
    drop_reference (pending->after[i]);
  free (pending->after);
  free (pending->data);
  free (pending);
}

static void
add_after (IhopPending *pending, IhopPending *other)
{
  if (other == NULL || other->is_done)
    return;
  pending->after = realloc (pending->after, (pending->n_after + 1) * sizeof *pending->after);
  pending->after[pending->n_after++] = take_reference (other);
}

static IhopPending *
new_pending (const IhopWork *work, const void *data)
{
  IhopPending *pending = calloc (1, sizeof *pending);

  pending->work = work;
  pending->data = malloc (work->size + 1);
  memcpy (pending->data, data, work->size);
  pending->references = 1;
  if (work->keep)
    work->keep (pending->data);
  return pending;
}

/* Does work of this stream wait for all that was asked of the other? */
static int
waits_for (cudaStream_t stream, cudaStream_t other)
{
  if (stream == other || stream->device != other->device)
    return stream == other;
  return (is_legacy (stream) && !(other->flags & NON_BLOCKING)) || (is_legacy (other) && !(stream->flags & NON_BLOCKING));
}

static int
is_free (cudaStream_t stream)
{
  for (cudaStream_t other = busy; other; other = other->next_busy)
    if (waits_for (stream, other))
      return 0;
  return 1;
}

/* --- doing it --------------------------------------------------------------------------------- */

static void
leave_busy (cudaStream_t stream)
{
  cudaStream_t *link = &busy;

  while (*link != stream)
    link = &(*link)->next_busy;
  *link = stream->next_busy;
  __atomic_sub_fetch (&n_busy, 1, __ATOMIC_RELEASE);
  if (stream->is_forgotten)
    free (stream);
}

/* Entered and left with the lock. */
static void
do_first (cudaStream_t stream)
{
  IhopPending *first = stream->first;

  for (size_t i = 0; i < first->n_after; i++)
    while (!first->after[i]->is_done)
      pthread_cond_wait (&changed, &lock);
  pthread_mutex_unlock (&lock);
  current = first;
  cudaError_t error = run_as (first->issue, first->work, first->data);
  if (first->work->release)
    first->work->release (first->data);
  pthread_mutex_lock (&lock);
  first->error = error;
  first->is_done = 1;
  if (error && !first->is_awaited)
    late_error = error;
  stream->first = first->next;
  stream->last = stream->first ? stream->last : NULL;
  drop_reference (first);
  pthread_cond_broadcast (&changed);
}

static void *
do_all (void *data)
{
  cudaStream_t stream = data;

  pthread_mutex_lock (&lock);
  while (stream->first)
    do_first (stream);
  leave_busy (stream);
  pthread_cond_broadcast (&changed);
  pthread_mutex_unlock (&lock);
  return NULL;
}

static void
append (cudaStream_t stream, IhopPending *pending)
{
  pthread_t runner;
  int was_idle = stream->first == NULL;

  for (cudaStream_t other = busy; other; other = other->next_busy)
    if (other != stream && waits_for (stream, other))
      add_after (pending, other->last);
  *(was_idle ? &stream->first : &stream->last->next) = pending;
  stream->last = pending;
  if (!was_idle)
    return;
  stream->next_busy = busy;
  busy = stream;
  __atomic_add_fetch (&n_busy, 1, __ATOMIC_RELEASE);
  pthread_create (&runner, NULL, do_all, stream);
  pthread_detach (runner);
}

/* Until it has ended, or waits for somebody else. */
static cudaError_t
watch (IhopPending *pending)
{
  pending->is_awaited = 1;
  while (!pending->is_done && !pending->waits)
    pthread_cond_wait (&changed, &lock);
  pending->is_awaited = 0;
  return pending->is_done ? pending->error : cudaSuccess;
}

cudaError_t
ihop_order_do (cudaStream_t handle, const IhopWork *work, void *data, int may_wait, IhopPending **kept)
{
  cudaStream_t stream = stream_of (handle);
  cudaError_t error = ihop_order_refusal (handle, work->name);

  if (kept)
    *kept = NULL;
  if (error)
    return ihop_cudart_error (error);
  ihop_host_asks ();
  unsigned issue = ihop_order_mark (handle);
  stream->was_asked = 0;
  pthread_mutex_lock (&lock);
  int is_first = is_free (stream);
  if (is_first && !may_wait)
    {
      pthread_mutex_unlock (&lock);
      error = run_as (issue, work, data);
      ihop_host_has_asked ();
      return error;
    }
  IhopPending *pending = new_pending (work, data);
  pending->issue = issue;
  take_reference (pending);
  append (stream, pending);
  if (is_first)
    error = watch (pending);
  if (kept && !pending->is_done)
    *kept = take_reference (pending);
  drop_reference (pending);
  pthread_mutex_unlock (&lock);
  ihop_host_has_asked ();
  return ihop_cudart_error (error);
}

/* --- waiting ---------------------------------------------------------------------------------- */

static cudaError_t
nothing (void *data)
{
  return cudaSuccess;
}

void
ihop_order_after (cudaStream_t handle, IhopPending *other)
{
  static const IhopWork work = { .run = nothing };

  pthread_mutex_lock (&lock);
  if (!other->is_done)
    {
      IhopPending *pending = new_pending (&work, "");
      add_after (pending, other);
      append (stream_of (handle), pending);
    }
  pthread_mutex_unlock (&lock);
}

int
ihop_pending_is_done (IhopPending *pending)
{
  pthread_mutex_lock (&lock);
  int is_done = pending->is_done;
  pthread_mutex_unlock (&lock);
  return is_done;
}

/* With the lock. */
static void
wait_for (const IhopPending *pending)
{
  ihop_host_waits ();
  while (!pending->is_done)
    pthread_cond_wait (&changed, &lock);
  ihop_host_has_waited ();
}

void
ihop_pending_wait (IhopPending *pending)
{
  pthread_mutex_lock (&lock);
  wait_for (pending);
  pthread_mutex_unlock (&lock);
}

void
ihop_pending_unref (IhopPending *pending)
{
  pthread_mutex_lock (&lock);
  drop_reference (pending);
  pthread_mutex_unlock (&lock);
}

/* With the lock. */
static cudaError_t
take_late_error (void)
{
  cudaError_t error = late_error;

  if (error)
    ihop_failures_note_waited ();
  late_error = cudaSuccess;
  return error;
}

cudaError_t
ihop_order_wait (cudaStream_t handle)
{
  static const IhopWork work = { .run = nothing };
  cudaStream_t stream = stream_of (handle);
  cudaError_t refusal = ihop_order_refusal (handle, "cudaStreamSynchronize");

  if (refusal)
    return ihop_cudart_error (refusal);

  pthread_mutex_lock (&lock);
  if (!is_free (stream))
    {
      IhopPending *pending = take_reference (new_pending (&work, ""));
      append (stream, pending);
      wait_for (pending);
      drop_reference (pending);
    }
  cudaError_t error = take_late_error ();
  pthread_mutex_unlock (&lock);
  ihop_order_note_wait (handle);
  return ihop_cudart_error (error);
}

static int
is_at_work (int device)
{
  for (cudaStream_t stream = busy; stream; stream = stream->next_busy)
    if (stream->device == device)
      return 1;
  return 0;
}

cudaError_t
ihop_order_wait_device (int device)
{
  cudaError_t refusal = ihop_order_refusal (NULL, "cudaDeviceSynchronize");

  if (refusal)
    return ihop_cudart_error (refusal);
  pthread_mutex_lock (&lock);
  ihop_host_waits ();
  while (is_at_work (device))
    pthread_cond_wait (&changed, &lock);
  ihop_host_has_waited ();
  cudaError_t error = take_late_error ();
  pthread_mutex_unlock (&lock);
  if (ihop_cudart_check ())
    ihop_cudart_check ()->reach_all (0);
  return ihop_cudart_error (error);
}

cudaError_t
ihop_order_wait_all (void)
{
  return ihop_order_wait_device (ihop_devices_current ());
}

int
ihop_order_is_idle (cudaStream_t handle)
{
  if (is_quiet ())
    return 1;
  pthread_mutex_lock (&lock);
  int is_idle = is_free (stream_of (handle));
  pthread_mutex_unlock (&lock);
  return is_idle;
}

void
ihop_order_forget (cudaStream_t stream)
{
  pthread_mutex_lock (&lock);
  if (ihop_cudart_check ())
    stream->is_destroyed = 1;
  else if (stream->first)
    stream->is_forgotten = 1;
  else
    free (stream);
  pthread_mutex_unlock (&lock);
}

void
ihop_order_note_failure (cudaError_t error)
{
  pthread_mutex_lock (&lock);
  late_error = error;
  pthread_mutex_unlock (&lock);
}

/* --- for launches ----------------------------------------------------------------------------- */

void *
ihop_order_current (void)
{
  return current;
}

void
ihop_order_note_waits (void *work)
{
  pthread_mutex_lock (&lock);
  ((IhopPending *) work)->waits = 1;
  pthread_cond_broadcast (&changed);
  pthread_mutex_unlock (&lock);
}
