/* Declarators, and questions about types. (tests/frontend/test_shape.c asks the same of real C.) */
#include "build.h"

typedef struct
{
  IhopPool *pool;
  IhopType *integer, *number;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer unused)
{
  fixture->pool = ihop_pool_new ();
  fixture->integer = build_type (fixture->pool, IHOP_TYPE_INTEGER, "int", 4);
  fixture->number = build_type (fixture->pool, IHOP_TYPE_FLOATING, "double", 8);
}

static void
tear_down (Fixture *fixture, gconstpointer unused)
{
  ihop_pool_free (fixture->pool);
}

static IhopType *
array_of (Fixture *fixture, guint64 count, const IhopType *target)
{
  IhopType *type = build_derived (fixture->pool, IHOP_TYPE_ARRAY, target);

  type->has_count = TRUE;
  type->count = count;
  type->size = count * target->size;
  return type;
}

static void
assert_declares (const IhopType *type, const char *name, const char *expected)
{
  g_autofree char *text = ihop_type_declare (type, name);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_declare (Fixture *fixture, gconstpointer unused)
{
  IhopType *pointer = build_derived (fixture->pool, IHOP_TYPE_POINTER, fixture->integer);
  IhopType *row = array_of (fixture, 5, fixture->number);
  IhopType *to_row = build_derived (fixture->pool, IHOP_TYPE_POINTER, row);
  IhopType *function = build_derived (fixture->pool, IHOP_TYPE_FUNCTION, pointer);
  IhopType *to_function = build_derived (fixture->pool, IHOP_TYPE_POINTER, function);
  const IhopType *params[] = { fixture->integer, to_row };

  assert_declares (fixture->integer, "x", "int x");
  assert_declares (fixture->integer, NULL, "int");
  assert_declares (pointer, "", "int *");
  assert_declares (array_of (fixture, 3, row), "A", "double A[3][5]");
  assert_declares (to_row, "p", "double (*p)[5]");
  assert_declares (to_row, NULL, "double (*)[5]");
  assert_declares (array_of (fixture, 2, to_row), "t", "double (*t[2])[5]");
  assert_declares (to_function, "f", "int *(*f)()");
  function->has_prototype = TRUE;
  assert_declares (array_of (fixture, 4, to_function), "f", "int *(*f[4])(void)");
  function->n_params = 2;
  function->params = params;
  function->is_variadic = TRUE;
  assert_declares (function, "f", "int *f(int, double (*)[5], ...)");
  pointer->qualifiers = IHOP_CONST | IHOP_RESTRICT;
  assert_declares (pointer, "p", "int *const restrict p");
  assert_declares (pointer, NULL, "int *const restrict");
}

/* Extents print as they were written. */
static void
test_extents (Fixture *fixture, gconstpointer unused)
{
  IhopSymbol *n = build_symbol (fixture->pool, "n", fixture->integer);
  IhopType *row = build_derived (fixture->pool, IHOP_TYPE_ARRAY, fixture->number);
  IhopType *open = build_derived (fixture->pool, IHOP_TYPE_ARRAY, row);

  row->count_expr = build_node (fixture->pool, IHOP_BINARY, IHOP_OP_ADD, 2,
                                build_ref (fixture->pool, n), build_integer (fixture->pool, 1));
  assert_declares (open, "A", "double A[][n + 1]");
  g_assert_true (ihop_type_is_variable_length (open));
  g_assert_true (
    ihop_type_is_variable_length (build_derived (fixture->pool, IHOP_TYPE_POINTER, row)));
  g_assert_false (ihop_type_is_variable_length (array_of (fixture, 2, fixture->number)));
}

static void
test_equal (Fixture *fixture, gconstpointer unused)
{
  IhopType *named = build_derived (fixture->pool, IHOP_TYPE_NAMED, fixture->number);
  IhopType *other = build_type (fixture->pool, IHOP_TYPE_FLOATING, "double", 8);
  IhopType *constant = build_type (fixture->pool, IHOP_TYPE_FLOATING, "double", 8);

  named->name = "real";
  named->size = 8;
  constant->qualifiers = IHOP_CONST;
  g_assert_true (ihop_type_equal (named, other));
  g_assert_true (ihop_type_equal (array_of (fixture, 3, named), array_of (fixture, 3, other)));
  g_assert_false (ihop_type_equal (array_of (fixture, 3, named), array_of (fixture, 4, other)));
  g_assert_true (ihop_type_equal (constant, other));
  g_assert_false (ihop_type_equal (build_derived (fixture->pool, IHOP_TYPE_POINTER, constant),
                                   build_derived (fixture->pool, IHOP_TYPE_POINTER, other)));
  g_assert_false (ihop_type_equal (fixture->integer, other));
  g_assert_true (ihop_type_strip (named) == fixture->number);
  g_assert_true (ihop_type_is_floating (named));
  g_assert_true (ihop_type_is_scalar (named));
}

static void
test_element (Fixture *fixture, gconstpointer unused)
{
  IhopType *plane = array_of (fixture, 2, array_of (fixture, 3, fixture->number));
  guint rank = 9;

  g_assert_true (ihop_type_element (plane, &rank) == fixture->number);
  g_assert_cmpuint (rank, ==, 2);
  g_assert_true (ihop_type_element (fixture->integer, &rank) == fixture->integer);
  g_assert_cmpuint (rank, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/types/declare", Fixture, NULL, set_up, test_declare, tear_down);
  g_test_add ("/types/extents", Fixture, NULL, set_up, test_extents, tear_down);
  g_test_add ("/types/equal", Fixture, NULL, set_up, test_equal, tear_down);
  g_test_add ("/types/element", Fixture, NULL, set_up, test_element, tear_down);
  return g_test_run ();
}
