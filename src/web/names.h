/* Names that strangers choose, and names that they must not guess. */
#pragma once
#include <glib.h>

/* Longest path of ours, and how deep the folders of an upload may go. */
#define IHOP_WEB_NAME_LENGTH 200
#define IHOP_WEB_NAME_DEPTH 10

/* NULL: good for a file below a folder of ours: relative, UTF-8, without control characters, quotes and what means
 * something to shells or other systems, no part that begins with ".", "-", "~" or a space. Otherwise a sentence why
 * not (static). */
const char *ihop_web_name_fault (const char *name);
/* The same for a path of ours: a name behind one or two folders more. */
const char *ihop_web_path_fault (const char *path);
/* 32 letters and digits, 160 bits of them from the kernel: a job's name, and the key to it. */
char *ihop_web_secret_new (void);
gboolean ihop_web_is_secret (const char *text);
/* What a log may call a job or an address: 12 digits of a hash, from which nobody comes back. Caller
 * frees. */
char *ihop_web_alias (const char *key, const char *secret);
