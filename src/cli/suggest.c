/* Which word was meant, of the names that there are: the fewest letters to change, leave out, put in or exchange with their neighbours. */
#include "cli/cli.h"
#include <string.h>

#define LONGEST 40

static guint
distance (const char *a, const char *b)
{
  gsize n = strlen (a), m = strlen (b);
  guint table[LONGEST + 1][LONGEST + 1];

  for (gsize i = 0; i <= n; i++)
    for (gsize j = 0; j <= m; j++)
      {
        guint *best = &table[i][j];
        if (i == 0 || j == 0)
          {
            *best = (guint) (i + j);
            continue;
          }
        *best = MIN (MIN (table[i - 1][j], table[i][j - 1]) + 1, table[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
        if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
          *best = MIN (*best, table[i - 2][j - 2] + 1);
      }
  return table[n][m];
}

/* The best of some names so far. */
typedef struct
{
  const char *word, *nearest;
  guint least;               /* letters that may be off: more is another word */
} Guess;

static Guess
guess_for (const char *word)
{
  return (Guess) { word, NULL, (guint) strlen (word) / 3 + 1 };
}

static void
consider (Guess *guess, const char *name)
{
  if (strlen (guess->word) > LONGEST || strlen (name) > LONGEST)
    return;
  guint off = g_str_has_prefix (name, guess->word) ? 0 : distance (guess->word, name);
  if (off < guess->least || (off == guess->least && guess->nearest == NULL))
    {
      guess->nearest = name;
      guess->least = off;
    }
}

const char *
ihop_cli_nearest_command (const char *word)
{
  Guess guess = guess_for (word);

  for (const IhopCommand *command = ihop_cli_commands; command->name; command++)
    consider (&guess, command->name);
  return guess.nearest;
}

const char *
ihop_cli_nearest_option (const char *word, const GOptionEntry *const entries[2])
{
  Guess guess = guess_for (word);

  for (guint i = 0; i < 2; i++)
    for (const GOptionEntry *entry = entries[i]; entry && entry->long_name; entry++)
      if (*entry->long_name)
        consider (&guess, entry->long_name);
  return guess.nearest;
}
