/* emit-tool FILE FOLDER: the products of a file whose plan stands in its pragmas (hand_plan.h).
 * The emulated program is also written without the runtime's text, as NAME_emu.t. */
#include "frontend/frontend.h"
#include "gpugen/emit/emit.h"
#include "hand_plan.h"
#include <stdio.h>
#include <string.h>

static void
write_text (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  if (!g_file_set_contents (path, text, -1, &error))
    g_error ("%s", error->message);
}

static void
write_all (const char *folder, GPtrArray *products)
{
  for (guint i = 0; i < products->len; i++)
    {
      const IhopProduct *product = products->pdata[i];
      const char *own = strstr (product->text, "/* Made by ihop");
      write_text (folder, product->name, product->text);
      if (g_str_has_suffix (product->name, "_emu.c"))
        {
          g_autofree char *name = g_strdup (product->name);
          memcpy (name + strlen (name) - 2, ".t", 2);
          write_text (folder, name, own);
        }
    }
  g_ptr_array_unref (products);
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  IhopFrontendOptions options = { 0 };
  IhopEmitOptions emit = { .sites = argc > 3 && strstr (argv[3], "sites"),
                           .bounds = argc > 3 && strstr (argv[3], "bounds") };
  g_autoptr (IhopTree) tree = ihop_frontend_parse (argv[1], &options, diags);
  g_autofree char *base = g_path_get_basename (argv[1]);
  g_autofree char *name = g_strndup (base, strlen (base) - 2);

  if (tree)
    {
      IhopPlan *plan = hand_plan_new (tree);
      write_all (argv[2], ihop_emit_cuda (plan, name, &emit, diags));
      write_all (argv[2], ihop_emit_cpu (plan, name, &emit, diags));
      write_all (argv[2], ihop_emit_emulated (plan, name, &emit, diags));
    }
  for (guint i = 0; i < diags->len; i++)
    {
      g_autofree char *text = ihop_diag_to_text (diags->pdata[i]);
      fprintf (stderr, "%s\n", text);
    }
  return tree == NULL || ihop_diags_has (diags, IHOP_REFUSED) ? 1 : 0;
}
