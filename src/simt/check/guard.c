#include "simt/check/guard.h"
#include "simt/check/report.h"
#include "simt/check/streams.h"
#include "simt/check/stop.h"
#include <sys/mman.h>

/* Pages of this processor; how often one may be opened for one instruction alone. */
static const guint64 PAGE = 4096;
enum { MOST_STEPS = 100000, MOST_OPENED = 8 };

/* What a piece of work has used of a region. */
typedef struct
{
  IhopRegion *region;
  guint issue;
  guint64 from, to;
} Touch;

static GArray *touches; /* Touch */
static guint n_running, n_steps;
static gboolean is_closed;
static __thread guint64 opened[MOST_OPENED]; /* pages, for one instruction */
static __thread guint n_opened;

/* --- pages ------------------------------------------------------------------------------------ */

static void
protect (const Touch *touch, int access)
{
  guint64 from = touch->from / PAGE * PAGE, to = (touch->to + PAGE - 1) / PAGE * PAGE;

  mprotect ((gpointer) (gsize) from, to - from, access);
}

static void
protect_all (int access)
{
  for (guint i = 0; touches && i < touches->len; i++)
    protect (&g_array_index (touches, Touch, i), access);
}

void
ihop_guard_open (void)
{
  if (is_closed)
    protect_all (PROT_READ | PROT_WRITE);
  is_closed = FALSE;
}

static gboolean
is_guarded (guint64 address)
{
  gboolean is_guarded = FALSE;

  for (guint i = 0; is_closed && i < touches->len; i++)
    {
      const Touch *touch = &g_array_index (touches, Touch, i);
      is_guarded |= address >= touch->from / PAGE * PAGE && address < (touch->to + PAGE - 1) / PAGE * PAGE;
    }
  return is_guarded;
}

/* --- the host comes --------------------------------------------------------------------------- */

/* With what the access races; FALSE: with nothing. What the device does for the whole system may be meant for the host. */
static gboolean
races (const IhopCell *cell, gboolean writes, IhopCellAccess *with)
{
  const IhopCellAccess accesses[] = { cell->write, cell->read };

  for (guint i = 0; i < (writes ? 2 : 1); i++)
    {
      *with = accesses[i];
      if (with->stamp == 0 || with->scope == IHOP_SCOPE_SYSTEM)
        continue;
      if (!ihop_streams_may_be_known (ihop_activity_info (ihop_clock_at (with->stamp).work)->issue))
        return TRUE;
    }
  return FALSE;
}

static void
check (const IhopStop *stop)
{
  IhopRegion *region = ihop_arena_find (stop->address);
  IhopFind find = { .kind = IHOP_FIND_RACE, .why = IHOP_WHY_HOST, .n_places = 2 };
  IhopCellAccess with;

  if (region == NULL || region->is_freed || stop->address - region->start >= region->size
      || !races (ihop_arena_cell (region, stop->address), stop->writes, &with))
    return;
  find.places[0] = ihop_stop_place (stop);
  find.places[1] = ihop_team_place_of (with);
  ihop_report_put_region (&find, region, stop->address);
  ihop_find_add (&find);
}

/* FALSE: the address is none of ours. */
static gboolean
come (const IhopStop *stop, gboolean can_step)
{
  guint64 page = stop->address / PAGE * PAGE;
  gboolean steps = FALSE;

  ihop_clock_lock ();
  gboolean is_ours = is_guarded (stop->address);
  if (is_ours)
    {
      check (stop);
      steps = can_step && n_opened < MOST_OPENED && n_steps++ < MOST_STEPS;
      mprotect ((gpointer) (gsize) page, PAGE, PROT_READ | PROT_WRITE);
      if (steps)
        opened[n_opened++] = page;
    }
  ihop_clock_unlock ();
  if (steps)
    ihop_stop_step (stop);
  return is_ours;
}

/* The instruction is done. FALSE: it is none of ours. */
static gboolean
go_on (void)
{
  gboolean is_ours = n_opened > 0;

  ihop_clock_lock ();
  for (; n_opened > 0; n_opened--)
    if (is_guarded (opened[n_opened - 1]))
      mprotect ((gpointer) (gsize) opened[n_opened - 1], PAGE, PROT_NONE);
  ihop_clock_unlock ();
  return is_ours;
}

/* --- work ------------------------------------------------------------------------------------- */

/* Those that the host has waited for are no more. */
static void
thin_out (void)
{
  for (guint i = touches->len; i > 0; i--)
    {
      if (ihop_streams_may_be_known (g_array_index (touches, Touch, i - 1).issue))
        g_array_remove_index_fast (touches, i - 1);
    }
}

static void
close_again (void)
{
  thin_out ();
  if (n_running > 0 || touches->len == 0 || !ihop_stop_take (come, go_on))
    return;
  protect_all (PROT_NONE);
  is_closed = TRUE;
}

void
ihop_guard_note (IhopRegion *region, guint64 address, gsize size)
{
  guint issue = ihop_streams_current ();

  if (issue == 0 || (region->kind != IHOP_REGION_HOST && region->kind != IHOP_REGION_MANAGED))
    return;
  if (touches == NULL)
    touches = g_array_new (FALSE, FALSE, sizeof (Touch));
  for (guint i = touches->len; i > 0; i--)
    {
      Touch *touch = &g_array_index (touches, Touch, i - 1);
      if (touch->region != region || touch->issue != issue)
        continue;
      touch->from = MIN (touch->from, address);
      touch->to = MAX (touch->to, address + size);
      return;
    }
  const Touch touch = { region, issue, address, address + size };
  g_array_append_val (touches, touch);
}

void
ihop_guard_change (guint from, guint to)
{
  if (from == 0)
    ihop_guard_open ();
  n_running += (to != 0) - (from != 0);
  if (to == 0 && touches)
    close_again ();
}

void
ihop_guard_reach (void)
{
  if (touches == NULL || touches->len == 0 || n_running > 0)
    return;
  ihop_guard_open ();
  close_again ();
}

void
ihop_guard_forget (const IhopRegion *region)
{
  gboolean was_closed = is_closed;

  ihop_guard_open ();
  for (guint i = touches ? touches->len : 0; i > 0; i--)
    if (g_array_index (touches, Touch, i - 1).region == region)
      g_array_remove_index_fast (touches, i - 1);
  if (was_closed)
    close_again ();
}
