#include "fuzz_times.h"
#include "transform/order/schedule_statements.h"
#include <string.h>

enum { MOST = 11 };

typedef struct
{
  guint n;
  char *time[MOST + 2]; /* owned; those at even places are iterators */
} Statement;

typedef struct
{
  GRand *random;
  GArray *statements;      /* of Statement */
} Times;

static int
any (const Times *times, int least, int most)
{
  return g_rand_int_range (times->random, least, most + 1);
}

static void
add_vector (Times *times, const char *vector)
{
  g_auto (GStrv) parts = g_strsplit (vector, ", ", -1);
  Statement statement = { 0 };

  for (guint i = 0; parts[i] && i < MOST; i++)
    statement.time[statement.n++] = g_strdup (parts[i]);
  g_array_append_val (times->statements, statement);
}

/* As the nest stands. */
static void
read_vectors (Times *times, const IhopNode *loop)
{
  g_autofree char *text = ihop_schedule_identity (loop);
  g_auto (GStrv) vectors = NULL;
  int n;

  if (g_shell_parse_argv (text, &n, &vectors, NULL))
    for (int i = 0; i < n; i++)
      add_vector (times, vectors[i]);
}

/* Takes the text. */
static void
set (Statement *statement, guint at, char *text)
{
  g_free (statement->time[at]);
  statement->time[at] = text;
}

/* Of one statement: "kind" says how, a and b where. */
static void
change (const Times *times, Statement *statement, int kind, guint a, guint b, int by)
{
  if (a >= statement->n || b >= statement->n)
    return;
  char *one = statement->time[a], *other = statement->time[b];

  switch (kind)
    {
    case 0: /* loops change places */
      statement->time[a] = other;
      statement->time[b] = one;
      break;
    case 1: /* slanted */
      if (a != b)
        set (statement, a, g_strdup_printf ("%s + %s", one, other));
      break;
    case 2: /* turned round */
      set (statement, a, g_strdup_printf ("-(%s)", one));
      break;
    case 3: /* later, earlier */
      set (statement, a, g_strdup_printf ("%s %c %d", one, by < 0 ? '-' : '+', ABS (by)));
      break;
    default: /* another place in the text */
      set (statement, MIN (a + 1, statement->n - 1), g_strdup_printf ("%d", any (times, 0, 3)));
    }
}

static void
change_some (Times *times)
{
  int kind = any (times, 0, 4), by = any (times, -2, 2);
  guint a = 2 * (guint) any (times, 0, 2), b = 2 * (guint) any (times, 0, 2);
  gboolean all = any (times, 0, 2) > 0;
  guint one = (guint) any (times, 0, (int) times->statements->len - 1);

  for (guint i = 0; i < times->statements->len; i++)
    if (all || i == one)
      change (times, &g_array_index (times->statements, Statement, i), kind, a, b, by);
}

/* A number in front: loops apart. */
static void
take_apart (Times *times)
{
  int number = 0;

  for (guint i = 0; i < times->statements->len; i++)
    {
      Statement *statement = &g_array_index (times->statements, Statement, i);
      memmove (statement->time + 1, statement->time, statement->n++ * sizeof (char *));
      number += any (times, 0, 1);
      statement->time[0] = g_strdup_printf ("%d", number);
    }
}

static char *
text_of (const Times *times)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < times->statements->len; i++)
    {
      Statement *statement = &g_array_index (times->statements, Statement, i);
      g_string_append (text, " '");
      for (guint k = 0; k < statement->n; k++)
        {
          g_string_append_printf (text, "%s%s", k ? ", " : "", statement->time[k]);
          g_free (statement->time[k]);
        }
      g_string_append_c (text, '\'');
    }
  return g_string_free (text, FALSE);
}

char *
fuzz_times (GRand *random, const IhopLoopName *name)
{
  Times times = { .random = random, .statements = g_array_new (FALSE, FALSE, sizeof (Statement)) };

  read_vectors (&times, name->loop);
  for (int changes = times.statements->len ? any (&times, 0, 3) : 0; changes > 0; changes--)
    change_some (&times);
  if (times.statements->len && any (&times, 0, 3) == 0)
    take_apart (&times);
  char *text = text_of (&times);
  g_array_unref (times.statements);
  return text;
}
