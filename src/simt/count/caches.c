#include "simt/count/caches.h"
#include "simt/count/access.h"
#include "simt/count/lru.h"

struct IhopCaches
{
  IhopCountCard card;
  guint lines;   /* of a first-level cache, in this kernel */
  guint kernel;  /* number of the kernel that runs */
  IhopLru **first;
  guint *fresh;  /* by multiprocessor: the kernel for which its cache was emptied last */
  IhopLru *second;
  guint64 passed; /* sectors written to memory where there is no second level */
};

IhopCaches *
ihop_caches_new (const IhopCountCard *card)
{
  IhopCaches *caches = g_new0 (IhopCaches, 1);

  caches->card = *card;
  caches->card.sm_count = MAX (card->sm_count, 1);
  caches->first = g_new0 (IhopLru *, caches->card.sm_count);
  caches->fresh = g_new0 (guint, caches->card.sm_count);
  caches->second = card->l2 ? ihop_lru_new (card->l2 / IHOP_LINE) : NULL;
  return caches;
}

void
ihop_caches_begin (IhopCaches *caches, gsize shared)
{
  caches->kernel++;
  caches->lines = caches->card.l1 > shared ? (caches->card.l1 - shared) / IHOP_LINE : 0;
}

/* NULL: there is none. */
static IhopLru *
first_of (IhopCaches *caches, guint64 block)
{
  guint sm = block % caches->card.sm_count;

  if (caches->lines == 0)
    return NULL;
  if (caches->first[sm] == NULL)
    caches->first[sm] = ihop_lru_new (caches->lines);
  else if (caches->fresh[sm] != caches->kernel)
    ihop_lru_reset (caches->first[sm], caches->lines);
  caches->fresh[sm] = caches->kernel;
  return caches->first[sm];
}

static void
ask_second (IhopCaches *caches, guint64 line, guint sectors, IhopServed *served)
{
  if (sectors == 0)
    return;
  guint there = caches->second ? ihop_lru_read (caches->second, line, sectors) : 0;

  served->l2 += __builtin_popcount (there);
  served->memory += __builtin_popcount (sectors & ~there);
}

static void
write_second (IhopCaches *caches, guint64 line, guint sectors, IhopServed *served)
{
  if (caches->second)
    ihop_lru_write (caches->second, line, sectors);
  else
    caches->passed += __builtin_popcount (sectors);
  served->written += __builtin_popcount (sectors);
}

static void
serve_line (IhopCaches *caches, IhopLru *first, IhopServe how, gboolean is_local, guint64 line, guint sectors, IhopServed *served)
{
  if (how == IHOP_SERVE_STORE)
    {
      if (first && is_local)
        ihop_lru_read (first, line, sectors);
      write_second (caches, line, sectors, served);
      return;
    }
  guint there = first && how == IHOP_SERVE_LOAD ? ihop_lru_read (first, line, sectors) : 0;
  served->l1 += __builtin_popcount (there);
  ask_second (caches, line, sectors & ~there, served);
  if (how == IHOP_SERVE_ATOMIC)
    write_second (caches, line, sectors, served);
}

void
ihop_caches_serve (IhopCaches *caches, guint64 block, IhopServe how, gboolean passes_l1, gboolean is_local,
                   const guint64 *sectors, guint n, IhopServed *served)
{
  const guint each = IHOP_LINE / IHOP_SECTOR;
  IhopLru *first = passes_l1 ? NULL : first_of (caches, block);

  for (guint i = 0; i < n;)
    {
      guint64 line = sectors[i] / each;
      guint bits = 0;
      for (; i < n && sectors[i] / each == line; i++)
        bits |= 1u << sectors[i] % each;
      serve_line (caches, first, how, is_local, line, bits, served);
    }
}

guint64
ihop_caches_take_written_back (IhopCaches *caches)
{
  guint64 passed = caches->passed;

  caches->passed = 0;
  return caches->second ? ihop_lru_take_evicted (caches->second) : passed;
}
