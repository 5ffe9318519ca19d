/* Changes to a source text, collected in any order and made in one go.
 *
 * Offsets are those of the unchanged text. Texts inserted at one offset appear in the order in
 * which they were asked for, before what replaces the bytes from there on. Two replacements that
 * overlap, or an insertion strictly inside a replaced stretch, are our own mistake. */
#pragma once
#include "base/source.h"

typedef struct _IhopEdits IhopEdits;

/* Refers to the source: it must outlive the edits. */
IhopEdits *ihop_edits_new (const IhopSource *source);
void ihop_edits_free (IhopEdits *edits);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopEdits, ihop_edits_free)

/* The text is copied. */
void ihop_edits_insert (IhopEdits *edits, gsize offset, const char *text);
/* The same, of what counts to another line of the owner's than the one where it is put (ihop_edits_lines). */
void ihop_edits_insert_for (IhopEdits *edits, gsize offset, const char *text, guint line);
/* In front of all that was inserted there before. */
void ihop_edits_insert_first (IhopEdits *edits, gsize offset, const char *text);
void ihop_edits_replace (IhopEdits *edits, gsize begin, gsize end, const char *text);
static inline void
ihop_edits_remove (IhopEdits *edits, gsize begin, gsize end)
{
  ihop_edits_replace (edits, begin, end, "");
}
gboolean ihop_edits_is_empty (const IhopEdits *edits);
/* Whether some replacement covers this byte. */
gboolean ihop_edits_covers (const IhopEdits *edits, gsize offset);

/* The whole text with all changes made; "length" (may be NULL) as the source may hold NULs. */
char *ihop_edits_apply (IhopEdits *edits, gsize *length);
/* For each line of that text the one of the owner's file that it comes from (ihop_source_set_owners); what is put in between
 * counts to the line where it is put, or that was said with it. Of guint; caller unrefs. */
GArray *ihop_edits_lines (IhopEdits *edits);
/* Only the bytes [begin, end) with the changes that lie inside; insertions at "begin" belong to
 * it, those at "end" do not. Caller frees both. */
char *ihop_edits_apply_range (IhopEdits *edits, gsize begin, gsize end);
