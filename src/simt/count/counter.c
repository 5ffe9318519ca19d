#include "simt/count/counter.h"
#include "simt/count/access.h"
#include "simt/count/caches.h"
#include "simt/ptx/ptx.h"
#include "simt/run/frame.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* By cudaMemcpyKind. */
static const char *const kinds[] = { "host to host", "host to device", "device to host", "device to device", "default" };

typedef struct
{
  guint64 calls, bytes;
} Copies;

static struct
{
  GMutex lock;         /* for each request, too: launches may run beside each other */
  GPtrArray *counters; /* IhopCounter, in the order of their first launches */
  IhopCaches *caches;
  Copies copies[G_N_ELEMENTS (kinds)];
  guint n_modules;
} all;

gboolean
ihop_count_is_on (void)
{
  return g_getenv ("IHOP_SIMT_COUNT") != NULL;
}

/* --- launches --------------------------------------------------------------------------------- */

static IhopCaches *
new_caches (void)
{
  IhopCountCard card = { 1, 0, 0 };
  const char *told = g_getenv ("IHOP_SIMT_COUNT_CARD");

  if (told)
    sscanf (told, "%u %zu %zu", &card.sm_count, &card.l1, &card.l2);
  return ihop_caches_new (&card);
}

static gboolean
is_shape (const IhopCounter *counter, const char *kernel, const guint grid[3], const guint block[3], guint dynamic_shared,
          const IhopLowerResult *sizes)
{
  return counter->sites == sizes->sites && counter->dynamic_shared == dynamic_shared && g_str_equal (counter->kernel, kernel)
         && memcmp (counter->grid, grid, sizeof counter->grid) == 0 && memcmp (counter->block, block, sizeof counter->block) == 0;
}

static IhopCounter *
new_counter (const char *kernel, const guint grid[3], const guint block[3], guint dynamic_shared, const IhopLowerResult *sizes)
{
  IhopCounter *counter = g_new0 (IhopCounter, 1);

  counter->kernel = g_strdup (kernel);
  memcpy (counter->grid, grid, sizeof counter->grid);
  memcpy (counter->block, block, sizeof counter->block);
  counter->dynamic_shared = dynamic_shared;
  counter->shared = sizes->shared_size;
  counter->local = sizes->local_size;
  counter->sites = g_array_ref (sizes->sites);
  counter->rows = g_new0 (guint64, sizes->n_rows * IHOP_ROW_LENGTH);
  counter->n_rows = sizes->n_rows;
  counter->counts = g_new0 (IhopCount, MAX (sizes->sites->len, 1));
  return counter;
}

static IhopCounter *
counter_of (const char *kernel, const guint grid[3], const guint block[3], guint dynamic_shared, const IhopLowerResult *sizes)
{
  if (all.counters == NULL)
    all.counters = g_ptr_array_new ();
  for (guint i = 0; i < all.counters->len; i++)
    if (is_shape (all.counters->pdata[i], kernel, grid, block, dynamic_shared, sizes))
      return all.counters->pdata[i];
  g_ptr_array_add (all.counters, new_counter (kernel, grid, block, dynamic_shared, sizes));
  return all.counters->pdata[all.counters->len - 1];
}

IhopCounter *
ihop_count_begin (const char *kernel, const guint grid[3], const guint block[3], guint dynamic_shared, const IhopLowerResult *sizes)
{
  g_mutex_lock (&all.lock);
  IhopCounter *counter = counter_of (kernel, grid, block, dynamic_shared, sizes);

  if (all.caches == NULL)
    all.caches = new_caches ();
  counter->launches++;
  ihop_caches_begin (all.caches, sizes->shared_size + dynamic_shared);
  g_mutex_unlock (&all.lock);
  return counter;
}

void
ihop_count_end (IhopCounter *counter)
{
  g_mutex_lock (&all.lock);
  counter->written_back += ihop_caches_take_written_back (all.caches);
  g_mutex_unlock (&all.lock);
}

void
ihop_count_interval (IhopCounter *counter, IhopCountReach reach)
{
  g_mutex_lock (&all.lock);
  counter->intervals[reach]++;
  g_mutex_unlock (&all.lock);
}

/* --- requests --------------------------------------------------------------------------------- */

static IhopCountReach
reach_of (const IhopServed *served)
{
  return served->memory ? IHOP_REACH_MEMORY : served->l2 ? IHOP_REACH_L2 : IHOP_REACH_L1;
}

/* One request, or the part of it that goes to one space. */
static void
ask_sectors (IhopCountAsked *asked, const IhopCountSite *site, IhopWarpFrame *frame, const IhopRequest *access, gboolean is_local)
{
  guint64 sectors[IHOP_LANES * 4], block = frame->block[0] + frame->grid[0] * (frame->block[1] + (guint64) frame->grid[1] * frame->block[2]);
  guint n = ihop_access_sectors (access, sectors);
  IhopServed served = { 0 };
  IhopServe how = site->class == IHOP_CLASS_ATOMIC ? IHOP_SERVE_ATOMIC
                  : site->class == IHOP_CLASS_STORE ? IHOP_SERVE_STORE
                                                    : IHOP_SERVE_LOAD;

  asked->sectors += n;
  asked->lines += ihop_access_lines (sectors, n);
  ihop_caches_serve (all.caches, block, how, site->passes_l1, is_local, sectors, n, &served);
  asked->from_l1 += served.l1;
  asked->from_l2 += served.l2;
  asked->from_memory += served.memory;
  asked->written += served.written;
  if (how != IHOP_SERVE_STORE && !is_local)
    frame->reach = MAX (frame->reach, site->in_wait ? IHOP_REACH_BLOCK : reach_of (&served));
}

static void
ask (IhopCountAsked *asked, const IhopCountSite *site, IhopWarpFrame *frame, const IhopRequest *access, IhopCountSpace space)
{
  guint least = 0, lanes = __builtin_popcount (access->mask);

  if (lanes == 0)
    return;
  asked->requests++;
  asked->lanes += lanes;
  asked->bytes += (guint64) lanes * access->bytes;
  asked->used += ihop_access_used (access);
  if (site->class == IHOP_CLASS_ATOMIC)
    asked->collisions += lanes - ihop_access_places (access);
  if (space == IHOP_COUNT_SHARED)
    asked->wavefronts += ihop_access_wavefronts (access, &least);
  else if (space == IHOP_COUNT_CONST)
    asked->wavefronts += ihop_access_places (access);
  else
    ask_sectors (asked, site, frame, access, space == IHOP_COUNT_LOCAL);
  asked->least += least;
}

/* A card keeps local memory word by word, lane beside lane: what all lanes have at one offset is one line. Lanes ask
 * for one word after the other of what is wider. */
static void
ask_local (IhopCounter *counter, guint number, IhopWarpFrame *frame, const IhopRequest *access)
{
  const IhopCountSite *site = &g_array_index (counter->sites, IhopCountSite, number);
  guint64 base = (gsize) frame->local / IHOP_LINE * IHOP_LINE, places[IHOP_LANES];
  IhopCountAsked *asked = &counter->counts[number].asked[IHOP_COUNT_LOCAL];
  guint words = MAX ((access->bytes + 3) / 4, 1);
  IhopRequest one = { places, access->mask, MIN (access->bytes, 4) };

  for (guint word = 0; word < words; word++)
    {
      for (guint lane = 0; lane < IHOP_LANES; lane++)
        {
          guint64 offset = access->addresses[lane] - (gsize) frame->local - (guint64) lane * counter->local + 4 * word;
          places[lane] = base + offset / 4 * IHOP_LINE + 4 * lane + offset % 4;
        }
      ask (asked, site, frame, &one, IHOP_COUNT_LOCAL);
    }
  if (access->mask)
    asked->requests -= words - 1;
  asked->lanes -= (guint64) (words - 1) * __builtin_popcount (access->mask);
}

/* Lanes whose address lies in [from, from + size). */
static guint32
lanes_in (const guint64 *addresses, guint32 mask, gconstpointer from, gsize size)
{
  guint32 inside = 0;

  for (guint lane = 0; lane < IHOP_LANES; lane++)
    if (mask >> lane & 1 && addresses[lane] - (gsize) from < size)
      inside |= 1u << lane;
  return inside;
}

static void
ask_space (IhopCounter *counter, guint number, IhopWarpFrame *frame, const guint64 *addresses, guint32 mask, IhopCountSpace space)
{
  const IhopCountSite *site = &g_array_index (counter->sites, IhopCountSite, number);
  const IhopRequest access = { addresses, mask, site->bytes };

  if (space == IHOP_COUNT_LOCAL)
    ask_local (counter, number, frame, &access);
  else
    ask (&counter->counts[number].asked[space], site, frame, &access, space);
}

/* Generic addresses may be of any space, lane by lane. */
static void
ask_generic (IhopCounter *counter, guint number, IhopWarpFrame *frame, const guint64 *addresses, guint32 mask)
{
  guint32 shared = lanes_in (addresses, mask, frame->shared, (gsize) counter->shared + counter->dynamic_shared);
  guint32 local = lanes_in (addresses, mask, frame->local, (gsize) counter->local * IHOP_LANES);

  ask_space (counter, number, frame, addresses, shared, IHOP_COUNT_SHARED);
  ask_space (counter, number, frame, addresses, local, IHOP_COUNT_LOCAL);
  ask_space (counter, number, frame, addresses, mask & ~shared & ~local, IHOP_COUNT_GLOBAL);
}

void
ihop_count_access (IhopWarpFrame *frame, guint32 number, const guint64 *addresses, guint32 mask)
{
  IhopCounter *counter = frame->counter;

  g_mutex_lock (&all.lock);
  switch (g_array_index (counter->sites, IhopCountSite, number).space)
    {
    case IHOP_PTX_SPACE_SHARED:
      ask_space (counter, number, frame, addresses, mask, IHOP_COUNT_SHARED);
      break;
    case IHOP_PTX_SPACE_LOCAL:
      ask_space (counter, number, frame, addresses, mask, IHOP_COUNT_LOCAL);
      break;
    case IHOP_PTX_SPACE_CONST:
      ask_space (counter, number, frame, addresses, mask, IHOP_COUNT_CONST);
      break;
    case IHOP_PTX_SPACE_GLOBAL:
      ask_space (counter, number, frame, addresses, mask, IHOP_COUNT_GLOBAL);
      break;
    default:
      ask_generic (counter, number, frame, addresses, mask);
    }
  g_mutex_unlock (&all.lock);
}

/* --- copies, modules -------------------------------------------------------------------------- */

void
ihop_count_copy (guint kind, guint64 bytes)
{
  if (kind >= G_N_ELEMENTS (kinds))
    return;
  g_mutex_lock (&all.lock);
  all.copies[kind].calls++;
  all.copies[kind].bytes += bytes;
  g_mutex_unlock (&all.lock);
}

static char *
own_file (const char *ending)
{
  g_autofree char *name = g_strdup_printf ("%d%s", (int) getpid (), ending);

  return g_build_filename (g_getenv ("IHOP_SIMT_COUNT"), name, NULL);
}

void
ihop_count_module (const char *ptx)
{
  g_autofree char *ending = g_strdup_printf (".%u.ptx", all.n_modules++);
  g_autofree char *path = own_file (ending);

  g_file_set_contents (path, ptx, -1, NULL);
}

/* --- writing ---------------------------------------------------------------------------------- */

/* What rows and sites say together. */
static void
add_rows (const IhopCounter *counter, guint i, IhopCount *count)
{
  const IhopCountSite *site = &g_array_index (counter->sites, IhopCountSite, i);

  count->executions = counter->rows[site->issuer * IHOP_ROW_LENGTH + IHOP_ROW_EXECUTIONS];
  count->lanes = counter->rows[site->row * IHOP_ROW_LENGTH + IHOP_ROW_LANES];
  count->divergent = site->parts ? counter->rows[site->row * IHOP_ROW_LENGTH + IHOP_ROW_DIVERGENT] : 0;
}

static GVariant *
site_variant (const IhopCountSite *site, const IhopCount *count)
{
  GVariantBuilder spaces;

  g_variant_builder_init (&spaces, G_VARIANT_TYPE ("aat"));
  for (guint space = 0; space < IHOP_N_COUNT_SPACES; space++)
    g_variant_builder_add_value (&spaces, g_variant_new_fixed_array (G_VARIANT_TYPE_UINT64, &count->asked[space],
                                                                     count->asked[space].requests ? IHOP_COUNT_NUMBERS : 0,
                                                                     sizeof (guint64)));
  return g_variant_new ("(susuuubtttaat)", site->text, site->line, site->file ? site->file : "", site->source_line, site->class,
                        site->operations, site->parts, count->executions, count->lanes, count->divergent, &spaces);
}

static guint64
waits_of (const IhopCounter *counter)
{
  guint64 sum = 0;

  for (guint i = 0; i < counter->n_rows; i++)
    sum += counter->rows[i * IHOP_ROW_LENGTH + IHOP_ROW_WAITS];
  return sum;
}

static GVariant *
counter_variant (IhopCounter *counter)
{
  const guint64 *intervals = counter->intervals;
  GVariantBuilder sites;

  g_variant_builder_init (&sites, G_VARIANT_TYPE ("a(susuuubtttaat)"));
  for (guint i = 0; i < counter->sites->len; i++)
    {
      if (g_array_index (counter->sites, IhopCountSite, i).text == NULL)
        continue; /* nothing leads there */
      add_rows (counter, i, &counter->counts[i]);
      g_variant_builder_add_value (&sites, site_variant (&g_array_index (counter->sites, IhopCountSite, i), &counter->counts[i]));
    }
  return g_variant_new ("(s(uuu)(uuu)uuutt(ttttt)a(susuuubtttaat))", counter->kernel, counter->grid[0], counter->grid[1], counter->grid[2],
                        counter->block[0], counter->block[1], counter->block[2], counter->shared, counter->dynamic_shared,
                        counter->local, counter->launches, counter->written_back, waits_of (counter), intervals[0], intervals[1],
                        intervals[2], intervals[3], &sites);
}

void
ihop_count_write (void)
{
  GVariantBuilder kernels, copies;
  g_autofree char *path = own_file (".counts");

  g_variant_builder_init (&kernels, G_VARIANT_TYPE ("a(s(uuu)(uuu)uuutt(ttttt)a(susuuubtttaat))"));
  g_variant_builder_init (&copies, G_VARIANT_TYPE ("a(stt)"));
  for (guint i = 0; all.counters && i < all.counters->len; i++)
    g_variant_builder_add_value (&kernels, counter_variant (all.counters->pdata[i]));
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (all.copies[i].calls)
      g_variant_builder_add (&copies, "(stt)", kinds[i], all.copies[i].calls, all.copies[i].bytes);
  g_autoptr (GVariant) whole = g_variant_ref_sink (
    g_variant_new ("(a(s(uuu)(uuu)uuutt(ttttt)a(susuuubtttaat))a(stt))", &kernels, &copies));
  g_file_set_contents (path, g_variant_get_data (whole), g_variant_get_size (whole), NULL);
}
