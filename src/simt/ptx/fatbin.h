/* Fat binaries: what nvcc puts into an object file for each unit of device code. The layout is not
 * documented; what is read here was found by comparing files that nvcc 13 wrote with its options for
 * compression. */
#pragma once
#include <glib.h>

/* The PTX text of the newest architecture in the fat binary that starts at "data" (its own header
 * tells how long it is). The caller frees it. NULL and an error: it holds machine code only, or is
 * compressed in a way that is not known. */
char *ihop_fatbin_ptx (gconstpointer data, GError **error);

/* How many registers the kernels of its newest machine code take (cubin.h), as far as it has any. */
void ihop_fatbin_registers (gconstpointer data, GHashTable *registers);

/* TRUE: a fat binary starts here. */
gboolean ihop_fatbin_is (gconstpointer data);

/* A fat binary with this PTX text in it, as nvcc -Xfatbin -no-compress would make it. */
GByteArray *ihop_fatbin_new (const char *ptx, guint arch);
