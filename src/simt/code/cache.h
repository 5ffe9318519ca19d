/* Files that live between runs: each under a name, with a checksum in front. Many processes may read
 * and write at once; a file is there as a whole or not at all. What is damaged, or belongs to somebody
 * else, is as if it had never been there.
 *
 * They stand in the folder $IHOP_SIMT_CACHE ("off": nothing is kept), else in ihop/kernels of the user's cache
 * folder ($XDG_CACHE_HOME, else ~/.cache). Together they take no more than half a gigabyte: whatever was not
 * used for longest goes first. */
#pragma once
#include <glib.h>

/* NULL where there is none. A damaged file is removed. */
GBytes *ihop_cache_read (const char *name);
/* Where it cannot be written nothing happens: it will be made again. */
void ihop_cache_write (const char *name, GBytes *contents);
