#include "simt/code/key.h"
#include <cpuid.h>
#include <elf.h>
#include <stdio.h>
#include <string.h>

enum { MOST_NOTES = 4096 };

/* --- the compiler ----------------------------------------------------------------------------- */

static void
add_hex (GString *text, const guint8 *bytes, gsize n)
{
  for (gsize i = 0; i < n; i++)
    g_string_append_printf (text, "%02x", bytes[i]);
}

/* TRUE: the notes have a build-id, which was added. */
static gboolean
add_from_notes (GString *text, const guint8 *notes, gsize size)
{
  for (gsize at = 0; at + sizeof (Elf64_Nhdr) <= size;)
    {
      const Elf64_Nhdr *note = (const Elf64_Nhdr *) (notes + at);
      gsize name = at + sizeof *note, value = name + ((gsize) note->n_namesz + 3) / 4 * 4;
      if (value + note->n_descsz > size)
        return FALSE;
      if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && memcmp (notes + name, "GNU", 4) == 0)
        {
          add_hex (text, notes + value, note->n_descsz);
          return TRUE;
        }
      at = value + ((gsize) note->n_descsz + 3) / 4 * 4;
    }
  return FALSE;
}

static gboolean
read_at (FILE *file, gsize offset, gpointer to, gsize size)
{
  return fseek (file, offset, SEEK_SET) == 0 && fread (to, 1, size, file) == size;
}

/* The linker's checksum of all that is in the library, read from its file without opening it. */
static gboolean
add_build_id (GString *text, const char *path)
{
  FILE *file = fopen (path, "re");
  Elf64_Ehdr header;
  guint8 notes[MOST_NOTES];
  gboolean is_found = FALSE, is_read = file && read_at (file, 0, &header, sizeof header);

  for (guint i = 0; is_read && !is_found && i < header.e_phnum; i++)
    {
      Elf64_Phdr segment;
      is_read = read_at (file, header.e_phoff + i * sizeof segment, &segment, sizeof segment);
      if (is_read && segment.p_type == PT_NOTE && segment.p_filesz <= MOST_NOTES
          && read_at (file, segment.p_offset, notes, segment.p_filesz))
        is_found = add_from_notes (text, notes, segment.p_filesz);
    }
  if (file)
    fclose (file);
  return is_found;
}

/* --- the processor ---------------------------------------------------------------------------- */

/* All that cpuid says of what the processor is and can do; not which core it is. */
static void
add_processor (GString *text)
{
  static const struct
  {
    guint leaf, subleaf;
    gboolean eax, ebx, ecx, edx;
  } leaves[] = { { 0, 0, FALSE, TRUE, TRUE, TRUE },  { 1, 0, TRUE, FALSE, TRUE, TRUE },           { 7, 0, TRUE, TRUE, TRUE, TRUE },
                 { 7, 1, TRUE, TRUE, TRUE, TRUE },   { 0xd, 1, TRUE, FALSE, FALSE, FALSE },       { 0x19, 0, FALSE, TRUE, FALSE, FALSE },
                 { 0x24, 0, TRUE, TRUE, FALSE, FALSE }, { 0x80000001, 0, FALSE, FALSE, TRUE, TRUE }, { 0x80000008, 0, FALSE, TRUE, FALSE, FALSE } };

  for (guint i = 0; i < G_N_ELEMENTS (leaves); i++)
    {
      guint a = 0, b = 0, c = 0, d = 0;
      __get_cpuid_count (leaves[i].leaf, leaves[i].subleaf, &a, &b, &c, &d);
      g_string_append_printf (text, " %x.%x.%x.%x", leaves[i].eax ? a : 0, leaves[i].ebx ? b : 0, leaves[i].ecx ? c : 0,
                              leaves[i].edx ? d : 0);
    }
}

/* --- where it takes over ------------------------------------------------------------------------ */

/* Exact code goes on where quick code hands over: it fits that code alone, and there are several of one kernel (of whole blocks,
 * in either order, or of one warp). */
static void
add_points (GString *text, const GArray *points)
{
  for (guint i = 0; points && i < points->len; i++)
    {
      const IhopLowerPoint *point = &g_array_index (points, IhopLowerPoint, i);
      g_string_append_printf (text, ", at %u %d of %u", point->instruction, point->is_empty, point->n_quick_blocks);
      for (guint k = 0; k < point->places->len; k++)
        {
          const IhopLowerPlace *place = &g_array_index (point->places, IhopLowerPlace, k);
          g_string_append_printf (text, " %u %u %d", place->number, place->first, place->is_empty);
        }
    }
}

/* ------------------------------------------------------------------------------------------------ */

char *
ihop_code_key (const char *compiler, const char *module, const char *kernel, const IhopLowerOptions *options)
{
  g_autoptr (GString) text = g_string_new ("ihop kernel 1, compiler ");

  if (!add_build_id (text, compiler))
    return NULL;
  g_string_append (text, ", processor");
  add_processor (text);
  g_string_append_printf (text, ", module %s, kernel %s, block %u %u %u, exact %d, checked %d, whole %d, backwards %d", module, kernel, options->block[0],
                          options->block[1], options->block[2], options->is_exact, options->is_checked, options->is_whole, options->is_backwards);
  add_points (text, options->points);
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, text->str, text->len);
}
