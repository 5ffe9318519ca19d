/* Folders: compared, copied. */
#pragma once
#include <glib.h>

/* For g_ptr_array_sort: elements are const char **. */
gint ihop_web_compare_text (gconstpointer a, gconstpointer b);
/* Files below "from" become files below "to", where there is none of that name yet; nothing else is
 * copied. */
gboolean ihop_web_copy_folder (const char *from, const char *to, GError **error);
/* Bytes of all files below it. */
guint64 ihop_web_folder_size (const char *path);
