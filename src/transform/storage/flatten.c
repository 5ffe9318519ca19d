/* flatten: rows behind an array of pointers are kept in one block while a loop runs (data layout transformation by
 * copying; Temam, Granston and Jalby 1993 copy tiles so, here it is whole rows). */
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/bounds.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/heap_array.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/make_type.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/build/replace.h"
#include "transform/legality/loop_control.h"
#include "transform/storage/flatten_disjoint.h"
#include "transform/storage/flatten_rounds.h"

typedef struct
{
  IhopFlatten flatten;
  GPtrArray *conditions;   /* of const IhopNode *: under which the loop touches rows of all tables … */
  GPtrArray *tests;        /* … and no others, of const IhopNode * */
  GPtrArray *block;        /* of const IhopNode *: the statements that are built */
  IhopSymbol *test;        /* "flat": whether the loop may run, and has run, on blocks */
  IhopSymbol *counters[2]; /* of rows and columns, to be copied for each loop */
} Build;

/* --- sizes ------------------------------------------------------------------------------------ */

typedef struct
{
  IhopBuild *build;
  const IhopBoundWriter *writing;
  GPtrArray *conditions;   /* of const IhopNode *, each once */
} Reading;

static isl_stat
read_condition (isl_constraint *constraint, void *data)
{
  Reading *reading = data;
  const IhopNode *condition = ihop_bounds_condition (reading->writing, constraint);

  for (guint i = 0; condition && i < reading->conditions->len; i++)
    if (ihop_same_expression (reading->conditions->pdata[i], condition))
      return isl_stat_ok;
  if (condition)
    g_ptr_array_add (reading->conditions, (gpointer) condition);
  return condition ? isl_stat_ok : isl_stat_error;
}

/* What must hold of the parameters so that anything in the set is touched. FALSE: it cannot be said. (Where what is
 * known is not convex, gist may leave some of it in: it is asked twice then, and holds.) */
static gboolean
read_conditions (Build *self, isl_set *set, isl_set *known, const IhopBoundWriter *writing,
                 GPtrArray *conditions)
{
  Reading reading = { self->flatten.build, writing, conditions };
  isl_set *params = isl_set_gist (isl_set_params (isl_set_copy (set)), isl_set_copy (known));

  params = isl_set_coalesce (params);
  isl_basic_set *only = isl_set_n_basic_set (params) == 1 ? isl_set_simple_hull (isl_set_copy (params))
                                                          : NULL;
  gboolean fine = only && isl_basic_set_foreach_constraint (only, read_condition, &reading) == isl_stat_ok;
  isl_basic_set_free (only);
  isl_set_free (params);
  return fine;
}

/* Whether the bounds that can be written for a set (bounds.h) are values that are in it: rows between
 * them have their place in the table. */
static gboolean
has_exact_bounds (isl_set *rows)
{
  isl_set *plain = isl_set_coalesce (isl_set_remove_divs (isl_set_copy (rows)));
  isl_set *hull = isl_set_from_basic_set (isl_set_simple_hull (plain));
  isl_set *ends = isl_set_lexmin (isl_set_copy (hull));

  ends = isl_set_union (ends, isl_set_lexmax (hull));
  gboolean exact = isl_set_is_subset (ends, rows) == isl_bool_true;

  isl_set_free (ends);
  return exact;
}

static gboolean
measure (Build *self, IhopFlatTable *table)
{
  IhopFlatten *flatten = &self->flatten;
  IhopBoundWriter writing = { flatten->build, flatten->proof->scop, 2, self->counters };
  IhopBoundWriter across = { flatten->build, flatten->proof->scop, 1, self->counters + 1 };
  isl_set *columns = isl_set_project_out (isl_set_copy (table->elements), isl_dim_set, 0, 1);
  isl_set *rows = isl_set_project_out (isl_set_copy (table->elements), isl_dim_set, 1, 1);
  const IhopNode *least;
  gboolean fine
    = has_exact_bounds (rows)
      && ihop_bounds_of (&writing, table->elements, 0, 1, &table->first_row, &table->end_row)
      && ihop_bounds_of (&across, columns, 0, 1, &least, &table->width)
      && read_conditions (self, table->elements, flatten->proof->scop->context, &writing,
                          self->conditions);

  isl_set_free (columns);
  isl_set_free (rows);
  if (!fine)
    ihop_refuse (flatten->step, IHOP_T_STORAGE, table->rows->pdata[0],
                 "how many rows of %s the loop touches, and how long they are, cannot be said before it",
                 table->symbol->name);
  return fine;
}

/* --- copying rows ----------------------------------------------------------------------------- */

static const IhopNode *
element (IhopBuild *build, IhopSymbol *array, IhopSymbol *row, IhopSymbol *column)
{
  return ihop_make_index (build,
                          ihop_make_index (build, ihop_make_ref (build, array),
                                           ihop_make_ref (build, row)),
                          ihop_make_ref (build, column));
}

typedef struct
{
  Build *self;
  const IhopFlatTable *table;
  isl_set *elements;       /* all that are copied */
  gboolean back;
} Copying;

/* Each loop declares a counter of its own. */
static IhopSymbol *
counter_like (IhopBuild *build, const IhopSymbol *like)
{
  IhopSymbol *symbol = ihop_pool_alloc (build->pool, sizeof *symbol);

  *symbol = *like;
  return symbol;
}


static const IhopNode *
all_of (IhopBuild *build, const GPtrArray *conditions)
{
  const IhopNode *all = NULL;

  for (guint i = 0; i < conditions->len; i++)
    all = all ? ihop_make_binary (build, IHOP_OP_LAND, all, conditions->pdata[i]) : conditions->pdata[i];
  return all;
}

/* The bounds are written with the loops' own counters. */
static isl_stat
copy_piece (isl_basic_set *piece, void *data)
{
  const Copying *copying = data;
  IhopFlatten *flatten = &copying->self->flatten;
  const IhopFlatTable *table = copying->table;
  IhopBuild *build = flatten->build;
  IhopSymbol *counters[2] = { counter_like (build, copying->self->counters[0]),
                              counter_like (build, copying->self->counters[1]) };
  IhopBoundWriter writing = { build, flatten->proof->scop, 2, counters };
  const IhopNode *there = element (build, table->flat, counters[0], counters[1]);
  const IhopNode *here = element (build, table->symbol, counters[0], counters[1]);
  const IhopNode *loop = ihop_make_assignment (build, IHOP_OP_NONE, copying->back ? here : there,
                                               copying->back ? there : here);
  g_autoptr (GPtrArray) conditions = g_ptr_array_new ();
  isl_set *set = isl_set_from_basic_set (piece), *known = isl_set_params (isl_set_copy (copying->table->elements));
  const IhopNode *lower, *end;
  gboolean fine = read_conditions (copying->self, set, known, &writing, conditions);

  for (guint d = 2; d-- > 0 && fine;)
    {
      fine = ihop_bounds_of (&writing, set, d, 1, &lower, &end);
      if (fine)
        loop = ihop_make_for (build, flatten->header->loop, counters[d], TRUE, lower, IHOP_OP_LT, end, 1,
                              loop);
    }
  isl_set_free (set);
  isl_set_free (known);
  if (conditions->len)
    loop = ihop_make_if (build, all_of (build, conditions), loop, NULL);
  g_ptr_array_add (copying->self->block, (gpointer) loop);
  return fine ? isl_stat_ok : isl_stat_error;
}

/* Into the block, or back. */
static gboolean
copy_rows (Build *self, const IhopFlatTable *table, gboolean back)
{
  Copying copying = { self, table, back ? table->written : table->elements, back };

  return isl_set_foreach_basic_set (copying.elements, copy_piece, &copying) == isl_stat_ok;
}

/* --- the loop on the blocks ------------------------------------------------------------------- */

/* "double (*a_flat)[m] = malloc (…);" */
static void
declare_flat (Build *self, IhopFlatTable *table, GPtrArray *into)
{
  IhopBuild *build = self->flatten.build;
  const IhopType *row = ihop_type_array_of (build, ihop_type_unqualified (build, table->element), table->width);
  g_autofree char *name = g_strdup_printf ("%s_flat", table->symbol->name);

  table->flat = ihop_heap_array (build, table->symbol, row, name);
  ihop_heap_append_malloc (build, self->flatten.header, table->flat, table->end_row, FALSE, into);
}

static const IhopNode *
flat_loop (Build *self)
{
  IhopFlatten *flatten = &self->flatten;
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < flatten->tables->len; i++)
    {
      const IhopFlatTable *table = flatten->tables->pdata[i];
      for (guint k = 0; k < table->rows->len; k++)
        {
          const IhopNode *row = table->rows->pdata[k];
          g_hash_table_insert (news, (gpointer) row,
                               (gpointer) ihop_make_index (flatten->build,
                                                           ihop_make_ref (flatten->build, table->flat),
                                                           row->child[1]));
        }
    }
  return ihop_copy (flatten->build, ihop_replace_nodes (flatten->build, flatten->header->loop, news), NULL);
}

/* Rows in, the loop, rows back. */
static gboolean
fill_block (Build *self)
{
  const GPtrArray *tables = self->flatten.tables;

  for (guint i = 0; i < tables->len; i++)
    if (!((IhopFlatTable *) tables->pdata[i])->is_filled && !copy_rows (self, tables->pdata[i], FALSE))
      return FALSE;
  ihop_keep_target_marks (self->flatten.build, self->flatten.header->name->function,
                          self->flatten.header->loop, self->block);
  ihop_append (self->block, flat_loop (self));
  for (guint i = 0; i < tables->len; i++)
    if (((IhopFlatTable *) tables->pdata[i])->is_written && !copy_rows (self, tables->pdata[i], TRUE))
      return FALSE;
  return TRUE;
}

/* --- around it -------------------------------------------------------------------------------- */

/* "int flat = n > 0;" and "flat = flat && ihop_rows_apart (…);" */
static void
declare_test (Build *self, GPtrArray *into)
{
  IhopBuild *build = self->flatten.build;
  const IhopNode *first = all_of (build, self->conditions);

  self->test = ihop_make_variable (build, self->counters[0], &ihop_type_int, "flat");
  const IhopNode *ref = ihop_make_ref (build, self->test);
  ihop_append (into, ihop_make_declaration (build, self->test, first ? first : ihop_make_integer (build, 1)));
  for (guint i = 0; i < self->tests->len; i++)
    ihop_append (into, ihop_make_assignment (build, IHOP_OP_NONE, ref,
                                             ihop_make_binary (build, IHOP_OP_LAND, ref, self->tests->pdata[i])));
}

static const IhopNode *
block_of (Build *self, GPtrArray *statements)
{
  IhopNode *block = ihop_node_new (self->flatten.build->pool, IHOP_BLOCK, statements->len);

  for (guint i = 0; i < statements->len; i++)
    block->child[i] = statements->pdata[i];
  return block;
}

/* "flat = a_flat && b_flat; if (flat) …" between the blocks' malloc and free. NULL: failed. */
static const IhopNode *
on_blocks (Build *self)
{
  IhopBuild *build = self->flatten.build;
  const GPtrArray *tables = self->flatten.tables;
  g_autoptr (GPtrArray) statements = g_ptr_array_new ();
  const IhopNode *ref = ihop_make_ref (build, self->test), *enough = NULL;

  for (guint i = 0; i < tables->len; i++)
    {
      const IhopFlatTable *table = tables->pdata[i];
      declare_flat (self, tables->pdata[i], statements);
      const IhopNode *there = ihop_make_ref (build, table->flat);
      there = ihop_make_binary (build, IHOP_OP_NE, there, ihop_make_integer (build, 0));
      enough = enough ? ihop_make_binary (build, IHOP_OP_LAND, enough, there) : there;
    }
  if (!fill_block (self))
    return NULL;
  ihop_append_assignment (build, statements, IHOP_OP_NONE, ref, enough);
  ihop_append (statements, ihop_make_if (build, ref, block_of (self, self->block), NULL));
  for (guint i = tables->len; i-- > 0;)
    ihop_heap_append_free (build, self->flatten.header, ((IhopFlatTable *) tables->pdata[i])->flat, statements);
  return block_of (self, statements);
}

static gboolean
take_mark_out (const IhopNode *node, gpointer news)
{
  if (node->kind == IHOP_PRAGMA && g_str_has_prefix (node->text, "target"))
    g_hash_table_insert (news, (gpointer) node, NULL);
  return TRUE;
}

/* "if (!flat)": the loop as it was, but that nobody asks for a device any more. */
static const IhopNode *
otherwise (Build *self)
{
  IhopBuild *build = self->flatten.build;
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);
  const IhopNode *loop = self->flatten.header->loop;

  ihop_node_walk (loop, take_mark_out, news);
  if (g_hash_table_size (news))
    loop = ihop_replace_nodes (build, loop, news);
  IhopNode *node
    = (IhopNode *) ihop_make_if (build, ihop_make_not (build, ihop_make_ref (build, self->test)), loop, NULL);
  node->flags |= IHOP_NODE_OURS;
  return node;
}

static IhopRewrite *
flattened (Build *self)
{
  IhopFlatten *flatten = &self->flatten;
  IhopBuild *build = flatten->build;
  const IhopNode *test = ihop_flatten_rounds_test (flatten->header);
  g_autoptr (GPtrArray) outer = g_ptr_array_new ();

  if (test)
    g_ptr_array_add (self->conditions, (gpointer) test);
  for (guint i = 0; i < flatten->tables->len; i++)
    if (!measure (self, flatten->tables->pdata[i]))
      return NULL;
  if (!ihop_flatten_tests (flatten, outer, self->tests))
    return NULL;
  declare_test (self, outer);
  const IhopNode *ref = ihop_make_ref (build, self->test), *on = on_blocks (self);
  if (on == NULL)
    return NULL;
  ihop_append (outer, ihop_make_if (build, ref, on, NULL));
  ihop_append (outer, otherwise (self));
  GPtrArray *news = g_ptr_array_new ();
  ihop_append (news, block_of (self, outer));
  return ihop_build_finish (build, flatten->header->loop, 1, news);
}

/* --- the step --------------------------------------------------------------------------------- */

static IhopRewrite *
flatten_loop (IhopTransformStep *step, const IhopHeader *header, IhopLoopProof *proof)
{
  Build self = { .flatten = { .step = step, .header = header, .proof = proof } };
  g_autoptr (IhopBuild) build = ihop_build_new (step, header->name->function);
  IhopRewrite *rewrite = NULL;

  self.flatten.build = build;
  for (guint d = 0; d < 2; d++)
    self.counters[d]
      = ihop_make_variable (build, header->iterator, &ihop_type_long, d ? "column" : "row");
  self.conditions = g_ptr_array_new ();
  self.tests = g_ptr_array_new ();
  self.block = g_ptr_array_new ();
  if (ihop_flatten_find (&self.flatten))
    rewrite = flattened (&self);
  g_ptr_array_unref (self.flatten.tables);
  g_ptr_array_unref (self.flatten.others);
  g_ptr_array_unref (self.conditions);
  g_ptr_array_unref (self.tests);
  g_ptr_array_unref (self.block);
  return rewrite;
}

static IhopRewrite *
flatten_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;

  if (!ihop_args_count (step, n, 1, 1)
      || !ihop_flatten_header (step, words[0], &header) || !ihop_require_copyable (step, header.loop)
      || !ihop_require_single_exit (step, &header) || !ihop_require_returning_calls (step, &header)
      || !ihop_require_heap (step, &header))
    return NULL;
  g_autoptr (IhopLoopProof) proof = ihop_proof_new (step, &header);
  return proof ? flatten_loop (step, &header, proof) : NULL;
}

const IhopTransform ihop_transform_flatten = {
  .name = "flatten",
  .usage = "LOOP",
  .summary = N_ ("Rows behind arrays of pointers (a[i][j] of double **a) are kept in one block"),
  .kind = IHOP_TRANSFORM_STORAGE,
  .build = flatten_build,
};
