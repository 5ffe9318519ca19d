/* For developers: "show FILE [dump|print|expand|diags] [FLAGS…]" shows what the front end made of it. */
#include "frontend/frontend.h"
#include "ir/dump.h"
#include "ir/print.h"
#include <stdio.h>
#include <string.h>

static void
show_expanded (const IhopTree *tree)
{
  IhopPrinter printer = { .expand_macros = TRUE };

  for (guint i = 0; i < tree->functions->len; i++)
    {
      const IhopFunction *function = tree->functions->pdata[i];
      g_autofree char *head = ihop_print_function_head (function);
      g_autofree char *body = ihop_print_node (function->body, &printer);
      printf ("%s\n%s\n\n", head, body);
    }
}

static void
show (const IhopTree *tree, const char *what)
{
  g_autofree char *trouble = ihop_tree_verify (tree);
  g_autofree char *text = NULL;

  if (trouble)
    fprintf (stderr, "verify: %s\n", trouble);
  if (strcmp (what, "expand") == 0)
    show_expanded (tree);
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
