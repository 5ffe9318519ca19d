/* Reads PTX text. Follows the grammar of NVIDIA's "PTX ISA" manual, chapters 4 to 11; what the text
 * says is checked as far as it must be to be kept, the rest by whoever lowers it. */
#pragma once
#include "simt/ptx/ptx.h"

#define IHOP_PTX_ERROR ihop_ptx_error_quark ()
GQuark ihop_ptx_error_quark (void);
enum { IHOP_PTX_ERROR_TEXT }; /* the only code: the message has the line */

/* "text" ends with NUL. Returns a module that the caller owns, or NULL and an error. */
IhopPtxModule *ihop_ptx_read (const char *text, GError **error);
