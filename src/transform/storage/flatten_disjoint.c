/* Code that tests, where a loop stands, that rows share memory with nothing else that the loop touches. */
#include "transform/storage/flatten_disjoint.h"
#include "analysis/memory/definitions.h"
#include "analysis/verdict/reasons.h"
#include "transform/build/body.h"
#include "transform/build/bounds.h"
#include "transform/build/make.h"
#include "transform/build/make_call.h"
#include "transform/build/make_statement.h"
#include "transform/build/make_type.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"

static const IhopType type_const_void
  = { .kind = IHOP_TYPE_VOID, .name = "void", .qualifiers = IHOP_CONST };
static const IhopType type_address
  = { .kind = IHOP_TYPE_POINTER, .target = &type_const_void, .size = 8, .align = 8 };

#define APART "ihop_rows_apart"

/* Rows are sorted by where they start (Shell 1959; mostly they are already); how far those before have
 * reached must be before the next one's start. Written so that it is C and C++. */
static const char *const apart_body[] = {
  "struct ihop_row { size_t start, end; int of; } *rows, row;",
  "long n = rows_a + rows_b;",
  "size_t reach[2] = { 0, 0 };",
  "int apart = 1;",
  "rows = (struct ihop_row *) malloc (n * sizeof *rows);",
  "if (rows == 0) return 0;",
  "for (long i = 0; i < n; i++) {\n"
  "        row.of = i >= rows_a;\n"
  "        row.start = (size_t) (row.of ? ((char *const *) b)[i - rows_a] : ((char *const *) a)[i]);\n"
  "        row.end = row.start + (row.of ? bytes_b : bytes_a);\n"
  "        rows[i] = row;\n"
  "    }",
  "for (long gap = n / 2; gap > 0; gap /= 2)\n"
  "        for (long i = gap; i < n; i++) {\n"
  "            long k = i;\n"
  "            row = rows[i];\n"
  "            for (; k >= gap && rows[k - gap].start > row.start; k -= gap)\n"
  "                rows[k] = rows[k - gap];\n"
  "            rows[k] = row;\n"
  "        }",
  "for (long i = 0; i < n; i++) {\n"
  "        if (rows[i].start < reach[rows_b > 0 ? !rows[i].of : 0])\n"
  "            apart = 0;\n"
  "        if (rows[i].end > reach[rows[i].of])\n"
  "            reach[rows[i].of] = rows[i].end;\n"
  "    }",
  "free (rows);",
  "return apart;",
};

/* --- the function that tests ------------------------------------------------------------------- */

static IhopSymbol *
parameter (IhopFlatten *self, const char *name, const IhopType *type)
{
  IhopSymbol *symbol = ihop_pool_alloc (self->build->pool, sizeof *symbol);

  symbol->kind = IHOP_SYMBOL_PARAMETER;
  symbol->name = name;
  symbol->type = symbol->declared_type = type;
  return symbol;
}

/* The text says more than nodes that could be made here; whoever goes on with it reads it anew. */
static const IhopNode *
tester_body (IhopFlatten *self)
{
  guint n = G_N_ELEMENTS (apart_body);
  IhopNode *block = ihop_node_new (self->build->pool, IHOP_BLOCK, n);

  block->place = self->header->loop->place;
  for (guint i = 0; i < n; i++)
    {
      IhopNode *text = ihop_node_new (self->build->pool, IHOP_OPAQUE, 0);
      text->text = "a test whether rows overlap";
      text->spelling = apart_body[i];
      text->place = self->header->loop->place;
      block->child[i] = text;
    }
  return block;
}

static void
need_tester (IhopFlatten *self)
{
  static const char *const names[] = { "a", "rows_a", "bytes_a", "b", "rows_b", "bytes_b" };
  static const IhopType size = { .kind = IHOP_TYPE_INTEGER, .name = "size_t", .size = 8, .align = 8 };
  IhopFunction *function;

  if (ihop_tree_function (self->build->tree, APART))
    return;
  function = ihop_pool_alloc (self->build->pool, sizeof *function);
  function->n_params = G_N_ELEMENTS (names);
  function->params
    = ihop_pool_alloc (self->build->pool, G_N_ELEMENTS (names) * sizeof *function->params);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    function->params[i] = parameter (self, names[i], i % 3 == 0   ? &type_address
                                                     : i % 3 == 1 ? &ihop_type_long : &size);
  function->symbol = ihop_library_function (self->build, APART, &ihop_type_int);
  function->symbol->storage = IHOP_STORAGE_STATIC;
  function->symbol->is_library = FALSE;
  function->body = tester_body (self);
  ihop_tree_insert_function (self->build->tree, function, self->header->name->function);
}

/* --- who has to be told apart -------------------------------------------------------------------- */

/* Proved, or on the owner's word. */
static gboolean
are_apart (IhopFlatten *self, const GPtrArray *these, const GPtrArray *those)
{
  for (guint i = 0; i < these->len; i++)
    for (guint k = 0; k < those->len; k++)
      {
        const IhopAccess *a = these->pdata[i], *b = those->pdata[k];
        g_autoptr (GPtrArray) promises = g_ptr_array_new_with_free_func (ihop_assumption_free);
        if (!a->is_write && !b->is_write)
          continue;
        if (ihop_overlap_of (self->proof->scop, a, b, promises).kind != IHOP_OVERLAP_NONE)
          return FALSE;
        for (guint p = 0; p < promises->len; p++)
          if (!((IhopAssumption *) promises->pdata[p])->by_owner)
            return FALSE;
      }
  return TRUE;
}

/* "a + first", or "a". */
static const IhopNode *
address_at (IhopBuild *build, const IhopSymbol *pointer, const IhopNode *first)
{
  const IhopNode *ref = ihop_make_ref (build, (IhopSymbol *) pointer);
  gint64 number;

  if (ihop_constant_of (first, &number) && number == 0)
    return ref;
  return ihop_make_binary (build, IHOP_OP_ADD, ref, first);
}

static void
add_rows (IhopFlatten *self, const IhopFlatTable *table, GPtrArray *arguments)
{
  IhopBuild *build = self->build;

  ihop_append (arguments, address_at (build, table->symbol, table->first_row));
  ihop_append (arguments, ihop_make_binary (build, IHOP_OP_SUB, table->end_row, table->first_row));
  ihop_append (arguments, ihop_make_bytes (self->build, table->width, table->element));
}

/* Two tables; b NULL: the rows of one. */
static void
test_tables (IhopFlatten *self, const IhopFlatTable *a, const IhopFlatTable *b, GPtrArray *tests)
{
  GPtrArray *arguments = g_ptr_array_new ();

  add_rows (self, a, arguments);
  if (b)
    add_rows (self, b, arguments);
  for (guint i = 0; b == NULL && i < 3; i++)
    ihop_append (arguments, ihop_make_integer (self->build, 0));
  ihop_append (tests, ihop_make_call (self->build, self->header->loop, APART, &ihop_type_int, arguments));
}

/* --- memory that is no row ----------------------------------------------------------------------- */

static gboolean
refuse_other (IhopFlatten *self, const IhopFlatOther *other)
{
  const IhopAccess *access = other->accesses->pdata[0];

  ihop_diag_remedy (ihop_refuse (self->step, IHOP_T_STORAGE, access->node,
                                 "%s may share memory with a row, and how much of it the loop touches "
                                 "is not known before it", other->symbol->name),
                    IHOP_REMEDY_NO_OVERLAP);
  return FALSE;
}

static gboolean
is_behind_pointer (const IhopAccess *access)
{
  return access->ref->steps->len > 0
         && g_array_index (access->ref->steps, IhopStep, 0).kind == IHOP_STEP_DEREF;
}

/* The first subscripts of all accesses behind a pointer; NULL: not known. */
static isl_set *
first_subscripts (const IhopFlatOther *other)
{
  isl_set *all = NULL;

  for (guint i = 0; i < other->accesses->len; i++)
    {
      const IhopAccess *access = other->accesses->pdata[i];
      gboolean fine = is_behind_pointer (access) && !access->is_loaded && !access->is_cut
                      && access->n_dims > 0 && access->subscript[0] && access->may != IHOP_MAY_CALL
                      && access->may != IHOP_MAY_WRAP && access->may != IHOP_MAY_FLAT;
      for (guint k = 0; fine && k < access->ref->steps->len; k++)
        fine = !g_array_index (access->ref->steps, IhopStep, k).is_flat
               && g_array_index (access->ref->steps, IhopStep, k).kind != IHOP_STEP_ANY;
      if (!fine)
        return isl_set_free (all);
      isl_set *one = isl_map_range (isl_map_copy (access->map));
      one = isl_set_project_out (one, isl_dim_set, 1, access->n_dims - 1);
      all = all ? isl_set_union (all, one) : one;
    }
  return all;
}

/* "x + 1" and "(n - 1) * sizeof *x". FALSE: not known. */
static gboolean
stretch (IhopFlatten *self, const IhopFlatOther *other, const IhopNode **start,
         const IhopNode **bytes)
{
  IhopBuild *build = self->build;
  const IhopNode *first, *end;
  IhopSymbol *counter = ihop_make_counter (build, self->header, "x");
  IhopBoundWriter writing = { build, self->proof->scop, 1, &counter };
  isl_set *all = first_subscripts (other);
  gboolean fine = all != NULL
                  && !ihop_defs_may_change (self->step->facts, self->header->name->function,
                                            self->header->loop, other->symbol);

  if (fine)
    all = isl_set_intersect_params (all, isl_set_copy (self->proof->scop->context));
  fine = fine && ihop_bounds_of (&writing, all, 0, 1, &first, &end);
  isl_set_free (all);
  if (!fine)
    return FALSE;
  *start = address_at (build, other->symbol, first);
  *bytes = ihop_make_bytes (self->build, ihop_make_binary (build, IHOP_OP_SUB, end, first),
                               ihop_type_strip (other->symbol->type)->target);
  return TRUE;
}

static gboolean
own_storage (IhopFlatten *self, const IhopFlatOther *other, const IhopNode **start,
             const IhopNode **bytes)
{
  IhopBuild *build = self->build;
  IhopNode *address = ihop_node_new (build->pool, IHOP_UNARY, 1);

  for (guint i = 0; i < other->accesses->len; i++)
    if (is_behind_pointer (other->accesses->pdata[i])
        || ((const IhopAccess *) other->accesses->pdata[i])->is_loaded)
      return FALSE;
  if (ihop_type_strip (other->symbol->type)->size == 0
      && !ihop_type_is_variable_length (other->symbol->type))
    return FALSE;
  address->op = IHOP_OP_ADDRESS;
  address->type = &type_address;
  address->child[0] = ihop_make_ref (build, (IhopSymbol *) other->symbol);
  *start = ihop_type_strip (other->symbol->type)->kind == IHOP_TYPE_ARRAY ? address->child[0] : address;
  *bytes = ihop_make_bytes (self->build, NULL, other->symbol->type);
  return TRUE;
}

/* The rows of a table against one stretch of memory. */
static void
test_stretch (IhopFlatten *self, const IhopFlatTable *table, const IhopSymbol *symbol,
              const IhopNode *start, const IhopNode *bytes, GPtrArray *into, GPtrArray *tests)
{
  IhopBuild *build = self->build;
  g_autofree char *name = g_strdup_printf ("%s_start", symbol->name);
  IhopSymbol *variable = ihop_make_variable (build, symbol, &type_address, name);
  IhopNode *address = ihop_node_new (build->pool, IHOP_UNARY, 1);
  GPtrArray *arguments = g_ptr_array_new ();

  address->op = IHOP_OP_ADDRESS;
  address->type = &type_address;
  address->child[0] = ihop_make_ref (build, variable);
  ihop_append (into, ihop_make_declaration (build, variable, start));
  add_rows (self, table, arguments);
  g_ptr_array_add (arguments, address);
  ihop_append (arguments, ihop_make_integer (build, 1));
  g_ptr_array_add (arguments, (gpointer) bytes);
  ihop_append (tests, ihop_make_call (self->build, self->header->loop, APART, &ihop_type_int, arguments));
}

static gboolean
test_other (IhopFlatten *self, const IhopFlatTable *table, const IhopFlatOther *other, GPtrArray *into,
            GPtrArray *tests)
{
  const IhopNode *start, *bytes;

  if (!own_storage (self, other, &start, &bytes) && !stretch (self, other, &start, &bytes))
    return refuse_other (self, other);
  test_stretch (self, table, other->symbol, start, bytes, into, tests);
  return TRUE;
}

/* Single bytes that are written may be those of the pointers to rows. */
static void
test_pointers (IhopFlatten *self, const IhopFlatTable *table, GPtrArray *into, GPtrArray *tests)
{
  IhopBuild *build = self->build;

  if (!table->is_written || ihop_type_strip (table->element)->size > 1)
    return;
  for (guint i = 0; i < self->tables->len; i++)
    {
      const IhopFlatTable *other = self->tables->pdata[i];
      const IhopNode *count
        = ihop_make_binary (build, IHOP_OP_SUB, other->end_row, other->first_row);
      test_stretch (self, table, other->symbol, address_at (build, other->symbol, other->first_row),
                    ihop_make_bytes (self->build, count, ihop_type_strip (other->symbol->type)->target),
                    into, tests);
    }
}

static gboolean
test_table (IhopFlatten *self, guint number, GPtrArray *into, GPtrArray *tests)
{
  const IhopFlatTable *table = self->tables->pdata[number];

  if (table->is_written)
    test_tables (self, table, NULL, tests);
  test_pointers (self, table, into, tests);
  for (guint i = number + 1; i < self->tables->len; i++)
    {
      const IhopFlatTable *next = self->tables->pdata[i];
      if (!are_apart (self, table->accesses, next->accesses))
        test_tables (self, table, next, tests);
    }
  for (guint i = 0; i < self->others->len; i++)
    {
      const IhopFlatOther *other = self->others->pdata[i];
      if (!are_apart (self, table->accesses, other->accesses)
          && !test_other (self, table, other, into, tests))
        return FALSE;
    }
  return TRUE;
}

gboolean
ihop_flatten_tests (IhopFlatten *self, GPtrArray *into, GPtrArray *tests)
{
  need_tester (self);
  for (guint i = 0; i < self->tables->len; i++)
    if (!test_table (self, i, into, tests))
      return FALSE;
  return TRUE;
}
