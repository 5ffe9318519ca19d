/* From the tree to the pattern: walks a nest's body and notes every access to memory.
 *
 * Scalars are left out: those that the kernel does not change are passed by value, its own live in
 * registers, and a changed one is a single element that no choice of axes moves. Arrays declared
 * in the body are left out too: local memory is laid out so that a warp's accesses meet. */
#include "profiler/pattern.h"
#include "base/trips.h"
#include "profiler/shown_trips.h"
#include <string.h>

/* An unrolled body may name an array a hundred thousand times. */
#define MOST_ACCESSES 2000
/* Bytes: 256 KiB of a multiprocessor among its 2048 threads. */
#define THREAD_CACHE 128

typedef enum { LOAD = 1, STORE = 2 } Use;

typedef struct
{
  IhopFacts *facts;
  const IhopTree *tree;    /* NULL: the facts are not there */
  IhopPattern *pattern;
  IhopReader *reader;
  GHashTable *seen;        /* of char *: addresses with their kind, to find twins */
  GHashTable *noted;       /* of char *: notes given, each once */
  double around[IHOP_FORM_MAX]; /* trips of the loops inside that are open */
  gboolean is_open[IHOP_FORM_MAX];
  guint n_counters;        /* handed out so far */
  double executions;
  const IhopTripsGuess *guess; /* or NULL */
} Walk;

static void walk (Walk *walk, const IhopNode *node, Use use);

/* Each note once. Takes message. */
static void
note_message (Walk *walk, const IhopNode *node, IhopMessage *message)
{
  g_autoptr (IhopMessage) own = message;
  guint line = ihop_range_line (node->place);
  g_autoptr (IhopMessage) placed = line ? ihop_message ("line %u: %s", line, own) : ihop_message_ref (own);

  if (walk->noted && g_hash_table_add (walk->noted, g_strdup (ihop_message_text (placed))))
    g_ptr_array_add (walk->pattern->notes, g_steal_pointer (&placed));
}
#define note(walk, node, ...) note_message (walk, node, ihop_message (__VA_ARGS__))

/* ---- Loops ------------------------------------------------------------------------- */

/* Iterations at the middle of all loops around, if those and the bound are numbers. */
static gboolean
mean_trips (const Walk *walk, const IhopForm *form, gint64 step, double *trips)
{
  const IhopPattern *pattern = walk->pattern;
  double value = (double) form->constant.value;

  if (form->constant.unit != 0)
    return FALSE;
  for (guint k = 0; k < IHOP_FORM_MAX; k++)
    {
      double around = k < pattern->n_loops ? pattern->trips[k] : walk->around[k];
      gboolean known = k < pattern->n_loops ? pattern->is_known[k] : walk->is_open[k];

      if (ihop_congruence_is (form->count[k], 0))
        continue;
      if (!known || form->count[k].unit != 0)
        return FALSE;
      value += (double) form->count[k].value * (around - 1) / 2;
    }
  step = step < 0 ? -step : step;
  *trips = MAX (0, (value + (double) step - 1) / (double) step);
  if (ihop_form_is_constant (form))
    *trips = (double) (guint64) *trips;
  return TRUE;
}

static gboolean
is_number (const IhopForm *form)
{
  return ihop_form_is_constant (form) && form->constant.unit == 0;
}

static double
shown_trips (const Walk *walk, const IhopNode *loop)
{
  return walk->tree ? ihop_trips_shown (walk->facts, walk->tree, loop) : ihop_trips_seen (loop->place);
}

/* What a run has shown, or else somebody believes. */
static gboolean
guessed_trips (const Walk *walk, const IhopNode *loop, double *trips)
{
  double guess = shown_trips (walk, loop);

  if (guess < 0 && walk->guess)
    guess = walk->guess->trips (loop, walk->guess->data);
  if (guess >= 0)
    *trips = guess;
  return guess >= 0;
}

static void
open_spread_loop (Walk *walk, const IhopNode *loop, guint k)
{
  IhopPattern *pattern = walk->pattern;
  IhopCount count = { 0 };

  gboolean guessed;
  double guess = 0;

  pattern->trips[k] = IHOP_DEFAULT_SPREAD_TRIPS;
  pattern->moves[k] = 1;
  guessed = guessed_trips (walk, loop, &guess);
  if (!ihop_count_read (walk->reader, loop, &count))
    {
      note (walk, loop, "the loop does not count in a way that is understood here");
      pattern->is_guess = shown_trips (walk, loop) < 0 || pattern->is_guess;
      if (guessed)
        pattern->trips[k] = guess;
      return;
    }
  pattern->iterator[k] = count.iterator;
  if (!mean_trips (walk, &count.trips, count.step, &pattern->trips[k]))
    pattern->is_guess = shown_trips (walk, loop) < 0 || pattern->is_guess;
  else if (ihop_form_is_constant (&count.trips))
    pattern->is_known[k] = TRUE;
  if (guessed && !pattern->is_known[k])
    pattern->trips[k] = guess;
  pattern->moves[k] = !pattern->is_known[k] || pattern->trips[k] > 1;
  ihop_reader_bind (walk->reader, count.iterator, &count.first, count.step, k);
}

static void
walk_inner_loop (Walk *w, const IhopNode *loop)
{
  guint k = MIN (w->n_counters, IHOP_FORM_MAX - 1);
  double outer = w->executions, trips = IHOP_DEFAULT_TRIPS, guess = 0;
  gboolean guessed = guessed_trips (w, loop, &guess);
  IhopCount count = { 0 };
  gboolean counts = ihop_count_read (w->reader, loop, &count);

  if ((!counts || !mean_trips (w, &count.trips, count.step, &trips)) && shown_trips (w, loop) < 0)
    {
      note (w, loop, "%g iterations are assumed", trips);
      w->pattern->is_guess = TRUE;
    }
  if (guessed && !(counts && is_number (&count.trips)))
    trips = guess;
  if (counts)
    ihop_reader_bind (w->reader, count.iterator, &count.first, count.step, k);
  w->n_counters = MIN (w->n_counters + 1, IHOP_FORM_MAX);
  w->is_open[k] = TRUE;
  w->around[k] = trips;
  w->pattern->moves[k] |= trips > 1;
  w->executions *= trips;
  for (guint i = 0; i < loop->n_children; i++)
    walk (w, loop->child[i], LOAD);
  w->executions = outer;
  w->is_open[k] = FALSE;
  if (counts)
    ihop_reader_unbind (w->reader, count.iterator);
}

/* ---- Accesses ------------------------------------------------------------------------ */

static char *
key_of (const IhopPatternAccess *access)
{
  const IhopForm *form = &access->address;
  GString *key = g_string_new (NULL);

  g_string_printf (key, "%p %d %u %" G_GINT64_FORMAT "/%" G_GINT64_FORMAT, (gpointer) access->array,
                   access->is_store, access->bytes, form->constant.value, form->constant.unit);
  for (guint k = 0; k < IHOP_FORM_MAX; k++)
    if (!ihop_congruence_is (form->count[k], 0))
      g_string_append_printf (key, " %u:%" G_GINT64_FORMAT "/%" G_GINT64_FORMAT, k,
                              form->count[k].value, form->count[k].unit);
  return g_string_free (key, FALSE);
}

static double
varying_executions (const Walk *walk, const IhopForm *address)
{
  double product = 1;

  for (guint k = walk->pattern->n_loops; k < IHOP_FORM_MAX; k++)
    if (walk->is_open[k] && !ihop_congruence_is (address->count[k], 0))
      product *= walk->around[k];
  return product;
}

/* Loops inside from the innermost on. A thread's part of the first-level cache is small: a row that
 * is walked along once more in each iteration of a loop around comes from memory each time. */
static double
moved_executions (const Walk *walk, const IhopPatternAccess *access)
{
  double product = 1, touched = access->bytes;

  for (guint k = walk->n_counters; k-- > walk->pattern->n_loops;)
    {
      if (!walk->is_open[k])
        continue;
      gboolean moves = !ihop_congruence_is (access->address.count[k], 0);
      if (moves)
        touched *= walk->around[k];
      if (moves || touched > THREAD_CACHE)
        product *= walk->around[k];
    }
  return product;
}

static void
add_access (Walk *walk, const IhopNode *node, gboolean is_store)
{
  GArray *all = walk->pattern->accesses;
  IhopPatternAccess access = { .node = node, .is_store = is_store };
  IhopCongruence size = ihop_reader_size (walk->reader, node->type);

  access.address = ihop_reader_address (walk->reader, node, &access.array);
  if (access.array != NULL && ihop_reader_is_local (walk->reader, access.array)
      && ihop_type_strip (access.array->type)->kind != IHOP_TYPE_POINTER)
    return;
  access.bytes = (guint) CLAMP (size.value, 1, 4096);
  access.executions = walk->executions;
  access.varying = varying_executions (walk, &access.address);
  access.moved = moved_executions (walk, &access);
  access.is_twin = !g_hash_table_add (walk->seen, key_of (&access));
  if (!access.address.is_affine)
    note (walk, node,
          "the place in %s is not an affine function of the loops: neighbouring "
          "threads are assumed to lie far apart",
          ihop_argument_word_or (access.array ? access.array->name : NULL, "memory"));
  g_array_append_val (all, access);
}

/* Whether a reference names memory that is no plain variable. */
static gboolean
is_memory (const IhopNode *node)
{
  while (node->kind == IHOP_MEMBER && !(node->flags & IHOP_NODE_ARROW))
    node = ihop_node_strip (node->child[0], TRUE);
  return node->kind == IHOP_INDEX || node->kind == IHOP_MEMBER
         || (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF);
}

/* What a reference loads to find its place: subscripts, and pointers held in memory. */
static void
walk_place (Walk *w, const IhopNode *node)
{
  const IhopNode *base = node;

  node = ihop_node_strip (node, TRUE);
  if (node->kind == IHOP_INDEX)
    walk (w, node->child[1], LOAD);
  if (node->kind != IHOP_INDEX && node->kind != IHOP_MEMBER && node->kind != IHOP_UNARY)
    {
      if (node->kind != IHOP_REF)
        walk (w, node, LOAD);
      return;
    }
  base = ihop_node_strip (node->child[0], TRUE);
  if (is_memory (base) && base->type != NULL
      && ihop_type_strip (base->type)->kind == IHOP_TYPE_POINTER)
    walk (w, base, LOAD);
  else
    walk_place (w, base);
}

static void
walk_reference (Walk *w, const IhopNode *node, Use use)
{
  gboolean is_array = node->type != NULL
                      && ihop_type_strip (node->type)->kind == IHOP_TYPE_ARRAY;

  walk_place (w, node);
  if (is_array || !is_memory (node))
    return;
  if (w->pattern->accesses->len >= MOST_ACCESSES)
    {
      note (w, node, "more than %d accesses: the rest is not looked at", MOST_ACCESSES);
      return;
    }
  if (use & LOAD)
    add_access (w, node, FALSE);
  if (use & STORE)
    add_access (w, node, TRUE);
}

static void
count_operation (Walk *walk, const IhopNode *node)
{
  const IhopType *type = node->type != NULL ? ihop_type_strip (node->type) : NULL;

  if (type == NULL || type->kind != IHOP_TYPE_FLOATING)
    return;
  walk->pattern->operations += walk->executions * (node->kind == IHOP_CALL ? 10 : 1);
  if (type->size >= 8)
    walk->pattern->is_double = TRUE;
}

static void
walk_call (Walk *w, const IhopNode *node)
{
  count_operation (w, node);
  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopType *type = node->child[i] != NULL ? node->child[i]->type : NULL;

      if (i > 0 && type != NULL && ihop_type_strip (type)->target != NULL)
        note (w, node, "what the called function does behind its pointers is not counted");
      walk (w, node->child[i], LOAD);
    }
}

static void
walk_children (Walk *w, const IhopNode *node)
{
  for (guint i = 0; i < node->n_children; i++)
    walk (w, node->child[i], LOAD);
}

static void
walk_unary (Walk *w, const IhopNode *node, Use use)
{
  if (node->op == IHOP_OP_DEREF)
    walk_reference (w, node, use);
  else if (node->op == IHOP_OP_ADDRESS)
    walk_place (w, node->child[0]);
  else if (node->op >= IHOP_OP_PRE_INC)
    walk (w, node->child[0], LOAD | STORE);
  else
    walk (w, node->child[0], LOAD);
}

static void
walk (Walk *w, const IhopNode *node, Use use)
{
  if (node == NULL)
    return;
  switch (node->kind)
    {
    case IHOP_FOR:
    case IHOP_WHILE:
    case IHOP_DO:
      walk_inner_loop (w, node);
      return;
    case IHOP_INDEX:
    case IHOP_MEMBER:
      walk_reference (w, node, use);
      return;
    case IHOP_UNARY:
      walk_unary (w, node, use);
      return;
    case IHOP_ASSIGN:
      walk (w, node->child[1], LOAD);
      walk (w, node->child[0], node->op == IHOP_OP_NONE ? STORE : LOAD | STORE);
      if (node->op != IHOP_OP_NONE)
        count_operation (w, node);
      return;
    case IHOP_PAREN:
    case IHOP_CAST:
      walk (w, node->child[0], use);
      return;
    case IHOP_CALL:
      walk_call (w, node);
      return;
    case IHOP_SIZEOF:
      return;
    case IHOP_BINARY:
      count_operation (w, node);
      break;
    default:
      break;
    }
  walk_children (w, node);
}

/* ---- The whole ---------------------------------------------------------------------------- */

IhopPattern *
ihop_pattern_new_empty (guint n_loops)
{
  IhopPattern *pattern = g_new0 (IhopPattern, 1);

  g_assert (n_loops >= 1 && n_loops <= 3);
  pattern->n_loops = n_loops;
  pattern->accesses = g_array_new (FALSE, FALSE, sizeof (IhopPatternAccess));
  pattern->notes = g_ptr_array_new_with_free_func (ihop_message_unref);
  for (guint k = 0; k < 3; k++)
    {
      pattern->trips[k] = IHOP_DEFAULT_SPREAD_TRIPS;
      pattern->moves[k] = k < n_loops;
    }
  return pattern;
}

IhopPattern *
ihop_pattern_new (IhopFacts *facts, const IhopFunction *function, const IhopNode *const *loops, guint n,
                  const IhopTripsGuess *guess)
{
  IhopPattern *pattern = ihop_pattern_new_empty (n);
  g_autoptr (IhopReader) reader = ihop_reader_new (facts, function, ihop_loop_body (loops[n - 1]));
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) noted = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Walk w = { .facts = facts, .tree = facts ? ihop_facts_tree_of (facts, function) : NULL, .pattern = pattern, .reader = reader, .seen = seen, .noted = noted, .executions = 1,
             .guess = guess };

  for (guint k = 0; k < n; k++)
    open_spread_loop (&w, loops[k], k);
  w.n_counters = n;
  walk (&w, ihop_loop_body (loops[n - 1]), LOAD);
  return pattern;
}

void
ihop_pattern_free (IhopPattern *pattern)
{
  if (pattern == NULL)
    return;
  g_array_unref (pattern->accesses);
  g_ptr_array_unref (pattern->notes);
  g_free (pattern);
}
