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

typedef struct
{
  const char *file; /* mapped */
  size_t size;
  uintptr_t base;   /* where the program was loaded */
  void *self;       /* this library */
} Program;

static int
find_base (struct dl_phdr_info *info, size_t size, void *data)
{
  *(uintptr_t *) data = info->dlpi_addr; /* the program itself comes first */
  return 1;
}

/* jmp *0(%rip), and the address. */
static void
put_jump (uint8_t *at, const void *target)
{
  static const uint8_t jump[] = { 0xff, 0x25, 0, 0, 0, 0 };
  uintptr_t page = (uintptr_t) at & ~(uintptr_t) 4095;
  size_t length = ((uintptr_t) at + 14 - page + 4095) & ~(size_t) 4095;

  if (mprotect ((void *) page, length, PROT_READ | PROT_WRITE | PROT_EXEC))
    return;
  memcpy (at, jump, sizeof jump);
  memcpy (at + sizeof jump, &target, sizeof target);
  mprotect ((void *) page, length, PROT_READ | PROT_EXEC);
}

static void
lead_here (const Program *program, const Elf64_Sym *symbol, const char *name)
{
  /* Functions begin at multiples of 16: what is behind a short one is nobody's. */
  if (ELF64_ST_TYPE (symbol->st_info) != STT_FUNC || symbol->st_shndx == SHN_UNDEF
      || symbol->st_value % 16 || symbol->st_size == 0
      || (strncmp (name, "cuda", 4) && strncmp (name, "__cuda", 6)))
    return;
  void *twin = dlsym (program->self, name);
  Dl_info of_twin, of_here;
  if (twin && dladdr (twin, &of_twin) && dladdr ((void *) put_jump, &of_here) && of_twin.dli_fbase == of_here.dli_fbase)
    put_jump ((uint8_t *) program->base + symbol->st_value, twin);
}

static int
fits (const Program *program, uint64_t offset, uint64_t size)
{
  return offset <= program->size && size <= program->size - offset;
}

static void
patch_table (const Program *program, const Elf64_Shdr *sections, unsigned n, const Elf64_Shdr *table)
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
patch (const Program *program)
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
  munmap ((void *) program.file, program.size);
  if (program.self)
    dlclose (program.self);
}
