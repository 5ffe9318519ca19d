/* Which lines of the source became which kernel, and over which line the pointer is. */
#include "gui/document_private.h"

void
ihop_document_set_tints (IhopDocument *document, guint file, const GByteArray *tints)
{
  if (tints == NULL && document->tints == NULL)
    return;
  g_clear_pointer (&document->tints, g_byte_array_unref);
  g_clear_pointer (&document->copies, g_array_unref);
  document->tinted_file = file;
  document->hovered_line = 0;
  if (tints)
    {
      document->tints = g_byte_array_sized_new (tints->len);
      g_byte_array_append (document->tints, tints->data, tints->len);
    }
  ihop_document_emit (document, IHOP_SIGNAL_LINKED);
}

const GByteArray *
ihop_document_tints (IhopDocument *document, guint file)
{
  return document->tinted_file == file ? document->tints : NULL;
}

void
ihop_document_set_copies (IhopDocument *document, const GArray *copies)
{
  g_clear_pointer (&document->copies, g_array_unref);
  document->copies = copies ? g_array_copy ((GArray *) copies) : NULL;
  ihop_document_emit (document, IHOP_SIGNAL_LINKED);
}

const GArray *
ihop_document_copies (IhopDocument *document, guint file)
{
  return document->tinted_file == file ? document->copies : NULL;
}

void
ihop_document_hover (IhopDocument *document, guint file, guint line)
{
  if (document->hovered_file == file && document->hovered_line == line)
    return;
  document->hovered_file = file;
  document->hovered_line = line;
  ihop_document_emit (document, IHOP_SIGNAL_HOVERED);
}

guint
ihop_document_hovered (IhopDocument *document, guint *file)
{
  *file = document->hovered_file;
  return document->hovered_line;
}
