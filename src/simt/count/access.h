/* What one request of a warp asks of memory: counted from the addresses of its lanes, nothing estimated.
 *
 * Sizes are those of all cards since Volta (CUDA C++ Programming Guide, "Device Memory Accesses" and "Shared Memory"):
 * sectors of 32 bytes, lines of four sectors, 32 banks of shared memory that are four bytes wide. Accesses of 8 bytes a
 * lane go to shared memory by halves of a warp, those of 16 bytes by quarters. */
#pragma once
#include <glib.h>

enum { IHOP_LANES = 32, IHOP_SECTOR = 32, IHOP_LINE = 128, IHOP_BANKS = 32, IHOP_BANK = 4 };

/* Lanes that ask, each for "bytes" bytes from its address on. */
typedef struct
{
  const guint64 *addresses; /* 32, by lane */
  guint32 mask;
  guint bytes;
} IhopRequest;

/* Distinct sectors, by number (address / 32), ascending. At most 32 * (bytes / 32 + 2) of them are written. Gives how many. */
guint ihop_access_sectors (const IhopRequest *access, guint64 *sectors);
/* Distinct lines under ascending sectors. */
guint ihop_access_lines (const guint64 *sectors, guint n);
/* Distinct bytes. */
guint ihop_access_used (const IhopRequest *access);
/* Distinct addresses. */
guint ihop_access_places (const IhopRequest *access);
/* Passes through shared memory: in each group of lanes as many as the busiest bank has distinct words. *least: as many
 * as there are groups with lanes; what is more are bank conflicts. */
guint ihop_access_wavefronts (const IhopRequest *access, guint *least);
