/* Places of the host's own code: a module and an address in it become a line of the source, by addr2line. */
#pragma once
#include <glib.h>

/* "address": "0x1234", and the caller's behind it. 0: it is not known. *function is NULL where that is not known; caller frees both.
 * "known" keeps what addr2line has answered (strings, which it owns): many finds are of few places. */
guint ihop_check_lines_find (GHashTable *known, const char *module, const char *address, char **function, char **file);
