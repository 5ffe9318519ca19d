#include "simt/ptx/cubin.h"
#include <elf.h>
#include <string.h>

enum { REGISTERS_SHIFT = 24 };

static const char code[] = ".text.";

/* The name of a section of a kernel's code; NULL: it is none, or does not lie in the file. */
static const char *
kernel_of (const guint8 *data, gsize size, const Elf64_Shdr *names, const Elf64_Shdr *section)
{
  gsize at = names->sh_offset + section->sh_name;

  if (names->sh_offset >= size || at >= size || memchr (data + at, '\0', size - at) == NULL)
    return NULL;
  const char *name = (const char *) data + at;
  return g_str_has_prefix (name, code) ? name + strlen (code) : NULL;
}

void
ihop_cubin_registers (const guint8 *data, gsize size, GHashTable *registers)
{
  const Elf64_Ehdr *header = (const Elf64_Ehdr *) data;

  if (size < sizeof *header || memcmp (header->e_ident, ELFMAG, SELFMAG) || header->e_ident[EI_CLASS] != ELFCLASS64
      || header->e_shoff >= size || header->e_shnum > (size - header->e_shoff) / sizeof (Elf64_Shdr) || header->e_shstrndx >= header->e_shnum)
    return;
  const Elf64_Shdr *sections = (const Elf64_Shdr *) (data + header->e_shoff);
  for (guint i = 0; i < header->e_shnum; i++)
    {
      const char *kernel = kernel_of (data, size, &sections[header->e_shstrndx], &sections[i]);
      if (kernel)
        g_hash_table_insert (registers, g_strdup (kernel), GUINT_TO_POINTER (sections[i].sh_info >> REGISTERS_SHIFT));
    }
}
