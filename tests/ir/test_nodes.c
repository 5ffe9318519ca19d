/* Nodes and trees: copies, exchanges, verification. */
#include "build.h"
#include "ir/dump.h"
#include <string.h>

static void
test_replace (void)
{
  IhopPool *pool = ihop_pool_new ();
  IhopSymbol *a = build_symbol (pool, "a", build_type (pool, IHOP_TYPE_INTEGER, "int", 4));
  IhopNode *left = build_integer (pool, 1), *right = build_ref (pool, a);
  IhopNode *sum = build_node (pool, IHOP_BINARY, IHOP_OP_ADD, 2, left, right);
  IhopNode *whole = build_node (pool, IHOP_BINARY, IHOP_OP_MUL, 2, sum, right);

  g_assert_null (ihop_node_replace (pool, whole, build_integer (pool, 1), right));
  const IhopNode *changed = ihop_node_replace (pool, whole, right, left);
  g_autofree char *text = ihop_print_node (changed, NULL);
  g_assert_cmpstr (text, ==, "(1 + 1) * 1");
  g_assert_true (whole->child[1] == right);
  g_assert_cmpuint (changed->id, !=, whole->id);
  g_autoptr (GPtrArray) path = ihop_node_path (whole, left);
  g_assert_cmpuint (path->len, ==, 3);
  g_assert_true (path->pdata[1] == sum);
  g_assert_null (ihop_node_path (sum, whole));
  ihop_pool_free (pool);
}

/* What is copied to be changed may not keep its value, and keeps its place. */
static void
test_copy (void)
{
  g_autoptr (IhopTree) tree = build_tree ("1 + 2");
  IhopNode *sum = build_node (tree->pool, IHOP_BINARY, IHOP_OP_ADD, 2,
                              build_integer (tree->pool, 1), build_integer (tree->pool, 2));

  sum->range = sum->place = (IhopRange){ tree->source, 0, 5 };
  sum->flags = IHOP_NODE_CONSTANT;
  IhopNode *copy = ihop_node_copy (tree->pool, sum);
  g_assert_null (copy->range.source);
  g_assert_cmpuint (copy->place.end, ==, 5);
  g_assert_false (copy->flags & IHOP_NODE_CONSTANT);
  IhopNode *leaf = ihop_node_copy (tree->pool, sum->child[0]);
  g_assert_true (leaf->flags & IHOP_NODE_CONSTANT);
}

static void
test_derive (void)
{
  static const char text[] = "void f (void) { ; }\nvoid g (void) { ; }\n";
  IhopTree *tree = build_tree (text);
  IhopNode *body = build_node (tree->pool, IHOP_BLOCK, 0, 0);
  IhopNode *other = build_node (tree->pool, IHOP_BLOCK, 0, 0);

  body->range = body->place = (IhopRange){ tree->source, 14, 19 };
  other->range = other->place = (IhopRange){ tree->source, 34, 39 };
  build_function (tree, "f", body);
  build_function (tree, "g", other);
  g_autoptr (IhopTree) derived = ihop_tree_derive (tree);
  const IhopFunction *function = ihop_tree_function (tree, "g");
  ihop_tree_set_body (derived, function,
                      build_node (derived->pool, IHOP_BLOCK, 0, 1,
                                  ihop_node_new (derived->pool, IHOP_RETURN, 1)));
  ihop_tree_unref (tree); /* the derived one keeps it */
  g_autofree char *printed = ihop_print_tree (derived);
  g_assert_cmpstr (printed, ==, "void f (void) { ; }\nvoid g (void) {\n  return;\n}\n");
  g_autofree char *trouble = ihop_tree_verify (derived);
  g_assert_cmpstr (trouble, ==, NULL);
  g_autofree char *json = ihop_dump_json (derived);
  g_assert_nonnull (strstr (json, "\"return\""));
}

static void
assert_trouble (IhopTree *tree, const IhopNode *body, const char *part)
{
  build_function (tree, "f", body);
  g_autofree char *trouble = ihop_tree_verify (tree);
  g_ptr_array_set_size (tree->functions, 0);
  g_assert_nonnull (trouble);
  if (strstr (trouble, part) == NULL)
    g_assert_cmpstr (trouble, ==, part);
}

static void
test_verify (void)
{
  g_autoptr (IhopTree) tree = build_tree ("0123456789");
  g_autoptr (IhopTree) stranger = build_tree ("0123456789");
  IhopPool *pool = tree->pool;
  IhopNode *empty = ihop_node_new (pool, IHOP_EMPTY, 0), *one = build_integer (pool, 1);
  IhopNode *block = build_node (pool, IHOP_BLOCK, 0, 1, NULL);

  assert_trouble (tree, empty, "no block");
  assert_trouble (tree, block, "child 0 is missing");
  block->child[0] = one;
  assert_trouble (tree, block, "child 0 is integer");
  block->child[0] = build_node (pool, IHOP_WHILE, 0, 1, one);
  assert_trouble (tree, block, "1 children");
  block->child[0] = build_node (pool, IHOP_EXPRESSION, 0, 1, ihop_node_new (pool, IHOP_REF, 0));
  assert_trouble (tree, block, "no type");
  block->child[0] = build_node (pool, IHOP_EXPRESSION, 0, 1,
                                build_node (pool, IHOP_BINARY, IHOP_OP_NEG, 2, one, one));
  assert_trouble (tree, block, "operator");
  block->child[0] = empty;
  empty->range = (IhopRange){ stranger->source, 0, 1 };
  assert_trouble (tree, block, "does not hold");
  empty->range = (IhopRange){ tree->source, 5, 11 };
  assert_trouble (tree, block, "its range is 5 to 11");
  empty->range.end = 6;
  block->range = (IhopRange){ tree->source, 0, 5 };
  assert_trouble (tree, block, "lies outside");
  block->range.end = 10;
  build_function (tree, "f", block);
  g_autofree char *trouble = ihop_tree_verify (tree);
  g_assert_cmpstr (trouble, ==, NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/nodes/replace", test_replace);
  g_test_add_func ("/nodes/copy", test_copy);
  g_test_add_func ("/nodes/derive", test_derive);
  g_test_add_func ("/nodes/verify", test_verify);
  return g_test_run ();
}
