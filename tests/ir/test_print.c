/* New nodes as C. */
#include "build.h"

typedef struct
{
  IhopPool *pool;
  IhopSymbol *a, *b, *c;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  fixture->pool = ihop_pool_new ();
  const IhopType *integer = build_type (fixture->pool, IHOP_TYPE_INTEGER, "int", 4);
  fixture->a = build_symbol (fixture->pool, "a", integer);
  fixture->b = build_symbol (fixture->pool, "b", integer);
  fixture->c = build_symbol (fixture->pool, "c", integer);
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  ihop_pool_free (fixture->pool);
}

static void
assert_prints (const IhopNode *node, const char *expected)
{
  g_autofree char *text = ihop_print_node (node, NULL);

  g_assert_cmpstr (text, ==, expected);
}

#define REF(name) build_ref (fixture->pool, fixture->name)
#define BINARY(op, left, right)                                                                    \
  build_node (fixture->pool, IHOP_BINARY, IHOP_OP_##op, 2, left, right)
#define UNARY(op, inside) build_node (fixture->pool, IHOP_UNARY, IHOP_OP_##op, 1, inside)
#define ASSIGN(op, left, right)                                                                    \
  build_node (fixture->pool, IHOP_ASSIGN, IHOP_OP_##op, 2, left, right)
#define EXPRESSION(inside)                                                                         \
  build_node (fixture->pool, IHOP_EXPRESSION, IHOP_OP_NONE, 1, inside)

static void
test_precedence (Fixture *fixture, gconstpointer unused)
{
  assert_prints (BINARY (MUL, BINARY (ADD, REF (a), REF (b)), REF (c)), "(a + b) * c");
  assert_prints (BINARY (ADD, BINARY (MUL, REF (a), REF (b)), REF (c)), "a * b + c");
  assert_prints (BINARY (SUB, BINARY (SUB, REF (a), REF (b)), REF (c)), "a - b - c");
  assert_prints (BINARY (SUB, REF (a), BINARY (SUB, REF (b), REF (c))), "a - (b - c)");
  assert_prints (BINARY (LAND, BINARY (LOR, REF (a), REF (b)), REF (c)), "(a || b) && c");
  assert_prints (BINARY (AND, BINARY (EQ, REF (a), REF (b)), REF (c)), "a == b & c");
  assert_prints (UNARY (NEG, BINARY (ADD, REF (a), REF (b))), "-(a + b)");
  assert_prints (UNARY (NEG, UNARY (NEG, REF (a))), "- -a");
  assert_prints (UNARY (NEG, build_integer (fixture->pool, -1)), "- -1");
  assert_prints (BINARY (SUB, REF (a), build_integer (fixture->pool, -1)), "a - -1");
  assert_prints (UNARY (DEREF, UNARY (POST_INC, REF (a))), "*a++");
  assert_prints (UNARY (POST_INC, UNARY (DEREF, REF (a))), "(*a)++");
  assert_prints (build_node (fixture->pool, IHOP_INDEX, 0, 2, UNARY (DEREF, REF (a)), REF (b)),
                 "(*a)[b]");
  assert_prints (build_node (fixture->pool, IHOP_CALL, 0, 3, REF (a), BINARY (COMMA, REF (a), REF (b)),
                             ASSIGN (NONE, REF (b), REF (c))),
                 "a((a, b), b = c)");
  assert_prints (ASSIGN (ADD, REF (a), ASSIGN (NONE, REF (b), REF (c))), "a += b = c");
  assert_prints (build_node (fixture->pool, IHOP_CONDITIONAL, 0, 3, ASSIGN (NONE, REF (a), REF (b)),
                             BINARY (COMMA, REF (a), REF (b)),
                             build_node (fixture->pool, IHOP_CONDITIONAL, 0, 3, REF (a), REF (b),
                                         REF (c))),
                 "(a = b) ? a, b : a ? b : c");
  IhopNode *cast = build_node (fixture->pool, IHOP_CAST, 0, 1, BINARY (ADD, REF (a), REF (b)));
  assert_prints (cast, "(int) (a + b)");
  cast->flags = IHOP_NODE_IMPLICIT;
  assert_prints (BINARY (MUL, cast, REF (c)), "(a + b) * c");
}

static void
test_statements (Fixture *fixture, gconstpointer unused)
{
  IhopNode *set = EXPRESSION (ASSIGN (NONE, REF (a), REF (b)));
  IhopNode *open = build_node (fixture->pool, IHOP_IF, 0, 3, REF (c), set, NULL);
  IhopNode *closed = build_node (fixture->pool, IHOP_IF, 0, 3, REF (b), open, set);
  IhopNode *block = build_node (fixture->pool, IHOP_BLOCK, 0, 2, set, open);

  assert_prints (build_loop (fixture->pool, fixture->c, 9, set),
                 "for (c = 0; c < 9; c++)\n  a = b;");
  assert_prints (closed, "if (b) {\n  if (c)\n    a = b;\n} else\n  a = b;");
  assert_prints (build_loop (fixture->pool, fixture->c, 9, block),
                 "for (c = 0; c < 9; c++) {\n  a = b;\n  if (c)\n    a = b;\n}");
  assert_prints (build_node (fixture->pool, IHOP_DO, 0, 2, block, REF (c)),
                 "do {\n  a = b;\n  if (c)\n    a = b;\n} while (c);");
  assert_prints (build_node (fixture->pool, IHOP_BLOCK, 0, 0), "{\n}");
}

static void
test_declarations (Fixture *fixture, gconstpointer unused)
{
  IhopNode *a = build_node (fixture->pool, IHOP_VARIABLE, 0, 1, build_integer (fixture->pool, 3));
  IhopNode *b = build_node (fixture->pool, IHOP_VARIABLE, 0, 1, NULL);
  IhopNode *p = build_node (fixture->pool, IHOP_VARIABLE, 0, 1, NULL);

  a->symbol = fixture->a;
  b->symbol = fixture->b;
  p->symbol = build_symbol (fixture->pool, "p",
                            build_derived (fixture->pool, IHOP_TYPE_POINTER, fixture->a->type));
  assert_prints (build_node (fixture->pool, IHOP_DECLARATION, 0, 3, a, b, p), "int a = 3, b, *p;");
  fixture->b->storage = IHOP_STORAGE_STATIC;
  assert_prints (build_node (fixture->pool, IHOP_DECLARATION, 0, 2, a, b),
                 "int a = 3;\nstatic int b;");
}

static void
test_numbers (Fixture *fixture, gconstpointer unused)
{
  IhopNode *number = ihop_node_new (fixture->pool, IHOP_FLOATING, 0);
  IhopNode *wide = build_integer (fixture->pool, G_MAXINT64);

  number->type = build_type (fixture->pool, IHOP_TYPE_FLOATING, "double", 8);
  number->number = 2;
  assert_prints (number, "2.0");
  number->number = 0.1;
  assert_prints (number, "0.10000000000000001");
  number->number = 1e30;
  assert_prints (number, "1e+30");
  wide->type = build_type (fixture->pool, IHOP_TYPE_INTEGER, "long", 8);
  assert_prints (wide, "9223372036854775807L");
  wide->integer = G_MININT64;
  assert_prints (wide, "(-9223372036854775807LL - 1)");
}

static void
assert_moves (const char *text, const char *from, const char *to, const char *expected)
{
  g_autofree char *moved = ihop_print_reindent (text, from, to);

  g_assert_cmpstr (moved, ==, expected);
}

static void
test_reindent (Fixture *fixture, gconstpointer unused)
{
  assert_moves ("{\n    a;\n  }", "  ", "    ", "{\n      a;\n    }");
  assert_moves ("{\n\ta;\n}", "", "\t", "{\n\t\ta;\n\t}");
  assert_moves ("{\n      a;\n    }", "    ", "", "{\n  a;\n}");
  assert_moves ("{\n#if 1\n  a;\n\n#endif\n}", "", "  ", "{\n#if 1\n    a;\n\n#endif\n  }");
  assert_moves ("f (\"a\\\nb\",\n  c)", "", "  ", "f (\"a\\\nb\",\n    c)");
  assert_moves ("a;\n b;", "    ", "  ", "a;\n  b;");
  assert_moves ("a;\r\n\r\nb;\r\n", "", "  ", "a;\r\n\r\n  b;\r\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/print/precedence", Fixture, NULL, set_up, test_precedence, tear_down);
  g_test_add ("/print/statements", Fixture, NULL, set_up, test_statements, tear_down);
  g_test_add ("/print/declarations", Fixture, NULL, set_up, test_declarations, tear_down);
  g_test_add ("/print/numbers", Fixture, NULL, set_up, test_numbers, tear_down);
  g_test_add ("/print/reindent", Fixture, NULL, set_up, test_reindent, tear_down);
  return g_test_run ();
}
