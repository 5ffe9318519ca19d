/* Writing products: all files of one input, or none of them. */
#pragma once
#include "gpugen/emit/emit.h"

/* Each product is written beside its place and then renamed; when one cannot be written, those
 * not yet renamed are removed and error says which and why. The folder is made if it is absent. */
gboolean ihop_output_write (const char *folder, const GPtrArray *products, GError **error);
/* One text file, by the same road. */
gboolean ihop_output_write_text (const char *path, const char *text, GError **error);
gboolean ihop_output_write_bytes (const char *path, GBytes *bytes, GError **error);
