/* Answers made smaller for who takes gzip. */
#pragma once
#include <glib.h>

/* Whether an Accept-Encoding (or NULL) takes gzip. */
gboolean ihop_squeeze_is_taken (const char *accepted);
/* Whether bytes of this type become smaller by it: texts do. */
gboolean ihop_squeeze_helps (const char *type, gsize size);
/* The bytes as gzip has them. The tag names them: what was squeezed not long ago is not squeezed again.
 * Caller unrefs. NULL: it cannot be done. From any thread. */
GBytes *ihop_squeeze (const char *tag, GBytes *bytes);
