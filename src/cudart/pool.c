#include "cudart/pool.h"
#include "cudart/capture.h"
#include "cudart/devices.h"
#include "cudart/allocation.h"
#include "cudart/order.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { GRAIN = 512 };
/* By the numbers of cudaMemPoolAttr; the first three say which frees an allocation may make use of. Here they are all done by then. */
enum { FOLLOW_EVENTS = 1, OPPORTUNISTIC, INTERNAL_DEPENDENCIES, THRESHOLD, RESERVED, RESERVED_HIGH, USED, USED_HIGH, N_ATTRIBUTES };
/* … of cudaMemAllocationType, cudaMemLocationType and cudaMemAccessFlags. */
enum { ALLOCATION_PINNED = 1, ALLOCATION_MANAGED, LOCATION_DEVICE = 1, ACCESS_BOTH = 3 };

typedef struct
{
  int type, id;
} Location;

/* As cudaMemPoolProps has it. */
typedef struct
{
  int allocation, handles;
  Location location;
  void *security;
  size_t most;
  unsigned short usage;
  unsigned char reserved[54];
} PoolProps;

typedef struct
{
  Location location;
  int flags;
} AccessDesc;

/* What a pool has. Sizes are multiples of GRAIN. */
typedef struct
{
  void *place; /* NULL: given back, in a program that is checked, where it only counts */
  size_t size;
} Block;

typedef struct
{
  Block *blocks;
  size_t n, room;
} Blocks;

struct IhopPool
{
  IhopPlaceOwner owner;
  PoolProps props;
  unsigned long long values[N_ATTRIBUTES];
  int access[IHOP_MOST_DEVICES]; /* of other devices */
  Blocks given, kept;
  int is_destroyed; /* it goes with its last block */
  struct IhopPool *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static cudaMemPool_t pools; /* all of them */
static cudaMemPool_t usual[IHOP_MOST_DEVICES], chosen[IHOP_MOST_DEVICES];
static size_t n_kept; /* blocks that pools keep */

/* --- blocks, with the lock --------------------------------------------------------------------- */

static void
add_block (Blocks *list, void *place, size_t size)
{
  if (list->n == list->room)
    {
      list->room = list->room ? 2 * list->room : 16;
      list->blocks = realloc (list->blocks, list->room * sizeof *list->blocks);
    }
  list->blocks[list->n++] = (Block){ place, size };
}

static Block
remove_block (Blocks *list, size_t number)
{
  Block block = list->blocks[number];

  list->blocks[number] = list->blocks[--list->n];
  return block;
}

static void
add_to (cudaMemPool_t pool, int attribute, long long bytes)
{
  pool->values[attribute] += bytes;
  if (pool->values[attribute] > pool->values[attribute + 1])
    pool->values[attribute + 1] = pool->values[attribute];
}

static void
drop_kept (cudaMemPool_t pool, size_t number)
{
  Block block = remove_block (&pool->kept, number);

  add_to (pool, RESERVED, -(long long) block.size);
  __atomic_sub_fetch (&n_kept, 1, __ATOMIC_RELAXED);
  if (block.place)
    free (block.place);
}

static void
trim (cudaMemPool_t pool, size_t keep)
{
  while (pool->kept.n && pool->values[RESERVED] > keep)
    drop_kept (pool, pool->kept.n - 1);
}

static void
free_pool (cudaMemPool_t pool)
{
  cudaMemPool_t *link = &pools;

  trim (pool, 0);
  while (*link != pool)
    link = &(*link)->next;
  *link = pool->next;
  free (pool->given.blocks);
  free (pool->kept.blocks);
  free (pool);
}

/* A program that is checked has other memory each time, so that what was freed is known. */
static int
take_back (IhopPlaceOwner *owner, void *place, const char *function)
{
  cudaMemPool_t pool = (cudaMemPool_t) owner;
  size_t number = 0;
  int is_checked = ihop_cudart_check () != NULL;

  if (is_checked && !ihop_memory_return (place, function))
    return 0;
  pthread_mutex_lock (&lock);
  while (pool->given.blocks[number].place != place)
    number++;
  Block block = remove_block (&pool->given, number);
  add_to (pool, USED, -(long long) block.size);
  add_block (&pool->kept, is_checked ? NULL : place, block.size);
  __atomic_add_fetch (&n_kept, 1, __ATOMIC_RELAXED);
  if (pool->is_destroyed && pool->given.n == 0)
    free_pool (pool);
  pthread_mutex_unlock (&lock);
  return 1;
}

static void *
kept_place (cudaMemPool_t pool, size_t size, int *is_kept)
{
  for (size_t i = pool->kept.n; i > 0; i--)
    if (pool->kept.blocks[i - 1].size == size)
      {
        *is_kept = 1;
        __atomic_sub_fetch (&n_kept, 1, __ATOMIC_RELAXED);
        return remove_block (&pool->kept, i - 1).place;
      }
  return NULL;
}

/* With the lock; what the pool keeps does not stand in the way of its limit. */
static void *
take_from (cudaMemPool_t pool, size_t size)
{
  int is_kept = 0;
  void *place = kept_place (pool, size, &is_kept);
  size_t most = pool->props.most ? pool->props.most : (size_t) -1;

  if (!is_kept && (size > most || pool->values[USED] > most - size))
    return NULL;
  if (!is_kept && pool->values[RESERVED] > most - size)
    trim (pool, most - size);
  place = place ? place : ihop_memory_obtain (size, IHOP_PLACE_DEVICE);
  if (place == NULL)
    return NULL;
  if (!is_kept)
    add_to (pool, RESERVED, size);
  add_to (pool, USED, size);
  add_block (&pool->given, place, size);
  return place;
}

/* --- pools ------------------------------------------------------------------------------------- */

/* With the lock. */
static cudaMemPool_t
new_pool (const PoolProps *props)
{
  cudaMemPool_t pool = calloc (1, sizeof *pool);

  pool->owner.take_back = take_back;
  pool->props = *props;
  pool->values[FOLLOW_EVENTS] = pool->values[OPPORTUNISTIC] = pool->values[INTERNAL_DEPENDENCIES] = 1;
  pool->next = pools;
  pools = pool;
  return pool;
}

static cudaMemPool_t
usual_pool (int device)
{
  pthread_mutex_lock (&lock);
  if (usual[device] == NULL)
    usual[device] = new_pool (&(PoolProps){ .allocation = ALLOCATION_PINNED, .location = { LOCATION_DEVICE, device } });
  pthread_mutex_unlock (&lock);
  return usual[device];
}

static cudaMemPool_t
chosen_pool (int device)
{
  cudaMemPool_t of_device = usual_pool (device);

  return chosen[device] ? chosen[device] : of_device;
}

static int
is_here (const Location *location)
{
  return location->type == LOCATION_DEVICE && ihop_devices_is (location->id);
}

IHOP_CUDART cudaError_t
cudaMemPoolCreate (cudaMemPool_t *pool, const PoolProps *props)
{
  *pool = NULL;
  if (props->allocation != ALLOCATION_PINNED || !is_here (&props->location))
    return ihop_cudart_error (cudaErrorInvalidValue);
  if (props->handles)
    return ihop_cudart_fail (cudaErrorNotSupported, "cudaMemPoolCreate", strdup ("pools are not shared between processes here"));
  pthread_mutex_lock (&lock);
  *pool = new_pool (props);
  pthread_mutex_unlock (&lock);
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaMemPoolDestroy (cudaMemPool_t pool)
{
  int device = pool ? pool->props.location.id : 0;

  if (pool == NULL || pool == usual[device])
    return ihop_cudart_error (cudaErrorInvalidValue);
  pthread_mutex_lock (&lock);
  chosen[device] = chosen[device] == pool ? NULL : chosen[device];
  pool->is_destroyed = 1;
  if (pool->given.n == 0)
    free_pool (pool);
  pthread_mutex_unlock (&lock);
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaMemPoolTrimTo (cudaMemPool_t pool, size_t keep)
{
  pthread_mutex_lock (&lock);
  trim (pool, keep);
  pthread_mutex_unlock (&lock);
  return cudaSuccess;
}

void
ihop_pools_trim (void)
{
  if (__atomic_load_n (&n_kept, __ATOMIC_RELAXED) == 0)
    return;
  pthread_mutex_lock (&lock);
  for (cudaMemPool_t pool = pools; pool; pool = pool->next)
    trim (pool, pool->values[THRESHOLD]);
  pthread_mutex_unlock (&lock);
}

/* The first three are of type int, the others are 64 bits wide. */
IHOP_CUDART cudaError_t
cudaMemPoolGetAttribute (cudaMemPool_t pool, int attribute, void *value)
{
  if (attribute < FOLLOW_EVENTS || attribute >= N_ATTRIBUTES)
    return ihop_cudart_error (cudaErrorInvalidValue);
  pthread_mutex_lock (&lock);
  if (attribute < THRESHOLD)
    *(int *) value = pool->values[attribute];
  else
    *(unsigned long long *) value = pool->values[attribute];
  pthread_mutex_unlock (&lock);
  return cudaSuccess;
}

/* High-water marks can only be set back, to 0; what is in use at the moment is the next one. */
IHOP_CUDART cudaError_t
cudaMemPoolSetAttribute (cudaMemPool_t pool, int attribute, void *value)
{
  int is_mark = attribute == RESERVED_HIGH || attribute == USED_HIGH;

  if (attribute < FOLLOW_EVENTS || (attribute > THRESHOLD && !is_mark) || (is_mark && *(unsigned long long *) value))
    return ihop_cudart_error (cudaErrorInvalidValue);
  pthread_mutex_lock (&lock);
  pool->values[attribute] = is_mark ? pool->values[attribute - 1]
                            : attribute < THRESHOLD ? *(unsigned *) value
                                                    : *(unsigned long long *) value;
  pthread_mutex_unlock (&lock);
  return cudaSuccess;
}

/* Whose own the memory is may not be shut out. */
IHOP_CUDART cudaError_t
cudaMemPoolSetAccess (cudaMemPool_t pool, const AccessDesc *list, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (!is_here (&list[i].location) || (list[i].location.id == pool->props.location.id && list[i].flags != ACCESS_BOTH))
      return ihop_cudart_error (cudaErrorInvalidValue);
  for (size_t i = 0; i < n; i++)
    pool->access[list[i].location.id] = list[i].flags;
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaMemPoolGetAccess (int *flags, cudaMemPool_t pool, const Location *location)
{
  if (!is_here (location))
    return ihop_cudart_error (cudaErrorInvalidValue);
  *flags = location->id == pool->props.location.id ? ACCESS_BOTH : pool->access[location->id];
  return cudaSuccess;
}

static cudaError_t
answer_pool (cudaMemPool_t *pool, int device, cudaMemPool_t (*of) (int device))
{
  *pool = ihop_devices_is (device) ? of (device) : NULL;
  return *pool ? cudaSuccess : cudaErrorInvalidDevice;
}

IHOP_CUDART cudaError_t
cudaDeviceGetDefaultMemPool (cudaMemPool_t *pool, int device)
{
  return ihop_cudart_error (answer_pool (pool, device, usual_pool));
}

IHOP_CUDART cudaError_t
cudaDeviceGetMemPool (cudaMemPool_t *pool, int device)
{
  return ihop_cudart_error (answer_pool (pool, device, chosen_pool));
}

IHOP_CUDART cudaError_t
cudaDeviceSetMemPool (int device, cudaMemPool_t pool)
{
  if (!ihop_devices_is (device) || pool == NULL || pool->props.location.id != device)
    return ihop_cudart_error (ihop_devices_is (device) ? cudaErrorInvalidValue : cudaErrorInvalidDevice);
  chosen[device] = pool;
  return cudaSuccess;
}

/* --- memory of theirs -------------------------------------------------------------------------- */

/* The address is known at once; what the stream is asked for from now on may use it. */
IHOP_CUDART cudaError_t
cudaMallocFromPoolAsync (void **place, size_t size, cudaMemPool_t pool, cudaStream_t stream)
{
  cudaError_t refusal = ihop_order_refusal (stream, "cudaMallocAsync");

  if (place == NULL || pool == NULL || refusal)
    return ihop_cudart_error (refusal ? refusal : cudaErrorInvalidValue);
  *place = NULL;
  if (size == 0)
    return cudaSuccess;
  if (ihop_capture_is_on (stream))
    return ihop_capture_obtain (stream, size, place);
  pthread_mutex_lock (&lock);
  *place = size <= (size_t) -GRAIN ? take_from (pool, (size + GRAIN - 1) / GRAIN * GRAIN) : NULL;
  pthread_mutex_unlock (&lock);
  if (*place == NULL)
    return ihop_cudart_error (cudaErrorMemoryAllocation);
  ihop_places_add_owned (*place, size, IHOP_PLACE_DEVICE, &pool->owner);
  return cudaSuccess;
}

IHOP_CUDART cudaError_t
cudaMallocAsync (void **place, size_t size, cudaStream_t stream)
{
  return cudaMallocFromPoolAsync (place, size, chosen_pool ((size_t) stream > 2 ? stream->device : ihop_devices_current ()), stream);
}

static cudaError_t
free_kept (void *data)
{
  return ihop_memory_release (*(void **) data, "cudaFreeAsync");
}

IHOP_CUDART cudaError_t
cudaFreeAsync (void *place, cudaStream_t stream)
{
  static const IhopWork work = { .run = free_kept, .size = sizeof (void *), .name = "cudaFreeAsync" };

  if (place && ihop_capture_is_on (stream))
    return ihop_capture_release (stream, place);
  return ihop_order_do (stream, &work, &place, 0, NULL);
}
