#include "simt/check/arena.h"
#include <string.h>
#include <sys/mman.h>

/* Bytes of the reservation, and of the pages by which regions are found. */
static const guint64 SPACE = 1ull << 41, PAGE = 1ull << 16;
enum { WORD = 4, LEAST_ROOM = 1 << 20, MOST_ROOM = 1 << 26 };

typedef struct
{
  guint64 start;
  gsize size;
} Registered;

static struct
{
  GMutex lock;
  guint64 base, next;        /* 0: not reserved yet; where the next region goes */
  IhopCell *words, *bytes;   /* of the address "base" */
  guint32 *pages;            /* by number of the page: number of the region + 1 */
  GPtrArray *regions;        /* by their starts */
  GArray *registered;
  guint n_allocations;
  gboolean has_heap;         /* kernels use the host's */
} arena;

/* --- address space ---------------------------------------------------------------------------- */

static gpointer
reserve (guint64 size, int access)
{
  gpointer place = mmap (NULL, size, access, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

  return place == MAP_FAILED ? NULL : place;
}

static gboolean
is_reserved (void)
{
  if (arena.base)
    return TRUE;
  guint8 *place = reserve (SPACE + PAGE, PROT_NONE);
  arena.words = reserve (SPACE / WORD * sizeof (IhopCell), PROT_READ | PROT_WRITE);
  arena.bytes = reserve (SPACE * sizeof (IhopCell), PROT_READ | PROT_WRITE);
  arena.pages = reserve (SPACE / PAGE * sizeof *arena.pages, PROT_READ | PROT_WRITE);
  if (place == NULL || arena.words == NULL || arena.bytes == NULL || arena.pages == NULL)
    return FALSE;
  arena.base = ((gsize) place + PAGE - 1) / PAGE * PAGE;
  arena.next = arena.base + LEAST_ROOM;
  arena.regions = g_ptr_array_new ();
  return TRUE;
}

static guint64
rounded (guint64 size)
{
  return (MAX (size, 1) + PAGE - 1) / PAGE * PAGE;
}

/* Where addresses are used up: what was freed first and is large enough. 0: nothing is. */
static guint64
take_freed (gsize size, gsize align)
{
  for (guint i = 0; i < arena.regions->len; i++)
    {
      IhopRegion *region = arena.regions->pdata[i];
      if (!region->is_freed || region->is_replaced || rounded (region->size) < rounded (size) || region->start % align)
        continue;
      region->is_replaced = TRUE;
      return region->start;
    }
  return 0;
}

/* Addresses for it; 0: there are none. */
static guint64
find_room (gsize size, gsize align)
{
  guint64 start = (arena.next + align - 1) / align * align, room = MIN (MAX (size, (gsize) LEAST_ROOM), (gsize) MOST_ROOM);

  if (size >= SPACE / 2)
    return 0;
  if (start + rounded (size) + room >= arena.base + SPACE)
    return take_freed (size, align);
  arena.next = start + rounded (size) + rounded (room);
  return start;
}

static IhopRegion *
new_region (guint64 start, gsize size, IhopRegionKind kind, const char *name)
{
  IhopRegion *region = g_new0 (IhopRegion, 1);

  region->start = start;
  region->size = size;
  region->kind = kind;
  region->name = g_strdup (name);
  region->is_written = kind != IHOP_REGION_DEVICE;
  region->number = kind == IHOP_REGION_OWN || kind == IHOP_REGION_VARIABLE || kind == IHOP_REGION_CONSTANT ? 0 : ++arena.n_allocations;
  g_ptr_array_add (arena.regions, region);
  for (guint64 page = 0; page < rounded (size) / PAGE; page++)
    arena.pages[(region->start - arena.base) / PAGE + page] = arena.regions->len;
  return region;
}

gpointer
ihop_arena_allocate (gsize size, gsize align, IhopRegionKind kind, const char *name)
{
  gpointer place = NULL;

  g_mutex_lock (&arena.lock);
  guint64 start = is_reserved () ? find_room (size, MAX (align, PAGE)) : 0;
  if (start && mprotect ((gpointer) (gsize) start, rounded (size), PROT_READ | PROT_WRITE) == 0)
    place = (gpointer) (gsize) new_region (start, size, kind, name)->start;
  g_mutex_unlock (&arena.lock);
  return place;
}

static void
forget_pages (gpointer place, gsize size)
{
  madvise (place, size, MADV_DONTNEED);
}

void
ihop_arena_free (IhopRegion *region)
{
  guint64 at = region->start - arena.base, size = rounded (region->size);

  g_mutex_lock (&arena.lock);
  region->is_freed = TRUE;
  forget_pages ((gpointer) (gsize) region->start, size);
  mprotect ((gpointer) (gsize) region->start, size, PROT_NONE);
  if (region->has_bytes)
    forget_pages (arena.bytes + at, size * sizeof (IhopCell));
  else
    forget_pages (arena.words + at / WORD, size / WORD * sizeof (IhopCell));
  g_mutex_unlock (&arena.lock);
}

/* --- the host's memory ------------------------------------------------------------------------ */

void
ihop_arena_register (gconstpointer start, gsize size)
{
  const Registered one = { (gsize) start, size };

  g_mutex_lock (&arena.lock);
  if (arena.registered == NULL)
    arena.registered = g_array_new (FALSE, FALSE, sizeof one);
  g_array_append_val (arena.registered, one);
  g_mutex_unlock (&arena.lock);
}

void
ihop_arena_unregister (gconstpointer start)
{
  g_mutex_lock (&arena.lock);
  for (guint i = 0; arena.registered && i < arena.registered->len; i++)
    if (g_array_index (arena.registered, Registered, i).start == (gsize) start)
      {
        g_array_remove_index_fast (arena.registered, i);
        break;
      }
  g_mutex_unlock (&arena.lock);
}

void
ihop_arena_open_heap (void)
{
  arena.has_heap = TRUE;
}

gboolean
ihop_arena_is_registered (guint64 address, gsize size)
{
  gboolean found = arena.has_heap && address - arena.base >= SPACE && address >= PAGE;

  g_mutex_lock (&arena.lock);
  for (guint i = 0; arena.registered && i < arena.registered->len; i++)
    {
      const Registered *one = &g_array_index (arena.registered, Registered, i);
      found |= address - one->start < one->size && size <= one->size - (address - one->start);
    }
  g_mutex_unlock (&arena.lock);
  return found;
}

gboolean
ihop_arena_has_heap (void)
{
  return arena.has_heap;
}

void
ihop_arena_visit_writable (void (*visit) (guint64 start, gsize size, gpointer data), gpointer data)
{
  for (guint i = 0; arena.regions && i < arena.regions->len; i++)
    {
      const IhopRegion *region = arena.regions->pdata[i];
      if (!region->is_freed && region->kind != IHOP_REGION_CONSTANT && region->kind != IHOP_REGION_OWN)
        visit (region->start, region->size, data);
    }
  for (guint i = 0; arena.registered && i < arena.registered->len; i++)
    {
      const Registered *one = &g_array_index (arena.registered, Registered, i);
      visit (one->start, one->size, data);
    }
}

/* --- finding ---------------------------------------------------------------------------------- */

IhopRegion *
ihop_arena_find (guint64 address)
{
  guint64 at = address - arena.base;

  if (arena.base == 0 || at >= SPACE)
    return NULL;
  guint32 number = arena.pages[at / PAGE];
  return number ? arena.regions->pdata[number - 1] : NULL;
}

IhopRegion *
ihop_arena_at (gconstpointer start)
{
  IhopRegion *region = ihop_arena_find ((gsize) start);

  return region && region->start == (gsize) start ? region : NULL;
}

/* Distance to a region from outside. */
static guint64
distance (const IhopRegion *region, guint64 address)
{
  return address < region->start ? region->start - address : address - region->start - region->size;
}

IhopRegion *
ihop_arena_near (guint64 address)
{
  IhopRegion *found = NULL;

  if (arena.base == 0 || address - arena.base >= SPACE)
    return NULL;
  g_mutex_lock (&arena.lock);
  for (guint i = 0; i < arena.regions->len; i++)
    {
      IhopRegion *region = arena.regions->pdata[i];
      if (region->is_replaced)
        continue;
      if (found == NULL || distance (region, address) < distance (found, address))
        found = region;
    }
  g_mutex_unlock (&arena.lock);
  return found;
}

const GPtrArray *
ihop_arena_regions (void)
{
  return arena.regions;
}

/* --- cells ------------------------------------------------------------------------------------ */

IhopCell *
ihop_arena_cell (const IhopRegion *region, guint64 address)
{
  guint64 at = address - arena.base;

  return region->has_bytes ? arena.bytes + at : arena.words + at / WORD;
}

static gboolean
is_empty (const IhopCell *cell)
{
  return cell->write.stamp == 0 && cell->read.stamp == 0 && cell->write.more == 0;
}

void
ihop_arena_split (IhopRegion *region)
{
  IhopCell *words = ihop_arena_cell (region, region->start);

  if (region->has_bytes)
    return;
  region->has_bytes = TRUE;
  IhopCell *bytes = ihop_arena_cell (region, region->start);
  for (gsize i = 0; i < (region->size + WORD - 1) / WORD; i++)
    for (guint k = 0; k < WORD && !is_empty (&words[i]); k++)
      {
        bytes[i * WORD + k] = words[i];
        ihop_cell_set_bytes (&bytes[i * WORD + k], ihop_cell_bytes (&words[i]) >> k & 1);
      }
  forget_pages (words, rounded (region->size) / WORD * sizeof (IhopCell));
}

void
ihop_arena_note_written (IhopRegion *region, guint64 address, gsize size)
{
  if (region->is_written)
    return;
  if (address == region->start && size == region->size)
    {
      region->is_written = TRUE;
      return;
    }
  for (gsize i = 0; i < size; i++)
    {
      IhopCell *cell = ihop_arena_cell (region, address + i);
      guint byte = region->has_bytes ? 0 : (address + i) % WORD;
      ihop_cell_set_bytes (cell, ihop_cell_bytes (cell) | 1u << byte);
    }
}
