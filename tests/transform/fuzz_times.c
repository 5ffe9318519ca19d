#include "fuzz_times.h"
#include "transform/schedule.h"
#include <string.h>

enum { MOST = 11 };

typedef struct
{
  const IhopNode *node;
  guint n;
  char *time[MOST + 2]; /* owned; those at even places are iterators */
} Statement;

typedef struct
{
  GRand *random;
  GHashTable *around;      /* part → the loop around it */
  GHashTable *position;    /* part → its number in that loop */
  GHashTable *count;       /* loop → parts in it so far */
  GArray *statements;      /* of Statement */
} Times;

static int
any (const Times *times, int least, int most)
{
  return g_rand_int_range (times->random, least, most + 1);
}

static guint
number_of (GHashTable *table, const IhopNode *node)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (table, node));
}

/* From the inside out: "i, 0, j, 1" reversed. */
static void
fill (const Times *times, Statement *statement)
{
  const IhopNode *inner = statement->node;
  g_autoptr (GPtrArray) reversed = g_ptr_array_new ();

  for (const IhopNode *loop; (loop = g_hash_table_lookup (times->around, inner)); inner = loop)
    {
      const IhopSymbol *iterator = ihop_loop_iterator (loop);
      g_ptr_array_add (reversed, g_strdup_printf ("%u", number_of (times->position, inner)));
      g_ptr_array_add (reversed, g_strdup (iterator ? iterator->name : "0"));
    }
  for (guint i = reversed->len; i-- > 0;)
    if (statement->n < MOST)
      statement->time[statement->n++] = reversed->pdata[i];
    else
      g_free (reversed->pdata[i]);
}

static gboolean
take_part (const IhopNode *part, const IhopNode *loop, gpointer data)
{
  Times *times = data;
  guint number = number_of (times->count, loop);

  g_hash_table_insert (times->around, (gpointer) part, (gpointer) loop);
  g_hash_table_insert (times->position, (gpointer) part, GUINT_TO_POINTER (number));
  g_hash_table_insert (times->count, (gpointer) loop, GUINT_TO_POINTER (number + 1));
  if (part->kind != IHOP_FOR)
    {
      Statement statement = { .node = part };
      fill (times, &statement);
      g_array_append_val (times->statements, statement);
    }
  return TRUE;
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
  Times times = { .random = random, .around = g_hash_table_new (NULL, NULL),
                  .position = g_hash_table_new (NULL, NULL), .count = g_hash_table_new (NULL, NULL),
                  .statements = g_array_new (FALSE, FALSE, sizeof (Statement)) };

  ihop_schedule_parts (name->loop, take_part, &times);
  for (int changes = times.statements->len ? any (&times, 0, 3) : 0; changes > 0; changes--)
    change_some (&times);
  if (times.statements->len && any (&times, 0, 3) == 0)
    take_apart (&times);
  char *text = text_of (&times);
  g_array_unref (times.statements);
  g_hash_table_unref (times.count);
  g_hash_table_unref (times.position);
  g_hash_table_unref (times.around);
  return text;
}
