/* Archives that strangers send: .zip, .tar, .tar.gz and their like. Runs inside the sandbox. */
#pragma once
#include <glib.h>

typedef struct
{
  guint files;
  guint64 bytes; /* of all files together, unpacked */
} IhopUnpackLimits;

/* Is it called like an archive? */
gboolean ihop_unpack_is_archive (const char *name);
/* Writes its regular files below the folder; folders are made as files need them. What is hidden or belongs to a
 * system's housekeeping, links and devices are left out, and told in "notes" (of char *). Names that
 * ihop_web_name_fault does not like are refused with the whole archive. "limits" are what is left, and are counted
 * down. NULL: done; else a sentence. Caller frees. */
char *ihop_unpack (const char *path, const char *folder, IhopUnpackLimits *limits, GPtrArray *notes);
/* The other way: files below "folder" (names relative to it, NULL-terminated) as one .zip. */
char *ihop_pack (const char *path, const char *folder, char **names);
