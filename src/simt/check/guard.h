/* Accesses of the host itself to managed and page-locked memory, while work that has used it may still be at it: nobody has waited for
 * it. Pages that such work has used are closed to the program when the work is asked for; whoever comes there is looked at, and let
 * through, one instruction at a time (on x86-64; elsewhere, and after many, the page is opened).
 *
 * As long as any work is done all pages are open, as its threads are the program's, too: what the host does beside a kernel that waits
 * for it is not seen. Nor is what system calls do, which fail on closed pages: only those that race come upon them, or on their
 * neighbours in a page. All of it is under the clock's lock (clock.h). */
#pragma once
#include "simt/check/arena.h"

/* This thread's work uses these bytes. */
void ihop_guard_note (IhopRegion *region, guint64 address, gsize size);
/* The runtime itself comes to such memory, whoever is at work. */
void ihop_guard_open (void);
/* This thread does that work of streams from now on, after the other one; 0: none. */
void ihop_guard_change (guint from, guint to);
/* The host has waited for something. */
void ihop_guard_reach (void);
/* The region is freed. */
void ihop_guard_forget (const IhopRegion *region);
