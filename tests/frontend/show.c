/* For developers: "show FILE [dump|print|expand|layout|tree|renamed] [FLAGS…]" shows what the front end made of it. */
#include "frontend/frontend.h"
#include "ir/dump.h"
#include "support.h"
#include <stdio.h>
#include <string.h>

static char *
print_rebuilt (IhopTree *tree, gboolean expressions)
{
  g_autoptr (IhopTree) derived = rebuild_tree (tree, expressions);

  return ihop_print_tree (derived);
}

static void
show (IhopTree *tree, const char *what)
{
  g_autofree char *trouble = ihop_tree_verify (tree);
  g_autofree char *text = NULL;

  if (trouble)
    fprintf (stderr, "verify: %s\n", trouble);
  if (strcmp (what, "expand") == 0)
    fputs (text = print_bodies (tree, &(IhopPrinter){ .expand_macros = TRUE }), stdout);
  else if (strcmp (what, "layout") == 0)
    fputs (text = print_rebuilt (tree, FALSE), stdout);
  else if (strcmp (what, "tree") == 0)
    fputs (text = print_rebuilt (tree, TRUE), stdout);
  else if (strcmp (what, "renamed") == 0)
    fputs (text = print_renamed (tree), stdout);
  else if (strcmp (what, "dump") == 0)
    puts (text = ihop_dump_json (tree));
  else if (strcmp (what, "print") == 0)
    fputs (text = ihop_print_tree (tree), stdout);
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  IhopFrontendOptions options = { .flags = argc > 3 ? (const char *const *) argv + 3 : NULL };

  if (argc < 2)
    return 2;
  g_autoptr (IhopTree) tree = ihop_frontend_parse (argv[1], &options, diags);
  for (guint i = 0; i < diags->len; i++)
    {
      g_autofree char *text = ihop_diag_to_text (diags->pdata[i]);
      fprintf (stderr, "%s\n", text);
    }
  if (tree)
    show (tree, argc > 2 ? argv[2] : "dump");
  return tree ? 0 : 1;
}
