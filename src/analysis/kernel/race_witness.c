/* Which two threads race, where, and what is missing. */
#include "analysis/kernel/races.h"

gboolean
ihop_races_flaw_message (IhopRaces *races, const IhopNode *node, IhopMessage *remedy, IhopMessage *message)
{
  ihop_kernel_flaw_set (races->flaw, node, message, remedy);
  return FALSE;
}

static gint64
coordinate (isl_point *point, enum isl_dim_type type, guint at)
{
  isl_val *value = isl_point_get_coordinate_val (point, type, (int) at);
  gint64 number = value ? isl_val_get_num_si (value) : 0;

  isl_val_free (value);
  return number;
}

/* "x = 3, y = 0": the numbers of the thread that makes the access; its iterators start at "from" in the point. */
static void
append_thread (GString *text, const IhopRaces *races, const IhopAccess *access, isl_point *point, guint from)
{
  const IhopThreadNest *nest = ihop_races_nest_of (races, access);
  gboolean any = FALSE;

  for (guint axis = 0; axis < 3; axis++)
    {
      const IhopScopLoop *loop = NULL;
      for (guint i = 0; i < nest->n; i++)
        if (nest->loop[i].axis == axis)
          loop = ihop_scop_loop_of (races->scop, nest->loop[i].loop);
      if (races->tree->threads[axis] == 1)
        continue;
      g_string_append_printf (text, "%s%c = %" G_GINT64_FORMAT, any ? ", " : "", "xyz"[axis],
                              loop ? coordinate (point, isl_dim_set, from + loop->depth) : 0);
      any = TRUE;
    }
}

/* "a[1][0]": the element that this instance touches. */
static void
append_element (GString *text, const IhopAccess *access, isl_point *point, guint from)
{
  g_autofree char *name = ihop_access_name (access);
  isl_map *map = ihop_access_leading (access, access->n_dims);

  g_string_append (text, name);
  for (guint i = 0; map && i < access->statement->depth; i++)
    map = isl_map_fix_val (map, isl_dim_in, i, isl_point_get_coordinate_val (point, isl_dim_set, (int) (from + i)));
  for (guint i = 0; map && i < (guint) isl_map_dim (map, isl_dim_param); i++)
    map = isl_map_fix_val (map, isl_dim_param, i, isl_point_get_coordinate_val (point, isl_dim_param, (int) i));
  isl_set *element = isl_map_range (map);
  isl_point *at = isl_set_sample_point (element);
  for (guint i = 0; at && i < access->n_dims; i++)
    g_string_append_printf (text, "[%" G_GINT64_FORMAT "]", coordinate (at, isl_dim_set, i));
  isl_point_free (at);
}

static void
append_parameters (GString *text, const IhopRaces *races, isl_point *point)
{
  for (guint i = 0; i < races->scop->params->len; i++)
    {
      const IhopParameter *parameter = races->scop->params->pdata[i];
      isl_space *space = isl_point_get_space (point);
      int at = isl_space_find_dim_by_id (space, isl_dim_param, parameter->id);
      isl_space_free (space);
      if (at >= 0)
        g_string_append_printf (text, "%s%s = %" G_GINT64_FORMAT, text->len ? ", " : "", parameter->text,
                                coordinate (point, isl_dim_param, (guint) at));
    }
}

static const char *
collision_sentence (gboolean first_writes, gboolean second_writes)
{
  if (!first_writes)
    return N_ ("the thread %s reads %s (line %u), which the thread %s of the same block writes (line %u), with no fence in "
               "between");
  return second_writes
           ? N_ ("the thread %s writes %s (line %u), which the thread %s of the same block writes (line %u), with "
                 "no fence in between")
           : N_ ("the thread %s writes %s (line %u), which the thread %s of the same block reads (line %u), with "
                 "no fence in between");
}

static IhopMessage *
collision_message (const IhopRaces *races, const IhopAccess *earlier, const IhopAccess *later, isl_point *point)
{
  guint second = earlier->statement->depth;
  g_autoptr (GString) element = g_string_new (NULL), first = g_string_new (NULL), other = g_string_new (NULL),
                      sizes = g_string_new (NULL);

  append_element (element, earlier, point, 0);
  append_thread (first, races, earlier, point, 0);
  append_thread (other, races, later, point, second);
  append_parameters (sizes, races, point);
  g_autoptr (IhopMessage) meeting
    = ihop_message (collision_sentence (earlier->is_write, later->is_write), first->str, element->str,
                    ihop_range_line (earlier->node->place), other->str, ihop_range_line (later->node->place));
  return sizes->len ? ihop_message ("%s; with %s", meeting, sizes->str) : g_steal_pointer (&meeting);
}

/* What a fence in front of the second one's loop would do. */
static IhopMessage *
remedy_message (IhopRaces *races, IhopRacePair *pair, gboolean back)
{
  const IhopThreadNest *nest = ihop_races_nest_of (races, back ? pair->a : pair->b);
  g_autoptr (GArray) fences = g_array_new (FALSE, FALSE, sizeof (IhopFence));
  IhopFence fence = { NULL, nest->around, nest->position - 1 };

  g_array_append_vals (fences, races->fences->data, races->fences->len);
  g_array_append_val (fences, fence);
  ihop_races_set_fences (races, fences);
  gboolean helps = ihop_races_are_separated (races, pair, back, NULL);
  g_array_set_size (fences, fences->len - 1);
  ihop_races_set_fences (races, fences);
  return helps ? ihop_message ("write \"#pragma ihop fence\" before the loop at line %u; the step \"fences\" does so",
                               ihop_range_line (nest->loop[0].loop->place))
               : NULL;
}

void
ihop_races_refuse (IhopRaces *races, IhopRacePair *pair, gboolean back, isl_map *left)
{
  const IhopAccess *earlier = back ? pair->b : pair->a, *later = back ? pair->a : pair->b;
  isl_point *point = left ? isl_set_sample_point (isl_map_wrap (isl_map_copy (left))) : NULL;

  if (point == NULL || isl_point_is_void (point) != isl_bool_false)
    ihop_races_flaw (races, later->node, NULL, "it is not proved that no two threads of a block meet in %s (lines %u "
                     "and %u): that is more than can be worked out", earlier->ref->root->name,
                     ihop_range_line (earlier->node->place), ihop_range_line (later->node->place));
  else
    {
      g_autoptr (IhopMessage) collision = collision_message (races, earlier, later, point);
      IhopMessage *remedy = remedy_message (races, pair, back);
      if (pair->is_certain)
        ihop_races_flaw_message (races, later->node, remedy, g_steal_pointer (&collision));
      else
        ihop_races_flaw (races, later->node, remedy, "it is not proved that threads do not race: perhaps %s", collision);
      (*races->flaw)->is_refuted = pair->is_certain;
      (*races->flaw)->says_line = TRUE;
    }
  isl_point_free (point);
}
