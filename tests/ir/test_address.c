/* Names of loops. */
#include "build.h"
#include "ir/address.h"

static const char text[] = "void f (void)\n{\n  i loop\n  j loop j loop\n}\n";

/* Where the n-th "word" of the text is, to the end of the line. */
static IhopRange
range_at (const IhopTree *tree, guint line, guint column)
{
  gsize begin = ihop_source_line_start (tree->source, line) + column - 1;

  return (IhopRange){ tree->source, begin, begin + 6 };
}

typedef struct
{
  IhopTree *tree;
  GPtrArray *names;
} Fixture;

/* for i { for j; for j; while; for (;;) do; } for i */
static void
set_up (Fixture *fixture, gconstpointer unused)
{
  fixture->tree = build_tree (text);
  IhopPool *pool = fixture->tree->pool;
  const IhopType *integer = build_type (pool, IHOP_TYPE_INTEGER, "int", 4);
  IhopSymbol *i = build_symbol (pool, "i", integer), *j = build_symbol (pool, "j", integer);
  IhopNode *empty = ihop_node_new (pool, IHOP_EMPTY, 0);
  IhopNode *first = build_loop (pool, j, 2, empty), *second = build_loop (pool, j, 3, empty);
  IhopNode *other = build_node (pool, IHOP_WHILE, 0, 2, build_ref (pool, i), empty);
  IhopNode *last = build_node (pool, IHOP_DO, 0, 2, empty, build_ref (pool, i));
  IhopNode *endless = build_node (pool, IHOP_FOR, 0, 4, NULL, NULL, NULL, last);
  IhopNode *outer = build_loop (
    pool, i, 4, build_node (pool, IHOP_BLOCK, 0, 4, first, second, other, endless));
  IhopNode *again = build_loop (pool, i, 5, empty);
  IhopNode *stepped = build_loop (pool, i, 6, empty);

  stepped->child[0] = NULL;
  outer->place = range_at (fixture->tree, 3, 3);
  first->place = range_at (fixture->tree, 4, 3);
  second->place = range_at (fixture->tree, 4, 10);
  build_function (fixture->tree, "f",
                  build_node (pool, IHOP_BLOCK, 0, 3, outer, again, stepped));
  fixture->names = ihop_address_list (fixture->tree);
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  g_ptr_array_unref (fixture->names);
  ihop_tree_unref (fixture->tree);
}

static void
test_list (Fixture *fixture, gconstpointer unused)
{
  static const char *const expected[]
    = { "f/i", "f/i/j", "f/i/j#2", "f/i/while", "f/i/for", "f/i/for/do", "f/i#2", "f/i#3" };
  static const guint depths[] = { 1, 2, 2, 2, 2, 3, 1, 1 };

  g_assert_cmpuint (fixture->names->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < fixture->names->len; i++)
    {
      const IhopLoopName *name = fixture->names->pdata[i];
      g_assert_cmpstr (name->address, ==, expected[i]);
      g_assert_cmpuint (name->depth, ==, depths[i]);
      g_assert_true (ihop_address_find (fixture->names, expected[i]) == name);
      g_assert_true (ihop_address_of (fixture->names, name->loop) == name);
    }
}

static void
assert_finds (Fixture *fixture, const char *address, const char *expected)
{
  const IhopLoopName *name = ihop_address_find (fixture->names, address);

  g_assert_cmpstr (name ? name->address : NULL, ==, expected);
}

static void
test_positions (Fixture *fixture, gconstpointer unused)
{
  assert_finds (fixture, "dir/t.c:3", "f/i");
  assert_finds (fixture, "t.c:3:3", "f/i");
  assert_finds (fixture, "t.c:3:4", NULL);
  assert_finds (fixture, "t.c:4:3", "f/i/j");
  assert_finds (fixture, "t.c:4:10", "f/i/j#2");
  assert_finds (fixture, "x/t.c:3", NULL);
  assert_finds (fixture, "g/i", NULL);
  assert_finds (fixture, "", NULL);
  assert_finds (fixture, ":::", NULL);
  assert_finds (fixture, "t.c:99999999999999999999", NULL);
  assert_finds (fixture, "\xff:3", NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/address/list", Fixture, NULL, set_up, test_list, tear_down);
  g_test_add ("/address/positions", Fixture, NULL, set_up, test_positions, tear_down);
  return g_test_run ();
}
