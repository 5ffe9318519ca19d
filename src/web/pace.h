/* How fast one address is answered. Requests of an address that asks more often than --address-requests times a second are not
 * refused: their connections sleep until it is their turn, so that somebody else's requests and jobs find the processors free.
 * The method is the generic cell rate algorithm (ITU-T I.371): one time an address says when its next request would be on
 * time, and who is up to a burst of requests ahead of it does not wait. */
#pragma once
#include "web/web.h"

/* NULL: requests are as many as come (--address-requests 0). */
IhopWebPace *ihop_web_pace_new (guint requests_per_second);
/* No connection may sleep any more: see ihop_web_pace_end. */
void ihop_web_pace_free (IhopWebPace *pace);
/* TRUE: its connection sleeps (MHD: is suspended), and the daemon asks for an answer again when its turn has come.
 * From any of the daemon's threads. */
gboolean ihop_web_pace_wait (IhopWebPace *pace, const IhopWebRequest *request);
/* Forgets addresses that are behind their time. */
void ihop_web_pace_sweep (IhopWebPace *pace);
/* All that sleep go on at once, and nobody sleeps from now on: before the daemon is stopped. */
void ihop_web_pace_end (IhopWebPace *pace);
