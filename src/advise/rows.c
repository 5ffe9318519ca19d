/* Rows: a parallel loop over rows of an array in whose body loops go along a row, some of them in order: least values, sums, running
 * sums, recurrences; what they find is used for the row's next loop (norms, softmax, filters that go forth and back).
 *
 * With a thread for each row neighbours are rows apart, and each of their accesses is a transfer of its own. So a block has a few
 * rows, and goes along them in strips. A loop along a strip is taken apart: what does not depend on its order is done by all threads
 * of the block, neighbours beside each other in the row; what does is done by a thread for each row in a strip that all threads have
 * fetched into shared memory, in the order of the source. What was a variable of a row's iteration is an element for each row of the
 * block, in shared memory, too. All of it are steps; where one is refused that the others need, nothing is done. */
#include "advise/ideas.h"
#include "advise/layout.h"
#include "advise/nests.h"
#include "advise/operands.h"
#include "analysis/kernel/kernel.h"
#include "transform/build/body.h"
#include "transform/build/query.h"

#define THREADS_X 32          /* of a block, along a row */
#define THREADS_Y 8           /* rows at once */
#define SHARED_BYTES 36864    /* for the strips of a block: values of rows come on top, and 48 KiB is what there is */
#define MOST_LOOPS 8          /* along a row */

typedef struct
{
  IhopLayout layout;
  guint rows, strip;       /* rows of a block; elements of a row that are fetched at once */
  gboolean is_spread;      /* some part is done by all threads */
} Rows;

/* ---- Is it one? ----------------------------------------------------------------------------------------------------------- */

static gboolean
has_loop (const IhopNode *code)
{
  gboolean found = ihop_kind_is_loop (code->kind);

  for (guint i = 0; i < code->n_children && !found; i++)
    found = code->child[i] && ihop_kind_is_statement (code->child[i]->kind) && has_loop (code->child[i]);
  return found;
}

/* Loops along a row that hold no other ones, and statements without any. */
static gboolean
is_body (const IhopNode *body)
{
  g_autoptr (GPtrArray) statements = ihop_body_statements (body);
  guint n = 0;

  for (guint i = 0; i < statements->len; i++)
    {
      const IhopNode *statement = statements->pdata[i];
      gboolean is_loop = statement->kind == IHOP_FOR;
      if (has_loop (is_loop ? ihop_loop_body (statement) : statement))
        return FALSE;
      n += is_loop;
    }
  return n > 0 && n <= MOST_LOOPS;
}

/* Its iterations may not change places, or all add to something. */
static gboolean
goes_in_order (const IhopLayout *layout, const guint *way, guint n)
{
  const IhopLoopName *name = ihop_layout_loop (layout, way, n);

  return name && !ihop_layout_is_parallel (layout, name);
}

/* Arrays that loops which go in order touch, by row and by element. */
static GArray *
collect_operands (const IhopLayout *layout)
{
  GArray *operands = ihop_operands_new ();
  const IhopSymbol *row = ihop_loop_iterator (ihop_layout_loop (layout, NULL, 0)->loop);
  guint n = ihop_layout_count_inner (layout, NULL, 0);

  for (guint k = 0; row && k < n; k++)
    {
      const IhopLoopName *inner = ihop_layout_loop (layout, &k, 1);
      const IhopSymbol *element = ihop_loop_iterator (inner->loop);
      if (element && goes_in_order (layout, &k, 1))
        ihop_operands_collect (operands, ihop_loop_body (inner->loop), element, row);
    }
  return operands;
}

static gboolean
choose_sizes (Rows *self)
{
  g_autoptr (GArray) operands = collect_operands (&self->layout);
  gboolean has_rows = FALSE;

  for (guint i = 0; i < operands->len; i++)
    has_rows |= ihop_operand_has_rows (&g_array_index (operands, IhopOperand, i));
  if (!has_rows)
    return FALSE;
  self->rows = ihop_operands_results (&self->layout, operands);
  self->strip = ihop_operands_strip (operands, self->rows, SHARED_BYTES);
  return self->strip > 0;
}

/* Then that loop's iterations are the threads there are, and what its body does besides would be left on the host. */
static gboolean
stands_in_parallel_loop (const IhopLayout *layout)
{
  for (IhopLayout around = *layout; around.n_around > 0;)
    {
      around.n_around--;
      if (ihop_layout_is_parallel (&around, ihop_layout_loop (&around, NULL, 0)))
        return TRUE;
    }
  return FALSE;
}

/* Rows that a loop goes along in order. Otherwise loops can be interchanged, or what is between them taken out. */
static gboolean
is_nest (const IhopLayout *layout)
{
  const IhopLoopName *outer = ihop_layout_loop (layout, NULL, 0);
  gboolean in_order = FALSE;

  if (outer == NULL || !is_body (ihop_loop_body (outer->loop)) || !ihop_layout_is_parallel (layout, outer)
      || stands_in_parallel_loop (layout))
    return FALSE;
  for (guint k = 0; k < ihop_layout_count_inner (layout, NULL, 0); k++)
    in_order |= goes_in_order (layout, &k, 1);
  return in_order;
}

/* ---- Putting into form ------------------------------------------------------------------------------------------------------ */

static gboolean
is_number (const IhopSymbol *symbol)
{
  return ihop_type_is_scalar (symbol->type) && ihop_type_strip (symbol->type)->kind != IHOP_TYPE_POINTER;
}

static gboolean
is_array (const IhopSymbol *symbol)
{
  return ihop_type_strip (symbol->type)->kind == IHOP_TYPE_ARRAY;
}

static gboolean
is_pointer (const IhopSymbol *symbol)
{
  return ihop_type_strip (symbol->type)->kind == IHOP_TYPE_POINTER;
}

/* Names (char *) of what a body declares at its top level, in the order of the text. Caller unrefs. */
static GPtrArray *
declared_in (const IhopNode *body, gboolean (*is_wanted) (const IhopSymbol *))
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; body->kind == IHOP_BLOCK && i < body->n_children; i++)
    for (guint k = 0; body->child[i]->kind == IHOP_DECLARATION && k < body->child[i]->n_children; k++)
      if (body->child[i]->child[k]->symbol && is_wanted (body->child[i]->child[k]->symbol))
        g_ptr_array_add (names, g_strdup (body->child[i]->child[k]->symbol->name));
  return names;
}

static const IhopNode *
body_of (const Rows *self, const guint *way, guint n)
{
  return ihop_loop_body (ihop_layout_loop (&self->layout, way, n)->loop);
}

/* Pointers into a row are written out where they are used. */
static void
write_out_pointers (Rows *self)
{
  g_autoptr (GPtrArray) names = declared_in (body_of (self, NULL, 0), is_pointer);

  for (guint i = names->len; i-- > 0;)
    ihop_layout_take (&self->layout, "substitute", NULL, 0, "%s", (const char *) names->pdata[i]);
}

/* Variables that each row has for itself: declared in the body, or shared by name only. */
static GPtrArray *
values_of_row (Rows *self)
{
  const IhopLoopName *outer = ihop_layout_loop (&self->layout, NULL, 0);
  const IhopLoop *loop = ihop_loops_find (ihop_state_facts (self->layout.search, *self->layout.state), (*self->layout.state)->tree,
                                          outer->loop);
  GPtrArray *names = declared_in (ihop_loop_body (outer->loop), is_number);

  for (guint i = 0; loop && i < loop->privates->len; i++)
    {
      const IhopSymbol *symbol = ((const IhopPrivate *) loop->privates->pdata[i])->symbol;
      if (is_number (symbol))
        g_ptr_array_add (names, g_strdup (symbol->name));
    }
  return names;
}

/* Loops declare their iterators, and what is set under a condition is set to one of two values. */
static gboolean
prepare_loops (Rows *self)
{
  guint n = ihop_layout_count_inner (&self->layout, NULL, 0);

  for (guint k = 0; k < n; k++)
    {
      const IhopLoopName *inner = ihop_layout_loop (&self->layout, &k, 1);
      if (!ihop_layout_declares_iterator (inner->loop) && !ihop_layout_take (&self->layout, "declare-iterator", &k, 1, "%s", ""))
        return FALSE;
      ihop_nests_convert_conditions (&self->layout, &k, 1);
    }
  return TRUE;
}

/* An element for each row of a block. */
static gboolean
expand_values (Rows *self, const GPtrArray *names)
{
  const guint way[] = { 0 };

  for (guint i = 0; i < names->len; i++)
    if (!ihop_layout_take (&self->layout, "scalar-expand", way, 1, "%s", (const char *) names->pdata[i]))
      return FALSE;
  return TRUE;
}

/* ---- Loops over rows of their own --------------------------------------------------------------------------------------------- */

static void
add_cut (GString *cuts, guint statement)
{
  g_string_append_printf (cuts, "%s@%u", cuts->len ? " " : "", statement);
}

/* Each loop along a row, and what stands between two of them, gets rows of its own. */
static gboolean
part_loops (Rows *self)
{
  const guint way[] = { 0 };
  g_autoptr (GPtrArray) statements = ihop_body_statements (body_of (self, way, 1));
  g_autoptr (GString) cuts = g_string_new (NULL);

  for (guint i = 1; i < statements->len; i++)
    if (((const IhopNode *) statements->pdata[i - 1])->kind == IHOP_FOR || ((const IhopNode *) statements->pdata[i])->kind == IHOP_FOR)
      add_cut (cuts, i + 1);
  return cuts->len == 0 || ihop_layout_take (&self->layout, "distribute", way, 1, "%s", cuts->str);
}

/* Values that a strip's iterations give names to get an element for each row and element of the strip. */
static gboolean
expand_names (Rows *self, guint at)
{
  const guint element[] = { at, 0, 0 };
  g_autoptr (GPtrArray) names = declared_in (body_of (self, element, 3), is_number);

  for (guint i = 0; i < names->len; i++)
    if (!ihop_layout_take (&self->layout, "scalar-expand", element, 3, "%s", (const char *) names->pdata[i]))
      return FALSE;
  g_autoptr (GPtrArray) arrays = declared_in (body_of (self, element, 2), is_array);
  for (guint i = 0; i < arrays->len; i++)
    if (!ihop_layout_take (&self->layout, "array-expand", element, 2, "%s", (const char *) arrays->pdata[i]))
      return FALSE;
  return TRUE;
}

/* The loop along a strip in as many as dependences allow, if it goes in order. Into how many it was taken apart. */
static guint
part_strip (Rows *self, guint at)
{
  const guint element[] = { at, 0, 0 };
  guint n = 1;

  if (!goes_in_order (&self->layout, element, 3) || !expand_names (self, at))
    return 1;
  g_autoptr (GPtrArray) statements = ihop_body_statements (body_of (self, element, 3));
  for (guint k = statements->len; k > 1; k--)
    n += ihop_layout_take (&self->layout, "distribute", element, 3, "@%u", k);
  g_autoptr (GString) cuts = g_string_new (NULL);
  for (guint k = 2; k <= n; k++)
    add_cut (cuts, k);
  return n == 1 || ihop_layout_take (&self->layout, "distribute", element, 2, "%s", cuts->str) ? n : 0;
}

/* ---- Threads ---------------------------------------------------------------------------------------------------------------- */

static gboolean
thread_for_each_row (Rows *self, const guint *way, guint n)
{
  return ihop_layout_take (&self->layout, "cyclic", way, n, "%u", self->rows)
         && ihop_layout_take (&self->layout, "to-threads", way, n, "x");
}

/* Threads beside each other have elements beside each other. */
static gboolean
spread_part (Rows *self, const guint *part)
{
  const guint element[] = { part[0], part[1], 0 };

  self->is_spread = TRUE;
  return ihop_layout_take (&self->layout, "cyclic", element, 3, "%u %u", THREADS_Y, THREADS_X)
         && ihop_layout_mark_threads (&self->layout, part, 2);
}

/* A thread for each row. */
static gboolean
walk_part (Rows *self, const guint *part)
{
  IhopLayout *layout = &self->layout;
  const guint element[] = { part[0], part[1], 0 };
  g_autofree char *row = g_strdup (ihop_layout_iterator (layout, part, 2));
  g_autofree char *along = g_strdup (ihop_layout_iterator (layout, element, 3));

  if (!ihop_layout_take (layout, "permute", element, 3, "%s %s", along, row)
      || !ihop_layout_take (layout, "cyclic", element, 3, "%u", self->rows))
    return FALSE;
  g_autofree char *thread = g_strdup (ihop_layout_iterator (layout, element, 3));
  return ihop_layout_take (layout, "permute", element, 3, "%s %s", thread, along)
         && ihop_layout_take (layout, "to-threads", part, 2, "x");
}

/* The loop along a row is the one in the rows of number "at" in the block. */
static gboolean
spread_loop (Rows *self, guint at)
{
  IhopLayout *layout = &self->layout;
  const guint row[] = { at, 0, 0 };

  if (!ihop_layout_take (layout, "strip-mine", row, 2, "%u", self->strip))
    return FALSE;
  g_autofree char *rows = g_strdup (ihop_layout_iterator (layout, row, 1));
  g_autofree char *strips = g_strdup (ihop_layout_iterator (layout, row, 2));
  g_autofree char *along = g_strdup (ihop_layout_iterator (layout, row, 3));
  if (!ihop_layout_take (layout, "permute", row, 3, "%s %s %s", strips, rows, along))
    return FALSE;
  guint n = part_strip (self, at);
  for (guint k = 0; k < n; k++)
    {
      const guint part[] = { at, k, 0 };
      gboolean in_order = goes_in_order (layout, part, 3);
      if (!(in_order ? walk_part (self, part) : spread_part (self, part)))
        return FALSE;
    }
  return n > 0;
}

static gboolean
spread_all (Rows *self)
{
  guint n = ihop_layout_count_inner (&self->layout, NULL, 0);

  for (guint k = 0; k < n; k++)
    if (!(ihop_layout_count_inner (&self->layout, &k, 1) ? spread_loop (self, k) : thread_for_each_row (self, &k, 1)))
      return FALSE;
  return ihop_layout_take (&self->layout, "to-blocks", NULL, 0, "x");
}

/* ---- Memories --------------------------------------------------------------------------------------------------------------- */

/* What the block has declared for its rows. Only threads that have a row each can keep it in registers. */
static gboolean
stage_values (Rows *self)
{
  g_autoptr (GPtrArray) names = declared_in (body_of (self, NULL, 0), is_array);

  for (guint i = 0; i < names->len; i++)
    if (!ihop_layout_take (&self->layout, "stage", NULL, 0, "%s %s %u", (const char *) names->pdata[i],
                           self->is_spread ? "shared" : "registers", self->rows))
      return FALSE;
  return TRUE;
}

/* A thread for each row, which goes along it. NULL: what stands there is none. */
static const IhopLoopName *
walk_at (const Rows *self, const guint *part)
{
  const guint inner[] = { part[0], part[1], 0 };
  const IhopLoopName *threads = ihop_layout_loop (&self->layout, part, 2), *along = ihop_layout_loop (&self->layout, inner, 3);
  const IhopLoopName *strips = ihop_layout_loop (&self->layout, part, 1);

  if (threads == NULL || along == NULL || ihop_layout_count_inner (&self->layout, inner, 3)
      || ihop_role_in (threads->function->body, along->loop).role != IHOP_ROLE_NONE)
    return NULL;
  return ihop_mentions (along->loop->child[0], ihop_loop_iterator (strips->loop)) ? along : NULL;
}

/* Arrays along whose rows threads go in the strips of number "at". */
static GArray *
operands_of_strips (const Rows *self, guint at)
{
  GArray *operands = ihop_operands_new ();
  guint n = ihop_layout_count_inner (&self->layout, &at, 1);

  for (guint k = 0; k < n; k++)
    {
      const guint part[] = { at, k };
      const IhopLoopName *along = walk_at (self, part), *threads = ihop_layout_loop (&self->layout, part, 2);
      if (along)
        ihop_operands_collect (operands, ihop_loop_body (along->loop), ihop_loop_iterator (along->loop), ihop_loop_iterator (threads->loop));
    }
  return operands;
}

/* Where that is refused, threads go along rows in memory. */
static void
stage_strips (Rows *self, guint at)
{
  g_autoptr (GArray) operands = operands_of_strips (self, at);

  for (guint i = 0; i < operands->len; i++)
    {
      const IhopOperand *operand = &g_array_index (operands, IhopOperand, i);
      g_autofree char *threads = ihop_operand_fetchers (operands, operand, self->rows, self->strip);
      if (ihop_operand_has_rows (operand))
        ihop_layout_stage (&self->layout, &at, 1, operand->name, 1, threads);
    }
}

/* Values of a row that a thread sets while it goes along are in variables meanwhile. */
static void
keep_in_variables (Rows *self, const guint *part)
{
  const guint inner[] = { part[0], part[1], 0 };

  if (!ihop_layout_take (&self->layout, "unguard", inner, 3, "%s", ""))
    ihop_layout_take (&self->layout, "unswitch", inner, 3, "%s", ""); /* there may be no edge */
  const IhopLoopName *along = ihop_layout_loop (&self->layout, inner, 3);
  g_autoptr (GPtrArray) statements = ihop_body_statements (ihop_loop_body (along->loop));
  const IhopSymbol *element = ihop_loop_iterator (along->loop);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < statements->len; i++)
    {
      const IhopNode *statement = statements->pdata[i];
      const IhopNode *set = statement->kind == IHOP_EXPRESSION ? ihop_node_strip (statement->child[0], FALSE) : NULL;
      const IhopSymbol *array = set && set->kind == IHOP_ASSIGN ? ihop_layout_array (set->child[0]) : NULL;
      if (array && is_array (array) && !ihop_mentions (set->child[0], element)
          && !g_ptr_array_find_with_equal_func (names, array->name, g_str_equal, NULL))
        g_ptr_array_add (names, g_strdup (array->name));
    }
  for (guint i = 0; i < names->len; i++)
    ihop_layout_take (&self->layout, "scalar-replace", inner, 3, "%s", (const char *) names->pdata[i]);
}

static gboolean
finish (Rows *self)
{
  guint n = ihop_layout_count_inner (&self->layout, NULL, 0);

  for (guint at = 0; at < n; at++)
    {
      stage_strips (self, at);
      for (guint k = 0; k < ihop_layout_count_inner (&self->layout, &at, 1); k++)
        {
          const guint part[] = { at, k };
          if (walk_at (self, part))
            keep_in_variables (self, part);
        }
    }
  return ihop_layout_take (&self->layout, "fences", NULL, 0, "%s", "");
}

/* ---- The whole ---------------------------------------------------------------------------------------------------------------- */

static gboolean
lay_out (Rows *self)
{
  IhopLayout *layout = &self->layout;

  ihop_idea_version (layout->search, layout->state, ihop_layout_loop (layout, NULL, 0)->address);
  write_out_pointers (self); /* which may say what rests on a condition */
  ihop_idea_version (layout->search, layout->state, ihop_layout_loop (layout, NULL, 0)->address);
  if (!choose_sizes (self) || !prepare_loops (self))
    return FALSE;
  g_autoptr (GPtrArray) values = values_of_row (self);
  return ihop_layout_take (layout, "strip-mine", NULL, 0, "%u", self->rows) && expand_values (self, values)
         && part_loops (self) && spread_all (self) && stage_values (self) && finish (self);
}

static gboolean
lay_out_nest (IhopLayout *layout)
{
  Rows self = { .layout = *layout };

  if (!is_nest (layout))
    return FALSE;
  ihop_searching_allow (layout->search);
  if (!lay_out (&self))
    return FALSE;
  *layout = self.layout;
  return TRUE;
}

IhopState *
ihop_idea_rows (IhopSearching *search, IhopState *from, const char *function, guint number)
{
  return ihop_nests_lay_out (search, from, function, number, lay_out_nest);
}
