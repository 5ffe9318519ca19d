#include "simt/count/access.h"

/* Most sectors or words that one lane asks for: nobody loads more than 32 bytes at a time. */
enum { MOST_EACH = 10, MOST = IHOP_LANES * MOST_EACH };

/* Keeps "all" ascending and without doubles; warps mostly come in order. */
static guint
insert (guint64 *all, guint n, guint64 one)
{
  guint at = n;

  while (at > 0 && all[at - 1] > one)
    at--;
  if (at > 0 && all[at - 1] == one)
    return n;
  for (guint i = n; i > at; i--)
    all[i] = all[i - 1];
  all[at] = one;
  return n + 1;
}

/* Distinct pieces of "size" bytes that the lanes of "mask" touch. */
static guint
pieces (const IhopRequest *access, guint32 mask, guint size, guint64 *all)
{
  guint n = 0;

  for (guint lane = 0; lane < IHOP_LANES; lane++)
    if (mask >> lane & 1)
      {
        guint64 first = access->addresses[lane] / size, last = (access->addresses[lane] + MAX (access->bytes, 1) - 1) / size;
        for (guint64 piece = first; piece <= last; piece++)
          n = insert (all, n, piece);
      }
  return n;
}

guint
ihop_access_sectors (const IhopRequest *access, guint64 *sectors)
{
  return pieces (access, access->mask, IHOP_SECTOR, sectors);
}

guint
ihop_access_lines (const guint64 *sectors, guint n)
{
  const guint each = IHOP_LINE / IHOP_SECTOR;
  guint lines = 0;

  for (guint i = 0; i < n; i++)
    lines += i == 0 || sectors[i] / each != sectors[i - 1] / each;
  return lines;
}

guint
ihop_access_places (const IhopRequest *access)
{
  const IhopRequest starts = { access->addresses, access->mask, 1 };
  guint64 all[IHOP_LANES];

  return pieces (&starts, starts.mask, 1, all);
}

/* Accesses that overlap in part count their shared bytes once. */
guint
ihop_access_used (const IhopRequest *access)
{
  const IhopRequest starts = { access->addresses, access->mask, 1 };
  guint64 all[IHOP_LANES];
  guint n = pieces (&starts, starts.mask, 1, all), used = 0;

  for (guint i = 0; i < n; i++)
    used += i + 1 < n ? MIN (access->bytes, all[i + 1] - all[i]) : access->bytes;
  return used;
}

static guint
busiest_bank (const guint64 *words, guint n)
{
  guint banks[IHOP_BANKS] = { 0 }, most = 0;

  for (guint i = 0; i < n; i++)
    {
      guint *bank = &banks[words[i] % IHOP_BANKS];
      ++*bank;
      most = MAX (most, *bank);
    }
  return most;
}

guint
ihop_access_wavefronts (const IhopRequest *access, guint *least)
{
  guint lanes = access->bytes <= IHOP_BANK ? IHOP_LANES : IHOP_LANES * IHOP_BANK / MIN (access->bytes, 16), sum = 0;
  guint64 words[MOST];

  *least = 0;
  for (guint first = 0; first < IHOP_LANES; first += lanes)
    {
      guint32 group = lanes == IHOP_LANES ? G_MAXUINT32 : ((1u << lanes) - 1) << first;
      if ((access->mask & group) == 0)
        continue;
      sum += busiest_bank (words, pieces (access, access->mask & group, IHOP_BANK, words));
      ++*least;
    }
  return sum;
}
