/* Which word was meant: the fewest letters to change, leave out, put in or exchange with their neighbours. */
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

const char *
ihop_cli_nearest_command (const char *word)
{
  const char *nearest = NULL;
  guint least = (guint) strlen (word) / 3 + 1; /* more is another word */

  for (const IhopCommand *command = ihop_cli_commands; command->name && strlen (word) <= LONGEST; command++)
    {
      guint off = g_str_has_prefix (command->name, word) ? 0 : distance (word, command->name);
      if (off < least || (off == least && nearest == NULL))
        {
          nearest = command->name;
          least = off;
        }
    }
  return nearest;
}
