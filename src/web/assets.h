/* The files of data/web, compiled into the program. */
#pragma once
#include <glib.h>

/* "style.css". NULL: there is none. The caller unrefs; the bytes live as long as the program. */
GBytes *ihop_web_asset (const char *name);
/* Its text; the asset must be there. Caller frees. */
char *ihop_web_asset_text (const char *name);
/* By the ending of its name; "application/octet-stream" for others. */
const char *ihop_web_type_of (const char *name);
