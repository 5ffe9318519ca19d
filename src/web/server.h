/* HTTP: the daemon, and the life of one request. */
#pragma once
#include "web/web.h"

/* Starts to listen; threads of its own answer. FALSE: error says why. */
gboolean ihop_web_server_start (IhopWeb *web, GError **error);
/* The port it really listens on. */
guint ihop_web_server_port (const IhopWeb *web);
/* No new connections. */
void ihop_web_server_quiesce (IhopWeb *web);
/* Ends every connection. */
void ihop_web_server_stop (IhopWeb *web);
/* For MHD: what it calls for each piece of a request. The fuzzer calls it by a daemon of its own. */
enum MHD_Result ihop_web_server_answer (void *data, struct MHD_Connection *connection, const char *url,
                                        const char *method, const char *version, const char *bytes,
                                        size_t *size, void **state);
void ihop_web_server_completed (void *data, struct MHD_Connection *connection, void **state,
                                enum MHD_RequestTerminationCode code);
