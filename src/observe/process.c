/* The watched program as a process: its record, its heap, its threads and children. */
#include "runtime.h"
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define WEAK __attribute__ ((weak)) /* a program may have its own */

IhopRecord *ihop_observe_record;
static int record_file = -1;
static const char *conditions_path;

void *
ihop_observe_memory (size_t bytes)
{
  static char *free_from, *free_to;

  bytes = (bytes + 63) & ~(size_t) 63;
  if ((size_t) (free_to - free_from) < bytes)
    {
      size_t chunk = bytes > 1 << 24 ? bytes : 1 << 24;
      void *memory = mmap (NULL, chunk, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (memory == MAP_FAILED)
        {
          static const char text[] = "ihop observe: no memory left to record accesses in\n";
          if (write (STDERR_FILENO, text, sizeof text - 1) > 0)
            _exit (70);
          _exit (70);
        }
      free_from = memory;
      free_to = free_from + chunk;
    }
  free_from += bytes;
  return free_from - bytes;
}

/* ---- Start ------------------------------------------------------------------------------------------- */

static int
map_tables (void)
{
  for (unsigned k = 0; k < 5; k++)
    {
      void *table = mmap (IHOP_TABLE (k), IHOP_TABLE_BYTES, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
      if (table != IHOP_TABLE (k))
        return 0;
    }
  return 1;
}

static void *
map_record (int how)
{
  void *record = mmap (ihop_observe_record, sizeof (IhopRecord), PROT_READ | PROT_WRITE,
                       how | (ihop_observe_record ? MAP_FIXED : 0), record_file, 0);

  return record == MAP_FAILED ? NULL : record;
}

/* A child is not watched: what it writes goes to a record of its own, which nobody reads. */
static void
in_child (void)
{
  map_record (MAP_PRIVATE);
}

__attribute__ ((constructor (101))) static void
start (void)
{
  const char *path = getenv ("IHOP_OBSERVE_RECORD");

  conditions_path = getenv ("IHOP_OBSERVE_CONDITIONS");
  record_file = path ? open (path, O_RDWR | O_CLOEXEC) : -1;
  unsetenv ("IHOP_OBSERVE_RECORD"); /* programs that this one starts leave no record */
  if (record_file >= 0)
    ihop_observe_record = map_record (MAP_SHARED);
  if (!ihop_observe_record)
    {
      static const char text[] = "ihop observe: this program runs only under ihop observe\n";
      if (write (STDERR_FILENO, text, sizeof text - 1) > 0)
        _exit (70);
      _exit (70);
    }
  ihop_observe_record->magic = IHOP_RECORD_MAGIC;
  pthread_atfork (NULL, NULL, in_child);
  if (getenv ("IHOP_OBSERVE_TRIPS"))
    {
      unsetenv ("IHOP_OBSERVE_TRIPS");
      ihop_observe_start_clock ();
      return;
    }
  if (!map_tables ())
    {
      ihop_observe_record->refused = 1;
      _exit (70);
    }
  ihop_observe_tick = 1ull << IHOP_STAMP_SHIFT;
  ihop_observe_now = ihop_observe_tick;
  ihop_observe_top = ihop_observe_record->active;
  ihop_observe_is_watched = 1;
}

/* ---- Objects: who an address belongs to ------------------------------------------------------------------ */

typedef struct
{
  uint64_t base, size, when;
} Object;

static Object *objects;          /* by the pass's number */
static uint32_t *used_objects, n_used_objects;

static void
object_set (uint64_t base, uint64_t size, uint32_t number)
{
  static uint64_t clock;

  if (!objects)
    {
      objects = ihop_observe_memory (IHOP_RECORD_SITES * sizeof (Object));
      used_objects = ihop_observe_memory (IHOP_RECORD_SITES * sizeof (uint32_t));
    }
  if (!objects[number].when)
    used_objects[n_used_objects++] = number;
  objects[number] = (Object){ base, size, ++clock };
}

void
ihop_observe_global (uint64_t base, uint64_t size, uint32_t number)
{
  if (ihop_observe_is_watched)
    object_set (base, size, number);
}

/* A variable's life begins. */
void
ihop_observe_local (uint64_t base, uint64_t size, uint32_t number)
{
  if (!ihop_observe_is_watched)
    return;
  ihop_observe_forget (base, size);
  object_set (base, size, number);
}

/* Blocks of the heap: an open hash table of their starts. */
typedef struct
{
  uint64_t base, size; /* size 0: was one */
} Block;

static Block *blocks;
static uint64_t n_block_slots, n_blocks;

static Block *
block_slot (uint64_t base)
{
  uint64_t at = (base * 0x9e3779b97f4a7c15ull >> 24) & (n_block_slots - 1);

  while (blocks[at].base != base && blocks[at].base != 0)
    at = (at + 1) & (n_block_slots - 1);
  return &blocks[at];
}

static void
blocks_grow (void)
{
  Block *old = blocks;
  uint64_t n = n_block_slots;

  uint64_t live = 0;
  for (uint64_t i = 0; i < n; i++)
    live += old[i].size > 0;
  for (n_block_slots = 1 << 12; n_block_slots < 4 * live; n_block_slots *= 2)
    continue;
  n_blocks = 0;
  blocks = ihop_observe_memory (n_block_slots * sizeof (Block));
  for (uint64_t i = 0; i < n; i++)
    if (old[i].size > 0)
      {
        *block_slot (old[i].base) = old[i];
        n_blocks++;
      }
}

static void
block_add (void *memory, uint64_t size)
{
  if (!ihop_observe_is_watched || !memory)
    return;
  ihop_observe_forget ((uint64_t) memory, malloc_usable_size (memory));
  if (2 * n_blocks >= n_block_slots)
    blocks_grow ();
  Block *block = block_slot ((uint64_t) memory);
  n_blocks += block->base == 0;
  *block = (Block){ (uint64_t) memory, size };
}

static void
block_remove (void *memory)
{
  Block *block = ihop_observe_is_watched && memory && blocks ? block_slot ((uint64_t) memory) : NULL;

  if (block)
    block->size = 0;
}

void
ihop_observe_locate (IhopRecordMeeting *meeting)
{
  uint64_t address = meeting->address, newest = 0;

  for (uint64_t i = 0; i < n_block_slots; i++)
    if (address - blocks[i].base < blocks[i].size)
      {
        meeting->base = blocks[i].base;
        meeting->size = blocks[i].size;
        return;
      }
  for (uint32_t i = 0; i < n_used_objects; i++)
    {
      const Object *object = &objects[used_objects[i]];
      if (address - object->base >= object->size || object->when <= newest)
        continue;
      newest = object->when;
      meeting->base = object->base;
      meeting->size = object->size;
      meeting->object = used_objects[i];
    }
}

/* ---- The heap ---------------------------------------------------------------------------------------- */

extern void *__libc_malloc (size_t size);
extern void *__libc_calloc (size_t n, size_t size);
extern void *__libc_realloc (void *memory, size_t size);
extern void *__libc_memalign (size_t alignment, size_t size);
extern void __libc_free (void *memory);

WEAK void *
malloc (size_t size)
{
  void *memory = __libc_malloc (size);

  block_add (memory, size);
  return memory;
}

WEAK void *
calloc (size_t n, size_t size)
{
  void *memory = __libc_calloc (n, size);

  block_add (memory, n * size);
  return memory;
}

WEAK void
free (void *memory)
{
  block_remove (memory);
  __libc_free (memory);
}

/* A block that moves is read, and written where it is then. */
WEAK void *
realloc (void *memory, size_t size)
{
  size_t old = memory ? malloc_usable_size (memory) : 0;
  void *moved = __libc_realloc (memory, size);

  if (!ihop_observe_is_watched || (moved == NULL && size > 0))
    return moved;
  block_remove (memory);
  if (moved == memory && moved)
    {
      size_t now = malloc_usable_size (moved);
      if (now > old)
        ihop_observe_forget ((uint64_t) moved + old, now - old);
      if (blocks == NULL || 2 * n_blocks >= n_block_slots)
        blocks_grow ();
      *block_slot ((uint64_t) moved) = (Block){ (uint64_t) moved, size };
      return moved;
    }
  block_add (moved, size);
  if (memory && moved)
    {
      ihop_observe_touch_read ((uint64_t) memory, old < size ? old : size, IHOP_RECORD_LIBRARY);
      ihop_observe_touch_write ((uint64_t) moved, old < size ? old : size, IHOP_RECORD_LIBRARY);
    }
  return moved;
}

WEAK void *
memalign (size_t alignment, size_t size)
{
  void *memory = __libc_memalign (alignment, size);

  block_add (memory, size);
  return memory;
}

WEAK void *
aligned_alloc (size_t alignment, size_t size)
{
  return memalign (alignment, size);
}

WEAK int
posix_memalign (void **memory, size_t alignment, size_t size)
{
  if (alignment % sizeof (void *) || (alignment & (alignment - 1)) || alignment == 0)
    return EINVAL;
  void *found = memalign (alignment, size);
  if (!found)
    return ENOMEM;
  *memory = found;
  return 0;
}

/* ---- Threads ------------------------------------------------------------------------------------------ */

extern int __real_pthread_create (pthread_t *thread, const pthread_attr_t *attributes, void *(*begin) (void *),
                                  void *argument);

/* Linked in place of pthread_create for the program's own calls. */
int
__wrap_pthread_create (pthread_t *thread, const pthread_attr_t *attributes, void *(*begin) (void *), void *argument)
{
  ihop_observe_record->threads++;
  return __real_pthread_create (thread, attributes, begin, argument);
}

/* ---- Conditions --------------------------------------------------------------------------------------- */

/* Asked in front of a loop: a line for each time that it does not hold, with the number of the loop's run. */
void
ihop_observe_condition (unsigned number, int holds)
{
  static unsigned long runs[4096];
  static int file = -1;
  char line[64];

  if (number >= sizeof runs / sizeof *runs)
    return;
  unsigned long run = runs[number]++;
  if (holds)
    return;
  if (file < 0 && conditions_path)
    file = open (conditions_path, O_WRONLY | O_APPEND | O_CLOEXEC);
  int n = snprintf (line, sizeof line, "%u %lu\n", number, run);
  if (file >= 0 && write (file, line, (size_t) n) < 0)
    file = -1;
}
