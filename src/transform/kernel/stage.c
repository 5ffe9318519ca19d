/* stage: the elements of an array that one iteration of a loop uses are kept in an array of their own, in the memory that a
 * block shares or in registers of its threads; they are copied there when the iteration begins, by all threads, and what is
 * written is copied back at its end. (Staging and register tiles as by hand: Volkov and Demmel 2008; scheduled as in Exo,
 * Ikarashi and others, PLDI 2022.)
 *
 * The proof: which elements are used is known exactly (tile_elements.h), or, where a read depends on data, among which of those that
 * are: no other is copied, so that nothing outside of the array is touched. Nothing else in the iteration touches them, so the copy holds at every use what the array would have held.
 * Places of the tile that stand for no element are 0; so are all where the iteration sets them before it reads any. */
#include "analysis/scop/access.h"
#include "ir/roles.h"
#include "transform/build/args.h"
#include "transform/build/declarators.h"
#include "transform/build/finish.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/make_type.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/build/replace.h"
#include "transform/kernel/tile_condition.h"
#include "transform/kernel/tile_elements.h"
#include "transform/kernel/tile_rows.h"
#include "transform/kernel/tile_split.h"
#include <string.h>

enum { MOST_THREADS = 1024 };

typedef struct
{
  IhopSymbol *thread[IHOP_TILE_RANK], *turn[IHOP_TILE_RANK], *neighbour[IHOP_TILE_RANK];
} Counters;

typedef struct
{
  IhopBuild *build;
  const IhopHeader *header;
  IhopTile *tile;
  IhopRole memory;
  gint64 threads[IHOP_TILE_RANK]; /* along each dimension of the tile */
  gint64 beside[IHOP_TILE_RANK];  /* elements that each of them takes in a turn, beside each other */
  gboolean has_even_rows;
  guint n_own;             /* dimensions with more than one thread */
  IhopSymbol *kept;        /* the tile */
  Counters counters;       /* of the copies into it */
} Staging;

static gint64
turns (const Staging *self, guint d)
{
  return self->tile->size[d] / self->threads[d];
}

/* ---- Arguments ------------------------------------------------------------------------------------------------------ */

/* "even" behind the numbers; takes it off. */
static gboolean
read_even (Staging *self, char **words, guint *n)
{
  self->has_even_rows = *n > 1 && g_str_equal (words[*n - 1], "even");
  *n -= self->has_even_rows;
  if (!self->has_even_rows || self->memory == IHOP_ROLE_SHARED)
    return TRUE;
  ihop_refuse (self->build->step, IHOP_T_ARGUMENTS, NULL, "registers have no rows: only those of shared memory may be even");
  return FALSE;
}

/* Numbers for the last dimensions; along those before one thread copies. */
static gboolean
read_threads (Staging *self, char **words, guint n)
{
  IhopTransformStep *step = self->build->step;
  const IhopTile *tile = self->tile;

  if (n > tile->rank)
    {
      ihop_refuse (step, IHOP_T_ARGUMENTS, NULL, "%s has %u dimensions: say of each how many threads copy along it",
                   tile->array->name, tile->rank);
      return FALSE;
    }
  for (guint d = 0; d < tile->rank; d++)
    {
      guint beside = tile->rank - n;
      self->threads[d] = self->beside[d] = 1;
      if (d >= beside && !ihop_args_threads (step, words[d - beside], MOST_THREADS, &self->threads[d], &self->beside[d]))
        return FALSE;
      self->n_own += self->threads[d] > 1;
      if (tile->size[d] % (self->threads[d] * self->beside[d]) == 0)
        continue;
      ihop_refuse (step, IHOP_T_ARGUMENTS, self->header->loop, "%d threads cannot share the %d elements of the tile of %s evenly",
                   (int) self->threads[d], (int) tile->size[d], tile->array->name);
      return FALSE;
    }
  return TRUE;
}

/* "A@2": the second group of references to A. */
static IhopSymbol *
read_array (IhopTransformStep *step, const IhopHeader *header, const char *word, guint *group)
{
  g_auto (GStrv) parts = g_strsplit (word, "@", 2);
  gint64 number = 1;

  if (parts[1] && !ihop_args_number (step, parts[1], N_ ("the group of references"), 1, 64, &number))
    return NULL;
  *group = (guint) number;
  IhopSymbol *symbol = ihop_args_variable (step, header->name->function, header->body, parts[0]);
  if (symbol == NULL)
    ihop_refuse (step, IHOP_T_ARGUMENTS, header->loop, "there is no variable %s in %s", parts[0], header->name->address);
  return symbol;
}

/* ---- Elements of the tile ------------------------------------------------------------------------------------------------ */

/* What a thread keeps of the tile: its own number along each dimension, and the element's. */
static const IhopNode *
own_element (const Staging *self, const IhopNode *const *thread, const IhopNode *const *turn)
{
  IhopBuild *build = self->build;
  const IhopNode *node = ihop_make_ref (build, self->kept);

  for (guint d = 0; d < self->tile->rank; d++)
    node = thread[d] ? ihop_make_index (build, node, thread[d]) : node;
  for (guint d = 0; d < self->tile->rank; d++)
    node = ihop_make_index (build, node, turn[d]);
  return node;
}

static const IhopNode *
shared_element (const Staging *self, const IhopSum *const *place)
{
  const IhopNode *node = ihop_make_ref (self->build, self->kept);

  for (guint d = 0; d < self->tile->rank; d++)
    node = ihop_make_index (self->build, node, ihop_sum_expression (self->build, place[d]));
  return node;
}

/* The element of the tile that stands for a reference; NULL after a refusal. */
static const IhopNode *
replacement (Staging *self, const IhopAccess *access)
{
  const IhopNode *thread[IHOP_TILE_RANK], *turn[IHOP_TILE_RANK];
  const IhopNode *node = ihop_make_ref (self->build, self->kept);

  for (guint d = 0; d < self->tile->rank; d++)
    {
      g_autoptr (IhopSum) place = ihop_tile_place (self->tile, access, d);
      if (place && self->memory == IHOP_ROLE_SHARED)
        node = ihop_make_index (self->build, node, ihop_sum_expression (self->build, place));
      else if (place == NULL || !ihop_tile_split (self->build, self->header, place, self->threads[d], self->beside[d], &thread[d], &turn[d]))
        {
          ihop_refuse (self->build->step, IHOP_T_SHAPE, access->node, "subscript %u of %s does not say which thread it is for",
                       d + 1, self->tile->array->name);
          return NULL;
        }
    }
  return self->memory == IHOP_ROLE_SHARED ? node : own_element (self, thread, turn);
}

/* ---- Copies ---------------------------------------------------------------------------------------------------------------- */

/* Whether something that the copies name has this name: the array, what its elements depend on. */
static gboolean
is_named (const Staging *self, const char *name)
{
  gboolean named = g_str_equal (self->tile->array->name, name) || g_str_equal (self->kept->name, name);

  for (guint i = 0; i < self->tile->scop->params->len; i++)
    {
      const IhopParameter *parameter = self->tile->scop->params->pdata[i];
      named |= parameter->symbol == NULL || g_str_equal (parameter->symbol->name, name);
    }
  return named;
}

/* "t1", the thread along the first dimension: a new one, or "again" one of the name of another's. */
static IhopSymbol *
counter (const Staging *self, const char *kind, guint d, const IhopSymbol *again)
{
  g_autofree char *name = g_strdup_printf ("%s%u", kind, d + 1);

  if (again == NULL)
    return is_named (self, name)
             ? ihop_make_variable (self->build, self->header->iterator, &ihop_type_int, name)
             : ihop_make_iterator (self->build, self->header->iterator, &ihop_type_int, name,
                                   ((const IhopAccess *) self->tile->accesses->pdata[0])->node);
  IhopSymbol *symbol = ihop_pool_alloc (self->build->pool, sizeof *symbol);
  *symbol = *again;
  return symbol;
}

static const IhopNode *
counted (const Staging *self, IhopSymbol *symbol, gint64 times, const char *mark, const IhopNode *body)
{
  IhopBuild *build = self->build;
  const IhopNode *loop = ihop_make_for (build, self->header->loop, symbol, TRUE, ihop_make_integer (build, 0), IHOP_OP_LT,
                                        ihop_make_integer (build, times), 1, body);
  IhopNode *block = ihop_node_new (build->pool, IHOP_BLOCK, 2);

  block->place = self->header->loop->place;
  block->child[0] = ihop_make_mark (build, mark);
  block->child[1] = loop;
  return block;
}

/* Loops over threads, the last dimension along x, around loops over their turns. */
static const IhopNode *
spread (const Staging *self, const Counters *counters, const IhopNode *body)
{
  guint axis = 0;

  for (guint d = self->tile->rank; d-- > 0;)
    if (counters->neighbour[d])
      body = counted (self, counters->neighbour[d], self->beside[d], "unroll", body);
  for (guint d = self->tile->rank; d-- > 0;)
    if (counters->turn[d])
      body = counted (self, counters->turn[d], turns (self, d) / self->beside[d], "unroll", body);
  for (guint d = self->tile->rank; d-- > 0;)
    if (counters->thread[d])
      {
        g_autofree char *mark = ihop_role_words (IHOP_ROLE_THREAD, axis++);
        body = counted (self, counters->thread[d], self->threads[d], mark, body);
      }
  return body;
}

/* Counters of the copies along a dimension; the place in the tile that they mean, and what of it is the thread's own number and the
 * element's among its own. Their values are for the caller to free. */
static void
count_along (Staging *self, guint d, Counters *counters, IhopSum **place, IhopSum **own)
{
  const gint64 beside = self->beside[d];

  counters->thread[d] = self->threads[d] > 1 ? counter (self, "t", d, self->counters.thread[d]) : NULL;
  counters->turn[d] = turns (self, d) > beside ? counter (self, "r", d, self->counters.turn[d]) : NULL;
  counters->neighbour[d] = beside > 1 ? counter (self, "c", d, self->counters.neighbour[d]) : NULL;
  *place = ihop_sum_new (0);
  *own = ihop_sum_new (0);
  if (counters->thread[d])
    ihop_sum_add_term (*place, counters->thread[d], beside);
  if (counters->neighbour[d])
    {
      ihop_sum_add_term (*place, counters->neighbour[d], 1);
      ihop_sum_add_term (*own, counters->neighbour[d], 1);
    }
  if (counters->turn[d])
    {
      ihop_sum_add_term (*place, counters->turn[d], self->threads[d] * beside);
      ihop_sum_add_term (*own, counters->turn[d], beside);
    }
}

/* Copies into the tile, or those elements that are written back out of it; NULL after a refusal. */
static const IhopNode *
copies (Staging *self, gboolean back)
{
  IhopBuild *build = self->build;
  const IhopTile *tile = self->tile;
  const IhopNode *thread[IHOP_TILE_RANK], *turn[IHOP_TILE_RANK], *condition;
  IhopSum *place[IHOP_TILE_RANK], *own[IHOP_TILE_RANK], *subscript[IHOP_TILE_RANK];
  Counters counters = { { NULL } };

  for (guint d = 0; d < tile->rank; d++)
    {
      count_along (self, d, &counters, &place[d], &own[d]);
      thread[d] = counters.thread[d] ? ihop_make_ref (build, counters.thread[d]) : NULL;
      turn[d] = ihop_sum_expression (build, own[d]);
      subscript[d] = ihop_sum_copy (tile->first[d]);
      ihop_sum_add (subscript[d], place[d], 1);
    }
  const IhopNode *there = ihop_tile_element (build, tile, (const IhopSum *const *) subscript);
  gboolean fine = ihop_tile_condition (build, tile, back ? tile->written : tile->touched,
                                       (const IhopSum *const *) place, &condition);
  const IhopNode *here = self->memory == IHOP_ROLE_SHARED ? shared_element (self, (const IhopSum *const *) place)
                                                          : own_element (self, thread, turn);
  for (guint d = 0; d < tile->rank; d++)
    {
      ihop_sum_free (place[d]);
      ihop_sum_free (own[d]);
      ihop_sum_free (subscript[d]);
    }
  if (!fine)
    return NULL;
  self->counters = counters;
  const IhopNode *set = ihop_make_statement (build, back ? ihop_make_assign (build, IHOP_OP_NONE, there, here)
                                                         : ihop_make_assign (build, IHOP_OP_NONE, here, there));
  const IhopNode *none = back ? NULL
                              : ihop_make_statement (build, ihop_make_assign (build, IHOP_OP_NONE, here,
                                                                              ihop_make_integer (build, 0)));
  if (!back && tile->is_set_first)
    return spread (self, &counters, none);
  return spread (self, &counters, condition ? ihop_make_if (build, condition, set, none) : set);
}

/* ---- The whole ------------------------------------------------------------------------------------------------------------------ */

/* One more than there are elements: columns then lie in different banks. Where two neighbours are read at once, one of both kinds more. */
static gint64
row_length (const Staging *self)
{
  gint64 length = self->tile->size[self->tile->rank - 1] + 1;

  return self->has_even_rows ? length + length % 2 : length;
}

static const IhopType *
tile_type (const Staging *self, const IhopType *element_type)
{
  IhopBuild *build = self->build;
  const IhopTile *tile = self->tile;
  const IhopType *type = ihop_type_unqualified (build, element_type);

  if (self->memory == IHOP_ROLE_SHARED)
    {
      for (guint d = tile->rank; d-- > 0;)
        type = ihop_type_array_of (build, type, ihop_make_integer (build, d > 0 && d + 1 == tile->rank ? row_length (self) : tile->size[d]));
      return type;
    }
  for (guint d = tile->rank; d-- > 0;)
    type = ihop_type_array_of (build, type, ihop_make_integer (build, turns (self, d)));
  for (guint d = tile->rank; d-- > 0;)
    if (self->threads[d] > 1)
      type = ihop_type_array_of (build, type, ihop_make_integer (build, self->threads[d]));
  return type;
}

static gboolean
exchange_references (Staging *self, GHashTable *news)
{
  for (guint i = 0; i < self->tile->accesses->len; i++)
    {
      const IhopAccess *access = self->tile->accesses->pdata[i];
      if (g_hash_table_contains (news, access->node))
        continue;
      const IhopNode *now = replacement (self, access);
      if (now == NULL)
        return FALSE;
      g_hash_table_insert (news, (gpointer) access->node, (gpointer) now);
    }
  return TRUE;
}

static void
append_statement (GPtrArray *all, const IhopNode *node)
{
  if (node->kind != IHOP_BLOCK)
    g_ptr_array_add (all, (gpointer) node);
  for (guint i = 0; node->kind == IHOP_BLOCK && i < node->n_children; i++)
    g_ptr_array_add (all, (gpointer) node->child[i]);
}

static gboolean
is_declared_here (const Staging *self)
{
  guint child, k;

  return ihop_find_declarator (self->header->body, self->tile->array, &child, &k);
}

/* An array that the iteration declares itself becomes the tile: nothing is copied. NULL after a refusal. */
static const IhopNode *
without_array (Staging *self, const IhopNode *body)
{
  IhopSymbol *array = self->tile->array;
  guint child, k;

  if (!ihop_find_declarator (self->header->body, array, &child, &k))
    return body;
  g_autoptr (GPtrArray) mentions = ihop_mentions_of (body, array);
  gboolean is_set = self->header->body->child[child]->child[k]->child[0] != NULL;
  if (mentions->len == 0 && !is_set && ihop_find_declarator (body, array, &child, &k))
    return ihop_without_declarator (self->build, body, child, k, NULL);
  ihop_refuse (self->build->step, IHOP_T_STORAGE, mentions->len ? mentions->pdata[0] : self->header->loop,
               "%s is declared in the loop, and the tile would not hold all that is there", array->name);
  return NULL;
}

/* Statements that fill the tile, and those that write it back; FALSE after a refusal. */
static gboolean
append_copies (Staging *self, gboolean back, GPtrArray *all)
{
  if (is_declared_here (self) || (back && self->tile->written == NULL))
    return TRUE;
  const IhopNode *copy = copies (self, back);
  if (copy)
    append_statement (all, copy);
  return copy != NULL;
}

static IhopRewrite *
staged (Staging *self)
{
  IhopBuild *build = self->build;
  const IhopNode *first = ((const IhopAccess *) self->tile->accesses->pdata[0])->node;
  g_autofree char *name = g_strdup_printf ("%s_%s", self->tile->array->name,
                                           self->memory == IHOP_ROLE_SHARED ? "tile" : "own");
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  g_autofree char *words = ihop_role_words (self->memory, 0);

  self->kept = ihop_make_variable (build, self->tile->array, tile_type (self, first->type), name);
  self->kept->declared_type = self->kept->type;
  if (!exchange_references (self, news))
    return NULL;
  g_ptr_array_add (all, (gpointer) ihop_make_mark (build, words));
  g_ptr_array_add (all, (gpointer) ihop_make_declaration (build, self->kept, NULL));
  const IhopNode *now = without_array (self, ihop_replace_nodes (build, self->header->body, news));
  if (now == NULL || !append_copies (self, FALSE, all))
    return NULL;
  append_statement (all, now);
  if (!append_copies (self, TRUE, all))
    return NULL;
  IhopNode *body = ihop_node_new (build->pool, IHOP_BLOCK, all->len);
  body->place = self->header->body->range.source ? self->header->body->range : self->header->body->place;
  for (guint i = 0; i < all->len; i++)
    body->child[i] = all->pdata[i];
  return ihop_build_finish_body (build, ihop_node_replace (build->pool, build->function->body, self->header->body, body));
}

static IhopRewrite *
stage_build (IhopTransformStep *step, char **words, guint n)
{
  Staging self = { .memory = IHOP_ROLE_SHARED };
  IhopHeader header;
  IhopSymbol *array;
  guint group;

  if (!ihop_args_count (step, n, 4, 4 + IHOP_TILE_RANK) || !ihop_header_of (step, words[0], &header)
      || !(array = read_array (step, &header, words[1], &group)))
    return NULL;
  if (strcmp (words[2], "registers") == 0)
    self.memory = IHOP_ROLE_REGISTERS;
  else if (strcmp (words[2], "shared") != 0)
    {
      ihop_refuse (step, IHOP_T_ARGUMENTS, NULL, "%s is no memory of a kernel: it is shared or registers", words[2]);
      return NULL;
    }
  g_autoptr (IhopBuild) build = ihop_build_new (step, header.name->function);
  g_autoptr (IhopTile) tile = ihop_tile_new (build, &header, array, group);
  self.build = build;
  self.header = &header;
  self.tile = tile;
  n -= 3;
  if (tile == NULL || !read_even (&self, words + 3, &n) || !read_threads (&self, words + 3, n))
    return NULL;
  return staged (&self);
}

const IhopTransform ihop_transform_stage = {
  .name = "stage",
  .usage = "LOOP ARRAY[@GROUP] shared|registers THREADS... [even]",
  .summary = N_ ("A tile of an array is kept in shared memory or in registers"),
  .kind = IHOP_TRANSFORM_STORAGE,
  .build = stage_build,
};
