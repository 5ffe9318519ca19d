/* Programs that hold NVIDIA's runtime in themselves (nvcc's default) are led here: before their
 * first instruction, each function of that runtime that has a twin here gets a jump to it. Which is
 * where is read from the program's own symbol table; a stripped one has none. */
#include "cudart/cudart.h"
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { JUMP_SIZE = 14 };

/* The segment of the program's code around a place, while it may be written to. Asking the system for each function's page would
 * take longer than all else here. */
typedef struct
{
  uintptr_t at, begin, end;
} Segment;

typedef struct
{
  const char *file; /* mapped */
  size_t size;
  uintptr_t base;   /* where the program was loaded */
  void *self;       /* this library */
  Segment open;     /* may be written to */
} Program;

static int
find_base (struct dl_phdr_info *info, size_t size, void *data)
{
  *(uintptr_t *) data = info->dlpi_addr; /* the program itself comes first */
  return 1;
}

static int
find_segment (struct dl_phdr_info *info, size_t size, void *data)
{
  Segment *segment = data;

  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const Elf64_Phdr *header = &info->dlpi_phdr[i];
      uintptr_t begin = info->dlpi_addr + header->p_vaddr, end = begin + header->p_memsz;
      if (header->p_type == PT_LOAD && (header->p_flags & PF_X) && segment->at >= begin && segment->at < end)
        segment->begin = begin & ~(uintptr_t) 4095, segment->end = (end + 4095) & ~(uintptr_t) 4095;
    }
  return 1; /* the program itself comes first */
}

static void
protect (const Segment *segment, int access)
{
  if (segment->end > segment->begin)
    mprotect ((void *) segment->begin, segment->end - segment->begin, access);
}

/* Makes the code around this place writable, unless it is. */
static int
open_segment (Segment *segment, uintptr_t at)
{
  if (at >= segment->begin && at + JUMP_SIZE <= segment->end)
    return 1;
  protect (segment, PROT_READ | PROT_EXEC);
  *segment = (Segment){ .at = at };
  dl_iterate_phdr (find_segment, segment);
  if (at < segment->begin || at + JUMP_SIZE > segment->end
      || mprotect ((void *) segment->begin, segment->end - segment->begin, PROT_READ | PROT_WRITE | PROT_EXEC))
    *segment = (Segment){ 0 };
  return segment->end != 0;
}

/* jmp *0(%rip), and the address. */
static void
put_jump (Program *program, uint8_t *at, const void *target)
{
  static const uint8_t jump[] = { 0xff, 0x25, 0, 0, 0, 0 };

  if (!open_segment (&program->open, (uintptr_t) at))
    return;
  memcpy (at, jump, sizeof jump);
  memcpy (at + sizeof jump, &target, sizeof target);
}

static void
lead_here (Program *program, const Elf64_Sym *symbol, const char *name)
{
  /* Functions begin at multiples of 16: what is behind a short one is nobody's. */
  if (ELF64_ST_TYPE (symbol->st_info) != STT_FUNC || symbol->st_shndx == SHN_UNDEF
      || symbol->st_value % 16 || symbol->st_size == 0
      || (strncmp (name, "cuda", 4) && strncmp (name, "__cuda", 6)))
    return;
  void *twin = dlsym (program->self, name);
  Dl_info of_twin, of_here;
  if (twin && dladdr (twin, &of_twin) && dladdr ((void *) put_jump, &of_here) && of_twin.dli_fbase == of_here.dli_fbase)
    put_jump (program, (uint8_t *) program->base + symbol->st_value, twin);
}

static int
fits (const Program *program, uint64_t offset, uint64_t size)
{
  return offset <= program->size && size <= program->size - offset;
}

static void
patch_table (Program *program, const Elf64_Shdr *sections, unsigned n, const Elf64_Shdr *table)
{
  if (table->sh_link >= n || !fits (program, table->sh_offset, table->sh_size)
      || !fits (program, sections[table->sh_link].sh_offset, sections[table->sh_link].sh_size))
    return;
  const Elf64_Sym *symbols = (const Elf64_Sym *) (program->file + table->sh_offset);
  const char *names = program->file + sections[table->sh_link].sh_offset;
  for (size_t i = 0; i < table->sh_size / sizeof *symbols; i++)
    if (symbols[i].st_name < sections[table->sh_link].sh_size)
      lead_here (program, &symbols[i], names + symbols[i].st_name);
}

static void
patch (Program *program)
{
  const Elf64_Ehdr *header = (const Elf64_Ehdr *) program->file;

  if (program->size < sizeof *header || memcmp (header->e_ident, ELFMAG, SELFMAG)
      || header->e_machine != EM_X86_64 || !fits (program, header->e_shoff, header->e_shnum * sizeof (Elf64_Shdr)))
    return;
  const Elf64_Shdr *sections = (const Elf64_Shdr *) (program->file + header->e_shoff);
  for (unsigned i = 0; i < header->e_shnum; i++)
    if (sections[i].sh_type == SHT_SYMTAB)
      patch_table (program, sections, header->e_shnum, &sections[i]);
}

__attribute__ ((constructor)) static void
lead_static_runtime_here (void)
{
  Program program = { 0 };
  struct stat about;
  Dl_info here;
  int file = open ("/proc/self/exe", O_RDONLY | O_CLOEXEC);

  if (file < 0 || fstat (file, &about) || !dladdr ((void *) patch, &here))
    return;
  program.size = about.st_size;
  program.file = mmap (NULL, program.size, PROT_READ, MAP_PRIVATE, file, 0);
  close (file);
  if (program.file == MAP_FAILED)
    return;
  program.self = dlopen (here.dli_fname, RTLD_NOW | RTLD_NOLOAD);
  dl_iterate_phdr (find_base, &program.base);
  patch (&program);
  protect (&program.open, PROT_READ | PROT_EXEC);
  munmap ((void *) program.file, program.size);
  if (program.self)
    dlclose (program.self);
}
