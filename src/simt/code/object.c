#include "simt/code/object.h"
#include "simt/ptx/read.h"
#include <elf.h>
#include <string.h>
#include <sys/mman.h>

/* The image is the sections, then for each symbol its address (the global offset table) and a jump there: a
 * call reaches two gigabytes far, and the C library may be further off. */
enum { JUMP = 8 };

typedef struct
{
  const guint8 *data;
  gsize size;
  const Elf64_Shdr *sections;
  guint n_sections;
  const Elf64_Sym *symbols;
  guint n_symbols;
  const char *names; /* of the symbols */
  gsize names_size;
  gsize *places;     /* by section: where it begins in the image; 0: it is not in it */
  gsize table, jumps, length;
  guint8 *image;
  IhopObjectOutside *outside;
} Object;

static gboolean
fail (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
fail (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *what = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, IHOP_PTX_ERROR, IHOP_PTX_ERROR_TEXT, "a kernel's code: %s", what);
  return FALSE;
}

/* --- reading ---------------------------------------------------------------------------------- */

/* The bytes of a section that has some, or NULL. */
static gconstpointer
contents (const Object *object, const Elf64_Shdr *section)
{
  gboolean is_inside = section->sh_offset <= object->size && section->sh_size <= object->size - section->sh_offset;

  return is_inside && section->sh_type != SHT_NOBITS ? object->data + section->sh_offset : NULL;
}

static gboolean
read_symbols (Object *object, GError **error)
{
  for (guint i = 0; i < object->n_sections; i++)
    {
      const Elf64_Shdr *section = &object->sections[i];
      if (section->sh_type != SHT_SYMTAB || section->sh_link >= object->n_sections)
        continue;
      const Elf64_Shdr *names = &object->sections[section->sh_link];
      object->symbols = contents (object, section);
      object->n_symbols = section->sh_size / sizeof (Elf64_Sym);
      object->names = contents (object, names);
      object->names_size = names->sh_size;
    }
  return (object->symbols && object->names) || fail (error, "it has no symbols");
}

static gboolean
read_header (Object *object, GError **error)
{
  const Elf64_Ehdr *header = (const Elf64_Ehdr *) object->data;

  if (object->size < sizeof *header || memcmp (header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_type != ET_REL
      || header->e_machine != EM_X86_64 || header->e_ident[EI_CLASS] != ELFCLASS64)
    return fail (error, "it is not for x86-64, the only kind of processor that kernels run on here");
  if (header->e_shoff > object->size || header->e_shnum > (object->size - header->e_shoff) / sizeof (Elf64_Shdr))
    return fail (error, "it ends too early");
  object->sections = (const Elf64_Shdr *) (object->data + header->e_shoff);
  object->n_sections = header->e_shnum;
  return read_symbols (object, error);
}

static const char *
name_of (const Object *object, const Elf64_Sym *symbol)
{
  return symbol->st_name < object->names_size ? object->names + symbol->st_name : "";
}

/* --- the image -------------------------------------------------------------------------------- */

/* Tables for exceptions are for nobody here. */
static gboolean
is_needed (const Elf64_Shdr *section)
{
  return section->sh_flags & SHF_ALLOC && section->sh_type == SHT_PROGBITS && section->sh_size > 0;
}

static gsize
rounded (gsize size, gsize align)
{
  return align > 1 ? (size + align - 1) / align * align : size;
}

static void
lay_out (Object *object)
{
  gsize end = 64;

  object->places = g_new0 (gsize, object->n_sections);
  for (guint i = 0; i < object->n_sections; i++)
    {
      const Elf64_Shdr *section = &object->sections[i];
      if (!is_needed (section))
        continue;
      object->places[i] = rounded (end, section->sh_addralign);
      end = object->places[i] + section->sh_size;
    }
  object->table = rounded (end, 64);
  object->jumps = object->table + 8 * object->n_symbols;
  object->length = object->jumps + JUMP * object->n_symbols;
}

static gboolean
copy_sections (Object *object, GError **error)
{
  object->image = mmap (NULL, object->length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (object->image == MAP_FAILED)
    return fail (error, "there is no memory for it");
  for (guint i = 0; i < object->n_sections; i++)
    {
      gconstpointer bytes = object->places[i] ? contents (object, &object->sections[i]) : NULL;
      if (object->places[i] && bytes == NULL)
        return fail (error, "it ends too early");
      if (object->places[i])
        memcpy (object->image + object->places[i], bytes, object->sections[i].sh_size);
    }
  return TRUE;
}

/* --- symbols ---------------------------------------------------------------------------------- */

static gboolean
fill_table (Object *object, GError **error)
{
  for (guint i = 0; i < object->n_symbols; i++)
    {
      const Elf64_Sym *symbol = &object->symbols[i];
      guint64 address = 0;
      gint32 back = (gint32) (object->table + 8 * i) - (gint32) (object->jumps + JUMP * i + 6);
      guint8 *jump = object->image + object->jumps + JUMP * i;
      if (symbol->st_shndx > 0 && symbol->st_shndx < object->n_sections && object->places[symbol->st_shndx])
        address = (gsize) object->image + object->places[symbol->st_shndx] + symbol->st_value;
      else if (symbol->st_shndx == SHN_UNDEF && *name_of (object, symbol))
        address = (gsize) object->outside (name_of (object, symbol));
      if (address == 0 && symbol->st_shndx == SHN_UNDEF && *name_of (object, symbol))
        return fail (error, "there is no function %s", name_of (object, symbol));
      memcpy (object->image + object->table + 8 * i, &address, sizeof address);
      memcpy (jump, "\xff\x25", 2); /* jmp *place(%rip) */
      memcpy (jump + 2, &back, sizeof back);
    }
  return TRUE;
}

static guint64
address_of (const Object *object, guint symbol)
{
  guint64 address;

  memcpy (&address, object->image + object->table + 8 * symbol, sizeof address);
  return address;
}

/* --- relocations ------------------------------------------------------------------------------ */

static gboolean
store_distance (guint8 *place, gint64 distance, GError **error)
{
  gint32 value = distance;

  if (value != distance)
    return fail (error, "a distance in it is too long");
  memcpy (place, &value, sizeof value);
  return TRUE;
}

static gboolean
relocate (const Object *object, const Elf64_Rela *entry, guint8 *place, GError **error)
{
  guint symbol = ELF64_R_SYM (entry->r_info);
  gboolean is_outside = object->symbols[symbol].st_shndx == SHN_UNDEF;
  guint64 address = address_of (object, symbol) + entry->r_addend, here = (gsize) place;
  guint64 jump = (gsize) object->image + object->jumps + JUMP * symbol + entry->r_addend;
  guint64 slot = (gsize) object->image + object->table + 8 * symbol + entry->r_addend;
  gint64 wide = address - here;

  if (address_of (object, symbol) == 0)
    return fail (error, "it refers to what is not in it");
  switch (ELF64_R_TYPE (entry->r_info))
    {
    case R_X86_64_64:
      memcpy (place, &address, sizeof address);
      return TRUE;
    case R_X86_64_PC64:
      memcpy (place, &wide, sizeof wide);
      return TRUE;
    case R_X86_64_PC32:
    case R_X86_64_PLT32:
      return store_distance (place, (is_outside ? jump : address) - here, error);
    case R_X86_64_GOTPCREL:
    case R_X86_64_GOTPCRELX:
    case R_X86_64_REX_GOTPCRELX:
      return store_distance (place, slot - here, error);
    default:
      return fail (error, "relocations of kind %u are not known", (guint) ELF64_R_TYPE (entry->r_info));
    }
}

static gboolean
relocate_section (const Object *object, const Elf64_Shdr *list, GError **error)
{
  const Elf64_Rela *entries = contents (object, list);
  const Elf64_Shdr *section = &object->sections[list->sh_info];

  if (entries == NULL)
    return fail (error, "it ends too early");
  for (guint i = 0; i < list->sh_size / sizeof *entries; i++)
    {
      if (ELF64_R_SYM (entries[i].r_info) >= object->n_symbols || entries[i].r_offset > section->sh_size
          || section->sh_size - entries[i].r_offset < 4)
        return fail (error, "a relocation points outside of it");
      if (!relocate (object, &entries[i], object->image + object->places[list->sh_info] + entries[i].r_offset, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
relocate_all (const Object *object, GError **error)
{
  for (guint i = 0; i < object->n_sections; i++)
    {
      const Elf64_Shdr *section = &object->sections[i];
      if (section->sh_type == SHT_RELA && section->sh_info < object->n_sections && object->places[section->sh_info]
          && !relocate_section (object, section, error))
        return FALSE;
    }
  return TRUE;
}

/* ---------------------------------------------------------------------------------------------- */

static gpointer
find (const Object *object, const char *name, GError **error)
{
  for (guint i = 0; i < object->n_symbols; i++)
    if (object->symbols[i].st_shndx != SHN_UNDEF && g_str_equal (name_of (object, &object->symbols[i]), name))
      return (gpointer) (gsize) address_of (object, i);
  fail (error, "%s is not in it", name);
  return NULL;
}

gpointer
ihop_object_load (const guint8 *data, gsize size, const char *symbol, IhopObjectOutside *outside, GError **error)
{
  Object object = { .data = data, .size = size, .outside = outside, .image = MAP_FAILED };
  gpointer found = NULL;

  if (!read_header (&object, error))
    return NULL;
  lay_out (&object);
  if (copy_sections (&object, error) && fill_table (&object, error) && relocate_all (&object, error)
      && (mprotect (object.image, object.length, PROT_READ | PROT_EXEC) == 0 || fail (error, "it may not be run")))
    found = find (&object, symbol, error);
  if (found == NULL && object.image != MAP_FAILED)
    munmap (object.image, object.length);
  g_free (object.places);
  return found;
}
