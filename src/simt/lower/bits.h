/* Sets of small numbers. */
#pragma once
#include <glib.h>
#include <string.h>

typedef struct
{
  guint n_words;
  guint64 *words;
} IhopBits;

static inline IhopBits
ihop_bits_new (guint n)
{
  guint n_words = n / 64 + 1;

  return (IhopBits){ n_words, g_new0 (guint64, n_words) };
}

static inline void
ihop_bits_clear (IhopBits *bits)
{
  g_clear_pointer (&bits->words, g_free);
}

static inline gboolean
ihop_bits_has (const IhopBits *bits, guint i)
{
  return bits->words[i / 64] >> i % 64 & 1;
}

static inline void
ihop_bits_add (IhopBits *bits, guint i)
{
  bits->words[i / 64] |= 1ull << i % 64;
}

static inline void
ihop_bits_remove (IhopBits *bits, guint i)
{
  bits->words[i / 64] &= ~(1ull << i % 64);
}

static inline void
ihop_bits_copy (IhopBits *to, const IhopBits *from)
{
  memcpy (to->words, from->words, to->n_words * sizeof *to->words);
}

/* TRUE: "to" has grown. */
static inline gboolean
ihop_bits_unite (IhopBits *to, const IhopBits *from)
{
  guint64 more = 0;

  for (guint i = 0; i < to->n_words; i++)
    {
      more |= from->words[i] & ~to->words[i];
      to->words[i] |= from->words[i];
    }
  return more != 0;
}

static inline gboolean
ihop_bits_meet (const IhopBits *a, const IhopBits *b)
{
  for (guint i = 0; i < a->n_words; i++)
    if (a->words[i] & b->words[i])
      return TRUE;
  return FALSE;
}

static inline guint
ihop_bits_count (const IhopBits *bits)
{
  guint n = 0;

  for (guint w = 0; w < bits->n_words; w++)
    n += __builtin_popcountll (bits->words[w]);
  return n;
}

static inline gboolean
ihop_bits_is_empty (const IhopBits *bits)
{
  for (guint i = 0; i < bits->n_words; i++)
    if (bits->words[i])
      return FALSE;
  return TRUE;
}

/* The first member from "from" on; n_words * 64 where there is none. */
static inline guint
ihop_bits_next (const IhopBits *bits, guint from)
{
  for (guint w = from / 64; w < bits->n_words; w++)
    {
      guint64 word = w == from / 64 ? bits->words[w] & ~0ull << from % 64 : bits->words[w];
      if (word)
        return w * 64 + __builtin_ctzll (word);
    }
  return bits->n_words * 64;
}

/* For each member, in order. */
#define IHOP_BITS_EACH(i, bits)                                                                    \
  for (guint i = ihop_bits_next (bits, 0); i < (bits)->n_words * 64; i = ihop_bits_next (bits, i + 1))
