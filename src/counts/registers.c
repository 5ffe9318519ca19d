/* Registers and spills, by NVIDIA's assembler where it is installed: PTX has as many registers as it likes. */
#include "check/cuda.h"
#include "check/process.h"
#include "counts/figures.h"
#include <stdlib.h>
#include <string.h>

enum { SECONDS = 120 };

static char *
find_ptxas (void)
{
  static const char usual[] = "/usr/local/cuda/bin/ptxas";
  char *found = g_find_program_in_path ("ptxas");

  if (found == NULL && g_file_test (usual, G_FILE_TEST_IS_EXECUTABLE))
    found = g_strdup (usual);
  return found;
}

/* What it says of one module for this architecture, or NULL. Caller frees. */
static char *
ask (const char *ptxas, const char *architecture, const char *ptx)
{
  const char *const argv[] = { ptxas, "-v", "--gpu-name", architecture, ptx, "-o", "/dev/null", NULL };
  g_autofree char *said = g_strconcat (ptx, ".said", NULL), *out = g_strconcat (ptx, ".out", NULL);
  IhopProcess process = { .argv = argv, .seconds = SECONDS, .err = said, .out = out };
  char *text = NULL;

  ihop_process_start (&process);
  ihop_process_wait (&process);
  if (process.status == 0)
    g_file_get_contents (said, &text, NULL, NULL);
  return text;
}

/* The number in front of " bytes spill stores" and the like; 0: it does not stand there. */
static guint
number_before (const char *line, const char *words)
{
  const char *at = strstr (line, words);

  while (at && at > line && g_ascii_isdigit (at[-1]))
    at--;
  return at ? strtoul (at, NULL, 10) : 0;
}

static void
note (IhopCounts *counts, const char *symbol, const IhopRegisters *registers)
{
  for (guint i = 0; i < counts->kernels->len; i++)
    {
      IhopCountedKernel *kernel = counts->kernels->pdata[i];
      if (g_str_equal (kernel->symbol, symbol))
        kernel->registers = *registers;
    }
}

/* "Compiling entry function 'k' for …", then "… bytes spill stores, …" and "Used 12 registers, …". */
static void
read_said (IhopCounts *counts, const char *said)
{
  g_auto (GStrv) lines = g_strsplit (said, "\n", -1);
  g_autofree char *symbol = NULL;
  IhopRegisters registers = { 0 };

  for (char **line = lines; *line; line++)
    {
      const char *entry = strstr (*line, "Compiling entry function '");
      if (entry)
        {
          entry = strchr (entry, '\'') + 1;
          g_free (symbol);
          symbol = g_strndup (entry, strcspn (entry, "'"));
          registers = (IhopRegisters){ 0 };
        }
      registers.stack += number_before (*line, " bytes stack frame");
      registers.spill_stores += number_before (*line, " bytes spill stores");
      registers.spill_loads += number_before (*line, " bytes spill loads");
      registers.registers = number_before (*line, " registers");
      registers.is_known = registers.registers > 0;
      if (symbol && registers.is_known)
        note (counts, symbol, &registers);
    }
}

void
ihop_counts_ask_registers (IhopCounts *counts, const char *folder)
{
  g_autofree char *ptxas = find_ptxas ();
  g_autoptr (GDir) dir = ptxas ? g_dir_open (folder, 0, NULL) : NULL;

  for (const char *name; dir && (name = g_dir_read_name (dir));)
    if (g_str_has_suffix (name, ".ptx"))
      {
        g_autofree char *path = g_build_filename (folder, name, NULL);
        g_autofree char *said = ask (ptxas, counts->gpu->architecture, path);
        if (said)
          read_said (counts, said);
      }
}
