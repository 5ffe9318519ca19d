/* Kernels of a CUDA source, proved free of races for all sizes, or refuted by two threads. */
#include "check/cuda.h"
#include "cli/cli.h"
#include "prove/prove.h"

static int
code_of (const GPtrArray *proofs)
{
  int code = IHOP_EXIT_DONE;

  for (guint i = 0; i < proofs->len; i++)
    {
      IhopProofVerdict verdict = ((const IhopProof *) proofs->pdata[i])->verdict;
      if (verdict == IHOP_REFUTED)
        return IHOP_EXIT_DIFFERENT;
      if (verdict == IHOP_NOT_KNOWN)
        code = IHOP_EXIT_REFUSED;
    }
  return code;
}

static int
prove_file (const IhopCli *cli, gboolean asks_for_fences)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  g_autofree char *headers = ihop_cuda_header_folder ();
  g_autoptr (IhopTree) tree
    = ihop_prove_read (cli->files[0], headers, (const char *const *) cli->flags, cli->database, diags);
  int code = IHOP_EXIT_NOT_C;

  ihop_cli_show_diags (cli, diags);
  if (tree)
    {
      gboolean trust = g_strcmp0 (cli->alias, "refuse") != 0;
      g_autoptr (GPtrArray) proofs = ihop_prove (tree, trust);
      if (asks_for_fences)
        ihop_prove_fences (tree, proofs, trust, G_MAXUINT);
      g_autofree char *text = cli->is_json ? ihop_prove_to_json (tree, proofs)
                              : g_strcmp0 (cli->format, "sarif") == 0 ? ihop_prove_to_sarif (proofs) : ihop_prove_to_text (tree, proofs);
      ihop_cli_print ("%s", text);
      code = code_of (proofs);
    }
  return code;
}

int
ihop_command_prove (int argc, char **argv)
{
  g_auto (IhopCli) cli = { 0 };
  gboolean fences = FALSE;
  const GOptionEntry own[] = {
    { "fences", 0, 0, G_OPTION_ARG_NONE, &fences, "say of each barrier whether it is needed, by proving the kernel without it", NULL },
    { NULL }
  };
  int code = ihop_cli_parse (&cli, argc, argv, "FILE.cu [-- COMPILER FLAGS]",
                             "Proves of each kernel of a CUDA source, for all sizes, that no two threads race, that all\n"
                             "threads of a block reach its barriers, and that declared arrays are not left; or shows two\n"
                             "threads that refute it; or says what is not known.", own, "text json sarif");

  if (code >= 0)
    return code;
  if (cli.files[0] == NULL)
    return ihop_cli_misuse ("no FILE.cu given");
  if (cli.files[1])
    return ihop_cli_misuse ("%s: one source at a time", cli.files[1]);
  if (g_str_has_suffix (cli.files[0], ".c"))
    return ihop_cli_misuse ("%s is C, and has no kernels: of its loops 'ihop analyze' tells; the kernels of the CUDA that ihop "
                            "makes of it are proved here (NAME.cu or NAME_kernels.cu)", cli.files[0]);
  return prove_file (&cli, fences);
}
