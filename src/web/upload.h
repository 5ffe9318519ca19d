/* Bodies of requests: a form (multipart or urlencoded) or JSON, taken piece by piece. Files go straight
 * to the disk, into a folder of their own below incoming/; a limit that is passed is remembered and
 * told at the end, and what else comes is thrown away. */
#pragma once
#include "web/options.h"
#include "web/web.h"

/* NULL: refused already (415, 413), the answer is given. */
IhopWebUpload *ihop_web_upload_new (IhopWebRequest *request);
/* FALSE: the client sends far more than it may; cut the connection. */
gboolean ihop_web_upload_take (IhopWebUpload *upload, const char *bytes, gsize size);
/* Everything has come. FALSE: it is refused, the answer is given. */
gboolean ihop_web_upload_end (IhopWebUpload *upload, IhopWebRequest *request);
/* With its folder, unless that was taken over. */
void ihop_web_upload_free (IhopWebUpload *upload);

/* Of what has come: a field of the form or a text of the JSON, or NULL. */
const char *ihop_web_upload_field (const IhopWebUpload *upload, const char *name);
/* The JSON, or NULL if it was a form. */
JsonObject *ihop_web_upload_json (const IhopWebUpload *upload);
guint ihop_web_upload_files (const IhopWebUpload *upload);
/* Where the files lie (in upload/ below it): NULL before the first, or before it is made. */
gboolean ihop_web_upload_make_folder (IhopWebUpload *upload, IhopWebRequest *request);
const char *ihop_web_upload_folder (const IhopWebUpload *upload);
/* Writes one more file. FALSE: it may not be; the answer is given. */
gboolean ihop_web_upload_add (IhopWebUpload *upload, IhopWebRequest *request, const char *name,
                              const char *text, gsize size);
/* What the fields or the JSON say, over what is in "options" already. NULL, or a sentence; caller
 * frees. */
char *ihop_web_upload_options (const IhopWebUpload *upload, IhopWebOptions *options);
