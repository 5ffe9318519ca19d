#include "simt/run/texture.h"
#include "simt/run/float_bits.h"
#include "simt/texture.h"
#include <math.h>
#include <string.h>

/* Lanes stand side by side in arrays, so that a compiler makes vectors of them; lanes that are not there read something, too. */
enum { LANES = 32 };

/* Made for several kinds of processors; which one it is, is asked when the library is opened. */
#if defined __x86_64__ && !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
#define VECTORS __attribute__ ((target_clones ("arch=x86-64-v4", "arch=x86-64-v3", "default"), flatten))
#else
#define VECTORS
#endif

/* --- elements --------------------------------------------------------------------------------- */

static guint
element_bytes (const IhopTexture *texture)
{
  return (texture->bits[0] + texture->bits[1] + texture->bits[2] + texture->bits[3]) / 8;
}

/* The exponent is moved by a product with a power of two, which is exact and makes numbers of what has no leading one, too. */
static inline guint32
half_to_float (guint32 half)
{
  enum { INFINITE = 31u << 10 };
  guint32 sign = (half & 0x8000) << 16, magnitude = half & 0x7fff;
  float value = ihop_float_of_bits (magnitude << 13) * 0x1p112f;

  return sign | (magnitude >= INFINITE ? 0x7f800000u | magnitude << 13 : ihop_bits_of_float (value));
}

/* Raw bits of one channel as 32 bits: what it is, or as a float where integers are scaled. */
static void
open_channel (const IhopTexture *texture, guint bits, guint32 values[LANES])
{
  guint left = 32 - bits;
  float most = texture->kind == IHOP_TEXEL_SIGNED ? (float) ((1u << (bits - 1)) - 1) : (float) ((1ull << bits) - 1);

  if (texture->kind == IHOP_TEXEL_FLOAT)
    {
      for (guint i = 0; bits == 16 && i < LANES; i++)
        values[i] = half_to_float (values[i]);
      return;
    }
  for (guint i = 0; texture->kind == IHOP_TEXEL_SIGNED && i < LANES; i++)
    values[i] = (guint32) ((gint32) (values[i] << left) >> left);
  if (!texture->is_scaled)
    return;
  for (guint i = 0; texture->kind == IHOP_TEXEL_SIGNED && i < LANES; i++)
    {
      float value = (float) (gint32) values[i] / most;
      values[i] = ihop_bits_of_float (value > -1.0f ? value : -1.0f);
    }
  for (guint i = 0; texture->kind == IHOP_TEXEL_UNSIGNED && i < LANES; i++)
    values[i] = ihop_bits_of_float ((float) values[i] / most);
}

/* The raw bits of each lane's channel that begins so many bytes behind its element's place. */
static void
read_channel (const IhopTexture *texture, guint bits, guint byte, const guint64 places[LANES], guint32 values[LANES])
{
  const guint8 *data = texture->data + byte;

  for (guint i = 0; bits == 32 && i < LANES; i++)
    memcpy (&values[i], data + places[i], 4);
  for (guint i = 0; bits == 16 && i < LANES; i++)
    values[i] = *(const guint16 *) (gconstpointer) (data + places[i]);
  for (guint i = 0; bits == 8 && i < LANES; i++)
    values[i] = data[places[i]];
  for (guint i = 0; bits == 0 && i < LANES; i++)
    values[i] = 0;
  if (bits)
    open_channel (texture, bits, values);
}

/* --- edges ------------------------------------------------------------------------------------ */

/* Elements of all lanes: numbers along each axis, and which lanes are beyond a border. */
typedef struct
{
  gint32 at[3][LANES];
  guint32 is_outside[LANES];
} Places;

static gint32
brought_round (gint32 at, gint32 n, gboolean mirrors)
{
  gint64 twice = 2 * (gint64) n, in_two = (at % twice + twice) % twice;

  if (!mirrors)
    return in_two % n;
  return in_two < n ? in_two : twice - 1 - in_two;
}

/* The elements in place of those that are perhaps outside. Wrapping needs coordinates from 0 to 1. */
static void
bring_inside (const IhopTexture *texture, guint axis, gint32 n, Places *places)
{
  IhopTextureEdge edge = texture->edges[axis];
  gint32 *at = places->at[axis];

  if (texture->is_normalized && (edge == IHOP_EDGE_WRAP || edge == IHOP_EDGE_MIRROR))
    {
      for (guint i = 0; i < LANES; i++)
        if ((guint32) at[i] >= (guint32) n)
          at[i] = brought_round (at[i], n, edge == IHOP_EDGE_MIRROR);
      return;
    }
  for (guint i = 0; edge == IHOP_EDGE_BORDER && i < LANES; i++)
    places->is_outside[i] |= (guint32) at[i] >= (guint32) n;
  for (guint i = 0; i < LANES; i++)
    at[i] = at[i] < 0 ? 0 : at[i] < n ? at[i] : n - 1;
}

static void
read_inside (const IhopTexture *texture, const Places *places, guint32 channels[4][LANES])
{
  guint bytes = element_bytes (texture), byte = 0;
  guint64 at[LANES];

  for (guint i = 0; i < LANES; i++)
    at[i] = ((guint64) places->at[2][i] * texture->height + (guint64) places->at[1][i]) * texture->pitch + (guint64) places->at[0][i] * bytes;
  for (guint c = 0; c < 4; c++)
    {
      read_channel (texture, texture->bits[c], byte, at, channels[c]);
      byte += texture->bits[c] / 8;
    }
}

static gboolean
has_border (const IhopTexture *texture, guint dimensions)
{
  gboolean found = FALSE;

  for (guint axis = 0; axis < dimensions; axis++)
    found |= texture->edges[axis] == IHOP_EDGE_BORDER;
  return found;
}

static void
put_border (const IhopTexture *texture, const Places *places, guint32 channels[4][LANES])
{
  for (guint c = 0; c < 4; c++)
    {
      guint32 border = ihop_bits_of_float (texture->border[c]);
      for (guint i = 0; i < LANES; i++)
        channels[c][i] = places->is_outside[i] ? border : channels[c][i];
    }
}

/* "places" are changed to what is inside. */
static void
read_anywhere (const IhopTexture *texture, guint dimensions, Places *places, guint32 channels[4][LANES])
{
  const gint32 sizes[3] = { texture->width, MAX (texture->height, 1), MAX (texture->depth, 1) };

  for (guint axis = 0; axis < dimensions; axis++)
    bring_inside (texture, axis, sizes[axis], places);
  read_inside (texture, places, channels);
  if (has_border (texture, dimensions))
    put_border (texture, places, channels);
}

/* --- between neighbours ----------------------------------------------------------------------- */

/* The largest integer that is not above; numbers are far from the ends of what 32 bits hold. */
static inline gint32
floor_of (float x)
{
  gint32 cut = (gint32) x;

  return cut - ((float) cut > x);
}

/* No further away than integers reach; not-a-numbers are 0. */
static inline float
brought_near (float x)
{
  float known = x == x ? x : 0, above = known < -1e9f ? -1e9f : known;

  return above > 1e9f ? 1e9f : above;
}

/* One of the elements around and its weight. */
static void
add_corner (const IhopTexture *texture, guint dimensions, guint corner, const Places *low, const float shares[3][LANES],
            float sums[4][LANES])
{
  Places places = *low;
  guint32 channels[4][LANES];
  float weights[LANES];

  for (guint i = 0; i < LANES; i++)
    weights[i] = 1;
  for (guint axis = 0; axis < dimensions; axis++)
    for (guint i = 0; i < LANES; i++)
      {
        gboolean is_high = corner >> axis & 1;
        places.at[axis][i] += is_high;
        weights[i] *= is_high ? shares[axis][i] : 1 - shares[axis][i];
      }
  read_anywhere (texture, dimensions, &places, channels);
  for (guint c = 0; c < 4 && texture->bits[c]; c++)
    for (guint i = 0; i < LANES; i++)
      sums[c][i] += weights[i] * ihop_float_of_bits (channels[c][i]);
}

/* Of the 2^dimensions elements around. Shares have eight bits behind the point, as on cards. */
static void
read_between (const IhopTexture *texture, guint dimensions, const float where[3][LANES], Places *places, guint32 channels[4][LANES])
{
  float shares[3][LANES], sums[4][LANES];

  memset (sums, 0, sizeof sums);
  for (guint axis = 0; axis < dimensions; axis++)
    for (guint i = 0; i < LANES; i++)
      {
        float x = where[axis][i] - 0.5f;
        places->at[axis][i] = floor_of (x);
        shares[axis][i] = (float) floor_of ((x - (float) places->at[axis][i]) * 256 + 0.5f) / 256;
      }
  for (guint corner = 0; corner < 1u << dimensions; corner++)
    add_corner (texture, dimensions, corner, places, shares, sums);
  memcpy (channels, sums, sizeof sums);
}

/* "places" has the layers. */
static void
fetch (const IhopTexture *texture, guint dimensions, float where[3][LANES], Places *places, guint32 channels[4][LANES])
{
  const size_t sizes[3] = { texture->width, texture->height, texture->depth };

  for (guint axis = 0; axis < dimensions; axis++)
    {
      float scale = texture->is_normalized ? (float) MAX (sizes[axis], 1) : 1;
      for (guint i = 0; i < LANES; i++)
        where[axis][i] = brought_near (where[axis][i] * scale);
      for (guint i = 0; i < LANES; i++)
        places->at[axis][i] = floor_of (where[axis][i]);
    }
  if (texture->is_linear)
    read_between (texture, dimensions, where, places, channels);
  else
    read_anywhere (texture, dimensions, places, channels);
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

/* Coordinates as the instruction gives them, of all lanes; of those that are not there zeros. */
static void
take_coordinates (guint32 form, const IhopTexture *texture, const guint32 *coordinates, guint32 mask, float where[3][LANES], Places *places)
{
  guint dimensions = form & IHOP_TEXTURE_DIMENSIONS, first = (form & IHOP_TEXTURE_LAYERED) != 0;
  guint32 last = MAX (texture->depth, 1) - 1;

  guint32 taken[4][LANES];

  memset (places, 0, sizeof *places);
  for (guint k = 0; k < first + dimensions; k++)
    for (guint i = 0; i < LANES; i++)
      taken[k][i] = coordinates[k * LANES + i] & -(mask >> i & 1);
  for (guint i = 0; first && i < LANES; i++)
    places->at[2][i] = (gint32) MIN (taken[0][i], last);
  memcpy (where, taken[first], dimensions * sizeof taken[0]);
  if (form & IHOP_TEXTURE_INTEGERS)
    memcpy (places->at, taken[first], dimensions * sizeof taken[0]);
}

static void
fetch_integers (const IhopTexture *texture, guint dimensions, Places *places, guint32 channels[4][LANES])
{
  guint32 is_beyond[LANES];

  for (guint i = 0; i < LANES; i++)
    is_beyond[i] = (guint64) (gint64) places->at[0][i] >= texture->width;
  read_anywhere (texture, dimensions, places, channels);
  for (guint c = 0; c < 4; c++)
    for (guint i = 0; i < LANES; i++)
      channels[c][i] = is_beyond[i] ? 0 : channels[c][i];
}

/* Lanes of the mask, which name the same object. */
static inline __attribute__ ((always_inline)) void
fetch_lanes (guint32 form, const IhopTexture *texture, const guint32 *coordinates, guint32 mask, guint32 channels[4][LANES])
{
  guint dimensions = form & IHOP_TEXTURE_DIMENSIONS;
  float where[3][LANES];
  Places places;

  take_coordinates (form, texture, coordinates, mask, where, &places);
  if (form & IHOP_TEXTURE_INTEGERS)
    {
      fetch_integers (texture, dimensions, &places, channels);
      return;
    }
  for (guint i = 0; form & IHOP_TEXTURE_CUBE && i < LANES; i++)
    {
      const float direction[3] = { where[0][i], where[1][i], where[2][i] };
      float place[3] = { 0, 0, 0 };
      places.at[2][i] = 6 * places.at[2][i] + face_of (direction, place);
      where[0][i] = place[0];
      where[1][i] = place[1];
    }
  fetch (texture, form & IHOP_TEXTURE_CUBE ? 2 : dimensions, where, &places, channels);
}

/* Lanes that name one object, and then those that name the next one. */
VECTORS void
ihop_texture_fetch (guint32 form, const guint64 *objects, const guint32 *coordinates, guint32 mask, guint32 *channels)
{
  while (mask)
    {
      guint64 object = objects[__builtin_ctz (mask)];
      guint32 found[4][LANES], same = 0;
      for (guint i = 0; i < LANES; i++)
        same |= (guint32) (objects[i] == object) << i;
      same &= mask;
      fetch_lanes (form, (const IhopTexture *) (gsize) object, coordinates, same, found);
      if (same == G_MAXUINT32)
        memcpy (channels, found, sizeof found);
      else
        for (guint c = 0; c < 4; c++)
          for (guint i = 0; i < LANES; i++)
            channels[c * LANES + i] = same >> i & 1 ? found[c][i] : channels[c * LANES + i];
      mask &= ~same;
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
