#include "simt/count/lru.h"
#include <string.h>

enum { NONE = G_MAXUINT32 };

typedef struct
{
  guint64 line;
  guint32 newer, older; /* neighbours by time of use */
  guint32 next;         /* in its bucket */
  guint8 valid, dirty;  /* sectors */
} Entry;

struct IhopLru
{
  Entry *entries;
  guint32 *buckets;
  guint n_buckets, lines, used;
  guint32 newest, oldest;
  guint64 evicted;
};

static guint
bucket_of (const IhopLru *cache, guint64 line)
{
  return (line * 0x9e3779b97f4a7c15u >> 32) % cache->n_buckets;
}

void
ihop_lru_reset (IhopLru *cache, guint lines)
{
  lines = MAX (lines, 1);
  if (lines != cache->lines)
    {
      cache->lines = lines;
      cache->n_buckets = lines + lines / 2 + 1;
      cache->entries = g_renew (Entry, cache->entries, lines);
      cache->buckets = g_renew (guint32, cache->buckets, cache->n_buckets);
    }
  memset (cache->buckets, 0xff, cache->n_buckets * sizeof *cache->buckets);
  cache->used = 0;
  cache->newest = cache->oldest = NONE;
}

IhopLru *
ihop_lru_new (guint lines)
{
  IhopLru *cache = g_new0 (IhopLru, 1);

  ihop_lru_reset (cache, lines);
  return cache;
}

void
ihop_lru_free (IhopLru *cache)
{
  g_free (cache->entries);
  g_free (cache->buckets);
  g_free (cache);
}

static guint32
find (const IhopLru *cache, guint64 line)
{
  guint32 at = cache->buckets[bucket_of (cache, line)];

  while (at != NONE && cache->entries[at].line != line)
    at = cache->entries[at].next;
  return at;
}

/* --- the order of use ------------------------------------------------------------------------- */

static void
take_out (IhopLru *cache, guint32 at)
{
  const Entry *entry = &cache->entries[at];

  *(entry->newer == NONE ? &cache->newest : &cache->entries[entry->newer].older) = entry->older;
  *(entry->older == NONE ? &cache->oldest : &cache->entries[entry->older].newer) = entry->newer;
}

static void
put_first (IhopLru *cache, guint32 at)
{
  Entry *entry = &cache->entries[at];

  entry->newer = NONE;
  entry->older = cache->newest;
  *(cache->newest == NONE ? &cache->oldest : &cache->entries[cache->newest].newer) = at;
  cache->newest = at;
}

/* --- lines ------------------------------------------------------------------------------------ */

static guint32
evict (IhopLru *cache)
{
  guint32 at = cache->oldest;
  guint32 *link = &cache->buckets[bucket_of (cache, cache->entries[at].line)];

  while (*link != at)
    link = &cache->entries[*link].next;
  *link = cache->entries[at].next;
  take_out (cache, at);
  cache->evicted += __builtin_popcount (cache->entries[at].dirty);
  return at;
}

/* The line, which is the newest afterwards. */
static Entry *
use (IhopLru *cache, guint64 line)
{
  guint32 at = find (cache, line);

  if (at != NONE)
    take_out (cache, at);
  else
    {
      at = cache->used < cache->lines ? cache->used++ : evict (cache);
      guint32 *bucket = &cache->buckets[bucket_of (cache, line)];
      cache->entries[at] = (Entry){ .line = line, .next = *bucket };
      *bucket = at;
    }
  put_first (cache, at);
  return &cache->entries[at];
}

guint
ihop_lru_read (IhopLru *cache, guint64 line, guint sectors)
{
  Entry *entry = use (cache, line);
  guint there = entry->valid & sectors;

  entry->valid |= sectors;
  return there;
}

void
ihop_lru_write (IhopLru *cache, guint64 line, guint sectors)
{
  Entry *entry = use (cache, line);

  entry->valid |= sectors;
  entry->dirty |= sectors;
}

guint64
ihop_lru_take_evicted (IhopLru *cache)
{
  guint64 evicted = cache->evicted;

  cache->evicted = 0;
  return evicted;
}
