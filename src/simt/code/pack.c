#include "simt/code/pack.h"

/* The sizes in their order, the points with their places, what checked code tells of its instructions (empty: it is not
 * checked), the library, the object. */
#define FORMAT "(uuuubbbuua(ubua(uub))ba(ssuuuu)aysay)"

static GVariant *
pack_points (const GArray *points)
{
  g_auto (GVariantBuilder) all = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a(ubua(uub))"));

  for (guint i = 0; i < points->len; i++)
    {
      const IhopLowerPoint *point = &g_array_index (points, IhopLowerPoint, i);
      g_variant_builder_open (&all, G_VARIANT_TYPE ("(ubua(uub))"));
      g_variant_builder_add (&all, "u", point->instruction);
      g_variant_builder_add (&all, "b", point->is_empty);
      g_variant_builder_add (&all, "u", point->n_quick_blocks);
      g_variant_builder_open (&all, G_VARIANT_TYPE ("a(uub)"));
      for (guint k = 0; k < point->places->len; k++)
        {
          const IhopLowerPlace *place = &g_array_index (point->places, IhopLowerPlace, k);
          g_variant_builder_add (&all, "(uub)", place->number, place->first, place->is_empty);
        }
      g_variant_builder_close (&all);
      g_variant_builder_close (&all);
    }
  return g_variant_builder_end (&all);
}

static GArray *
unpack_points (GVariantIter *points)
{
  GArray *all = ihop_lower_points_new ();
  IhopLowerPoint point;
  GVariantIter *places;

  while (g_variant_iter_next (points, "(ubua(uub))", &point.instruction, &point.is_empty, &point.n_quick_blocks, &places))
    {
      IhopLowerPlace place;
      point.places = g_array_new (FALSE, FALSE, sizeof place);
      while (g_variant_iter_next (places, "(uub)", &place.number, &place.first, &place.is_empty))
        g_array_append_val (point.places, place);
      g_variant_iter_free (places);
      g_array_append_val (all, point);
    }
  return all;
}

/* --- checked code ----------------------------------------------------------------------------- */

static GVariant *
pack_sites (const GArray *sites)
{
  g_auto (GVariantBuilder) all = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a(ssuuuu)"));

  for (guint i = 0; sites && i < sites->len; i++)
    {
      const IhopCountSite *site = &g_array_index (sites, IhopCountSite, i);
      g_variant_builder_add (&all, "(ssuuuu)", site->text ? site->text : "", site->file ? site->file : "", site->source_line, site->line,
                             site->class, site->space);
    }
  return g_variant_builder_end (&all);
}

static const char *
kept_text (const char *text)
{
  return *text ? g_intern_string (text) : NULL;
}

static GArray *
unpack_sites (GVariantIter *sites)
{
  GArray *all = g_array_new (FALSE, TRUE, sizeof (IhopCountSite));
  const char *text, *file;
  IhopCountSite site = { NULL };
  guint class;

  while (g_variant_iter_next (sites, "(&s&suuuu)", &text, &file, &site.source_line, &site.line, &class, &site.space))
    {
      site.text = kept_text (text);
      site.file = kept_text (file);
      site.class = class;
      g_array_append_val (all, site);
    }
  return all;
}

/* As they lie in memory: only the same build reads them (key.h). */
static GVariant *
pack_checks (const GArray *checks)
{
  return g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, checks ? checks->data : "", checks ? checks->len * sizeof (IhopCheckSite) : 0, 1);
}

static void
unpack_checks (IhopLowerResult *sizes, GVariantIter *sites, GVariant *checks)
{
  gsize n = g_variant_get_size (checks) / sizeof (IhopCheckSite);

  if (n == 0)
    return;
  sizes->sites = unpack_sites (sites);
  sizes->checks = g_array_sized_new (FALSE, FALSE, sizeof (IhopCheckSite), n);
  g_array_append_vals (sizes->checks, g_variant_get_data (checks), n);
}

/* ---------------------------------------------------------------------------------------------- */

GBytes *
ihop_code_pack (const IhopCodePack *pack)
{
  const IhopLowerResult *sizes = &pack->sizes;
  GVariant *object = g_variant_new_from_bytes (G_VARIANT_TYPE_BYTESTRING, pack->object, TRUE);
  g_autoptr (GVariant) all
    = g_variant_ref_sink (g_variant_new ("(uuuubbbuu@a(ubua(uub))b@a(ssuuuu)@ays@ay)", sizes->state_size, sizes->local_size, sizes->shared_size,
                                         sizes->param_size, sizes->is_whole, sizes->has_numbered, sizes->may_wait, sizes->handed_size, sizes->first_point,
                                         pack_points (sizes->points), sizes->has_small_shared,
                                         pack_sites (sizes->checks ? sizes->sites : NULL), pack_checks (sizes->checks), pack->made_by, object));

  return g_variant_get_data_as_bytes (all);
}

gboolean
ihop_code_unpack (GBytes *bytes, IhopCodePack *pack)
{
  g_autoptr (GVariant) all = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE (FORMAT), bytes, FALSE));
  IhopLowerResult *sizes = &pack->sizes;
  g_autoptr (GVariantIter) points = NULL, sites = NULL;
  g_autoptr (GVariant) object = NULL, checks = NULL;

  if (!g_variant_is_normal_form (all))
    return FALSE;
  g_variant_get (all, "(uuuubbbuua(ubua(uub))ba(ssuuuu)@ays@ay)", &sizes->state_size, &sizes->local_size, &sizes->shared_size, &sizes->param_size,
                 &sizes->is_whole, &sizes->has_numbered, &sizes->may_wait, &sizes->handed_size, &sizes->first_point, &points, &sizes->has_small_shared,
                 &sites, &checks, &pack->made_by, &object);
  unpack_checks (sizes, sites, checks);
  sizes->points = unpack_points (points);
  pack->object = g_variant_get_data_as_bytes (object);
  return TRUE;
}

void
ihop_code_pack_clear (IhopCodePack *pack)
{
  g_clear_pointer (&pack->object, g_bytes_unref);
  g_clear_pointer (&pack->made_by, g_free);
}
