/* __LINE__ keeps its value in what is generated: #line says it again where lines have been put in between. */
#include "project/lines.h"
#include "project/diff.h"
#include <string.h>

/* What a text's line begins in: a #line may stand in front of it only where nothing goes on. */
typedef struct
{
  gboolean comment;
  int depth;             /* of parentheses */
  gboolean goes_on;      /* the line before ends in a backslash */
} Place;

static const char *
read_line (const char *line, const char *end, Place *place)
{
  char quote = '\0';

  for (const char *c = line; c < end; c++)
    if (place->comment)
      place->comment = !(c[0] == '*' && c[1] == '/');
    else if (quote)
      {
        quote = *c == quote ? '\0' : quote;
        c += *c == '\\';
      }
    else if (c[0] == '/' && c[1] == '*')
      {
        place->comment = TRUE;
        c++;
      }
    else if (c[0] == '/' && c[1] == '/')
      break;
    else if (*c == '"' || *c == '\'')
      quote = *c;
    else
      place->depth += (*c == '(') - (*c == ')');
  place->goes_on = end > line && end[-1] == '\\';
  return end + (*end == '\n');
}

/* The number that a directive gives the next line; 0: it is none. */
static guint
number_given (const char *line)
{
  char *end;

  line += strspn (line, " \t");
  if (*line++ != '#')
    return 0;
  line += strspn (line, " \t");
  if (g_str_has_prefix (line, "line"))
    line += strlen ("line");
  guint64 number = g_ascii_strtoull (line, &end, 10);
  return end == line ? 0 : (guint) number;
}

typedef struct
{
  guint right;             /* line of the new text, from 1 */
  guint number;            /* what it is to be called */
} Wanted;

static guint
line_with (char **lines, guint behind, const char *words)
{
  for (guint i = behind; strlen (words) > 3 && lines[i]; i++)
    if (strstr (lines[i], words))
      return i + 1;
  return 0;
}

/* The first line of the new text, behind this one, that has what the changed line has as far as it asks for its
 * number (of a macro's call, as far as its name), or that statement of it alone; 0: there is none. */
static guint
line_like (char **left, guint line, char **right, guint behind)
{
  g_autofree char *start = g_strstrip (g_strdup (left[line - 1]));
  char *asks = strstr (start, "__LINE__");

  start[asks ? (gsize) (asks - start) + strlen ("__LINE__") : strcspn (start, "(")] = '\0';
  guint found = line_with (right, behind, start);
  if (found || asks == NULL)
    return found;
  while (asks > start && !strchr (";{}", asks[-1]))
    asks--;
  return line_with (right, behind, asks + strspn (asks, " \t"));
}

/* Where the uses' lines stand in the new text, in order; the lines that are gone are added to "lost". */
static GArray *
wanted_lines (const char *original, const GArray *uses, const char *text, GArray *lost)
{
  g_autoptr (GArray) rows = ihop_diff_lines (original, text);
  GArray *wanted = g_array_new (FALSE, FALSE, sizeof (Wanted));
  g_auto (GStrv) left = g_strsplit (original, "\n", -1), right = g_strsplit (text, "\n", -1);
  guint next = 0, last = 0, reached = 0;

  for (guint i = 0; i < rows->len; i++)
    {
      const IhopDiffRow *row = &g_array_index (rows, IhopDiffRow, i);
      if (row->left == 0)
        continue;
      for (; next < uses->len && g_array_index (uses, IhopLineUse, next).line <= row->left; next++)
        {
          const IhopLineUse *use = &g_array_index (uses, IhopLineUse, next);
          gboolean same = row->kind == IHOP_DIFF_SAME && use->line == row->left;
          Wanted line = { same ? row->right : line_like (left, use->line, right, reached), use->number };
          if (line.right == 0)
            {
              if (last != use->line)
                g_array_append_val (lost, use->line);
              last = use->line;
              continue;
            }
          g_array_append_val (wanted, line);
          reached = MAX (reached, line.right - 1);
        }
    }
  return wanted;
}

char *
ihop_lines_keep (const char *original, const GArray *uses, const char *text, GArray *lost)
{
  g_autoptr (GArray) wanted = wanted_lines (original, uses, text, lost);
  GString *out = g_string_new (NULL);
  Place place = { FALSE, 0, FALSE };
  guint line = 1, number = 1, next = 0;
  gsize safe = 0;          /* where in "out" the last line begins that a #line may stand in front of */
  guint safe_line = 0;

  for (const char *at = text; *at; line++)
    {
      const char *end = at + strcspn (at, "\n");
      if (!place.comment && place.depth == 0 && !place.goes_on)
        {
          safe = out->len;
          safe_line = line;
        }
      for (; next < wanted->len && g_array_index (wanted, Wanted, next).right <= line; next++)
        {
          const Wanted *want = &g_array_index (wanted, Wanted, next);
          guint back = line - safe_line;
          if (want->right != line || want->number == number || want->number <= back)
            continue;
          g_autofree char *directive = g_strdup_printf ("#line %u\n", want->number - back);
          g_string_insert (out, (gssize) safe, directive);
          safe += strlen (directive);
          number = want->number;
        }
      guint given = safe_line == line ? number_given (at) : 0;
      const char *behind = read_line (at, end, &place);
      g_string_append_len (out, at, behind - at);
      number = given ? given : number + 1;
      at = behind;
    }
  return g_string_free (out, FALSE);
}
