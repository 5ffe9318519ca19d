/* A loop cut into strips. */
#include "transform/order/strip.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"

/* Where a strip ends, in the owner's relation: "it + 32", "it + 31" for "<=". */
static const IhopNode *
strip_end (IhopBuild *build, const IhopHeader *header, const IhopStrip *strip)
{
  const IhopNode *first = ihop_make_ref (build, strip->strip);
  gint64 distance = strip->stride;

  if (header->relation == IHOP_OP_LE)
    distance -= 1;
  if (header->relation == IHOP_OP_GE)
    distance += 1;
  return ihop_make_plus (build, first, distance);
}

IhopStrip
ihop_strip (IhopBuild *build, const IhopHeader *header, gint64 size, const char *name)
{
  g_autofree char *usual = g_strconcat (header->iterator->name, "t", NULL);
  IhopStrip strip = { .stride = size * header->step };
  gint64 trips = ihop_header_trips (header);

  strip.strip = ihop_make_variable (build, header->iterator, NULL, name ? name : usual);
  const IhopNode *end = strip_end (build, header, &strip);
  if (trips > 0 && trips % size == 0)
    strip.bound = end;
  else
    strip.bound = header->step > 0 ? ihop_make_min (build, end, header->bound)
                                   : ihop_make_max (build, end, header->bound);
  return strip;
}

const IhopNode *
ihop_strip_outer (IhopBuild *build, const IhopHeader *header, const IhopStrip *strip,
                  const IhopNode *body)
{
  return ihop_make_for (build, header->loop, strip->strip, TRUE, header->lower, header->relation,
                        header->bound, strip->stride, body);
}

const IhopNode *
ihop_strip_inner (IhopBuild *build, const IhopHeader *header, const IhopStrip *strip,
                  const IhopNode *body)
{
  return ihop_make_for (build, header->loop, header->iterator, header->declared_here,
                        ihop_make_ref (build, strip->strip), header->relation, strip->bound,
                        header->step, body);
}
