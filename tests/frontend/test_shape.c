/* What a tree looks like: kinds, types, constants, ranges. */
#include "frontend/frontend.h"
#include "ir/print.h"
#include <string.h>

typedef struct
{
  IhopTree *tree;
  GPtrArray *diags;
} Shape;

static Shape
shape (const char *text)
{
  Shape made = { .diags = ihop_diags_new () };

  made.tree = ihop_frontend_parse_text ("t.c", text, strlen (text), NULL, made.diags);
  for (guint i = 0; made.tree == NULL && i < made.diags->len; i++)
    {
      g_autofree char *message = ihop_diag_to_text (made.diags->pdata[i]);
      g_test_message ("%s", message);
    }
  g_assert_nonnull (made.tree);
  g_autofree char *trouble = ihop_tree_verify (made.tree);
  g_assert_cmpstr (trouble, ==, NULL);
  return made;
}

static void
shape_clear (Shape *made)
{
  ihop_tree_unref (made->tree);
  g_ptr_array_unref (made->diags);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Shape, shape_clear)

/* The n-th statement of f. */
static const IhopNode *
statement (const Shape *made, guint n)
{
  const IhopNode *body = ihop_tree_function (made->tree, "f")->body;

  g_assert_cmpuint (n, <, body->n_children);
  return body->child[n];
}

static void
assert_bytes (IhopRange range, const char *expected)
{
  g_autofree char *text = ihop_range_text (range);

  g_assert_cmpstr (text, ==, expected);
}

static void
assert_declares (const IhopType *type, const char *name, const char *expected)
{
  g_autofree char *text = ihop_type_declare (type, name);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_ranges (void)
{
  g_auto (Shape) made = shape ("#define N 10\n#define SET(v) v = N + 1\n#define DONE x = 2;\n"
                               "#define LOOP for (i = 0; i < N; i++)\n"
                               "void f (int x, int i)\n{\n  x = 1 ; /* c */\n  SET (x);\n  DONE\n"
                               "  LOOP x++;\n  do x--; while (x) ;\n  return;\n}\n");

  assert_bytes (statement (&made, 0)->range, "x = 1 ;");
  assert_bytes (statement (&made, 1)->range, "SET (x);");
  const IhopNode *assign = statement (&made, 1)->child[0];
  assert_bytes (assign->range, "SET (x)");
  assert_bytes (assign->child[0]->range, "x");
  g_assert_null (assign->child[1]->range.source);
  assert_bytes (assign->child[1]->place, "SET (x)");
  g_assert_true (assign->child[1]->flags & IHOP_NODE_CONSTANT);
  g_assert_cmpint (assign->child[1]->integer, ==, 11);
  assert_bytes (statement (&made, 2)->range, "DONE");
  assert_bytes (statement (&made, 3)->range, "LOOP x++;");
  g_assert_null (statement (&made, 3)->child[0]->range.source);
  assert_bytes (statement (&made, 3)->child[3]->range, "x++;");
  assert_bytes (statement (&made, 4)->range, "do x--; while (x) ;");
  assert_bytes (statement (&made, 5)->range, "return;");
}

static void
test_parameters (void)
{
  g_auto (Shape) made = shape (
    "#define NI 20\ntypedef double DATA;\n"
    "void f (int n, DATA A[NI + 0][n + 1], const float *restrict p, double (*B)[n], int g (int),\n"
    "        char *v[], DATA C[const 4]) {}\n");
  const IhopFunction *function = ihop_tree_function (made.tree, "f");
  static const char *const declared[] = {
    "int n", "DATA A[NI + 0][n + 1]", "const float *restrict p", "double (*B)[n]", "int g(int)",
    "char *v[]", "DATA C[const 4]"
  };
  static const char *const types[] = {
    "int n", "DATA (*A)[n + 1]", "const float *restrict p", "double (*B)[n]", "int (*g)(int)",
    "char **v", "DATA *const C"
  };

  for (guint i = 0; i < function->n_params; i++)
    {
      const IhopSymbol *param = function->params[i];
      assert_declares (param->declared_type, param->name, declared[i]);
      assert_declares (param->type, param->name, types[i]);
      g_assert_cmpint (param->kind, ==, IHOP_SYMBOL_PARAMETER);
    }
  const IhopType *array = function->params[1]->declared_type;
  g_assert_true (array->has_count);
  g_assert_cmpuint (array->count, ==, 20);
  assert_bytes (array->count_expr->range, "NI + 0");
  g_assert_false (array->target->has_count);
  g_assert_cmpint (array->target->target->kind, ==, IHOP_TYPE_NAMED);
  g_assert_true (ihop_type_is_variable_length (function->params[1]->type));
  assert_bytes (function->params[1]->range, "DATA A[NI + 0][n + 1]");
}

static void
test_types (void)
{
  g_auto (Shape) made = shape (
    "struct s { int a; double d[3]; struct s *next; unsigned b : 3; };\n"
    "typedef struct s *link; enum e { X = -1, Y }; union u { float f; char c[8]; };\n"
    "struct s one; link two; enum e three; volatile union u four[2]; int five[] = { 1, 2, 3 };\n"
    "int (*six[4]) (const char *, ...); extern const double seven; static unsigned long eight;\n"
    "char *(*(*nine) (void))[5]; _Bool ten; extern int eleven[]; int eleven[7];\n"
    "struct { int x; } twelve; int thirteen ();\n");
  static const char *const expected[] = {
    "struct s v", "link v", "enum e v", "volatile union u v[2]", "int v[3]",
    "int (*v[4])(const char *, ...)", "const double v", "unsigned long v", "char *(*(*v)(void))[5]",
    "_Bool v", "int v[7]", "struct { int x; } v"
  };
  const IhopSymbol *const *globals = (const IhopSymbol *const *) made.tree->globals->pdata;

  g_assert_cmpuint (made.tree->globals->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    assert_declares (globals[i]->declared_type, "v", expected[i]);
  const IhopType *record = globals[0]->type;
  g_assert_cmpuint (record->n_fields, ==, 4);
  g_assert_cmpuint (record->fields[2]->offset, ==, 32);
  g_assert_cmpuint (record->fields[3]->bit_width, ==, 3);
  g_assert_true (ihop_type_equal (record->fields[2]->type->target, record));
  g_assert_true (ihop_type_holds_pointer (record));
  g_assert_false (ihop_type_holds_pointer (globals[3]->type));
  g_assert_true (ihop_type_is_volatile (globals[3]->type));
  g_assert_cmpuint (globals[10]->type->size, ==, 28);
  g_assert_cmpint (globals[7]->storage, ==, IHOP_STORAGE_STATIC);
  g_assert_cmpint (globals[6]->storage, ==, IHOP_STORAGE_EXTERN);
  g_assert_true (ihop_type_is_integer (globals[2]->type));
  g_assert_cmpuint (made.tree->global_nodes->len, ==, 1);
}

static void
test_expressions (void)
{
  g_auto (Shape) made = shape (
    "#define M 3\nenum { K = 5 };\nstruct s { struct { int in; }; int n; };\n"
    "double f (int i, float x, double *A, struct s *p, long n)\n{\n"
    "  A[i] += 2 * x;\n  i[A] = n;\n  n = K * M - sizeof (int);\n  p->in = i ? i : -1;\n"
    "  x = (float) (A[0] + i);\n  i = _Generic (x, float: 1, default: A[2]);\n"
    "  if (p) n = 'a';\n  return x;\n}\n");

  const IhopNode *add = statement (&made, 0)->child[0];
  g_assert_cmpint (add->kind, ==, IHOP_ASSIGN);
  g_assert_cmpint (add->op, ==, IHOP_OP_ADD);
  g_assert_cmpint (add->child[1]->kind, ==, IHOP_CAST);
  g_assert_true (add->child[1]->flags & IHOP_NODE_IMPLICIT);
  g_assert_cmpint (add->child[1]->child[0]->child[0]->kind, ==, IHOP_CAST);

  const IhopNode *turned = statement (&made, 1)->child[0]->child[0];
  g_assert_cmpint (turned->kind, ==, IHOP_INDEX);
  g_assert_cmpstr (turned->child[0]->symbol->name, ==, "A");

  const IhopNode *constant = ihop_node_strip (statement (&made, 2)->child[0]->child[1], TRUE);
  g_assert_cmpint (constant->kind, ==, IHOP_BINARY);
  g_assert_true (constant->flags & IHOP_NODE_CONSTANT);
  g_assert_cmpint (constant->integer, ==, 11);
  const IhopNode *product = ihop_node_strip (constant->child[0], TRUE);
  g_assert_cmpint (product->child[0]->kind, ==, IHOP_REF);
  g_assert_cmpint (product->child[0]->symbol->kind, ==, IHOP_SYMBOL_ENUMERATOR);
  assert_bytes (product->child[1]->range, "M");

  const IhopNode *in = statement (&made, 3)->child[0]->child[0];
  g_assert_cmpstr (in->symbol->name, ==, "in");
  g_assert_cmpstr (in->child[0]->symbol->name, ==, "");
  g_assert_true (in->child[0]->flags & IHOP_NODE_ARROW);

  const IhopNode *cast = statement (&made, 4)->child[0]->child[1];
  g_assert_cmpint (cast->kind, ==, IHOP_CAST);
  g_assert_false (cast->flags & IHOP_NODE_IMPLICIT);
  g_assert_cmpint (cast->child[0]->kind, ==, IHOP_PAREN);

  const IhopNode *generic = statement (&made, 5)->child[0]->child[1];
  g_assert_cmpint (generic->kind, ==, IHOP_PAREN);
  g_assert_cmpint (generic->integer, ==, 1);
}

static void
test_headers (void)
{
  g_auto (Shape) made = shape ("#include <stdlib.h>\n#include <math.h>\n#define Z 1\n#if Z\n"
                               "int f (void) { return abs (-1) + (int) sqrt (2.0); }\n#else\nx\n"
                               "#endif\n#undef Z\n");
  static const IhopDirectiveKind kinds[]
    = { IHOP_DIRECTIVE_INCLUDE, IHOP_DIRECTIVE_INCLUDE, IHOP_DIRECTIVE_DEFINE,
        IHOP_DIRECTIVE_CONDITIONAL, IHOP_DIRECTIVE_CONDITIONAL, IHOP_DIRECTIVE_CONDITIONAL,
        IHOP_DIRECTIVE_UNDEF };

  g_assert_cmpuint (made.tree->functions->len, ==, 1);
  g_assert_cmpuint (made.tree->globals->len, ==, 0);
  g_assert_cmpuint (made.tree->directives->len, ==, G_N_ELEMENTS (kinds));
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    g_assert_cmpint (g_array_index (made.tree->directives, IhopDirective, i).kind, ==, kinds[i]);
  assert_bytes (g_array_index (made.tree->directives, IhopDirective, 1).range, "#include <math.h>");
  const IhopNode *call
    = ihop_node_strip (statement (&made, 0)->child[0], TRUE)->child[0];
  g_assert_true (call->child[0]->symbol->in_system_header);
}

static void
test_pragmas (void)
{
  g_auto (Shape) made = shape (
    "#define VEC _Pragma (\"ivdep\")\n#define P(x) _Pragma (#x)\n#pragma top\n"
    "void f (int *a)\n{\n#pragma scop\n  for (int i = 0; i < 9; i++)\n    {\n"
    "    #pragma  target \\\n  block(32) // c\n      a[i] = 1;\n#pragma inner\n    }\n#pragma endscop\n"
    "  VEC a[1] = 2;\n  P (omp simd)\n  a[2] = 3;\n  _Pragma (\"x \\\"y\\\"\") a[3] = 4;\n}\n");

  g_assert_cmpuint (made.diags->len, ==, 0);
  assert_bytes (statement (&made, 0)->range, "#pragma scop");
  const IhopNode *body = statement (&made, 1)->child[3];
  g_assert_cmpuint (body->n_children, ==, 3);
  g_assert_cmpstr (body->child[0]->text, ==, "target    block(32)");
  assert_bytes (body->child[0]->range, "#pragma  target \\\n  block(32) // c");
  g_assert_cmpstr (body->child[2]->text, ==, "inner");
  g_assert_cmpstr (statement (&made, 2)->text, ==, "endscop");
  g_assert_cmpstr (statement (&made, 3)->text, ==, "ivdep");
  g_assert_cmpstr (statement (&made, 5)->text, ==, "omp simd");
  g_assert_cmpstr (statement (&made, 7)->text, ==, "x \"y\"");
  assert_bytes (statement (&made, 7)->range, "_Pragma (\"x \\\"y\\\"\")");
}

/* An exchange in a macro's arguments goes into its call where that says the same. */
static char *
exchange_i (const IhopNode *node, gpointer data)
{
  if (node->kind == IHOP_REF && g_str_equal (node->symbol->name, "i"))
    return g_strdup ("(i + 1)");
  return NULL;
}

static void
test_exchange (void)
{
  static const char *const lines[][2] = {
    { "A[i] = i /* c */ * 2;", "A[(i + 1)] = (i + 1) /* c */ * 2;" },
    { "AT (i, j) = 1;", "AT ((i + 1), j) = 1;" },
    { "j = SQ (i);", "j = SQ ((i + 1));" },
    { "j = PLUS;", "j = (i + 1) + 1;" },
    { "j = 2 * PAREN;", "j = 2 * ((i + 1) + 1);" },
    { "j = NAMED (i);", "j = (i + 1) + (sizeof (\"i\") > 1);" },
    { "INCR (j); j = i;", NULL },
    { "j = _Generic (i, int: i, default: 0);", "j = ((i + 1));" },
  };

  for (guint n = 0; n < G_N_ELEMENTS (lines); n++)
    {
      g_autofree char *text = g_strdup_printf (
        "#define AT(a, b) A[(a) * 10 + (b)]\n#define SQ(x) ((x) * (x))\n#define PLUS i + 1\n"
        "#define PAREN (i + 1)\n#define NAMED(x) x + (sizeof #x > 1)\n#define INCR(x) x++\n"
        "void f (int i, int j, int *A) { %s }\n", lines[n][0]);
      g_auto (Shape) made = shape (text);
      IhopPrinter printer = { .replace = exchange_i };
      g_autofree char *printed = ihop_print_node (statement (&made, 0), &printer);
      g_assert_cmpstr (printed, ==, lines[n][1] ? lines[n][1] : "INCR (j);");
    }
}

/* Two loops change places; each keeps what its macro meant. */
static void
test_crossing (void)
{
  g_auto (Shape) made = shape ("void f (int *a)\n{\n#define K 2\n  a[0] = K;\n#undef K\n"
                               "#define K 3\n  a[1] = K;\n}\n");
  const IhopFunction *function = ihop_tree_function (made.tree, "f");
  g_autoptr (IhopTree) derived = ihop_tree_derive (made.tree);
  IhopNode *body = ihop_node_copy (derived->pool, function->body);

  body->child[0] = function->body->child[1];
  body->child[1] = function->body->child[0];
  ihop_tree_set_body (derived, function, body);
  g_autofree char *printed = ihop_print_tree (derived);
  g_assert_cmpstr (printed, ==, "void f (int *a)\n{\n  a[1] = 3;\n  a[0] = 2;\n}\n");
}

/* Comments go with the statements they stand at. */
static void
test_comments (void)
{
  g_auto (Shape) made = shape ("void f (int *a)\n{\n  /* first */\n  a[0] = 0; // zero\n\n"
                               "  /* second */\n  a[1] = 1; // one\n  /* third */\n  a[2] = 2;\n"
                               "  /* last */\n}\n");
  const IhopFunction *function = ihop_tree_function (made.tree, "f");
  g_autoptr (IhopTree) derived = ihop_tree_derive (made.tree);
  IhopNode *body = ihop_node_new (derived->pool, IHOP_BLOCK, 3);

  body->place = function->body->range;
  body->child[0] = function->body->child[0];
  body->child[1] = ihop_node_new (derived->pool, IHOP_EMPTY, 0);
  body->child[2] = function->body->child[2];
  ihop_tree_set_body (derived, function, body);
  g_autofree char *printed = ihop_print_tree (derived);
  g_assert_cmpstr (printed, ==, "void f (int *a)\n{\n  /* first */\n  a[0] = 0; // zero\n  ;\n"
                                "  /* third */\n  a[2] = 2;\n  /* last */\n}\n");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/shape/ranges", test_ranges);
  g_test_add_func ("/shape/parameters", test_parameters);
  g_test_add_func ("/shape/types", test_types);
  g_test_add_func ("/shape/expressions", test_expressions);
  g_test_add_func ("/shape/headers", test_headers);
  g_test_add_func ("/shape/pragmas", test_pragmas);
  g_test_add_func ("/shape/exchange", test_exchange);
  g_test_add_func ("/shape/crossing", test_crossing);
  g_test_add_func ("/shape/comments", test_comments);
  return g_test_run ();
}
