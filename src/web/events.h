/* Progress as server-sent events: the browser's EventSource, or curl -N. */
#pragma once
#include "web/web.h"

/* "event: stage" with the job as data whenever it changes, "event: end" when it is over. */
void ihop_web_get_events (IhopWebRequest *request);
/* Wakes every listener: something has changed, or it is time for a sign of life. */
void ihop_web_events_wake (IhopWeb *web);
/* The service ends: nobody sleeps from here on (a daemon must not be ended while a connection does), and
 * listeners have some seconds to take what is left. */
void ihop_web_events_end (IhopWeb *web);
gboolean ihop_web_events_has_listeners (IhopWeb *web);
