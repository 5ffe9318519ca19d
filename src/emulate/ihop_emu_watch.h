/* ihop_emu_watch.h: what instrumented kernels tell about their accesses.
 * Comes after ihop_emu_cuda.h.
 *
 * Data races, with -DIHOP_EMU_RACE (otherwise the calls are empty):
 *     ihop_emu_read (ptr, bytes)     before each load,
 *     ihop_emu_write (ptr, bytes)    before each store,
 *     ihop_emu_atomic (ptr, bytes)   before each atomic operation.
 * Two different threads of one launch that touch the same byte, at least one of
 * them writing and not both atomically, are a race; the first one found ends the
 * program. Nothing orders threads within a launch: barriers are not known yet.
 * The same calls refuse addresses outside live device memory.
 *
 * Sectors, when IHOP_EMU_SECTORS names a file: what memory moves for a warp's
 * access are the 32-byte sectors that its 32 lanes touch together.
 *     ihop_emu_site (site, ptr, bytes)   for access number "site" of the program
 *     ihop_emu_block_end ()              after the last thread of a block
 * Emulated threads run one after another, so "together" is put back together
 * afterwards: the n-th time a thread of a block comes to a site belongs with the
 * n-th time of its 31 neighbours. Where lanes skip iterations that others run,
 * this pairs different ones, as the card would only if it reconverged so.
 * At exit the file gets
 *     {"version": 1, "sites": [{"site": 3, "kernel": "f_k0",
 *        "accesses": warp accesses,  "sectors": sectors of all of them,
 *        "lanes": thread accesses,   "bytes": bytes the threads asked for}]} */
#ifndef IHOP_EMU_WATCH_H
#define IHOP_EMU_WATCH_H

/* ---- The owner's word ------------------------------------------------------ */

/* A heap whose greatest element is the first, from "at" down. */
IHOP_EMU_FUNCTION void
ihop_emu_sift (long long *numbers, long at, long count)
{
  for (long child; (child = 2 * at + 1) < count; at = child)
    {
      child += child + 1 < count && numbers[child + 1] > numbers[child];
      if (numbers[at] >= numbers[child])
        return;
      long long number = numbers[at];
      numbers[at] = numbers[child];
      numbers[child] = number;
    }
}

/* "count" integers of "size" bytes, no two of which are equal, the owner says. */
IHOP_EMU_FUNCTION void
ihop_emu_distinct (const void *ptr, long count, size_t size, const char *name)
{
  long long *numbers = count > 1 ? __builtin_malloc ((size_t) count * sizeof *numbers) : NULL;
  const char *bytes = ptr;

  if (numbers == NULL)
    return;
  for (long i = 0; i < count; i++, bytes += size)
    numbers[i] = size == 1 ? *(const signed char *) bytes : size == 2 ? *(const short *) bytes
               : size == 4 ? *(const int *) bytes : *(const long long *) bytes;
  for (long i = count / 2; i-- > 0;)
    ihop_emu_sift (numbers, i, count);
  for (long last = count; --last > 0;)
    {
      long long greatest = numbers[0];
      numbers[0] = numbers[last];
      ihop_emu_sift (numbers, 0, last);
      if (numbers[0] == greatest)
        ihop_emu_fail (ihop_emu.file, ihop_emu.line, "on the owner's word, permutation %s: this does "
                       "not hold, %lld stands there twice", name, greatest);
    }
  __builtin_free (numbers);
}

/* ---- Who runs -------------------------------------------------------------- */

IHOP_EMU_FUNCTION unsigned long
ihop_emu_linear (dim3 at, dim3 size)
{
  return at.x + (unsigned long) size.x * (at.y + (unsigned long) size.y * at.z);
}

IHOP_EMU_FUNCTION unsigned long
ihop_emu_block_number (void)
{
  return ihop_emu_linear (ihop_emu_thread.blockIdx, ihop_emu_thread.gridDim);
}

IHOP_EMU_FUNCTION unsigned
ihop_emu_thread_number (void)
{
  return (unsigned) ihop_emu_linear (ihop_emu_thread.threadIdx, ihop_emu_thread.blockDim);
}

/* ---- Races ------------------------------------------------------------------ */

/* Who touched a byte, as launch and thread in one number (0: nobody). Of readers
 * and atomic users two are kept: whoever comes later differs from one of two
 * different ones, so more need not be known to find a collision. */
struct ihop_emu_shadow {
  unsigned long writer, readers[2], atomics[2];
};

enum ihop_emu_access { IHOP_EMU_READ, IHOP_EMU_WRITE, IHOP_EMU_ATOMIC };

#define IHOP_EMU_THREAD_BITS 44

/* Launches are counted in the upper 20 bits; the counter starts over after a
 * million of them, when stale entries are as good as gone. */
IHOP_EMU_FUNCTION unsigned long
ihop_emu_ticket (void)
{
  dim3 b = ihop_emu_thread.blockDim;
  unsigned long thread = ihop_emu_block_number () * ((unsigned long) b.x * b.y * b.z)
                         + ihop_emu_thread_number ();

  return ihop_emu.kernels << IHOP_EMU_THREAD_BITS | (thread + 1);
}

__attribute__ ((noreturn))
IHOP_EMU_FUNCTION void
ihop_emu_race (const struct ihop_emu_allocation *a, size_t byte, enum ihop_emu_access mine,
               enum ihop_emu_access theirs, unsigned long other)
{
  static const char *const verbs[] = { "reads", "writes", "updates atomically" };
  dim3 block = ihop_emu_thread.blockIdx, me = ihop_emu_thread.threadIdx;
  dim3 size = ihop_emu_thread.blockDim;
  unsigned long threads = (unsigned long) size.x * size.y * size.z;
  unsigned long thread = (other & (((unsigned long) 1 << IHOP_EMU_THREAD_BITS) - 1)) - 1;

  ihop_emu_fail (ihop_emu.file, ihop_emu.line,
                 "data race in kernel %s: thread %u,%u,%u of block %u,%u,%u %s byte %zu of "
                 "allocation #%d (made at %s:%d), which thread number %lu of block number %lu %s",
                 ihop_emu.kernel, me.x, me.y, me.z, block.x, block.y, block.z, verbs[mine], byte,
                 ihop_emu_number (a), a->file, a->line, thread % threads, thread / threads,
                 verbs[theirs]);
}

/* Somebody of this launch other than "me" in "pair"? Entries of earlier launches
 * are forgotten. */
IHOP_EMU_FUNCTION unsigned long
ihop_emu_other (unsigned long *who, int n, unsigned long me)
{
  for (int i = 0; i < n; i++) {
    if (who[i] >> IHOP_EMU_THREAD_BITS != me >> IHOP_EMU_THREAD_BITS)
      who[i] = 0;
    if (who[i] != 0 && who[i] != me)
      return who[i];
  }
  return 0;
}

IHOP_EMU_FUNCTION void
ihop_emu_remember (unsigned long pair[2], unsigned long me)
{
  if (pair[0] == 0 || pair[0] == me)
    pair[0] = me;
  else
    pair[1] = me;
}

IHOP_EMU_FUNCTION void
ihop_emu_touch_byte (struct ihop_emu_shadow *shadow, const struct ihop_emu_allocation *a,
                     size_t byte, enum ihop_emu_access mine, unsigned long me)
{
  struct ihop_emu_shadow *s = &shadow[byte];
  unsigned long writer = ihop_emu_other (&s->writer, 1, me);
  unsigned long reader = ihop_emu_other (s->readers, 2, me);
  unsigned long atomic = ihop_emu_other (s->atomics, 2, me);

  if (writer != 0)
    ihop_emu_race (a, byte, mine, IHOP_EMU_WRITE, writer);
  if (reader != 0 && mine != IHOP_EMU_READ)
    ihop_emu_race (a, byte, mine, IHOP_EMU_READ, reader);
  if (atomic != 0 && mine != IHOP_EMU_ATOMIC)
    ihop_emu_race (a, byte, mine, IHOP_EMU_ATOMIC, atomic);
  if (mine == IHOP_EMU_WRITE)
    s->writer = me;
  else
    ihop_emu_remember (mine == IHOP_EMU_READ ? s->readers : s->atomics, me);
}

/* A shadow is 40 bytes for one, but only pages that are touched exist. */
IHOP_EMU_FUNCTION struct ihop_emu_shadow *
ihop_emu_shadow_of (struct ihop_emu_allocation *a)
{
  if (a->shadow == NULL)
    a->shadow = ihop_emu_mmap (NULL, a->size * sizeof (struct ihop_emu_shadow), IHOP_EMU_PROT_RW,
                               IHOP_EMU_MAP_PRIVATE | IHOP_EMU_MAP_ANONYMOUS
                               | IHOP_EMU_MAP_NORESERVE, -1, 0);
  if (a->shadow == (void *) -1)
    ihop_emu_fail (ihop_emu.file, ihop_emu.line, "no address space for the race detector");
  return a->shadow;
}

IHOP_EMU_FUNCTION void
ihop_emu_touch (const volatile void *ptr, size_t bytes, enum ihop_emu_access mine)
{
  static const char *const verbs[] = { "read", "write", "update" };
  struct ihop_emu_allocation *a = ihop_emu_find (ptr);
  dim3 b = ihop_emu_thread.blockIdx, t = ihop_emu_thread.threadIdx;
  unsigned long me = ihop_emu_ticket ();
  size_t first;

  if (ihop_emu.kernel == NULL || a == NULL
      || bytes > a->size - (size_t) ((const volatile unsigned char *) ptr - a->ptr))
    ihop_emu_fail (ihop_emu.file, ihop_emu.line,
                   "kernel %s: thread %u,%u,%u of block %u,%u,%u would %s %zu bytes at %p, "
                   "outside all live device memory",
                   ihop_emu.kernel != NULL ? ihop_emu.kernel : "?", t.x, t.y, t.z, b.x, b.y, b.z,
                   verbs[mine], bytes, (void *) (size_t) ptr);
  first = (size_t) ((const volatile unsigned char *) ptr - a->ptr);
  for (size_t i = 0; i < bytes; i++)
    ihop_emu_touch_byte (ihop_emu_shadow_of (a), a, first + i, mine, me);
}

#ifdef IHOP_EMU_RACE
#define ihop_emu_read(ptr, bytes) ihop_emu_touch ((ptr), (bytes), IHOP_EMU_READ)
#define ihop_emu_write(ptr, bytes) ihop_emu_touch ((ptr), (bytes), IHOP_EMU_WRITE)
#define ihop_emu_atomic(ptr, bytes) ihop_emu_touch ((ptr), (bytes), IHOP_EMU_ATOMIC)
#else
#define ihop_emu_read(ptr, bytes) ((void) (ptr), (void) (bytes))
#define ihop_emu_write(ptr, bytes) ((void) (ptr), (void) (bytes))
#define ihop_emu_atomic(ptr, bytes) ((void) (ptr), (void) (bytes))
#endif

/* ---- Sectors ------------------------------------------------------------------- */

#define IHOP_EMU_SECTOR 32
#define IHOP_EMU_WARP 32
#define IHOP_EMU_SITES_MOST (1 << 20)

struct ihop_emu_site_sums {
  const char *kernel;             /* NULL: never come to */
  unsigned long accesses, sectors, lanes, bytes;
  unsigned long block;            /* whose visits these are */
  unsigned *visits;               /* of each thread of that block */
};

/* One sector of one warp access of the running block; with sector -1, the
 * access itself. The table is a set: open addressing, a power of two long. */
struct ihop_emu_sector {
  unsigned long sector;
  unsigned site, warp, visit, used;
};

struct ihop_emu_sectors {
  const char *path;               /* IHOP_EMU_SECTORS, or NULL */
  int asked;                      /* path was looked up */
  struct ihop_emu_site_sums *sites;
  int n_sites;
  struct ihop_emu_sector *set;
  size_t n, room;
  unsigned long launch, block, blocks;  /* blocks: serial number of the running one */
};

__attribute__ ((weak)) struct ihop_emu_sectors ihop_emu_sectors;

IHOP_EMU_FUNCTION void *
ihop_emu_grown (void *old, size_t old_bytes, size_t bytes)
{
  char *memory = __builtin_realloc (old, bytes);

  if (memory == NULL)
    ihop_emu_fail (ihop_emu.file, ihop_emu.line, "out of host memory");
  __builtin_memset (memory + old_bytes, 0, bytes - old_bytes);
  return memory;
}

IHOP_EMU_FUNCTION struct ihop_emu_sector *
ihop_emu_sector_slot (struct ihop_emu_sector *set, size_t room, const struct ihop_emu_sector *key)
{
  unsigned long hash = key->sector * 0x9e3779b97f4a7c15ul
                       ^ ((unsigned long) key->site << 40 | (unsigned long) key->visit << 8
                          | key->warp) * 0xc2b2ae3d27d4eb4ful;
  size_t i = (hash ^ hash >> 29) & (room - 1);

  while (set[i].used && (set[i].sector != key->sector || set[i].site != key->site
                         || set[i].warp != key->warp || set[i].visit != key->visit))
    i = (i + 1) & (room - 1);
  return &set[i];
}

IHOP_EMU_FUNCTION void
ihop_emu_sector_rehash (void)
{
  struct ihop_emu_sectors *s = &ihop_emu_sectors;
  size_t room = s->room != 0 ? s->room * 2 : 1024;
  struct ihop_emu_sector *set = ihop_emu_grown (NULL, 0, room * sizeof *set);

  for (size_t i = 0; i < s->room; i++)
    if (s->set[i].used)
      *ihop_emu_sector_slot (set, room, &s->set[i]) = s->set[i];
  __builtin_free (s->set);
  s->set = set;
  s->room = room;
}

/* Returns 1 if it was not there. */
IHOP_EMU_FUNCTION unsigned
ihop_emu_sector_add (unsigned site, unsigned warp, unsigned visit, unsigned long sector)
{
  struct ihop_emu_sector key = { sector, site, warp, visit, 1 }, *slot;
  struct ihop_emu_sectors *s = &ihop_emu_sectors;

  if (s->n * 2 >= s->room)
    ihop_emu_sector_rehash ();
  slot = ihop_emu_sector_slot (s->set, s->room, &key);
  if (slot->used)
    return 0;
  *slot = key;
  s->n++;
  return 1;
}

/* Sums are kept as we go: all that a block leaves behind is its set. */
IHOP_EMU_FUNCTION void
ihop_emu_block_end (void)
{
  struct ihop_emu_sectors *s = &ihop_emu_sectors;

  if (s->n != 0)
    __builtin_memset (s->set, 0, s->room * sizeof *s->set);
  s->n = 0;
  s->blocks++;
}

/* The site's record, with its visits counted for the running block. */
IHOP_EMU_FUNCTION struct ihop_emu_site_sums *
ihop_emu_site_now (int site)
{
  struct ihop_emu_sectors *s = &ihop_emu_sectors;
  struct ihop_emu_site_sums *sums;

  if (site < 0 || site >= IHOP_EMU_SITES_MOST)
    ihop_emu_fail (ihop_emu.file, ihop_emu.line, "ihop_emu_site: %d is no number of a site", site);
  if (site >= s->n_sites) {
    int n = site * 2 + 16;
    s->sites = ihop_emu_grown (s->sites, (size_t) s->n_sites * sizeof *sums,
                               (size_t) n * sizeof *sums);
    s->n_sites = n;
  }
  sums = &s->sites[site];
  if (sums->visits == NULL || sums->block != s->blocks) {
    sums->visits = ihop_emu_grown (sums->visits, 0, 1024 * sizeof *sums->visits);
    sums->block = s->blocks;
  }
  sums->kernel = ihop_emu.kernel;
  return sums;
}

IHOP_EMU_FUNCTION int
ihop_emu_sectors_wanted (void)
{
  if (!ihop_emu_sectors.asked)
    ihop_emu_sectors.path = ihop_emu_getenv ("IHOP_EMU_SECTORS");
  ihop_emu_sectors.asked = 1;
  return ihop_emu_sectors.path != NULL && ihop_emu_sectors.path[0] != '\0';
}

IHOP_EMU_FUNCTION void
ihop_emu_site (int site, const volatile void *ptr, size_t bytes)
{
  struct ihop_emu_sectors *s = &ihop_emu_sectors;
  unsigned long block = ihop_emu_block_number (), sector = (size_t) ptr / IHOP_EMU_SECTOR;
  unsigned thread = ihop_emu_thread_number () & 1023, visit;
  struct ihop_emu_site_sums *sums;

  if (bytes == 0 || ihop_emu.kernel == NULL || !ihop_emu_sectors_wanted ())
    return;
  if (s->launch != ihop_emu.kernels || s->block != block)
    ihop_emu_block_end ();  /* in case the kernel forgot */
  s->launch = ihop_emu.kernels;
  s->block = block;
  sums = ihop_emu_site_now (site);
  visit = sums->visits[thread]++;
  sums->lanes++;
  sums->bytes += bytes;
  sums->accesses += ihop_emu_sector_add ((unsigned) site, thread / IHOP_EMU_WARP, visit,
                                         (unsigned long) -1);
  for (; sector <= ((size_t) ptr + bytes - 1) / IHOP_EMU_SECTOR; sector++)
    sums->sectors += ihop_emu_sector_add ((unsigned) site, thread / IHOP_EMU_WARP, visit, sector);
}

#endif /* IHOP_EMU_WATCH_H */
