#include "simt/run/texture.h"
#include "simt/run/float_bits.h"
#include "simt/texture.h"
#include <math.h>
#include <string.h>

enum { LANES = 32 };

/* --- elements --------------------------------------------------------------------------------- */

static guint
element_bytes (const IhopTexture *texture)
{
  return (texture->bits[0] + texture->bits[1] + texture->bits[2] + texture->bits[3]) / 8;
}

static float
half_to_float (guint32 half)
{
  guint exponent = half >> 10 & 31, fraction = half & 1023;
  float value = exponent == 0 ? ldexpf (fraction, -24) : exponent == 31 ? (fraction ? NAN : INFINITY) : ldexpf (fraction + 1024, (int) exponent - 25);

  return half & 0x8000 ? -value : value;
}

/* One channel as 32 bits: what it is, or as a float where integers are scaled. */
static guint32
channel (const IhopTexture *texture, const guint8 *place, guint bits)
{
  guint32 raw = 0;

  memcpy (&raw, place, bits / 8);
  if (texture->kind == IHOP_TEXEL_FLOAT)
    return bits == 16 ? ihop_bits_of_float (half_to_float (raw)) : raw;
  gint32 value = texture->kind == IHOP_TEXEL_SIGNED ? (gint32) (raw << (32 - bits)) >> (32 - bits) : (gint32) raw;
  if (!texture->is_scaled)
    return value;
  if (texture->kind == IHOP_TEXEL_SIGNED)
    return ihop_bits_of_float (MAX ((float) value / (float) ((1u << (bits - 1)) - 1), -1.0f));
  return ihop_bits_of_float ((float) raw / (float) ((1ull << bits) - 1));
}

static void
read_element (const IhopTexture *texture, const gint64 at[3], guint32 channels[4])
{
  const guint8 *place = texture->data + (at[2] * texture->height + at[1]) * texture->pitch + at[0] * element_bytes (texture);

  for (guint c = 0; c < 4; c++)
    {
      channels[c] = texture->bits[c] ? channel (texture, place, texture->bits[c]) : 0;
      place += texture->bits[c] / 8;
    }
}

/* --- edges ------------------------------------------------------------------------------------ */

/* The element in place of one that is perhaps outside; FALSE: the border. Wrapping needs coordinates from 0 to 1. */
static gboolean
bring_inside (const IhopTexture *texture, guint axis, gint64 n, gint64 *at)
{
  IhopTextureEdge edge = texture->edges[axis];

  if (!texture->is_normalized && (edge == IHOP_EDGE_WRAP || edge == IHOP_EDGE_MIRROR))
    edge = IHOP_EDGE_CLAMP;
  if (*at >= 0 && *at < n)
    return TRUE;
  if (edge == IHOP_EDGE_WRAP)
    *at = (*at % n + n) % n;
  else if (edge == IHOP_EDGE_MIRROR)
    {
      gint64 in_two = (*at % (2 * n) + 2 * n) % (2 * n);
      *at = in_two < n ? in_two : 2 * n - 1 - in_two;
    }
  else
    *at = CLAMP (*at, 0, n - 1);
  return edge != IHOP_EDGE_BORDER;
}

static void
read_anywhere (const IhopTexture *texture, guint dimensions, const gint64 asked[3], guint32 channels[4])
{
  const gint64 sizes[3] = { texture->width, MAX (texture->height, 1), MAX (texture->depth, 1) };
  gint64 at[3] = { asked[0], asked[1], asked[2] };
  gboolean is_inside = TRUE;

  for (guint axis = 0; axis < dimensions; axis++)
    is_inside = bring_inside (texture, axis, sizes[axis], &at[axis]) && is_inside;
  if (is_inside)
    read_element (texture, at, channels);
  else
    for (guint c = 0; c < 4; c++)
      channels[c] = ihop_bits_of_float (texture->border[c]);
}

/* --- between neighbours ----------------------------------------------------------------------- */

/* Of the 2^dimensions elements around. Shares have eight bits behind the point, as on cards. */
static void
read_between (const IhopTexture *texture, guint dimensions, const float where[3], gint64 layer, guint32 channels[4])
{
  gint64 low[3] = { 0, 0, layer };
  float share[3] = { 0, 0, 0 }, sums[4] = { 0, 0, 0, 0 };

  for (guint axis = 0; axis < dimensions; axis++)
    {
      float x = where[axis] - 0.5f;
      low[axis] = (gint64) floorf (x);
      share[axis] = floorf ((x - floorf (x)) * 256 + 0.5f) / 256;
    }
  for (guint corner = 0; corner < 1u << dimensions; corner++)
    {
      gint64 at[3] = { low[0], low[1], low[2] };
      float weight = 1;
      for (guint axis = 0; axis < dimensions; axis++)
        {
          gboolean is_high = corner >> axis & 1;
          at[axis] += is_high;
          weight *= is_high ? share[axis] : 1 - share[axis];
        }
      read_anywhere (texture, dimensions, at, channels);
      for (guint c = 0; c < 4; c++)
        sums[c] += weight * ihop_float_of_bits (channels[c]);
    }
  for (guint c = 0; c < 4; c++)
    channels[c] = ihop_bits_of_float (sums[c]);
}

static void
fetch (const IhopTexture *texture, guint dimensions, const float where[3], gint64 layer, guint32 channels[4])
{
  const size_t sizes[3] = { texture->width, texture->height, texture->depth };
  float scaled[3] = { where[0], where[1], where[2] };
  gint64 at[3] = { 0, 0, layer };

  for (guint axis = 0; axis < dimensions; axis++)
    {
      scaled[axis] *= texture->is_normalized ? MAX (sizes[axis], 1) : 1;
      scaled[axis] = isnan (scaled[axis]) ? 0 : CLAMP (scaled[axis], -1e9f, 1e9f);
      at[axis] = (gint64) floorf (scaled[axis]);
    }
  if (texture->is_linear)
    read_between (texture, dimensions, scaled, layer, channels);
  else
    read_anywhere (texture, dimensions, at, channels);
}

/* A direction as a face of the cube, and a place on it from 0 to 1. */
static gint64
face_of (const float d[3], float place[3])
{
  float x = fabsf (d[0]), y = fabsf (d[1]), z = fabsf (d[2]), m, s, t;
  gint64 face;

  if (x >= y && x >= z)
    face = d[0] < 0, m = x, s = d[0] < 0 ? d[2] : -d[2], t = -d[1];
  else if (y >= z)
    face = 2 + (d[1] < 0), m = y, s = d[0], t = d[1] < 0 ? -d[2] : d[2];
  else
    face = 4 + (d[2] < 0), m = z, s = d[2] < 0 ? -d[0] : d[0], t = -d[1];
  place[0] = (s / m + 1) / 2;
  place[1] = (t / m + 1) / 2;
  return face;
}

/* --- for a warp ------------------------------------------------------------------------------- */

static void
fetch_lane (guint32 form, const IhopTexture *texture, const guint32 *coordinates, guint lane, guint32 found[4])
{
  guint dimensions = form & IHOP_TEXTURE_DIMENSIONS, first = (form & IHOP_TEXTURE_LAYERED) != 0;
  gint64 layer = first ? (gint64) MIN (coordinates[lane], MAX (texture->depth, 1) - 1) : 0;
  float where[3] = { 0, 0, 0 };
  gint64 at[3] = { 0, 0, layer };

  for (guint axis = 0; axis < dimensions; axis++)
    {
      guint32 bits = coordinates[(first + axis) * LANES + lane];
      where[axis] = ihop_float_of_bits (bits);
      at[axis] = form & IHOP_TEXTURE_INTEGERS ? (gint64) (gint32) bits : at[axis];
    }
  if (form & IHOP_TEXTURE_INTEGERS)
    {
      memset (found, 0, 4 * sizeof *found);
      if (at[0] >= 0 && at[0] < (gint64) texture->width)
        read_anywhere (texture, dimensions, at, found);
    }
  else if (form & IHOP_TEXTURE_CUBE)
    {
      float place[3] = { 0, 0, 0 };
      layer = 6 * layer + face_of (where, place);
      fetch (texture, 2, place, layer, found);
    }
  else
    fetch (texture, dimensions, where, layer, found);
}

void
ihop_texture_fetch (guint32 form, const guint64 *objects, const guint32 *coordinates, guint32 mask, guint32 *channels)
{
  for (guint lane = 0; lane < LANES; lane++)
    if (mask >> lane & 1)
      {
        guint32 found[4];
        fetch_lane (form, (const IhopTexture *) (gsize) objects[lane], coordinates, lane, found);
        for (guint c = 0; c < 4; c++)
          channels[c * LANES + lane] = found[c];
      }
}

/* Where an access goes, or NULL: nowhere. */
static guint8 *
surface_place (guint32 form, const IhopTexture *surface, const guint32 *coordinates, guint lane, guint bytes)
{
  const gint64 sizes[3] = { surface->width * element_bytes (surface), MAX (surface->height, 1), MAX (surface->depth, 1) };
  guint dimensions = form & IHOP_TEXTURE_DIMENSIONS, first = (form & IHOP_TEXTURE_LAYERED) != 0;
  gint64 at[3] = { 0, 0, first ? (gint64) coordinates[lane] : 0 };

  for (guint axis = 0; axis < dimensions; axis++)
    {
      gint64 last = sizes[axis] - (axis == 0 ? bytes : 1);
      at[axis] = (gint32) coordinates[(first + axis) * LANES + lane];
      if (form & IHOP_SURFACE_CLAMPS)
        at[axis] = CLAMP (at[axis], 0, last);
      if (at[axis] < 0 || at[axis] > last)
        return NULL;
    }
  return at[2] < sizes[2] ? surface->data + (at[2] * sizes[1] + at[1]) * surface->pitch + at[0] : NULL;
}

guint32
ihop_surface_access (guint32 form, guint32 n, guint32 bytes, const guint64 *objects, const guint32 *coordinates, guint32 mask,
                     guint64 *values)
{
  guint32 is_bad = FALSE;

  for (guint lane = 0; lane < LANES; lane++)
    {
      if (!(mask >> lane & 1))
        continue;
      guint8 *place = surface_place (form, (const IhopTexture *) (gsize) objects[lane], coordinates, lane, n * bytes);
      is_bad |= place == NULL && form & IHOP_SURFACE_TRAPS;
      for (guint c = 0; c < n; c++)
        if (form & IHOP_SURFACE_STORES)
          {
            if (place)
              memcpy (place + c * bytes, &values[c * LANES + lane], bytes);
          }
        else
          {
            values[c * LANES + lane] = 0;
            if (place)
              memcpy (&values[c * LANES + lane], place + c * bytes, bytes);
          }
    }
  return is_bad;
}
