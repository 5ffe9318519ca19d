/* Connections, watched: who takes too long for one request is cut off, however often it says a letter. */
#pragma once
#include "web/web.h"

/* For MHD_OPTION_NOTIFY_CONNECTION; data is the IhopWeb. */
void ihop_web_guard_notify (void *data, struct MHD_Connection *connection, void **socket_context,
                            enum MHD_ConnectionNotificationCode code);
/* Its answer is on its way, or (FALSE) the whole of it is said and the next request may come: the clock
 * runs only while we wait for the client to ask. */
void ihop_web_guard_request (IhopWeb *web, struct MHD_Connection *connection, gboolean is_answered);
/* Cuts off those that are late. */
void ihop_web_guard_sweep (IhopWeb *web);
guint ihop_web_guard_count (IhopWeb *web);
