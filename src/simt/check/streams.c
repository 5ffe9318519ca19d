#include "simt/check/streams.h"

/* Counts by number of the stream, less one; those that are missing are 0. */
typedef struct
{
  guint stream, count;
  guint32 *clock;
  guint n;
} Issue;

typedef struct
{
  IhopStreamKind kind;
  GArray *known;  /* what the next piece of work is behind, its own included */
  GArray *issues; /* guint: by count, less one */
  GArray *begins; /* guint32: the stamp before it, or G_MAXUINT32 */
} Stream;

static GPtrArray *streams; /* Stream */
static GPtrArray *issues;  /* Issue */
static GArray *host;       /* what the host knows */
static GArray *told;       /* … what functions know that streams have called, and whoever they may have told */
static GArray *heard;      /* … and have told the host, which has waited until they did */
static __thread guint current;

/* --- clocks ----------------------------------------------------------------------------------- */

static GArray *
new_clock (void)
{
  return g_array_new (FALSE, TRUE, sizeof (guint32));
}

static void
join (GArray *clock, const guint32 *other, guint n)
{
  if (clock->len < n)
    g_array_set_size (clock, n);
  for (guint i = 0; i < n; i++)
    g_array_index (clock, guint32, i) = MAX (g_array_index (clock, guint32, i), other[i]);
}

static void
join_clock (GArray *clock, const GArray *other)
{
  join (clock, (const guint32 *) other->data, other->len);
}

static guint32
count_in (const guint32 *clock, guint n, guint stream)
{
  return stream <= n ? clock[stream - 1] : 0;
}

/* --- streams ---------------------------------------------------------------------------------- */

guint
ihop_streams_open (IhopStreamKind kind)
{
  Stream *stream = g_new0 (Stream, 1);

  if (streams == NULL)
    {
      streams = g_ptr_array_new ();
      issues = g_ptr_array_new ();
      host = new_clock ();
      told = new_clock ();
      heard = new_clock ();
    }
  stream->kind = kind;
  stream->known = new_clock ();
  stream->issues = g_array_new (FALSE, FALSE, sizeof (guint));
  stream->begins = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_ptr_array_add (streams, stream);
  return streams->len;
}

static Stream *
stream_at (guint number)
{
  return streams->pdata[number - 1];
}

guint
ihop_streams_number (void)
{
  return streams ? streams->len : 0;
}

/* The legacy default stream waits for all blocking ones, and they for it. */
static void
join_related (GArray *clock, const Stream *stream)
{
  join_clock (clock, stream->known);
  for (guint i = 0; stream->kind != IHOP_STREAM_FREE && i < streams->len; i++)
    {
      const Stream *other = streams->pdata[i];
      if (other->kind != IHOP_STREAM_FREE && (other->kind == IHOP_STREAM_LEGACY || stream->kind == IHOP_STREAM_LEGACY))
        join_clock (clock, other->known);
    }
}

guint
ihop_streams_issue (guint number)
{
  Stream *stream = stream_at (number);
  guint32 not_begun = G_MAXUINT32;
  Issue *issue = g_new0 (Issue, 1);

  join_clock (stream->known, host);
  join_clock (stream->known, heard);
  join_related (stream->known, stream);
  if (stream->known->len < number)
    g_array_set_size (stream->known, number);
  issue->stream = number;
  issue->count = ++g_array_index (stream->known, guint32, number - 1);
  issue->n = stream->known->len;
  issue->clock = g_memdup2 (stream->known->data, issue->n * sizeof (guint32));
  g_ptr_array_add (issues, issue);
  g_array_append_val (stream->issues, issues->len);
  g_array_append_val (stream->begins, not_begun);
  return issues->len;
}

void
ihop_streams_put_behind (guint number, guint issue)
{
  const Issue *other = issues->pdata[issue - 1];

  join (stream_at (number)->known, other->clock, other->n);
}

void
ihop_streams_reach (guint issue)
{
  const Issue *other = issues->pdata[issue - 1];

  join (host, other->clock, other->n);
}

void
ihop_streams_reach_all (guint number)
{
  for (guint i = 0; number == 0 && i < ihop_streams_number (); i++)
    join_clock (host, ((Stream *) streams->pdata[i])->known);
  if (number)
    join_related (host, stream_at (number));
}

/* --- work ------------------------------------------------------------------------------------- */

void
ihop_streams_enter (guint issue)
{
  current = issue;
}

guint
ihop_streams_current (void)
{
  return current;
}

guint32
ihop_streams_begin (guint issue, guint32 before)
{
  const Issue *own = issue ? issues->pdata[issue - 1] : NULL;
  const guint32 *clock = own ? own->clock : host ? (const guint32 *) host->data : NULL;
  guint n = own ? own->n : host ? host->len : 0;
  guint32 floor = before;

  if (own && g_array_index (stream_at (own->stream)->begins, guint32, own->count - 1) == G_MAXUINT32)
    g_array_index (stream_at (own->stream)->begins, guint32, own->count - 1) = before;
  for (guint i = 0; i < ihop_streams_number (); i++)
    {
      const Stream *stream = streams->pdata[i];
      for (guint k = count_in (clock, n, i + 1); k < stream->begins->len; k++)
        floor = MIN (floor, g_array_index (stream->begins, guint32, k));
    }
  return floor;
}

gboolean
ihop_streams_are_ordered (guint before, guint issue)
{
  if (before == 0 || before == issue)
    return TRUE;
  const Issue *first = issues->pdata[before - 1], *second = issue ? issues->pdata[issue - 1] : NULL;

  return first->count <= (second ? count_in (second->clock, second->n, first->stream)
                                 : count_in ((const guint32 *) host->data, host->len, first->stream));
}

void
ihop_streams_tell (guint issue, gboolean is_awaited)
{
  const Issue *other = issues->pdata[issue - 1];

  join (told, other->clock, other->n);
  if (is_awaited)
    join (heard, other->clock, other->n);
}

gboolean
ihop_streams_may_be_known (guint issue)
{
  const Issue *own = issue ? issues->pdata[issue - 1] : NULL;

  return own == NULL || ihop_streams_are_ordered (issue, 0) || own->count <= count_in ((const guint32 *) told->data, told->len, own->stream);
}

guint
ihop_streams_left (guint number)
{
  const Stream *stream = stream_at (number);

  for (guint k = stream->begins->len; k > count_in ((const guint32 *) host->data, host->len, number); k--)
    if (g_array_index (stream->begins, guint32, k - 1) != G_MAXUINT32)
      return g_array_index (stream->issues, guint, k - 1);
  return 0;
}
