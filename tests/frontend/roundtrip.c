/* Every C file that we can find goes into a tree and back, in five ways:
 *   bytes      print (parse (file)) is the file;
 *   layout     all statements rebuilt: still the file, unless a macro or an #include has a part
 *              in its statements; then it parses to the same tree;
 *   tree       all nodes rebuilt;
 *   canonical  printed from the tree alone;
 *   renamed    every local variable by another name, through IhopPrinter's replace.
 * The last three give other bytes, and parse to the same tree again.
 *
 * Usage: roundtrip [-I… -D…] FOLDER-OR-FILE… */
#include "frontend/frontend.h"
#include "support.h"
#include <string.h>

static GPtrArray *flags; /* of char * */

typedef struct
{
  char *path;
  IhopTree *tree;
} Case;

static void
show_diags (const IhopDiags *diags)
{
  for (guint i = 0; i < diags->len; i++)
    {
      g_autofree char *text = ihop_diag_to_text (diags->pdata[i]);
      g_test_message ("%s", text);
    }
}

static IhopTree *
parse (const char *path, const char *text)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  IhopFrontendOptions options = { .flags = (const char *const *) flags->pdata };
  IhopTree *tree = text ? ihop_frontend_parse_text (path, text, strlen (text), &options, diags)
                        : ihop_frontend_parse (path, &options, diags);

  if (tree == NULL)
    show_diags (diags);
  return tree;
}

static void
assert_well_formed (const IhopTree *tree)
{
  g_autofree char *trouble = ihop_tree_verify (tree);

  g_assert_cmpstr (trouble, ==, NULL);
}

static void
test_bytes (const Case *test)
{
  g_autofree char *printed = ihop_print_tree (test->tree);

  assert_well_formed (test->tree);
  g_assert_cmpmem (printed, strlen (printed), test->tree->source->text,
                   test->tree->source->length);
}

/* The same program by other means: "text" parses, and says what the case's tree says. */
static void
assert_same (const Case *test, const char *text)
{
  g_autoptr (IhopTree) again = parse (test->path, text);

  if (again == NULL)
    g_test_message ("%s", text);
  g_assert_nonnull (again);
  assert_well_formed (again);
  g_autofree char *trouble = compare_trees (test->tree, again);
  if (trouble)
    g_test_message ("%s", text);
  g_assert_cmpstr (trouble, ==, NULL);
}

/* A statement that has a place but not its bytes comes from a macro. */
static gboolean
find_macro (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  if (ihop_kind_is_statement (node->kind) && node->kind != IHOP_VARIABLE
      && node->range.source == NULL)
    *found = TRUE;
  return TRUE;
}

static gboolean
find_other_file (const IhopNode *node, gpointer data)
{
  gpointer *closure = data;

  if (node->place.source && node->place.source != closure[0])
    closure[1] = (gpointer) node;
  return TRUE;
}

static gboolean
is_plain (const IhopTree *tree)
{
  gpointer closure[2] = { tree->source, NULL };
  gboolean macro = FALSE;

  for (guint i = 0; i < tree->functions->len; i++)
    {
      const IhopFunction *function = tree->functions->pdata[i];
      if (!function->in_main_file)
        continue;
      ihop_node_walk (function->body, find_macro, &macro);
      g_autofree char *text = ihop_range_text (function->body->range);
      macro |= text && (strstr (text, "#define") || strstr (text, "#undef"));
      ihop_node_walk (function->body, find_other_file, closure);
    }
  return !macro && closure[1] == NULL && strstr (tree->source->text, "layout: differs") == NULL;
}

static void
test_layout (const Case *test)
{
  g_autoptr (IhopTree) derived = rebuild_tree (test->tree, FALSE);
  g_autofree char *printed = ihop_print_tree (derived);

  if (is_plain (test->tree))
    g_assert_cmpstr (printed, ==, test->tree->source->text);
  else
    assert_same (test, printed);
}

static void
test_tree (const Case *test)
{
  g_autoptr (IhopTree) derived = rebuild_tree (test->tree, TRUE);
  g_autofree char *printed = ihop_print_tree (derived);

  assert_same (test, printed);
}

static void
test_canonical (const Case *test)
{
  IhopPrinter printer = { .expand_macros = TRUE };
  g_autofree char *printed = print_bodies (test->tree, &printer);

  assert_same (test, printed);
}

static const char *
name_before (const char *name, IhopPool *pool)
{
  if (name == NULL || !g_str_has_suffix (name, "_renamed"))
    return name;
  g_autofree char *before = g_strndup (name, strlen (name) - strlen ("_renamed"));
  return ihop_pool_strdup (pool, before);
}

/* The calls of cleanups are told by their variables' names. */
static gboolean
rename_back (const IhopNode *node, gpointer data)
{
  IhopPool *pool = ((IhopTree *) data)->pool;

  if (node->symbol)
    node->symbol->name = name_before (node->symbol->name, pool);
  if (ihop_node_is_cleanup (node))
    ((IhopNode *) node)->text = name_before (node->text, pool);
  return TRUE;
}

static void
test_renamed (const Case *test)
{
  g_autofree char *printed = print_renamed (test->tree);

  if (strstr (printed, "ihop_cannot_print_this"))
    {
      g_test_skip ("it holds what can only be printed as it stands");
      return;
    }
  g_autoptr (IhopTree) again = parse (test->path, printed);
  if (again == NULL)
    g_test_message ("%s", printed);
  g_assert_nonnull (again);
  for (guint i = 0; i < again->functions->len; i++)
    ihop_node_walk (((IhopFunction *) again->functions->pdata[i])->body, rename_back, again);
  g_autofree char *trouble = compare_trees (test->tree, again);
  if (trouble)
    g_test_message ("%s", printed);
  g_assert_cmpstr (trouble, ==, NULL);
}

static void
run_all (gconstpointer data)
{
  Case one = { .path = (char *) data };

  one.tree = parse (one.path, NULL);
  g_assert_nonnull (one.tree);
  test_bytes (&one);
  test_layout (&one);
  test_tree (&one);
  test_canonical (&one);
  test_renamed (&one);
  ihop_tree_unref (one.tree);
}

/* A fourth of the files in a folder where IHOP_TEST_TEXTS_ONLY is set (under sanitizers), always the same. */
static gboolean
is_left_out (const char *path)
{
  return g_getenv ("IHOP_TEST_TEXTS_ONLY") && g_str_hash (path) % 4;
}

static void
add_path (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  g_autofree char *test = g_strdup_printf ("/roundtrip/%s", path);

  if (folder == NULL && g_str_has_suffix (path, ".c"))
    g_test_add_data_func_full (test, g_strdup (path), run_all, g_free);
  for (const char *name; folder && (name = g_dir_read_name (folder));)
    {
      g_autofree char *inner = g_build_filename (path, name, NULL);
      if (!is_left_out (name))
        add_path (inner);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  flags = g_ptr_array_new ();
  for (int i = 1; i < argc; i++)
    if (argv[i][0] == '-')
      g_ptr_array_add (flags, argv[i]);
  g_ptr_array_add (flags, NULL);
  for (int i = 1; i < argc; i++)
    if (argv[i][0] != '-')
      add_path (argv[i]);
  int result = g_test_run ();
  g_ptr_array_unref (flags);
  return result;
}
