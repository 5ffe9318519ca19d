/* Where checked programs get their device memory: addresses that are given out once (as long as there are any), each allocation with much room around
 * it where nothing is, so that what lies beside or behind it, or was freed, is known by its address to the byte.
 *
 * Room is address space alone. The second part of the reservation holds a cell (cell.h) for each four bytes, the third one
 * for each byte, where a program asks for less than four; pages of them exist as far as they are used. */
#pragma once
#include "simt/check/cell.h"
#include "simt/check/find.h"

typedef enum
{
  IHOP_REGION_DEVICE,
  IHOP_REGION_MANAGED,
  IHOP_REGION_HOST,     /* page-locked */
  IHOP_REGION_VARIABLE, /* of the device */
  IHOP_REGION_CONSTANT,
  IHOP_REGION_OWN       /* the engine's, for cooperative groups */
} IhopRegionKind;

typedef struct
{
  guint64 start;
  gsize size;           /* bytes that were asked for */
  IhopRegionKind kind;
  guint number;         /* of the allocations, from 1, in their order */
  char *name;           /* of a variable, or as the program calls it; or NULL */
  IhopFoundPlace made;  /* who has asked for it; kernel NULL: nobody knows */
  GPtrArray *blocks;    /* IhopRegion: that the program has cut from it (blocks.h); NULL: none */
  gboolean is_freed, is_replaced; /* its addresses have been given out again */
  gboolean has_bytes;   /* its cells are those of single bytes */
  gboolean is_written;  /* all of it was, or may have been, by whom nobody sees */
} IhopRegion;

/* NULL: address space or memory is used up. */
gpointer ihop_arena_allocate (gsize size, gsize align, IhopRegionKind kind, const char *name);
/* What begins there becomes free. */
void ihop_arena_free (IhopRegion *region);
/* The host's own memory that kernels may use, too. */
void ihop_arena_register (gconstpointer start, gsize size);
void ihop_arena_unregister (gconstpointer start);
/* Kernels allocate memory themselves, which is the host's: from now on all of it counts as registered. */
void ihop_arena_open_heap (void);
gboolean ihop_arena_is_registered (guint64 address, gsize size);

/* All memory that a kernel may write: what is allocated, the device's variables, and what is registered. */
void ihop_arena_visit_writable (void (*visit) (guint64 start, gsize size, gpointer data), gpointer data);
/* Kernels allocate memory themselves (ihop_arena_open_heap). */
gboolean ihop_arena_has_heap (void);

/* The region that the address belongs to, or whose last page it is in; NULL: none. */
IhopRegion *ihop_arena_find (guint64 address);
/* The one that begins there, or NULL. */
IhopRegion *ihop_arena_at (gconstpointer start);
/* The one next to an address that is in none; NULL: it is far from all. */
IhopRegion *ihop_arena_near (guint64 address);
/* All that there ever were: IhopRegion. */
const GPtrArray *ihop_arena_regions (void);

/* The cell of an address in the region. */
IhopCell *ihop_arena_cell (const IhopRegion *region, guint64 address);
/* From now on the region has a cell for each byte. */
void ihop_arena_split (IhopRegion *region);
/* These bytes hold something. */
void ihop_arena_note_written (IhopRegion *region, guint64 address, gsize size);
