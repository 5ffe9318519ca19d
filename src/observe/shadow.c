/* The cells: made, cut finer, forgotten; and what is found out from them. */
#include "runtime.h"
#include <string.h>

#define PAGE (1ull << IHOP_PAGE_BITS)
#define MOST_BITS 3

/* The cells of one page. */
typedef struct Page
{
  IhopCell *cells;
  uint64_t *reads;      /* n_reads stamps a cell, newest first, 0 behind the last; or NULL */
  unsigned n_reads;
  unsigned bits;        /* a granule has 1 << bits bytes */
  struct Page *next;    /* of those that are free */
} Page;

static Page *free_pages[MOST_BITS + 1];
static Page *free_headers;

#define PAGES ((Page **) IHOP_TABLE (4))

static uint64_t
cells_of (unsigned bits)
{
  return PAGE >> bits;
}

static void
publish (uint64_t page_number, Page *page)
{
  uint64_t first = (page_number << IHOP_PAGE_BITS) >> page->bits;

  PAGES[page_number] = page;
  IHOP_TABLE (page->bits)[page_number] = (uint64_t) page->cells - first * sizeof (IhopCell);
}

static Page *
page_new (uint64_t page_number, unsigned bits)
{
  Page *page = free_pages[bits];

  if (page)
    {
      free_pages[bits] = page->next;
      memset (page->cells, 0, cells_of (bits) * sizeof (IhopCell));
    }
  else
    {
      page = free_headers;
      if (page)
        free_headers = page->next;
      else
        page = ihop_observe_memory (sizeof (Page));
      *page = (Page){ .cells = ihop_observe_memory (cells_of (bits) * sizeof (IhopCell)), .bits = bits };
    }
  publish (page_number, page);
  return page;
}

static void
page_drop (uint64_t page_number, Page *page)
{
  PAGES[page_number] = NULL;
  IHOP_TABLE (page->bits)[page_number] = 0;
  page->next = free_pages[page->bits];
  free_pages[page->bits] = page;
}

static void
reads_grow (Page *page, unsigned most)
{
  uint64_t n = cells_of (page->bits);
  uint64_t *more = ihop_observe_memory (n * most * sizeof (uint64_t));

  for (uint64_t i = 0; page->reads && i < n; i++)
    memcpy (more + i * most, page->reads + i * page->n_reads, page->n_reads * sizeof (uint64_t));
  page->reads = more;
  page->n_reads = most;
}

/* The same page with finer granules, each of which has seen what the whole had seen. */
static Page *
page_refine (uint64_t page_number, unsigned bits)
{
  Page *old = PAGES[page_number], *page;
  unsigned finer = old->bits - bits;

  IHOP_TABLE (old->bits)[page_number] = 0;
  page = page_new (page_number, bits);
  if (old->reads && page->n_reads <= old->n_reads)
    reads_grow (page, old->n_reads + 1); /* room for the 0 behind a full list */
  for (uint64_t i = 0; i < cells_of (bits); i++)
    {
      page->cells[i] = old->cells[i >> finer];
      if (!old->reads)
        continue;
      memcpy (page->reads + i * page->n_reads, old->reads + (i >> finer) * old->n_reads,
              old->n_reads * sizeof (uint64_t));
      page->reads[i * page->n_reads + old->n_reads] = 0;
    }
  old->next = free_pages[old->bits];
  free_pages[old->bits] = old;
  return page;
}

static unsigned
bits_for (uint64_t address, uint64_t size)
{
  return (unsigned) __builtin_ctzll (address | size | 1 << MOST_BITS);
}

void
ihop_observe_forget (uint64_t address, uint64_t size)
{
  if (!ihop_observe_is_watched)
    return;
  while (size > 0)
    {
      uint64_t number = address >> IHOP_PAGE_BITS, here = PAGE - (address & (PAGE - 1));
      uint64_t part = here < size ? here : size;
      Page *page = PAGES[number];

      if (page && part == PAGE)
        page_drop (number, page);
      else if (page)
        {
          unsigned bits = bits_for (address, part);
          if (bits < page->bits)
            page = page_refine (number, bits);
          memset (page->cells + ((address & (PAGE - 1)) >> page->bits), 0,
                  (part >> page->bits) * sizeof (IhopCell));
        }
      address += part;
      size -= part;
    }
}

/* ---- Meetings --------------------------------------------------------------------------------- */

/* Keys of meetings that were seen at distance 1: nothing more can be learned of them. */
static uint64_t known[1 << 12];

static uint64_t
scatter (uint64_t key)
{
  return (key * 0x9e3779b97f4a7c15ull) >> 20;
}

static IhopRecordMeeting *
find_meeting (uint64_t key)
{
  IhopRecordMeeting *meetings = ihop_observe_record->meetings;
  uint64_t at = scatter (key) % IHOP_RECORD_MEETINGS;

  for (unsigned tries = 0; tries < 64; tries++, at = (at + 1) % IHOP_RECORD_MEETINGS)
    if (meetings[at].key == key || meetings[at].key == 0)
      return &meetings[at];
  ihop_observe_record->lost++;
  return NULL;
}

static void
note (unsigned carrier, uint64_t old, uint64_t address, uint64_t key)
{
  const IhopRecordActive *active = &ihop_observe_record->active[carrier];
  IhopRecordMeeting *meeting = find_meeting (key);
  int is_known;
  uint64_t sink = ihop_observe_count (active) - 1, source = ihop_observe_number (active, old, &is_known);
  uint64_t distance = sink > source ? sink - source : 1;

  if (!meeting)
    return;
  if (distance == 1)
    known[scatter (key) % (sizeof known / sizeof *known)] = key;
  if (meeting->key && meeting->distance <= distance)
    return;
  *meeting = (IhopRecordMeeting){ .key = key, .distance = distance, .source = source, .sink = sink,
                                  .run = active->run, .address = address, .at_least = !is_known };
  ihop_observe_locate (meeting);
}

/* Returns whether nothing more can be learned. */
static int
meet (unsigned carrier, uint64_t old, uint64_t address, uint32_t site, uint32_t kind)
{
  uint32_t source = (uint32_t) (old >> 1) & (IHOP_RECORD_SITES - 1);
  uint64_t key = ihop_record_key (ihop_observe_record->active[carrier].loop, kind, source, site);
  const uint64_t *seen = &known[scatter (key) % (sizeof known / sizeof *known)];

  if (*seen != key)
    note (carrier, old, address, key);
  return *seen == key;
}

void
ihop_observe_met_write (uint64_t old, uint64_t address, uint32_t site, uint32_t kind, IhopKnown *place)
{
  unsigned carrier = ihop_observe_is_watched ? ihop_observe_carrier (old) : 0;

  if (!carrier || !meet (carrier, old, address, site, kind) || !place)
    return;
  place->active = &ihop_observe_record->active[carrier];
  place->entry = place->active->entry;
  place->source = old & ((1ull << IHOP_STAMP_SHIFT) - 1);
}

/* ---- Reads ------------------------------------------------------------------------------------- */

/* The list behind a cell. */
static uint64_t *
list_of (const Page *page, const IhopCell *cell)
{
  return page->reads + (uint64_t) (cell - page->cells) * page->n_reads;
}

void
ihop_observe_met_reads (IhopCell *cell, uint64_t address, uint32_t site)
{
  uint64_t read = cell->read;

  ihop_observe_met_write (read & ~1ull, address, site, IHOP_MEET_ANTI, NULL);
  if (!(read & 1))
    return;
  ihop_observe_met_write (cell->older & ~1ull, address, site, IHOP_MEET_ANTI, NULL);
  if (!(cell->older & 1))
    return;
  const Page *page = PAGES[address >> IHOP_PAGE_BITS];
  const uint64_t *list = list_of (page, cell);
  for (unsigned i = 0; i < page->n_reads && list[i]; i++)
    ihop_observe_met_write (list[i], address, site, IHOP_MEET_ANTI, NULL);
}

/* Puts a read at the front of the list; those behind it stay as long as no newer one lies in the same interval. */
static void
list_push (Page *page, IhopCell *cell, uint64_t read, int is_first)
{
  const IhopRecordActive *active = ihop_observe_record->active;

  if (!page->reads)
    reads_grow (page, 2);
  uint64_t old[page->n_reads + 1], *list = list_of (page, cell);
  unsigned n = 0, level = ihop_observe_carrier (read);

  memcpy (old, list, page->n_reads * sizeof *old);
  old[is_first ? 0 : page->n_reads] = 0;
  list[n++] = read;
  for (const uint64_t *next = old; *next && *next >= ihop_observe_base; next++)
    {
      unsigned carrier = ihop_observe_carrier (*next);
      if (carrier == 0 || *next >= active[level].entry)
        continue;
      if (n == page->n_reads)
        {
          reads_grow (page, 2 * page->n_reads);
          list = list_of (page, cell);
        }
      list[n++] = *next;
      level = carrier;
    }
  if (n < page->n_reads)
    list[n] = 0;
}

void
ihop_observe_keep_read (IhopCell *cell, uint64_t address, uint32_t site)
{
  if (!ihop_observe_is_watched)
    return;
  uint64_t read = cell->read, older = cell->older, now = ihop_observe_now | (uint64_t) site << 1;
  unsigned level = ihop_observe_carrier (read), older_level;

  if (!level) /* of the same iteration of all loops that will ever tell */
    {
      cell->read = now | (read & 1);
      return;
    }
  cell->read = now | 1;
  if (!(read & 1))
    {
      cell->older = read;
      return;
    }
  older_level = ihop_observe_carrier (older);
  if (older_level == 0 || older_level == level)
    {
      cell->older = (read & ~1ull) | (older & 1);
      return;
    }
  list_push (PAGES[address >> IHOP_PAGE_BITS], cell, older & ~1ull, !(older & 1));
  cell->older = read | 1;
}

/* ---- Accesses of any size and place -------------------------------------------------------------- */

/* As in inline.c. */
static int
is_earlier (uint64_t old)
{
  return old - ihop_observe_base < ihop_observe_span;
}

static void
cell_read (IhopCell *cell, uint64_t address, uint32_t site)
{
  uint64_t read = cell->read;

  if (is_earlier (cell->write))
    ihop_observe_met_write (cell->write, address, site, IHOP_MEET_FLOW, NULL);
  if (is_earlier (read))
    ihop_observe_keep_read (cell, address, site);
  else if (read < ihop_observe_base + ihop_observe_span || !read)
    cell->read = ihop_observe_now | (uint64_t) site << 1;
}

static void
cell_write (IhopCell *cell, uint64_t address, uint32_t site)
{
  if (is_earlier (cell->write))
    ihop_observe_met_write (cell->write, address, site, IHOP_MEET_OUTPUT, NULL);
  if (is_earlier (cell->read) || (cell->read & 1))
    ihop_observe_met_reads (cell, address, site);
  cell->write = ihop_observe_now | (uint64_t) site << 1;
  cell->read = 0;
}

static void
touch (uint64_t address, uint64_t size, uint32_t site, void (*one) (IhopCell *, uint64_t, uint32_t))
{
  if (!ihop_observe_is_watched || address == 0)
    return;
  while (size > 0)
    {
      uint64_t number = address >> IHOP_PAGE_BITS, here = PAGE - (address & (PAGE - 1));
      uint64_t part = here < size ? here : size;
      unsigned bits = bits_for (address, part);
      Page *page = PAGES[number];

      if (!page)
        page = page_new (number, bits);
      else if (bits < page->bits)
        page = page_refine (number, bits);
      IhopCell *cell = page->cells + ((address & (PAGE - 1)) >> page->bits);
      for (uint64_t i = 0; i < part; i += 1ull << page->bits)
        one (cell++, address + i, site);
      address += part;
      size -= part;
    }
}

void
ihop_observe_touch_read (uint64_t address, uint64_t size, uint32_t site)
{
  touch (address, size, site, cell_read);
}

void
ihop_observe_touch_write (uint64_t address, uint64_t size, uint32_t site)
{
  touch (address, size, site, cell_write);
}

/* Strings that the C library reads and writes, with the 0 at their end. */
void
ihop_observe_string_read (uint64_t address, uint32_t site)
{
  if (address)
    touch (address, strlen ((const char *) address) + 1, site, cell_read);
}

void
ihop_observe_string_write (uint64_t address, uint32_t site)
{
  if (address)
    touch (address, strlen ((const char *) address) + 1, site, cell_write);
}
