#include "cli/verify_proof.h"
#include <glib/gstdio.h>

enum { MOST_BARRIERS = 6 }; /* of kernels that are asked what each is needed for: that takes as long as so many proofs */

static void
proof_free (gpointer data)
{
  IhopVerifyProof *proof = data;

  g_free (proof->kernel);
  g_free (proof->message);
  g_array_unref (proof->unneeded);
  g_free (proof);
}

void
ihop_verify_proofs_free (IhopVerifyProofs *proofs)
{
  if (proofs == NULL)
    return;
  g_ptr_array_unref (proofs->kernels);
  g_free (proofs);
}

guint
ihop_verify_proofs_count (const IhopVerifyProofs *proofs, IhopProofVerdict verdict)
{
  guint n = 0;

  for (guint i = 0; i < proofs->kernels->len; i++)
    n += ((const IhopVerifyProof *) proofs->kernels->pdata[i])->verdict == verdict;
  return n;
}

/* The first thing that stands against it. */
static char *
message_of (const IhopProof *proof)
{
  for (guint i = 0; i < proof->findings->len && proof->verdict != IHOP_PROVED; i++)
    {
      const IhopFinding *finding = proof->findings->pdata[i];
      const char *path;
      if (finding->kind != IHOP_FINDING_SAME_VALUE && finding->is_certain == (proof->verdict == IHOP_REFUTED))
        return g_strdup_printf ("line %u: %s", ihop_proof_line (finding->place[0].node, &path), ihop_message_text (finding->message));
    }
  return NULL;
}

static IhopVerifyProof *
add_entry (IhopVerifyProofs *proofs, const char *kernel, IhopProofVerdict verdict, char *message)
{
  IhopVerifyProof *entry = g_new0 (IhopVerifyProof, 1);

  *entry = (IhopVerifyProof){ g_strdup (kernel), verdict, message, g_array_new (FALSE, FALSE, sizeof (guint)) };
  g_ptr_array_add (proofs->kernels, entry);
  return entry;
}

static void
add_proof (IhopVerifyProofs *proofs, const IhopProof *proof)
{
  IhopVerifyProof *entry = add_entry (proofs, proof->kernel->symbol->name, proof->verdict, message_of (proof));

  for (guint i = 0; i < proof->fences->len; i++)
    {
      const IhopProofFence *fence = proof->fences->pdata[i];
      const char *path;
      guint line = ihop_proof_line (fence->node, &path);
      if (fence->need == IHOP_PROOF_NOT_NEEDED)
        g_array_append_val (entry->unneeded, line);
    }
}

/* With what the owner's text is read with, whose headers it includes. */
static char **
flags_of (IhopProject *project, const IhopProjectFile *file)
{
  const char *const *flags = ihop_project_flags (project);
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  g_autofree char *folder = g_path_get_dirname (file->path);

  g_strv_builder_add (words, "-iquote");
  g_strv_builder_add (words, folder);
  if (flags)
    g_strv_builder_addv (words, (const char **) flags);
  return g_strv_builder_end (words);
}

static void
prove_text (IhopVerifyProofs *proofs, const char *name, const char *text, char **flags)
{
  g_autofree char *folder = g_dir_make_tmp ("ihop-proof-XXXXXX", NULL), *path = folder ? g_build_filename (folder, name, NULL) : NULL;
  g_autofree char *headers = ihop_cuda_header_folder ();
  g_autoptr (GPtrArray) diags = ihop_diags_new ();

  if (path && g_file_set_contents (path, text, -1, NULL))
    {
      g_autoptr (IhopTree) tree = ihop_prove_read (path, headers, (const char *const *) flags, NULL, diags);
      g_autoptr (GPtrArray) found = tree ? ihop_prove (tree, TRUE) : NULL;
      if (found)
        ihop_prove_fences (tree, found, TRUE, MOST_BARRIERS);
      else
        add_entry (proofs, name, IHOP_NOT_KNOWN, g_strdup ("it could not be read"));
      for (guint i = 0; found && i < found->len; i++)
        add_proof (proofs, found->pdata[i]);
      g_remove (path);
    }
  if (folder)
    g_rmdir (folder);
}

IhopVerifyProofs *
ihop_verify_proofs (IhopProject *project, const IhopCheckOptions *options)
{
  IhopVerifyProofs *proofs = g_new0 (IhopVerifyProofs, 1);
  const GPtrArray *files = ihop_project_files (project);

  proofs->kernels = g_ptr_array_new_with_free_func (proof_free);
  for (guint i = 0; i < files->len; i++)
    {
      const IhopProjectFile *file = files->pdata[i];
      IhopGenerateOptions generate = options->generate;
      if (options->choose)
        options->choose (file, &generate, options->choose_data);
      generate.products = IHOP_PRODUCT_CUDA;
      g_autoptr (IhopGenerated) made = ihop_project_generate (project, file, &generate);
      g_auto (GStrv) flags = flags_of (project, file);
      for (guint k = 0; k < made->products->len; k++)
        {
          const IhopProduct *product = made->products->pdata[k];
          if (g_str_has_suffix (product->name, ".cu"))
            prove_text (proofs, product->name, product->text, flags);
        }
    }
  return proofs;
}
