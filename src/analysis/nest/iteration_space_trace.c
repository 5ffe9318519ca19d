/* Which accesses of a small run meet in one element, by running them. */
#include "analysis/nest/iteration_space_trace.h"
#include "analysis/dependence/dependences.h"
#include "analysis/nest/iteration_space_sizes.h"
#include <string.h>

typedef struct
{
  const IhopAccess *access;
  gint64 *values;          /* of all iterators around the access */
  char *element;           /* variable and subscripts */
  guint point;             /* index */
} Event;

/* What an element has seen since it was last surely written. */
typedef struct
{
  GPtrArray *writers, *readers; /* of Event * */
} Cell;

typedef struct
{
  IhopInstanceWork *work;
  const IhopAccess *access;
  IhopInstanceSlot slot;
  guint declared;
  char *name;
  GPtrArray *events;
  gboolean is_full;
} Collect;

/* Its element is known in each instance, if perhaps not whether the access takes place. */
static gboolean
is_followed (IhopInstanceWork *work, const IhopAccess *access)
{
  if (access->map == NULL || access->may > IHOP_MAY_CONDITION
      || ihop_levels_is_head (access, work->statements))
    return FALSE;
  if (access->may == IHOP_MAY_CONDITION)
    for (guint i = 0; i < access->n_dims; i++)
      if (access->subscript == NULL || access->subscript[i] == NULL)
        return FALSE;
  for (guint i = 0; i < access->ref->steps->len; i++)
    if (g_array_index (access->ref->steps, IhopStep, i).kind == IHOP_STEP_ANY)
      return FALSE;
  return TRUE;
}

gboolean
ihop_instances_traced (IhopInstanceWork *work, const IhopAccess *a, const IhopAccess *b,
                       const IhopOverlap *overlap)
{
  g_autofree char *first = NULL, *second = NULL;

  if (a->ref->root != b->ref->root || overlap->kind != IHOP_OVERLAP_SURE
      || a->n_dims != b->n_dims || overlap->n_dims != a->n_dims || !is_followed (work, a)
      || !is_followed (work, b))
    return FALSE;
  first = ihop_access_name (a);
  second = ihop_access_name (b);
  return strcmp (first, second) == 0;
}

/* A variable declared inside loops is another one in each of their iterations. */
static char *
element_key (const Collect *collect, const gint64 *values, isl_point *point)
{
  GString *key = g_string_new (collect->name);
  guint depth = collect->access->statement->depth;

  g_string_append_printf (key, " %p", (const void *) collect->access->ref->root);
  for (guint i = 0; i < MIN (collect->declared, depth); i++)
    g_string_append_printf (key, " {%" G_GINT64_FORMAT "}", values[i]);
  for (guint i = 0; i < collect->access->n_dims; i++)
    g_string_append_printf (key, "[%" G_GINT64_FORMAT "]", ihop_point_coordinate (point, depth + i));
  return g_string_free (key, FALSE);
}

static isl_stat
add_event (isl_point *point, void *data)
{
  Collect *collect = data;
  guint depth = collect->access->statement->depth, found;
  gint64 *values = g_new (gint64, depth + 1);

  for (guint i = 0; i < depth; i++)
    values[i] = ihop_point_coordinate (point, i);
  found = ihop_instances_point (collect->work, values, collect->slot);
  if (found)
    {
      Event *event = g_new (Event, 1);
      *event = (Event) { collect->access, values, element_key (collect, values, point), found - 1 };
      g_ptr_array_add (collect->events, event);
    }
  else
    g_free (values);
  isl_point_free (point);
  collect->is_full = collect->events->len >= IHOP_INSTANCES_COUNTED;
  return collect->is_full ? isl_stat_error : isl_stat_ok;
}

static void
event_free (gpointer data)
{
  Event *event = data;

  g_free (event->values);
  g_free (event->element);
  g_free (event);
}

/* Loops that are not shown run their first iterations, too: those of as many as are shown of the
 * others. Takes set, whose first dimensions are the iterators. */
static isl_set *
clip_hidden (const IhopInstanceWork *work, isl_set *set, guint from, guint depth)
{
  for (guint k = from; k < depth; k++)
    {
      isl_val *low = ihop_instances_bound (isl_set_copy (set), k, FALSE);
      if (low && isl_val_is_int (low))
        {
          isl_val *high = isl_val_add_ui (isl_val_copy (low), work->want * 2);
          set = isl_set_upper_bound_val (set, isl_dim_set, k, high);
        }
      isl_val_free (low);
    }
  return set;
}

static void
collect_events (IhopInstanceWork *work, const IhopAccess *access, GPtrArray *events)
{
  Collect collect = { .work = work, .access = access, .events = events,
                      .slot = ihop_instances_slot (work, access->statement->loop,
                                                   access->position) };
  isl_set *set;

  if (collect.slot.depth == 0)
    return;
  collect.declared = ihop_levels_declared (work->scop, access->ref->root);
  collect.name = ihop_access_name (access);
  isl_map *map = ihop_instances_fix_map (work->scop, isl_map_copy (access->map), work->values);
  set = isl_set_flatten (isl_map_wrap (map));
  set = ihop_instances_clip (work, set, 0, collect.slot.depth);
  set = clip_hidden (work, set, collect.slot.depth, access->statement->depth);
  if (set == NULL || isl_set_foreach_point (set, add_event, &collect) != isl_stat_ok)
    ihop_instances_give_up (work, ihop_message ("there are more accesses than can be followed"));
  isl_set_free (set);
  g_free (collect.name);
}

static const IhopScopLoop *
loop_at (const IhopScopLoop *loop, guint depth)
{
  while (loop && loop->depth > depth)
    loop = loop->parent;
  return loop;
}

/* In the order of execution. */
static int
by_time (gconstpointer a, gconstpointer b)
{
  const Event *x = *(const Event *const *) a, *y = *(const Event *const *) b;
  const IhopScopStatement *xs = x->access->statement, *ys = y->access->statement;

  for (guint k = 0;; k++)
    {
      const IhopScopLoop *p = k < xs->depth ? loop_at (xs->loop, k) : NULL;
      const IhopScopLoop *q = k < ys->depth ? loop_at (ys->loop, k) : NULL;
      if (p != q || p == NULL)
        return (p ? p->position : x->access->position) - (q ? q->position : y->access->position);
      if (x->values[k] != y->values[k])
        return (x->values[k] < y->values[k]) == !p->backwards ? -1 : 1;
    }
}

static Cell *
cell_of (GHashTable *cells, const char *element)
{
  Cell *cell = g_hash_table_lookup (cells, element);

  if (cell == NULL)
    {
      cell = g_new (Cell, 1);
      cell->writers = g_ptr_array_new ();
      cell->readers = g_ptr_array_new ();
      g_hash_table_insert (cells, (gpointer) element, cell);
    }
  return cell;
}

static void
cell_free (gpointer data)
{
  Cell *cell = data;

  g_ptr_array_unref (cell->writers);
  g_ptr_array_unref (cell->readers);
  g_free (cell);
}

static void
draw_from (IhopInstanceWork *work, const GPtrArray *sources, const Event *sink)
{
  for (guint i = 0; i < sources->len; i++)
    {
      const Event *source = sources->pdata[i];
      if (source->point != sink->point && work->result->arrows->len < IHOP_INSTANCES_ARROWS)
        ihop_instances_arrow (work, source->point, sink->point, source->access, sink->access,
                              source->access->may == IHOP_MAY_NOT
                                && sink->access->may == IHOP_MAY_NOT);
    }
}

static void
run_event (IhopInstanceWork *work, GHashTable *cells, Event *event)
{
  Cell *cell = cell_of (cells, event->element);

  draw_from (work, cell->writers, event);
  if (!event->access->is_write)
    {
      g_ptr_array_add (cell->readers, event);
      return;
    }
  draw_from (work, cell->readers, event);
  if (event->access->may == IHOP_MAY_NOT)
    {
      g_ptr_array_set_size (cell->writers, 0);
      g_ptr_array_set_size (cell->readers, 0);
    }
  g_ptr_array_add (cell->writers, event);
}

void
ihop_instances_trace (IhopInstanceWork *work)
{
  g_autoptr (GPtrArray) events = g_ptr_array_new_with_free_func (event_free);
  g_autoptr (GHashTable) cells
    = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, cell_free);

  for (guint i = 0; i < work->scop->accesses->len; i++)
    if (is_followed (work, work->scop->accesses->pdata[i]))
      collect_events (work, work->scop->accesses->pdata[i], events);
  g_ptr_array_sort (events, by_time);
  for (guint i = 0; i < events->len; i++)
    run_event (work, cells, events->pdata[i]);
}
