/* Copies and fills as pieces of work that may race with others. */
#pragma once
#include "simt/check/arena.h"

/* This thread's work (streams.h), or the host itself, reads or writes these bytes of the region. With the clock's lock. */
void ihop_transfer_check (IhopRegion *region, guint64 address, gsize size, gboolean writes, const char *function);
