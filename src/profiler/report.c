/* A profile as a table for people and as JSON for programs. */
#include "profiler/profiler.h"
#include "base/json.h"

static const char axis_names[] = "xyz";

static const char *
model_name (IhopProfileModel model)
{
  return model == IHOP_MODEL_PAPER ? "paper" : "sectors";
}

static const IhopCandidate *
candidate_at (const IhopProfile *profile, guint i)
{
  return &g_array_index (profile->candidates, IhopCandidate, i);
}

static guint
rows_of (const IhopProfile *profile, guint rows)
{
  return rows == 0 ? profile->candidates->len : MIN (rows, profile->candidates->len);
}

static char *
map_text (const IhopProfile *profile, const IhopCandidate *candidate)
{
  GString *text = g_string_new (NULL);

  for (guint k = 0; k < profile->n_loops; k++)
    g_string_append_printf (text, "%s%s:%c", k > 0 ? "," : "",
                            (const char *) g_ptr_array_index (profile->iterators, k),
                            axis_names[candidate->axis_of[k]]);
  return g_string_free (text, FALSE);
}

static char *
block_text (const IhopCandidate *candidate)
{
  return g_strdup_printf ("(%u,%u,%u)", candidate->block[0], candidate->block[1],
                          candidate->block[2]);
}

char *
ihop_candidate_to_text (const IhopProfile *profile, const IhopCandidate *candidate)
{
  g_autofree char *map = map_text (profile, candidate);
  g_autofree char *block = block_text (candidate);

  return g_strdup_printf ("%s block %s", map, block);
}

/* The cheapest candidate with other axes than the best; NULL: there is none. */
static const IhopCandidate *
best_of_other_order (const IhopProfile *profile)
{
  const IhopCandidate *best = candidate_at (profile, 0);

  for (guint i = 1; i < profile->candidates->len; i++)
    for (guint k = 0; k < profile->n_loops; k++)
      if (candidate_at (profile, i)->axis_of[k] != best->axis_of[k])
        return candidate_at (profile, i);
  return NULL;
}

static void
add_ratio (GString *text, const IhopProfile *profile, const IhopCandidate *other, const char *what)
{
  g_autofree char *name = NULL;

  if (other == NULL)
    return;
  name = ihop_candidate_to_text (profile, other);
  if (candidate_at (profile, 0)->cost > 0)
    g_string_append_printf (text, "  %s: %s costs %.2f times as much\n", what, name,
                            other->cost / candidate_at (profile, 0)->cost);
}

static void
add_row (GString *text, const IhopProfile *profile, const IhopCandidate *candidate, guint width)
{
  g_autofree char *map = map_text (profile, candidate);
  g_autofree char *block = block_text (candidate);

  g_string_append_printf (text, "  %-*s  %-13s %10.4g %10.4g %10.4g %8.0f %%\n", (int) width, map,
                          block, candidate->cost, candidate->sectors, candidate->lines,
                          100 * candidate->occupancy);
}

char *
ihop_profile_to_text (const IhopProfile *profile, const IhopGpu *gpu, guint rows)
{
  g_autofree char *first = map_text (profile, candidate_at (profile, 0));
  guint width = MAX (strlen (first), 4), shown = rows_of (profile, rows);
  guint all = profile->candidates->len;
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s (%s), model \"%s\", %u candidate%s\n", gpu->title, gpu->name,
                          model_name (profile->model), all, all == 1 ? "" : "s");
  g_string_append_printf (text, "  %-*s  %-13s %10s %10s %10s %10s\n", (int) width, "axes", "block",
                          "cost", "sectors", "lines", "occupancy");
  for (guint i = 0; i < shown; i++)
    add_row (text, profile, candidate_at (profile, i), width);
  if (shown < all)
    g_string_append_printf (text, "  … and %u more\n", all - shown);
  add_ratio (text, profile, all > 1 ? candidate_at (profile, 1) : NULL, "next");
  add_ratio (text, profile, best_of_other_order (profile), "other axes");
  add_ratio (text, profile, all > 1 ? candidate_at (profile, all - 1) : NULL, "worst");
  for (guint i = 0; i < profile->notes->len; i++)
    g_string_append_printf (text, "  note: %s\n", ihop_message_text (profile->notes->pdata[i]));
  return g_string_free (text, FALSE);
}

static void
add_candidate (JsonBuilder *builder, const IhopProfile *profile, const IhopCandidate *candidate)
{
  ihop_json_begin_object (builder, NULL);
  ihop_json_begin_object (builder, "axes");
  for (guint k = 0; k < profile->n_loops; k++)
    {
      char axis[2] = { axis_names[candidate->axis_of[k]], '\0' };

      ihop_json_put_text (builder, g_ptr_array_index (profile->iterators, k), axis);
    }
  json_builder_end_object (builder);
  ihop_json_begin_array (builder, "block");
  for (guint axis = 0; axis < 3; axis++)
    json_builder_add_int_value (builder, candidate->block[axis]);
  json_builder_end_array (builder);
  ihop_json_put_double (builder, "cost", candidate->cost);
  ihop_json_put_double (builder, "sectors", candidate->sectors);
  ihop_json_put_double (builder, "lines", candidate->lines);
  ihop_json_put_double (builder, "occupancy", candidate->occupancy);
  json_builder_end_object (builder);
}

void
ihop_profile_to_json (const IhopProfile *profile, const IhopGpu *gpu, guint rows,
                      JsonBuilder *builder)
{
  ihop_json_begin_object (builder, NULL);
  ihop_json_put_text (builder, "gpu", gpu->name);
  ihop_json_put_text (builder, "model", model_name (profile->model));
  ihop_json_put_int (builder, "n_candidates", profile->candidates->len);
  ihop_json_begin_array (builder, "candidates");
  for (guint i = 0; i < rows_of (profile, rows); i++)
    add_candidate (builder, profile, candidate_at (profile, i));
  json_builder_end_array (builder);
  ihop_json_put_messages (builder, "notes", profile->notes);
  json_builder_end_object (builder);
}
