#include "simt/check/host.h"
#include "simt/check/blocks.h"
#include "simt/check/clock.h"
#include "simt/check/guard.h"
#include "simt/check/report.h"
#include "simt/check/stop.h"
#include "simt/check/transfer.h"

void *
ihop_host_allocate (size_t size, int kind)
{
  ihop_clock_lock ();
  gpointer place = ihop_arena_allocate (size, 512, kind == 1 ? IHOP_REGION_HOST : kind == 3 ? IHOP_REGION_MANAGED : IHOP_REGION_DEVICE, NULL);
  if (place)
    ihop_arena_at (place)->made = ihop_stop_caller ();
  ihop_clock_unlock ();
  return place;
}

static IhopFind
find_of (IhopFindKind kind, const char *function)
{
  return (IhopFind){ .kind = kind, .n_places = 1, .places = { { .kernel = function } } };
}

int
ihop_host_free (void *place, const char *function)
{
  IhopRegion *region = ihop_arena_at (place);

  if (region && !region->is_freed)
    {
      ihop_clock_lock ();
      if (ihop_streams_current ())
        ihop_transfer_check (region, region->start, region->size, TRUE, function);
      ihop_guard_forget (region);
      ihop_arena_free (region);
      ihop_clock_unlock ();
      return 1;
    }
  IhopFind find = find_of (IHOP_FIND_FREE, function);
  region = ihop_arena_find ((gsize) place);
  if (region)
    ihop_report_put_region (&find, region, (gsize) place);
  find.why = region && region->is_freed ? IHOP_WHY_NONE : IHOP_WHY_FAR;
  ihop_find_add (&find);
  return 0;
}

/* A block that is handed out twice, or comes back twice. */
static void
note_block (gboolean is_fine, void *place, const char *function)
{
  IhopFind find = find_of (IHOP_FIND_FREE, function);
  IhopRegion *region = ihop_arena_find ((gsize) place);

  if (is_fine)
    return;
  if (region)
    ihop_report_put_region (&find, ihop_blocks_find (region, (gsize) place), (gsize) place);
  find.why = region ? IHOP_WHY_BLOCKS_MEET : IHOP_WHY_FAR;
  ihop_find_add (&find);
}

void
ihop_host_give (void *place, size_t size, const char *name)
{
  ihop_clock_lock ();
  gboolean is_fine = ihop_blocks_give ((gsize) place, size, name);
  ihop_clock_unlock ();
  note_block (is_fine, place, "ihop_check_give");
}

void
ihop_host_take (void *place)
{
  ihop_clock_lock ();
  gboolean is_fine = ihop_blocks_take ((gsize) place);
  ihop_clock_unlock ();
  note_block (is_fine, place, "ihop_check_take");
}

void
ihop_host_name (void *place, const char *name)
{
  IhopRegion *region = ihop_arena_at (place);

  if (region == NULL || region->is_freed)
    return;
  g_free (region->name);
  region->name = g_strdup (name);
}

void
ihop_host_register (const void *place, size_t size)
{
  ihop_arena_register (place, size);
}

void
ihop_host_unregister (const void *place)
{
  ihop_arena_unregister (place);
}

/* What is done in the order of a stream has another name. */
static const char *
name_of (const char *function)
{
  g_autofree char *name = ihop_streams_current () ? g_strconcat (function, "Async", NULL) : NULL;

  return name ? g_intern_string (name) : function;
}

static gboolean
is_inside (const IhopRegion *region, guint64 address, gsize size)
{
  return !region->is_freed && address - region->start < region->size && size <= region->size - (address - region->start);
}

/* Where a copy or fill of a program's own blocks has to stay: in the one that it begins in. Others may be of the whole pool. */
static IhopRegion *
block_of (IhopRegion *region, guint64 address, gsize size)
{
  IhopRegion *block = ihop_blocks_find (region, address);

  if (block == NULL || block == region || address - block->start >= block->size || (address == region->start && size == region->size))
    return region;
  return block;
}

int
ihop_host_access (const void *place, size_t size, int writes, const char *function)
{
  guint64 address = (gsize) place;
  IhopRegion *region = ihop_arena_find (address);

  region = region ? region : ihop_arena_near (address);
  if (region == NULL || size == 0)
    return 1; /* memory of the host's own */
  IhopRegion *block = block_of (region, address, size);
  if (is_inside (block, address, size))
    {
      ihop_clock_lock ();
      ihop_guard_note (region, address, size);
      if (ihop_streams_current () == 0)
        ihop_guard_open ();
      ihop_transfer_check (region, address, size, writes, name_of (function));
      if (writes)
        ihop_arena_note_written (region, address, size);
      ihop_clock_unlock ();
      return 1;
    }
  IhopFind find = find_of (block->is_freed ? IHOP_FIND_FREED : IHOP_FIND_COPY, name_of (function));
  ihop_report_put_region (&find, block, address);
  find.bytes = MIN (size, G_MAXUINT);
  find.why = address < block->start ? IHOP_WHY_BEFORE : IHOP_WHY_BEHIND;
  ihop_find_add (&find);
  return 0;
}

/* What page-locked, managed or registered memory is on either side. */
static gboolean
is_on_side (const void *place, gboolean of_device)
{
  const IhopRegion *region = ihop_arena_find ((gsize) place);

  if (region == NULL)
    return !of_device || ihop_arena_is_registered ((gsize) place, 1);
  return of_device || region->kind == IHOP_REGION_HOST || region->kind == IHOP_REGION_MANAGED;
}

int
ihop_host_check_direction (const void *to, const void *from, int kind, const char *function)
{
  enum { HOST_TO_DEVICE = 1, DEVICE_TO_HOST, DEVICE_TO_DEVICE, ANY };
  gboolean is_to = kind == HOST_TO_DEVICE || kind == DEVICE_TO_DEVICE, is_from = kind == DEVICE_TO_HOST || kind == DEVICE_TO_DEVICE;

  if (kind == ANY || (is_on_side (to, is_to) && is_on_side (from, is_from)))
    return 1;
  IhopFind find = find_of (IHOP_FIND_COPY, name_of (function));
  find.why = IHOP_WHY_DIRECTION;
  ihop_find_add (&find);
  return 0;
}

void
ihop_host_refuse (const char *kernel, IhopRefusal why)
{
  static const IhopWhy whys[] = { IHOP_WHY_NONE, IHOP_WHY_THREADS, IHOP_WHY_BLOCKS, IHOP_WHY_SHARED, IHOP_WHY_NOT_ASKED, IHOP_WHY_COOPERATIVE, IHOP_WHY_REGISTERS };
  IhopFind find = find_of (IHOP_FIND_LAUNCH, kernel);

  find.why = whys[why];
  ihop_find_add (&find);
}

void
ihop_host_note_unasked (const char *function, int is_launch)
{
  IhopFind find = find_of (is_launch ? IHOP_FIND_UNASKED : IHOP_FIND_FAILED, function);

  ihop_find_add (&find);
}

void
ihop_host_note_misuse (const char *function, IhopMisuse what)
{
  static const IhopFindKind kinds[] = { IHOP_FIND_DESTROYED, IHOP_FIND_WAITED, IHOP_FIND_RECORDED, IHOP_FIND_CALLBACK };
  IhopFind find = find_of (kinds[what], function);

  ihop_find_add (&find);
}

void
ihop_host_end (void)
{
  const GPtrArray *regions = ihop_arena_regions ();

  for (guint i = 0; regions && ihop_find_has_part ("memory") && i < regions->len; i++)
    {
      const IhopRegion *region = regions->pdata[i];
      IhopFind find = find_of (IHOP_FIND_LEAK, "");
      if (region->is_freed || region->number == 0)
        continue;
      ihop_report_put_region (&find, region, region->start);
      ihop_find_add (&find);
    }
  for (guint i = 1; i <= ihop_streams_number (); i++)
    {
      const IhopActivityInfo *left = ihop_streams_left (i) ? ihop_activity_of (ihop_streams_left (i)) : NULL;
      IhopFind find = find_of (IHOP_FIND_LEFT, left ? left->name : "");
      if (left)
        ihop_find_add (&find);
    }
}

/* --- streams ---------------------------------------------------------------------------------- */

unsigned
ihop_host_open_stream (int kind)
{
  ihop_clock_lock ();
  guint stream = ihop_streams_open (kind);
  ihop_clock_unlock ();
  return stream;
}

unsigned
ihop_host_issue (unsigned stream)
{
  ihop_clock_lock ();
  guint issue = ihop_streams_issue (stream);
  ihop_clock_unlock ();
  return issue;
}

void
ihop_host_enter (unsigned issue)
{
  ihop_clock_lock ();
  ihop_guard_change (ihop_streams_current (), issue);
  ihop_streams_enter (issue);
  ihop_clock_unlock ();
}

void
ihop_host_put_behind (unsigned stream, unsigned issue)
{
  ihop_clock_lock ();
  ihop_streams_put_behind (stream, issue);
  ihop_clock_unlock ();
}

void
ihop_host_reach (unsigned issue)
{
  ihop_clock_lock ();
  ihop_streams_reach (issue);
  ihop_guard_reach ();
  ihop_clock_unlock ();
}

void
ihop_host_reach_all (unsigned stream)
{
  ihop_clock_lock ();
  ihop_streams_reach_all (stream);
  ihop_guard_reach ();
  ihop_clock_unlock ();
}

void
ihop_host_tell (int is_awaited)
{
  ihop_clock_lock ();
  if (ihop_streams_current ())
    ihop_streams_tell (ihop_streams_current (), is_awaited);
  ihop_clock_unlock ();
}

int
ihop_host_is_reached (unsigned issue)
{
  ihop_clock_lock ();
  gboolean is_reached = ihop_streams_are_ordered (issue, 0);
  ihop_clock_unlock ();
  return is_reached;
}

int
ihop_host_is_left (unsigned stream)
{
  ihop_clock_lock ();
  gboolean is_left = ihop_streams_left (stream) != 0;
  ihop_clock_unlock ();
  return is_left;
}
