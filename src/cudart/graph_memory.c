#include "cudart/graph_memory.h"
#include "cudart/allocation.h"
#include "cudart/devices.h"
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

/* By the numbers of cudaGraphMemAttributeType. */
enum { USED, USED_HIGH, RESERVED, RESERVED_HIGH, N_ATTRIBUTES };
enum { PAGE = 4096 };

struct IhopGraphMemory
{
  IhopPlaceOwner owner;
  void *place;
  size_t size;
  int references; /* nodes, and whoever has not freed it */
  int is_there, is_reserved; /* the latter from its first use until it is trimmed */
  IhopGraphMemory *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static IhopGraphMemory *all;
static unsigned long long values[N_ATTRIBUTES];

static void
add_to (int attribute, long long bytes)
{
  values[attribute] += bytes;
  if (values[attribute] > values[attribute + 1])
    values[attribute + 1] = values[attribute];
}

/* --- with the lock ------------------------------------------------------------------------------ */

/* Its pages go back to the machine; the address stays. */
static void
trim (IhopGraphMemory *memory)
{
  uintptr_t start = ((uintptr_t) memory->place + PAGE - 1) / PAGE * PAGE, end = ((uintptr_t) memory->place + memory->size) / PAGE * PAGE;

  if (!memory->is_reserved || memory->is_there)
    return;
  memory->is_reserved = 0;
  add_to (RESERVED, -(long long) memory->size);
  if (start < end && ihop_cudart_check () == NULL)
    madvise ((void *) start, end - start, MADV_DONTNEED);
}

static void
drop (IhopGraphMemory *memory)
{
  IhopGraphMemory **link = &all;

  if (--memory->references)
    return;
  trim (memory);
  while (*link != memory)
    link = &(*link)->next;
  *link = memory->next;
  ihop_memory_return (memory->place, "cudaGraphDestroy");
  free (memory);
}

/* ------------------------------------------------------------------------------------------------ */

static int
take_back (IhopPlaceOwner *owner, void *place, const char *function)
{
  IhopGraphMemory *memory = (IhopGraphMemory *) owner;

  if (ihop_cudart_check ())
    ihop_cudart_check ()->take (place);
  pthread_mutex_lock (&lock);
  memory->is_there = 0;
  add_to (USED, -(long long) memory->size);
  drop (memory);
  pthread_mutex_unlock (&lock);
  return 1;
}

IhopGraphMemory *
ihop_graph_memory_new (size_t size)
{
  void *place = size ? ihop_memory_obtain (size, IHOP_PLACE_DEVICE) : NULL;

  if (place == NULL)
    return NULL;
  IhopGraphMemory *memory = calloc (1, sizeof *memory);
  *memory = (IhopGraphMemory){ .owner = { take_back }, .place = place, .size = size, .references = 1 };
  pthread_mutex_lock (&lock);
  memory->next = all;
  all = memory;
  pthread_mutex_unlock (&lock);
  return memory;
}

IhopGraphMemory *
ihop_graph_memory_at (const void *place)
{
  pthread_mutex_lock (&lock);
  IhopGraphMemory *memory = all;
  while (memory && memory->place != place)
    memory = memory->next;
  pthread_mutex_unlock (&lock);
  return memory;
}

IhopGraphMemory *
ihop_graph_memory_ref (IhopGraphMemory *memory)
{
  pthread_mutex_lock (&lock);
  memory->references++;
  pthread_mutex_unlock (&lock);
  return memory;
}

void
ihop_graph_memory_unref (IhopGraphMemory *memory)
{
  pthread_mutex_lock (&lock);
  if (memory)
    drop (memory);
  pthread_mutex_unlock (&lock);
}

void *
ihop_graph_memory_place (const IhopGraphMemory *memory)
{
  return memory->place;
}

size_t
ihop_graph_memory_size (const IhopGraphMemory *memory)
{
  return memory->size;
}

int
ihop_graph_memory_begin (IhopGraphMemory *memory)
{
  pthread_mutex_lock (&lock);
  int is_new = !memory->is_there;
  if (is_new)
    {
      memory->is_there = 1;
      memory->references++;
      add_to (USED, memory->size);
      if (!memory->is_reserved)
        add_to (RESERVED, memory->size);
      memory->is_reserved = 1;
    }
  pthread_mutex_unlock (&lock);
  if (is_new && ihop_cudart_check ())
    ihop_cudart_check ()->give (memory->place, memory->size, NULL);
  if (is_new)
    ihop_places_add_owned (memory->place, memory->size, IHOP_PLACE_DEVICE, &memory->owner);
  return is_new;
}

int
ihop_graph_memory_is_there (const IhopGraphMemory *memory)
{
  return __atomic_load_n (&memory->is_there, __ATOMIC_ACQUIRE);
}

/* --- of the device ------------------------------------------------------------------------------ */

IHOP_CUDART cudaError_t
cudaDeviceGetGraphMemAttribute (int device, int attribute, void *value)
{
  if (!ihop_devices_is (device) || attribute < 0 || attribute >= N_ATTRIBUTES)
    return ihop_cudart_error (ihop_devices_is (device) ? cudaErrorInvalidValue : cudaErrorInvalidDevice);
  pthread_mutex_lock (&lock);
  *(unsigned long long *) value = values[attribute];
  pthread_mutex_unlock (&lock);
  return cudaSuccess;
}

/* High-water marks can be set back. */
IHOP_CUDART cudaError_t
cudaDeviceSetGraphMemAttribute (int device, int attribute, void *value)
{
  int is_mark = attribute == USED_HIGH || attribute == RESERVED_HIGH;

  if (!ihop_devices_is (device) || !is_mark || *(unsigned long long *) value)
    return ihop_cudart_error (ihop_devices_is (device) ? cudaErrorInvalidValue : cudaErrorInvalidDevice);
  pthread_mutex_lock (&lock);
  values[attribute] = values[attribute - 1];
  pthread_mutex_unlock (&lock);
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaDeviceGraphMemTrim (int device)
{
  if (!ihop_devices_is (device))
    return ihop_cudart_error (cudaErrorInvalidDevice);
  pthread_mutex_lock (&lock);
  for (IhopGraphMemory *memory = all; memory; memory = memory->next)
    trim (memory);
  pthread_mutex_unlock (&lock);
  return cudaSuccess;
}
