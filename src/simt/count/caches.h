/* Which requests caches answer, on a stated model of a card:
 *
 * - Blocks go round the multiprocessors by their number, and run one after the other, warps in turn from barrier
 *   to barrier: the order in which the engine runs them.
 * - Each multiprocessor has a first-level cache of what shared memory leaves; it is empty when a kernel begins. Loads are kept
 *   in it unless they say otherwise (.cg, volatile); stores go through it, and change what is there; local memory is
 *   kept in it, read or written.
 * - The second level is one for the device and keeps what earlier kernels left; atomics work there. What was written
 *   goes to memory when it makes room.
 * - Both are fully associative and give up what was not used for longest (lru.h). */
#pragma once
#include <glib.h>

typedef struct
{
  guint sm_count;
  gsize l1, l2; /* bytes, l1 a multiprocessor, with its shared memory; 0: not known, no cache is modelled */
} IhopCountCard;

typedef struct IhopCaches IhopCaches;

typedef enum { IHOP_SERVE_LOAD, IHOP_SERVE_STORE, IHOP_SERVE_ATOMIC } IhopServe;

/* Sectors by who had them. Stores are counted where they go. */
typedef struct
{
  guint64 l1, l2, memory; /* loads and atomics */
  guint64 written;        /* sectors that stores and atomics wrote to the second level */
} IhopServed;

IhopCaches *ihop_caches_new (const IhopCountCard *card);
/* A kernel begins, of which shared memory takes so many bytes of each multiprocessor. */
void ihop_caches_begin (IhopCaches *caches, gsize shared);
/* Ascending sectors that one request asks for. */
void ihop_caches_serve (IhopCaches *caches, guint64 block, IhopServe how, gboolean passes_l1, gboolean is_local,
                        const guint64 *sectors, guint n, IhopServed *served);
/* Sectors written to memory since the last call. */
guint64 ihop_caches_take_written_back (IhopCaches *caches);
