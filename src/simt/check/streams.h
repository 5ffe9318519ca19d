/* What streams, events and the host say of the order of work ("CUDA C++ Programming Guide", asynchronous concurrent execution),
 * as vector clocks: each stream counts what it is asked for, and each piece of work knows up to which count of each stream all
 * is done before it begins. The host is ordered with itself, whatever its threads are.
 *
 * Under the clock's lock (clock.h). Streams and pieces of work are numbered from 1. */
#pragma once
#include <glib.h>

typedef enum { IHOP_STREAM_BLOCKING, IHOP_STREAM_FREE, IHOP_STREAM_LEGACY } IhopStreamKind;

guint ihop_streams_open (IhopStreamKind kind);
/* The stream is asked for a piece of work, behind what it was asked for before, and behind all that the host knows. */
guint ihop_streams_issue (guint stream);
/* What it is asked for from now on is behind that. */
void ihop_streams_put_behind (guint stream, guint issue);
/* The host has waited for it; for all that a stream was asked for; 0: for all streams. */
void ihop_streams_reach (guint issue);
void ihop_streams_reach_all (guint stream);

/* This thread does that work; 0: what the host waits for itself. Without the lock. */
void ihop_streams_enter (guint issue);
guint ihop_streams_current (void);

/* The first stamp of that work is the one behind this; gives the last stamp all of which, and of before, is ordered before it. */
guint32 ihop_streams_begin (guint issue, guint32 before);
/* Is the first ordered before the second one, which is (or was) at work? 0: the host, when it was at work. */
gboolean ihop_streams_are_ordered (guint before, guint issue);
/* A function of the host is called in the order of that work, and may tell other threads of the host, in whatever way.
 * "is_awaited": the host has gone on to nothing else for so long that it can but have waited for that: what it asks for from now on
 * is behind it. What it asks for without waiting would come before (cudart/host_calls.h), so no race is lost by that. */
void ihop_streams_tell (guint issue, gboolean is_awaited);
/* Has the host waited for it, or may it have been told? */
gboolean ihop_streams_may_be_known (guint issue);
/* The last piece of work of the stream that the host has not waited for and that has done something; 0: none. */
guint ihop_streams_left (guint stream);
guint ihop_streams_number (void);
