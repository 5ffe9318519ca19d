/* A cache as a model: lines of four sectors that are fetched one by one, any line in any place, whatever was not used
 * for longest goes first. What is in it depends only on the order of accesses, never on where memory lies. */
#pragma once
#include <glib.h>

typedef struct IhopLru IhopLru;

/* "lines": how many it holds. */
IhopLru *ihop_lru_new (guint lines);
void ihop_lru_free (IhopLru *cache);
/* Empties it, and gives it another size. */
void ihop_lru_reset (IhopLru *cache, guint lines);
/* Asks for sectors of a line (bits 0 to 3) and has them afterwards. Gives those that were there. */
guint ihop_lru_read (IhopLru *cache, guint64 line, guint sectors);
/* Writes sectors, which are there afterwards and newer than what is behind the cache. */
void ihop_lru_write (IhopLru *cache, guint64 line, guint sectors);
/* Sectors that had been written and made room since the last call. */
guint64 ihop_lru_take_evicted (IhopLru *cache);
